//! Compilers of C on small programs. gcc is there wherever a rustc can link; the others are left out where they are not, with
//! a line.

use std::path::Path;
use std::sync::Arc;

use kvant_testing::skip;
use kvant_toolchain::drivers::{C, GCC};
use kvant_toolchain::{
    Answer, Backend, CodeForm, CompileFailure, Compiled, Driver, Exit, Limits, Matrix,
    NamedCompiler, OptLevel, Preset, Scratch, Search, Surroundings, ToolError, Toolchain,
    Toolchains, host,
};

use crate::fake::write_script;

const HELLO: &str = r#"#include <stdio.h>
#ifdef __OPTIMIZE__
enum { OPTIMISED = 1 };
#else
enum { OPTIMISED = 0 };
#endif
int main(int argc, char **argv) {
    printf("%s %d %d\n", argc > 1 ? argv[1] : "none", (int)sizeof(long), OPTIMISED);
    return 0;
}
"#;

/// The compilers of a family for this machine, newest last.
fn native(toolchains: &Toolchains, family: &str) -> Vec<Arc<Toolchain>> {
    let all = toolchains.of(C).iter();
    let native = all.filter(|found| found.family().name == family && found.emulator.is_none());
    let native: Vec<_> = native.cloned().collect();
    if native.is_empty() {
        skip(&[family], format_args!("there is no {family}"));
    }
    native
}

fn gcc(toolchains: &Toolchains) -> Arc<Toolchain> {
    let found = native(toolchains, "gcc").pop();
    found.expect("a gcc, as it links what rustc makes")
}

fn scratch() -> Scratch {
    Scratch::new().expect("a temporary folder")
}

fn answer(backend: &Backend, source: &str, scratch: &Scratch) -> Answer {
    let compilation = backend.compile(source, scratch.path(), &Limits::for_compiler());
    compilation.expect("this machine can compile").answer
}

fn compiled(backend: &Backend, source: &str, scratch: &Scratch) -> Compiled {
    match answer(backend, source, scratch) {
        Answer::Executable(compiled) => compiled,
        other => panic!("{backend}: {other:?}"),
    }
}

/// The output of a backend's program with these arguments. It must succeed.
fn printed(backend: &Backend, source: &str, args: &[&str], scratch: &Scratch) -> String {
    let run = compiled(backend, source, scratch).run(args, &Limits::for_program());
    let run = run.expect("it can be run");
    let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.exit, Exit::Code(0), "{backend}: {stderr}");
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn every_compiler_makes_programs_that_run() {
    let toolchains = Toolchains::discover();
    let scratch = scratch();
    assert!(!toolchains.of(C).is_empty());
    for toolchain in toolchains.of(C) {
        let long = match toolchain.architecture() {
            "i686" | "arm" => 4,
            _ => 8,
        };
        let plain = Backend::build(Arc::clone(toolchain), OptLevel::O0);
        let (first, second) = (
            printed(&plain, HELLO, &[], &scratch),
            printed(&plain, HELLO, &["trace"], &scratch),
        );
        assert!(
            first.starts_with(&format!("none {long} ")),
            "{plain}: {first}"
        );
        assert!(second.starts_with("trace "), "{plain}: {second}");
        let optimised = Backend::build(Arc::clone(toolchain), OptLevel::O2);
        assert!(!plain.optimises());
        assert_eq!(optimised.optimises(), toolchain.family().name != "tcc");
        if optimised.optimises() {
            let says = printed(&optimised, HELLO, &[], &scratch);
            assert_eq!(says, format!("none {long} 1\n"), "{optimised}");
        }
        let is_native = toolchain.architecture() == host();
        assert_eq!(toolchain.emulator.is_none(), is_native, "{toolchain}");
    }
}

