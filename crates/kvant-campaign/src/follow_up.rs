//! Work of a campaign on findings: confirming those of other workers, and analysing new ones.
//!
//! An analysis costs as much as testing some hundred programs. Findings that are likely to be known bugs get none, and analyses
//! may use only a part of the campaign's time.

use std::collections::BTreeSet;
use std::error::Error;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use std::{fmt, fs};

use kvant_record::Confirmation;
use kvant_toolchain::{Backend, Scratch, ToolError};

use crate::bisect::Symptom;
use crate::campaign::{Campaign, Maker, Unmade, panic_message};
use crate::compare::form;
use crate::investigate::{self, Investigator, Step};
use crate::ledger::{Case, Done, Lease, Ledger, LedgerError, Receipt, Remedy, Wanted, Work};
use crate::reduce::CannotReduce;
use crate::signature::message;
use crate::store::BackendKey;
use crate::{Analysis, Finding, Size, Spent};

/// Seconds of testing for each second of analysis.
const SHARE: u64 = 4;

/// The result of following up a finding.
#[derive(Clone, Debug)]
pub enum FollowedUp {
    /// It was analysed.
    Investigated {
        /// The analysis, without its files.
        analysis: Box<Analysis>,
        /// An earlier finding of the same bug.
        same_as: Option<i64>,
    },
    /// It was not analysed, and is presumed to be the same bug as this finding.
    Presumed(i64),
    /// It could not be followed up.
    Failed(CannotFollow),
}

/// A reason why a finding could not be followed up.
#[derive(Clone, Debug)]
pub enum CannotFollow {
    /// Its program could not be generated again.
    Unmade(Unmade),
    /// None of its failing backends is installed here.
    NoBackend,
    /// The ledger could not be read or written.
    Ledger(Arc<LedgerError>),
    /// It could not be reduced.
    Reduce(Arc<CannotReduce>),
    /// It was cancelled.
    Interrupted,
    /// Kvant panicked, with this message.
    Panicked(String),
}

impl fmt::Display for CannotFollow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotFollow::Unmade(error) => error.fmt(f),
            CannotFollow::NoBackend => {
                f.write_str("none of its failing backends is installed here")
            }
            CannotFollow::Ledger(error) => error.fmt(f),
            CannotFollow::Reduce(error) => error.fmt(f),
            CannotFollow::Interrupted => {
                f.write_str("it was interrupted, and the next run resumes it")
            }
            CannotFollow::Panicked(said) => write!(f, "kvant panicked over it: {said}"),
        }
    }
}

impl Error for CannotFollow {}

impl From<LedgerError> for CannotFollow {
    fn from(error: LedgerError) -> CannotFollow {
        CannotFollow::Ledger(Arc::new(error))
    }
}

/// Wall time that an investigation may take, as a multiple of its processor time.
const STRETCH: u32 = 4;

/// Follows up findings.
pub(crate) struct FollowUp<'a> {
    investigator: &'a Investigator<'a>,
    ledger: &'a dyn Ledger,
    maker: &'a Maker<'a>,
    /// The backends of the campaign, and their keys.
    backends: Vec<&'a Backend>,
    keys: Vec<BackendKey>,
    /// The folder in which reductions keep their progress.
    folder: &'a Path,
    /// The end of the campaign.
    deadline: Option<Instant>,
    /// Processor time in microseconds: of tests, and of analyses with the reserved time of running ones.
    tested: AtomicU64,
    spent: AtomicU64,
}

