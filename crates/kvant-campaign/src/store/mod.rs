//! The store: results of campaigns in a folder.
//!
//! `kvant.db` is a database, `objects` contains files by the SHA-256 of their content, `sessions` a locked file for each
//! process at work on a campaign. Several processes use one store at once, and each of them may be killed at any moment:
//! objects are written and synced before the transaction that references them, and each result is one transaction.
//!
//! Not in here: the definition of signatures, and the choice of what is recorded.

mod analysis;
mod bugs;
mod error;
mod lease;
mod legacy;
mod mute;
mod objects;
mod rate;
mod record;
mod report;
mod schema;
mod seeds;
mod session;
mod state;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kvant_record::Moment;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use analysis::{Fingerprinted, Unexplained};
pub use bugs::{Bug, Evidence};
pub use error::{Problem, StoreError};
pub use lease::Lease;
pub use mute::matches;
pub use report::{BackendCount, Campaign, FindingDetail, Occurrence, StoredFile};
pub use seeds::Rule;
pub use session::{BackendKey, Session};
pub use state::{State, fixed_in};

pub(crate) use objects::name as digest;

use objects::Objects;

/// An open store.
pub struct Store {
    folder: PathBuf,
    connection: Connection,
    /// Device and inode of the database, to detect its removal: writes to a removed file succeed, and the data is lost.
    identity: Option<(u64, u64)>,
}

/// Maximum time to wait for a lock. Other processes hold it only briefly, but disks may be slow.
const PATIENCE: Duration = Duration::from_mins(1);

impl Store {
    /// Opens the store in a folder, and creates missing parts.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let open = || {
            for part in ["objects", "sessions"] {
                let path = folder.join(part);
                fs::create_dir_all(&path).map_err(|error| Problem::io("make", &path, error))?;
            }
            let connection = connect(folder, OpenFlags::SQLITE_OPEN_CREATE)?;
            let store = Store {
                folder: folder.to_owned(),
                connection,
                identity: identity(folder),
            };
            // The folder itself may be new too.
            sync_folder(folder)?;
            sync_folder(&folder.join(".."))?;
            store.objects().sweep(&|id| session::is_alive(folder, id))?;
            Ok(store)
        };
        open().map_err(|problem: Problem| problem.at(folder))
    }

    /// Opens a store that must exist. Without permission to write, it can still be read.
    pub fn existing(folder: &Path) -> Result<Store, StoreError> {
        let open = || {
            if !folder.join("kvant.db").exists() {
                return Err(Problem::Missing);
            }
            match connect(folder, OpenFlags::empty()) {
                Err(Problem::ReadOnly | Problem::Sql(_)) if is_at_rest(folder) => reading(folder),
                other => other,
            }
        };
        Store::opened(folder, open())
    }

    /// Opens a store to read it, also while other processes use it. It waits for no process, delays none, and changes nothing: a
    /// store of an earlier version is migrated in memory, and the log of a killed process stays.
    pub fn read_only(folder: &Path) -> Result<Store, StoreError> {
        let open = || match folder.join("kvant.db").exists() {
            true => reading(folder),
            false => Err(Problem::Missing),
        };
        Store::opened(folder, open())
    }

    fn opened(folder: &Path, connection: Result<Connection, Problem>) -> Result<Store, StoreError> {
        let connection = connection.map_err(|problem| problem.at(folder))?;
        Ok(Store {
            folder: folder.to_owned(),
            connection,
            identity: identity(folder),
        })
    }

    /// The folder of the store.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn objects(&self) -> Objects {
        Objects::below(&self.folder)
    }

    /// Writes texts before the transaction that references them, and returns their objects. There may be no session, so the
    /// lock of [`session::NONE`] protects unfinished files.
    fn keep_objects<'a>(
        &self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<String>, StoreError> {
        let keep = || {
            let lock = session::lock(&self.folder, session::NONE)?;
            let objects = self.objects().keep(session::NONE, texts)?;
            drop(lock);
            Ok(objects)
        };
        keep().map_err(|problem: Problem| problem.at(&self.folder))
    }

    /// Changes the database in one exclusive transaction.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let change = || {
            let behaviour = TransactionBehavior::Immediate;
            let transaction = Transaction::new_unchecked(&self.connection, behaviour)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            self.is_there()?;
            Ok(result)
        };
        change().map_err(|problem: Problem| problem.at(&self.folder))
    }

    /// Fails if the database was removed or replaced since it was opened.
    fn is_there(&self) -> Result<(), Problem> {
        match identity(&self.folder) == self.identity {
            true => Ok(()),
            false => Err(Problem::Replaced),
        }
    }

    /// Reads the database in one transaction.
    fn look<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let look = || {
            let behaviour = TransactionBehavior::Deferred;
            let transaction = Transaction::new_unchecked(&self.connection, behaviour)?;
            work(&transaction)
        };
        look().map_err(|problem: Problem| problem.at(&self.folder))
    }
}

