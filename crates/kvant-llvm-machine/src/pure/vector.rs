//! Intrinsics on whole vectors.

use kvant_llvm::syntax::{BinaryOp, Flags, IntPredicate};

use super::{Lane, PureCall, defined, lane, narrow, unfit};
use crate::choice;
use crate::int::{self, Context};
use crate::leaf::{Leaf, mask, signed};
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::shape::Scalar;

/// The operation of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Binary(BinaryOp),
    Lane(Lane),
}

/// An intrinsic on vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VectorOp {
    Insert,
    Extract,
    Reverse,
    Interleave,
    /// With the number of vectors in the result.
    Deinterleave(usize),
    /// `vector.splice`, whose offset is negative from the right.
    Splice,
    SpliceLeft,
    SpliceRight,
    Step,
    ActiveLaneMask,
    Compress,
    Match,
    /// `experimental.cttz.elts`.
    TrailingZeros,
    LastActive,
    PartialSum,
    /// `experimental.get.vector.length`.
    Length,
    Transpose,
    Multiply,
}

/// A reduction of integers. Their order does not matter, and each leaf is used once: the set of results for undef leaves is exact.
pub(crate) fn fold<'l>(
    context: &mut Context<'_>,
    fold: Fold,
    width: u32,
    mut leaves: impl Iterator<Item = &'l Leaf> + Clone,
) -> Result<Leaf, Stop> {
    if let Some(poison) = leaves.clone().find(|leaf| leaf.is_poison()) {
        return Ok(poison.clone());
    }
    let mut result = leaves.next().ok_or_else(unfit)?.clone();
    for leaf in leaves {
        let operands = [&result, leaf];
        result = match fold {
            Fold::Binary(op) => int::binary(context, op, Flags::default(), width, operands)?,
            Fold::Lane(op) => lane::lane(context, op, narrow(width)?, &operands)?,
        };
    }
    Ok(result)
}

/// True if a lane of a mask is, or else its poison. An undef lane is chosen.
pub(crate) fn is_on(context: &mut Context<'_>, leaf: &Leaf) -> Result<bool, Leaf> {
    match leaf {
        Leaf::Int(bit) => Ok(*bit == 1),
        Leaf::Poison(_) => Err(leaf.clone()),
        _ => Ok(context.choices.choose(2) == 1),
    }
}

