//! Every well-formed program compiles in every form, whatever becomes of it when it runs: nothing that the checker lets
//! pass is refused by `rustc`.
//!
//! Many programs make one crate, a module for each: starting the compiler is what takes time.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kvant_memory::Target;
use kvant_mir::observation::Digest;
use kvant_mir::print::{self, Expected, Form, Version};
use kvant_mir::{Program, check, parse};

use crate::compiled::{rustc, version};

/// The whole corpus: programs that finish and programs that stop.
#[test]
fn the_corpus_compiles_in_every_form() {
    let programs = corpus();
    assert!(programs.len() > 600, "{}", programs.len());
    compiles_in_every_form(&programs);
}

/// Shapes that were once accepted and printed as something that `rustc` refuses.
#[test]
fn what_once_did_not_compile_compiles_in_every_form() {
    let texts = [
        (
            "the mutability of a pointer to a reference",
            POINTER_TO_A_REFERENCE,
        ),
        (
            "a part of the return place before the whole",
            RETURN_PLACE_IN_PARTS,
        ),
    ];
    let programs: Vec<(String, Program)> = texts
        .iter()
        .map(|(name, text)| (name.to_string(), parse::program(text).unwrap().program))
        .collect();
    compiles_in_every_form(&programs);
}

/// Panics with the names of the programs that some form of does not compile.
fn compiles_in_every_form(programs: &[(String, Program)]) {
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

/// A form's name, the flags that check such a text, and what makes one of some programs.
type Checked = (
    &'static str,
    &'static [&'static str],
    fn(&[(String, Program)], Version) -> String,
);

/// `rustc` checks all types in any case. It validates the MIR of what it would generate code for, and that of a
/// `const fn` where there is metadata.
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

/// Nothing is evaluated: what many of the programs do is an error.
fn evaluable(programs: &[(String, Program)], version: Version) -> String {
    let form = Form::ConstEval(Expected::Digest(Digest::new()));
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

/// The programs of `tests/corpus`, by name.
fn corpus() -> Vec<(String, Program)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let files = |folder: &str| fs::read_dir(root.join(folder)).unwrap();
    let folders = ["defined", "undefined", "unspecified"].into_iter();
    let mut paths: Vec<PathBuf> = folders
        .flat_map(|folder| files(folder).map(|entry| entry.unwrap().path()))
        .collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display().to_string();
        let parsed = parse::program(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, parsed.program)
    };
    paths.into_iter().map(read).collect()
}

const POINTER_TO_A_REFERENCE: &str = "
    fn start(x: u8) {
        mir! {
            let r: &mut u8;
            let p: *mut &mut u8;
            let q: *const &mut u8;
            {
                r = &mut x;
                p = addr_of_mut!(r);
                q = p as *const &mut u8;
                Return()
            }
        }
    }
    fn main() { kvant::run(|| start(kvant::hide(1))) }
";

const RETURN_PLACE_IN_PARTS: &str = "
    fn start(x: u8) {
        mir! {
            let pair: (u8, u8);
            { Call(pair = both(x), ReturnTo(then), UnwindUnreachable()) }
            then = { Return() }
        }
    }
    fn both(x: u8) -> (u8, u8) {
        mir! {
            {
                RET.0 = x;
                RET.1 = x;
                Return()
            }
        }
    }
    fn main() { kvant::run(|| start(kvant::hide(1))) }
";
