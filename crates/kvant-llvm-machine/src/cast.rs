//! Conversions, one leaf at a time, which instructions and constants share.

use kvant_llvm::syntax::{CastOp, Flag, Flags};

use crate::bits::Bits;
use crate::choice;
use crate::int::{self, Context};
use crate::leaf::{Leaf, Pointer, Tag, mask, signed};
use crate::outcome::{Stop, Unspecified};
use crate::shape::Scalar;

/// `ptrtoint`, `ptrtoaddr` or `inttoptr`. An integer of another width than a pointer is made of null only.
/// The result of `ptrtoaddr` has no provenance, so that a pointer cannot be made of it.
pub(crate) fn address(
    op: CastOp,
    value: &Leaf,
    from: u32,
    into: Scalar,
    pointer: u32,
) -> Result<Leaf, Stop> {
    match (value, into) {
        (Leaf::Ptr(it), _) if op == CastOp::PtrToAddr && it.node.is_some() => {
            let tag = Some(Tag::ADDRESS);
            let value = Leaf::Ptr(Pointer { tag, ..*it });
            address(CastOp::PtrToInt, &value, from, into, pointer)
        }
        (Leaf::Ptr(it), Scalar::Ptr) if it.tag == Some(Tag::ADDRESS) => {
            Err(Unspecified::Address.into())
        }
        (Leaf::Poison(_), _) => Ok(value.clone()),
        (Leaf::Ptr(it), Scalar::Int(width)) => match it.node {
            None => Ok(Leaf::Int(u128::from(it.offset as u64) & mask(width))),
            Some(_) if width == pointer => Ok(value.clone()),
            Some(_) => Err(Unspecified::Address.into()),
        },
        (Leaf::Ptr(_), _) if from == pointer => Ok(value.clone()),
        (Leaf::Int(bits), Scalar::Ptr) => Ok(Leaf::Ptr(Pointer::from_address(
            (bits & mask(pointer)) as i64,
        ))),
        _ => Err(Unspecified::Address.into()),
    }
}

/// `trunc`, `zext` or `sext`.
pub(crate) fn resize(
    context: &mut Context<'_>,
    op: CastOp,
    flags: Flags,
    from: u32,
    into: u32,
    value: &Leaf,
) -> Result<Leaf, Stop> {
    if let Leaf::Poison(_) = value {
        return Ok(value.clone());
    }
    if let Leaf::Ptr(_) = value {
        return Err(Unspecified::Address.into());
    }
    let poison = Leaf::Poison(context.origin);
    if from > 128 || into > 128 {
        let big = int::big(context, value, from);
        let signed = int::big_signed(&big, from);
        let leaf = match op {
            CastOp::SExt => int::from_big_signed(&signed, into),
            _ => int::from_big(big.clone(), into),
        };
        let is_poison = match op {
            CastOp::Trunc => {
                let unsigned = flags.has(Flag::Nuw) && big.bits() > u64::from(into);
                let fits = int::big_signed(&int::big(context, &leaf, into), into) == signed;
                unsigned || flags.has(Flag::Nsw) && !fits
            }
            CastOp::ZExt => flags.has(Flag::Nneg) && signed.sign() == num_bigint::Sign::Minus,
            _ => false,
        };
        return Ok(if is_poison { poison } else { leaf });
    }
    let Some((bits, undef)) = value.parts(from) else {
        return Err(Stop::IllFormed("an integer of another width".into()));
    };
    match op {
        CastOp::Trunc if flags.is_empty() => {
            let all = mask(into);
            Ok(Leaf::with_undef(bits & all, undef & all, into))
        }
        CastOp::ZExt if flags.is_empty() => Ok(Leaf::with_undef(bits, undef, into)),
        _ => {
            // The sign, or the bits that a flag is about, are chosen.
            let top = 1u128 << (from - 1);
            let chosen = match op {
                CastOp::SExt | CastOp::ZExt => choice::bits(context.choices, undef & top),
                _ => choice::bits(context.choices, undef),
            };
            let undef = match op {
                CastOp::Trunc => 0,
                _ => undef & !top,
            };
            let bits = bits | chosen;
            match op {
                CastOp::SExt => {
                    let value = signed(bits, from).cast_unsigned() & mask(into);
                    Ok(Leaf::with_undef(value, undef, into))
                }
                CastOp::ZExt if bits & top != 0 => Ok(poison),
                CastOp::ZExt => Ok(Leaf::with_undef(bits, undef, into)),
                _ => {
                    let value = bits & mask(into);
                    let unsigned = flags.has(Flag::Nuw) && value != bits;
                    let signs = flags.has(Flag::Nsw) && signed(value, into) != signed(bits, from);
                    Ok(if unsigned || signs {
                        poison
                    } else {
                        Leaf::Int(value)
                    })
                }
            }
        }
    }
}

/// Leaves of one size as leaves of another.
pub(crate) fn bitcast(
    values: Vec<Leaf>,
    (_, from): (u32, Scalar),
    (count, into): (u32, Scalar),
    is_big_endian: bool,
) -> Result<Vec<Leaf>, Stop> {
    if values.len() == count as usize {
        return Ok(values);
    }
    if let (Scalar::Ptr | Scalar::Far(_), _) | (_, Scalar::Ptr | Scalar::Far(_)) = (from, into) {
        return Err(Stop::IllFormed("a cast of pointers to other leaves".into()));
    }
    if values.len() as u64 * u64::from(from.bits(64)) != u64::from(count) * u64::from(into.bits(64))
    {
        return Err(Stop::IllFormed("a cast to another size".into()));
    }
    let bits = Bits::of(values.iter(), from.bits(64), is_big_endian)?;
    bits.leaves(count, into.bits(64), is_big_endian)
}
