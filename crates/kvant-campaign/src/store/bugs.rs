//! Bugs: findings, each with all that are the same as it.

use std::collections::HashMap;

use kvant_record::{Analysis, Backend, FindingSummary, Moment, Mute, OnVersion, Recheck, Verdict};
use rusqlite::{Connection, params};

use super::analysis;
use super::error::{Problem, StoreError};
use super::mute;
use super::report::{summary, verdict};
use super::state::{State, fixed_in};
use super::{Store, now};
use crate::is_repeatable;

/// A finding that is not known to be the same as another one, and all that are the same as it.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The finding whose number is the bug's.
    pub finding: FindingSummary,
    /// What is known of that finding, without the files.
    pub analysis: Option<Analysis>,
    /// What compilers said of it later, from the oldest answer to the newest.
    pub rechecked: Vec<Recheck>,
    /// How it stands.
    pub state: State,
    /// The release since which it is gone, muted or not.
    pub fixed_in: Option<String>,
    /// The numbers of the findings that are this bug, its own first.
    pub findings: Vec<i64>,
    /// How many of those are only presumed to be.
    pub presumed: u64,
    /// How often all of them were seen.
    pub occurrences: u64,
    /// When one of them was seen first.
    pub first_seen: Moment,
    /// When one of them was seen last.
    pub last_seen: Moment,
}

impl Bug {
    /// What every compiler made of it, those that were asked last at the end.
    pub fn said(&self) -> Vec<OnVersion> {
        let versions = self.analysis.iter().flat_map(|analysis| &analysis.versions);
        let asked_again = |version: &&OnVersion| {
            let mut again = self.rechecked.iter();
            again.any(|it| it.toolchain == version.toolchain && it.release == version.release)
        };
        let first = versions.filter(|version| !asked_again(version)).cloned();
        let again = self.rechecked.iter().map(|again| OnVersion {
            toolchain: again.toolchain.clone(),
            release: again.release.clone(),
            verdict: again.verdict,
            shows: again.shows,
        });
        first.chain(again).collect()
    }
}

impl Store {
    /// All bugs, in the order in which their findings were seen first.
    pub fn bugs(&self) -> Result<Vec<Bug>, StoreError> {
        self.look(|database| {
            let mutes = mute::all(database)?;
            let mut members = database.prepare(
                "SELECT coalesce(same_as, id), id, presumed FROM finding ORDER BY same_as IS NOT NULL, id",
            )?;
            let members = members.query_map([], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
            let (mut order, mut bugs) = (Vec::new(), HashMap::<i64, Vec<(i64, bool)>>::new());
            for member in members {
                let (bug, finding, presumed) = member?;
                if bug == finding {
                    order.push(bug);
                }
                bugs.entry(bug).or_default().push((finding, presumed));
            }
            let bugs = order.iter().filter_map(|id| {
                let members = bugs.get(id).map(Vec::as_slice).unwrap_or_default();
                bug(database, *id, members, &mutes).transpose()
            });
            bugs.collect()
        })
    }

    /// The bug that the finding with this number is, if there is such a finding.
    pub fn bug(&self, finding: i64) -> Result<Option<Bug>, StoreError> {
        self.look(|database| {
            let id = match analysis::bug_of(database, finding) {
                Err(Problem::NoFinding(_)) => return Ok(None),
                other => other?,
            };
            let mut members = database.prepare(
                "SELECT id, presumed FROM finding WHERE id = ?1 OR same_as = ?1
                 ORDER BY same_as IS NOT NULL, id",
            )?;
            let members = members.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let members = members.collect::<Result<Vec<_>, _>>()?;
            bug(database, id, &members, &mute::all(database)?)
        })
    }

    /// Keeps what a compiler says of a finding now, in the place of what the same compiler said before. When that was is
    /// filled in.
    pub fn keep_recheck(&mut self, finding: i64, recheck: &Recheck) -> Result<(), StoreError> {
        self.change(|database| keep_recheck(database, finding, recheck))
    }

    /// What shows a bug: by its analysis, or else by the first program in which it was found.
    pub fn evidence(&self, bug: i64) -> Result<Evidence, StoreError> {
        let missing = || Problem::NoEvidence(bug).at(&self.folder);
        if let Some(analysis) = self.analysis(bug)? {
            let shown = analysis.backend.zip(analysis.verdict);
            let (backend, verdict) = shown.ok_or_else(missing)?;
            return Ok(Evidence {
                bug,
                files: analysis.files,
                backend,
                verdict,
            });
        }
        let record = self.record(bug)?.ok_or_else(missing)?;
        let shown = record.failing().into_iter().find(|shown| {
            let alone = !matches!(shown.verdict, Verdict::OnlyInBatch(_));
            alone && is_repeatable(&shown.backend)
        });
        let shown = shown.ok_or_else(missing)?;
        let finding = self.finding(bug)?;
        let occurrences = finding.into_iter().flat_map(|finding| finding.occurrences);
        let kept = occurrences.map(|seen| seen.files).find(|it| !it.is_empty());
        let mut files = Vec::new();
        for file in kept.unwrap_or_default() {
            files.push((file.name, self.file(&file.object)?));
        }
        Ok(Evidence {
            bug,
            files,
            backend: shown.backend.clone(),
            verdict: shown.verdict.clone(),
        })
    }
}

/// What shows a bug.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The number of the bug.
    pub bug: i64,
    /// The files of the smallest program that is known to show it.
    pub files: Vec<(String, String)>,
    /// The backend that shows it.
    pub backend: Backend,
    /// The verdict of that backend.
    pub verdict: Verdict,
}

