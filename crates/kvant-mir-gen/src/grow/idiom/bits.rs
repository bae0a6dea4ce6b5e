//! Masks, shifts and casts.

use kvant_mir::{BinOp, IntTy, Intrinsic, Operand};

use super::{Tree, by, literal, width, with_sign};
use crate::grow::Result;
use crate::grow::constant::PLAIN;

/// A cast to another width and back, with an operation in between.
pub(super) fn sandwich(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let inner = t.other_type(int);
    let x = t.value(int, depth)?;
    let mut x = t.cast(x, inner)?;
    if t.percent(75) {
        let op = t.pick(&PLAIN);
        let y = match t.percent(60) {
            true => t.partial(inner),
            false => t.other_than(&x, inner, depth / 2)?,
        };
        x = t.op(inner, op, x, y)?;
    }
    if t.percent(30) {
        let amount = t.amount(inner);
        let op = t.pick(&[BinOp::Shl, BinOp::Shr]);
        x = t.op(inner, op, x, by(amount))?;
    }
    t.cast(x, int)
}

/// A cast to the type of the same width with the other sign and back, with an operation in between that depends on
/// the sign.
pub(super) fn other_sign(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let other = with_sign(int, !int.is_signed());
    let x = t.value(int, depth)?;
    let y = t.cast(x.clone(), other)?;
    let y = if t.percent(50) {
        let amount = t.amount(int);
        t.op(other, BinOp::Shr, y, by(amount))?
    } else {
        let c = t.constant(other);
        let op = t.pick(&[BinOp::Lt, BinOp::Gt, BinOp::Le, BinOp::Ge]);
        let less = t.ask(op, y.clone(), c.clone())?;
        t.choose(other, less, [y, c])?
    };
    let y = t.cast(y, int)?;
    let op = t.pick(&[BinOp::Sub, BinOp::BitXor, BinOp::Add, BinOp::BitOr]);
    match t.percent(50) {
        true => t.op(int, op, x, y),
        false => Ok(y),
    }
}

/// `(x << n) >> n`, `(x >> n) << n`, `(x >> n) & C`, `(x << m) >> n`.
pub(super) fn shift_pair(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let (n, m) = (t.amount(int), t.amount(int));
    let (first, second) = t.pick(&[(BinOp::Shl, BinOp::Shr), (BinOp::Shr, BinOp::Shl)]);
    let x = t.op(int, first, x, by(n))?;
    match t.pick(&[0, 1, 2, 3]) {
        0 | 1 => t.op(int, second, x, by(n)),
        2 => {
            let mask = t.partial(int);
            t.op(int, BinOp::BitAnd, x, mask)
        }
        _ => {
            let op = t.pick(&[first, second]);
            t.op(int, op, x, by(m))
        }
    }
}

/// `(x << n) | (x >> (width - n))`, with a constant amount or a masked one; sometimes of two values.
pub(super) fn rotate(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let unsigned = with_sign(int, false);
    let x = t.value(unsigned, depth)?;
    let y = match t.percent(25) {
        true => t.other_than(&x, unsigned, depth / 2)?,
        false => x.clone(),
    };
    let (left, right) = if t.percent(50) {
        let n = t.amount(int);
        (by(n), by(width(int) - n))
    } else {
        let mask = literal(int, u128::from(width(int) - 1));
        let n = t.other_than(&x, int, depth / 2)?;
        let left = t.op(int, BinOp::BitAnd, n.clone(), mask.clone())?;
        let right = if t.percent(50) {
            t.neg(int, n)?
        } else {
            let bits = literal(int, u128::from(width(int)));
            t.op(int, BinOp::Sub, bits, left.clone())?
        };
        (left, t.op(int, BinOp::BitAnd, right, mask)?)
    };
    let (left, right) = match t.percent(50) {
        true => (left, right),
        false => (right, left),
    };
    let op = t.pick(&[BinOp::BitOr, BinOp::BitOr, BinOp::Add, BinOp::BitXor]);
    let high = t.op(unsigned, BinOp::Shl, x, left)?;
    let low = t.op(unsigned, BinOp::Shr, y, right)?;
    let x = t.op(unsigned, op, high, low)?;
    t.cast(x, int)
}

/// A rotation by an intrinsic, and often another one by shifts or in the other direction.
pub(super) fn rotate_intrinsic(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let unsigned = with_sign(int, false);
    let ways = [Intrinsic::RotateLeft, Intrinsic::RotateRight];
    let x = t.value(unsigned, depth)?;
    let n = match t.percent(50) {
        true => by(t.amount(int)),
        false => t.atom(IntTy::U32)?,
    };
    let way = t.pick(&ways);
    let mut x = t.call(way, vec![x, n.clone()], unsigned)?;
    if t.percent(40) {
        let m = match t.percent(50) {
            true => n,
            false => by(t.amount(int)),
        };
        let way = t.pick(&ways);
        x = t.call(way, vec![x, m], unsigned)?;
    }
    t.cast(x, int)
}

