//! Calls of unknown functions and volatile accesses are events, and the environment keeps to the attributes.
#![allow(clippy::unwrap_used, missing_docs)]

use kvant_llvm::layout::DataLayout;
use kvant_llvm::parse;
use kvant_llvm_machine::{
    Byte, Effect, Environment, Event, First, Leaf, Limits, Machine, Object, Program, Seeded, Stop,
    Stopped,
};

/// Draws from a seed, and lets all functions return.
struct Returning(Seeded);

impl Environment for Returning {
    fn draw(&self, name: &str, key: u64, index: u64) -> u64 {
        self.0.draw(name, key, index)
    }
}

/// The result of `@f` and the events.
fn run_with(text: &str, seed: u64, arguments: &[Leaf]) -> (Result<Vec<Leaf>, Stopped>, Vec<Event>) {
    let module = parse::module(text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut first = First::default();
    let environment = Returning(Seeded(seed));
    let mut machine = Machine::new(&program, Limits::default(), &mut first);
    machine.surround_with(&environment);
    let result = machine.begin("f", arguments).and_then(|()| machine.run());
    let events = machine.events().to_vec();
    (result, events)
}

fn run(text: &str, seed: u64) -> String {
    let (result, events) = run_with(text, seed, &[]);
    let shown: Vec<String> = events.iter().map(event).collect();
    let result = match result {
        Ok(leaves) => leaves.iter().map(leaf).collect::<Vec<_>>().join(" "),
        Err(stopped) => match stopped.stop {
            Stop::Ub(it) => it.rule().into(),
            Stop::Unsupported(it) => it.to_string(),
            Stop::Ended(it) => it.to_string(),
            other => format!("{other:?}"),
        },
    };
    format!("{} => {result}", shown.join(", "))
}

fn event(event: &Event) -> String {
    let list = |leaves: &[Leaf]| leaves.iter().map(leaf).collect::<Vec<_>>().join(" ");
    match event {
        Event::Call(call) => format!("{}({})", call.name, list(&call.arguments)),
        Event::Load(access) => format!("load+{} {}", access.pointer.offset, list(&access.value)),
        Event::Store(access) => format!("store+{} {}", access.pointer.offset, list(&access.value)),
    }
}

fn leaf(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Int(bits) => format!("{bits:x}"),
        Leaf::Poison(_) => "poison".into(),
        Leaf::Undef => "undef".into(),
        Leaf::Ptr(pointer) if pointer.node.is_some() => format!("+{}", pointer.offset),
        Leaf::Ptr(pointer) => format!("{}", pointer.offset),
        Leaf::Rich(rich) => format!("{rich:?}"),
    }
}

/// The first leaves of the results for some seeds.
fn results(text: &str) -> Vec<Result<Leaf, Stop>> {
    let one = |seed| match run_with(text, seed, &[]).0 {
        Ok(leaves) => Ok(leaves[0].clone()),
        Err(stopped) => Err(stopped.stop),
    };
    (0..200).map(one).collect()
}

#[test]
fn calls_of_unknown_functions_are_events() {
    let text = "
        declare void @use(i32, ptr)
        declare void @many(i32, ...)
        declare { i32, float } @get()
        define void @f() {
          %p = alloca [2 x i32]
          %q = getelementptr i32, ptr %p, i64 1
          call void @use(i32 5, ptr %q)
          call void @use(i32 poison, ptr null)
          %g = call { i32, float } @get()
          call void (i32, ...) @many(i32 undef, i64 7)
          ret void
        }";
    assert_eq!(
        run(text, 0),
        "use(5 +4), use(poison 0), get(), many(undef 7) => "
    );
    let noundef = text.replace("@use(i32, ptr)", "@use(i32 noundef, ptr)");
    assert_eq!(run(&noundef, 0), "use(5 +4) => noundef");
    let at_call = text.replace("i32 poison", "i32 noundef poison");
    assert_eq!(run(&at_call, 0), "use(5 +4) => noundef");
    let indirect = "declare void @use(i32)
        define void @f() { %s = alloca ptr store ptr @use, ptr %s %p = load ptr, ptr %s call void %p(i32 1) ret void }";
    assert_eq!(run(indirect, 0), "use(1) => ");
    let asm = "define void @f() { call void asm sideeffect \"nop\", \"\"() ret void }";
    assert!(
        run(asm, 0).starts_with(" => the constant"),
        "{}",
        run(asm, 0)
    );
    let by_value = "declare void @use(ptr byval(i32)) define void @f() { %p = alloca i32 call void @use(ptr byval(i32) %p) ret void }";
    assert_eq!(run(by_value, 0), " => the attribute byval");
}

