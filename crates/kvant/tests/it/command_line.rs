//! The commands as a user runs them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use kvant_testing::skip;
use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{exits, kvant, stderr, stdout};

const DEFINED: &str = r#"
#[custom_mir(dialect = "runtime", phase = "initial")]
fn entry(x: i8) {
    mir! {
        let unit: ();
        {
            x = x - 5_i8;
            Call(unit = kvant::observe_i8(7_u32, x), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_i8))) }
"#;

/// A file with `text` in a folder of its own.
fn file(text: &str) -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("program.rs");
    fs::write(&path, text).unwrap();
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn run_prints_what_the_program_prints() {
    let (_folder, path) = file(DEFINED);
    let plain = kvant(&["run", &path]);
    exits(&plain, 0);
    assert!(stdout(&plain).starts_with("kvant 1 "));
    let traced = kvant(&["run", "--trace", &path]);
    exits(&traced, 0);
    assert!(stdout(&traced).starts_with("7 i8 -2\nkvant 1 "));
    let json = crate::shell::record(&["run"], &stdout(&kvant(&["--json", "run", &path])));
    assert_eq!(json["outcome"], "finished");
    assert_eq!(json["observations"], 1);
}

#[test]
fn run_explains_an_observation() {
    let (_folder, path) = file(DEFINED);
    let explained = kvant(&["run", &path, "--explain"]);
    exits(&explained, 0);
    let said = stdout(&explained);
    assert!(said.contains("x = x - 5_i8   x = 3 → x = -2\n"), "{said}");
    assert!(said.ends_with("\nobserves 7 i8 -2\n"), "{said}");
    let missing = kvant(&["run", &path, "--explain", "1"]);
    exits(&missing, 2);
    assert!(stderr(&missing).contains("observes 1 values"));
}

#[test]
fn run_names_undefined_behaviour_and_its_line() {
    let (_folder, path) = file(&DEFINED.replace("x = x - 5_i8;", "x = x / 0_i8;"));
    let output = kvant(&["run", &path]);
    exits(&output, 1);
    let message = stderr(&output);
    assert!(message.contains("divides 3 by zero"), "{message}");
    assert!(
        message.contains("line 7, entry bb0[0]: x = x / 0_i8"),
        "{message}"
    );
    let json = kvant(&["run", "--json", &path]);
    exits(&json, 1);
    let json = crate::shell::record(&["run"], &stdout(&json));
    assert_eq!(json["rule"], "division-by-zero");
    assert_eq!(json["line"], 7);
}

#[test]
fn run_tells_the_life_of_the_memory() {
    let (_folder, path) = file(
        "fn entry(x: u8) {
    mir! {
        let gone: u8;
        let p: *mut u8;
        {
            StorageLive(gone);
            gone = x;
            p = addr_of_mut!(gone);
            StorageDead(gone);
            x = *p;
            Return()
        }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_u8))) }
",
    );
    let output = kvant(&["run", &path]);
    exits(&output, 1);
    let message = stderr(&output);
    for line in [
        "at line 10, entry bb0[4]: x = *p",
        "the memory is `gone` of `entry`",
        "since line 8, entry bb0[2]: p = addr_of_mut!(gone)",
        "until line 9, entry bb0[3]: StorageDead(gone)",
    ] {
        assert!(message.contains(line), "{line}: {message}");
    }
}

