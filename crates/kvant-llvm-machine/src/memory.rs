//! Memory: allocations of bytes that are bits, undef, poison, or parts of pointers.

mod contents;
mod packed;
mod view;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::rc::Rc;

use crate::journal::{Journal, Touch};
use crate::leaf::{Leaf, Node, Origin, Pointer, Tag, mask};
use crate::library::Family;
use crate::outcome::{Budget, Stop, Ub, Unspecified};
use crate::permission::{Owner, Permissions, Request, Watch};
use crate::shape::{Scalar, Space};

pub use contents::Byte;

/// The state of a byte.
const PLAIN: u8 = 0;
const POISON: u8 = 1;
/// A part of a pointer of the address space 0 that is there as a whole. Numbers behind it stand for the other address spaces.
const WORD: u8 = 4;
/// A part of an integer that was made of a pointer and is there as a whole.
const NUMBER: u8 = 2;
/// A part of a pointer, or of such an integer, whose other parts were overwritten.
const REST: u8 = 3;

const FIRST: NonZero<u32> = NonZero::<u32>::MIN;

/// The kind of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A variable, or memory of `alloca`.
    Data,
    /// A block of the heap.
    Heap(Family),
    /// Memory that was made outside of the program.
    Foreign,
    /// Memory that must not be written.
    Constant,
    /// A function of the program, by its number.
    Function(u32),
}

/// An allocation.
#[derive(Clone)]
struct Allocation {
    kind: Kind,
    align: u64,
    /// True between `llvm.lifetime.end` and the next beginning. Loads give poison then.
    is_dead: bool,
    /// True if it is sealed or watched, or was.
    is_special: bool,
    /// True during a call with `tail` in the function that made it.
    is_sealed: bool,
    /// The number of the allocation in the run; zero for symbols.
    number: u64,
    watches: Vec<Watch>,
    bytes: Vec<u8>,
    /// Present once a byte is anything but defined bits.
    shadow: Option<Box<Shadow>>,
}

/// The bytes of an allocation that are not plain.
#[derive(Clone)]
struct Shadow {
    /// The undef bits of each byte.
    undef: Vec<u8>,
    state: Vec<u8>,
    /// Pointers by their offset. Bytes of the states [`WORD`] and [`NUMBER`] belong to one.
    pointers: BTreeMap<u64, Pointer>,
    /// The origin of the last poison that was stored.
    poison: Origin,
}

/// A room in the slab: an allocation or none, and the generation of the next or current one.
#[derive(Clone)]
struct Room {
    generation: NonZero<u32>,
    /// Shared with marks until it is written.
    allocation: Option<Rc<Allocation>>,
}

