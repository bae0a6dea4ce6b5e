//! Real compilers on small programs. Compilers that are not installed are left out, with a line.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kvant_testing::skip;
use kvant_toolchain::drivers::rustc::{CONST, Remark, all_mir_passes, passes};
use kvant_toolchain::{
    Answer, Backend, CodeForm, CompileFailure, ConstVerdict, Exit, Limits, OptLevel, Request,
    Scratch, ToolError, Toolchain, Toolchains, run,
};

const HELLO: &str = "fn main() { println!(\"hello from {}\", 6 * 7); }";

/// Stable and nightly if they are there, or else whichever compiler is.
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

fn one_compiler() -> Arc<Toolchain> {
    compilers().swap_remove(0)
}

/// Far away: compilers share this machine with other tests.
fn limits() -> Limits {
    Limits {
        wall: Duration::from_mins(10),
        cpu: Duration::from_mins(5),
        ..Limits::for_compiler()
    }
}

fn scratch() -> Scratch {
    Scratch::new().expect("a temporary folder")
}

/// Compile-time evaluation by this compiler.
fn evaluating(toolchain: Arc<Toolchain>) -> Backend {
    Backend::in_mode(toolchain, CONST)
}

fn answer(backend: &Backend, source: &str, dir: &Path) -> Answer {
    let compilation = backend.compile(source, dir, &limits());
    compilation.expect("this machine can compile").answer
}

#[test]
fn hello_world_is_compiled_and_run() {
    let dir = scratch();
    for toolchain in compilers() {
        for opt in [OptLevel::O0, OptLevel::O3] {
            let backend = Backend::build(Arc::clone(&toolchain), opt);
            let Answer::Executable(compiled) = answer(&backend, HELLO, dir.path()) else {
                panic!("{backend} does not compile it");
            };
            let run = run(compiled.executable(), [""; 0], &Limits::for_program());
            let run = run.expect("it can be started");
            assert_eq!(run.exit, Exit::Code(0), "{backend}");
            assert_eq!(run.stdout, b"hello from 42\n", "{backend}");
        }
    }
}

/// A batch of a campaign asks dozens of compilers, and each answer takes megabytes.
#[test]
fn files_of_dropped_answers_are_removed() {
    let dir = scratch();
    let left = || fs::read_dir(dir.path()).expect("a folder").count();
    let toolchain = one_compiler();
    let backend = Backend::build(Arc::clone(&toolchain), OptLevel::O0);
    let made = answer(&backend, HELLO, dir.path());
    assert_eq!(left(), 1, "the program is still to be run");
    let Answer::Executable(compiled) = made.clone() else {
        panic!("{made:?}");
    };
    drop(made);
    let run = run(compiled.executable(), [""; 0], &Limits::for_program());
    assert_eq!(run.expect("it can be started").stdout, b"hello from 42\n");
    drop(compiled);
    assert_eq!(left(), 0, "it was run");

    let rejected = answer(&backend, "fn main() { x }", dir.path());
    assert!(matches!(rejected, Answer::Failed(_)), "{rejected:?}");
    let evaluating = evaluating(toolchain);
    let evaluated = answer(&evaluating, "pub const X: u8 = 1;", dir.path());
    assert!(matches!(evaluated, Answer::Evaluated(_)), "{evaluated:?}");
    let ir = backend.code(CodeForm::LlvmIr, HELLO, dir.path(), &limits());
    assert!(ir.expect("this machine can compile").is_ok());
    let passes = passes(&backend, HELLO, &["main"], dir.path(), &limits());
    assert!(passes.expect("this machine can compile").is_ok());
    assert_eq!(left(), 0, "none of these is run");
}

#[test]
fn the_time_of_the_compiler_is_measured() {
    let dir = scratch();
    let backend = Backend::build(one_compiler(), OptLevel::O0);
    let compilation = backend.compile(HELLO, dir.path(), &limits());
    assert!(!compilation.expect("it compiles").cpu.is_zero());
}

