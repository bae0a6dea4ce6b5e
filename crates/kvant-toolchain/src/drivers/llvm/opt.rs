//! `opt`: passes of LLVM on a text.

use std::fmt;
use std::fs;
use std::path::Path;

use super::{Crash, Ending, LlvmTool, NoTool};
use crate::error::ToolError;
use crate::limits::Limits;
use crate::process::Exit;
use crate::scratch::Scratch;

/// An optimiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opt {
    /// The tool.
    pub tool: LlvmTool,
}

/// The reasons why an optimiser made no text.
#[derive(Debug)]
pub enum NotTransformed {
    /// It does not take its input or its arguments: its message.
    Refused(String),
    /// It crashed.
    Crashed(Box<Crash>),
    /// It made a module that its own verifier refuses.
    Broken {
        /// The pass behind which that was seen.
        after: Option<String>,
        /// The message of the verifier.
        message: String,
    },
    /// It took too much time, memory or room on the disk.
    Exceeded(Exit),
    /// It could not be run.
    Tool(ToolError),
}

impl fmt::Display for NotTransformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTransformed::Refused(message) => write!(f, "refused: {message}"),
            NotTransformed::Crashed(crash) => {
                write!(f, "crashed: {}", crash.ending)?;
                match &crash.pass {
                    Some(pass) => write!(f, ", while it ran {pass}"),
                    None => Ok(()),
                }
            }
            NotTransformed::Broken { after, message } => {
                f.write_str("made a broken module")?;
                if let Some(pass) = after {
                    write!(f, " with {pass}")?;
                }
                write!(f, ": {message}")
            }
            NotTransformed::Exceeded(exit) => write!(f, "was ended: {exit}"),
            NotTransformed::Tool(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotTransformed {}

/// The arguments of `opt` for a text of a user: a pipeline as `-passes=` takes it, options such as `-O3`, or both, with blanks
/// between them.
pub fn arguments(text: &str) -> Vec<String> {
    let words = text
        .split_whitespace()
        .map(|word| match word.starts_with('-') {
            true => word.to_owned(),
            false => format!("-passes={word}"),
        });
    words.collect()
}

impl Opt {
    /// Asks the file for its version.
    pub fn probe(path: &Path, limits: &Limits) -> Result<Opt, ToolError> {
        LlvmTool::probe(path, limits).map(|tool| Opt { tool })
    }

    /// All that are found in `PATH` and in the zoo, the newest first.
    pub fn find_all(limits: &Limits) -> Vec<Opt> {
        let all = LlvmTool::find_all("opt", limits).into_iter();
        all.map(|tool| Opt { tool }).collect()
    }

    /// The one that a user asks for by its version, its command or its path. The newest one, if the text is empty.
    pub fn named(wanted: &str, limits: &Limits) -> Result<Opt, NoTool> {
        LlvmTool::named("opt", wanted, limits).map(|tool| Opt { tool })
    }

    /// Its name for people: `opt 19.1.7`.
    pub fn name(&self) -> String {
        format!("opt {}", self.tool.release)
    }

    /// Transforms a text by these arguments.
    pub fn run(
        &self,
        text: &str,
        arguments: &[String],
        limits: &Limits,
    ) -> Result<String, NotTransformed> {
        let scratch = Scratch::new().map_err(NotTransformed::Tool)?;
        let [before, after] = ["in.ll", "out.ll"].map(|name| scratch.path().join(name));
        let file = |action, path: &Path| {
            let path = path.to_owned();
            move |error| {
                NotTransformed::Tool(ToolError::File {
                    action,
                    path,
                    error,
                })
            }
        };
        fs::write(&before, text).map_err(file("write", &before))?;
        let words = ["-S", "in.ll", "-o", "out.ll"].map(str::to_owned);
        let words = words.iter().chain(arguments);
        let ran = self.tool.run(words, Some(scratch.path()), limits);
        let ran = ran.map_err(NotTransformed::Tool)?;
        let printed = String::from_utf8_lossy(&ran.stderr);
        match ran.exit {
            Exit::Code(0) => fs::read_to_string(&after).map_err(file("read", &after)),
            // A shell that wraps it tells a signal by its code.
            Exit::Signal(_) | Exit::Code(129..) => Err(crashed(ran.exit, &printed)),
            Exit::Code(_) if printed.contains("Stack dump:") => Err(crashed(ran.exit, &printed)),
            Exit::Code(_) => Err(NotTransformed::Refused(message(&printed))),
            exit => Err(NotTransformed::Exceeded(exit)),
        }
    }
}

fn crashed(exit: Exit, printed: &str) -> NotTransformed {
    let crash = Crash::new(exit, printed);
    let Ending::Fatal(text) = &crash.ending else {
        return NotTransformed::Crashed(Box::new(crash));
    };
    let Some(rest) = text.strip_prefix("Broken module found") else {
        return NotTransformed::Crashed(Box::new(crash));
    };
    let after = rest.strip_prefix(" after pass \"");
    let after = after.and_then(|rest| rest.split('"').next());
    let before = printed.split("LLVM ERROR:").next().unwrap_or_default();
    let lines = before.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    NotTransformed::Broken {
        after: after.map(str::to_owned),
        message: lines.join("; "),
    }
}

/// A line that is the same for crashes and broken modules with the same cause. It has no quotation marks: names between them
/// would be taken for those of the program.
pub(super) fn summary(exit: Exit, printed: &str) -> String {
    let summary = match crashed(exit, printed) {
        NotTransformed::Crashed(crash) => crash.signature(),
        NotTransformed::Broken { after, message } => {
            let after = after.map_or_else(String::new, |pass| format!(" after {pass}"));
            let first = message.split("; ").next().unwrap_or_default();
            format!("broken module{after}: {first}")
        }
        other => other.to_string(),
    };
    summary.replace('"', "")
}

/// The lines of a refusal without the path of the tool before each.
fn message(printed: &str) -> String {
    let lines = printed.lines().map(|line| {
        let (first, rest) = line.split_once(": ").unwrap_or(("", line));
        match first.rsplit('/').next() {
            Some(name) if name.starts_with("opt") => rest,
            _ => line,
        }
    });
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    match lines.is_empty() {
        true => "it failed without a message".to_owned(),
        false => lines.join("\n"),
    }
}
