//! Floating point numbers as zero-extended bits: exact, and silent about NaN.
//!
//! The bits of a NaN that an operation makes are not specified, so no function here gives any:
//! `None` says that the result is one.

use kvant_mir::{BinOp, FloatTy};

use crate::arithmetic::{Int, sign_extend, truncate};

/// What an operation on two floats gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatResult {
    /// The bits of a number.
    Number(u64),
    /// A NaN.
    Nan,
    /// The result of a comparison.
    Bool(bool),
}

/// `x op y` as IEEE 754 has it; `%` is `fmod`.
pub fn binary(op: BinOp, float: FloatTy, left: u64, right: u64) -> Option<FloatResult> {
    macro_rules! on {
        ($float:ident, $bits:ty) => {{
            let (x, y) = (
                $float::from_bits(left as $bits),
                $float::from_bits(right as $bits),
            );
            let number = |value: $float| match value.is_nan() {
                true => FloatResult::Nan,
                false => FloatResult::Number(value.to_bits().into()),
            };
            match op {
                BinOp::Add => number(x + y),
                BinOp::Sub => number(x - y),
                BinOp::Mul => number(x * y),
                BinOp::Div => number(x / y),
                BinOp::Rem => number(x % y),
                BinOp::Eq => FloatResult::Bool(x == y),
                BinOp::Ne => FloatResult::Bool(x != y),
                BinOp::Lt => FloatResult::Bool(x < y),
                BinOp::Le => FloatResult::Bool(x <= y),
                BinOp::Gt => FloatResult::Bool(x > y),
                BinOp::Ge => FloatResult::Bool(x >= y),
                BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor | BinOp::Shl | BinOp::Shr => {
                    return None;
                }
            }
        }};
    }
    #[allow(clippy::float_cmp)] // The comparison is the operation.
    Some(match float {
        FloatTy::F32 => on!(f32, u32),
        FloatTy::F64 => on!(f64, u64),
    })
}

/// `-x`: flips the sign and leaves everything else alone, in a NaN too.
pub fn negate(float: FloatTy, bits: u64) -> u64 {
    bits ^ 1 << (float.bytes() * 8 - 1)
}

/// Whether the bits are those of a NaN.
pub fn is_nan(float: FloatTy, bits: u64) -> bool {
    match float {
        FloatTy::F32 => f32::from_bits(bits as u32).is_nan(),
        FloatTy::F64 => f64::from_bits(bits).is_nan(),
    }
}

/// `x as T` from an integer: the nearest float, ties to even.
pub fn from_int(int: Int, value: u128, to: FloatTy) -> u64 {
    match (to, int.signed) {
        (FloatTy::F32, false) => (value as f32).to_bits().into(),
        (FloatTy::F32, true) => (sign_extend(value, int.bits) as f32).to_bits().into(),
        (FloatTy::F64, false) => (value as f64).to_bits(),
        (FloatTy::F64, true) => (sign_extend(value, int.bits) as f64).to_bits(),
    }
}

/// `x as T` to an integer: towards zero, and the nearest bound where that does not fit. 0 for a NaN.
pub fn to_int(from: FloatTy, bits: u64, int: Int) -> u128 {
    let value = match from {
        FloatTy::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatTy::F64 => f64::from_bits(bits),
    };
    if int.signed {
        // The native cast has the bounds of 128 bits; the ones of narrower types lie inside.
        let most = i128::MAX >> (128 - int.bits);
        let wide = (value as i128).clamp(-most - 1, most);
        truncate(wide.cast_unsigned(), int.bits)
    } else {
        (value as u128).min(u128::MAX >> (128 - int.bits))
    }
}

/// `x as T` to another float; `None` for a NaN.
pub fn convert(from: FloatTy, bits: u64, to: FloatTy) -> Option<u64> {
    if is_nan(from, bits) {
        return None;
    }
    Some(match (from, to) {
        (FloatTy::F32, FloatTy::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        (FloatTy::F64, FloatTy::F32) => (f64::from_bits(bits) as f32).to_bits().into(),
        _ => bits,
    })
}

/// A quiet NaN with this sign and as much of this payload as fits.
pub fn nan(float: FloatTy, sign: bool, payload: u64) -> u64 {
    let (quiet, width) = match float {
        FloatTy::F32 => (f32::INFINITY.to_bits() as u64 | 1 << 22, 22),
        FloatTy::F64 => (f64::INFINITY.to_bits() | 1 << 51, 51),
    };
    let payload = payload & ((1 << width) - 1);
    let sign = u64::from(sign) << (float.bytes() * 8 - 1);
    quiet | payload | sign
}
