//! Sessions: processes at work on a campaign.
//!
//! A session holds the lock of a file as long as its process lives. If the lock is free, the process is dead, for whatever
//! reason, and its leases are over.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kvant_record::{CampaignRecord, Record, Request};
use kvant_toolchain::Backend;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::{Problem, StoreError};
use super::seeds::{self, Span};
use super::{Store, lease, now, objects};

/// A backend that takes part in a campaign.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BackendKey {
    /// Its name.
    pub name: String,
    /// The compiler's exact version.
    pub identity: String,
    /// The request. It is in the name too.
    pub request: Request,
}

impl BackendKey {
    /// The key of a backend.
    pub fn of(backend: &Backend) -> BackendKey {
        BackendKey {
            name: backend.name(),
            identity: backend.toolchain.verbose.clone(),
            request: backend.request.clone(),
        }
    }
}

/// A process at work on a campaign.
///
/// A session that is dropped without [`Store::end`] counts as dead, as if its process had been killed.
#[derive(Debug)]
pub struct Session {
    /// The number of the campaign.
    pub campaign: i64,
    /// True if the campaign existed before.
    pub resumed: bool,
    /// Number of programs that earlier sessions tested.
    pub tested: u64,
    /// The first seed of the campaign, from its first session.
    pub first_seed: u64,
    /// Untested seeds that sessions of the campaign had leased when they died. They are free again.
    pub lost: Vec<Range<u64>>,
    pub(super) id: i64,
    /// Numbers of its backends, in the order in which they were named.
    pub(super) backends: Vec<i64>,
    /// The file whose lock shows that the session lives.
    _lock: File,
}

/// The session number for files that are written outside of a session. No session has it.
pub(super) const NONE: i64 = 0;

/// Maximum size of the texts of donors that are kept, in bytes.
const DONORS: usize = 64 << 20;

impl Store {
    /// Keeps the texts of the donors of each language, and adds their objects to the record.
    pub fn keep_donors(
        &self,
        record: &mut CampaignRecord,
        texts: &[Vec<String>],
    ) -> Result<(), StoreError> {
        if texts.iter().flatten().map(String::len).sum::<usize>() > DONORS {
            return Ok(());
        }
        for (language, texts) in record.languages.iter_mut().zip(texts) {
            if let Some(donors) = &mut language.donors {
                donors.objects = self.keep_objects(texts.iter().map(String::as_str))?;
            }
        }
        Ok(())
    }

    /// Gives a campaign of an old store its record, so that it is resumed. It is found by its description.
    pub fn adopt(&mut self, old: &str, record: &CampaignRecord) -> Result<(), StoreError> {
        self.change(|database| {
            let sql = "UPDATE OR IGNORE campaign SET key = ?2, json = ?3 WHERE key = ?1";
            let json = serde_json::to_string(&Record::new(record))?;
            database.execute(sql, params![old, digest(record), json])?;
            Ok(())
        })
    }

    /// Begins a session with these backends on a campaign, which is created if it is new.
    ///
    /// Leases of dead sessions are over.
    pub fn begin(
        &mut self,
        record: &CampaignRecord,
        backends: &[BackendKey],
        first_seed: u64,
    ) -> Result<Session, StoreError> {
        let folder = self.folder.clone();
        self.change(|database| {
            let (campaign, resumed, first_seed) = campaign(database, record, first_seed)?;
            bury_all(database, &folder, campaign)?;
            let lost = seeds::lost(database, campaign)?;
            remove_locks(database, &folder)?;
            let backends = backends
                .iter()
                .map(|backend| number_of(database, campaign, backend));
            let backends = backends.collect::<Result<_, _>>()?;
            let tested = "SELECT coalesce(sum(programs), 0) FROM session WHERE campaign = ?1";
            let tested = database.query_row(tested, [campaign], |row| row.get(0))?;
            let now = now();
            database.execute(
                "INSERT INTO session (campaign, begun, heard) VALUES (?1, ?2, ?2)",
                params![campaign, now],
            )?;
            let id = database.last_insert_rowid();
            // It is locked before the session becomes visible to other processes.
            let lock = lock(&folder, id)?;
            Ok(Session {
                campaign,
                resumed,
                tested,
                first_seed,
                lost,
                id,
                backends,
                _lock: lock,
            })
        })
    }

    /// The suspects among these seeds: untested seeds that were in flight when a process of this campaign died. Any of them may
    /// have killed it.
    pub fn suspects(&self, session: &Session, seeds: &Range<u64>) -> Result<Vec<u64>, StoreError> {
        self.look(|database| match Span::new(seeds)? {
            Some(span) => seeds::suspects(database, session.campaign, span),
            None => Ok(Vec::new()),
        })
    }

