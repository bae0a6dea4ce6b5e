//! The script of a finding, with shell scripts as compilers.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_campaign::{Finding, Form, InBatch, Kind, Outcome, Subject, TraceLine, Verdict};
use kvant_record::Dialect;
use kvant_toolchain::drivers::rustc::MIRI;
use kvant_toolchain::drivers::{RUST, RUSTC};
use kvant_toolchain::{
    Backend, Exit, Limits, OptLevel, Request, Scratch, Source, Toolchain, Version, run_script,
};

struct Fixed;

impl Subject for Fixed {
    fn name(&self) -> String {
        "fixed".into()
    }

    fn language(&self) -> Source {
        RUST
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        "the program".into()
    }

    fn summary(&self) -> String {
        "kvant 2 00".into()
    }

    fn trace(&self) -> Vec<TraceLine> {
        let line = |text: &str| TraceLine {
            text: text.into(),
            origin: String::new(),
        };
        vec![line("0 u8 1"), line("1 u8 2")]
    }
}

/// A folder for a finding and its compiler.
struct Place(Scratch);

impl Place {
    fn new() -> Place {
        Place(Scratch::new().unwrap())
    }

    /// A compiler that runs this script.
    fn compiler(&self, name: &str, script: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    fn backend(&self, rustc: &Path) -> Backend {
        let version = Version::parse("1.95.0").unwrap();
        let toolchain = Toolchain {
            name: "fake".into(),
            sysroot: self.0.path().to_owned(),
            ..Toolchain::new(&RUSTC, rustc, "1.95.0", version)
        };
        Backend::build(Arc::new(toolchain), OptLevel::O3)
    }

    /// Runs the script of a finding with this compiler. Returns its exit and output.
    fn show(&self, backend: Backend, verdict: Verdict, env: &[(&str, &str)]) -> (Exit, String) {
        let finding = Finding {
            name: "fixed".into(),
            kind: Kind::WrongValue,
            signature: String::new(),
            outcomes: vec![Outcome::new(backend, verdict)],
            failing: vec![0],
            suspects: Vec::new(),
        };
        for (name, text) in finding.files(&Fixed) {
            fs::write(self.0.path().join(name), text).unwrap();
        }
        let script = self.0.path().join("reproduce.sh");
        let env: Vec<_> = env.iter().map(|(name, to)| (*name, (*to).into())).collect();
        // Limits lower than the script's own would hide them.
        let limits = Limits {
            file_size: None,
            processes: 4096,
            ..Limits::for_compiler()
        };
        let run = run_script(&script, &env, &limits).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stderr), "");
        (run.exit, String::from_utf8(run.stdout).unwrap())
    }
}

/// A compiler that generates this shell script.
fn makes(program: &str) -> String {
    format!("cat >out/program <<'end'\n#!/bin/sh\n{program}\nend\nchmod +x out/program")
}

const TRACED: &str = r"if [ $# = 1 ]; then printf '0 u8 1\n1 u8 2\n'; fi";

fn crash(exit: Option<kvant_campaign::Exit>) -> Verdict {
    Verdict::CompilerCrash {
        exit,
        message: String::new(),
    }
}

#[track_caller]
fn check(compiler: &str, verdict: Verdict, env: &[(&str, &str)], code: i32, expected: &str) {
    let place = Place::new();
    let backend = place.backend(&place.compiler("rustc", compiler));
    let (exit, output) = place.show(backend, verdict, env);
    assert!(output.contains(expected), "{output}");
    assert_eq!(exit, Exit::Code(code), "{output}");
}

#[test]
fn programs_are_run_as_they_are_and_then_traced() {
    let hang = Verdict::ProgramHang;
    let good = format!("{TRACED}; echo kvant 2 00");
    check(&makes(&good), hang.clone(), &[], 0, "as it must be");
    let wrong = r"if [ $# = 1 ]; then printf '0 u8 1\n1 u8 7\n'; fi; echo kvant 2 11";
    let expected =
        "the program prints something else: line 2 of the trace must be `1 u8 2` and is `1 u8 7`";
    check(&makes(wrong), hang.clone(), &[], 1, expected);
    let shy = format!("if [ $# = 0 ]; then echo kvant 2 11; else {good}; fi");
    let expected = "prints something else: the trace is as it must be";
    check(&makes(&shy), hang.clone(), &[], 1, expected);
    let expected =
        "the program prints something else: line 3 of the trace must be `kvant 2 00` and is ``";
    check(&makes(TRACED), hang.clone(), &[], 1, expected);
    let expected = "the program ends with 3: the trace is as it must be";
    check(
        &makes(&format!("{good}; exit 3")),
        hang.clone(),
        &[],
        1,
        expected,
    );
    let soon = [("SECONDS_FOR_PROGRAM", "1")];
    let expected = "the program does not end within 1 seconds";
    check(&makes("sleep 100"), hang, &soon, 1, expected);
}

#[test]
fn failures_of_compilers_are_reported() {
    let soon = [("SECONDS_FOR_COMPILER", "1")];
    let expected = "the compiler does not end within 1 seconds";
    check("sleep 100", Verdict::CompilerHang, &soon, 1, expected);
    let expected = "the compiler ends with 101: error: internal compiler error: no";
    let ice = "echo error: internal compiler error: no >&2; exit 101";
    check(ice, crash(None), &[], 1, expected);
    check(
        "kill -SEGV $$",
        crash(None),
        &[],
        1,
        "the compiler ends with 139",
    );
    check(
        "exit 0",
        crash(None),
        &[],
        1,
        "the compiler makes no program",
    );
    let too_much = "head -c 9000000 /dev/zero >&2";
    check(
        too_much,
        crash(None),
        &[],
        1,
        "the compiler prints more than 8 MiB",
    );
    let large = "truncate -s 1025M out/large";
    let expected = "the compiler makes a file of more than 1 GiB";
    check(&format!("exec {large}"), crash(None), &[], 1, expected);
    check(
        "rm -r out; exit 1",
        crash(None),
        &[],
        1,
        "the compiler ends with 1",
    );
}

