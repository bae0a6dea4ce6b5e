//! Passes about control flow.

use kvant_llvm::graph::Graph;
use kvant_llvm::syntax::{Function, Instruction, Local, Op, Types};

use super::change::Change;
use super::edit::{At, Edit, definitions, tested};
use super::literal::Literal;
use super::pass::Known;
use super::record::Record;
use crate::Test;

/// Edits of the terminators of blocks: the label of each block is given too.
fn of_terminators(
    test: &Test,
    edit: impl Fn(At, Local, &Function, &Instruction) -> Option<Change>,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (item, function) in definitions(&test.module) {
        let Some(body) = &function.body else { continue };
        for block in &body.blocks {
            let Some(last) = body.instructions_of(block).last() else {
                continue;
            };
            let number = block.end as usize - 1;
            let at = At { item, number };
            let change = edit(at, block.label, function, last);
            edits.extend(change.map(|change| Edit::Change(at, change)));
        }
    }
    edits
}

/// The targets of a terminator that can become a jump, each once.
fn targets(op: &Op) -> Vec<Local> {
    let mut targets = Vec::new();
    match op {
        Op::CondBr(..) | Op::Switch(_) => op.targets(|it| targets.push(it)),
        Op::IndirectBr(_) => op.targets(|it| targets.push(it)),
        Op::Invoke(_, [normal, _]) => targets.push(*normal),
        _ => {}
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Branches that always went one way go there.
pub(super) fn taken(test: &Test, record: &Record) -> Vec<Edit> {
    of_terminators(test, |at, label, _, last| {
        let is_executed = |it: &Local| record.blocks.contains(&(at.item, *it));
        if !is_executed(&label) {
            return None;
        }
        let mut all = targets(&last.op);
        all.retain(is_executed);
        match all[..] {
            [only] => Some(Change::Jump(only)),
            _ => None,
        }
    })
}

/// Branches go the way that they always went.
pub(super) fn always(known: &Known<'_>) -> Vec<Edit> {
    taken(known.test, known.record)
}

/// Branches go to their first target.
pub(super) fn first_targets(known: &Known<'_>) -> Vec<Edit> {
    of_terminators(known.test, |_, _, _, last| {
        targets(&last.op).first().map(|it| Change::Jump(*it))
    })
}

/// Branches go to their last target.
pub(super) fn last_targets(known: &Known<'_>) -> Vec<Edit> {
    of_terminators(known.test, |_, _, _, last| {
        let targets = targets(&last.op);
        let last = targets.last().filter(|_| targets.len() > 1)?;
        Some(Change::Jump(*last))
    })
}

/// Blocks that were not executed end with `unreachable`.
pub(super) fn unexecuted(known: &Known<'_>) -> Vec<Edit> {
    of_terminators(known.test, |at, label, _, last| {
        let is_executed = known.record.blocks.contains(&(at.item, label));
        let is_new = !is_executed && !matches!(last.op, Op::Unreachable);
        is_new.then_some(Change::Unreachable)
    })
}

/// Blocks that nothing leads to go away.
pub(super) fn unreachable(known: &Known<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (item, function) in definitions(&known.test.module) {
        let Some(body) = &function.body else { continue };
        let graph = Graph::of(body);
        for (n, block) in body.blocks.iter().enumerate() {
            if !graph.is_reachable(n) {
                let number = block.end as usize - 1;
                edits.push(Edit::Change(At { item, number }, Change::RemoveBlock));
            }
        }
    }
    edits
}

/// Blocks are merged with the next ones.
pub(super) fn merges(known: &Known<'_>) -> Vec<Edit> {
    of_terminators(known.test, |_, _, _, last| {
        matches!(last.op, Op::Br(_)).then_some(Change::Merge)
    })
}

/// Blocks that only jump go away.
pub(super) fn empty(known: &Known<'_>) -> Vec<Edit> {
    of_terminators(known.test, |at, label, function, last| {
        let body = function.body.as_ref()?;
        let block = body.blocks.iter().find(|it| it.label == label)?;
        let is_alone = block.start as usize == at.number && block.start > 0;
        (is_alone && matches!(last.op, Op::Br(_))).then_some(Change::Skip)
    })
}

/// Cases of switches go away.
pub(super) fn cases(known: &Known<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (item, function) in definitions(&known.test.module) {
        let all = function.body.iter().flat_map(|it| &it.instructions);
        for (number, instruction) in all.enumerate() {
            if let Op::Switch(switch) = &instruction.op {
                let at = At { item, number };
                let cases = 0..switch.cases.len();
                edits.extend(cases.map(|n| Edit::Change(at, Change::Case(n))));
            }
        }
    }
    edits
}

/// The tested function ends after an instruction, in the order of execution.
pub(super) fn sooner(known: &Known<'_>) -> Vec<Edit> {
    let Some(tested) = tested(known.test) else {
        return Vec::new();
    };
    let module = &known.test.module;
    let function = definitions(module).find(|it| it.0 == tested);
    let Some(body) = function.and_then(|it| it.1.body.as_ref()) else {
        return Vec::new();
    };
    let executed = known.record.order.iter().filter(|at| at.item == tested);
    let edits = executed.filter_map(|at| {
        let instruction = body.instructions.get(at.number)?;
        if instruction.op.is_terminator() || matches!(instruction.op, Op::Phi(..)) {
            return None;
        }
        let ty = match instruction.result {
            Some(result) => body.locals.get(result.0 as usize)?.ty,
            None => Types::VOID,
        };
        let zero = match instruction.result {
            Some(_) => Some(Literal::zero(&module.types, ty)?),
            None => None,
        };
        Some(Edit::Change(*at, Change::Return(zero)))
    });
    edits.collect()
}

/// The tested function returns nothing.
pub(super) fn void(known: &Known<'_>) -> Vec<Edit> {
    let tested = tested(known.test);
    let function = definitions(&known.test.module).find(|it| Some(it.0) == tested);
    let is_new = function.is_some_and(|it| it.1.result != Types::VOID);
    is_new.then_some(Edit::Void).into_iter().collect()
}
