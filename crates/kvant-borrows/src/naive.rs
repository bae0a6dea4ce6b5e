//! A second, slow implementation of the model, and a [`Pair`] that does everything to both.
//!
//! It shares no rule with the real one: no table, no runs of bytes, no list of nodes to visit, no undo.

use crate::{
    Access, Action, Borrow, BorrowKind, BorrowTag, Change, Happening, Permission, Refusal,
};

/// The position of something that is done: a count of such things.
pub(crate) type Time = u32;
pub(crate) type Event = crate::Event<Time>;
pub(crate) type Tree = crate::Tree<Time>;
pub(crate) type Violation = crate::Violation<Time>;

/// Something to do to a tree.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    Reborrow(BorrowTag, Borrow),
    Access(BorrowTag, std::ops::Range<u64>, Access),
    Exit(BorrowTag),
    Unprotect(BorrowTag),
    Free(BorrowTag),
}

#[derive(Clone, Debug, PartialEq)]
struct Naive {
    size: usize,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    protected: bool,
    made: Option<Event>,
    bytes: Vec<Byte>,
}

#[derive(Clone, Debug, PartialEq)]
struct Byte {
    permission: Permission,
    accessed: bool,
    became: Vec<Event>,
}

/// What may be said against an action. The real tree says only one of the things that the naive one knows.
#[derive(Debug, PartialEq)]
struct Objection {
    node: usize,
    byte: usize,
    refusal: Refusal,
    permission: Permission,
    history: Vec<Event>,
}

impl Naive {
    fn new(size: usize) -> Naive {
        let root = Node {
            parent: None,
            children: Vec::new(),
            protected: false,
            made: None,
            bytes: vec![Byte::new(Permission::Unique, true); size],
        };
        Naive {
            size,
            nodes: vec![root],
        }
    }

    fn perform(&mut self, op: &Op, at: Time) -> Vec<Objection> {
        let mut objections = Vec::new();
        match op {
            Op::Reborrow(parent, borrow) => {
                for byte in borrow.range.clone() {
                    self.visit(*parent, byte, Action::Reborrow, true, at, &mut objections);
                }
                if objections.is_empty() {
                    self.make(parent.0 as usize, borrow, at);
                }
            }
            Op::Access(tag, range, access) => {
                let action = match access {
                    Access::Read => Action::Read,
                    Access::Write => Action::Write,
                };
                for byte in range.clone() {
                    self.visit(*tag, byte, action, true, at, &mut objections);
                }
            }
            Op::Exit(tag) => {
                for byte in 0..self.size {
                    let state = &self.nodes[tag.0 as usize].bytes[byte];
                    let action = match state.permission {
                        Permission::Unique => Action::ExitWrite,
                        _ => Action::ExitRead,
                    };
                    if state.accessed {
                        self.visit(*tag, byte as u64, action, false, at, &mut objections);
                    }
                }
            }
            Op::Unprotect(tag) => self.nodes[tag.0 as usize].protected = false,
            Op::Free(tag) => {
                for number in 0..self.nodes.len() {
                    for byte in 0..self.size {
                        if self.nodes[number].protected && self.nodes[number].bytes[byte].accessed {
                            let objection = self.objection(number, byte, Refusal::Protected);
                            objections.push(objection);
                        }
                    }
                }
                for byte in 0..self.size {
                    self.visit(*tag, byte as u64, Action::Free, true, at, &mut objections);
                }
            }
        }
        objections
    }

    fn make(&mut self, parent: usize, borrow: &Borrow, at: Time) {
        let permission = match borrow.kind {
            BorrowKind::Shared => Permission::Frozen,
            BorrowKind::Mutable => Permission::Reserved,
        };
        let bytes = (0..self.size as u64)
            .map(|byte| Byte::new(permission, borrow.range.contains(&byte)))
            .collect();
        let number = self.nodes.len();
        self.nodes[parent].children.push(number);
        self.nodes.push(Node {
            parent: Some(parent),
            children: Vec::new(),
            protected: borrow.protected,
            made: Some(Event {
                what: Happening::Made {
                    kind: borrow.kind,
                    protected: borrow.protected,
                    range: borrow.range.clone(),
                },
                at,
            }),
            bytes,
        });
    }

    /// Does something to one byte, from the root down.
    fn visit(
        &mut self,
        through: BorrowTag,
        byte: u64,
        action: Action,
        children_notice: bool,
        at: Time,
        objections: &mut Vec<Objection>,
    ) {
        let (through, byte) = (through.0 as usize, byte as usize);
        let mut pending = vec![0];
        while let Some(number) = pending.pop() {
            let is_child_access = self.is_within(through, number);
            let writes = matches!(action, Action::Write | Action::ExitWrite | Action::Free);
            let node = &self.nodes[number];
            match rule(&node.bytes[byte], node.protected, is_child_access, writes) {
                Ok((permission, accessed)) => {
                    let state = &mut self.nodes[number].bytes[byte];
                    if permission != state.permission {
                        state.became.push(Event {
                            what: Happening::Became {
                                permission,
                                by: action,
                            },
                            at,
                        });
                    }
                    (state.permission, state.accessed) = (permission, accessed);
                }
                Err(refusal) => objections.push(self.objection(number, byte, refusal)),
            }
            if number != through || children_notice {
                pending.extend(&self.nodes[number].children);
            }
        }
    }

