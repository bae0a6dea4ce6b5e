//! Permissions: pointers that are based on arguments with attributes, and calls whose memory is limited.
//!
//! A tag stands for a pointer argument of one call. Pointers that are based on it carry it, also through memory. While the call
//! is executed, every access through such a pointer, and every access to an allocation that is watched for it, is checked.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;

use crate::contract::{Access, Grant, Kept};
use crate::leaf::{Node, Tag};
use crate::outcome::{Stop, Ub};

/// Accesses to a byte since the beginning of a call.
const READ_BY_BASED: u8 = 1;
const WRITTEN_BY_BASED: u8 = 2;
const READ_BY_OTHERS: u8 = 4;
const WRITTEN_BY_OTHERS: u8 = 8;

/// The permissions of a run.
#[derive(Clone, Default)]
pub(crate) struct Permissions {
    /// The arguments, by their tags less one.
    arguments: Vec<Option<Argument>>,
    free: Vec<u32>,
    /// Limits of the calls that are executed, the innermost one last.
    limits: Vec<Limit>,
    /// The number of arguments at which those that no pointer is based on are removed.
    threshold: usize,
}

/// An argument that pointers are based on.
#[derive(Clone)]
struct Argument {
    parent: Option<Tag>,
    /// The number of the call.
    call: u64,
    grant: Grant,
    has_ended: bool,
}

/// The limits of a call.
#[derive(Clone)]
struct Limit {
    call: u64,
    /// The number of the first allocation that the call itself can have made.
    first: u64,
    arguments: Access,
    other: Access,
    /// Allocations with a watch of this call.
    watched: Vec<Node>,
}

/// The owner of a watch.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Argument(Tag),
    Call(u64),
}

/// The accesses to an allocation since the beginning of a call.
#[derive(Clone)]
pub(crate) struct Watch {
    owner: Owner,
    /// The offset of the argument.
    start: u64,
    no_alias: bool,
    /// True if no byte can be read through the argument before it is written through it.
    hides_all: bool,
    /// Bytes that must be written through the argument before they are read through it.
    initialized: Box<[Range<usize>]>,
    /// Accesses to each byte, in groups.
    marks: BTreeMap<usize, [u8; GROUP]>,
}

const GROUP: usize = 64;

impl Watch {
    /// The watch for an argument that points to an offset of an allocation.
    pub(crate) fn of_argument(tag: Tag, grant: &Grant, offset: i64, size: u64) -> Watch {
        let inside = |at: i64| offset.saturating_add(at).clamp(0, size as i64) as usize;
        let initialized = grant.initializes.iter();
        let initialized = initialized.map(|it| inside(it.start)..inside(it.end));
        Watch {
            owner: Owner::Argument(tag),
            start: u64::try_from(offset).unwrap_or(0),
            no_alias: grant.no_alias,
            hides_all: !grant.access.reads,
            initialized: initialized.collect(),
            marks: BTreeMap::new(),
        }
    }

    pub(crate) fn is_of(&self, owner: Owner) -> bool {
        self.owner == owner
    }

    /// True for `noalias`.
    pub(crate) fn is_exclusive(&self) -> bool {
        self.no_alias
    }

    /// The offset of the argument.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    fn mark(&mut self, byte: usize) -> &mut u8 {
        let group = self.marks.entry(byte / GROUP).or_insert([0; GROUP]);
        &mut group[byte % GROUP]
    }

    fn write(&mut self, range: Range<usize>) {
        for byte in range {
            *self.mark(byte) |= WRITTEN_BY_BASED;
        }
    }

    /// True if a byte was written through the argument, or by the call.
    pub(crate) fn is_written(&self, byte: usize) -> bool {
        let group = self.marks.get(&(byte / GROUP));
        group.is_some_and(|group| group[byte % GROUP] & WRITTEN_BY_BASED != 0)
    }

    /// The bytes that were written through the argument.
    pub(crate) fn written(&self) -> Vec<usize> {
        let groups = self.marks.iter().flat_map(|(group, marks)| {
            let marks = marks.iter().enumerate();
            let written = marks.filter(|(_, mark)| **mark & WRITTEN_BY_BASED != 0);
            written.map(move |(n, _)| group * GROUP + n)
        });
        groups.collect()
    }

    /// The bytes that had to be written and were not.
    pub(crate) fn not_initialized(&self) -> Vec<usize> {
        let bytes = self.initialized.iter().flat_map(Range::clone);
        bytes.filter(|byte| !self.is_written(*byte)).collect()
    }
}

