//! Explanations of stops.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{
    Every, Explanation, First, History, Leaf, Limits, Machine, Object, Origin, Part, Program,
    explain, trace,
};

/// Explains the stop of `@f`, which may have a pointer to an object `%p` as its parameter. Instructions are shown as their number,
/// with the name of the function before it unless it is `f`.
fn explained(text: &str, object: Option<&Object>) -> Explanation {
    let module = kvant_llvm::parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut choices = First::default();
    let mut machine = Machine::new(&program, Limits::default(), &mut choices);
    machine.keep_journal();
    let pointer = object.map(|object| machine.make_object(object).unwrap());
    let given: Vec<_> = pointer
        .iter()
        .filter_map(|it| Some((it.node?, "%p".to_owned())))
        .collect();
    let arguments: Vec<Leaf> = pointer.into_iter().map(Leaf::Ptr).collect();
    machine.begin("f", &arguments).unwrap();
    explain(&mut machine, &given).unwrap()
}

fn shown(at: Origin) -> String {
    match at {
        Origin::OUTSIDE => "outside".to_owned(),
        _ => format!("{}.{}", at.function, at.instruction),
    }
}

fn way(explanation: &Explanation) -> String {
    let flows = explanation.flows.iter().map(|flow| {
        let steps = flow.steps.iter().map(|step| {
            let part = match step.part {
                Part::Given => "given",
                Part::Made => "made",
                Part::Uninitialised => "uninitialised",
                Part::Passed => "passed",
                Part::Argument => "argument",
                Part::Returned => "returned",
                Part::Stored => "stored",
                Part::LeftOut => "…",
            };
            format!("{part} {}", shown(step.at))
        });
        let steps: Vec<String> = steps.collect();
        format!("{}: {}", flow.operand, steps.join(", "))
    });
    flows.collect::<Vec<_>>().join("; ")
}

fn memory(history: &History) -> String {
    let mut words = vec![format!("{} {}", history.name, history.size)];
    words.extend(history.made.map(|at| format!("made {}", shown(at))));
    words.extend(history.writes.iter().map(|write| {
        let bytes = &write.bytes;
        format!("{}..{} {}", bytes.start, bytes.end, shown(write.at))
    }));
    words.extend(history.ended.map(|at| format!("ended {}", shown(at))));
    words.join(" ")
}

#[track_caller]
fn check(text: &str, flows: &str, memories: &[&str]) {
    let object = Object {
        size: 8,
        align: 8,
        bytes: None,
    };
    let object = text.contains("@f(ptr %p)").then_some(&object);
    let explanation = explained(text, object);
    assert_eq!(way(&explanation), flows, "{text}");
    let found: Vec<String> = explanation.memory.iter().map(memory).collect();
    assert_eq!(found, memories, "{text}");
}

#[test]
fn poison_is_followed_through_calls_phis_and_memory() {
    check(
        "define i8 @g(i8 %a) {\n  %b = xor i8 %a, 1\n  ret i8 %b\n}\n\
         define i8 @f(ptr %p) {\nentry:\n  %x = shl i8 1, 9\n  store i8 %x, ptr %p\n  \
         %y = load i8, ptr %p\n  %z = call i8 @g(i8 %y)\n  br label %next\n\
         next:\n  %w = phi i8 [ %z, %entry ]\n  %d = udiv i8 1, %w\n  ret i8 %d\n}\n",
        "%w: made 1.0, stored 1.1, passed 1.2, argument 1.3, passed 0.0, returned 0.1, passed 1.5",
        // The division is not about memory, but the way goes through it.
        &[],
    );
    // The poison of the lane that is used.
    check(
        "define i8 @f() {\n  %a = insertelement <2 x i8> poison, i8 1, i32 0\n  %s = shl <2 x i8> %a, <i8 9, i8 1>\n  \
         %e = extractelement <2 x i8> %s, i32 0\n  %d = udiv i8 1, %e\n  ret i8 %d\n}\n",
        "%e: made 0.1, passed 0.2",
        &[],
    );
    // A constant.
    check(
        "define i8 @f() {\n  br label %n\nn:\n  %w = phi i8 [ undef, %0 ]\n  %d = udiv i8 1, %w\n  ret i8 %d\n}\n",
        "%w: made 0.1",
        &[],
    );
}

#[test]
fn a_loop_is_shown_once() {
    check(
        "define i8 @f() {\nentry:\n  %x = shl i8 1, 9\n  br label %head\n\
         head:\n  %i = phi i8 [ 0, %entry ], [ %n, %head ]\n  %s = phi i8 [ %x, %entry ], [ %t, %head ]\n  \
         %t = add i8 %s, 1\n  %n = add i8 %i, 1\n  %c = icmp ult i8 %n, 100\n  \
         br i1 %c, label %head, label %exit\nexit:\n  %d = udiv i8 1, %t\n  ret i8 %d\n}\n",
        "%t: made 0.0, passed 0.3, passed 0.4",
        &[],
    );
}