    /// Whether a node is in the tree below another, or that other itself.
    fn is_within(&self, node: usize, ancestor: usize) -> bool {
        node == ancestor
            || self.nodes[node]
                .parent
                .is_some_and(|parent| self.is_within(parent, ancestor))
    }

    fn objection(&self, node: usize, byte: usize, refusal: Refusal) -> Objection {
        let state = &self.nodes[node].bytes[byte];
        let made = self.nodes[node].made.iter().cloned();
        Objection {
            node,
            byte,
            refusal,
            permission: state.permission,
            history: made.chain(state.became.iter().cloned()).collect(),
        }
    }
}

impl Byte {
    fn new(permission: Permission, accessed: bool) -> Byte {
        Byte {
            permission,
            accessed,
            became: Vec::new(),
        }
    }
}

/// The new permission of a byte and whether it now counts as accessed.
fn rule(
    byte: &Byte,
    protected: bool,
    is_child_access: bool,
    writes: bool,
) -> Result<(Permission, bool), Refusal> {
    let now = byte.permission;
    if is_child_access {
        let conflicted = now == Permission::Conflicted && protected;
        let readable = now != Permission::Disabled;
        let writable = readable && now != Permission::Frozen && !conflicted;
        return match writes {
            true if writable => Ok((Permission::Unique, true)),
            false if readable => Ok((now, true)),
            _ => Err(Refusal::NotPermitted),
        };
    }
    if writes || (now == Permission::Unique && protected) {
        return match protected && byte.accessed {
            true => Err(Refusal::Protected),
            false => Ok((Permission::Disabled, byte.accessed)),
        };
    }
    let after = if now == Permission::Unique {
        Permission::Frozen
    } else if now == Permission::Reserved && protected {
        Permission::Conflicted
    } else {
        now
    };
    Ok((after, byte.accessed))
}

/// Both implementations, side by side, and what takes the real one back.
pub(crate) struct Pair {
    pub(crate) tree: Tree,
    naive: Naive,
    pub(crate) changes: Vec<Change>,
    time: Time,
}

/// A state of a [`Pair`] to go back to.
pub(crate) struct Snapshot {
    tree: Tree,
    naive: Naive,
    changes: usize,
}

impl Pair {
    pub(crate) fn new(size: u64) -> Pair {
        Pair {
            tree: Tree::new(size),
            naive: Naive::new(size as usize),
            changes: Vec::new(),
            time: 0,
        }
    }

    /// Does something to both, and says whether it is allowed. They must agree on that, and on every state;
    /// and what is not allowed must leave the tree as it was once it is taken back.
    pub(crate) fn apply(&mut self, op: &Op) -> bool {
        self.time += 1;
        let at = self.time;
        let before = self.snapshot();
        let objections = self.naive.perform(op, at);
        match perform(&mut self.tree, op, at, &mut self.changes) {
            Ok(()) => {
                assert_eq!(objections, [], "after {op:?}");
                self.compare();
                true
            }
            Err(violation) => {
                let said = Objection {
                    node: violation.refuser().index(),
                    byte: violation.byte() as usize,
                    refusal: violation.refusal(),
                    permission: violation.permission(),
                    history: violation.history().to_vec(),
                };
                assert!(
                    objections.contains(&said),
                    "{op:?}: {said:?} is not one of {objections:?}"
                );
                self.restore(before);
                false
            }
        }
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        Snapshot {
            tree: self.tree.clone(),
            naive: self.naive.clone(),
            changes: self.changes.len(),
        }
    }

    /// Takes back everything since the snapshot, which must give exactly what was there then.
    pub(crate) fn restore(&mut self, snapshot: Snapshot) {
        for change in self.changes.drain(snapshot.changes..).rev() {
            self.tree.undo(change);
        }
        assert_eq!(self.tree, snapshot.tree);
        self.naive = snapshot.naive;
        self.compare();
    }

    fn compare(&self) {
        let mut unsettled = Vec::new();
        for (number, node) in self.naive.nodes.iter().enumerate().rev() {
            let tag = BorrowTag(number as u32);
            for (offset, byte) in node.bytes.iter().enumerate() {
                let offset = offset as u64;
                assert_eq!(
                    (
                        self.tree.permission(tag, offset),
                        self.tree.is_accessed(tag, offset)
                    ),
                    (byte.permission, byte.accessed),
                    "byte {offset} of {tag:?}"
                );
            }
            assert_eq!(self.tree.is_protected(tag), node.protected);
            let enabled = |byte: &Byte| byte.permission != Permission::Disabled;
            if tag != BorrowTag::ROOT && (node.bytes.is_empty() || node.bytes.iter().any(enabled)) {
                unsettled.push(tag);
            }
        }
        assert_eq!(self.tree.unsettled(), unsettled);
        assert_eq!(self.tree.tag_count(), self.naive.nodes.len());
    }
}

fn perform(tree: &mut Tree, op: &Op, at: Time, changes: &mut Vec<Change>) -> Result<(), Violation> {
    let record = &mut |change| changes.push(change);
    match op {
        Op::Reborrow(parent, borrow) => tree
            .reborrow(*parent, borrow.clone(), at, record)
            .map(|_| ()),
        Op::Access(tag, range, access) => tree.access(*tag, range.clone(), *access, at, record),
        Op::Exit(tag) => tree.exit_access(*tag, at, record),
        Op::Unprotect(tag) => {
            tree.unprotect(*tag, record);
            Ok(())
        }
        Op::Free(tag) => tree.free(*tag, at, record),
    }
}
