//! The arithmetic of `getelementptr`, which instructions and constants share.

use kvant_llvm::syntax::{Flag, Flags};

use crate::leaf::{Pointer, mask, signed};
use crate::outcome::{Stop, Unspecified};

/// A pointer on its way through the indices of a `getelementptr`.
pub(crate) struct Walk {
    /// The pointer so far.
    pub(crate) pointer: Pointer,
    /// The pointer before the last step.
    pub(crate) before: Pointer,
    flags: Flags,
    /// The width of an address.
    bits: u32,
    /// The sum of all offsets as a signed number.
    sum: i64,
    /// The sum of all offsets as an unsigned number.
    unsigned_sum: u128,
    moves: bool,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stepped {
    /// The pointer has moved.
    Done,
    Poison,
    /// The flags ask if both pointers, before and after the step, are inside of their allocation.
    Ask,
}

impl Walk {
    pub(crate) fn new(flags: Flags, bits: u32, pointer: Pointer) -> Walk {
        Walk {
            pointer,
            before: pointer,
            flags,
            bits: bits.clamp(1, 64),
            sum: 0,
            unsigned_sum: 0,
            moves: false,
        }
    }

    fn no_signed_wrap(&self) -> bool {
        self.flags.has(Flag::InBounds) || self.flags.has(Flag::Nusw)
    }

    /// Adds an index, which has `width` bits and is sign-extended, of elements of `scale` bytes.
    #[inline]
    pub(crate) fn step(&mut self, index: i128, width: u32, scale: u64) -> Stepped {
        if index == 0 {
            return Stepped::Done;
        }
        // The most frequent case: nothing is cut, and nothing wraps but perhaps the address.
        let by = index as i64;
        if self.bits == 64
            && !self.flags.has(Flag::Nuw)
            && i128::from(by) == index
            && scale >> 63 == 0
            && let Some(by) = by.checked_mul(scale.cast_signed())
            && let Some(sum) = self.sum.checked_add(by)
        {
            self.before = self.pointer;
            self.pointer.offset = self.pointer.offset.wrapping_add(by);
            self.sum = sum;
            self.moves |= by != 0;
            return match self.moves && self.no_signed_wrap() {
                true => Stepped::Ask,
                false => Stepped::Done,
            };
        }
        self.any_step(index, width, scale)
    }

    fn any_step(&mut self, index: i128, width: u32, scale: u64) -> Stepped {
        let all = mask(self.bits);
        let narrow = signed(index.cast_unsigned(), self.bits);
        let unsigned = narrow.cast_unsigned() & all;
        let product = narrow.wrapping_mul(i128::from(scale));
        let by = signed(product.cast_unsigned(), self.bits);
        self.before = self.pointer;
        let sum = self.pointer.offset.wrapping_add(by as i64);
        self.pointer.offset = match self.pointer.node {
            Some(_) => signed(u128::from(sum as u64), self.bits) as i64,
            None => sum & all as i64,
        };
        self.moves |= by != 0;
        if !self.no_signed_wrap() && !self.flags.has(Flag::Nuw) {
            return Stepped::Done;
        }
        let sum = i128::from(self.sum) + by;
        let fits = signed(sum.cast_unsigned(), self.bits) == sum;
        if self.no_signed_wrap() && (narrow != index || by != product || !fits) {
            return Stepped::Poison;
        }
        self.sum = sum as i64;
        if self.flags.has(Flag::Nuw) {
            let is_cut = width > self.bits && index.cast_unsigned() & mask(width) > all;
            let by = unsigned.saturating_mul(scale.into());
            self.unsigned_sum = self.unsigned_sum.saturating_add(by);
            if is_cut || by > all || self.unsigned_sum > all {
                return Stepped::Poison;
            }
        }
        match self.moves {
            true => Stepped::Ask,
            false => Stepped::Done,
        }
    }

    /// True if the result is poison after a step. `is_inside` says if two pointers are inside of their allocation.
    pub(crate) fn is_poison(
        &mut self,
        stepped: Stepped,
        is_inside: impl FnOnce(Pointer, Pointer) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        match stepped {
            Stepped::Done => Ok(false),
            Stepped::Poison => Ok(true),
            Stepped::Ask => {
                let is_inside = is_inside(self.before, self.pointer)?;
                self.answer(is_inside)
            }
        }
    }

    /// The answer to [`Stepped::Ask`]. Returns true if the result is poison. An address that leaves its allocation may wrap or
    /// not, so that it is refused.
    fn answer(&mut self, is_inside: bool) -> Result<bool, Stop> {
        if self.flags.has(Flag::InBounds) && !is_inside {
            return Ok(true);
        }
        let (before, after) = (self.before, self.pointer);
        match before.node {
            // The address is known.
            None => {
                let [before, after] = [before, after].map(|it| it.offset as u64);
                let is_negative = signed(
                    u128::from(after.wrapping_sub(before)) & mask(self.bits),
                    self.bits,
                ) < 0;
                let wraps = match is_negative {
                    true => after > before,
                    false => after < before,
                };
                Ok(self.no_signed_wrap() && wraps || self.flags.has(Flag::Nuw) && after < before)
            }
            Some(_) if is_inside => Ok(self.flags.has(Flag::Nuw) && after.offset < before.offset),
            Some(_) if before == after => Ok(false),
            Some(_) => Err(Unspecified::Address.into()),
        }
    }
}
