//! Newtype indices: a `Local` is not a `Block`, and neither is a `usize`.

/// Declares a newtype over `u32` as the index of one table.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index of entry `n`.
            pub const fn new(n: usize) -> Self {
                Self(n as u32)
            }

            /// The position in the table this index belongs to.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    };
}
pub(crate) use index;
