//! Health counters of the generator.

use std::collections::BTreeMap;

use kvant_generate::Tally;
use kvant_mir::Location;

use crate::feature::Feature;

/// What happened while a program was grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Statements, loops and calls that were tried on the machine.
    pub proposed: u64,
    /// Those that it accepted.
    pub accepted: u64,
    /// Those that it refused, by the rule's name.
    pub refused: BTreeMap<&'static str, u64>,
    /// How often each construct was begun and how often it came to be written, by its name. Some of what was
    /// written was taken back later, with what it was a part of.
    pub constructs: BTreeMap<&'static str, Tally>,
    /// What the finished program has.
    pub grown: Grown,
    /// Steps of the machine in the finished program.
    pub steps: u64,
    /// Steps of the machine that were taken back.
    pub undone_steps: u64,
}

/// Who wrote a statement or terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    /// What was written.
    pub at: Location,
    /// The innermost construct that was being written.
    pub construct: &'static str,
    /// The feature it is of, if that cannot be told from the text.
    pub feature: Option<Feature>,
}

/// What was grown and not taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Loops that go round at least twice.
    pub loops: u64,
    /// Arms that were written when a later iteration or call first reached them.
    pub late_arms: u64,
    /// Arms that no execution reaches.
    pub decoys: u64,
    /// Calls of functions that had been called before.
    pub repeated_calls: u64,
    /// Calls that functions make of themselves.
    pub recursive_calls: u64,
}

impl Stats {
    pub(crate) fn count(&mut self, construct: &'static str, written: bool) {
        self.constructs.entry(construct).or_default().count(written);
    }

    pub(crate) fn refuse(&mut self, rule: &'static str) {
        *self.refused.entry(rule).or_default() += 1;
    }
}
