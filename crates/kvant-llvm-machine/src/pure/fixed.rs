//! Multiplication and division of fixed-point numbers.

use num_bigint::{BigInt, Sign};

use super::{PureCall, unfit};
use crate::int::{self, Context};
use crate::leaf::Leaf;
use crate::outcome::{Stop, Ub, Unspecified};

/// An intrinsic: `smul.fix`, `udiv.fix.sat` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed {
    pub(super) divides: bool,
    pub(super) is_signed: bool,
    pub(super) saturates: bool,
}

/// The leaves of the result. The scale is the third argument.
pub(super) fn fixed(
    context: &mut Context<'_>,
    op: Fixed,
    call: &PureCall,
    arguments: &[&[Leaf]],
) -> Result<Vec<Leaf>, Stop> {
    let [a, b, [Leaf::Int(scale)]] = arguments else {
        return Err(unfit());
    };
    let width = call.into()?;
    let scale = u32::try_from(*scale).ok().filter(|scale| *scale <= width);
    let scale = scale.ok_or_else(unfit)?;
    let lanes = a.iter().zip(b.iter());
    lanes
        .map(|(a, b)| lane(context, op, width, scale, a, b))
        .collect()
}

fn lane(
    context: &mut Context<'_>,
    op: Fixed,
    width: u32,
    scale: u32,
    a: &Leaf,
    b: &Leaf,
) -> Result<Leaf, Stop> {
    if let (Leaf::Ptr(_), _) | (_, Leaf::Ptr(_)) = (a, b) {
        return Err(Unspecified::Address.into());
    }
    if op.divides {
        match b {
            Leaf::Int(0) => return Err(Ub::DivisionByZero.into()),
            // The reference speaks of zero only.
            Leaf::Poison(_) => return Err(Unspecified::FixedPoint.into()),
            b if matches!(b.parts(width), Some((0, 1..))) => {
                return Err(Ub::UndefinedDivisor.into());
            }
            _ => {}
        }
    }
    if let Some(poison) = [a, b].into_iter().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    let mut number = |leaf: &Leaf| {
        let bits = int::big(context, leaf, width);
        match op.is_signed {
            true => int::big_signed(&bits, width),
            false => bits.into(),
        }
    };
    let (a, b) = (number(a), number(b));
    if op.divides && b == BigInt::ZERO {
        return Err(Ub::DivisionByZero.into());
    }
    let (low, is_exact) = match op.divides {
        false => {
            let product = a * b;
            let low: BigInt = &product >> scale;
            let is_exact = &low << scale == product;
            (low, is_exact)
        }
        true => {
            let dividend = a << scale;
            let quotient = &dividend / &b;
            let rest = dividend - &quotient * &b;
            let rounds_up =
                rest != BigInt::ZERO && (rest.sign() == Sign::Minus) != (b.sign() == Sign::Minus);
            (quotient - i32::from(rounds_up), rest == BigInt::ZERO)
        }
    };
    let half = BigInt::from(1) << (width - u32::from(op.is_signed));
    let least = match op.is_signed {
        true => -half.clone(),
        false => BigInt::ZERO,
    };
    let most = half - 1;
    let fits = |value: &BigInt| *value >= least && *value <= most;
    let high = match is_exact {
        true => low.clone(),
        false => &low + 1,
    };
    let both_fit = fits(&low) && fits(&high);
    if !op.saturates && !both_fit {
        // A multiplication may be speculated, so that it cannot have undefined behaviour, although the reference says so.
        return match op.divides && !fits(&low) && !fits(&high) {
            true => Err(Ub::DivisionOverflow.into()),
            false => Err(Unspecified::FixedPoint.into()),
        };
    }
    let value = match !is_exact && context.choices.choose(2) == 1 {
        true => high,
        false => low,
    };
    Ok(int::from_big_signed(&value.clamp(least, most), width))
}
