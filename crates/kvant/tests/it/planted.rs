//! Wrong rules in the machine are found by comparing it with a compiler.

#![allow(clippy::print_stdout)] // What was found shows in the tests' output.

use kvant_campaign::{Kind, Outcome, Verdict, classify, test};
use kvant_languages::mir::from_seed;
use kvant_mir_gen::{Feature, GenConfig};
use kvant_mir_machine::planted::{self, Plant};
use kvant_toolchain::{Backend, Limits, OptLevel, Scratch, Toolchains};

/// Number of programs that are tried until a wrong rule shows.
const PATIENCE: u64 = 40;

fn small() -> GenConfig {
    GenConfig::default().sized(200..=500)
}

/// Programs of the usual size, which have what the rules are about.
fn usual() -> GenConfig {
    GenConfig::default().with(Feature::MemoryIntrinsics, true)
}

/// The first program whose expected output is wrong, and what is said about it.
fn first_difference(plant: Plant, backend: &Backend) -> Option<(u64, Verdict)> {
    let scratch = Scratch::new().unwrap();
    let (compiler, program) = (Limits::for_compiler(), Limits::for_program());
    (0..PATIENCE).find_map(|seed| {
        // A program that our own check from scratch does not accept never comes to a compiler.
        let subject = planted::with(plant, || from_seed(seed, &usual())).ok()?;
        let verdict = test(&subject, backend, &scratch, &compiler, &program).unwrap();
        verdict.is_bad().then_some((seed, verdict))
    })
}

#[test]
fn every_planted_rule_is_found_and_the_first_wrong_value_named() {
    let toolchains = Toolchains::discover();
    let backend = Backend::build(toolchains.found[0].clone(), OptLevel::O0);
    for plant in Plant::ALL {
        let Some((seed, verdict)) = first_difference(plant, &backend) else {
            panic!("{plant:?} was not found in {PATIENCE} programs");
        };
        println!("{plant:?}: seed {seed}: {}", verdict.detail());
        // A wrong rule may also make the real program divide by zero or never end.
        if let Verdict::WrongValue(wrong) = &verdict {
            let (expected, actual) = (wrong.expected.clone(), wrong.actual.clone());
            assert!(wrong.index.is_some(), "{plant:?}");
            assert_ne!(expected, actual, "{plant:?}");
        }
        let outcome = Outcome::new(backend.clone(), verdict);
        let classifications = classify(&[outcome]);
        let kinds: Vec<Kind> = classifications
            .iter()
            .map(|classification| classification.kind)
            .collect();
        assert_eq!(kinds, [Kind::MachineDispute], "{plant:?}");
    }
}

#[test]
fn a_rule_that_depends_on_layout_is_found_without_any_compiler() {
    let plant = Plant::CopyFlipsFirstByte;
    let refused = (0..PATIENCE).find_map(|seed| {
        let made = planted::with(plant, || from_seed(seed, &small()));
        made.err()
    });
    let message = refused.expect("some program depends on the first byte of an aggregate");
    assert!(message.to_string().contains("a bug in kvant"), "{message}");
    println!("{message}");
}

#[test]
fn nothing_is_found_where_nothing_is_planted() {
    let toolchains = Toolchains::discover();
    let backend = Backend::build(toolchains.found[0].clone(), OptLevel::O0);
    let scratch = Scratch::new().unwrap();
    for seed in 0..5 {
        let subject = from_seed(seed, &small()).unwrap();
        let limits = (Limits::for_compiler(), Limits::for_program());
        let verdict = test(&subject, &backend, &scratch, &limits.0, &limits.1).unwrap();
        assert_eq!(verdict, Verdict::Agrees, "seed {seed}");
    }
}