#[test]
fn names_and_command_lines_tell_everything() {
    let mut toolchain = (*gcc(&Toolchains::discover())).clone();
    toolchain.name = "gcc-12".to_owned();
    toolchain.path = "/usr/bin/gcc-12".into();
    let toolchains = [Arc::new(toolchain)];
    for (name, line) in [
        (
            "gcc-12-O2",
            "/usr/bin/gcc-12 -std=gnu17 -w {tolerated} -ffp-contract=off -O2 program.c -o program",
        ),
        (
            "gcc-12-O3 -march=native",
            "/usr/bin/gcc-12 -std=gnu17 -w {tolerated} -ffp-contract=off -O3 -march=native program.c -o program",
        ),
        (
            "gcc-12-O0 -fsanitize=address,undefined -fno-sanitize-recover=all",
            "/usr/bin/gcc-12 -std=gnu17 -w {tolerated} -ffp-contract=off -O0 -fsanitize=address,undefined -fno-sanitize-recover=all program.c -o program",
        ),
        (
            "gcc-12-O2 -mllvm -opt-bisect-limit=3 -flto",
            "/usr/bin/gcc-12 -std=gnu17 -w {tolerated} -ffp-contract=off -O2 -mllvm -opt-bisect-limit=3 -flto program.c -o program",
        ),
    ] {
        let tolerated = "-Wno-parentheses -Wno-incompatible-pointer-types -Wno-int-conversion";
        let line = line.replace("{tolerated}", tolerated);
        let backend = Backend::named(name, &toolchains).expect(name);
        assert_eq!(backend.name(), name);
        let shown = backend.command_line(Path::new("program.c"), Path::new("program"));
        assert_eq!(shown.to_string(), line);
        // The flags of the command line are parsed back to the same request.
        let words = line
            .split(' ')
            .skip(7)
            .take_while(|word| *word != "program.c");
        let words: Vec<String> = words.map(str::to_owned).collect();
        assert_eq!(GCC.request(&words), Ok(backend.request));
    }
    let level = |flag: &str| GCC.request(&[flag.to_owned()]);
    assert_eq!(level("-O").unwrap().level, OptLevel::O1);
    assert!(level("-O9").is_err() && level("x").is_err() && level("-mllvm").is_err());
}

/// Builds with sanitizers report undefined behaviour. They need more address space than others have.
#[test]
fn sanitizers_report_undefined_behaviour() {
    let toolchains = Toolchains::discover();
    let scratch = scratch();
    let overflow =
        "int main(int argc, char **argv) { int x = 2147483647; return (x + argc) == 7; }\n";
    let bounds =
        "int main(int argc, char **argv) { int a[2] = {0}; int *p = a; return p[argc + 1]; }\n";
    let unwritten = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (*p == 7) return 3; return 0; }\n";
    for family in ["gcc", "clang"] {
        for toolchain in native(&toolchains, family) {
            let backends = toolchains.sanitizers(&toolchain).expect("it can be tried");
            if backends.is_empty() {
                let need = format!("{family}-sanitizers");
                skip(&[&need], format_args!("{toolchain} has no sanitizers"));
            }
            for backend in backends {
                assert!(!backend.optimises() && backend.is_sanitized(), "{backend}");
                let run = |source| {
                    let run = compiled(&backend, source, &scratch).run(&[], &Limits::for_program());
                    let run = run.expect("it can be run");
                    (backend.report(&run), run.exit)
                };
                assert_eq!(run(HELLO), (None, Exit::Code(0)), "{backend}");
                let expected: &[(&str, &str)] = match backend.name() {
                    name if name.contains("memory") => &[(unwritten, "MemorySanitizer: use-of-un")],
                    name if name.contains("type") => &[],
                    _ => &[
                        (overflow, "UBSan: signed integer overflow"),
                        (bounds, "AddressSanitizer: stack-buffer-overflow"),
                    ],
                };
                for (source, says) in expected {
                    let (report, exit) = run(source);
                    let report = report.unwrap_or_default();
                    assert!(report.starts_with(says), "{backend}: {report:?}");
                    assert_ne!(exit, Exit::Code(0), "{backend}");
                }
            }
        }
    }
    let plain = Backend::build(gcc(&toolchains), OptLevel::O0);
    assert!(!plain.is_sanitized());
}

