//! `kvant bench refine`: functions through optimisers that are right, wrong, refuse or crash.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::shell::{executable, exits, kvant, record, stderr, stdout};

/// An optimiser that does what its pass is called.
const OPT: &str = r#"#!/bin/sh
case "$*" in
*--version*) echo "  LLVM version 23.1.0" ;;
*-passes=edit*) sed 's/add i32 %x, 7/add i32 %x, 8/' in.ll > out.ll ;;
*-passes=two*) sed 's/zext i1 %u to i32/add i32 2, 0/' in.ll > out.ll ;;
*-passes=cast*) sed 's/^  %x = load/  %i = ptrtoint ptr %p to i64\n  %q = inttoptr i64 %i to ptr\n  %x = load/
  s/add i32 %x, 5/add i32 %x, 4/' in.ll > out.ll ;;
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
    refined_in(&tests(), folder, more, code)
}

/// The record of the benchmark on one file with this text.
fn refined_text(text: &str, more: &[&str], code: i32) -> Value {
    let folder = tempfile::TempDir::new().unwrap();
    let tests = folder.path().join("tests");
    std::fs::create_dir(&tests).unwrap();
    std::fs::write(tests.join("one.ll"), text).unwrap();
    refined_in(&tests, folder.path(), more, code)
}

fn refined_in(tests: &Path, folder: &Path, more: &[&str], code: i32) -> Value {
    let (tests, opt) = (tests.display().to_string(), opt(folder));
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
    let lines = "# A comment\nplanted\n  wrong.ll | @changed | -passes=edit | 20-23\n\
        gone\n  wrong.ll | @untouched | * | 15-\n\
        of another version\n  wrong.ll | @untouched | * | 15\n";
    std::fs::write(&list, lines).unwrap();
    let result = refined(folder.path(), &["--known", &known], 0);
    assert_eq!(result["unexpected"], 0);
    assert_eq!(result["groups"][0]["findings"][0]["known"], "planted");
    let vanished = &result["vanished"];
    assert_eq!(
        *vanished,
        serde_json::json!(["wrong.ll | @untouched | * | 15-"])
    );
    std::fs::write(&list, "planted\n  wrong.ll | changed\n").unwrap();
    let (tests, opt) = (tests().display().to_string(), opt(folder.path()));
    let output = kvant(&["bench", "refine", &tests, "--opt", &opt, "--known", &known]);
    exits(&output, 2);
    assert!(stderr(&output).contains("known.txt:2: expected `file |"));
}

/// A difference with a choice is no unexpected one, and one that may rest on a disputed rule is none at all.
#[test]
fn differences_that_count_less() {
    let choice = "; RUN: opt -passes=two -S %s\ndefine i32 @choice() {\n  \
        %u = freeze i1 undef\n  %x = zext i1 %u to i32\n  ret i32 %x\n}\n";
    let result = refined_text(choice, &[], 0);
    assert_eq!(result["unexpected"], 0);
    let run = &result["runs"][0];
    assert_eq!(run["verdicts"], serde_json::json!({"undef-only": 1}));
    assert_eq!(run["judged"], 1);
    let group = &result["groups"][0];
    assert_eq!(group["class"], "undef-only", "{group:#}");
    assert_eq!(group["findings"][0]["input"], "undef", "{group:#}");
    let disputed = "; RUN: opt -passes=cast -S %s\ndefine i32 @cast(ptr %p) {\n  \
        %x = load i32, ptr %p\n  %y = add i32 %x, 5\n  ret i32 %y\n}\n";
    let result = refined_text(disputed, &[], 0);
    let run = &result["runs"][0];
    assert_eq!(run["verdicts"], serde_json::json!({"disputed": 1}));
    assert_eq!(
        (&run["judged"], &result["unexpected"]),
        (&0.into(), &0.into())
    );
    let silences = &run["silences"]["disputed: inttoptr"];
    assert!(silences.as_u64() > Some(0), "{run:#}");
    assert_eq!(result["groups"], serde_json::json!([]));
}

/// Unknown functions write to variables of the other functions that `opt` got in the same call, which is undefined below a function
/// that accesses its arguments only. A difference is judged without them.
#[test]
fn variables_of_other_functions_make_no_difference() {
    let text = "; RUN: opt -passes=copy -S %s\ndeclare i32 @outside(ptr)\n\
        define i32 @limited(ptr %p) memory(argmem: readwrite) {\n  \
        %r = call i32 @outside(ptr %p)\n  ret i32 %r\n}\n\
        @b = global i64 0\ndefine void @writes() {\n  store i64 1, ptr @b\n  ret void\n}\n";
    let result = refined_text(text, &[], 0);
    let run = &result["runs"][0];
    assert_eq!(run["verdicts"], serde_json::json!({"refines": 2}));
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
