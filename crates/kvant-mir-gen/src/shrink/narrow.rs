//! Simpler integers: one type replaced by another one, in the whole program.

use kvant_mir::{
    AdtId, Block, Constant, FnId, Function, IntTy, Location, Operand, Program, Repr, Rewrite,
    Rvalue, Statement, Terminator, TyKind,
};

use super::edit::{Act, Edit};
use super::record::Record;
use super::retype;
use crate::TARGET;

/// Replaces every integer type that is not 32 bits wide by one that is, or else by one of 64 bits.
pub(super) fn integers(program: &Program, _: &Record) -> Vec<Edit> {
    let at = Location {
        function: FnId(0),
        block: Block::ENTRY,
        statement: 0,
    };
    let mut edits = Vec::new();
    for (_, kind) in program.types.iter() {
        if let TyKind::Int(int) = kind {
            let simpler = simpler(*int).iter();
            edits.extend(simpler.map(|to| Edit::new(at, Act::Integer(*int, *to))));
        }
    }
    edits
}

fn simpler(int: IntTy) -> &'static [IntTy] {
    match int {
        IntTy::I32 => &[],
        IntTy::I8 | IntTy::I16 | IntTy::I64 | IntTy::Isize | IntTy::U32 => &[IntTy::I32],
        IntTy::U8 | IntTy::U16 | IntTy::U64 | IntTy::Usize => &[IntTy::U32],
        IntTy::I128 => &[IntTy::I32, IntTy::I64],
        IntTy::U128 => &[IntTy::U32, IntTy::U64],
    }
}

/// The rank of a type among integers, from the most usual one.
pub(super) fn strangeness(int: IntTy) -> u64 {
    match int {
        IntTy::I32 => 0,
        IntTy::U32 => 1,
        IntTy::I64 | IntTy::U64 => 2,
        IntTy::I8 | IntTy::I16 | IntTy::Isize | IntTy::U8 | IntTy::U16 | IntTy::Usize => 3,
        IntTy::I128 | IntTy::U128 => 4,
    }
}

/// Replaces an integer type by another one. Constants are truncated.
pub(super) fn replace(program: &mut Program, old: IntTy, new: IntTy) {
    let (from, to) = (program.types.int(old), program.types.int(new));
    for argument in &mut program.arguments {
        recast(argument, old, new);
    }
    for n in 0..program.types.adts().len() {
        let def = program.types.adt_mut(AdtId::new(n));
        if def.repr == Repr::Int(old) {
            def.repr = Repr::Int(new);
        }
    }
    let types = program.types.clone();
    for function in &mut program.functions {
        let shapes = function.clone();
        for block in &mut function.blocks {
            if let Some(Terminator::Switch {
                scrutinee, arms, ..
            }) = &mut block.terminator
                && int_of(&types, &shapes, scrutinee) == Some(old)
            {
                for (value, _) in arms {
                    *value = recast_bits(*value, old, new);
                }
            }
        }
        Recast { old, new }.function(function);
    }
    retype::substitute(program, from, to);
    // There is no cast of a type to itself.
    let types = program.types.clone();
    for function in &mut program.functions {
        let shapes = function.clone();
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Statement::Assign(_, value) = statement
                && let Rvalue::Cast(operand, ty) = value
                && *ty == to
                && int_of(&types, &shapes, operand) == Some(new)
            {
                *value = Rvalue::Use(operand.clone());
            }
        }
    }
}

fn int_of(types: &kvant_mir::Types, function: &Function, operand: &Operand) -> Option<IntTy> {
    match operand {
        Operand::Const(Constant::Int(_, int)) => Some(*int),
        Operand::Const(_) => None,
        Operand::Copy(place) | Operand::Move(place) => {
            match types.kind(function.place_ty(types, place)?) {
                TyKind::Int(int) => Some(*int),
                _ => None,
            }
        }
    }
}

struct Recast {
    old: IntTy,
    new: IntTy,
}

impl Rewrite for Recast {
    fn operand(&mut self, operand: &mut Operand) {
        if let Operand::Const(constant) = operand {
            recast(constant, self.old, self.new);
        }
    }
}

fn recast(constant: &mut Constant, old: IntTy, new: IntTy) {
    if let Constant::Int(bits, int) = *constant
        && int == old
    {
        *constant = Constant::Int(recast_bits(bits, old, new), new);
    }
}

fn recast_bits(bits: u128, old: IntTy, new: IntTy) -> u128 {
    let value = super::constants::signed(bits, old);
    Constant::int(value, new, &TARGET).bits()
}
