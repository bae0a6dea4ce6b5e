//! Health counters of the generator.

use std::collections::BTreeMap;

use kvant_generate::Tally;

/// Statistics of the growth of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Constructs that were tried on the machine.
    pub proposed: u64,
    /// Constructs that the machine accepted.
    pub accepted: u64,
    /// Refusals, by the name of the rule.
    pub refused: BTreeMap<&'static str, u64>,
    /// Attempts and successes of each construct, by its name.
    pub constructs: BTreeMap<&'static str, Tally>,
    /// Operations that were guarded because a later execution would have been undefined.
    pub guards: u64,
    /// Steps of the machine in the finished program.
    pub steps: u64,
    /// Steps of the machine that were rolled back.
    pub undone_steps: u64,
}

impl Stats {
    pub(crate) fn count(&mut self, construct: &'static str, written: bool) {
        self.constructs.entry(construct).or_default().count(written);
        self.proposed += 1;
        self.accepted += u64::from(written);
    }

    pub(crate) fn refuse(&mut self, rule: &'static str) {
        *self.refused.entry(rule).or_default() += 1;
    }
}