#[test]
fn unknown_flags_are_left_out() {
    let toolchains = Toolchains::discover();
    for family in ["gcc", "clang"] {
        let Some(toolchain) = native(&toolchains, family).pop() else {
            continue;
        };
        let takes = |flag: &str| toolchains.takes(&toolchain, flag).expect("it can be tried");
        assert!(
            takes("-fwrapv") && takes("-fno-strict-aliasing"),
            "{toolchain}"
        );
        assert!(!takes("-fno-such-flag") && !takes("-march=no-such-processor"));
        // clang only warns of flags that only gcc has.
        assert_eq!(takes("-fno-tree-vrp"), family == "gcc");

        let flags = ["-O1", "-fno-such-flag", "-fwrapv"].map(str::to_owned);
        let own = toolchain.driver.request(&flags).unwrap();
        let chosen = [Arc::clone(&toolchain)];
        let more = [(Arc::clone(&toolchain), own)];
        let Matrix { backends, notes } = toolchains.matrix(None, &chosen, &more).unwrap();
        let names: Vec<String> = backends.iter().map(Backend::name).collect();
        assert_eq!(names, [format!("{}-O1 -fwrapv", toolchain.name)]);
        assert!(
            notes[0].contains("does not know -fno-such-flag"),
            "{notes:?}"
        );
    }
}

#[test]
fn every_way_of_building_works() {
    let toolchains = Toolchains::discover();
    let scratch = scratch();
    // One of each sort: others of the family are asked in the same way.
    let mut chosen: Vec<Arc<Toolchain>> = Vec::new();
    for toolchain in toolchains.of(C).iter().rev() {
        if !chosen.iter().any(|known| {
            known.family().name == toolchain.family().name
                && known.emulator.is_some() == toolchain.emulator.is_some()
        }) {
            chosen.push(Arc::clone(toolchain));
        }
    }
    let full = toolchains.matrix(Some(Preset::Full), &chosen, &[]).unwrap();
    for backend in &full.backends {
        let says = printed(backend, HELLO, &[], &scratch);
        assert!(says.starts_with("none "), "{backend}: {says}");
    }
}

/// A compiler of this family that does something else first.
fn impostor(folder: &Path, family: &str, script: &str) -> Arc<Toolchain> {
    let real = gcc(&Toolchains::discover());
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = -v ]; then echo '{family} version 13.0.0' >&2; echo 'Target: {}' >&2; exit; fi\n\
         {script}\nexec '{}' \"$@\"\n",
        real.target,
        real.path.display()
    );
    let path = write_script(&folder.join("impostor"), &script);
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![NamedCompiler {
            name: "impostor".to_owned(),
            setting: "cc".to_owned(),
            path,
            env: Vec::new(),
        }],
        ..Surroundings::default()
    });
    assert_eq!(toolchains.skipped, []);
    Arc::clone(&toolchains.found[0])
}

/// By name, by another name, and by a path, whatever the file there is called.
#[test]
fn compilers_are_chosen_as_those_of_rust_are() {
    let toolchains = Toolchains::discover();
    let gcc = gcc(&toolchains);
    let path = gcc.path.display().to_string();
    for wanted in std::iter::once(&gcc.name)
        .chain(&gcc.aliases)
        .chain([&path])
    {
        assert_eq!(toolchains.select(wanted).expect("it is there"), gcc);
    }
    let folder = scratch();
    let mine = impostor(folder.path(), "clang", "");
    let chosen = toolchains.select(&mine.path.display().to_string());
    let chosen = chosen.expect("it works");
    let names = (chosen.family().name, chosen.name.as_str());
    assert_eq!(names, ("clang", "clang-13.0.0"));
}

