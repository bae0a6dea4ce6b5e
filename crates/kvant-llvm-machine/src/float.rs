//! Floats, one leaf at a time: instructions, conversions and fast-math flags.
//!
//! - An operation that returns a NaN chooses its bits out of the set that the language allows. The first alternative is the
//!   positive quiet NaN without a payload.
//! - `nnan` and `ninf` make poison of operands and results.
//! - `nsz` makes the sign of a zero result a choice, and that of a zero operand where it decides about the sign of a result
//!   that is not zero. (In LLVM's reference of 23 it is about operands only, in older ones about results too.)
//! - `reassoc`, `contract`, `arcp` and `afn` allow rewriting expressions, so that an operation that rounds has no result of its
//!   own: it is refused.
//! - An operand that is undef is chosen. An undef operand of an operation with `nnan` or `ninf` may be a NaN or an infinity, so
//!   that the result is poison.

pub(crate) mod format;
mod intrinsic;

use std::cmp::Ordering;

use kvant_llvm::syntax::{BinaryOp, CastOp, Flag, Flags, FloatKind, FloatPredicate};
use num_bigint::{BigInt, Sign};

use crate::choice::{self, FloatChoice};
use crate::int::{self, Context};
use crate::leaf::{Leaf, mask, signed};
use crate::outcome::{Stop, Unspecified};
use crate::shape::Scalar;

pub(crate) use format::{is_canonical, is_nan};
pub(crate) use intrinsic::{FloatCall, FloatIntrinsic, call, class};

/// An instruction on floats of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatOp {
    /// `fadd`, `fsub`, `fmul`, `fdiv` or `frem`.
    Binary(BinaryOp),
    /// `fcmp`.
    Compare(FloatPredicate),
    /// `fneg` of the first operand.
    Negate,
    /// The first operand, as the result of a `phi`, `select` or `call` with these flags.
    Pass,
}

/// An instruction on floats.
pub(crate) fn execute(
    context: &mut Context<'_>,
    op: FloatOp,
    flags: Flags,
    kind: FloatKind,
    [a, b]: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    match op {
        FloatOp::Binary(op) => binary(context, op, flags, kind, [a, b]),
        FloatOp::Compare(predicate) => compare(context, predicate, flags, kind, [a, b]),
        FloatOp::Negate => bitwise(context, flags, kind, a, |bits, undef| {
            (bits ^ sign_unless(undef, kind), undef)
        }),
        FloatOp::Pass => bitwise(context, flags, kind, a, |bits, undef| (bits, undef)),
    }
}

/// The result of a frequent instruction that leaves nothing to choose.
#[inline]
pub(crate) fn simple(
    op: FloatOp,
    flags: Flags,
    kind: FloatKind,
    operands: [&Leaf; 2],
) -> Option<Leaf> {
    let [Leaf::Int(a), Leaf::Int(b)] = operands else {
        return None;
    };
    if !flags.is_empty() {
        return None;
    }
    macro_rules! native {
        ($F:ident, $bits:ident) => {{
            let (a, b) = ($F::from_bits(*a as $bits), $F::from_bits(*b as $bits));
            let value = match op {
                FloatOp::Binary(BinaryOp::FAdd) => a + b,
                FloatOp::Binary(BinaryOp::FSub) => a - b,
                FloatOp::Binary(BinaryOp::FMul) => a * b,
                FloatOp::Binary(BinaryOp::FDiv) => a / b,
                FloatOp::Compare(predicate) => {
                    let holds = holds(predicate, a.partial_cmp(&b));
                    return Some(Leaf::Int(holds.into()));
                }
                _ => return None,
            };
            (!value.is_nan()).then(|| Leaf::Int(value.to_bits().into()))
        }};
    }
    match kind {
        FloatKind::Float => native!(f32, u32),
        FloatKind::Double => native!(f64, u64),
        _ => None,
    }
}

/// The sign, unless it is undef.
fn sign_unless(undef: u128, kind: FloatKind) -> u128 {
    format::sign(kind) & !undef
}

