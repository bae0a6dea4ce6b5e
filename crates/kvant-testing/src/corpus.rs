//! The programs of a corpus, each with its verdict inside.
//!
//! A comment that begins with `//~` is an expectation:
//!
//! | comment | where | meaning |
//! |---|---|---|
//! | `//~ OBSERVES: 7 i8 -5` | anywhere | the next line of the trace; only in `defined` |
//! | `//~ TRACE: 7 -5 0.5` | anywhere | the next values of the trace; only in `defined` |
//! | `//~ FINE: dangling` | anywhere | the program is just on the right side of this rule; only in `defined` |
//! | `//~ UB: dangling` | at a statement or terminator | the rule that stops the program there; only in `undefined` |
//! | `//~ UNSPECIFIED: storage-already-live` | the same | the same; only in `unspecified` |

use std::fmt::{self, Write};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder a program is in, which says what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Programs that are defined and deterministic.
    Defined,
    /// Programs with undefined behaviour.
    Undefined,
    /// Programs whose behaviour is not determined.
    Unspecified,
}

impl Folder {
    const ALL: [Folder; 3] = [Folder::Defined, Folder::Undefined, Folder::Unspecified];

    fn name(self) -> &'static str {
        match self {
            Folder::Defined => "defined",
            Folder::Undefined => "undefined",
            Folder::Unspecified => "unspecified",
        }
    }

    /// The word that announces the one rule which stops a program of this folder.
    fn keyword(self) -> Option<&'static str> {
        match self {
            Folder::Defined => None,
            Folder::Undefined => Some("UB"),
            Folder::Unspecified => Some("UNSPECIFIED"),
        }
    }
}

/// A rule that stops a program, and the line where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The rule's name.
    pub rule: String,
    /// The line.
    pub line: u32,
}

/// A program of a corpus, parsed as `P`.
#[derive(Debug)]
pub struct Case<P> {
    /// The folder.
    pub folder: Folder,
    /// The file's name without its extension.
    pub name: String,
    /// The program.
    pub parsed: P,
    /// Its expected observations, line by line.
    pub observes: Vec<String>,
    /// The rules it nearly breaks.
    pub fine: Vec<String>,
    /// The rule it breaks.
    pub stopped: Option<Stopped>,
}

impl<P> fmt::Display for Case<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.folder.name(), self.name)
    }
}

/// Every program of a corpus, which is a folder of `tests`, in the order of folders and names.
///
/// # Panics
///
/// If a program does not parse, or does not say what is expected of it.
pub fn read<P, E: fmt::Display>(
    corpus: &str,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Vec<Case<P>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut cases = Vec::new();
    for folder in Folder::ALL {
        let path = tests.join(corpus).join(folder.name());
        let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        cases.extend(files.iter().map(|file| case(folder, file, &parse)));
    }
    cases
}

fn case<P, E: fmt::Display>(
    folder: Folder,
    file: &Path,
    parse: impl Fn(&str) -> Result<P, E>,
) -> Case<P> {
    let path = file.display();
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut case = Case {
        folder,
        name: file.file_stem().unwrap().to_string_lossy().into_owned(),
        parsed: parse(&text).unwrap_or_else(|e| panic!("{path}:{e}")),
        observes: Vec::new(),
        fine: Vec::new(),
        stopped: None,
    };
    for (line, comment) in (1..).zip(text.lines()) {
        let Some((_, comment)) = comment.split_once("//~") else {
            continue;
        };
        let (keyword, content) = comment.split_once(':').unwrap_or((comment, ""));
        let (keyword, content) = (keyword.trim(), content.trim().to_owned());
        match keyword {
            "OBSERVES" | "TRACE" if folder == Folder::Defined => case.observes.push(content),
            "FINE" if folder == Folder::Defined => case.fine.push(content),
            _ if Some(keyword) == folder.keyword() && case.stopped.is_none() => {
                let rule = content;
                case.stopped = Some(Stopped { rule, line });
            }
            _ => panic!("{path}:{line}: `{keyword}` does not belong here"),
        }
    }
    let says_enough = match folder {
        Folder::Defined => !case.observes.is_empty(),
        Folder::Undefined | Folder::Unspecified => case.stopped.is_some(),
    };
    assert!(says_enough, "{path} does not say what is expected of it");
    case
}

/// Fails unless each rule has a program that breaks it and one that is just fine, and each rule that a program names
/// exists. No program can break the rules that are `out_of_reach`.
///
/// # Panics
///
/// With a list of what is missing.
#[track_caller]
pub fn assert_both_sides<P>(cases: &[Case<P>], rules: &[&str], out_of_reach: &[&str]) {
    let mut failures = String::new();
    for rule in rules {
        let stopped = cases.iter().filter_map(|case| case.stopped.as_ref());
        let broken = stopped.into_iter().any(|stopped| stopped.rule == *rule);
        let kept = cases.iter().any(|case| case.fine.iter().any(|f| f == rule));
        let complaint = match (out_of_reach.contains(rule), broken, kept) {
            (true, true, _) | (true, _, true) => "has programs, and is not out of reach",
            (false, false, _) => "is broken by no program",
            (false, _, false) => "has no program that is just fine",
            (true, false, false) | (false, true, true) => continue,
        };
        let _ = writeln!(failures, "the rule `{rule}` {complaint}");
    }
    for case in cases {
        let stopped = case.stopped.iter().map(|stopped| &stopped.rule);
        for rule in case.fine.iter().chain(stopped) {
            if !rules.contains(&rule.as_str()) {
                let _ = writeln!(failures, "{case}: there is no rule `{rule}`");
            }
        }
    }
    for rule in out_of_reach {
        if !rules.contains(rule) {
            let _ = writeln!(failures, "there is no rule `{rule}`");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