/// `(x | C) - C`, `(x & C) ^ C`, `(x | C) & !C`, `(x ^ C) + C`, `!(x & C)`.
pub(super) fn mask(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let c = t.partial(int);
    let ops = [
        (BinOp::BitOr, BinOp::Sub),
        (BinOp::BitAnd, BinOp::BitXor),
        (BinOp::BitOr, BinOp::BitXor),
        (BinOp::BitXor, BinOp::Add),
        (BinOp::BitAnd, BinOp::Add),
        (BinOp::BitXor, BinOp::BitAnd),
        (BinOp::Add, BinOp::BitAnd),
    ];
    let (first, second) = t.pick(&ops);
    let x = t.op(int, first, x, c.clone())?;
    match t.pick(&[0, 1, 2, 3]) {
        0 => t.not(int, x),
        1 => {
            let d = t.partial(int);
            t.op(int, second, x, d)
        }
        _ => t.op(int, second, x, c),
    }
}

/// `((x ^ y) & C) ^ y` and `(x & C) | (y & !C)`: bits of one value and bits of the other.
pub(super) fn merge(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair(int, depth)?;
    let c = match t.percent(70) {
        true => t.partial(int),
        false => t.other_than(&y, int, depth / 2)?,
    };
    if t.percent(50) {
        let differing = t.op(int, BinOp::BitXor, x, y.clone())?;
        let some = t.op(int, BinOp::BitAnd, differing, c)?;
        return t.op(int, BinOp::BitXor, some, y);
    }
    let others = match &c {
        Operand::Const(kvant_mir::Constant::Int(bits, _)) => literal(int, !*bits),
        _ => t.not(int, c.clone())?,
    };
    let left = t.op(int, BinOp::BitAnd, x, c)?;
    let right = t.op(int, BinOp::BitAnd, y, others)?;
    let op = t.pick(&[BinOp::BitOr, BinOp::Add, BinOp::BitXor]);
    t.op(int, op, left, right)
}