/// The bits of an operand, with undef ones chosen, or else poison.
fn operand(
    context: &mut Context<'_>,
    flags: Flags,
    kind: FloatKind,
    leaf: &Leaf,
) -> Result<Result<u128, Leaf>, Stop> {
    let poison = Leaf::Poison(context.origin);
    let bits = match leaf {
        Leaf::Int(bits) => *bits,
        Leaf::Poison(_) => return Ok(Err(leaf.clone())),
        Leaf::Ptr(_) => return Err(Unspecified::Address.into()),
        Leaf::Undef if flags.has(Flag::Nnan) || flags.has(Flag::Ninf) => return Ok(Err(poison)),
        Leaf::Undef | Leaf::Rich(_) => {
            let parts = leaf.parts(kind.bits());
            let (bits, undef) =
                parts.ok_or_else(|| Stop::IllFormed("a float of another size".into()))?;
            bits | choice::bits(context.choices, undef)
        }
    };
    if !format::is_canonical(kind, bits) {
        return Err(Unspecified::FloatEncoding.into());
    }
    Ok(match is_forbidden(flags, kind, bits) {
        true => Err(poison),
        false => Ok(bits),
    })
}

/// True if a flag makes poison of this value.
fn is_forbidden(flags: Flags, kind: FloatKind, bits: u128) -> bool {
    flags.has(Flag::Nnan) && format::is_nan(kind, bits)
        || flags.has(Flag::Ninf) && format::is_infinite(kind, bits)
}

/// Refuses an operation that rounds and may be rewritten.
fn pointwise(flags: Flags) -> Result<(), Stop> {
    let rewrites = [Flag::Reassoc, Flag::Contract, Flag::Arcp, Flag::Afn];
    match rewrites.iter().any(|flag| flags.has(*flag)) {
        true => Err(Unspecified::FastMath.into()),
        false => Ok(()),
    }
}

/// A result, with what the flags say about it. A NaN gets bits out of those of `inputs`, which are in the format of the result.
fn result(
    context: &mut Context<'_>,
    flags: Flags,
    kind: FloatKind,
    bits: u128,
    inputs: &[u128],
) -> Leaf {
    if is_forbidden(flags, kind, bits) {
        return Leaf::Poison(context.origin);
    }
    if format::is_nan(kind, bits) {
        return Leaf::Int(nan(context, kind, inputs));
    }
    Leaf::Int(signless(context, flags, kind, bits))
}

/// A value whose sign is a choice if it is zero and `nsz` is among the flags.
fn signless(context: &mut Context<'_>, flags: Flags, kind: FloatKind, bits: u128) -> u128 {
    let flips = flags.has(Flag::Nsz)
        && format::is_zero(kind, bits)
        && context.choices.choose_float(FloatChoice::Zero, 2) == 1;
    if flips {
        bits ^ format::sign(kind)
    } else {
        bits
    }
}

/// A NaN that an operation with these inputs may return.
fn nan(context: &mut Context<'_>, kind: FloatKind, inputs: &[u128]) -> u128 {
    let mut alternatives = Vec::new();
    nans(kind, inputs, true, &mut alternatives);
    chosen(context, &alternatives)
}

fn chosen(context: &mut Context<'_>, alternatives: &[u128]) -> u128 {
    let count = alternatives.len() as u128;
    let n = context.choices.choose_float(FloatChoice::Nan, count);
    alternatives
        .get(n as usize)
        .or(alternatives.first())
        .copied()
        .unwrap_or_default()
}

/// Appends all NaNs that an operation with these inputs may return: without a payload, or with the payload of an input, quiet or
/// (if it `may_signal`) unchanged, each with both signs. There are no others on x86 and Arm.
fn nans(kind: FloatKind, inputs: &[u128], may_signal: bool, alternatives: &mut Vec<u128>) {
    let start = alternatives.len();
    let mut add = |bits: u128| {
        for bits in [bits & !format::sign(kind), bits | format::sign(kind)] {
            if !alternatives[start..].contains(&bits) {
                alternatives.push(bits);
            }
        }
    };
    add(format::preferred_nan(kind));
    for input in inputs {
        if format::is_nan(kind, *input) {
            add(*input | format::quiet(kind));
            if may_signal {
                add(*input);
            }
        }
    }
}

