//! Events: their order, their arguments, the memory that they can read, and what functions outside may do.

use crate::{check_bodies, pointers};

const COMMON: &str = "@g = global i8 5
    @c = constant i8 7
    @d = constant [4 x i8] c\"abcd\"
    @local = internal global i8 6
    @a1 = private unnamed_addr constant [2 x i8] c\"hi\"
    @a2 = private unnamed_addr constant [2 x i8] c\"hi\"
    @a3 = private unnamed_addr constant [2 x i8] c\"ho\"
    @b1 = private constant [2 x i8] c\"hi\"
    @b2 = private constant [2 x i8] c\"hi\"
    @e1 = unnamed_addr constant [2 x i8] c\"hi\"
    @e2 = unnamed_addr global [2 x i8] c\"hi\"
    @e3 = unnamed_addr constant [2 x i8] c\"ho\"
    declare void @use(i8)
    declare i8 @get()
    declare void @look(ptr)
    declare void @peek(ptr captures(none))
    declare void @look_at(ptr) memory(argmem: read)
    declare void @fill(ptr initializes((0, 2)) captures(none))
    declare void @set(ptr writeonly captures(none)) memory(argmem: write) willreturn nounwind
    declare i8 @pure(i8) memory(none) willreturn nounwind
    declare i8 @quiet(i8) memory(none) nounwind
    declare i8 @reads(ptr) memory(read) willreturn nounwind
    declare void @log(i8) memory(inaccessiblemem: write) willreturn nounwind
    declare i8 @change(ptr) memory(argmem: readwrite) willreturn nounwind
    declare void @ends() noreturn
    declare void @works() willreturn nounwind
    define internal void @limited(ptr %q) memory(argmem: readwrite) { call void @look(ptr %q) ret void }
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)";

fn check(pairs: &[(&str, &str, &str)]) {
    let input = pointers(&[&[1, 2, 3, 4]]);
    check_bodies(COMMON, "i8 @f(ptr %p)", &input, pairs);
}

/// Constants that become one.
#[test]
fn merged_constants() {
    let two =
        |a: &str, b: &str| format!("call void @look(ptr @{a}) call void @look(ptr @{b}) ret i8 0");
    for (before, after, expected) in [
        // A constant takes the place of one whose address means nothing.
        (["b1", "e1"], ["e1", "e1"], "refines"),
        (["e1", "b1"], ["e1", "e1"], "refines"),
        (["b1", "b1"], ["e1", "e1"], "refines"),
        // Two whose addresses count stay two.
        (["b1", "b2"], ["e1", "e1"], "event"),
        // One may not become a variable, have other contents, or another address that counts; and no variable a constant.
        (["b1", "b1"], ["e2", "e2"], "event"),
        (["b1", "b1"], ["c", "c"], "event"),
        (["local", "local"], ["e1", "e1"], "event"),
        (["b1", "b1"], ["e1", "b1"], "event"),
        (["b1", "b1"], ["e3", "e3"], "memory"),
    ] {
        let (before, after) = (two(before[0], before[1]), two(after[0], after[1]));
        check(&[(&before, &after, expected)]);
    }
}

#[test]
fn order_and_arguments() {
    let nothing = "ret i8 0";
    check(&[
        (
            "call void @use(i8 1) call void @use(i8 2) ret i8 0",
            "call void @use(i8 2) call void @use(i8 1) ret i8 0",
            "event",
        ),
        ("call void @use(i8 1) ret i8 0", nothing, "event"),
        (nothing, "call void @use(i8 1) ret i8 0", "event"),
        (
            "call void @use(i8 1) ret i8 0",
            "call void @use(i8 1) call void @use(i8 1) ret i8 0",
            "event",
        ),
        (
            "call void @use(i8 poison) ret i8 0",
            "call void @use(i8 3) ret i8 0",
            "refines",
        ),
        (
            "call void @use(i8 3) ret i8 0",
            "call void @use(i8 poison) ret i8 0",
            "poison",
        ),
        ("store volatile i8 1, ptr %p ret i8 0", nothing, "event"),
        (
            "store volatile i8 1, ptr %p ret i8 0",
            "store volatile i8 2, ptr %p ret i8 0",
            "event",
        ),
        (
            "%a = load volatile i8, ptr %p ret i8 0",
            "%a = load volatile i8, ptr @g ret i8 0",
            "event",
        ),
        ("call void @works() ret i8 0", nothing, "event"),
    ]);
}