    /// Ends a session. Its leases are over.
    pub fn end(&mut self, session: Session) -> Result<(), StoreError> {
        self.change(|database| {
            lease::end_all(database, session.id)?;
            let sql = "UPDATE session SET heard = ?2, ended = ?2 WHERE id = ?1";
            database.execute(sql, params![session.id, now()])?;
            Ok(())
        })?;
        // If this fails, the next session removes it.
        let _ = fs::remove_file(lock_file(&self.folder, session.id));
        drop(session);
        Ok(())
    }
}

/// The key of a campaign in the database.
fn digest(record: &CampaignRecord) -> String {
    objects::name(record.key().as_bytes())
}

/// The number of a campaign, true if it existed, and its first seed.
fn campaign(
    database: &Connection,
    record: &CampaignRecord,
    first_seed: u64,
) -> Result<(i64, bool, u64), Problem> {
    let key = digest(record);
    let there = "SELECT id, first_seed FROM campaign WHERE key = ?1";
    let there = database.query_row(there, [&key], |row| Ok((row.get(0)?, row.get(1)?)));
    if let Some((id, first_seed)) = there.optional()? {
        return Ok((id, true, first_seed));
    }
    let json = serde_json::to_string(&Record::new(record))?;
    database.execute(
        "INSERT INTO campaign (key, json, first_seed, begun) VALUES (?1, ?2, ?3, ?4)",
        params![key, json, seeds::seed(first_seed)?, now()],
    )?;
    Ok((database.last_insert_rowid(), false, first_seed))
}

/// The number of a backend in a campaign, which is added if it is new.
fn number_of(database: &Connection, campaign: i64, backend: &BackendKey) -> Result<i64, Problem> {
    let BackendKey {
        name,
        identity,
        request,
    } = backend;
    let request = serde_json::to_string(&Record::new(request))?;
    let sql =
        "INSERT OR IGNORE INTO backend (campaign, name, identity, request) VALUES (?1, ?2, ?3, ?4)";
    database.execute(sql, params![campaign, name, identity, request])?;
    let sql = "SELECT id FROM backend WHERE campaign = ?1 AND name = ?2 AND identity = ?3";
    Ok(database.query_row(sql, params![campaign, name, identity], |row| row.get(0))?)
}

/// Ends the leases of all dead sessions of a campaign. True if that freed seeds.
pub(super) fn bury_all(
    database: &Connection,
    folder: &Path,
    campaign: i64,
) -> Result<bool, Problem> {
    let sql = "SELECT id FROM session WHERE campaign = ?1 AND ended IS NULL";
    let mut open = database.prepare_cached(sql)?;
    let open = open.query_map([campaign], |row| row.get(0))?;
    let open = open.collect::<Result<Vec<i64>, _>>()?;
    let mut freed = false;
    for id in open {
        freed |= bury(database, folder, id)?;
    }
    Ok(freed)
}

/// Ends the leases of a session if it is dead. Their seeds become suspects. True if that freed seeds.
pub(super) fn bury(database: &Connection, folder: &Path, id: i64) -> Result<bool, Problem> {
    if is_alive(folder, id) {
        return Ok(false);
    }
    let sql = "UPDATE session SET ended = heard, died = 1 WHERE id = ?1 RETURNING campaign";
    let campaign = database.query_row(sql, [id], |row| row.get(0))?;
    let lost = lease::end_all(database, id)?;
    for seeds in &lost {
        seeds::died(database, campaign, seeds)?;
    }
    Ok(!lost.is_empty())
}

/// Removes the lock files of sessions that are over. The transaction excludes the start of another session.
fn remove_locks(database: &Connection, folder: &Path) -> Result<(), Problem> {
    let sql = "SELECT EXISTS (SELECT 1 FROM session WHERE id = ?1 AND ended IS NULL)";
    let mut is_open = database.prepare_cached(sql)?;
    let locks = folder.join("sessions");
    let entries = fs::read_dir(&locks).map_err(|error| Problem::io("read", &locks, error))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".lock"));
        let Some(id) = id.and_then(|id| id.parse::<i64>().ok()) else {
            continue;
        };
        let is_open: bool = is_open.query_row([id], |row| row.get(0))?;
        if !is_open && id != NONE {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

fn lock_file(folder: &Path, id: i64) -> PathBuf {
    folder.join("sessions").join(format!("{id}.lock"))
}

/// Creates and locks the file of a session.
pub(super) fn lock(folder: &Path, id: i64) -> Result<File, Problem> {
    let path = lock_file(folder, id);
    let file = File::options()
        .create(true)
        .write(true)
        .truncate(false)
        .open(&path);
    let file = file.map_err(|error| Problem::io("make", &path, error))?;
    file.lock()
        .map_err(|error| Problem::io("lock", &path, error))?;
    Ok(file)
}

/// True if the process of a session lives.
pub(super) fn is_alive(folder: &Path, id: i64) -> bool {
    match File::open(lock_file(folder, id)) {
        // A shared lock: two processes that check at the same time must not take each other for the owner.
        Ok(file) => matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}
