//! Reports of generators about the growth of a program.

use std::fmt;

/// The number of constructs of one name that were begun, and that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number that was begun.
    pub begun: u64,
    /// The number that was written.
    pub written: u64,
}

impl Tally {
    /// Counts one construct.
    pub fn count(&mut self, written: bool) {
        self.begun += 1;
        self.written += u64::from(written);
    }
}

/// A program that could not be completed, and the rule that refused its end: a bug in the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unended {
    /// The rule's name.
    pub rule: &'static str,
}

impl fmt::Display for Unended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program could not be ended [{}]", self.rule)
    }
}

impl std::error::Error for Unended {}
