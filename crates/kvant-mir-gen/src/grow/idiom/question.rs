//! Predicates on integers.

use kvant_mir::{BinOp, CheckedOp, IntTy, Operand, Place, Projection, Rvalue, UnOp};

use super::{Tree, by, literal, with_sign};
use crate::grow::Result;

/// `x < y`, `x == C`.
pub(super) fn comparison(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    let op = t.pick(&BinOp::COMPARISONS);
    t.ask(op, x, y)
}

/// `(x + C) < D`, unsigned: a test for a range.
pub(super) fn range(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let unsigned = with_sign(int, false);
    let x = t.value(unsigned, depth)?;
    let c = t.constant(unsigned);
    let size = t.constant(unsigned);
    let op = t.pick(&[BinOp::Add, BinOp::Sub]);
    let x = t.op(unsigned, op, x, c)?;
    let order = t.pick(&[BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
    t.ask(order, x, size)
}

/// `x > C && x < D`, `x == C || x == D` and similar conditions, mostly on one value.
pub(super) fn both(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let first = t.pick(&BinOp::COMPARISONS);
    let c = t.constant(int);
    let left = t.ask(first, x.clone(), c)?;
    let right = match t.percent(70) {
        true => {
            let second = t.pick(&BinOp::COMPARISONS);
            let d = t.constant(int);
            t.ask(second, x, d)?
        }
        false => t.question(int, depth / 2)?,
    };
    if left == right {
        return not(t, left);
    }
    let ops = [
        BinOp::BitAnd,
        BinOp::BitAnd,
        BinOp::BitOr,
        BinOp::BitXor,
        BinOp::Ne,
        BinOp::Lt,
    ];
    let op = t.pick(&ops);
    let both = t.ask(op, left, right)?;
    match t.percent(20) {
        true => not(t, both),
        false => Ok(both),
    }
}

/// `(x & C) == C`, `(x & C) != 0`, `(x >> n) & 1 == 1`, `(x & C) == x`.
pub(super) fn bit_test(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let op = t.pick(&[BinOp::Eq, BinOp::Ne]);
    let c = t.partial(int);
    match t.pick(&[0, 1, 2, 3]) {
        0 => {
            let some = t.op(int, BinOp::BitAnd, x, c.clone())?;
            t.ask(op, some, c)
        }
        1 => {
            let some = t.op(int, BinOp::BitAnd, x, c)?;
            t.ask(op, some, literal(int, 0))
        }
        2 => {
            let amount = t.amount(int);
            let x = t.op(int, BinOp::Shr, x, by(amount))?;
            let bit = t.op(int, BinOp::BitAnd, x, literal(int, 1))?;
            let value = t.pick(&[0, 1]);
            t.ask(op, bit, literal(int, value))
        }
        _ => {
            let masking = t.pick(&[BinOp::BitAnd, BinOp::BitOr]);
            let some = t.op(int, masking, x.clone(), c)?;
            t.ask(op, some, x)
        }
    }
}

/// `x & (x - 1) == 0`, often with `x != 0`.
pub(super) fn power_of_two(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let zero = literal(int, 0);
    let counts = t.grower.swarm.has(crate::feature::Feature::BitIntrinsics) && t.percent(40);
    let single = if counts {
        let n = t.call(kvant_mir::Intrinsic::Ctpop, vec![x.clone()], IntTy::U32)?;
        let (op, bound) = t.pick(&[
            (BinOp::Eq, 1),
            (BinOp::Lt, 2),
            (BinOp::Gt, 1),
            (BinOp::Ne, 1),
        ]);
        t.ask(op, n, by(bound))?
    } else {
        let below = match t.percent(50) {
            true => t.op(int, BinOp::Sub, x.clone(), literal(int, 1))?,
            false => t.op(int, BinOp::Add, x.clone(), literal(int, u128::MAX))?,
        };
        let rest = t.op(int, BinOp::BitAnd, x.clone(), below)?;
        let op = t.pick(&[BinOp::Eq, BinOp::Ne]);
        t.ask(op, rest, zero.clone())?
    };
    if t.percent(40) {
        return Ok(single);
    }
    let op = t.pick(&[BinOp::Ne, BinOp::Eq]);
    let some = t.ask(op, x, zero)?;
    let op = t.pick(&[BinOp::BitAnd, BinOp::BitOr]);
    t.ask(op, some, single)
}

/// An overflow test of a sum or a difference, without a checked operation.
pub(super) fn overflow(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    let op = t.pick(&[BinOp::Add, BinOp::Sub]);
    let result = t.op(int, op, x.clone(), y.clone())?;
    if !int.is_signed() {
        let order = t.pick(&[BinOp::Lt, BinOp::Gt, BinOp::Ge]);
        return t.ask(order, result, x);
    }
    if t.percent(40) {
        // `(y < 0) != (x + y < x)`, or with `y > 0`.
        let falls = t.ask(BinOp::Lt, result, x)?;
        let order = t.pick(&[BinOp::Lt, BinOp::Gt]);
        let side = match y {
            Operand::Const(_) => return Ok(falls),
            y => t.ask(order, y, literal(int, 0))?,
        };
        return t.ask(BinOp::Ne, side, falls);
    }
    let left = t.op(int, BinOp::BitXor, x.clone(), result.clone())?;
    let other = match op {
        BinOp::Add => t.op(int, BinOp::BitXor, y, result)?,
        _ => t.op(int, BinOp::BitXor, x, y)?,
    };
    let both = t.op(int, BinOp::BitAnd, left, other)?;
    t.ask(BinOp::Lt, both, literal(int, 0))
}

/// The flag of a checked operation, or a comparison of its result with the unchecked one.
pub(super) fn overflow_flag(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let [x, y] = t.pair_or_constant(int, depth)?;
    let (op, plain) = t.pick(&[
        (CheckedOp::Add, BinOp::Add),
        (CheckedOp::Sub, BinOp::Sub),
        (CheckedOp::Mul, BinOp::Mul),
    ]);
    let (ty, bool) = (t.ty(int), t.grower.universe.bool);
    let pair = t.grower.draft.program.types.tuple(&[ty, bool]);
    let rvalue = Rvalue::Checked(op, x.clone(), y.clone());
    let local = t.grower.assign_hidden(pair, rvalue)?;
    let field = |n| Operand::from(Place::local(local).project(Projection::Field(n)));
    let flag = t.node(bool, Rvalue::Use(field(1)))?;
    if t.percent(60) {
        return Ok(flag);
    }
    let result = t.node(ty, Rvalue::Use(field(0)))?;
    let again = t.op(int, plain, y, x)?;
    let same = t.ask(BinOp::Lt, result, again)?;
    t.ask(BinOp::BitOr, flag, same)
}

/// `(x + C) == D`, `(x ^ C) < D`, `(x << n) > C`, `x * C == D`: comparisons that can be rewritten to ones of `x`
/// itself.
pub(super) fn moved(t: &mut Tree, int: IntTy, depth: usize) -> Result<Operand> {
    let x = t.value(int, depth)?;
    let x = match t.pick(&[0, 1, 2, 3]) {
        0 => {
            let c = t.constant(int);
            let op = t.pick(&[BinOp::Add, BinOp::Sub, BinOp::BitXor]);
            t.op(int, op, x, c)?
        }
        1 => {
            let amount = t.amount(int);
            let op = t.pick(&[BinOp::Shl, BinOp::Shr]);
            t.op(int, op, x, by(amount))?
        }
        2 => {
            let c = t.constant_but(int, &[0, 1]);
            t.op(int, BinOp::Mul, x, c)?
        }
        _ => match t.percent(50) {
            true => t.neg(int, x)?,
            false => t.not(int, x)?,
        },
    };
    let c = t.constant(int);
    let op = t.pick(&BinOp::COMPARISONS);
    t.ask(op, x, c)
}

fn not(t: &mut Tree, question: Operand) -> Result<Operand> {
    let bool = t.grower.universe.bool;
    t.node(bool, Rvalue::Unary(UnOp::Not, question))
}
