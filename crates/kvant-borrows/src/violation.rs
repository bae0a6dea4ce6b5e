//! Why a tree refused something, told from the life of the tag that refused it.

use std::fmt;
use std::ops::Range;

use crate::{Access, BorrowKind, BorrowTag, Permission, Refusal};

/// What a program does to memory, as far as borrows care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It makes a reference, which reads what the reference is to.
    Reborrow,
    /// A function ends that only read through a protected reference. This counts as a read.
    ExitRead,
    /// A function ends that wrote through a protected reference. This counts as a write.
    ExitWrite,
    /// It ends the allocation, which writes all of it.
    Free,
}

/// Something in the life of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<L> {
    /// What it was.
    pub what: Happening,
    /// The position in the program that was executed then.
    pub at: L,
}

/// What happened to a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Happening {
    /// It was made, as a reference to these bytes.
    Made {
        kind: BorrowKind,
        protected: bool,
        range: Range<u64>,
    },
    /// Its permission for the byte in question changed. The action was its own, or a descendant's, if
    /// it became [`Permission::Unique`], and a foreign one otherwise.
    Became { permission: Permission, by: Action },
}

/// An action that the aliasing model makes undefined, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<L>(Box<Details<L>>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Details<L> {
    pub(crate) action: Action,
    pub(crate) byte: u64,
    pub(crate) accessed: BorrowTag,
    pub(crate) accessed_made: Option<Event<L>>,
    pub(crate) refuser: BorrowTag,
    pub(crate) refusal: Refusal,
    pub(crate) permission: Permission,
    pub(crate) history: Vec<Event<L>>,
}

impl Action {
    /// How the permissions of tags see it.
    pub const fn access(self) -> Access {
        match self {
            Action::Read | Action::Reborrow | Action::ExitRead => Access::Read,
            Action::Write | Action::ExitWrite | Action::Free => Access::Write,
        }
    }

    /// The action by which a function's end does this.
    pub(crate) const fn exit(access: Access) -> Action {
        match access {
            Access::Read => Action::ExitRead,
            Access::Write => Action::ExitWrite,
        }
    }
}

impl From<Access> for Action {
    fn from(access: Access) -> Action {
        match access {
            Access::Read => Action::Read,
            Access::Write => Action::Write,
        }
    }
}

impl<L> Violation<L> {
    pub(crate) fn new(details: Details<L>) -> Violation<L> {
        Violation(Box::new(details))
    }

    /// What was attempted.
    pub fn action(&self) -> Action {
        self.0.action
    }

    /// The byte of the allocation that it was refused for; there may be others.
    pub fn byte(&self) -> u64 {
        self.0.byte
    }

    /// The tag it was attempted through.
    pub fn accessed(&self) -> BorrowTag {
        self.0.accessed
    }

    /// The making of the tag it was attempted through; none for the allocation itself.
    pub fn accessed_made(&self) -> Option<&Event<L>> {
        self.0.accessed_made.as_ref()
    }

    /// The tag whose permission or protector stands against it: the accessed one, an ancestor of it,
    /// or a protected one.
    pub fn refuser(&self) -> BorrowTag {
        self.0.refuser
    }

    /// The rule.
    pub fn refusal(&self) -> Refusal {
        self.0.refusal
    }

    /// What the refusing tag was permitted to do with the byte then.
    pub fn permission(&self) -> Permission {
        self.0.permission
    }

    /// The life of the refusing tag as far as it concerns the byte, beginning with its making.
    pub fn history(&self) -> &[Event<L>] {
        &self.0.history
    }

    /// One sentence, without its subject and its full stop, in which `place` stands for the byte.
    pub fn sentence(&self, place: impl fmt::Display) -> String {
        let through = Reference(self.accessed_made());
        let refuser = Reference(self.history().first());
        let verb = match self.action() {
            Action::Read => "reads",
            Action::Write => "writes",
            Action::Reborrow => "reborrows",
            Action::ExitRead => "returns from a function, which reads",
            Action::ExitWrite => "returns from a function, which writes",
            Action::Free => "frees",
        };
        match self.refusal() {
            Refusal::Protected => format!(
                "{verb} {place} through {through} while a running function holds {refuser} to it"
            ),
            Refusal::NotPermitted if self.accessed() == self.refuser() => {
                format!("{verb} {place} through {refuser} that {}", self.state())
            }
            Refusal::NotPermitted => format!(
                "{verb} {place} through {through} made from {refuser} that {}",
                self.state()
            ),
        }
    }

    /// What the refusing tag is and how it became so.
    fn state(&self) -> String {
        let last = self.history().iter().rev().find_map(|event| {
            let Happening::Became { permission, by } = event.what else {
                return None;
            };
            (permission == self.permission()).then_some(by)
        });
        let Some(by) = last else {
            return "never allows it".to_owned();
        };
        let by = match by {
            Action::Read => "a foreign read",
            Action::Write => "a foreign write",
            Action::Reborrow => "a foreign reborrow",
            Action::ExitRead => "the read at a function's end",
            Action::ExitWrite => "the write at a function's end",
            Action::Free => "the end of the allocation",
        };
        match self.permission() {
            Permission::Disabled => format!("became disabled by {by}"),
            Permission::Frozen => format!("became frozen by {by}"),
            Permission::Conflicted => {
                format!("became frozen by {by} until its function returns")
            }
            Permission::Reserved | Permission::Unique => "does not allow it".to_owned(),
        }
    }
}

impl<L> fmt::Display for Violation<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence(format_args!("byte {}", self.byte())))
    }
}

/// Prints what kind of reference a tag is, by its making.
struct Reference<'e, L>(Option<&'e Event<L>>);

impl<L> fmt::Display for Reference<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.map(|event| &event.what) {
            Some(Happening::Made { kind, .. }) => match kind {
                BorrowKind::Shared => "a shared reference",
                BorrowKind::Mutable => "a mutable reference",
            },
            Some(Happening::Became { .. }) | None => "its owner",
        })
    }
}
