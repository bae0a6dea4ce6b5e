//! Constants that stand for themselves in the text.

use super::{IntTy, Ty, TyKind, Types};
use kvant_memory::Target;

/// A scalar constant, or the unit value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// An integer: its bits, zero-extended, and its type.
    Int(u128, IntTy),
    /// `true` or `false`.
    Bool(bool),
    /// `()`.
    Unit,
}

impl Constant {
    /// The integer `value` cut down to `ty` on `target`.
    pub fn int(value: i128, ty: IntTy, target: &Target) -> Constant {
        Constant::Int(truncate(value as u128, ty.bits(target)), ty)
    }

    /// The constant's type, which must have been interned.
    pub fn ty(self, types: &Types) -> Option<Ty> {
        types.lookup(&match self {
            Constant::Int(_, int) => TyKind::Int(int),
            Constant::Bool(_) => TyKind::Bool,
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
