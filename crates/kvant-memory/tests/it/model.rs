//! The memory against a model that is too simple to be wrong: bytes in a list, copied whole at every
//! mark.
//!
//! Both get the same random operations, and every answer must be the same. Offsets go beyond the ends,
//! allocations are used after they are freed, and pointers are cut to pieces.

use std::ops::Range;

use kvant_memory::{
    AccessError, AllocId, AllocInfo, Endian, LoadError, Mark, Memory, Pointer, Target, Withheld,
    Word,
};

/// A tag as a language might have one.
type Tag = u32;

/// What a byte of the model holds.
#[derive(Clone, Copy, PartialEq)]
enum Byte {
    Uninitialised,
    Withheld(Withheld),
    Value(u8),
    /// The `n`th byte of a pointer. Each time that a whole pointer is written it gets a new number:
    /// bytes make a pointer only if they are all from one writing.
    Part {
        writing: u64,
        n: u64,
        pointer: Pointer<Tag>,
    },
}

#[derive(Clone)]
struct Block {
    align: u64,
    live: bool,
    bytes: Vec<Byte>,
    locks: Vec<Range<i64>>,
}

#[derive(Clone)]
struct Model {
    endian: Endian,
    pointer_bytes: u64,
    blocks: Vec<Block>,
    writings: u64,
}

impl Model {
    fn block(&self, id: AllocId) -> Result<&Block, AccessError> {
        match self.blocks.get(id.0 as usize) {
            Some(block) if block.live => Ok(block),
            _ => Err(AccessError::Dead { alloc: id }),
        }
    }

    fn check_bounds(&self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        let size = self.block(id)?.bytes.len() as u64;
        let inside = offset >= 0 && i128::from(offset) + i128::from(length) <= i128::from(size);
        if inside {
            return Ok(());
        }
        Err(AccessError::OutOfBounds {
            alloc: id,
            offset,
            length,
            size,
        })
    }

    /// The positions of the bytes that an access touches.
    fn access(&self, id: AllocId, offset: i64, length: u64) -> Result<Range<usize>, AccessError> {
        self.check_bounds(id, offset, length)?;
        let mut touched = offset..offset + length as i64;
        let locks = &self.block(id)?.locks;
        if touched.any(|byte| locks.iter().any(|lock| lock.contains(&byte))) {
            return Err(AccessError::Locked { alloc: id, offset });
        }
        Ok(offset as usize..offset as usize + length as usize)
    }

    fn check(&self, id: AllocId, offset: i64, length: u64, align: u64) -> Result<(), AccessError> {
        self.access(id, offset, length)?;
        let mut promised = self.block(id)?.align;
        while !(offset as u64).is_multiple_of(promised) {
            promised /= 2;
        }
        if promised >= align {
            return Ok(());
        }
        Err(AccessError::Misaligned {
            alloc: id,
            offset,
            required: align,
            promised,
        })
    }