#[test]
fn faults_of_compilers_are_told_from_faults_of_programs() {
    let scratch = scratch();
    let failure = |family: &str, script: &str| {
        let toolchain = impostor(scratch.path(), family, script);
        let backend = Backend::build(toolchain, OptLevel::O2);
        match backend.compile(HELLO, scratch.path(), &Limits::for_compiler()) {
            Ok(compilation) => match compilation.answer {
                Answer::Failed(CompileFailure::Crashed { .. }) => "crashed",
                Answer::Failed(CompileFailure::Rejected { .. }) => "rejected",
                other => panic!("{other:?}"),
            },
            Err(ToolError::Environment { .. }) => "this machine",
            Err(other) => panic!("{other:?}"),
        }
    };
    for (family, says, code, expected) in [
        (
            "gcc",
            "program.c:1:1: internal compiler error: in f, at g.cc:3",
            1,
            "crashed",
        ),
        (
            "gcc",
            "internal compiler error: Segmentation fault",
            4,
            "crashed",
        ),
        (
            "gcc",
            "program.c:1:1: error: expected expression",
            1,
            "rejected",
        ),
        (
            "gcc",
            "gcc: fatal error: Killed signal terminated program cc1",
            1,
            "this machine",
        ),
        (
            "clang",
            "PLEASE submit a bug report to https://llvm.org",
            1,
            "crashed",
        ),
        (
            "clang",
            "fatal error: error in backend: Cannot select",
            1,
            "crashed",
        ),
        ("clang", "1 error generated.", 1, "rejected"),
        (
            "clang",
            "clang: error: unable to execute command: Aborted",
            134,
            "crashed",
        ),
    ] {
        let script = format!("echo '{says}' >&2; exit {code}");
        assert_eq!(failure(family, &script), expected, "{says}");
    }
    assert_eq!(failure("gcc", "kill -SEGV $$"), "crashed");
    assert_eq!(failure("gcc", "echo '#error x' >program.c"), "rejected");
}

#[test]
fn passes_are_listed() {
    let toolchains = Toolchains::discover();
    let (scratch, limits) = (scratch(), Limits::for_compiler());
    let backend = Backend::build(gcc(&toolchains), OptLevel::O2);
    let part = &backend.family().parts[0];
    let Search::Named(named) = &part.search else {
        panic!("{part:?}");
    };
    let passes = (named.passes)(&backend, HELLO, scratch.path(), &limits).unwrap();
    let at = |pass: &str| passes.iter().position(|known| known == pass);
    assert!(
        at("tree-ccp1").is_some() && at("tree-ccp1") < at("rtl-combine"),
        "{passes:?}"
    );
    assert_eq!(at("rtl-expand"), None);
    let flags = (named.flags)(&backend, HELLO, scratch.path(), &limits).unwrap();
    assert!(flags.contains(&"-fgcse".to_owned()), "{flags:?}");
    let without = backend.with((part.off)(&["tree-ccp1", "-fgcse"], &[]));
    assert!(
        without
            .name()
            .ends_with("-O2 -fdisable-tree-ccp1 -fno-gcse")
    );
    printed(&without, HELLO, &[], &scratch);
    let on = backend.with((part.off)(&["tree-ccp1"], &["main"]));
    printed(&on, HELLO, &[], &scratch);

    for toolchain in native(&toolchains, "clang") {
        let backend = Backend::build(toolchain, OptLevel::O2);
        let part = &backend.family().parts[0];
        let Search::Counted(counted) = &part.search else {
            panic!("{part:?}");
        };
        let runs = backend.listing(counted, HELLO, scratch.path(), &limits);
        let runs = runs.unwrap();
        assert!(
            runs.len() > 50 && runs.iter().all(|run| run.ran),
            "{backend}"
        );
        let few = backend.with([(counted.limit)(3)]);
        printed(&few, HELLO, &[], &scratch);
        let ir = |form| backend.code(form, HELLO, scratch.path(), &limits);
        let before = ir(CodeForm::RawLlvmIr).unwrap().unwrap();
        let after = ir(CodeForm::LlvmIr).unwrap().unwrap();
        assert!(
            before.contains("alloca") && !after.contains("alloca"),
            "{after}"
        );
    }
}
