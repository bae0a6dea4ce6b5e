//! Claims of a target, ends, and disputed rules.

use kvant_llvm_machine::{Leaf, Object, Origin};
use kvant_llvm_refine::{Given, Input, Kind};

use crate::{pointers, verdict, verdict_of_seeds};

#[test]
fn claims() {
    let input = pointers(&[&[1, 2, 3, 4, 5, 6, 7, 8]]);
    let store = "{ store i8 1, ptr %p ret i8 1 }";
    let load = "{ %r = load i8, ptr %p ret i8 %r }";
    let kept = "{ store ptr %p, ptr @h %r = load i8, ptr %p ret i8 %r }";
    for (body, head, expected) in [
        (store, "i8 @f(ptr %p)", "refines"),
        (store, "i8 @f(ptr readonly %p)", "claim"),
        (store, "i8 @f(ptr readnone %p)", "claim"),
        (store, "i8 @f(ptr writeonly %p)", "refines"),
        (store, "i8 @f(ptr noalias %p)", "refines"),
        (store, "i8 @f(ptr %p) memory(none)", "claim"),
        (store, "i8 @f(ptr %p) memory(argmem: read)", "claim"),
        (store, "i8 @f(ptr %p) memory(argmem: write)", "refines"),
        (store, "i8 @f(ptr initializes((0, 1)) %p)", "refines"),
        (store, "i8 @f(ptr initializes((0, 2)) %p)", "claim"),
        (store, "i8 @f(ptr dead_on_return %p)", "claim"),
        (
            store,
            "noundef range(i8 0, 2) i8 @f(ptr nonnull align 16 dereferenceable(8) %p)",
            "refines",
        ),
        (store, "range(i8 2, 5) i8 @f(ptr %p)", "claim"),
        (store, "noundef range(i8 2, 5) i8 @f(ptr %p)", "claim"),
        (store, "i8 @f(ptr align 32 %p)", "claim"),
        (store, "i8 @f(ptr dereferenceable(9) %p)", "claim"),
        (store, "i8 @f(ptr %p) noreturn", "claim"),
        (
            store,
            "i8 @f(ptr %p) willreturn norecurse nofree nosync nounwind",
            "refines",
        ),
        (
            load,
            "i8 @f(ptr readonly captures(none) %p) memory(argmem: read)",
            "refines",
        ),
        (load, "i8 @f(ptr writeonly %p)", "claim"),
        (load, "i8 @f(ptr %p) memory(none)", "claim"),
        (kept, "i8 @f(ptr %p)", "refines"),
        (
            kept,
            "i8 @f(ptr captures(none) %p) memory(readwrite)",
            "refines",
        ),
    ] {
        let common = "@h = global ptr null";
        let source = format!("define i8 @f(ptr %p) {body}");
        let target = format!("define {head} {body}");
        assert_eq!(
            verdict(common, &source, &target, &input),
            expected,
            "{target}"
        );
    }
}

