//! Floats that may be other ones: the bits of a NaN, and the sign of a zero.
//!
//! LLVM copies, folds and moves operations as if each had one result, and does not keep the bits of a NaN where it computes with it.

use kvant_llvm::syntax::FloatKind;
use kvant_llvm_machine::{Byte, Scalar};

use crate::choices::FloatChoices;

/// True if bits of a type may stand for others: any NaN for a NaN, and either zero if its sign was chosen.
pub(crate) fn may_be_same(
    float_choices: FloatChoices,
    ty: Scalar,
    source: u128,
    target: u128,
) -> bool {
    ty.is_nan(source) && ty.is_nan(target)
        || float_choices.zero && ty.is_float_zero(source) && ty.is_float_zero(target)
}

/// The types of floats in memory, with their sizes.
const FLOATS: [(FloatKind, usize); 6] = [
    (FloatKind::Half, 2),
    (FloatKind::BFloat, 2),
    (FloatKind::Float, 4),
    (FloatKind::Double, 8),
    (FloatKind::X86Fp80, 10),
    (FloatKind::Fp128, 16),
];

/// The end of a float in memory, around a byte that differs, if it may be another one. Memory has no types: where bits of NaNs or
/// signs were chosen, bytes that look like such floats on both sides are taken for them.
pub(crate) fn chosen_end(
    float_choices: FloatChoices,
    is_big_endian: bool,
    (before, n): (&[Byte], usize),
    (after, m): (&[Byte], usize),
) -> Option<usize> {
    if !float_choices.nan && !float_choices.zero {
        return None;
    }
    for (kind, size) in FLOATS {
        for back in 0..size {
            let (Some(start), Some(there)) = (n.checked_sub(back), m.checked_sub(back)) else {
                continue;
            };
            // Short ones are too likely by chance.
            if size == 2 && start % 2 != 0 {
                continue;
            }
            let numbers = || {
                let a = number(before.get(start..start + size)?, is_big_endian)?;
                let b = number(after.get(there..there + size)?, is_big_endian)?;
                Some((a, b))
            };
            if let Some((a, b)) = numbers() {
                let ty = Scalar::Float(kind);
                if float_choices.nan && ty.is_nan(a) && ty.is_nan(b)
                    || float_choices.zero && ty.is_float_zero(a) && ty.is_float_zero(b)
                {
                    return Some(start + size);
                }
            }
        }
    }
    None
}

fn number(bytes: &[Byte], is_big_endian: bool) -> Option<u128> {
    let mut number = 0u128;
    for (n, byte) in bytes.iter().enumerate() {
        let Byte::Bits { bits, undef: 0 } = byte else {
            return None;
        };
        let place = match is_big_endian {
            false => n,
            true => bytes.len() - 1 - n,
        };
        number |= u128::from(*bits) << (8 * place);
    }
    Some(number)
}
