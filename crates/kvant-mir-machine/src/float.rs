//! Floating point numbers as zero-extended bits.
//!
//! The bits of a NaN that an operation makes are not specified, so no function here returns any: [`FloatResult::Nan`] or
//! `None` stands for a NaN.

use kvant_mir::{BinOp, FloatTy, Intrinsic};

use crate::Ub;
use crate::arithmetic::{Int, sign_extend, truncate};

/// The result of an operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatResult {
    /// The bits of a number.
    Number(u64),
    /// A NaN.
    Nan,
    /// The result of a comparison.
    Bool(bool),
}

/// `x op y` according to IEEE 754; `%` is `fmod`.
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

/// `-x`: flips the sign bit and nothing else, of a NaN too.
pub fn negate(float: FloatTy, bits: u64) -> u64 {
    bits ^ sign_bit(float)
}

/// `fabs`: clears the sign bit and nothing else, of a NaN too.
pub fn abs(float: FloatTy, bits: u64) -> u64 {
    bits & !sign_bit(float)
}

/// `copysign`: the first float with the sign bit of the second, of a NaN too.
pub fn copysign(float: FloatTy, magnitude: u64, sign: u64) -> u64 {
    abs(float, magnitude) | sign & sign_bit(float)
}

fn sign_bit(float: FloatTy) -> u64 {
    1 << (float.bytes() * 8 - 1)
}

/// Intrinsics that compute a float from another. `None` for all others; `fabs` is [`abs`], which changes one bit only.
///
/// - `sqrt`: the nearest float, ties to even; a NaN for everything below zero, and -0 for -0.
/// - `floor`, `ceil`, `trunc`: the next integer downwards, upwards, towards zero.
/// - `round`, `round_ties_even`: the nearest integer, ties away from zero or to the even one.
/// - A number that is rounded to zero keeps its sign, and an infinity is rounded to itself.
pub fn one_float(op: Intrinsic, float: FloatTy, bits: u64) -> Option<FloatResult> {
    macro_rules! on {
        ($float:ident, $bits:ty) => {{
            let x = $float::from_bits(bits as $bits);
            let result = match op {
                Intrinsic::Sqrt => x.sqrt(),
                Intrinsic::Floor => x.floor(),
                Intrinsic::Ceil => x.ceil(),
                Intrinsic::Trunc => x.trunc(),
                Intrinsic::Round => x.round(),
                Intrinsic::RoundTiesEven => x.round_ties_even(),
                _ => return None,
            };
            result.to_bits().into()
        }};
    }
    let result = match float {
        FloatTy::F32 => on!(f32, u32),
        FloatTy::F64 => on!(f64, u64),
    };
    Some(computed(float, result))
}

/// `fma`: `x * y + z`, rounded once.
pub fn fma(float: FloatTy, x: u64, y: u64, z: u64) -> FloatResult {
    macro_rules! on {
        ($float:ident, $bits:ty) => {{
            let [x, y, z] = [x, y, z].map(|bits| $float::from_bits(bits as $bits));
            x.mul_add(y, z).to_bits().into()
        }};
    }
    let result = match float {
        FloatTy::F32 => on!(f32, u32),
        FloatTy::F64 => on!(f64, u64),
    };
    computed(float, result)
}

fn computed(float: FloatTy, bits: u64) -> FloatResult {
    match is_nan(float, bits) {
        true => FloatResult::Nan,
        false => FloatResult::Number(bits),
    }
}

/// True if the bits are a NaN.
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

/// `x as T` to an integer: rounds towards zero, and saturates at the bounds of the type. 0 for a NaN.
pub fn to_int(from: FloatTy, bits: u64, int: Int) -> u128 {
    let value = widen(from, bits);
    if int.signed {
        // The native cast saturates at the bounds of 128 bits, which contain those of narrower types.
        let most = i128::MAX >> (128 - int.bits);
        let wide = (value as i128).clamp(-most - 1, most);
        truncate(wide.cast_unsigned(), int.bits)
    } else {
        (value as u128).min(u128::MAX >> (128 - int.bits))
    }
}

/// `float_to_int_unchecked`: rounds towards zero; undefined for a NaN, an infinity, and if the result does not fit the type.
pub fn to_int_unchecked(from: FloatTy, bits: u64, int: Int) -> Result<u128, Ub> {
    let whole = widen(from, bits).trunc();
    // The bounds are 0 and powers of two up to 2^128, which an `f64` represents exactly; no comparison with a NaN is true.
    let half = (1_u128 << (int.bits - 1)) as f64;
    let (least, beyond) = match int.signed {
        true => (-half, half),
        false => (0.0, half * 2.0),
    };
    if least <= whole && whole < beyond {
        Ok(to_int(from, bits, int))
    } else {
        Err(Ub::FloatDoesNotFit {
            float: from,
            bits,
            int,
        })
    }
}

/// The same number as an `f64`.
fn widen(float: FloatTy, bits: u64) -> f64 {
    match float {
        FloatTy::F32 => f32::from_bits(bits as u32).into(),
        FloatTy::F64 => f64::from_bits(bits),
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
    let sign = if sign { sign_bit(float) } else { 0 };
    quiet | payload | sign
}
