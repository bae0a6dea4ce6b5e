//! Runs the programs of `tests/corpus-c` and compares them with what they say about themselves.
//!
//! They were written from the rules, not from what the machine does.

mod corpus_files;

use std::fmt::Write;

use corpus_files::Case;
use kvant_c::CTarget;
use kvant_c_machine::{Limits, Outcome, Run, Stop, execute};

fn run(case: &Case) -> Run {
    execute(&case.parsed.program, &CTarget::X86_64, Limits::default())
}

/// What a program says about itself, in the words of [`report`].
fn promise(case: &Case) -> String {
    match &case.stopped {
        None => format!("observes {:x?}", case.observes),
        Some(stopped) => format!("stops with `{}` in line {}", stopped.rule, stopped.line),
    }
}

fn report(case: &Case, run: &Run) -> String {
    match &run.outcome {
        Outcome::Finished => {
            let bits: Vec<u64> = run.trace.observations.iter().map(|o| o.bits).collect();
            format!("observes {bits:x?}")
        }
        Outcome::Stopped { stop, at } => {
            let lines = &case.parsed.lines;
            let line = at.and_then(|place| lines.line(place).or(lines.head(place.function)));
            let kind = match stop {
                Stop::Ub(_) | Stop::Unspecified(_) => String::new(),
                other => format!(" ({other})"),
            };
            format!(
                "stops with `{}` in line {}{kind}",
                stop.rule(),
                line.unwrap_or(0)
            )
        }
    }
}

#[test]
fn every_program_does_what_it_says() {
    let mut failures = String::new();
    for case in corpus_files::all() {
        let (expected, found) = (promise(&case), report(&case, &run(&case)));
        if expected != found {
            let _ = writeln!(
                failures,
                "{case}.c\n  says    {expected}\n  but it  {found}"
            );
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
