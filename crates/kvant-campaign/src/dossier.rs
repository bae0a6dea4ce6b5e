//! What is known about a finding beyond that it is there.

use std::time::Duration;

use crate::Size;

/// What was found out about a finding: the smallest program that shows it, where it comes from, and what it has in common
/// with others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dossier {
    /// How large the program was in which it was found.
    pub original: Size,
    /// How large the smallest one is that shows it.
    pub size: Size,
    /// Whether nothing smaller was left to try. Otherwise somebody ran out of time, and it can be gone on with.
    pub is_smallest: bool,
    /// Who shows it, with the fewest flags: the name of a backend.
    pub backend: String,
    /// Where it comes from, in a line: passes, or the phase of the compiler. Empty where nobody knows.
    pub culprit: String,
    /// What the smallest program does, in words; equal for programs that differ in nothing but names, numbers and types.
    pub shape: Vec<String>,
    /// What each version of the compiler makes of the smallest program, from the oldest to the newest.
    pub versions: Vec<Version>,
    /// Whether it shows in ordinary code too.
    pub is_lifted: bool,
    /// How often a compiler was called.
    pub calls: u64,
    /// The processor time of all that.
    pub spent: Duration,
    /// The files that say all of it, by name.
    pub files: Vec<(String, String)>,
}

/// What one version of a compiler makes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release, such as `1.95.0`.
    pub release: String,
    /// The name of what it says.
    pub verdict: String,
    /// Whether that is the same fault.
    pub shows: bool,
}
