//! Attributes of functions, calls and arguments that are about memory and control, each on both sides.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{First, Leaf, Limits, Program, Stop, call};

/// The result of `@f`, or the rule that ends it.
fn outcome(text: &str) -> String {
    let module = kvant_llvm::parse::module(text).unwrap_or_else(|error| {
        panic!("{error:?} in {text}");
    });
    kvant_llvm::check::module(&module).unwrap_or_else(|fault| panic!("{fault:?} in {text}"));
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    match call(&program, "f", &[], Limits::default(), &mut First::default()) {
        Ok(leaves) => match &leaves[..] {
            [Leaf::Int(value)] => value.to_string(),
            [Leaf::Poison(_)] => "poison".into(),
            [Leaf::Undef] => "undef".into(),
            other => format!("{other:?}"),
        },
        Err(stopped) => match stopped.stop {
            Stop::Ub(rule) => rule.rule().into(),
            other => format!("{other:?}"),
        },
    }
}

/// Checks `@f`, which has two objects `%a` and `%b` with 7 in them, calls something, and returns the contents of `%a`.
fn check(table: &[(&str, &str, &str)]) {
    for (callee, calls, expected) in table {
        let text = format!(
            "@g = global i32 5
             @c = constant i32 6
             @cell = global ptr null
             {callee}
             define i32 @f() {{
               %a = alloca i32
               %b = alloca i32
               store i32 7, ptr %a
               store i32 7, ptr %b
               {calls}
               %end = load i32, ptr %a
               ret i32 %end
             }}"
        );
        assert_eq!(outcome(&text), *expected, "{callee}\n{calls}");
    }
}

#[test]
fn noalias() {
    let body = |attributes: &str, body: &str| {
        format!("define void @t(ptr {attributes} %p, ptr %q) {{ {body} ret void }}")
    };
    let (same, other) = (
        "call void @t(ptr %a, ptr %a)",
        "call void @t(ptr %a, ptr %b)",
    );
    let read = "%x = load i32, ptr %p";
    let written = "store i32 1, ptr %q";
    check(&[
        (&body("noalias", &format!("{read} {written}")), same, "noalias"),
        (&body("noalias", &format!("{written} {read}")), same, "noalias"),
        (&body("", &format!("{read} {written}")), same, "1"),
        (&body("noalias", &format!("{read} {written}")), other, "7"),
        // Memory that is only read may be read in both ways.
        (&body("noalias", "%x = load i32, ptr %p %y = load i32, ptr %q"), same, "7"),
        (&body("noalias", "store i32 1, ptr %p %y = load i32, ptr %q"), same, "noalias"),
        // A pointer that is based on the argument, also through memory.
        (
            &body("noalias", "store ptr %p, ptr @cell %r = load ptr, ptr @cell store i32 1, ptr %r store i32 2, ptr %p"),
            same,
            "2",
        ),
        // Other bytes are not concerned.
        (
            &body("noalias", "%r = getelementptr i8, ptr %q, i64 2 store i8 1, ptr %p store i8 1, ptr %r"),
            same,
            "65537",
        ),
        // The attribute at the call counts too, and it ends with the call.
        (&body("", &format!("{read} {written}")), "call void @t(ptr noalias %a, ptr %a)", "noalias"),
        (&body("noalias", read), "call void @t(ptr %a, ptr %a) store i32 3, ptr %a", "3"),
        // A callee of the function is part of its execution.
        (
            "define void @u(ptr %q) { store i32 1, ptr %q ret void }
             define void @t(ptr noalias %p, ptr %q) { %x = load i32, ptr %p call void @u(ptr %q) ret void }",
            same,
            "noalias",
        ),
    ]);
}

