//! Arithmetic on the bits of floats, without poison, undef and choices. NaNs among the results have any bits: the rules about
//! them are in [`super`].
//!
//! `float` and `double` are those of the processor, other types are `rustc_apfloat`'s.

use std::cmp::Ordering;

use kvant_llvm::syntax::{BinaryOp, FloatKind};
use num_bigint::{BigInt, BigUint, Sign};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{ExpInt, Float, FloatConvert, Round};

use crate::leaf::mask;

/// Evaluates an expression with `$F` as the type of `rustc_apfloat` for a kind.
macro_rules! with_type {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = BFloat;
                $body
            }
            FloatKind::Float => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::X86Fp80 => {
                type $F = X87DoubleExtended;
                $body
            }
            // Values of `ppc_fp128` are refused where functions are decoded.
            FloatKind::Fp128 | FloatKind::PpcFp128 => {
                type $F = Quad;
                $body
            }
        }
    };
}

/// An integer that a float is rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integral {
    Floor,
    Ceil,
    Trunc,
    /// To the nearest, and to the even one of two.
    NearestEven,
    /// To the nearest, and away from zero if there are two.
    NearestAway,
}

/// The number of bits below the quiet bit and the quiet bit.
fn fraction_bits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::Half => 10,
        FloatKind::BFloat => 7,
        FloatKind::Float => 23,
        FloatKind::Double => 52,
        FloatKind::X86Fp80 => 63,
        FloatKind::Fp128 | FloatKind::PpcFp128 => 112,
    }
}

/// The sign.
pub(crate) fn sign(kind: FloatKind) -> u128 {
    1 << (kind.bits() - 1)
}

/// The bit that makes a NaN quiet.
pub(crate) fn quiet(kind: FloatKind) -> u128 {
    1 << (fraction_bits(kind) - 1)
}

/// Positive infinity.
pub(crate) fn infinity(kind: FloatKind) -> u128 {
    // The bit before the fraction of `x86_fp80` is the one that other formats do not store.
    let fraction = fraction_bits(kind);
    mask(kind.bits() - 1) & !mask(fraction)
}

/// Magnitudes of canonical numbers from here on are normal.
pub(crate) fn least_normal(kind: FloatKind) -> u128 {
    1 << (fraction_bits(kind) + u32::from(kind == FloatKind::X86Fp80))
}

/// The positive quiet NaN without a payload.
pub(crate) fn preferred_nan(kind: FloatKind) -> u128 {
    infinity(kind) | quiet(kind)
}

pub(crate) fn magnitude(kind: FloatKind, bits: u128) -> u128 {
    bits & !sign(kind)
}

pub(crate) fn is_negative(kind: FloatKind, bits: u128) -> bool {
    bits & sign(kind) != 0
}

pub(crate) fn is_nan(kind: FloatKind, bits: u128) -> bool {
    magnitude(kind, bits) > infinity(kind)
}

pub(crate) fn is_signaling(kind: FloatKind, bits: u128) -> bool {
    is_nan(kind, bits) && bits & quiet(kind) == 0
}

pub(crate) fn is_infinite(kind: FloatKind, bits: u128) -> bool {
    magnitude(kind, bits) == infinity(kind)
}

pub(crate) fn is_zero(kind: FloatKind, bits: u128) -> bool {
    magnitude(kind, bits) == 0
}

/// False for bits that no operation makes: an `x86_fp80` whose leading bit contradicts its exponent.
pub(crate) fn is_canonical(kind: FloatKind, bits: u128) -> bool {
    kind != FloatKind::X86Fp80 || (bits >> 63 & 1 == 1) == (bits >> 64 & 0x7fff != 0)
}

/// A NaN in another format, with the highest bits of its payload. The result may be an infinity if there are none.
pub(crate) fn convert_nan(from: FloatKind, into: FloatKind, bits: u128) -> u128 {
    let (old, new) = (fraction_bits(from), fraction_bits(into));
    let fraction = bits & mask(old);
    let fraction = match new >= old {
        true => fraction << (new - old),
        false => fraction >> (old - new),
    };
    let sign = if is_negative(from, bits) {
        sign(into)
    } else {
        0
    };
    sign | infinity(into) | fraction
}

/// The order of two floats; none if one is a NaN.
pub(crate) fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    if is_nan(kind, a) || is_nan(kind, b) {
        return None;
    }
    // Magnitudes are ordered as integers are.
    let key = |bits: u128| match is_negative(kind, bits) {
        true => -magnitude(kind, bits).cast_signed(),
        false => bits.cast_signed(),
    };
    Some(key(a).cmp(&key(b)))
}

