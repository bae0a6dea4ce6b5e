//! Arithmetic on integers, one leaf at a time.

use kvant_llvm::syntax::{BinaryOp, Flag, Flags, IntPredicate};
use num_bigint::{BigInt, BigUint, Sign};

use crate::choice::{self, Choices};
use crate::leaf::{Leaf, Origin, Rich, mask, signed};
use crate::outcome::{Stop, Ub, Unspecified};

/// The circumstances of an operation.
pub(crate) struct Context<'a> {
    /// The instruction, which new poison comes from.
    pub(crate) origin: Origin,
    pub(crate) choices: &'a mut dyn Choices,
}

/// An instruction on two integers of `width` bits.
pub(crate) fn binary(
    context: &mut Context<'_>,
    op: BinaryOp,
    flags: Flags,
    width: u32,
    [a, b]: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    if let (Leaf::Int(a), Leaf::Int(b)) = (a, b) {
        return known(op, flags, width, *a, *b, context.origin);
    }
    if is_division(op) {
        match b {
            Leaf::Int(0) => return Err(Ub::DivisionByZero.into()),
            Leaf::Poison(_) | Leaf::Undef => return Err(Ub::UndefinedDivisor.into()),
            // Some choice of its undef bits may make it zero.
            Leaf::Rich(rich) if matches!(**rich, Rich::Partial { bits: 0, .. }) => {
                return Err(Ub::UndefinedDivisor.into());
            }
            _ => {}
        }
    }
    // Poison may be the least number.
    if a.is_poison() && matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
        match b {
            Leaf::Int(bits) if *bits == mask(width) && width <= 128 => {
                return Err(Ub::DivisionOverflow.into());
            }
            Leaf::Rich(rich) => match &**rich {
                Rich::Wide(value) if *value == big_mask(width) => {
                    return Err(Ub::DivisionOverflow.into());
                }
                Rich::Partial { bits, undef } if bits | undef == mask(width) => {
                    return Err(Ub::DivisionOverflow.into());
                }
                _ => {}
            },
            _ => {}
        }
    }
    if let Some(poison) = [a, b].into_iter().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    if let (Leaf::Ptr(_), _) | (_, Leaf::Ptr(_)) = (a, b) {
        return address(op, flags, width, a, b);
    }
    let parts = a.parts(width).zip(b.parts(width)).filter(|_| width <= 128);
    let Some(((a, undef_a), (b, undef_b))) = parts else {
        return wide(context, op, flags, width, a, b);
    };
    if let Some(leaf) = exact(op, flags, width, (a, undef_a), (b, undef_b), context.origin) {
        return Ok(leaf);
    }
    let a = a | choice::bits(context.choices, undef_a);
    let b = b | choice::bits(context.choices, undef_b);
    known(op, flags, width, a, b, context.origin)
}

/// The result of the most frequent operations without flags, which are always defined, on up to 64 bits.
pub(crate) fn simple(op: BinaryOp, width: u32, a: u64, b: u64) -> Option<u64> {
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    };
    Some(value & mask(width) as u64)
}

fn is_division(op: BinaryOp) -> bool {
    use BinaryOp::{SDiv, SRem, UDiv, URem};
    matches!(op, UDiv | SDiv | URem | SRem)
}

