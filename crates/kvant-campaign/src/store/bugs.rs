//! Bugs: groups of findings that are the same.

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

/// A finding that is not known to be the same as an earlier one, with all that are the same as it.
#[derive(Clone, Debug)]
pub struct Bug {
    /// The finding whose number is the bug's.
    pub finding: FindingSummary,
    /// The analysis of that finding, without the files.
    pub analysis: Option<Analysis>,
    /// Later results of compilers, from the oldest to the newest.
    pub rechecked: Vec<Recheck>,
    /// The state.
    pub state: State,
    /// The first release without it, muted or not.
    pub fixed_in: Option<String>,
    /// The numbers of the findings that are this bug, its own first.
    pub findings: Vec<i64>,
    /// Number of those that are only presumed to be this bug.
    pub presumed: u64,
    /// Number of occurrences of all of them.
    pub occurrences: u64,
    /// Time of the first occurrence.
    pub first_seen: Moment,
    /// Time of the last occurrence.
    pub last_seen: Moment,
}

impl Bug {
    /// The results of all compilers, the latest ones at the end.
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
    /// All bugs, in the order of the first occurrence of their findings.
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

    /// The bug of the finding with this number, if there is such a finding.
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

    /// Records the current result of a compiler on a finding, in the place of the same compiler's earlier one. The time is
    /// filled in.
    pub fn keep_recheck(&mut self, finding: i64, recheck: &Recheck) -> Result<(), StoreError> {
        self.change(|database| keep_recheck(database, finding, recheck))
    }

    /// Evidence of a bug: of its analysis, or else of the first program in which it was found.
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

/// A program and the backend and verdict that show a bug.
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

/// The bug with this number and these findings, each with true if it is presumed.
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
    // A flaky bug may still exist although a compiler agrees twice.
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
