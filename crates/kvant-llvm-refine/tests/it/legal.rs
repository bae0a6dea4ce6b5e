//! Transformations that LLVM does and that are right, each on inputs and under seeds that would show a difference.

use kvant_llvm_machine::{Leaf, Origin};
use kvant_llvm_refine::{Given, Input, Kind};

use crate::{check_bodies, pointers, verdict_of_seeds};

/// All pairs refine on numbers, poison and undef for `%x` and `%y`.
#[test]
fn of_values() {
    let poison = Leaf::Poison(Origin::OUTSIDE);
    let plain = [0, 1, 2, 3, 7, 127, 128, 255].map(Leaf::Int);
    let all: Vec<Leaf> = plain.iter().cloned().chain([poison, Leaf::Undef]).collect();
    for (source, target) in [
        // InstCombine.
        ("%r = mul i8 %x, 8", "%r = shl i8 %x, 3"),
        ("%r = mul nsw i8 %x, 8", "%r = shl nsw i8 %x, 3"),
        ("%r = udiv i8 %x, 8", "%r = lshr i8 %x, 3"),
        ("%r = urem i8 %x, 8", "%r = and i8 %x, 7"),
        ("%r = sub i8 %x, %x", "%r = add i8 0, 0"),
        ("%r = sub nsw i8 0, %x", "%r = sub i8 0, %x"),
        ("%a = xor i8 %x, -1 %r = add i8 %a, 1", "%r = sub i8 0, %x"),
        (
            "%a = and i8 %x, %y %b = xor i8 %x, %y %r = add i8 %a, %b",
            "%r = or i8 %x, %y",
        ),
        (
            "%a = add nsw i8 %x, 1 %c = icmp sgt i8 %a, %x %r = zext i1 %c to i8",
            "%r = add i8 1, 0",
        ),
        (
            "%c = icmp ult i8 %x, 1 %r = zext i1 %c to i8",
            "%c = icmp eq i8 %x, 0 %r = zext i1 %c to i8",
        ),
        (
            "%c = icmp slt i8 %x, 0 %r = select i1 %c, i8 -1, i8 0",
            "%r = ashr i8 %x, 7",
        ),
        (
            "%c = icmp eq i8 %x, 0 %r = select i1 %c, i8 0, i8 %x",
            "%r = freeze i8 %x",
        ),
        (
            "%a = trunc i8 %x to i4 %r = zext i4 %a to i8",
            "%r = and i8 %x, 15",
        ),
        (
            "%a = lshr i8 %x, 1 %r = sext i8 %a to i16 %s = trunc i16 %r to i8 %t = add i8 %s, 0",
            "%a = lshr i8 %x, 1 %t = add i8 %a, 0",
        ),
        // A poison operand of `select` that is not chosen.
        (
            "%a = icmp ne i8 %x, 0 %b = icmp ne i8 %y, 0 %c = select i1 %a, i1 %b, i1 false %r = zext i1 %c to i8",
            "%a = icmp ne i8 %x, 0 %z = freeze i8 %y %b = icmp ne i8 %z, 0 %c = and i1 %a, %b %r = zext i1 %c to i8",
        ),
        ("%a = freeze i8 %x %r = and i8 %a, 0", "%r = and i8 0, 0"),
        (
            "%a = freeze i8 %x %b = freeze i8 %a %r = add i8 %b, 0",
            "%a = freeze i8 %x %r = add i8 %a, 0",
        ),
        (
            "%a = freeze i8 %x %b = freeze i8 %x %r = sub i8 %a, %b",
            "%r = add i8 0, 0",
        ),
        // Reassociate drops flags.
        (
            "%a = add nsw i8 %x, 1 %r = add nsw i8 %a, %y",
            "%a = add i8 %x, %y %r = add i8 %a, 1",
        ),
    ] {
        let result = match source.contains("%t =") {
            true => "%t",
            false => "%r",
        };
        for x in &all {
            for y in &all {
                let kind = match (x, y) {
                    (Leaf::Undef, _) | (_, Leaf::Undef) => Kind::Undef,
                    _ => Kind::Plain,
                };
                let input = Input {
                    kind,
                    ..Input::of_leaves([x.clone(), y.clone()])
                };
                let function =
                    |body: &str| format!("define i8 @f(i8 %x, i8 %y) {{ {body} ret i8 {result} }}");
                let found = crate::verdict("", &function(source), &function(target), &input);
                let is_silent = found == "refines" || found.starts_with("silent");
                assert!(is_silent, "{source} => {target} on {x:?}, {y:?}: {found}");
            }
        }
    }
}

