//! Results: numbers, poison, undef, pointers, choices.

use kvant_llvm_machine::{Leaf, Origin};
use kvant_llvm_refine::{Input, Kind};

use crate::{check_bodies, pointers, verdict};

/// Judges about instructions on `%x` and `%y`, of which the last one has the result `%r`.
fn check(x: Leaf, y: Leaf, kind: Kind, pairs: &[(&str, &str, &str)]) {
    let function = |body: &str| format!("define i8 @f(i8 %x, i8 %y) {{ {body} ret i8 %r }}");
    let input = Input {
        kind,
        ..Input::of_leaves([x, y])
    };
    for (source, target, expected) in pairs {
        let found = verdict("", &function(source), &function(target), &input);
        assert_eq!(found, *expected, "{source} => {target}");
    }
}

const ADD: &str = "%r = add i8 %x, %y";
const NSW: &str = "%r = add nsw i8 %x, %y";

#[test]
fn numbers() {
    let number = |x, y, pairs: &[_]| check(Leaf::Int(x), Leaf::Int(y), Kind::Plain, pairs);
    number(
        1,
        2,
        &[
            (ADD, ADD, "refines"),
            (ADD, "%r = sub i8 %x, %y", "value"),
            (ADD, "%r = or disjoint i8 %x, %y", "refines"),
        ],
    );
    number(1, 0, &[(ADD, "%r = sub i8 %x, %y", "refines")]);
    // Poison may become anything, and nothing may become poison.
    number(127, 1, &[(NSW, ADD, "refines"), (ADD, NSW, "poison")]);
    number(126, 1, &[(ADD, NSW, "refines")]);
    let div = "%r = udiv i8 %x, %y";
    number(
        1,
        0,
        &[
            (div, "%r = add i8 0, 3", "silent: division-by-zero"),
            (ADD, div, "undefined"),
        ],
    );
}

#[test]
fn undef_and_poison() {
    check(
        Leaf::Int(0),
        Leaf::Int(0),
        Kind::Plain,
        &[
            // Undef may become any value, and a value may not become undef.
            ("%r = add i8 undef, 0", "%r = add i8 7, 0", "refines"),
            ("%r = add i8 7, 0", "%r = add i8 undef, 0", "value"),
            (
                "%r = add i8 undef, 0",
                "%r = add i8 poison, 0",
                "poison undef",
            ),
            ("%r = or i8 undef, 1", "%r = add i8 7, 0", "refines"),
            ("%r = or i8 undef, 1", "%r = add i8 6, 0", "value undef"),
            ("%r = or i8 undef, 1", "%r = or i8 undef, 3", "refines"),
            ("%r = or i8 undef, 3", "%r = or i8 undef, 1", "value undef"),
        ],
    );
    let x = Leaf::Poison(Origin::OUTSIDE);
    check(
        x,
        Leaf::Int(1),
        Kind::Poison,
        &[
            (
                "%c = icmp eq i8 %y, 0 %r = select i1 %c, i8 %x, i8 2",
                "%c = icmp eq i8 %y, 0 %d = and i1 %c, true %r = select i1 %d, i8 %x, i8 2",
                "refines",
            ),
            // Both operands of `and` count, not those of `select`.
            (
                "%a = icmp eq i8 %y, 0 %b = icmp eq i8 %x, 0 %c = select i1 %a, i1 %b, i1 false %r = zext i1 %c to i8",
                "%a = icmp eq i8 %y, 0 %b = icmp eq i8 %x, 0 %c = and i1 %a, %b %r = zext i1 %c to i8",
                "poison",
            ),
            (
                "%a = icmp eq i8 %y, 0 %b = icmp eq i8 %x, 0 %c = select i1 %a, i1 %b, i1 false %r = zext i1 %c to i8",
                "%a = icmp eq i8 %y, 0 %z = freeze i8 %x %b = icmp eq i8 %z, 0 %c = and i1 %a, %b %r = zext i1 %c to i8",
                "refines",
            ),
            ("%r = freeze i8 %y", "%r = add i8 %y, 0", "refines"),
            ("%r = freeze i8 %x", "%r = add i8 %x, 0", "poison undef"),
            ("%r = freeze i8 %x", "%r = add i8 3, 0", "refines"),
        ],
    );
    let undef = |pairs: &[_]| check(Leaf::Undef, Leaf::Int(1), Kind::Undef, pairs);
    undef(&[
        // Each use of undef may be another value.
        ("%r = mul i8 %x, 2", "%r = shl i8 %x, 1", "refines"),
        ("%r = shl i8 %x, 1", "%r = add i8 %x, %x", "value undef"),
        ("%r = add i8 %x, %x", "%r = shl i8 %x, 1", "refines"),
        ("%r = sub i8 %x, %x", "%r = add i8 0, 0", "refines"),
        ("%r = xor i8 %y, %y", "%r = xor i8 %x, %x", "value undef"),
    ]);
}

