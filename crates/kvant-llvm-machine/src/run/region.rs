//! The memory that unknown functions can read.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::Machine;
use super::outside::Question;
use crate::contract::Access;
use crate::environment::Region;
use crate::leaf::{Leaf, Node};
use crate::memory::{Byte, Shared};

/// The contents of an allocation in an event. They are made once for as long as it is not written.
pub(super) struct Kept {
    shared: Shared,
    bytes: Arc<[Byte]>,
}

/// All contents of a run together have at most this many bytes. Later ones are not kept.
const MOST: usize = 1 << 16;

impl Machine<'_, '_> {
    /// The memory that a function can read without undefined behaviour. None if there is too much of it.
    pub(super) fn regions(
        &mut self,
        question: &Question<'_>,
        arguments: &[Leaf],
    ) -> Option<Box<[Region]>> {
        if self.outside.kept_bytes >= MOST {
            return None;
        }
        let reads = |access: Access| access.reads;
        let roots = self.roots(question, arguments, reads, false).ok()?;
        let reached = self.reach(question, roots, reads(question.effects.other));
        let reached = reached.ok()?;
        // Accesses are only tried.
        let memory = self.memory.clone();
        if question.call.is_tail {
            self.seal(self.frames.len() - 1, true);
        }
        let (mut seen, mut regions) = (HashSet::new(), Vec::new());
        for pointer in reached.into_iter().map(|it| it.pointer) {
            let Some(node) = pointer.node.filter(|node| seen.insert(*node)) else {
                continue;
            };
            let size = self.memory.view(node).map_or(0, |view| view.bytes.len());
            if size == 0 || size > MOST {
                continue;
            }
            // An access by others than the argument is undefined if the memory is written at any time of the call.
            if self.memory.is_exclusive(node) && pointer.tag.is_none() {
                continue;
            }
            let start = Leaf::Ptr(pointer.at(0));
            match self.access(&start, size as u64, 1, false) {
                Ok(place) if place.hidden.is_none() => {}
                _ => continue,
            }
            let Some(bytes) = self.kept(node) else {
                continue;
            };
            regions.push(Region {
                node,
                bytes,
                is_local: self.is_local(pointer),
                unread: Self::unread(question, arguments, node, size),
            });
        }
        self.memory = memory;
        Some(regions.into())
    }

    /// The bytes of an allocation.
    fn kept(&mut self, node: Node) -> Option<Arc<[Byte]>> {
        let shared = self.memory.shared(node)?;
        if let Some(kept) = self.outside.regions.get(&node)
            && kept.shared == shared
        {
            return Some(Arc::clone(&kept.bytes));
        }
        if self.outside.kept_bytes >= MOST {
            return None;
        }
        let bytes: Arc<[Byte]> = self.memory.contents(node)?.into();
        self.outside.kept_bytes += bytes.len();
        let kept = Kept {
            shared,
            bytes: Arc::clone(&bytes),
        };
        self.outside.regions.insert(node, kept);
        Some(bytes)
    }

    /// The bytes of an allocation that a function writes before it reads them: `initializes`.
    fn unread(
        question: &Question<'_>,
        arguments: &[Leaf],
        node: Node,
        size: usize,
    ) -> Box<[Range<usize>]> {
        let leaves = Self::leaves_of(question.call, arguments);
        let ranges = leaves.filter_map(|(n, leaf)| match leaf {
            Leaf::Ptr(pointer) if pointer.node == Some(node) => Some((n, pointer.offset)),
            _ => None,
        });
        let ranges = ranges.flat_map(|(n, offset)| {
            let inside = move |at: i64| offset.saturating_add(at).clamp(0, size as i64) as usize;
            let ranges = question.grant(n).initializes.iter();
            ranges.map(move |it| inside(it.start)..inside(it.end))
        });
        ranges.collect()
    }
}
