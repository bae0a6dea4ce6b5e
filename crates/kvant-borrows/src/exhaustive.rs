//! The state machine of one byte, and all short lives of small trees, without exception.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::naive::{Op, Pair, Tree, Violation};
use crate::permission::{Relation, State, rules};
use crate::{Access, Borrow, BorrowKind, BorrowTag, Permission, Refusal};

/// The rules, written out by hand. `undefined` is [`Refusal::NotPermitted`], `protected` is
/// [`Refusal::Protected`].
const UNPROTECTED: &str = "
             child-read  child-write  foreign-read  foreign-write
 Reserved    Reserved    Unique       Reserved      Disabled
 Conflicted  Conflicted  Unique       Conflicted    Disabled
 Unique      Unique      Unique       Frozen        Disabled
 Frozen      Frozen      undefined    Frozen        Disabled
 Disabled    undefined   undefined    Disabled      Disabled
";

/// The last line cannot be reached.
const PROTECTED_AND_ACCESSED: &str = "
             child-read  child-write  foreign-read  foreign-write
 Reserved    Reserved    Unique       Conflicted    protected
 Conflicted  Conflicted  undefined    Conflicted    protected
 Unique      Unique      Unique       protected     protected
 Frozen      Frozen      undefined    Frozen        protected
 Disabled    undefined   undefined    protected     protected
";

/// The line of `Unique` cannot be reached.
const PROTECTED_NOT_ACCESSED: &str = "
             child-read  child-write  foreign-read  foreign-write
 Reserved    Reserved    Unique       Conflicted    Disabled
 Conflicted  Conflicted  undefined    Conflicted    Disabled
 Unique      Unique      Unique       Disabled      Disabled
 Frozen      Frozen      undefined    Frozen        Disabled
 Disabled    undefined   undefined    Disabled      Disabled
";

const ACCESSES: [Access; 2] = [Access::Read, Access::Write];
const RELATIONS: [Relation; 2] = [Relation::Child, Relation::Foreign];
const BOTH: [bool; 2] = [false, true];

