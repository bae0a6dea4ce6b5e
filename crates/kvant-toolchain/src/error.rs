//! Errors: failures of this machine to get an answer, and faults of a request. Verdicts about compilers are
//! not here.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use kvant_record::UnknownLevel;

/// A failure of the machine, of its set-up or of the question, never of the compiler under test.
///
/// It says nothing about the program, and the request may be repeated once the way out that
/// the message names has been taken.
#[derive(Debug)]
pub enum ToolError {
    /// The process could not be started.
    CannotStart {
        /// The program.
        program: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The process was started, but watching it failed.
    Watching {
        /// The program.
        program: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The process was ended from outside, for example by the kernel when memory ran out.
    KilledFromOutside {
        /// The program.
        program: PathBuf,
        /// The signal.
        signal: crate::Signal,
    },
    /// A file or a folder could not be made, read or found.
    File {
        /// The action that failed, as the middle of "cannot … *path*".
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The compiler complains about this machine and not about the program.
    Environment {
        /// Which compiler.
        program: PathBuf,
        /// The line in which it says so.
        complaint: String,
        /// The advice to the user.
        way_out: &'static str,
    },
    /// The file does not behave like a compiler.
    NotACompiler {
        /// Which file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Another compiler has replaced this one at its path.
    Replaced {
        /// The name of the toolchain.
        name: String,
        /// Its version line when it was probed.
        was: String,
        /// Its version line now.
        is: String,
    },
    /// No toolchain of this machine answers to the name.
    NoSuchToolchain {
        /// The name asked for.
        wanted: String,
        /// The names of all that exist.
        present: Vec<String>,
    },
    /// The backend only evaluates, so there is no machine code or LLVM IR to ask it for.
    NoCode {
        /// The name of the backend.
        backend: String,
    },
    /// The caller's own [`Cancel`](crate::Cancel) flag was set. The process is gone.
    Cancelled,
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ToolError::CannotStart { program, error } => {
                let program = program.display();
                write!(f, "cannot start {program}: {error}; ")?;
                f.write_str(match error.kind() {
                    io::ErrorKind::NotFound => "is it still installed?",
                    io::ErrorKind::PermissionDenied => "is it executable, and its disk not noexec?",
                    io::ErrorKind::WouldBlock => {
                        "stop other work on this machine or raise `ulimit -u`"
                    }
                    _ => "start it by hand to see more",
                })
            }
            ToolError::Watching { program, error } => write!(
                f,
                "lost track of {}: {error}; if files ran out, raise `ulimit -n`",
                program.display()
            ),
            ToolError::KilledFromOutside { program, signal } => write!(
                f,
                "{} was ended from outside by {signal}; if memory ran out (see `dmesg`), end \
                 other work on this machine",
                program.display()
            ),
            ToolError::File {
                action,
                path,
                error,
            } => {
                write!(f, "cannot {action} {}: {error}; ", path.display())?;
                f.write_str(match error.kind() {
                    io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                        "free some space or point TMPDIR to another disk"
                    }
                    io::ErrorKind::NotFound => "were temporary files cleaned up?",
                    _ => "check the folder or point TMPDIR to another one",
                })
            }
            ToolError::Environment {
                program,
                complaint,
                way_out,
            } => write!(
                f,
                "{} cannot work here: {complaint}; {way_out}",
                program.display()
            ),
            ToolError::NotACompiler { path, why } => write!(
                f,
                "{} is not a working compiler: {why}; reinstall it or leave it out",
                path.display()
            ),
            ToolError::Replaced { name, was, is } => write!(
                f,
                "{name} was replaced while it was in use: it was `{was}` and is `{is}`; the same command works with the new one"
            ),
            ToolError::NoSuchToolchain { wanted, present } if present.is_empty() => write!(
                f,
                "no toolchain `{wanted}`, and no other compiler either; put one on PATH, or name it \
                 in kvant.toml"
            ),
            ToolError::NoSuchToolchain { wanted, present } => write!(
                f,
                "no toolchain `{wanted}`; there are: {}; a path to a compiler works too",
                present.join(", ")
            ),
            ToolError::NoCode { backend } => write!(
                f,
                "{backend} makes no code; ask a backend that builds, such as one at O3"
            ),
            ToolError::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl ToolError {
    /// True if the cause is the current load of this machine (memory, processes or open files ran out) or a signal from outside,
    /// and not its set-up.
    pub fn may_pass(&self) -> bool {
        match self {
            ToolError::KilledFromOutside { .. } | ToolError::Watching { .. } => true,
            ToolError::CannotStart { error, .. } => matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory
            ),
            ToolError::Environment { way_out, .. } => {
                crate::drivers::excuses::MOMENTARY.contains(way_out)
            }
            _ => false,
        }
    }
}

impl Error for ToolError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ToolError::CannotStart { error, .. }
            | ToolError::Watching { error, .. }
            | ToolError::File { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The reason why a compiler does not take a flag or lacks an ability, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking(pub String);

impl Lacking {
    /// Nothing if this is so, or else this reason.
    pub(crate) fn unless(is: bool, why: &str) -> Result<(), Lacking> {
        is.then_some(()).ok_or_else(|| Lacking(why.to_owned()))
    }
}

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Lacking {}

/// The error of flags that ask for no build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlagError {
    /// It does not begin with `-`.
    NoFlag(String),
    /// The value behind this flag is missing.
    NoValue(String),
    /// The level of optimisation is not known.
    Level(UnknownLevel),
    /// A level of another part of the compiler is not known: which there are.
    OtherLevel(&'static str),
}

impl fmt::Display for FlagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FlagError::NoFlag(text) => {
                write!(f, "`{text}` is no flag: it does not begin with `-`")
            }
            FlagError::NoValue(flag) => write!(f, "there is nothing behind `{flag}`"),
            FlagError::Level(error) => error.fmt(f),
            FlagError::OtherLevel(levels) => f.write_str(levels),
        }
    }
}

impl Error for FlagError {}

impl From<UnknownLevel> for FlagError {
    fn from(error: UnknownLevel) -> FlagError {
        FlagError::Level(error)
    }
}
