//! The machine's arithmetic against the arithmetic of the compiler that compiled this test.
//!
//! All pairs of 8-bit integers, all pairs of some 40 edge values of the wider types, all operators.

use kvant_memory::Target;
use kvant_mir::{BinOp, CheckedOp, FloatTy, IntTy, Intrinsic, Signature, UnOp};
use kvant_mir_machine::arithmetic::{Int, binary, cast, checked, unary};
use kvant_mir_machine::integer_intrinsic::{one_int, shift, two_ints, with_overflow};
use kvant_mir_machine::{Stop, Ub};

/// The operations of a type of Rust, on zero-extended bits.
struct Native {
    ty: IntTy,
    binary: fn(BinOp, u128, u128) -> Result<u128, Ub>,
    shift: fn(BinOp, u128, u32) -> u128,
    unary: fn(UnOp, u128) -> u128,
    checked: fn(CheckedOp, u128, u128) -> (u128, bool),
    cast: fn(IntTy, u128) -> u128,
    one_int: fn(Intrinsic, u128) -> Result<u128, Ub>,
    two_ints: fn(Intrinsic, u128, u128) -> Result<u128, Ub>,
    rotate: fn(Intrinsic, u128, u32) -> u128,
    checked_shift: fn(Intrinsic, u128, u32) -> Option<u128>,
    with_overflow: fn(Intrinsic, u128, u128) -> (u128, bool),
}

