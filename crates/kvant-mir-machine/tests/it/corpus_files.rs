//! The programs of `tests/corpus` and what each of them says about itself.
//!
//! A comment that begins with `//~` is an expectation:
//!
//! | comment | where | meaning |
//! |---|---|---|
//! | `//~ OBSERVES: 7 i8 -5` | anywhere | the next line of the trace; only in `defined` |
//! | `//~ FINE: dangling` | anywhere | the program is just on the right side of this rule; only in `defined` |
//! | `//~ UB: dangling` | at a statement or terminator | the rule that stops the program there; only in `undefined` |
//! | `//~ UNSPECIFIED: storage-already-live` | the same | the same; only in `unspecified` |

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use kvant_mir::parse::{self, Parsed};

/// The folder a program is in, which says what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Folder {
    Defined,
    Undefined,
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
pub(crate) struct Stopped {
    pub(crate) rule: String,
    pub(crate) line: u32,
}

/// A program of the corpus.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) folder: Folder,
    /// The file's name without its extension.
    pub(crate) name: String,
    pub(crate) parsed: Parsed,
    /// What it observes.
    pub(crate) observes: Vec<String>,
    /// The rules it nearly breaks.
    pub(crate) fine: Vec<String>,
    /// The rule it breaks.
    pub(crate) stopped: Option<Stopped>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.folder.name(), self.name)
    }
}

/// Every program of the corpus, in the order of folders and names.
pub(crate) fn all() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut cases = Vec::new();
    for folder in Folder::ALL {
        let path = root.join(folder.name());
        let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        cases.extend(files.iter().map(|file| read(folder, file)));
    }
    cases
}

fn read(folder: Folder, file: &Path) -> Case {
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let parsed = parse::program(&text).unwrap_or_else(|e| panic!("{}:{e}", file.display()));
    let mut case = Case {
        folder,
        name: file.file_stem().unwrap().to_string_lossy().into_owned(),
        parsed,
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
            "OBSERVES" if folder == Folder::Defined => case.observes.push(content),
            "FINE" if folder == Folder::Defined => case.fine.push(content),
            _ if Some(keyword) == folder.keyword() && case.stopped.is_none() => {
                let rule = content;
                case.stopped = Some(Stopped { rule, line });
            }
            _ => panic!("{case}.rs:{line}: `{keyword}` does not belong here"),
        }
    }
    let says_enough = match folder {
        Folder::Defined => !case.observes.is_empty(),
        Folder::Undefined | Folder::Unspecified => case.stopped.is_some(),
    };
    assert!(says_enough, "{case}.rs does not say what is expected of it");
    case
}
