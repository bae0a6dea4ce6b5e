//! Grown programs are well-formed, and a run from scratch repeats their growth.

use kvant_memory::Target;
use kvant_mir::check;
use kvant_mir_gen::{Feature, GenConfig, Stats, generate};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};

const SEEDS: u64 = 300;

/// Small programs: many of them show more than a few large ones.
fn small() -> GenConfig {
    GenConfig::default().sized(200..=500)
}

#[test]
fn grown_programs_run_again_from_scratch_under_every_resolver() {
    for seed in 0..SEEDS {
        let grown = generate(seed, &small()).unwrap();
        check::program(&grown.program, &Target::X86_64).unwrap();
        for resolver in Resolver::STANDARD {
            let run = execute(&grown.program, &Target::X86_64, resolver, Limits::default());
            assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
            assert_eq!(run.trace, grown.trace, "seed {seed}, {resolver:?}");
            assert_eq!(run.steps, grown.stats.steps, "seed {seed}, {resolver:?}");
        }
    }
}

#[test]
fn a_seed_gives_one_program() {
    for seed in [0, 1, u64::MAX] {
        let config = small();
        assert_eq!(generate(seed, &config), generate(seed, &config));
    }
}

#[test]
fn a_place_behind_a_function_pointer_has_no_spot() {
    // The generator asked for a shadow of such a place with this seed, and so of all the memory before it.
    let config = GenConfig::default().sized(600..=1500);
    assert!(generate(2048, &config).is_ok());
}

#[test]
fn loops_arms_decoys_and_calls_are_grown() {
    let mut sum = Stats::default();
    for seed in 0..SEEDS {
        let stats = generate(seed, &small()).unwrap().stats;
        sum.grown.loops += stats.grown.loops;
        sum.grown.late_arms += stats.grown.late_arms;
        sum.grown.decoys += stats.grown.decoys;
        sum.grown.repeated_calls += stats.grown.repeated_calls;
        sum.grown.recursive_calls += stats.grown.recursive_calls;
        sum.proposed += stats.proposed;
        sum.accepted += stats.accepted;
    }
    assert!(sum.grown.loops > SEEDS, "{sum:?}");
    assert!(sum.grown.late_arms > SEEDS, "{sum:?}");
    assert!(sum.grown.decoys > SEEDS, "{sum:?}");
    assert!(sum.grown.repeated_calls > SEEDS, "{sum:?}");
    assert!(sum.grown.recursive_calls > SEEDS / 10, "{sum:?}");
    assert!(sum.accepted * 10 > sum.proposed * 8, "{sum:?}");
}

#[test]
fn a_feature_that_is_off_is_not_grown() {
    for seed in 0..50 {
        let mut config = small();
        for feature in [
            Feature::Loops,
            Feature::Calls,
            Feature::WideInts,
            Feature::StorageMarkers,
        ] {
            config = config.with(feature, false);
        }
        let grown = generate(seed, &config).unwrap();
        assert_eq!(
            grown.stats.grown.loops + grown.stats.grown.repeated_calls,
            0
        );
        assert_eq!(grown.program.functions.len(), 1);
        let entry = &grown.program.functions[0];
        assert!(entry.locals.iter().all(|local| !local.marked));
    }
}

#[test]
fn every_choice_of_features_can_be_grown() {
    for percent in [0, 20, 50, 100] {
        for seed in 0..60 {
            let config = GenConfig {
                feature_percent: percent,
                ..small()
            };
            let grown = generate(seed, &config).unwrap();
            check::program(&grown.program, &Target::X86_64).unwrap();
            assert!(!grown.trace.observations.is_empty(), "seed {seed}");
        }
    }
}

#[test]
fn growth_ends_for_all_sizes() {
    for statements in [100, 1_000, 5_000] {
        for seed in 0..20 {
            let config = GenConfig::default().sized(statements..=statements);
            let grown = generate(seed, &config).unwrap();
            // A large program may take more steps, in proportion to its size.
            let bound = 2 * (config.steps + 40 * statements as u64);
            assert!(grown.stats.steps < bound, "{:?}", grown.stats);
            assert!(grown.stats.undone_steps < bound, "{:?}", grown.stats);
        }
    }
}