/// The leaves of the result of an intrinsic.
pub(super) fn vector(
    context: &mut Context<'_>,
    op: VectorOp,
    call: &PureCall,
    arguments: &[&[Leaf]],
) -> Result<Vec<Leaf>, Stop> {
    let argument = |n: usize| arguments.get(n).copied().ok_or_else(unfit);
    let poison = Leaf::Poison(context.origin);
    let constant = |n: usize| constant(argument(n)?);
    let scaled = |n: usize| Ok::<_, Stop>(constant(n)?.saturating_mul(call.scale as usize));
    let count = call.kinds.len();
    Ok(match op {
        VectorOp::Insert
        | VectorOp::Extract
        | VectorOp::Reverse
        | VectorOp::Interleave
        | VectorOp::Deinterleave(_)
        | VectorOp::Splice
        | VectorOp::SpliceLeft
        | VectorOp::SpliceRight
        | VectorOp::Transpose => rearranged(context, op, call, arguments)?,
        VectorOp::Step => {
            let all = mask(narrow(call.into()?)?);
            (0..count).map(|n| Leaf::Int(n as u128 & all)).collect()
        }
        VectorOp::ActiveLaneMask => active_lanes(context, [argument(0)?, argument(1)?], count)?,
        VectorOp::Compress => {
            let (values, on, rest) = (argument(0)?, argument(1)?, argument(2)?);
            if let Some(poison) = on.iter().find(|leaf| leaf.is_poison()) {
                return Ok(vec![poison.clone(); count]);
            }
            if on.iter().any(|leaf| !matches!(leaf, Leaf::Int(_))) {
                return Ok(vec![Leaf::Undef; count]);
            }
            let chosen = values.iter().zip(on).filter(|(_, on)| **on == Leaf::Int(1));
            let mut result: Vec<Leaf> = chosen.map(|(value, _)| value.clone()).collect();
            result.extend(rest.iter().skip(result.len()).cloned());
            result
        }
        VectorOp::Match => {
            let (needles, width) = (argument(1)?, call.width()?);
            let lanes = argument(0)?.iter().zip(argument(2)?);
            let lane = |(value, on)| matched(context, value, needles, on, width);
            lanes.map(lane).collect::<Result<_, Stop>>()?
        }
        VectorOp::TrailingZeros => {
            let is_zero_poison = constant(1)? == 1;
            let leaf = trailing_zeros(context, argument(0)?, is_zero_poison)?;
            let width = call.into()?;
            match leaf {
                // The type may be too narrow for the number of lanes.
                Leaf::Int(_) if argument(0)?.len() as u128 > mask(width) => vec![poison],
                leaf => vec![leaf],
            }
        }
        VectorOp::LastActive => {
            let lanes = argument(0)?.iter().zip(argument(1)?);
            for (value, on) in lanes.rev() {
                match is_on(context, on) {
                    Ok(true) => return Ok(vec![value.clone()]),
                    Ok(false) => {}
                    Err(poison) => return Ok(vec![poison]),
                }
            }
            argument(2)?.to_vec()
        }
        VectorOp::PartialSum => partial_sum(context, call, [argument(0)?, argument(1)?])?,
        VectorOp::Length => {
            let width = narrow(call.width()?)?;
            let [leaf] = argument(0)? else {
                return Err(unfit());
            };
            if leaf.is_poison() {
                return Ok(vec![leaf.clone()]);
            }
            let wanted = defined(context, leaf, width)?;
            vec![Leaf::Int(length(wanted, scaled(1)? as u128)?)]
        }
        VectorOp::Multiply => {
            let sizes = [constant(2)?, constant(3)?, constant(4)?];
            multiply(context, call, [argument(0)?, argument(1)?], sizes)?
        }
    })
}

/// The elements of vectors in another order.
fn rearranged(
    context: &mut Context<'_>,
    op: VectorOp,
    call: &PureCall,
    arguments: &[&[Leaf]],
) -> Result<Vec<Leaf>, Stop> {
    let argument = |n: usize| arguments.get(n).copied().ok_or_else(unfit);
    let constant = |n: usize| constant(argument(n)?);
    let scaled = |n: usize| Ok::<_, Stop>(constant(n)?.saturating_mul(call.scale as usize));
    let count = call.kinds.len();
    let poison = Leaf::Poison(context.origin);
    let all_poison = || vec![poison.clone(); count];
    Ok(match op {
        VectorOp::Insert => {
            let (mut whole, part) = (argument(0)?.to_vec(), argument(1)?);
            let start = scaled(2)?;
            let end = start.saturating_add(part.len());
            match whole.get_mut(start..end) {
                Some(range) => range.clone_from_slice(part),
                None => return Ok(all_poison()),
            }
            whole
        }
        VectorOp::Extract => {
            let start = scaled(1)?;
            match argument(0)?.get(start..start.saturating_add(count)) {
                Some(part) => part.to_vec(),
                None => all_poison(),
            }
        }
        VectorOp::Reverse => argument(0)?.iter().rev().cloned().collect(),
        VectorOp::Interleave => {
            let lanes = 0..argument(0)?.len();
            let lane = |n: usize| arguments.iter().filter_map(move |it| it.get(n).cloned());
            lanes.flat_map(lane).collect()
        }
        VectorOp::Deinterleave(factor) => {
            let vector = argument(0)?;
            let part = |n: usize| vector.iter().skip(n).step_by(factor).cloned();
            (0..factor).flat_map(part).collect()
        }
        VectorOp::Splice | VectorOp::SpliceLeft | VectorOp::SpliceRight => {
            let both = [argument(0)?, argument(1)?].concat();
            let offset = match op {
                VectorOp::Splice => match argument(2)? {
                    [Leaf::Int(offset)] => splice_offset(signed(*offset, 32), count),
                    _ => return Err(unfit()),
                },
                _ => shift(context, argument(2)?, count),
            };
            let offset = match (op, offset) {
                (_, None) => return Ok(all_poison()),
                (VectorOp::SpliceRight, Some(offset)) => count - offset,
                (_, Some(offset)) => offset,
            };
            both.into_iter().skip(offset).take(count).collect()
        }
        VectorOp::Transpose => {
            let (rows, columns) = (constant(1)?, constant(2)?);
            let vector = argument(0)?;
            if rows.checked_mul(columns) != Some(vector.len()) {
                return Err(unfit());
            }
            let element = |n: usize| vector[n % columns * rows + n / columns].clone();
            (0..vector.len()).map(element).collect()
        }
        _ => return Err(unfit()),
    })
}

