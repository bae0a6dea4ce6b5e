//! House rules that a compiler does not check.

use std::fs;
use std::path::{Path, PathBuf};

use kvant_campaign::Subject as _;
use kvant_mir_gen::GenConfig;

const LONGEST_FILE: usize = 700;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every Rust file of the workspace's crates.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path, text));
            }
        }
    }
    assert!(files.len() > 50, "the crates are there");
    files
}

#[test]
fn files_hold_one_idea_and_say_which() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{}: {lines} lines", path.display());
        let program = path.to_string_lossy().contains("_loop.rs");
        assert!(
            program || text.starts_with("//!"),
            "{} does not say what it is",
            path.display()
        );
    }
}

#[test]
fn crates_keep_to_their_side_of_the_line() {
    for (path, text) in sources() {
        let crates = root().join("crates");
        let path = path.strip_prefix(&crates).unwrap().to_string_lossy();
        let (name, file) = path.split_once('/').unwrap();
        if !file.starts_with("src/") {
            continue;
        }
        let own = text.split("#[cfg(test)]").next().unwrap_or_default();
        if name != "kvant-toolchain" {
            assert!(!own.contains("process::Command"), "{path} starts processes");
        }
        // Those who know languages know no files.
        if name.starts_with("kvant-mem") || name.starts_with("kvant-mir") {
            assert!(!own.contains("fs::"), "{path} knows files");
        }
    }
}

#[test]
fn documents_lead_somewhere() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split(')').next().unwrap_or_default();
            if !target.starts_with("http") {
                assert!(root().join(target).exists(), "{document}: {target}");
            }
        }
    }
}

#[test]
fn every_rule_is_documented() {
    let outcome = root().join("crates/kvant-mir-machine/src/outcome.rs");
    let outcome = fs::read_to_string(outcome).unwrap();
    let semantics = fs::read_to_string(root().join("docs/SEMANTICS.md")).unwrap();
    let rules = outcome
        .lines()
        .filter_map(|line| {
            line.trim()
                .strip_prefix("Ub::")
                .or(line.trim().strip_prefix("Unspecified::"))
        })
        .filter_map(|line| line.split_once("=> \"")?.1.split('"').next())
        .collect::<Vec<_>>();
    assert!(rules.len() > 10, "{rules:?}");
    for rule in rules {
        assert!(
            semantics.contains(&format!("[`{rule}`]")),
            "docs/SEMANTICS.md lacks {rule}"
        );
    }
}

#[test]
fn the_readme_shows_what_is_printed() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let subject = kvant_languages::mir::from_seed(4, &GenConfig::default()).unwrap();
    let head = format!(
        "seed-4, {} statements, {} observations\nmachine          {}\n",
        subject.program.statement_count(),
        subject.trace.observations.len(),
        subject.summary()
    );
    assert!(readme.contains(&head), "the README should show\n{head}");
}
