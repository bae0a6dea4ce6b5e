//! Results of investigations.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Backend, Schema, Verdict, VerdictKind, seconds};

/// The size of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Size {
    /// Statements, terminators of blocks included.
    pub statements: usize,
    /// Functions.
    pub functions: usize,
}

/// Processor time of children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Processor time of compilers and their linkers.
    #[serde(with = "seconds")]
    pub compilers: Duration,
    /// Processor time of compiled programs.
    #[serde(with = "seconds")]
    pub programs: Duration,
    /// Number of calls of compilers.
    pub calls: u64,
}

impl Spent {
    /// The sum of both.
    pub fn total(&self) -> Duration {
        self.compilers + self.programs
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.compilers += other.compilers;
        self.programs += other.programs;
        self.calls += other.calls;
    }
}

/// A failure in a form that is equal for programs that show the same bug.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Symptom {
    /// The verdict.
    pub verdict: VerdictKind,
    /// The normalised message of the compiler, or the exit of the program.
    pub message: String,
    /// The same with the lines in the compiler's source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub exact: String,
    /// True if the program prints something else each time.
    #[serde(default)]
    pub varies: bool,
}

impl Symptom {
    /// True if the verdict and the message are the same.
    pub fn is_same(&self, other: &Symptom) -> bool {
        self.verdict == other.verdict && self.message == other.message
    }
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message.is_empty() {
            true => self.verdict.fmt(f),
            false => write!(f, "{}: {}", self.verdict, self.message),
        }
    }
}

/// The passes that a bug comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Culprit {
    /// Each with the part of the compiler before it, in the order in which they work: `MIR GVN`, `LLVM code generation`.
    pub passes: Vec<String>,
    /// True if evidence contradicts it. It counts as unknown when findings are compared.
    #[serde(default)]
    pub unsure: bool,
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.passes.join(", then "))?;
        match self.unsure {
            true => f.write_str(" (unsure)"),
            false => Ok(()),
        }
    }
}

/// Verdict of one version of a compiler on a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnVersion {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release, such as `1.95.0`.
    pub release: String,
    /// Its verdict, as far as it is evidence.
    pub verdict: VerdictKind,
    /// True if that is the same fault.
    pub shows: bool,
}

/// The result of investigating a finding: the smallest program that shows it, the passes that cause it, and properties to
/// compare it with other findings by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // The flags are independent of each other.
pub struct Analysis {
    /// Size of the program in which it was found.
    pub original: Size,
    /// Size of the smallest program that shows it.
    pub size: Size,
    /// True if nothing smaller was left to try. Otherwise the time ran out, and the reduction can be resumed.
    pub is_smallest: bool,
    /// The symptom.
    pub symptom: Option<Symptom>,
    /// True if it shows each time.
    pub is_firm: bool,
    /// True if the original program fails without the culprit too. Then the reduced program may show another fault than the one
    /// that was found.
    pub has_strayed: bool,
    /// The backend with the fewest flags that shows it.
    pub backend: Option<Backend>,
    /// The verdict of that backend on the smallest program.
    pub verdict: Option<Verdict>,
    /// The passes that it comes from, if they are known.
    pub culprit: Option<Culprit>,
    /// Operations of the smallest program; equal for programs that differ in nothing but names, numbers and types.
    pub shape: Vec<String>,
    /// Verdicts of each version of the compiler on the smallest program, from the oldest to the newest.
    pub versions: Vec<OnVersion>,
    /// True if it shows in ordinary code too.
    pub is_lifted: bool,
    /// Number of calls of compilers.
    pub calls: u64,
    /// The processor time of the investigation.
    #[serde(with = "seconds")]
    pub spent: Duration,
    /// The files of the analysis, by name. They are not part of the record.
    #[serde(skip)]
    pub files: Vec<(String, String)>,
}

impl Schema for Analysis {}
