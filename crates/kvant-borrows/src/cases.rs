//! Well-known programs, one by one.

use std::ops::Range;

use crate::naive::{Event, Time, Tree, Violation};
use crate::{
    Access, Action, Borrow, BorrowKind, BorrowTag, Change, Happening, Permission, Refusal,
};

const ROOT: BorrowTag = BorrowTag::ROOT;

/// A tree in which every thing that is done happens at a place of its own, counted from 1.
struct Scene {
    tree: Tree,
    time: Time,
}

type Done<T = ()> = Result<T, Violation>;

fn ignore(_: Change) {}

impl Scene {
    fn new(size: u64) -> Scene {
        Scene {
            tree: Tree::new(size),
            time: 0,
        }
    }

    fn now(&mut self) -> Time {
        self.time += 1;
        self.time
    }

    fn reborrow(
        &mut self,
        parent: BorrowTag,
        range: Range<u64>,
        kind: BorrowKind,
        protected: bool,
    ) -> Done<BorrowTag> {
        let at = self.now();
        let borrow = Borrow {
            range,
            kind,
            protected,
        };
        self.tree.reborrow(parent, borrow, at, &mut ignore)
    }

    /// `&*parent`
    fn shared(&mut self, parent: BorrowTag, range: Range<u64>) -> Done<BorrowTag> {
        self.reborrow(parent, range, BorrowKind::Shared, false)
    }

    /// `&mut *parent`
    fn mutable(&mut self, parent: BorrowTag, range: Range<u64>) -> Done<BorrowTag> {
        self.reborrow(parent, range, BorrowKind::Mutable, false)
    }

    /// A call with `&*parent`, as the callee sees it.
    fn shared_argument(&mut self, parent: BorrowTag, range: Range<u64>) -> Done<BorrowTag> {
        self.reborrow(parent, range, BorrowKind::Shared, true)
    }

    /// A call with `&mut *parent`, as the callee sees it.
    fn mutable_argument(&mut self, parent: BorrowTag, range: Range<u64>) -> Done<BorrowTag> {
        self.reborrow(parent, range, BorrowKind::Mutable, true)
    }

    fn read(&mut self, tag: BorrowTag, range: Range<u64>) -> Done {
        let at = self.now();
        self.tree.access(tag, range, Access::Read, at, &mut ignore)
    }

    fn write(&mut self, tag: BorrowTag, range: Range<u64>) -> Done {
        let at = self.now();
        self.tree.access(tag, range, Access::Write, at, &mut ignore)
    }

    /// The end of a function with these arguments.
    fn returns(&mut self, arguments: &[BorrowTag]) -> Done {
        let at = self.now();
        for tag in arguments {
            self.tree.exit_access(*tag, at, &mut ignore)?;
        }
        for tag in arguments {
            self.tree.unprotect(*tag, &mut ignore);
        }
        Ok(())
    }

    fn free(&mut self, tag: BorrowTag) -> Done {
        let at = self.now();
        self.tree.free(tag, at, &mut ignore)
    }

    fn permissions(&self, tag: BorrowTag, range: Range<u64>) -> Vec<Permission> {
        range.map(|byte| self.tree.permission(tag, byte)).collect()
    }
}

fn check_refused<T: std::fmt::Debug>(done: Done<T>, sentence: &str) -> Violation {
    let violation = done.unwrap_err();
    assert_eq!(violation.to_string(), sentence);
    violation
}

#[test]
fn a_write_behind_a_reference_ends_it() -> Done {
    let mut scene = Scene::new(4);
    let reference = scene.mutable(ROOT, 0..4)?;
    scene.write(reference, 0..4)?;
    scene.write(ROOT, 1..2)?;
    scene.read(reference, 0..1)?;
    let violation = check_refused(
        scene.read(reference, 0..4),
        "reads byte 1 through a mutable reference that became disabled by a foreign write",
    );
    assert_eq!(violation.accessed(), reference);
    assert_eq!(violation.refuser(), reference);
    assert_eq!(violation.permission(), Permission::Disabled);
    let events = [
        Event {
            what: Happening::Made {
                kind: BorrowKind::Mutable,
                protected: false,
                range: 0..4,
            },
            at: 1,
        },
        Event {
            what: Happening::Became {
                permission: Permission::Unique,
                by: Action::Write,
            },
            at: 2,
        },
        Event {
            what: Happening::Became {
                permission: Permission::Disabled,
                by: Action::Write,
            },
            at: 3,
        },
    ];
    assert_eq!(violation.history(), events);
    assert_eq!(violation.accessed_made(), Some(&events[0]));
    Ok(())
}

