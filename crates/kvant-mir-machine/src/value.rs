//! Values of scalar type. Everything larger lives in memory.

use kvant_borrows::BorrowTag;
use kvant_memory::AllocId;
use kvant_mir::FnId;

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
    /// The offset of the first of them, and above [`Extent::START_BITS`] how often the alignment there can
    /// be halved: pointers are copied too often to be any larger.
    start_and_align: u32,
    /// The offset behind the last of them.
    end: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Extent::WHOLE
    }
}

impl Extent {
    /// The whole allocation, whatever its size is.
    pub const WHOLE: Extent = Extent {
        start_and_align: 0,
        end: u32::MAX,
    };

    /// More than any offset needs.
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

    /// Whether these are all bytes there are, so that the bounds of the allocation are those that count.
    #[inline]
    pub fn is_whole(self) -> bool {
        self == Extent::WHOLE
    }

    /// Whether it is a part without bytes. Where those lie, also beside each other, is nowhere promised.
    pub fn is_empty(self) -> bool {
        self.start() == i64::from(self.end)
    }

    /// Whether `size` bytes at `offset` are among them.
    #[inline]
    pub fn holds(self, offset: i64, size: u64) -> bool {
        offset >= self.start() && offset.saturating_add_unsigned(size) <= i64::from(self.end)
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