#[test]
fn calls_that_may_vanish() {
    let nothing = "ret i8 0";
    check(&[
        ("%r = call i8 @pure(i8 1) ret i8 0", nothing, "refines"),
        (nothing, "%r = call i8 @pure(i8 1) ret i8 0", "refines"),
        (
            "%r = call i8 @pure(i8 1) ret i8 %r",
            "%q = call i8 @pure(i8 1) %r = call i8 @pure(i8 1) ret i8 %r",
            "refines",
        ),
        (
            "%r = call i8 @pure(i8 1) ret i8 %r",
            "%r = call i8 @pure(i8 2) ret i8 %r",
            "value",
        ),
        // It may not return.
        ("%r = call i8 @quiet(i8 1) ret i8 0", nothing, "event"),
        (nothing, "%r = call i8 @quiet(i8 1) ret i8 0", "event"),
        (
            "%q = call i8 @quiet(i8 1) %r = call i8 @quiet(i8 1) ret i8 %r",
            "%r = call i8 @quiet(i8 1) ret i8 %r",
            "refines",
        ),
        (
            "%q = call i8 @quiet(i8 1) %r = call i8 @quiet(i8 2) ret i8 %r",
            "%r = call i8 @quiet(i8 2) ret i8 %r",
            "event",
        ),
        ("%r = call i8 @reads(ptr %p) ret i8 0", nothing, "refines"),
        // What it reads changes in between.
        (
            "%q = call i8 @reads(ptr %p) store i8 9, ptr %p %r = call i8 @reads(ptr %p) ret i8 %r",
            "%r = call i8 @reads(ptr %p) store i8 9, ptr %p ret i8 %r",
            "value",
        ),
        (
            "%q = call i8 @reads(ptr @c) store i8 9, ptr %p %r = call i8 @reads(ptr @c) ret i8 %r",
            "%r = call i8 @reads(ptr @c) store i8 9, ptr %p ret i8 %r",
            "value",
        ),
        // It writes, and a second time the same.
        ("call void @log(i8 1) ret i8 0", nothing, "event"),
        (
            "call void @log(i8 1) call void @log(i8 1) ret i8 0",
            "call void @log(i8 1) ret i8 0",
            "refines",
        ),
        (
            "call void @log(i8 1) call void @log(i8 2) call void @log(i8 1) ret i8 0",
            "call void @log(i8 1) call void @log(i8 2) ret i8 0",
            "event",
        ),
        // It writes memory that is not read afterwards, or that is.
        (
            "%a = alloca i8 store i8 1, ptr %a %r = call i8 @change(ptr %a) ret i8 0",
            nothing,
            "refines",
        ),
        ("%r = call i8 @change(ptr %p) ret i8 0", nothing, "memory"),
        (
            "%a = alloca i8 call void @set(ptr %a) ret i8 0",
            nothing,
            "refines",
        ),
    ]);
}

