//! Loops over arrays, exits from loops and aliases: they are grown, run again from scratch, and absent where they are
//! off.

use std::collections::BTreeMap;

use kvant_generate::Tally;
use kvant_memory::Target;
use kvant_mir::check;
use kvant_mir_gen::{Feature, GenConfig, generate};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};

const SEEDS: u64 = 100;

/// The features of these constructs, and all features that they depend on.
const ON: [Feature; 10] = [
    Feature::Arrays,
    Feature::Structs,
    Feature::RawPointers,
    Feature::PointerCasts,
    Feature::PointerArithmetic,
    Feature::Loops,
    Feature::Calls,
    Feature::LoopTemplates,
    Feature::AliasShapes,
    Feature::LoopExits,
];

const SHAPES: [&str; 28] = [
    "template: elementwise",
    "template: stencil",
    "template: reduction",
    "template: conditional reduction",
    "template: search",
    "template: early exit",
    "template: nested",
    "template: invariant",
    "template: recurrence",
    "template: derived index",
    "template: fill",
    "template: copy",
    "template: neighbours",
    "template: group",
    "template: unswitch",
    "template: scatter",
    "template: interleaved",
    "template: reverse",
    "template: widened",
    "template: bits",
    "template: accumulator",
    "template: pointer walk",
    "alias: callee",
    "alias: overlap",
    "alias: widths",
    "alias: chain",
    "alias: by value",
    "alias: fields",
];

fn with(features: &[Feature], on: bool) -> GenConfig {
    let config = GenConfig::default();
    features
        .iter()
        .fold(config, |config, &f| config.with(f, on))
}

/// Number of times that each construct was begun and written over many seeds.
fn tallies(config: &GenConfig) -> BTreeMap<&'static str, Tally> {
    let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
    for seed in 0..SEEDS {
        for (name, tally) in generate(seed, config).unwrap().stats.constructs {
            let sum = sums.entry(name).or_default();
            sum.begun += tally.begun;
            sum.written += tally.written;
        }
    }
    sums
}

#[test]
fn loops_and_aliases_run_again_from_scratch_under_every_resolver() {
    let config = with(&ON, true);
    for seed in 0..SEEDS {
        let grown = generate(seed, &config).unwrap();
        check::program(&grown.program, &Target::X86_64).unwrap();
        for resolver in Resolver::STANDARD {
            let run = execute(&grown.program, &Target::X86_64, resolver, Limits::default());
            assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
            assert_eq!(run.trace, grown.trace, "seed {seed}, {resolver:?}");
        }
    }
}

#[test]
fn most_constructs_that_are_begun_are_written() {
    let tallies = tallies(&with(&ON, true));
    for name in ["loop-template", "alias-shape", "loop-exit"] {
        let tally = tallies[name];
        assert!(tally.written * 2 > SEEDS, "{name}: {tally:?}");
        assert!(tally.written * 10 > tally.begun * 8, "{name}: {tally:?}");
    }
}

#[test]
fn every_shape_is_reached() {
    let mut features = ON.to_vec();
    features.push(Feature::PointerComparisons);
    let tallies = tallies(&with(&features, true));
    let missing: Vec<&str> = SHAPES
        .into_iter()
        .filter(|shape| tallies.get(shape).is_none_or(|tally| tally.written == 0))
        .collect();
    assert!(missing.is_empty(), "{missing:?} of {tallies:#?}");
}

#[test]
fn features_that_are_off_are_never_begun() {
    let off = [
        Feature::LoopTemplates,
        Feature::AliasShapes,
        Feature::LoopExits,
    ];
    let tallies = tallies(&with(&off, false));
    for name in tallies.keys() {
        let ours = ["loop-template", "alias-shape", "loop-exit"].contains(name);
        let shape = SHAPES.contains(name);
        assert!(!ours && !shape, "{name}");
    }
}

/// Without loops there are no loops over arrays either, and without functions no callees.
#[test]
fn required_features_may_be_off() {
    let tallies = tallies(&with(&[Feature::Loops, Feature::Calls], false));
    for name in [
        "loop-template",
        "loop-exit",
        "alias: callee",
        "alias: overlap",
    ] {
        assert!(!tallies.contains_key(name), "{name}");
    }
    assert!(tallies.contains_key("alias: widths"));
}
