//! Leases: work that a session holds.
//!
//! A lease ends when its work is finished or released, when its session ends or dies, or after [`LEASE`] without a heartbeat: a
//! process that was stopped, or whose machine sleeps. Another session may get the work then, so finishing is idempotent: findings
//! and tested seeds are recorded even if the lease is over, and tests are counted once.
//!
//! Rechecks are leased outside of sessions: they belong to no campaign. A process that dies with one blocks the bug until the
//! lease expires.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use kvant_record::{Confirmation, Recheck};
use rusqlite::{Connection, params};

use super::error::{Problem, StoreError};
use super::report::verdict;
use super::seeds::{self, Rule, Span};
use super::session::{self, Session};
use super::{Store, bugs, now};

/// Time without a heartbeat after which a lease expires.
const LEASE: Duration = Duration::from_mins(5);

/// A lease on seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The number of the lease.
    pub id: i64,
    /// The seeds to test.
    pub seeds: Range<u64>,
    /// The backends to test them with, as positions among those of the session.
    pub backends: Vec<usize>,
}

impl Store {
    /// Leases the lowest seeds in `within` that are free, at most `most` in a row. `None` if there are none, not even those of
    /// dead sessions.
    pub fn claim(
        &mut self,
        session: &Session,
        within: &Range<u64>,
        most: u64,
        rule: Rule,
    ) -> Result<Option<Lease>, StoreError> {
        let folder = self.folder.clone();
        self.change(|database| {
            heartbeat(database, session)?;
            expire(database, &folder)?;
            let free = || seeds::free(database, &session.backends, within, most, rule);
            let mut found = free()?;
            if found.is_none() && session::bury_all(database, &folder, session.campaign)? {
                found = free()?;
            }
            let Some((span, backends)) = found else {
                return Ok(None);
            };
            let id = open(database, Some(session), "test", None)?;
            seeds::hold(database, id, span)?;
            let sql = "INSERT INTO lease_backend (lease, backend) VALUES (?1, ?2)";
            let mut with = database.prepare_cached(sql)?;
            for backend in &backends {
                with.execute([id, *backend])?;
            }
            let positions = session.backends.iter().enumerate();
            let positions = positions.filter(|(_, backend)| backends.contains(backend));
            Ok(Some(Lease {
                id,
                seeds: span.range(),
                backends: positions.map(|(n, _)| n).collect(),
            }))
        })
    }

    /// Number of seeds in `within` that are not free for a session because they are tested.
    pub fn tested(
        &self,
        session: &Session,
        within: &Range<u64>,
        rule: Rule,
    ) -> Result<u64, StoreError> {
        self.look(|database| match Span::new(within)? {
            Some(span) => seeds::count_tested(database, &session.backends, span, rule),
            None => Ok(0),
        })
    }

    /// Says that a session is at work, which extends its leases.
    pub fn heartbeat(&mut self, session: &Session) -> Result<(), StoreError> {
        self.change(|database| heartbeat(database, session))
    }

    /// Gives seeds of a lease back untested. Nothing happens if the lease expired.
    pub fn release(
        &mut self,
        session: &Session,
        lease: &Lease,
        seeds: &Range<u64>,
    ) -> Result<(), StoreError> {
        self.change(|database| {
            heartbeat(database, session)?;
            if let Some(span) = Span::new(seeds)? {
                seeds::take(database, lease.id, span)?;
            }
            Ok(())
        })
    }
}

impl Store {
    /// Leases work on a finding. `None` if another lease on the same work is open.
    pub fn claim_finding(
        &mut self,
        session: &Session,
        work: &str,
        finding: i64,
    ) -> Result<Option<i64>, StoreError> {
        let folder = self.folder.clone();
        self.change(|database| {
            heartbeat(database, session)?;
            session::bury_all(database, &folder, session.campaign)?;
            open_once(database, &folder, Some(session), work, finding)
        })
    }

    /// Leases a recheck of a bug. `None` if another process holds one.
    pub fn claim_recheck(&mut self, bug: i64) -> Result<Option<i64>, StoreError> {
        let folder = self.folder.clone();
        self.change(|database| open_once(database, &folder, None, "recheck", bug))
    }

    /// As if no session had been heard of for a long time.
    #[cfg(test)]
    pub(crate) fn expire_all(&mut self) {
        let late = "UPDATE lease SET expires = 0";
        self.connection.execute(late, []).unwrap();
    }

    /// Extends leases that belong to no session.
    pub fn extend(&mut self, leases: &[i64]) -> Result<(), StoreError> {
        self.change(|database| {
            let sql = "UPDATE lease SET expires = ?2 WHERE id = ?1";
            let mut extend = database.prepare_cached(sql)?;
            for lease in leases {
                extend.execute([*lease, expiry()])?;
            }
            Ok(())
        })
    }

    /// Records the answers of compilers about a bug, and ends the lease. Earlier answers of the same compilers are replaced.
    pub fn rechecked(
        &mut self,
        lease: i64,
        bug: i64,
        answers: &[Recheck],
    ) -> Result<(), StoreError> {
        self.change(|database| {
            for answer in answers {
                bugs::keep_recheck(database, bug, answer)?;
            }
            end(database, lease)
        })
    }

    /// Ends a lease on a recheck without answers.
    pub fn release_recheck(&mut self, lease: i64) -> Result<(), StoreError> {
        self.change(|database| end(database, lease))
    }

    /// Ends a lease on a finding.
    pub fn release_finding(&mut self, session: &Session, lease: i64) -> Result<(), StoreError> {
        self.change(|database| {
            heartbeat(database, session)?;
            end(database, lease)
        })
    }

