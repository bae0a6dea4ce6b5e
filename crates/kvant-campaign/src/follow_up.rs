//! What a campaign does about what it has found, beside going on: it finds out what it can about what is new.
//!
//! That costs as much as some hundred programs, so it is not done for what is likely to be known, and only a part of the
//! campaign's time is spent on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use kvant_toolchain::{Backend, ToolError};

use crate::backend_set::BackendSet;
use crate::bisect::Symptom;
use crate::campaign::{Maker, locked};
use crate::investigate::{Case, Investigator, Step};
use crate::reduce::CannotReduce;
use crate::signature::message;
use crate::store::{self, Fingerprinted, Recorded, Store, StoreError, Unexplained};
use crate::{Analysis, Finding, Kind, Outcome, Size, Subject, Verdict, verdicts};

/// After so many findings with one fingerprint turned out to be one bug, the rest of them are presumed to be that, too.
const ENOUGH: u64 = 3;

/// For each so many seconds of testing there is one for this.
const SHARE: u64 = 4;

/// What came of following up a finding.
#[derive(Clone, Debug)]
pub enum FollowedUp {
    /// It was looked at.
    Investigated {
        /// What is known now, without the files.
        analysis: Box<Analysis>,
        /// The finding that is the same bug.
        same_as: Option<i64>,
    },
    /// Nobody looked, and it is held to be the same bug as this finding.
    Presumed(i64),
    /// It could not be done, for this reason.
    Failed(String),
}

/// A finding of which not all is known.
pub(crate) struct News {
    program: Program,
    kind: Kind,
    fingerprint: String,
    /// The number of the finding.
    pub(crate) number: i64,
    /// Who shows it with the program alone and the fewest flags.
    backend: Backend,
    symptom: Symptom,
    /// How often its budget was not enough.
    attempts: u32,
}

enum Program {
    Made(Arc<dyn Subject>),
    /// It is to be made again.
    Seed(u64),
}

impl News {
    /// What was found, if it is worth following up: nobody has seen it before, and it can be seen again.
    pub(crate) fn of(
        subject: &Arc<dyn Subject>,
        finding: &Finding,
        recorded: &Recorded,
    ) -> Option<News> {
        if recorded.news != store::News::New || finding.kind == Kind::Flaky {
            return None;
        }
        let shown = shown_plainly(finding)?;
        Some(News {
            backend: shown.backend.clone(),
            symptom: Symptom::of(&shown.verdict)?,
            program: Program::Made(Arc::clone(subject)),
            kind: finding.kind,
            fingerprint: fingerprint(finding),
            number: recorded.finding,
            attempts: 0,
        })
    }

    /// What was found earlier, if somebody who shows it is here.
    fn earlier(found: &Unexplained, here: &[&Backend]) -> Option<News> {
        let kind = Kind::named(&found.kind).filter(|kind| *kind != Kind::Flaky)?;
        let said = verdicts(&found.verdicts);
        let (backend, symptom) = found.failing.lines().find_map(|name| {
            let backend = here.iter().find(|backend| backend.name() == name)?;
            let (_, verdict) = said.iter().find(|(who, _)| who == name)?;
            Some(((*backend).clone(), Symptom::of(verdict)?))
        })?;
        Some(News {
            program: Program::Seed(found.seed),
            kind,
            fingerprint: found.fingerprint.clone(),
            number: found.finding,
            backend,
            symptom,
            attempts: 0,
        })
    }

    /// Order of the queue: findings that count, then the fewest attempts, then findings of this run before those that earlier
    /// runs left over, perhaps for a reason.
    fn rank(&self) -> (bool, u32, bool, i64) {
        let is_old = matches!(self.program, Program::Seed(_));
        (!self.kind.counts(), self.attempts, is_old, self.number)
    }
}

/// A finding is gone on with after so many budgets at most. Only the smallest program says whether two findings are one bug, so
/// it is worth more than the first one; but some never get there.
const ATTEMPTS: u32 = 6;