#[test]
fn volatile_accesses_are_events() {
    let text = "
        @g = global [2 x i32] [i32 3, i32 4]
        define i32 @f() {
          %p = getelementptr i32, ptr @g, i64 1
          store volatile i32 5, ptr @g
          %a = load volatile i32, ptr %p
          %b = load i32, ptr @g
          %c = add i32 %a, %b
          ret i32 %c
        }";
    assert_eq!(run(text, 0), "store+0 5, load+4 4 => 9");
}

#[test]
fn equal_questions_have_equal_answers() {
    let same = |attributes: &str, between: &str| {
        let text = format!(
            "@g = global i32 1
            @other = external global i32
            declare i64 @get(i32) {attributes}
            declare void @change()
            define i1 @f() {{
              %a = call i64 @get(i32 1)
              {between}
              %b = call i64 @get(i32 1)
              %c = icmp eq i64 %a, %b
              ret i1 %c
            }}"
        );
        let results = results(&text);
        results.iter().filter(|it| **it == Ok(Leaf::Int(1))).count()
    };
    let store = "store i32 2, ptr @g";
    let change = "call void @change()";
    assert_eq!(same("memory(none)", ""), 200);
    assert_eq!(same("memory(none)", store), 200);
    assert_eq!(same("memory(none)", change), 200);
    assert_eq!(same("memory(read)", ""), 200);
    assert!(same("memory(read)", store) < 100);
    assert!(same("memory(read)", change) < 100);
    assert_eq!(same("memory(inaccessiblemem: read)", store), 200);
    assert!(same("", "") < 100);
    assert_eq!(same("memory(argmem: readwrite)", change), 200);
    assert_eq!(same("memory(write)", change), 200);
    // The number of the event does not count calls that may vanish.
    let text = "declare i32 @pure(i32) memory(none) declare i32 @get() define i32 @f() { call i32 @pure(i32 3) %r = call i32 @get() ret i32 %r }";
    let without = text.replace("call i32 @pure(i32 3)", "");
    assert_eq!(results(text), results(&without));
    let argument = "declare void @change(ptr) memory(argmem: readwrite) declare i32 @get()
        define i32 @f() { %p = alloca i32 store i32 1, ptr %p call void @change(ptr %p) %r = call i32 @get() ret i32 %r }";
    assert_eq!(results(text), results(argument));
}

#[test]
fn arguments_are_read_where_they_may_be() {
    let text = |attributes: &str, value: &str| {
        format!(
            "declare i64 @get(ptr {attributes}) memory(argmem: read)
            define i64 @f() {{
              %p = alloca i32
              store i32 {value}, ptr %p
              %r = call i64 @get(ptr %p)
              ret i64 %r
            }}"
        )
    };
    assert_ne!(results(&text("", "1")), results(&text("", "2")));
    assert_eq!(
        results(&text("readnone", "1")),
        results(&text("readnone", "2"))
    );
    let vague = results(&text("", "undef"));
    assert!(vague.iter().all(|it| *it == Ok(Leaf::Undef)));
    let poison = results(&text("", "poison"));
    assert!(poison.iter().all(|it| matches!(it, Ok(Leaf::Poison(_)))));
}

