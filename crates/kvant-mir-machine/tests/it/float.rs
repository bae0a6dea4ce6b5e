//! The machine's floating point, compared with the same operations compiled in this test, and with exact computations on
//! integers where the machine itself uses compiled operations.

use kvant_generate::Rng;
use kvant_memory::Target;
use kvant_mir::{BinOp, FloatTy, IntTy, Intrinsic, Signature};
use kvant_mir_machine::Ub;
use kvant_mir_machine::arithmetic::{Int, sign_extend};
use kvant_mir_machine::float::{self, FloatResult};

use crate::exact::{self, Exact};

/// Edge cases: zeros, the bounds of the subnormal and normal ranges, the bounds of the integer types and their neighbours,
/// ties, infinities, and a NaN.
fn edges() -> Vec<f64> {
    let mut edges = vec![
        0.0,
        0.1,
        0.5,
        1.0,
        1.5,
        2.5,
        1e10,
        1e300,
        16_777_217.0,
        16_777_219.0,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::EPSILON,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
        f32::MAX.into(),
        f32::MIN_POSITIVE.into(),
        f32::from_bits(1).into(),
    ];
    for bits in [7, 8, 15, 16, 31, 32, 63, 64, 127] {
        let power = 2_f64.powi(bits);
        let below = f64::from_bits(power.to_bits() - 1);
        edges.extend([power, below, power - 1.0, power + 1.0, power - 0.5]);
    }
    let negative: Vec<f64> = edges.iter().map(|edge| -edge).collect();
    edges.extend(negative);
    edges
}

fn bits(float: FloatTy, value: f64) -> u64 {
    match float {
        FloatTy::F32 => (value as f32).to_bits().into(),
        FloatTy::F64 => value.to_bits(),
    }
}

#[test]
fn casts_to_integers_are_those_of_rust() {
    macro_rules! check {
        ($value:expr, $($int:ident)*) => {$(
            let int = Int { bits: $int::BITS, signed: $int::MIN != 0 };
            for float in FloatTy::ALL {
                let native = match float {
                    FloatTy::F32 => $value as f32 as $int,
                    FloatTy::F64 => $value as $int,
                };
                let ours = float::to_int(float, bits(float, $value), int);
                let ours = match int.signed {
                    true => sign_extend(ours, int.bits) as $int,
                    false => ours as $int,
                };
                assert_eq!(ours, native, "{} as {} from {float:?}", $value, stringify!($int));
            }
        )*};
    }
    for value in edges() {
        check!(value, i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);
    }
}

#[test]
fn casts_from_integers_are_those_of_rust() {
    macro_rules! check {
        ($($int:ident)*) => {$(
            let int = Int { bits: $int::BITS, signed: $int::MIN != 0 };
            for shift in 0..$int::BITS {
                for nudge in [-2_i8, -1, 0, 1, 2] {
                    let value = (1 as $int).wrapping_shl(shift).wrapping_add(nudge as $int);
                    let raw = (value as u128) << (128 - int.bits) >> (128 - int.bits);
                    let narrow = float::from_int(int, raw, FloatTy::F32);
                    let wide = float::from_int(int, raw, FloatTy::F64);
                    assert_eq!(narrow, u64::from((value as f32).to_bits()), "{value}");
                    assert_eq!(wide, (value as f64).to_bits(), "{value}");
                }
            }
        )*};
    }
    check!(i8 i16 i32 i64 i128 u8 u16 u32 u64 u128);
}

#[test]
fn casts_between_floats_round_once_and_detect_a_nan() {
    for value in edges() {
        let narrow = float::convert(FloatTy::F64, value.to_bits(), FloatTy::F32);
        let wide = bits(FloatTy::F32, value);
        let back = float::convert(FloatTy::F32, wide, FloatTy::F64);
        if value.is_nan() {
            assert_eq!((narrow, back), (None, None));
        } else {
            assert_eq!(narrow, Some((value as f32).to_bits().into()), "{value}");
            assert_eq!(back, Some(f64::from(value as f32).to_bits()), "{value}");
        }
    }
}