/// The memory of a run. A clone shares all allocations that are not written later.
#[derive(Clone)]
pub(crate) struct Memory {
    rooms: Vec<Room>,
    free: Vec<u32>,
    is_big_endian: bool,
    pointer_bytes: u64,
    /// The size of all live allocations, and its limit.
    size: u64,
    limit: u64,
    /// The number of the last allocation.
    last: u64,
    pub(crate) permissions: Permissions,
    pub(crate) journal: Journal,
}

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
    /// A memory in which the first `symbols` rooms are reserved for symbols.
    pub(crate) fn new(
        symbols: usize,
        is_big_endian: bool,
        pointer_bytes: u64,
        limit: u64,
    ) -> Memory {
        let room = || Room {
            generation: FIRST,
            allocation: None,
        };
        Memory {
            rooms: std::iter::repeat_with(room).take(symbols).collect(),
            free: Vec::new(),
            is_big_endian,
            pointer_bytes,
            size: 0,
            limit,
            last: 0,
            permissions: Permissions::default(),
            journal: Journal::default(),
        }
    }

    /// The node of the symbol of this number, whether there is memory for it yet or not.
    pub(crate) fn symbol(number: u32) -> Node {
        Node {
            index: number,
            generation: FIRST,
        }
    }

    /// True if there is memory for a symbol.
    pub(crate) fn has_symbol(&self, number: u32) -> bool {
        self.rooms[number as usize].allocation.is_some()
    }

    /// Makes memory with undef contents.
    pub(crate) fn allocate(&mut self, kind: Kind, size: u64, align: u64) -> Result<Node, Stop> {
        self.last += 1;
        let allocation = self.fresh(kind, size, align, self.last)?;
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                self.rooms.push(Room {
                    generation: FIRST,
                    allocation: None,
                });
                self.rooms.len() as u32 - 1
            }
        };
        let room = &mut self.rooms[index as usize];
        room.allocation = Some(Rc::new(allocation));
        let node = Node {
            index,
            generation: room.generation,
        };
        self.journal.note(|| Touch::Made { node, size, align });
        Ok(node)
    }

    /// Makes memory for a symbol.
    pub(crate) fn allocate_symbol(
        &mut self,
        number: u32,
        kind: Kind,
        size: u64,
        align: u64,
    ) -> Result<(), Stop> {
        let allocation = self.fresh(kind, size, align, 0)?;
        self.rooms[number as usize].allocation = Some(Rc::new(allocation));
        let node = Memory::symbol(number);
        self.journal.note(|| Touch::Made { node, size, align });
        Ok(())
    }

    /// The number of the next allocation.
    pub(crate) fn next(&self) -> u64 {
        self.last + 1
    }

    fn fresh(
        &mut self,
        kind: Kind,
        size: u64,
        align: u64,
        number: u64,
    ) -> Result<Allocation, Stop> {
        let total = self.size.saturating_add(size);
        if total > self.limit {
            return Err(Budget::Memory { limit: self.limit }.into());
        }
        self.size = total;
        let length = size as usize;
        Ok(Allocation {
            kind,
            align,
            is_dead: false,
            is_special: false,
            is_sealed: false,
            number,
            watches: Vec::new(),
            bytes: vec![0; length],
            shadow: (length > 0).then(|| {
                Box::new(Shadow {
                    undef: vec![0xff; length],
                    state: vec![PLAIN; length],
                    pointers: BTreeMap::new(),
                    poison: Origin::OUTSIDE,
                })
            }),
        })
    }

    /// Ends the lifetime of an allocation.
    pub(crate) fn free(&mut self, node: Node) {
        let room = &mut self.rooms[node.index as usize];
        if room.generation != node.generation {
            return;
        }
        if let Some(allocation) = room.allocation.take() {
            self.journal.note(|| Touch::Freed(node));
            self.size -= allocation.bytes.len() as u64;
            // A room whose generations are used up is not used again.
            if let Some(next) = room.generation.checked_add(1) {
                room.generation = next;
                self.free.push(node.index);
            }
        }
    }

    fn live(&self, node: Node) -> Result<&Allocation, Stop> {
        let room = &self.rooms[node.index as usize];
        match &room.allocation {
            Some(allocation) if room.generation == node.generation => Ok(allocation),
            _ => Err(Ub::Dangling.into()),
        }
    }

    /// The size of a live allocation.
    pub(crate) fn size_of(&self, node: Node) -> Result<u64, Stop> {
        Ok(self.live(node)?.bytes.len() as u64)
    }

    /// The number of a live allocation.
    pub(crate) fn number_of(&self, node: Node) -> Result<u64, Stop> {
        Ok(self.live(node)?.number)
    }

    /// The kind of a live allocation.
    pub(crate) fn kind_of(&self, node: Node) -> Result<Kind, Stop> {
        Ok(self.live(node)?.kind)
    }

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

    /// Loads a scalar from a range that was checked.
    pub(crate) fn load(
        &self,
        node: Node,
        range: Range<usize>,
        scalar: Scalar,
    ) -> Result<Leaf, Stop> {
        self.journal.note(|| Touch::Read((node, range.clone())));
        let allocation = self.live(node)?;
        let width = scalar.bits(self.pointer_bytes as u32 * 8);
        if width > 128 || scalar.is_far() {
            match scalar {
                Scalar::Far(space) if is_word(space, self.pointer_bytes) => {}
                Scalar::Far(_) => return Err(Unspecified::AddressSpace.into()),
                _ => {
                    let leaves = self.load_packed(node, range, 1, width)?;
                    return leaves.into_iter().next().ok_or_else(unexpected);
                }
            }
        }
        let (mut bits, mut undef) = (self.number(&allocation.bytes[range.clone()]), 0);
        if let Some(shadow) = &allocation.shadow {
            let states = &shadow.state[range.clone()];
            if states.iter().any(|state| *state != PLAIN) {
                return shadow.special(range, scalar, self.pointer_bytes);
            }
            undef = self.number(&shadow.undef[range]);
            bits &= !undef;
        }
        let all = mask(width);
        if undef == 0 {
            // The padding of an integer of an odd width is zero.
            return Ok(match (bits & !all, scalar) {
                (0, Scalar::Ptr) => Leaf::Ptr(Pointer::from_address(bits as i64)),
                (_, Scalar::Far(_)) => return Err(Unspecified::AddressSpace.into()),
                (0, _) => Leaf::Int(bits),
                _ => Leaf::Poison(Origin::OUTSIDE),
            });
        }
        match scalar {
            Scalar::Ptr | Scalar::Far(_) if undef & all != all => Err(Unspecified::Address.into()),
            _ if (bits | undef) & !all != 0 => Ok(Leaf::Poison(Origin::OUTSIDE)),
            _ => Ok(Leaf::with_undef(bits & all, undef & all, width)),
        }
    }

    fn number(&self, bytes: &[u8]) -> u128 {
        let mut buffer = [0; 16];
        match self.is_big_endian {
            false => buffer[..bytes.len()].copy_from_slice(bytes),
            true => {
                for (to, byte) in buffer.iter_mut().zip(bytes.iter().rev()) {
                    *to = *byte;
                }
            }
        }
        u128::from_le_bytes(buffer)
    }

    /// Stores a scalar to a range that was checked.
    pub(crate) fn store(
        &mut self,
        node: Node,
        range: Range<usize>,
        scalar: Scalar,
        leaf: &Leaf,
    ) -> Result<(), Stop> {
        self.journal.note(|| Touch::Wrote((node, range.clone())));
        let (is_big_endian, pointer_bytes) = (self.is_big_endian, self.pointer_bytes);
        let width = scalar.bits(pointer_bytes as u32 * 8);
        if let Scalar::Far(space) = scalar
            && !is_word(space, pointer_bytes)
        {
            return Err(Unspecified::AddressSpace.into());
        }
        if width > 128 {
            return self.store_packed(node, range, std::slice::from_ref(leaf), width);
        }
        let allocation = self.live_mut(node)?;
        let write = |to: &mut [u8], bits: u128| {
            let bytes = bits.to_le_bytes();
            let length = to.len();
            to.copy_from_slice(&bytes[..length]);
            if is_big_endian {
                to.reverse();
            }
        };
        let parts = match leaf {
            Leaf::Ptr(pointer) if pointer.node.is_none() => {
                Some((u128::from(pointer.offset as u64) & mask(width), 0))
            }
            _ => leaf.parts(width),
        };
        match (parts, leaf) {
            (Some((bits, undef)), _) => {
                write(&mut allocation.bytes[range.clone()], bits);
                if let Some(shadow) = &mut allocation.shadow {
                    shadow.make_plain(range.clone(), pointer_bytes);
                    write(&mut shadow.undef[range], undef);
                    shadow_ends(allocation);
                }
            }
            (None, Leaf::Poison(origin)) => {
                let shadow = shadow_of(allocation);
                shadow.make_plain(range.clone(), pointer_bytes);
                shadow.state[range].fill(POISON);
                shadow.poison = *origin;
            }
            (None, Leaf::Ptr(pointer)) => {
                let state = match scalar {
                    Scalar::Ptr => WORD,
                    Scalar::Int(_) if range.len() as u64 == pointer_bytes => NUMBER,
                    Scalar::Far(space) => WORD + space.number as u8,
                    _ => return Err(Unspecified::PointerAsInteger.into()),
                };
                let shadow = shadow_of(allocation);
                shadow.make_plain(range.clone(), pointer_bytes);
                shadow.state[range.clone()].fill(state);
                shadow.pointers.insert(range.start as u64, *pointer);
            }
            _ => return Err(unexpected()),
        }
        Ok(())
    }

    fn live_mut(&mut self, node: Node) -> Result<&mut Allocation, Stop> {
        let room = &mut self.rooms[node.index as usize];
        match &mut room.allocation {
            Some(allocation) if room.generation == node.generation => Ok(Rc::make_mut(allocation)),
            _ => Err(Ub::Dangling.into()),
        }
    }

    /// Makes bytes poison.
    pub(crate) fn make_poison(&mut self, node: Node, bytes: &[usize], origin: Origin) {
        let pointer_bytes = self.pointer_bytes;
        let Ok(allocation) = self.live_mut(node) else {
            return;
        };
        let shadow = shadow_of(allocation);
        for byte in bytes {
            shadow.make_plain(*byte..byte + 1, pointer_bytes);
            shadow.state[*byte] = POISON;
            shadow.poison = origin;
        }
        for byte in bytes {
            let touch = || Touch::Wrote((node, *byte..byte + 1));
            self.journal.note(touch);
        }
    }

    /// Makes a range undef. It was checked.
    pub(crate) fn make_undef(&mut self, node: Node, range: Range<usize>) -> Result<(), Stop> {
        self.journal.note(|| Touch::Wrote((node, range.clone())));
        let pointer_bytes = self.pointer_bytes;
        let shadow = shadow_of(self.live_mut(node)?);
        shadow.make_plain(range.clone(), pointer_bytes);
        shadow.undef[range].fill(0xff);
        Ok(())
    }

    /// Begins the lifetime of memory: its contents are undef.
    pub(crate) fn begin(&mut self, node: Node) -> Result<(), Stop> {
        let allocation = self.live_mut(node)?;
        allocation.is_dead = false;
        let size = allocation.bytes.len();
        self.make_undef(node, 0..size)?;
        self.journal.note(|| Touch::Began(node));
        Ok(())
    }

    /// Ends the lifetime of memory: its contents are poison.
    pub(crate) fn end(&mut self, node: Node, origin: Origin) -> Result<(), Stop> {
        let pointer_bytes = self.pointer_bytes;
        let allocation = self.live_mut(node)?;
        allocation.is_dead = true;
        let size = allocation.bytes.len();
        let shadow = shadow_of(allocation);
        shadow.make_plain(0..size, pointer_bytes);
        shadow.state.fill(POISON);
        shadow.poison = origin;
        self.journal.note(|| Touch::Ended(node));
        Ok(())
    }

    /// Makes an allocation one that must not be written.
    pub(crate) fn make_constant(&mut self, node: Node) {
        if let Ok(allocation) = self.live_mut(node) {
            allocation.kind = Kind::Constant;
        }
    }

    /// Copies bytes with everything that they are. The ranges were checked, and have the same length.
    pub(crate) fn copy(
        &mut self,
        from: &(Node, Range<usize>),
        to: &(Node, Range<usize>),
    ) -> Result<(), Stop> {
        self.journal.note(|| Touch::Copied {
            from: from.clone(),
            to: to.clone(),
        });
        let pointer_bytes = self.pointer_bytes;
        let source = self.live(from.0)?;
        let bytes = source.bytes[from.1.clone()].to_vec();
        let shadow = source.shadow.as_ref();
        let shadow = shadow
            .map(|it| it.part(from.1.clone(), pointer_bytes))
            .transpose()?;
        let target = self.live_mut(to.0)?;
        target.bytes[to.1.clone()].copy_from_slice(&bytes);
        match shadow {
            Some(part) => {
                let shadow = shadow_of(target);
                shadow.make_plain(to.1.clone(), pointer_bytes);
                shadow.undef[to.1.clone()].copy_from_slice(&part.undef);
                shadow.state[to.1.clone()].copy_from_slice(&part.state);
                shadow.poison = part.poison;
                let moved = part.pointers.into_iter();
                let start = to.1.start as u64;
                shadow
                    .pointers
                    .extend(moved.map(|(at, pointer)| (at + start, pointer)));
            }
            None => {
                if let Some(shadow) = &mut target.shadow {
                    shadow.make_plain(to.1.clone(), pointer_bytes);
                    shadow.undef[to.1.clone()].fill(0);
                }
            }
        }
        Ok(())
    }
}