fn binary(
    context: &mut Context<'_>,
    op: BinaryOp,
    flags: Flags,
    kind: FloatKind,
    [a, b]: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    if let Some(poison) = [a, b].into_iter().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    let a = match operand(context, flags, kind, a)? {
        Ok(a) => a,
        Err(poison) => return Ok(poison),
    };
    let mut b = match operand(context, flags, kind, b)? {
        Ok(b) => b,
        Err(poison) => return Ok(poison),
    };
    if op == BinaryOp::FDiv {
        b = signless(context, flags, kind, b);
    }
    let bits = format::binary(kind, op, a, b);
    rounding(context, flags, kind, bits, &[a, b])
}

/// The result of an operation that rounds.
fn rounding(
    context: &mut Context<'_>,
    flags: Flags,
    kind: FloatKind,
    bits: u128,
    inputs: &[u128],
) -> Result<Leaf, Stop> {
    if !is_forbidden(flags, kind, bits) {
        pointwise(flags)?;
    }
    Ok(result(context, flags, kind, bits, inputs))
}

/// An operation that works on single bits, also on undef ones.
fn bitwise(
    context: &mut Context<'_>,
    flags: Flags,
    kind: FloatKind,
    leaf: &Leaf,
    change: impl Fn(u128, u128) -> (u128, u128),
) -> Result<Leaf, Stop> {
    let values = [Flag::Nnan, Flag::Ninf, Flag::Nsz];
    if !values.iter().any(|flag| flags.has(*flag)) {
        let Some((bits, undef)) = leaf.parts(kind.bits()) else {
            return match leaf {
                Leaf::Ptr(_) => Err(Unspecified::Address.into()),
                _ => Ok(leaf.clone()),
            };
        };
        let (bits, undef) = change(bits, undef);
        return Ok(Leaf::with_undef(bits, undef, kind.bits()));
    }
    Ok(match operand(context, flags, kind, leaf)? {
        Err(poison) => poison,
        Ok(bits) => {
            let (bits, _) = change(bits, 0);
            Leaf::Int(signless(context, flags, kind, bits))
        }
    })
}

fn compare(
    context: &mut Context<'_>,
    predicate: FloatPredicate,
    flags: Flags,
    kind: FloatKind,
    [a, b]: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    if let Some(poison) = [a, b].into_iter().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    match (a, b) {
        (Leaf::Undef, _) => return compare_undef(context, predicate, flags, kind, b),
        (_, Leaf::Undef) => return compare_undef(context, swapped(predicate), flags, kind, a),
        _ => {}
    }
    let a = operand(context, flags, kind, a)?;
    let b = operand(context, flags, kind, b)?;
    Ok(match (a, b) {
        (Ok(a), Ok(b)) => Leaf::Int(holds(predicate, format::compare(kind, a, b)).into()),
        (Err(poison), _) | (_, Err(poison)) => poison,
    })
}

/// A comparison of undef with an operand. Undef may be a NaN, or have any order to the operand that some float has.
fn compare_undef(
    context: &mut Context<'_>,
    predicate: FloatPredicate,
    flags: Flags,
    kind: FloatKind,
    other: &Leaf,
) -> Result<Leaf, Stop> {
    if flags.has(Flag::Nnan) || flags.has(Flag::Ninf) {
        return Ok(Leaf::Poison(context.origin));
    }
    let other = match other {
        // One of many that have all orders.
        Leaf::Undef => 0,
        other => match operand(context, flags, kind, other)? {
            Ok(bits) => bits,
            Err(poison) => return Ok(poison),
        },
    };
    let infinity = format::infinity(kind);
    let orders = [
        (None, true),
        (Some(Ordering::Equal), !format::is_nan(kind, other)),
        (
            Some(Ordering::Less),
            !format::is_nan(kind, other) && other != infinity | format::sign(kind),
        ),
        (
            Some(Ordering::Greater),
            !format::is_nan(kind, other) && other != infinity,
        ),
    ];
    let results = orders.iter().filter(|(_, is_possible)| *is_possible);
    let mut results = results.map(|(order, _)| holds(predicate, *order));
    let first = results.next().unwrap_or(false);
    Ok(match results.all(|result| result == first) {
        true => Leaf::Int(first.into()),
        false => Leaf::Undef,
    })
}

