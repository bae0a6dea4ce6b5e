//! Help, errors and tables as people see them.
//!
//! Each file in `tests/golden` has command lines, each with the output and the exit code that are expected; the commands run in
//! a folder with the files of `tests/golden/input`. Those in `tests/golden/tables` run in a folder with a store and with compilers
//! that are always the same. `BLESS=1` rewrites the files.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::golden_tables::{fill_store, write_compilers};

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

/// The words of a command. A word between single quotes may have blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('\'').enumerate() {
        match n % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The output of one command: standard output, then standard error behind `stderr:`, then the exit code if it is not 0.
fn run(line: &str, inside: &Path) -> String {
    let words = words(line);
    let mut words = words.iter();
    assert_eq!(words.next().map(|word| &**word), Some("kvant"), "{line}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kvant"));
    command
        .args(words)
        .current_dir(inside)
        .env("COLUMNS", "100");
    if inside.join("bin").exists() {
        // No compiler is found beside those of the folder.
        command
            .env("PATH", inside.join("bin"))
            .env("HOME", inside)
            .env("XDG_CACHE_HOME", inside.join("cache"))
            .env_remove("RUSTC")
            .env_remove("RUSTUP_HOME");
    }
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

/// The text without what differs from run to run: times, the speed of the campaign, and the folder.
fn masked(text: &str, inside: &Path) -> String {
    let text = text.replace(&inside.display().to_string(), "[folder]");
    let mut masked = String::new();
    let mut rest = &*text;
    while let Some(next) = rest.chars().next() {
        let time = rest.get(..TIME.len()).filter(|time| is_like(time, TIME));
        let length = match time {
            Some(_) => {
                masked.push_str("YYYY-MM-DD hh:mm");
                TIME.len()
            }
            None => {
                masked.push(next);
                next.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    let Some((before, after)) = masked.split_once(" programs an hour") else {
        return masked;
    };
    let before = before.trim_end_matches(|c: char| c.is_ascii_digit());
    format!("{before}[N] programs an hour{after}")
}

/// The form of a time, in which `0` stands for any digit.
const TIME: &str = "0000-00-00 00:00";

fn is_like(text: &str, form: &str) -> bool {
    let mut pairs = text.chars().zip(form.chars());
    pairs.all(|(c, form)| match form {
        '0' => c.is_ascii_digit(),
        _ => c == form,
    })
}

/// Compares the files of a folder with what their commands print inside of another folder.
fn check(golden: &Path, inside: &Path) {
    let bless = std::env::var_os("BLESS").is_some();
    let mut different = String::new();
    for path in files(golden, Some("txt")) {
        let expected = fs::read_to_string(&path).unwrap();
        let mut actual = String::new();
        for line in commands(&expected) {
            let printed = masked(&run(line, inside), inside);
            let _ = write!(actual, "$ {line}\n{printed}\n");
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

#[test]
fn people_see_what_they_saw_before() {
    let input = TempDir::new().unwrap();
    for path in files(&folder().join("input"), None) {
        fs::copy(&path, input.path().join(path.file_name().unwrap())).unwrap();
    }
    check(&folder(), input.path());
}

#[test]
fn tables_are_as_they_were_before() {
    let inside = TempDir::new().unwrap();
    let path = inside.path().canonicalize().unwrap();
    fill_store(&path);
    write_compilers(&path);
    check(&folder().join("tables"), &path);
}
