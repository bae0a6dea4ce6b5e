//! Stack frames, and the locals in them.

use kvant_borrows::Tree;
use kvant_memory::{AllocId, Word};
use kvant_mir::{Block, FnId, Local, Location, Ty};

use crate::aliasing::Protected;
use crate::place::Spot;
use crate::{Machine, Pointer, Scalar, Touch};

/// What a local holds.
///
/// A scalar local lives in its slot until its address is taken for the first time, and an aggregate
/// gets its bytes when it is first touched: most locals never need memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slot {
    /// No storage.
    Dead,
    /// Storage that was never written.
    Fresh,
    /// Storage of a scalar that was moved away before its address was ever taken.
    Moved,
    /// The value of a scalar local whose address was never taken.
    Scalar(Scalar),
    /// The bytes of an aggregate, or of a scalar whose address was taken.
    Memory(AllocId),
}

/// A function call that is running.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FnId,
    pub(crate) block: Block,
    /// The next statement, or as many as there are statements for the terminator.
    pub(crate) statement: u32,
    pub(crate) slots: Vec<Slot>,
    /// What happens to the result; the entry function has nobody to give it to.
    pub(crate) return_to: Option<ReturnTo>,
    /// The references it was handed, which nobody may interfere with while it runs.
    pub(crate) protected: Vec<Protected>,
    /// The places of its caller that its arguments were moved from, where they are memory.
    pub(crate) lent: Vec<(Pointer, Ty)>,
    /// The sizes of the locals it began with and of those of all frames below, together.
    pub(crate) stack_bytes: u64,
}

/// Where a call's result goes, and where its caller goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturnTo {
    pub(crate) destination: Spot,
    pub(crate) ty: Ty,
    /// How many bytes of the destination are locked during the call.
    pub(crate) locked: u64,
    pub(crate) block: Block,
}

/// A change of the stack that can be taken back. Positions are not in here: only the top frame moves,
/// so a mark remembers one position, and a return remembers the caller's.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Slot { depth: u32, local: Local, old: Slot },
    Grown { depth: u32, length: u32 },
    Pushed,
    Popped { frame: Box<Frame>, caller: Position },
    BorrowsBegun(AllocId),
    Borrows(AllocId, kvant_borrows::Change),
    BorrowsEnded(AllocId, Box<Tree<Location>>),
}

/// A point in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) block: Block,
    pub(crate) statement: u32,
}

impl Frame {
    pub(crate) fn position(&self) -> Position {
        Position {
            block: self.block,
            statement: self.statement,
        }
    }

    pub(crate) fn jump(&mut self, position: Position) {
        self.block = position.block;
        self.statement = position.statement;
    }
}

impl Machine {
    /// Replaces what a local of the top frame holds.
    #[inline]
    pub(crate) fn set_slot(&mut self, local: Local, slot: Slot) {
        let depth = self.stack.len() as u32 - 1;
        if let Some(frame) = self.stack.last_mut() {
            let old = std::mem::replace(&mut frame.slots[local.index()], slot);
            self.changes.record(|| Change::Slot { depth, local, old });
        }
        match slot {
            Slot::Scalar(_) => self.note_slot(local, Touch::Write),
            Slot::Fresh | Slot::Moved | Slot::Dead => self.note_slot(local, Touch::Clear),
            Slot::Memory(_) => {}
        }
    }

    /// Writes a scalar to a local of the top frame that holds one of its kind in its slot; says
    /// whether it does.
    #[inline]
    pub(crate) fn overwrite_slot(&mut self, local: Local, scalar: Scalar) -> bool {
        let depth = self.stack.len() as u32;
        let slot = self
            .stack
            .last_mut()
            .and_then(|f| f.slots.get_mut(local.index()));
        match (slot, scalar) {
            (Some(slot @ Slot::Scalar(Word::Bits(_))), Word::Bits(_))
            | (Some(slot @ Slot::Scalar(Word::Pointer(_))), Word::Pointer(_)) => {
                let old = std::mem::replace(slot, Slot::Scalar(scalar));
                let depth = depth - 1;
                self.changes.record(|| Change::Slot { depth, local, old });
                self.note_slot(local, Touch::Write);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn undo(&mut self, change: Change) {
        match change {
            Change::Slot { depth, local, old } => {
                self.stack[depth as usize].slots[local.index()] = old;
            }
            Change::Grown { depth, length } => {
                self.stack[depth as usize].slots.truncate(length as usize);
            }
            Change::BorrowsBegun(alloc) => self.trees[alloc.0 as usize] = None,
            Change::Borrows(alloc, change) => {
                if let Some(Some(tree)) = self.trees.get_mut(alloc.0 as usize) {
                    tree.undo(change);
                }
            }
            Change::BorrowsEnded(alloc, tree) => self.trees[alloc.0 as usize] = Some(tree),
            Change::Pushed => {
                self.stack.pop();
            }
            Change::Popped { frame, caller } => {
                if let Some(top) = self.stack.last_mut() {
                    top.jump(caller);
                }
                self.stack.push(*frame);
            }
        }
    }
}
