//! Queries of campaigns, sessions and findings.

use std::ops::Range;
use std::time::Duration;

use kvant_record::{
    CampaignRecord, Finding, FindingSummary, Kind, Moment, Mute, Record, Schema, SessionState,
    SessionStatus, Standing, VerdictKind,
};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _, Params, Row, Statement};
use serde::de::DeserializeOwned;

use super::error::{Problem, StoreError};
use super::mute;
use super::session::{self, BackendKey};
use super::{Store, seeds};

/// A campaign and its results so far.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its number.
    pub id: i64,
    /// Everything that determines its programs.
    pub record: CampaignRecord,
    /// All backends that took part.
    pub backends: Vec<BackendKey>,
    /// The first seed, from its first session.
    pub first_seed: u64,
    /// The seeds that some backend has tested.
    pub tested: Vec<Range<u64>>,
    /// Time of the beginning.
    pub begun: Moment,
    /// Time of the last heartbeat of a session.
    pub heard: Moment,
    /// Number of tested programs.
    pub programs: u64,
    /// Number of seeds without a program.
    pub unmade: u64,
    /// Number of programs that are not tested, after repeated failures of the machine.
    pub left_out: u64,
    /// Processor time of Kvant itself.
    pub own: Duration,
    /// Processor time of compilers.
    pub compilers: Duration,
    /// Processor time of programs.
    pub ran: Duration,
}

/// Number of tests of a backend with one verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackendCount {
    /// The backend's name.
    pub name: String,
    /// The compiler's exact version.
    pub identity: String,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The number.
    pub count: u64,
}

impl BackendCount {
    /// True if it is about this backend.
    pub fn is_of(&self, backend: &BackendKey) -> bool {
        self.name == backend.name && self.identity == backend.identity
    }
}

/// A finding with its occurrences.
#[derive(Clone, Debug)]
pub struct FindingDetail {
    /// The finding.
    pub summary: FindingSummary,
    /// The occurrences, in order.
    pub occurrences: Vec<Occurrence>,
    /// The campaigns that saw it.
    pub campaigns: Vec<Campaign>,
}

/// A program that shows a finding.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// Its number.
    pub id: i64,
    /// The number of the campaign.
    pub campaign: i64,
    /// The program's seed.
    pub seed: u64,
    /// A summary in one line.
    pub headline: String,
    /// Time of the occurrence.
    pub seen: Moment,
    /// Its files, if it is one of the first.
    pub files: Vec<StoredFile>,
}

/// A stored file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// Its name.
    pub name: String,
    /// The name of its object, for [`Store::file`].
    pub object: String,
}

impl Store {
    /// All campaigns, in the order in which they were begun.
    pub fn campaigns(&self) -> Result<Vec<Campaign>, StoreError> {
        self.look(|database| {
            let ids = database.prepare("SELECT id FROM campaign ORDER BY id")?;
            numbers(ids, [])?
                .into_iter()
                .map(|id| campaign(database, id))
                .collect()
        })
    }

    /// The sessions of a campaign, in the order in which they began.
    pub fn sessions(&self, campaign: i64) -> Result<Vec<SessionStatus>, StoreError> {
        let mut sessions = self.look(|database| sessions(database, campaign))?;
        for session in &mut sessions {
            // A session that seems dead may have ended after the query.
            if session.state == SessionState::Alive
                && !session::is_alive(&self.folder, session.id)
                && let Some(now) = self.look(|database| session_now(database, session.id))?
            {
                *session = now;
            }
        }
        Ok(sessions)
    }

    /// Number of verdicts of each kind, for each backend of a campaign.
    pub fn counts(&self, campaign: i64) -> Result<Vec<BackendCount>, StoreError> {
        self.look(|database| {
            let mut counts = database.prepare(
                "SELECT name, identity, verdict, count FROM test_count JOIN backend ON backend.id = backend
                 WHERE campaign = ?1 ORDER BY backend.id, verdict",
            )?;
            let counts = counts.query_map([campaign], |row| {
                Ok(BackendCount {
                    name: row.get(0)?,
                    identity: row.get(1)?,
                    verdict: verdict(row, 2)?,
                    count: row.get(3)?,
                })
            })?;
            Ok(counts.collect::<Result<_, _>>()?)
        })
    }

