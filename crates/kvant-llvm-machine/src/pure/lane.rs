//! Intrinsics on integers of up to 128 bits, one lane at a time.

use kvant_llvm::syntax::BinaryOp;

use super::{defined, unfit};
use crate::int::Context;
use crate::leaf::{Leaf, mask, signed};
use crate::outcome::Stop;

/// An intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    UMin,
    UMax,
    SMin,
    SMax,
    Abs,
    CtLz,
    CtTz,
    CtPop,
    BSwap,
    BitReverse,
    FShl,
    FShr,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    UShlSat,
    SShlSat,
    ClMul,
    PExt,
    PDep,
}

/// The values of operands, with undef bits chosen, or else the first poison among them.
fn values<'l>(
    context: &mut Context<'_>,
    width: u32,
    operands: &[&'l Leaf],
) -> Result<Result<[u128; 3], &'l Leaf>, Stop> {
    if let Some(poison) = operands.iter().find(|leaf| leaf.is_poison()) {
        return Ok(Err(poison));
    }
    let mut values = [0; 3];
    for (value, leaf) in values.iter_mut().zip(operands) {
        *value = defined(context, leaf, width)?;
    }
    Ok(Ok(values))
}

/// Arithmetic, and a flag for an overflow.
pub(super) fn overflow(
    context: &mut Context<'_>,
    op: BinaryOp,
    is_signed: bool,
    width: u32,
    operands: [&Leaf; 2],
) -> Result<(Leaf, Leaf), Stop> {
    Ok(match values(context, width, &operands)? {
        Ok([a, b, _]) => {
            let (value, overflows) = overflowing(op, is_signed, a, b, width);
            (Leaf::Int(value), Leaf::Int(overflows.into()))
        }
        Err(poison) => (poison.clone(), poison.clone()),
    })
}

fn overflowing(op: BinaryOp, is_signed: bool, a: u128, b: u128, width: u32) -> (u128, bool) {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (value, exact, exact_signed) = match op {
        BinaryOp::Add => (a.wrapping_add(b), a.checked_add(b), sa.checked_add(sb)),
        BinaryOp::Sub => (a.wrapping_sub(b), a.checked_sub(b), sa.checked_sub(sb)),
        _ => (a.wrapping_mul(b), a.checked_mul(b), sa.checked_mul(sb)),
    };
    let value = value & mask(width);
    let fits = match is_signed {
        true => exact_signed == Some(signed(value, width)),
        false => exact == Some(value),
    };
    (value, !fits)
}

/// `ucmp` or `scmp`, with a result of `into` bits.
pub(super) fn compare(
    context: &mut Context<'_>,
    is_signed: bool,
    width: u32,
    into: u32,
    operands: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    Ok(match values(context, width, &operands)? {
        Ok([a, b, _]) => {
            let ordering = match is_signed {
                true => signed(a, width).cmp(&signed(b, width)),
                false => a.cmp(&b),
            };
            Leaf::Int(i128::from(ordering as i8).cast_unsigned() & mask(into))
        }
        Err(poison) => poison.clone(),
    })
}

/// One lane of an intrinsic.
pub(super) fn lane(
    context: &mut Context<'_>,
    op: Lane,
    width: u32,
    operands: &[&Leaf],
) -> Result<Leaf, Stop> {
    let count = match op {
        Lane::CtPop | Lane::BSwap | Lane::BitReverse => 1..=1,
        Lane::FShl | Lane::FShr => 3..=3,
        // Old texts have no flag.
        Lane::CtLz | Lane::CtTz => 1..=2,
        _ => 2..=2,
    };
    if !count.contains(&operands.len()) {
        return Err(unfit());
    }
    let [a, b, c] = match values(context, width, operands)? {
        Ok(values) => values,
        Err(poison) => return Ok(poison.clone()),
    };
    let value = known(op, width, a, b, c);
    Ok(match value {
        Some(value) => Leaf::Int(value & mask(width)),
        None => Leaf::Poison(context.origin),
    })
}

/// The result on defined integers; none is poison.
fn known(op: Lane, width: u32, a: u128, b: u128, c: u128) -> Option<u128> {
    let all = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (least, most) = (signed(1 << (width - 1), width), (all >> 1).cast_signed());
    let flag = b & 1 == 1;
    let saturated = |(value, overflows): (u128, bool)| match (overflows, sa < 0) {
        (false, _) => value,
        (true, true) => least.cast_unsigned(),
        (true, false) => most.cast_unsigned(),
    };
    Some(match op {
        Lane::UMin => a.min(b),
        Lane::UMax => a.max(b),
        Lane::SMin => sa.min(sb).cast_unsigned(),
        Lane::SMax => sa.max(sb).cast_unsigned(),
        Lane::Abs if sa == least && flag => return None,
        Lane::Abs => sa.unsigned_abs(),
        Lane::CtLz | Lane::CtTz if a == 0 && flag => return None,
        Lane::CtLz => (a.leading_zeros() - (128 - width)).into(),
        Lane::CtTz => a.trailing_zeros().min(width).into(),
        Lane::CtPop => a.count_ones().into(),
        Lane::BSwap => a.swap_bytes() >> (128 - width),
        Lane::BitReverse => a.reverse_bits() >> (128 - width),
        Lane::FShl | Lane::FShr => match (op, (c % u128::from(width)) as u32) {
            (Lane::FShl, 0) => a,
            (_, 0) => b,
            (Lane::FShl, amount) => a << amount | b >> (width - amount),
            (_, amount) => a << (width - amount) | b >> amount,
        },
        Lane::UAddSat => match overflowing(BinaryOp::Add, false, a, b, width) {
            (_, true) => all,
            (value, false) => value,
        },
        Lane::USubSat => a.saturating_sub(b),
        Lane::SAddSat => saturated(overflowing(BinaryOp::Add, true, a, b, width)),
        Lane::SSubSat => saturated(overflowing(BinaryOp::Sub, true, a, b, width)),
        Lane::UShlSat | Lane::SShlSat if b >= u128::from(width) => return None,
        Lane::UShlSat => {
            let value = a << b & all;
            if value >> b == a { value } else { all }
        }
        Lane::SShlSat => {
            let value = a << b & all;
            saturated((value, signed(value, width) >> b != sa))
        }
        Lane::ClMul => {
            let ones = (0..width).filter(|n| b >> n & 1 == 1);
            ones.fold(0, |product, n| product ^ a << n)
        }
        Lane::PExt | Lane::PDep => {
            let ones = (0..width).filter(|n| b >> n & 1 == 1);
            let move_bit = |(to, from): (u32, u32)| match op {
                Lane::PExt => (a >> from & 1) << to,
                _ => (a >> to & 1) << from,
            };
            (0..).zip(ones).map(move_bit).sum()
        }
    })
}