#[test]
fn run_tells_the_lives_of_references() {
    let (_folder, path) = file(
        "fn set(r: &mut u16, p: *mut u16) -> u16 {
    mir! {
        {
            RET = *p;
            *r = 9;
            Return()
        }
    }
}
fn entry(x: u16) {
    mir! {
        let p: *mut u16;
        let r: &mut u16;
        let s: &mut u16;
        let y: u16;
        {
            p = addr_of_mut!(x);
            r = &mut *p;
            s = &mut *r;
            *s = 8;
            Call(y = set(Move(r), p), ReturnTo(end), UnwindUnreachable())
        }
        end = { Return() }
    }
}
fn main() { kvant::run(|| entry(kvant::hide(3_u16))) }
",
    );
    let output = kvant(&["run", &path]);
    exits(&output, 1);
    let message = stderr(&output);
    for line in [
        "at line 5, set bb0[1]: *r = 9_u16",
        "the memory is `x` of `entry`",
        "  the reference that is used: its state for byte 0\n",
        "    passed to the function as `&mut` to bytes 0 to 1 at line 21, entry bb0[4]: Call(",
        "    became conflicted (frozen until the function returns) by a foreign read at line 4, set bb0[0]: RET = *p",
    ] {
        assert!(message.contains(line), "{line}: {message}");
    }

    // The same, but what the function was given is over before.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("*s = 8;", "*p = 8;")).unwrap();
    let json = kvant(&["run", "--json", &path]);
    exits(&json, 1);
    let json = crate::shell::record(&["run"], &stdout(&json));
    assert_eq!(json["rule"], "borrow");
    assert_eq!(json["borrow"]["byte"], 0);
    assert_eq!(json["borrow"]["used"], Value::Null);
    let against = &json["borrow"]["against"];
    assert_eq!(against[0]["what"], "made as `&mut` to bytes 0 to 1");
    assert_eq!(against[0]["line"], 18);
    let lost = "became disabled by a foreign write";
    assert_eq!(against[1]["what"], lost);
    assert_eq!(against[1]["at"], "entry bb0[3]: *p = 8_u16");
    assert_eq!(against[2], Value::Null);
}

#[test]
fn run_could_not() {
    let (_folder, path) = file(&DEFINED.replace("- 5_i8", "- 5_i16"));
    let ill_formed = kvant(&["run", &path]);
    exits(&ill_formed, 2);
    assert!(
        stderr(&ill_formed).contains("`i16`"),
        "{}",
        stderr(&ill_formed)
    );

    let (_folder, path) = file(&DEFINED.replace("Return()", "Goto(end)"));
    let endless = kvant(&["run", "--budget", "1000", &path]);
    exits(&endless, 2);
    assert!(
        stderr(&endless).contains("--budget"),
        "{}",
        stderr(&endless)
    );

    let (_folder, path) = file("fn main() { println!(\"hello\") }");
    let foreign = kvant(&["run", &path]);
    exits(&foreign, 2);
    assert!(
        stderr(&foreign).contains("program.rs:1:"),
        "{}",
        stderr(&foreign)
    );

    exits(&kvant(&["run", "no/such/file.rs"]), 2);
}

#[test]
fn gen_gives_the_same_program_for_the_same_seed() {
    let first = kvant(&["gen", "--seed", "7"]);
    exits(&first, 0);
    let again = ["gen", "--seed", "7", "--size", "medium"];
    assert_eq!(stdout(&first), stdout(&kvant(&again)));
    assert_ne!(stdout(&first), stdout(&kvant(&["gen", "--seed", "8"])));
    assert!(stdout(&first).starts_with("// kvant "));

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("seven.rs").display().to_string();
    exits(&kvant(&["gen", "--seed", "7", "--out", &path]), 0);
    let named = stdout(&first).replace("seed-7", "seven");
    assert_eq!(fs::read_to_string(&path).unwrap(), named);
    exits(&kvant(&["run", &path]), 0);
}

#[test]
fn gen_says_how_healthy_programs_are() {
    let few = ["gen", "--stats", "--count", "6", "--seed", "7"];
    let json = [&few[..], &["--json"]].concat();
    let first = kvant(&json);
    exits(&first, 0);
    assert_eq!(stdout(&first), stdout(&kvant(&json)));
    let stats = crate::shell::record(&["gen", "--stats"], &stdout(&first));
    assert_eq!(stats["programs"], 6);
    assert_eq!(stats["failures"], 0);
    assert_eq!(stats["observing"], 6);
    for share in ["executed_share", "live_share"] {
        let share = stats[share].as_f64().unwrap();
        assert!(share > 0.2 && share <= 1.0, "{stats}");
    }
    assert!(stats["median_statements"].as_f64().unwrap() > 150.0);
    assert!(stats["median_steps"].as_f64().unwrap() > 150.0);
    assert!(stats["features"]["switches"].as_f64().unwrap() > 0.5);
    assert!(stats["refused"].is_object());
    assert!(stats["accepted"].as_u64().unwrap() > 300, "{stats}");

    let table = kvant(&few);
    exits(&table, 0);
    assert!(stdout(&table).contains("programs in which a feature is live"));
}

