//! Constants.

use super::{Printer, decimal};
use crate::syntax::{Constant, IntTy};
use kvant_memory::Target;

/// Appends the integer with these `bits`, without a suffix: `-5`.
pub(crate) fn integer(bits: u128, ty: IntTy, out: &mut String) {
    if !ty.is_signed() {
        return decimal(bits, out);
    }
    let value = sign_extend(bits, ty);
    if value < 0 {
        out.push('-');
    }
    decimal(value.unsigned_abs(), out);
}

/// Appends a constant: `-5_i8`, `true`, `()`.
pub(super) fn constant(constant: Constant, out: &mut String) {
    match constant {
        Constant::Int(bits, ty) => {
            integer(bits, ty, out);
            out.push('_');
            out.push_str(ty.name());
        }
        Constant::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Constant::Unit => out.push_str("()"),
    }
}

impl Printer<'_> {
    /// A constant as an operand: a negative one is in parentheses, for `-x as T` reads badly.
    pub(super) fn constant(&mut self, value: Constant) {
        let negative = matches!(value, Constant::Int(bits, ty) if is_negative(bits, ty));
        if negative {
            self.push("(");
        }
        constant(value, self.out);
        if negative {
            self.push(")");
        }
    }
}

/// Whether an integer with these `bits` is less than zero.
pub(super) fn is_negative(bits: u128, ty: IntTy) -> bool {
    ty.is_signed() && sign_extend(bits, ty) < 0
}

/// The value of `bits` read as the signed type `ty`, with pointers of 64 bits.
fn sign_extend(bits: u128, ty: IntTy) -> i128 {
    let above = 128 - ty.bits(&Target::X86_64);
    ((bits << above) as i128) >> above
}
