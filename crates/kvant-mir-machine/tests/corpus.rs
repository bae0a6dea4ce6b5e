//! Runs the programs of `tests/corpus` and compares them with what they say about themselves.
//!
//! They were written from the rules, not from what the machine does. Compilers get them too: what the
//! machine calls defined must come out of every build the same, and what it calls undefined must be
//! refused by the compiler's own interpreter, except for what that is known not to see.

mod corpus_files;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;

use corpus_files::{Case, Folder, Stopped};
use kvant_memory::{AllocId, Target};
use kvant_mir::print::{Expected, Form, Version};
use kvant_mir::{Local, parse, print};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, Stop, Trace, Ub, Unspecified, execute};
use kvant_toolchain::{
    Answer, Backend, BackendKind, BuildFlags, Compilation, ConstVerdict, OptLevel, Scratch,
    Toolchain,
};

/// Rules that no program of the present subset can break, and why. Whoever adds what a rule is
/// waiting for takes it off the list and writes programs.
const OUT_OF_REACH: [(&str, &str); 5] = [
    (
        "depends-on-choice",
        "every other rule would have to miss something first",
    ),
    (
        "out-of-bounds",
        "every path stays inside of what its pointer was made for: no pointer arithmetic, no casts",
    ),
    ("misaligned", "no pointer casts, no packed structs"),
    (
        "pointer-as-integer",
        "no transmutes of pointers, no unions, no pointer casts",
    ),
    (
        "broken-pointer",
        "no transmutes of pointers, no unions, no pointer casts",
    ),
];

/// Undefined programs that the compiler's interpreter accepts, and why.
const ACCEPTED_BY_CONST_EVAL: [(&str, &str); 4] = [
    ("return_place_of_two_calls", ONLY_WRITTEN),
    ("return_place_overwritten_as_a_whole", ONLY_WRITTEN),
    ("return_place_written", ONLY_WRITTEN),
    (
        "uninitialised_element_of_an_empty_repeat",
        "it looks at the operand when it writes the first element, and there is none",
    ),
];

const ONLY_WRITTEN: &str =
    "it makes the return place uninitialised during a call, which nobody sees who only writes it";

