//! Arithmetic on integers as zero-extended bits: pure functions, one for each kind of rvalue.

use std::fmt;

use kvant_mir::{BinOp, CheckedOp, UnOp};

use crate::Ub;

/// An integer type on some target: its width in bits and its signedness. `bool` and `char` are unsigned integers of 1 and 32
/// bits here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// The width in bits.
    pub bits: u32,
    /// True for signed types.
    pub signed: bool,
}

impl Int {
    /// `bool`.
    pub const BOOL: Int = Int {
        bits: 1,
        signed: false,
    };

    /// `char`.
    pub const CHAR: Int = Int {
        bits: 32,
        signed: false,
    };

    /// `value` as a decimal number.
    pub fn decimal(self, value: u128) -> String {
        if self.signed {
            sign_extend(value, self.bits).to_string()
        } else {
            value.to_string()
        }
    }
}

/// The type of this width and sign: `u8`, `i128`, and `u64` for a `usize` of 64 bits.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.signed { 'i' } else { 'u' };
        write!(f, "{sign}{}", self.bits)
    }
}

/// The low `bits` bits of `value`.
#[inline]
pub fn truncate(value: u128, bits: u32) -> u128 {
    if bits <= 64 {
        // Fast path: shifts of 128 bits are slow, and few integers need them.
        return (value as u64 & (u64::MAX >> (64 - bits))).into();
    }
    value << (128 - bits) >> (128 - bits)
}

/// `value`, an integer of `bits` bits, read as two's complement.
#[inline]
pub fn sign_extend(value: u128, bits: u32) -> i128 {
    if bits <= 64 {
        let above = 64 - bits;
        return (((value as u64) << above).cast_signed() >> above).into();
    }
    (value << (128 - bits)).cast_signed() >> (128 - bits)
}

/// `-x` and `!x`.
pub fn unary(op: UnOp, int: Int, value: u128) -> u128 {
    truncate(
        match op {
            UnOp::Neg => value.wrapping_neg(),
            UnOp::Not => !value,
        },
        int.bits,
    )
}

/// `x op y`: arithmetic wraps, shifts mask their amount, division has two cases that are undefined.
/// Comparisons give 0 or 1. `right` has the type of `left`, except for shifts.
#[inline]
pub fn binary(op: BinOp, int: Int, left: u128, right: u128) -> Result<u128, Ub> {
    let bits = int.bits;
    let signed = |value| sign_extend(value, bits);
    let less = || {
        if int.signed {
            signed(left) < signed(right)
        } else {
            left < right
        }
    };
    Ok(match op {
        BinOp::Add => truncate(left.wrapping_add(right), bits),
        BinOp::Sub => truncate(left.wrapping_sub(right), bits),
        BinOp::Mul => truncate(left.wrapping_mul(right), bits),
        BinOp::Div | BinOp::Rem => return divide(op, int, left, right),
        BinOp::BitAnd => left & right,
        BinOp::BitOr => left | right,
        BinOp::BitXor => left ^ right,
        BinOp::Shl => truncate(left << shift_amount(right, bits), bits),
        BinOp::Shr if int.signed => truncate(
            (signed(left) >> shift_amount(right, bits)).cast_unsigned(),
            bits,
        ),
        BinOp::Shr => left >> shift_amount(right, bits),
        BinOp::Eq => (left == right).into(),
        BinOp::Ne => (left != right).into(),
        BinOp::Lt => less().into(),
        BinOp::Ge => (!less()).into(),
        BinOp::Gt => (left != right && !less()).into(),
        BinOp::Le => (left == right || less()).into(),
    })
}

/// The amount of a shift modulo the width. Widths are powers of two, so masking the low bits is right for negative amounts and
/// for amounts of any width too.
fn shift_amount(right: u128, bits: u32) -> u32 {
    right as u32 & (bits - 1)
}

fn divide(op: BinOp, int: Int, left: u128, right: u128) -> Result<u128, Ub> {
    // Truncated first, because the divisor may be zero without the bits beyond the type.
    let (left, right) = (truncate(left, int.bits), truncate(right, int.bits));
    if right == 0 {
        return Err(Ub::DivisionByZero {
            int,
            dividend: left,
        });
    }
    if !int.signed {
        return Ok(match op {
            BinOp::Div => left / right,
            _ => left % right,
        });
    }
    let (dividend, divisor) = (sign_extend(left, int.bits), sign_extend(right, int.bits));
    if divisor == -1 && dividend == sign_extend(1 << (int.bits - 1), int.bits) {
        return Err(Ub::DivisionOverflow { int });
    }
    let result = match op {
        BinOp::Div => dividend / divisor,
        _ => dividend % divisor,
    };
    Ok(truncate(result.cast_unsigned(), int.bits))
}

/// `Checked(x op y)`: the wrapped result, and true if it overflowed.
pub fn checked(op: CheckedOp, int: Int, left: u128, right: u128) -> (u128, bool) {
    let bits = int.bits;
    if int.signed {
        let (left, right) = (sign_extend(left, bits), sign_extend(right, bits));
        let (wide, wrapped) = match op {
            CheckedOp::Add => left.overflowing_add(right),
            CheckedOp::Sub => left.overflowing_sub(right),
            CheckedOp::Mul => left.overflowing_mul(right),
        };
        let result = truncate(wide.cast_unsigned(), bits);
        (result, wrapped || sign_extend(result, bits) != wide)
    } else {
        let (wide, wrapped) = match op {
            CheckedOp::Add => left.overflowing_add(right),
            CheckedOp::Sub => left.overflowing_sub(right),
            CheckedOp::Mul => left.overflowing_mul(right),
        };
        let result = truncate(wide, bits);
        (result, wrapped || result != wide)
    }
}

/// `x as T`: extends according to the source type, then truncates.
pub fn cast(from: Int, to: Int, value: u128) -> u128 {
    let wide = if from.signed {
        sign_extend(value, from.bits).cast_unsigned()
    } else {
        value
    };
    truncate(wide, to.bits)
}
