//! The intrinsics on integers as zero-extended bits: pure functions, one for each rule.
//!
//! Bits beyond the width of a type are cut off first, so that an ill-formed program gets some answer, and never a panic.

use kvant_mir::{BinOp, CheckedOp, Intrinsic};

use crate::Ub;
use crate::arithmetic::{Int, binary, cast, checked, sign_extend, truncate};

/// Intrinsics of one integer, whose result has the same type or is a count as a `u32`. `None` for all others.
pub fn one_int(op: Intrinsic, int: Int, value: u128) -> Option<Result<u128, Ub>> {
    let value = truncate(value, int.bits);
    Some(match op {
        Intrinsic::Bswap => Ok(swap_bytes(int, value)),
        Intrinsic::Bitreverse => Ok(reverse_bits(int, value)),
        Intrinsic::Ctpop => Ok(value.count_ones().into()),
        Intrinsic::Ctlz => Ok(leading_zeros(int, value)),
        Intrinsic::Cttz => Ok(trailing_zeros(int, value)),
        Intrinsic::CtlzNonzero => nonzero(int, value).map(|value| leading_zeros(int, value)),
        Intrinsic::CttzNonzero => nonzero(int, value).map(|value| trailing_zeros(int, value)),
        _ => return None,
    })
}

/// Intrinsics of two integers of one type, which is also that of the result. `None` for all others.
pub fn two_ints(op: Intrinsic, int: Int, left: u128, right: u128) -> Option<Result<u128, Ub>> {
    let (left, right) = (truncate(left, int.bits), truncate(right, int.bits));
    Some(match op {
        Intrinsic::SaturatingAdd => Ok(saturating(CheckedOp::Add, int, left, right)),
        Intrinsic::SaturatingSub => Ok(saturating(CheckedOp::Sub, int, left, right)),
        Intrinsic::WrappingAdd => binary(BinOp::Add, int, left, right),
        Intrinsic::WrappingSub => binary(BinOp::Sub, int, left, right),
        Intrinsic::WrappingMul => binary(BinOp::Mul, int, left, right),
        Intrinsic::UncheckedAdd => unchecked(CheckedOp::Add, int, left, right),
        Intrinsic::UncheckedSub => unchecked(CheckedOp::Sub, int, left, right),
        Intrinsic::UncheckedMul => unchecked(CheckedOp::Mul, int, left, right),
        Intrinsic::UncheckedDiv => binary(BinOp::Div, int, left, right),
        Intrinsic::UncheckedRem => binary(BinOp::Rem, int, left, right),
        Intrinsic::ExactDiv => exact_division(int, left, right),
        _ => return None,
    })
}

/// Intrinsics that shift the bits of an integer by an amount of any integer type. `None` for all others.
pub fn shift(
    op: Intrinsic,
    int: Int,
    value: u128,
    (amount_int, amount): (Int, u128),
) -> Option<Result<u128, Ub>> {
    let value = truncate(value, int.bits);
    let amount = truncate(amount, amount_int.bits);
    Some(match op {
        Intrinsic::RotateLeft => Ok(rotate_left(int, value, amount)),
        Intrinsic::RotateRight => Ok(rotate_right(int, value, amount)),
        Intrinsic::UncheckedShl => unchecked_shift(BinOp::Shl, int, value, (amount_int, amount)),
        Intrinsic::UncheckedShr => unchecked_shift(BinOp::Shr, int, value, (amount_int, amount)),
        _ => return None,
    })
}

/// Intrinsics of two integers of one type: the wrapped result, and true if it overflowed. `None` for all others.
pub fn with_overflow(op: Intrinsic, int: Int, left: u128, right: u128) -> Option<(u128, bool)> {
    let op = match op {
        Intrinsic::AddWithOverflow => CheckedOp::Add,
        Intrinsic::SubWithOverflow => CheckedOp::Sub,
        Intrinsic::MulWithOverflow => CheckedOp::Mul,
        _ => return None,
    };
    let (left, right) = (truncate(left, int.bits), truncate(right, int.bits));
    Some(checked(op, int, left, right))
}

