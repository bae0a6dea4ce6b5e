//! Values of scalar type. Aggregates are in memory.

use kvant_borrows::BorrowTag;
use kvant_memory::AllocId;
use kvant_mir::FnId;

/// The provenance of a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The borrow it comes from.
    pub borrow: BorrowTag,
    /// The bytes that it may be moved to.
    pub extent: Extent,
}

/// The bytes around a pointer whose relative positions are promised: those of the smallest enclosing part that lies in a type
/// without a promised layout. Accesses beyond them depend on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The offset of the first byte in the low [`Extent::START_BITS`] bits, and above them the binary logarithm of the alignment.
    /// They are packed because pointers are copied often.
    start_and_align: u32,
    /// The offset after the last byte.
    end: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Extent::WHOLE
    }
}

impl Extent {
    /// The whole allocation, of any size.
    pub const WHOLE: Extent = Extent {
        start_and_align: 0,
        end: u32::MAX,
    };

    /// The number of bits for an offset, which is more than the largest needs.
    const START_BITS: u32 = 27;

    /// The `size` bytes of a part that begins at offset `start` with alignment `align`.
    pub fn of_part(start: u64, size: u64, align: u64) -> Extent {
        Extent {
            start_and_align: start as u32 | align.trailing_zeros() << Self::START_BITS,
            end: (start + size) as u32,
        }
    }

    fn start(self) -> i64 {
        i64::from(self.start_and_align & ((1 << Self::START_BITS) - 1))
    }

    /// The alignment of a part.
    pub fn alignment(self) -> u64 {
        1 << (self.start_and_align >> Self::START_BITS)
    }

    /// True for the whole allocation: only the bounds of the allocation matter.
    #[inline]
    pub fn is_whole(self) -> bool {
        self == Extent::WHOLE
    }

    /// True for a part of size 0. The positions of such parts, even relative to each other, are not promised.
    pub fn is_empty(self) -> bool {
        self.start() == i64::from(self.end)
    }

    /// True if it contains `size` bytes at `offset`.
    #[inline]
    pub fn holds(self, offset: i64, size: u64) -> bool {
        offset >= self.start() && offset.saturating_add_unsigned(size) <= i64::from(self.end)
    }
}

/// A pointer value.
pub type Pointer = kvant_memory::Pointer<Tag>;

/// A number, `bool` or `char` as zero-extended bits, or a pointer.
///
/// Bits that are *stained* are one choice of several: a NaN that an operation computed, and every value computed from it.
/// They may only be copied and used in float arithmetic. Observing them, comparing them or branching on them is refused.
pub type Scalar = kvant_memory::Word<Tag>;

/// The first number of allocations that stand for functions. They are never allocated and have no bytes.
const FIRST_FUNCTION: u32 = 1 << 31;

/// A pointer to a function.
pub(crate) fn function_pointer(id: FnId) -> Pointer {
    Pointer {
        alloc: AllocId(FIRST_FUNCTION | id.0),
        offset: 0,
        tag: Tag::default(),
    }
}

/// The function that a pointer points to, if it points to one.
pub(crate) fn pointed_function(pointer: Pointer) -> Option<FnId> {
    let id = pointer.alloc.0.checked_sub(FIRST_FUNCTION)?;
    (pointer.offset == 0).then_some(FnId(id))
}
