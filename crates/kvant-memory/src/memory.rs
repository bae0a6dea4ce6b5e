//! All allocations of one machine.

use std::ops::Range;

use crate::allocation::{ABSENT, Allocation, INIT, MOVED, POINTER, STAINED, bits_of, write_bits};
use crate::{
    AccessError, AllocId, AllocInfo, Byte, Endian, Journal, LoadError, Mark, Pointer, Target,
    Withheld, Word,
};

/// The memory of a machine.
///
/// A mark is a fork: what happens after it happens on trial, and [`Memory::rollback`] costs what
/// was touched since then, however large the memory is.
#[derive(Clone, Debug)]
pub struct Memory<T> {
    endian: Endian,
    pointer_bytes: u64,
    /// The value that uninitialised bytes hold. It must never be seen.
    fill: u8,
    live_bytes: u64,
    slots: Vec<Slot<T>>,
    journal: Journal<Change<T>>,
}

#[derive(Clone, Debug)]
enum Slot<T> {
    Live(Box<Allocation<T>>),
    Dead { size: u64, align: u64 },
}

/// The state that a change replaced.
#[derive(Clone, Debug)]
enum Change<T> {
    Allocated,
    Freed(AllocId, Box<Allocation<T>>),
    /// Up to 16 bytes: values, then states.
    Word {
        alloc: AllocId,
        offset: u64,
        length: u8,
        old: [u8; 32],
    },
    /// Any number of bytes: values, then states.
    Bytes {
        alloc: AllocId,
        offset: u64,
        old: Box<[u8]>,
    },
    PointerInserted(AllocId, u64),
    PointerRemoved(AllocId, u64, Pointer<T>),
    Locked(AllocId),
    Unlocked(AllocId, usize, Range<u64>),
}

impl<T: Copy + PartialEq> Memory<T> {
    /// An empty memory for `target`, with `fill` as the value of bytes that have none.
    pub fn new(target: &Target, fill: u8) -> Self {
        Memory {
            endian: target.endian,
            pointer_bytes: u64::from(target.pointer_bytes),
            fill,
            live_bytes: 0,
            slots: Vec::new(),
            journal: Journal::default(),
        }
    }

    /// Makes an allocation of uninitialised bytes.
    pub fn allocate(&mut self, size: u64, align: u64) -> AllocId {
        let id = AllocId(self.slots.len() as u32);
        self.slots.push(Slot::Live(Box::new(Allocation::new(
            size, align, self.fill,
        ))));
        self.live_bytes += size;
        self.journal.record(|| Change::Allocated);
        id
    }

    /// Ends an allocation. It stays known as dead.
    pub fn free(&mut self, id: AllocId) -> Result<(), AccessError> {
        let slot = self
            .slots
            .get_mut(id.0 as usize)
            .ok_or(AccessError::Dead { alloc: id })?;
        let Slot::Live(live) = slot else {
            return Err(AccessError::Dead { alloc: id });
        };
        let dead = Slot::Dead {
            size: live.size(),
            align: live.align,
        };
        if let Slot::Live(allocation) = std::mem::replace(slot, dead) {
            self.live_bytes -= allocation.size();
            self.journal.record(|| Change::Freed(id, allocation));
        }
        Ok(())
    }

    /// Size, alignment and life of an allocation; `None` if it was never made.
    pub fn info(&self, id: AllocId) -> Option<AllocInfo> {
        Some(match self.slots.get(id.0 as usize)? {
            Slot::Live(a) => AllocInfo {
                size: a.size(),
                align: a.align,
                live: true,
            },
            Slot::Dead { size, align } => AllocInfo {
                size: *size,
                align: *align,
                live: false,
            },
        })
    }

    /// The number of allocations that were ever made.
    pub fn allocation_count(&self) -> usize {
        self.slots.len()
    }

    /// The size of all live allocations together.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// Checks that `length` bytes at `offset` lie inside a live allocation, even if they are locked.
    pub fn check_bounds(&self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        self.live(id)
            .and_then(|live| range(live, id, offset, length))
            .map(|_| ())
    }