#[test]
fn bad_arguments_are_explained() {
    for (arguments, says) in [
        (&["gen", "--seed", "x"][..], "a seed is a whole number"),
        (&["gen", "--seed", "-1"], "a seed is a whole number"),
        (&["gen"], "--seed"),
        (&["gen", "--count", "3"], "--out FOLDER"),
        (
            &["gen", "--seed", "1", "--size", "huge"],
            "tiny, small, medium",
        ),
        (&["gen", "--seed", "1", "--rustc", "1.70"], "1.85 and later"),
        (
            &["gen", "--seed", "1", "--config", "no/such.toml"],
            "no/such.toml",
        ),
        (&["fuzz", "--jobs", "0"], "at least one"),
        (&["fuzz", "--seeds", "9..3"], "the smaller number"),
        (&["fuzz", "--time", "soon"], "90s"),
        (&["fuzz", "--lang", "rust"], "there are mir, c and llvm"),
        (&["fuzz", "--lang", "mir:0"], "a weight is"),
        (&["gen", "--seed", "1", "--size", "5"], "between 100 and"),
        (
            &["gen", "--seed", "1", "--feature", "+teleport"],
            "there is no feature `teleport`",
        ),
        (&["diff"], "required"),
        (&["diff", "--seed", "1", "--toolchain", "1.3"], "1.3"),
        (&["fuzz", "--count", "many"], "--count"),
    ] {
        let output = kvant(arguments);
        exits(&output, 2);
        let message = stderr(&output);
        assert!(message.contains(says), "{arguments:?}: {message}");
    }
}

#[test]
fn completions_and_help() {
    assert!(stdout(&kvant(&["completions", "bash"])).contains("_kvant"));
    exits(&kvant(&["--help"]), 0);
    exits(&kvant(&["fuzz", "--help"]), 0);
}

#[test]
fn diff_shows_every_backend() {
    let (_folder, path) = file(DEFINED);
    // Compile-time evaluation can judge programs without these features.
    let sayable = "--feature=-pointer-comparisons,-runtime-floats";
    for what in [
        &["--seed", "3", sayable, "--size=small"][..],
        &[path.as_str()],
    ] {
        let output = kvant(&[&["diff", "--json"][..], what].concat());
        exits(&output, 0);
        let json = crate::shell::record(&["diff"], &stdout(&output));
        let backends = json["backends"].as_array().unwrap();
        for end in ["-const", "-O0", "-O3"] {
            let of_kind = |b: &&Value| b["name"].as_str().unwrap().ends_with(end);
            assert!(
                backends
                    .iter()
                    .filter(of_kind)
                    .all(|b| b["verdict"] == "agrees")
            );
            assert!(backends.iter().any(|b| of_kind(&b)), "{end}");
        }
    }
    let (_folder, path) = file(&DEFINED.replace("- 5_i8", "/ 0_i8"));
    let undefined = kvant(&["diff", &path]);
    exits(&undefined, 1);
    assert!(stderr(&undefined).contains("divides 3 by zero"));
}

#[test]
fn the_pipeline_is_measured() {
    let output = kvant(&["bench", "pipeline", "--count", "2", "--json"]);
    exits(&output, 0);
    let said = crate::shell::record(&["bench", "pipeline"], &stdout(&output));
    for name in ["speedup_300", "speedup_7500", "compiler_share"] {
        assert!(
            said[name].as_f64().is_some_and(|value| value > 0.0),
            "{said}"
        );
    }
    assert_eq!(said["sizes"][0]["programs"], 2, "{said}");
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let Ok(full) = full else {
        return skip(&["dev-full"], "there is no /dev/full");
    };
    let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(["gen", "--seed", "1"])
        .stdout(full)
        .output()
        .unwrap();
    exits(&output, 2);
    assert!(stderr(&output).contains("standard output"));
}

/// Both places of `--json` mean the same.
#[test]
fn json_may_stand_before_the_command() {
    for name in ["survival", "passes"] {
        let usual = ["--json", "bench", name, "--count", "1"];
        let output = kvant(&usual);
        exits(&output, 0);
        let said = crate::shell::record(&usual, &stdout(&output));
        assert_eq!(said["programs"], 1, "{said}");
    }
    for arguments in [
        &["status", "--rates"][..],
        &["--json", "run", "x.rs", "--explain"],
    ] {
        let output = kvant(arguments);
        exits(&output, 2);
        assert!(stderr(&output).contains("--json"), "{}", stderr(&output));
    }
}