/// `fadd`, `fsub`, `fmul`, `fdiv` or `frem`.
pub(crate) fn binary(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> u128 {
    macro_rules! native {
        ($F:ident, $bits:ident) => {{
            let (a, b) = ($F::from_bits(a as $bits), $F::from_bits(b as $bits));
            let value = match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                _ => a % b,
            };
            value.to_bits().into()
        }};
    }
    match kind {
        FloatKind::Float => native!(f32, u32),
        FloatKind::Double => native!(f64, u64),
        _ => with_type!(kind, F => soft_binary::<F>(op, a, b)),
    }
}

fn soft_binary<F: Float>(op: BinaryOp, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let value = match op {
        BinaryOp::FAdd => a + b,
        BinaryOp::FSub => a - b,
        BinaryOp::FMul => a * b,
        BinaryOp::FDiv => a / b,
        _ => a.c_fmod(b),
    };
    value.value.to_bits()
}

/// `a * b + c`, rounded once.
pub(crate) fn fused(kind: FloatKind, [a, b, c]: [u128; 3]) -> u128 {
    macro_rules! native {
        ($F:ident, $bits:ident) => {{
            let of = |value| $F::from_bits(value as $bits);
            of(a).mul_add(of(b), of(c)).to_bits().into()
        }};
    }
    match kind {
        FloatKind::Float => native!(f32, u32),
        FloatKind::Double => native!(f64, u64),
        _ => with_type!(kind, F => soft_fused::<F>([a, b, c])),
    }
}

fn soft_fused<F: Float>([a, b, c]: [u128; 3]) -> u128 {
    let fused = F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c));
    fused.value.to_bits()
}

/// The square root.
pub(crate) fn sqrt(kind: FloatKind, a: u128) -> u128 {
    match kind {
        FloatKind::Float => f32::from_bits(a as u32).sqrt().to_bits().into(),
        FloatKind::Double => f64::from_bits(a as u64).sqrt().to_bits().into(),
        // A `double` has more than twice their digits, so that rounding twice does no harm.
        FloatKind::Half | FloatKind::BFloat => {
            let root = sqrt(FloatKind::Double, convert(kind, FloatKind::Double, a));
            convert(FloatKind::Double, kind, root)
        }
        _ => with_type!(kind, F => soft_sqrt::<F>(kind, a)),
    }
}

fn soft_sqrt<F: Float>(kind: FloatKind, a: u128) -> u128 {
    if is_zero(kind, a) || is_nan(kind, a) || a == infinity(kind) {
        return a;
    }
    if is_negative(kind, a) {
        return preferred_nan(kind);
    }
    // The root of an integer with an even exponent, with more digits than the format has and one for the rest.
    let (_, mut significand, mut exponent) = parts(kind, a);
    if exponent % 2 != 0 {
        (significand, exponent) = (significand << 1, exponent - 1);
    }
    let square = BigUint::from(significand) << 240u32;
    let root = square.sqrt();
    let is_exact = &root * &root == square;
    rounded::<F>(&root, !is_exact, exponent / 2 - 120).to_bits()
}

/// An integer times a power of two, and a little more if `has_rest`, rounded to the nearest. The integer is large, and neither
/// it nor the result is so small that it would be rounded again.
fn rounded<F: Float>(value: &BigUint, has_rest: bool, exponent: i32) -> F {
    let dropped = (value.bits() as u32).saturating_sub(120);
    let high = value >> dropped;
    let has_rest = has_rest || &high << dropped != *value;
    let high = u128::try_from(&high).unwrap_or_default() << 1 | u128::from(has_rest);
    let exponent = exponent.saturating_add_unsigned(dropped) - 1;
    F::from_u128(high).value.scalbn(exponent)
}

/// The sign, an integer and an exponent of two that make a finite float.
fn parts(kind: FloatKind, bits: u128) -> (bool, u128, i32) {
    let fraction = fraction_bits(kind);
    let stored = fraction + u32::from(kind == FloatKind::X86Fp80);
    let exponent = (magnitude(kind, bits) >> stored) as i32;
    let bias = (mask(kind.bits() - 2 - stored)) as i32 + fraction as i32;
    let significand = match exponent {
        0 => bits & mask(fraction),
        _ => bits & mask(fraction) | 1 << fraction,
    };
    (is_negative(kind, bits), significand, exponent.max(1) - bias)
}

