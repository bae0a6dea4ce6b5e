//! Constants: from bits, and simpler ones.

use kvant_mir::{Constant, FloatTy, IntTy, Ty, TyKind, Types};

use crate::TARGET;

/// A constant of a type from its bits.
pub(super) fn constant_of(types: &Types, ty: Ty, bits: u128) -> Option<Constant> {
    let constant = match types.get(ty)? {
        TyKind::Int(int) => Constant::Int(bits, *int),
        TyKind::Float(float) => Constant::Float(bits as u64, *float),
        TyKind::Bool => Constant::Bool(bits != 0),
        TyKind::Char => Constant::Char(char::from_u32(bits as u32)?),
        _ => return None,
    };
    (!constant.is_nan()).then_some(constant)
}

/// The simplest constants of the type of another one.
pub(super) fn simplest(like: Constant) -> [Constant; 2] {
    match like {
        Constant::Int(_, int) => [Constant::Int(0, int), Constant::Int(1, int)],
        Constant::Float(_, FloatTy::F32) => {
            let bits = |x: f32| Constant::Float(x.to_bits().into(), FloatTy::F32);
            [bits(0.0), bits(1.0)]
        }
        Constant::Float(_, FloatTy::F64) => {
            let bits = |x: f64| Constant::Float(x.to_bits(), FloatTy::F64);
            [bits(0.0), bits(1.0)]
        }
        Constant::Bool(_) => [Constant::Bool(false), Constant::Bool(true)],
        Constant::Char(_) => [Constant::Char('a'), Constant::Char('b')],
        Constant::Unit => [Constant::Unit, Constant::Unit],
    }
}

/// A smaller integer that has the same lowest bits, and the same sign.
pub(super) fn nearer_zero(like: Constant) -> Option<Constant> {
    let Constant::Int(bits, int) = like else {
        return None;
    };
    let value = signed(bits, int);
    let smaller = match value {
        -128..=127 => value / 2,
        _ => value % 128,
    };
    Some(Constant::int(smaller, int, &TARGET))
}

/// The value of an integer from its bits. A large `u128` counts as negative.
pub(super) fn signed(bits: u128, int: IntTy) -> i128 {
    let above = 128 - int.bits(&TARGET);
    match int.is_signed() {
        true => bits.cast_signed() << above >> above,
        false => bits.cast_signed(),
    }
}