/// So many wait at most. The others are in the store.
const WAITING: usize = 100;

/// So many of one fingerprint wait at most: they may all be one bug.
const WAITING_ALIKE: usize = 4;

/// How many times its processor time an investigation may last on the clock.
const STRETCH: u32 = 4;

/// Follows up what is new.
pub(crate) struct FollowUp<'a> {
    investigator: &'a Investigator<'a>,
    store: &'a Mutex<Store>,
    maker: &'a Maker<'a>,
    /// When the campaign is to end.
    deadline: Option<Instant>,
    waiting: Mutex<Vec<News>>,
    /// Processor time of all that was tested and of all that was followed up, or is set aside for it, in microseconds.
    tested: AtomicU64,
    spent: AtomicU64,
}

impl<'a> FollowUp<'a> {
    pub(crate) fn new(
        investigator: &'a Investigator<'a>,
        store: &'a Mutex<Store>,
        maker: &'a Maker<'a>,
        deadline: Option<Instant>,
    ) -> FollowUp<'a> {
        FollowUp {
            investigator,
            store,
            maker,
            deadline,
            waiting: Mutex::default(),
            tested: AtomicU64::new(0),
            spent: AtomicU64::new(0),
        }
    }

    /// Takes note of what was found earlier in this campaign and nobody came to.
    pub(crate) fn take_up(&self, campaign: i64, set: &BackendSet) -> Result<(), StoreError> {
        let here: Vec<&Backend> = set.backends.iter().chain(&set.references).collect();
        let earlier = locked(self.store).unexplained(campaign)?;
        let earlier = earlier
            .iter()
            .filter_map(|found| News::earlier(found, &here));
        self.add(earlier.collect());
        Ok(())
    }

    /// Takes note of processor time that was spent on testing.
    pub(crate) fn tested(&self, time: Duration) {
        self.tested.fetch_add(micros(time), Ordering::Relaxed);
    }

    /// Takes note of what is new.
    pub(crate) fn add(&self, new: Vec<News>) {
        let mut waiting = locked(&self.waiting);
        for news in new {
            let alike = |other: &&News| {
                !news.fingerprint.is_empty() && other.fingerprint == news.fingerprint
            };
            if waiting.iter().filter(alike).count() < WAITING_ALIKE {
                waiting.push(news);
            }
        }
        waiting.sort_by_key(News::rank);
        waiting.truncate(WAITING);
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        locked(&self.waiting).len()
    }

    /// The next finding to investigate, if the budget allows it or workers are idle. Its time is reserved.
    pub(crate) fn next(&self, idle: bool) -> Option<News> {
        let mut waiting = locked(&self.waiting);
        if waiting.is_empty() || !(idle || self.affords()) {
            return None;
        }
        self.spent.fetch_add(self.budget(), Ordering::Relaxed);
        Some(waiting.remove(0))
    }

    /// Finds out about a finding.
    pub(crate) fn follow(&self, news: News, tell: &mut dyn FnMut(Size)) -> FollowedUp {
        let (followed, spent) = self.investigate(&news, tell);
        self.spent.fetch_sub(self.budget(), Ordering::Relaxed);
        self.spent.fetch_add(micros(spent), Ordering::Relaxed);
        let followed = followed.unwrap_or_else(FollowedUp::Failed);
        self.put_back(news, &followed);
        followed
    }

    /// Lets a finding wait again that is not as small as it can be: its budget was not enough, or it was interrupted.
    fn put_back(&self, mut news: News, followed: &FollowedUp) {
        news.attempts += 1;
        let unfinished = match followed {
            FollowedUp::Investigated { analysis, same_as } => {
                !analysis.is_smallest && same_as.is_none() && news.attempts < ATTEMPTS
            }
            FollowedUp::Presumed(_) => false,
            FollowedUp::Failed(_) => self.investigator.compiler.cancel.is_cancelled(),
        };
        if unfinished {
            let mut waiting = locked(&self.waiting);
            waiting.push(news);
            waiting.sort_by_key(News::rank);
        }
    }

    fn investigate(
        &self,
        news: &News,
        tell: &mut dyn FnMut(Size),
    ) -> (Result<FollowedUp, String>, Duration) {
        match self.presumed(news) {
            Ok(None) => {}
            Ok(Some(same)) => return (Ok(FollowedUp::Presumed(same)), Duration::ZERO),
            Err(error) => return (Err(error.to_string()), Duration::ZERO),
        }
        let made;
        let subject = match &news.program {
            Program::Made(subject) => &**subject,
            Program::Seed(seed) => match (self.maker)(*seed) {
                Err(why) => return (Err(why), Duration::ZERO),
                Ok(subject) => {
                    made = subject;
                    &*made
                }
            },
        };
        let budget = self.investigator.budget;
        let own = budget.and_then(|budget| Instant::now().checked_add(STRETCH * budget));
        let ends = [own, self.deadline];
        let folder = locked(self.store).reduction(news.number);
        let case = Case {
            subject,
            backend: news.backend.clone(),
            kind: Some(news.kind),
            symptom: Some(news.symptom.clone()),
            folder: Some(folder.clone()),
            anew: false,
            deadline: ends.into_iter().flatten().min(),
        };
        let found = self.investigator.run(&case, &mut |step| {
            if let Step::Reducing(progress) = step {
                tell(progress.size);
            }
        });
        match found {
            Ok(found) => (self.keep(news, found.analysis, &folder), found.spent),
            Err(CannotReduce::Tool(ToolError::Cancelled)) => {
                let why = "it was interrupted, and the next run resumes it";
                (Err(why.to_owned()), Duration::ZERO)
            }
            // Somebody else is at it.
            Err(error @ CannotReduce::Folder(..)) => (Err(error.to_string()), Duration::ZERO),
            // It is not known what it cost, but it ended early.
            Err(error) => (Err(error.to_string()), budget.unwrap_or_default() / 4),
        }
    }

    /// Keeps what was found out. A store that is busy now is not for ever.
    fn keep(
        &self,
        news: &News,
        mut analysis: Analysis,
        folder: &Path,
    ) -> Result<FollowedUp, String> {
        let kind = news.kind.name();
        let keep = || locked(self.store).keep_and_group(news.number, kind, &analysis);
        let mut kept = keep();
        for pause in PAUSES {
            if kept.is_ok() || self.investigator.compiler.cancel.is_cancelled() {
                break;
            }
            thread::sleep(pause);
            kept = keep();
        }
        let same_as = kept.map_err(|error| error.to_string())?;
        if analysis.is_smallest {
            // There is nothing to go on with. If this fails, it only takes space.
            let _ = fs::remove_dir_all(folder);
        }
        analysis.files.clear();
        Ok(FollowedUp::Investigated {
            analysis: Box::new(analysis),
            same_as,
        })
    }

    /// The bug that a finding is likely to be, which is on record then: of those with its fingerprint enough were looked at,
    /// and nearly all of them are that. Now and then one is looked at all the same, each time after twice as many: two
    /// bugs may have one fingerprint.
    fn presumed(&self, news: &News) -> Result<Option<i64>, StoreError> {
        let mut store = locked(self.store);
        let known = store.fingerprinted(&news.fingerprint)?;
        let Some(bug) = likely(&known) else {
            return Ok(None);
        };
        store.presume(news.number, bug)?;
        Ok(Some(bug))
    }

    /// What may be spent on one finding, in microseconds.
    fn budget(&self) -> u64 {
        micros(self.investigator.budget.unwrap_or_default())
    }

    /// Whether there is time for another one.
    fn affords(&self) -> bool {
        let spent = self.spent.load(Ordering::Relaxed);
        let tested = self.tested.load(Ordering::Relaxed);
        spent <= self.budget().saturating_add(tested / SHARE)
    }
}

