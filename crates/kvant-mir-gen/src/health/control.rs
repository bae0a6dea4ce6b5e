//! Control dependence: the switches that decide if a block is executed.

use kvant_mir::{Block, Function, Terminator};

/// For each block, the blocks with a switch that it is control-dependent on.
///
/// A block depends on a switch if it postdominates some successor of the switch, but does not strictly postdominate
/// the switch.
pub(super) fn decisions(function: &Function) -> Vec<Vec<Block>> {
    let count = function.blocks.len();
    let after = postdominators(function);
    let mut decisions = vec![Vec::new(); count];
    for (n, block) in function.blocks.iter().enumerate() {
        let Some(terminator @ Terminator::Switch { .. }) = &block.terminator else {
            continue;
        };
        for (b, decisions) in decisions.iter_mut().enumerate() {
            let on_some_way = terminator.successors().any(|to| after[to.index()][b]);
            let on_all_ways = b != n && after[n][b];
            if on_some_way && !on_all_ways {
                decisions.push(Block::new(n));
            }
        }
    }
    decisions
}

/// For each block, its postdominators, itself included.
fn postdominators(function: &Function) -> Vec<Vec<bool>> {
    let count = function.blocks.len();
    let mut after = vec![vec![true; count]; count];
    loop {
        let mut changed = false;
        for n in (0..count).rev() {
            let successors = function.blocks[n]
                .terminator
                .iter()
                .flat_map(Terminator::successors);
            let mut all: Option<Vec<bool>> = None;
            for to in successors {
                let Some(others) = after.get(to.index()) else {
                    continue;
                };
                match &mut all {
                    Some(all) => all
                        .iter_mut()
                        .zip(others)
                        .for_each(|(all, other)| *all &= *other),
                    None => all = Some(others.clone()),
                }
            }
            let mut all = all.unwrap_or_else(|| vec![false; count]);
            all[n] = true;
            if all != after[n] {
                after[n] = all;
                changed = true;
            }
        }
        if !changed {
            return after;
        }
    }
}