    /// Checks that `length` bytes at `offset` may be accessed with alignment `align`. The alignment is
    /// the one promised when the allocation was made, never that of some address.
    pub fn check(
        &self,
        id: AllocId,
        offset: i64,
        length: u64,
        align: u64,
    ) -> Result<(), AccessError> {
        let live = self.live(id)?;
        accessible(live, id, offset, length)?;
        if live.align < align || !(offset as u64).is_multiple_of(align) {
            let of_offset = 1_u64 << (offset as u64 | 1 << 63).trailing_zeros();
            return Err(AccessError::Misaligned {
                alloc: id,
                offset,
                required: align,
                promised: live.align.min(of_offset),
            });
        }
        Ok(())
    }

    /// Loads plain bits, none of them stained.
    pub fn load_bits(&self, id: AllocId, offset: i64, length: u64) -> Result<u128, LoadError> {
        match self.load_word(id, offset, length)? {
            Word::Bits(bits) => Ok(bits),
            Word::Stained(_) => Err(LoadError::Stained { alloc: id, offset }),
            Word::Pointer(_) => Err(LoadError::PointerAsBits { alloc: id, offset }),
        }
    }

    /// Loads bits, and says whether they are stained. Never a pointer.
    pub fn load_word(&self, id: AllocId, offset: i64, length: u64) -> Result<Word<T>, LoadError> {
        let live = self.live(id)?;
        let at = accessible(live, id, offset, length)?;
        let states = live.states(at.clone());
        let plain = states.iter().all(|&state| state == INIT);
        if !plain && states.iter().any(|&state| state & !STAINED != INIT) {
            return Err(first_bad_byte(id, offset, states, is_number));
        }
        let bits = bits_of(live.values(at), self.endian);
        Ok(if plain {
            Word::Bits(bits)
        } else {
            Word::Stained(bits)
        })
    }

    /// Loads a whole pointer.
    pub fn load_pointer(&self, id: AllocId, offset: i64) -> Result<Pointer<T>, LoadError> {
        let live = self.live(id)?;
        let at = accessible(live, id, offset, self.pointer_bytes)?;
        let states = live.states(at);
        if states.iter().any(|&state| state & INIT == 0) {
            return Err(first_bad_byte(id, offset, states, |state| {
                state & INIT != 0
            }));
        }
        match live.pointers.get(live.pointer_index(offset as u64)) {
            Some(&(start, pointer)) if start == offset as u64 => Ok(pointer),
            _ => Err(LoadError::NotAPointer { alloc: id, offset }),
        }
    }

    /// The state of one byte, whatever it is part of.
    pub fn byte(&self, id: AllocId, offset: i64) -> Result<Byte, AccessError> {
        let live = self.live(id)?;
        let at = accessible(live, id, offset, 1)?;
        let value = live.values(at.clone())[0];
        Ok(match live.states(at)[0] {
            state if state & INIT == 0 => Byte::Uninitialised,
            state if state & POINTER != 0 => Byte::Pointer,
            state if state & STAINED != 0 => Byte::Stained(value),
            _ => Byte::Plain(value),
        })
    }

    /// The first uninitialised byte of a range, if there is one.
    pub fn first_uninitialised(
        &self,
        id: AllocId,
        offset: i64,
        length: u64,
    ) -> Result<Option<i64>, AccessError> {
        let live = self.live(id)?;
        let at = accessible(live, id, offset, length)?;
        let mut states = live.states(at).iter();
        let n = states.position(|&state| state & INIT == 0);
        Ok(n.map(|n| offset + n as i64))
    }

    /// Stores plain bits.
    pub fn store_bits(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        bits: u128,
    ) -> Result<(), AccessError> {
        self.store_states(id, offset, length, bits, INIT)
    }

    fn store_states(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        bits: u128,
        state: u8,
    ) -> Result<(), AccessError> {
        let at = accessible(self.live(id)?, id, offset, length)?;
        self.overwrite(id, at.clone());
        let endian = self.endian;
        let live = self.live_mut(id)?;
        write_bits(live.values_mut(at.clone()), bits, endian);
        live.states_mut(at).fill(state);
        Ok(())
    }