/// An argument that has to be a constant.
fn constant(argument: &[Leaf]) -> Result<usize, Stop> {
    match argument {
        [Leaf::Int(number)] => Ok(usize::try_from(*number).unwrap_or(usize::MAX)),
        _ => Err(unfit()),
    }
}

/// `get.active.lane.mask`.
fn active_lanes(
    context: &Context<'_>,
    arguments: [&[Leaf]; 2],
    count: usize,
) -> Result<Vec<Leaf>, Stop> {
    let (base, end) = match arguments {
        [[Leaf::Int(base)], [Leaf::Int(end)]] => (base, end),
        [[Leaf::Poison(_)], _] | [_, [Leaf::Poison(_)]] => {
            return Ok(vec![Leaf::Poison(context.origin); count]);
        }
        [[Leaf::Ptr(_)], _] | [_, [Leaf::Ptr(_)]] => return Err(Unspecified::Address.into()),
        // Lanes may see the same value or not.
        _ => return Err(Unspecified::Lanes.into()),
    };
    // The sum is that of numbers, not of machine words.
    let is_active = |n: u128| base.checked_add(n).is_some_and(|it| it < *end);
    let lanes = 0..count as u128;
    Ok(lanes.map(|n| Leaf::Int(is_active(n).into())).collect())
}

/// `vector.partial.reduce.add`: each element may be added to any lane.
fn partial_sum(
    context: &mut Context<'_>,
    call: &PureCall,
    [start, vector]: [&[Leaf]; 2],
) -> Result<Vec<Leaf>, Stop> {
    let Some(Scalar::Int(width)) = call.first else {
        return Err(Unspecified::FloatOrder.into());
    };
    let count = call.kinds.len();
    let mut sums: Vec<Option<Leaf>> = vec![None; count];
    for (n, leaf) in start.iter().chain(vector).enumerate() {
        let by = match count {
            1 => 0,
            count => context.choices.choose(count as u128) as usize,
        };
        let sum = &mut sums[(n + by) % count];
        *sum = Some(match sum {
            None => leaf.clone(),
            Some(sum) => {
                let operands = [&*sum, leaf].into_iter();
                fold(context, Fold::Binary(BinaryOp::Add), width, operands)?
            }
        });
    }
    let zero = || int::from_big(num_bigint::BigUint::ZERO, width);
    Ok(sums.into_iter().map(|it| it.unwrap_or_else(zero)).collect())
}

/// The offset of `vector.splice` from the left; none if it is out of range.
fn splice_offset(offset: i128, lanes: usize) -> Option<usize> {
    let lanes = lanes as i128;
    let range = -lanes..lanes;
    let from_left = if offset < 0 { lanes + offset } else { offset };
    range.contains(&offset).then_some(from_left as usize)
}

/// The offset of a splice, with undef bits chosen; none if it is poison or may be larger than the number of lanes.
fn shift(context: &mut Context<'_>, offset: &[Leaf], lanes: usize) -> Option<usize> {
    let [offset] = offset else { return None };
    let (bits, undef) = offset.parts(32)?;
    if bits | undef > lanes as u128 {
        return None;
    }
    Some((bits | choice::bits(context.choices, undef)) as usize)
}

