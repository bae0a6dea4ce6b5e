//! Ends of processes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The end of a process.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// It returned this code.
    Code(i32),
    /// It was ended by this signal, such as `SIGSEGV`.
    Signal(String),
    /// It used up its time.
    TimedOut,
    /// It printed more than it may.
    OutputLimit,
    /// It held more memory than it may.
    MemoryLimit,
    /// It started more processes than it may.
    ProcessLimit,
    /// It wrote more to the disk than it may.
    DiskLimit,
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(signal) => f.write_str(signal),
            Exit::TimedOut => f.write_str("time-out"),
            Exit::OutputLimit => f.write_str("too much output"),
            Exit::MemoryLimit => f.write_str("too much memory"),
            Exit::ProcessLimit => f.write_str("too many processes"),
            Exit::DiskLimit => f.write_str("too much on the disk"),
        }
    }
}
