//! Working on a campaign: who does, and which seeds each of them holds.
//!
//! A session holds the lock of a file as long as its process lives, however that ends. So whoever finds the lock free
//! may give back what the session held.

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::{Problem, StoreError};
use super::seeds::{self, Span};
use super::{Store, now, objects};

/// What makes a campaign: seeds mean the same, and the same compilers are asked about them.
#[derive(Clone, Debug, Default)]
pub struct CampaignKey {
    /// The language of the programs.
    pub language: String,
    /// The version of the generator.
    pub generator: u32,
    /// Everything that seeds depend on beside that.
    pub config: String,
    /// Who is asked. In another order they are the same.
    pub backends: Vec<BackendKey>,
}

/// One of those who are asked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BackendKey {
    /// What it is called.
    pub name: String,
    /// What it is: the compiler's exact version, and the flags.
    pub identity: String,
}

/// A process at work on a campaign.
///
/// One that is dropped without [`Store::end`] counts as dead, as if it had been killed.
#[derive(Debug)]
pub struct Session {
    /// The number of the campaign.
    pub campaign: i64,
    /// Whether the campaign was there before.
    pub resumed: bool,
    /// How many of its programs were tested before.
    pub tested: u64,
    /// The first seed of the campaign, as it was begun.
    pub first_seed: u64,
    /// What sessions of the campaign held when they died. These seeds are free again.
    pub lost: Vec<Range<u64>>,
    pub(super) id: i64,
    /// Locked as long as it is open.
    _lock: File,
}

/// What stands for a session where somebody keeps files who has none. No session has this number.
pub(super) const NONE: i64 = 0;

impl CampaignKey {
    /// Equal for two that are the same campaign.
    fn digest(&self) -> String {
        let mut backends: Vec<&BackendKey> = self.backends.iter().collect();
        backends.sort();
        let generator = self.generator.to_string();
        let mut parts = vec![&self.language, &generator, &self.config];
        for backend in backends {
            parts.extend([&backend.name, &backend.identity]);
        }
        // With lengths, because two texts must not look like two others that are divided elsewhere.
        let parts = parts.iter().map(|part| format!("{}:{part}", part.len()));
        objects::name(parts.collect::<String>().as_bytes())
    }
}

impl Store {
    /// Begins to work on the campaign with this key, a new one or one that is there.
    ///
    /// What was held by those of its sessions that died is free again, and told.
    pub fn begin(&mut self, key: &CampaignKey, first_seed: u64) -> Result<Session, StoreError> {
        let folder = self.folder.clone();
        self.change(|database| {
            let (campaign, resumed, first_seed) = campaign(database, key, first_seed)?;
            let lost = bury(database, &folder, campaign)?;
            remove_locks(database, &folder)?;
            let tested = "SELECT coalesce(sum(programs), 0) FROM session WHERE campaign = ?1";
            let tested = database.query_row(tested, [campaign], |row| row.get(0))?;
            let now = now();
            database.execute(
                "INSERT INTO session (campaign, begun, heard) VALUES (?1, ?2, ?2)",
                params![campaign, now],
            )?;
            let id = database.last_insert_rowid();
            // It is locked before anybody can see that there is such a session.
            let lock = lock(&folder, id)?;
            Ok(Session {
                campaign,
                resumed,
                tested,
                first_seed,
                lost,
                id,
                _lock: lock,
            })
        })
    }

    /// The lowest seeds in `within` that nobody tested or holds in this campaign, at most so many in a row. From now
    /// on the session holds them. `None` if there are none, also not with those who died.
    pub fn claim(
        &mut self,
        session: &Session,
        within: &Range<u64>,
        most: u64,
    ) -> Result<Option<Range<u64>>, StoreError> {
        let folder = self.folder.clone();
        let campaign = session.campaign;
        self.change(|database| {
            heard(database, session)?;
            let mut free = seeds::free(database, campaign, within, most)?;
            if free.is_none() && !bury(database, &folder, campaign)?.is_empty() {
                free = seeds::free(database, campaign, within, most)?;
            }
            let Some(free) = free else { return Ok(None) };
            seeds::hold(database, campaign, session.id, free)?;
            Ok(Some(free.range()))
        })
    }