#[test]
fn claims_about_control() {
    let input = pointers(&[&[1, 2, 3, 4]]);
    let common = "declare void @free(ptr)
        declare ptr @malloc(i64)
        declare void @unknown()
        declare void @see(ptr)";
    for (source, target, expected) in [
        // A function that may not return.
        (
            "define void @f(ptr %p) { call void @unknown() ret void }",
            "define void @f(ptr %p) willreturn { call void @unknown() ret void }",
            "claim",
        ),
        (
            "define void @f(ptr %p) { call void @unknown() ret void }",
            "define void @f(ptr %p) nounwind { call void @unknown() ret void }",
            "refines",
        ),
        (
            "define internal void @g(ptr %q) { call void @free(ptr %q) ret void } define void @f(ptr %p) { %a = call ptr @malloc(i64 1) call void @g(ptr %a) ret void }",
            "define internal void @g(ptr %q) nofree { call void @free(ptr %q) ret void } define void @f(ptr %p) { %a = call ptr @malloc(i64 1) call void @g(ptr %a) ret void }",
            "claim",
        ),
        (
            "define internal void @g(i1 %c) { br i1 %c, label %a, label %b a: call void @g(i1 false) br label %b b: ret void } define void @f(ptr %p) { call void @g(i1 true) ret void }",
            "define internal void @g(i1 %c) norecurse { br i1 %c, label %a, label %b a: call void @g(i1 false) br label %b b: ret void } define void @f(ptr %p) { call void @g(i1 true) ret void }",
            "claim",
        ),
        // The callee keeps the pointer, and it is used later.
        (
            "@h = internal global ptr null define internal void @g(ptr %q) { store ptr %q, ptr @h ret void } define i8 @f(ptr %p) { call void @g(ptr %p) %q = load ptr, ptr @h %r = load i8, ptr %q ret i8 %r }",
            "@h = internal global ptr null define internal void @g(ptr captures(none) %q) { store ptr %q, ptr @h ret void } define i8 @f(ptr %p) { call void @g(ptr %p) %q = load ptr, ptr @h %r = load i8, ptr %q ret i8 %r }",
            "claim",
        ),
        // `tail` of a call that sees an alloca.
        (
            "define internal i8 @g(ptr %q) noinline { %r = load i8, ptr %q ret i8 %r } define i8 @f(ptr %p) { %a = alloca i8 store i8 1, ptr %a %r = call i8 @g(ptr %a) ret i8 %r }",
            "define internal i8 @g(ptr %q) noinline { %r = load i8, ptr %q ret i8 %r } define i8 @f(ptr %p) { %a = alloca i8 store i8 1, ptr %a %r = tail call i8 @g(ptr %a) ret i8 %r }",
            "claim",
        ),
        // The attribute was there before: the code is wrong.
        (
            "define void @f(ptr readonly %p) { ret void }",
            "define void @f(ptr readonly %p) { store i8 1, ptr %p ret void }",
            "undefined",
        ),
        (
            "define i8 @f(ptr %p) { ret i8 1 }",
            "define range(i8 2, 4) i8 @f(ptr %p) { ret i8 3 }",
            "value",
        ),
        // An attribute on a call.
        (
            "declare i8 @llvm.abs.i8(i8, i1) define i8 @f(ptr %p) { %x = load i8, ptr %p %r = call i8 @llvm.abs.i8(i8 %x, i1 false) ret i8 %r }",
            "declare i8 @llvm.abs.i8(i8, i1) define i8 @f(ptr %p) { %x = load i8, ptr %p %r = call range(i8 5, 6) i8 @llvm.abs.i8(i8 %x, i1 false) ret i8 %r }",
            "claim",
        ),
        // Flags are no claims.
        (
            "define i8 @f(ptr %p) { %x = load i8, ptr %p %r = add i8 %x, 127 ret i8 %r }",
            "define i8 @f(ptr %p) { %x = load i8, ptr %p %r = add nsw i8 %x, 127 ret i8 %r }",
            "poison",
        ),
        (
            "define i8 @f(ptr %p) { %r = load i8, ptr %p ret i8 %r }",
            "define i8 @f(ptr %p) { %r = load i8, ptr %p, !range !0 ret i8 %r } !0 = !{i8 5, i8 6}",
            "poison",
        ),
        (
            "declare void @llvm.assume(i1) define i8 @f(ptr %p) { ret i8 1 }",
            "declare void @llvm.assume(i1) define i8 @f(ptr %p) { %x = load i8, ptr %p %c = icmp eq i8 %x, 9 call void @llvm.assume(i1 %c) ret i8 1 }",
            "undefined",
        ),
        // The source has the attribute at another call of the same function.
        (
            "declare i8 @llvm.abs.i8(i8, i1) define i8 @f(ptr %p) { %x = load i8, ptr %p %q = call range(i8 1, 2) i8 @llvm.abs.i8(i8 %x, i1 false) %y = add i8 %x, 1 %r = call i8 @llvm.abs.i8(i8 %y, i1 false) ret i8 %r }",
            "declare i8 @llvm.abs.i8(i8, i1) define i8 @f(ptr %p) { %x = load i8, ptr %p %y = add i8 %x, 1 %r = call range(i8 1, 2) i8 @llvm.abs.i8(i8 %y, i1 false) ret i8 %r }",
            "poison",
        ),
        // Declarations that differ make other environments.
        (
            "declare i8 @other(i8) define i8 @f(ptr %p) { %r = call i8 @other(i8 1) ret i8 %r }",
            "declare i8 @other(i8) memory(none) define i8 @f(ptr %p) { %r = call i8 @other(i8 1) ret i8 %r }",
            "silent: not-comparable",
        ),
    ] {
        let found = verdict_of_seeds(common, source, target, &input);
        assert_eq!(found, expected, "{source} => {target}");
    }
}