#[test]
fn results_keep_to_their_attributes() {
    let text = |result: &str, ty: &str, arguments: &str| {
        format!(
            "declare {result} {ty} @get({arguments})
            define {ty} @f() {{
              %p = alloca i64, align 8
              %r = call {ty} @get({})
              ret {ty} %r
            }}",
            if arguments.is_empty() { "" } else { "ptr %p" }
        )
    };
    let all = |result: &str, ty: &str, arguments: &str| results(&text(result, ty, arguments));
    let is_null = |it: &&Result<Leaf, Stop>| match it {
        Ok(Leaf::Ptr(pointer)) => pointer.node.is_none(),
        _ => panic!("{it:?}"),
    };
    let ranged = all("range(i8 3, 5)", "i8", "");
    assert!(ranged.iter().all(|it| matches!(it, Ok(Leaf::Int(3 | 4)))));
    let plain = all("", "ptr", "ptr");
    let nulls = plain.iter().filter(is_null).count();
    assert!((20..120).contains(&nulls), "{nulls}");
    assert_eq!(
        all("nonnull", "ptr", "ptr").iter().filter(is_null).count(),
        0
    );
    let sized = all("dereferenceable(100) align 64", "ptr", "ptr");
    assert_eq!(sized.iter().filter(is_null).count(), 0);
    // Half of the functions return the argument, unless it must not be kept in the result.
    let same = |result: &str, parameter: &str| {
        let text = format!(
            "declare {result} ptr @get(ptr {parameter})
            define i1 @f() {{
              %p = alloca i64, align 8
              %r = call ptr @get(ptr %p)
              %c = icmp eq ptr %r, %p
              ret i1 %c
            }}"
        );
        let results = results(&text);
        results.iter().filter(|it| **it == Ok(Leaf::Int(1))).count()
    };
    assert!((20..150).contains(&same("", "")));
    assert_eq!(same("", "captures(none)"), 0);
    assert_eq!(same("noalias", ""), 0);
    assert_eq!(same("", "returned"), 200);
    let floats = all("", "double", "");
    let distinct = floats.iter().fold(Vec::new(), |mut all, it| {
        if !all.contains(&it) {
            all.push(it);
        }
        all
    });
    assert!(distinct.len() > 20);
}

/// The number of seeds for which the value is not the one that was stored before the call.
fn changed(declaration: &str, code: &str) -> usize {
    let text = format!(
        "@g = global i32 7\n@h = internal global i32 7\n{declaration}\ndefine i32 @f() {{ {code} }}"
    );
    let results = results(&text);
    let is_same = |it: &&Result<Leaf, Stop>| match it {
        Ok(leaf) => *leaf == Leaf::Int(7),
        Err(stop) => panic!("{stop:?}"),
    };
    200 - results.iter().filter(is_same).count()
}