    fn write(&mut self, id: AllocId, at: usize, bytes: &[Byte]) {
        self.blocks[id.0 as usize].bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn store_bits(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        bits: u128,
    ) -> Result<(), AccessError> {
        let at = self.access(id, offset, length)?;
        let mut bytes: Vec<_> = (0..length)
            .map(|n| Byte::Value((bits >> (8 * n)) as u8))
            .collect();
        if self.endian == Endian::Big {
            bytes.reverse();
        }
        self.write(id, at.start, &bytes);
        Ok(())
    }

    fn store_pointer(
        &mut self,
        id: AllocId,
        offset: i64,
        pointer: Pointer<Tag>,
    ) -> Result<(), AccessError> {
        let at = self.access(id, offset, self.pointer_bytes)?;
        let bytes = self.whole(pointer);
        self.write(id, at.start, &bytes);
        Ok(())
    }

    fn whole(&mut self, pointer: Pointer<Tag>) -> Vec<Byte> {
        self.writings += 1;
        let writing = self.writings;
        let parts = (0..self.pointer_bytes).map(|n| Byte::Part {
            writing,
            n,
            pointer,
        });
        parts.collect()
    }

    /// The pointer that begins with the first of these bytes and is all there.
    fn pointer_in(&self, bytes: &[Byte]) -> Option<Pointer<Tag>> {
        let Some(&Byte::Part {
            writing: wanted,
            pointer,
            ..
        }) = bytes.first()
        else {
            return None;
        };
        let bytes = bytes.get(..self.pointer_bytes as usize)?;
        let fits = |(at, byte): (u64, &Byte)| matches!(*byte, Byte::Part { writing, n, .. } if writing == wanted && n == at);
        (0..).zip(bytes).all(fits).then_some(pointer)
    }

    fn load_bits(&self, id: AllocId, offset: i64, length: u64) -> Result<u128, LoadError> {
        let at = self.access(id, offset, length)?;
        let bytes = &self.block(id)?.bytes[at];
        let mut values = Vec::new();
        for (offset, byte) in (offset..).zip(bytes) {
            match *byte {
                Byte::Value(value) => values.push(value),
                Byte::Part { .. } => return Err(LoadError::PointerAsBits { alloc: id, offset }),
                _ => return Err(no_value(id, offset, *byte)),
            }
        }
        if self.endian == Endian::Little {
            values.reverse();
        }
        Ok(values
            .iter()
            .fold(0, |bits, &value| bits << 8 | u128::from(value)))
    }

    fn load_pointer(&self, id: AllocId, offset: i64) -> Result<Pointer<Tag>, LoadError> {
        let at = self.access(id, offset, self.pointer_bytes)?;
        let bytes = &self.block(id)?.bytes[at];
        let has_value = |byte: &Byte| matches!(byte, Byte::Value(_) | Byte::Part { .. });
        if let Some((offset, byte)) = (offset..).zip(bytes).find(|(_, byte)| !has_value(byte)) {
            return Err(no_value(id, offset, *byte));
        }
        let pointer = self.pointer_in(bytes);
        pointer.ok_or(LoadError::NotAPointer { alloc: id, offset })
    }

    fn deinitialise(&mut self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        let at = self.access(id, offset, length)?;
        self.write(id, at.start, &vec![Byte::Uninitialised; length as usize]);
        Ok(())
    }

    fn fill(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        value: u8,
    ) -> Result<(), AccessError> {
        let at = self.access(id, offset, length)?;
        self.write(id, at.start, &vec![Byte::Value(value); length as usize]);
        Ok(())
    }

    fn withhold(
        &mut self,
        id: AllocId,
        offset: i64,
        length: u64,
        why: Withheld,
    ) -> Result<(), AccessError> {
        let at = self.access(id, offset, length)?;
        self.write(id, at.start, &vec![Byte::Withheld(why); length as usize]);
        Ok(())
    }

    fn check_withheld(
        &self,
        id: AllocId,
        offset: i64,
        length: u64,
        why: Withheld,
    ) -> Result<(), AccessError> {
        let bytes = &self.block(id)?.bytes;
        if self.check_bounds(id, offset, length).is_err() {
            return Ok(());
        }
        for offset in offset..offset + length as i64 {
            if bytes[offset as usize] == Byte::Withheld(why) {
                let alloc = id;
                return Err(AccessError::Withheld { alloc, offset, why });
            }
        }
        Ok(())
    }

    /// The same as loading single bytes.
    fn check_numbers(&self, id: AllocId, offset: i64, length: u64) -> Result<(), LoadError> {
        self.access(id, offset, length)?;
        for offset in offset..offset + length as i64 {
            self.load_bits(id, offset, 1)?;
        }
        Ok(())
    }

    /// A pointer that is all in the range is written anew. The bytes of another become single bytes
    /// of pointers that are nowhere whole.
    fn copy(
        &mut self,
        from: (AllocId, i64),
        to: (AllocId, i64),
        length: u64,
    ) -> Result<(), AccessError> {
        let source = self.access(from.0, from.1, length)?;
        let target = self.access(to.0, to.1, length)?;
        let mut bytes = self.block(from.0)?.bytes[source].to_vec();
        let mut at = 0;
        while at < bytes.len() {
            let written = match (bytes[at], self.pointer_in(&bytes[at..])) {
                (_, Some(pointer)) => self.whole(pointer),
                (Byte::Part { pointer, .. }, None) => self.whole(pointer)[..1].to_vec(),
                (byte, None) => vec![byte],
            };
            bytes[at..at + written.len()].copy_from_slice(&written);
            at += written.len();
        }
        self.write(to.0, target.start, &bytes);
        Ok(())
    }

    fn lock(&mut self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        self.access(id, offset, length)?;
        let lock = offset..offset + length as i64;
        self.blocks[id.0 as usize].locks.push(lock);
        Ok(())
    }

    fn unlock(&mut self, id: AllocId, offset: i64, length: u64) -> Result<(), AccessError> {
        self.block(id)?;
        let locks = &mut self.blocks[id.0 as usize].locks;
        let wanted = offset..offset.wrapping_add(length as i64);
        if let Some(n) = locks.iter().rposition(|lock| *lock == wanted) {
            locks.remove(n);
        }
        Ok(())
    }

    fn allocate(&mut self, size: u64, align: u64) -> AllocId {
        self.blocks.push(Block {
            align,
            live: true,
            bytes: vec![Byte::Uninitialised; size as usize],
            locks: Vec::new(),
        });
        AllocId(self.blocks.len() as u32 - 1)
    }

    fn free(&mut self, id: AllocId) -> Result<(), AccessError> {
        self.block(id)?;
        self.blocks[id.0 as usize].live = false;
        Ok(())
    }

    fn info(&self, id: AllocId) -> Option<AllocInfo> {
        let block = self.blocks.get(id.0 as usize)?;
        Some(AllocInfo {
            size: block.bytes.len() as u64,
            align: block.align,
            live: block.live,
        })
    }

    fn live_bytes(&self) -> u64 {
        let live = self.blocks.iter().filter(|block| block.live);
        live.map(|block| block.bytes.len() as u64).sum()
    }
}

/// Why a byte without a value cannot be read.
fn no_value(alloc: AllocId, offset: i64, byte: Byte) -> LoadError {
    match byte {
        Byte::Withheld(why) => AccessError::Withheld { alloc, offset, why }.into(),
        _ => LoadError::Uninitialised { alloc, offset },
    }
}

/// `SplitMix64`: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

/// The memory, the model, and the marks that are out on both.
struct Pair {
    memory: Memory<Tag>,
    model: Model,
    marks: Vec<(Mark, Model)>,
    random: Random,
    /// How often something succeeded, so that a test which only sees errors is noticed.
    successes: u64,
}

/// Does the same to both and compares the answers.
macro_rules! both {
    ($pair:ident . $operation:ident ( $($argument:expr),* )) => {{
        let found = $pair.memory.$operation($($argument),*);
        let expected = $pair.model.$operation($($argument),*);
        assert_eq!(found, expected, concat!(stringify!($operation), " {:?}"), ($($argument,)*));
        found
    }};
}

impl Pair {
    fn new(target: &Target, seed: u64) -> Pair {
        let fill = seed as u8;
        Pair {
            memory: Memory::new(target, fill),
            model: Model {
                endian: target.endian,
                pointer_bytes: u64::from(target.pointer_bytes),
                blocks: Vec::new(),
                writings: 0,
            },
            marks: Vec::new(),
            random: Random(seed),
            successes: 0,
        }
    }

