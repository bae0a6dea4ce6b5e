//! `kvant gen` beyond one program, and configuration files, as somebody uses them.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

fn kvant(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(arguments)
        .output()
        .unwrap()
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = kvant(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_folder_of_programs_and_its_list() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("deep/programs");
    let out_text = out.display().to_string();
    succeeds(&[
        "gen", "--count", "3", "--seed", "5", "--size", "tiny", "--out", &out_text,
    ]);
    let list = fs::read_to_string(out.join("programs.json")).unwrap();
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["size"], serde_json::json!([100, 200]));
    let programs = list["programs"].as_array().unwrap();
    assert_eq!(programs.len(), 3);
    assert_eq!(fs::read_dir(&out).unwrap().count(), 4);
    for (seed, program) in (5..).zip(programs) {
        assert_eq!(program["seed"], seed);
        assert!(!program["features"].as_array().unwrap().is_empty());
        let statements = program["statements"].as_u64().unwrap();
        assert!((90..=300).contains(&statements), "{statements}");
        let path = out.join(program["file"].as_str().unwrap());
        let alone = succeeds(&["gen", "--size", "tiny", "--seed", &seed.to_string()]);
        assert_eq!(fs::read_to_string(&path).unwrap(), alone);
        let says = succeeds(&["run", &path.display().to_string()]);
        assert_eq!(says.trim_end(), program["expected"]);
    }
}

#[test]
fn a_configuration_is_shown_read_and_named_in_the_head() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("kvant.toml");
    let file = path.display().to_string();
    fs::write(
        &path,
        "size = 150\n[weights]\nswitch = [9, 9]\n[features]\nloops = true\n",
    )
    .unwrap();
    let shown = succeeds(&[
        "gen",
        "--show-config",
        "--config",
        &file,
        "--feature=-unions",
    ]);
    assert!(shown.contains("\nswitch = [9, 9]"), "{shown}");
    assert!(shown.contains("\nunions = false"), "{shown}");
    let again = folder.path().join("again.toml").display().to_string();
    fs::write(&again, &shown).unwrap();
    assert_eq!(
        succeeds(&["gen", "--show-config", "--config", &again]),
        shown
    );

    let first = succeeds(&["gen", "--seed", "2", "--config", &file, "--feature=-unions"]);
    assert_eq!(succeeds(&["gen", "--seed", "2", "--config", &again]), first);
    let head = first.lines().next().unwrap();
    let says = "seed 2, size 150..150, features -unions,+loops, switch 9..9";
    assert!(head.ends_with(says), "{head}");

    fs::write(&path, "size = 150\n[weights]\nswich = 1\n").unwrap();
    let output = kvant(&["gen", "--seed", "2", "--config", &file]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("kvant.toml:3: there is no weight `swich`; there are plain"),
        "{message}"
    );
}

#[test]
fn features_are_listed() {
    let list = succeeds(&["gen", "--features", "--json", "--feature=+loops,-unions"]);
    let list: Value = serde_json::from_str(&list).unwrap();
    let percent = |name: &str| {
        let all = list.as_array().unwrap();
        all.iter().find(|f| f["name"] == name).unwrap()["percent"].clone()
    };
    assert_eq!(percent("loops"), 100);
    assert_eq!(percent("unions"), 0);
    assert_eq!(percent("enums"), 85);
    assert!(succeeds(&["gen", "--features"]).contains("loop-exits"));
}

#[test]
fn the_text_is_for_the_compiler_that_is_named() {
    let common = [
        "gen",
        "--size=small",
        "--feature=+floats,+float-intrinsics",
        "--seed",
    ];
    let differ = (0..20).any(|seed| {
        let seed = seed.to_string();
        let text = |rustc: &str| succeeds(&[&common[..], &[&seed, "--rustc", rustc]].concat());
        text("1.85") != text("1.97")
    });
    assert!(differ, "some intrinsic has another name");
}

#[test]
fn generating_is_measured_in_processes_of_their_own() {
    let measured = succeeds(&[
        "bench", "generate", "--only", "100", "--count", "2", "--json",
    ]);
    let measured: Value = serde_json::from_str(&measured).unwrap();
    assert_eq!(measured["size"], 100);
    assert!(measured["max_cpu_ms"].as_f64() >= measured["median_cpu_ms"].as_f64());
    if cfg!(target_os = "linux") {
        assert!(measured["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
    }
}
