//! The depth of the computation in each byte, and a flag for bytes that are not read yet.
//!
//! A value that is computed from literals alone has depth 0: an optimiser folds it, and observing it finds nothing.
//! The result of an operation on an opaque value is deeper than that value by one, and so on. The depths are only
//! hints for the choice of places, so they are not restored when a trial is taken back: they may belong to a value
//! that no longer exists.

use kvant_memory::AllocId;
use kvant_mir_machine::{Spot, Touch};

use crate::shadow::Shadow;

/// The largest depth that is counted.
const DEEPEST: u8 = 100;
/// Set in a byte that was written and not read since.
const UNREAD: u8 = 0x80;

/// The depth of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth {
    /// Approximate number of operations between an opaque value and this one; 0 if no opaque value contributes to it.
    pub(crate) depth: u8,
    /// True if it was written and not read since.
    pub(crate) unread: bool,
}

impl Depth {
    /// The depth where nothing is known.
    pub(crate) const UNKNOWN: Depth = Depth {
        depth: 1,
        unread: false,
    };

    fn of(bits: u8) -> Depth {
        Depth {
            depth: bits & !UNREAD,
            unread: bits & UNREAD != 0,
        }
    }
}

/// The depth of every byte and of every scalar local without memory.
#[derive(Default)]
pub(crate) struct Interest {
    /// The depth of each byte, and [`UNREAD`].
    shadow: Shadow<u8>,
    /// The largest depth that was read in each strand since the last write in it.
    levels: Vec<u8>,
    strand: usize,
}

impl Interest {
    /// Records the reads and writes of the machine.
    pub(crate) fn absorb(&mut self, touches: &[Touch]) {
        for touch in touches {
            match *touch {
                Touch::Read(spot) => self.read(spot),
                Touch::Write(spot) => {
                    let depth = match self.take_level() {
                        0 => 0,
                        level => (level + 1).min(DEEPEST),
                    };
                    self.shadow.of(spot).fill(depth | UNREAD);
                }
                Touch::Clear(spot) => self.shadow.of(spot).fill(0),
                Touch::Copy {
                    from,
                    from_start,
                    to,
                    to_start,
                    length,
                } => self.copy((from, from_start), (to, to_start), length),
                Touch::Promote {
                    depth,
                    local,
                    to,
                    length,
                } => {
                    let bits = *self.shadow.slot(depth, local);
                    self.shadow.bytes(to, 0, length).fill(bits);
                }
                Touch::Strand(n) => self.strand = n as usize,
            }
        }
    }

    /// Ends a step: its reads do not contribute to the writes of the next one.
    pub(crate) fn end_step(&mut self) {
        self.levels.clear();
        self.strand = 0;
    }

    /// Marks the contents of a spot as opaque.
    pub(crate) fn make_opaque(&mut self, spot: Spot) {
        self.shadow.of(spot).fill(1);
    }

    /// The depth of a spot: of its deepest byte; it is unread if any byte is.
    pub(crate) fn of(&mut self, spot: Spot) -> Depth {
        let each = self.shadow.of(spot).iter().map(|bits| Depth::of(*bits));
        each.fold(Depth::of(0), |all, one| Depth {
            depth: all.depth.max(one.depth),
            unread: all.unread | one.unread,
        })
    }

    fn read(&mut self, spot: Spot) {
        let depth = self.of(spot).depth;
        if self.levels.len() <= self.strand {
            self.levels.resize(self.strand + 1, 0);
        }
        let level = &mut self.levels[self.strand];
        *level = depth.max(*level);
        for bits in self.shadow.of(spot) {
            *bits &= !UNREAD;
        }
    }

    /// The largest depth that a value which is written now is computed from.
    fn take_level(&mut self) -> u8 {
        let own = self.levels.get_mut(self.strand).map(std::mem::take);
        let common = self.levels.first().copied();
        own.max(common).unwrap_or_default()
    }