#[test]
fn an_ended_reference_refuses_for_its_descendants() -> Done {
    let mut scene = Scene::new(4);
    let outer = scene.mutable(ROOT, 0..4)?;
    scene.write(outer, 0..4)?;
    scene.write(ROOT, 0..4)?;
    let inner = scene.mutable(outer, 2..2)?;
    let violation = check_refused(
        scene.write(inner, 2..3),
        "writes byte 2 through a mutable reference made from a mutable reference that became \
         disabled by a foreign write",
    );
    assert_eq!((violation.accessed(), violation.refuser()), (inner, outer));
    check_refused(
        scene.shared(outer, 2..3),
        "reborrows byte 2 through a mutable reference that became disabled by a foreign write",
    );
    Ok(())
}

#[test]
fn reads_behind_a_mutable_reference_that_is_not_used_yet_are_fine() -> Done {
    let mut scene = Scene::new(4);
    let reference = scene.mutable(ROOT, 0..4)?;
    scene.read(ROOT, 0..4)?;
    scene.write(reference, 0..4)
}

#[test]
fn reads_behind_a_mutable_argument_forbid_writing_until_the_function_ends() -> Done {
    let mut scene = Scene::new(4);
    let argument = scene.mutable_argument(ROOT, 0..4)?;
    scene.read(ROOT, 3..4)?;
    scene.write(argument, 0..3)?;
    check_refused(
        scene.write(argument, 3..4),
        "writes byte 3 through a mutable reference that became conflicted (frozen until its function \
         returns) by a foreign read",
    );
    scene.returns(&[argument])?;
    scene.write(argument, 3..4)
}

#[test]
fn a_read_behind_a_written_reference_freezes_it() -> Done {
    let mut scene = Scene::new(4);
    let reference = scene.mutable(ROOT, 0..4)?;
    scene.write(reference, 0..4)?;
    scene.read(ROOT, 3..4)?;
    scene.read(reference, 0..4)?;
    check_refused(
        scene.write(reference, 0..4),
        "writes byte 3 through a mutable reference that became frozen by a foreign read",
    );
    Ok(())
}

#[test]
fn a_reborrow_of_the_owner_freezes_a_written_reference() -> Done {
    let mut scene = Scene::new(1);
    let first = scene.mutable(ROOT, 0..1)?;
    scene.write(first, 0..1)?;
    let second = scene.mutable(ROOT, 0..1)?;
    check_refused(
        scene.write(first, 0..1),
        "writes byte 0 through a mutable reference that became frozen by a foreign reborrow",
    );
    scene.write(second, 0..1)
}

/// A raw pointer has the tag of what it was made from.
#[test]
fn a_raw_pointer_ends_with_its_reference() -> Done {
    let mut scene = Scene::new(4);
    let parent = scene.mutable(ROOT, 0..4)?;
    let reference = scene.mutable(parent, 0..4)?;
    let raw = reference;
    scene.write(raw, 0..4)?;
    scene.write(reference, 0..4)?;
    scene.write(raw, 0..4)?;
    scene.write(parent, 0..4)?;
    check_refused(
        scene.write(raw, 0..4),
        "writes byte 0 through a mutable reference that became disabled by a foreign write",
    );
    Ok(())
}

#[test]
fn a_shared_reference_ends_with_a_write_through_its_sibling() -> Done {
    let mut scene = Scene::new(4);
    let shared = scene.shared(ROOT, 0..4)?;
    let raw = ROOT;
    scene.read(raw, 0..4)?;
    scene.read(shared, 0..4)?;
    scene.write(raw, 2..3)?;
    scene.read(shared, 0..2)?;
    check_refused(
        scene.read(shared, 0..4),
        "reads byte 2 through a shared reference that became disabled by a foreign write",
    );
    Ok(())
}

#[test]
fn shared_references_are_never_written_through() -> Done {
    let mut scene = Scene::new(4);
    let shared = scene.shared(ROOT, 0..4)?;
    let violation = check_refused(
        scene.write(shared, 0..4),
        "writes byte 0 through a shared reference that never allows it",
    );
    assert_eq!(violation.history().len(), 1);
    let mutable = scene.mutable(shared, 0..4)?;
    check_refused(
        scene.write(mutable, 1..2),
        "writes byte 1 through a mutable reference made from a shared reference that never allows it",
    );
    Ok(())
}