/// True if pointers of an address space lie in memory as those of the address space 0 do.
fn is_word(space: Space, pointer_bytes: u64) -> bool {
    u64::from(space.bits) == pointer_bytes * 8 && space.number <= u32::from(u8::MAX - WORD)
}

/// The answer to a leaf of another kind than its type says.
fn unexpected() -> Stop {
    Stop::IllFormed("a leaf of another type".into())
}

/// The shadow of an allocation, which is made if there is none.
fn shadow_of(allocation: &mut Allocation) -> &mut Shadow {
    let length = allocation.bytes.len();
    allocation.shadow.get_or_insert_with(|| {
        Box::new(Shadow {
            undef: vec![0; length],
            state: vec![PLAIN; length],
            pointers: BTreeMap::new(),
            poison: Origin::OUTSIDE,
        })
    })
}

/// Drops the shadow of a small allocation in which everything is defined.
fn shadow_ends(allocation: &mut Allocation) {
    const SMALL: usize = 16;
    if allocation.bytes.len() > SMALL {
        return;
    }
    let is_plain = |shadow: &Shadow| {
        shadow.undef.iter().all(|undef| *undef == 0) && shadow.state.iter().all(|it| *it == PLAIN)
    };
    if allocation.shadow.as_deref().is_some_and(is_plain) {
        allocation.shadow = None;
    }
}

