//! Programs that exceed a limit.

use kvant_memory::Target;
use kvant_mir::{Program, parse};
use kvant_mir_machine::{
    Budget, Limits, Machine, Outcome, Pause, Resolver, Stop, Unsupported, execute,
};
use kvant_testing::corpus::Folder;

use crate::corpus_files;

fn program(text: &str) -> Program {
    let parsed = parse::program(text);
    parsed
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .program
}

/// A program that calls a function with this parameter, this argument, and these declarations and blocks.
fn start(parameter: &str, argument: u32, body: &str) -> String {
    format!(
        "fn start({parameter}) {{ mir! {{ {body} }} }}
        fn main() {{ kvant::run(|| start(kvant::hide({argument}))) }}"
    )
}

/// A function that does not fit is not entered, so there need not be a place where it stops.
#[track_caller]
fn assert_stops(text: &str, limits: Limits, expected: &Stop) {
    for resolver in Resolver::STANDARD {
        let run = execute(&program(text), &Target::X86_64, resolver, limits);
        match run.outcome {
            Outcome::Stopped { stop, .. } => assert_eq!(stop, *expected),
            Outcome::Finished => panic!("it ends"),
        }
    }
}

/// The limits are just enough.
#[track_caller]
fn assert_ends(text: &str, limits: Limits) {
    for resolver in Resolver::STANDARD {
        let run = execute(&program(text), &Target::X86_64, resolver, limits);
        assert_eq!(run.outcome, Outcome::Finished);
    }
}

/// Work that has no bytes is no work, and pointers are not in each other's way.
#[test]
fn copies_without_bytes_or_of_pointers_take_few_steps() {
    let limits = Limits {
        steps: 20_000,
        ..Limits::default()
    };
    for (declared, ty, value) in [
        ("enum Z { A }", "[Z; 1000000000000]", "z"),
        ("enum Z { A }", "[[Z; 1000000]; 1000000]", "[z; 1000000]"),
        ("struct Z {}", "[Z; 1000000000000]", "z"),
    ] {
        let make = match ty {
            "[[Z; 1000000]; 1000000]" => "row = [z; 1000000]; a = [row; 1000000];".to_owned(),
            _ => format!("a = [{value}; 1000000000000];"),
        };
        let first = match declared {
            "struct Z {}" => "z = Z {};",
            _ => "z = Z::A;",
        };
        assert_ends(
            &format!(
                "{declared}
                fn start() {{
                    mir! {{
                        let z: Z; let row: [Z; 1000000]; let a: {ty}; let b: {ty};
                        {{ {first} {make} b = a; Return() }}
                    }}
                }}
                fn main() {{ kvant::run(|| start()) }}"
            ),
            limits,
        );
    }
    let body = "
        let p: *const u8; let a: [*const u8; 200000]; let b: [*const u8; 200000];
        { p = addr_of!(x); a = [p; 200000]; a = [p; 200000]; b = a; b = a; Return() }
    ";
    let pointers = start("x: u8", 0, body);
    assert_ends(&pointers, limits);
}

/// References to large things take room: as many states as bytes, each.
#[test]
fn references_to_large_things_run_out() {
    let body = "
        let a: [u8; 1000000]; let r: &[u8; 1000000];
        { a = [x; 1000000]; Goto(head) }
        head = { r = &a; Goto(head) }
    ";
    let text = start("x: u8", 0, body);
    let limits = Limits::default();
    let expected = Budget::Borrows(limits.borrows).into();
    assert_stops(&text, limits, &expected);
}

#[test]
fn endless_loops_run_out_of_steps() {
    let body = "
        { Goto(head) }
        head = { x = x + 1; Goto(head) }
    ";
    let text = start("x: u8", 0, body);
    for steps in [0, 1, 2, 1000] {
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        assert_stops(&text, limits, &Stop::Budget(Budget::Steps(steps)));
    }
}

#[test]
fn endless_recursion_runs_out_of_frames() {
    let body = "
        let nothing: ();
        { Call(nothing = start(x), ReturnTo(done), UnwindContinue()) }
        done = { Return() }
    ";
    let text = start("x: u8", 0, body);
    for frames in [1, 2, 150] {
        let limits = Limits {
            frames,
            ..Limits::default()
        };
        let expected = Stop::Budget(Budget::Frames(frames));
        assert_stops(&text, limits, &expected);
    }
}

/// Four calls at once need four frames and no more.
#[test]
fn the_last_frame_counts() {
    let body = "
        let nothing: ();
        { match depth { 0 => done, _ => deeper } }
        deeper = {
            depth = depth - 1;
            Call(nothing = start(depth), ReturnTo(done), UnwindContinue())
        }
        done = { Return() }
    ";
    let text = start("depth: u8", 3, body);
    let limits = |frames| Limits {
        frames,
        ..Limits::default()
    };
    assert_ends(&text, limits(4));
    assert_stops(&text, limits(3), &Stop::Budget(Budget::Frames(3)));
}

/// Each call holds a kilobyte.
#[test]
fn recursion_with_large_locals_runs_out_of_memory() {
    let body = "
        let held: [u8; 1024];
        let nothing: ();
        {
            held = [x; 1024];
            Call(nothing = start(x), ReturnTo(done), UnwindContinue())
        }
        done = { Return() }
    ";
    let text = start("x: u8", 0, body);
    let memory = 10_000;
    let limits = Limits {
        memory,
        ..Limits::default()
    };
    assert_stops(&text, limits, &Stop::Budget(Budget::Memory(memory)));
}

