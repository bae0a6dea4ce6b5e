//! Accesses: bounds, alignment and permissions.

use std::ops::Range;
use std::rc::Rc;

use super::shadow::SMALL;
use super::{Allocation, Kind, Memory, PLAIN};
use crate::leaf::{Node, Pointer, Tag};
use crate::outcome::{Stop, Ub, Unspecified};
use crate::permission::{Owner, Request, Watch};

/// Memory that may be accessed.
pub(crate) struct Place {
    pub(crate) node: Node,
    pub(crate) range: Range<usize>,
    /// Bytes that must not be seen, if there are any. A load of one is poison.
    pub(crate) hidden: Option<Box<[usize]>>,
}

impl Place {
    /// True if a byte of a part must not be seen.
    pub(crate) fn hides(&self, part: &Range<usize>) -> bool {
        let hidden = self.hidden.as_deref();
        hidden.is_some_and(|it| it.iter().any(|byte| part.contains(byte)))
    }
}

impl Memory {
    /// Checks an access of `length` bytes, and remembers it where an attribute is about it.
    pub(crate) fn access(
        &mut self,
        pointer: Pointer,
        length: u64,
        align: u64,
        writes: bool,
    ) -> Result<Place, Stop> {
        let (allocation, node, range) = self.checked(pointer, length, align, writes)?;
        let is_plain = !allocation.is_special && pointer.tag.is_none();
        let hidden = match is_plain && self.permissions.has_no_limits() {
            true => None,
            false => self.permit(pointer.tag, node, range.clone(), writes)?,
        };
        Ok(Place {
            node,
            range,
            hidden,
        })
    }

    /// The first byte of an access that nothing is special about: live memory without watches, in bounds and aligned. None for
    /// every other access.
    fn plain(&self, pointer: Pointer, length: usize, align: u64) -> Option<(Node, usize)> {
        let node = pointer.node?;
        let room = self.rooms.get(node.index as usize)?;
        let allocation = room.allocation.as_deref()?;
        let start = usize::try_from(pointer.offset).ok()?;
        let end = start.checked_add(length)?;
        let is_aligned = (start as u64).is_multiple_of(align.max(1)) && allocation.align >= align;
        let is_plain = room.generation == node.generation
            && end <= allocation.bytes.len()
            && is_aligned
            && !allocation.is_special
            && !allocation.is_dead
            && pointer.tag.is_none()
            && self.permissions.has_no_limits()
            && self.journal.is_closed();
        is_plain.then_some((node, start))
    }

    /// Loads up to eight bytes, if they are defined bits and nothing is special about the access.
    pub(crate) fn load_plain(&self, pointer: Pointer, length: usize, align: u64) -> Option<u64> {
        let (node, start) = self.plain(pointer, length, align)?;
        let allocation = self.rooms[node.index as usize].allocation.as_deref()?;
        let range = start..start + length;
        if let Some(shadow) = &allocation.shadow {
            let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
            if !is_zero(&shadow.undef[range.clone()]) || !is_zero(&shadow.state[range.clone()]) {
                return None;
            }
        }
        let mut bytes = [0; 8];
        bytes[..length].copy_from_slice(&allocation.bytes[range]);
        if self.is_big_endian {
            bytes[..length].reverse();
        }
        Some(u64::from_le_bytes(bytes))
    }

    /// Stores up to eight bytes and returns true, if nothing is special about the access.
    pub(crate) fn store_plain(
        &mut self,
        pointer: Pointer,
        length: usize,
        align: u64,
        bits: u64,
    ) -> bool {
        let Some((node, start)) = self.plain(pointer, length, align) else {
            return false;
        };
        let is_big_endian = self.is_big_endian;
        let Some(allocation) = &mut self.rooms[node.index as usize].allocation else {
            return false;
        };
        // Small allocations lose their shadow once everything is defined.
        let has_simple_shadow = match &allocation.shadow {
            None => true,
            Some(shadow) => shadow.pointers.is_empty() && allocation.bytes.len() > SMALL,
        };
        let is_data = matches!(allocation.kind, Kind::Data | Kind::Heap(_) | Kind::Foreign);
        if !is_data || !has_simple_shadow {
            return false;
        }
        let allocation = Rc::make_mut(allocation);
        let range = start..start + length;
        if let Some(shadow) = &mut allocation.shadow {
            shadow.undef[range.clone()].fill(0);
            shadow.state[range.clone()].fill(PLAIN);
        }
        let bytes = &mut allocation.bytes[range];
        bytes.copy_from_slice(&bits.to_le_bytes()[..length]);
        if is_big_endian {
            bytes.reverse();
        }
        true
    }

