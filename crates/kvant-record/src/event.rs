//! Events of a campaign (`kvant --json fuzz`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Kind, Moment, Recorded, Schema, VerdictKind};

/// An event with its time: one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The time of the event.
    pub time: Moment,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

impl Schema for Told {}

/// The first seed, and the one after the last.
pub type Seeds = [u64; 2];

/// An event of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The campaign begins or is resumed.
    Start(Start),
    /// The programs of these seeds are about to be generated and tested.
    Begin {
        /// The seeds.
        seeds: Seeds,
    },
    /// A seed has no program: a bug of Kvant.
    Unmade {
        /// The seed.
        seed: u64,
        /// The reason.
        error: String,
    },
    /// Verdicts of a backend about programs of these seeds.
    Tested {
        /// The seeds.
        seeds: Seeds,
        /// The backend's name.
        backend: Option<String>,
        /// True for repetitions after a disagreement.
        again: bool,
        /// Number of programs by verdict.
        verdicts: BTreeMap<VerdictKind, u64>,
        /// Processor time of the compiler.
        compiler_cpu_seconds: f64,
        /// Processor time of the programs.
        program_cpu_seconds: f64,
    },
    /// An unconfirmed disagreement about one of these seeds.
    Suspected {
        /// The seeds.
        seeds: Vec<u64>,
        /// The backend's name.
        backend: String,
        /// Its verdict.
        verdict: VerdictKind,
    },
    /// A finding was recorded.
    Finding(Box<Found>),
    /// A finding of another process was tested here.
    Confirmed {
        /// The number of the finding.
        finding: i64,
        /// True if it shows here.
        shows: bool,
    },
    /// The results of these seeds are recorded.
    Done {
        /// The seeds.
        seeds: Seeds,
        /// Number of programs.
        programs: u64,
        /// Processor time of Kvant itself.
        own_cpu_seconds: f64,
    },
    /// A failure of this machine. The step is repeated after the pause.
    Trouble {
        /// The failure.
        error: String,
        /// The pause.
        again_in_seconds: f64,
    },
    /// Seeds that are not tested, after repeated failures of this machine.
    LeftOut {
        /// The seeds.
        seeds: Seeds,
        /// The failure.
        error: String,
    },
    /// A finding was investigated, and the result is recorded.
    Reduced(Box<Reduced>),
    /// A finding is presumed to be the same as another one.
    Presumed {
        /// Its number.
        finding: i64,
        /// The number of the other one.
        same_as: i64,
    },
    /// A finding could not be investigated.
    NotReduced {
        /// Its number.
        finding: i64,
        /// The reason.
        error: String,
    },
    /// The counts, at intervals.
    Progress {
        /// The counts.
        #[serde(flatten)]
        counts: Box<Counts>,
        /// Time until the end, if there is one.
        seconds_left: Option<f64>,
        /// Findings that are reduced now.
        reducing: Vec<Reducing>,
        /// Seeds with an unconfirmed disagreement.
        suspected: Vec<u64>,
    },
    /// The campaign ended.
    End {
        /// The counts.
        #[serde(flatten)]
        counts: Box<Counts>,
        /// Claimed seeds that are not tested.
        in_flight: Vec<Seeds>,
        /// Number of findings that wait for an investigation.
        waiting: usize,
        /// `complete`, `time`, `cancelled`, `replaced` (a compiler was replaced by another version) or `failed`.
        end: String,
        /// The reason of the last two.
        error: Option<String>,
    },
}

/// The beginning of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The folder of the store.
    pub store: String,
    /// The number of the campaign.
    pub campaign: i64,
    /// True if the campaign existed before.
    pub resumed: bool,
    /// Number of its programs that were tested before.
    pub tested_before: u64,
    /// Seeds that were in flight when an earlier run died.
    pub lost: Vec<Seeds>,
    /// The seeds that may be tested.
    pub seeds: Seeds,
    /// The number of programs to test at most.
    pub count: Option<u64>,
    /// The time to run at most.
    pub seconds: Option<u64>,
    /// Number of batches at the same time.
    pub jobs: usize,
    /// Number of backends for each batch, if not all.
    pub sample: Option<usize>,
    /// The names of the backends.
    pub backends: Vec<String>,
}

/// A finding that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Its place in the store.
    #[serde(flatten)]
    pub recorded: Recorded,
    /// The program's name.
    pub program: String,
    /// The kind.
    pub kind: Kind,
    /// True if it counts as a failure.
    pub counts: bool,
    /// Equal for findings that are one bug, as far as that can be known.
    pub signature: String,
    /// A line about it.
    pub headline: String,
    /// Passes or flags; without any one of them the backend agrees.
    pub suspects: Vec<String>,
    /// The names of the backends that show it.
    pub backends: Vec<String>,
}

/// The result of an investigation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduced {
    /// The number of the finding.
    pub finding: i64,
    /// The finding that is the same bug.
    pub same_as: Option<i64>,
    /// Statements of the program in which it was found.
    pub original_statements: usize,
    /// Statements of the smallest program.
    pub statements: usize,
    /// Functions of the smallest program.
    pub functions: usize,
    /// True if nothing smaller was left to try.
    pub smallest: bool,
    /// The name of the backend with the fewest flags that shows it.
    pub backend: String,
    /// The symptom, in a line.
    pub symptom: String,
    /// The passes that it comes from, in a line; empty if unknown.
    pub culprit: String,
    /// True if evidence contradicts the culprit.
    pub unsure: bool,
    /// Operations of the smallest program.
    pub shape: Vec<String>,
    /// True if it shows in ordinary code too.
    pub lifted: bool,
    /// Number of calls of compilers.
    pub calls: u64,
    /// Processor time.
    pub cpu_seconds: f64,
}

/// A finding that is being reduced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reducing {
    /// Its number.
    pub finding: i64,
    /// Statements of its program now.
    pub statements: usize,
}

/// Counts of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Time since the beginning.
    pub seconds: f64,
    /// Number of tested programs.
    pub programs: u64,
    /// Number of tests: one for each program and backend.
    pub tests: u64,
    /// Number of seeds without a program.
    pub unmade: u64,
    /// Number of programs that are not tested, after repeated failures of this machine.
    pub left_out: u64,
    /// Share of compilers in the processor time.
    pub compiler_share: Option<f64>,
    /// Processor time of compilers.
    pub compiler_cpu_seconds: f64,
    /// Processor time of programs.
    pub program_cpu_seconds: f64,
    /// Number of new findings by kind.
    pub new: BTreeMap<Kind, u64>,
    /// Number of known findings by kind.
    pub known: BTreeMap<Kind, u64>,
    /// Number of muted findings.
    pub muted: u64,
    /// Tests by backend.
    pub backends: Vec<BackendCounts>,
}

/// Counts of one backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendCounts {
    /// The backend's name.
    pub name: String,
    /// Number of tests.
    pub tests: u64,
    /// Tests without an answer.
    pub cannot_say: u64,
    /// Tests that disagreed, before any repetition.
    pub bad: u64,
}
