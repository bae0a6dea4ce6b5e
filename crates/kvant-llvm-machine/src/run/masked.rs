//! Masked accesses: one scalar access for each lane that is on.

use super::Machine;
use crate::code::Masked;
use crate::leaf::Leaf;
use crate::memory::Place;
use crate::outcome::{Stop, Ub, Unspecified, Unsupported};
use crate::shape::Scalar;

impl Machine<'_, '_> {
    /// A masked access of elements, with the leaves of its arguments.
    pub(super) fn masked(
        &mut self,
        masked: Masked,
        element: Scalar,
        operands: &[Vec<Leaf>],
    ) -> Result<Vec<Leaf>, Stop> {
        let unfit = || Stop::IllFormed("an intrinsic with other arguments".into());
        let (value, pointers, rest) = match (masked.stores(), operands) {
            (true, [value, pointers, rest @ ..]) => (Some(value), pointers, rest),
            (false, [pointers, rest @ ..]) => (None, pointers, rest),
            _ => return Err(unfit()),
        };
        // The alignment is an argument up to LLVM 21, and an attribute of the pointer since.
        let (align, mask, pass) = match rest {
            [align, mask] if value.is_some() => (Some(align), mask, None),
            [mask] => (None, mask, None),
            [mask, pass] => (None, mask, Some(pass)),
            [align, mask, pass] => (Some(align), mask, Some(pass)),
            _ => return Err(unfit()),
        };
        let align = match align.map(Vec::as_slice) {
            None => 1,
            Some([Leaf::Int(align @ 1..)]) => *align as u64,
            // The natural alignment.
            Some(_) => return Err(unsupported("a masked access without an alignment")),
        };
        let bits = element.bits(self.program.pointer_bits());
        if !bits.is_multiple_of(8) {
            return Err(unsupported("a masked access of elements that are no bytes"));
        }
        let bytes = u64::from(bits / 8);
        let mut result = pass.cloned().unwrap_or_default();
        let mut next = 0;
        for (n, on) in mask.iter().enumerate() {
            match on {
                Leaf::Int(0) => continue,
                Leaf::Int(_) => {}
                _ => return Err(Unspecified::Lanes.into()),
            }
            let pointer = match masked.is_scattered() {
                true => pointers.get(n),
                false => pointers.first(),
            };
            let Some(Leaf::Ptr(pointer)) = pointer else {
                return Err(Ub::BadPointer.into());
            };
            let (place, align) = match masked {
                Masked::Gather | Masked::Scatter => (0, align),
                Masked::Load | Masked::Store => (n as u64, 1),
                Masked::ExpandLoad | Masked::CompressStore => (next, 1),
            };
            next += 1;
            let offset = (place * bytes).cast_signed();
            let offset = pointer.offset.checked_add(offset).ok_or(Ub::OutOfBounds)?;
            let at = Leaf::Ptr(pointer.at(offset));
            let Place {
                node,
                range,
                hidden,
            } = self.access(&at, bytes, align, masked.stores())?;
            match value {
                Some(value) => {
                    let value = value.get(n).ok_or_else(unfit)?;
                    self.memory.store(node, range, element, value)?;
                }
                None => {
                    let slot = result.get_mut(n).ok_or_else(unfit)?;
                    *slot = match hidden {
                        Some(_) => Leaf::Poison(self.origin()),
                        None => self.memory.load(node, range, element)?,
                    };
                }
            }
        }
        // The alignment of the first lane counts, if it is on or not. If none is on, compilers rely on it all the same, but the
        // reference does not say so.
        if let (false, Some(pointer)) = (masked.is_scattered(), pointers.first()) {
            let is_aligned = match pointer {
                Leaf::Ptr(_) if align == 1 => true,
                Leaf::Ptr(pointer) => {
                    if let Some(node) = pointer.node {
                        self.make(node)?;
                    }
                    self.memory.promises(*pointer, align)?
                }
                _ => false,
            };
            match next {
                _ if is_aligned => {}
                0 => return Err(Unspecified::Lanes.into()),
                _ => return Err(Ub::Misaligned.into()),
            }
        }
        Ok(result)
    }
}

fn unsupported(name: &str) -> Stop {
    let name = name.into();
    Unsupported::Intrinsic { name }.into()
}
