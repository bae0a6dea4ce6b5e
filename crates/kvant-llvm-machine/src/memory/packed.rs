//! Values in memory whose scalars are no whole bytes, or wider than 128 bits.

use std::ops::Range;

use super::{Memory, PLAIN, POISON, shadow_ends, shadow_of, unexpected};
use crate::bits::{BitByte, Bits};
use crate::code::Piece;
use crate::journal::Touch;
use crate::leaf::{Leaf, Node, Origin};
use crate::outcome::{Stop, Unspecified, Unsupported};

impl Memory {
    /// Stores the leaves of a value that begins at an offset. The range was checked.
    pub(crate) fn store_pieces(
        &mut self,
        node: Node,
        start: usize,
        pieces: &[Piece],
        mut leaves: &[Leaf],
    ) -> Result<(), Stop> {
        for piece in pieces {
            let start = start + piece.at as usize;
            let range = start..start + piece.bytes as usize;
            match leaves.split_off(..piece.lanes as usize) {
                Some([leaf]) => self.store(node, range, piece.scalar, leaf)?,
                Some(of_piece) => {
                    self.store_packed(node, range, of_piece, piece.scalar.bits(0))?;
                }
                None => return Err(unexpected()),
            }
        }
        Ok(())
    }

    /// Loads scalars that lie without space between them, as the integer of the size of all of them does. The range was
    /// checked.
    pub(crate) fn load_packed(
        &self,
        node: Node,
        range: Range<usize>,
        lanes: u32,
        width: u32,
    ) -> Result<Vec<Leaf>, Stop> {
        self.journal.note(|| Touch::Read((node, range.clone())));
        let allocation = self.live(node)?;
        let shadow = allocation.shadow.as_deref();
        let mut bits = Bits {
            bytes: Vec::with_capacity(range.len()),
            origin: shadow.map_or(Origin::OUTSIDE, |it| it.poison),
        };
        for at in range {
            let (state, undef) = shadow.map_or((PLAIN, 0), |it| (it.state[at], it.undef[at]));
            bits.bytes.push(match state {
                PLAIN => BitByte {
                    bits: allocation.bytes[at] & !undef,
                    undef,
                    poison: 0,
                },
                POISON => BitByte {
                    poison: 0xff,
                    ..BitByte::default()
                },
                _ => return Err(Unspecified::PointerAsInteger.into()),
            });
        }
        if self.is_big_endian {
            bits.bytes.reverse();
        }
        match bits.has_more_than(lanes as usize * width as usize) {
            true if lanes == 1 => Ok(vec![Leaf::Poison(bits.origin)]),
            true => Err(Unspecified::Padding.into()),
            false => bits.leaves(lanes, width, self.is_big_endian),
        }
    }

    /// Stores scalars without space between them. The range was checked.
    pub(crate) fn store_packed(
        &mut self,
        node: Node,
        range: Range<usize>,
        leaves: &[Leaf],
        width: u32,
    ) -> Result<(), Stop> {
        self.journal.note(|| Touch::Wrote((node, range.clone())));
        let (is_big_endian, pointer_bytes) = (self.is_big_endian, self.pointer_bytes);
        let mut bits = Bits::of(leaves.iter(), width, is_big_endian)?;
        let padding = bits.bytes.len() * 8 - leaves.len() * width as usize;
        if let Some(last) = bits.bytes.last_mut()
            && last.poison == 0xff >> padding
        {
            last.poison = 0xff;
        }
        if bits.bytes.iter().any(|it| !matches!(it.poison, 0 | 0xff)) {
            let name = "a vector with bytes that are poison in part".into();
            return Err(Unsupported::Type { name }.into());
        }
        if is_big_endian {
            bits.bytes.reverse();
        }
        let allocation = self.live_mut(node)?;
        let shadow = shadow_of(allocation);
        shadow.make_plain(range.clone(), pointer_bytes);
        for (at, byte) in range.clone().zip(&bits.bytes) {
            shadow.undef[at] = byte.undef;
            if byte.poison != 0 {
                shadow.state[at] = POISON;
                shadow.poison = bits.origin;
            }
        }
        for (at, byte) in range.zip(&bits.bytes) {
            allocation.bytes[at] = byte.bits;
        }
        shadow_ends(allocation);
        Ok(())
    }
}
