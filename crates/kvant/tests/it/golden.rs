//! Help, errors and tables as people see them.
//!
//! Each file in `tests/golden` has command lines, each with the output and the exit code that are expected; the commands run in
//! a folder with the files of `tests/golden/input`. `BLESS=1` writes what is there now.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The names of files with this extension, in order.
fn files(folder: &Path, extension: Option<&str>) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| {
        let found = path.extension().and_then(|found| found.to_str());
        path.is_file() && (extension.is_none() || found == extension)
    });
    paths.sort();
    paths
}

/// What one command prints: standard output, then standard error behind `stderr:`, then the exit code if it is not 0.
fn run(line: &str, inside: &Path) -> String {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("kvant"), "{line}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kvant"));
    command
        .args(words)
        .current_dir(inside)
        .env("COLUMNS", "100");
    let output = command.output().unwrap();
    let mut text = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    if !stderr.is_empty() {
        let _ = write!(text, "stderr: {stderr}");
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => {
            let _ = writeln!(text, "exit code {code}");
        }
        None => text.push_str("killed\n"),
    }
    text
}

/// The commands of a file: lines that begin with `$ `.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("$ "))
}

#[test]
fn people_see_what_they_saw_before() {
    let input = TempDir::new().unwrap();
    for path in files(&folder().join("input"), None) {
        fs::copy(&path, input.path().join(path.file_name().unwrap())).unwrap();
    }
    let bless = std::env::var_os("BLESS").is_some();
    let mut different = String::new();
    for path in files(&folder(), Some("txt")) {
        let expected = fs::read_to_string(&path).unwrap();
        let mut actual = String::new();
        for line in commands(&expected) {
            let _ = write!(actual, "$ {line}\n{}\n", run(line, input.path()));
        }
        if actual == expected {
            continue;
        }
        if bless {
            fs::write(&path, actual).unwrap();
            continue;
        }
        let first = expected.lines().zip(actual.lines());
        let first = first.enumerate().find(|(_, (old, new))| old != new);
        let _ = writeln!(different, "{}:", path.display());
        let _ = match first {
            Some((n, (old, new))) => writeln!(different, "  {}: `{old}` is now `{new}`", n + 1),
            None => writeln!(different, "  one is longer than the other"),
        };
    }
    assert!(different.is_empty(), "{different}BLESS=1 accepts that");
}
