//! `kvant fuzz --lang llvm` with optimisers that are right and wrong.

use std::path::Path;

use crate::shell::{executable, exits, kvant, record, stdout};

/// An optimiser that changes a text by one command of `sed`.
fn opt(folder: &Path, edit: &str) -> String {
    let path = folder.join("opt");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n*--version*) echo \"  LLVM version 23.1.0\"; exit 0 ;;\nesac\n\
         for word; do case \"$word\" in *.ll) file=\"$word\" ;; esac; last=\"$word\"; done\n\
         case \"$*\" in\n*-passes=verify*) cp \"$file\" \"$last\" ;;\n\
         *) sed '{edit}' \"$file\" > \"$last\" ;;\nesac\n"
    );
    executable(&path, &script);
    path.display().to_string()
}

/// The store of a campaign, and the optimiser.
fn fuzz(folder: &Path, edit: &str, seeds: &str, code: i32) -> (String, String) {
    let store = folder.join("store").display().to_string();
    let opt = opt(folder, edit);
    let output = kvant(&[
        "fuzz",
        "--lang",
        "llvm",
        "--toolchain",
        &opt,
        "--store",
        &store,
        "--seeds",
        seeds,
        "--jobs=1",
    ]);
    exits(&output, code);
    (store, opt)
}

#[test]
fn an_optimiser_that_does_nothing_is_right() {
    let folder = tempfile::TempDir::new().unwrap();
    let (store, _) = fuzz(folder.path(), "s/^;.*//", "0..48", 0);
    let output = kvant(&["findings", "--json", "--store", &store]);
    exits(&output, 0);
    let findings = record(&["findings"], &stdout(&output));
    assert_eq!(findings["findings"], serde_json::json!([]), "{findings:#}");
}

/// A planted fault is found, made small, and grouped.
#[test]
fn a_planted_fault_is_found_and_made_small() {
    let folder = tempfile::TempDir::new().unwrap();
    let (store, opt) = fuzz(folder.path(), "s/ = xor i32 / = or i32 /", "0..24", 1);
    let output = kvant(&["findings", "--json", "--store", &store]);
    let findings = record(&["findings"], &stdout(&output));
    let all = findings["findings"].as_array().unwrap();
    assert!(!all.is_empty(), "{findings:#}");
    assert!(
        all.iter().all(|it| it["kind"] == "wrong value"),
        "{findings:#}"
    );
    let number = all[0]["finding"].as_u64().unwrap().to_string();
    let output = kvant(&["reduce", &number, "--toolchain", &opt, "--store", &store]);
    exits(&output, 1);
    let text = stdout(&output);
    let instructions = text.lines().filter(|line| line.starts_with("  ")).count();
    assert!(text.contains("xor i32") && instructions <= 10, "{text}");
}
