//! C from the seed to the finding: as a user does it, and as a campaign does.

#![allow(clippy::print_stdout)] // What was found shows in the tests' output.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_c::CTarget;
use kvant_c_gen::GenConfig;
use kvant_campaign::{Form, Subject as _, Verdict, test};
use kvant_languages::c::{CSubject, from_seed};
use kvant_testing::skip;
use kvant_toolchain::drivers::C;
use kvant_toolchain::{Backend, Limits, OptLevel, Scratch, Toolchain, Toolchains};
use tempfile::TempDir;

use crate::shell::{exits, kvant, stderr, stdout};

fn grown(seed: u64, target: &CTarget) -> CSubject {
    let config = GenConfig::default().sized(80..=150);
    from_seed(seed, &config, target).unwrap()
}

fn file(text: &str) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("program.c");
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

/// Puts programs through backends, none of which may disagree.
fn agree(subjects: &[CSubject], backends: &[Backend]) {
    let scratch = Scratch::new().unwrap();
    let (compiler, program) = (Limits::for_compiler(), Limits::for_program());
    for subject in subjects {
        for backend in backends {
            if subject.in_dialect(&backend.toolchain.dialect()).is_err() {
                continue;
            }
            let verdict = test(subject, backend, &scratch, &compiler, &program).unwrap();
            let name = backend.name();
            assert_eq!(verdict, Verdict::Agrees, "{name} on {}", subject.name());
        }
    }
}

#[test]
fn compilers_and_sanitizers_agree_with_the_machine() {
    let all = Toolchains::discover();
    let mut backends = Vec::new();
    for family in ["gcc", "clang"] {
        let here = |t: &&Arc<Toolchain>| suits(t, family, kvant_toolchain::host());
        let Some(toolchain) = all.of(C).iter().rev().find(here) else {
            skip(&[family], format_args!("there is no {family}"));
            continue;
        };
        backends.push(Backend::build(toolchain.clone(), OptLevel::O0));
        backends.push(Backend::build(toolchain.clone(), OptLevel::O2));
        backends.extend(all.sanitizers(toolchain).unwrap());
    }
    let subjects: Vec<CSubject> = (40..50).map(|seed| grown(seed, &CTarget::X86_64)).collect();
    agree(&subjects, &backends);
}

fn suits(toolchain: &Toolchain, family: &str, architecture: &str) -> bool {
    toolchain.family().name == family && toolchain.architecture() == architecture
}

#[test]
fn cross_compilers_agree_where_there_are_some() {
    let all = Toolchains::discover();
    for target in CTarget::all() {
        let name = kvant_toolchain::architecture(target.scalars.name);
        if name == kvant_toolchain::host() {
            continue;
        }
        let there = |t: &&Arc<Toolchain>| suits(t, "gcc", name);
        let Some(toolchain) = all.of(C).iter().find(there) else {
            let need = format!("gcc-{name}");
            let why = format_args!("there is no gcc for {name}, or no qemu");
            skip(&[&need, "qemu"], why);
            continue;
        };
        let backends = [
            Backend::build(toolchain.clone(), OptLevel::O0),
            Backend::build(toolchain.clone(), OptLevel::O2),
        ];
        let subjects: Vec<CSubject> = (60..64).map(|seed| grown(seed, &target)).collect();
        agree(&subjects, &backends);
    }
}

#[test]
fn a_seed_gives_the_same_text_everywhere() {
    let arguments = ["gen", "--lang", "c", "--seed", "7", "--size", "small"];
    let (one, two) = (kvant(&arguments), kvant(&arguments));
    exits(&one, 0);
    assert_eq!(stdout(&one), stdout(&two));
    assert!(stdout(&one).starts_with("// kvant "), "{}", stdout(&one));
    let features = kvant(&["gen", "--lang", "c", "--features"]);
    exits(&features, 0);
    assert!(stdout(&features).contains("bit-fields"));
    let unknown = kvant(&["gen", "--lang", "c", "--seed", "1", "--feature", "+moves"]);
    exits(&unknown, 2);
    assert!(stderr(&unknown).contains("there is no feature `moves`"));
}