#[test]
fn a_write_behind_a_protected_shared_reference_is_refused_at_once() -> Done {
    let mut scene = Scene::new(4);
    let argument = scene.shared_argument(ROOT, 1..3)?;
    scene.write(ROOT, 0..1)?;
    scene.write(ROOT, 3..4)?;
    scene.read(ROOT, 0..4)?;
    let violation = check_refused(
        scene.write(ROOT, 0..4),
        "writes byte 1 through its owner while a running function holds a shared reference to it",
    );
    assert_eq!(
        (violation.accessed(), violation.refuser()),
        (ROOT, argument)
    );
    assert_eq!(violation.accessed_made(), None);
    assert_eq!(violation.refusal(), Refusal::Protected);
    assert_eq!(violation.permission(), Permission::Frozen);
    Ok(())
}

#[test]
fn a_read_behind_a_written_argument_is_refused_at_once() -> Done {
    let mut scene = Scene::new(4);
    let local = scene.mutable(ROOT, 0..4)?;
    let argument = scene.mutable_argument(local, 0..4)?;
    scene.write(argument, 2..3)?;
    check_refused(
        scene.read(local, 0..4),
        "reads byte 2 through a mutable reference while a running function holds a mutable \
         reference to it",
    );
    Ok(())
}

#[test]
fn two_arguments_for_one_byte() -> Done {
    let mut scene = Scene::new(1);
    let first = scene.mutable_argument(ROOT, 0..1)?;
    let second = scene.shared_argument(ROOT, 0..1)?;
    scene.read(first, 0..1)?;
    scene.read(second, 0..1)?;
    check_refused(
        scene.write(first, 0..1),
        "writes byte 0 through a mutable reference that became conflicted (frozen until its function \
         returns) by a foreign reborrow",
    );
    scene.returns(&[first, second])
}

/// Each function may write its own half, although its reference could wander off to the other one.
#[test]
fn two_mutable_arguments_for_disjoint_bytes() -> Done {
    let mut scene = Scene::new(4);
    let left = scene.mutable_argument(ROOT, 0..2)?;
    let right = scene.mutable_argument(ROOT, 2..4)?;
    scene.write(left, 0..2)?;
    scene.write(right, 2..4)?;
    check_refused(
        scene.read(left, 2..3),
        "reads byte 2 through a mutable reference that became disabled by a foreign write",
    );
    scene.returns(&[left, right])?;
    scene.write(ROOT, 0..4)
}

#[test]
fn memory_is_not_freed_under_a_running_function() -> Done {
    let mut scene = Scene::new(4);
    let argument = scene.shared_argument(ROOT, 2..3)?;
    let violation = check_refused(
        scene.free(ROOT),
        "frees byte 2 through its owner while a running function holds a shared reference to it",
    );
    assert_eq!(violation.action(), Action::Free);
    scene.returns(&[argument])?;
    scene.free(ROOT)
}

#[test]
fn not_even_through_the_protected_reference_itself() -> Done {
    let mut scene = Scene::new(4);
    let argument = scene.mutable_argument(ROOT, 0..4)?;
    scene.write(argument, 0..4)?;
    check_refused(
        scene.free(argument),
        "frees byte 0 through a mutable reference while a running function holds a mutable \
         reference to it",
    );
    Ok(())
}

#[test]
fn a_protector_without_bytes_does_not_keep_memory_alive() -> Done {
    let mut scene = Scene::new(4);
    scene.mutable_argument(ROOT, 2..2)?;
    scene.free(ROOT)
}

#[test]
fn freeing_is_a_write() -> Done {
    let mut scene = Scene::new(4);
    let shared = scene.shared(ROOT, 0..4)?;
    check_refused(
        scene.free(shared),
        "frees byte 0 through a shared reference that never allows it",
    );
    scene.free(ROOT)?;
    assert_eq!(scene.permissions(shared, 0..4), [Permission::Disabled; 4]);
    Ok(())
}

/// A reference that was made behind the argument's back, without accessing anything, does not outlive
/// the call.
#[test]
fn the_write_at_a_functions_end_ends_siblings() -> Done {
    let mut scene = Scene::new(2);
    let argument = scene.mutable_argument(ROOT, 0..2)?;
    scene.write(argument, 0..1)?;
    let sibling = scene.mutable(ROOT, 0..0)?;
    scene.returns(&[argument])?;
    assert_eq!(
        scene.permissions(sibling, 0..2),
        [Permission::Disabled, Permission::Reserved]
    );
    check_refused(
        scene.read(sibling, 0..1),
        "reads byte 0 through a mutable reference that became disabled by the write at a \
         function's end",
    );
    scene.write(argument, 0..2)
}

