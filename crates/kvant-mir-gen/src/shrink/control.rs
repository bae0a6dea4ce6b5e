//! Blocks, switches and loops.

use std::collections::BTreeSet;

use kvant_mir::{Block, FnId, Location, Program, Rewrite, Terminator};

use super::edit::{Act, Edit};
use super::record::Record;
use super::text::{beginning, terminators};

/// Empties blocks that are never executed.
pub(super) fn unexecuted(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        let bare = at.statement == 0 && *terminator == Terminator::Unreachable;
        if !bare && record.runs(beginning(at)) == 0 {
            edits.push(Edit::new(at, Act::Empty));
        }
    }
    edits
}

/// Replaces switches that always took the same target by jumps.
pub(super) fn taken(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        let seen = record.at(at);
        if let (Terminator::Switch { .. }, Some(seen)) = (terminator, seen)
            && let [only] = *seen.went
        {
            edits.push(Edit::new(at, Act::Goto(only)));
        }
    }
    edits
}

/// Replaces switches that took several targets by a jump to one of them, and jumps to a switch by jumps to its
/// targets. So loops are left at once, or after one iteration.
pub(super) fn jumps(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        let ahead = match terminator {
            Terminator::Switch { .. } => Some(at.block),
            Terminator::Goto(target) => Some(*target),
            _ => None,
        };
        let Some(switch) = ahead.and_then(|block| switch(program, at.function, block)) else {
            continue;
        };
        let went = record.at(switch).map_or(&[][..], |seen| &seen.went);
        edits.extend(went.iter().map(|to| Edit::new(at, Act::Goto(*to))));
    }
    edits
}

fn switch(program: &Program, function: FnId, block: Block) -> Option<Location> {
    let data = program.function(function).blocks.get(block.index())?;
    let is_switch = matches!(data.terminator, Some(Terminator::Switch { .. }));
    is_switch.then_some(Location {
        function,
        block,
        statement: data.statements.len() as u32,
    })
}

/// Removes arms of switches.
pub(super) fn arms(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        let Terminator::Switch {
            arms, otherwise, ..
        } = terminator
        else {
            continue;
        };
        let went = record.at(at).map_or(&[][..], |seen| &seen.went);
        if !went.contains(otherwise) {
            edits.push(Edit::new(at, Act::Otherwise));
        }
        edits.extend((0..arms.len()).map(|n| Edit::new(at, Act::Arm(n))));
    }
    edits
}

/// Ends blocks that are never executed, or lets them continue in one block only. Their statements stay, so that a
/// compiler that fails on them still does.
pub(super) fn unexecuted_ends(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        if *terminator == Terminator::Unreachable || record.runs(beginning(at)) > 0 {
            continue;
        }
        edits.push(Edit::new(at, Act::Unreachable));
        if let Terminator::Switch { .. } = terminator {
            let successors: BTreeSet<Block> = terminator.successors().collect();
            edits.extend(successors.iter().map(|to| Edit::new(at, Act::Goto(*to))));
        }
    }
    edits
}

/// Joins a jump with a target that has no other predecessor, or leads around a block that is only a jump. Tidying up
/// removes all of them where it does no harm to the bug; where it does, most of them can be removed one by one.
pub(super) fn joints(program: &Program, _: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        if let Terminator::Goto(target) = terminator
            && *target != at.block
        {
            edits.push(Edit::new(at, Act::Join));
            if at.statement == 0 {
                edits.push(Edit::new(at, Act::Around));
            }
        }
    }
    edits
}

/// Appends the successor of a block to it, if it has no other predecessor.
pub(super) fn join(program: &mut Program, at: Location) {
    let function = program.function_mut(at.function);
    let Some(Terminator::Goto(target)) = function.blocks[at.block.index()].terminator else {
        return;
    };
    let terminators = function
        .blocks
        .iter()
        .filter_map(|it| it.terminator.as_ref());
    let leading = terminators
        .flat_map(Terminator::successors)
        .filter(|to| *to == target)
        .count();
    if leading != 1 || target == Block::ENTRY || target == at.block {
        return;
    }
    let joined = &mut function.blocks[target.index()];
    let rest = std::mem::take(&mut joined.statements);
    let end = joined.terminator.replace(Terminator::Unreachable);
    let block = &mut function.blocks[at.block.index()];
    block.statements.extend(rest);
    block.terminator = end;
}

/// Leads around a block that is only a jump.
pub(super) fn around(program: &mut Program, at: Location) {
    struct Lead(Block, Block);
    impl Rewrite for Lead {
        fn block(&mut self, block: &mut Block) {
            if *block == self.0 {
                *block = self.1;
            }
        }
    }
    let function = program.function_mut(at.function);
    let block = &function.blocks[at.block.index()];
    if let Some(Terminator::Goto(target)) = block.terminator
        && block.statements.is_empty()
        && target != at.block
        && at.block != Block::ENTRY
    {
        Lead(at.block, target).function(function);
    }
}

/// Empties blocks that are never executed, and lets no switch lead to them.
pub(super) fn without_unexecuted(program: &mut Program, record: &Record) {
    let edits = unexecuted(program, record);
    *program = super::edit::apply(program, &edits);
    for (f, function) in program.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let at = Location {
                function: FnId::new(f),
                block: Block::new(b),
                statement: block.statements.len() as u32,
            };
            let went: BTreeSet<Block> = match record.at(at) {
                Some(seen) => seen.went.iter().copied().collect(),
                None => BTreeSet::new(),
            };
            if let Some(Terminator::Switch {
                arms, otherwise, ..
            }) = &mut block.terminator
                && !went.is_empty()
            {
                arms.retain(|(_, block)| went.contains(block));
                if !went.contains(otherwise)
                    && let Some((_, last)) = arms.pop()
                {
                    *otherwise = last;
                }
            }
        }
    }
}