/// How long to wait before something is written again that could not be.
const PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

/// The bug that one more finding with a fingerprint is presumed to be, after what is known of those that have it.
fn likely(known: &Fingerprinted) -> Option<i64> {
    let (bug, times) = *known.bugs.first()?;
    let all: u64 = known.bugs.iter().map(|(_, times)| times).sum();
    let nearly_all = 4 * times >= 3 * all;
    (times >= ENOUGH && nearly_all && !known.findings.is_power_of_two()).then_some(bug)
}

/// What is known of a finding without looking closer. Nothing, if its signature says as much.
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

/// Who shows it with the program alone and the fewest flags, a build rather than something else.
fn shown_plainly(finding: &Finding) -> Option<&Outcome> {
    let alone = |it: &&Outcome| !matches!(it.verdict, Verdict::OnlyInBatch(_));
    finding
        .failing()
        .filter(alone)
        .min_by_key(|outcome| match &outcome.backend.request {
            request if request.is_build() => (0, request.flags.len()),
            _ => (1, 0),
        })
}

#[cfg(test)]
mod tests {
    use kvant_toolchain::{Cancel, OptLevel, Toolchains};

    use super::*;

    /// A finding that used its budget waits behind those without an attempt, for a limited number of attempts.
    #[test]
    fn what_is_not_the_smallest_waits_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let store = Mutex::new(Store::open(folder.path()).unwrap());
        let known = Toolchains::discover();
        let toolchain = Arc::clone(&known.found[0]);
        let investigator =
            Investigator::new(&known, Vec::new(), |_, _, _| Vec::new(), &Cancel::new());
        let maker = |_| Err(String::new());
        let follow_up = FollowUp::new(&investigator, &store, &maker, None);
        let news = |number| News {
            program: Program::Seed(0),
            kind: Kind::WrongValue,
            fingerprint: String::new(),
            number,
            backend: Backend::build(Arc::clone(&toolchain), OptLevel::O3),
            symptom: Symptom::of(&Verdict::ProgramHang).unwrap(),
            attempts: 0,
        };
        let came_to = |is_smallest| FollowedUp::Investigated {
            analysis: Box::new(Analysis {
                is_smallest,
                ..Analysis::default()
            }),
            same_as: None,
        };
        follow_up.add(vec![news(1), news(2)]);
        let first = follow_up.next(true).unwrap();
        assert_eq!(first.number, 1);
        follow_up.put_back(first, &came_to(false));
        let second = follow_up.next(true).unwrap();
        assert_eq!(second.number, 2);
        follow_up.put_back(second, &came_to(true));
        for attempt in 1..ATTEMPTS {
            let again = follow_up.next(true).unwrap();
            assert_eq!((again.number, again.attempts), (1, attempt));
            follow_up.put_back(again, &came_to(false));
        }
        assert_eq!(follow_up.waiting(), 0);
    }

    #[test]
    fn the_hundredth_occurrence_is_presumed_and_now_and_then_one_is_looked_at() {
        let known = |findings, bugs: &[(i64, u64)]| Fingerprinted {
            findings,
            bugs: bugs.to_vec(),
            presumed: 0,
        };
        assert_eq!(likely(&known(3, &[(1, 2)])), None);
        assert_eq!(likely(&known(5, &[(1, 3)])), Some(1));
        assert_eq!(likely(&known(100, &[(1, 7)])), Some(1));
        assert_eq!(likely(&known(128, &[(1, 7)])), None);
        // A stray one does not matter, and two bugs do.
        assert_eq!(likely(&known(100, &[(1, 7), (9, 1)])), Some(1));
        assert_eq!(likely(&known(100, &[(1, 7), (9, 4)])), None);
        let looked_at = (1..1000).filter(|n| likely(&known(*n, &[(1, 3)])).is_none());
        assert_eq!(looked_at.count(), 10);
    }
}