impl<'a> FollowUp<'a> {
    /// Follows up the findings of a campaign, if it has an investigator.
    pub(crate) fn new(
        campaign: &'a Campaign<'a>,
        ledger: &'a dyn Ledger,
        maker: &'a Maker<'a>,
        deadline: Option<Instant>,
    ) -> Option<FollowUp<'a>> {
        let investigator = campaign.investigator?;
        let backends = campaign.set.backends.iter();
        let backends: Vec<&Backend> = backends.chain(&campaign.set.references).collect();
        Some(FollowUp {
            investigator,
            ledger,
            maker,
            keys: backends.iter().copied().map(BackendKey::of).collect(),
            backends,
            folder: &campaign.reductions,
            deadline,
            tested: AtomicU64::new(0),
            spent: AtomicU64::new(0),
        })
    }

    /// Adds processor time that was spent on testing.
    pub(crate) fn tested(&self, time: Duration) {
        self.tested.fetch_add(micros(time), Ordering::Relaxed);
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted::Reduce {
            backends: &self.keys,
        }
    }

    /// Number of findings that wait for an analysis.
    pub(crate) fn waiting(&self) -> usize {
        self.ledger.pending(&self.wanted()).unwrap_or_default()
    }

    /// The next finding to analyse, if the budget allows it or workers are idle. Its time is reserved.
    pub(crate) fn next(&self, idle: bool) -> Result<Option<Lease>, LedgerError> {
        if !(idle || self.affords()) {
            return Ok(None);
        }
        let lease = self.ledger.claim(&self.wanted())?;
        if lease.is_some() {
            self.spent.fetch_add(self.budget(), Ordering::Relaxed);
        }
        Ok(lease)
    }

    /// Analyses the finding of a lease. A panic is a bug of Kvant that fails only this analysis.
    pub(crate) fn follow(&self, lease: &Lease, tell: &mut dyn FnMut(Size)) -> FollowedUp {
        let followed = panic::catch_unwind(AssertUnwindSafe(|| match &lease.work {
            Work::Reduce(case) => self.investigate(lease, case, tell),
            Work::Test(_) | Work::Confirm(_) | Work::Recheck(_) => {
                (Err(CannotFollow::NoBackend), Duration::ZERO)
            }
        }));
        let (followed, spent) = followed.unwrap_or_else(|panicked| {
            let why = CannotFollow::Panicked(panic_message(&*panicked).to_owned());
            (Err(why), self.unknown_cost())
        });
        self.spent.fetch_sub(self.budget(), Ordering::Relaxed);
        self.spent.fetch_add(micros(spent), Ordering::Relaxed);
        followed.unwrap_or_else(|why| {
            // A lease that cannot be given back ends with the session.
            let _ = match self.is_cancelled() {
                true => self.ledger.release(lease, None),
                false => self.ledger.finish(lease, &Done::Failed).map(|_| ()),
            };
            FollowedUp::Failed(why)
        })
    }

    fn investigate(
        &self,
        lease: &Lease,
        case: &Case,
        tell: &mut dyn FnMut(Size),
    ) -> (Result<FollowedUp, CannotFollow>, Duration) {
        if let Some(bug) = case.likely {
            let noted = self.ledger.finish(lease, &Done::Presumed(bug));
            let followed = noted.map(|_| FollowedUp::Presumed(bug));
            return (followed.map_err(CannotFollow::from), Duration::ZERO);
        }
        let symptom = Symptom::of(&case.verdict);
        let Some((backend, symptom)) = self.backend(case).zip(symptom) else {
            return (Err(CannotFollow::NoBackend), Duration::ZERO);
        };
        let subject = match (self.maker)(case.seed) {
            Ok(subject) => subject,
            Err(why) => return (Err(CannotFollow::Unmade(why)), Duration::ZERO),
        };
        let budget = self.investigator.budget;
        let own = budget.and_then(|budget| Instant::now().checked_add(STRETCH * budget));
        let ends = [own, self.deadline];
        let folder = self.folder.join(case.finding.to_string());
        let question = investigate::Case {
            subject: &*subject,
            backend: backend.clone(),
            kind: Some(case.kind),
            symptom: Some(symptom),
            folder: Some(folder.clone()),
            anew: false,
            deadline: ends.into_iter().flatten().min(),
        };
        let found = self.investigator.run(&question, &mut |step| {
            if let Step::Reducing(progress) = step {
                tell(progress.size);
            }
        });
        match found {
            Ok(found) => (self.keep(lease, found.analysis, &folder), found.spent),
            Err(CannotReduce::Tool(ToolError::Cancelled)) => {
                (Err(CannotFollow::Interrupted), Duration::ZERO)
            }
            // Another process reduces it.
            Err(error @ CannotReduce::Folder(..)) => {
                (Err(CannotFollow::Reduce(Arc::new(error))), Duration::ZERO)
            }
            Err(error) => (
                Err(CannotFollow::Reduce(Arc::new(error))),
                self.unknown_cost(),
            ),
        }
    }

    /// The presumed cost of a reduction that failed. It mostly ends early.
    fn unknown_cost(&self) -> Duration {
        self.investigator.budget.unwrap_or_default() / 4
    }

    fn backend(&self, case: &Case) -> Option<&'a Backend> {
        let mut backends = self.backends.iter().copied();
        backends.find(|backend| backend.name() == case.backend)
    }

    /// Records an analysis. Tries again if the ledger is busy.
    fn keep(
        &self,
        lease: &Lease,
        mut analysis: Analysis,
        folder: &Path,
    ) -> Result<FollowedUp, CannotFollow> {
        let done = Done::Analysed(Box::new(analysis.clone()));
        let mut kept = self.ledger.finish(lease, &done);
        for pause in PAUSES {
            let again = matches!(&kept, Err(error) if error.remedy == Remedy::Retry);
            if !again || self.is_cancelled() {
                break;
            }
            thread::sleep(pause);
            kept = self.ledger.finish(lease, &done);
        }
        let same_as = match kept? {
            Receipt::SameAs(same) => same,
            Receipt::Recorded(_) | Receipt::Noted => None,
        };
        if analysis.is_smallest {
            // A finished reduction is never resumed. If removing fails, it only takes space.
            let _ = fs::remove_dir_all(folder);
        }
        analysis.files.clear();
        Ok(FollowedUp::Investigated {
            analysis: Box::new(analysis),
            same_as,
        })
    }

    /// Tests the program of a finding of another worker. Returns the finding's number, and true if it shows here too or `None` if
    /// it could not be tested. `None` if there is no such finding.
    pub(crate) fn confirm(&self) -> Option<(i64, Option<bool>)> {
        let wanted = Wanted::Confirm {
            backends: &self.keys,
        };
        // A broken ledger is reported when test results are recorded.
        let lease = self.ledger.claim(&wanted).ok()??;
        let Work::Confirm(case) = &lease.work else {
            return None;
        };
        // A panic is a bug of Kvant that fails only this confirmation.
        let seen = panic::catch_unwind(AssertUnwindSafe(|| self.seen(case)));
        let seen = seen.unwrap_or_default();
        let shows = seen.as_ref().map(|seen| seen.shows);
        let done = seen.map_or(Done::Failed, Done::Confirmed);
        if self.is_cancelled() || self.ledger.finish(&lease, &done).is_err() {
            let _ = self.ledger.release(&lease, None);
            return None;
        }
        Some((case.finding, shows))
    }

    /// The verdict of a backend of this worker about a finding. `None` if the program cannot be tested.
    fn seen(&self, case: &Case) -> Option<Confirmation> {
        let (backend, symptom) = (self.backend(case)?, Symptom::of(&case.verdict)?);
        let subject = (self.maker)(case.seed).ok()?;
        let ask = crate::Ask {
            backend,
            scratch: &Scratch::new().ok()?,
            compiler: &self.investigator.compiler,
            program: &self.investigator.program,
        };
        let verdict = ask.test(&*subject, form(backend), &mut Spent::default());
        let verdict = verdict.ok()?;
        Some(Confirmation {
            backend: case.backend.clone(),
            verdict: verdict.kind(),
            shows: symptom.shows(&verdict),
        })
    }

    fn is_cancelled(&self) -> bool {
        self.investigator.compiler.cancel.is_cancelled()
    }

    /// Processor time for one finding, in microseconds.
    fn budget(&self) -> u64 {
        micros(self.investigator.budget.unwrap_or_default())
    }

    /// True if there is time for another analysis.
    fn affords(&self) -> bool {
        let spent = self.spent.load(Ordering::Relaxed);
        let tested = self.tested.load(Ordering::Relaxed);
        spent <= self.budget().saturating_add(tested / SHARE)
    }
}

/// Pauses before an analysis is written again after an error.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

/// The properties by which findings are presumed to be one bug. Empty if the signature alone identifies the bug.
pub(crate) fn fingerprint(finding: &Finding) -> String {
    let says = finding.failing().next().map(|it| message(&it.verdict));
    if says.is_none_or(|says| !says.is_empty()) {
        return String::new();
    }
    let failing = finding.failing();
    let releases: BTreeSet<String> = failing
        .map(|outcome| outcome.backend.toolchain.title())
        .collect();
    let releases: Vec<String> = releases.into_iter().collect();
    let (kind, releases, suspects) = (finding.kind.name(), releases.join(" "), &finding.suspects);
    format!("{kind} on {releases} with {}", suspects.join(" "))
}
