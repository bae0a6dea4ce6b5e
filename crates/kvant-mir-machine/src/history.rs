//! What became of each piece of memory, for whoever has to understand a verdict.

use kvant_memory::AllocId;
use kvant_mir::{FnId, Local, Location};

use crate::outcome::Result;
use crate::{Machine, Stop, Ub, Unspecified};

/// The life of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct History {
    /// The function whose local it is.
    pub function: FnId,
    /// The local.
    pub local: Local,
    /// What was executed when it got its bytes: its first use as memory, or the call it is an argument of.
    pub born: Location,
    /// What wrote to it last, if anything has.
    pub written: Option<Location>,
    /// What ended it, if it has ended.
    pub ended: Option<Location>,
}

impl Stop {
    /// The allocation that the verdict is about, if it is about one.
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
    /// The life of an allocation so far.
    pub fn history(&self, alloc: AllocId) -> Option<History> {
        let history = *self.histories.get(alloc.0 as usize)?;
        let live = self.memory.info(alloc)?.live;
        Some(match live {
            // It may have ended once on a trial that was taken back.
            true => History {
                ended: None,
                ..history
            },
            false => history,
        })
    }

    /// Remembers whose the newest allocation is.
    pub(crate) fn remember_birth(&mut self, function: FnId, local: Local) {
        if let Some(born) = self.location() {
            // Allocations that were taken back are gone from the memory, but not from here.
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

    /// Remembers that an allocation is written now.
    #[inline]
    pub(crate) fn remember_write(&mut self, alloc: AllocId) {
        let now = self.location();
        if let Some(history) = self.histories.get_mut(alloc.0 as usize) {
            history.written = now;
        }
    }

    /// Ends an allocation.
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
