//! Loops over arrays, ways out of loops and memory with two names: they are grown, run again from
//! scratch, and stay away where they are off.

use std::collections::BTreeMap;

use kvant_memory::Target;
use kvant_mir::check;
use kvant_mir_gen::{Feature, GenConfig, Tally, generate};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};

const SEEDS: u64 = 100;

/// Everything that these constructs rest on, and themselves.
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

fn with(features: &[Feature], on: bool) -> GenConfig {
    let config = GenConfig::default();
    features
        .iter()
        .fold(config, |config, &f| config.with(f, on))
}

/// How often each construct was begun and written over many seeds.
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
fn they_run_again_from_scratch_under_every_resolver() {
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
fn most_of_what_is_begun_is_written() {
    let tallies = tallies(&with(&ON, true));
    for (name, tally) in &tallies {
        println!("{name}: {} of {}", tally.written, tally.begun);
    }
    for name in ["loop-template", "alias-shape", "loop-exit"] {
        let tally = tallies[name];
        assert!(tally.written > SEEDS, "{name}: {tally:?}");
        assert!(tally.written * 10 > tally.begun * 7, "{name}: {tally:?}");
    }
}
