//! A command as data, so that the one shown to people is the one that was run.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write as _};
use std::path::PathBuf;

/// A program, its arguments and the environment variables that it needs.
///
/// It is displayed as a line that can be pasted into a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// Variables to set, beside the usual ones of this machine.
    pub env: Vec<(String, String)>,
    /// The program to start.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

impl CommandLine {
    /// The program as a word of a shell.
    pub fn program_word(&self) -> String {
        quoted(self.program.as_os_str())
    }

    /// The line with another word in the place of the program, such as a variable.
    pub fn with_program(&self, word: &str) -> String {
        let mut line = String::new();
        for (name, value) in &self.env {
            let _ = write!(line, "{name}={} ", quoted(OsStr::new(value)));
        }
        line.push_str(word);
        for arg in &self.args {
            let _ = write!(line, " {}", quoted(arg));
        }
        line
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_program(&self.program_word()))
    }
}

/// The word as a shell reads it back. Words that are not UTF-8 cannot be shown exactly.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_only_where_a_shell_would_read_them_differently() {
        let line = CommandLine {
            env: vec![("RUSTC_BOOTSTRAP".to_owned(), "1".to_owned())],
            program: PathBuf::from("/opt/my rust/rustc"),
            args: ["-Copt-level=3", "it's", "", "$HOME"]
                .map(OsString::from)
                .to_vec(),
        };
        assert_eq!(
            line.to_string(),
            r"RUSTC_BOOTSTRAP=1 '/opt/my rust/rustc' -Copt-level=3 'it'\''s' '' '$HOME'"
        );
        let other = line.with_program("\"$RUSTC\"");
        assert!(
            other.starts_with("RUSTC_BOOTSTRAP=1 \"$RUSTC\" -C"),
            "{other}"
        );
    }
}
