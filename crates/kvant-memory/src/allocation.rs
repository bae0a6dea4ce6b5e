//! One allocation: its bytes, their states, and the pointers stored in it.

use std::ops::Range;

use crate::Endian;

/// The name of an allocation. Names are never used again, so a dangling pointer stays dangling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocId(pub u32);

/// A pointer: where it points, and a tag that belongs to the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer<T> {
    /// The allocation.
    pub alloc: AllocId,
    /// The distance from its first byte, which may lie outside.
    pub offset: i64,
    /// The part of the pointer's provenance that belongs to the language's aliasing model.
    pub tag: T,
}

impl<T> Pointer<T> {
    /// The pointer `bytes` further on, with the same tag.
    #[must_use]
    pub fn shifted(self, bytes: i64) -> Self {
        Pointer {
            offset: self.offset.wrapping_add(bytes),
            ..self
        }
    }
}

/// A scalar loaded from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word<T> {
    /// Plain bits, zero-extended.
    Bits(u128),
    /// Bits of which at least one byte is stained: a mark that belongs to the language and travels
    /// with the bytes.
    Stained(u128),
    /// A whole pointer.
    Pointer(Pointer<T>),
}

/// One byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// It has no value.
    Uninitialised,
    /// It has this one.
    Plain(u8),
    /// It has this one, with the language's mark on it.
    Stained(u8),
    /// It is part of a pointer.
    Pointer,
}

/// Why an access to memory is not possible at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AccessError {
    /// The allocation was freed.
    Dead { alloc: AllocId },
    /// Some byte of the access lies outside.
    OutOfBounds {
        alloc: AllocId,
        offset: i64,
        length: u64,
        size: u64,
    },
    /// The allocation and the offset do not promise the alignment.
    Misaligned {
        alloc: AllocId,
        offset: i64,
        required: u64,
        promised: u64,
    },
    /// A part of these bytes is locked.
    Locked { alloc: AllocId, offset: i64 },
    /// A byte is withheld.
    Withheld {
        alloc: AllocId,
        offset: i64,
        why: Withheld,
    },
}

/// The reason why a byte without a value may be written by its owner only. Storing something there, or
/// making it uninitialised, ends that; callers check the reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// Its value was taken away, and only its owner may give it another.
    Moved,
    /// It does not exist while what it is part of has another shape.
    Absent,
}

/// Why bytes that may be accessed do not make a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LoadError {
    /// The access itself is not possible.
    Access(AccessError),
    /// The byte at this offset is uninitialised.
    Uninitialised { alloc: AllocId, offset: i64 },
    /// The bytes have a stained one among them and were asked for as plain bits.
    Stained { alloc: AllocId, offset: i64 },
    /// The bytes belong to a pointer and were asked for as plain bits.
    PointerAsBits { alloc: AllocId, offset: i64 },
    /// The bytes were asked for as a pointer and are not one whole pointer.
    NotAPointer { alloc: AllocId, offset: i64 },
}

impl From<AccessError> for LoadError {
    fn from(error: AccessError) -> Self {
        LoadError::Access(error)
    }
}

/// Size, alignment and life of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllocInfo {
    /// Its size in bytes.
    pub size: u64,
    /// The alignment its first byte promises.
    pub align: u64,
    /// True while it may be accessed.
    pub live: bool,
}

/// The byte has a value.
pub(crate) const INIT: u8 = 1;
/// The byte has a value, and it is part of a pointer.
pub(crate) const POINTER: u8 = 2;
/// The byte has a value, and the language has put its mark on it.
pub(crate) const STAINED: u8 = 4;

/// The byte has no value: [`Withheld::Moved`].
pub(crate) const MOVED: u8 = 8;
/// The byte has no value: [`Withheld::Absent`].
pub(crate) const ABSENT: u8 = 16;

/// A live allocation.
#[derive(Clone, Debug)]
pub(crate) struct Allocation<T> {
    pub(crate) align: u64,
    /// The values of all bytes, then the states of all bytes: one piece of heap for both.
    bytes: Box<[u8]>,
    /// The whole pointers in it, by offset. The bytes of a pointer that was overwritten in part
    /// keep their [`POINTER`] state and have no entry here: they cannot be read as anything.
    pub(crate) pointers: Vec<(u64, Pointer<T>)>,
    /// True if a byte was ever withheld. Most allocations never have one, and need not look.
    pub(crate) withholds: bool,
    /// The locked ranges.
    pub(crate) locks: Vec<Range<u64>>,
}

impl<T: Copy> Allocation<T> {
    pub(crate) fn new(size: u64, align: u64, fill: u8) -> Self {
        let mut bytes = vec![0; 2 * size as usize].into_boxed_slice();
        bytes[..size as usize].fill(fill);
        Allocation {
            align,
            bytes,
            pointers: Vec::new(),
            withholds: false,
            locks: Vec::new(),
        }
    }

    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64 / 2
    }

    pub(crate) fn values(&self, at: Range<usize>) -> &[u8] {
        &self.bytes[at]
    }

    pub(crate) fn states(&self, at: Range<usize>) -> &[u8] {
        let size = self.bytes.len() / 2;
        &self.bytes[size + at.start..size + at.end]
    }

    pub(crate) fn values_mut(&mut self, at: Range<usize>) -> &mut [u8] {
        &mut self.bytes[at]
    }

    pub(crate) fn states_mut(&mut self, at: Range<usize>) -> &mut [u8] {
        let size = self.bytes.len() / 2;
        &mut self.bytes[size + at.start..size + at.end]
    }

    /// Copies values and states from one range to another of the same length.
    pub(crate) fn copy_within(&mut self, from: Range<usize>, to: Range<usize>) {
        let size = self.bytes.len() / 2;
        self.bytes.copy_within(from.clone(), to.start);
        self.bytes
            .copy_within(size + from.start..size + from.end, size + to.start);
    }

    /// The position of the first pointer entry at or after `offset`.
    pub(crate) fn pointer_index(&self, offset: u64) -> usize {
        self.pointers.partition_point(|entry| entry.0 < offset)
    }
}

/// The `values` of an integer, zero-extended.
pub(crate) fn bits_of(values: &[u8], endian: Endian) -> u128 {
    let mut buffer = [0; 16];
    match endian {
        Endian::Little => {
            buffer[..values.len()].copy_from_slice(values);
            u128::from_le_bytes(buffer)
        }
        Endian::Big => {
            buffer[16 - values.len()..].copy_from_slice(values);
            u128::from_be_bytes(buffer)
        }
    }
}

/// Writes the low bytes of `bits` to `values`.
pub(crate) fn write_bits(values: &mut [u8], bits: u128, endian: Endian) {
    let length = values.len();
    match endian {
        Endian::Little => values.copy_from_slice(&bits.to_le_bytes()[..length]),
        Endian::Big => values.copy_from_slice(&bits.to_be_bytes()[16 - length..]),
    }
}