#[test]
fn failures_are_json_too() {
    let output = kvant(&["run", "--json", "no/such/file.rs"]);
    exits(&output, 2);
    let json = crate::shell::record(&["run"], &stdout(&output));
    assert!(json["error"].as_str().unwrap().contains("no/such/file.rs"));
    for (arguments, says) in [
        (&["completions", "bash", "--json"][..], "leave out --json"),
        (&["--json", "gen"], "--seed"),
        (&["fuzz", "--no-such-option", "--json"], "--no-such-option"),
        (
            &["gen", "--seed", "x", "--json"],
            "a seed is a whole number",
        ),
        (&["--json"], "Usage"),
    ] {
        let output = kvant(arguments);
        exits(&output, 2);
        let json = crate::shell::record(arguments, &stdout(&output));
        let error = json["error"].as_str().unwrap();
        assert!(
            error.contains(says) && !error.starts_with("error"),
            "{error}"
        );
        assert!(stderr(&output).contains(says));
    }
    let help = kvant(&["gen", "--help", "--json"]);
    exits(&help, 0);
    assert!(stdout(&help).contains("Usage"));
    // A word after `--` is no option.
    assert_eq!(stdout(&kvant(&["run", "x.rs", "--", "--json"])), "");
}

/// A compiler that tells where it was started and then takes its time.
#[test]
fn an_interrupt_leaves_nothing_behind() {
    let folder = TempDir::new().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let (path, started) = (bin.join("rustc"), folder.path().join("started"));
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --print ]; then echo '{}'; exit; fi\n\
         if [ \"$1\" = -vV ]; then exec {rustc} -vV; fi\n\
         echo $$ $PWD > '{}'\nsleep 300\n",
        folder.path().display(),
        started.display()
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let temporary = folder.path().join("tmp");
    fs::create_dir(&temporary).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args([
            "diff",
            "--seed",
            "1",
            "--toolchain",
            &path.display().to_string(),
        ])
        .env("TMPDIR", &temporary)
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let said = (0..3000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let said = fs::read_to_string(&started).unwrap_or_default();
        said.ends_with('\n').then_some(said)
    });
    let said = said.expect("the compiler is started");
    let compiler = said.split(' ').next().unwrap();
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    exits(&output, 2);
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
    let running = Command::new("kill")
        .args(["-0", compiler])
        .output()
        .unwrap();
    assert!(
        !running.status.success(),
        "the compiler {compiler} still runs"
    );
}

#[test]
fn splices_come_from_a_folder() {
    let folder = TempDir::new().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = folder.path().display().to_string();
    let generate = |folder: &str| kvant(&["gen", "--seed", "1", "--splice", folder]);

    let missing = generate(&format!("{path}/missing"));
    exits(&missing, 2);
    assert!(
        stderr(&missing).contains("/missing"),
        "{}",
        stderr(&missing)
    );
    fs::write(folder.path().join("notes.txt"), "no program").unwrap();
    let empty = generate(&path);
    exits(&empty, 2);
    assert!(stderr(&empty).contains("there is nothing to splice"));

    fs::write(inner.join("defined.rs"), DEFINED).unwrap();
    let undefined = DEFINED.replace("x - 5_i8", "x / 0_i8");
    fs::write(folder.path().join("undefined.rs"), undefined).unwrap();
    fs::write(folder.path().join("other.rs"), "fn main() {}").unwrap();
    let good = generate(&path);
    exits(&good, 0);
    let notes = stderr(&good);
    for note in [
        "undefined.rs: it ",
        "by zero",
        "other.rs:",
        "2 of 3 programs",
    ] {
        assert!(notes.contains(note), "{note}: {notes}");
    }
    let text = stdout(&good);
    let head = text.lines().next().unwrap();
    assert!(head.contains(r#","donors":"from 1 ("#), "{head}");
    assert_eq!(text, stdout(&generate(&path)));

    // Another program in the folder is another program out.
    fs::write(inner.join("second.rs"), DEFINED.replace("5_i8", "6_i8")).unwrap();
    let text = stdout(&generate(&path));
    let other = text.lines().next().unwrap();
    assert!(
        other.contains(r#","donors":"from 2 ("#) && other != head,
        "{other}"
    );
}
