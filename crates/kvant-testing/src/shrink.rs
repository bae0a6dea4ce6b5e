//! Shrinkers that are driven by answers, without any compiler.

use kvant_generate::Rng;
use kvant_generate::shrink::{Candidate, ShrinkLanguage, Shrinker};

type CandidateOf<L> = Candidate<<L as ShrinkLanguage>::Program, <L as ShrinkLanguage>::Trace>;

/// Shrinks to the end, with at most `most` candidates in each round.
pub fn shrink<L: ShrinkLanguage>(
    mut shrinker: Shrinker<L>,
    most: usize,
    interesting: impl FnMut(&CandidateOf<L>) -> bool,
) -> Shrinker<L> {
    ask(&mut shrinker, most, usize::MAX, interesting);
    shrinker
}

/// Shrinks for so many rounds, with at most `most` candidates in each.
///
/// # Panics
///
/// If a candidate is not smaller than the best program, although more than its names differ.
pub fn ask<L: ShrinkLanguage>(
    shrinker: &mut Shrinker<L>,
    most: usize,
    rounds: usize,
    mut interesting: impl FnMut(&CandidateOf<L>) -> bool,
) {
    for _ in 0..rounds {
        let candidates = shrinker.propose(most);
        if candidates.is_empty() {
            return;
        }
        let best = shrinker.best().weight;
        for candidate in &candidates {
            assert!(candidate.weight < best || candidate.pass == "renaming");
        }
        let answers: Vec<bool> = candidates.iter().map(&mut interesting).collect();
        shrinker.learn(&answers);
    }
}

/// Shrinks for so many rounds with random answers, which lead to different places, and calls `check` with every candidate.
pub fn answer_at_random<L: ShrinkLanguage>(
    mut shrinker: Shrinker<L>,
    seed: u64,
    rounds: usize,
    check: impl Fn(&CandidateOf<L>),
) {
    let mut rng = Rng::new(seed);
    ask(&mut shrinker, 4, rounds, |candidate| {
        check(candidate);
        rng.one_in(4)
    });
}
