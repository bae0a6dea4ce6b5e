//! The Tree Borrows aliasing model, over tags, ranges of bytes and accesses.
//!
//! Every allocation has a [`Tree`]. Its root stands for the allocation itself, and each reborrow adds
//! a child to the tag it was made from. For each of these tags and each byte the tree keeps a
//! [`Permission`], and every access moves the permissions of all tags at once: an access through a tag
//! is a child access for that tag and its ancestors, and a foreign one for all others. `permission` has the
//! rule for each permission and access, `tree` the order in which tags are visited and the undoing of
//! changes, `violation` the explanation of a refusal.
//!
//! The rules are those of Miri, where `Unique` used to be called Active. Not in here: interior
//! mutability, two-phase borrows, exposed provenance, boxes and their weak protectors. Nor any language,
//! memory or machine: callers choose what to reborrow when, check bounds, and say with a type of their
//! own (`L` in [`Tree`]) at which position of a program something happens.

mod permission;
mod tree;
mod violation;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod random;

pub use permission::{Access, Permission, Refusal};
pub use tree::{Borrow, BorrowKind, Change, Tree};
pub use violation::{Action, Event, Happening, Violation};

/// A node of the [`Tree`] of one allocation. A pointer carries it as a part of its provenance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BorrowTag(pub u32);

impl BorrowTag {
    /// The allocation itself: used by accesses to a variable by its name, or through a raw pointer that
    /// was made from its name.
    pub const ROOT: BorrowTag = BorrowTag(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}