const COMMON: &str = "@g = global i32 5
    @h = internal global i32 6
    @table = private unnamed_addr constant [4 x i8] c\"\\01\\02\\03\\04\"
    declare void @use(i32)
    declare i32 @get(ptr captures(none)) memory(argmem: read) willreturn nounwind
    declare void @make(ptr writable captures(none) initializes((0, 4)))
    declare void @fill(ptr captures(none)) memory(argmem: readwrite) willreturn nounwind
    declare void @look(ptr readonly noalias captures(none)) memory(argmem: read)
    declare i32 @pure(i32) memory(none) willreturn nounwind
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    declare void @llvm.lifetime.start.p0(ptr)
    declare void @llvm.lifetime.end.p0(ptr)
    declare void @llvm.assume(i1)
    declare ptr @malloc(i64)
    declare void @free(ptr)";

#[test]
fn of_memory() {
    let bytes: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8];
    check_bodies(
        COMMON,
        "i32 @f(ptr noalias %p, ptr noalias %q)",
        &pointers(&[bytes, bytes]),
        &[
            // SROA and mem2reg.
            (
                "%a = alloca i32 store i32 3, ptr %a %r = load i32, ptr %a ret i32 %r",
                "ret i32 3",
                "refines",
            ),
            (
                "%a = alloca i32 %r = load i32, ptr %a ret i32 %r",
                "ret i32 undef",
                "refines",
            ),
            (
                "%a = alloca i32 %r = load i32, ptr %a ret i32 %r",
                "ret i32 7",
                "refines",
            ),
            // A copy becomes a load and a store, also of undef bytes.
            (
                "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false) ret i32 0",
                "%v = load i32, ptr %q, align 1 store i32 %v, ptr %p, align 1 ret i32 0",
                "refines",
            ),
            (
                "%a = alloca i64 store i16 1, ptr %a call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false) ret i32 0",
                "%a = alloca i64 store i16 1, ptr %a %v = load i32, ptr %a store i32 %v, ptr %p, align 1 ret i32 0",
                "refines",
            ),
            // Dead stores.
            (
                "store i32 1, ptr %p store i32 2, ptr %p ret i32 0",
                "store i32 2, ptr %p ret i32 0",
                "refines",
            ),
            (
                "%a = call ptr @malloc(i64 4) store i32 1, ptr %a call void @free(ptr %a) ret i32 0",
                "ret i32 0",
                "refines",
            ),
            (
                "store i32 1, ptr %p call void @use(i32 1) store i32 2, ptr %p ret i32 0",
                "call void @use(i32 1) store i32 2, ptr %p ret i32 0",
                "refines",
            ),
            // Stores and memset.
            (
                "store i32 0, ptr %p %b = getelementptr i8, ptr %p, i64 4 store i32 0, ptr %b ret i32 0",
                "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false) ret i32 0",
                "refines",
            ),
            // Forwarding of a store, and a load that is moved over a call.
            (
                "store i32 9, ptr %p %r = load i32, ptr %p ret i32 %r",
                "store i32 9, ptr %p ret i32 9",
                "refines",
            ),
            (
                "%r = load i32, ptr %p call void @use(i32 1) ret i32 %r",
                "call void @use(i32 1) %r = load i32, ptr %p ret i32 %r",
                "refines",
            ),
            (
                "%r = load i32, ptr %p store i32 1, ptr %q ret i32 %r",
                "store i32 1, ptr %q %r = load i32, ptr %p ret i32 %r",
                "refines",
            ),
            // Internal variables that are never read.
            ("store i32 1, ptr @h ret i32 0", "ret i32 0", "refines"),
        ],
    );
}

