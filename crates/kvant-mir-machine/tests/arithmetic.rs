//! The machine's arithmetic against the arithmetic of the compiler that compiled this test.
//!
//! All pairs of 8-bit integers, all pairs of some 40 edge values of the wider types, all operators.

use kvant_memory::Target;
use kvant_mir::{BinOp, CheckedOp, IntTy, UnOp};
use kvant_mir_machine::Ub;
use kvant_mir_machine::arithmetic::{Int, binary, cast, checked, unary};

/// What a type of Rust does, on zero-extended bits.
struct Native {
    ty: IntTy,
    binary: fn(BinOp, u128, u128) -> Result<u128, Ub>,
    shift: fn(BinOp, u128, u32) -> u128,
    unary: fn(UnOp, u128) -> u128,
    checked: fn(CheckedOp, u128, u128) -> (u128, bool),
    cast: fn(IntTy, u128) -> u128,
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
                    None if y == 0 => Err(Ub::DivisionByZero),
                    None => Err(Ub::DivisionOverflow),
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

/// The types that `as` can start from.
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

fn int(ty: IntTy) -> Int {
    Int {
        bits: ty.bits(&Target::X86_64),
        signed: ty.is_signed(),
    }
}

fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits)
}

/// The values of `ty` where something happens: around zero, the ends, the powers of two, the width.
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
    edges.extend([3, 5, 6, 7, 11, 13, 17, 255, 65535].map(|n| u128::MAX / n));
    for edge in &mut edges {
        *edge &= mask(bits);
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// All pairs of the 8-bit types, and all pairs of edges of the others.
fn for_all_pairs(native: &Native, mut check: impl FnMut(u128, u128)) {
    let values = match int(native.ty).bits {
        8 => (0..256).collect(),
        _ => edges(native.ty),
    };
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

/// The amount is taken modulo the width, as a number: what wraps or extends must not matter.
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

/// Pointer-sized integers are as wide as the target says.
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

/// Bits that are not of the type are the mistake of an ill-formed program, not a reason to panic.
#[test]
fn bits_beyond_the_type_do_no_harm() {
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
            }
            for to in IntTy::ALL {
                let _ = cast(int(ty), int(to), left);
            }
        }
    }
}
