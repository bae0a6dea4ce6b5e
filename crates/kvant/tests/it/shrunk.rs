//! No program that is kept during a reduction has undefined behaviour: the compiler's own interpreter checks a sample.

#![allow(clippy::print_stdout)] // How many programs were judged shows in the tests' output.

use kvant_campaign::{Ask, Spent, Subject, Verdict, test_batch};
use kvant_languages::mir::{MirSubject, TARGET, from_seed};
use kvant_mir_gen::{Candidate, Feature, GenConfig, Mir, Shrinker};
use kvant_mir_machine::planted::{self, Plant};
use kvant_mir_machine::{Limits as MachineLimits, Outcome, Resolver, Run, Stop, execute};
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{Backend, Limits, Scratch, Toolchains};

/// Number of programs that are reduced.
const PROGRAMS: u64 = 6;
/// Number of intermediate programs of each that are judged.
const SAMPLE: usize = 8;

/// Programs that can be evaluated at compile time.
fn config() -> GenConfig {
    let mut config = GenConfig::default()
        .sized(200..=400)
        .with(Feature::FloatIntrinsics, false);
    for feature in Feature::ALL {
        if feature.is_beyond_const_eval() {
            config = config.with(*feature, false);
        }
    }
    config
}

fn run(candidate: &Candidate) -> Run {
    let limits = MachineLimits {
        steps: 10 * candidate.steps + 1000,
        ..MachineLimits::default()
    };
    execute(&candidate.program, &TARGET, Resolver::default(), limits)
}

/// Returns true if a machine with a wrong rule gives another result.
fn shows(plant: Plant, candidate: &Candidate) -> bool {
    let wrong = planted::with(plant, || run(candidate));
    match wrong.outcome {
        Outcome::Finished => wrong.trace != candidate.trace,
        Outcome::Stopped { stop, .. } => matches!(stop, Stop::Ub(_)),
    }
}

/// All programs that were kept during the reduction of a seed's program, the largest first.
fn kept(seed: u64) -> Vec<Candidate> {
    let program = from_seed(seed, &config()).unwrap().program;
    let begun = Shrinker::new(Mir, program.clone()).unwrap();
    let mut plants = Plant::ALL.into_iter().cycle().skip(seed as usize);
    let plant = plants
        .by_ref()
        .take(Plant::ALL.len())
        .find(|plant| shows(*plant, begun.best()))
        .expect("some wrong rule shows in it");
    let mut shrinker = begun;
    let mut kept = Vec::new();
    loop {
        let candidates = shrinker.propose(1);
        if candidates.is_empty() {
            return kept;
        }
        let answers: Vec<bool> = candidates.iter().map(|each| shows(plant, each)).collect();
        shrinker.learn(&answers);
        if answers.contains(&true) {
            kept.push(shrinker.best().clone());
        }
    }
}

#[test]
fn what_is_kept_is_defined() {
    let mut subjects = Vec::new();
    for seed in 0..PROGRAMS {
        let kept = kept(seed);
        assert!(!kept.is_empty(), "seed {seed}");
        let step = kept.len().div_ceil(SAMPLE);
        // The smallest is always among them.
        for (n, candidate) in kept.iter().rev().step_by(step).enumerate() {
            subjects.push(MirSubject {
                name: format!("seed {seed}, {n} steps from the smallest"),
                program: candidate.program.clone(),
                trace: candidate.trace.clone(),
                origin: kvant_languages::mir::written(),
            });
        }
    }
    let together: Vec<&dyn Subject> = subjects.iter().map(|each| each as &dyn Subject).collect();
    let backend = Backend::in_mode(Toolchains::discover().found[0].clone(), CONST);
    let scratch = Scratch::new().unwrap();
    let ask = Ask {
        backend: &backend,
        scratch: &scratch,
        compiler: &Limits::for_compiler(),
        program: &Limits::for_program(),
    };
    let judged = test_batch(&together, &ask, &mut Spent::default()).unwrap();
    for (subject, verdict) in subjects.iter().zip(&judged.verdicts) {
        let text = subject.text(kvant_campaign::Form::Readable, None);
        assert!(!verdict.is_bad(), "{}: {verdict:?}\n{text}", subject.name);
    }
    let agree = judged.verdicts.iter();
    let agree = agree.filter(|verdict| **verdict == Verdict::Agrees).count();
    println!("{agree} of {} programs were judged", subjects.len());
    assert!(subjects.len() >= 3 * PROGRAMS as usize);
    assert!(10 * agree >= 9 * subjects.len(), "{:?}", judged.verdicts);
}
