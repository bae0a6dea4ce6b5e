//! Judgements about small transformations.
#![allow(clippy::unwrap_used, missing_docs)]

mod search;

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{Leaf, Object, Program};
use kvant_llvm_refine::{Class, Given, Input, Limits, Side, Silence, Verdict, judge};

/// The judgement about `@f` in two modules with a common beginning.
fn verdict(common: &str, source: &str, target: &str, input: &Input) -> String {
    let read = |text: &str| {
        let text = format!("{common}\n{text}");
        let module = kvant_llvm::parse::module(&text).unwrap();
        kvant_llvm::check::module(&module).unwrap();
        module
    };
    let (source, target) = (read(source), read(target));
    let layout = DataLayout::default();
    let source = Program::new(&source, &layout);
    let target = Program::new(&target, &layout);
    let side = |program| Side {
        program,
        function: "f",
    };
    match judge(side(&source), side(&target), input, Limits::default()) {
        Verdict::Refines => "refines".to_owned(),
        Verdict::Silent(Silence::Undefined(rule)) => format!("silent: {}", rule.rule()),
        Verdict::Silent(silence) => format!("silent: {silence:?}"),
        Verdict::Differs(finding) => match finding.difference.class {
            Class::Value => "value",
            Class::Memory => "memory",
            Class::Event => "event",
            Class::Poison => "poison",
            Class::Undefined => "undefined",
            Class::Claim => "claim",
            Class::Endless => "endless",
        }
        .to_owned(),
    }
}

/// Judges about instructions on `%x` and `%y`, of which the last one has the result `%r`.
fn of_values(source: &str, target: &str, x: u128, y: u128) -> String {
    let function = |body: &str| format!("define i8 @f(i8 %x, i8 %y) {{ {body} ret i8 %r }}");
    let input = Input::of_leaves([Leaf::Int(x), Leaf::Int(y)]);
    verdict("", &function(source), &function(target), &input)
}

#[test]
fn values() {
    let add = "%r = add i8 %x, %y";
    let nsw = "%r = add nsw i8 %x, %y";
    for (source, target, x, y, expected) in [
        (add, add, 1, 2, "refines"),
        (add, "%r = sub i8 %x, %y", 1, 2, "value"),
        (add, "%r = sub i8 %x, %y", 1, 0, "refines"),
        // Poison may become anything, and nothing may become poison.
        (nsw, add, 127, 1, "refines"),
        (add, nsw, 127, 1, "poison"),
        (add, nsw, 126, 1, "refines"),
        (
            "%r = udiv i8 %x, %y",
            "%r = add i8 0, 3",
            1,
            0,
            "silent: division-by-zero",
        ),
        (add, "%r = udiv i8 %x, %y", 1, 0, "undefined"),
        // Undef may become any value, and a value may not become undef.
        ("%r = add i8 undef, 0", "%r = add i8 7, 0", 0, 0, "refines"),
        ("%r = add i8 7, 0", "%r = add i8 undef, 0", 0, 0, "value"),
        (
            "%r = add i8 undef, 0",
            "%r = add i8 poison, 0",
            0,
            0,
            "poison",
        ),
        ("%r = or i8 undef, 1", "%r = add i8 7, 0", 0, 0, "refines"),
        ("%r = or i8 undef, 1", "%r = add i8 6, 0", 0, 0, "value"),
        // A choice is made once.
        (
            "%p = trunc i8 %x to i1 %u = freeze i1 undef %r = zext i1 %u to i8",
            "%r = add i8 1, 0",
            0,
            0,
            "refines",
        ),
        (
            "%u = freeze i1 undef %r = zext i1 %u to i8",
            "%r = add i8 2, 0",
            0,
            0,
            "value",
        ),
        (
            "%r = add i8 1, 0",
            "%u = freeze i1 undef %r = zext i1 %u to i8",
            0,
            0,
            "value",
        ),
    ] {
        let found = of_values(source, target, x, y);
        assert_eq!(found, expected, "{source} => {target}");
    }
}

/// Judges about a body with a pointer `%p` to four bytes, and the variables `@g` and `@local`.
fn of_memory(source: &str, target: &str) -> String {
    let common = "@g = global i8 5
        @local = internal global i8 6
        declare ptr @malloc(i64)
        declare void @free(ptr)
        declare void @unknown(i8)
        declare i8 @pure(i8) memory(none) willreturn nounwind";
    let input = Input {
        objects: vec![Object {
            size: 4,
            align: 4,
            bytes: Some(vec![1, 2, 3, 4]),
        }],
        arguments: vec![Given::Pointer(0, 0)],
        ..Input::default()
    };
    let function = |body: &str| format!("define ptr @f(ptr %p) {{ {body} }}");
    verdict(common, &function(source), &function(target), &input)
}

#[test]
fn memory_and_events() {
    let nothing = "ret ptr null";
    for (source, target, expected) in [
        ("store i8 1, ptr %p ret ptr null", nothing, "refines"),
        ("store i8 9, ptr %p ret ptr null", nothing, "memory"),
        (nothing, "store i8 9, ptr %p ret ptr null", "memory"),
        ("store i8 undef, ptr %p ret ptr null", nothing, "refines"),
        (nothing, "store i8 poison, ptr %p ret ptr null", "poison"),
        ("store i8 5, ptr @g ret ptr null", nothing, "refines"),
        ("store i8 6, ptr @g ret ptr null", nothing, "memory"),
        (nothing, "store i8 6, ptr @g ret ptr null", "memory"),
        // Nobody else knows it.
        ("store i8 7, ptr @local ret ptr null", nothing, "refines"),
        ("ret ptr %p", "ret ptr %p", "refines"),
        (
            "ret ptr %p",
            "%q = getelementptr i8, ptr %p, i64 1 ret ptr %q",
            "value",
        ),
        ("ret ptr %p", "ret ptr @g", "value"),
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
        // Events stay in their order.
        (
            "call void @unknown(i8 1) call void @unknown(i8 2) ret ptr null",
            "call void @unknown(i8 2) call void @unknown(i8 1) ret ptr null",
            "event",
        ),
        ("call void @unknown(i8 1) ret ptr null", nothing, "event"),
        (nothing, "call void @unknown(i8 1) ret ptr null", "event"),
        ("%r = call i8 @pure(i8 1) ret ptr null", nothing, "refines"),
        ("store volatile i8 1, ptr %p ret ptr null", nothing, "event"),
    ] {
        let found = of_memory(source, target);
        assert_eq!(found, expected, "{source} => {target}");
    }
}

#[test]
fn claims_and_ends() {
    let source = "define void @f(ptr %p) { store i8 1, ptr %p ret void }";
    let input = Input {
        objects: vec![Object {
            size: 1,
            align: 1,
            bytes: None,
        }],
        arguments: vec![Given::Pointer(0, 0)],
        ..Input::default()
    };
    for (target, expected) in [
        (
            "define void @f(ptr %p) { store i8 1, ptr %p ret void }",
            "refines",
        ),
        (
            "define void @f(ptr readonly %p) { store i8 1, ptr %p ret void }",
            "claim",
        ),
        (
            "define void @f(ptr %p) memory(none) { store i8 1, ptr %p ret void }",
            "claim",
        ),
        (
            "define void @f(ptr %p) { store i8 1, ptr %p br label %l l: br label %l }",
            "endless",
        ),
    ] {
        assert_eq!(verdict("", source, target, &input), expected, "{target}");
    }
}