#[test]
fn of_calls() {
    let bytes: &[u8] = &[1, 2, 3, 4, 5, 6, 7, 8];
    check_bodies(
        COMMON,
        "i32 @f(ptr noalias %p, ptr %q)",
        &pointers(&[bytes, bytes]),
        &[
            // The place of a result becomes that of the copy (memcpyopt).
            (
                "%a = alloca [8 x i8] call void @fill(ptr %a) call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 8, i1 false) ret i32 0",
                "call void @fill(ptr %p) ret i32 0",
                "silent: external",
            ),
            (
                "%a = alloca [8 x i8] call void @make(ptr %a) call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 4, i1 false) ret i32 0",
                "%a = alloca [8 x i8] call void @make(ptr %a) %v = load i32, ptr %a, align 1 store i32 %v, ptr %p, align 1 ret i32 0",
                "refines",
            ),
            // The copy becomes the original.
            (
                "%a = alloca [8 x i8] call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false) call void @look(ptr %a) ret i32 0",
                "call void @look(ptr %p) ret i32 0",
                "refines",
            ),
            (
                "%a = alloca [8 x i8] call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 8, i1 false) %r = call i32 @get(ptr %a) ret i32 %r",
                "%r = call i32 @get(ptr %p) ret i32 %r",
                "refines",
            ),
            // Two allocas of which one is dead become one.
            (
                "%a = alloca i32 %b = alloca i32 store i32 1, ptr %a %x = call i32 @get(ptr %a) store i32 2, ptr %b %y = call i32 @get(ptr %b) %r = add i32 %x, %y ret i32 %r",
                "%a = alloca i32 store i32 1, ptr %a %x = call i32 @get(ptr %a) store i32 2, ptr %a %y = call i32 @get(ptr %a) %r = add i32 %x, %y ret i32 %r",
                "refines",
            ),
            // A fact that is written down, and one that is dropped.
            (
                "%r = call i32 @pure(i32 1) %s = and i32 %r, 3 ret i32 %s",
                "%r = call i32 @pure(i32 1) %s = and i32 %r, 3 %c = icmp ult i32 %s, 4 call void @llvm.assume(i1 %c) ret i32 %s",
                "refines",
            ),
            (
                "%r = call i32 @pure(i32 1) %s = call i32 @pure(i32 1) %t = add i32 %r, %s ret i32 %t",
                "%r = call i32 @pure(i32 1) %t = shl i32 %r, 1 ret i32 %t",
                "refines",
            ),
            // Code after a call that may not return is not moved before it, code before it may be what nobody sees.
            (
                "store i32 1, ptr @h call void @use(i32 1) ret i32 0",
                "call void @use(i32 1) ret i32 0",
                "refines",
            ),
            (
                "store i32 7, ptr %p call void @use(i32 1) ret i32 0",
                "call void @use(i32 1) store i32 7, ptr %p ret i32 0",
                "refines",
            ),
            // Of a lookup table, the constant has no name that counts.
            (
                "%v = load i8, ptr %q %i = and i8 %v, 3 %k = zext i8 %i to i64 %a = getelementptr [4 x i8], ptr @table, i64 0, i64 %k %b = load i8, ptr %a %r = zext i8 %b to i32 ret i32 %r",
                "%v = load i8, ptr %q %i = and i8 %v, 3 %j = add i8 %i, 1 %r = zext i8 %j to i32 ret i32 %r",
                "refines",
            ),
        ],
    );
}

