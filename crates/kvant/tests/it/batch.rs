//! Generated programs in one text: each prints what it prints alone, and the one that does not is named.

use kvant_campaign::{Ask, Batched, Form, Spent, Subject, Verdict, test_batch};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::GenConfig;
use kvant_toolchain::{Backend, Limits, OptLevel, Scratch, Toolchains};

fn grown(seeds: std::ops::Range<u64>) -> Vec<MirSubject> {
    let config = GenConfig::default().sized(60..=120);
    seeds
        .map(|seed| from_seed(seed, &config).unwrap())
        .collect()
}

fn tested(subjects: &[MirSubject], level: OptLevel) -> Batched {
    let toolchain = Toolchains::discover().found.swap_remove(0);
    let scratch = Scratch::new().unwrap();
    let ask = Ask {
        backend: &Backend::build(toolchain, level),
        scratch: &scratch,
        compiler: &Limits::for_compiler(),
        program: &Limits::for_program(),
    };
    let subjects: Vec<&dyn Subject> = subjects.iter().map(|each| each as &dyn Subject).collect();
    test_batch(&subjects, &ask, &mut Spent::default()).unwrap()
}

#[test]
fn a_batch_agrees_unoptimised_and_optimised() {
    let subjects = grown(0..6);
    for level in [OptLevel::O0, OptLevel::O3] {
        let batched = tested(&subjects, level);
        assert_eq!(batched.verdicts, vec![Verdict::Agrees; 6], "{level}");
        assert_eq!(batched.splits, 0, "{level}");
    }
}

/// The expected output of one program is wrong, as if the compiler were.
#[test]
fn the_program_with_the_wrong_answer_is_named() {
    let mut subjects = grown(6..10);
    subjects[2].trace.observations.pop();
    let batched = tested(&subjects, OptLevel::O3);
    assert_eq!(batched.splits, 0);
    for (n, verdict) in batched.verdicts.iter().enumerate() {
        match n {
            2 => assert!(
                verdict.detail().contains("expected nothing more"),
                "{verdict:?}"
            ),
            _ => assert_eq!(*verdict, Verdict::Agrees, "{n}"),
        }
    }
}

/// The functions, types and names of all are the same here, and nothing clashes.
#[test]
fn the_same_program_may_be_in_a_batch_many_times() {
    let subjects: Vec<MirSubject> = (0..3).flat_map(|_| grown(4..5)).collect();
    let batched = tested(&subjects, OptLevel::O3);
    assert_eq!(batched.verdicts, vec![Verdict::Agrees; 3]);
    assert_eq!(
        subjects[0].text(Form::Fast, None),
        subjects[2].text(Form::Fast, None)
    );
}