#[test]
fn memory_at_calls() {
    check(&[
        // A store before a call that can see it stays before it.
        (
            "store i8 9, ptr %p call void @use(i8 1) store i8 8, ptr %p ret i8 0",
            "call void @use(i8 1) store i8 8, ptr %p ret i8 0",
            "memory",
        ),
        (
            "store i8 9, ptr @g call void @use(i8 1) store i8 8, ptr @g ret i8 0",
            "call void @use(i8 1) store i8 8, ptr @g ret i8 0",
            "memory",
        ),
        (
            "call void @use(i8 1) store i8 9, ptr @g ret i8 0",
            "store i8 9, ptr @g call void @use(i8 1) ret i8 0",
            "memory",
        ),
        (
            "store i8 9, ptr @local call void @use(i8 1) store i8 8, ptr @local ret i8 0",
            "call void @use(i8 1) store i8 8, ptr @local ret i8 0",
            "refines",
        ),
        (
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) ret i8 0",
            "%a = alloca i8 store i8 2, ptr %a call void @look(ptr %a) ret i8 0",
            "memory",
        ),
        (
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) ret i8 0",
            "%a = alloca i8 call void @look(ptr %a) ret i8 0",
            "memory",
        ),
        (
            "%a = alloca i8 call void @look(ptr %a) ret i8 0",
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) ret i8 0",
            "refines",
        ),
        // It was given to a function before.
        (
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) store i8 2, ptr %a call void @use(i8 0) ret i8 0",
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) call void @use(i8 0) ret i8 0",
            "memory",
        ),
        (
            "%a = alloca i8 store i8 1, ptr %a call void @peek(ptr %a) store i8 2, ptr %a call void @use(i8 0) ret i8 0",
            "%a = alloca i8 store i8 1, ptr %a call void @peek(ptr %a) call void @use(i8 0) ret i8 0",
            "refines",
        ),
        // Only the memory of its argument is read.
        (
            "store i8 9, ptr %p call void @look_at(ptr @g) store i8 8, ptr %p ret i8 0",
            "call void @look_at(ptr @g) store i8 8, ptr %p ret i8 0",
            "refines",
        ),
        (
            "store i8 9, ptr @g call void @look_at(ptr @g) store i8 8, ptr @g ret i8 0",
            "call void @look_at(ptr @g) store i8 8, ptr @g ret i8 0",
            "event",
        ),
    ]);
}

#[test]
fn memory_of_arguments_at_calls() {
    check(&[
        // Bytes that are written before they are read.
        (
            "%a = alloca [4 x i8], align 4 store i16 1, ptr %a call void @fill(ptr %a) ret i8 0",
            "%a = alloca [4 x i8], align 4 call void @fill(ptr %a) ret i8 0",
            "refines",
        ),
        (
            "%a = alloca [4 x i8], align 4 store i32 1, ptr %a call void @fill(ptr %a) ret i8 0",
            "%a = alloca [4 x i8], align 4 call void @fill(ptr %a) ret i8 0",
            "memory",
        ),
        // An alloca becomes the memory that it is a copy of.
        (
            "%a = alloca [4 x i8] call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 4, i1 false) call void @peek(ptr %a) ret i8 0",
            "call void @peek(ptr %p) ret i8 0",
            "memory",
        ),
        (
            "%a = alloca [4 x i8] call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @d, i64 4, i1 false) call void @look_at(ptr %a) ret i8 0",
            "call void @look_at(ptr @d) ret i8 0",
            "refines",
        ),
        (
            "%a = alloca [4 x i8] %b = getelementptr i8, ptr %a, i64 1 store i8 3, ptr %b call void @peek(ptr %b) ret i8 0",
            "%a = alloca [9 x i8] %b = getelementptr i8, ptr %a, i64 5 store i8 3, ptr %b call void @peek(ptr %b) ret i8 0",
            "refines",
        ),
        (
            "%a = alloca [4 x i8] %b = getelementptr i8, ptr %a, i64 1 store i8 3, ptr %b call void @peek(ptr %b) ret i8 0",
            "%a = alloca [9 x i8] %b = getelementptr i8, ptr %a, i64 5 store i8 4, ptr %b call void @peek(ptr %b) ret i8 0",
            "memory",
        ),
    ]);
}

/// The bytes before the pointer are those of its memory as well.
#[test]
fn memory_before_a_pointer_at_calls() {
    let body = |size: usize, offset: usize, first: u8| {
        format!(
            "%a = alloca [{size} x i8] %b = getelementptr i8, ptr %a, i64 {offset} \
             %c = getelementptr i8, ptr %b, i64 -1 store i8 {first}, ptr %c store i8 3, ptr %b \
             call void @peek(ptr %b) ret i8 0"
        )
    };
    check(&[
        (&body(4, 1, 7), &body(9, 5, 7), "refines"),
        (&body(4, 1, 7), &body(9, 5, 8), "memory"),
    ]);
}

