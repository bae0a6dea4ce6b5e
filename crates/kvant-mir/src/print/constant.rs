//! Constants.

use std::fmt::Write;

use super::{Printer, decimal};
use crate::syntax::{Constant, FloatTy, IntTy};
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

/// Appends the float with these `bits`: `1.5_f32`, `-0.0_f64`, `f32::INFINITY`.
///
/// The digits are the fewest that parse to the same bits. A NaN is not a constant of the subset; it prints as text that
/// `parse` refuses with the reason.
fn float(bits: u64, ty: FloatTy, out: &mut String) {
    let name = ty.name();
    let value = widen(bits, ty);
    // Writing to a string cannot fail.
    let _ = match (ty, value.is_finite()) {
        (FloatTy::F32, true) => write!(out, "{:?}_{name}", f32::from_bits(bits as u32)),
        (FloatTy::F64, true) => write!(out, "{value:?}_{name}"),
        (_, false) if value.is_nan() => write!(out, "{name}::NAN"),
        (_, false) if value > 0.0 => write!(out, "{name}::INFINITY"),
        (_, false) => write!(out, "{name}::NEG_INFINITY"),
    };
}

/// Appends a character: `'a'`, `'\''`, `'\u{1f600}'`.
pub(crate) fn character(value: char, out: &mut String) {
    out.push('\'');
    match value {
        '\'' | '\\' => out.extend(['\\', value]),
        ' '..='~' => out.push(value),
        _ => out.extend(value.escape_unicode()),
    }
    out.push('\'');
}

/// Appends a constant: `-5_i8`, `1.5_f32`, `true`, `'a'`, `()`.
pub(crate) fn constant(constant: Constant, out: &mut String) {
    match constant {
        Constant::Int(bits, ty) => {
            integer(bits, ty, out);
            out.push('_');
            out.push_str(ty.name());
        }
        Constant::Float(bits, ty) => float(bits, ty, out),
        Constant::Bool(value) => out.push_str(if value { "true" } else { "false" }),
        Constant::Char(value) => character(value, out),
        Constant::Unit => out.push_str("()"),
    }
}

impl Printer<'_> {
    /// Writes a constant as an operand. A negative one is in parentheses, because `-x as T` is hard to read. Custom MIR treats
    /// `()` as an aggregate, which is not an operand.
    pub(super) fn constant(&mut self, value: Constant) {
        if value == Constant::Unit {
            return self.push("const { () }");
        }
        let negative = has_minus(value);
        if negative {
            self.push("(");
        }
        constant(value, self.out);
        if negative {
            self.push(")");
        }
    }
}

/// True if the text of a constant begins with a minus.
fn has_minus(constant: Constant) -> bool {
    match constant {
        Constant::Int(bits, ty) => ty.is_signed() && sign_extend(bits, ty) < 0,
        Constant::Float(bits, ty) => {
            let value = widen(bits, ty);
            value.is_finite() && value.is_sign_negative()
        }
        Constant::Bool(_) | Constant::Char(_) | Constant::Unit => false,
    }
}

/// The value of `bits` read as the signed type `ty`, with pointers of 64 bits.
fn sign_extend(bits: u128, ty: IntTy) -> i128 {
    let above = 128 - ty.bits(&Target::X86_64);
    ((bits << above) as i128) >> above
}

/// The value of `bits` read as the float type `ty`: every `f32` is an `f64`.
fn widen(bits: u64, ty: FloatTy) -> f64 {
    match ty {
        FloatTy::F32 => f32::from_bits(bits as u32).into(),
        FloatTy::F64 => f64::from_bits(bits),
    }
}