#[test]
fn choices() {
    check(
        Leaf::Int(0),
        Leaf::Int(0),
        Kind::Plain,
        &[
            // A choice is made once.
            (
                "%u = freeze i1 undef %r = zext i1 %u to i8",
                "%r = add i8 1, 0",
                "refines",
            ),
            (
                "%u = freeze i1 undef %r = zext i1 %u to i8",
                "%r = add i8 2, 0",
                "value undef",
            ),
            (
                "%r = add i8 1, 0",
                "%u = freeze i1 undef %r = zext i1 %u to i8",
                "value",
            ),
            // All values of an undef bit are behaviours of the source.
            (
                "%u = freeze i1 undef %r = zext i1 %u to i8",
                "%u = and i8 undef, 1 %r = add i8 %u, 0",
                "refines",
            ),
            (
                "%u = freeze i1 undef %r = zext i1 %u to i8",
                "%r = and i8 undef, 3",
                "value undef",
            ),
            // Frozen once and used twice.
            (
                "%u = freeze i1 undef %z = zext i1 %u to i8 %r = sub i8 %z, %z",
                "%u = freeze i1 undef %v = freeze i1 undef %z = zext i1 %u to i8 %w = zext i1 %v to i8 %r = sub i8 %z, %w",
                "value undef",
            ),
            // Too many to enumerate: the source may do more than it does, never less.
            (
                "%u = freeze i64 undef %t = trunc i64 %u to i8 %r = or i8 %t, 1",
                "%r = add i8 5, 0",
                "refines",
            ),
            (
                "%u = freeze i64 undef %t = trunc i64 %u to i8 %r = or i8 %t, 1",
                "%r = add i8 4, 0",
                "value undef",
            ),
            (
                "%u = freeze i64 undef %v = xor i64 %u, %u %r = trunc i64 %v to i8",
                "%r = add i8 4, 0",
                "refines",
            ),
            // A branch on it is no undefined behaviour, but nothing is known.
            (
                "%u = freeze i64 undef %c = icmp eq i64 %u, 77 br i1 %c, label %a, label %b a: br label %b b: %r = phi i8 [ 1, %0 ], [ 2, %a ]",
                "%r = add i8 4, 0",
                "silent: many-behaviours",
            ),
            // One choice of the source is undefined: it may do anything.
            (
                "%u = freeze i1 undef br i1 %u, label %a, label %b a: unreachable b: %r = add i8 1, 0",
                "%r = add i8 4, 0",
                "silent: unreachable",
            ),
            // 256 behaviours are enumerated, and more are not. The first ones are known.
            (
                "%u = freeze i8 undef %r = or i8 %u, 1",
                "%r = add i8 4, 0",
                "value undef",
            ),
            (
                "%u = freeze i8 undef %v = freeze i8 undef %w = and i8 %u, %v %r = or i8 %w, 1",
                "%r = add i8 4, 0",
                "silent: many-behaviours",
            ),
            (
                "%u = freeze i8 undef %v = freeze i8 undef %w = and i8 %u, %v %r = or i8 %w, 1",
                "%r = add i8 1, 0",
                "refines",
            ),
            // Of a target, a few of many values are enough.
            (
                "%r = add i8 0, 0",
                "%u = freeze i64 undef %c = icmp ne i64 %u, 0 %r = zext i1 %c to i8",
                "value",
            ),
            (
                "%r = add i8 0, 0",
                "%u = freeze i64 undef %z = and i64 %u, 0 %r = trunc i64 %z to i8",
                "refines",
            ),
        ],
    );
}

