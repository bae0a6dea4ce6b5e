//! Counts of a running campaign.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use crate::campaign::Event;
use crate::{Kind, Spent, VerdictKind};
use kvant_record::{News, TestCount};

/// Counts of one backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackendTally {
    /// Programs that it tested.
    pub tests: u64,
    /// Programs that it could not judge.
    pub cannot_say: u64,
    /// Programs on which it disagreed, before any repetition.
    pub bad: u64,
}

/// Counts since a campaign was begun or resumed.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs that all backends have tested.
    pub programs: u64,
    /// Number of tests of those programs, one for each program and backend, without repetitions because of a disagreement.
    /// `kvant status` counts the same.
    pub tests: u64,
    /// Seeds without a program.
    pub unmade: u64,
    /// Programs left out because of failures of this machine.
    pub left_out: u64,
    /// Processor time of Kvant itself, for batches that are done.
    pub own: Duration,
    /// Processor time of compilers and programs.
    pub spent: Spent,
    /// One for each backend, in their order.
    pub backends: Vec<BackendTally>,
    /// New findings, by kind.
    pub new: BTreeMap<Kind, u64>,
    /// Findings that were recorded before, by kind.
    pub known: BTreeMap<Kind, u64>,
    /// Muted findings.
    pub muted: u64,
    /// Seeds that are being tested.
    pub in_flight: Vec<Range<u64>>,
    /// Seeds with an unconfirmed disagreement, each with the backend and its verdict.
    pub suspected: BTreeMap<u64, String>,
}

impl Tally {
    /// An empty tally for this number of backends.
    pub fn new(backends: usize) -> Tally {
        Tally {
            backends: vec![BackendTally::default(); backends],
            ..Tally::default()
        }
    }

    /// Counts an event.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Begins(seeds) => self.in_flight.push(seeds.clone()),
            Event::Unmade(..) => self.unmade += 1,
            Event::Heard { spent, .. } => self.spent += *spent,
            Event::Suspected {
                seeds,
                backend,
                verdict,
            } => {
                if let [seed] = seeds[..] {
                    let said = format!("{backend}: {verdict}");
                    self.suspected.entry(seed).or_insert(said);
                }
            }
            Event::Found(found) => match &found.1.news {
                News::New => *self.new.entry(found.0.kind).or_default() += 1,
                News::Known => *self.known.entry(found.0.kind).or_default() += 1,
                News::Muted { .. } => self.muted += 1,
            },
            Event::Done {
                seeds,
                programs,
                own,
                tests,
            } => {
                self.programs += programs;
                self.own += *own;
                for (backend, count) in tests {
                    self.count(*backend, count);
                }
                self.land(seeds);
            }
            Event::LeftOut(seeds, _) => {
                self.left_out += seeds.end - seeds.start;
                self.land(seeds);
            }
            Event::Confirmed(..)
            | Event::Reducing(..)
            | Event::FollowedUp(..)
            | Event::Trouble(..)
            | Event::Tick => {}
        }
    }

    fn count(&mut self, backend: usize, count: &TestCount) {
        self.tests += count.count;
        let Some(tally) = self.backends.get_mut(backend) else {
            return;
        };
        tally.tests += count.count;
        match count.verdict {
            VerdictKind::Agrees => {}
            VerdictKind::CannotSay => tally.cannot_say += count.count,
            _ => tally.bad += count.count,
        }
    }

    /// Removes seeds from those in flight. They may be a part of a claimed range.
    fn land(&mut self, seeds: &Range<u64>) {
        self.suspected.retain(|seed, _| !seeds.contains(seed));
        let flying = std::mem::take(&mut self.in_flight);
        for flying in flying {
            let before = flying.start..flying.end.min(seeds.start);
            let after = flying.start.max(seeds.end)..flying.end;
            let rest = [before, after].into_iter().filter(|rest| !rest.is_empty());
            self.in_flight.extend(rest);
        }
    }

    /// True if there is a finding that counts and is not muted, or a seed without a program.
    pub fn is_bad(&self) -> bool {
        let mut kinds = self.new.keys().chain(self.known.keys());
        kinds.any(|kind| kind.counts()) || self.unmade > 0
    }

    /// New findings without machine disputes.
    pub fn news(&self) -> u64 {
        let others = self.new.iter();
        let others = others.filter(|(kind, _)| **kind != Kind::MachineDispute);
        others.map(|(_, count)| count).sum()
    }

    /// Findings that were recorded before, without machine disputes.
    pub fn known_ones(&self) -> u64 {
        let others = self.known.iter();
        let others = others.filter(|(kind, _)| **kind != Kind::MachineDispute);
        others.map(|(_, count)| count).sum()
    }

    /// Machine disputes, new or known.
    pub fn disputes(&self) -> u64 {
        let count = |counts: &BTreeMap<Kind, u64>| counts.get(&Kind::MachineDispute).copied();
        count(&self.new).unwrap_or(0) + count(&self.known).unwrap_or(0)
    }

    /// The compilers' share of processor time, once any is known. `own` is the time of this process.
    pub fn compiler_share(&self, own: Duration) -> Option<f64> {
        let compilers = self.spent.compilers.as_secs_f64();
        let all = compilers + self.spent.programs.as_secs_f64() + own.as_secs_f64();
        (compilers > 0.0).then(|| compilers / all)
    }
}
