//! Sums, products and quotients.

use kvant_mir::{BinOp, IntTy, Operand};

use super::{Tree, by, literal, width, with_sign};
use crate::grow::Result;

/// `((x + C) - y) + D` and similar chains, whose constants can be combined by reassociation.
pub(super) fn chain(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    const KINDS: [&[BinOp]; 4] = [
        &[BinOp::Add, BinOp::Sub],
        &[BinOp::BitXor, BinOp::BitAnd, BinOp::BitOr],
        &[BinOp::Add, BinOp::BitXor, BinOp::Mul],
        &[BinOp::Sub, BinOp::BitXor],
    ];
    let ops = t.pick(&KINDS);
    let mut x = t.value(int, depth)?;
    for _ in 0..t.pick(&[2, 3, 3, 4]) {
        let op = t.pick(ops);
        let y = match t.percent(65) {
            true if op == BinOp::Mul => t.constant_but(int, &[0, 1]),
            true if op == BinOp::BitXor => t.constant(int),
            true => t.partial(int),
            false => t.other_than(&x, int, depth / 2)?,
        };
        x = match t.percent(25) {
            true => t.op(int, op, y, x)?,
            false => t.op(int, op, x, y)?,
        };
    }
    Ok(x)
}

/// `x * C` for a `C` next to a power of two, or the same product by shifts.
pub(super) fn multiple(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let k = t.amount(int);
    let power = 1_u128 << k;
    if t.percent(50) {
        let factors = [
            power,
            power + 1,
            power.wrapping_sub(1).max(3),
            power.wrapping_neg(),
        ];
        let factor = t.pick(&factors);
        return t.op(int, BinOp::Mul, x, literal(int, factor));
    }
    let shifted = t.op(int, BinOp::Shl, x.clone(), by(k))?;
    match t.pick(&[0, 1, 2]) {
        0 => t.op(int, BinOp::Add, shifted, x),
        1 => t.op(int, BinOp::Sub, shifted, x),
        _ => t.op(int, BinOp::Sub, x, shifted),
    }
}

/// `x * C + x * D`, `x * y + x * z`, `(x + y) * (x - y)`.
pub(super) fn factored(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair(int, depth)?;
    let op = t.pick(&[BinOp::Add, BinOp::Sub]);
    let (left, right) = match t.pick(&[0, 1, 2]) {
        0 => {
            let c = t.constant_but(int, &[0, 1]);
            let d = t.constant_but(int, &[0, 1]);
            let left = t.op(int, BinOp::Mul, x.clone(), c)?;
            (left, t.op(int, BinOp::Mul, x, d)?)
        }
        1 => {
            let z = t.constant_but(int, &[0, 1]);
            let left = t.op(int, BinOp::Mul, x.clone(), y.clone())?;
            let other = t.pick(&[0, 1]);
            let right = [x, y][other].clone();
            (left, t.op(int, BinOp::Mul, right, z)?)
        }
        _ => {
            let sum = t.op(int, BinOp::Add, x.clone(), y.clone())?;
            let difference = t.op(int, BinOp::Sub, x, y)?;
            return t.op(int, BinOp::Mul, sum, difference);
        }
    };
    t.op(int, op, left, right)
}

/// The upper half of a product, by a wider type.
pub(super) fn high_half(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let Some(wide) = t.wider(int) else {
        return multiple(t, int, depth);
    };
    let [x, y] = t.pair_or_constant(int, depth)?;
    let x = t.cast(x, wide)?;
    let y = match y {
        Operand::Const(_) => t.constant_but(wide, &[0, 1]),
        y => t.cast(y, wide)?,
    };
    let product = t.op(wide, BinOp::Mul, x, y)?;
    let high = t.op(wide, BinOp::Shr, product, by(width(int)))?;
    t.cast(high, int)
}

/// `(x + y) / 2` without overflow: by the bits that both numbers share, or by a wider type.
pub(super) fn average(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    if t.percent(30)
        && y.place().is_some()
        && let Some(wide) = t.wider(int)
    {
        let x = t.cast(x, wide)?;
        let y = t.cast(y, wide)?;
        let sum = t.op(wide, BinOp::Add, x, y)?;
        let half = t.op(wide, BinOp::Shr, sum, by(1))?;
        return t.cast(half, int);
    }
    let (shared, op) = t.pick(&[(BinOp::BitAnd, BinOp::Add), (BinOp::BitOr, BinOp::Sub)]);
    let both = t.op(int, shared, x.clone(), y.clone())?;
    let one = t.op(int, BinOp::BitXor, x, y)?;
    let half = t.op(int, BinOp::Shr, one, by(1))?;
    t.op(int, op, both, half)
}

/// `x / C`, `x % C`, `(x / C) / D`, `(x + (C - 1)) / C`, `(x * C) / C`, `(x % C) % D`.
pub(super) fn division(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let bits = t.divisor(int);
    let divisor = literal(int, bits);
    let op = t.pick(&[BinOp::Div, BinOp::Rem]);
    match t.pick(&[0, 1, 2, 3, 4]) {
        0 | 1 => t.op(int, op, x, divisor),
        2 => {
            let again = t.divisor(int);
            let x = t.op(int, op, x, divisor)?;
            t.op(int, op, x, literal(int, again))
        }
        3 => {
            let round = literal(int, bits.wrapping_sub(1));
            let x = t.op(int, BinOp::Add, x, round)?;
            t.op(int, BinOp::Div, x, divisor)
        }
        _ => {
            let x = t.op(int, BinOp::Mul, x, divisor.clone())?;
            t.op(int, op, x, divisor)
        }
    }
}

/// `x / C * C`, and its difference from `x`.
pub(super) fn multiplied_back(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let divisor = t.divisor(int);
    let divisor = literal(int, divisor);
    let quotient = t.op(int, BinOp::Div, x.clone(), divisor.clone())?;
    let multiple = t.op(int, BinOp::Mul, quotient, divisor.clone())?;
    match t.pick(&[0, 1, 2]) {
        0 => Ok(multiple),
        1 => t.op(int, BinOp::Sub, x, multiple),
        _ => {
            let rest = t.op(int, BinOp::Rem, x, divisor)?;
            t.op(int, BinOp::Add, multiple, rest)
        }
    }
}

/// Division of a signed number by a power of two, towards zero, as it is written without `/`.
pub(super) fn division_by_shifts(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let signed = with_sign(int, true);
    let x = t.value(signed, depth)?;
    let k = t.amount(int).min(width(int) - 2);
    let round = literal(signed, (1 << k) - 1);
    let sign = t.op(signed, BinOp::Shr, x.clone(), by(width(int) - 1))?;
    let round = if t.percent(50) {
        t.op(signed, BinOp::BitAnd, sign, round)?
    } else {
        let unsigned = with_sign(int, false);
        let sign = t.cast(sign, unsigned)?;
        let round = t.op(unsigned, BinOp::Shr, sign, by(width(int) - k))?;
        t.cast(round, signed)?
    };
    let sum = t.op(signed, BinOp::Add, x, round)?;
    let quotient = t.op(signed, BinOp::Shr, sum, by(k))?;
    t.cast(quotient, int)
}