/// Limits that the script has only for findings about them.
#[test]
fn exceeded_limits_are_reproduced() {
    let little = [("KIBIBYTES_FOR_COMPILER", "100000")];
    let hog = "awk 'BEGIN { s = \"x\"; while (length(s) < 200000000) s = s s }' 2>/dev/null || \
        { echo memory allocation failed >&2; exit 134; }";
    let verdict = crash(Some(kvant_campaign::Exit::MemoryLimit));
    let expected = "the compiler ends with 134: memory allocation failed";
    check(hog, verdict, &little, 1, expected);
    let good = makes("echo kvant 2 00");
    check(
        &format!("{hog}\n{good}"),
        crash(None),
        &little,
        0,
        "as it must be",
    );

    let crowd = "n=0; while [ $n -lt 1030 ]; do sleep 30 & n=$((n+1)); done; wait";
    let expected = "the compiler ends with 137: error: more than 1024 processes";
    let verdict = crash(Some(kvant_campaign::Exit::ProcessLimit));
    let place = Place::new();
    let backend = place.backend(&place.compiler("rustc", crowd));
    let (exit, output) = place.show(backend, verdict, &[]);
    assert!(output.contains(expected), "{output}");
    assert_eq!(exit, Exit::Code(1));
}

/// A missing compiler or tool does not reproduce a finding.
#[test]
fn missing_tools_are_reported() {
    let good = makes("echo kvant 2 00");
    let hang = Verdict::ProgramHang;
    let nowhere = [("COMPILER", "/nowhere/rustc")];
    check(
        &good,
        hang.clone(),
        &nowhere,
        2,
        "fake-O3 cannot be tried: ",
    );
    let linker = "echo 'error: linker `cc` not found' >&2; exit 1";
    check(
        linker,
        hang.clone(),
        &[],
        2,
        "cannot be tried: error: linker `cc`",
    );
    let library = "echo librustc_driver.so: not found >&2; exit 127";
    check(
        library,
        hang.clone(),
        &[],
        2,
        "librustc_driver.so: not found",
    );

    let tools = Place::new();
    for tool in ["dirname", "awk"] {
        tools.compiler(tool, &format!("exec /usr/bin/{tool} \"$@\""));
    }
    let path = tools.0.path().to_str().unwrap();
    check(
        &good,
        hang,
        &[("PATH", path)],
        2,
        "this script needs timeout",
    );
}

#[test]
fn parts_of_a_batch_are_run_with_the_others_first() {
    let in_batch = |part| {
        Verdict::OnlyInBatch(Box::new(InBatch {
            verdict: Verdict::ProgramHang,
            text: "several".into(),
            part,
            parts: 2,
        }))
    };
    let batch = |all: &str, alone: &str, traced: &str| {
        makes(&format!(
            "case \"$*\" in '') printf '{all}' ;; 1) printf '{alone}' ;; '1 trace') printf '{traced}' ;; esac"
        ))
    };
    let (good, bad) = ("p0 x\\np1 kvant 2 00\\n", "p0 x\\np1 kvant 2 11\\n");
    let traced = "p1 0 u8 1\\np1 1 u8 2\\np1 kvant 2 00\\n";
    check(
        &batch(good, good, traced),
        in_batch(1),
        &[],
        0,
        "as it must be",
    );
    let expected = "the program prints something else: the trace is as it must be";
    check(&batch(bad, good, traced), in_batch(1), &[], 1, expected);
    check(&batch(good, bad, traced), in_batch(1), &[], 1, expected);
    let expected = "line 2 of the trace must be `1 u8 2` and is `1 u8 3`";
    let wrong = "p1 0 u8 1\\np1 1 u8 3\\np1 kvant 2 11\\n";
    check(&batch(bad, bad, wrong), in_batch(1), &[], 1, expected);
    let ended = format!("{}\necho 'exit 3' >>out/program", batch(good, good, traced));
    check(&ended, in_batch(1), &[], 1, "the program ends with 3");
}

#[test]
fn no_other_rustc_takes_the_place_of_miri() {
    let place = Place::new();
    let good = "printf '0 u8 1\\n1 u8 2\\nkvant 2 00\\n'";
    place.compiler("bin/miri", good);
    let miri = || {
        let backend = place.backend(Path::new("/nowhere/rustc"));
        backend.asked(Request::in_mode(MIRI))
    };
    let env = [("COMPILER", "/nowhere/rustc")];
    let (exit, output) = place.show(miri(), Verdict::ProgramHang, &env);
    assert_eq!(exit, Exit::Code(0), "{output}");
    place.compiler("bin/miri", "printf '0 u8 1\\n1 u8 4\\nkvant 2 01\\n'");
    let (exit, output) = place.show(miri(), Verdict::ProgramHang, &env);
    assert!(
        output.contains("must be `1 u8 2` and is `1 u8 4`"),
        "{output}"
    );
    assert_eq!(exit, Exit::Code(1), "{output}");
}
