//! The uses of locals by a statement or terminator, in the order in which Rust evaluates them.

use crate::syntax::{
    Callee, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Terminator,
};

/// A use of a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It is read, or a part of it.
    Read,
    /// It is dereferenced.
    Follow,
    /// It is moved from.
    Move,
    /// A part of it is moved from.
    MovePart,
    /// It is written.
    Write,
    /// A part of it is written.
    WritePart,
    /// Its address, or that of a part, is taken.
    Borrow(Mutability),
    /// Its storage begins or ends.
    Mark,
}

/// Visits the uses of a statement.
pub(crate) fn statement(statement: &Statement, see: &mut impl FnMut(Local, Use)) {
    match statement {
        Statement::Assign(place, value) => {
            rvalue(value, see);
            written(place, see);
        }
        Statement::StorageLive(local) | Statement::StorageDead(local) => see(*local, Use::Mark),
        Statement::SetDiscriminant(place, _) => part(place, Use::WritePart, see),
        Statement::Assume(operand) => self::operand(operand, see),
    }
}

/// Visits the uses of a terminator. A return reads the return place.
pub(crate) fn terminator(terminator: &Terminator, see: &mut impl FnMut(Local, Use)) {
    match terminator {
        Terminator::Goto(_) | Terminator::Unreachable => {}
        Terminator::Return => see(Local::RETURN, Use::Read),
        Terminator::Switch { scrutinee, .. } => operand(scrutinee, see),
        Terminator::Call {
            destination,
            callee,
            arguments,
            ..
        } => {
            if let Callee::Pointer(place) = callee {
                part(place, Use::Read, see);
            }
            for argument in arguments {
                operand(argument, see);
            }
            written(destination, see);
        }
    }
}

/// Visits the uses of an rvalue.
pub(crate) fn rvalue(rvalue: &Rvalue, see: &mut impl FnMut(Local, Use)) {
    rvalue.operands().for_each(|each| operand(each, see));
    match rvalue {
        Rvalue::RawRef(mutability, place) | Rvalue::Ref(mutability, place) => {
            part(place, Use::Borrow(*mutability), see);
        }
        Rvalue::Discriminant(place) => part(place, Use::Read, see),
        _ => {}
    }
}

fn operand(operand: &Operand, see: &mut impl FnMut(Local, Use)) {
    match operand {
        Operand::Copy(place) => part(place, Use::Read, see),
        Operand::Move(place) if place.projection.is_empty() => see(place.local, Use::Move),
        Operand::Move(place) => part(place, Use::MovePart, see),
        Operand::Const(_) => {}
    }
}

fn written(place: &Place, see: &mut impl FnMut(Local, Use)) {
    match place.projection.is_empty() {
        true => see(place.local, Use::Write),
        false => part(place, Use::WritePart, see),
    }
}

/// Visits the uses of a place: its indices are read, and its base is dereferenced, or else used as `how`.
fn part(place: &Place, how: Use, see: &mut impl FnMut(Local, Use)) {
    for step in &place.projection {
        if let Projection::Index(local) = step {
            see(*local, Use::Read);
        }
    }
    match place.is_indirect() {
        true => see(place.local, Use::Follow),
        false => see(place.local, how),
    }
}
