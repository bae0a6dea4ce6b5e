//! Which references may be used, and when: the Tree Borrows aliasing model.
//!
//! Every allocation has a [`Tree`]. Its root stands for the allocation itself, and each reborrow adds
//! a child to the tag it was made from. For each of these tags and each byte the tree keeps a
//! [`Permission`], and every access moves the permissions of all tags at once: an access through a tag
//! is the business of that tag and its ancestors, and foreign to everybody else. What each permission
//! makes of each access is in `permission`; who is asked, in which order, and how it is taken back is
//! in `tree`; how a refusal is explained is in `violation`.
//!
//! The rules are those of Miri, where `Unique` used to be called Active. Not in here: interior
//! mutability, two-phase borrows, exposed provenance, boxes and their weak protectors, and the
//! choice of what to reborrow when, which is the machine's.

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
pub use tree::{Borrow, Change, Tree};
pub use violation::{Action, Event, Happening, Violation};

/// Names a node of the [`Tree`] of one allocation. A pointer carries it as a part of its provenance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BorrowTag(pub u32);

impl BorrowTag {
    /// The allocation itself: what uses a local by its name, or through a raw pointer that was made
    /// from its name.
    pub const ROOT: BorrowTag = BorrowTag(0);

    fn index(self) -> usize {
        self.0 as usize
    }
}