#[test]
fn of_control() {
    let input = Input {
        arguments: vec![Given::Leaf(Leaf::Int(3)), Given::Leaf(Leaf::Int(1))],
        ..Input::default()
    };
    check_bodies(
        COMMON,
        "i32 @f(i32 %n, i1 %c)",
        &input,
        &[
            (
                "br i1 %c, label %a, label %b a: br label %e b: br label %e e: %r = phi i32 [ 1, %a ], [ 2, %b ] ret i32 %r",
                "%r = select i1 %c, i32 1, i32 2 ret i32 %r",
                "refines",
            ),
            (
                "br i1 %c, label %a, label %b a: call void @use(i32 1) br label %e b: call void @use(i32 1) br label %e e: ret i32 0",
                "call void @use(i32 1) ret i32 0",
                "refines",
            ),
            // A loop is unrolled, and its exit value computed.
            (
                "br label %l l: %i = phi i32 [ 0, %0 ], [ %j, %l ] %j = add nuw i32 %i, 1 call void @use(i32 %i) %d = icmp ult i32 %j, 2 br i1 %d, label %l, label %e e: ret i32 %j",
                "call void @use(i32 0) call void @use(i32 1) ret i32 2",
                "refines",
            ),
            (
                "br label %l l: %i = phi i32 [ 0, %0 ], [ %j, %l ] %s = phi i32 [ 0, %0 ], [ %t, %l ] %t = add i32 %s, %i %j = add nuw i32 %i, 1 %d = icmp ult i32 %j, %n br i1 %d, label %l, label %e e: ret i32 %t",
                "%m = sub i32 %n, 1 %p = mul i32 %n, %m %r = lshr i32 %p, 1 ret i32 %r",
                "refines",
            ),
            (
                "br i1 %c, label %a, label %b a: ret i32 1 b: unreachable",
                "ret i32 1",
                "refines",
            ),
            (
                "%r = call i32 @pure(i32 %n) ret i32 0",
                "ret i32 0",
                "refines",
            ),
        ],
    );
}

/// Attributes that -O3 infers, on what they are inferred for.
#[test]
fn of_claims() {
    let input = pointers(&[&[1, 2, 3, 4, 5, 6, 7, 8]]);
    for (body, head) in [
        (
            "{ %r = load i32, ptr %p ret i32 %r }",
            "i32 @f(ptr readonly captures(none) %p) nofree norecurse nosync nounwind willreturn memory(argmem: read)",
        ),
        (
            "{ store i32 1, ptr %p ret i32 1 }",
            "noundef range(i32 1, 2) i32 @f(ptr writeonly captures(none) initializes((0, 4)) %p) nofree norecurse nosync nounwind willreturn memory(argmem: write)",
        ),
        (
            "{ %a = call ptr @malloc(i64 4) call void @free(ptr %a) ret i32 1 }",
            "noundef i32 @f(ptr readnone captures(none) %p) nounwind willreturn memory(readwrite)",
        ),
        (
            "{ call void @use(i32 1) ret i32 1 }",
            "i32 @f(ptr readnone captures(none) %p)",
        ),
        (
            "{ %a = alloca i32 store i32 1, ptr %a call void @fill(ptr %a) %r = load i32, ptr %a ret i32 %r }",
            "i32 @f(ptr readnone captures(none) %p) nounwind willreturn memory(none)",
        ),
        (
            "{ %r = call i32 @get(ptr %p) ret i32 %r }",
            "i32 @f(ptr readonly captures(none) %p) nounwind willreturn memory(argmem: read)",
        ),
    ] {
        let source = format!("define i32 @f(ptr %p) {body}");
        let target = format!("define {head} {body}");
        let found = verdict_of_seeds(COMMON, &source, &target, &input);
        assert_eq!(found, "refines", "{target}");
    }
}

/// Judges about pairs of modules in which `@f` has no parameters.
fn check_modules(common: &str, pairs: &[(&str, &str, &str)]) {
    for (source, target, expected) in pairs {
        let found = verdict_of_seeds(common, source, target, &Input::default());
        assert_eq!(found, *expected, "{source} => {target}");
    }
}

