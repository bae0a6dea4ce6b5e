//! Values of scalar type. Everything larger lives in memory.

/// What the aliasing model knows of a pointer. Raw pointers to locals need nothing: the tag is
/// where references will bring their borrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tag;

/// A pointer value.
pub type Pointer = kvant_memory::Pointer<Tag>;

/// An integer or a `bool` as zero-extended bits, or a pointer.
pub type Scalar = kvant_memory::Word<Tag>;