/// Device and inode of the database in a folder, if there is one.
fn identity(folder: &Path) -> Option<(u64, u64)> {
    let found = fs::metadata(folder.join("kvant.db")).ok()?;
    Some((found.dev(), found.ino()))
}

/// Opens and migrates the database.
fn connect(folder: &Path, flags: OpenFlags) -> Result<Connection, Problem> {
    // The lock serialises this: two processes must not both create the tables, and the journal mode cannot change while another
    // process reads.
    let lock = File::open(folder).and_then(|lock| lock.lock().map(|()| lock));
    let lock = lock.map_err(|error| Problem::io("lock", folder, error))?;
    let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(folder.join("kvant.db"), flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let (theirs, ours) = (
        schema::version(&connection)?,
        schema::MIGRATIONS.len() as u32,
    );
    if theirs > ours {
        return Err(Problem::Newer { theirs, ours });
    }
    if theirs < ours {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        schema::migrate(&mut connection, schema::MIGRATIONS, &Objects::below(folder))?;
    }
    drop(lock);
    Ok(connection)
}

/// True if the write-ahead log is empty, so that `kvant.db` is complete.
fn is_at_rest(folder: &Path) -> bool {
    let log = fs::metadata(folder.join("kvant.db-wal"));
    log.map_or(true, |log| log.len() == 0)
}

/// Opens the database to read it. One of an earlier version is copied to memory and migrated there.
fn reading(folder: &Path) -> Result<Connection, Problem> {
    // The last connection that may write moves the log into the database when it is closed. With an empty log that only removes
    // the files that SQLite makes beside a database, and a connection that may not write would leave them there.
    let access = match is_at_rest(folder) {
        true => OpenFlags::SQLITE_OPEN_READ_WRITE,
        false => OpenFlags::SQLITE_OPEN_READ_ONLY,
    };
    let open = || {
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join("kvant.db"), flags)?;
        connection.busy_timeout(PATIENCE)?;
        let version = schema::version(&connection)?;
        Ok((connection, version))
    };
    let (mut connection, theirs) = match open() {
        // A database in write-ahead mode writes files beside itself, unless it is opened as immutable.
        Err(Problem::ReadOnly | Problem::Sql(_)) if is_at_rest(folder) => {
            let connection = immutable(folder)?;
            let version = schema::version(&connection)?;
            (connection, version)
        }
        other => other?,
    };
    let ours = schema::MIGRATIONS.len() as u32;
    if theirs > ours {
        return Err(Problem::Newer { theirs, ours });
    }
    if theirs < ours {
        let mut memory = Connection::open_in_memory()?;
        Backup::new(&connection, &mut memory)?.run_to_completion(PAGES, Duration::ZERO, None)?;
        schema::migrate(&mut memory, schema::MIGRATIONS, &Objects::below(folder))?;
        connection = memory;
    }
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Number of pages of a database that are copied at once.
const PAGES: i32 = 10_000;

/// Opens a database as immutable.
fn immutable(folder: &Path) -> Result<Connection, Problem> {
    let path = folder.join("kvant.db");
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => _ = write!(uri, "%{byte:02x}"),
        }
    }
    uri.push_str("?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(uri, flags)?)
}

/// Syncs a folder, so that created, renamed and removed entries are durable.
fn sync_folder(folder: &Path) -> Result<(), Problem> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| Problem::io("write to", folder, error))
}

/// The current time, as it is stored.
fn now() -> i64 {
    Moment::now().0
}
