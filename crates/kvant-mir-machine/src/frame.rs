//! Stack frames, and the locals in them.

use kvant_borrows::Tree;
use kvant_memory::{AllocId, Word};
use kvant_mir::{Block, FnId, Local, Location, Ty};

use crate::aliasing::Protected;
use crate::place::Spot;
use crate::{Machine, Pointer, Scalar, Touch};

/// The contents of a local.
///
/// A scalar local is in its slot until its address is taken for the first time, and an aggregate gets its allocation when it
/// is first accessed: most locals never need memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Slot {
    /// No storage.
    Dead,
    /// Storage that was never written.
    Fresh,
    /// Storage of a scalar that was moved from before its address was taken.
    Moved,
    /// The value of a scalar local whose address was not taken yet.
    Scalar(Scalar),
    /// The allocation of an aggregate, or of a scalar whose address was taken.
    Memory(AllocId),
}

/// A function call that is running.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) function: FnId,
    pub(crate) block: Block,
    /// The index of the next statement; the number of statements stands for the terminator.
    pub(crate) statement: u32,
    pub(crate) slots: Vec<Slot>,
    /// The destination of the result; `None` for the entry function.
    pub(crate) return_to: Option<ReturnTo>,
    /// The references among its arguments, which are protected while it runs.
    pub(crate) protected: Vec<Protected>,
    /// The places in memory that its arguments were moved from.
    pub(crate) lent: Vec<(Pointer, Ty)>,
    /// The estimated stack size of this frame and all frames below.
    pub(crate) stack_bytes: u64,
}

/// The destination of a call's result, and the block in which its caller continues.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturnTo {
    pub(crate) destination: Spot,
    pub(crate) ty: Ty,
    /// The number of bytes of the destination that are locked during the call.
    pub(crate) locked: u64,
    pub(crate) block: Block,
}

/// A change of the stack that can be undone. Positions are not recorded here: only that of the top frame changes, so a mark
/// stores one position, and a return stores the caller's.
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
    /// Replaces the contents of a local of the top frame.
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

    /// Fast path: writes a scalar to a local of the top frame, if its slot contains a scalar of the same kind. Returns true if it
    /// was written.
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
