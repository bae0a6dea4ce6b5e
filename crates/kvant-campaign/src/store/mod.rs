//! The store: what campaigns have tested and found, in a folder that outlives them.
//!
//! `kvant.db` is a database, `objects` holds files by the SHA-256 of their content, `sessions` a locked file for each
//! process that works on a campaign. Several processes use one store at once, and each of them may be killed at any
//! moment: a file is on the disk before the database speaks of it, and what belongs together is one transaction.
//!
//! Not here: what a signature is made of, and what is worth keeping.

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
pub use report::{Campaign, FindingDetail, Occurrence, StoredFile};
pub use seeds::Rule;
pub use session::{BackendKey, CampaignKey, Session};
pub use state::{State, fixed_in};

pub(crate) use objects::name as digest;

use objects::Objects;

/// A folder with everything that campaigns have tested and found.
pub struct Store {
    folder: PathBuf,
    connection: Connection,
    /// Device and inode of the database. A file that was removed can still be written to, and all of it is lost.
    identity: Option<(u64, u64)>,
}

/// How long we wait for others. They are never long at it, but a disk may be.
const PATIENCE: Duration = Duration::from_mins(1);

impl Store {
    /// Opens the store in a folder, and makes what is missing.
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
            // The folder may be new, too.
            sync_folder(folder)?;
            sync_folder(&folder.join(".."))?;
            store.objects().sweep(&|id| session::is_alive(folder, id))?;
            Ok(store)
        };
        open().map_err(|problem: Problem| problem.at(folder))
    }

    /// Opens a store that must be there already. If we may not write to it, it can still be read.
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

    /// Opens a store to read it, whoever else uses it. It takes no lock and changes nothing: a store of an earlier version is
    /// brought up to date in memory.
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

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn objects(&self) -> Objects {
        Objects::below(&self.folder)
    }

    /// Does something that changes the database, as a whole or not at all, while nobody else changes it.
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

    /// Looks at the database as it is at one moment.
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

/// Opens the database and brings it up to date.
fn connect(folder: &Path, flags: OpenFlags) -> Result<Connection, Problem> {
    // One at a time: two who find nothing must not both make the tables, and the way of writing cannot be changed
    // while somebody reads.
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

/// Whether nobody uses the database, and all that was written is in its one file.
fn is_at_rest(folder: &Path) -> bool {
    let log = fs::metadata(folder.join("kvant.db-wal"));
    log.map_or(true, |log| log.len() == 0)
}

/// Opens the database to read it. One of an earlier version is copied to memory and brought up to date there.
fn reading(folder: &Path) -> Result<Connection, Problem> {
    let open = || {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(folder.join("kvant.db"), flags)?;
        connection.busy_timeout(PATIENCE)?;
        let version = schema::version(&connection)?;
        Ok((connection, version))
    };
    let (mut connection, theirs) = match open() {
        // A database in write-ahead mode wants to write beside itself, unless it is told that nobody ever does.
        Err(Problem::ReadOnly | Problem::Sql(_)) if is_at_rest(folder) => {
            let connection = untouched(folder)?;
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

/// So many pages of a database are copied at once.
const PAGES: i32 = 10_000;

/// Opens a database to which nobody can write.
fn untouched(folder: &Path) -> Result<Connection, Problem> {
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

/// Sees to it that what was made, renamed or removed in a folder stays so.
fn sync_folder(folder: &Path) -> Result<(), Problem> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| Problem::io("write to", folder, error))
}

/// The time, as it is kept.
fn now() -> i64 {
    Moment::now().0
}