/// The result on integers all of whose bits are defined.
fn known(
    op: BinaryOp,
    flags: Flags,
    width: u32,
    a: u128,
    b: u128,
    origin: Origin,
) -> Result<Leaf, Stop> {
    let all = mask(width);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (nuw, nsw) = (flags.has(Flag::Nuw), flags.has(Flag::Nsw));
    let exact = flags.has(Flag::Exact);
    // A signed result, unless it does not fit in the type.
    let fits =
        |value: Option<i128>| value.is_some_and(|it| signed(it.cast_unsigned(), width) == it);
    let fits_unsigned = |value: Option<u128>| value.is_some_and(|it| it <= all);
    let (value, is_poison) = match op {
        BinaryOp::Add => (
            a.wrapping_add(b),
            nuw && !fits_unsigned(a.checked_add(b)) || nsw && !fits(sa.checked_add(sb)),
        ),
        BinaryOp::Sub => (
            a.wrapping_sub(b),
            nuw && a < b || nsw && !fits(sa.checked_sub(sb)),
        ),
        BinaryOp::Mul => (
            a.wrapping_mul(b),
            nuw && !fits_unsigned(a.checked_mul(b)) || nsw && !fits(sa.checked_mul(sb)),
        ),
        op if is_division(op) && b == 0 => return Err(Ub::DivisionByZero.into()),
        BinaryOp::UDiv => (a / b, exact && !a.is_multiple_of(b)),
        BinaryOp::URem => (a % b, false),
        BinaryOp::SDiv | BinaryOp::SRem => {
            let quotient = sa.checked_div(sb).filter(|it| fits(Some(*it)));
            let quotient = quotient.ok_or(Ub::DivisionOverflow)?;
            let remainder = sa.wrapping_rem(sb);
            match op {
                BinaryOp::SDiv => (quotient.cast_unsigned(), exact && remainder != 0),
                _ => (remainder.cast_unsigned(), false),
            }
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            if b >= u128::from(width) {
                return Ok(Leaf::Poison(origin));
            }
            let amount = b as u32;
            match op {
                BinaryOp::Shl => {
                    let value = a << amount & all;
                    let lost = value >> amount != a;
                    let changed = signed(value, width) >> amount != sa;
                    (value, nuw && lost || nsw && changed)
                }
                BinaryOp::LShr => {
                    let value = a >> amount;
                    (value, exact && value << amount != a)
                }
                _ => {
                    let value = sa >> amount;
                    (value.cast_unsigned(), exact && value << amount != sa)
                }
            }
        }
        BinaryOp::And => (a & b, false),
        BinaryOp::Or => (a | b, flags.has(Flag::Disjoint) && a & b != 0),
        BinaryOp::Xor => (a ^ b, false),
        _ => return Err(Stop::IllFormed("a float instruction on integers".into())),
    };
    Ok(match is_poison {
        true => Leaf::Poison(origin),
        false => Leaf::Int(value & all),
    })
}

/// The set of results on partly undef integers, where it is that of a leaf. Each use of an undef bit is independent of others.
fn exact(
    op: BinaryOp,
    flags: Flags,
    width: u32,
    (a, undef_a): (u128, u128),
    (b, undef_b): (u128, u128),
    origin: Origin,
) -> Option<Leaf> {
    let all = mask(width);
    let both = undef_a | undef_b;
    let leaf = |bits, undef| Some(Leaf::with_undef(bits, undef & all, width));
    let is_undef = |undef| undef == all;
    match op {
        BinaryOp::And => {
            // A bit is 0 if one operand's bit is.
            let zero = !a & !undef_a | !b & !undef_b;
            leaf(a & b, both & !zero)
        }
        // With `disjoint`, two bits that may both be 1 may be poison.
        BinaryOp::Or if flags.has(Flag::Disjoint) => {
            let may = (a | undef_a) & (b | undef_b);
            match may {
                0 => leaf(a | b, both),
                _ => Some(Leaf::Poison(origin)),
            }
        }
        BinaryOp::Or => {
            let one = a | b;
            leaf(one, both & !one)
        }
        BinaryOp::Xor => leaf(a ^ b, both),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if undef_b != 0 => {
            // Some amount that is too large is among the choices, unless the largest is not.
            let largest = b | undef_b;
            (largest >= u128::from(width)).then_some(Leaf::Poison(origin))
        }
        BinaryOp::Shl if flags.is_empty() && b < u128::from(width) => {
            leaf(a << b & all, undef_a << b)
        }
        BinaryOp::LShr if flags.is_empty() && b < u128::from(width) => leaf(a >> b, undef_a >> b),
        BinaryOp::Add | BinaryOp::Sub => {
            let is_zero = |bits, undef| bits == 0 && undef == 0;
            if is_zero(b, undef_b) {
                return leaf(a, undef_a);
            }
            if is_zero(a, undef_a) && op == BinaryOp::Add {
                return leaf(b, undef_b);
            }
            // Any value plus another is any value. With flags, it may be poison or not.
            let any = is_undef(undef_a) || is_undef(undef_b);
            (any && flags.is_empty()).then_some(Leaf::Undef)
        }
        BinaryOp::Mul if flags.is_empty() => {
            let bijects = |undef, bits, other| is_undef(undef) && other == 0 && bits & 1 == 1;
            let any = bijects(undef_a, b, undef_b) || bijects(undef_b, a, undef_a);
            any.then_some(Leaf::Undef)
        }
        _ => None,
    }
}

