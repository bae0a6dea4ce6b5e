//! Compilers accept printed programs, and the programs print what they should.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use kvant_c::observation::Digest;
use kvant_c::{CTarget, canonical, parse, print};

use crate::random;

/// A temporary folder, which is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kvant-c-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Skips a test because this compiler is missing.
pub(crate) fn skip_without(compiler: &str) {
    let need = match compiler.split_once("-linux-gnu-") {
        Some((architecture, _)) => format!("gcc-{architecture}"),
        None => compiler.to_owned(),
    };
    kvant_testing::skip(&[&need], format_args!("there is no {compiler}"));
}

/// Compiles a text; false if the compiler is missing.
fn compile(folder: &Folder, compiler: &str, flags: &[&str], text: &str) -> bool {
    let file = folder.0.join("program.c");
    std::fs::write(&file, text).unwrap();
    let run = Command::new(compiler)
        .args(flags)
        .arg("-o")
        .arg(folder.0.join("program"))
        .arg(&file)
        .stdin(Stdio::null())
        .output();
    let Ok(output) = run else {
        skip_without(compiler);
        return false;
    };
    let errors = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = errors.lines().take(12).collect();
    assert!(
        output.status.success(),
        "{compiler}:\n{}\n{text}",
        first.join("\n")
    );
    true
}

fn output(folder: &Folder, arguments: &[&str]) -> String {
    let run = Command::new(folder.0.join("program"))
        .args(arguments)
        .output();
    String::from_utf8(run.unwrap().stdout).unwrap()
}

#[test]
fn well_formed_programs_compile() {
    let folder = Folder::new("random");
    let parts: Vec<String> = (0..60)
        .map(|seed| print::part(&canonical(random::program(seed)), seed as usize, "random"))
        .collect();
    let text = print::batch(&parts);
    for compiler in ["gcc", "clang-14", "clang-19"] {
        compile(
            &folder,
            compiler,
            &["-std=gnu17", "-w", "-fsyntax-only"],
            &text,
        );
    }
}

#[test]
fn types_agree_with_compilers() {
    let folder = Folder::new("types");
    for seed in 0..8 {
        let (mut program, expressions) = random::sample(seed);
        let mut assertions = String::new();
        for e in &expressions {
            // `typeof` cannot be applied to a bit-field, and compilers disagree on the type of an assignment to one.
            let named = program.bit_field(e).is_none() && program.value_type(e).is_ok();
            let text = print::expr(&program, random::AT, e);
            let ty = print::ty(&program, e.ty);
            if named {
                let _ = writeln!(
                    assertions,
                    "_Static_assert(__builtin_types_compatible_p(__typeof__({text}), {ty}), {:?});",
                    format!("{text} is a {ty}"),
                );
            }
        }
        let text = print::program(&program, &print::Form::Readable, "");
        let text = text.replacen(random::HERE, &format!("{assertions}{}", random::HERE), 1);
        for compiler in ["gcc", "clang-19"] {
            compile(
                &folder,
                compiler,
                &["-std=gnu17", "-w", "-fsyntax-only"],
                &text,
            );
        }
    }
}

const PROGRAM: &str = "
    static short sum(const short *from, int count) {
        short all = 0;
        while (count--) all += *from++;
        return all;
    }
    short values[4] = { -1, 2, -30, 4 };
    int main(void) {
        observe(1, sum(values, 4));
        observe(20, 7U);
        observe_double(3, -2.5f);
        return 0;
    }";

const LINES: &str = "1 ffffffffffffffe7\n20 0000000000000007\n3 c004000000000000\n";

fn summary() -> String {
    let mut digest = Digest::default();
    for (site, bits) in [(1, -25i64 as u64), (20, 7), (3, (-2.5f64).to_bits())] {
        digest.fold(site, bits);
    }
    format!("kvant {digest}\n")
}

#[test]
fn programs_report_what_they_observe() {
    let folder = Folder::new("single");
    let program = parse::program(PROGRAM, &CTarget::X86_64).unwrap().program;
    let text = print::program(&program, &print::Form::Readable, "by hand \\\nsecond line");
    for compiler in ["gcc", "clang-19", "tcc"] {
        if compile(&folder, compiler, &[], &text) {
            assert_eq!(output(&folder, &[]), summary());
            assert_eq!(output(&folder, &["trace"]), format!("{LINES}{}", summary()));
        }
    }
}

#[test]
fn batches_report_for_each_program() {
    let folder = Folder::new("batch");
    let program = parse::program(PROGRAM, &CTarget::X86_64).unwrap().program;
    let parts = [0, 1, 2].map(|n| print::part(&program, n, "by hand"));
    let text = print::batch(&parts);
    let line = |n: usize| format!("p{n} {}", summary());
    for compiler in ["gcc", "clang-19", "tcc"] {
        if compile(&folder, compiler, &[], &text) {
            assert_eq!(output(&folder, &[]), line(0) + &line(1) + &line(2));
            assert_eq!(output(&folder, &["1"]), line(1));
            assert_eq!(
                output(&folder, &["2", "trace"]),
                LINES.to_owned() + &line(2)
            );
        }
    }
}
