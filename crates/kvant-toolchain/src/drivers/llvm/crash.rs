//! Reads what a tool of LLVM prints when it crashes.

use std::fmt;

use crate::process::Exit;

/// The way in which a tool ended itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An assertion failed: its text.
    Assertion(String),
    /// Code was reached that should be unreachable: the message.
    Unreachable(String),
    /// An error that LLVM calls fatal: the message.
    Fatal(String),
    /// A signal without a message.
    Signal(String),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Assertion(text) => write!(f, "assertion failed: {text}"),
            Ending::Unreachable(text) => write!(f, "unreachable code reached: {text}"),
            Ending::Fatal(text) => write!(f, "fatal error: {text}"),
            Ending::Signal(name) => f.write_str(name),
        }
    }
}

/// A crash of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Its end.
    pub ending: Ending,
    /// The pass that ran: `"instcombine" on function "f"`.
    pub pass: Option<String>,
    /// The first functions of LLVM on the stack that say something about the cause.
    pub frames: Vec<String>,
    /// Everything that was printed.
    pub printed: String,
}

/// So many functions of the stack are kept.
const FRAMES: usize = 3;

/// Functions that are on the stack of every crash.
const USUAL: [&str; 7] = [
    "llvm::PassManager",
    "llvm::detail::PassModel",
    "llvm::llvm_unreachable_internal",
    "llvm::report_fatal_error",
    "llvm::runPassPipeline",
    "llvm::sys::PrintStackTrace",
    "llvm::sys::RunSignalHandlers",
];

impl Crash {
    pub(super) fn new(exit: Exit, printed: &str) -> Crash {
        let mut passes = printed.lines().filter_map(|line| {
            let (number, rest) = line.trim_start().split_once(".\t")?;
            number.parse::<u32>().ok()?;
            rest.strip_prefix("Running pass ")
        });
        Crash {
            ending: ending(exit, printed),
            // Those that others run in are before it.
            pass: passes.next_back().map(|pass| pass.trim().to_owned()),
            frames: printed.lines().filter_map(frame).take(FRAMES).collect(),
            printed: printed.to_owned(),
        }
    }

    /// A line that is the same for crashes with the same cause: the end, the pass, and the first functions on the stack.
    pub fn signature(&self) -> String {
        let mut parts = vec![self.ending.to_string()];
        // The names of the function and the file are those of the program.
        let pass = self.pass.as_deref().map(|it| it.split("\" on ").next());
        parts.extend(pass.flatten().map(|it| format!("in {it}\"")));
        parts.extend(self.frames.iter().cloned());
        parts.join(" | ").replace("\"\"", "\"")
    }
}

fn ending(exit: Exit, printed: &str) -> Ending {
    for line in printed.lines() {
        if let Some((_, text)) = line.split_once("Assertion `") {
            let text = text.split("' failed").next().unwrap_or(text);
            return Ending::Assertion(text.to_owned());
        }
        if let Some((message, _)) = line.split_once("UNREACHABLE executed") {
            let before = printed.lines().take_while(|it| *it != line).last();
            let message = match message.trim() {
                "" => before.unwrap_or_default(),
                message => message,
            };
            return Ending::Unreachable(message.trim().to_owned());
        }
        if let Some(text) = line.strip_prefix("LLVM ERROR: ") {
            return Ending::Fatal(text.trim().to_owned());
        }
    }
    Ending::Signal(exit.to_string())
}

/// The function of LLVM in a line of a stack dump, without its parameters.
fn frame(line: &str) -> Option<String> {
    let line = line.trim_start();
    let number = line.trim_start_matches('#');
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let function = &line[line.find("llvm::")?..];
    if USUAL.iter().any(|usual| function.starts_with(usual)) {
        return None;
    }
    Some(function.split('(').next().unwrap_or(function).to_owned())
}