/// The predicate for operands in the other order.
fn swapped(predicate: FloatPredicate) -> FloatPredicate {
    use FloatPredicate as P;
    match predicate {
        P::Ogt => P::Olt,
        P::Oge => P::Ole,
        P::Olt => P::Ogt,
        P::Ole => P::Oge,
        P::Ugt => P::Ult,
        P::Uge => P::Ule,
        P::Ult => P::Ugt,
        P::Ule => P::Uge,
        other => other,
    }
}

/// True if a predicate holds for operands of this order, which have none if one is a NaN.
fn holds(predicate: FloatPredicate, order: Option<Ordering>) -> bool {
    use FloatPredicate as P;
    let Some(order) = order else {
        return matches!(
            predicate,
            P::Uno | P::Ueq | P::Ugt | P::Uge | P::Ult | P::Ule | P::Une | P::True
        );
    };
    match predicate {
        P::False | P::Uno => false,
        P::True | P::Ord => true,
        P::Oeq | P::Ueq => order.is_eq(),
        P::Ogt | P::Ugt => order.is_gt(),
        P::Oge | P::Uge => order.is_ge(),
        P::Olt | P::Ult => order.is_lt(),
        P::Ole | P::Ule => order.is_le(),
        P::One | P::Une => order.is_ne(),
    }
}

/// A conversion from or to a float.
pub(crate) fn cast(
    context: &mut Context<'_>,
    op: CastOp,
    flags: Flags,
    from: Scalar,
    into: Scalar,
    leaf: &Leaf,
) -> Result<Leaf, Stop> {
    if leaf.is_poison() {
        return Ok(leaf.clone());
    }
    match (op, from, into) {
        (CastOp::FpTrunc | CastOp::FpExt, Scalar::Float(from), Scalar::Float(into)) => {
            let bits = match operand(context, flags, from, leaf)? {
                Ok(bits) => bits,
                Err(poison) => return Ok(poison),
            };
            let (bits, input) = match format::is_nan(from, bits) {
                true => {
                    let bits = format::convert_nan(from, into, bits);
                    // Without its lowest bits, the payload of a signalling NaN may be empty.
                    let input = match format::is_nan(into, bits) {
                        true => bits,
                        false => bits | format::quiet(into),
                    };
                    (input, input)
                }
                false => (format::convert(from, into, bits), 0),
            };
            rounding(context, flags, into, bits, &[input])
        }
        (CastOp::UiToFp | CastOp::SiToFp, Scalar::Int(width), Scalar::Float(kind)) => {
            let bits = match from_int(context, op, flags, width, kind, leaf)? {
                Ok(bits) => bits,
                Err(poison) => return Ok(poison),
            };
            rounding(context, flags, kind, bits, &[])
        }
        (CastOp::FpToUi | CastOp::FpToSi, Scalar::Float(kind), Scalar::Int(width)) => {
            // Undef may be a NaN.
            if let Leaf::Undef = leaf {
                return Ok(Leaf::Poison(context.origin));
            }
            let bits = match operand(context, flags, kind, leaf)? {
                Ok(bits) => bits,
                Err(poison) => return Ok(poison),
            };
            let leaf = to_int(kind, bits, width, op == CastOp::FpToSi);
            Ok(leaf.unwrap_or(Leaf::Poison(context.origin)))
        }
        _ => Err(Stop::IllFormed("a cast of another kind".into())),
    }
}

/// An integer as a float, or poison.
fn from_int(
    context: &mut Context<'_>,
    op: CastOp,
    flags: Flags,
    width: u32,
    kind: FloatKind,
    leaf: &Leaf,
) -> Result<Result<u128, Leaf>, Stop> {
    if let Leaf::Ptr(_) = leaf {
        return Err(Unspecified::Address.into());
    }
    if width > 128 {
        let big = int::big(context, leaf, width);
        let signed = int::big_signed(&big, width);
        let is_negative = signed.sign() == Sign::Minus;
        return Ok(match op {
            CastOp::SiToFp => Ok(format::from_big(kind, &signed)),
            _ if is_negative && flags.has(Flag::Nneg) => Err(Leaf::Poison(context.origin)),
            _ => Ok(format::from_big(kind, &big.into())),
        });
    }
    let parts = leaf.parts(width);
    let (bits, undef) =
        parts.ok_or_else(|| Stop::IllFormed("an integer of another width".into()))?;
    let bits = bits | choice::bits(context.choices, undef);
    let signed = signed(bits, width);
    Ok(match op {
        CastOp::SiToFp => Ok(format::from_int(kind, signed < 0, signed.unsigned_abs())),
        _ if signed < 0 && flags.has(Flag::Nneg) => Err(Leaf::Poison(context.origin)),
        _ => Ok(format::from_int(kind, false, bits)),
    })
}

