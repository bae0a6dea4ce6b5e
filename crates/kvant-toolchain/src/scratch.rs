//! Private temporary folders, and the removal of those whose owner was killed.
//!
//! The owner of a folder keeps it locked. The kernel unlocks it when the owner is gone, however that came
//! about, so a folder that can be locked is abandoned, and the next process that makes a folder removes it.
//!
//! Not here: the contents of the folders.

use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Once;

use tempfile::TempDir;

use crate::error::ToolError;

/// A temporary folder that only this user can enter and that is removed when this value is dropped.
///
/// If this process is killed, the folder is removed by the next one that makes one.
#[derive(Debug)]
pub struct Scratch {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

impl Scratch {
    /// Makes a folder below the system's place for temporary files (`$TMPDIR` or `/tmp`).
    ///
    /// The first call of a process removes the folders of processes that were killed.
    pub fn new() -> Result<Scratch, ToolError> {
        static SWEPT: Once = Once::new();
        let parent = std::env::temp_dir();
        SWEPT.call_once(|| _ = Scratch::sweep(&parent));
        Scratch::below(&parent)
    }

    /// Makes a folder below `parent`.
    pub fn below(parent: &Path) -> Result<Scratch, ToolError> {
        loop {
            let folder = make(OWNED, parent)?;
            let lock = File::open(folder.path());
            match lock.map(|lock| (take(&lock), lock)) {
                // A sweep of another process can come between making the folder and locking it, but not later.
                Ok((true, lock)) if folder.path().exists() => {
                    return Ok(Scratch {
                        folder: folder.keep(),
                        _lock: lock,
                    });
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(ToolError::File {
                        action: "open",
                        path: folder.path().to_owned(),
                        error,
                    });
                }
            }
        }
    }

    /// Removes the folders below `parent` whose owners are gone, and returns their number.
    pub fn sweep(parent: &Path) -> usize {
        let entries = fs::read_dir(parent).into_iter().flatten().flatten();
        let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(OWNED));
        ours.filter(|entry| remove_if_abandoned(&entry.path()))
            .count()
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that cannot be removed now is removed by a later sweep.
        let _ = remove(&self.folder);
    }
}

const OWNED: &str = "kvant-scratch-";

/// A folder below a [`Scratch`]. It is removed when this value is dropped, or else with the other one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes a folder below `parent`.
    pub(crate) fn below(parent: &Path) -> Result<Folder, ToolError> {
        let folder = make("kvant-", parent)?.keep();
        // Children are started in this folder, where a relative path would lead astray.
        Ok(Folder(std::path::absolute(&folder).unwrap_or(folder)))
    }

    /// The path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A compiler may have removed it already. Files that are left go with the folder that it is in.
        let _ = remove(&self.0);
    }
}

fn make(prefix: &str, parent: &Path) -> Result<TempDir, ToolError> {
    tempfile::Builder::new()
        .prefix(prefix)
        .tempdir_in(parent)
        .map_err(|error| ToolError::File {
            action: "make a temporary folder below",
            path: parent.to_owned(),
            error,
        })
}

/// The bytes on the disk of the files in a folder. Files that cannot be seen do not count.
pub(crate) fn size_of(folder: &Path) -> u64 {
    let mut size = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            // This does not follow links.
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            size += metadata.blocks() * 512;
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    size
}

fn remove_if_abandoned(folder: &Path) -> bool {
    let is_ours = |metadata: fs::Metadata| {
        metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw()
    };
    if !folder.symlink_metadata().is_ok_and(is_ours) {
        return false;
    }
    let Ok(lock) = File::open(folder) else {
        return false;
    };
    lock.try_lock().is_ok() && remove(folder).is_ok()
}

/// Locks a new folder, unless another process was faster. On a disk without locks nothing is swept, so none is needed.
fn take(lock: &File) -> bool {
    !matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
}

/// Removes a folder, also one that contains others which may not be entered.
fn remove(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder).or_else(|_| {
        unlock(folder)?;
        fs::remove_dir_all(folder)
    })
}

/// Makes a folder and those in it ours to enter and to change.
fn unlock(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            unlock(&entry.path())?;
        }
    }
    Ok(())
}
