//! `kvant gen` beyond one program, and configuration files, as a user runs them.

use std::fs;
use std::process::{Command, Output};

use kvant_record::Record;
use kvant_record::listing::Manifest;
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
    assert!(serde_json::from_str::<Record<Manifest>>(&list).is_ok());
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
    let says = r#""seed":2,"config":[["statements","150..150"],["weights.switch","9..9"],["features.unions","false"],["features.loops","true"]]}"#;
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

/// Programs as records: one, several in a row, and a folder.
#[test]
fn programs_are_json_too() {
    let common = [
        "gen", "--json", "--lang", "c", "--for", "i686", "--size", "small",
    ];
    let with = |more: &[&str]| {
        let arguments = [&common[..], more].concat();
        let printed = succeeds(&arguments);
        let read = |line: &str| crate::shell::record(&arguments, line);
        printed.lines().map(read).collect::<Vec<Value>>()
    };
    let alone = with(&["--seed", "4"]);
    assert_eq!(alone.len(), 1);
    let text = succeeds(&[&common[..1], &common[2..], &["--seed", "4"]].concat());
    assert_eq!(
        (&alone[0]["text"], &alone[0]["file"]),
        (&text.into(), &Value::Null)
    );
    let origin = &alone[0]["origin"];
    assert_eq!(
        (&origin["language"], &origin["target"]),
        (&"c".into(), &"i686".into())
    );
    assert_eq!(origin["seed"], 4);

    let several = with(&["--seed", "3", "--count", "3"]);
    let seeds = several
        .iter()
        .map(|it| it["origin"]["seed"].as_u64().unwrap());
    assert_eq!(seeds.collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(several[1], alone[0]);

    let folder = TempDir::new().unwrap();
    let path = folder.path().join("p.c").display().to_string();
    let written = with(&["--seed", "4", "--out", &path]);
    assert_eq!(written[0]["file"], path);
    assert_eq!(written[0]["text"], fs::read_to_string(&path).unwrap());
    let path = folder.path().join("all").display().to_string();
    let listed = with(&["--seed", "3", "--count", "2", "--out", &path]);
    let kept = fs::read_to_string(folder.path().join("all/programs.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&kept).unwrap(), listed[0]);
}

#[test]
fn a_configuration_is_json_too() {
    let arguments = [
        "gen",
        "--show-config",
        "--json",
        "--size",
        "150",
        "--feature=-unions",
    ];
    let config = crate::shell::record(&arguments, &succeeds(&arguments));
    let named = |list: &str, name: &str| {
        let all = config[list].as_array().unwrap();
        all.iter().find(|it| it["name"] == name).unwrap().clone()
    };
    let statements = named("settings", "statements");
    assert_eq!(statements["value"], serde_json::json!([150, 150]));
    assert_ne!(statements["value"], statements["default"]);
    assert!(named("settings", "weights.switch")["default"].is_array());
    assert_eq!(named("features", "unions")["fixed"], false);
}

#[test]
fn features_are_listed() {
    let list = succeeds(&["gen", "--features", "--json", "--feature=+loops,-unions"]);
    let list = crate::shell::record(&["gen", "--features"], &list);
    let named = |list: &Value, name: &str| {
        let all = list["features"].as_array().unwrap();
        all.iter().find(|f| f["name"] == name).unwrap().clone()
    };
    assert_eq!(list["language"], "mir");
    for (name, percent, fixed) in [
        ("loops", 100, Some(true)),
        ("unions", 0, Some(false)),
        ("enums", 85, None),
    ] {
        let feature = named(&list, name);
        assert_eq!(feature["percent"], percent);
        assert_eq!(feature["fixed"], serde_json::json!(fixed));
        assert_eq!(feature["beyond"], serde_json::json!([]));
    }
    assert_eq!(named(&list, "runtime-floats")["beyond"][0], "const");
    let arguments = ["gen", "--features", "--json", "--lang", "c"];
    let of_c = crate::shell::record(&arguments, &succeeds(&arguments));
    let beyond = of_c["features"].as_array().unwrap().iter();
    let beyond: Vec<&Value> = beyond
        .flat_map(|it| it["beyond"].as_array().unwrap())
        .collect();
    assert!(!beyond.is_empty() && beyond.iter().all(|it| **it == "tcc"));
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
    let measured = crate::shell::record(&["bench", "generate", "--only"], &measured);
    assert_eq!(measured["size"], 100);
    assert!(measured["max_cpu_ms"].as_f64() >= measured["median_cpu_ms"].as_f64());
    if cfg!(target_os = "linux") {
        assert!(measured["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
    }
}

/// The command in the second line of a generated file compiles it as it stands.
#[test]
fn the_compile_command_in_the_head_works() {
    let folder = TempDir::new().unwrap();
    let floats = "--feature=+floats,+float-intrinsics";
    for (lang, form, file, makes, feature) in [
        ("mir", "readable", "a.b.rs", "a.b", floats),
        ("mir", "fast", "seed-4.rs", "seed-4", floats),
        // Not everything about floats can be evaluated.
        (
            "mir",
            "const",
            "c.rs",
            "libprogram.rmeta",
            "--feature=-runtime-floats,-pointer-comparisons",
        ),
        ("c", "readable", "it's.c", "it's", "--feature=+structs"),
    ] {
        let path = folder.path().join(file);
        let out = path.display().to_string();
        let arguments = ["--lang", lang, "--form", form, "--size=tiny", feature];
        succeeds(&[&["gen", "--seed=4", "--out", &out], &arguments[..]].concat());
        let text = fs::read_to_string(&path).unwrap();
        let line = text.lines().nth(1).unwrap();
        let command = line
            .strip_prefix("// compile: ")
            .unwrap_or_else(|| panic!("{line}"));
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}\n{errors}");
        assert!(folder.path().join(makes).is_file(), "{command}");
        if form == "readable" {
            let says = succeeds(&["run", &out]);
            let ran = Command::new(folder.path().join(makes)).output().unwrap();
            assert_eq!(String::from_utf8(ran.stdout).unwrap(), says);
        }
    }
}

/// Without `--rustc`, the text is for the compiler that is found, and where there is none for the newest that is known.
#[test]
fn the_text_is_for_the_compiler_that_is_found() {
    let folder = TempDir::new().unwrap();
    let text = |path: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
            .args(["gen", "--seed=3", "--size=tiny", "--count=1", "--out", "."])
            .current_dir(folder.path())
            .env("PATH", path)
            .env("RUSTUP_HOME", folder.path())
            .env("XDG_CACHE_HOME", folder.path())
            .env_remove("RUSTC")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        let list = fs::read_to_string(folder.path().join("programs.json")).unwrap();
        let list: Value = serde_json::from_str(&list).unwrap();
        let program = fs::read_to_string(folder.path().join("seed-3.rs")).unwrap();
        let command = program.lines().nth(1).unwrap().to_owned();
        let said = String::from_utf8(output.stderr).unwrap();
        (list["rustc"].as_str().unwrap().to_owned(), command, said)
    };
    let (version, command, said) = text("/nowhere");
    assert_eq!(version, "1.98");
    assert!(
        said.contains("no rustc from 1.85 on was found, so the text is for 1.98"),
        "{said}"
    );
    assert!(command.contains(" rustc --edition=2021 "), "{command}");

    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let compiler = bin.join("rustc");
    let says = "rustc 1.91.0 (0123456 2025-10-28)\\nbinary: rustc\\nhost: x86_64-unknown-linux-gnu\\nrelease: 1.91.0";
    let script = format!("#!/bin/sh\nprintf '{says}\\n'\n");
    fs::write(&compiler, script).unwrap();
    fs::set_permissions(
        &compiler,
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    let (version, command, said) = text(&format!("{}:/usr/bin:/bin", bin.display()));
    assert_eq!(version, "1.91", "{said}");
    assert!(command.contains(" rustc --edition=2021 "), "{command}");
}

/// The first line of a program says its language and its target, whatever the file is called.
#[test]
fn files_are_read_as_their_first_line_says() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = succeeds(&["gen", "--lang=c", "--for=i686", "--seed=1", "--size=small"]);
    let (named, bare) = (path("program"), path("bare.c"));
    fs::write(&named, &text).unwrap();
    fs::write(&bare, text.split_once('\n').unwrap().1).unwrap();
    let says = succeeds(&["run", &named]);
    assert_eq!(succeeds(&["run", &bare, "--target=i686"]), says);
    // As a program for another target, it is undefined.
    assert_eq!(kvant(&["run", &bare]).status.code(), Some(1));
    for arguments in [
        &["run", &named, "--target", "x86_64"][..],
        &["diff", &named, "--for", "x86_64"],
        &["diff", &named, "--lang", "mir"],
        &["bisect", &named, "--for", "s390x"],
        &["reduce", &named, "--for", "aarch64"],
    ] {
        let output = kvant(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        let way_out = "Leave the option out, or remove the line";
        assert!(message.contains(way_out), "{arguments:?}: {message}");
    }
    // The machine accepts it for its own target. There may be no compiler for that.
    for arguments in [
        &["diff", &named][..],
        &["diff", &bare, "--for", "i686"],
        &["bisect", &named],
        &["reduce", &named],
    ] {
        let output = kvant(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        let refused = message.contains("the machine does not accept");
        assert!(!refused && output.status.code() != Some(1), "{message}");
    }
}