#[test]
fn every_program_does_what_it_says() {
    let mut failures = String::new();
    for case in corpus_files::all() {
        let mut steps = BTreeSet::new();
        for resolver in Resolver::STANDARD {
            let run = run(&case, resolver);
            steps.insert(run.steps);
            let (expected, found) = (promise(&case), report(&case, &run));
            if expected != found {
                let _ = writeln!(failures, "{case}.rs under {resolver:?}");
                difference(&expected, &found, &mut failures);
            }
        }
        if steps.len() > 1 {
            let _ = writeln!(failures, "{case}.rs takes {steps:?} steps, by resolver");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_rule_has_programs_on_both_sides() {
    let cases = corpus_files::all();
    let mut failures = String::new();
    let rules: BTreeSet<_> = rules().iter().map(Stop::rule).collect();
    for rule in &rules {
        let broken = cases
            .iter()
            .filter_map(|case| case.stopped.as_ref())
            .any(|stopped| stopped.rule == *rule);
        let kept = cases.iter().any(|case| case.fine.iter().any(|f| f == rule));
        let out_of_reach = OUT_OF_REACH.iter().any(|(name, _)| name == rule);
        let complaint = match (out_of_reach, broken, kept) {
            (true, true, _) | (true, _, true) => "has programs: take it off OUT_OF_REACH",
            (false, false, _) => "is broken by no program",
            (false, _, false) => "has no program that is just fine",
            (true, false, false) | (false, true, true) => continue,
        };
        let _ = writeln!(failures, "the rule `{rule}` {complaint}");
    }
    for case in &cases {
        let stopped = case.stopped.iter().map(|stopped| &stopped.rule);
        for rule in case.fine.iter().chain(stopped) {
            if !rules.contains(rule.as_str()) {
                let _ = writeln!(failures, "{case}.rs: there is no rule `{rule}`");
            }
        }
    }
    for (rule, _) in OUT_OF_REACH {
        assert!(rules.contains(rule), "there is no rule `{rule}`");
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn every_program_is_the_same_after_printing() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let text = print::program(program, &Form::Readable, Version::NEWEST, "");
        let again = parse::program(&text).unwrap_or_else(|e| panic!("{case}: {e}\n{text}"));
        assert_eq!(again.program, *program, "{case}\n{text}");
    }
}

/// All programs make one crate, with a module for each: starting the compiler is what takes time.
#[test]
fn compilers_agree_on_what_is_defined() {
    let compiler = compiler();
    let version = Version(compiler.version.minor);
    let scratch = Scratch::new().unwrap();
    let cases = corpus_files::all();
    let cases: Vec<_> = cases
        .iter()
        .filter(|c| c.folder == Folder::Defined)
        .collect();
    let traces: Vec<Trace> = cases
        .iter()
        .map(|case| run(case, Resolver::default()).trace)
        .collect();

    let mut expected = String::new();
    let mut modules = Vec::new();
    for (case, trace) in cases.iter().zip(&traces) {
        let _ = writeln!(expected, "{case}: kvant {}", trace.digest());
        modules.push(print::program(
            &case.parsed.program,
            &Form::Fast,
            version,
            "",
        ));
    }
    let source = crate_of(&modules, true);
    for opt in [OptLevel::O0, OptLevel::O3] {
        let backend = Backend {
            toolchain: Arc::clone(&compiler),
            kind: BackendKind::Build(BuildFlags {
                validate_mir: true,
                ..BuildFlags::at(opt)
            }),
        };
        let Answer::Executable(compiled) = ask(&backend, &source, &scratch) else {
            panic!("{backend} makes no program of\n{source}");
        };
        let limits = kvant_toolchain::Limits::for_program();
        let run = kvant_toolchain::run(&compiled.executable, [""; 0], &limits).unwrap();
        let mut found = String::new();
        for (case, line) in cases
            .iter()
            .zip(String::from_utf8_lossy(&run.stdout).lines())
        {
            let _ = writeln!(found, "{case}: {line}");
        }
        let mut failures = String::new();
        difference(&expected, &found, &mut failures);
        assert_eq!(expected, found, "{backend} ({})\n{failures}", run.exit);
    }

    let evaluated = |case: &Case, trace: &Trace| {
        let form = Form::ConstEval(Expected::Digest(trace.digest()));
        print::program(&case.parsed.program, &form, version, "")
    };
    let both = || cases.iter().zip(&traces);
    let modules: Vec<_> = both().map(|(case, trace)| evaluated(case, trace)).collect();
    let backend = Backend::const_eval(compiler);
    let agrees = Answer::Evaluated(ConstVerdict::Agrees);
    if ask(&backend, &crate_of(&modules, false), &scratch) != agrees {
        for (case, module) in cases.iter().zip(&modules) {
            assert_eq!(ask(&backend, module, &scratch), agrees, "{case}");
        }
        panic!("{backend} disagrees with all of them together, but with none alone");
    }
}

#[test]
fn const_eval_refuses_what_is_undefined() {
    let backend = Backend::const_eval(compiler());
    let scratch = Scratch::new().unwrap();
    let mut cases = corpus_files::all();
    cases.retain(|case| case.folder == Folder::Undefined);
    for (name, _) in ACCEPTED_BY_CONST_EVAL {
        assert!(
            cases.iter().any(|c| c.name == name),
            "there is no undefined/{name}.rs"
        );
    }
    // Whoever is free takes the next one.
    let (next, failures) = (Mutex::new(0), Mutex::new(String::new()));
    let version = Version(backend.toolchain.version.minor);
    let texts: Vec<_> = cases
        .iter()
        .map(|case| const_eval_text(case, version))
        .collect();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(n) = take(&next, cases.len()) {
                    let answer = ask(&backend, &texts[n], &scratch);
                    if let Some(complaint) = complaint(&cases[n], &answer) {
                        let _ = writeln!(failures.lock().unwrap(), "{}: {complaint}", cases[n]);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "\n{failures}");
}

fn take(next: &Mutex<usize>, end: usize) -> Option<usize> {
    let mut next = next.lock().unwrap();
    *next += 1;
    (*next <= end).then_some(*next - 1)
}

fn const_eval_text(case: &Case, version: Version) -> String {
    let trace = run(case, Resolver::default()).trace;
    let form = Form::ConstEval(Expected::Digest(trace.digest()));
    print::program(&case.parsed.program, &form, version, "")
}

/// What is wrong with the interpreter's answer to an undefined program.
fn complaint(case: &Case, answer: &Answer) -> Option<String> {
    let refused = matches!(answer, Answer::Evaluated(ConstVerdict::Undefined { .. }));
    let excused = ACCEPTED_BY_CONST_EVAL
        .iter()
        .any(|(name, _)| *name == case.name);
    match (refused, excused) {
        (true, false) | (false, true) => None,
        (false, false) => Some(format!("expected to be refused, found {answer:?}")),
        (true, true) => Some(format!("take it off the list of exceptions: {answer:?}")),
    }
}

fn run(case: &Case, resolver: Resolver) -> Run {
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    execute(&case.parsed.program, &Target::X86_64, resolver, limits)
}

/// What the file says.
fn promise(case: &Case) -> String {
    match &case.stopped {
        None => case.observes.join("\n") + "\nfinished\n",
        Some(Stopped { rule, line }) => {
            let kind = match case.folder {
                Folder::Undefined => "UB",
                _ => "UNSPECIFIED",
            };
            format!("{kind}: {rule} in line {line}\n")
        }
    }
}

/// What the machine says, in the same words.
fn report(case: &Case, run: &Run) -> String {
    let mut text = String::new();
    if case.folder == Folder::Defined {
        for observation in &run.trace.observations {
            let _ = writeln!(text, "{}", observation.line());
        }
    }
    let Outcome::Stopped { stop, at } = &run.outcome else {
        return text + "finished\n";
    };
    let kind = match stop {
        Stop::Ub(_) => "UB".to_owned(),
        Stop::Unspecified(_) => "UNSPECIFIED".to_owned(),
        other => format!("{other:?}"),
    };
    let line = at.and_then(|at| case.parsed.source.line(at)).unwrap_or(0);
    let _ = writeln!(text, "{kind}: {} in line {line}", stop.rule());
    text
}

/// The lines that are not the same, expected ones with `-` and found ones with `+`.
fn difference(expected: &str, found: &str, out: &mut String) {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    loop {
        let (a, b) = (expected.next(), found.next());
        if a.or(b).is_none() {
            return;
        }
        if a == b {
            continue;
        }
        for (sign, line) in [('-', a), ('+', b)] {
            if let Some(line) = line {
                let _ = writeln!(out, "    {sign} {line}");
            }
        }
    }
}

/// Every rule, by an example of each. The matches have no `_`: a new rule stops them from compiling
/// until it is listed.
fn rules() -> Vec<Stop> {
    let (alloc, offset, local) = (AllocId(0), 0, Local::RETURN);
    let ub = |ub: Ub| match ub {
        Ub::DeadLocal { .. }
        | Ub::Uninitialised { .. }
        | Ub::Dangling { .. }
        | Ub::OutOfBounds { .. }
        | Ub::Misaligned { .. }
        | Ub::ReturnPlaceInUse { .. }
        | Ub::IndexOutOfBounds { .. }
        | Ub::DivisionByZero
        | Ub::DivisionOverflow
        | Ub::InvalidBool { .. }
        | Ub::InvalidChar { .. }
        | Ub::AssumedFalse
        | Ub::UnreachableReached => Stop::Ub(ub),
    };
    let unspecified = |unspecified: Unspecified| match unspecified {
        Unspecified::OverlappingAssignment
        | Unspecified::OverlappingReturnPlace
        | Unspecified::OpenValue
        | Unspecified::DanglingWithoutBytes { .. }
        | Unspecified::PointerAsInteger { .. }
        | Unspecified::BrokenPointer { .. }
        | Unspecified::DependsOnChoice { .. }
        | Unspecified::StorageAlreadyLive { .. }
        | Unspecified::StorageAlreadyDead { .. }
        | Unspecified::StorageLiveAtReturn { .. } => Stop::Unspecified(unspecified),
    };
    vec![
        ub(Ub::DeadLocal { local }),
        ub(Ub::Uninitialised { at: None }),
        ub(Ub::Dangling { alloc }),
        ub(Ub::OutOfBounds {
            alloc,
            offset,
            length: 1,
            size: 0,
        }),
        ub(Ub::Misaligned {
            required: 2,
            promised: 1,
        }),
        ub(Ub::ReturnPlaceInUse { alloc, offset }),
        ub(Ub::IndexOutOfBounds {
            index: 0,
            length: 0,
        }),
        ub(Ub::DivisionByZero),
        ub(Ub::DivisionOverflow),
        ub(Ub::InvalidBool { bits: 2 }),
        ub(Ub::InvalidChar { bits: 0xd800 }),
        ub(Ub::AssumedFalse),
        ub(Ub::UnreachableReached),
        unspecified(Unspecified::OverlappingAssignment),
        unspecified(Unspecified::OverlappingReturnPlace),
        unspecified(Unspecified::OpenValue),
        unspecified(Unspecified::DanglingWithoutBytes { alloc }),
        unspecified(Unspecified::PointerAsInteger { alloc, offset }),
        unspecified(Unspecified::BrokenPointer { alloc, offset }),
        unspecified(Unspecified::DependsOnChoice { observation: 0 }),
        unspecified(Unspecified::StorageAlreadyLive { local }),
        unspecified(Unspecified::StorageAlreadyDead { local }),
        unspecified(Unspecified::StorageLiveAtReturn { local }),
    ]
}

/// The compiler that the tests were compiled by.
fn compiler() -> Arc<Toolchain> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Arc::new(Toolchain::probe(Path::new(&rustc)).unwrap())
}

fn ask(backend: &Backend, source: &str, scratch: &Scratch) -> Answer {
    let limits = kvant_toolchain::Limits::for_compiler();
    let Compilation { answer, .. } = backend.compile(source, scratch.path(), &limits).unwrap();
    answer
}

/// One crate of several programs, each in a module of its own. It runs them in order.
fn crate_of(programs: &[String], runs: bool) -> String {
    let is_attribute = |line: &&str| line.starts_with("#![");
    let attributes: BTreeSet<&str> = programs
        .iter()
        .flat_map(|program| program.lines().filter(is_attribute))
        .collect();
    let mut text = String::new();
    for attribute in attributes {
        let _ = writeln!(text, "{attribute}");
    }
    for (n, program) in programs.iter().enumerate() {
        let _ = writeln!(text, "mod p{n} {{");
        for line in program.lines().filter(|line| !is_attribute(line)) {
            let public = if line.starts_with("fn main()") {
                "pub "
            } else {
                ""
            };
            let _ = writeln!(text, "{public}{line}");
        }
        text.push_str("}\n");
    }
    if runs {
        text.push_str("fn main() {\n");
        for n in 0..programs.len() {
            let _ = writeln!(text, "p{n}::main();");
        }
        text.push_str("}\n");
    }
    text
}
