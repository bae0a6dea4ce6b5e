//! Runs the programs of `tests/corpus` and compares the outcomes with the expectations in their comments.
//!
//! The expectations were written from the rules, not from the behaviour of the machine. Compilers get the programs too: defined
//! ones must have the same output in every build, and undefined ones must be refused by the compiler's interpreter, except
//! for listed rules and programs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::thread;

use kvant_memory::Target;
use kvant_mir::print::{Form, Version};
use kvant_mir::{parse, print};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, Stop, Trace, Ub, Unspecified, execute};
use kvant_testing::corpus::{Folder, Stopped, assert_both_sides};
use kvant_testing::skip;
use kvant_toolchain::drivers::rustc::{CONST, all_mir_passes};
use kvant_toolchain::{
    Answer, Backend, Compilation, ConstVerdict, OptLevel, Request, Scratch, Toolchain, Toolchains,
};

use crate::corpus_files::{self, Case};
use crate::corpus_verdicts;

#[test]
fn every_program_does_what_it_says() {
    let mut failures = String::new();
    for case in corpus_files::all() {
        let mut steps = BTreeSet::new();
        for resolver in Resolver::STANDARD {
            let run = run(&case, resolver);
            steps.insert(run.steps);
            let (expected, found) = (expectation(&case), report(&case, &run));
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
    // A choice shows in the trace only where every other rule misses something.
    let out_of_reach = ["depends-on-choice"];
    let rules = [Ub::RULES, Unspecified::RULES].concat();
    assert_both_sides(&corpus_files::all(), &rules, &out_of_reach);
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

/// All programs make one crate, with a module for each, because most of the time goes into starting the compiler.
#[test]
fn compilers_agree_on_what_is_defined() {
    let scratch = Scratch::new().unwrap();
    let mut cases = corpus_files::all();
    cases.retain(|case| case.folder == Folder::Defined);
    let traces: Vec<Trace> = cases
        .iter()
        .map(|case| run(case, Resolver::default()).trace)
        .collect();
    let mut expected = String::new();
    for (case, trace) in cases.iter().zip(&traces) {
        let _ = writeln!(expected, "{case}: kvant {}", trace.digest());
    }
    for compiler in compilers() {
        let version = Version(compiler.version.minor);
        let modules: Vec<_> = cases
            .iter()
            .map(|case| print::program(&case.parsed.program, &Form::Fast, version, ""))
            .collect();
        let source = crate_of(&modules, true);
        for request in [Request::build(OptLevel::O0), all_mir_passes()] {
            let backend = Backend {
                toolchain: Arc::clone(&compiler),
                request: request.with_switch("validate"),
            };
            let compiled = match ask(&backend, &source, &scratch) {
                Answer::Executable(compiled) => compiled,
                answer => panic!("{backend} makes no program of\n{source}\n{answer:?}"),
            };
            let limits = kvant_toolchain::Limits::for_program();
            let run = kvant_toolchain::run(compiled.executable(), [""; 0], &limits).unwrap();
            let mut found = String::new();
            let output = String::from_utf8_lossy(&run.stdout);
            for (case, line) in cases.iter().zip(output.lines()) {
                let _ = writeln!(found, "{case}: {line}");
            }
            let mut failures = String::new();
            difference(&expected, &found, &mut failures);
            assert_eq!(expected, found, "{backend} ({})\n{failures}", run.exit);
        }
    }
}

/// The programs that const-eval supports make one crate, for the same reason.
#[test]
fn const_eval_agrees_on_what_is_defined() {
    let scratch = Scratch::new().unwrap();
    let mut cases = corpus_files::all();
    assert_eq!(corpus_verdicts::unknown_entries(&cases), [""; 0]);
    cases.retain(|case| case.folder == Folder::Defined);
    let (mute, talking): (Vec<_>, Vec<_>) =
        cases.iter().partition(|c| corpus_verdicts::cannot_say(c));
    for compiler in compilers() {
        let backend = Backend::in_mode(compiler, CONST);
        let version = Version(backend.toolchain.version.minor);
        let modules: Vec<_> = talking
            .iter()
            .map(|case| const_eval_text(case, version))
            .collect();
        let agrees = Answer::Evaluated(ConstVerdict::Agrees);
        if ask(&backend, &crate_of(&modules, false), &scratch) != agrees {
            ask_about_each(&backend, &talking, &scratch);
            panic!("{backend} disagrees with all of them together, but with none alone");
        }
        ask_about_each(&backend, &mute, &scratch);
    }
}

#[test]
fn const_eval_refuses_what_is_undefined() {
    let scratch = Scratch::new().unwrap();
    let mut cases = corpus_files::all();
    cases.retain(|case| case.folder == Folder::Undefined);
    let cases: Vec<_> = cases.iter().collect();
    for compiler in compilers() {
        ask_about_each(&Backend::in_mode(compiler, CONST), &cases, &scratch);
    }
}

/// Asserts that the interpreter's answers are the expected ones.
fn ask_about_each(backend: &Backend, cases: &[&Case], scratch: &Scratch) {
    // Each thread takes the next case when it is done with one.
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
                    let answer = ask(backend, &texts[n], scratch);
                    if let Some(complaint) = corpus_verdicts::complaint(cases[n], &answer) {
                        let _ = writeln!(failures.lock().unwrap(), "{} {complaint}", cases[n]);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{backend}\n{failures}");
}

fn take(next: &Mutex<usize>, end: usize) -> Option<usize> {
    let mut next = next.lock().unwrap();
    *next += 1;
    (*next <= end).then_some(*next - 1)
}

fn const_eval_text(case: &Case, version: Version) -> String {
    let trace = run(case, Resolver::default()).trace;
    let observations = trace.observations.iter();
    let expected: Vec<(u32, u128)> = observations.map(|it| (it.site, it.bits())).collect();
    print::program(
        &case.parsed.program,
        &Form::ConstEval(&expected),
        version,
        "",
    )
}

fn run(case: &Case, resolver: Resolver) -> Run {
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    execute(&case.parsed.program, &Target::X86_64, resolver, limits)
}

/// The expected outcome in the file.
fn expectation(case: &Case) -> String {
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

/// The outcome of the machine, in the form of [`expectation`].
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

/// The lines that differ, expected ones with `-` and found ones with `+`.
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

/// Stable and nightly if they are installed, otherwise any installed compiler.
fn compilers() -> Vec<Arc<Toolchain>> {
    let toolchains = Toolchains::discover();
    let mut compilers = Vec::new();
    for wanted in ["stable", "nightly"] {
        match toolchains.select(wanted) {
            Ok(toolchain) => compilers.push(toolchain),
            Err(error) => skip(&[wanted], error),
        }
    }
    if compilers.is_empty() {
        compilers.extend(toolchains.found.first().cloned());
    }
    assert!(!compilers.is_empty(), "{:?}", toolchains.skipped);
    compilers
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