    /// All findings, in the order in which they were seen first; or only those that a campaign has seen.
    pub fn findings(&self, campaign: Option<i64>) -> Result<Vec<FindingSummary>, StoreError> {
        self.look(|database| {
            let ids = database.prepare(
                "SELECT id FROM finding
                 WHERE ?1 IS NULL
                 OR EXISTS (SELECT 1 FROM occurrence WHERE campaign = ?1 AND finding = finding.id)
                 ORDER BY id",
            )?;
            let mutes = mute::all(database)?;
            let findings = numbers(ids, [campaign])?
                .into_iter()
                .filter_map(|id| summary(database, id, &mutes).transpose());
            findings.collect()
        })
    }

    /// The finding with this number, with its occurrences.
    pub fn finding(&self, id: i64) -> Result<Option<FindingDetail>, StoreError> {
        self.look(|database| {
            let Some(summary) = summary(database, id, &mute::all(database)?)? else {
                return Ok(None);
            };
            let seen_by = database.prepare(
                "SELECT DISTINCT campaign FROM occurrence WHERE finding = ?1 ORDER BY campaign",
            )?;
            let campaigns = numbers(seen_by, [id])?
                .into_iter()
                .map(|id| campaign(database, id))
                .collect::<Result<_, _>>()?;
            Ok(Some(FindingDetail {
                summary,
                occurrences: occurrences(database, id)?,
                campaigns,
            }))
        })
    }

    /// The record of the first occurrence of a finding that has one.
    pub fn record(&self, finding: i64) -> Result<Option<Finding>, StoreError> {
        self.look(|database| {
            let sql = "SELECT json FROM record JOIN occurrence ON id = occurrence WHERE finding = ?1 ORDER BY id LIMIT 1";
            let mut json = database.prepare_cached(sql)?;
            let json = json.query_row([finding], |row| row.get(0)).optional()?;
            let json: Option<String> = json;
            Ok(json.map(|json| read_record(&json)).transpose()?)
        })
    }

    /// The content of a file.
    pub fn file(&self, object: &str) -> Result<String, StoreError> {
        let content = self.objects().read(object);
        content.map_err(|problem| problem.at(&self.folder))
    }
}

/// Reads the record of a finding.
pub(super) fn read_record(json: &str) -> serde_json::Result<Finding> {
    serde_json::from_str::<Record<Finding>>(json).map(|record| record.value)
}

/// The record in a column.
fn record<T: Schema + DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let json: String = row.get(column)?;
    let record = serde_json::from_str::<Record<T>>(&json);
    record.map(|record| record.value).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}

/// The kind in a column.
pub(super) fn kind(row: &Row<'_>, column: usize) -> rusqlite::Result<Kind> {
    word(row, column, Kind::named)
}

/// The verdict in a column.
pub(super) fn verdict(row: &Row<'_>, column: usize) -> rusqlite::Result<VerdictKind> {
    word(row, column, VerdictKind::named)
}

fn word<T>(row: &Row<'_>, column: usize, named: fn(&str) -> Option<T>) -> rusqlite::Result<T> {
    let name: String = row.get(column)?;
    named(&name).ok_or_else(|| {
        let unknown = format!("`{name}` is not known");
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, unknown.into())
    })
}

