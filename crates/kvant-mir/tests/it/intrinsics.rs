//! Samples with the intrinsics on numbers, each with every operand type.

use kvant_mir::print::Version;
use kvant_mir::*;

use crate::build::*;
use crate::samples::{Sample, Shown};

/// Calls of intrinsics, each with its result.
#[derive(Default)]
struct Calls(Vec<(Intrinsic, Vec<Constant>, Given)>);

enum Given {
    Scalar(Constant),
    /// A result of an integer type with an overflow flag.
    Flagged(Constant, bool),
}

impl Calls {
    fn add<const N: usize>(&mut self, name: Intrinsic, operands: [Constant; N], given: Constant) {
        let given = Given::Scalar(given);
        self.0.push((name, operands.to_vec(), given));
    }

    fn add_flagged(&mut self, name: Intrinsic, x: Constant, y: Constant, given: (Constant, bool)) {
        let given = Given::Flagged(given.0, given.1);
        self.0.push((name, vec![x, y], given));
    }

    /// The program that makes these calls: the operands are constants and locals by turns.
    fn sample(self, evaluated_since: Option<Version>) -> Sample {
        let mut types = Types::default();
        let [unit, bool] = [types.unit(), types.bool()];
        let mut body = Body::new(&mut types, "f0", &[], unit);
        let mut shown = Shown::default();
        for (n, (name, operands, given)) in self.0.into_iter().enumerate() {
            let mut arguments: Vec<Operand> = Vec::new();
            for operand in operands {
                let ty = ty_of(&mut types, operand);
                let local = body.make(ty, copy(operand));
                arguments.push(match n % 3 {
                    0 => operand.into(),
                    1 => local.into(),
                    _ => Operand::Move(local.into()),
                });
            }
            let callee = Callee::Intrinsic(name);
            match given {
                Given::Scalar(value) => {
                    let ty = ty_of(&mut types, value);
                    let result = body.local(ty);
                    body.call(result, callee, arguments);
                    shown.show(&mut body, result, value);
                }
                Given::Flagged(value, flag) => {
                    let ty = ty_of(&mut types, value);
                    let pair = types.tuple(&[ty, bool]);
                    let result = body.local(pair);
                    body.call(result, callee, arguments);
                    shown.show(&mut body, field(result, 0), value);
                    shown.show(&mut body, field(result, 1), Constant::Bool(flag));
                }
            }
        }
        body.last(Terminator::Return);
        let mut sample = shown.sample(types, body, Vec::new());
        sample.evaluated_since = evaluated_since;
        sample
    }
}

fn ty_of(types: &mut Types, constant: Constant) -> Ty {
    match constant {
        Constant::Int(_, ty) => types.int(ty),
        Constant::Float(_, ty) => types.float(ty),
        Constant::Char(_) => types.char(),
        _ => types.bool(),
    }
}