pub(super) fn keep_recheck(
    database: &Connection,
    finding: i64,
    recheck: &Recheck,
) -> Result<(), Problem> {
    analysis::bug_of(database, finding)?;
    database.execute(
        "INSERT OR REPLACE INTO recheck (finding, toolchain, release, identity, verdict, shows, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            finding,
            recheck.toolchain,
            recheck.release,
            recheck.identity,
            recheck.verdict.name(),
            recheck.shows,
            now()
        ],
    )?;
    Ok(())
}

/// The bug with this number, of which these findings are, with whether they are presumed to be.
fn bug(
    database: &Connection,
    id: i64,
    members: &[(i64, bool)],
    mutes: &[Mute],
) -> Result<Option<Bug>, Problem> {
    let Some(finding) = summary(database, id, mutes)? else {
        return Ok(None);
    };
    let mut bug = Bug {
        analysis: analysis::read(database, id)?,
        rechecked: rechecked(database, id)?,
        state: State::New,
        fixed_in: None,
        findings: members.iter().map(|(finding, _)| *finding).collect(),
        presumed: members.iter().filter(|(_, presumed)| *presumed).count() as u64,
        occurrences: finding.occurrences,
        first_seen: finding.first_seen,
        last_seen: finding.last_seen,
        finding,
    };
    for (member, _) in members {
        if *member != id
            && let Some(member) = summary(database, *member, mutes)?
        {
            bug.occurrences += member.occurrences;
            bug.first_seen = bug.first_seen.min(member.first_seen);
            bug.last_seen = bug.last_seen.max(member.last_seen);
        }
    }
    // What shows now and then may be there, whatever a compiler says twice.
    let is_firm = bug
        .analysis
        .as_ref()
        .is_none_or(|analysis| analysis.is_firm);
    bug.fixed_in = fixed_in(&bug.said()).filter(|_| is_firm);
    let mute = bug.finding.mute.as_ref();
    bug.state = State::of(mute, bug.analysis.is_some(), bug.fixed_in.as_deref());
    Ok(Some(bug))
}

fn rechecked(database: &Connection, finding: i64) -> Result<Vec<Recheck>, Problem> {
    let mut rechecked = database.prepare_cached(
        "SELECT toolchain, release, identity, verdict, shows, at FROM recheck WHERE finding = ?1
         ORDER BY at, toolchain",
    )?;
    let rechecked = rechecked.query_map([finding], |row| {
        Ok(Recheck {
            toolchain: row.get(0)?,
            release: row.get(1)?,
            identity: row.get(2)?,
            verdict: verdict(row, 3)?,
            shows: row.get(4)?,
            at: Moment(row.get(5)?),
        })
    })?;
    Ok(rechecked.collect::<Result<_, _>>()?)
}
