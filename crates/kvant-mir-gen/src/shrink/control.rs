//! Blocks, switches and loops.

use std::collections::BTreeSet;

use kvant_mir::{Block, FnId, Location, Program, Terminator};

use super::edit::{Act, Edit};
use super::record::Record;
use super::text::{beginning, terminators};

/// Blocks that are never executed are empty.
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

/// Switches that always go on in the same block just go on there.
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

/// Switches that go on in different blocks go on in one of them; what leads to a switch leads to behind it. So loops
/// are left at once, or after one iteration.
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

/// Fewer arms of switches.
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

/// What no execution comes to is empty, and no switch leads there.
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
