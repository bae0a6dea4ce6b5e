//! Outcomes of tests, and findings.

use serde::{Deserialize, Serialize};

use crate::{Backend, Kind, Schema, Verdict};

/// The verdict of one backend on one program, and those of its repetitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The backend.
    pub backend: Backend,
    /// Its first verdict.
    pub verdict: Verdict,
    /// The verdicts of repetitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<Verdict>,
}

/// A program, and one fault of a compiler that it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The program's name.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// Equal for findings that are one bug, as far as that can be known.
    pub signature: String,
    /// The outcomes of all backends.
    pub outcomes: Vec<Outcome>,
    /// The numbers of the outcomes that show it.
    pub failing: Vec<usize>,
    /// Passes or flags; without any one of them the backend agrees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suspects: Vec<String>,
}

impl Schema for Finding {}

impl Finding {
    /// The outcomes that show it, the ones with the fewest flags first.
    pub fn failing(&self) -> Vec<&Outcome> {
        let failing = self.failing.iter().filter_map(|n| self.outcomes.get(*n));
        let mut failing: Vec<&Outcome> = failing.collect();
        let words = |outcome: &&Outcome| outcome.backend.name().split(' ').count();
        failing.sort_by_key(words);
        failing
    }
}