#[test]
fn memory_has_a_history() {
    // Never written.
    check(
        "define i8 @f(ptr %p) {\n  %v = load i8, ptr %p\n  %d = udiv i8 1, %v\n  ret i8 %d\n}\n",
        "%v: uninitialised 0.0",
        &["%p 8"],
    );
    // Two writes to the bytes of an access behind the end.
    check(
        "define i64 @f() {\n  %a = alloca [6 x i8], align 8\n  store i32 1, ptr %a\n  store i16 2, ptr %a\n  \
         %v = load i64, ptr %a\n  ret i64 %v\n}\n",
        "",
        &["%a of @f 6 made 0.0 0..2 0.2 2..4 0.1"],
    );
    // Dead memory of another function.
    check(
        "define ptr @g() {\n  %l = alloca i8\n  store i8 1, ptr %l\n  ret ptr %l\n}\n\
         define i8 @f() {\n  %q = call ptr @g()\n  %v = load i8, ptr %q\n  ret i8 %v\n}\n",
        "",
        &["%l of @g 1 made 0.0 0..1 0.1 ended 0.2"],
    );
    // A constant, which is made by the access itself.
    check(
        "@c = constant i8 1\ndefine void @f() {\n  store i8 2, ptr @c\n  ret void\n}\n",
        "",
        &["@c 1 0..1 outside"],
    );
    // Poison that a copy carries.
    check(
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n\
         define i8 @f(ptr %p) {\n  %a = alloca i8\n  %x = shl i8 1, 9\n  store i8 %x, ptr %a\n  \
         call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 1, i1 false)\n  %y = load i8, ptr %p\n  \
         %d = udiv i8 1, %y\n  ret i8 %d\n}\n",
        "%y: made 1.1, stored 1.2, stored 1.3, passed 1.4",
        &[],
    );
}

#[test]
fn calls_and_operands_are_told() {
    let explanation = explained(
        "define i8 @g(i8 %a, i8 %b) {\n  %d = udiv i8 %a, %b\n  ret i8 %d\n}\n\
         define i8 @f() {\n  %z = call i8 @g(i8 7, i8 0)\n  ret i8 %z\n}\n",
        None,
    );
    let calls: Vec<String> = explanation.calls.iter().copied().map(shown).collect();
    assert_eq!(calls, ["1.0"]);
    let operands = explanation.operands.iter();
    let operands: Vec<String> = operands
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    assert_eq!(operands, ["%a i8 7", "%b i8 0"]);
}

#[test]
fn arguments_without_parameters_are_passed_over() {
    check(
        "define i8 @g(i8 %a, ...) {\n  %d = udiv i8 1, %a\n  ret i8 %d\n}\n\
         define i8 @f() {\n  %p = shl i8 1, 9\n  %r = call i8 (i8, ...) @g(i8 %p, i32 5, i32 6, i32 7)\n  ret i8 %r\n}\n",
        "%a: made 1.0, argument 1.1",
        &[],
    );
}

#[test]
fn a_trace_has_every_instruction() {
    let text = "define i8 @g(i8 %a) {\n  %b = add i8 %a, 1\n  ret i8 %b\n}\n\
                define i8 @f() {\n  %q = alloca i8\n  %z = call i8 @g(i8 7)\n  %w = freeze i1 undef\n  \
                br label %n\nn:\n  %x = phi i8 [ %z, %0 ]\n  store i8 %x, ptr %q\n  ret i8 %x\n}\n";
    let module = kvant_llvm::parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut choices = Every::default();
    let mut lines = Vec::new();
    let mut machine = Machine::new(&program, Limits::default(), &mut choices);
    machine.begin("f", &[]).unwrap();
    let result = trace(&mut machine, &[], &mut |line| lines.push(line));
    assert_eq!(result, Ok(vec![Leaf::Int(8)]));
    assert_eq!(
        lines,
        [
            "Entering function: f",
            "  %q = alloca i8 => ptr %q",
            "Entering function: g",
            "  %b = add i8 %a, 1 => i8 8",
            "  ret i8 %b",
            "Exiting function: g",
            "  %z = call i8 @g(i8 7) => i8 8",
            "  %w = freeze i1 undef => i1 false",
            "  br label %n",
            "  %x = phi i8 [ %z, %0 ] => i8 8",
            "  store i8 %x, ptr %q",
            "  ret i8 %x",
            "Exiting function: f",
        ]
    );
}
