//! How much computation is in each byte, and whether anybody has read it.
//!
//! A value that comes of literals alone has no depth: an optimiser folds it, and looking at it finds nothing. What
//! comes of something opaque is deeper than that by one, and so on. The depths are hints for choosing places, no more, so
//! they are not taken back when a trial is: they may be of a value that is there no longer.

use kvant_memory::AllocId;
use kvant_mir_machine::{Spot, Touch};

use crate::shadow::Shadow;

/// The depth at which it does not matter any more.
const DEEPEST: u8 = 100;
/// Set in a byte that was written and not read since.
const UNREAD: u8 = 0x80;

/// What is known of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Depth {
    /// How many operations lie between something opaque and this, about; 0 if nothing opaque is in it.
    pub(crate) depth: u8,
    /// Whether it was written and not read since.
    pub(crate) unread: bool,
}

impl Depth {
    /// Of what nobody knows anything about.
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

/// The depth of every byte and of every scalar that has none.
#[derive(Default)]
pub(crate) struct Interest {
    /// The depth of each byte, and [`UNREAD`].
    shadow: Shadow<u8>,
    /// The deepest thing that was read in each strand since something was written there.
    levels: Vec<u8>,
    strand: usize,
}

impl Interest {
    /// Takes note of what the machine touched.
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

    /// Says that a step is over: what it read has nothing to do with what the next one writes.
    pub(crate) fn end_step(&mut self) {
        self.levels.clear();
        self.strand = 0;
    }

    /// Says that what is in a spot comes from outside, and nobody knows it.
    pub(crate) fn make_opaque(&mut self, spot: Spot) {
        self.shadow.of(spot).fill(1);
    }

    /// What is known of a spot: of its deepest byte, and whether any was not read.
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

    /// The depth of what a value that is written now comes from.
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
    fn a_question_is_no_part_of_the_answer() {
        let mut interest = Interest::default();
        interest.make_opaque(slot(1));
        interest.absorb(&[Touch::Read(slot(1))]);
        interest.end_step();
        interest.absorb(&[Touch::Write(slot(2))]);
        assert_eq!(interest.of(slot(2)).depth, 0);
    }

    #[test]
    fn parts_come_of_their_operands() {
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
    fn bytes_are_told_apart() {
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