#[test]
fn ends() {
    let input = pointers(&[&[1]]);
    let source = "define void @f(ptr %p) { store i8 1, ptr %p ret void }";
    let target = "define void @f(ptr %p) { store i8 1, ptr %p br label %l l: br label %l }";
    assert_eq!(verdict("", source, target, &input), "endless");
    assert_eq!(verdict("", target, source, &input), "silent: budget-steps");
    // Many more instructions are allowed, here 100,000 and 40.
    let slow = |rounds: u32| {
        format!(
            "define void @f(ptr %p) {{ store i8 1, ptr %p br label %l l: %i = phi i32 [ 0, %0 ], [ %j, %l ] \
             %j = add i32 %i, 1 %c = icmp eq i32 %j, {rounds} br i1 %c, label %e, label %l e: ret void }}"
        )
    };
    assert_eq!(verdict("", source, &slow(20_000), &input), "refines");
    assert_eq!(verdict("", source, &slow(40_000), &input), "endless");
    // The longer the source runs, the more.
    let [short, long] = [slow(20_000), slow(200_000)];
    assert_eq!(verdict("", &short, &long, &input), "refines");
    // A target that is refused says nothing.
    let refused = "define void @f(ptr %p) { %i = ptrtoint ptr %p to i64 %j = mul i64 %i, 3 %c = icmp eq i64 %j, 7 br i1 %c, label %a, label %a a: ret void }";
    assert_eq!(verdict("", source, refused, &input), "silent: address");
}

#[test]
fn undef_is_marked() {
    let input = Input {
        objects: vec![Object {
            size: 1,
            align: 1,
            bytes: None,
        }],
        arguments: vec![Given::Pointer(0, 0)],
        kind: Kind::Undef,
        ..Input::default()
    };
    let source = "define i8 @f(ptr %p) { %a = load i8, ptr %p %b = xor i8 %a, %a %c = shl i8 %a, 1 ret i8 %c }";
    let target = "define i8 @f(ptr %p) { ret i8 1 }";
    assert_eq!(verdict("", source, target, &input), "value undef");
    // Uninitialised memory of the function itself.
    let source =
        "define i8 @f() { %p = alloca i8 %a = load i8, ptr %p %c = shl i8 %a, 1 ret i8 %c }";
    let target = "define i8 @f() { ret i8 1 }";
    assert_eq!(
        verdict("", source, target, &Input::default()),
        "value undef"
    );
    let source = "define i8 @f() { %p = alloca i8 ret i8 2 }";
    assert_eq!(verdict("", source, target, &Input::default()), "value");
    // A constant.
    let target = "define i8 @f() { ret i8 poison }";
    let of = |source| verdict("", source, target, &Input::default());
    assert_eq!(of("define i8 @f() { ret i8 undef }"), "poison undef");
    assert_eq!(of("define i8 @f() { ret i8 2 }"), "poison");
}

