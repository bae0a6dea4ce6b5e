//! Intrinsics on whole vectors.

use kvant_llvm::syntax::{BinaryOp, Flags};

use super::{Lane, lane, narrow, unfit};
use crate::int::{self, Context};
use crate::leaf::Leaf;
use crate::outcome::Stop;

/// The operation of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fold {
    Binary(BinaryOp),
    Lane(Lane),
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
