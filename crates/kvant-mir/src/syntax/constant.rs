//! Constants.

use super::{FloatTy, IntTy, Ty, TyKind, Types};
use kvant_memory::Target;

/// A scalar constant, or the unit value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer: its bits, zero-extended, and its type.
    Int(u128, IntTy),
    /// A float: its bits, zero-extended, and its type. Never a NaN, because the text `f32::NAN` does not determine the bits.
    Float(u64, FloatTy),
    /// `true` or `false`.
    Bool(bool),
    /// A `char`.
    Char(char),
    /// `()`.
    Unit,
}

impl Constant {
    /// The integer `value`, truncated to `ty` on `target`.
    pub fn int(value: i128, ty: IntTy, target: &Target) -> Constant {
        Constant::Int(truncate(value as u128, ty.bits(target)), ty)
    }

    /// The bits of a scalar, zero-extended; 0 for the unit value.
    pub fn bits(self) -> u128 {
        match self {
            Constant::Int(bits, _) => bits,
            Constant::Float(bits, _) => bits.into(),
            Constant::Bool(value) => value.into(),
            Constant::Char(value) => u128::from(u32::from(value)),
            Constant::Unit => 0,
        }
    }

    /// True if it is a NaN.
    pub fn is_nan(self) -> bool {
        match self {
            Constant::Float(bits, FloatTy::F32) => f32::from_bits(bits as u32).is_nan(),
            Constant::Float(bits, FloatTy::F64) => f64::from_bits(bits).is_nan(),
            _ => false,
        }
    }

    /// The constant's type, which must have been interned.
    pub fn ty(self, types: &Types) -> Option<Ty> {
        types.lookup(&match self {
            Constant::Int(_, int) => TyKind::Int(int),
            Constant::Float(_, float) => TyKind::Float(float),
            Constant::Bool(_) => TyKind::Bool,
            Constant::Char(_) => TyKind::Char,
            Constant::Unit => TyKind::Tuple([].into()),
        })
    }
}

/// The low `bits` bits of `value`.
pub(crate) fn truncate(value: u128, bits: u32) -> u128 {
    if bits >= 128 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}