#[test]
fn operations_give_numbers_nans_or_bools() {
    let nan = FloatResult::Nan;
    let number = |float, value| FloatResult::Number(bits(float, value));
    for float in FloatTy::ALL {
        let apply = |op, x, y| float::binary(op, float, bits(float, x), bits(float, y));
        let infinity = f64::INFINITY;
        for (op, x, y, result) in [
            (BinOp::Add, 1.5, 2.25, number(float, 3.75)),
            (BinOp::Sub, infinity, infinity, nan),
            (BinOp::Mul, 0.0, -1.0, number(float, -0.0)),
            (BinOp::Mul, 0.0, infinity, nan),
            (BinOp::Div, 1.0, -0.0, number(float, -infinity)),
            (BinOp::Div, 0.0, 0.0, nan),
            (BinOp::Rem, -5.5, 2.0, number(float, -1.5)),
            (BinOp::Rem, 1.0, infinity, number(float, 1.0)),
            (BinOp::Rem, infinity, 2.0, nan),
            (BinOp::Eq, 0.0, -0.0, FloatResult::Bool(true)),
            (BinOp::Lt, -0.0, 0.0, FloatResult::Bool(false)),
            (BinOp::Ne, f64::NAN, f64::NAN, FloatResult::Bool(true)),
            (BinOp::Ge, f64::NAN, 0.0, FloatResult::Bool(false)),
        ] {
            assert_eq!(apply(op, x, y), Some(result), "{x} {} {y}", op.symbol());
        }
        for op in [
            BinOp::BitAnd,
            BinOp::BitOr,
            BinOp::BitXor,
            BinOp::Shl,
            BinOp::Shr,
        ] {
            assert_eq!(apply(op, 1.0, 1.0), None);
        }
    }
}

#[test]
fn every_choice_of_a_nan_is_a_quiet_one_and_negation_keeps_it() {
    for float in FloatTy::ALL {
        for sign in [false, true] {
            for payload in [0, 1, u64::MAX] {
                let bits = float::nan(float, sign, payload);
                assert!(float::is_nan(float, bits));
                let negated = float::negate(float, bits);
                assert_eq!(negated, float::nan(float, !sign, payload));
            }
        }
    }
}

/// Every sign and exponent with edge cases of mantissas, the edges, and every kind of NaN, as bits.
fn floats(float: FloatTy) -> Vec<u64> {
    let (width, exponents) = match float {
        FloatTy::F32 => (23, 256),
        FloatTy::F64 => (52, 2048),
    };
    let mut random = Rng::new(7);
    let mut floats: Vec<u64> = edges().iter().map(|edge| bits(float, *edge)).collect();
    for exponent in 0..2 * exponents {
        let all = (1 << width) - 1;
        let half = 1 << (width - 1);
        let mut mantissas = vec![0, 1, 2, half - 1, half, half + 1, all - 1, all];
        // Mantissas whose last bit is worth a quarter to two, with all bits above it or none.
        let point = width + exponents / 2 - 1 - exponent % exponents;
        for place in point - 2..=point + 1 {
            if let 0..64 = place {
                mantissas.extend([1 << place & all, all << place & all]);
            }
        }
        mantissas.extend([random.bits() & all, random.bits() & all]);
        floats.extend(mantissas.iter().map(|m| (exponent as u64) << width | m));
    }
    floats.sort_unstable();
    floats.dedup();
    floats
}

fn wide(float: FloatTy, bits: u64) -> f64 {
    match float {
        FloatTy::F32 => f32::from_bits(bits as u32).into(),
        FloatTy::F64 => f64::from_bits(bits),
    }
}

fn result(float: FloatTy, value: f64) -> FloatResult {
    match value.is_nan() {
        true => FloatResult::Nan,
        false => FloatResult::Number(bits(float, value)),
    }
}

/// Rounding according to the definition, on integers.
fn rounded_by_hand(op: Intrinsic, value: f64) -> f64 {
    if value.is_nan() || value.abs() >= 2_f64.powi(53) {
        return value;
    }
    let whole = value as i64;
    let rest = value - whole as f64;
    let away = if value < 0.0 { -1 } else { 1 };
    let rounded = match op {
        Intrinsic::Floor if rest < 0.0 => whole - 1,
        Intrinsic::Ceil if rest > 0.0 => whole + 1,
        Intrinsic::Round if rest.abs() >= 0.5 => whole + away,
        Intrinsic::RoundTiesEven if rest.abs() > 0.5 => whole + away,
        Intrinsic::RoundTiesEven if rest.abs() >= 0.5 && whole % 2 != 0 => whole + away,
        _ => whole,
    };
    let size = rounded.unsigned_abs() as f64;
    if value.is_sign_negative() {
        -size
    } else {
        size
    }
}

#[test]
fn rounding_keeps_the_sign_and_follows_the_rule() {
    let directions = [
        Intrinsic::Floor,
        Intrinsic::Ceil,
        Intrinsic::Trunc,
        Intrinsic::Round,
        Intrinsic::RoundTiesEven,
    ];
    for float in FloatTy::ALL {
        for bits in floats(float) {
            let value = wide(float, bits);
            for op in directions {
                let expected = result(float, rounded_by_hand(op, value));
                let found = float::one_float(op, float, bits);
                assert_eq!(found, Some(expected), "{op:?} of {value:?}, {float:?}");
            }
        }
    }
}