#[test]
fn disputed_rules() {
    let lifetime = "declare void @llvm.lifetime.start.p0(ptr)
        declare void @llvm.lifetime.end.p0(ptr)";
    for (common, source, target, expected) in [
        (
            lifetime,
            "define i8 @f(ptr %p) { %a = alloca i8 store i8 1, ptr %a %r = load i8, ptr %a call void @llvm.lifetime.end.p0(ptr %a) ret i8 %r }",
            "define i8 @f(ptr %p) { %a = alloca i8 store i8 1, ptr %a call void @llvm.lifetime.end.p0(ptr %a) %r = load i8, ptr %a ret i8 %r }",
            "poison lifetime",
        ),
        (
            "",
            "define i8 @f(ptr %p) { %r = load i8, ptr %p ret i8 %r }",
            "define i8 @f(ptr %p) { %i = ptrtoint ptr %p to i64 %q = inttoptr i64 %i to ptr %r = load i8, ptr %q %s = add i8 %r, 1 ret i8 %s }",
            "value inttoptr",
        ),
        // A vector with a poison element, read as one integer.
        (
            "",
            "define i8 @f(ptr %p) { %v = insertelement <2 x i8> <i8 1, i8 poison>, i8 3, i32 0 store <2 x i8> %v, ptr %p %r = load i8, ptr %p ret i8 %r }",
            "define i8 @f(ptr %p) { %v = insertelement <2 x i8> <i8 1, i8 poison>, i8 3, i32 0 store <2 x i8> %v, ptr %p %w = load i16, ptr %p %r = trunc i16 %w to i8 ret i8 %r }",
            "poison partly-poison-load",
        ),
        // LLVM 15 and 16 write such masks and mean undef elements.
        (
            "",
            "define <2 x i8> @f(ptr %p) { %v = load <2 x i8>, ptr %p ret <2 x i8> %v }",
            "define <2 x i8> @f(ptr %p) { %v = load <2 x i8>, ptr %p %r = shufflevector <2 x i8> %v, <2 x i8> %v, <2 x i32> <i32 0, i32 undef> ret <2 x i8> %r }",
            "poison undef-mask",
        ),
        (
            "",
            "define <2 x i8> @f(ptr %p) { %v = load <2 x i8>, ptr %p ret <2 x i8> %v }",
            "define <2 x i8> @f(ptr %p) { %v = load <2 x i8>, ptr %p %r = shufflevector <2 x i8> %v, <2 x i8> %v, <2 x i32> <i32 0, i32 poison> ret <2 x i8> %r }",
            "poison",
        ),
        (
            "declare ptr @malloc(i64) declare void @free(ptr)",
            "define i8 @f(ptr %p) { %a = call ptr @malloc(i64 1) store i8 1, ptr %a %r = load i8, ptr %a call void @free(ptr %a) ret i8 %r }",
            "define i8 @f(ptr %p) { %a = call ptr @malloc(i64 1) store i8 1, ptr %a call void @free(ptr %a) %r = load i8, ptr %a ret i8 %r }",
            "undefined freed-dereferenceable",
        ),
    ] {
        let input = pointers(&[&[1, 2]]);
        assert_eq!(
            verdict(common, source, target, &input),
            expected,
            "{source}"
        );
    }
}

#[test]
fn poison_arguments() {
    let input = Input {
        kind: Kind::Poison,
        ..Input::of_leaves([Leaf::Poison(Origin::OUTSIDE)])
    };
    let source = "define i8 @f(i8 %x) { ret i8 1 }";
    for (target, expected) in [
        ("define i8 @f(i8 noundef %x) { ret i8 1 }", "claim"),
        ("define i8 @f(i8 range(i8 0, 3) %x) { ret i8 1 }", "refines"),
        (
            "define i8 @f(i8 %x) { %c = icmp eq i8 %x, 0 br i1 %c, label %a, label %a a: ret i8 1 }",
            "undefined",
        ),
    ] {
        assert_eq!(verdict("", source, target, &input), expected, "{target}");
    }
}
