//! The size of a program.

use kvant_mir::{Callee, Constant, Operand, Place, Program, Rvalue, Statement, Terminator, TyKind};

use super::constants::signed;
use super::narrow::strangeness;
use super::text::{locations, operands_at};

/// The size of a program: of its text first, then of its constants and types.
pub(super) fn size(program: &Program) -> (u64, u64) {
    let mut size = 0;
    for function in &program.functions {
        size += 10 + 2 * function.locals.len() as u64 + u64::from(function.arguments);
        for block in &function.blocks {
            size += 2 + block.statements.iter().map(statement).sum::<u64>();
            size += block.terminator.as_ref().map_or(0, terminator);
        }
    }
    for (_, kind) in program.types.iter() {
        size += match kind {
            TyKind::Array(_, length) => 2 + (*length).min(64),
            _ => 1,
        };
    }
    for def in program.types.adts() {
        size += 5 + def.field_types().count() as u64 + def.variants.len() as u64;
    }
    size += program.arguments.len() as u64;
    (size, digits(program))
}

/// The size of the constants, and the ranks of the integer types.
fn digits(program: &Program) -> u64 {
    let types = program.types.iter().map(|(_, kind)| match kind {
        TyKind::Int(int) => strangeness(*int),
        _ => 0,
    });
    let operands = locations(program).flat_map(|(at, _)| operands_at(program, at));
    let constants = operands.filter_map(|operand| match operand {
        Operand::Const(constant) => Some(*constant),
        _ => None,
    });
    let arguments = program.arguments.iter().copied();
    let constants = constants.chain(arguments).map(constant);
    constants.sum::<u64>() + types.sum::<u64>()
}

fn statement(statement: &Statement) -> u64 {
    match statement {
        Statement::Assign(to, value) => {
            let plain = matches!(value, Rvalue::Use(_));
            let operands = value.operands().map(operand).sum::<u64>();
            let of = match value {
                Rvalue::RawRef(_, of) | Rvalue::Ref(_, of) | Rvalue::Discriminant(of) => place(of),
                _ => 0,
            };
            8 + place(to) + of + operands + if plain { 0 } else { 4 }
        }
        Statement::StorageLive(_) | Statement::StorageDead(_) => 4,
        Statement::SetDiscriminant(of, _) => 8 + place(of),
        Statement::Assume(x) => 8 + operand(x),
    }
}

fn terminator(terminator: &Terminator) -> u64 {
    match terminator {
        Terminator::Goto(_) => 4,
        Terminator::Switch {
            scrutinee, arms, ..
        } => 10 + operand(scrutinee) + 4 * arms.len() as u64,
        Terminator::Call {
            destination,
            callee,
            arguments,
            ..
        } => {
            let callee = match callee {
                Callee::Intrinsic(_) | Callee::Observe { .. } => 8,
                Callee::Function(_) => 20,
                Callee::Pointer(_) => 24,
            };
            8 + callee + place(destination) + arguments.iter().map(operand).sum::<u64>()
        }
        Terminator::Return | Terminator::Unreachable => 1,
    }
}

fn operand(operand: &Operand) -> u64 {
    match operand {
        Operand::Copy(path) | Operand::Move(path) => 6 + place(path),
        Operand::Const(_) => 1,
    }
}

fn place(place: &Place) -> u64 {
    2 * place.projection.len() as u64
}

/// Smaller the nearer it is to zero.
fn constant(constant: Constant) -> u64 {
    match constant {
        Constant::Int(bits, int) => {
            let bits = signed(bits, int).unsigned_abs().checked_ilog2();
            bits.map_or(0, |bits| 1 + u64::from(bits))
        }
        Constant::Float(bits, _) => match bits {
            0 => 0,
            _ => 2 + u64::from(bits.trailing_zeros() < 40) + u64::from(bits.trailing_zeros() < 20),
        },
        Constant::Bool(value) => u64::from(value),
        Constant::Char(value) => u64::from(value != 'a'),
        Constant::Unit => 0,
    }
}
