//! Results of testing the programs of some seeds.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Finding, Schema, Spent, VerdictKind, seconds};

/// The results of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchResults {
    /// Number of programs that were tested.
    pub programs: u64,
    /// Number of seeds without a program, which is a bug of the generator.
    pub unmade: u64,
    /// Number of programs that are not tested, after repeated failures of this machine.
    #[serde(default)]
    pub left_out: u64,
    /// Processor time of Kvant itself.
    #[serde(with = "seconds")]
    pub own: Duration,
    /// Processor time of compilers and programs.
    pub spent: Spent,
    /// Number of tests by backend and verdict.
    pub tests: Vec<TestCount>,
    /// The backends that were used, as positions among those of the session. `None`: all of the lease.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backends: Option<Vec<usize>>,
    /// The disagreements.
    pub findings: Vec<NewFinding>,
}

impl Schema for BatchResults {}

/// Number of tests of a backend with one verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCount {
    /// The backend's name.
    pub backend: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The number.
    pub count: u64,
}

/// A finding that is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewFinding {
    /// The finding.
    pub finding: Finding,
    /// Equal for most findings of one bug, and seldom for others. Empty if unknown.
    pub fingerprint: String,
    /// The program's seed.
    pub seed: u64,
    /// A line about it.
    pub headline: String,
    /// Its files, by name. A later file replaces an earlier one of the same name.
    pub files: Vec<(String, String)>,
}

/// The place of a finding in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The number of the finding.
    pub finding: i64,
    /// The number of the occurrence.
    pub occurrence: i64,
    /// The program's seed.
    pub seed: u64,
    /// The novelty of its signature.
    #[serde(flatten)]
    pub news: News,
}

/// The novelty of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "lowercase")]
pub enum News {
    /// Its signature is new.
    New,
    /// Its signature was recorded before.
    Known,
    /// A person muted it.
    Muted {
        /// The link that says why.
        link: String,
    },
}
