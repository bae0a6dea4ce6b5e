//! Compiles programs in every form with `rustc`, also for the tests of other crates.
//!
//! Many programs make one crate, a module for each, because most of the time goes into starting the compiler.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use kvant_memory::Target;
use kvant_mir::print::{self, Form, Version};
use kvant_mir::{Program, check};

/// Panics with the names of the programs that do not compile in some form.
pub(crate) fn compiles_in_every_form(programs: &[(String, Program)]) {
    for (name, program) in programs {
        check::program(program, &Target::X86_64).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let (version, mut failures) = (version(), String::new());
    for (form, flags, text) in FORMS {
        let mut suspects = vec![programs];
        // Halves, until each program that does not compile is alone.
        while let Some(some) = suspects.pop() {
            let Err(errors) = compile(flags, &text(some, version)) else {
                continue;
            };
            match some {
                [(name, _)] => {
                    let _ = writeln!(failures, "{name}, {form}:\n{errors}");
                }
                _ => {
                    let (left, right) = some.split_at(some.len() / 2);
                    suspects.extend([left, right]);
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// A form's name, the flags that check such a text, and the function that makes a text of some programs.
type Checked = (
    &'static str,
    &'static [&'static str],
    fn(&[(String, Program)], Version) -> String,
);

/// The forms. `rustc` checks types with all flags. It validates MIR only of functions for which it generates code, and of a
/// `const fn` if it emits metadata.
const FORMS: [Checked; 4] = [
    ("readable", NO_CODE, |some, version| {
        runnable(some, &Form::Readable, version)
    }),
    ("fast", NO_CODE, |some, version| {
        runnable(some, &Form::Fast, version)
    }),
    ("in a batch", NO_CODE_ALONE, batch),
    ("const", CONSTANT, evaluable),
];
const NO_CODE: &[&str] = &["-Zno-codegen", "-Zvalidate-mir", "-Zmir-opt-level=0"];
const NO_CODE_ALONE: &[&str] = &[
    "-Zno-codegen",
    "-Zvalidate-mir",
    "-Zmir-opt-level=0",
    "-Cpanic=abort",
];
const CONSTANT: &[&str] = &[
    "--crate-type=lib",
    "--emit=metadata",
    "-Zunleash-the-miri-inside-of-you",
];

fn compile(flags: &[&str], text: &str) -> Result<(), String> {
    let directory = tempfile::tempdir().unwrap();
    let output = rustc(directory.path(), text, flags);
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn runnable(programs: &[(String, Program)], form: &Form<'_>, version: Version) -> String {
    let texts = programs
        .iter()
        .map(|(_, program)| print::program(program, form, version, ""));
    let mut text = crate_of(texts, "fn main()", "pub fn main()");
    text.push_str("fn main() {\n");
    for n in 0..programs.len() {
        let _ = writeln!(text, "p{n}::main();");
    }
    text + "}\n"
}

fn batch(programs: &[(String, Program)], version: Version) -> String {
    let parts = programs.iter().enumerate();
    let parts = parts.map(|(n, (_, program))| print::part(program, n, version, ""));
    print::batch(&parts.collect::<Vec<_>>())
}

/// The form for evaluation, changed so that nothing is evaluated: many of the programs are undefined, which would be an
/// error.
fn evaluable(programs: &[(String, Program)], version: Version) -> String {
    let form = Form::ConstEval(&[]);
    let texts = programs
        .iter()
        .map(|(_, program)| print::program(program, &form, version, ""));
    crate_of(texts, "const _: () = {", "pub const fn evaluate() {").replace("\n};\n", "\n}\n")
}

/// Each program as a module of one crate, with `from` at the beginning of a line replaced by `to`. They share the
/// prelude, which is most of a small program.
fn crate_of(programs: impl Iterator<Item = String>, from: &str, to: &str) -> String {
    let (mut attributes, mut modules) = (BTreeSet::new(), String::new());
    let mut prelude = String::new();
    for (n, program) in programs.enumerate() {
        let (own, kvant) = program.split_once("\nmod kvant {").unwrap();
        kvant.clone_into(&mut prelude);
        let _ = writeln!(modules, "mod p{n} {{\nuse super::kvant;");
        for line in own.lines() {
            let _ = match line.strip_prefix(from) {
                _ if line.starts_with("#![") => {
                    attributes.insert(line.to_owned());
                    Ok(())
                }
                Some(rest) => writeln!(modules, "{to}{rest}"),
                None => writeln!(modules, "{line}"),
            };
        }
        modules.push_str("}\n");
    }
    let attributes: Vec<String> = attributes.into_iter().collect();
    format!("{}\n{modules}mod kvant {{{prelude}", attributes.join("\n"))
}

fn compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The version of the installed compiler.
pub(crate) fn version() -> Version {
    let output = Command::new(compiler()).arg("-V").output().unwrap();
    let says = String::from_utf8(output.stdout).unwrap();
    let minor = says.split('.').nth(1).and_then(|minor| minor.parse().ok());
    Version(minor.unwrap_or_else(|| panic!("no version in `{says}`")))
}

/// Compiles `text` in `directory` to `program` with the installed compiler. Warnings are errors, because an important one
/// would be overlooked among many.
pub(crate) fn rustc(directory: &Path, text: &str, flags: &[&str]) -> Output {
    let source = directory.join("program.rs");
    std::fs::write(&source, text).unwrap();
    Command::new(compiler())
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_ICE", "0")
        .current_dir(directory)
        .args(["--edition=2021", "-o", "program"])
        .args(flags)
        .arg(source)
        .output()
        .unwrap()
}
