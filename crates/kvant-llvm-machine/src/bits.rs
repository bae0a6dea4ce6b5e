//! Rows of bits: values that are taken apart and put together in other widths, by `bitcast` and in memory.

use num_bigint::BigUint;

use crate::leaf::{Leaf, Origin, Rich};
use crate::outcome::{Stop, Unspecified, Unsupported};

/// Bits in bytes, of which the first has the lowest ones.
pub(crate) struct Bits {
    pub(crate) bytes: Vec<BitByte>,
    /// The origin of poison among them.
    pub(crate) origin: Origin,
}

/// Eight bits. A bit that is undef or poison is zero in `bits`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BitByte {
    pub(crate) bits: u8,
    pub(crate) undef: u8,
    pub(crate) poison: u8,
}

impl Bits {
    /// The bits of leaves of the same width. The first leaf has the lowest bits, or the highest ones on a big-endian target.
    pub(crate) fn of<'l>(
        leaves: impl ExactSizeIterator<Item = &'l Leaf>,
        width: u32,
        is_big_endian: bool,
    ) -> Result<Bits, Stop> {
        let (count, width) = (leaves.len(), width as usize);
        let mut bits = Bits {
            bytes: vec![BitByte::default(); (count * width).div_ceil(8)],
            origin: Origin::OUTSIDE,
        };
        for (n, leaf) in leaves.enumerate() {
            let n = if is_big_endian { count - 1 - n } else { n };
            bits.set(leaf, n * width, width)?;
        }
        Ok(bits)
    }

    fn set(&mut self, leaf: &Leaf, first: usize, width: usize) -> Result<(), Stop> {
        let small = |bits: u128, n: usize| n < 128 && bits >> n & 1 == 1;
        for n in 0..width {
            let (byte, bit) = (&mut self.bytes[(first + n) / 8], 1u8 << ((first + n) % 8));
            match leaf {
                Leaf::Int(bits) if small(*bits, n) => byte.bits |= bit,
                Leaf::Int(_) => {}
                Leaf::Undef => byte.undef |= bit,
                Leaf::Poison(origin) => {
                    byte.poison |= bit;
                    self.origin = *origin;
                }
                Leaf::Ptr(_) => return Err(Unspecified::PointerAsInteger.into()),
                Leaf::Rich(rich) => match &**rich {
                    Rich::Wide(value) if value.bit(n as u64) => byte.bits |= bit,
                    Rich::Partial { bits, .. } if small(*bits, n) => byte.bits |= bit,
                    Rich::Partial { undef, .. } if small(*undef, n) => byte.undef |= bit,
                    _ => {}
                },
            }
        }
        Ok(())
    }

    /// The bits as leaves of a width.
    pub(crate) fn leaves(
        &self,
        count: u32,
        width: u32,
        is_big_endian: bool,
    ) -> Result<Vec<Leaf>, Stop> {
        let leaf = |n: u32| {
            let n = if is_big_endian { count - 1 - n } else { n };
            self.leaf(n as usize * width as usize, width)
        };
        (0..count).map(leaf).collect()
    }

    /// The bits from one of them on. One bit of poison makes a leaf poison.
    fn leaf(&self, first: usize, width: u32) -> Result<Leaf, Stop> {
        let (mut value, mut undef) = (BigUint::default(), BigUint::default());
        for n in 0..width as usize {
            let byte = self.bytes.get((first + n) / 8).copied().unwrap_or_default();
            let has = |mask: u8| mask >> ((first + n) % 8) & 1 == 1;
            if has(byte.poison) {
                return Ok(Leaf::Poison(self.origin));
            }
            value.set_bit(n as u64, has(byte.bits));
            undef.set_bit(n as u64, has(byte.undef));
        }
        match (u128::try_from(&value), u128::try_from(&undef)) {
            (Ok(value), Ok(undef)) if width <= 128 => Ok(Leaf::with_undef(value, undef, width)),
            (_, Ok(0)) => Ok(Leaf::Rich(Box::new(Rich::Wide(value)))),
            _ if undef.count_ones() == u64::from(width) => Ok(Leaf::Undef),
            _ => {
                let name = "a wide integer that is undef in part".into();
                Err(Unsupported::Type { name }.into())
            }
        }
    }

    /// True if anything but zero is behind the first bits.
    pub(crate) fn has_more_than(&self, width: usize) -> bool {
        let padding = |(n, byte): (usize, &BitByte)| match width.saturating_sub(n * 8) {
            8.. => 0,
            first => (byte.bits | byte.undef | byte.poison) >> first,
        };
        self.bytes.iter().enumerate().map(padding).any(|it| it != 0)
    }
}
