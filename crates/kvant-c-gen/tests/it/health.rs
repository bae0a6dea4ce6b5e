//! Properties of generated programs, over many seeds.

use std::collections::BTreeMap;

use kvant_c::{BinOp, CTarget, ExprKind, Program, UnaryOp, canonical, check, parse, print};
use kvant_c_gen::{Feature, GenConfig, Generated, features_of, generate};
use kvant_c_machine::{Limits, Outcome, execute};

fn grown(seed: u64, target: &CTarget) -> Generated {
    let config = GenConfig::default();
    generate(seed, &config, target).unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

fn check_again(seed: u64, target: &CTarget) {
    let generated = grown(seed, target);
    let program = canonical(generated.program);
    let checked = check::program(&program, target);
    assert!(checked.is_ok(), "seed {seed}: {checked:?}");
    let text = print::program(&program, &print::Form::Readable, "");
    let parsed = parse::program(&text, target).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    assert!(
        parsed.program == program,
        "seed {seed} reads back as another program"
    );
    let run = execute(&parsed.program, target, Limits::default());
    assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
    assert_eq!(run.trace.digest(), generated.trace.digest(), "seed {seed}");
    assert_eq!(run.steps, generated.stats.steps, "seed {seed}");
}

#[test]
fn programs_run_from_their_text_as_they_were_grown() {
    for seed in 0..60 {
        check_again(seed, &CTarget::X86_64);
    }
}

#[test]
fn programs_grow_for_every_target() {
    for target in CTarget::all() {
        for seed in 1000..1008 {
            check_again(seed, &target);
        }
    }
}

#[test]
fn a_seed_always_gives_the_same_program() {
    for seed in [3, 14, 159] {
        let (a, b) = (grown(seed, &CTarget::X86_64), grown(seed, &CTarget::X86_64));
        assert!(a == b, "seed {seed}");
    }
}

/// Number of operations that may be undefined for some data.
fn arithmetic(program: &Program) -> u64 {
    let mut count = 0;
    program.visit(&mut |e| {
        count += u64::from(match &e.kind {
            ExprKind::Binary(op, ..) | ExprKind::AssignOp(op, ..) => {
                !op.is_comparison() && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
            }
            ExprKind::Unary(op, _) => *op == UnaryOp::Neg,
            ExprKind::Step(..) => true,
            _ => false,
        });
    });
    count
}

#[test]
fn features_are_there_and_guards_are_few() {
    const PROGRAMS: u64 = 150;
    let mut present: BTreeMap<Feature, u64> = BTreeMap::new();
    let (mut guards, mut operations) = (0, 0);
    for seed in 0..PROGRAMS {
        let generated = grown(seed, &CTarget::X86_64);
        let mut features = features_of(&generated.program);
        let written = |construct: &str| {
            let tally = generated.stats.constructs.get(construct);
            tally.is_some_and(|tally| tally.written > 0)
        };
        let shapes = [
            ("idiom", Feature::Idioms),
            ("template", Feature::LoopTemplates),
            ("alias", Feature::AliasShapes),
        ];
        features.extend(shapes.into_iter().filter(|s| written(s.0)).map(|s| s.1));
        for feature in features {
            *present.entry(feature).or_default() += 1;
        }
        guards += generated.stats.guards;
        operations += arithmetic(&generated.program);
        assert!(
            generated.stats.steps >= 100,
            "seed {seed} does hardly anything"
        );
        assert!(!generated.trace.observations.is_empty(), "seed {seed}");
    }
    // Decoys are code that is never executed, which the text does not show.
    for feature in Feature::ALL.iter().filter(|f| **f != Feature::Decoys) {
        let count = present.get(feature).copied().unwrap_or(0);
        assert!(
            count * 20 >= PROGRAMS,
            "{feature} is in {count} of {PROGRAMS}"
        );
    }
    assert!(
        guards * 20 <= operations,
        "{guards} of {operations} are guarded"
    );
}

#[test]
fn what_is_off_is_not_there() {
    let off = [
        Feature::Floats,
        Feature::Unions,
        Feature::Gotos,
        Feature::Heap,
        Feature::Switches,
        Feature::WideInts,
    ];
    let config = off
        .into_iter()
        .fold(GenConfig::default(), |config, f| config.with(f, false));
    for seed in 0..20 {
        let generated = generate(seed, &config, &CTarget::X86_64).unwrap();
        let present = features_of(&canonical(generated.program));
        for feature in off {
            assert!(!present.contains(&feature), "seed {seed} has {feature}");
        }
    }
}

#[test]
fn the_size_is_about_what_is_asked_for() {
    for size in [30, 300, 2000] {
        let config = GenConfig::default().sized(size..=size);
        let generated = generate(7, &config, &CTarget::X86_64).unwrap();
        let statements = canonical(generated.program).statement_count();
        assert!(
            (size..size * 3 / 2 + 250).contains(&statements),
            "{size}: {statements}"
        );
    }
}
