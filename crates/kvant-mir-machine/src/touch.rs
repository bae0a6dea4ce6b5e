//! A record of the reads and writes of steps, for data flow analyses.
//!
//! The record is off by default, and costs one branch then. It contains everything that a value may depend on: operands,
//! dereferenced pointers, indices. Reads that only decide if a step is defined (initialisation, overlap of places, the active
//! variant of a path) are not recorded, because no value depends on them.

use kvant_memory::AllocId;
use kvant_mir::Local;

use crate::{Machine, Pointer};

/// A part of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A scalar local in its slot.
    Slot {
        /// The number of frames below its own.
        depth: u32,
        /// The local.
        local: Local,
    },
    /// Bytes of memory, at least one.
    Bytes {
        /// The allocation.
        alloc: AllocId,
        /// The first byte.
        start: u32,
        /// The number of bytes.
        length: u32,
    },
}

/// A read or write of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// A value was read: as an operand, as a pointer to dereference, or as an index.
    Read(Spot),
    /// A value was written.
    Write(Spot),
    /// A value was removed: moved, deinitialised, or its storage ended or began.
    Clear(Spot),
    /// Bytes were copied. It is a read and a write of each byte. The ranges may overlap.
    #[allow(missing_docs)]
    Copy {
        from: AllocId,
        from_start: u32,
        to: AllocId,
        to_start: u32,
        length: u32,
    },
    /// A local got an allocation, to which the value in its slot was moved, if there was one.
    #[allow(missing_docs)]
    Promote {
        depth: u32,
        local: Local,
        to: AllocId,
        length: u32,
    },
    /// The beginning of a strand: the following touches belong to operand `n` in strand `n + 1`, and to no operand in strand 0.
    /// Every step begins in strand 0. A value that is written in a strand depends on the reads in that strand and in strand 0.
    /// A call of a function is an exception: its reads in strand 0 belong to the place of its result, and a function pointer
    /// counts as a further operand after the arguments.
    Strand(u32),
}

impl Machine {
    /// Switches the record on or off. Its contents stay until [`Machine::clear_touched`]; undoing a step removes its touches.
    pub fn watch(&mut self, on: bool) {
        self.watching = on;
    }

    /// The touches since the record was cleared.
    pub fn touched(&self) -> &[Touch] {
        &self.touches
    }

    /// Clears the record.
    pub fn clear_touched(&mut self) {
        self.touches.clear();
    }

    /// Runs `work`, which only decides if a step is defined, without recording its touches. Promotions stay recorded.
    pub(crate) fn checking<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.touches.len();
        let result = work(self);
        if self.watching {
            let mut kept = before;
            for n in before..self.touches.len() {
                if matches!(self.touches[n], Touch::Promote { .. }) {
                    self.touches.swap(kept, n);
                    kept += 1;
                }
            }
            self.touches.truncate(kept);
        }
        result
    }

    #[inline]
    pub(crate) fn note_strand(&mut self, n: usize) {
        if self.watching {
            self.touches.push(Touch::Strand(n as u32));
        }
    }

    /// Records a touch of the slot of a local of the top frame.
    #[inline]
    pub(crate) fn note_slot(&mut self, local: Local, touch: impl FnOnce(Spot) -> Touch) {
        if self.watching {
            let depth = (self.stack.len() as u32).saturating_sub(1);
            self.touches.push(touch(Spot::Slot { depth, local }));
        }
    }

    /// Records the write of an argument to the slot of the next frame.
    pub(crate) fn note_argument(&mut self, local: Local) {
        if self.watching {
            let depth = self.stack.len() as u32;
            self.touches.push(Touch::Write(Spot::Slot { depth, local }));
        }
    }

    #[inline]
    pub(crate) fn note_bytes(
        &mut self,
        at: Pointer,
        length: u64,
        touch: impl FnOnce(Spot) -> Touch,
    ) {
        if self.watching && length > 0 {
            self.touches.push(touch(Spot::Bytes {
                alloc: at.alloc,
                start: at.offset as u32,
                length: length as u32,
            }));
        }
    }

    #[inline]
    pub(crate) fn note_copy(&mut self, from: Pointer, to: Pointer, length: u64) {
        if self.watching && length > 0 {
            self.touches.push(Touch::Copy {
                from: from.alloc,
                from_start: from.offset as u32,
                to: to.alloc,
                to_start: to.offset as u32,
                length: length as u32,
            });
        }
    }

    /// Records that a local of the frame at `depth` gets an allocation.
    pub(crate) fn note_promotion(&mut self, depth: usize, local: Local, to: Pointer) {
        if self.watching {
            let size = self.memory.info(to.alloc).map_or(0, |info| info.size);
            self.touches.push(Touch::Promote {
                depth: depth as u32,
                local,
                to: to.alloc,
                length: size as u32,
            });
        }
    }

    /// Records the end of an allocation.
    pub(crate) fn note_end(&mut self, alloc: AllocId) {
        if self.watching {
            let size = self.memory.info(alloc).map_or(0, |info| info.size);
            self.note_bytes(crate::place::start_of(alloc), size, Touch::Clear);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_touch_is_small() {
        assert!(size_of::<Touch>() <= 24);
    }
}
