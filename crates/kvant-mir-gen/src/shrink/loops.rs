//! Loops with fewer iterations, and loops replaced by the sequence of their executed blocks.

use std::collections::BTreeSet;

use kvant_mir::{
    Block, BlockData, FnId, Function, Location, Program, Rewrite, Rvalue, Statement, Terminator,
};

use super::edit::{Act, Edit};
use super::record::{Record, Value};
use super::text::{Line, beginning, locations, terminators};

/// Maximum number of statements that replace a loop.
const LONGEST: usize = 48;

/// Sets the bound in a comparison to the value of the counter after a few iterations.
pub(super) fn few(program: &Program, record: &Record) -> Vec<Edit> {
    bounds(program, record, &[2])
}

/// Sets the bound in a comparison to the value of the counter after one iteration or two.
pub(super) fn fewest(program: &Program, record: &Record) -> Vec<Edit> {
    bounds(program, record, &[0, 1])
}

fn bounds(program: &Program, record: &Record, after: &[usize]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let Line::Statement(Statement::Assign(_, Rvalue::Binary(op, ..))) = line else {
            continue;
        };
        let Some(seen) = record.at(at).filter(|_| op.is_comparison()) else {
            continue;
        };
        let (counter, bound) = match &*seen.operands {
            [Value::Varies, Value::Always(_)] => (0, 1),
            [Value::Always(_), Value::Varies] => (1, 0),
            _ => continue,
        };
        let now = seen.operands[bound].constant();
        for n in after {
            // A comparison that was not executed more often than that gains nothing.
            let value = seen.early.get(*n).and_then(|pair| pair[counter]);
            if let Some(value) = value.filter(|value| Some(*value) != now)
                && seen.runs > *n as u64 + 1
            {
                edits.push(Edit::new(at, Act::Operand(bound, value.into())));
            }
        }
    }
    edits
}

/// Replaces loops of functions that were called once by the sequence of their executed blocks.
pub(super) fn unrolled(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut done: BTreeSet<(FnId, Block)> = BTreeSet::new();
    for (at, terminator) in terminators(program) {
        let is_switch = matches!(terminator, Terminator::Switch { .. });
        if !is_switch || record.runs(beginning(at)) < 2 || done.contains(&(at.function, at.block)) {
            continue;
        }
        let function = program.function(at.function);
        let cycle = cycle(function, at.block);
        done.extend(cycle.iter().map(|block| (at.function, *block)));
        let Some(rounds) = record
            .path(at.function)
            .and_then(|path| rounds(path, &cycle))
        else {
            continue;
        };
        let statements = |block: &Block| function.blocks[block.index()].statements.len() + 1;
        if rounds.iter().map(statements).sum::<usize>() <= LONGEST {
            let at = Location {
                block: rounds[0],
                statement: 0,
                ..at
            };
            edits.push(Edit::new(at, Act::Unroll(rounds.to_vec())));
        }
    }
    edits
}

/// The strongly connected component of a block; empty if the block is in no cycle.
fn cycle(function: &Function, block: Block) -> BTreeSet<Block> {
    let mut back = vec![Vec::new(); function.blocks.len()];
    let mut ahead = back.clone();
    for (n, data) in function.blocks.iter().enumerate() {
        for next in data.terminator.iter().flat_map(Terminator::successors) {
            ahead[n].push(next);
            back[next.index()].push(Block::new(n));
        }
    }
    let ahead = reached(&ahead, block);
    reached(&back, block)
        .intersection(&ahead)
        .copied()
        .collect()
}

fn reached(edges: &[Vec<Block>], from: Block) -> BTreeSet<Block> {
    let mut found = BTreeSet::new();
    let mut todo = vec![from];
    while let Some(block) = todo.pop() {
        let new = edges[block.index()]
            .iter()
            .filter(|next| found.insert(**next));
        todo.extend(new);
    }
    found
}

/// The part of a path that is in a cycle of blocks, if there is one such part, and the block that comes next.
fn rounds<'a>(path: &'a [Block], cycle: &BTreeSet<Block>) -> Option<&'a [Block]> {
    let inside = |block: &Block| cycle.contains(block);
    let first = path.iter().position(inside)?;
    let last = path.iter().rposition(inside)?;
    let whole = path[first..=last].iter().all(inside) && !cycle.contains(&Block::ENTRY);
    path.get(first..last + 2).filter(|_| whole)
}

/// Replaces the first of these blocks by copies of all but the last, each of which leads to the next one.
pub(super) fn unroll(program: &mut Program, id: FnId, rounds: &[Block]) {
    struct Lead {
        from: Block,
        to: Block,
    }
    impl Rewrite for Lead {
        fn block(&mut self, block: &mut Block) {
            if *block == self.from {
                *block = self.to;
            }
        }
    }
    let function = program.function_mut(id);
    let Some((exit, rounds)) = rounds.split_last() else {
        return;
    };
    let Some(&from) = rounds.first() else { return };
    let copies = Block::new(function.blocks.len());
    let to = copies;
    Lead { from, to }.function(function);
    for (n, block) in rounds.iter().enumerate() {
        let next = match n + 1 < rounds.len() {
            true => Block::new(copies.index() + n + 1),
            false => *exit,
        };
        let original = &function.blocks[block.index()];
        let terminator = match original.terminator.clone() {
            Some(Terminator::Call {
                destination,
                callee,
                arguments,
                ..
            }) => Terminator::Call {
                destination,
                callee,
                arguments,
                target: next,
            },
            _ => Terminator::Goto(next),
        };
        let statements = original.statements.clone();
        function.blocks.push(BlockData {
            statements,
            terminator: Some(terminator),
            name: None,
        });
    }
    for block in &mut function.blocks {
        block.name = None;
    }
}
