//! Health counters of the generator.

use std::collections::BTreeMap;

/// What happened while a program was grown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Statements, loops and calls that were tried on the machine.
    pub proposed: u64,
    /// Those that it accepted.
    pub accepted: u64,
    /// Those that it refused, by the rule's name.
    pub refused: BTreeMap<&'static str, u64>,
    /// What the finished program has.
    pub grown: Grown,
    /// Steps of the machine in the finished program.
    pub steps: u64,
    /// Steps of the machine that were taken back.
    pub undone_steps: u64,
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
    pub(crate) fn refuse(&mut self, rule: &'static str) {
        *self.refused.entry(rule).or_default() += 1;
    }
}
