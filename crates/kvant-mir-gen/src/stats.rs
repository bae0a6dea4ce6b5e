//! Statistics of the generator.

use std::collections::BTreeMap;

use kvant_generate::Tally;
use kvant_mir::Location;

use crate::feature::Feature;

/// Counts of the growth of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Statements, loops and calls that were tried on the machine.
    pub proposed: u64,
    /// Number of them that the machine accepted.
    pub accepted: u64,
    /// Number of them that the machine refused, by the rule's name.
    pub refused: BTreeMap<&'static str, u64>,
    /// Number of times that each construct was begun and written, by its name. Some of the written text was taken
    /// back later, with the construct that it was a part of.
    pub constructs: BTreeMap<&'static str, Tally>,
    /// Counts for the finished program.
    pub grown: Grown,
    /// Steps of the machine in the finished program.
    pub steps: u64,
    /// Steps of the machine that were taken back.
    pub undone_steps: u64,
}

/// The author of a statement or terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    /// The location of the statement or terminator.
    pub at: Location,
    /// The innermost construct that was being written.
    pub construct: &'static str,
    /// The feature it belongs to, if the text does not show that.
    pub feature: Option<Feature>,
}

/// Counts of text that was not taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// Loops with at least two iterations.
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