#[test]
fn functions_write_what_they_may_write() {
    let local = "%p = alloca i32 store i32 7, ptr %p call void @use(ptr %p) %r = load i32, ptr %p ret i32 %r";
    for (declaration, can) in [
        ("declare void @use(ptr)", true),
        ("declare void @use(ptr) memory(argmem: readwrite)", true),
        ("declare void @use(ptr captures(none))", true),
        ("declare void @use(ptr) memory(read)", false),
        (
            "declare void @use(ptr) memory(inaccessiblemem: readwrite)",
            false,
        ),
        ("declare void @use(ptr readonly)", false),
        ("declare void @use(ptr noalias)", false),
    ] {
        assert_eq!(changed(declaration, local) > 0, can, "{declaration}");
    }
    let global =
        |name: &str| format!("call void @use(ptr null) %r = load i32, ptr @{name} ret i32 %r");
    assert!(changed("declare void @use(ptr)", &global("g")) > 0);
    assert_eq!(changed("declare void @use(ptr)", &global("h")), 0);
    assert_eq!(
        changed(
            "declare void @use(ptr) memory(argmem: readwrite)",
            &global("g")
        ),
        0
    );
    // A pointer that was passed before may have been kept.
    let later = |attributes: &str| {
        let declaration = format!("declare void @keep(ptr {attributes}) declare void @use()");
        let code = "%p = alloca i32 call void @keep(ptr %p) store i32 7, ptr %p call void @use() %r = load i32, ptr %p ret i32 %r";
        changed(&declaration, code)
    };
    assert!(later("") > 0);
    assert_eq!(later("captures(none)"), 0);
    assert_eq!(later("nocapture"), 0);
    // An object may be reached through another one.
    let inner = "%p = alloca i32 %q = alloca ptr store i32 7, ptr %p store ptr %p, ptr %q call void @use(ptr %q) %r = load i32, ptr %p ret i32 %r";
    assert!(changed("declare void @use(ptr)", inner) > 0);
    // Memory that is not defined stays as it is.
    let undefined = results(
        "declare void @use(ptr) define i32 @f() { %p = alloca i32 call void @use(ptr %p) %r = load i32, ptr %p ret i32 %r }",
    );
    assert!(undefined.iter().all(|it| *it == Ok(Leaf::Undef)));
    // Promises of callers are about the function too.
    let broken = |text: &str| {
        let results = results(text);
        let rule = |it: &Result<Leaf, Stop>| match it {
            Err(Stop::Ub(rule)) => Some(rule.rule()),
            _ => None,
        };
        results.iter().find_map(rule).unwrap_or("nothing")
    };
    let tail = local.replace("call void @use", "tail call void @use");
    let tail = format!("declare void @use(ptr) define i32 @f() {{ {tail} }}");
    assert_eq!(broken(&tail), "tail-call");
    let inner = |attributes: &str| {
        format!(
            "@g = global i32 1 declare void @use() define void @inner() {attributes} {{ call void @use() ret void }}
            define i32 @f() {{ call void @inner() ret i32 0 }}"
        )
    };
    assert_eq!(broken(&inner("")), "nothing");
    assert_eq!(broken(&inner("memory(read)")), "memory-effects");
}

#[test]
fn unknown_variables_have_contents() {
    let text =
        "@x = external global { i32, ptr } define i32 @f() { %r = load i32, ptr @x ret i32 %r }";
    let values = results(text);
    assert!(values.iter().all(|it| matches!(it, Ok(Leaf::Int(_)))));
    assert!(values.iter().any(|it| *it != values[0]));
    let initialized = "@x = externally_initialized global i32 5 define i32 @f() { %r = load i32, ptr @x ret i32 %r }";
    assert!(
        results(initialized)
            .iter()
            .any(|it| *it != Ok(Leaf::Int(5)))
    );
    let constant = "@x = external constant i32 define void @f() { store i32 1, ptr @x ret void }";
    assert_eq!(run(constant, 0), " => constant-written");
    let weak = "@x = extern_weak global i32 define i32 @f() { %r = load i32, ptr @x ret i32 %r }";
    assert_eq!(run(weak, 0), " => the function x, which has no body");
}

#[test]
fn functions_that_do_not_return_end_the_program() {
    let text = "declare void @stop(i32) noreturn declare void @use() define i32 @f() { call void @use() call void @stop(i32 3) unreachable }";
    assert_eq!(run(text, 0), "use(), stop(3) => stop does not return");
    let at_call = text
        .replace("noreturn", "")
        .replace("@stop(i32 3)", "@stop(i32 3) noreturn");
    assert_eq!(run(&at_call, 0), "use(), stop(3) => noreturn");
    let returns = text.replace("noreturn", "");
    assert_eq!(run(&returns, 0), "use(), stop(3) => unreachable");
}

