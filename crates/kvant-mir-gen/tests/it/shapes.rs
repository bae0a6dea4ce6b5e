//! Idioms and switch shapes: where they are on, they are grown as a whole, and a run from scratch repeats their
//! growth; where they are off, they are never begun.

use std::collections::BTreeMap;

use kvant_generate::Tally;
use kvant_memory::Target;
use kvant_mir::check;
use kvant_mir_gen::{Feature, GenConfig, Generated, generate};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};

const SEEDS: u64 = 100;

fn grown_with(feature: Feature, on: bool) -> impl Iterator<Item = (u64, Generated)> {
    let config = GenConfig::default().with(feature, on);
    (0..SEEDS).map(move |seed| (seed, generate(seed, &config).unwrap()))
}

/// Runs a program from scratch under every resolver.
fn run_again(seed: u64, grown: &Generated) {
    check::program(&grown.program, &Target::X86_64).unwrap();
    for resolver in Resolver::STANDARD {
        let run = execute(&grown.program, &Target::X86_64, resolver, Limits::default());
        assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
        assert_eq!(run.trace, grown.trace, "seed {seed}, {resolver:?}");
    }
}

/// Grows programs with a feature, and sums the counts of the constructs whose names begin with `begin`.
fn tallies(feature: Feature, begin: &str) -> BTreeMap<&'static str, Tally> {
    let mut sums: BTreeMap<&str, Tally> = BTreeMap::new();
    for (seed, grown) in grown_with(feature, true) {
        run_again(seed, &grown);
        for (name, tally) in grown.stats.constructs {
            if name.starts_with(begin) {
                let sum = sums.entry(name).or_default();
                sum.begun += tally.begun;
                sum.written += tally.written;
            }
        }
    }
    sums
}

fn check_written(sums: &BTreeMap<&str, Tally>, kinds: usize) {
    for (name, tally) in sums {
        assert!(tally.written * 10 > tally.begun * 8, "{name}: {tally:?}");
        assert!(tally.written >= 5, "{name}: {tally:?}");
    }
    assert_eq!(sums.len(), kinds, "{sums:?}");
}

#[test]
fn every_idiom_is_written() {
    // The trees, and the patterns in them.
    check_written(&tallies(Feature::Idioms, "idiom"), 1 + 33);
}

#[test]
fn every_switch_shape_is_written() {
    check_written(&tallies(Feature::SwitchShapes, "switch-shape"), 1 + 7);
}

#[test]
fn features_that_are_off_are_never_begun() {
    for (feature, begin) in [
        (Feature::Idioms, "idiom"),
        (Feature::SwitchShapes, "switch-shape"),
    ] {
        for (seed, grown) in grown_with(feature, false) {
            let mut names = grown.stats.constructs.keys();
            assert!(!names.any(|name| name.starts_with(begin)), "seed {seed}");
        }
    }
}