/// A call in a function that promises progress returns, so that it may vanish; a new one may still not return.
#[test]
fn calls_of_functions_that_promise_progress() {
    let input = pointers(&[&[1, 2, 3, 4]]);
    let quiet = "%r = call i8 @quiet(i8 1) ret i8 0";
    for promise in ["willreturn", "mustprogress"] {
        let head = format!("i8 @f(ptr %p) {promise}");
        let pairs = [(quiet, "ret i8 0", "refines")];
        check_bodies(COMMON, &head, &input, &pairs);
    }
    check_bodies(
        COMMON,
        "i8 @f(ptr %p) mustprogress",
        &input,
        &[("ret i8 0", quiet, "event")],
    );
}

/// Memory that `tail` or a caller excludes is not compared.
#[test]
fn memory_that_a_call_cannot_read() {
    check(&[
        // A tail call accesses no alloca of its caller.
        (
            "%a = alloca i8 call void @look(ptr %a) store i8 1, ptr %a tail call void @use(i8 1) ret i8 0",
            "%a = alloca i8 call void @look(ptr %a) store i8 2, ptr %a tail call void @use(i8 1) ret i8 0",
            "refines",
        ),
        (
            "%a = alloca i8 call void @look(ptr %a) store i8 1, ptr %a call void @use(i8 1) ret i8 0",
            "%a = alloca i8 call void @look(ptr %a) store i8 2, ptr %a call void @use(i8 1) ret i8 0",
            "memory",
        ),
        // Nor do functions that one calls that accesses its arguments only.
        (
            "store i8 1, ptr @g call void @limited(ptr %p) store i8 0, ptr @g ret i8 0",
            "store i8 2, ptr @g call void @limited(ptr %p) store i8 0, ptr @g ret i8 0",
            "refines",
        ),
    ]);
}

/// Contents at events are kept up to a limit, and those after it are not compared.
#[test]
fn contents_beyond_the_limit() {
    let body = |size: usize, last: u8| {
        format!(
            "%a = alloca [{size} x i8] store i8 {last}, ptr %a call void @peek(ptr %a) ret i8 0"
        )
    };
    check(&[
        (&body(60_000, 1), &body(60_000, 2), "memory"),
        (&body(70_000, 1), &body(70_000, 2), "refines"),
    ]);
}

/// Nothing else accesses memory of a `noalias` argument.
#[test]
fn memory_of_noalias_arguments_at_calls() {
    let input = pointers(&[&[1, 2, 3, 4]]);
    check_bodies(
        COMMON,
        "i8 @f(ptr noalias %p)",
        &input,
        &[
            (
                "store i8 9, ptr %p call void @use(i8 1) store i8 8, ptr %p ret i8 0",
                "call void @use(i8 1) store i8 8, ptr %p ret i8 0",
                "refines",
            ),
            (
                "store i8 9, ptr %p call void @use(i8 1) ret i8 0",
                "call void @use(i8 1) store i8 9, ptr %p ret i8 0",
                "refines",
            ),
            (
                "store i8 9, ptr %p call void @look(ptr %p) store i8 8, ptr %p ret i8 0",
                "call void @look(ptr %p) store i8 8, ptr %p ret i8 0",
                "memory",
            ),
        ],
    );
}

/// A function with a `noalias` argument is inlined: the argument is gone, and others may write to its memory.
#[test]
fn noalias_arguments_that_are_gone() {
    let common = format!(
        "{COMMON}
        define i8 @inner(ptr noalias %q) {{ call void @use(i8 1) %v = load i8, ptr %q ret i8 %v }}"
    );
    check_bodies(
        &common,
        "i8 @f(ptr %p)",
        &pointers(&[&[1, 2, 3, 4]]),
        &[
            (
                "%v = call i8 @inner(ptr %p) ret i8 %v",
                "call void @use(i8 1) %v = load i8, ptr %p ret i8 %v",
                "refines",
            ),
            (
                "%v = call i8 @inner(ptr %p) ret i8 %v",
                "call void @use(i8 1) %v = load i8, ptr %p %w = xor i8 %v, 1 ret i8 %w",
                "value",
            ),
        ],
    );
}