    /// Stores a whole pointer.
    pub fn store_pointer(
        &mut self,
        id: AllocId,
        offset: i64,
        pointer: Pointer<T>,
    ) -> Result<(), AccessError> {
        let at = accessible(self.live(id)?, id, offset, self.pointer_bytes)?;
        self.overwrite(id, at.clone());
        let live = self.live_mut(id)?;
        live.states_mut(at).fill(INIT | POINTER);
        self.insert_pointer(id, offset as u64, pointer);
        Ok(())
    }

    /// Stores a word of `length` bytes, whatever it is.
    pub fn store(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        word: Word<T>,
    ) -> Result<(), AccessError> {
        match word {
            Word::Bits(bits) => self.store_bits(id, offset, length, bits),
            Word::Stained(bits) => self.store_states(id, offset, length, bits, INIT | STAINED),
            Word::Pointer(pointer) => self.store_pointer(id, offset, pointer),
        }
    }

    /// Gives all bytes of a range one value.
    pub fn fill(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        value: u8,
    ) -> Result<(), AccessError> {
        let at = accessible(self.live(id)?, id, offset, length)?;
        self.overwrite(id, at.clone());
        let live = self.live_mut(id)?;
        live.values_mut(at.clone()).fill(value);
        live.states_mut(at).fill(INIT);
        Ok(())
    }

    /// Makes bytes uninitialised.
    pub fn deinitialise(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
    ) -> Result<(), AccessError> {
        let at = accessible(self.live(id)?, id, offset, length)?;
        self.overwrite(id, at.clone());
        let fill = self.fill;
        let live = self.live_mut(id)?;
        live.values_mut(at.clone()).fill(fill);
        live.states_mut(at).fill(0);
        Ok(())
    }

    /// Makes bytes uninitialised, and withholds them.
    pub fn withhold(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        why: Withheld,
    ) -> Result<(), AccessError> {
        self.deinitialise(id, offset, length)?;
        let live = self.live_mut(id)?;
        let at = range(live, id, offset, length)?;
        live.withholds = true;
        live.states_mut(at).fill(state_of(why));
        Ok(())
    }

    /// True if no byte of a range is withheld for the reason given. A range that is not there has none.
    #[inline]
    pub fn check_withheld(
        &self,
        id: AllocId,
        offset: i64,
        length: u64,
        why: Withheld,
    ) -> Result<(), AccessError> {
        let live = self.live(id)?;
        if !live.withholds {
            return Ok(());
        }
        let Ok(at) = range(live, id, offset, length) else {
            return Ok(());
        };
        let state = state_of(why);
        match live.states(at).iter().position(|&s| s == state) {
            None => Ok(()),
            Some(n) => Err(AccessError::Withheld {
                alloc: id,
                offset: offset + n as i64,
                why,
            }),
        }
    }

    /// Checks that all bytes of a range are initialised and none is part of a pointer.
    pub fn check_numbers(&self, id: AllocId, offset: i64, length: u64) -> Result<(), LoadError> {
        let live = self.live(id)?;
        let at = accessible(live, id, offset, length)?;
        let states = live.states(at);
        match states.iter().all(|&state| is_number(state)) {
            true => Ok(()),
            false => Err(first_bad_byte(id, offset, states, is_number)),
        }
    }

    /// Copies bytes with their states and pointers. The ranges may overlap.
    pub fn copy(
        &mut self,
        from: (AllocId, i64),
        to: (AllocId, i64),
        length: u64,
    ) -> Result<(), AccessError> {
        let source = self.live(from.0)?;
        let at = accessible(source, from.0, from.1, length)?;
        let first = source.pointer_index(at.start as u64);
        let pointers: Vec<_> = source.pointers[first..]
            .iter()
            .take_while(|entry| entry.0 + self.pointer_bytes <= at.end as u64)
            .map(|&(offset, pointer)| (offset - at.start as u64, pointer))
            .collect();
        let withholds = source.withholds;
        let target = accessible(self.live(to.0)?, to.0, to.1, length)?;
        self.overwrite(to.0, target.clone());
        // Bytes that are withheld are so wherever they are copied to.
        self.live_mut(to.0)?.withholds |= withholds;
        if from.0 == to.0 {
            self.live_mut(to.0)?.copy_within(at, target.clone());
        } else if let Ok([Slot::Live(source), Slot::Live(live)]) = self
            .slots
            .get_disjoint_mut([from.0.0 as usize, to.0.0 as usize])
        {
            live.values_mut(target.clone())
                .copy_from_slice(source.values(at.clone()));
            live.states_mut(target.clone())
                .copy_from_slice(source.states(at));
        }
        for (offset, pointer) in pointers {
            self.insert_pointer(to.0, target.start as u64 + offset, pointer);
        }
        Ok(())
    }

