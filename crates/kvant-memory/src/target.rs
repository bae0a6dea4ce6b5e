//! What a target fixes about the representation of scalars.

/// The order of a scalar's bytes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Endian {
    Little,
    Big,
}

/// A target as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The target's name.
    pub name: &'static str,
    /// The size and alignment of a pointer.
    pub pointer_bytes: u32,
    /// The byte order.
    pub endian: Endian,
    /// The alignments of integers of 1, 2, 4, 8 and 16 bytes.
    pub int_align: [u32; 5],
}

impl Target {
    /// 64-bit x86, System V.
    pub const X86_64: Target = Target {
        name: "x86_64",
        pointer_bytes: 8,
        endian: Endian::Little,
        int_align: [1, 2, 4, 8, 16],
    };

    /// The alignment of an integer of `bytes` bytes, a power of two up to 16.
    pub const fn align_of_int(&self, bytes: u32) -> u32 {
        self.int_align[bytes.trailing_zeros() as usize]
    }
}