/// The square root, from the integer square root of a number of 126 or 127 bits. That has more bits than any float; of the
/// remainder it only matters if it is zero.
fn root_by_hand(float: FloatTy, value: f64) -> FloatResult {
    if value.is_nan() || value < 0.0 {
        return FloatResult::Nan;
    }
    if value.is_infinite() || value == 0.0 {
        return result(float, value);
    }
    let (mantissa, exponent) = exact::parts(value);
    let mut shift = mantissa.leading_zeros() as i32 + 62;
    shift += (exponent - shift) & 1;
    let square = u128::from(mantissa) << shift;
    let root = square.isqrt();
    let rest = u128::from(root * root != square);
    let root = Exact::new(false, root << 1 | rest, (exponent - shift) / 2 - 1);
    FloatResult::Number(root.rounded(float))
}

#[test]
fn square_roots_are_the_nearest_floats() {
    for float in FloatTy::ALL {
        for bits in floats(float) {
            let value = wide(float, bits);
            let expected = root_by_hand(float, value);
            let found = float::one_float(Intrinsic::Sqrt, float, bits);
            assert_eq!(found, Some(expected), "sqrt of {value:?}, {float:?}");
        }
    }
}

/// `x * y + z` without rounding, then rounded.
fn fma_by_hand(float: FloatTy, [x, y, z]: [f64; 3]) -> FloatResult {
    if [x, y, z].iter().any(|value| !value.is_finite()) {
        // Nothing is rounded here; the product of two finite numbers must not become an infinity.
        let product = match x.is_finite() && y.is_finite() {
            true => 0.0,
            false => x * y,
        };
        return result(float, product + z);
    }
    let exact = Exact::product(x, y).plus(&Exact::of(z));
    let negative = x.is_sign_negative() != y.is_sign_negative();
    if exact.is_zero() && negative && z.is_sign_negative() {
        return result(float, -0.0);
    }
    FloatResult::Number(exact.rounded(float))
}

#[test]
fn fused_multiplication_and_addition_rounds_once() {
    let check = |float, operands: [u64; 3]| {
        let values = operands.map(|bits| wide(float, bits));
        let [x, y, z] = operands;
        let expected = fma_by_hand(float, values);
        assert_eq!(float::fma(float, x, y, z), expected, "{values:?} {float:?}");
    };
    for float in FloatTy::ALL {
        let mut edges: Vec<u64> = edges().iter().map(|edge| bits(float, *edge)).collect();
        edges.sort_unstable();
        edges.dedup();
        let all = floats(float);
        let mut random = Rng::new(11);
        for x in &edges {
            for y in &edges {
                // Floats that nearly or exactly cancel the product, and every third edge.
                let product = wide(float, *x) * wide(float, *y);
                let opposite = bits(float, -product);
                for nudge in -2..=2 {
                    check(float, [*x, *y, opposite.wrapping_add_signed(nudge)]);
                }
                for z in edges.iter().skip(random.below(3)).step_by(3) {
                    check(float, [*x, *y, *z]);
                }
            }
        }
        for _ in 0..50_000 {
            let [x, y, z] = [(); 3].map(|()| all[random.below(all.len())]);
            check(float, [x, y, z]);
            // Third operands near the product and near half of its last bit, where rounding twice changes the result.
            let (product, scale) = (wide(float, x) * wide(float, y), random.below(120) as i32);
            let near = product * 2_f64.powi(5 - scale) * wide(float, bits(float, 1.5));
            check(float, [x, y, bits(float, near)]);
            check(float, [x, y, bits(float, -near)]);
        }
    }
}

/// Rounding twice would give 0 here, and the reference implementation must not.
#[test]
fn the_reference_rounds_once() {
    let x = 1.0 + f64::EPSILON;
    let z = -(1.0 + 2.0 * f64::EPSILON);
    assert_eq!((x * x + z).to_bits(), 0);
    let rest = f64::EPSILON * f64::EPSILON;
    let expected = FloatResult::Number(rest.to_bits());
    assert_eq!(fma_by_hand(FloatTy::F64, [x, x, z]), expected);
}

