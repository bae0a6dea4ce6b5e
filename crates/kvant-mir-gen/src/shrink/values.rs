//! Constants in the place of computations, and simpler constants.

use kvant_mir::{
    Block, Callee, Constant, Location, Operand, Program, Rvalue, Statement, Terminator, Ty, TyKind,
};

use super::constants::{nearer_zero, simplest};
use super::edit::{Act, Edit};
use super::record::{Record, Value};
use super::text::{Line, locations, operands_at};

/// Replaces assignments that always had the same value by ones of constants.
pub(super) fn results(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let place = match line {
            Line::Statement(Statement::Assign(
                _,
                Rvalue::Use(Operand::Const(_)) | Rvalue::Repeat(Operand::Const(_), _),
            )) => continue,
            Line::Statement(Statement::Assign(_, Rvalue::Aggregate(_, parts)))
                if parts.iter().all(|part| part.place().is_none()) =>
            {
                continue;
            }
            Line::Statement(Statement::Assign(place, _)) => place,
            Line::Terminator(Terminator::Call {
                destination,
                callee: Callee::Intrinsic(_),
                ..
            }) => destination,
            _ => continue,
        };
        let ty = program
            .function(at.function)
            .place_ty(&program.types, place);
        let known = record.at(at).map(|seen| &seen.result);
        if let (Some(ty), Some(known)) = (ty, known)
            && let Some(value) = rvalue(program, ty, known)
        {
            edits.push(Edit::new(at, Act::Assign(vec![(place.clone(), value)])));
        }
    }
    edits
}

/// An rvalue of constants for a value, if that was always the same.
pub(super) fn rvalue(program: &Program, ty: Ty, value: &Value) -> Option<Rvalue> {
    match value {
        Value::Always(parts) => made_of(program, ty, parts),
        Value::Unseen | Value::Varies => None,
    }
}

/// An rvalue for a value of these parts.
pub(super) fn made_of(program: &Program, ty: Ty, parts: &[Constant]) -> Option<Rvalue> {
    let is_array = matches!(program.types.kind(ty), TyKind::Array(..));
    match (program.types.is_observable(ty), parts) {
        (true, [constant]) => Some(Rvalue::Use((*constant).into())),
        (false, [first, rest @ ..]) if is_array && rest.iter().all(|part| part == first) => {
            Some(Rvalue::Repeat((*first).into(), parts.len() as u64))
        }
        (false, [_, ..]) => {
            let parts = parts.iter().map(|part| (*part).into()).collect();
            Some(Rvalue::Aggregate(ty, parts))
        }
        _ => None,
    }
}

/// Replaces operands that always had the same value by constants.
pub(super) fn operands(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, _) in locations(program) {
        let Some(seen) = record.at(at) else { continue };
        for (n, operand) in operands_at(program, at).into_iter().enumerate() {
            let known = seen.operands.get(n).and_then(Value::constant);
            if let (Some(_), Some(known)) = (operand.place(), known) {
                edits.push(Edit::new(at, Act::Operand(n, known.into())));
            }
        }
    }
    edits
}

/// Replaces constants by zero.
pub(super) fn zeros(program: &Program, _: &Record) -> Vec<Edit> {
    simpler(program, |constant| Some(simplest(constant)[0]))
}

/// Replaces constants other than zero by one.
pub(super) fn ones(program: &Program, _: &Record) -> Vec<Edit> {
    simpler(program, |constant| {
        let [zero, one] = simplest(constant);
        (constant != zero).then_some(one)
    })
}

/// Replaces large numbers by smaller ones.
pub(super) fn small(program: &Program, _: &Record) -> Vec<Edit> {
    simpler(program, nearer_zero)
}

fn simpler(program: &Program, make: impl Fn(Constant) -> Option<Constant>) -> Vec<Edit> {
    let mut edits = Vec::new();
    let make = |constant| make(constant).filter(|made| *made != constant);
    for (n, argument) in program.arguments.iter().enumerate() {
        if let Some(made) = make(*argument) {
            let start = Location {
                function: program.entry,
                block: Block::ENTRY,
                statement: 0,
            };
            edits.push(Edit::new(start, Act::Start(n, made)));
        }
    }
    for (at, _) in locations(program) {
        for (n, operand) in operands_at(program, at).into_iter().enumerate() {
            if let Operand::Const(constant) = operand
                && let Some(made) = make(*constant)
            {
                edits.push(Edit::new(at, Act::Operand(n, made.into())));
            }
        }
    }
    edits
}