    /// Mostly one of the newest allocations, sometimes an old one, rarely one that never was.
    fn id(&mut self) -> AllocId {
        let count = self.model.blocks.len() as u64;
        let back = match self.random.below(8) {
            0 => self.random.below(count + 1),
            _ => 1 + self.random.below(5),
        };
        AllocId(count.wrapping_sub(back) as u32)
    }

    /// Mostly inside of the allocation, sometimes across an end of it, rarely far away.
    fn place(&mut self) -> (AllocId, i64) {
        let id = self.id();
        let size = self.model.info(id).map_or(8, |info| info.size) as i64;
        let offset = match self.random.below(64) {
            0 => -1 - self.random.below(9) as i64,
            1 => i64::MIN,
            2 => i64::MAX,
            3..8 => size - self.random.below(9) as i64,
            8..24 => self.random.below(3) as i64 * 8,
            _ => self.random.below(size as u64 + 1) as i64,
        };
        (id, offset)
    }

    fn pointer(&mut self) -> Pointer<Tag> {
        let (alloc, offset) = self.place();
        let tag = self.random.next() as u32;
        Pointer { alloc, offset, tag }
    }

    fn operation(&mut self) {
        let (id, offset) = self.place();
        let word = 1 + self.random.below(16);
        let length = match self.random.below(50) {
            0 => u64::MAX,
            n @ 1..5 => n - 1,
            _ => self.random.below(24),
        };
        let succeeded = match self.random.below(100) {
            0..6 => self.allocate(),
            6..8 => both!(self.free(id)).is_ok(),
            8..28 => {
                let bits = self.random.wide();
                both!(self.store_bits(id, offset, word, bits)).is_ok()
            }
            28..42 => {
                let pointer = self.pointer();
                both!(self.store_pointer(id, offset, pointer)).is_ok()
            }
            42..46 => self.store_word(id, offset, word),
            46..52 => both!(self.load_bits(id, offset, word)).is_ok(),
            52..58 => both!(self.load_pointer(id, offset)).is_ok(),
            58..60 => both!(self.deinitialise(id, offset, length)).is_ok(),
            60..62 => {
                let value = self.random.next() as u8;
                both!(self.fill(id, offset, length, value)).is_ok()
            }
            62..63 => both!(self.check_numbers(id, offset, length)).is_ok(),
            63..66 => self.withhold(id, offset, length),
            66..76 => self.copy((id, offset), length),
            76..80 => both!(self.lock(id, offset, length)).is_ok(),
            80..84 => self.unlock(id, offset, length),
            84..86 => both!(self.check_bounds(id, offset, length)).is_ok(),
            86..88 => {
                let align = 1 << self.random.below(5);
                both!(self.check(id, offset, length, align)).is_ok()
            }
            88..94 => self.mark(),
            94..97 => self.rollback(),
            _ => self.commit(),
        };
        self.successes += u64::from(succeeded);
        assert_eq!(self.memory.live_bytes(), self.model.live_bytes());
        assert_eq!(self.memory.allocation_count(), self.model.blocks.len());
    }