/// A function that only writes memory of its arguments keeps none of them: DSE removes the call, and GVN the load.
#[test]
fn of_arguments_that_nobody_keeps() {
    check_modules(
        "declare void @fill(ptr) memory(argmem: write) nounwind willreturn
        declare void @unk()",
        &[(
            "define i32 @f() { %a = alloca i32 call void @fill(ptr %a) store i32 1, ptr %a call void @unk()
                %v = load i32, ptr %a ret i32 %v }",
            "define i32 @f() { call void @unk() ret i32 1 }",
            "refines",
        )],
    );
}

/// Results of functions that read memory do not depend on the place of an object without a name in a larger one.
#[test]
fn of_places_without_names() {
    check_modules(
        "declare i32 @low(ptr) memory(none) nounwind willreturn",
        &[(
            "define i32 @f() { %a = alloca [8 x i8] %p = getelementptr i8, ptr %a, i64 4 %r = call i32 @low(ptr %p) ret i32 %r }",
            "define i32 @f() { %a = alloca [4 x i8] %r = call i32 @low(ptr %a) ret i32 %r }",
            "refines",
        )],
    );
}

/// Nor on variables that a compiler drops, nor on the order of variables.
#[test]
fn of_variables_that_are_read() {
    let body = "%r = call i32 @get() ret i32 %r";
    let read = "%v = load ptr, ptr @v %w = load ptr, ptr @w %r = call i32 @get() ret i32 %r";
    let changed = "store i32 7, ptr @g %r = call i32 @get() ret i32 %r";
    let [body, read, changed] =
        [body, read, changed].map(|it| format!("define i32 @f() {{ {it} }}"));
    let module = |variables: &str, function: &str| format!("{variables}\n{function}");
    let dropped = "@v = external global ptr @w = linkonce_odr global ptr @g";
    let other = "@o = linkonce_odr global i32 4";
    for (source, target, expected) in [
        (module(dropped, &read), body.clone(), "refines"),
        (module(other, &changed), module(other, &changed), "refines"),
        (module(other, &changed), module("", &changed), "refines"),
        (module(other, &changed), module(other, &body), "value"),
    ] {
        for swaps in [false, true] {
            let variables = "@g = global i32 5";
            let [source, target] = match swaps {
                true => [
                    format!("{source}\n{variables}"),
                    format!("{variables}\n{target}"),
                ],
                false => [
                    format!("{variables}\n{source}"),
                    format!("{target}\n{variables}"),
                ],
            };
            check_modules(
                "declare i32 @get() memory(read) nounwind willreturn",
                &[(&source, &target, expected)],
            );
        }
    }
}

/// More calls that write nothing than are compared, in another order.
#[test]
fn of_many_calls_that_write_nothing() {
    let loops = |first: i32, step: i32, end: i32| {
        format!(
            "define void @f() {{ br label %l
            l: %i = phi i32 [ {first}, %0 ], [ %j, %l ] %r = call i32 @q(i32 %i) %j = add i32 %i, {step}
               %c = icmp eq i32 %j, {end} br i1 %c, label %e, label %l
            e: ret void }}"
        )
    };
    check_modules(
        "declare i32 @q(i32) memory(none) nounwind",
        &[
            (
                &loops(0, 1, 100),
                &loops(99, -1, -1),
                "silent: not-comparable",
            ),
            (&loops(0, 1, 50), &loops(49, -1, -1), "refines"),
            (&loops(0, 1, 50), &loops(49, -1, 0), "event"),
        ],
    );
}

/// Copies that become loops over bytes.
#[test]
fn of_long_loops() {
    check_modules(
        "@g = global [50000 x i8] zeroinitializer
        declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
        &[(
            "define void @f() { call void @llvm.memset.p0.i64(ptr @g, i8 1, i64 50000, i1 false) ret void }",
            "define void @f() { br label %l
            l: %i = phi i64 [ 0, %0 ], [ %j, %l ] %p = getelementptr i8, ptr @g, i64 %i store i8 1, ptr %p %j = add i64 %i, 1
               %c = icmp eq i64 %j, 50000 br i1 %c, label %e, label %l
            e: ret void }",
            "refines",
        )],
    );
}

