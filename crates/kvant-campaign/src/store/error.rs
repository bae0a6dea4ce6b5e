//! Errors of the store.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

/// An operation of the store that failed. It has changed nothing.
#[derive(Debug)]
pub struct StoreError {
    /// The store's folder.
    pub folder: PathBuf,
    /// The problem.
    pub problem: Problem,
}

/// A problem of a store.
#[derive(Debug)]
pub enum Problem {
    /// There is no store.
    Missing,
    /// It was written by a later version of Kvant.
    Newer {
        /// The version of its schema.
        theirs: u32,
        /// The newest known version.
        ours: u32,
    },
    /// It was removed or replaced while it was open.
    Replaced,
    /// `kvant.db` is not a store.
    Foreign,
    /// A file is corrupt.
    Damaged(PathBuf),
    /// The disk is full.
    Full,
    /// Another process holds the lock for too long.
    Busy,
    /// It may not be written to.
    ReadOnly,
    /// The seed exceeds the range of the database.
    SeedTooLarge(u64),
    /// There is no finding with this number.
    NoFinding(i64),
    /// There is no record of a verdict that shows this bug.
    NoEvidence(i64),
    /// A record cannot be read by this version of Kvant.
    Record(serde_json::Error),
    /// Another error of the database.
    Sql(rusqlite::Error),
    /// A file could not be created, read or removed.
    Io {
        /// The action, as the middle of "cannot … *path*".
        action: &'static str,
        /// The path.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
}

impl Problem {
    /// The problem of a failed file operation.
    pub(super) fn io(action: &'static str, path: &Path, error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Problem::Full,
            io::ErrorKind::ReadOnlyFilesystem => Problem::ReadOnly,
            _ => Problem::Io {
                action,
                path: path.to_owned(),
                error,
            },
        }
    }

    /// The error in this store.
    pub(super) fn at(self, folder: &Path) -> StoreError {
        StoreError {
            folder: folder.to_owned(),
            problem: self,
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Problem {
        Problem::Record(error)
    }
}

impl From<rusqlite::Error> for Problem {
    fn from(error: rusqlite::Error) -> Problem {
        let Some(failure) = error.sqlite_error() else {
            return Problem::Sql(error);
        };
        match failure.code {
            ErrorCode::DiskFull => Problem::Full,
            // Shared memory of the database is a file too.
            ErrorCode::SystemIoFailure if failure.extended_code == SQLITE_IOERR_SHMSIZE => {
                Problem::Full
            }
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Problem::Busy,
            ErrorCode::NotADatabase => Problem::Foreign,
            ErrorCode::DatabaseCorrupt => Problem::Damaged(PathBuf::from("kvant.db")),
            ErrorCode::ReadOnly => Problem::ReadOnly,
            _ => Problem::Sql(error),
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match &self.problem {
            Problem::Missing => write!(
                f,
                "there is no store in {folder}: `kvant fuzz` makes one, or name another with --store"
            ),
            Problem::Newer { theirs, ours } => write!(
                f,
                "the store in {folder} was written by a later kvant (its schema is {theirs}, this one knows {ours}): \
                 use that one, or name another store with --store"
            ),
            Problem::Replaced => write!(
                f,
                "the store in {folder} was removed or replaced while it was in use: what was recorded in this run is \
                 lost; start again, with another --store if that one is not yours"
            ),
            Problem::Foreign => write!(
                f,
                "{folder}/kvant.db is not a store of kvant: name another folder with --store, or move that file away"
            ),
            Problem::Damaged(file) => write!(
                f,
                "{} is damaged: check the disk, then put back a copy, or begin a new store with --store",
                self.folder.join(file).display()
            ),
            Problem::Full => write!(
                f,
                "the disk of the store in {folder} is full: free some space there and start again; all that was \
                 recorded before is safe"
            ),
            Problem::Busy => write!(
                f,
                "the store in {folder} is busy: some other process keeps it locked; end that one, or try again later"
            ),
            Problem::ReadOnly => write!(
                f,
                "the store in {folder} may not be written to: change the permissions of the folder and of all in it, \
                 or name another one with --store"
            ),
            Problem::SeedTooLarge(seed) => write!(
                f,
                "seed {seed} cannot be kept in the store in {folder}: take seeds up to {}",
                i64::MAX
            ),
            Problem::NoFinding(number) => write!(
                f,
                "there is no finding {number} in {folder}: `kvant findings --all` lists them, or name another store \
                 with --store"
            ),
            Problem::NoEvidence(number) => write!(
                f,
                "no verdict that shows bug {number} is on record in {folder}: `kvant reduce {number} --store {folder}` makes one"
            ),
            Problem::Record(error) => write!(
                f,
                "a record of the store in {folder} cannot be read: {error}; use the kvant that wrote it, or name another store with \
                 --store"
            ),
            Problem::Sql(error) => write!(
                f,
                "the store in {folder} cannot be used: {error}; check the folder, or name another with --store"
            ),
            Problem::Io {
                action,
                path,
                error,
            } => write!(
                f,
                "cannot {action} {}: {error}; check the folder (a store needs a writable one on a local \
                 disk), or name another with --store",
                path.display()
            ),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.problem {
            Problem::Record(error) => Some(error),
            Problem::Sql(error) => Some(error),
            Problem::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(problem: Problem) -> String {
        problem.at(Path::new("/there")).to_string()
    }

    #[test]
    fn every_form_of_a_full_disk_is_recognised() {
        let path = Path::new("/there/objects/ab/cd");
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let problem = Problem::io("write", path, kind.into());
            assert!(matches!(problem, Problem::Full), "{problem:?}");
        }
        let failure = |code| rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        for code in [rusqlite::ffi::SQLITE_FULL, SQLITE_IOERR_SHMSIZE] {
            let problem = Problem::from(failure(code));
            assert!(matches!(problem, Problem::Full), "{problem:?}");
        }
        let text = text(Problem::Full);
        assert!(text.contains("/there is full: free some space"), "{text}");
    }

    #[test]
    fn errors_name_the_folder_and_the_way_out() {
        let denied = io::ErrorKind::PermissionDenied.into();
        for problem in [
            Problem::Missing,
            Problem::Newer { theirs: 9, ours: 1 },
            Problem::Foreign,
            Problem::Replaced,
            Problem::Damaged(PathBuf::from("kvant.db")),
            Problem::ReadOnly,
            Problem::NoFinding(7),
            Problem::NoEvidence(7),
            Problem::Sql(rusqlite::Error::InvalidQuery),
            Problem::io("write", Path::new("/there/objects"), denied),
        ] {
            let text = text(problem);
            assert!(
                text.contains("/there") && text.contains("--store"),
                "{text}"
            );
        }
    }
}