#[test]
fn accesses_through_arguments() {
    let body = |attributes: &str, body: &str| {
        format!("define void @t(ptr {attributes} %p) {{ {body} ret void }}")
    };
    let call = "call void @t(ptr %a)";
    let keep = "store ptr %p, ptr @cell";
    let later = "%r = load ptr, ptr @cell";
    check(&[
        (&body("readonly", "store i32 1, ptr %p"), call, "readonly"),
        (&body("readonly", "%x = load i32, ptr %p"), call, "7"),
        (&body("readnone", "%x = load i32, ptr %p"), call, "readonly"),
        (&body("readnone", ""), call, "7"),
        (
            &body("", "store i32 1, ptr %p"),
            "call void @t(ptr readonly %a)",
            "readonly",
        ),
        (
            &body("readonly", ""),
            "call void @t(ptr %a) store i32 1, ptr %a",
            "1",
        ),
        (
            &body("writeonly", "%x = load i32, ptr %p store i32 %x, ptr %p"),
            call,
            "poison",
        ),
        (
            &body(
                "writeonly",
                "store i32 2, ptr %p %x = load i32, ptr %p store i32 %x, ptr %p",
            ),
            call,
            "2",
        ),
        (
            &body("captures(none)", keep),
            &format!("{call} {later} store i32 1, ptr %r"),
            "captured",
        ),
        (
            &body("captures(none)", keep),
            &format!("{call} {later}"),
            "7",
        ),
        (
            &body("captures(address, read_provenance)", keep),
            &format!("{call} {later} %x = load i32, ptr %r"),
            "7",
        ),
        (
            &body("captures(address, read_provenance)", keep),
            &format!("{call} {later} store i32 1, ptr %r"),
            "captured",
        ),
        (
            &body("nocapture", keep),
            &format!("{call} {later} store i32 1, ptr %r"),
            "captured",
        ),
        (
            &body("captures(address, provenance)", keep),
            &format!("{call} {later} store i32 1, ptr %r"),
            "1",
        ),
    ]);
}

#[test]
fn pointers_that_are_returned() {
    let body = |attributes: &str| format!("define ptr @t(ptr {attributes} %p) {{ ret ptr %p }}");
    let call = "%r = call ptr @t(ptr %a)";
    check(&[
        (
            &body("captures(none)"),
            &format!("{call} store i32 1, ptr %r"),
            "captured",
        ),
        (
            &body("captures(ret: address, provenance)"),
            &format!("{call} store i32 1, ptr %r"),
            "1",
        ),
        (
            &body("captures(ret: read_provenance)"),
            &format!("{call} store i32 1, ptr %r"),
            "captured",
        ),
        (
            &body("captures(ret: read_provenance)"),
            &format!("{call} %x = load i32, ptr %r"),
            "7",
        ),
        (
            &body("noalias"),
            &format!("{call} store i32 1, ptr %a store i32 2, ptr %r"),
            "2",
        ),
    ]);
}

#[test]
fn memory_effects() {
    let body = |attributes: &str, body: &str| {
        format!("define void @t(ptr %p) {attributes} {{ {body} ret void }}")
    };
    let call = "call void @t(ptr %a)";
    let writes = "store i32 1, ptr %p";
    let elsewhere = "store i32 1, ptr @g";
    let copies = "%x = load i32, ptr @g store i32 %x, ptr %p";
    check(&[
        (&body("memory(none)", writes), call, "memory-effects"),
        (&body("memory(none)", ""), call, "7"),
        (&body("readnone", writes), call, "memory-effects"),
        (&body("memory(read)", writes), call, "memory-effects"),
        (&body("memory(read)", "%x = load i32, ptr %p"), call, "7"),
        (&body("memory(argmem: readwrite)", writes), call, "1"),
        (
            &body("memory(argmem: readwrite)", elsewhere),
            call,
            "memory-effects",
        ),
        (&body("memory(argmem: write)", copies), call, "poison"),
        (&body("memory(read, argmem: write)", copies), call, "5"),
        (
            &body("memory(readwrite, argmem: none)", writes),
            call,
            "memory-effects",
        ),
        (
            &body("memory(readwrite, argmem: none)", elsewhere),
            call,
            "7",
        ),
        // Constants and what the function itself allocates are always allowed.
        (
            &body(
                "memory(none)",
                "%x = load i32, ptr @c %q = alloca i32 store i32 %x, ptr %q %y = load i32, ptr %q",
            ),
            call,
            "7",
        ),
        (
            &body(
                "memory(write)",
                "store i32 3, ptr @g %x = load i32, ptr @g store i32 %x, ptr %p",
            ),
            call,
            "3",
        ),
        (
            &body("", writes),
            "call void @t(ptr %a) memory(read)",
            "memory-effects",
        ),
        (&body("", writes), call, "1"),
        // Groups, and callees.
        (
            "attributes #0 = { memory(none) }
             define void @u(ptr %q) { store i32 1, ptr %q ret void }
             define void @t(ptr %p) #0 { call void @u(ptr %p) ret void }",
            call,
            "memory-effects",
        ),
        (
            "define void @u(ptr %q) memory(argmem: readwrite) { store i32 1, ptr %q ret void }
             define void @t(ptr %p) memory(argmem: readwrite) { call void @u(ptr %p) ret void }",
            call,
            "1",
        ),
    ]);
}

