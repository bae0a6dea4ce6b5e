//! What a campaign does about what it has found, beside going on: it finds out what it can about what is new.
//!
//! That costs as much as some hundred programs, so it is not done for what is likely to be known, and only a part of the
//! campaign's time is spent on it.

use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kvant_toolchain::{Backend, BackendKind};

use crate::bisect::Symptom;
use crate::campaign::locked;
use crate::investigate::{Case, Investigator, Step};
use crate::store::{self, Recorded, Store, StoreError};
use crate::{Dossier, Finding, Kind, Size, Subject, Testimony, Verdict};

/// What is known of the findings with one fingerprint after so many of them turned out to be one bug: the rest of them are
/// presumed to be that, too.
const ENOUGH: u64 = 3;

/// No more than one part in so many of the time goes into this.
const SHARE: u32 = 4;

/// What came of following up a finding.
#[derive(Clone, Debug)]
pub enum FollowedUp {
    /// It was looked at.
    Investigated {
        /// What is known now, without the files.
        dossier: Box<Dossier>,
        /// The finding that is the same bug.
        same_as: Option<i64>,
    },
    /// Nobody looked, and it is held to be the same bug as this finding.
    Presumed(i64),
    /// It could not be done, for this reason.
    Failed(String),
}

/// A finding that nobody has looked at.
pub(crate) struct News {
    subject: Arc<dyn Subject>,
    finding: Finding,
    /// The number of the finding.
    pub(crate) number: i64,
    /// Who shows it with the program alone and the fewest flags.
    backend: Backend,
    symptom: Symptom,
}

impl News {
    /// What was found, if it is worth following up: nobody has seen it before, and it can be seen again.
    pub(crate) fn of(
        subject: &Arc<dyn Subject>,
        finding: Finding,
        recorded: &Recorded,
    ) -> Option<News> {
        if recorded.news != store::News::New || finding.kind == Kind::Flaky {
            return None;
        }
        let shown = shown_plainly(&finding)?;
        Some(News {
            backend: shown.backend.clone(),
            symptom: Symptom::of(&shown.verdict)?,
            subject: Arc::clone(subject),
            number: recorded.finding,
            finding,
        })
    }
}

/// More than so many wait in vain. They are in the store, for whoever has the time.
const WAITING: usize = 100;

/// Follows up what is new.
pub(crate) struct FollowUp<'a> {
    investigator: &'a Investigator<'a>,
    store: &'a Mutex<Store>,
    waiting: Mutex<VecDeque<News>>,
    /// Processor time of all that was tested and of all that was followed up, in microseconds.
    tested: AtomicU64,
    spent: AtomicU64,
}

impl<'a> FollowUp<'a> {
    pub(crate) fn new(investigator: &'a Investigator<'a>, store: &'a Mutex<Store>) -> FollowUp<'a> {
        FollowUp {
            investigator,
            store,
            waiting: Mutex::default(),
            tested: AtomicU64::new(0),
            spent: AtomicU64::new(0),
        }
    }

    /// Takes note of processor time that was spent on testing.
    pub(crate) fn tested(&self, time: Duration) {
        let time = time.as_micros() as u64;
        self.tested.fetch_add(time, Ordering::Relaxed);
    }

    /// Takes note of what is new.
    pub(crate) fn add(&self, new: Vec<News>) {
        let mut waiting = locked(&self.waiting);
        waiting.extend(new);
        waiting.truncate(WAITING);
    }

    /// What is to be followed up next, if there is time for it.
    pub(crate) fn next(&self) -> Option<News> {
        let mut waiting = locked(&self.waiting);
        match self.affords() {
            true => waiting.pop_front(),
            false => None,
        }
    }

    /// Finds out about a finding.
    pub(crate) fn follow(&self, news: &News, tell: &mut dyn FnMut(Size)) -> FollowedUp {
        let followed = self.investigate(news, tell);
        followed.unwrap_or_else(|error| FollowedUp::Failed(error.to_string()))
    }

    fn investigate(
        &self,
        news: &News,
        tell: &mut dyn FnMut(Size),
    ) -> Result<FollowedUp, StoreError> {
        let News {
            finding, number, ..
        } = news;
        if let Some(same) = self.presumed(&fingerprint(finding))? {
            locked(self.store).presume(*number, same)?;
            return Ok(FollowedUp::Presumed(same));
        }
        let case = Case {
            subject: &*news.subject,
            backend: news.backend.clone(),
            kind: Some(finding.kind),
            symptom: Some(news.symptom.clone()),
            folder: Some(locked(self.store).reduction(*number)),
        };
        let found = self.investigator.run(&case, &mut |step| {
            if let Step::Reducing(progress) = step {
                tell(progress.size);
            }
        });
        let mut dossier = match found {
            Ok(found) => found.dossier,
            Err(error) => return Ok(FollowedUp::Failed(error.to_string())),
        };
        let spent = dossier.spent.as_micros() as u64;
        self.spent.fetch_add(spent, Ordering::Relaxed);
        let kind = finding.kind.name();
        let same_as = locked(self.store).keep_and_group(*number, kind, &dossier)?;
        dossier.files.clear();
        Ok(FollowedUp::Investigated {
            dossier: Box::new(dossier),
            same_as,
        })
    }

    /// The bug that a finding with this fingerprint is likely to be. Now and then one is looked at all the same, each
    /// time after twice as many: two bugs may have one fingerprint.
    fn presumed(&self, fingerprint: &str) -> Result<Option<i64>, StoreError> {
        let known = locked(self.store).fingerprinted(fingerprint)?;
        Ok(match known.bugs[..] {
            [(bug, times)] if times >= ENOUGH && !(known.presumed + 1).is_power_of_two() => {
                Some(bug)
            }
            _ => None,
        })
    }

    /// Whether there is time for another one.
    fn affords(&self) -> bool {
        let one = self.investigator.budget.unwrap_or_default().as_micros() as u64;
        let spent = self.spent.load(Ordering::Relaxed);
        let tested = self.tested.load(Ordering::Relaxed);
        spent <= one.saturating_add(tested / u64::from(SHARE))
    }
}

/// What is known of a finding without looking closer. Nothing, if its signature says as much.
pub(crate) fn fingerprint(finding: &Finding) -> String {
    if !finding.kind.is_of_the_program() {
        return String::new();
    }
    let accused = finding.accused();
    let releases: BTreeSet<&str> = accused
        .map(|testimony| testimony.backend.toolchain.release.as_str())
        .collect();
    let releases: Vec<&str> = releases.into_iter().collect();
    let (kind, releases, suspects) = (finding.kind.name(), releases.join(" "), &finding.suspects);
    format!("{kind} on {releases} with {}", suspects.join(" "))
}

/// Who shows it with the program alone and the fewest flags, a build rather than something else.
fn shown_plainly(finding: &Finding) -> Option<&Testimony> {
    let alone = |it: &&Testimony| !matches!(it.verdict, Verdict::OnlyInBatch(_));
    finding
        .accused()
        .filter(alone)
        .min_by_key(|testimony| match &testimony.backend.kind {
            BackendKind::Build(flags) => (0, flags.extra.len()),
            BackendKind::ConstEval | BackendKind::Miri { .. } => (1, 0),
        })
}
