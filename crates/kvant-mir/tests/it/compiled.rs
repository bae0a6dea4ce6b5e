//! Compilation of the printed forms by `rustc`.

use std::path::Path;
use std::process::{Command, Output};

use kvant_mir::observation::{Digest, trace_line};
use kvant_mir::print::{self, Form};

use crate::forms::{rustc, version};
use crate::samples::{self, Sample};

const CONST_EVAL: [&str; 4] = [
    "--crate-type=lib",
    "--emit=metadata",
    "-Zunleash-the-miri-inside-of-you",
    "-Zextra-const-ub-checks",
];

#[track_caller]
fn assert_success(output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

fn digest(sample: &Sample) -> Digest {
    let mut digest = Digest::new();
    for (site, bits) in sample.trace() {
        digest.fold(site, bits);
    }
    digest
}

/// The output with and without trace mode.
fn run(directory: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(directory.join("program"));
    let output = command.args(arguments).output().unwrap();
    assert_success(&output);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn compiled_programs_print_the_digest_and_the_trace() {
    let directory = tempfile::tempdir().unwrap();
    let version = version();
    for sample in samples::all() {
        let last = format!("kvant {}\n", digest(&sample));
        let mut trace = String::new();
        for &(site, value) in &sample.observed {
            trace.push_str(&trace_line(site, value));
            trace.push('\n');
        }
        trace.push_str(&last);
        for (form, flags) in [
            (
                Form::Readable,
                [
                    "-Dwarnings",
                    "-Copt-level=0",
                    "-Zmir-opt-level=0",
                    "-Zvalidate-mir",
                ],
            ),
            (
                Form::Fast,
                [
                    "-Dwarnings",
                    "-Copt-level=3",
                    "-Zmir-opt-level=4",
                    "-Zvalidate-mir",
                ],
            ),
        ] {
            let text = print::program(&sample.program, &form, version, "a test\n\nof the printer");
            assert_success(&rustc(directory.path(), &text, &flags));
            assert_eq!(run(directory.path(), &[]), last, "{text}");
            assert_eq!(run(directory.path(), &["trace"]), trace, "{text}");
        }
    }
}

/// All samples in one text: each prints the same digest and trace as alone.
#[test]
fn a_batch_prints_what_each_of_its_programs_prints() {
    let directory = tempfile::tempdir().unwrap();
    let samples = samples::all();
    let parts = samples.iter().enumerate();
    let parts = parts.map(|(n, sample)| print::part(&sample.program, n, version(), "a\n\ntest"));
    let text = print::batch(&parts.collect::<Vec<_>>());
    for level in ["0", "3"] {
        let flags = [
            "-Dwarnings",
            "-Cpanic=abort",
            &format!("-Copt-level={level}"),
            &format!("-Zmir-opt-level={level}"),
            "-Zvalidate-mir",
        ];
        assert_success(&rustc(directory.path(), &text, &flags));
        let mut all = String::new();
        for (n, sample) in samples.iter().enumerate() {
            let last = format!("p{n} kvant {}\n", digest(sample));
            let mut trace = String::new();
            for &(site, value) in &sample.observed {
                trace.push_str(&trace_line(site, value));
                trace.push('\n');
            }
            trace.push_str(&last);
            let number = n.to_string();
            assert_eq!(run(directory.path(), &[&number]), last, "{text}");
            assert_eq!(run(directory.path(), &[&number, "trace"]), trace, "{text}");
            all.push_str(&last);
        }
        assert_eq!(run(directory.path(), &[]), all, "{text}");
    }
}

#[test]
fn evaluated_programs_agree() {
    let directory = tempfile::tempdir().unwrap();
    let version = version();
    let evaluated = |sample: &Sample| sample.evaluated_since.is_some_and(|since| since <= version);
    for sample in samples::all().into_iter().filter(evaluated) {
        let form = Form::ConstEval(&sample.trace());
        let text = print::program(&sample.program, &form, version, "");
        assert_success(&rustc(directory.path(), &text, &CONST_EVAL));
    }
}

/// An intrinsic that the interpreter does not support is the only error.
#[test]
fn unsupported_intrinsics_are_errors() {
    let directory = tempfile::tempdir().unwrap();
    let version = version();
    let evaluated = |sample: &Sample| sample.evaluated_since.is_some_and(|since| since <= version);
    for sample in samples::all() {
        if evaluated(&sample) {
            continue;
        }
        let form = Form::ConstEval(&sample.trace());
        let text = print::program(&sample.program, &form, version, "");
        let output = rustc(directory.path(), &text, &CONST_EVAL);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_names(&errors, &["error[E0080]", "not supported at compile-time"]);
    }
}

/// The errors of evaluating [`samples::control`] with something else expected.
fn complaint(expected: &[(u32, u128)]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let sample = samples::control();
    let text = print::program(&sample.program, &Form::ConstEval(expected), version(), "");
    let output = rustc(directory.path(), &text, &CONST_EVAL);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[track_caller]
fn assert_names(complaint: &str, parts: &[&str]) {
    for part in parts {
        assert!(complaint.contains(part), "no `{part}` in: {complaint}");
    }
}

#[test]
fn evaluation_names_the_first_wrong_observation() {
    let trace = samples::control().trace();

    let mut wrong = trace.clone();
    wrong[3].1 ^= 1;
    let index = "the length is 0 but the index is 3";
    assert_names(&complaint(&wrong), &[index, "kvant_wrong"]);

    let mut too_few = trace.clone();
    too_few.truncate(2);
    let index = "the length is 0 but the index is 2";
    assert_names(&complaint(&too_few), &[index, "kvant_wrong"]);

    let mut too_many = trace.clone();
    too_many.push((9, 9));
    let index = "the length is 0 but the index is 5";
    assert_names(&complaint(&too_many), &[index, "kvant_missing"]);
}

/// `mir!` recurses for each statement, and `rustc` has a limit for that.
#[test]
fn long_blocks_compile() {
    let directory = tempfile::tempdir().unwrap();
    let mut sample = samples::binary();
    let block = &mut sample.program.functions[0].blocks[0];
    let statement = block.statements[0].clone();
    block
        .statements
        .extend(std::iter::repeat_n(statement, 1000));
    let text = print::program(&sample.program, &Form::Readable, version(), "");
    assert_success(&rustc(directory.path(), &text, &["--emit=metadata"]));
}

/// The stack has its documented size, and observations before its overflow are printed.
#[test]
fn a_crash_loses_no_line() {
    let text = "
        fn start(depth: u32) {
            mir! {
                let nothing: ();
                { Call(nothing = down(depth), ReturnTo(then), UnwindContinue()) }
                then = { Call(nothing = kvant::observe_u32(7, depth), ReturnTo(more), UnwindContinue()) }
                more = { Call(nothing = down(100000), ReturnTo(done), UnwindContinue()) }
                done = { Return() }
            }
        }
        fn down(depth: u32) {
            mir! {
                let frame: [u8; 1048576];
                let nothing: ();
                {
                    frame = [1; 1048576];
                    match depth { 0 => done, _ => deeper }
                }
                deeper = {
                    depth = depth - 1;
                    Call(nothing = down(depth), ReturnTo(done), UnwindContinue())
                }
                done = { Return() }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(200))) }
    ";
    let program = kvant_mir::parse::program(text).unwrap().program;
    let directory = tempfile::tempdir().unwrap();
    let text = print::program(&program, &Form::Fast, version(), "");
    assert_success(&rustc(
        directory.path(),
        &text,
        &["-Copt-level=0", "-Zmir-opt-level=0"],
    ));
    let mut command = Command::new(directory.path().join("program"));
    let output = command.arg("trace").output().unwrap();
    assert!(!output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "7 u32 200\n");
}
