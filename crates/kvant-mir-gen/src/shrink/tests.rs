//! Proposals depend on the program and the answers alone.

use kvant_mir::{Operand, Program, Rvalue, Statement, Terminator};

use super::{Mir, Shrinker};
use crate::{GenConfig, generate};

#[test]
fn the_number_of_threads_changes_nothing() {
    let config = GenConfig::default().sized(150..=150);
    let program = generate(2, &config).map(|made| made.program);
    let Ok(program) = program else {
        panic!("the seed gives a program");
    };
    let begin = |threads: usize| {
        Shrinker::new(Mir, program.clone()).map(|shrinker| shrinker.with_threads(threads))
    };
    let (Ok(mut one), Ok(mut several)) = (begin(1), begin(5)) else {
        panic!("the program can be made smaller");
    };
    for round in 0..40 {
        let candidates = one.propose(1 + round % 7);
        assert_eq!(candidates, several.propose(1 + round % 7));
        assert_eq!(one.token(), several.token());
        let answers: Vec<bool> = candidates.iter().map(|each| each.steps % 3 == 0).collect();
        one.learn(&answers);
        several.learn(&answers);
        assert_eq!(one.best(), several.best());
    }
}

/// True if a block, executed or not, ends in a switch with four targets or more on the result of a binary operation in it.
fn has_a_wide_switch(program: &Program) -> bool {
    let blocks = program.functions.iter().flat_map(|it| &it.blocks);
    let mut blocks = blocks.filter_map(|block| Some((block, block.terminator.as_ref()?)));
    blocks.any(|(block, terminator)| {
        let Terminator::Switch {
            scrutinee: Operand::Copy(of) | Operand::Move(of),
            ..
        } = terminator
        else {
            return false;
        };
        let mut targets: Vec<_> = terminator.successors().collect();
        targets.sort_unstable();
        targets.dedup();
        let computed = |statement: &Statement| {
            matches!(statement, Statement::Assign(to, Rvalue::Binary(..)) if to == of)
        };
        targets.len() >= 4 && block.statements.iter().any(computed)
    })
}

/// A compiler that fails on a switch needs all its targets, so tidying up is not possible there. All the rest can go.
#[test]
fn a_program_that_cannot_be_tidied_up_is_shrunk_piece_by_piece() {
    let config = GenConfig::default().sized(300..=300);
    for seed in [5, 17] {
        let program = generate(seed, &config).map(|made| made.program);
        let Some(mut shrinker) = program.ok().and_then(|it| Shrinker::new(Mir, it).ok()) else {
            panic!("the seed gives a program");
        };
        loop {
            let candidates = shrinker.propose(1);
            if candidates.is_empty() {
                break;
            }
            let shows = |each: &super::Candidate| has_a_wide_switch(&each.program);
            let answers: Vec<bool> = candidates.iter().map(shows).collect();
            shrinker.learn(&answers);
        }
        let best = &shrinker.best().program;
        assert!(has_a_wide_switch(best), "seed {seed}");
        let entry = best.function(best.entry);
        let size = (
            best.statement_count(),
            best.functions.len(),
            entry.arguments,
        );
        assert!(
            size.0 <= 9 && size.1 == 1 && size.2 == 0,
            "seed {seed}: {size:?}"
        );
    }
}