/// A lane of `experimental.vector.match`.
fn matched(
    context: &mut Context<'_>,
    value: &Leaf,
    needles: &[Leaf],
    on: &Leaf,
    width: u32,
) -> Result<Leaf, Stop> {
    match is_on(context, on) {
        Ok(true) => {}
        Ok(false) => return Ok(Leaf::Int(0)),
        Err(poison) => return Ok(poison),
    }
    if let Some(poison) = [value].into_iter().chain(needles).find(|it| it.is_poison()) {
        return Ok(poison.clone());
    }
    let mut found = false;
    for needle in needles {
        // An undef value is used for several comparisons.
        if value.parts(width).or(needle.parts(width)).is_some()
            && !matches!((value, needle), (Leaf::Int(_), Leaf::Int(_)))
        {
            return Err(Unspecified::Lanes.into());
        }
        let equal = int::compare(context, IntPredicate::Eq, false, width, [value, needle])?;
        found |= equal == Leaf::Int(1);
    }
    Ok(Leaf::Int(found.into()))
}

/// The number of zeros before the first other element.
pub(crate) fn trailing_zeros(
    context: &mut Context<'_>,
    vector: &[Leaf],
    is_zero_poison: bool,
) -> Result<Leaf, Stop> {
    for (n, leaf) in vector.iter().enumerate() {
        let is_zero = match leaf {
            Leaf::Int(bits) => *bits == 0,
            Leaf::Poison(_) => return Ok(leaf.clone()),
            Leaf::Ptr(_) => return Err(Unspecified::Address.into()),
            // Either zero or not, unless a defined bit is set.
            leaf => match leaf.parts(128) {
                Some((0, _)) => context.choices.choose(2) == 0,
                Some(_) => false,
                None => return Err(wide()),
            },
        };
        if !is_zero {
            // Poison behind it may matter or not.
            return match vector[n..].iter().any(Leaf::is_poison) {
                true => Err(Unspecified::Lanes.into()),
                false => Ok(Leaf::Int(n as u128)),
            };
        }
    }
    Ok(match is_zero_poison {
        true => Leaf::Poison(context.origin),
        false => Leaf::Int(vector.len() as u128),
    })
}

fn wide() -> Stop {
    let name = "an integer of more than 128 bits in this intrinsic".into();
    Unsupported::Type { name }.into()
}

/// The number of lanes of the next iteration, if there is only one possibility: the lengths of one loop depend on each other.
fn length(wanted: u128, most: u128) -> Result<u128, Stop> {
    if wanted <= most {
        return Ok(wanted);
    }
    let least = match most {
        0 => return Err(unfit()),
        most => wanted.div_ceil(wanted.div_ceil(most)),
    };
    match least == most {
        true => Ok(most),
        false => Err(Unspecified::VectorLength.into()),
    }
}

/// A product of matrices of integers, in columns.
fn multiply(
    context: &mut Context<'_>,
    call: &PureCall,
    [a, b]: [&[Leaf]; 2],
    [rows, inner, columns]: [usize; 3],
) -> Result<Vec<Leaf>, Stop> {
    let Some(Scalar::Int(width)) = call.first else {
        // The order of additions is not specified.
        return Err(Unspecified::FloatOrder.into());
    };
    if rows.checked_mul(inner) != Some(a.len()) || inner.checked_mul(columns) != Some(b.len()) {
        return Err(unfit());
    }
    let is_undef = |leaf: &Leaf| leaf.parts(width).is_some_and(|(_, undef)| undef != 0);
    if a.iter().chain(b).any(is_undef) {
        return Err(Unspecified::Lanes.into());
    }
    let mut result = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let mut products = Vec::new();
        for n in 0..inner {
            let operands = [&a[n * rows + row], &b[column * inner + n]];
            let flags = Flags::default();
            products.push(int::binary(context, BinaryOp::Mul, flags, width, operands)?);
        }
        let add = Fold::Binary(BinaryOp::Add);
        result.push(fold(context, add, width, products.iter())?);
    }
    Ok(result)
}
