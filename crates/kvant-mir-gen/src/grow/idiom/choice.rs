//! One of two values: the lesser, the nearer, the one that does not overflow.

use kvant_mir::{BinOp, IntTy, Intrinsic, Operand};

use super::{Tree, by, literal, sign_bit, width, with_sign};
use crate::feature::Feature;
use crate::grow::Result;

const ORDERS: [BinOp; 4] = [BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge];

/// The lesser or the greater of two values, at times in the order of the other sign.
pub(super) fn extremum(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    let order = t.pick(&ORDERS);
    let less = if t.percent(25) && y.place().is_some() {
        let other = with_sign(int, !int.is_signed());
        let left = t.cast(x.clone(), other)?;
        let right = t.cast(y.clone(), other)?;
        t.ask(order, left, right)?
    } else {
        t.ask(order, x.clone(), y.clone())?
    };
    t.choose(int, less, [x, y])
}

/// A number between two constants.
pub(super) fn clamp(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let mut x = t.value(int, depth)?;
    let (first, second) = t.pick(&[(BinOp::Lt, BinOp::Gt), (BinOp::Gt, BinOp::Lt)]);
    for op in [first, second] {
        let bound = t.constant(int);
        let beyond = t.ask(op, x.clone(), bound.clone())?;
        x = t.choose(int, beyond, [bound, x])?;
    }
    Ok(x)
}

/// `|x|` and `-|x|`: by a branch, or by the sign in all bits.
pub(super) fn absolute(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let signed = with_sign(int, true);
    let x = t.value(signed, depth)?;
    let result = if t.percent(50) {
        let (op, zero) = t.pick(&[
            (BinOp::Lt, 0),
            (BinOp::Gt, 0),
            (BinOp::Gt, u128::MAX),
            (BinOp::Lt, 1),
        ]);
        let below = t.ask(op, x.clone(), literal(signed, zero))?;
        let negative = t.neg(signed, x.clone())?;
        t.choose(signed, below, [negative, x])?
    } else {
        let all = t.op(signed, BinOp::Shr, x.clone(), by(width(int) - 1))?;
        let (first, second) = t.pick(&[(BinOp::BitXor, BinOp::Sub), (BinOp::Add, BinOp::BitXor)]);
        let turned = t.op(signed, first, x, all.clone())?;
        t.op(signed, second, turned, all)?
    };
    t.cast(result, int)
}

/// A sum or a difference that stops at the bounds of its type, by hand or by an intrinsic.
pub(super) fn saturated(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    if t.grower.swarm.has(Feature::IntegerIntrinsics) && t.percent(35) {
        let [x, y] = t.pair_or_constant(int, depth)?;
        let intrinsic = t.pick(&[Intrinsic::SaturatingAdd, Intrinsic::SaturatingSub]);
        let z = t.call(intrinsic, vec![x.clone(), y.clone()], int)?;
        let back = t.pick(&[BinOp::Sub, BinOp::Add]);
        return match t.pick(&[0, 1, 2]) {
            0 => t.op(int, back, x, z),
            1 => t.op(int, back, z, y),
            _ => Ok(z),
        };
    }
    match int.is_signed() {
        true => saturated_signed(t, int, depth),
        false => saturated_unsigned(t, int, depth),
    }
}

/// `s = x + y; if s < x { MAX } else { s }`, `if x < y { 0 } else { x - y }` and `s | -(s < x)`.
fn saturated_unsigned(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    if t.percent(40) {
        let difference = t.op(int, BinOp::Sub, x.clone(), y.clone())?;
        let op = t.pick(&[BinOp::Lt, BinOp::Le]);
        let below = t.ask(op, x, y)?;
        return t.choose(int, below, [literal(int, 0), difference]);
    }
    let sum = t.op(int, BinOp::Add, x.clone(), y.clone())?;
    let over = match t.pick(&[0, 1, 2]) {
        0 => t.ask(BinOp::Lt, sum.clone(), x)?,
        1 => t.ask(BinOp::Gt, x, sum.clone())?,
        _ => {
            // `x > !y` is the same test without the sum.
            let room = match &y {
                Operand::Const(kvant_mir::Constant::Int(bits, _)) => literal(int, !*bits),
                _ => t.not(int, y)?,
            };
            t.ask(BinOp::Gt, x, room)?
        }
    };
    if t.percent(50) {
        return t.choose(int, over, [literal(int, u128::MAX), sum]);
    }
    let over = t.cast(over, int)?;
    let all = t.neg(int, over)?;
    t.op(int, BinOp::BitOr, sum, all)
}

/// The sum, or the bound on the side where it left the type.
fn saturated_signed(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    let sum = t.op(int, BinOp::Add, x.clone(), y.clone())?;
    let left = t.op(int, BinOp::BitXor, x.clone(), sum.clone())?;
    let right = t.op(int, BinOp::BitXor, y, sum.clone())?;
    let both = t.op(int, BinOp::BitAnd, left, right)?;
    let over = t.ask(BinOp::Lt, both, literal(int, 0))?;
    let sign = t.op(int, BinOp::Shr, x, by(width(int) - 1))?;
    let bound = t.op(int, BinOp::BitXor, sign, literal(int, sign_bit(int) - 1))?;
    t.choose(int, over, [bound, sum])
}

/// The answer to a question as a number: itself, a mask, one of two constants, a bit somewhere.
pub(super) fn answer(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let inner = match t.percent(60) {
        true => int,
        false => t.other_type(int),
    };
    let question = t.question(inner, depth)?;
    if t.percent(30) {
        let c = t.constant(int);
        let other = match t.percent(50) {
            true => t.value(int, depth / 2)?,
            false => t.constant(int),
        };
        return t.choose(int, question, [other, c]);
    }
    let one = t.cast(question, int)?;
    match t.pick(&[0, 1, 2, 3, 4]) {
        0 => Ok(one),
        1 => {
            let c = t.partial(int);
            let all = t.neg(int, one)?;
            t.op(int, BinOp::BitAnd, all, c)
        }
        2 => {
            let amount = t.amount(int);
            t.op(int, BinOp::Shl, one, by(amount))
        }
        3 => {
            let x = t.value(int, depth / 2)?;
            let op = t.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor]);
            t.op(int, op, x, one)
        }
        _ => {
            let c = t.constant(int);
            let op = t.pick(&[BinOp::Add, BinOp::Sub, BinOp::BitXor, BinOp::Mul]);
            t.op(int, op, c, one)
        }
    }
}
