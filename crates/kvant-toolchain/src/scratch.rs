//! Private temporary folders. What is put into them is decided elsewhere.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::ToolError;

/// A temporary folder that only this user can enter and that is removed when this value is dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// Makes a folder below the system's place for temporary files (`$TMPDIR` or `/tmp`).
    pub fn new() -> Result<Scratch, ToolError> {
        Scratch::below(&std::env::temp_dir())
    }

    /// Makes a folder below `parent`.
    pub fn below(parent: &Path) -> Result<Scratch, ToolError> {
        let folder = tempfile::Builder::new()
            .prefix("kvant-")
            .tempdir_in(parent)
            .map_err(|error| ToolError::File {
                action: "make a temporary folder below",
                path: parent.to_owned(),
                error,
            })?;
        Ok(Scratch { folder })
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Leaves the folder on the disk for a person to look at, and tells where it is.
    pub fn keep(self) -> PathBuf {
        self.folder.keep()
    }
}
