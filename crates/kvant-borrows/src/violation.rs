//! Violations: the refused access, and the history of the tag that refused it.

use std::fmt;
use std::ops::Range;

use crate::{Access, BorrowKind, BorrowTag, Permission, Refusal};

/// An action of the program on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A read.
    Read,
    /// A write.
    Write,
    /// The creation of a reference, which reads the referent.
    Reborrow,
    /// The return of a function that only read through a protected reference. This counts as a read.
    ExitRead,
    /// The return of a function that wrote through a protected reference. This counts as a write.
    ExitWrite,
    /// The deallocation, which writes all of it.
    Free,
}

/// An event in the history of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<L> {
    /// The kind of event.
    pub what: Happening,
    /// The position in the program.
    pub at: L,
}

/// The kinds of [events](Event).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Happening {
    /// The tag was created, by a reference to these bytes.
    Made {
        kind: BorrowKind,
        protected: bool,
        range: Range<u64>,
    },
    /// Its permission for the byte changed. The access was a child access if it became [`Permission::Unique`], and a foreign
    /// one otherwise.
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
    /// The access that it performs on the permissions of tags.
    pub const fn access(self) -> Access {
        match self {
            Action::Read | Action::Reborrow | Action::ExitRead => Access::Read,
            Action::Write | Action::ExitWrite | Action::Free => Access::Write,
        }
    }

    /// The action of a function's return with this access.
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

    /// The action that was attempted.
    pub fn action(&self) -> Action {
        self.0.action
    }

    /// The byte of the allocation that it was refused for; there may be others.
    pub fn byte(&self) -> u64 {
        self.0.byte
    }

    /// The tag of the access.
    pub fn accessed(&self) -> BorrowTag {
        self.0.accessed
    }

    /// The creation of the accessed tag; none for the allocation itself.
    pub fn accessed_made(&self) -> Option<&Event<L>> {
        self.0.accessed_made.as_ref()
    }

    /// The tag whose permission or protector forbids it: the accessed one, an ancestor of it,
    /// or a protected one.
    pub fn refuser(&self) -> BorrowTag {
        self.0.refuser
    }

    /// The rule.
    pub fn refusal(&self) -> Refusal {
        self.0.refusal
    }

    /// The permission of the refusing tag for the byte at that time.
    pub fn permission(&self) -> Permission {
        self.0.permission
    }

    /// The history of the refusing tag for the byte, beginning with its creation.
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

    /// The state of the refusing tag and the action that led to it.
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
            Action::Free => "the deallocation",
        };
        match self.permission() {
            Permission::Disabled => format!("became disabled by {by}"),
            Permission::Frozen => format!("became frozen by {by}"),
            Permission::Conflicted => {
                format!("became conflicted (frozen until its function returns) by {by}")
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

/// Prints the kind of a tag's reference.
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