/// A float as an integer, rounded toward zero. None if it does not fit.
fn to_int(kind: FloatKind, bits: u128, width: u32, is_signed: bool) -> Option<Leaf> {
    if format::is_nan(kind, bits) || format::is_infinite(kind, bits) {
        return None;
    }
    if width > 128 {
        let value = format::to_big(kind, bits);
        let fits =
            value >= limit(width, is_signed, true) && value <= limit(width, is_signed, false);
        return fits.then(|| int::from_big_signed(&value, width));
    }
    let (is_negative, value) = format::to_int(kind, bits)?;
    let most = mask(width - u32::from(is_signed));
    let fits = match is_negative {
        true if is_signed => value <= most + 1,
        true => value == 0,
        false => value <= most,
    };
    let value = if is_negative {
        value.wrapping_neg()
    } else {
        value
    };
    fits.then_some(Leaf::Int(value & mask(width)))
}

/// The least or the greatest integer.
fn limit(width: u32, is_signed: bool, is_least: bool) -> BigInt {
    let power = BigInt::from(1) << (width - u32::from(is_signed));
    match (is_least, is_signed) {
        (true, true) => -power,
        (true, false) => BigInt::ZERO,
        (false, _) => power - 1,
    }
}

/// True if the library's `sqrt` takes an operand without setting `errno`.
pub(crate) fn is_of_sqrt(kind: FloatKind, operand: &Leaf) -> bool {
    match operand {
        Leaf::Int(bits) => {
            !format::is_negative(kind, *bits)
                || format::is_zero(kind, *bits)
                || format::is_nan(kind, *bits)
        }
        other => other.is_poison(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::First;
    use crate::leaf::Origin;

    #[test]
    fn swapped_predicates_hold_for_the_reverse_order() {
        use Ordering::{Equal, Greater, Less};
        for predicate in FloatPredicate::ALL {
            for order in [None, Some(Less), Some(Equal), Some(Greater)] {
                let reverse = order.map(Ordering::reverse);
                assert_eq!(
                    holds(*predicate, order),
                    holds(swapped(*predicate), reverse)
                );
            }
        }
    }

    /// Instructions that are simple have the results that they have otherwise.
    #[test]
    fn simple_instructions_are_no_exception() {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        let mut ops: Vec<FloatOp> = [FAdd, FSub, FMul, FDiv, FRem].map(FloatOp::Binary).into();
        ops.extend(FloatPredicate::ALL.iter().copied().map(FloatOp::Compare));
        ops.extend([FloatOp::Negate, FloatOp::Pass]);
        let mut count = 0;
        for kind in [FloatKind::Half, FloatKind::Float, FloatKind::Double] {
            let edges = format::tests::edges(kind);
            for (a, b) in edges.iter().flat_map(|a| edges.iter().map(move |b| (a, b))) {
                let (a, b) = (Leaf::Int(*a), Leaf::Int(*b));
                for op in &ops {
                    let flags = Flags::default();
                    let Some(value) = simple(*op, flags, kind, [&a, &b]) else {
                        continue;
                    };
                    count += 1;
                    let mut choices = First::default();
                    let mut context = Context {
                        origin: Origin::OUTSIDE,
                        choices: &mut choices,
                    };
                    let result = execute(&mut context, *op, flags, kind, [&a, &b]);
                    assert_eq!(result, Ok(value), "{op:?} {kind:?} {a:?} {b:?}");
                    assert_eq!(choices.count, 0);
                }
            }
        }
        assert!(count > 100_000, "{count}");
    }
}