/// Arithmetic on integers that were made of pointers.
fn address(op: BinaryOp, flags: Flags, width: u32, a: &Leaf, b: &Leaf) -> Result<Leaf, Stop> {
    let refused = Err(Unspecified::Address.into());
    if !flags.is_empty() || width > 64 {
        return refused;
    }
    match (op, a, b) {
        (BinaryOp::Add, Leaf::Ptr(pointer), Leaf::Int(bits))
        | (BinaryOp::Add, Leaf::Int(bits), Leaf::Ptr(pointer)) => {
            let by = signed(*bits, width) as i64;
            let offset = pointer.offset.wrapping_add(by);
            Ok(Leaf::Ptr(pointer.at(offset)))
        }
        (BinaryOp::Sub, Leaf::Ptr(pointer), Leaf::Int(bits)) => {
            let by = signed(*bits, width) as i64;
            let offset = pointer.offset.wrapping_sub(by);
            Ok(Leaf::Ptr(pointer.at(offset)))
        }
        (BinaryOp::Sub, Leaf::Ptr(a), Leaf::Ptr(b)) if a.node == b.node => {
            let distance = a.offset.wrapping_sub(b.offset) as u64;
            Ok(Leaf::Int(u128::from(distance) & mask(width)))
        }
        _ => refused,
    }
}

/// A comparison of two integers of `width` bits.
pub(crate) fn compare(
    context: &mut Context<'_>,
    predicate: IntPredicate,
    same_sign: bool,
    width: u32,
    [a, b]: [&Leaf; 2],
) -> Result<Leaf, Stop> {
    if let (Leaf::Int(a), Leaf::Int(b)) = (a, b)
        && !same_sign
    {
        return Ok(Leaf::Int(compares(predicate, width, *a, *b).into()));
    }
    if let Some(poison) = [a, b].into_iter().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    if let (Leaf::Ptr(a), Leaf::Ptr(b)) = (a, b) {
        let is_equal = a.offset == b.offset;
        return match predicate {
            IntPredicate::Eq if a.node == b.node => Ok(Leaf::Int(is_equal.into())),
            IntPredicate::Ne if a.node == b.node => Ok(Leaf::Int((!is_equal).into())),
            _ => Err(Unspecified::Address.into()),
        };
    }
    if let (Leaf::Ptr(_), _) | (_, Leaf::Ptr(_)) = (a, b) {
        return Err(Unspecified::Address.into());
    }
    let parts = a.parts(width).zip(b.parts(width)).filter(|_| width <= 128);
    let ordering = match parts {
        Some(((a, undef_a), (b, undef_b))) => {
            // Any value equals another one or does not.
            let is_any = |undef| undef == mask(width);
            let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
            if is_equality && !same_sign && (is_any(undef_a) || is_any(undef_b)) {
                return Ok(Leaf::Undef);
            }
            let a = a | choice::bits(context.choices, undef_a);
            let b = b | choice::bits(context.choices, undef_b);
            let (sa, sb) = (signed(a, width), signed(b, width));
            if same_sign && (sa < 0) != (sb < 0) {
                return Ok(Leaf::Poison(context.origin));
            }
            match is_signed(predicate) {
                true => sa.cmp(&sb),
                false => a.cmp(&b),
            }
        }
        None => {
            let (a, b) = (big(context, a, width), big(context, b, width));
            let (sa, sb) = (big_signed(&a, width), big_signed(&b, width));
            if same_sign && (sa.sign() == Sign::Minus) != (sb.sign() == Sign::Minus) {
                return Ok(Leaf::Poison(context.origin));
            }
            match is_signed(predicate) {
                true => sa.cmp(&sb),
                false => a.cmp(&b),
            }
        }
    };
    Ok(Leaf::Int(holds(predicate, ordering).into()))
}

/// A comparison of integers of up to 128 bits all of whose bits are defined.
pub(crate) fn compares(predicate: IntPredicate, width: u32, a: u128, b: u128) -> bool {
    let ordering = match is_signed(predicate) {
        true => signed(a, width).cmp(&signed(b, width)),
        false => a.cmp(&b),
    };
    holds(predicate, ordering)
}

pub(crate) fn holds(predicate: IntPredicate, ordering: std::cmp::Ordering) -> bool {
    match predicate {
        IntPredicate::Eq => ordering.is_eq(),
        IntPredicate::Ne => ordering.is_ne(),
        IntPredicate::Slt | IntPredicate::Ult => ordering.is_lt(),
        IntPredicate::Sgt | IntPredicate::Ugt => ordering.is_gt(),
        IntPredicate::Sle | IntPredicate::Ule => ordering.is_le(),
        IntPredicate::Sge | IntPredicate::Uge => ordering.is_ge(),
    }
}

fn is_signed(predicate: IntPredicate) -> bool {
    use IntPredicate::{Sge, Sgt, Sle, Slt};
    matches!(predicate, Slt | Sgt | Sle | Sge)
}

