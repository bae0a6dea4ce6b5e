//! Histories of allocations, for explanations of verdicts.

use kvant_memory::AllocId;
use kvant_mir::{FnId, Local, Location};

use crate::outcome::Result;
use crate::{Machine, Stop, Ub, Unspecified};

/// The history of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct History {
    /// The function whose local it is.
    pub function: FnId,
    /// The local.
    pub local: Local,
    /// The location at which it was allocated: its first use as memory, or the call that it is an argument of.
    pub born: Location,
    /// The location of the last write, if there was one.
    pub written: Option<Location>,
    /// The location at which it was freed, if it was.
    pub ended: Option<Location>,
}

impl Stop {
    /// The allocation that the verdict concerns, if there is one.
    pub fn allocation(&self) -> Option<AllocId> {
        match self {
            Stop::Ub(
                Ub::Dangling { alloc }
                | Ub::Borrow(alloc, _)
                | Ub::OutOfBounds { alloc, .. }
                | Ub::Misaligned { alloc, .. }
                | Ub::OffsetOutOfBounds { alloc, .. }
                | Ub::ReturnPlaceInUse { alloc, .. }
                | Ub::Uninitialised {
                    at: Some((alloc, _)),
                },
            )
            | Stop::Unspecified(
                Unspecified::DanglingWithoutBytes { alloc }
                | Unspecified::PointerAsInteger { alloc, .. }
                | Unspecified::MovedPlace {
                    at: Some((alloc, _)),
                }
                | Unspecified::LayoutDependent { alloc }
                | Unspecified::UninitialisedReferent { alloc, .. }
                | Unspecified::BrokenPointer { alloc, .. },
            ) => Some(*alloc),
            _ => None,
        }
    }
}

impl Machine {
    /// The history of an allocation so far.
    pub fn history(&self, alloc: AllocId) -> Option<History> {
        let history = *self.histories.get(alloc.0 as usize)?;
        let live = self.memory.info(alloc)?.live;
        Some(match live {
            // It may have been freed by a step that was undone.
            true => History {
                ended: None,
                ..history
            },
            false => history,
        })
    }

    /// Begins the history of the newest allocation.
    pub(crate) fn remember_birth(&mut self, function: FnId, local: Local) {
        if let Some(born) = self.location() {
            // The histories of allocations that were undone are still here.
            let newest = self.memory.allocation_count().saturating_sub(1);
            self.histories.truncate(newest);
            self.histories.push(History {
                function,
                local,
                born,
                written: None,
                ended: None,
            });
        }
    }

    /// Records a write to an allocation at the current location.
    #[inline]
    pub(crate) fn remember_write(&mut self, alloc: AllocId) {
        let now = self.location();
        if let Some(history) = self.histories.get_mut(alloc.0 as usize) {
            history.written = now;
        }
    }

    /// Frees an allocation.
    pub(crate) fn free(&mut self, alloc: AllocId) -> Result {
        self.end_tree(alloc)?;
        self.note_end(alloc);
        self.memory.free(alloc)?;
        let now = self.location();
        if let Some(history) = self.histories.get_mut(alloc.0 as usize) {
            history.ended = now;
        }
        Ok(())
    }
}