#[test]
fn a_wrong_program_is_rejected_in_words_without_temporary_names() {
    let dir = scratch();
    let backend = Backend::build(one_compiler(), OptLevel::O0);
    let answer = answer(&backend, "fn main() { let x: u8 = \"\"; }", dir.path());
    let Answer::Failed(CompileFailure::Rejected { stderr }) = answer else {
        panic!("{answer:?}");
    };
    assert!(stderr.contains("error[E0308]"), "{stderr}");
    assert!(stderr.contains("--> program.rs:1:25"), "{stderr}");
}

#[test]
fn a_failure_of_the_compiler_is_a_crash() {
    let dir = scratch();
    // Custom MIR that is well typed and yet malformed: two arms for one value.
    let source = "#![feature(custom_mir, core_intrinsics)]\n\
                  use std::intrinsics::mir::*;\n\
                  #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n\
                  fn f(x: u32) -> u32 { mir!({ match x { 1 => a, 1 => a, _ => a } } a = { RET = 1; Return() }) }\n\
                  fn main() { f(1); }";
    for toolchain in compilers() {
        let request = Request::build(OptLevel::O0).with_switch("validate");
        let backend = Backend { toolchain, request };
        let answer = answer(&backend, source, dir.path());
        let Answer::Failed(CompileFailure::Crashed { signal, stderr }) = answer else {
            panic!("{backend}: {answer:?}");
        };
        assert_eq!(signal, None);
        assert!(stderr.contains("internal compiler error"), "{stderr}");
    }
}

#[test]
fn a_compiler_that_does_not_end_is_stopped() {
    let dir = scratch();
    let backend = evaluating(one_compiler());
    let source = "const fn f() -> u8 { loop {} }\npub const X: u8 = f();";
    let limits = Limits {
        cpu: Duration::from_secs(2),
        ..limits()
    };
    let compilation = backend.compile(source, dir.path(), &limits);
    let answer = compilation.expect("it is a verdict").answer;
    let timed_out = matches!(answer, Answer::Failed(CompileFailure::TimedOut { .. }));
    assert!(timed_out, "{answer:?}");
}

#[test]
fn a_program_that_wants_too_much_memory_aborts() {
    let dir = scratch();
    let backend = Backend::build(one_compiler(), OptLevel::O0);
    let source = "fn main() {\n\
                  let mut all = Vec::new();\n\
                  loop { all.push(std::hint::black_box(vec![1u8; 1 << 24])); }\n}";
    let Answer::Executable(compiled) = answer(&backend, source, dir.path()) else {
        panic!("it is a program");
    };
    let limits = Limits {
        wall: Duration::from_mins(10),
        cpu: Duration::from_mins(5),
        memory: Some(512 << 20),
        ..Limits::for_program()
    };
    let run = run(compiled.executable(), [""; 0], &limits).expect("it can be started");
    assert_eq!(run.exit.to_string(), "SIGABRT");
}

/// A script in the place of a compiler.
fn impostor(dir: &Path, script: &str) -> Backend {
    let path = dir.join("impostor");
    let script = format!("#!/bin/sh\n{script}\n");
    fs::write(&path, script).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).expect("a program");
    let toolchain = Toolchain {
        path,
        ..(*one_compiler()).clone()
    };
    Backend::build(Arc::new(toolchain), OptLevel::O0)
}