#[test]
fn signs_are_single_bits() {
    macro_rules! check {
        ($float:ident, $bits:ident, $name:ident) => {
            for x in floats(FloatTy::$name) {
                let native = $float::from_bits(x as $bits);
                let found = float::abs(FloatTy::$name, x);
                assert_eq!(found, u64::from(native.abs().to_bits()));
                for y in [0.0, -0.0, 1.5, -1.5, $float::NAN, -$float::NAN] {
                    let found = float::copysign(FloatTy::$name, x, y.to_bits().into());
                    let expected = native.copysign(y).to_bits();
                    assert_eq!(found, u64::from(expected), "{native:?} {y:?}");
                }
            }
        };
    }
    check!(f32, u32, F32);
    check!(f64, u64, F64);
}

/// The truncated number, if it is finite and within the bounds of the type. The comparison is exact, not one of floats.
fn truncated_by_hand(value: f64, int: Int) -> Option<u128> {
    if !value.is_finite() {
        return None;
    }
    let (mantissa, exponent) = exact::parts(value);
    let size = match exponent {
        ..0 => u128::from(mantissa).unbounded_shr(exponent.unsigned_abs()),
        // A mantissa of 53 bits, shifted by up to 75, fits into 128 bits.
        0..=75 => u128::from(mantissa) << exponent,
        _ => return None,
    };
    let most = u128::MAX >> (128 - int.bits);
    let (above, below) = match int.signed {
        true => (most >> 1, (most >> 1) + 1),
        false => (most, 0),
    };
    match value < 0.0 {
        true => (size <= below).then(|| size.wrapping_neg() & most),
        false => (size <= above).then_some(size),
    }
}

#[test]
fn unchecked_casts_to_integers_fit_or_are_undefined() {
    for float in FloatTy::ALL {
        // The neighbours of each float.
        let near = floats(float).into_iter().flat_map(|bits| {
            let neighbours = [-1, 0, 1].map(|nudge| bits.wrapping_add_signed(nudge));
            neighbours.map(|bits| bits & (u64::MAX >> (64 - float.bytes() * 8)))
        });
        for bits in near {
            let value = wide(float, bits);
            for ty in IntTy::ALL {
                let int = Int {
                    bits: ty.bits(&Target::X86_64),
                    signed: ty.is_signed(),
                };
                let expected = truncated_by_hand(value, int);
                let found = float::to_int_unchecked(float, bits, int);
                let expected = expected.ok_or(Ub::FloatDoesNotFit { float, bits, int });
                assert_eq!(found, expected, "{value:?} to {ty:?} from {float:?}");
                if let Ok(found) = found {
                    assert_eq!(found, float::to_int(float, bits, int), "{value:?} {ty:?}");
                }
            }
        }
    }
}

/// Some results written by hand, in case the two computations above share a mistake.
#[test]
fn unchecked_casts_at_the_bounds() {
    macro_rules! check {
        ($($value:expr => $int:ident: $expected:expr,)*) => {$(
            let int = Int { bits: $int::BITS, signed: $int::MIN != 0 };
            let expected: Option<$int> = $expected;
            for float in FloatTy::ALL {
                let found = float::to_int_unchecked(float, bits(float, $value), int).ok();
                let found = found.map(|found| found as $int);
                assert_eq!(found, expected, "{:?} to {}", $value, stringify!($int));
            }
        )*};
    }
    let power = |n| 2_f64.powi(n);
    check! {
        255.99 => u8: Some(255),
        256.0 => u8: None,
        -0.99 => u8: Some(0),
        -0.0 => u8: Some(0),
        -1.0 => u8: None,
        127.99 => i8: Some(127),
        128.0 => i8: None,
        -128.99 => i8: Some(-128),
        -129.0 => i8: None,
        65535.5 => u16: Some(65535),
        power(32) => u32: None,
        power(31) => i32: None,
        -power(31) => i32: Some(i32::MIN),
        power(63) => u64: Some(1 << 63),
        power(63) => i64: None,
        -power(63) => i64: Some(i64::MIN),
        power(64) => u64: None,
        power(127) => u128: Some(1 << 127),
        power(127) => i128: None,
        -power(127) => i128: Some(i128::MIN),
        power(128) => u128: None,
        1e-40 => i128: Some(0),
        f64::NAN => u128: None,
        f64::INFINITY => u128: None,
        -f64::INFINITY => i128: None,
    }
}

#[test]
fn intrinsics_of_another_kind_are_refused() {
    for op in Intrinsic::ALL {
        for float in FloatTy::ALL {
            let expected = op.signature() == Signature::Float && op != Intrinsic::Abs;
            assert_eq!(float::one_float(op, float, 0).is_some(), expected, "{op:?}");
        }
    }
}
