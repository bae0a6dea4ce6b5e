//! What grows is well-formed, and runs from scratch as it ran while it grew.

use kvant_memory::Target;
use kvant_mir::check;
use kvant_mir_gen::{GenConfig, generate};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};

const SEEDS: u64 = 300;

#[test]
fn grown_programs_run_again_from_scratch_under_every_resolver() {
    for seed in 0..SEEDS {
        let grown = generate(seed, &GenConfig::default()).unwrap();
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
        let config = GenConfig::default();
        assert_eq!(generate(seed, &config), generate(seed, &config));
    }
}

#[test]
fn zz_stats() {
    let mut s = std::collections::BTreeMap::new();
    let mut tot = [0u64; 10];
    for seed in 0..SEEDS {
        let g = generate(seed, &GenConfig::default()).unwrap();
        for (k, v) in g.stats.refused { *s.entry(k).or_insert(0) += v; }
        let st = [g.stats.proposed, g.stats.accepted, g.stats.loops, g.stats.late_arms, g.stats.decoys, g.stats.repeated_calls, g.stats.recursive_calls, g.stats.steps, g.stats.undone_steps, g.program.statement_count() as u64];
        for i in 0..10 { tot[i] += st[i]; }
        if seed < 10 { eprintln!("{seed} {st:?} obs {}", g.trace.observations.len()); }
    }
    eprintln!("{tot:?} {s:?}");
}
