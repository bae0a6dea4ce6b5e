//! Memory: allocations of bytes that are bits, undef, poison, or parts of pointers.

mod access;
mod contents;
mod packed;
mod shadow;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::rc::Rc;

use crate::journal::{Journal, Touch};
use crate::leaf::{Leaf, Node, Origin, Pointer, mask};
use crate::library::Family;
use crate::outcome::{Budget, Stop, Ub, Unspecified};
use crate::permission::{Permissions, Watch};
use crate::shape::{Scalar, Space};

pub(crate) use access::Place;
pub use contents::Byte;
use shadow::{Shadow, shadow_ends, shadow_of};
pub(crate) use view::Openness;

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

/// An allocation that is not written any more: the memory has a copy of its own then. Equal if nothing was written in between.
pub(crate) struct Shared(Rc<Allocation>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
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
            _ if bits & !all != 0 => Ok(Leaf::Poison(Origin::OUTSIDE)),
            _ if undef & !all != 0 => Err(Unspecified::Padding.into()),
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
                if undef != 0 || allocation.shadow.is_some() {
                    let shadow = shadow_of(allocation);
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

    /// A live allocation as it is now.
    pub(crate) fn shared(&self, node: Node) -> Option<Shared> {
        self.live(node).ok()?;
        let allocation = self.rooms[node.index as usize].allocation.as_ref();
        allocation.map(|it| Shared(Rc::clone(it)))
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