macro_rules! native {
    ($($ty:ident as $bits:ident is $name:ident,)*) => {[$(
        Native {
            ty: IntTy::$name,
            binary: |op, left, right| {
                let (x, y) = (left as $ty, right as $ty);
                let show = |value: $ty| Ok(value as $bits as u128);
                let divided = |result: Option<$ty>| match result {
                    Some(value) => show(value),
                    None => Err(bad_division(int(IntTy::$name), left, y == 0)),
                };
                match op {
                    BinOp::Add => show(x.wrapping_add(y)),
                    BinOp::Sub => show(x.wrapping_sub(y)),
                    BinOp::Mul => show(x.wrapping_mul(y)),
                    BinOp::Div => divided(x.checked_div(y)),
                    BinOp::Rem => divided(x.checked_rem(y)),
                    BinOp::BitAnd => show(x & y),
                    BinOp::BitOr => show(x | y),
                    BinOp::BitXor => show(x ^ y),
                    BinOp::Shl | BinOp::Shr => unreachable!("shifts have a table of their own"),
                    BinOp::Eq => Ok((x == y).into()),
                    BinOp::Ne => Ok((x != y).into()),
                    BinOp::Lt => Ok((x < y).into()),
                    BinOp::Le => Ok((x <= y).into()),
                    BinOp::Gt => Ok((x > y).into()),
                    BinOp::Ge => Ok((x >= y).into()),
                }
            },
            shift: |op, left, amount| {
                let x = left as $ty;
                (if op == BinOp::Shl { x << amount } else { x >> amount }) as $bits as u128
            },
            unary: |op, value| {
                let x = value as $ty;
                (match op {
                    UnOp::Neg => x.wrapping_neg(),
                    UnOp::Not => !x,
                }) as $bits as u128
            },
            checked: |op, left, right| {
                let (x, y) = (left as $ty, right as $ty);
                let (value, overflow) = match op {
                    CheckedOp::Add => x.overflowing_add(y),
                    CheckedOp::Sub => x.overflowing_sub(y),
                    CheckedOp::Mul => x.overflowing_mul(y),
                };
                (value as $bits as u128, overflow)
            },
            cast: |to, value| cast_to(to, value as $ty),
            one_int: |op, value| {
                let x = value as $ty;
                let show = |value: $ty| Ok(value as $bits as u128);
                let found = |count: u32| match x {
                    0 => Err(Ub::ZeroHasNoBit { int: int(IntTy::$name) }),
                    _ => Ok(count.into()),
                };
                match op {
                    Intrinsic::Bswap => show(x.swap_bytes()),
                    Intrinsic::Bitreverse => show(x.reverse_bits()),
                    Intrinsic::Ctpop => Ok(x.count_ones().into()),
                    Intrinsic::Ctlz => Ok(x.leading_zeros().into()),
                    Intrinsic::Cttz => Ok(x.trailing_zeros().into()),
                    Intrinsic::CtlzNonzero => found(x.leading_zeros()),
                    Intrinsic::CttzNonzero => found(x.trailing_zeros()),
                    _ => unreachable!("{op:?} takes no integer alone"),
                }
            },
            two_ints: |op, left, right| {
                let (x, y) = (left as $ty, right as $ty);
                let int = int(IntTy::$name);
                let show = |value: $ty| Ok(value as $bits as u128);
                let fitting = |op, result: Option<$ty>| match result {
                    Some(value) => show(value),
                    None => Err(Ub::UncheckedOverflow { op, int, left, right }),
                };
                let divided = |result: Option<$ty>| match result {
                    Some(value) => show(value),
                    None => Err(bad_division(int, left, y == 0)),
                };
                match op {
                    Intrinsic::SaturatingAdd => show(x.saturating_add(y)),
                    Intrinsic::SaturatingSub => show(x.saturating_sub(y)),
                    Intrinsic::WrappingAdd => show(x.wrapping_add(y)),
                    Intrinsic::WrappingSub => show(x.wrapping_sub(y)),
                    Intrinsic::WrappingMul => show(x.wrapping_mul(y)),
                    Intrinsic::UncheckedAdd => fitting(CheckedOp::Add, x.checked_add(y)),
                    Intrinsic::UncheckedSub => fitting(CheckedOp::Sub, x.checked_sub(y)),
                    Intrinsic::UncheckedMul => fitting(CheckedOp::Mul, x.checked_mul(y)),
                    Intrinsic::UncheckedDiv => divided(x.checked_div(y)),
                    Intrinsic::UncheckedRem => divided(x.checked_rem(y)),
                    Intrinsic::ExactDiv => match x.checked_div(y) {
                        Some(quotient) if quotient * y != x => Err(Ub::InexactDivision {
                            int,
                            dividend: left,
                            divisor: right,
                        }),
                        quotient => divided(quotient),
                    },
                    _ => unreachable!("{op:?} takes no two integers"),
                }
            },
            rotate: |op, value, amount| {
                let x = value as $ty;
                (match op {
                    Intrinsic::RotateLeft => x.rotate_left(amount),
                    Intrinsic::RotateRight => x.rotate_right(amount),
                    _ => unreachable!("{op:?} is no rotation"),
                }) as $bits as u128
            },
            checked_shift: |op, value, amount| {
                let x = value as $ty;
                let result = match op {
                    Intrinsic::UncheckedShl => x.checked_shl(amount),
                    Intrinsic::UncheckedShr => x.checked_shr(amount),
                    _ => unreachable!("{op:?} is no shift"),
                };
                result.map(|value| value as $bits as u128)
            },
            with_overflow: |op, left, right| {
                let (x, y) = (left as $ty, right as $ty);
                let (value, overflow) = match op {
                    Intrinsic::AddWithOverflow => x.overflowing_add(y),
                    Intrinsic::SubWithOverflow => x.overflowing_sub(y),
                    Intrinsic::MulWithOverflow => x.overflowing_mul(y),
                    _ => unreachable!("{op:?} has no flag"),
                };
                (value as $bits as u128, overflow)
            },
        },
    )*]};
}

#[rustfmt::skip]
const NATIVE: [Native; 12] = native! {
    i8 as u8 is I8, i16 as u16 is I16, i32 as u32 is I32,
    i64 as u64 is I64, i128 as u128 is I128, isize as usize is Isize,
    u8 as u8 is U8, u16 as u16 is U16, u32 as u32 is U32,
    u64 as u64 is U64, u128 as u128 is U128, usize as usize is Usize,
};

/// The source types of `as`.
trait Castable: Copy {
    fn to(self, ty: IntTy) -> u128;
}