/// A finite float, rounded to an integer.
pub(crate) fn integral(kind: FloatKind, to: Integral, a: u128) -> u128 {
    macro_rules! native {
        ($F:ident, $bits:ident) => {{
            let a = $F::from_bits(a as $bits);
            let value = match to {
                Integral::Floor => a.floor(),
                Integral::Ceil => a.ceil(),
                Integral::Trunc => a.trunc(),
                Integral::NearestEven => a.round_ties_even(),
                Integral::NearestAway => a.round(),
            };
            value.to_bits().into()
        }};
    }
    match kind {
        FloatKind::Float => native!(f32, u32),
        FloatKind::Double => native!(f64, u64),
        _ => with_type!(kind, F => soft_integral::<F>(to, a)),
    }
}

fn soft_integral<F: Float>(to: Integral, a: u128) -> u128 {
    let round = match to {
        Integral::Floor => Round::TowardNegative,
        Integral::Ceil => Round::TowardPositive,
        Integral::Trunc => Round::TowardZero,
        Integral::NearestEven => Round::NearestTiesToEven,
        Integral::NearestAway => Round::NearestTiesToAway,
    };
    F::from_bits(a).round_to_integral(round).value.to_bits()
}

/// A finite float times a power of two.
pub(crate) fn scaled(kind: FloatKind, a: u128, exponent: i128) -> u128 {
    // Everything beyond is zero or infinity in every format.
    let exponent = exponent.clamp(-100_000, 100_000) as ExpInt;
    with_type!(kind, F => F::from_bits(a).scalbn(exponent).to_bits())
}

/// A finite float as one whose magnitude is in [0.5, 1), and the exponent of two.
pub(crate) fn split(kind: FloatKind, a: u128) -> (u128, i32) {
    if is_zero(kind, a) {
        return (a, 0);
    }
    let (_, significand, exponent) = parts(kind, a);
    let power = exponent + (128 - significand.leading_zeros()) as i32;
    (scaled(kind, a, -i128::from(power)), power)
}

/// A float in another format, rounded to the nearest. Not for NaNs.
pub(crate) fn convert(from: FloatKind, into: FloatKind, a: u128) -> u128 {
    fn soft<F: Float + FloatConvert<T>, T: Float>(a: u128) -> u128 {
        F::from_bits(a).convert(&mut false).value.to_bits()
    }
    match (from, into) {
        (FloatKind::Float, FloatKind::Double) => {
            f64::from(f32::from_bits(a as u32)).to_bits().into()
        }
        (FloatKind::Double, FloatKind::Float) => (f64::from_bits(a as u64) as f32).to_bits().into(),
        _ => with_type!(from, F => with_type!(into, T => soft::<F, T>(a))),
    }
}

/// An integer as a float, rounded to the nearest.
pub(crate) fn from_int(kind: FloatKind, is_negative: bool, value: u128) -> u128 {
    let bits = match kind {
        FloatKind::Float => (value as f32).to_bits().into(),
        FloatKind::Double => (value as f64).to_bits().into(),
        _ => with_type!(kind, F => F::from_u128(value).value.to_bits()),
    };
    if is_negative { bits ^ sign(kind) } else { bits }
}

/// An integer of any size as a float, rounded to the nearest.
pub(crate) fn from_big(kind: FloatKind, value: &BigInt) -> u128 {
    let is_negative = value.sign() == Sign::Minus;
    if let Ok(small) = u128::try_from(value.magnitude()) {
        return from_int(kind, is_negative, small);
    }
    let bits = with_type!(kind, F => rounded::<F>(value.magnitude(), false, 0).to_bits());
    if is_negative { bits ^ sign(kind) } else { bits }
}

/// A finite float as an integer, rounded toward zero: the sign and the magnitude. None if it has more than 128 bits.
pub(crate) fn to_int(kind: FloatKind, a: u128) -> Option<(bool, u128)> {
    let (is_negative, significand, exponent) = parts(kind, a);
    let value = match u32::try_from(exponent) {
        Ok(exponent) if significand == 0 || exponent <= significand.leading_zeros() => {
            significand.checked_shl(exponent).unwrap_or(0)
        }
        Ok(_) => return None,
        Err(_) => significand
            .checked_shr(exponent.unsigned_abs())
            .unwrap_or(0),
    };
    Some((is_negative, value))
}

/// A finite float as an integer of any size, rounded toward zero.
pub(crate) fn to_big(kind: FloatKind, a: u128) -> BigInt {
    let (is_negative, significand, exponent) = parts(kind, a);
    let value = BigInt::from(significand);
    let value = match u32::try_from(exponent) {
        Ok(exponent) => value << exponent,
        Err(_) => value >> exponent.unsigned_abs(),
    };
    if is_negative { -value } else { value }
}

#[cfg(test)]
pub(super) mod tests;