#[test]
fn effects_are_told() {
    let effects = |attributes: &str| {
        let text = format!(
            "declare void @use() {attributes} define void @f() {{ call void @use() ret void }}"
        );
        match &run_with(&text, 0, &[]).1[..] {
            [Event::Call(call)] => (call.effect, call.returns),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(effects(""), (Effect::Writes, false));
    assert_eq!(
        effects("memory(read) willreturn nounwind"),
        (Effect::Reads, true)
    );
    assert_eq!(effects("readnone willreturn"), (Effect::None, false));
    let arguments = effects("memory(argmem: readwrite)");
    assert_eq!(arguments, (Effect::Arguments, false));
    assert_eq!(
        effects("memory(argmem: write)"),
        (Effect::WritesOnly, false)
    );
    assert_eq!(effects("memory(write)"), (Effect::WritesOnly, false));
}

#[test]
fn marks_take_events_back() {
    let text = "declare ptr @get() define ptr @f() { %a = call ptr @get() %b = call ptr @get() ret ptr %b }";
    let module = parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut first = First::default();
    let mut machine = Machine::new(&program, Limits::default(), &mut first);
    machine.begin("f", &[]).unwrap();
    let mark = machine.mark();
    let once = machine.run();
    let events = machine.events().to_vec();
    machine.undo(&mark);
    assert!(machine.events().is_empty());
    assert_eq!(machine.run(), once);
    assert_eq!(machine.events(), events);
}

/// A compiler may lose attributes of calls when it merges them.
#[test]
fn attributes_of_calls_change_no_answer() {
    let text = |result: &str, attributes: &str| {
        format!(
            "declare ptr @get(ptr)
            define ptr @f() {{
              %p = alloca i32
              %r = call {result} ptr @get(ptr %p) {attributes}
              ret ptr %r
            }}"
        )
    };
    let plain = results(&text("", ""));
    assert_eq!(plain, results(&text("", "memory(none)")));
    let nonnull = results(&text("nonnull", ""));
    for (plain, nonnull) in plain.iter().zip(&nonnull) {
        assert!(plain == nonnull || matches!(nonnull, Ok(Leaf::Poison(_))));
    }
    // Through a pointer, the attributes of the call may be about any function.
    let pointer = "declare i32 @get()
        define i32 @f() { %s = alloca ptr store ptr @get, ptr %s %p = load ptr, ptr %s
          %r = call i32 %p() memory(none) ret i32 %r }";
    assert_eq!(run(pointer, 0), " => the function get, which has no body");
}

/// Memory whose address is not seen may be merged with other memory.
#[test]
fn memory_whose_address_is_not_seen_may_be_anywhere() {
    let text = |attributes: &str, code: &str| {
        format!(
            "declare void @use(ptr {attributes}) declare i32 @get(ptr {attributes}) memory(argmem: read)
            define i32 @f() {{ {code}
              store i32 7, ptr %p
              %g = call i32 @get(ptr %p)
              call void @use(ptr %p)
              %u = load i32, ptr %p
              %r = add i32 %g, %u
              ret i32 %r
            }}"
        )
    };
    let alone = "%p = alloca i32";
    let merged = "%q = alloca [3 x i32] store i32 1, ptr %q %p = getelementptr i32, ptr %q, i64 1";
    for attributes in ["captures(none)", "captures(address_is_null)", "nocapture"] {
        let (alone, merged) = (text(attributes, alone), text(attributes, merged));
        assert_eq!(results(&alone), results(&merged));
        let events = run_with(&alone, 0, &[]).1;
        let is_observed = |event: &Event| matches!(event, Event::Call(call) if call.observed[0]);
        assert!(!events.iter().any(is_observed));
    }
    assert_ne!(results(&text("", alone)), results(&text("", merged)));
}

/// The ends of `@f` for some seeds: true if it does not return.
fn ends(text: &str) -> Vec<bool> {
    let module = parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let end = |seed| {
        let mut first = First::default();
        let environment = Seeded(seed);
        let mut machine = Machine::new(&program, Limits::default(), &mut first);
        machine.surround_with(&environment);
        let ended = machine.begin("f", &[]).and_then(|()| machine.run());
        match ended {
            Ok(_) => false,
            Err(stopped) => match stopped.stop {
                Stop::Ended(end) => end.rule() == "does-not-return",
                stop => panic!("{stop:?}"),
            },
        }
    };
    // Small seeds, of which none has such calls, and others.
    assert!(!(0..50).any(end));
    let seeds = (0..400).map(|seed: u64| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    seeds.map(end).collect()
}

#[test]
fn some_functions_do_not_return() {
    for (attributes, can_stay) in [
        ("", true),
        ("nounwind", true),
        ("willreturn", false),
        ("memory(read)", false),
        ("memory(argmem: readwrite)", false),
    ] {
        let text = format!(
            "declare void @g() {attributes}
            define void @f() {{ call void @g() call void @g() ret void }}"
        );
        let stay = ends(&text).into_iter().filter(|it| *it).count();
        match can_stay {
            true => assert!((50..100).contains(&stay), "{attributes}: {stay}"),
            false => assert_eq!(stay, 0, "{attributes}"),
        }
    }
}

#[test]
fn functions_return_their_arguments() {
    let count = |declaration: &str| {
        let text = format!(
            "{declaration} define i64 @f() {{ %r = call i64 @g(i64 987654321) ret i64 %r }}"
        );
        let results = results(&text);
        let same = Ok(Leaf::Int(987_654_321));
        results.iter().filter(|it| **it == same).count()
    };
    assert!((20..90).contains(&count("declare i64 @g(i64)")));
    assert!((20..90).contains(&count("declare i64 @g(i64) memory(none)")));
    assert_eq!(count("declare range(i64 0, 5) i64 @g(i64)"), 0);
}

/// The memory that the first call of `@f` can read: the bytes of each allocation, with `?` for those that are not defined.
fn readable(text: &str) -> Vec<String> {
    let module = parse::module(text).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let mut first = First::default();
    let mut machine = Machine::new(&program, Limits::default(), &mut first);
    machine.keep_regions();
    let object = Object {
        size: 2,
        align: 1,
        bytes: Some(vec![8, 9]),
    };
    let pointer = machine.make_object(&object).unwrap();
    let begun = machine.begin("f", &[Leaf::Ptr(pointer)]);
    begun.and_then(|()| machine.run()).unwrap();
    let Some(Event::Call(call)) = machine.events().first() else {
        panic!("no event");
    };
    let byte = |byte: &Byte| match byte {
        Byte::Bits { bits, undef: 0 } => bits.to_string(),
        _ => "?".to_owned(),
    };
    let regions = call.memory.iter().flatten().map(|region| {
        let bytes: Vec<String> = region.bytes.iter().map(byte).collect();
        bytes.join(" ")
    });
    regions.collect()
}

#[test]
fn events_have_the_memory_that_a_function_can_read() {
    for (declaration, function, expected) in [
        (
            "()",
            "(ptr %p) { call void @g() ret void }",
            &["1", "8 9"][..],
        ),
        // Only the call itself accesses the object.
        ("()", "(ptr noalias %p) { call void @g() ret void }", &["1"]),
        (
            "(ptr)",
            "(ptr noalias %p) { call void @g(ptr %p) ret void }",
            &["8 9", "1"],
        ),
        (
            "() memory(none)",
            "(ptr %p) { call void @g() ret void }",
            &[],
        ),
        (
            "(ptr) memory(argmem: read)",
            "(ptr %p) { %a = alloca i8 store i8 3, ptr %a call void @g(ptr %a) ret void }",
            &["3"],
        ),
        (
            "(ptr writeonly) memory(argmem: readwrite)",
            "(ptr %p) { call void @g(ptr %p) ret void }",
            &[],
        ),
        // A caller whose memory must not be accessed is not looked at.
        (
            "(ptr) memory(argmem: read)",
            "(ptr %p) { %a = alloca i8 store i8 3, ptr %a tail call void @g(ptr %a) ret void }",
            &[],
        ),
    ] {
        let text =
            format!("@v = global i8 1 declare void @g{declaration} define void @f{function}");
        assert_eq!(readable(&text), expected, "{text}");
    }
}
