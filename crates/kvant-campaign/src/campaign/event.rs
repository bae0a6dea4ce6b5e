//! Events of a running campaign, and its end.

use std::ops::Range;
use std::time::Duration;

use kvant_record::event::{self, Found, Reduced, Seeds};
use kvant_record::{AnalysisSummary, Recorded, TestCount};

use super::Unmade;
use crate::follow_up::FollowedUp;
use crate::{Finding, Size, Spent, VerdictKind};

/// An event of a campaign.
#[derive(Debug)]
pub enum Event {
    /// The programs of these seeds are about to be generated and tested.
    Begins(Range<u64>),
    /// A seed has no program, for this reason: a bug of Kvant.
    Unmade(u64, Unmade),
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
        /// Its verdict.
        verdict: VerdictKind,
    },
    /// A disagreement was recorded.
    Found(Box<(Finding, Recorded)>),
    /// The confirmation of another worker's finding: true if this worker sees the disagreement too.
    Confirmed(i64, bool),
    /// Progress of a reduction: the finding's number and the current size of its program.
    Reducing(i64, Size),
    /// The investigation of the finding of this number ended, and its result is recorded.
    FollowedUp(i64, Box<FollowedUp>),
    /// The test results of these seeds are recorded.
    Done {
        /// The seeds.
        seeds: Range<u64>,
        /// Number of programs that were generated from them.
        programs: u64,
        /// Processor time of Kvant itself.
        own: Duration,
        /// Verdicts of the first tests, before any repetition, each with the backend's number.
        tests: Vec<(usize, TestCount)>,
    },
    /// A failure of this machine. The step is repeated after the pause.
    Trouble(String, Duration),
    /// Seeds that are not tested, after repeated failures of this machine.
    LeftOut(Range<u64>, String),
    /// Nothing happened for a while.
    Tick,
}

impl Event {
    /// The event's record, if it is of interest outside of this process.
    pub fn record(&self) -> Option<event::Event> {
        Some(match self {
            Event::Begins(seeds) => event::Event::Begin {
                seeds: bounds(seeds),
            },
            Event::Unmade(seed, why) => event::Event::Unmade {
                seed: *seed,
                error: why.to_string(),
            },
            Event::Heard {
                seeds,
                backend,
                counts,
                spent,
            } => event::Event::Tested {
                seeds: bounds(seeds),
                backend: counts.first().map(|count| count.backend.clone()),
                again: backend.is_none(),
                verdicts: counts.iter().map(|it| (it.verdict, it.count)).collect(),
                compiler_cpu_seconds: spent.compilers.as_secs_f64(),
                program_cpu_seconds: spent.programs.as_secs_f64(),
            },
            Event::Suspected {
                seeds,
                backend,
                verdict,
            } => event::Event::Suspected {
                seeds: seeds.clone(),
                backend: backend.clone(),
                verdict: *verdict,
            },
            Event::Found(found) => {
                event::Event::Finding(Box::new(found_record(&found.0, &found.1)))
            }
            Event::Done {
                seeds,
                programs,
                own,
                ..
            } => event::Event::Done {
                seeds: bounds(seeds),
                programs: *programs,
                own_cpu_seconds: own.as_secs_f64(),
            },
            Event::Trouble(what, pause) => event::Event::Trouble {
                error: what.clone(),
                again_in_seconds: pause.as_secs_f64(),
            },
            Event::LeftOut(seeds, what) => event::Event::LeftOut {
                seeds: bounds(seeds),
                error: what.clone(),
            },
            Event::Confirmed(finding, shows) => event::Event::Confirmed {
                finding: *finding,
                shows: *shows,
            },
            Event::FollowedUp(number, followed) => followed_record(*number, followed),
            Event::Reducing(..) | Event::Tick => return None,
        })
    }
}

/// The seeds of a range as records have them.
pub fn bounds(seeds: &Range<u64>) -> Seeds {
    [seeds.start, seeds.end]
}

fn found_record(finding: &Finding, recorded: &Recorded) -> Found {
    Found {
        recorded: recorded.clone(),
        program: finding.name.clone(),
        kind: finding.kind,
        counts: finding.kind.counts(),
        signature: finding.signature.clone(),
        headline: finding.headline(),
        suspects: finding.suspects.clone(),
        backends: finding.failing().map(|it| it.backend.name()).collect(),
    }
}

fn followed_record(finding: i64, followed: &FollowedUp) -> event::Event {
    match followed {
        FollowedUp::Investigated { analysis, same_as } => {
            let known = AnalysisSummary::from(&**analysis);
            event::Event::Reduced(Box::new(Reduced {
                finding,
                same_as: *same_as,
                original_statements: analysis.original.statements,
                statements: analysis.size.statements,
                functions: analysis.size.functions,
                smallest: analysis.is_smallest,
                backend: known.backend,
                symptom: known.symptom,
                culprit: known.culprit.unwrap_or_default(),
                unsure: known.unsure,
                shape: known.shape,
                lifted: analysis.is_lifted,
                calls: analysis.calls,
                cpu_seconds: analysis.spent.as_secs_f64(),
            }))
        }
        FollowedUp::Presumed(same_as) => event::Event::Presumed {
            finding,
            same_as: *same_as,
        },
        FollowedUp::Failed(why) => event::Event::NotReduced {
            finding,
            error: why.to_string(),
        },
    }
}

/// The reason why a campaign ended.
#[derive(Debug)]
pub enum End {
    /// Everything requested is tested.
    Complete,
    /// The time limit was reached.
    TimeIsUp,
    /// It was cancelled.
    Cancelled,
    /// A compiler was replaced by another one. Its results since then are not recorded.
    Replaced(String),
    /// A failure ended it.
    Failed(String),
}

/// The end of a campaign, and its open work.
#[derive(Debug)]
pub struct Ended {
    /// The reason.
    pub end: End,
    /// Claimed seeds that are not tested.
    pub in_flight: Vec<Range<u64>>,
    /// Number of findings that wait for an investigation.
    pub waiting: usize,
}
