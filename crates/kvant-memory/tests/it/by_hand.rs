//! What the memory must do, case by case.

use kvant_memory::{AccessError, AllocId, LoadError, Memory, Pointer, Target};

/// A tag as a language might have one.
type Tag = u32;

/// A pointer that lost one byte cannot be read as anything, and its other bytes are no integers.
#[test]
fn a_torn_pointer_is_nothing() {
    let pointer = Pointer {
        alloc: AllocId(0),
        offset: 3,
        tag: 7,
    };
    for lost in 0..8 {
        let mut memory = Memory::new(&Target::X86_64, 0);
        let a = memory.allocate(24, 8);
        memory.store_pointer(a, 8, pointer).unwrap();
        let mark = memory.mark();
        memory.store_bits(a, 8 + lost, 1, 0).unwrap();
        let torn = LoadError::NotAPointer {
            alloc: a,
            offset: 8,
        };
        assert_eq!(memory.load_pointer(a, 8), Err(torn));
        for n in 0..8 {
            let offset = 8 + n;
            let expected = if n == lost {
                Ok(0)
            } else {
                Err(LoadError::PointerAsBits { alloc: a, offset })
            };
            assert_eq!(memory.load_bits(a, offset, 1), expected);
        }
        memory.rollback(mark);
        assert_eq!(memory.load_pointer(a, 8), Ok(pointer));
    }
}

/// Two halves of one pointer, copied one after the other, are not that pointer.
#[test]
fn halves_of_a_pointer_do_not_grow_together() {
    let mut memory = Memory::new(&Target::X86_64, 0);
    let a = memory.allocate(16, 8);
    let pointer = Pointer {
        alloc: a,
        offset: 0,
        tag: 1,
    };
    memory.store_pointer(a, 0, pointer).unwrap();
    memory.copy((a, 0), (a, 8), 4).unwrap();
    memory.copy((a, 4), (a, 12), 4).unwrap();
    let broken = LoadError::NotAPointer {
        alloc: a,
        offset: 8,
    };
    assert_eq!(memory.load_pointer(a, 8), Err(broken));
    memory.copy((a, 0), (a, 8), 8).unwrap();
    assert_eq!(memory.load_pointer(a, 8), Ok(pointer));
}

/// Nothing has no byte in common with a lock, wherever it lies, and a lock on nothing locks nothing.
#[test]
fn an_access_without_bytes_meets_no_lock() {
    let mut memory = Memory::<Tag>::new(&Target::X86_64, 0);
    let a = memory.allocate(8, 8);
    memory.lock(a, 0, 8).unwrap();
    for offset in 0..=8 {
        assert_eq!(memory.check(a, offset, 0, 1), Ok(()));
    }
    memory.unlock(a, 0, 8).unwrap();
    memory.lock(a, 4, 0).unwrap();
    assert_eq!(memory.store_bits(a, 0, 8, 1), Ok(()));
}

#[test]
fn names_of_allocations_are_not_used_again() {
    let mut memory = Memory::<Tag>::new(&Target::X86_64, 0);
    let a = memory.allocate(1, 1);
    memory.free(a).unwrap();
    assert_ne!(memory.allocate(1, 1), a);
    assert_eq!(memory.free(a), Err(AccessError::Dead { alloc: a }));
    assert_eq!(memory.live_bytes(), 1);
}