#[test]
fn every_transition_is_the_one_in_the_rules() {
    let mut checked = 0;
    for (table, protected, accessed) in [
        (UNPROTECTED, false, false),
        (UNPROTECTED, false, true),
        (PROTECTED_AND_ACCESSED, true, true),
        (PROTECTED_NOT_ACCESSED, true, false),
    ] {
        let mut lines = table.trim().lines().map(str::split_whitespace);
        let columns: Vec<&str> = lines.next().unwrap().collect();
        for (permission, mut line) in Permission::ALL.into_iter().zip(lines) {
            assert_eq!(line.next(), Some(format!("{permission:?}").as_str()));
            for (column, expected) in columns.iter().zip(line) {
                let (access, relation) = match *column {
                    "child-read" => (Access::Read, Relation::Child),
                    "child-write" => (Access::Write, Relation::Child),
                    "foreign-read" => (Access::Read, Relation::Foreign),
                    "foreign-write" => (Access::Write, Relation::Foreign),
                    other => panic!("{other} is no column"),
                };
                let state = State::new(permission, accessed);
                let is = rules(access, relation, protected)[state.index()];
                let shown = match is {
                    Ok(new) => format!("{:?}", new.permission()),
                    Err(Refusal::NotPermitted) => "undefined".to_owned(),
                    Err(Refusal::Protected) => "protected".to_owned(),
                };
                assert_eq!(shown, expected, "{column} on {state:?}, {protected}");
                if let Ok(new) = is {
                    let is_child = relation == Relation::Child;
                    assert_eq!(new.is_accessed(), accessed || is_child);
                }
                assert_eq!(is, state.after(access, relation, protected));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 5 * 2 * 2 * 4);
}

#[test]
fn a_state_says_what_it_was_made_of() {
    let mut indices = BTreeSet::new();
    for permission in Permission::ALL {
        for accessed in BOTH {
            let state = State::new(permission, accessed);
            assert_eq!(state.permission(), permission);
            assert_eq!(state.is_accessed(), accessed);
            indices.insert(state.index());
        }
    }
    assert!(indices.into_iter().eq(0..10));
}

#[test]
fn the_order_of_permissions_is_what_can_become_of_them() {
    let mut reachable: BTreeSet<(Permission, Permission)> =
        Permission::ALL.into_iter().map(|p| (p, p)).collect();
    for_every_access(|before, access, relation, protected| {
        if let Ok(after) = before.after(access, relation, protected) {
            reachable.insert((before.permission(), after.permission()));
        }
    });
    loop {
        let longer: Vec<_> = reachable
            .iter()
            .flat_map(|(a, b)| {
                let from_there = reachable.iter().filter(move |(c, _)| c == b);
                from_there.map(move |(_, d)| (*a, *d))
            })
            .filter(|pair| !reachable.contains(pair))
            .collect();
        if longer.is_empty() {
            break;
        }
        reachable.extend(longer);
    }
    for a in Permission::ALL {
        for b in Permission::ALL {
            assert_eq!(reachable.contains(&(a, b)), a <= b, "{a:?} {b:?}");
        }
    }
}

#[test]
fn only_some_states_can_be_reached() {
    let states = reachable_states();
    assert_eq!(states.len(), 17);
    for (state, protected) in states {
        let is_disabled = state.permission() == Permission::Disabled;
        assert!(!(is_disabled && protected && state.is_accessed()));
        assert!(state.permission() != Permission::Unique || state.is_accessed());
    }
}

#[test]
fn an_access_that_happened_may_happen_again() {
    for_every_access(|before, access, relation, protected| {
        if let Ok(after) = before.after(access, relation, protected) {
            // The protector may have ended in between.
            assert_eq!(after.after(access, relation, protected), Ok(after));
            assert_eq!(after.after(access, relation, false), Ok(after));
        }
    });
}

#[test]
fn a_foreign_read_after_a_foreign_write_changes_nothing() {
    for (before, protected) in reachable_states() {
        if let Ok(after) = before.after(Access::Write, Relation::Foreign, protected) {
            for still in BOTH.into_iter().filter(|still| protected || !still) {
                let read = after.after(Access::Read, Relation::Foreign, still);
                assert_eq!(read, Ok(after));
            }
        }
    }
}

#[test]
fn a_protected_byte_that_was_accessed_is_never_disabled() {
    for_every_access(|before, access, relation, protected| {
        if let Ok(after) = before.after(access, relation, protected)
            && protected
            && after.is_accessed()
        {
            assert_ne!(after.permission(), Permission::Disabled);
        }
    });
}

#[test]
fn reads_may_be_swapped() {
    for (before, protected) in reachable_states() {
        let read = |state: State, relation| state.after(Access::Read, relation, protected);
        let child_first =
            read(before, Relation::Child).and_then(|state| read(state, Relation::Foreign));
        let foreign_first =
            read(before, Relation::Foreign).and_then(|state| read(state, Relation::Child));
        assert_eq!(child_first.ok(), foreign_first.ok(), "{before:?}");
    }
}

/// This is what `noalias` says: two accesses to one byte during the call, one through the argument
/// and one not, and at least one of them a write, are undefined in either order.
#[test]
fn protected_tags_have_no_aliases() {
    for (before, protected) in reachable_states() {
        for first in ACCESSES {
            for second in ACCESSES {
                if !protected || (first, second) == (Access::Read, Access::Read) {
                    continue;
                }
                for (this, other) in [
                    (Relation::Child, Relation::Foreign),
                    (Relation::Foreign, Relation::Child),
                ] {
                    let end = before
                        .after(first, this, true)
                        .and_then(|state| state.after(second, other, true));
                    assert!(end.is_err(), "{before:?} {first:?} {second:?} {this:?}");
                }
            }
        }
    }
}

#[test]
fn a_functions_end_changes_nothing_for_its_own_argument() {
    for (state, protected) in reachable_states() {
        if protected && state.is_accessed() {
            let access = state.permission().exit_access();
            assert_eq!(state.after(access, Relation::Child, true), Ok(state));
        }
    }
}

#[test]
fn a_protector_only_ever_forbids() {
    for (state, protected) in reachable_states() {
        for access in ACCESSES {
            for relation in RELATIONS {
                if protected && let Ok(after) = state.after(access, relation, true) {
                    let without = state.after(access, relation, false).unwrap();
                    assert!(without.permission() <= after.permission());
                }
            }
        }
    }
}

#[test]
fn all_short_lives_of_one_byte() {
    let lives = explore(&mut Pair::new(1), std::slice::from_ref(&(0..1)), 5);
    assert!(lives > 100_000, "{lives}");
}

#[test]
fn all_short_lives_of_two_bytes() {
    let ranges = [0..0, 0..1, 1..2, 0..2];
    let lives = explore(&mut Pair::new(2), &ranges, 3);
    assert!(lives > 10_000, "{lives}");
}

/// Does everything that can be done, in every order, up to `depth` things, and counts the lives.
fn explore(pair: &mut Pair, ranges: &[Range<u64>], depth: u32) -> u64 {
    if depth == 0 {
        check_theorems(&pair.tree);
        return 1;
    }
    let mut lives = 0;
    for op in every_op(&pair.tree, ranges) {
        let before = pair.snapshot();
        lives += match pair.apply(&op) {
            true => explore(pair, ranges, depth - 1),
            false => 1,
        };
        pair.restore(before);
    }
    lives
}

fn every_op(tree: &Tree, ranges: &[Range<u64>]) -> Vec<Op> {
    let mut ops = Vec::new();
    for tag in (0..tree.tag_count() as u32).map(BorrowTag) {
        for range in ranges {
            for access in ACCESSES {
                ops.push(Op::Access(tag, range.clone(), access));
            }
            for kind in [BorrowKind::Shared, BorrowKind::Mutable] {
                for protected in BOTH {
                    let borrow = Borrow {
                        range: range.clone(),
                        kind,
                        protected,
                    };
                    ops.push(Op::Reborrow(tag, borrow));
                }
            }
        }
        if tree.is_protected(tag) {
            ops.push(Op::Exit(tag));
            ops.push(Op::Unprotect(tag));
        }
        ops.push(Op::Free(tag));
    }
    ops
}

/// What is true of every tree that can come to be.
fn check_theorems(tree: &Tree) {
    let at = 0;
    let tags = (0..tree.tag_count() as u32).map(BorrowTag);
    for tag in tags.clone() {
        // A running function can always read what it has read: only others' protectors can object.
        if tree.is_protected(tag) && tree.is_accessed(tag, 0) {
            let mut tree = tree.clone();
            if let Err(violation) = tree.access(tag, 0..1, Access::Read, at, &mut |_| ()) {
                assert_eq!(violation.refusal(), Refusal::Protected);
            }
        }
        // Two reads can be swapped.
        for other in tags.clone().filter(|other| *other < tag) {
            let both = |first, second| {
                let mut tree = tree.clone();
                tree.access(first, 0..1, Access::Read, at, &mut |_| ())?;
                tree.access(second, 0..1, Access::Read, at, &mut |_| ())?;
                Ok::<_, Violation>(tree)
            };
            match (both(tag, other), both(other, tag)) {
                (Ok(a), Ok(b)) => {
                    for tag in tags.clone() {
                        assert_eq!(a.permission(tag, 0), b.permission(tag, 0));
                        assert_eq!(a.is_accessed(tag, 0), b.is_accessed(tag, 0));
                    }
                }
                (a, b) => assert!(a.is_err() && b.is_err()),
            }
        }
    }
}

/// Every access to every state that a byte of a reference can be in.
fn for_every_access(mut check: impl FnMut(State, Access, Relation, bool)) {
    for (state, protected) in reachable_states() {
        for access in ACCESSES {
            for relation in RELATIONS {
                check(state, access, relation, protected);
            }
        }
    }
}

/// Every state that a byte of a reference can be in, with whether the reference is still protected.
fn reachable_states() -> Vec<(State, bool)> {
    let mut states = Vec::new();
    for permission in [Permission::Reserved, Permission::Frozen] {
        for accessed in BOTH {
            for protected in BOTH {
                states.push((State::new(permission, accessed), protected));
            }
        }
    }
    let mut next = 0;
    while let Some(&(state, protected)) = states.get(next) {
        let mut found = vec![(state, false)];
        for access in ACCESSES {
            for relation in RELATIONS {
                let after = state.after(access, relation, protected);
                found.extend(after.ok().map(|after| (after, protected)));
            }
        }
        found.retain(|found| !states.contains(found));
        for found in found {
            if !states.contains(&found) {
                states.push(found);
            }
        }
        next += 1;
    }
    states
}