/// `x & -x`, `x & (x - 1)`, `x | (x + 1)`, `!x & (x - 1)` and similar expressions.
pub(super) fn lowest_bit(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let op = t.pick(&[BinOp::BitAnd, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
    if t.percent(35) {
        let negative = t.neg(int, x.clone())?;
        return t.op(int, op, x, negative);
    }
    let next = t.pick(&[BinOp::Add, BinOp::Sub]);
    let neighbour = match t.percent(30) {
        true => t.op(int, BinOp::Add, x.clone(), literal(int, u128::MAX))?,
        false => t.op(int, next, x.clone(), literal(int, 1))?,
    };
    let x = match t.percent(30) {
        true => t.not(int, x)?,
        false => x,
    };
    t.op(int, op, x, neighbour)
}

/// `!(!x & !y)`, `(x & y) | (x & !y)`, `(x | y) - (x & y)`, `!x + 1`, `x + !y`.
pub(super) fn complements(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair(int, depth)?;
    match t.pick(&[0, 1, 2, 3]) {
        0 => {
            let op = t.pick(&[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
            let x = t.not(int, x)?;
            let y = t.not(int, y)?;
            let both = t.op(int, op, x, y)?;
            t.not(int, both)
        }
        1 => {
            let z = t.not(int, y.clone())?;
            let op = t.pick(&[BinOp::BitAnd, BinOp::BitOr]);
            let left = t.op(int, op, x.clone(), y)?;
            let right = t.op(int, BinOp::BitAnd, x, z)?;
            let op = t.pick(&[BinOp::BitOr, BinOp::BitXor, BinOp::Sub]);
            t.op(int, op, left, right)
        }
        2 => {
            let some = t.op(int, BinOp::BitOr, x.clone(), y.clone())?;
            let both = t.op(int, BinOp::BitAnd, x, y)?;
            let op = t.pick(&[BinOp::Sub, BinOp::BitXor, BinOp::Add]);
            t.op(int, op, some, both)
        }
        _ => {
            let y = t.not(int, y)?;
            let sum = t.op(int, BinOp::Add, x, y)?;
            match t.percent(60) {
                true => t.op(int, BinOp::Add, sum, literal(int, 1)),
                false => t.not(int, sum),
            }
        }
    }
}

/// Two narrow numbers beside each other in a wide one, or a number put together from its halves.
pub(super) fn pack(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let narrower = |other: &IntTy| width(*other) < width(int) && !other.is_signed();
    let narrower: Vec<IntTy> = IntTy::ALL.into_iter().filter(narrower).collect();
    let Some(&narrow) = t.grower.rng.pick(&narrower) else {
        return merge(t, int, depth);
    };
    let x = t.value(int, depth)?;
    let y = match t.percent(40) {
        true => t.op(int, BinOp::Shr, x.clone(), by(width(narrow)))?,
        false => t.other_than(&x, int, depth / 2)?,
    };
    let low = t.cast(x, narrow)?;
    let low = t.cast(low, int)?;
    let high = t.cast(y, narrow)?;
    let high = t.cast(high, int)?;
    let (low, high) = match t.percent(30) {
        true => (high, low),
        false => (low, high),
    };
    let high = t.op(int, BinOp::Shl, high, by(width(narrow)))?;
    let op = t.pick(&[BinOp::BitOr, BinOp::BitOr, BinOp::Add, BinOp::BitXor]);
    t.op(int, op, low, high)
}

/// Typical uses of intrinsics that count or reverse bits.
pub(super) fn count(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let counts = [Intrinsic::Ctpop, Intrinsic::Ctlz, Intrinsic::Cttz];
    let counting = t.pick(&counts);
    match t.pick(&[0, 1, 2, 3]) {
        0 => {
            // For counts of zeros: 1 if `x` is 0.
            let n = t.call(counting, vec![x], IntTy::U32)?;
            let n = t.op(IntTy::U32, BinOp::Shr, n, by(width(int).ilog2()))?;
            t.cast(n, int)
        }
        1 => {
            let is_zero = t.ask(BinOp::Eq, x.clone(), literal(int, 0))?;
            let n = t.call(counting, vec![x], IntTy::U32)?;
            let none = t.pick(&[0, width(int), width(int) - 1]);
            let n = t.choose(IntTy::U32, is_zero, [by(none), n])?;
            t.cast(n, int)
        }
        2 => {
            let odd = t.op(int, BinOp::BitOr, x, literal(int, 1))?;
            let ways = [Intrinsic::CtlzNonzero, Intrinsic::CttzNonzero];
            let counting = t.pick(&ways);
            let n = t.call(counting, vec![odd], IntTy::U32)?;
            let op = t.pick(&[BinOp::Sub, BinOp::BitXor]);
            let n = t.op(IntTy::U32, op, by(width(int) - 1), n)?;
            t.cast(n, int)
        }
        _ => {
            let turned = t.pick(&[Intrinsic::Bswap, Intrinsic::Bitreverse]);
            let x = t.call(turned, vec![x], int)?;
            let c = t.partial(int);
            let op = t.pick(&[BinOp::BitAnd, BinOp::BitXor, BinOp::Shr]);
            let x = t.op(int, op, x, c)?;
            t.call(turned, vec![x], int)
        }
    }
}

/// The sign of a number in all bits, in one, or as -1, 0 and 1.
pub(super) fn sign(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let signed = with_sign(int, true);
    let x = t.value(signed, depth)?;
    let last = by(width(int) - 1);
    let result = match t.pick(&[0, 1, 2, 3]) {
        0 => {
            let c = t.constant(signed);
            let all = t.op(signed, BinOp::Shr, x, last)?;
            let op = t.pick(&[BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
            t.op(signed, op, all, c)?
        }
        1 => {
            let unsigned = with_sign(int, false);
            let negative = t.neg(signed, x.clone())?;
            let negative = t.cast(negative, unsigned)?;
            let positive = t.op(unsigned, BinOp::Shr, negative, last.clone())?;
            let positive = t.cast(positive, signed)?;
            let all = t.op(signed, BinOp::Shr, x, last)?;
            t.op(signed, BinOp::BitOr, all, positive)?
        }
        2 => {
            let y = t.other_than(&x, signed, depth / 2)?;
            let differing = t.op(signed, BinOp::BitXor, x, y)?;
            let differs = t.ask(BinOp::Lt, differing, literal(signed, 0))?;
            t.cast(differs, signed)?
        }
        _ => {
            let zero = literal(signed, 0);
            let above = t.ask(BinOp::Gt, x.clone(), zero.clone())?;
            let below = t.ask(BinOp::Lt, x, zero)?;
            let above = t.cast(above, signed)?;
            let below = t.cast(below, signed)?;
            t.op(signed, BinOp::Sub, above, below)?
        }
    };
    t.cast(result, int)
}