/// The first column of every row.
fn numbers(mut query: Statement<'_>, parameters: impl Params) -> Result<Vec<i64>, Problem> {
    let rows = query.query_map(parameters, |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn campaign(database: &Connection, id: i64) -> Result<Campaign, Problem> {
    let sql = "SELECT name, identity, request FROM backend WHERE campaign = ?1 ORDER BY id";
    let mut backends = database.prepare_cached(sql)?;
    let backends = backends.query_map([id], |row| {
        Ok(BackendKey {
            name: row.get(0)?,
            identity: row.get(1)?,
            request: record(row, 2)?,
        })
    })?;
    let backends = backends.collect::<Result<_, _>>()?;
    let tested = seeds::all_tested(database, id)?;
    let mut campaign = database.prepare_cached(
        "SELECT json, first_seed, campaign.begun, max(heard),
         sum(programs), sum(unmade), sum(own), sum(compilers), sum(ran), sum(left_out)
         FROM campaign JOIN session ON campaign = campaign.id WHERE campaign.id = ?1",
    )?;
    let campaign = campaign.query_row([id], |row| {
        Ok(Campaign {
            id,
            record: record(row, 0)?,
            backends,
            first_seed: row.get(1)?,
            tested,
            begun: Moment(row.get(2)?),
            heard: Moment(row.get(3)?),
            programs: row.get(4)?,
            unmade: row.get(5)?,
            own: duration(row, 6)?,
            compilers: duration(row, 7)?,
            ran: duration(row, 8)?,
            left_out: row.get(9)?,
        })
    });
    Ok(campaign?)
}

fn duration(row: &Row<'_>, column: usize) -> rusqlite::Result<Duration> {
    Ok(Duration::from_micros(row.get(column)?))
}

const SESSION: &str = "SELECT id, ended, died, begun, heard, programs, unmade FROM session";

/// The sessions of a campaign. One that has not ended counts as alive.
fn sessions(database: &Connection, campaign: i64) -> Result<Vec<SessionStatus>, Problem> {
    let sql = format!("{SESSION} WHERE campaign = ?1 ORDER BY id");
    let mut sessions = database.prepare(&sql)?;
    let sessions = sessions.query_map([campaign], |row| session(row, SessionState::Alive))?;
    Ok(sessions.collect::<Result<_, _>>()?)
}

/// One session. If it has not ended, it counts as dead.
fn session_now(database: &Connection, id: i64) -> Result<Option<SessionStatus>, Problem> {
    let sql = format!("{SESSION} WHERE id = ?1");
    let found = database.query_row(&sql, [id], |row| session(row, SessionState::Died));
    Ok(found.optional()?)
}

fn session(row: &Row<'_>, open: SessionState) -> rusqlite::Result<SessionStatus> {
    let (ended, died) = (row.get::<_, Option<i64>>(1)?, row.get(2)?);
    Ok(SessionStatus {
        id: row.get(0)?,
        state: match (ended, died) {
            (_, true) => SessionState::Died,
            (Some(_), false) => SessionState::Ended,
            (None, false) => open,
        },
        begun: Moment(row.get(3)?),
        heard: Moment(row.get(4)?),
        programs: row.get(5)?,
        unmade: row.get(6)?,
    })
}

pub(super) fn summary(
    database: &Connection,
    id: i64,
    mutes: &[Mute],
) -> Result<Option<FindingSummary>, Problem> {
    let mut summary = database.prepare_cached(
        "SELECT signature, kind, occurrences, headline, campaign, seed, seen,
         (SELECT seen FROM occurrence WHERE finding = ?1 ORDER BY id DESC LIMIT 1),
         same_as, presumed
         FROM finding JOIN occurrence ON finding = finding.id
         WHERE finding.id = ?1 ORDER BY occurrence.id LIMIT 1",
    )?;
    let summary = summary.query_row([id], |row| {
        let signature: String = row.get(0)?;
        let (kind, mute) = (kind(row, 1)?, mute::of(mutes, &signature).cloned());
        Ok(FindingSummary {
            id,
            standing: Standing::of(kind, mute.is_some()),
            mute,
            signature,
            kind,
            occurrences: row.get(2)?,
            headline: row.get(3)?,
            first_campaign: row.get(4)?,
            first_seed: row.get(5)?,
            first_seen: Moment(row.get(6)?),
            last_seen: Moment(row.get(7)?),
            same_as: row.get(8)?,
            presumed: row.get(9)?,
        })
    });
    Ok(summary.optional()?)
}

fn occurrences(database: &Connection, finding: i64) -> Result<Vec<Occurrence>, Problem> {
    let mut occurrences = database.prepare(
        "SELECT id, campaign, seed, headline, seen FROM occurrence WHERE finding = ?1 ORDER BY id",
    )?;
    let occurrences = occurrences.query_map([finding], |row| {
        Ok(Occurrence {
            id: row.get(0)?,
            campaign: row.get(1)?,
            seed: row.get(2)?,
            headline: row.get(3)?,
            seen: Moment(row.get(4)?),
            files: Vec::new(),
        })
    })?;
    let mut occurrences = occurrences.collect::<Result<Vec<_>, _>>()?;
    let sql = "SELECT name, object FROM file WHERE occurrence = ?1 ORDER BY position";
    let mut files = database.prepare(sql)?;
    for occurrence in &mut occurrences {
        let files = files.query_map([occurrence.id], |row| {
            Ok(StoredFile {
                name: row.get(0)?,
                object: row.get(1)?,
            })
        })?;
        occurrence.files = files.collect::<Result<_, _>>()?;
    }
    Ok(occurrences)
}