/// `bswap`: the bytes of the integer, the last one first.
fn swap_bytes(int: Int, value: u128) -> u128 {
    value.swap_bytes() >> (128 - int.bits)
}

/// `bitreverse`: the bits of the integer, the last one first.
fn reverse_bits(int: Int, value: u128) -> u128 {
    value.reverse_bits() >> (128 - int.bits)
}

/// `ctlz`: the number of zeros above the highest set bit; the width if no bit is set.
fn leading_zeros(int: Int, value: u128) -> u128 {
    (value.leading_zeros() - (128 - int.bits)).into()
}

/// `cttz`: the number of zeros below the lowest set bit; the width if no bit is set.
fn trailing_zeros(int: Int, value: u128) -> u128 {
    value.trailing_zeros().min(int.bits).into()
}

/// `ctlz_nonzero` and `cttz_nonzero` are undefined for 0, and otherwise `ctlz` and `cttz`.
fn nonzero(int: Int, value: u128) -> Result<u128, Ub> {
    match value {
        0 => Err(Ub::ZeroHasNoBit { int }),
        _ => Ok(value),
    }
}

/// `rotate_left`: bits that leave at the top enter at the bottom. The amount counts modulo the width.
fn rotate_left(int: Int, value: u128, amount: u128) -> u128 {
    let amount = (amount % u128::from(int.bits)) as u32;
    // Rotating 128 bits by 0 shifts right by 128.
    truncate(value << amount, int.bits) | value.unbounded_shr(int.bits - amount)
}

/// `rotate_right`: bits that leave at the bottom enter at the top, as if rotated left by the width minus the amount.
fn rotate_right(int: Int, value: u128, amount: u128) -> u128 {
    let width = u128::from(int.bits);
    rotate_left(int, value, width - amount % width)
}

/// `saturating_add` and `saturating_sub`: the exact result, or the bound of the type that it exceeds.
fn saturating(op: CheckedOp, int: Int, left: u128, right: u128) -> u128 {
    let (result, overflow) = checked(op, int, left, right);
    let most = u128::MAX >> (128 - int.bits);
    if !overflow {
        return result;
    }
    if int.signed {
        // Only the bound with the sign of the left operand can be exceeded.
        let negative = sign_extend(left, int.bits) < 0;
        (most >> 1) + u128::from(negative)
    } else {
        match op {
            CheckedOp::Sub => 0,
            CheckedOp::Add | CheckedOp::Mul => most,
        }
    }
}

/// `unchecked_add`, `unchecked_sub` and `unchecked_mul`: undefined if the result overflows.
fn unchecked(op: CheckedOp, int: Int, left: u128, right: u128) -> Result<u128, Ub> {
    match checked(op, int, left, right) {
        (result, false) => Ok(result),
        (_, true) => Err(Ub::UncheckedOverflow {
            op,
            int,
            left,
            right,
        }),
    }
}

/// `exact_div`: undefined where division is, and if there is a remainder.
fn exact_division(int: Int, dividend: u128, divisor: u128) -> Result<u128, Ub> {
    match binary(BinOp::Rem, int, dividend, divisor)? {
        0 => binary(BinOp::Div, int, dividend, divisor),
        _ => Err(Ub::InexactDivision {
            int,
            dividend,
            divisor,
        }),
    }
}

/// `unchecked_shl` and `unchecked_shr`: undefined if the amount, as a value of its type, is negative or not below the width.
/// `unchecked_shr` of a signed integer shifts the sign in.
fn unchecked_shift(
    op: BinOp,
    int: Int,
    value: u128,
    (amount_int, amount): (Int, u128),
) -> Result<u128, Ub> {
    let widest = Int {
        bits: 128,
        signed: amount_int.signed,
    };
    // The bits of a sign-extended negative amount are larger than every width.
    let amount = cast(amount_int, widest, amount);
    if amount >= int.bits.into() {
        return Err(Ub::ShiftTooFar {
            int,
            value,
            amount,
            amount_signed: amount_int.signed,
        });
    }
    binary(op, int, value, amount)
}
