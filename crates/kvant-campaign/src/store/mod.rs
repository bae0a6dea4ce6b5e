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
mod mute;
mod objects;
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
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use analysis::{Fingerprinted, Unexplained};
pub use bugs::{Bug, Recheck};
pub use error::{Problem, StoreError};
pub use mute::Mute;
pub use record::{NewFinding, News, Recorded, Results, Suspicion, TestCount};
pub use report::{
    Campaign, FindingDetail, FindingSummary, Occurrence, SessionState, SessionSummary, StoredFile,
};
pub use session::{BackendKey, CampaignKey, Session};
pub use state::{Said, State, fixed_in};

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
            let connection = match connect(folder, OpenFlags::empty()) {
                // A database in write-ahead mode wants to write beside itself, unless it is told that nobody ever does.
                Err(Problem::ReadOnly | Problem::Sql(_)) if is_at_rest(folder) => {
                    untouched(folder)?
                }
                other => other?,
            };
            Ok(Store {
                folder: folder.to_owned(),
                connection,
                identity: identity(folder),
            })
        };
        open().map_err(|problem| problem.at(folder))
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
        schema::migrate(&mut connection, schema::MIGRATIONS)?;
    }
    drop(lock);
    Ok(connection)
}

/// Whether nobody uses the database, and all that was written is in its one file.
fn is_at_rest(folder: &Path) -> bool {
    let log = fs::metadata(folder.join("kvant.db-wal"));
    log.map_or(true, |log| log.len() == 0)
}

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
    let connection = Connection::open_with_flags(uri, flags)?;
    let (theirs, ours) = (
        schema::version(&connection)?,
        schema::MIGRATIONS.len() as u32,
    );
    match theirs.cmp(&ours) {
        std::cmp::Ordering::Less => Err(Problem::ReadOnly),
        std::cmp::Ordering::Equal => Ok(connection),
        std::cmp::Ordering::Greater => Err(Problem::Newer { theirs, ours }),
    }
}

/// Sees to it that what was made, renamed or removed in a folder stays so.
fn sync_folder(folder: &Path) -> Result<(), Problem> {
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| Problem::io("write to", folder, error))
}

/// The time, as it is kept.
fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_millis() as i64)
}