#[test]
fn run_says_what_a_program_observes_or_which_rule_it_breaks() {
    let text = "int main(void) { int a[3] = {1, 2, 3}; int s = 0;\n\
                for (int i = 0; i < 3; i++) s += a[i];\nobserve(4, s); return 0; }\n";
    let (_folder, path) = file(text);
    let run = kvant(&["run", &path, "--trace"]);
    exits(&run, 0);
    assert!(stdout(&run).starts_with("4 0000000000000006\nkvant "));

    let (_folder, path) = file(&text.replace("i < 3", "i < 4"));
    let run = kvant(&["run", &path]);
    exits(&run, 1);
    let said = stderr(&run);
    assert!(
        said.contains("[out-of-bounds]") && said.contains("line 2"),
        "{said}"
    );
    let json = crate::shell::record(&["run"], &stdout(&kvant(&["run", &path, "--json"])));
    assert_eq!(
        (&json["rule"], &json["line"]),
        (&"out-of-bounds".into(), &2.into())
    );

    let (_folder, path) = file("int main(void) { return x; }\n");
    let run = kvant(&["run", &path]);
    exits(&run, 2);
    assert!(stderr(&run).contains(":1:"), "{}", stderr(&run));
}

#[test]
fn messages_name_the_rule_once_the_line_and_the_function_of_the_text() {
    let main = |body: &str| format!("int main(void) {{\n{body}\n    return 0;\n}}\n");
    let twice = "static int f(int x) {\n    if (x) return 1;\n}\n";
    for (text, expected) in [
        (
            main("    int x = 2147483647;\n    x = x + 1;"),
            "undefined behaviour: the result does not fit into a signed integer of 32 bits [signed-overflow]\n  \
             at line 3, in `main`: x = x + 1\n  after 2 steps and 0 observations\n",
        ),
        (
            format!("{twice}{}", main("    observe(1, f(0));")),
            "undefined behaviour: a non-void function ends without returning a value [no-result]\n  \
             at line 3, in `f`: the end of the block\n  after 3 steps and 0 observations\n",
        ),
        (
            main("    double d = 0.0;\n    observe_double(1, d / d);")
                .replace("main", "kvant_main"),
            "not determined: floating-point division by zero [float-division-by-zero]\n  \
             at line 3, in `kvant_main`: observe_double(1, d / d)\n  after 2 steps and 0 observations\n",
        ),
        (
            main("    goto a;"),
            "ill-formed: there is no label `a`\n  at line 2, in `main`: goto a\n",
        ),
        (
            "int x;\n".to_owned(),
            "ill-formed: there is no function `main`\n",
        ),
        (
            format!("int x; int y = x;\n{}", main("")),
            "ill-formed: `y`: the initialiser of an object with static storage duration is not constant\n",
        ),
        (
            main("    main();"),
            "error: program.c:2:5: `main` is not used by the program itself in the subset\n",
        ),
        (
            format!("static int f(int x);\n{}", main("    f(1);")),
            "error: program.c:6:1: `f` is declared and never defined\n",
        ),
    ] {
        let (folder, path) = file(&text);
        let said = stderr(&kvant(&["run", &path]));
        let said = said.replace(&format!("{}/", folder.path().display()), "");
        assert_eq!(said, expected, "{text}");
    }
}

