//! `kvant bench refine`: functions through optimisers that are right, wrong, refuse or crash.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::shell::{executable, exits, kvant, record, stderr, stdout};

/// An optimiser that does what its pass is called.
const OPT: &str = r#"#!/bin/sh
case "$*" in
*--version*) echo "  LLVM version 23.1.0" ;;
*-passes=edit*) sed 's/add i32 %x, 7/add i32 %x, 8/' in.ll > out.ll ;;
*-passes=crash*) if grep -q 'mul i32 %x, 13' in.ll; then kill -SEGV $$; else cp in.ll out.ll; fi ;;
*-passes=unknown*) echo "opt: unknown pass name 'unknown'" >&2; exit 1 ;;
*) cp in.ll out.ll ;;
esac
"#;

fn opt(folder: &Path) -> String {
    let path = folder.join("opt");
    executable(&path, OPT);
    path.display().to_string()
}

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refine-llvm")
}

/// Runs the benchmark on the tests, and reads its record.
fn refined(folder: &Path, more: &[&str], code: i32) -> Value {
    let (tests, opt) = (tests().display().to_string(), opt(folder));
    let arguments = [&["bench", "refine", &tests, "--opt", &opt, "--json"], more].concat();
    let output = kvant(&arguments);
    exits(&output, code);
    record(&arguments, &stdout(&output))
}

#[test]
fn differences_and_crashes_are_found() {
    let folder = tempfile::TempDir::new().unwrap();
    let keep = folder.path().join("keep").display().to_string();
    let result = refined(folder.path(), &["--keep", &keep, "-j", "2"], 1);
    let functions = &result["functions"];
    for (name, count) in [
        ("seen", 9),
        ("without_target_intrinsics", 8),
        ("supported", 8),
        ("duplicates", 1),
        ("searched", 7),
        ("defined", 7),
        ("half_executed", 7),
        ("blocks", 7),
        ("blocks_reached", 7),
    ] {
        assert_eq!(functions[name], count, "{name} in {functions:#}");
    }
    let run = &result["runs"][0];
    for (name, count) in [
        ("functions", 7),
        ("options_refused", 1),
        ("judged", 5),
        ("gone", 0),
    ] {
        assert_eq!(run[name], count, "{name} in {run:#}");
    }
    assert_eq!(run["verdicts"]["refines"], 4, "{run:#}");
    assert_eq!(result["unexpected"], 1);
    let groups = result["groups"].as_array().unwrap();
    let [group] = &groups[..] else {
        panic!("{groups:#?}");
    };
    assert_eq!(group["passes"], "-passes=edit");
    assert_eq!(
        (&group["class"], &group["rule"]),
        (&"value".into(), &Value::Null)
    );
    let finding = &group["findings"][0];
    assert_eq!(finding["file"], "wrong.ll");
    assert_eq!(finding["function"], "changed");
    assert_eq!(finding["input"], "plain");
    let failures = result["failures"].as_array().unwrap();
    let [failure] = &failures[..] else {
        panic!("{failures:#?}");
    };
    assert_eq!(failure["function"], "culprit");
    assert!(
        failure["failure"].as_str().unwrap().contains("SIGSEGV"),
        "{failure}"
    );
    let place = Path::new(&keep).join(finding["kept"].as_str().unwrap());
    let [before, after, about] = ["before.ll", "after.ll", "finding.txt"]
        .map(|name| std::fs::read_to_string(place.join(name)).unwrap());
    assert!(before.contains("add i32 %x, 7") && after.contains("add i32 %x, 8"));
    assert!(!after.contains("add i32 %x, 6"), "{after}");
    assert!(
        about.contains("options: -passes=edit\nclass: value\n"),
        "{about}"
    );
}

#[test]
fn known_findings_are_expected() {
    let folder = tempfile::TempDir::new().unwrap();
    let list = folder.path().join("known.txt");
    let known = list.display().to_string();
    let lines = "# What is known\nwrong.ll | @changed | -passes=edit | 20-23 | value | planted\n\
        wrong.ll | @untouched | * | 15- | value | gone\n\
        wrong.ll | @untouched | * | 15 | value | of another version\n";
    std::fs::write(&list, lines).unwrap();
    let result = refined(folder.path(), &["--known", &known], 0);
    assert_eq!(result["unexpected"], 0);
    assert_eq!(result["groups"][0]["findings"][0]["known"], "planted");
    let vanished = &result["vanished"];
    assert_eq!(
        *vanished,
        serde_json::json!(["wrong.ll | @untouched | * | 15- | value | gone"])
    );
    std::fs::write(&list, "wrong.ll | changed\n").unwrap();
    let (tests, opt) = (tests().display().to_string(), opt(folder.path()));
    let output = kvant(&["bench", "refine", &tests, "--opt", &opt, "--known", &known]);
    exits(&output, 2);
    assert!(stderr(&output).contains("known.txt:1: expected `file |"));
}

#[test]
fn functions_of_another_folder_are_left_out() {
    let folder = tempfile::TempDir::new().unwrap();
    let old = folder.path().join("old");
    std::fs::create_dir(&old).unwrap();
    // The same but for its name and a comment, and one that is not the same.
    let text = "define i32 @older(i32 %x) { ; a comment\n  %y = add  i32 %x, 7\n  ret i32 %y\n}\n\
        define i32 @untouched(i32 %x) {\n  %y = add nsw i32 %x, 6\n  ret i32 %y\n}\n";
    std::fs::write(old.join("old.ll"), text).unwrap();
    std::fs::write(old.join("broken.ll"), "define {\n").unwrap();
    let without = old.display().to_string();
    let result = refined(folder.path(), &["--without", &without], 0);
    let functions = &result["functions"];
    for (name, count) in [("supported", 8), ("left_out", 1), ("searched", 6)] {
        assert_eq!(functions[name], count, "{name} in {functions:#}");
    }
    assert_eq!(result["groups"], serde_json::json!([]));
}

#[test]
fn other_pipelines_replace_those_of_the_files() {
    let folder = tempfile::TempDir::new().unwrap();
    let more = [
        "--passes",
        "copy",
        "--passes",
        "-O3 other",
        "--sample",
        "3",
        "--inputs",
        "2",
    ];
    let result = refined(folder.path(), &more, 0);
    let runs = result["runs"].as_array().unwrap();
    let passes: Vec<&str> = runs.iter().filter_map(|it| it["passes"].as_str()).collect();
    assert_eq!(passes, ["copy", "-O3 other"]);
    for run in runs {
        assert_eq!(
            (&run["functions"], &run["judged"]),
            (&3.into(), &3.into()),
            "{run:#}"
        );
    }
    assert_eq!(result["functions"]["searched"], 3);
}