/// An access to an allocation.
pub(crate) struct Request {
    pub(crate) tag: Option<Tag>,
    pub(crate) node: Node,
    pub(crate) range: Range<usize>,
    pub(crate) writes: bool,
    /// The number of the allocation, and true if it is constant.
    pub(crate) number: u64,
    pub(crate) is_constant: bool,
}

impl Permissions {
    /// True if accesses through pointers without a tag need no check.
    pub(crate) fn has_no_limits(&self) -> bool {
        self.limits.is_empty()
    }

    /// A new argument of a call.
    pub(crate) fn argument(&mut self, parent: Option<Tag>, call: u64, grant: &Grant) -> Tag {
        self.insert(Argument {
            parent,
            call,
            grant: grant.clone(),
            has_ended: false,
        })
    }

    fn insert(&mut self, argument: Argument) -> Tag {
        let index = self.free.pop().unwrap_or_else(|| {
            self.arguments.push(None);
            self.arguments.len() as u32 - 1
        });
        self.arguments[index as usize] = Some(argument);
        Tag(NonZero::<u32>::MIN.saturating_add(index))
    }

    fn get(&self, tag: Tag) -> Option<&Argument> {
        self.arguments.get(tag.0.get() as usize - 1)?.as_ref()
    }

    /// The argument that a pointer is based on, and those that this one is based on.
    fn chain(&self, tag: Option<Tag>) -> impl Iterator<Item = (Tag, &Argument)> {
        let first = tag.and_then(|tag| Some((tag, self.get(tag)?)));
        std::iter::successors(first, |(_, argument)| {
            let parent = argument.parent?;
            Some((parent, self.get(parent)?))
        })
    }

    /// True if memory may be freed through a pointer.
    pub(crate) fn may_free(&self, tag: Option<Tag>) -> bool {
        self.chain(tag)
            .all(|(_, argument)| argument.has_ended || argument.grant.frees)
    }

    /// The attributes of an argument.
    pub(crate) fn grant(&self, tag: Tag) -> Option<&Grant> {
        self.get(tag).map(|argument| &argument.grant)
    }

    /// Begins a call whose memory is limited.
    pub(crate) fn limit(&mut self, call: u64, first: u64, arguments: Access, other: Access) {
        self.limits.push(Limit {
            call,
            first,
            arguments,
            other,
            watched: Vec::new(),
        });
    }

    /// Ends the limits of a call. Returns the allocations that it watched.
    pub(crate) fn end_limits(&mut self, call: u64) -> Vec<Node> {
        let mut watched = Vec::new();
        while self.limits.last().is_some_and(|limit| limit.call == call) {
            watched.extend(self.limits.pop().into_iter().flat_map(|it| it.watched));
        }
        watched
    }

    /// Ends an argument with its call.
    pub(crate) fn end(&mut self, tag: Tag) {
        if let Some(Some(argument)) = self.arguments.get_mut(tag.0.get() as usize - 1) {
            argument.has_ended = true;
        }
    }

    /// The tag of a pointer that a call returns: it may be less limited than copies elsewhere.
    pub(crate) fn returned(&mut self, tag: Option<Tag>, call: u64) -> Option<Tag> {
        let argument = self.get(tag?)?;
        if argument.call != call {
            return tag;
        }
        let (parent, result) = (argument.parent, argument.grant.result);
        match result {
            Kept::Everything => self.returned(parent, call),
            Kept::Reads if argument.grant.elsewhere == Kept::Nothing => {
                let grant = Grant {
                    elsewhere: Kept::Reads,
                    ..Grant::NONE
                };
                Some(self.insert(Argument {
                    parent,
                    call,
                    grant,
                    has_ended: true,
                }))
            }
            _ => tag,
        }
    }

