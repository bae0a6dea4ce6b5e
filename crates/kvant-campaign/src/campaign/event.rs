//! Events of a running campaign, and its end.

use std::ops::Range;
use std::time::Duration;

use crate::follow_up::FollowedUp;
use crate::store::{Recorded, TestCount};
use crate::{Finding, Size, Spent};

/// An event of a campaign.
#[derive(Debug)]
pub enum Event {
    /// The programs of these seeds are about to be made and tested.
    Begins(Range<u64>),
    /// A seed has no program, for this reason: a bug of Kvant.
    Unmade(u64, String),
    /// Verdicts of a backend about programs of these seeds.
    Heard {
        /// The seeds.
        seeds: Range<u64>,
        /// Its number among the backends of the campaign, or `None` if it ran because of a disagreement.
        backend: Option<usize>,
        /// Number of programs by verdict.
        counts: Vec<TestCount>,
        /// Processor time and number of compiler calls.
        spent: Spent,
    },
    /// An unconfirmed disagreement about one of these seeds.
    Suspected {
        /// The seeds.
        seeds: Vec<u64>,
        /// The backend's name.
        backend: String,
        /// The name of its verdict.
        verdict: &'static str,
    },
    /// A disagreement was recorded.
    Found(Box<(Finding, Recorded)>),
    /// A finding of another worker was looked at here, and shows here or not.
    Confirmed(i64, bool),
    /// The program of the finding of this number is made smaller, and has this size now.
    Reducing(i64, Size),
    /// The investigation of the finding of this number ended, and its result is recorded.
    FollowedUp(i64, Box<FollowedUp>),
    /// The test results of these seeds are recorded.
    Done {
        /// The seeds.
        seeds: Range<u64>,
        /// How many programs they have.
        programs: u64,
        /// Processor time of our own.
        own: Duration,
        /// Verdicts of the first tests, before any repetition, each with the backend's number.
        tests: Vec<(usize, TestCount)>,
    },
    /// A failure of this machine. The step is repeated after the pause.
    Trouble(String, Duration),
    /// Seeds that are not tested, after repeated failures of this machine.
    LeftOut(Range<u64>, String),
    /// Nothing, for a while.
    Tick,
}

/// How a campaign ended.
#[derive(Debug)]
pub enum End {
    /// All that was wanted is tested.
    Complete,
    /// The time is over.
    TimeIsUp,
    /// It was cancelled.
    Cancelled,
    /// A compiler was replaced by another one. Its results since then are not recorded.
    Replaced(String),
    /// It could not go on.
    Failed(String),
}

/// The end of a campaign, and its open work.
#[derive(Debug)]
pub struct Ended {
    /// Why it ended.
    pub end: End,
    /// Claimed seeds that are not tested.
    pub in_flight: Vec<Range<u64>>,
    /// Number of findings that wait for an investigation.
    pub waiting: usize,
}