    fn copy(&mut self, from: (AllocId, u32), to: (AllocId, u32), length: u32) {
        let source = self.shadow.bytes(from.0, from.1, length);
        let copied: Vec<u8> = source.iter().map(|bits| bits | UNREAD).collect();
        for bits in source {
            *bits &= !UNREAD;
        }
        self.shadow
            .bytes(to.0, to.1, length)
            .copy_from_slice(&copied);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kvant_mir::Local;

    fn slot(local: u32) -> Spot {
        Spot::Slot {
            depth: 0,
            local: Local(local),
        }
    }

    fn memory(start: u32, length: u32) -> Spot {
        Spot::Bytes {
            alloc: AllocId(3),
            start,
            length,
        }
    }

    #[test]
    fn literals_have_no_depth_and_operations_add_to_it() {
        let mut interest = Interest::default();
        interest.make_opaque(slot(1));
        interest.absorb(&[Touch::Write(slot(2))]);
        assert_eq!(
            interest.of(slot(2)),
            Depth {
                depth: 0,
                unread: true
            }
        );
        interest.absorb(&[
            Touch::Read(slot(1)),
            Touch::Read(slot(2)),
            Touch::Write(slot(3)),
        ]);
        assert_eq!(
            interest.of(slot(2)),
            Depth {
                depth: 0,
                unread: false
            }
        );
        assert_eq!(
            interest.of(slot(3)),
            Depth {
                depth: 2,
                unread: true
            }
        );
        interest.absorb(&[Touch::Read(slot(2)), Touch::Write(slot(3))]);
        assert_eq!(interest.of(slot(3)).depth, 0);
    }

    #[test]
    fn reads_of_an_earlier_step_do_not_count() {
        let mut interest = Interest::default();
        interest.make_opaque(slot(1));
        interest.absorb(&[Touch::Read(slot(1))]);
        interest.end_step();
        interest.absorb(&[Touch::Write(slot(2))]);
        assert_eq!(interest.of(slot(2)).depth, 0);
    }

    #[test]
    fn parts_depend_on_their_own_operands() {
        let mut interest = Interest::default();
        interest.make_opaque(slot(2));
        interest.absorb(&[
            Touch::Strand(1),
            Touch::Read(slot(1)),
            Touch::Strand(2),
            Touch::Read(slot(2)),
            Touch::Strand(0),
            Touch::Strand(1),
            Touch::Write(memory(0, 4)),
            Touch::Strand(2),
            Touch::Write(memory(4, 4)),
            Touch::Strand(0),
        ]);
        assert_eq!(interest.of(memory(0, 4)).depth, 0);
        assert_eq!(interest.of(memory(4, 4)).depth, 2);
    }

    #[test]
    fn bytes_are_tracked_separately() {
        let mut interest = Interest::default();
        interest.make_opaque(slot(1));
        interest.absorb(&[Touch::Write(memory(0, 8))]);
        interest.absorb(&[Touch::Read(slot(1)), Touch::Write(memory(4, 2))]);
        assert_eq!(interest.of(memory(0, 4)).depth, 0);
        assert_eq!(interest.of(memory(4, 1)).depth, 2);
        assert_eq!(interest.of(memory(0, 8)).depth, 2);
        let copy = Touch::Copy {
            from: AllocId(3),
            from_start: 4,
            to: AllocId(5),
            to_start: 1,
            length: 2,
        };
        interest.absorb(&[copy]);
        let copied = Spot::Bytes {
            alloc: AllocId(5),
            start: 1,
            length: 2,
        };
        assert_eq!(
            interest.of(copied),
            Depth {
                depth: 2,
                unread: true
            }
        );
        assert!(!interest.of(memory(4, 2)).unread);
        interest.absorb(&[Touch::Clear(memory(4, 2))]);
        assert_eq!(interest.of(memory(0, 8)).depth, 0);
    }
}
