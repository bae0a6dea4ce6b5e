//! Runs the programs of `tests/corpus-c` and compares the results with the verdicts in the programs.
//!
//! The verdicts were written from the rules, not from the machine's results. Defined programs are also compiled with GCC, which
//! must agree.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use kvant_c::{CTarget, print};
use kvant_c_machine::{Limits, Outcome, Run, Stop, Ub, Unspecified, Unsupported, execute};
use kvant_testing::corpus::{Folder, assert_both_sides};
use kvant_testing::skip;

use crate::corpus_files::{self, Case};

fn run(case: &Case) -> Run {
    execute(&case.parsed.program, &CTarget::X86_64, Limits::default())
}

/// The verdict in a program, in the words of [`report`].
fn verdict(case: &Case) -> String {
    match &case.stopped {
        None => {
            let values = case
                .observes
                .iter()
                .flat_map(|line| line.split_whitespace());
            format!("observes {:x?}", values.map(bits).collect::<Vec<_>>())
        }
        Some(stopped) => format!("stops with `{}` in line {}", stopped.rule, stopped.line),
    }
}

/// The observed bits of a number: with a point it is a `double`.
fn bits(number: &str) -> u64 {
    match number.contains('.') || number.contains("inf") {
        true => number.parse::<f64>().unwrap().to_bits(),
        false => number.parse::<i128>().unwrap() as u64,
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
        let (expected, found) = (verdict(&case), report(&case, &run(&case)));
        if expected != found {
            let _ = writeln!(
                failures,
                "{case}.c\n  says    {expected}\n  but it  {found}"
            );
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// Every rule of undefined and unspecified behaviour.
fn rules() -> Vec<&'static str> {
    [Ub::RULES, Unspecified::RULES].concat()
}

#[test]
fn every_rule_has_programs_on_both_sides() {
    assert_both_sides(&corpus_files::all(), &rules(), &[]);
}

/// The table of docs/C-UB.md names rules that exist and programs that are in the corpus.
#[test]
fn annex_j_table_names_existing_rules_and_programs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/C-UB.md");
    let table = fs::read_to_string(path).unwrap();
    let cases = corpus_files::all();
    let mut failures = String::new();
    let mut named = 0;
    for line in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let words = |cell: &str| -> Vec<String> {
            cell.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect()
        };
        for (n, _) in line.match_indices("[`") {
            let rule = line[n + 2..].split('`').next().unwrap_or_default();
            if rule != "rule" && !rules().contains(&rule) && !Unsupported::RULES.contains(&rule) {
                let _ = writeln!(failures, "there is no rule `{rule}`");
            }
        }
        let [.., tried] = cells.as_slice() else {
            continue;
        };
        // Texts that were tried by hand follow that word.
        let files = tried.split("by hand").next().unwrap_or_default();
        for name in words(files).iter().filter(|_| cells.len() > 2) {
            named += 1;
            if !cases.iter().any(|case| case.name == *name) {
                let _ = writeln!(failures, "there is no program `{name}`: {line}");
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(named > 80, "only {named} programs were found in the table");
}

/// All programs are in one file, because the start of the compiler dominates the time.
#[test]
fn gcc_agrees_on_defined_programs() {
    let mut cases = corpus_files::all();
    cases.retain(|case| case.folder == Folder::Defined);
    let parts: Vec<String> = (0..)
        .zip(&cases)
        .map(|(n, case)| print::part(&case.parsed.program, n, &case.to_string()))
        .collect();
    let folder = std::env::temp_dir().join(format!("kvant-c-corpus-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join("corpus.c");
    fs::write(&source, print::batch(&parts)).unwrap();
    let mut expected = String::new();
    for (n, case) in cases.iter().enumerate() {
        let _ = writeln!(expected, "p{n} kvant {}", run(case).trace.digest());
    }
    for level in ["-O0", "-O2"] {
        let executable = folder.join("corpus");
        let compiled = Command::new("gcc")
            .args(["-w", level, "-o"])
            .args([&executable, &source])
            .output();
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(error) => {
                skip(&["gcc"], format_args!("there is no gcc: {error}"));
                break;
            }
        };
        let complaints = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "{complaints}");
        let output = Command::new(&executable).output().unwrap();
        let found = String::from_utf8_lossy(&output.stdout);
        for ((case, a), b) in cases.iter().zip(expected.lines()).zip(found.lines()) {
            assert_eq!(a, b, "{case} at {level}");
        }
        assert_eq!(found, expected, "at {level}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// The rules whose violations GCC's sanitizers report at run time.
const REPORTED: [&str; 11] = [
    "signed-overflow",
    "division-by-zero",
    "shift-too-far",
    "shift-overflow",
    "float-does-not-fit",
    "unreachable-reached",
    "zero-has-no-bit",
    "bad-free",
    "dangling",
    "null-access",
    "out-of-bounds",
];

/// Violations of these rules that the sanitizers do not report.
const UNREPORTED: [&str; 19] = [
    // The pointer is only read, and nothing is accessed.
    "dangling_read_only",
    "dangling_result",
    "dangling_in_returned_struct",
    "dangling_parameter",
    // The variable of the next iteration has the same address as the last one.
    "dangling_iteration",
    "double_too_large_for_float",
    // Sanitizers accept copies of length zero from null, and null pointer arithmetic.
    "memcpy_null",
    "null_arithmetic",
    // A member of a struct, and a struct of which only the first half is accessed.
    "pointer_to_next_member",
    "struct_beyond_heap",
    // The same object, but another member or row.
    "first_member_of_container",
    "heap_struct_walked_by_cast",
    "int_walk_from_characters",
    "memcpy_of_first_member",
    "row_from_element",
    "row_walked_by_cast",
    "second_member_as_struct",
    "struct_walked_by_cast",
    "struct_walked_in_callee",
];

/// Violations that the machine reports are reported by GCC's sanitizers as well, if they check the rule.
#[test]
fn sanitizers_agree_on_undefined_programs() {
    let mut cases = corpus_files::all();
    cases.retain(|case| {
        let rule = case.stopped.as_ref().map(|stopped| stopped.rule.as_str());
        case.folder == Folder::Undefined && rule.is_some_and(|rule| REPORTED.contains(&rule))
    });
    let parts: Vec<String> = (0..)
        .zip(&cases)
        .map(|(n, case)| print::part(&case.parsed.program, n, &case.to_string()))
        .collect();
    let folder = std::env::temp_dir().join(format!("kvant-c-undefined-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (source, executable) = (folder.join("corpus.c"), folder.join("corpus"));
    fs::write(&source, print::batch(&parts)).unwrap();
    let compiled = Command::new("gcc")
        .args([
            "-w",
            "-O0",
            "-fsanitize=address,undefined,float-cast-overflow",
        ])
        .args(["-fno-sanitize-recover=all", "-o"])
        .args([&executable, &source])
        .output();
    if !compiled
        .as_ref()
        .is_ok_and(|compiled| compiled.status.success())
    {
        let why = format_args!("gcc has no sanitizers: {compiled:?}");
        skip(&["gcc-sanitizers"], why);
        return;
    }
    let mut failures = String::new();
    for (n, case) in cases.iter().enumerate() {
        let run = Command::new(&executable)
            .arg(n.to_string())
            .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
            .env("UBSAN_OPTIONS", "symbolize=0")
            .output()
            .unwrap();
        let reported = !run.status.success();
        if reported == UNREPORTED.contains(&case.name.as_str()) {
            let _ = writeln!(failures, "{case}.c: reported: {reported}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    assert!(failures.is_empty(), "\n{failures}");
}