/// Unoptimised programs make room for every local, also for unused ones.
#[test]
fn unused_locals_need_room() {
    let body = "
        let unused: [u64; 1048576];
        let nothing: ();
        { match depth { 0 => done, _ => deeper } }
        deeper = {
            depth = depth - 1;
            Call(nothing = start(depth), ReturnTo(done), UnwindContinue())
        }
        done = { Return() }
    ";
    let text = start("depth: u8", 100, body);
    let limits = Limits::default();
    assert_stops(&text, limits, &Stop::Budget(Budget::Memory(limits.memory)));
}

#[test]
fn one_large_local_runs_out_of_memory() {
    let body = "
        let held: [u8; 1025];
        { held = [x; 1025]; Return() }
    ";
    let text = start("x: u8", 0, body);
    let limits = |memory| Limits {
        memory,
        ..Limits::default()
    };
    assert_ends(&text, limits(1026));
    assert_stops(&text, limits(1025), &Stop::Budget(Budget::Memory(1025)));
}

/// Memory that was given back can be had again.
#[test]
fn only_live_memory_counts() {
    let body = "
        let held: [u8; 1000];
        {
            Goto(head)
        }
        head = {
            StorageLive(held);
            held = [1; 1000];
            StorageDead(held);
            turns = turns - 1;
            match turns { 0 => done, _ => head }
        }
        done = { Return() }
    ";
    let text = start("turns: u32", 500, body);
    let limits = Limits {
        memory: 1100,
        ..Limits::default()
    };
    let run = execute(
        &program(&text),
        &Target::X86_64,
        Resolver::default(),
        limits,
    );
    assert_eq!(run.outcome, Outcome::Finished);
}

#[test]
fn too_many_observations() {
    let body = "
        let nothing: ();
        { Goto(head) }
        head = { Call(nothing = kvant::observe_u8(1, x), ReturnTo(head), UnwindContinue()) }
    ";
    let text = start("x: u8", 0, body);
    let limits = Limits {
        observations: 10,
        ..Limits::default()
    };
    assert_stops(&text, limits, &Stop::Budget(Budget::Observations(10)));
    let run = execute(
        &program(&text),
        &Target::X86_64,
        Resolver::default(),
        limits,
    );
    assert_eq!(run.trace.observations.len(), 10);
}

#[test]
fn types_can_be_too_large() {
    for ty in [
        "[u8; 18446744073709551615]",
        "[u64; 1099511627776]",
        "[[u8; 1048576]; 1048576]",
        "([u8; 16777216], u8)",
    ] {
        let text = format!(
            "fn start(x: u8) {{
                mir! {{
                    let held: {ty};
                    let p: *const {ty};
                    {{ p = addr_of!(held); Return() }}
                }}
            }}
            fn main() {{ kvant::run(|| start(kvant::hide(0))) }}"
        );
        let expected = Stop::Unsupported(Unsupported::TypeTooLarge);
        assert_stops(&text, Limits::default(), &expected);
    }
}

/// Every program of the corpus ends with as many steps as it takes, and not with one less.
#[test]
fn the_last_step_counts() {
    for case in corpus_files::all() {
        let run = |steps| {
            let limits = Limits {
                steps,
                ..Limits::default()
            };
            let program = &case.parsed.program;
            execute(program, &Target::X86_64, Resolver::default(), limits)
        };
        if case.folder != Folder::Defined {
            continue;
        }
        let needed = run(1_000_000).steps;
        assert_eq!(run(needed).outcome, Outcome::Finished, "{case}");
        let stopped = run(needed - 1);
        assert_eq!(stopped.steps, needed - 1, "{case}");
        let budget = Stop::Budget(Budget::Steps(needed - 1));
        assert!(matches!(stopped.outcome, Outcome::Stopped { stop, .. } if stop == budget));
    }
}

/// A machine that ran out of steps goes on with a higher limit.
#[test]
fn a_program_goes_on_when_it_gets_more() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let whole = execute(
            program,
            &Target::X86_64,
            Resolver::default(),
            Limits::default(),
        );
        let mut limits = Limits {
            steps: 0,
            ..Limits::default()
        };
        let mut machine = Machine::new(Target::X86_64, Resolver::default(), limits);
        machine.start(program).unwrap();
        let end = loop {
            match machine.run(program) {
                Err(Stop::Budget(Budget::Steps(_))) => {
                    limits.steps += 7;
                    machine.set_limits(limits);
                }
                end => break end,
            }
        };
        match whole.outcome {
            Outcome::Finished => assert_eq!(end, Ok(Pause::Finished), "{case}"),
            Outcome::Stopped { stop, .. } => assert_eq!(end, Err(stop), "{case}"),
        }
        assert_eq!(*machine.trace(), whole.trace, "{case}");
    }
}

/// Every call that passes an aggregate has a copy of its own in an unoptimised build, even one that is
/// never reached.
#[test]
fn copies_for_arguments_count() {
    let text = "
        fn take(a: [u8; 1000]) { mir! { { Return() } } }
        fn start(x: u8) {
            mir! {
                let nothing: ();
                let a: [u8; 1000];
                { match x { 0 => one, _ => done } }
                one = { Call(nothing = take(a), ReturnTo(two), UnwindContinue()) }
                two = { Call(nothing = take(a), ReturnTo(done), UnwindContinue()) }
                done = { Return() }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(1))) }
    ";
    let limits = |memory| Limits {
        memory,
        ..Limits::default()
    };
    assert_ends(text, limits(3001));
    assert_stops(text, limits(3000), &Stop::Budget(Budget::Memory(3000)));
}
