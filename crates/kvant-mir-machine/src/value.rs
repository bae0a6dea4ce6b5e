//! Values of scalar type. Everything larger lives in memory.

use kvant_memory::AllocId;
use kvant_mir::FnId;

use crate::borrows::BorrowTag;

/// What the machine knows of a pointer beside where it points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The borrow it comes from.
    pub borrow: BorrowTag,
    /// The bytes it may be moved among.
    pub extent: Extent,
}

/// The bytes around a pointer whose places relative to it are certain: those of the smallest thing it
/// was made for whose surroundings have no promised layout. Beyond them, what is found depends on the
/// layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The offset of the first of them.
    pub start: u32,
    /// The offset behind the last of them.
    pub end: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Extent::WHOLE
    }
}

impl Extent {
    /// The whole allocation, whatever its size is.
    pub const WHOLE: Extent = Extent {
        start: 0,
        end: u32::MAX,
    };

    /// Whether these are all bytes there are, so that the bounds of the allocation are those that count.
    #[inline]
    pub fn is_whole(self) -> bool {
        self == Extent::WHOLE
    }

    /// Whether `size` bytes at `offset` are among them.
    #[inline]
    pub fn holds(self, offset: i64, size: u64) -> bool {
        offset >= i64::from(self.start) && offset + size as i64 <= i64::from(self.end)
    }
}

/// A pointer value.
pub type Pointer = kvant_memory::Pointer<Tag>;

/// A number, `bool` or `char` as zero-extended bits, or a pointer.
///
/// Bits that are *stained* are one choice of several: a NaN that an operation made, and whatever was
/// computed from it. They may be copied and computed with as floats, and nothing else: nobody may see them,
/// compare them or decide by them.
pub type Scalar = kvant_memory::Word<Tag>;

/// The allocations from here on are functions. They have no bytes, and nobody ever makes them.
const FIRST_FUNCTION: u32 = 1 << 31;

/// A pointer to a function.
pub(crate) fn function_pointer(id: FnId) -> Pointer {
    Pointer {
        alloc: AllocId(FIRST_FUNCTION | id.0),
        offset: 0,
        tag: Tag::default(),
    }
}

/// The function that a pointer points to, if it does.
pub(crate) fn pointed_function(pointer: Pointer) -> Option<FnId> {
    let id = pointer.alloc.0.checked_sub(FIRST_FUNCTION)?;
    (pointer.offset == 0).then_some(FnId(id))
}
