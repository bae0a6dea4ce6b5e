//! Runs the programs of `tests/corpus-llvm` and compares all outcomes under all choices with those in the programs.
//!
//! The expectations were written from LLVM's reference, not from the machine's results.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fmt::Write;

use kvant_llvm_machine::{Every, Limits, Program, Ub, Unspecified, call};

use crate::corpus_files::{self, Expectation, reason, shown};

/// More runs than this are not made.
const MOST: usize = 3000;

/// All outcomes of a call, in the form of expectations.
fn outcomes(program: &Program<'_>, expectation: &Expectation) -> Vec<String> {
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    let (mut every, mut outcomes) = (Every::default(), BTreeSet::new());
    for _ in 0..MOST {
        let (function, arguments) = (&expectation.function, &expectation.arguments);
        let result = call(program, function, arguments, limits, &mut every);
        outcomes.insert(match result {
            Ok(leaves) => shown(&leaves),
            Err(stopped) => reason(&stopped.stop),
        });
        if !every.advance() {
            return outcomes.into_iter().collect();
        }
    }
    // With `...`, the first outcomes are compared.
    if expectation.outcomes.iter().any(|it| it == "...") {
        outcomes.retain(|it| expectation.outcomes.contains(it));
    }
    outcomes.insert("...".into());
    outcomes.into_iter().collect()
}

#[test]
fn every_program_does_what_it_says() {
    let (mut failures, mut count) = (String::new(), 0);
    for file in corpus_files::all() {
        let mut program = Program::new(&file.module, &file.layout);
        if let Some(vscale) = file.vscale {
            program = program.with_vscale(vscale);
        }
        for expectation in &file.expectations {
            count += 1;
            let found = outcomes(&program, expectation);
            if expectation.outcomes != found {
                let _ = writeln!(
                    failures,
                    "{}:{}: @{}\n  says    {}\n  but is  {}",
                    file.name,
                    expectation.line,
                    expectation.function,
                    expectation.outcomes.join(" | "),
                    found.join(" | ")
                );
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count >= 300, "{count}");
}

/// Every rule of undefined and unspecified behaviour stops a program, and a file that breaks a rule also has a program that does
/// not.
#[test]
fn every_rule_has_programs_on_both_sides() {
    let rules = Ub::RULES.iter().map(|rule| format!("undefined: {rule}"));
    let others = Unspecified::RULES.iter();
    let others = others.map(|rule| format!("unspecified: {rule}"));
    let files = corpus_files::all();
    let mut failures = String::new();
    for rule in rules.chain(others) {
        let breaks = |it: &&Expectation| it.outcomes.contains(&rule);
        let both = files.iter().any(|file| {
            let broken = file.expectations.iter().filter(breaks).count();
            broken > 0 && broken < file.expectations.len()
        });
        if !both {
            let _ = writeln!(failures, "no file has both sides of `{rule}`");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