/// An integer as a big one. Undef bits are chosen.
pub(crate) fn big(context: &mut Context<'_>, leaf: &Leaf, width: u32) -> BigUint {
    match leaf {
        Leaf::Int(bits) => BigUint::from(*bits),
        Leaf::Rich(rich) => match &**rich {
            Rich::Wide(value) => value.clone(),
            Rich::Partial { bits, undef } => {
                BigUint::from(*bits | choice::bits(context.choices, *undef))
            }
        },
        Leaf::Undef => {
            let mut value = BigUint::default();
            let mut done = 0;
            while done < width {
                let part = (width - done).min(64);
                value |= BigUint::from(choice::bits(context.choices, mask(part))) << done;
                done += part;
            }
            value
        }
        Leaf::Poison(_) | Leaf::Ptr(_) => BigUint::default(),
    }
}

fn big_mask(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

pub(crate) fn big_signed(value: &BigUint, width: u32) -> BigInt {
    let value = BigInt::from(value.clone());
    match value.bit(u64::from(width) - 1) {
        true => value - (BigInt::from(1) << width),
        false => value,
    }
}

/// A big integer as a leaf.
pub(crate) fn from_big(value: BigUint, width: u32) -> Leaf {
    let value = value & big_mask(width);
    match width <= 128 {
        true => {
            let digits = value.to_u64_digits();
            let digit = |n: usize| u128::from(digits.get(n).copied().unwrap_or(0));
            Leaf::Int(digit(0) | digit(1) << 64)
        }
        false => Leaf::Rich(Box::new(Rich::Wide(value))),
    }
}

pub(crate) fn from_big_signed(value: &BigInt, width: u32) -> Leaf {
    let modulus = BigInt::from(1) << width;
    let value = ((value % &modulus) + &modulus) % &modulus;
    from_big(value.magnitude().clone(), width)
}

/// An instruction on integers of more than 128 bits.
fn wide(
    context: &mut Context<'_>,
    op: BinaryOp,
    flags: Flags,
    width: u32,
    a: &Leaf,
    b: &Leaf,
) -> Result<Leaf, Stop> {
    let origin = context.origin;
    let (a, b) = (big(context, a, width), big(context, b, width));
    let (sa, sb) = (big_signed(&a, width), big_signed(&b, width));
    let (nuw, nsw) = (flags.has(Flag::Nuw), flags.has(Flag::Nsw));
    let is_zero = b.bits() == 0;
    let signed_result = |value: BigInt| {
        let half = BigInt::from(1) << (width - 1);
        (value >= -half.clone() && value < half, value)
    };
    let poison_if = |is_poison: bool, leaf: Leaf| match is_poison {
        true => Leaf::Poison(origin),
        false => leaf,
    };
    let amount = u32::try_from(&b).ok().filter(|amount| *amount < width);
    Ok(match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let (value, overflows) = match op {
                BinaryOp::Add => (&sa + &sb, (&a + &b).bits() > u64::from(width)),
                BinaryOp::Sub => (&sa - &sb, a < b),
                _ => (&sa * &sb, (&a * &b).bits() > u64::from(width)),
            };
            let (fits, value) = signed_result(value);
            poison_if(
                nuw && overflows || nsw && !fits,
                from_big_signed(&value, width),
            )
        }
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if is_zero => {
            return Err(Ub::DivisionByZero.into());
        }
        BinaryOp::UDiv => {
            let is_exact = (&a % &b).bits() == 0;
            poison_if(flags.has(Flag::Exact) && !is_exact, from_big(a / b, width))
        }
        BinaryOp::URem => from_big(a % b, width),
        BinaryOp::SDiv | BinaryOp::SRem => {
            let (fits, quotient) = signed_result(&sa / &sb);
            if !fits {
                return Err(Ub::DivisionOverflow.into());
            }
            let remainder = &sa % &sb;
            match op {
                BinaryOp::SDiv => {
                    let is_exact = remainder.bits() == 0;
                    let leaf = from_big_signed(&quotient, width);
                    poison_if(flags.has(Flag::Exact) && !is_exact, leaf)
                }
                _ => from_big_signed(&remainder, width),
            }
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            let Some(amount) = amount else {
                return Ok(Leaf::Poison(origin));
            };
            let exact =
                flags.has(Flag::Exact) && a.trailing_zeros().unwrap_or(u64::MAX) < amount.into();
            match op {
                BinaryOp::Shl => {
                    let value = (&a << amount) & big_mask(width);
                    let lost = (&value >> amount) != a;
                    let changed = (big_signed(&value, width) >> amount) != sa;
                    poison_if(nuw && lost || nsw && changed, from_big(value, width))
                }
                BinaryOp::LShr => poison_if(exact, from_big(a >> amount, width)),
                _ => poison_if(exact, from_big_signed(&(sa >> amount), width)),
            }
        }
        BinaryOp::And => from_big(a & b, width),
        BinaryOp::Or => {
            let overlap = (&a & &b).bits() > 0;
            poison_if(flags.has(Flag::Disjoint) && overlap, from_big(a | b, width))
        }
        BinaryOp::Xor => from_big(a ^ b, width),
        _ => return Err(Stop::IllFormed("a float instruction on integers".into())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::First;

    fn with(op: BinaryOp, flags: Flags, width: u32, a: &Leaf, b: &Leaf) -> Result<Leaf, Stop> {
        let mut first = First::default();
        let mut context = Context {
            origin: Origin::OUTSIDE,
            choices: &mut first,
        };
        binary(&mut context, op, flags, width, [a, b])
    }

    const INTEGER_OPS: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::UDiv,
        BinaryOp::SDiv,
        BinaryOp::URem,
        BinaryOp::SRem,
        BinaryOp::Shl,
        BinaryOp::LShr,
        BinaryOp::AShr,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
    ];

    /// Every set of results that is claimed to be exact is: by all choices of the undef bits of small integers.
    #[test]
    fn sets_of_undef_results_are_exact() {
        const WIDTH: u32 = 3;
        let all = mask(WIDTH);
        let values = |bits: u128, undef: u128| (0..=all).filter(move |it| it & !undef == bits);
        let flags = [
            Flags::default(),
            Flags::default().with(Flag::Nuw),
            Flags::default().with(Flag::Nsw),
            Flags::default().with(Flag::Disjoint),
        ];
        let (mut claimed, mut ops) = (0, INTEGER_OPS.to_vec());
        ops.retain(|op| !is_division(*op));
        for op in ops {
            for flags in flags {
                let takes = match op {
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => {
                        !flags.has(Flag::Disjoint)
                    }
                    BinaryOp::Or => !flags.has(Flag::Nuw) && !flags.has(Flag::Nsw),
                    _ => flags.is_empty(),
                };
                if !takes {
                    continue;
                }
                for (undef_a, undef_b) in (0..=all).flat_map(|a| (0..=all).map(move |b| (a, b))) {
                    for a in values(0, all).filter(|it| it & undef_a == 0) {
                        for b in values(0, all).filter(|it| it & undef_b == 0) {
                            let leaf = exact(
                                op,
                                flags,
                                WIDTH,
                                (a, undef_a),
                                (b, undef_b),
                                Origin::OUTSIDE,
                            );
                            let Some(leaf) = leaf else { continue };
                            claimed += 1;
                            let mut results: Vec<Leaf> = Vec::new();
                            for x in values(a, undef_a) {
                                for y in values(b, undef_b) {
                                    results.push(
                                        known(op, flags, WIDTH, x, y, Origin::OUTSIDE).unwrap(),
                                    );
                                }
                            }
                            let what =
                                format!("{op:?} {flags:?} {a:b}/{undef_a:b} {b:b}/{undef_b:b}");
                            match leaf.parts(WIDTH) {
                                // A set with poison in it is poison.
                                None => assert!(results.iter().any(Leaf::is_poison), "{what}"),
                                Some((bits, undef)) => {
                                    for value in values(bits, undef) {
                                        assert!(
                                            results.contains(&Leaf::Int(value)),
                                            "{what}: {value}"
                                        );
                                    }
                                    let inside = |it: &Leaf| matches!(it, Leaf::Int(it) if it & !undef == bits);
                                    assert!(results.iter().all(inside), "{what}: {results:?}");
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(claimed > 5_000, "{claimed}");
    }

    #[test]
    fn divisors_must_be_defined() {
        let one = Leaf::Int(1);
        let poison = Leaf::Poison(Origin::OUTSIDE);
        for divisor in [&poison, &Leaf::Undef] {
            let result = with(BinaryOp::UDiv, Flags::default(), 8, &one, divisor);
            assert_eq!(result, Err(Ub::UndefinedDivisor.into()));
        }
        let result = with(BinaryOp::UDiv, Flags::default(), 8, &poison, &Leaf::Int(0));
        assert_eq!(result, Err(Ub::DivisionByZero.into()));
        let result = with(BinaryOp::UDiv, Flags::default(), 8, &poison, &one);
        assert_eq!(result, Ok(poison));
    }
}