    /// The suspects among these seeds: untested, and in flight when a process of this campaign died. Which seed killed it, if
    /// any did, is not known.
    pub fn suspects(&self, session: &Session, seeds: &Range<u64>) -> Result<Vec<u64>, StoreError> {
        self.look(|database| match Span::new(seeds)? {
            Some(span) => seeds::suspects(database, session.campaign, span),
            None => Ok(Vec::new()),
        })
    }

    /// Gives seeds back untested.
    pub fn release(&mut self, session: &Session, seeds: &Range<u64>) -> Result<(), StoreError> {
        self.change(|database| {
            heard(database, session)?;
            match Span::new(seeds)? {
                Some(span) => seeds::take(database, session.campaign, session.id, span),
                None => Ok(()),
            }
        })
    }

    /// Ends a session. What it still holds is given back.
    pub fn end(&mut self, session: Session) -> Result<(), StoreError> {
        self.change(|database| {
            seeds::take_all(database, session.id)?;
            let sql = "UPDATE session SET heard = ?2, ended = ?2 WHERE id = ?1";
            database.execute(sql, params![session.id, now()])?;
            Ok(())
        })?;
        // What is left is removed by whoever begins next.
        let _ = fs::remove_file(lock_file(&self.folder, session.id));
        drop(session);
        Ok(())
    }
}

/// The number of the campaign with this key, whether it was there, and its first seed.
fn campaign(
    database: &Connection,
    key: &CampaignKey,
    first_seed: u64,
) -> Result<(i64, bool, u64), Problem> {
    let digest = key.digest();
    let there = database
        .query_row(
            "SELECT id, first_seed FROM campaign WHERE key = ?1",
            [&digest],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    if let Some((id, first_seed)) = there {
        return Ok((id, true, first_seed));
    }
    database.execute(
        "INSERT INTO campaign (key, language, generator, config, first_seed, begun)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            digest,
            key.language,
            key.generator,
            key.config,
            seeds::seed(first_seed)?,
            now()
        ],
    )?;
    let id = database.last_insert_rowid();
    for (position, backend) in key.backends.iter().enumerate() {
        database.execute(
            "INSERT INTO backend (campaign, position, name, identity) VALUES (?1, ?2, ?3, ?4)",
            params![id, position, backend.name, backend.identity],
        )?;
    }
    Ok((id, false, first_seed))
}

/// Gives back what was held by those sessions of a campaign that died, and tells what that was.
fn bury(database: &Connection, folder: &Path, campaign: i64) -> Result<Vec<Range<u64>>, Problem> {
    let sql = "SELECT id FROM session WHERE campaign = ?1 AND ended IS NULL";
    let mut open = database.prepare_cached(sql)?;
    let open = open.query_map([campaign], |row| row.get(0))?;
    let open = open.collect::<Result<Vec<i64>, _>>()?;
    let mut lost = Vec::new();
    for id in open {
        if is_alive(folder, id) {
            continue;
        }
        for seeds in seeds::take_all(database, id)? {
            seeds::died(database, campaign, &seeds)?;
            lost.push(seeds);
        }
        let sql = "UPDATE session SET ended = heard, died = 1 WHERE id = ?1";
        database.execute(sql, [id])?;
    }
    lost.sort_by_key(|seeds| seeds.start);
    Ok(lost)
}

/// Notes that a session is at work.
pub(super) fn heard(database: &Connection, session: &Session) -> Result<(), Problem> {
    let sql = "UPDATE session SET heard = ?2 WHERE id = ?1";
    let mut update = database.prepare_cached(sql)?;
    update.execute(params![session.id, now()])?;
    Ok(())
}

/// Removes the files of sessions that are over. Nobody else begins one meanwhile.
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

/// Makes and locks the file of a session.
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

/// Whether the process of a session lives.
pub(super) fn is_alive(folder: &Path, id: i64) -> bool {
    match File::open(lock_file(folder, id)) {
        // A shared lock, so that two who ask at once do not take each other for the owner.
        Ok(file) => matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)),
        Err(error) => error.kind() != io::ErrorKind::NotFound,
    }
}
