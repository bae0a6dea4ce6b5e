//! Files of a reduction, which can be resumed.

use serde::{Deserialize, Serialize};

use crate::{Schema, Size, Spent};

/// The question of a reduction: the first line of the file `history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReductionQuestion {
    /// A digest of the program and of everything else that answers depend on.
    pub question: String,
}

impl Schema for ReductionQuestion {}

/// The answer about one program: each further line of the file `history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReductionAnswer {
    /// A digest of the program.
    pub program: String,
    /// True if it shows the symptom.
    pub shows: bool,
    /// Its size.
    pub size: Size,
}

/// The state of a reduction: a comment in the last line of the smallest program so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReductionState {
    /// The digest of the question.
    pub question: String,
    /// The state of the shrinker, in a form of its own.
    pub token: String,
    /// The cost of all runs.
    pub effort: Effort,
}

impl Schema for ReductionState {}

/// The cost of a reduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Number of proposed programs.
    pub asked: u64,
    /// Number of steps to a smaller program.
    pub accepted: u64,
    /// Number of answers from an earlier run.
    pub known: u64,
    /// Processor time of compilers and programs, and number of compiler calls.
    pub spent: Spent,
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.asked += other.asked;
        self.accepted += other.accepted;
        self.known += other.known;
        self.spent += other.spent;
    }
}
