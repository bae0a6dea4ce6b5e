//! Shadow data for every byte of memory, and for every scalar local without memory.

use kvant_memory::AllocId;
use kvant_mir::Local;
use kvant_mir_machine::Spot;

/// One `T` for each slot and each byte; at first the default.
#[derive(Default)]
pub(crate) struct Shadow<T> {
    /// By the depth of the frame, then by local.
    slots: Vec<Vec<T>>,
    /// By allocation.
    bytes: Vec<Vec<T>>,
}

impl<T: Copy + Default> Shadow<T> {
    pub(crate) fn slot(&mut self, depth: u32, local: Local) -> &mut T {
        let slots = at_least(&mut self.slots, depth as usize + 1, Vec::new);
        let slots = &mut slots[depth as usize];
        &mut at_least(slots, local.index() + 1, T::default)[local.index()]
    }

    pub(crate) fn bytes(&mut self, alloc: AllocId, start: u32, length: u32) -> &mut [T] {
        let n = alloc.0 as usize;
        let bytes = &mut at_least(&mut self.bytes, n + 1, Vec::new)[n];
        let (start, end) = (start as usize, (start + length) as usize);
        &mut at_least(bytes, end, T::default)[start..end]
    }

    /// All of a spot: one for a slot, one for each byte.
    pub(crate) fn of(&mut self, spot: Spot) -> &mut [T] {
        match spot {
            Spot::Slot { depth, local } => std::slice::from_mut(self.slot(depth, local)),
            Spot::Bytes {
                alloc,
                start,
                length,
            } => self.bytes(alloc, start, length),
        }
    }

    /// Removes the slots of frames that have ended.
    pub(crate) fn truncate_frames(&mut self, depth: usize) {
        self.slots.truncate(depth);
    }
}

/// Makes a list at least this long.
fn at_least<T>(list: &mut Vec<T>, length: usize, new: impl FnMut() -> T) -> &mut [T] {
    if list.len() < length {
        list.resize_with(length, new);
    }
    list
}
