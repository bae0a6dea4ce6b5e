//! The tags of one allocation and their states, byte by byte.
//!
//! The meaning of permissions is in `permission`. A refused action may have changed the tree in part; these changes are
//! recorded like those of any other action.

use std::ops::Range;

use crate::permission::{Relation, State, rules};
use crate::violation::Details;
use crate::{Access, Action, BorrowTag, Event, Happening, Permission, Refusal, Violation};

/// The borrows of one allocation.
///
/// Every method that changes it reports the changes, oldest first; [`Tree::undo`] undoes them,
/// newest first. `L` is a position in a program, which is only stored to explain refusals.
/// Callers ensure that tags belong to this tree and that ranges are within the allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<L> {
    /// The bytes of the allocation.
    size: usize,
    /// By tag. A parent comes before its children.
    nodes: Vec<Node>,
    /// The borrows by which references were made, by tag, without the root.
    origins: Vec<Origin<L>>,
    /// `size` states for each node, one after the other.
    states: Vec<State>,
    /// Every change of a state, oldest first, to explain refusals and to undo. A state never returns to an
    /// earlier one, so there are few for each node and byte.
    transitions: Vec<Transition<L>>,
    /// The newest node that is not settled: the head of the list of such nodes.
    newest: u32,
}

/// The two kinds of references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BorrowKind {
    /// Its bytes are read through it, and nothing writes them meanwhile: `&` in Rust.
    Shared,
    /// Its bytes are read and written through it, and through nothing else meanwhile: `&mut` in Rust.
    Mutable,
}

/// A reference to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Borrow {
    /// The bytes of its referent.
    pub range: Range<u64>,
    /// The kind of reference.
    pub kind: BorrowKind,
    /// True for an argument of a function: it is protected until that function returns.
    pub protected: bool,
}

/// A change of a [`Tree`] that can be undone. Its details are in the tree's own history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A tag was created.
    Made,
    /// A run of bytes of a tag changed its state.
    Moved,
    /// A tag lost its protector.
    Unprotected(BorrowTag),
}

/// The part of a node that the loop over all nodes needs.
///
/// A node that is disabled at every byte is *settled*: no access changes it, and it refuses only accesses through itself or
/// a descendant. (Even if it is protected: a byte that was accessed under a protector cannot become disabled, and a disabled
/// byte cannot be accessed.) All others form a list, ordered by tag. The root is never settled, so it is the list's end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parent: u32,
    /// The number of bytes that are not disabled.
    enabled: u32,
    /// The next older node that is not settled.
    older: u32,
    /// The next newer node that is not settled, or [`NO_NODE`].
    newer: u32,
    protected: bool,
}

const NO_NODE: u32 = u32::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Origin<L> {
    borrow: Borrow,
    at: L,
}

/// A run of bytes of a node that changed from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Transition<L> {
    node: u32,
    start: u32,
    end: u32,
    old: State,
    new: State,
    action: Action,
    at: L,
}

/// An action that is being applied to the tree.
#[derive(Clone, Copy)]
struct Attempt<L> {
    action: Action,
    through: BorrowTag,
    at: L,
}

impl<L: Copy> Tree<L> {
    /// The tree of a new allocation of `size` bytes: only the root, which permits everything.
    pub fn new(size: u64) -> Tree<L> {
        let root = Node {
            parent: NO_NODE,
            enabled: size as u32,
            older: NO_NODE,
            newer: NO_NODE,
            protected: false,
        };
        Tree {
            size: size as usize,
            nodes: vec![root],
            origins: Vec::new(),
            states: vec![State::new(Permission::Unique, true); size as usize],
            transitions: Vec::new(),
            newest: BorrowTag::ROOT.0,
        }
    }

    /// The number of tags, the root included.
    pub fn tag_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of states: one for each tag and byte. Memory grows with this number.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The permission of a tag for a byte.
    pub(crate) fn permission(&self, tag: BorrowTag, byte: u64) -> Permission {
        self.state(tag, byte).permission()
    }

