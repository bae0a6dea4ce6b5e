//! What a campaign tells while it runs, and how it ended.

use std::ops::Range;
use std::time::Duration;

use crate::follow_up::FollowedUp;
use crate::store::{Recorded, TestCount};
use crate::{Finding, Size, Spent};

/// Something that happened in a campaign.
#[derive(Debug)]
pub enum Event {
    /// The programs of these seeds are about to be made and tested.
    Begins(Range<u64>),
    /// A seed has no program, for this reason: a bug of whoever makes them.
    Unmade(u64, String),
    /// A backend has spoken about programs of these seeds.
    Heard {
        /// The seeds.
        seeds: Range<u64>,
        /// Its number among those that every program goes through, or none if it was asked because of a disagreement.
        backend: Option<usize>,
        /// How often it said what.
        counts: Vec<TestCount>,
        /// What that cost.
        spent: Spent,
    },
    /// A backend disagrees about one of these seeds. That is going to be looked at again.
    Suspected {
        /// The seeds.
        seeds: Vec<u64>,
        /// The backend's name.
        backend: String,
        /// The name of what it said.
        verdict: &'static str,
    },
    /// Somebody disagrees, and that is on record.
    Found(Box<(Finding, Recorded)>),
    /// The program of the finding of this number is made smaller, and has this size now.
    Reducing(i64, Size),
    /// More is known of the finding of this number, or is not going to be, and that is on record.
    FollowedUp(i64, Box<FollowedUp>),
    /// The programs of these seeds have been tested, and that is on record.
    Done {
        /// The seeds.
        seeds: Range<u64>,
        /// How many programs they have.
        programs: u64,
        /// Processor time of our own.
        own: Duration,
        /// What backends said about them before anybody was asked again, each with the backend's number.
        tests: Vec<(usize, TestCount)>,
    },
    /// Something on this machine gets in the way. It is tried again after the pause.
    Trouble(String, Duration),
    /// Something on this machine got in the way of these seeds too often. They are not tested.
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
    /// It was told to.
    Cancelled,
    /// There is another compiler now where one of them was. What it said in the meantime is not recorded.
    Replaced(String),
    /// It could not go on.
    Failed(String),
}

/// What is left behind.
#[derive(Debug)]
pub struct Ended {
    /// Why it ended.
    pub end: End,
    /// What was in flight and has not been tested.
    pub in_flight: Vec<Range<u64>>,
    /// How many findings wait for somebody to look into them.
    pub waiting: usize,
}
