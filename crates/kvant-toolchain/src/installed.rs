//! Notices that a compiler was replaced while it was in use: by an update, or by another build in the same place.
//!
//! The files of a compiler are looked at before and after each compilation, which takes a few microseconds. Where they look
//! different, the version of the compiler is queried again; only another answer makes it another compiler. The file of a script
//! does not change with the compiler that it starts, so scripts are also queried for each batch ([`Toolchain::check_behind`]).
//!
//! Not noticed: a library that is replaced while the executable stays, outside of a rustc's own folders.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::cache::{Stamp, is_script};
use crate::error::ToolError;
use crate::toolchain::Toolchain;

/// Stamps of the files of a compiler at the last query of its version. They are no part of its identity, so all compare equal.
#[derive(Clone, Debug, Default)]
pub struct Installed(Arc<Mutex<Vec<Stamp>>>);

impl PartialEq for Installed {
    fn eq(&self, _: &Installed) -> bool {
        true
    }
}

impl Eq for Installed {}

impl Installed {
    pub(crate) fn with<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Installed {
        let stamps = paths.into_iter().filter_map(Stamp::of);
        Installed(Arc::new(Mutex::new(stamps.collect())))
    }

    /// The current stamps, if they differ. Removed files have none.
    fn changed(&self) -> Option<Vec<Stamp>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = known.iter().filter_map(|stamp| Stamp::of(&stamp.path));
        let now: Vec<Stamp> = now.collect();
        (now != *known).then_some(now)
    }

    fn set(&self, stamps: Vec<Stamp>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = stamps;
    }
}

impl Toolchain {
    /// Fails if the files of this compiler have changed, and its version output too.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        let Some(now) = self.installed.changed() else {
            return Ok(());
        };
        self.check_unchanged()?;
        self.installed.set(now);
        Ok(())
    }

    /// Fails if the version output has changed. Scripts are always queried, at the cost of a call; others if their files changed.
    pub fn check_behind(&self) -> Result<(), ToolError> {
        match is_script(&self.path) {
            true => self.check_unchanged(),
            false => self.check(),
        }
    }

    fn check_unchanged(&self) -> Result<(), ToolError> {
        let now = self.driver.version_output(self)?;
        match now == self.verbose {
            true => Ok(()),
            false => Err(ToolError::Replaced {
                name: self.name.clone(),
                was: first_line(&self.verbose),
                is: first_line(&now),
            }),
        }
    }
}

/// The line with the version in the output of a version query.
fn first_line(said: &str) -> String {
    let mut lines = said.lines();
    let telling = lines.clone().find(|line| line.contains(" version "));
    let line = telling.or_else(|| lines.next()).unwrap_or_default();
    line.trim().to_owned()
}
