//! The outside of a program: unknown functions and variables, and the events that can be seen there.

use std::sync::Arc;

use crate::leaf::{Leaf, Node, Pointer};
use crate::memory::Byte;
use crate::shape::Scalar;

/// Something that can be seen outside of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A call of an unknown function.
    Call(Call),
    /// A volatile load.
    Load(Access),
    /// A volatile store.
    Store(Access),
}

/// A call of an unknown function.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name of the function.
    pub name: Box<str>,
    /// The leaves of its arguments.
    pub arguments: Box<[Leaf]>,
    /// For each of these, false if it is a pointer whose address the function does not see: only the memory there counts.
    pub observed: Box<[bool]>,
    /// The leaves of its result. Pointers to objects that the function made are the first places where these are seen.
    pub result: Box<[Leaf]>,
    /// The effects that the attributes of the function and of the call allow.
    pub effect: Effect,
    /// True if it is known to return: `willreturn` and `nounwind`. Such a call up to [`Effect::Arguments`] may vanish if its
    /// result and what it writes are not used.
    pub returns: bool,
    /// True if it writes nothing but memory that its arguments point to.
    pub is_local: bool,
    /// The types of the leaves of its arguments.
    pub types: Box<[Scalar]>,
    /// The memory that it can read, if it was asked for ([`Machine::keep_regions`](crate::Machine::keep_regions)) and there is not
    /// too much of it.
    pub memory: Option<Box<[Region]>>,
}

/// Memory that an unknown function can read when it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The allocation.
    pub node: Node,
    /// Its bytes. Allocations that were not written between two events share them.
    pub bytes: Arc<[Byte]>,
    /// True for memory of `alloca`, which a compiler may merge with other memory.
    pub is_local: bool,
    /// Bytes that the function writes before it reads them.
    pub unread: Box<[std::ops::Range<usize>]>,
}

/// A volatile access.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// The place.
    pub pointer: Pointer,
    /// False for memory of `alloca`, which a compiler may split.
    pub observed: bool,
    /// The leaves of the value.
    pub value: Box<[Leaf]>,
    /// Their types.
    pub types: Box<[Scalar]>,
}

/// The effects of a call of an unknown function on anything outside of it. A call up to [`Effect::Reads`] may vanish if it repeats
/// another one, whether it is known to return or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It accesses no memory. Its result depends on its name and its arguments.
    None,
    /// It writes nothing. Its result depends on memory too.
    Reads,
    /// It reads, and writes nothing but memory that its arguments point to.
    Arguments,
    /// It writes something, and reads nothing. A second call with the same arguments right after the first one has no effect,
    /// and may vanish.
    WritesOnly,
    /// It may read and write anything.
    Writes,
}

/// A policy for unknown functions and variables. It is a pure function: equal questions have equal answers.
pub trait Environment {
    /// Any 64 bits for the question number `index` about `name`. The key of a call is the number of events with effects before it
    /// if the function may read and write anything, and else made of the arguments and of the memory that it can read.
    fn draw(&self, name: &str, key: u64, index: u64) -> u64;

    /// True if a call of a function with any effects and without `willreturn` returns. The key is that of `draw`.
    fn returns(&self, _name: &str, _key: u64) -> bool {
        true
    }

    /// True if a variable that can be seen outside has other contents than its initial ones when the first function is called. They
    /// are drawn then, as those of a variable of another module.
    fn has_changed(&self, _name: &str) -> bool {
        false
    }
}

/// Answers that are drawn from a seed. Its highest bits switch things on that small seeds do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seeded(pub u64);

impl Environment for Seeded {
    fn draw(&self, name: &str, key: u64, index: u64) -> u64 {
        let mut digest = Digest::new(self.0);
        digest.bytes(name.as_bytes());
        digest.number(key);
        digest.number(index);
        digest.finish()
    }

    /// With the bits 61 and 62 of the seed, every second call does not return.
    fn returns(&self, name: &str, key: u64) -> bool {
        self.0 >> 61 & 3 != 3 || !self.draw(name, key, u64::MAX).is_multiple_of(2)
    }

    /// With the highest bit of the seed.
    fn has_changed(&self, _name: &str) -> bool {
        self.0 >> 63 == 1
    }
}

/// A hash that is the same in every run and on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) fn new(seed: u64) -> Digest {
        Digest(mix(seed ^ 0x6b76_616e_7421))
    }

    pub(crate) fn number(&mut self, number: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ number);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.number(u64::from_le_bytes(word));
        }
    }

    pub(crate) fn finish(self) -> u64 {
        mix(self.0)
    }
}

/// The finalizer of `SplitMix64`.
fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_differ_by_everything_they_depend_on() {
        let one = Seeded(1).draw("f", 2, 3);
        assert_eq!(one, Seeded(1).draw("f", 2, 3));
        let others = [
            Seeded(0).draw("f", 2, 3),
            Seeded(1).draw("g", 2, 3),
            Seeded(1).draw("f", 3, 3),
            Seeded(1).draw("f", 2, 4),
        ];
        assert!(!others.contains(&one));
    }
}