#[test]
fn constants_that_are_merged() {
    let common = &format!("{COMMON}\ndeclare void @two(ptr, ptr)");
    let input = pointers(&[&[1, 2, 3, 4]]);
    check_bodies(
        common,
        "i8 @f(ptr %p)",
        &input,
        &[
            (
                "call void @two(ptr @a1, ptr @a2) ret i8 0",
                "call void @two(ptr @a1, ptr @a1) ret i8 0",
                "refines",
            ),
            (
                "call void @two(ptr @a1, ptr @a2) ret i8 0",
                "call void @two(ptr @a1, ptr @a3) ret i8 0",
                "event",
            ),
            (
                "call void @two(ptr @b1, ptr @b2) ret i8 0",
                "call void @two(ptr @b1, ptr @b1) ret i8 0",
                "event",
            ),
            (
                "call void @two(ptr @b1, ptr @b2) ret i8 0",
                "call void @two(ptr @b2, ptr @b1) ret i8 0",
                "refines",
            ),
        ],
    );
}

#[test]
fn environments() {
    check(&[
        // A function may write what it knows.
        (
            "%a = load i8, ptr %p call void @use(i8 1) %b = load i8, ptr %p ret i8 %b",
            "%a = load i8, ptr %p call void @use(i8 1) ret i8 %a",
            "value",
        ),
        (
            "%a = load i8, ptr @g call void @use(i8 1) %b = load i8, ptr @g ret i8 %b",
            "%a = load i8, ptr @g call void @use(i8 1) ret i8 %a",
            "value",
        ),
        (
            "%a = load i8, ptr @c call void @use(i8 1) %b = load i8, ptr @c ret i8 %b",
            "%a = load i8, ptr @c call void @use(i8 1) ret i8 %a",
            "refines",
        ),
        (
            "%a = alloca i8 store i8 1, ptr %a call void @use(i8 1) %b = load i8, ptr %a ret i8 %b",
            "call void @use(i8 1) ret i8 1",
            "refines",
        ),
        (
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) %b = load i8, ptr %a ret i8 %b",
            "%a = alloca i8 store i8 1, ptr %a call void @look(ptr %a) ret i8 1",
            "value",
        ),
        // It may not return: nothing undefined comes before it.
        (
            "call void @use(i8 1) %r = udiv i8 1, 0 ret i8 %r",
            "unreachable",
            "undefined",
        ),
        (
            "call void @works() %r = udiv i8 1, 0 ret i8 %r",
            "unreachable",
            "silent: division-by-zero",
        ),
        (
            "call void @use(i8 1) store volatile i8 1, ptr %p ret i8 0",
            "store volatile i8 1, ptr %p call void @use(i8 1) ret i8 0",
            "event",
        ),
        (
            "call void @ends() ret i8 0",
            "call void @ends() unreachable",
            "refines",
        ),
        ("call void @ends() ret i8 0", "ret i8 0", "event"),
        (
            "store i8 9, ptr %p call void @ends() ret i8 0",
            "call void @ends() ret i8 0",
            "memory",
        ),
    ]);
    // It returns its argument, so that this is not the same.
    let input = pointers(&[&[1, 2, 3, 4]]);
    check_bodies(
        "declare i8 @id(i8)",
        "i1 @f(ptr %p)",
        &input,
        &[(
            "%x = load i8, ptr %p %y = call i8 @id(i8 77) %c = icmp eq i8 %y, 77 ret i1 %c",
            "%x = load i8, ptr %p %y = call i8 @id(i8 77) ret i1 false",
            "value",
        )],
    );
}

#[test]
fn undef_bytes_and_writes_outside() {
    // A function writes some bytes: those that are undef in the source only are written in the target as well.
    check(&[(
        "%a = alloca i32 %b = getelementptr i8, ptr %a, i64 1 store i8 3, ptr %b call void @look(ptr %a) %r = load i8, ptr %b ret i8 %r",
        "%a = alloca i32 store i32 773, ptr %a %b = getelementptr i8, ptr %a, i64 1 call void @look(ptr %a) %r = load i8, ptr %b ret i8 %r",
        "refines",
    )]);
}
