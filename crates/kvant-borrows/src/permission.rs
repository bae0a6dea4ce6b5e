//! The permission of one tag for one byte, and its change by an access.
//!
//! This is the whole state machine of the model, for one byte and one tag at a time. It is independent of
//! trees: `tree` decides for which tags an access is foreign.

/// The accesses to a byte that a tag allows. The order is that of becoming: a permission never turns into a
/// smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// represents: a mutable reference that was not written through yet;
    /// allows: child reads, child writes (becomes `Unique`), foreign reads (becomes `Conflicted`
    /// while protected);
    /// rejects: foreign writes (becomes `Disabled`).
    Reserved,
    /// represents: a mutable reference that was not written through yet, and whose byte had a
    /// foreign read while it was protected;
    /// allows: child reads, foreign reads, and once it is not protected any more child writes
    /// (becomes `Unique`);
    /// rejects: child writes while it is protected (undefined), foreign writes (becomes `Disabled`).
    Conflicted,
    /// represents: a mutable reference that was written through, or the allocation itself;
    /// allows: child reads, child writes;
    /// rejects: foreign reads (becomes `Frozen`, or `Disabled` while protected), foreign writes
    /// (becomes `Disabled`).
    Unique,
    /// represents: a shared reference, or a mutable one after a foreign read;
    /// allows: child reads, foreign reads;
    /// rejects: child writes (undefined), foreign writes (becomes `Disabled`).
    Frozen,
    /// represents: a reference that must not be used any more;
    /// allows: foreign reads, foreign writes;
    /// rejects: child reads, child writes (both undefined).
    Disabled,
}

/// The two kinds of accesses to a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Access {
    Read,
    Write,
}

/// The relation of a tag to the tag that an access goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    /// It is that tag, or an ancestor of it.
    Child,
    /// It is any other.
    Foreign,
}

/// The rule by which an access is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The tag that the access goes through, or one of its ancestors, does not permit it.
    NotPermitted,
    /// The access takes a byte from a tag that was used for this byte, and that a running function
    /// was promised to have for as long as it runs.
    Protected,
}

/// A tag's [`Permission`] for a byte, and whether the byte was accessed through the tag or a
/// descendant of it. A byte that was not accessed has the permission that a first access will find,
/// and its protector protects nothing yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u8);

impl Permission {
    pub(crate) const ALL: [Permission; 5] = [
        Permission::Reserved,
        Permission::Conflicted,
        Permission::Unique,
        Permission::Frozen,
        Permission::Disabled,
    ];

    /// The access by which a function's end uses each byte it accessed through a protected tag: the
    /// compiler may have moved a write, or a read, down to there.
    pub(crate) const fn exit_access(self) -> Access {
        match self {
            Permission::Unique => Access::Write,
            _ => Access::Read,
        }
    }

    const fn after(self, access: Access, relation: Relation, protected: bool) -> Option<Self> {
        match (relation, access) {
            (Relation::Child, Access::Read) => self.after_child_read(),
            (Relation::Child, Access::Write) => self.after_child_write(protected),
            (Relation::Foreign, Access::Read) => Some(self.after_foreign_read(protected)),
            (Relation::Foreign, Access::Write) => Some(Permission::Disabled),
        }
    }

    const fn after_child_read(self) -> Option<Self> {
        match self {
            Permission::Disabled => None,
            readable => Some(readable),
        }
    }

    const fn after_child_write(self, protected: bool) -> Option<Self> {
        match self {
            // The compiler may have moved the write up across the foreign read, to the function's
            // beginning.
            Permission::Conflicted if protected => None,
            Permission::Reserved | Permission::Conflicted | Permission::Unique => {
                Some(Permission::Unique)
            }
            Permission::Frozen | Permission::Disabled => None,
        }
    }

    const fn after_foreign_read(self, protected: bool) -> Self {
        match self {
            Permission::Reserved if protected => Permission::Conflicted,
            // The compiler may have moved the write down across the foreign read, to the function's
            // end.
            Permission::Unique if protected => Permission::Disabled,
            // Reading stays allowed, so that two reads can always be swapped.
            Permission::Unique => Permission::Frozen,
            unmoved => unmoved,
        }
    }
}

impl State {
    const COUNT: usize = 2 * Permission::ALL.len();

    pub(crate) const fn new(permission: Permission, accessed: bool) -> State {
        State((permission as u8) << 1 | accessed as u8)
    }

    pub(crate) const fn permission(self) -> Permission {
        Permission::ALL[(self.0 >> 1) as usize]
    }

    pub(crate) const fn is_accessed(self) -> bool {
        self.0 & 1 != 0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rule: what an access makes of the state, or why it is undefined.
    ///
    /// Only accessed bytes are protected. Two functions may hold references to disjoint parts of one
    /// allocation, and each may write its own part although the other's tag covers it in principle.
    pub(crate) const fn after(
        self,
        access: Access,
        relation: Relation,
        protected: bool,
    ) -> Result<State, Refusal> {
        let Some(permission) = self.permission().after(access, relation, protected) else {
            return Err(Refusal::NotPermitted);
        };
        let accessed = self.is_accessed() || matches!(relation, Relation::Child);
        if protected && accessed && matches!(permission, Permission::Disabled) {
            return Err(Refusal::Protected);
        }
        Ok(State::new(permission, accessed))
    }
}

/// The result of an access for every state, by [`State::index`].
pub(crate) type Rules = [Result<State, Refusal>; State::COUNT];

/// [`State::after`] for all states at once, computed beforehand.
#[inline]
pub(crate) fn rules(access: Access, relation: Relation, protected: bool) -> &'static Rules {
    &TABLE[row(access, relation, protected)]
}

static TABLE: [Rules; 8] = table();

const fn row(access: Access, relation: Relation, protected: bool) -> usize {
    (access as usize) << 2 | (relation as usize) << 1 | protected as usize
}

const fn table() -> [Rules; 8] {
    let mut table = [[Err(Refusal::NotPermitted); State::COUNT]; 8];
    let mut number = 0;
    while number < 8 * State::COUNT {
        let (column, row) = (number % State::COUNT, number / State::COUNT);
        let access = [Access::Read, Access::Write][row >> 2];
        let relation = [Relation::Child, Relation::Foreign][row >> 1 & 1];
        table[row][column] = State(column as u8).after(access, relation, row & 1 != 0);
        number += 1;
    }
    table
}