/// On integers of every type.
pub(crate) fn integers() -> Sample {
    use Intrinsic::*;
    let mut calls = Calls::default();
    for ty in IntTy::ALL {
        let bits = ty.bits(&kvant_memory::Target::X86_64);
        let mask = u128::MAX >> (128 - bits);
        let of_bits = |value: u128| Constant::Int(value & mask, ty);
        let number = |value: i128| int(value, ty);
        let count = |value: u32| int(value.into(), IntTy::U32);
        let (min, max) = match ty.is_signed() {
            true => (of_bits(1 << (bits - 1)), of_bits(mask >> 1)),
            false => (of_bits(0), of_bits(mask)),
        };
        let x = 0x0123_4567_89ab_cdef_0f1e_2d3c_4b5a_6978_u128 & mask;
        let odd = of_bits(x);
        calls.add(Bswap, [odd], of_bits(x.swap_bytes() >> (128 - bits)));
        calls.add(Bitreverse, [odd], of_bits(x.reverse_bits() >> (128 - bits)));
        calls.add(Ctpop, [odd], count(x.count_ones()));
        calls.add(Ctlz, [odd], count(x.leading_zeros() + bits - 128));
        calls.add(Ctlz, [number(0)], count(bits));
        calls.add(Cttz, [odd], count(x.trailing_zeros()));
        calls.add(Cttz, [number(0)], count(bits));
        calls.add(CtlzNonzero, [number(1)], count(bits - 1));
        calls.add(CttzNonzero, [number(8)], count(3));
        if !ty.is_signed() {
            let three = count(3);
            let left = of_bits(x << 3 | x >> (bits - 3));
            calls.add(RotateLeft, [odd, three], left);
            calls.add(RotateRight, [left, three], odd);
            calls.add(RotateLeft, [odd, count(bits)], odd);
        }
        calls.add(SaturatingAdd, [max, number(1)], max);
        calls.add(SaturatingSub, [min, number(1)], min);
        calls.add(WrappingAdd, [max, number(1)], min);
        calls.add(WrappingSub, [min, number(1)], max);
        calls.add(WrappingMul, [odd, odd], of_bits(x.wrapping_mul(x)));
        calls.add(UncheckedAdd, [number(20), number(3)], number(23));
        calls.add(UncheckedSub, [number(20), number(3)], number(17));
        calls.add(UncheckedMul, [number(20), number(3)], number(60));
        calls.add(UncheckedDiv, [number(20), number(3)], number(6));
        calls.add(UncheckedRem, [number(20), number(3)], number(2));
        calls.add(ExactDiv, [number(21), number(3)], number(7));
        for amount in IntTy::ALL {
            calls.add(UncheckedShl, [number(3), int(4, amount)], number(48));
            calls.add(UncheckedShr, [number(48), int(4, amount)], number(3));
        }
        calls.add_flagged(AddWithOverflow, max, number(1), (min, true));
        calls.add_flagged(SubWithOverflow, min, number(1), (max, true));
        calls.add_flagged(MulWithOverflow, number(5), number(3), (number(15), false));
        calls.add(BlackBox, [odd], odd);
    }
    calls.add(BlackBox, [Constant::Char('a')], Constant::Char('a'));
    calls.add(BlackBox, [Constant::Bool(true)], Constant::Bool(true));
    calls.add(Transmute, [f32(1.0)], int(0x3f80_0000, IntTy::U32));
    calls.add(Transmute, [int(-1, IntTy::I64)], int(-1, IntTy::U64));
    calls.sample(Some(Version::OLDEST))
}

/// On floats of both types, supported by the interpreters of all versions.
pub(crate) fn floats() -> Sample {
    use Intrinsic::*;
    let mut calls = Calls::default();
    calls.add(Abs, [f32(-1.5)], f32(1.5));
    calls.add(Abs, [f64(-0.0)], f64(0.0));
    calls.add(Copysign, [f32(1.5), f32(-0.0)], f32(-1.5));
    calls.add(Copysign, [f64(-1.5), f64(7.0)], f64(1.5));
    calls.sample(Some(Version::OLDEST))
}

/// On floats of both types, supported by the interpreters of later versions.
pub(crate) fn rounding() -> Sample {
    use Intrinsic::*;
    let mut calls = Calls::default();
    for (name, x, given) in [
        (Floor, -1.5, -2.0),
        (Ceil, -1.5, -1.0),
        (Trunc, -1.75, -1.0),
        (Round, 2.5, 3.0),
        (Round, -2.5, -3.0),
        (RoundTiesEven, 2.5, 2.0),
        (RoundTiesEven, -3.5, -4.0),
    ] {
        calls.add(name, [f32(x)], f32(given));
        calls.add(name, [f64(x.into())], f64(given.into()));
    }
    calls.add(Fma, [f32(2.0), f32(3.0), f32(-4.0)], f32(2.0));
    let tiny = f64::EPSILON / 2.0;
    let [x, y] = [1.0 + 2.0 * tiny, 1.0 - tiny];
    calls.add(Fma, [f64(x), f64(y), f64(-1.0)], f64(x.mul_add(y, -1.0)));
    calls.sample(Some(Version(95)))
}

/// Intrinsics that the interpreter supports in no version.
pub(crate) fn never_evaluated() -> Sample {
    use Intrinsic::{FloatToIntUnchecked, Sqrt};
    let mut calls = Calls::default();
    calls.add(Sqrt, [f32(2.25)], f32(1.5));
    calls.add(Sqrt, [f64(2.0)], f64(2.0_f64.sqrt()));
    for ty in IntTy::ALL {
        calls.add(FloatToIntUnchecked, [f32(3.75)], int(3, ty));
        calls.add(FloatToIntUnchecked, [f64(100.5)], int(100, ty));
    }
    calls.sample(None)
}