/// A compiler in front of gcc that gets one comparison wrong when it optimises, unless a flag matches the shell pattern.
fn impostor(folder: &Path, unless: &str) -> PathBuf {
    let path = folder.join("gcc-odd");
    let script = format!(
        "#!/bin/sh\nfor word in \"$@\"; do\n\
         case $word in -O2|-O3) wrong=1 ;; *.c) source=$word ;; {unless}) right=1 ;; esac\ndone\n\
         if [ -n \"$wrong\" ] && [ -z \"$right\" ] && [ -n \"$source\" ]; then\n\
         sed -i 's|>= 7 ? |> 7 ? |' \"$source\"\nfi\nexec gcc \"$@\"\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// A program on which the impostor is wrong.
const ODD: &str = "static int limit(int x) { int y = 3 * x; return x >= 7 ? y : x + 100; }\n\
    int g = 5;\n\
    int main(void) { int sum = 0; int i;\n\
    for (i = 0; i < 12; i++) { sum = sum ^ limit(i); if (sum > 400) { g = g + i; } }\n\
    observe(1, g); observe(2, sum); return 0; }\n";

/// One flag that hides the fault names the culprit. If most flags hide it, the one that was found first is unsure.
#[test]
fn a_culprit_is_unsure_if_other_passes_hide_the_fault_too() {
    for (unless, is_sure) in [
        ("-fno-tree-vrp", true),
        ("-fwrapv|-fno-inline|-fno-tree-*|-fno-ipa-*", false),
    ] {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let compiler = impostor(folder.path(), unless).display().to_string();
        fs::write(path("odd.c"), ODD).unwrap();
        let (program, out) = (path("odd.c"), path("out"));
        let reduced = kvant(&[
            "reduce",
            &program,
            "--toolchain",
            &compiler,
            "--out",
            &out,
            "--json",
        ]);
        let told = crate::shell::record(&["reduce"], stdout(&reduced).lines().last().unwrap());
        let culprit = told["culprit"].as_str().unwrap();
        assert_eq!(culprit == "GCC -ftree-vrp", is_sure, "{unless}: {culprit}");
        assert_eq!(
            culprit.ends_with(" (unsure)"),
            !is_sure,
            "{unless}: {culprit}"
        );
    }
}

#[test]
fn a_wrong_value_is_found_and_made_small() {
    let folder = TempDir::new().unwrap();
    let compiler = impostor(folder.path(), "-never").display().to_string();
    let program = folder.path().join("odd.c");
    fs::write(&program, ODD).unwrap();
    let program = program.display().to_string();
    let diff = kvant(&["diff", &program, "--toolchain", &compiler, "--json"]);
    exits(&diff, 1);
    let told = crate::shell::record(&["diff"], &stdout(&diff));
    assert_eq!(told["findings"][0]["kind"], "wrong value", "{told}");

    let out = folder.path().join("out").display().to_string();
    let reduced = kvant(&[
        "reduce",
        &program,
        "--toolchain",
        &compiler,
        "--out",
        &out,
        "--json",
    ]);
    let told = crate::shell::record(&["reduce"], stdout(&reduced).lines().last().unwrap());
    assert!(told["size"]["statements"].as_u64().unwrap() <= 4, "{told}");
}

/// Compilers get the bytes of the file. A compiler that reads them in another way than the reprint is noticed.
#[test]
fn compilers_get_a_file_as_it_is() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (switch, program, seen) = (path("switch"), path("program.c"), path("seen.c"));
    let text = "#include <stdio.h>\n/* as I like it */ static int f(int x)\n\
         { return x; }\nint main(void) { observe(1, f(4)); return 0; }\n";
    fs::write(&program, text).unwrap();
    let compiler = folder.path().join("gcc");
    let script = format!(
        "#!/bin/sh\ncat program.c >>'{seen}' 2>/dev/null\n\
         [ -e '{switch}' ] && sed -i -f '{switch}' program.c 2>/dev/null\n\
         exec gcc \"$@\"\n"
    );
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    let compiler = compiler.display().to_string();

    let diff = kvant(&["diff", &program, "--toolchain", &compiler]);
    exits(&diff, 0);
    let seen = fs::read_to_string(&seen).unwrap();
    // O0, O2, O3 and sanitizers, and O0 once more to compare with the reprint.
    assert!(seen.matches(text).count() >= 4, "{seen}");

    // To the machine and in the reprint `f` gives 4, and in the file 5.
    let edit = |to: &str| format!("/as I like it/{{n;s/return x/return {to}/}}\n");
    fs::write(&switch, edit("x + 1")).unwrap();
    for command in ["diff", "bisect", "reduce"] {
        let told = kvant(&[command, &program, "--toolchain", &compiler]);
        exits(&told, 2);
        let said = stderr(&told);
        assert!(said.contains("differ on"), "{said}");
        assert!(said.contains("got `1 0000000000000005`"), "{said}");
    }
    // Positions are those of the file.
    fs::write(&switch, edit("(x")).unwrap();
    let told = kvant(&["diff", &program, "--toolchain", &compiler]);
    exits(&told, 2);
    assert!(stderr(&told).contains("program.c:3:"), "{}", stderr(&told));
}

/// Newer compilers make errors of warnings, and `-w` does not turn them off.
#[test]
fn the_newest_compilers_take_programs() {
    let config = GenConfig::default().sized(100..=400);
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("program.c");
    let all = Toolchains::discover();
    for family in ["gcc", "clang"] {
        let here = |t: &&Arc<Toolchain>| suits(t, family, kvant_toolchain::host());
        let newest = all.of(C).iter().filter(here);
        let Some(newest) = newest.max_by_key(|toolchain| toolchain.version) else {
            skip(&[family], format_args!("there is no {family}"));
            continue;
        };
        let backend = Backend::build(newest.clone(), OptLevel::O0);
        let line = backend.command_line(&source, &folder.path().join("out"));
        let mut words = line.args.clone();
        words.push("-fsyntax-only".into());
        // Generated programs must not have these.
        words.extend(
            ["incompatible-pointer-types", "int-conversion"]
                .map(|name| std::ffi::OsString::from(format!("-Werror={name}"))),
        );
        for seed in 0..40 {
            let subject = from_seed(seed, &config, &CTarget::X86_64).unwrap();
            fs::write(&source, subject.text(Form::Fast, None)).unwrap();
            let run = kvant_toolchain::run(&line.program, &words, &Limits::for_compiler()).unwrap();
            let said = String::from_utf8_lossy(&run.stderr).into_owned();
            assert_eq!(run.exit, kvant_toolchain::Exit::Code(0), "{newest}: {said}");
        }
    }
}

#[test]
fn programs_are_also_right_in_a_batch() {
    let all = Toolchains::discover();
    let here = |t: &&Arc<Toolchain>| suits(t, "gcc", kvant_toolchain::host());
    let Some(gcc) = all.of(C).iter().find(here) else {
        return skip(&["gcc"], "there is no gcc");
    };
    let backend = Backend::build(gcc.clone(), OptLevel::O2);
    let subjects: Vec<CSubject> = (70..74).map(|seed| grown(seed, &CTarget::X86_64)).collect();
    let parts: Vec<String> = (0..)
        .zip(&subjects)
        .map(|(n, subject)| subject.part(n, None).unwrap())
        .collect();
    let text = subjects[0].joined(&parts);
    let scratch = Scratch::new().unwrap();
    let compiled = backend
        .compile(&text, scratch.path(), &Limits::for_compiler())
        .unwrap();
    let kvant_toolchain::Answer::Executable(executable) = compiled.answer else {
        panic!("{:?}", compiled.answer);
    };
    let run = executable.run(&[], &Limits::for_program()).unwrap();
    let expected: Vec<String> = (0..)
        .zip(&subjects)
        .map(|(n, subject)| format!("p{n} {}", subject.summary()))
        .collect();
    let printed = String::from_utf8(run.stdout).unwrap();
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    assert!(!subjects[0].text(Form::Fast, None).is_empty());
}

/// Programs that some compiler gets wrong. The test checks that they are defined, and prints which compilers are still wrong.
#[test]
fn what_was_found_is_defined() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/findings-c");
    let all = Toolchains::discover();
    let tcc = |t: &&Arc<Toolchain>| t.family().name == "tcc";
    let tcc = all.of(C).iter().find(tcc);
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        exits(&kvant(&["run", &name]), 0);
        count += 1;
        match tcc {
            Some(tcc) => {
                let diff = kvant(&["diff", &name, "--toolchain", &tcc.name]);
                println!("{name}: tcc exits with {:?}", diff.status.code());
            }
            None => skip(&["tcc"], format_args!("{name}: there is no tcc")),
        }
    }
    assert!(count >= 2);
}