/// Local variables that become parts of a larger one (`GlobalMerge`).
#[test]
fn of_merged_variables() {
    let source = "@a = internal global i32 1 @b = internal global i32 2
        define void @f() { call void @unk(ptr @a, ptr @b) ret void }";
    let merged = "@m = private global <{ i32, i32 }> <{ i32 1, i32 2 }>, align 4
        define void @f() { call void @unk(ptr @m, ptr getelementptr (i8, ptr @m, i64 4)) ret void }";
    check_modules(
        "declare void @unk(ptr, ptr)",
        &[
            (source, merged, "silent: not-comparable"),
            (
                source,
                &source.replace("@b)", "getelementptr (i8, ptr @b, i64 4))"),
                "event",
            ),
        ],
    );
}

/// Objects that functions without effects return, and that constants point to, may be asked for before or after other calls.
#[test]
fn of_objects_from_outside() {
    let common = "@v = external global ptr @k = external constant ptr
        declare ptr @make() memory(none) nounwind willreturn
        declare i32 @get() memory(read) nounwind willreturn
        declare void @unk()";
    let function = |body: &str| format!("define i32 @f() {{ {body} }}");
    for (first, again) in [
        ("%d = load ptr, ptr @v", "%e = load ptr, ptr @v"),
        ("%d = load ptr, ptr @k", "%e = load ptr, ptr @k"),
        ("%d = call ptr @make()", "%e = call ptr @make()"),
    ] {
        for rest in [
            "%r = call i32 @get() ret i32 %r".to_owned(),
            format!("call void @unk() {again} %r = load i32, ptr %e ret i32 %r"),
        ] {
            let source = function(&format!("{first} {rest}"));
            check_modules(common, &[(&source, &function(&rest), "refines")]);
        }
    }
}

/// A variable that leads to a local one vanishes.
#[test]
fn of_ways_to_local_variables() {
    let rest = "@h = internal global i32 5 @b = global ptr @h
        define i32 @f() { store i32 1, ptr @h call void @unk() %r = load i32, ptr @h ret i32 %r }";
    let source = format!("@a = linkonce_odr global ptr @h {rest}");
    check_modules("declare void @unk()", &[(&source, rest, "refines")]);
}

/// A copy of a constant becomes the constant.
#[test]
fn of_copies_of_constants() {
    let source = "define i32 @f() { %a = alloca i32 store i32 7, ptr %a %r = call i32 @get(ptr %a) ret i32 %r }";
    let target = "@k = private unnamed_addr constant i32 7 define i32 @f() { %r = call i32 @get(ptr @k) ret i32 %r }";
    for captures in ["", "captures(none)"] {
        let common =
            format!("declare i32 @get(ptr {captures}) memory(argmem: read) nounwind willreturn");
        check_modules(&common, &[(source, target, "refines")]);
    }
}

/// The alignment of a pointer whose memory is copied for a call is assumed: argpromotion loads there.
#[test]
fn of_copied_arguments() {
    let common = "define internal i32 @g(ptr byval(i32) %p) { %v = load i32, ptr %p ret i32 %v }";
    let source = "define i32 @f(ptr %q) { %r = call i32 @g(ptr byval(i32) %q) ret i32 %r }";
    let target = "define i32 @f(ptr %q) { %r = load i32, ptr %q, align 4 ret i32 %r }";
    for (align, expected) in [(1, "silent: attribute"), (4, "refines")] {
        let mut input = pointers(&[&[1, 2, 3, 4]]);
        input.objects[0].align = align;
        let found = verdict_of_seeds(common, source, target, &input);
        assert_eq!(found, expected, "{align}");
    }
}