    /// Forbids all accesses to a range until it is unlocked.
    pub fn lock(&mut self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        let at = accessible(self.live(id)?, id, offset, length)?;
        let locks = &mut self.live_mut(id)?.locks;
        locks.push(at.start as u64..at.end as u64);
        self.journal.record(|| Change::Locked(id));
        Ok(())
    }

    /// Ends the newest lock on just this range.
    pub fn unlock(&mut self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        let locks = &mut self.live_mut(id)?.locks;
        let wanted = offset as u64..(offset as u64).wrapping_add(length);
        if let Some(n) = locks.iter().rposition(|lock| *lock == wanted) {
            let lock = locks.remove(n);
            self.journal.record(|| Change::Unlocked(id, n, lock));
        }
        Ok(())
    }

    /// Begins a fork; see [`Journal::mark`].
    pub fn mark(&mut self) -> Mark {
        self.journal.mark()
    }

    /// Takes back everything since `mark`.
    pub fn rollback(&mut self, mark: Mark) {
        while let Some(change) = self.journal.pop(&mark) {
            self.undo(change);
        }
        self.journal.close(mark);
    }

    /// Keeps everything since `mark`.
    pub fn commit(&mut self, mark: Mark) {
        self.journal.close(mark);
    }

    fn live(&self, id: AllocId) -> Result<&Allocation<T>, AccessError> {
        match self.slots.get(id.0 as usize) {
            Some(Slot::Live(live)) => Ok(live),
            _ => Err(AccessError::Dead { alloc: id }),
        }
    }

    fn live_mut(&mut self, id: AllocId) -> Result<&mut Allocation<T>, AccessError> {
        match self.slots.get_mut(id.0 as usize) {
            Some(Slot::Live(live)) => Ok(live),
            _ => Err(AccessError::Dead { alloc: id }),
        }
    }

    /// Prepares a range of a live allocation to be written: records what it holds and forgets the
    /// pointers it cuts into.
    fn overwrite(&mut self, id: AllocId, at: Range<usize>) {
        let Some(Slot::Live(live)) = self.slots.get_mut(id.0 as usize) else {
            return;
        };
        if self.journal.is_recording() {
            let (values, states) = (live.values(at.clone()), live.states(at.clone()));
            let offset = at.start as u64;
            self.journal.record(|| {
                if at.len() <= 16 {
                    let mut old = [0; 32];
                    old[..at.len()].copy_from_slice(values);
                    old[16..16 + at.len()].copy_from_slice(states);
                    Change::Word {
                        alloc: id,
                        offset,
                        length: at.len() as u8,
                        old,
                    }
                } else {
                    Change::Bytes {
                        alloc: id,
                        offset,
                        old: [values, states].concat().into_boxed_slice(),
                    }
                }
            });
        }
        if live.pointers.is_empty() || at.is_empty() {
            return;
        }
        let begin = (at.start as u64).saturating_sub(self.pointer_bytes - 1);
        let first = live.pointer_index(begin);
        let end = live.pointer_index(at.end as u64);
        for (offset, pointer) in live.pointers.drain(first..end) {
            self.journal
                .record(|| Change::PointerRemoved(id, offset, pointer));
        }
    }

    fn insert_pointer(&mut self, id: AllocId, offset: u64, pointer: Pointer<T>) {
        if let Some(Slot::Live(live)) = self.slots.get_mut(id.0 as usize) {
            let n = live.pointer_index(offset);
            live.pointers.insert(n, (offset, pointer));
            self.journal.record(|| Change::PointerInserted(id, offset));
        }
    }