macro_rules! castable {
    ($($ty:ident)*) => {$(
        impl Castable for $ty {
            fn to(self, ty: IntTy) -> u128 {
                match ty {
                    IntTy::I8 => self as i8 as u8 as u128,
                    IntTy::I16 => self as i16 as u16 as u128,
                    IntTy::I32 => self as i32 as u32 as u128,
                    IntTy::I64 => self as i64 as u64 as u128,
                    IntTy::I128 => self as i128 as u128,
                    IntTy::Isize => self as isize as usize as u128,
                    IntTy::U8 => self as u8 as u128,
                    IntTy::U16 => self as u16 as u128,
                    IntTy::U32 => self as u32 as u128,
                    IntTy::U64 => self as u64 as u128,
                    IntTy::U128 => self as u128,
                    IntTy::Usize => self as usize as u128,
                }
            }
        }
    )*};
}
castable! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool }

fn cast_to<T: Castable>(ty: IntTy, value: T) -> u128 {
    value.to(ty)
}

fn bad_division(int: Int, dividend: u128, by_zero: bool) -> Ub {
    match by_zero {
        true => Ub::DivisionByZero { int, dividend },
        false => Ub::DivisionOverflow { int },
    }
}

fn int(ty: IntTy) -> Int {
    Int {
        bits: ty.bits(&Target::X86_64),
        signed: ty.is_signed(),
    }
}

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// Edge values of `ty`: around zero, the bounds, the powers of two, the width.
fn edges(ty: IntTy) -> Vec<u128> {
    let bits = int(ty).bits;
    let mut edges = Vec::new();
    for power in [2, 3, 4, 7, 8, bits / 2, bits - 2, bits - 1] {
        for delta in [-1, 0, 1] {
            edges.push((1_u128 << power).wrapping_add_signed(delta));
        }
    }
    for near in -3..=3_i128 {
        edges.push(near.cast_unsigned());
        edges.push(u128::from(bits).wrapping_add_signed(near));
    }
    edges.extend([
        10,
        100,
        0x5555 << 3,
        0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834,
    ]);
    // Values of alternating bits, bytes and so on.
    edges.extend([3, 5, 6, 7, 11, 13, 17, 255, 65535].map(|n| u128::MAX / n));
    edges.extend([3, 5].map(|n| !(u128::MAX / n)));
    edges.push(0x0102_0304_0506_0708_090a_0b0c_0d0e_0f10);
    for edge in &mut edges {
        *edge &= mask(bits);
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every value of the 8-bit types, and the edges of the others.
fn values(ty: IntTy) -> Vec<u128> {
    match int(ty).bits {
        8 => (0..256).collect(),
        _ => edges(ty),
    }
}

/// All pairs of the 8-bit types, and all pairs of edges of the others.
fn for_all_pairs(native: &Native, mut check: impl FnMut(u128, u128)) {
    let values = values(native.ty);
    for &left in &values {
        for &right in &values {
            check(left, right);
        }
    }
}

#[test]
fn edges_are_many() {
    for ty in IntTy::ALL.into_iter().filter(|ty| int(*ty).bits > 8) {
        assert!(edges(ty).len() >= 36, "{ty:?}: {}", edges(ty).len());
    }
}

#[test]
fn binary_operators() {
    for native in &NATIVE {
        for op in BinOp::ALL.into_iter().filter(|op| !op.is_shift()) {
            for_all_pairs(native, |left, right| {
                let expected = (native.binary)(op, left, right);
                let found = binary(op, int(native.ty), left, right);
                assert_eq!(found, expected, "{:?} {left} {op:?} {right}", native.ty);
            });
        }
    }
}

/// The amount is taken modulo the width, as a number: its own width and sign must not matter.
#[test]
fn shifts_by_amounts_of_every_type() {
    for native in &NATIVE {
        let bits = int(native.ty).bits;
        for amount in &NATIVE {
            for right in edges(amount.ty) {
                let value = (amount.cast)(IntTy::I128, right).cast_signed();
                let masked = value.rem_euclid(i128::from(bits)) as u32;
                for left in edges(native.ty) {
                    for op in [BinOp::Shl, BinOp::Shr] {
                        let expected = (native.shift)(op, left, masked);
                        let found = binary(op, int(native.ty), left, right);
                        assert_eq!(
                            found,
                            Ok(expected),
                            "{:?} {left} {op:?} {:?} {right}",
                            native.ty,
                            amount.ty
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn eight_bit_shifts_by_every_byte() {
    for native in NATIVE.iter().filter(|native| int(native.ty).bits == 8) {
        for_all_pairs(native, |left, right| {
            for op in [BinOp::Shl, BinOp::Shr] {
                let expected = (native.shift)(op, left, right as u32 % 8);
                assert_eq!(binary(op, int(native.ty), left, right), Ok(expected));
            }
        });
    }
}

#[test]
fn unary_operators() {
    for native in &NATIVE {
        for_all_pairs(native, |value, _| {
            for op in [UnOp::Neg, UnOp::Not] {
                let expected = (native.unary)(op, value);
                let found = unary(op, int(native.ty), value);
                assert_eq!(found, expected, "{:?} {op:?} {value}", native.ty);
            }
        });
    }
}

#[test]
fn checked_operators() {
    for native in &NATIVE {
        for op in CheckedOp::ALL {
            for_all_pairs(native, |left, right| {
                let expected = (native.checked)(op, left, right);
                let found = checked(op, int(native.ty), left, right);
                assert_eq!(found, expected, "{:?} {left} {op:?} {right}", native.ty);
            });
        }
    }
}

fn intrinsics_of(signature: Signature) -> impl Iterator<Item = Intrinsic> {
    let is_one = move |op: &Intrinsic| op.signature() == signature;
    Intrinsic::ALL.into_iter().filter(is_one)
}

#[test]
fn intrinsics_of_one_integer() {
    for native in &NATIVE {
        let all = mask(int(native.ty).bits);
        let runs = (0..int(native.ty).bits).flat_map(|n| [1 << n, all >> n, all << n & all]);
        for value in values(native.ty).into_iter().chain(runs) {
            for op in intrinsics_of(Signature::Int).chain(intrinsics_of(Signature::CountBits)) {
                let expected = (native.one_int)(op, value);
                let found = one_int(op, int(native.ty), value);
                assert_eq!(found, Some(expected), "{:?} {op:?} {value}", native.ty);
            }
        }
    }
}

#[test]
fn intrinsics_of_two_integers() {
    for native in &NATIVE {
        for op in intrinsics_of(Signature::TwoInts) {
            for_all_pairs(native, |left, right| {
                let expected = (native.two_ints)(op, left, right);
                let found = two_ints(op, int(native.ty), left, right);
                let at = format_args!("{:?} {op:?} {left} {right}", native.ty);
                assert_eq!(found, Some(expected), "{at}");
            });
        }
    }
}

#[test]
fn intrinsics_with_an_overflow_flag() {
    for native in &NATIVE {
        for op in intrinsics_of(Signature::Overflowing) {
            for_all_pairs(native, |left, right| {
                let expected = (native.with_overflow)(op, left, right);
                let found = with_overflow(op, int(native.ty), left, right);
                let at = format_args!("{:?} {op:?} {left} {right}", native.ty);
                assert_eq!(found, Some(expected), "{at}");
            });
        }
    }
}

#[test]
fn rotations_by_any_amount() {
    let amounts: Vec<u128> = (0..260).chain(edges(IntTy::U32)).collect();
    for native in &NATIVE {
        for op in intrinsics_of(Signature::Rotate) {
            for value in values(native.ty) {
                for &amount in &amounts {
                    let expected = (native.rotate)(op, value, amount as u32);
                    let found = shift(op, int(native.ty), value, (int(IntTy::U32), amount));
                    let at = format_args!("{:?} {op:?} {value} {amount}", native.ty);
                    assert_eq!(found, Some(Ok(expected)), "{at}");
                }
            }
        }
    }
}

/// The amount counts as a value of its type: 200 is too large, and the `i8` with the same bits is negative.
#[test]
fn unchecked_shifts_by_amounts_of_every_type() {
    for native in &NATIVE {
        for by in &NATIVE {
            for amount in values(by.ty) {
                // An amount that is too large for an `i128` becomes negative, which is undefined too.
                let number = (by.cast)(IntTy::I128, amount).cast_signed();
                for value in values(native.ty) {
                    for op in intrinsics_of(Signature::Shift) {
                        let expected = u32::try_from(number)
                            .ok()
                            .and_then(|number| (native.checked_shift)(op, value, number))
                            .ok_or(Ub::ShiftTooFar {
                                int: int(native.ty),
                                value,
                                amount: number.cast_unsigned(),
                                amount_signed: by.ty.is_signed(),
                            });
                        let found = shift(op, int(native.ty), value, (int(by.ty), amount));
                        let at = format_args!("{:?} {op:?} {value} {number}", native.ty);
                        assert_eq!(found, Some(expected), "{at}");
                    }
                }
            }
        }
    }
}

/// Each intrinsic is implemented by the function for its signature only.
#[test]
fn intrinsics_of_another_kind_are_refused() {
    for op in Intrinsic::ALL {
        let int = int(IntTy::U8);
        let answered = [
            one_int(op, int, 6).is_some(),
            two_ints(op, int, 6, 3).is_some(),
            shift(op, int, 6, (int, 3)).is_some(),
            with_overflow(op, int, 6, 3).is_some(),
        ];
        let expected = match op.signature() {
            Signature::Int | Signature::CountBits => [true, false, false, false],
            Signature::TwoInts => [false, true, false, false],
            Signature::Rotate | Signature::Shift => [false, false, true, false],
            Signature::Overflowing => [false, false, false, true],
            _ => [false; 4],
        };
        assert_eq!(answered, expected, "{op:?}");
    }
}

#[test]
fn verdicts_show_the_values() {
    let (i8, u8) = (int(IntTy::I8), int(IntTy::U8));
    let (i128, u128) = (int(IntTy::I128), int(IntTy::U128));
    let unchecked = |op, int, left, right| two_ints(op, int, left, right).unwrap().unwrap_err();
    let shifted = |int, value, by| {
        let found = shift(Intrinsic::UncheckedShl, int, value, by);
        found.unwrap().unwrap_err()
    };
    let truncated = |float, bits, int| Ub::FloatDoesNotFit { float, bits, int };
    for (ub, sentence) in [
        (
            unchecked(Intrinsic::UncheckedDiv, u8, 7, 0),
            "divides 7 by zero",
        ),
        (
            binary(BinOp::Rem, i8, 0xf9, 0).unwrap_err(),
            "divides -7 by zero",
        ),
        (
            unchecked(Intrinsic::UncheckedRem, i8, 128, 255),
            "divides -128 by -1, which overflows i8",
        ),
        (
            unchecked(Intrinsic::ExactDiv, i8, 0xf9, 2),
            "divides -7 by 2 exactly, which leaves a remainder",
        ),
        (
            unchecked(Intrinsic::UncheckedAdd, u8, 200, 100),
            "adds 200 and 100, which overflows u8",
        ),
        (
            unchecked(Intrinsic::UncheckedSub, i8, 0x80, 1),
            "subtracts 1 from -128, which overflows i8",
        ),
        (
            unchecked(Intrinsic::UncheckedMul, u128, u128::MAX, 2),
            "multiplies 340282366920938463463374607431768211455 by 2, which overflows u128",
        ),
        (
            shifted(i8, 255, (u8, 200)),
            "shifts -1 by 200, where i8 allows 0 to 7",
        ),
        (
            shifted(i128, 1, (i8, 200)),
            "shifts 1 by -56, where i128 allows 0 to 127",
        ),
        (
            one_int(Intrinsic::CttzNonzero, u8, 0).unwrap().unwrap_err(),
            "counts zeros of 0_u8 with an intrinsic for nonzero values",
        ),
        (
            truncated(FloatTy::F32, 256.1_f32.to_bits().into(), u8),
            "truncates 256.1 to u8, which does not hold it",
        ),
        (
            truncated(FloatTy::F64, (-1e300_f64).to_bits(), i128),
            "truncates -1e300 to i128, which does not hold it",
        ),
        (
            truncated(FloatTy::F64, f64::NAN.to_bits(), i8),
            "truncates NaN to i8, which does not hold it",
        ),
    ] {
        assert_eq!(ub.to_string(), sentence);
    }
}

/// Every step of the machine returns a `Result` with one.
#[test]
fn verdicts_are_small() {
    assert!(size_of::<Ub>() <= 48, "{}", size_of::<Ub>());
    assert!(size_of::<Stop>() <= 48, "{}", size_of::<Stop>());
}

#[test]
fn casts_between_all_integer_types() {
    for from in &NATIVE {
        for to in IntTy::ALL {
            for_all_pairs(from, |value, _| {
                let expected = (from.cast)(to, value);
                let found = cast(int(from.ty), int(to), value);
                assert_eq!(found, expected, "{:?} {value} as {to:?}", from.ty);
            });
        }
    }
}

#[test]
fn bool_is_an_integer_of_one_bit() {
    for x in [false, true] {
        for ty in IntTy::ALL {
            let found = cast(Int::BOOL, int(ty), x.into());
            assert_eq!(found, cast_to(ty, x), "{x} as {ty:?}");
        }
        assert_eq!(unary(UnOp::Not, Int::BOOL, x.into()), (!x).into());
        for y in [false, true] {
            for op in BinOp::ALL.into_iter().filter(|op| op.takes_bool()) {
                let expected = match op {
                    BinOp::BitAnd => x & y,
                    BinOp::BitOr => x | y,
                    BinOp::BitXor => x ^ y,
                    BinOp::Eq => x == y,
                    BinOp::Ne => x != y,
                    BinOp::Lt => !x && y,
                    BinOp::Le => x <= y,
                    BinOp::Gt => x && !y,
                    BinOp::Ge => x >= y,
                    _ => unreachable!("{op:?} takes no bool"),
                };
                let found = binary(op, Int::BOOL, x.into(), y.into());
                assert_eq!(found, Ok(expected.into()), "{x} {op:?} {y}");
            }
        }
    }
}

/// The target determines the width of pointer-sized integers.
#[test]
fn arithmetic_of_a_target_with_32_bit_pointers() {
    let target = Target {
        pointer_bytes: 4,
        ..Target::X86_64
    };
    for (wide, narrow) in [(IntTy::Isize, IntTy::I32), (IntTy::Usize, IntTy::U32)] {
        let on_target = Int {
            bits: wide.bits(&target),
            signed: wide.is_signed(),
        };
        assert_eq!(on_target, int(narrow));
    }
}

/// Bits beyond the type are a fault of an ill-formed program, and must not cause a panic.
#[test]
fn bits_beyond_the_type_do_not_panic() {
    for ty in IntTy::ALL {
        let strange = [u128::MAX, 1 << 127, mask(int(ty).bits).wrapping_add(1)];
        for left in strange {
            for right in strange {
                for op in BinOp::ALL {
                    let _ = binary(op, int(ty), left, right);
                }
                for op in CheckedOp::ALL {
                    let _ = checked(op, int(ty), left, right);
                }
                for op in Intrinsic::ALL {
                    let _ = two_ints(op, int(ty), left, right);
                    let _ = with_overflow(op, int(ty), left, right);
                    for amount_ty in IntTy::ALL {
                        let _ = shift(op, int(ty), left, (int(amount_ty), right));
                    }
                }
            }
            for op in Intrinsic::ALL {
                let _ = one_int(op, int(ty), left);
            }
            for to in IntTy::ALL {
                let _ = cast(int(ty), int(to), left);
            }
        }
    }
}