    /// Checks an access, and remembers it. Returns the bytes that cannot be read: they are poison.
    pub(crate) fn permit(
        &mut self,
        request: &Request,
        watches: &mut Vec<Watch>,
    ) -> Result<Vec<usize>, Stop> {
        let Request { tag, writes, .. } = *request;
        for (_, argument) in self.chain(tag) {
            let grant = &argument.grant;
            if argument.has_ended {
                match grant.elsewhere {
                    Kept::Nothing => return Err(Ub::Captured.into()),
                    Kept::Reads if writes => return Err(Ub::Captured.into()),
                    Kept::Reads | Kept::Everything => continue,
                }
            }
            // Where only writes are allowed, what is read too early is poison.
            if grant.access == Access::NONE || writes && !grant.access.writes {
                return Err(Ub::ReadOnly.into());
            }
        }
        let mut hidden = self.within_limits(request, watches)?;
        for watch in watches {
            let Owner::Argument(owner) = watch.owner else {
                continue;
            };
            let is_based = self.chain(tag).any(|(it, _)| it == owner);
            let mark = match (is_based, writes) {
                (true, false) => READ_BY_BASED,
                (true, true) => WRITTEN_BY_BASED,
                (false, false) => READ_BY_OTHERS,
                (false, true) => WRITTEN_BY_OTHERS,
            };
            for byte in request.range.clone() {
                let mut initialized = watch.initialized.iter();
                let is_hidden = watch.hides_all || initialized.any(|it| it.contains(&byte));
                if mark == READ_BY_BASED && is_hidden && !watch.is_written(byte) {
                    hidden.push(byte);
                }
                let no_alias = watch.no_alias;
                let marks = watch.mark(byte);
                *marks |= mark;
                let has = |marks_of: u8| *marks & marks_of != 0;
                if no_alias
                    && has(READ_BY_BASED | WRITTEN_BY_BASED)
                    && has(READ_BY_OTHERS | WRITTEN_BY_OTHERS)
                    && has(WRITTEN_BY_BASED | WRITTEN_BY_OTHERS)
                {
                    return Err(Ub::NoAlias.into());
                }
            }
        }
        Ok(hidden)
    }

    /// Checks an access against the limits of all calls.
    fn within_limits(
        &mut self,
        request: &Request,
        watches: &mut Vec<Watch>,
    ) -> Result<Vec<usize>, Stop> {
        let mut hidden = Vec::new();
        let mut limits = std::mem::take(&mut self.limits);
        for limit in &mut limits {
            if request.number >= limit.first || request.is_constant && !request.writes {
                continue;
            }
            let mut chain = self.chain(request.tag);
            let access = match chain.any(|(_, argument)| argument.call == limit.call) {
                true => limit.arguments,
                false => limit.other,
            };
            if request.writes && !access.writes {
                drop(chain);
                self.limits = limits;
                return Err(Ub::MemoryEffects.into());
            }
            if access.reads {
                continue;
            }
            let owner = Owner::Call(limit.call);
            let known = watches.iter_mut().find(|watch| watch.is_of(owner));
            match (request.writes, known) {
                (false, None) => hidden.extend(request.range.clone()),
                (false, Some(watch)) => {
                    let unseen = request.range.clone();
                    hidden.extend(unseen.filter(|byte| !watch.is_written(*byte)));
                }
                (true, Some(watch)) => watch.write(request.range.clone()),
                (true, None) => {
                    let mut watch = Watch {
                        owner,
                        start: 0,
                        no_alias: false,
                        hides_all: true,
                        initialized: [].into(),
                        marks: BTreeMap::new(),
                    };
                    watch.write(request.range.clone());
                    watches.push(watch);
                    limit.watched.push(request.node);
                }
            }
        }
        self.limits = limits;
        Ok(hidden)
    }

    /// True if it is time to remove arguments that no pointer is based on.
    pub(crate) fn is_full(&self) -> bool {
        self.arguments.len() - self.free.len() > self.threshold.max(4096)
    }

    /// Removes the arguments that none of these pointers is based on.
    pub(crate) fn collect(&mut self, roots: impl Iterator<Item = Tag>) {
        let mut is_used = vec![false; self.arguments.len()];
        for root in roots {
            let mut next = Some(root);
            while let Some(tag) = next {
                let index = tag.0.get() as usize - 1;
                match is_used.get_mut(index) {
                    Some(used) if !*used => *used = true,
                    _ => break,
                }
                next = self.get(tag).and_then(|argument| argument.parent);
            }
        }
        let unused = (0..).zip(&mut self.arguments).zip(is_used);
        for ((index, argument), is_used) in unused {
            if !is_used && argument.take().is_some() {
                self.free.push(index);
            }
        }
        self.threshold = 2 * (self.arguments.len() - self.free.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_no_pointer_has_are_removed() {
        let mut permissions = Permissions::default();
        let outer = permissions.argument(None, 1, &Grant::NONE);
        let mut kept = outer;
        for call in 0..100_000 {
            if permissions.is_full() {
                permissions.collect([kept].into_iter());
            }
            kept = permissions.argument(Some(outer), call, &Grant::NONE);
        }
        assert!(permissions.arguments.len() < 10_000);
        assert!(permissions.chain(Some(kept)).any(|(tag, _)| tag == outer));
    }
}