#[test]
fn a_function_may_return_what_it_made_from_its_argument() -> Done {
    let mut scene = Scene::new(2);
    let argument = scene.mutable_argument(ROOT, 0..2)?;
    let returned = scene.mutable(argument, 0..1)?;
    scene.write(returned, 0..1)?;
    scene.returns(&[argument])?;
    assert_eq!(scene.permissions(returned, 0..1), [Permission::Unique]);
    scene.write(returned, 0..1)
}

/// All protectors of a frame stand until all of its implicit accesses are done, so the second argument
/// is still protected when the end of the function reads through the first.
#[test]
fn the_arguments_of_a_function_see_each_other_end() -> Done {
    let mut scene = Scene::new(1);
    let shared = scene.shared_argument(ROOT, 0..1)?;
    let mutable = scene.mutable_argument(ROOT, 0..0)?;
    scene.returns(&[mutable, shared])?;
    assert_eq!(scene.permissions(mutable, 0..1), [Permission::Conflicted]);
    // The conflict has ended with the protector.
    scene.write(mutable, 0..1)?;
    check_refused(
        scene.read(shared, 0..1),
        "reads byte 0 through a shared reference that became disabled by a foreign write",
    );
    Ok(())
}

#[test]
fn bytes_outside_of_the_borrowed_range_count_from_their_first_access() -> Done {
    let mut scene = Scene::new(4);
    let argument = scene.mutable_argument(ROOT, 0..1)?;
    let accessed = |scene: &Scene| [0, 1, 2, 3].map(|b| scene.tree.is_accessed(argument, b));
    assert_eq!(accessed(&scene), [true, false, false, false]);
    scene.write(ROOT, 3..4)?;
    scene.read(ROOT, 2..3)?;
    scene.read(argument, 1..3)?;
    assert_eq!(accessed(&scene), [true, true, true, false]);
    assert_eq!(
        scene.permissions(argument, 0..4),
        [
            Permission::Reserved,
            Permission::Reserved,
            Permission::Conflicted,
            Permission::Disabled
        ]
    );
    check_refused(
        scene.write(ROOT, 1..2),
        "writes byte 1 through its owner while a running function holds a mutable reference to it",
    );
    check_refused(
        scene.read(argument, 3..4),
        "reads byte 3 through a mutable reference that became disabled by a foreign write",
    );
    Ok(())
}

#[test]
fn nothing_happens_to_no_bytes() -> Done {
    let mut scene = Scene::new(2);
    let reference = scene.mutable(ROOT, 0..2)?;
    scene.write(reference, 0..2)?;
    scene.write(ROOT, 1..1)?;
    assert_eq!(scene.permissions(reference, 0..2), [Permission::Unique; 2]);
    scene.write(ROOT, 0..2)?;
    scene.write(reference, 1..1)?;
    scene.shared(reference, 2..2)?;

    let mut scene = Scene::new(0);
    let argument = scene.mutable_argument(ROOT, 0..0)?;
    scene.write(argument, 0..0)?;
    scene.returns(&[argument])?;
    scene.free(argument)
}

/// References of a loop are forgotten by the loop over all nodes as soon as they are dead.
#[test]
fn ended_references_cost_nothing() -> Done {
    let mut tree = Tree::new(8);
    let mut changes = Vec::new();
    let fresh = tree.clone();
    for time in 0..1000 {
        let borrow = Borrow {
            range: 0..8,
            kind: BorrowKind::Mutable,
            protected: false,
        };
        let at = time;
        let record = &mut |change| changes.push(change);
        let tag = tree.reborrow(ROOT, borrow, at, record)?;
        tree.access(tag, 0..8, Access::Write, at, record)?;
        assert_eq!(tree.unsettled(), [tag]);
    }
    assert_eq!((tree.tag_count(), tree.state_count()), (1001, 8008));
    for change in changes.into_iter().rev() {
        tree.undo(change);
    }
    assert_eq!(tree, fresh);
    Ok(())
}

#[test]
fn a_violation_is_small_and_its_place_can_be_named() -> Done {
    assert_eq!(size_of::<Violation>(), size_of::<usize>());
    let mut scene = Scene::new(1);
    let shared = scene.shared(ROOT, 0..1)?;
    let violation = scene.write(shared, 0..1).unwrap_err();
    assert_eq!(
        violation.sentence("byte 0 of allocation 7"),
        "writes byte 0 of allocation 7 through a shared reference that never allows it"
    );
    Ok(())
}