    /// Records what a session saw of another one's finding, and ends its lease.
    pub fn confirm(
        &mut self,
        session: &Session,
        lease: i64,
        finding: i64,
        confirmation: &Confirmation,
    ) -> Result<(), StoreError> {
        self.change(|database| {
            heartbeat(database, session)?;
            database.execute(
                "INSERT OR REPLACE INTO confirmation (finding, session, backend, verdict, shows, at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    finding,
                    session.id,
                    confirmation.backend,
                    confirmation.verdict.name(),
                    confirmation.shows,
                    now()
                ],
            )?;
            end(database, lease)
        })
    }

    /// Confirmations of a finding by other sessions than the one that found it.
    pub fn confirmations(&self, finding: i64) -> Result<Vec<Confirmation>, StoreError> {
        self.look(|database| {
            let mut all = database.prepare(
                "SELECT backend, verdict, shows FROM confirmation WHERE finding = ?1 ORDER BY at",
            )?;
            let all = all.query_map([finding], |row| {
                Ok(Confirmation {
                    backend: row.get(0)?,
                    verdict: verdict(row, 1)?,
                    shows: row.get(2)?,
                })
            })?;
            Ok(all.collect::<Result<_, _>>()?)
        })
    }
}

/// Opens a lease on a finding, unless there is one on the same work.
fn open_once(
    database: &Connection,
    folder: &Path,
    session: Option<&Session>,
    work: &str,
    finding: i64,
) -> Result<Option<i64>, Problem> {
    expire(database, folder)?;
    let sql = "SELECT EXISTS (SELECT 1 FROM lease WHERE finding = ?1 AND work = ?2)";
    let is_held = database.query_row(sql, params![finding, work], |row| row.get(0))?;
    match is_held {
        true => Ok(None),
        false => open(database, session, work, Some(finding)).map(Some),
    }
}

/// Opens a lease without seeds.
fn open(
    database: &Connection,
    session: Option<&Session>,
    work: &str,
    finding: Option<i64>,
) -> Result<i64, Problem> {
    let mut open = database.prepare_cached(
        "INSERT INTO lease (campaign, session, work, finding, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    open.execute(params![
        session.map(|session| session.campaign),
        session.map(|session| session.id),
        work,
        finding,
        expiry()
    ])?;
    Ok(database.last_insert_rowid())
}

/// Ends a lease.
fn end(database: &Connection, lease: i64) -> Result<(), Problem> {
    database.execute("DELETE FROM lease WHERE id = ?1", [lease])?;
    Ok(())
}

/// The time at which a lease expires that is extended now.
fn expiry() -> i64 {
    now() + LEASE.as_millis() as i64
}

/// Notes that a session is at work.
pub(super) fn heartbeat(database: &Connection, session: &Session) -> Result<(), Problem> {
    let sql = "UPDATE session SET heard = ?2 WHERE id = ?1";
    let mut heard = database.prepare_cached(sql)?;
    heard.execute([session.id, now()])?;
    let sql = "UPDATE lease SET expires = ?2 WHERE session = ?1";
    let mut extend = database.prepare_cached(sql)?;
    extend.execute([session.id, expiry()])?;
    Ok(())
}

/// Ends the leases that expired. If their session is dead, one of its seeds may have killed it.
fn expire(database: &Connection, folder: &Path) -> Result<(), Problem> {
    let now = now();
    let sql = "SELECT DISTINCT session FROM lease WHERE expires < ?1 AND session IS NOT NULL";
    let mut silent = database.prepare_cached(sql)?;
    let silent = silent.query_map([now], |row| row.get(0))?;
    for session in silent.collect::<Result<Vec<i64>, _>>()? {
        session::bury(database, folder, session)?;
    }
    let sql = "DELETE FROM lease WHERE expires < ?1";
    database.prepare_cached(sql)?.execute([now])?;
    Ok(())
}

/// Ends all leases of a session, and returns the seeds that it held.
pub(super) fn end_all(database: &Connection, session: i64) -> Result<Vec<Range<u64>>, Problem> {
    let sql = "SELECT first, last FROM lease_seeds JOIN lease ON lease.id = lease WHERE session = ?1 ORDER BY first";
    let mut held = database.prepare_cached(sql)?;
    let held = held.query_map([session], seeds::span)?;
    let held = held
        .map(|span| span.map(Span::range))
        .collect::<Result<Vec<_>, _>>()?;
    let sql = "DELETE FROM lease WHERE session = ?1";
    database.prepare_cached(sql)?.execute([session])?;
    Ok(held)
}

/// Takes finished seeds out of a lease and marks them as tested. False if they must not be counted: after the lease expired,
/// another session got some of them, or they were finished before.
pub(super) fn finish(
    database: &Connection,
    session: &Session,
    lease: &Lease,
    span: Span,
    tested_by: Option<&[usize]>,
) -> Result<bool, Problem> {
    let backends = |positions: &[usize]| -> Vec<i64> {
        let backends = positions.iter().filter_map(|n| session.backends.get(*n));
        backends.copied().collect()
    };
    let mut counts = true;
    if !seeds::take(database, lease.id, span)? {
        for backend in backends(&lease.backends) {
            counts &= seeds::is_free(database, backend, span)?;
        }
    }
    for backend in backends(tested_by.unwrap_or(&lease.backends)) {
        seeds::tested(database, backend, span)?;
    }
    seeds::settled(database, session.campaign, span)?;
    Ok(counts)
}
