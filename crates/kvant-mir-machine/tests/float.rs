//! Floating point against what the compiler of these tests makes of the same operations.

use kvant_mir::{BinOp, FloatTy};
use kvant_mir_machine::arithmetic::{Int, sign_extend};
use kvant_mir_machine::float::{self, FloatResult};

/// Numbers at which something changes: zeros, the ends of the subnormal and normal ranges, the ends of
/// the integer types and their neighbours, ties, infinities, and a NaN.
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
fn casts_between_floats_round_once_and_know_a_nan() {
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