    fn allocate(&mut self) -> bool {
        let size = self.random.below(48);
        let align = 1 << self.random.below(5);
        both!(self.allocate(size, align));
        true
    }

    fn store_word(&mut self, id: AllocId, offset: i64, length: u64) -> bool {
        let (bits, pointer) = (self.random.wide(), self.pointer());
        let (word, expected) = match self.random.below(2) {
            0 => (
                Word::Bits(bits),
                self.model.store_bits(id, offset, length, bits),
            ),
            _ => (
                Word::Pointer(pointer),
                self.model.store_pointer(id, offset, pointer),
            ),
        };
        let found = self.memory.store(id, offset, length, word);
        assert_eq!(found, expected);
        found.is_ok()
    }

    fn withhold(&mut self, id: AllocId, offset: i64, length: u64) -> bool {
        let why = match self.random.below(2) {
            0 => Withheld::Moved,
            _ => Withheld::Absent,
        };
        match self.random.below(3) {
            0 => both!(self.withhold(id, offset, length, why)).is_ok(),
            _ => both!(self.check_withheld(id, offset, length, why)).is_ok(),
        }
    }

    /// Mostly to somewhere else, sometimes to nearby.
    fn copy(&mut self, from: (AllocId, i64), length: u64) -> bool {
        let to = match self.random.below(4) {
            0 => (
                from.0,
                from.1.wrapping_add(self.random.below(17) as i64 - 8),
            ),
            _ => self.place(),
        };
        both!(self.copy(from, to, length)).is_ok()
    }

    /// Mostly a lock that is there.
    fn unlock(&mut self, id: AllocId, offset: i64, length: u64) -> bool {
        let locks = self.model.block(id).map(|block| block.locks.clone());
        let (mut offset, mut length) = (offset, length);
        if let Ok(locks) = locks
            && !locks.is_empty()
            && self.random.below(4) > 0
        {
            let lock = &locks[self.random.below(locks.len() as u64) as usize];
            (offset, length) = (lock.start, (lock.end - lock.start) as u64);
        }
        both!(self.unlock(id, offset, length)).is_ok()
    }

    fn mark(&mut self) -> bool {
        self.marks.push((self.memory.mark(), self.model.clone()));
        true
    }

    fn rollback(&mut self) -> bool {
        let Some((mark, model)) = self.marks.pop() else {
            return false;
        };
        self.memory.rollback(mark);
        self.model = model;
        self.compare_everything();
        true
    }

    fn commit(&mut self) -> bool {
        let Some((mark, _)) = self.marks.pop() else {
            return false;
        };
        self.memory.commit(mark);
        true
    }

    /// Every byte, and a pointer wherever one might begin.
    fn compare_everything(&mut self) {
        for n in 0..=self.model.blocks.len() {
            let id = AllocId(n as u32);
            let size = both!(self.info(id)).map_or(0, |info| info.size);
            for offset in 0..size as i64 {
                let _ = both!(self.load_bits(id, offset, 1));
                let _ = both!(self.load_pointer(id, offset));
            }
        }
    }
}

const fn target(pointer_bytes: u32, endian: Endian) -> Target {
    Target {
        name: "a target of this test",
        pointer_bytes,
        endian,
        int_align: [1, 2, 4, 8, 16],
        f64_align: 8,
        exact_floats: true,
    }
}

const TARGETS: [Target; 4] = [
    target(4, Endian::Little),
    target(4, Endian::Big),
    target(8, Endian::Little),
    target(8, Endian::Big),
];

#[test]
fn memory_does_what_the_model_does() {
    for target in &TARGETS {
        for seed in 0..24 {
            let mut pair = Pair::new(target, seed);
            for _ in 0..1500 {
                pair.operation();
            }
            pair.compare_everything();
            while pair.rollback() {}
            assert!(
                pair.successes > 500,
                "{} operations succeeded",
                pair.successes
            );
        }
    }
}

/// As many marks as will, all of them rolled back: the memory is as it was.
#[test]
fn deep_marks_are_taken_back_one_by_one() {
    for target in &TARGETS {
        let mut pair = Pair::new(target, 99);
        for _ in 0..300 {
            pair.operation();
        }
        let depth = pair.marks.len();
        for _ in 0..200 {
            pair.mark();
            for _ in 0..4 {
                if pair.random.below(3) == 0 {
                    pair.allocate();
                }
                let ((id, offset), pointer) = (pair.place(), pair.pointer());
                let _ = both!(pair.store_pointer(id, offset, pointer));
                let _ = both!(pair.store_bits(id, offset.wrapping_add(3), 2, 7));
            }
        }
        while pair.marks.len() > depth {
            pair.rollback();
        }
        pair.compare_everything();
    }
}
