//! What steps read and write, for whoever wants to know where a value came from and where it went.
//!
//! The record is off unless somebody asks for it, and costs one branch then. It has everything that a value
//! may come from: operands, pointers that are followed, indices. What is looked at only to decide whether a step
//! is defined (whether bytes are initialised, whether two places overlap, which variant a path names) is not in it:
//! no value comes from that.

use kvant_memory::AllocId;
use kvant_mir::Local;

use crate::{Machine, Pointer};

/// A piece of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A scalar local that has no bytes yet.
    Slot {
        /// How many frames are below its own.
        depth: u32,
        /// The local.
        local: Local,
    },
    /// Bytes of memory; at least one.
    Bytes {
        /// The allocation.
        alloc: AllocId,
        /// The first byte.
        start: u32,
        /// How many there are.
        length: u32,
    },
}

/// One thing that a step did to the state, in the order in which it did them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    /// A value was read: as an operand, to follow it as a pointer, or as an index.
    Read(Spot),
    /// A value was written.
    Write(Spot),
    /// A value was taken away: moved, overwritten with nothing, or its storage ended or began.
    Clear(Spot),
    /// Bytes were copied as they are. Both a read and a write, byte for byte. The ranges may overlap.
    #[allow(missing_docs)]
    Copy {
        from: AllocId,
        from_start: u32,
        to: AllocId,
        to_start: u32,
        length: u32,
    },
    /// A local moved from its slot to bytes of its own, with the value that it had, if any.
    #[allow(missing_docs)]
    Promote {
        depth: u32,
        local: Local,
        to: AllocId,
        length: u32,
    },
    /// What follows belongs to one operand of several: `n + 1` for operand `n`, 0 for what belongs to none of them.
    /// What is written in a strand comes from what was read in that strand or in strand 0. Every step begins in
    /// strand 0. A call of a function is an exception: what it reads in strand 0 is where its result goes, and a
    /// function pointer counts as one more operand behind the others.
    Strand(u32),
}

impl Machine {
    /// Begins or ends to record what steps touch. What is recorded already stays until
    /// [`Machine::clear_touched`]; what is taken back is taken from the record too.
    pub fn watch(&mut self, on: bool) {
        self.watching = on;
    }

    /// What was touched since the record was cleared.
    pub fn touched(&self) -> &[Touch] {
        &self.touches
    }

    /// Forgets what was touched.
    pub fn clear_touched(&mut self) {
        self.touches.clear();
    }

    /// Does something that only finds out whether a step is defined.
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

    /// A local of the top frame is read from its slot.
    #[inline]
    pub(crate) fn note_slot(&mut self, local: Local, touch: impl FnOnce(Spot) -> Touch) {
        if self.watching {
            let depth = (self.stack.len() as u32).saturating_sub(1);
            self.touches.push(touch(Spot::Slot { depth, local }));
        }
    }

    /// An argument is written to the slot of a frame that is about to begin.
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

    /// A local of the frame at `depth` gets bytes of its own.
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

    /// An allocation ends with all that is in it.
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