#[test]
fn a_compiler_that_fills_the_disk_is_stopped() {
    let dir = scratch();
    // Each file is small, and there are not too many of them.
    let script =
        "n=0; while [ $n -lt 100 ]; do head -c 100000 /dev/zero >$n; n=$((n+1)); done; sleep 1000";
    let backend = impostor(dir.path(), script);
    let limits = Limits {
        folder_size: Some(1 << 20),
        ..limits()
    };
    let compilation = backend.compile(HELLO, dir.path(), &limits);
    let answer = compilation.expect("it is a verdict").answer;
    let Answer::Failed(CompileFailure::OverLimit { exit, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert_eq!(exit, Exit::DiskLimit);
}

/// Cargo gives a test variables of its own, which are as good as any.
#[test]
fn compilers_see_little_of_our_environment() {
    let dir = scratch();
    let mut backend = impostor(dir.path(), "env >&2; exit 1");
    let mut toolchain = (*backend.toolchain).clone();
    toolchain.env = vec![("WANTED".to_owned(), "here".to_owned())];
    backend.toolchain = Arc::new(toolchain);
    let answer = answer(&backend, HELLO, dir.path());
    let Answer::Failed(CompileFailure::Rejected { stderr }) = answer else {
        panic!("{answer:?}");
    };
    let names = stderr.lines().filter_map(|line| line.split_once('='));
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
    for gone in ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO"] {
        assert!(!names.contains(&gone), "{stderr}");
    }
    for kept in ["PATH", "TMPDIR", "LC_ALL", "RUSTC_BOOTSTRAP", "WANTED"] {
        assert!(names.contains(&kept), "{stderr}");
    }
}

/// The messages of a compiler that crashed.
fn crash(backend: &Backend, dir: &Path) -> String {
    let compilation = backend.compile(HELLO, dir, &limits());
    match compilation.expect("it is a verdict").answer {
        Answer::Failed(CompileFailure::Crashed { stderr, .. }) => stderr,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_compiler_that_removes_its_folder_has_crashed() {
    let dir = scratch();
    for end in ["exit 1", "exit 0", "exit 101", "kill -SEGV $$"] {
        let backend = impostor(dir.path(), &format!("rm -r \"$TMPDIR\"; {end}"));
        let said = crash(&backend, dir.path());
        assert!(said.starts_with("it removed the folder"), "{said}");
    }
}

#[test]
fn a_compiler_that_makes_nothing_has_crashed() {
    let dir = scratch();
    let backend = impostor(dir.path(), "exit 0");
    let said = crash(&backend, dir.path());
    assert!(said.starts_with("it ended well and made nothing"), "{said}");
}

/// Files that are removed in the middle of a compilation are not the compiler's fault.
#[test]
fn a_folder_that_vanishes_once_is_no_verdict() {
    let dir = scratch();
    let mark = dir.path().join("mark");
    let script = format!(
        "if [ ! -e '{mark}' ]; then touch '{mark}'; rm -r \"$TMPDIR\"; fi; echo error: no; exit 1",
        mark = mark.display()
    );
    let compilation = impostor(dir.path(), &script).compile(HELLO, dir.path(), &limits());
    let answer = compilation.expect("it is a verdict").answer;
    let rejected = matches!(answer, Answer::Failed(CompileFailure::Rejected { .. }));
    assert!(rejected, "{answer:?}");
}

#[test]
fn a_vanished_folder_is_no_verdict() {
    let dir = scratch();
    let gone = dir.path().join("gone");
    let backend = Backend::build(one_compiler(), OptLevel::O0);
    let error = backend.compile(HELLO, &gone, &limits());
    let error = error.expect_err("nowhere to compile");
    assert!(matches!(error, ToolError::File { .. }), "{error}");
}

#[test]
fn constant_evaluation_gives_its_verdict() {
    let observer = "const fn observe(right: bool, n: usize) {\n\
                    if !right { let nothing: [u8; 0] = []; nothing[n]; }\n}\n";
    let dir = scratch();
    for toolchain in compilers() {
        let backend = evaluating(toolchain);
        let verdict = |source: &str| match answer(&backend, source, dir.path()) {
            Answer::Evaluated(verdict) => verdict,
            other => panic!("{backend}: {other:?}"),
        };

        let agrees = "pub const _: () = assert!(6 * 7 == 42, \"kvant: digest mismatch\");";
        assert_eq!(verdict(agrees), ConstVerdict::Agrees);

        let digest = verdict("pub const _: () = assert!(6 * 7 == 43, \"kvant: digest mismatch\");");
        let ConstVerdict::Differs {
            observation: None,
            message,
        } = digest
        else {
            panic!("{backend}: {digest:?}");
        };
        assert!(message.contains("kvant: digest mismatch"), "{message}");

        let third =
            format!("{observer}pub const _: () = {{ observe(true, 0); observe(false, 3) }};");
        let third = verdict(&third);
        let ConstVerdict::Differs { observation, .. } = third else {
            panic!("{backend}: {third:?}");
        };
        assert_eq!(observation, Some(3));

        for undefined in [
            "pub const A: u8 = unsafe { *(&7u8 as *const u8).add(3) };",
            "pub const A: bool = unsafe { std::mem::transmute(2u8) };",
            "pub const A: () = unsafe { std::hint::unreachable_unchecked() };",
            "pub const A: u32 = unsafe { *(&[0u8; 9] as *const u8).add(1).cast::<u32>() + \
             *(&[0u8; 9] as *const u8).add(2).cast::<u32>() };",
            "union U { a: (), b: u8 } pub const A: u8 = unsafe { U { a: () }.b };",
            "pub const A: u8 = unsafe { let p = { let x = 7; &raw const x }; *p };",
        ] {
            let found = verdict(undefined);
            assert!(
                matches!(found, ConstVerdict::Undefined { .. }),
                "{backend}: {undefined}: {found:?}"
            );
        }

        for unsupported in [
            "pub const A: bool = { let x = 0u8; let p = &raw const x; p == p };",
            "pub const A: usize = { let x = 0u8; &raw const x as usize };",
            "static mut S: u8 = 1; pub const A: u8 = unsafe { S };",
            "fn f() -> u8 { 1 } pub const A: u8 = f();",
            "const fn f(n: u32) -> u32 { if n == 0 { 0 } else { 1 + f(n - 1) } } pub const A: u32 = f(9999);",
        ] {
            let found = verdict(unsupported);
            assert!(
                matches!(found, ConstVerdict::CannotSay { .. }),
                "{backend}: {unsupported}: {found:?}"
            );
        }

        let rejected = answer(&backend, "pub const A: u8 = true;", dir.path());
        assert!(
            matches!(rejected, Answer::Failed(CompileFailure::Rejected { .. })),
            "{backend}: {rejected:?}"
        );
    }
}

#[test]
fn llvm_ir_is_seen_before_and_after_the_passes() {
    let dir = scratch();
    let source = "#[inline(never)] fn twice(x: u64) -> u64 { let y = x; y + y }\n\
                  fn main() { std::process::exit(twice(std::env::args().count() as u64) as i32) }";
    let backend = Backend::build(one_compiler(), OptLevel::O3);
    let ir = |backend: &Backend, form| {
        let ir = backend.code(form, source, dir.path(), &limits());
        ir.expect("this machine can compile")
            .expect("the program is right")
    };
    let plain = backend.asked(backend.request.clone().with_switch("mir0"));
    let before = ir(&plain, CodeForm::RawLlvmIr);
    let after = ir(&backend, CodeForm::LlvmIr);
    assert!(before.contains("alloca"), "{before}");
    assert!(after.contains("define "), "{after}");
    assert!(before.lines().count() > after.lines().count());

    let evaluating = evaluating(one_compiler());
    let ir = evaluating.code(CodeForm::LlvmIr, source, dir.path(), &limits());
    assert!(matches!(ir, Err(ToolError::NoCode { .. })), "{ir:?}");
}

#[test]
fn names_and_command_lines_tell_everything() {
    let mut toolchain = (*one_compiler()).clone();
    toolchain.name = "stable".to_owned();
    toolchain.path = "/rust/bin/rustc".into();
    let toolchain = Arc::new(toolchain);
    let line = |backend: &Backend| {
        let line = backend.command_line(Path::new("a b.rs"), Path::new("out"));
        line.to_string()
    };

    let plain = Backend::build(Arc::clone(&toolchain), OptLevel::O0);
    assert_eq!(plain.name(), "stable-O0");
    assert_eq!(
        line(&plain),
        "RUSTC_BOOTSTRAP=1 RUSTC_ICE=0 /rust/bin/rustc --edition=2021 --cap-lints=allow -Cpanic=abort \
         -Ccodegen-units=1 -Cdebuginfo=0 -Copt-level=0 -Zmir-opt-level=0 'a b.rs' -o out"
    );

    // The ordinary builds of users come first, and leave MIR to rustc.
    let usual = toolchain.usual();
    let names: Vec<String> = usual.iter().map(Backend::name).collect();
    assert_eq!(names, ["stable-O3", "stable-O3-mir4"]);
    assert!(line(&usual[0]).ends_with("-Copt-level=3 'a b.rs' -o out"));

    let checked = Backend {
        toolchain: Arc::clone(&toolchain),
        request: all_mir_passes()
            .with_switch("validate")
            .with_switch("lint")
            .with_flags(["-Zinline-mir=yes"]),
    };
    assert_eq!(
        checked.name(),
        "stable-O3-mir4-validate-lint -Zinline-mir=yes"
    );
    assert!(
        line(&checked).contains(
            "-Copt-level=3 -Zmir-opt-level=4 -Zvalidate-mir -Zlint-mir -Zinline-mir=yes 'a b.rs'"
        ),
        "{}",
        line(&checked)
    );

    let evaluating = evaluating(toolchain);
    assert_eq!(evaluating.name(), "stable-const");
    assert!(
        line(&evaluating).contains(
            "--crate-type=lib --emit=metadata -Zunleash-the-miri-inside-of-you -Zextra-const-ub-checks"
        ),
        "{}",
        line(&evaluating)
    );
}

#[test]
fn passes_report_their_changes() {
    let dir = scratch();
    let source = "#[inline(never)]
pub fn sum(values: &[u32]) -> u32 {
    let mut sum = 0_u32;
    for value in values {
        sum = sum.wrapping_add(*value);
    }
    sum
}
fn main() {
    std::process::exit(sum(std::hint::black_box(&[1, 2, 3])) as i32);
}";
    let backend = Backend::build(one_compiler(), OptLevel::O3);
    let report = passes(&backend, source, &["sum"], dir.path(), &limits());
    let report = report
        .expect("this machine can compile")
        .expect("it is a program");
    let changed = |changes: &[kvant_toolchain::Change], pass: &str| {
        let own = changes
            .iter()
            .filter(|change| change.function.contains("sum"));
        own.filter(|change| change.pass == pass).count()
    };
    assert!(changed(&report.mir, "Inline") > 0, "{report:?}");
    assert_eq!(changed(&report.mir, "RemoveUninitDrops"), 0, "{report:?}");
    assert!(changed(&report.llvm, "InstCombine") > 0, "{report:?}");
    assert!(changed(&report.codegen, "x86-isel") > 0 || !cfg!(target_arch = "x86_64"));
    let vectorized = |remark: &&Remark| {
        remark.passed && remark.pass == "loop-vectorize" && remark.function.contains("sum")
    };
    assert!(
        report.remarks.iter().any(|remark| vectorized(&remark)),
        "{report:?}"
    );
    let left = std::fs::read_dir(dir.path()).expect("it is there").count();
    assert_eq!(left, 0, "megabytes stay behind");
    assert!(matches!(
        passes(
            &evaluating(one_compiler()),
            source,
            &[],
            dir.path(),
            &limits()
        ),
        Err(ToolError::NoCode { .. })
    ));
}