    /// Checks an access that an attribute is about.
    #[cold]
    fn permit(
        &mut self,
        tag: Option<Tag>,
        node: Node,
        range: Range<usize>,
        writes: bool,
    ) -> Result<Option<Box<[usize]>>, Stop> {
        if tag == Some(Tag::ADDRESS) {
            return Err(Unspecified::Address.into());
        }
        let allocation = self.live(node)?;
        if allocation.is_sealed {
            return Err(Ub::TailCall.into());
        }
        let request = Request {
            tag,
            node,
            range,
            writes,
            number: allocation.number,
            is_constant: allocation.kind == Kind::Constant,
        };
        let mut watches = match allocation.watches.is_empty() {
            true => Vec::new(),
            false => std::mem::take(&mut self.live_mut(node)?.watches),
        };
        let hidden = self.permissions.permit(&request, &mut watches);
        if !watches.is_empty() {
            let allocation = self.live_mut(node)?;
            allocation.watches = watches;
            allocation.is_special = true;
        }
        let hidden = hidden?;
        Ok((!hidden.is_empty()).then(|| hidden.into()))
    }

    /// Seals an allocation, or ends that.
    pub(crate) fn seal(&mut self, node: Node, is_sealed: bool) {
        if let Ok(allocation) = self.live_mut(node) {
            allocation.is_sealed = is_sealed;
            allocation.is_special = true;
        }
    }

    /// Begins to watch an allocation.
    pub(crate) fn watch(&mut self, node: Node, watch: Watch) {
        if let Ok(allocation) = self.live_mut(node) {
            allocation.watches.push(watch);
            allocation.is_special = true;
        }
    }

    /// True if an active call says that an allocation is accessed through its argument only.
    pub(crate) fn is_exclusive(&self, node: Node) -> bool {
        let watches = self.live(node).map(|it| &it.watches);
        watches.is_ok_and(|it| it.iter().any(Watch::is_exclusive))
    }

    /// Ends a watch, if the allocation is still there.
    pub(crate) fn end_watch(&mut self, node: Node, owner: Owner) -> Option<Watch> {
        let watches = &mut self.live_mut(node).ok()?.watches;
        let index = watches.iter().position(|watch| watch.is_of(owner))?;
        Some(watches.swap_remove(index))
    }

    /// The tags of all pointers in memory.
    pub(crate) fn tags(&self) -> Vec<Tag> {
        let allocations = self
            .rooms
            .iter()
            .filter_map(|room| room.allocation.as_ref());
        let shadows = allocations.filter_map(|it| it.shadow.as_ref());
        let pointers = shadows.flat_map(|shadow| shadow.pointers.values());
        pointers.filter_map(|pointer| pointer.tag).collect()
    }

    /// Checks that memory is there and aligned. It is not accessed.
    pub(crate) fn check(
        &self,
        pointer: Pointer,
        length: u64,
        align: u64,
        writes: bool,
    ) -> Result<(Node, Range<usize>), Stop> {
        let (_, node, range) = self.checked(pointer, length, align, writes)?;
        Ok((node, range))
    }

    fn checked(
        &self,
        pointer: Pointer,
        length: u64,
        align: u64,
        writes: bool,
    ) -> Result<(&Allocation, Node, Range<usize>), Stop> {
        let node = pointer.node.ok_or(Ub::BadPointer)?;
        let allocation = self.live(node)?;
        let size = allocation.bytes.len() as u64;
        let start = u64::try_from(pointer.offset).map_err(|_| Ub::OutOfBounds)?;
        let end = start.checked_add(length).filter(|end| *end <= size);
        let end = end.ok_or(Ub::OutOfBounds)?;
        if let Kind::Function(_) = allocation.kind {
            return Err(Ub::OutOfBounds.into());
        }
        let promised = match start {
            0 => allocation.align,
            _ => allocation.align.min(1 << start.trailing_zeros()),
        };
        if promised < align {
            return Err(Ub::Misaligned.into());
        }
        if writes && allocation.is_dead {
            return Err(Ub::Dangling.into());
        }
        if writes && allocation.kind == Kind::Constant {
            return Err(Ub::ConstantWritten.into());
        }
        Ok((allocation, node, start as usize..end as usize))
    }

    /// True if a pointer is aligned. Only the alignment of its allocation is known.
    pub(crate) fn promises(&self, pointer: Pointer, align: u64) -> Result<bool, Stop> {
        let promised = match pointer.node {
            None => u64::MAX,
            Some(node) => self.live(node)?.align,
        };
        let offset = pointer.offset as u64;
        Ok(promised >= align && offset.is_multiple_of(align.max(1)))
    }
}