#[test]
fn bytes_at_the_end_of_a_call() {
    let body = |attributes: &str, body: &str| {
        format!("define void @t(ptr {attributes} %p) {{ {body} ret void }}")
    };
    let call = "call void @t(ptr %a)";
    let copies = "%x = load i32, ptr %p store i32 %x, ptr %p";
    check(&[
        (
            &body("initializes((0, 4))", "store i32 1, ptr %p"),
            call,
            "1",
        ),
        (&body("initializes((0, 4))", ""), call, "undef"),
        (&body("initializes((0, 4))", copies), call, "poison"),
        (&body("initializes((4, 8))", copies), call, "7"),
        (
            &body("writeonly initializes((0, 1))", "store i8 1, ptr %p"),
            call,
            "1",
        ),
        (
            &body("dead_on_return", "store i32 1, ptr %p"),
            call,
            "poison",
        ),
        (&body("dead_on_return", ""), call, "7"),
        (
            &body("dead_on_return(2)", "store i8 1, ptr %p"),
            call,
            "poison",
        ),
        (
            &body(
                "dead_on_return(2)",
                "%q = getelementptr i8, ptr %p, i64 3 store i8 1, ptr %q",
            ),
            call,
            "16777223",
        ),
        (&body("writable dereferenceable(4)", ""), call, "7"),
        (
            &body("writable dereferenceable(4)", ""),
            "call void @t(ptr @c)",
            "constant-written",
        ),
        (&body("dereferenceable(4)", ""), "call void @t(ptr @c)", "7"),
        (
            &body("sret(i32)", "store i32 1, ptr %p"),
            "call void @t(ptr sret(i32) %a)",
            "1",
        ),
        (
            &body("sret(i64)", "store i32 1, ptr %p"),
            "call void @t(ptr sret(i64) %a)",
            "not-dereferenceable",
        ),
        (&body("sret(i32)", "store i32 1, ptr %p"), call, "bad-call"),
    ]);
}

#[test]
fn control() {
    check(&[
        (
            "define void @t() noreturn { ret void }",
            "call void @t()",
            "noreturn",
        ),
        (
            "define void @t() { ret void }",
            "call void @t() noreturn",
            "noreturn",
        ),
        ("define void @t() { ret void }", "call void @t()", "7"),
        (
            "define void @t(i1 %x) norecurse { br i1 %x, label %y, label %n
              y: call void @t(i1 0) br label %n
              n: ret void }",
            "call void @t(i1 1)",
            "norecurse",
        ),
        (
            "define void @t(i1 %x) norecurse { br i1 %x, label %y, label %n
              y: call void @t(i1 0) br label %n
              n: ret void }",
            "call void @t(i1 0) call void @t(i1 0)",
            "7",
        ),
        // A function that is called by others that recur takes part in their cycle only if it is between them.
        (
            "define void @u(i1 %x) { br i1 %x, label %y, label %n
              y: call void @u(i1 0) br label %n
              n: ret void }
             define void @t() norecurse { call void @u(i1 1) ret void }",
            "call void @t()",
            "7",
        ),
        (
            "define void @u(i1 %x) { br i1 %x, label %y, label %n
              y: call void @t() br label %n
              n: ret void }
             define void @t() norecurse { call void @u(i1 0) ret void }",
            "call void @u(i1 1)",
            "norecurse",
        ),
        (
            "define void @t(ptr %p) { store i32 1, ptr %p ret void }",
            "tail call void @t(ptr %a)",
            "tail-call",
        ),
        (
            "define void @t(ptr %p) { store i32 1, ptr %p ret void }",
            "tail call void @t(ptr @g)",
            "7",
        ),
        (
            "define void @t(ptr byval(i32) %p) { store i32 1, ptr %p ret void }",
            "tail call void @t(ptr byval(i32) %a)",
            "7",
        ),
        (
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
            "tail call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 4, i1 false)",
            "tail-call",
        ),
        (
            "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
            "call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 4, i1 false)",
            "0",
        ),
    ]);
}

/// Tags of arguments that no pointer is based on any more are removed.
#[test]
fn many_calls_with_noalias() {
    check(&[(
        "define void @u(ptr noalias %p, i64 %n) { store ptr %p, ptr @cell ret void }
         define void @t(ptr %p) {
         entry:
           br label %loop
         loop:
           %n = phi i64 [ 0, %entry ], [ %m, %loop ]
           call void @u(ptr %p, i64 %n)
           %r = load ptr, ptr @cell
           store i32 4, ptr %r
           %m = add i64 %n, 1
           %c = icmp ult i64 %m, 20000
           br i1 %c, label %loop, label %end
         end:
           ret void
         }",
        "call void @t(ptr %a)",
        "4",
    )]);
}