    fn undo(&mut self, change: Change<T>) {
        match change {
            Change::Allocated => {
                if let Some(Slot::Live(allocation)) = self.slots.pop() {
                    self.live_bytes -= allocation.size();
                }
            }
            Change::Freed(id, allocation) => {
                self.live_bytes += allocation.size();
                self.slots[id.0 as usize] = Slot::Live(allocation);
            }
            Change::Word {
                alloc,
                offset,
                length,
                old,
            } => {
                let length = length as usize;
                self.restore(alloc, offset, &old[..length], &old[16..16 + length]);
            }
            Change::Bytes { alloc, offset, old } => {
                let (values, states) = old.split_at(old.len() / 2);
                self.restore(alloc, offset, values, states);
            }
            Change::PointerInserted(id, offset) => {
                if let Ok(live) = self.live_mut(id) {
                    let n = live.pointer_index(offset);
                    live.pointers.remove(n);
                }
            }
            Change::PointerRemoved(id, offset, pointer) => {
                if let Ok(live) = self.live_mut(id) {
                    let n = live.pointer_index(offset);
                    live.pointers.insert(n, (offset, pointer));
                }
            }
            Change::Locked(id) => {
                if let Ok(live) = self.live_mut(id) {
                    live.locks.pop();
                }
            }
            Change::Unlocked(id, n, lock) => {
                if let Ok(live) = self.live_mut(id) {
                    live.locks.insert(n, lock);
                }
            }
        }
    }

    fn restore(&mut self, id: AllocId, offset: u64, values: &[u8], states: &[u8]) {
        if let Ok(live) = self.live_mut(id) {
            let at = offset as usize..offset as usize + values.len();
            live.values_mut(at.clone()).copy_from_slice(values);
            live.states_mut(at).copy_from_slice(states);
        }
    }
}

/// The range of an access that lies inside `live`.
fn range<T: Copy>(
    live: &Allocation<T>,
    id: AllocId,
    offset: i64,
    length: u64,
) -> Result<Range<usize>, AccessError> {
    let size = live.size();
    match u64::try_from(offset) {
        Ok(start) if start <= size && length <= size - start => {
            Ok(start as usize..(start + length) as usize)
        }
        _ => Err(AccessError::OutOfBounds {
            alloc: id,
            offset,
            length,
            size,
        }),
    }
}

/// The range of an access that lies inside `live` and is not locked. A range without bytes overlaps
/// no lock.
fn accessible<T: Copy>(
    live: &Allocation<T>,
    id: AllocId,
    offset: i64,
    length: u64,
) -> Result<Range<usize>, AccessError> {
    let at = range(live, id, offset, length)?;
    let overlaps =
        |lock: &Range<u64>| lock.start.max(at.start as u64) < lock.end.min(at.end as u64);
    if live.locks.iter().any(overlaps) {
        return Err(AccessError::Locked { alloc: id, offset });
    }
    Ok(at)
}

fn state_of(why: Withheld) -> u8 {
    match why {
        Withheld::Moved => MOVED,
        Withheld::Absent => ABSENT,
    }
}

/// True if the byte has a value that is no part of a pointer.
fn is_number(state: u8) -> bool {
    state & !STAINED == INIT
}

/// Why the first byte that is not good is not.
#[cold]
fn first_bad_byte(
    id: AllocId,
    offset: i64,
    states: &[u8],
    is_good: impl Fn(u8) -> bool,
) -> LoadError {
    let n = states.iter().position(|&state| !is_good(state));
    let n = n.unwrap_or(0);
    let (alloc, offset) = (id, offset + n as i64);
    let withheld = |why| LoadError::Access(AccessError::Withheld { alloc, offset, why });
    match states[n] {
        MOVED => withheld(Withheld::Moved),
        ABSENT => withheld(Withheld::Absent),
        state if state & INIT == 0 => LoadError::Uninitialised { alloc, offset },
        _ => LoadError::PointerAsBits { alloc, offset },
    }
}
