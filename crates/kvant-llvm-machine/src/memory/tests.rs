//! Tests of memory.

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