    /// True if a byte was accessed through a tag or a descendant of it.
    #[cfg(test)]
    pub(crate) fn is_accessed(&self, tag: BorrowTag, byte: u64) -> bool {
        self.state(tag, byte).is_accessed()
    }

    /// True while a tag is protected.
    #[cfg(test)]
    pub(crate) fn is_protected(&self, tag: BorrowTag) -> bool {
        self.nodes[tag.index()].protected
    }

    /// The tags that are disabled nowhere or only in part, newest first, without the root.
    #[cfg(test)]
    pub(crate) fn unsettled(&self) -> Vec<BorrowTag> {
        let newest = (self.newest != BorrowTag::ROOT.0).then_some(self.newest);
        let list = std::iter::successors(newest, |node| {
            let older = self.nodes[*node as usize].older;
            (older != BorrowTag::ROOT.0).then_some(older)
        });
        list.map(BorrowTag).collect()
    }

    /// Makes a reference from `parent`.
    ///
    /// This reads the borrowed bytes through the parent: a reference promises that its bytes can be
    /// read. Of the bytes outside of its range nothing is promised; what was borrowed is their initial
    /// permission too, because a pointer made from the reference may wander off to them.
    pub fn reborrow(
        &mut self,
        parent: BorrowTag,
        borrow: Borrow,
        at: L,
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<BorrowTag, Violation<L>> {
        let range = self.bytes(&borrow.range);
        let attempt = Attempt {
            action: Action::Reborrow,
            through: parent,
            at,
        };
        self.perform(attempt, range.clone(), &[], record)?;

        let initial = match borrow.kind {
            BorrowKind::Shared => Permission::Frozen,
            BorrowKind::Mutable => Permission::Reserved,
        };
        let tag = BorrowTag(self.nodes.len() as u32);
        let first = self.states.len();
        self.states
            .resize(first + self.size, State::new(initial, false));
        self.states[first + range.start..first + range.end].fill(State::new(initial, true));
        self.nodes[self.newest as usize].newer = tag.0;
        self.nodes.push(Node {
            parent: parent.0,
            enabled: self.size as u32,
            older: self.newest,
            newer: NO_NODE,
            protected: borrow.protected,
        });
        self.newest = tag.0;
        self.origins.push(Origin { borrow, at });
        record(Change::Made);
        Ok(tag)
    }

    /// Reads or writes bytes through `tag`.
    pub fn access(
        &mut self,
        tag: BorrowTag,
        range: Range<u64>,
        access: Access,
        at: L,
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<(), Violation<L>> {
        let attempt = Attempt {
            action: access.into(),
            through: tag,
            at,
        };
        let range = self.bytes(&range);
        self.perform(attempt, range, &[], record)
    }

    /// Does what the end of a function does to the bytes that it accessed through its protected
    /// argument `tag`: writes those that it wrote, reads the others. The descendants of the tag do not
    /// notice, so a function can return what it made from its argument.
    ///
    /// A function's end does this for all its protected tags, and only then [unprotects] them.
    ///
    /// [unprotects]: Tree::unprotect
    pub fn exit_access(
        &mut self,
        tag: BorrowTag,
        at: L,
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<(), Violation<L>> {
        let descendants = self.descendants(tag);
        let mut start = 0;
        while start < self.size {
            // These states do not change: an access of a tag is a child access for itself.
            let (state, end) = self.run(tag, start..self.size);
            if state.is_accessed() {
                let attempt = Attempt {
                    action: Action::exit(state.permission().exit_access()),
                    through: tag,
                    at,
                };
                self.perform(attempt, start..end, &descendants, record)?;
            }
            start = end;
        }
        Ok(())
    }

    /// Ends the protector of a tag.
    pub fn unprotect(&mut self, tag: BorrowTag, record: &mut (impl FnMut(Change) + ?Sized)) {
        let protected = &mut self.nodes[tag.index()].protected;
        if std::mem::replace(protected, false) {
            record(Change::Unprotected(tag));
        }
    }

    /// Ends the allocation through `tag`: finds no byte that a running function was promised to have, not
    /// even one promised to `tag` itself, and writes all of it.
    pub fn free(
        &mut self,
        tag: BorrowTag,
        at: L,
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<(), Violation<L>> {
        let attempt = Attempt {
            action: Action::Free,
            through: tag,
            at,
        };
        // Protectors come first here: the write would change what there is to say about them.
        let mut node = self.newest;
        while node != BorrowTag::ROOT.0 {
            if self.nodes[node as usize].protected {
                let first = node as usize * self.size;
                let states = &self.states[first..first + self.size];
                if let Some(byte) = states.iter().position(|state| state.is_accessed()) {
                    return Err(self.violation(attempt, node, byte, Refusal::Protected));
                }
            }
            node = self.nodes[node as usize].older;
        }
        self.perform(attempt, 0..self.size, &[], record)
    }

    /// Takes the newest change back.
    pub fn undo(&mut self, change: Change) {
        match change {
            Change::Made => {
                // All its transitions were taken back before, so it is in the list.
                if let Some(node) = self.nodes.pop() {
                    self.nodes[node.older as usize].newer = NO_NODE;
                    self.newest = node.older;
                }
                self.origins.pop();
                self.states.truncate(self.nodes.len() * self.size);
            }
            Change::Moved => {
                if let Some(transition) = self.transitions.pop() {
                    self.unmove(&transition);
                }
            }
            Change::Unprotected(tag) => self.nodes[tag.index()].protected = true,
        }
    }

    /// Applies an access to some bytes to every node except for those in `unaware`, which is indexed by tag and may be
    /// shorter than the tree.
    fn perform(
        &mut self,
        attempt: Attempt<L>,
        range: Range<usize>,
        unaware: &[bool],
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<(), Violation<L>> {
        if range.is_empty() {
            return Ok(());
        }
        // The accessed tag and its ancestors are checked first, innermost first: their refusal is more informative than
        // that of a protector. The root permits everything.
        let mut node = attempt.through.0;
        while node != BorrowTag::ROOT.0 {
            self.step(attempt, node, Relation::Child, &range, record)?;
            node = self.nodes[node as usize].parent;
        }
        // A node that permits an access is not settled, so the list contains all nodes that were just checked.
        let mut asked = attempt.through.0;
        let mut node = self.newest;
        while node != BorrowTag::ROOT.0 {
            let older = self.nodes[node as usize].older;
            if node == asked {
                asked = self.nodes[node as usize].parent;
            } else if !unaware.get(node as usize).is_some_and(|unaware| *unaware) {
                self.step(attempt, node, Relation::Foreign, &range, record)?;
            }
            node = older;
        }
        Ok(())
    }

    /// Applies an access to one node. Neighbouring bytes are mostly in the same state, so this works on runs of equal ones.
    #[inline]
    fn step(
        &mut self,
        attempt: Attempt<L>,
        node: u32,
        relation: Relation,
        range: &Range<usize>,
        record: &mut (impl FnMut(Change) + ?Sized),
    ) -> Result<(), Violation<L>> {
        let protected = self.nodes[node as usize].protected;
        let rules = rules(attempt.action.access(), relation, protected);
        let mut start = range.start;
        while start < range.end {
            let (old, end) = self.run(BorrowTag(node), start..range.end);
            match rules[old.index()] {
                Ok(new) if new == old => {}
                Ok(new) => {
                    self.go(Transition {
                        node,
                        start: start as u32,
                        end: end as u32,
                        old,
                        new,
                        action: attempt.action,
                        at: attempt.at,
                    });
                    record(Change::Moved);
                }
                Err(refusal) => return Err(self.violation(attempt, node, start, refusal)),
            }
            start = end;
        }
        Ok(())
    }

    fn go(&mut self, transition: Transition<L>) {
        self.fill(&transition, transition.new);
        if transition.disables() {
            let node = &mut self.nodes[transition.node as usize];
            node.enabled -= transition.length();
            if node.enabled == 0 {
                let (older, newer) = (node.older, node.newer);
                self.connect(older, newer);
            }
        }
        self.transitions.push(transition);
    }

    fn unmove(&mut self, transition: &Transition<L>) {
        self.fill(transition, transition.old);
        if transition.disables() {
            let node = &mut self.nodes[transition.node as usize];
            if node.enabled == 0 {
                // It still knows the neighbours it had in the list when it left, and undoing in reverse
                // order has made them neighbours again.
                let (older, newer) = (node.older, node.newer);
                self.connect(older, transition.node);
                self.connect(transition.node, newer);
            }
            self.nodes[transition.node as usize].enabled += transition.length();
        }
    }

    fn fill(&mut self, transition: &Transition<L>, state: State) {
        let first = transition.node as usize * self.size;
        let run = first + transition.start as usize..first + transition.end as usize;
        self.states[run].fill(state);
    }

    /// Makes two nodes neighbours in the list of those that are not settled.
    fn connect(&mut self, older: u32, newer: u32) {
        self.nodes[older as usize].newer = newer;
        match self.nodes.get_mut(newer as usize) {
            Some(newer) => newer.older = older,
            None => self.newest = older,
        }
    }

    /// The state of the first byte of a range, and where the bytes in this state end.
    #[inline]
    fn run(&self, tag: BorrowTag, range: Range<usize>) -> (State, usize) {
        let first = tag.index() * self.size;
        let states = &self.states[first + range.start..first + range.end];
        let state = states[0];
        let length = states.iter().take_while(|other| **other == state).count();
        (state, range.start + length)
    }

    /// Which nodes descend from a tag, itself not included.
    fn descendants(&self, tag: BorrowTag) -> Vec<bool> {
        if tag.index() + 1 == self.nodes.len() {
            return Vec::new();
        }
        let mut descends = vec![false; self.nodes.len()];
        for node in tag.index() + 1..self.nodes.len() {
            let parent = self.nodes[node].parent;
            descends[node] = parent == tag.0 || descends[parent as usize];
        }
        descends
    }

    fn state(&self, tag: BorrowTag, byte: u64) -> State {
        self.states[tag.index() * self.size + byte as usize]
    }

    fn bytes(&self, range: &Range<u64>) -> Range<usize> {
        debug_assert!(range.end <= self.size as u64, "callers check bounds");
        range.start as usize..range.end as usize
    }

    #[cold]
    fn violation(
        &self,
        attempt: Attempt<L>,
        node: u32,
        byte: usize,
        refusal: Refusal,
    ) -> Violation<L> {
        let refuser = BorrowTag(node);
        let changes = self.transitions.iter().filter(|transition| {
            transition.node == node
                && (transition.start..transition.end).contains(&(byte as u32))
                && transition.old.permission() != transition.new.permission()
        });
        let changes = changes.map(|transition| Event {
            what: Happening::Became {
                permission: transition.new.permission(),
                by: transition.action,
            },
            at: transition.at,
        });
        Violation::new(Details {
            action: attempt.action,
            byte: byte as u64,
            accessed: attempt.through,
            accessed_made: self.made(attempt.through),
            refuser,
            refusal,
            permission: self.permission(refuser, byte as u64),
            history: self.made(refuser).into_iter().chain(changes).collect(),
        })
    }

    fn made(&self, tag: BorrowTag) -> Option<Event<L>> {
        let Origin { borrow, at } = self.origins.get(tag.index().checked_sub(1)?)?;
        Some(Event {
            what: Happening::Made {
                kind: borrow.kind,
                protected: borrow.protected,
                range: borrow.range.clone(),
            },
            at: *at,
        })
    }
}

impl<L> Transition<L> {
    fn length(&self) -> u32 {
        self.end - self.start
    }

    fn disables(&self) -> bool {
        self.new.permission() == Permission::Disabled
    }
}
