//! What a statement or terminator does with locals, in the order in which Rust would do it.

use crate::syntax::{
    Callee, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Terminator,
};

/// What is done with a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// It is read, or a part of it.
    Read,
    /// It is followed: what it points to is used.
    Follow,
    /// It is read and then empty.
    Move,
    /// A part of it is read and then empty.
    MovePart,
    /// It is written.
    Write,
    /// A part of it is written.
    WritePart,
    /// Its address is taken, or that of a part.
    Borrow(Mutability),
    /// Its storage begins or ends.
    Mark,
}

/// Says what a statement does.
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

/// Says what a terminator does. A return reads the return place.
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

/// Says what an rvalue does.
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

/// A use of a place, which is one of its local unless that is followed.
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
