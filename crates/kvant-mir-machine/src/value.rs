//! Values of scalar type. Everything larger lives in memory.

/// What the aliasing model knows of a pointer. Raw pointers to locals need nothing: the tag is
/// where references will bring their borrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tag;

/// A pointer value.
pub type Pointer = kvant_memory::Pointer<Tag>;

/// A number, `bool` or `char` as zero-extended bits, or a pointer.
///
/// Bits that are *stained* are one choice of several: a NaN that an operation made, and whatever was
/// computed from it. They may be copied and computed with as floats, and nothing else: nobody may see them,
/// compare them or decide by them.
pub type Scalar = kvant_memory::Word<Tag>;