impl Shadow {
    /// Makes a range plain bits. The other bytes of a pointer that is cut by it are of no use.
    fn make_plain(&mut self, range: Range<usize>, pointer_bytes: u64) {
        if !self.pointers.is_empty() {
            let first = (range.start as u64 + 1).saturating_sub(pointer_bytes);
            let cut: Vec<u64> = self
                .pointers
                .range(first..range.end as u64)
                .map(|it| *it.0)
                .collect();
            for at in cut {
                self.pointers.remove(&at);
                let bytes = at as usize..(at + pointer_bytes) as usize;
                self.state[bytes].fill(REST);
            }
        }
        self.state[range].fill(PLAIN);
    }

    /// Loads a scalar from a range that is not plain.
    fn special(
        &self,
        range: Range<usize>,
        scalar: Scalar,
        pointer_bytes: u64,
    ) -> Result<Leaf, Stop> {
        let states = &self.state[range.clone()];
        if states.contains(&POISON) {
            return Ok(Leaf::Poison(self.poison));
        }
        let is_whole = range.len() as u64 == pointer_bytes;
        match self.pointers.get(&(range.start as u64)) {
            Some(pointer) if is_whole => match (scalar, states[0]) {
                (Scalar::Ptr, WORD) | (Scalar::Int(_), NUMBER) => Ok(Leaf::Ptr(*pointer)),
                (Scalar::Far(space), state @ WORD..) if u32::from(state - WORD) == space.number => {
                    Ok(Leaf::Ptr(*pointer))
                }
                (Scalar::Ptr | Scalar::Far(_), WORD..) => Err(Unspecified::AddressSpace.into()),
                // Memory would make a pointer of an integer or the reverse, which is disputed.
                _ => Err(Unspecified::PointerAsInteger.into()),
            },
            _ => Err(Unspecified::PointerAsInteger.into()),
        }
    }