#[test]
fn pointers_are_objects_and_offsets() {
    let common = "@g = global i8 5
        @h = internal global i8 6
        declare ptr @malloc(i64)";
    check_bodies(
        common,
        "ptr @f(ptr %p)",
        &pointers(&[&[1, 2, 3, 4]]),
        &[
            ("ret ptr %p", "ret ptr %p", "refines"),
            (
                "ret ptr %p",
                "%q = getelementptr i8, ptr %p, i64 1 ret ptr %q",
                "value",
            ),
            ("ret ptr %p", "ret ptr @g", "value"),
            ("ret ptr %p", "ret ptr null", "value"),
            ("ret ptr null", "ret ptr %p", "value"),
            // Objects that were made inside are matched by the way to them.
            (
                "%a = call ptr @malloc(i64 1) store i8 1, ptr %a ret ptr %a",
                "%x = call ptr @malloc(i64 1) %a = call ptr @malloc(i64 1) store i8 1, ptr %a ret ptr %a",
                "refines",
            ),
            (
                "%a = call ptr @malloc(i64 1) store i8 1, ptr %a ret ptr %a",
                "%a = call ptr @malloc(i64 1) store i8 2, ptr %a ret ptr %a",
                "memory",
            ),
            (
                "%a = call ptr @malloc(i64 1) ret ptr %a",
                "ret ptr @h",
                "silent: not-comparable",
            ),
            // A pointer to an `alloca` that is gone is nothing that can be compared.
            (
                "%a = alloca i8 ret ptr %a",
                "%a = alloca i16 %b = getelementptr i8, ptr %a, i64 1 ret ptr %b",
                "silent: not-comparable",
            ),
            ("%a = alloca i8 ret ptr %a", "ret ptr poison", "poison"),
        ],
    );
    check_bodies(
        common,
        "i64 @f(ptr %p)",
        &pointers(&[&[1, 2, 3, 4]]),
        &[
            (
                "%i = ptrtoint ptr %p to i64 ret i64 %i",
                "%i = ptrtoint ptr %p to i64 ret i64 %i",
                "refines",
            ),
            (
                "%i = ptrtoint ptr %p to i64 ret i64 %i",
                "%i = ptrtoint ptr %p to i64 %j = add i64 %i, 1 ret i64 %j",
                "value",
            ),
            // Its address is not known.
            (
                "%i = ptrtoint ptr %p to i64 ret i64 %i",
                "ret i64 4096",
                "silent: not-comparable",
            ),
            (
                "ret i64 0",
                "%i = ptrtoint ptr null to i64 ret i64 %i",
                "refines",
            ),
        ],
    );
}

#[test]
fn wide_integers() {
    let input = Input::of_leaves([Leaf::Int(3)]);
    check_bodies(
        "",
        "i200 @f(i64 %x)",
        &input,
        &[
            (
                "%z = zext i64 %x to i200 %s = shl i200 %z, 150 ret i200 %s",
                "%z = zext i64 %x to i200 %s = mul i200 %z, 1427247692705959881058285969449495136382746624 ret i200 %s",
                "refines",
            ),
            (
                "%z = zext i64 %x to i200 %s = shl i200 %z, 150 ret i200 %s",
                "%z = zext i64 %x to i200 %s = shl i200 %z, 151 ret i200 %s",
                "value",
            ),
            (
                "%z = zext i64 %x to i200 ret i200 %z",
                "ret i200 3",
                "refines",
            ),
            ("ret i200 undef", "ret i200 3", "refines"),
        ],
    );
}
