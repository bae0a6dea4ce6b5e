//! Shorter arrays.

use kvant_mir::{Block, FnId, Location, Program, Rvalue, Statement, Ty, TyKind};

use super::edit::{Act, Edit};
use super::record::Record;

/// Halves every array.
pub(super) fn halves(program: &Program, _: &Record) -> Vec<Edit> {
    shorter(program, |length| length / 2)
}

/// Removes the last element of every array.
pub(super) fn ends(program: &Program, _: &Record) -> Vec<Edit> {
    shorter(program, |length| length - 1)
}

fn shorter(program: &Program, to: impl Fn(u64) -> u64) -> Vec<Edit> {
    let arrays = program.types.iter().filter_map(|(ty, kind)| match kind {
        TyKind::Array(_, length) if *length > 1 => Some(Act::Length(ty, to(*length))),
        _ => None,
    });
    let at = Location {
        function: FnId(0),
        block: Block::ENTRY,
        statement: 0,
    };
    arrays.map(|act| Edit::new(at, act)).collect()
}

/// Shortens an array, wherever it is made.
pub(super) fn shorten(program: &mut Program, ty: Ty, length: u64) {
    let TyKind::Array(element, old) = *program.types.kind(ty) else {
        return;
    };
    let types = program.types.clone();
    for function in &mut program.functions {
        let locals = function.clone();
        for block in &mut function.blocks {
            for statement in &mut block.statements {
                match statement {
                    Statement::Assign(_, Rvalue::Aggregate(of, parts)) if *of == ty => {
                        parts.truncate(length as usize);
                    }
                    Statement::Assign(to, Rvalue::Repeat(_, count))
                        if *count == old && locals.place_ty(&types, to) == Some(ty) =>
                    {
                        *count = length;
                    }
                    _ => {}
                }
            }
        }
    }
    let new = program.types.array(element, length);
    super::retype::substitute(program, ty, new);
}
