//! Bit-fields: loads and stores of bits that share bytes with other members.

use kvant_c::TypeId;
use kvant_c::layout::BitRange;
use kvant_memory::{AllocId, Byte, Endian, Word};

use crate::arithmetic::Int;
use crate::outcome::Result;
use crate::types::Shape;
use crate::{Machine, Stop, Ub, Value};

impl BitPosition {
    /// The bits of a bit-field in its `n`th byte: the lowest bit, the number of bits, and the number of less significant bits
    /// of the value.
    fn of(bits: BitRange, endian: Endian, n: u32) -> BitPosition {
        let from = bits.start.max(n * 8);
        let to = (bits.start + bits.width).min(n * 8 + 8);
        let count = to.saturating_sub(from);
        match endian {
            Endian::Little => BitPosition {
                low: from % 8,
                count,
                below: from.saturating_sub(bits.start),
            },
            // The first bit is the most significant one of the byte and of the value.
            Endian::Big => BitPosition {
                low: (8 - (to - n * 8)) % 8,
                count,
                below: bits.start + bits.width - to,
            },
        }
    }

    fn mask(self) -> u8 {
        (((1_u16 << self.count) - 1) << self.low) as u8
    }
}

/// The bits of a bit-field in one byte.
#[derive(Clone, Copy)]
struct BitPosition {
    low: u32,
    count: u32,
    below: u32,
}

impl Machine {
    fn endian(&self) -> Endian {
        self.types.target().scalars.endian
    }

    /// Loads a bit-field, all bits of which must be known. The other bits of its bytes do not matter.
    pub(crate) fn load_bits(
        &self,
        alloc: AllocId,
        offset: u32,
        bits: BitRange,
        shape: Shape,
    ) -> Result<Value> {
        let mut value: u128 = 0;
        for n in 0..bits.bytes() as u32 {
            let position = BitPosition::of(bits, self.endian(), n);
            let (byte, known) = self.known_byte(alloc, offset + n)?;
            if known & position.mask() != position.mask() {
                return Err(Ub::Uninitialised.into());
            }
            let part = (byte & position.mask()) >> position.low;
            value |= u128::from(part) << position.below;
        }
        let width = bits.width.clamp(1, 128);
        let field = Int {
            bits: width,
            signed: matches!(shape, Shape::Int(Int { signed: true, .. })),
        };
        match shape {
            Shape::Int(int) => Ok(Value::Int(field.number(value) as u128 & int.mask())),
            Shape::Bool => Ok(Value::Int(value)),
            _ => Err(Stop::ill_formed("a bit-field holds integers")),
        }
    }

    /// Stores the low bits of a value in a bit-field: the number modulo the width, as the compilers of the subset define it for
    /// signed ones.
    pub(crate) fn store_bits_raw(
        &mut self,
        alloc: AllocId,
        offset: u32,
        bits: BitRange,
        value: u128,
    ) -> Result {
        for n in 0..bits.bytes() as u32 {
            let position = BitPosition::of(bits, self.endian(), n);
            let mask = position.mask();
            let (old, known) = self.known_byte(alloc, offset + n)?;
            let part = ((value >> position.below) << position.low) as u8 & mask;
            let byte = u128::from(old & !mask | part);
            let known = known | mask;
            let word = if known == 0xff {
                Word::Bits(byte)
            } else {
                self.set_known_bits(alloc, offset + n, Some(known));
                Word::Stained(byte)
            };
            self.memory.store(alloc, i64::from(offset + n), 1, word)?;
        }
        Ok(())
    }

    /// A byte, and the mask of its known bits.
    fn known_byte(&self, alloc: AllocId, offset: u32) -> Result<(u8, u8)> {
        Ok(match self.memory.byte(alloc, i64::from(offset))? {
            Byte::Plain(value) => (value, 0xff),
            Byte::Stained(value) => (value, self.object(alloc)?.known_bits(offset)),
            Byte::Uninitialised | Byte::Pointer => (0, 0),
        })
    }

    /// The bits of a byte of a type that belong to named bit-fields; the others are padding.
    pub(crate) fn value_bits(&self, within: TypeId, offset: u32) -> u8 {
        let info = self.types.info(within);
        match info.shape {
            Shape::Array => {
                let step = self.types.info(info.inner.id).size.max(1);
                self.value_bits(info.inner.id, offset % step)
            }
            Shape::Record(id) => {
                let fields = self
                    .types
                    .record(id)
                    .map_or(&[][..], |record| &record.fields);
                let here = fields.iter().filter(|field| {
                    field.named && (field.offset..field.offset + field.size).contains(&offset)
                });
                here.fold(0, |bits, field| {
                    bits | match field.bits {
                        Some(range) => {
                            BitPosition::of(range, self.endian(), offset - field.offset).mask()
                        }
                        None => self.value_bits(field.ty.id, offset - field.offset),
                    }
                })
            }
            _ => 0xff,
        }
    }

    /// Makes all bits of a byte unknown except for `certain`.
    pub(crate) fn forget_bits(&mut self, alloc: AllocId, offset: u32, certain: u8) -> Result {
        let (byte, known) = self.known_byte(alloc, offset)?;
        self.set_known_bits(alloc, offset, Some(known & certain));
        let word = Word::Stained(u128::from(byte));
        self.memory.store(alloc, i64::from(offset), 1, word)?;
        Ok(())
    }

    /// Copies the masks of known bits along with the bytes.
    pub(crate) fn copy_known_bits(
        &mut self,
        from: (AllocId, u32),
        to: (AllocId, u32),
        length: u32,
    ) -> Result {
        let source = self.object(from.0)?;
        for (offset, bits) in source.partly_known(from.1, from.1 + length) {
            self.set_known_bits(to.0, offset - from.1 + to.1, Some(bits));
        }
        Ok(())
    }
}
