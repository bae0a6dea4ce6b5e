//! The contents of allocations, byte by byte.

use std::rc::Rc;

use super::{Memory, NUMBER, POISON, REST, WORD};
use crate::leaf::{Node, Pointer};

/// A byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// Bits, some of which may be undef. Undef bits are zero in `bits`.
    Bits {
        /// The defined bits.
        bits: u8,
        /// The undef bits.
        undef: u8,
    },
    /// Poison.
    Poison,
    /// A part of a pointer: the pointer, and the number of the byte in it.
    Pointer(Pointer, u8),
    /// A part of a pointer whose other parts were overwritten.
    Part,
}

impl Memory {
    /// Sets all bytes of a new allocation.
    pub(crate) fn set_contents(&mut self, node: Node, bytes: &[u8]) {
        let room = &mut self.rooms[node.index as usize];
        if let Some(allocation) = &mut room.allocation {
            let allocation = Rc::make_mut(allocation);
            if allocation.bytes.len() == bytes.len() {
                allocation.bytes.copy_from_slice(bytes);
                allocation.shadow = None;
            }
        }
    }

    /// The bytes of a live allocation.
    pub(crate) fn contents(&self, node: Node) -> Option<Vec<Byte>> {
        let allocation = self.live(node).ok()?;
        let Some(shadow) = &allocation.shadow else {
            let plain = |bits: &u8| Byte::Bits {
                bits: *bits,
                undef: 0,
            };
            return Some(allocation.bytes.iter().map(plain).collect());
        };
        let byte = |at: usize| match shadow.state[at] {
            POISON => Byte::Poison,
            REST => Byte::Part,
            NUMBER | WORD.. => {
                let before = shadow.pointers.range(..=at as u64).next_back();
                match before {
                    Some((start, pointer)) => Byte::Pointer(*pointer, (at as u64 - start) as u8),
                    None => Byte::Poison,
                }
            }
            _ => {
                let undef = shadow.undef[at];
                let bits = allocation.bytes[at] & !undef;
                Byte::Bits { bits, undef }
            }
        };
        Some((0..allocation.bytes.len()).map(byte).collect())
    }
}
