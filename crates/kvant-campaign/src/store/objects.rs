//! Files by the SHA-256 of their content: `objects/ab/cdef…`.
//!
//! Equal content is stored once, and objects never change. A file gets its name after it is synced, so an object is always
//! complete.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest as _, Sha256};

use super::error::Problem;
use super::sync_folder;

/// The folder of a store that contains files.
pub(super) struct Objects {
    folder: PathBuf,
}

/// Prefix of the name of an unfinished file, before the number of the session that writes it and one more number.
const UNFINISHED: &str = "tmp-";

impl Objects {
    pub(super) fn below(store: &Path) -> Objects {
        Objects {
            folder: store.join("objects"),
        }
    }

    /// Writes and syncs contents, and returns their names.
    pub(super) fn keep<'a>(
        &self,
        session: i64,
        contents: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<String>, Problem> {
        let (mut names, mut folders) = (Vec::new(), BTreeSet::new());
        for content in contents {
            let name = name(content.as_bytes());
            let path = self.path(&name);
            if let Some(folder) = path.parent() {
                // The process that created a folder may not have synced it yet, so existing ones are synced too.
                folders.insert(folder.to_owned());
            }
            if !path.exists() {
                self.write(session, content.as_bytes(), &path)?;
            }
            names.push(name);
        }
        if !folders.is_empty() {
            folders.insert(self.folder.clone());
        }
        folders.iter().try_for_each(|folder| sync_folder(folder))?;
        Ok(names)
    }

    fn write(&self, session: i64, content: &[u8], path: &Path) -> Result<(), Problem> {
        static WRITTEN: AtomicU64 = AtomicU64::new(0);
        let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
        let unfinished = self.folder.join(format!("{UNFINISHED}{session}-{number}"));
        let write = || -> io::Result<()> {
            let mut file = File::create(&unfinished)?;
            file.write_all(content)?;
            file.sync_all()?;
            fs::create_dir_all(path.parent().unwrap_or(&self.folder))?;
            fs::rename(&unfinished, path)
        };
        write().map_err(|error| {
            // If this fails too, the next process that opens the store removes it.
            let _ = fs::remove_file(&unfinished);
            Problem::io("write", path, error)
        })
    }

    /// The content of an object.
    pub(super) fn read(&self, name: &str) -> Result<String, Problem> {
        let path = self.path(name);
        let content = fs::read(&path).map_err(|error| Problem::io("read", &path, error))?;
        let damaged = || Problem::Damaged(path.clone());
        if self::name(&content) != name {
            return Err(damaged());
        }
        String::from_utf8(content).map_err(|_| damaged())
    }

    /// Removes unfinished files of dead sessions.
    pub(super) fn sweep(&self, is_alive: &dyn Fn(i64) -> bool) -> Result<(), Problem> {
        let entries = fs::read_dir(&self.folder);
        let entries = entries.map_err(|error| Problem::io("read", &self.folder, error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let session = name.to_str().and_then(|name| {
                let (session, _) = name.strip_prefix(UNFINISHED)?.split_once('-')?;
                session.parse().ok()
            });
            if session.is_some_and(|session| !is_alive(session)) {
                // Another process may have removed it already.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }

    fn path(&self, name: &str) -> PathBuf {
        // An invalid name gives a path that does not exist.
        let (folder, file) = name.split_at_checked(2).unwrap_or((name, name));
        self.folder.join(folder).join(file)
    }
}

/// The name of an object with this content.
pub(crate) fn name(content: &[u8]) -> String {
    let mut name = String::new();
    for byte in Sha256::digest(content) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt as _;

    use tempfile::TempDir;

    use super::*;

    fn objects() -> (TempDir, Objects) {
        let store = TempDir::new().unwrap();
        let objects = Objects::below(store.path());
        fs::create_dir(&objects.folder).unwrap();
        (store, objects)
    }

    #[test]
    fn content_is_found_by_its_digest_and_kept_once() {
        let (_store, objects) = objects();
        let names = objects.keep(1, ["abc", "", "abc"]).unwrap();
        // The example of FIPS 180-2, and the digest of the empty text.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(names, [abc, nothing, abc]);
        let path = objects.folder.join("ba").join(&abc[2..]);
        let inode = fs::metadata(&path).unwrap().ino();
        objects.keep(2, ["abc"]).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
        assert_eq!(objects.read(abc).unwrap(), "abc");
        assert_eq!(objects.read(nothing).unwrap(), "");
        assert_eq!(fs::read_dir(&objects.folder).unwrap().count(), 2);
    }

    #[test]
    fn changed_objects_are_reported_as_damaged() {
        let (_store, objects) = objects();
        let names = objects.keep(1, ["abc"]).unwrap();
        fs::write(objects.path(&names[0]), "abd").unwrap();
        let problem = objects.read(&names[0]).unwrap_err();
        assert!(matches!(problem, Problem::Damaged(_)), "{problem:?}");
        for no_name in ["", "a", "ab", "../../etc/passwd", &names[0][1..]] {
            assert!(objects.read(no_name).is_err(), "{no_name}");
        }
    }

    #[test]
    fn unfinished_files_of_dead_sessions_are_removed() {
        let (_store, objects) = objects();
        for name in ["tmp-1-0", "tmp-1-17", "tmp-22-0", "tmp-x-0", "else"] {
            fs::write(objects.folder.join(name), "half").unwrap();
        }
        objects.sweep(&|session| session == 22).unwrap();
        let entries = fs::read_dir(&objects.folder).unwrap();
        let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["else", "tmp-22-0", "tmp-x-0"]);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let (_store, objects) = objects();
        // Where the folder of the object should be, there is a file.
        fs::write(objects.folder.join("ba"), "").unwrap();
        assert!(objects.keep(1, ["abc"]).is_err());
        assert_eq!(fs::read_dir(&objects.folder).unwrap().count(), 1);
    }
}