    /// A copy of a range, with offsets from its beginning.
    fn part(&self, range: Range<usize>, pointer_bytes: u64) -> Result<Shadow, Stop> {
        let (start, end) = (range.start as u64, range.end as u64);
        let first = (start + 1).saturating_sub(pointer_bytes);
        let mut pointers = BTreeMap::new();
        for (at, pointer) in self.pointers.range(first..end) {
            if *at < start || at + pointer_bytes > end {
                return Err(Unspecified::PointerAsInteger.into());
            }
            pointers.insert(at - start, *pointer);
        }
        Ok(Shadow {
            undef: self.undef[range.clone()].to_vec(),
            state: self.state[range].to_vec(),
            pointers,
            poison: self.poison,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        Memory::new(1, false, 8, 1 << 20)
    }

    fn access(memory: &Memory, node: Node, offset: i64, length: u64) -> Result<Range<usize>, Stop> {
        let pointer = Pointer::to(node).at(offset);
        memory.check(pointer, length, 1, true).map(|it| it.1)
    }

    #[test]
    fn values_come_back() {
        let mut memory = memory();
        let node = memory.allocate(Kind::Data, 32, 8).unwrap();
        let int = Scalar::Int(32);
        let range = access(&memory, node, 4, 4).unwrap();
        assert_eq!(memory.load(node, range.clone(), int), Ok(Leaf::Undef));
        memory
            .store(node, range.clone(), int, &Leaf::Int(0x0102_0304))
            .unwrap();
        assert_eq!(memory.load(node, range, int), Ok(Leaf::Int(0x0102_0304)));
        let half = access(&memory, node, 6, 4).unwrap();
        let loaded = memory.load(node, half, int).unwrap();
        assert_eq!(loaded.parts(32), Some((0x0102, 0xffff_0000)));
        let poison = Leaf::Poison(Origin::OUTSIDE);
        memory.store(node, 5..6, Scalar::Int(8), &poison).unwrap();
        assert_eq!(memory.load(node, 4..8, int), Ok(poison));
    }

    #[test]
    fn pointers_are_whole_or_refused() {
        let mut memory = memory();
        let node = memory.allocate(Kind::Data, 32, 8).unwrap();
        let pointer = Leaf::Ptr(Pointer::to(node).at(3));
        memory.store(node, 8..16, Scalar::Ptr, &pointer).unwrap();
        assert_eq!(memory.load(node, 8..16, Scalar::Ptr), Ok(pointer.clone()));
        let refused = Err(Unspecified::PointerAsInteger.into());
        assert_eq!(memory.load(node, 8..16, Scalar::Int(64)), refused);
        assert_eq!(memory.load(node, 9..10, Scalar::Int(8)), refused);
        memory.copy(&(node, 8..16), &(node, 16..24)).unwrap();
        assert_eq!(memory.load(node, 16..24, Scalar::Ptr), Ok(pointer.clone()));
        assert!(memory.copy(&(node, 8..12), &(node, 24..28)).is_err());
        let number = Scalar::Int(64);
        memory.store(node, 24..32, number, &pointer).unwrap();
        assert_eq!(memory.load(node, 24..32, number), Ok(pointer.clone()));
        assert_eq!(memory.load(node, 24..32, Scalar::Ptr), refused);
        memory
            .store(node, 10..11, Scalar::Int(8), &Leaf::Int(0))
            .unwrap();
        assert_eq!(memory.load(node, 8..16, Scalar::Ptr), refused);
        assert_eq!(memory.load(node, 12..16, Scalar::Int(32)), refused);
        assert_eq!(memory.load(node, 10..11, Scalar::Int(8)), Ok(Leaf::Int(0)));
    }

    #[test]
    fn dead_memory_is_recognised() {
        let mut memory = memory();
        let node = memory.allocate(Kind::Data, 8, 8).unwrap();
        memory.free(node);
        assert_eq!(access(&memory, node, 0, 1), Err(Ub::Dangling.into()));
        let other = memory.allocate(Kind::Data, 8, 8).unwrap();
        assert_eq!(other.index, node.index, "its room is used again");
        assert_eq!(access(&memory, node, 0, 1), Err(Ub::Dangling.into()));
        assert_eq!(access(&memory, other, 0, 8), Ok(0..8));
        assert_eq!(access(&memory, other, 1, 8), Err(Ub::OutOfBounds.into()));
        assert_eq!(access(&memory, other, -1, 1), Err(Ub::OutOfBounds.into()));
        memory.free(node);
        assert_eq!(access(&memory, other, 0, 8), Ok(0..8));
    }

    #[test]
    fn bytes_have_an_order() {
        let mut memory = Memory::new(0, true, 4, 1 << 20);
        let node = memory.allocate(Kind::Data, 4, 4).unwrap();
        memory
            .store(node, 0..4, Scalar::Int(32), &Leaf::Int(0x0102_0304))
            .unwrap();
        assert_eq!(memory.load(node, 0..1, Scalar::Int(8)), Ok(Leaf::Int(1)));
        assert_eq!(
            memory.load(node, 0..4, Scalar::Int(32)),
            Ok(Leaf::Int(0x0102_0304))
        );
        memory
            .store(node, 0..2, Scalar::Int(9), &Leaf::Int(0x1ff))
            .unwrap();
        assert_eq!(
            memory.load(node, 0..2, Scalar::Int(9)),
            Ok(Leaf::Int(0x1ff))
        );
        memory
            .store(node, 0..1, Scalar::Int(8), &Leaf::Int(0xff))
            .unwrap();
        let padded = memory.load(node, 0..2, Scalar::Int(9)).unwrap();
        assert!(padded.is_poison(), "its padding is not zero");
    }
}
