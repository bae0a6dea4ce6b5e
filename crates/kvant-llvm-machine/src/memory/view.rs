//! The contents of allocations, for walks from outside of the program.

use std::ops::Range;

use super::{Kind, Memory, PLAIN, POISON, Shadow, WORD};
use crate::leaf::{Node, Pointer};

/// The degree to which a byte is defined bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Openness {
    Defined,
    /// Some bits are undef.
    Partly,
    /// Undef, poison, or a part of a pointer.
    Other,
}

/// The contents of a live allocation.
pub(crate) struct View<'a> {
    pub(crate) kind: Kind,
    pub(crate) bytes: &'a [u8],
    shadow: Option<&'a Shadow>,
}

impl Memory {
    /// The contents of an allocation, unless it is dead.
    pub(crate) fn view(&self, node: Node) -> Option<View<'_>> {
        let allocation = self.live(node).ok()?;
        (!allocation.is_dead).then(|| View {
            kind: allocation.kind,
            bytes: &allocation.bytes,
            shadow: allocation.shadow.as_deref(),
        })
    }

    /// Makes an allocation one from outside. It was there before, unless it is new.
    pub(crate) fn make_foreign(&mut self, node: Node, is_new: bool) {
        if let Ok(allocation) = self.live_mut(node) {
            allocation.kind = Kind::Foreign;
            if !is_new {
                allocation.number = 0;
            }
        }
    }
}

impl View<'_> {
    /// The pointers in it, by their offsets.
    pub(crate) fn pointers(&self) -> Vec<(u64, Pointer)> {
        let pointers = self.shadow.into_iter().flat_map(|it| &it.pointers);
        pointers.map(|(at, pointer)| (*at, *pointer)).collect()
    }

    /// True if a byte of a range is poison, and true if a bit is undef.
    pub(crate) fn is_vague(&self, range: Range<usize>) -> (bool, bool) {
        let Some(shadow) = self.shadow else {
            return (false, false);
        };
        let has_undef = |(state, undef): (&u8, &u8)| *state == PLAIN && *undef != 0;
        let states = &shadow.state[range.clone()];
        let mut bytes = states.iter().zip(&shadow.undef[range]);
        (states.contains(&POISON), bytes.any(has_undef))
    }

    /// The degree to which a byte is defined bits.
    pub(crate) fn openness(&self, at: usize) -> Openness {
        match self.shadow {
            Some(shadow) if shadow.state[at] != PLAIN => Openness::Other,
            Some(shadow) => match shadow.undef[at] {
                0 => Openness::Defined,
                0xff => Openness::Other,
                _ => Openness::Partly,
            },
            None => Openness::Defined,
        }
    }

    /// The byte at an offset; zero for a part of a pointer.
    pub(crate) fn byte(&self, at: usize) -> u8 {
        match self.shadow {
            Some(shadow) if shadow.state[at] == WORD => 0,
            _ => self.bytes[at],
        }
    }
}
