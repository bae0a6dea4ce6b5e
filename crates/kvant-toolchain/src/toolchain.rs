//! One compiler: its path and its description of itself.
//!
//! Finding all of them is in `discover`, and the requests to them are in `backend`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_record::command::{Abilities, Compiler};
use kvant_record::{Dialect, OptLevel, Request, Source};

use crate::backend::Backend;
use crate::driver::{Driver, Family};
use crate::installed::Installed;
use crate::target::{architecture, host};

/// A compiler that was started once and told its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The short name that people use for it: `stable`, `nightly`, `1.85.0`, `gcc-12`.
    pub name: String,
    /// Other names that it answers to.
    pub aliases: Vec<String>,
    /// The driver of its family, by its output and not by its name.
    pub driver: &'static dyn Driver,
    /// The compiler itself or a wrapper that always leads to it, never a shim that would choose one.
    pub path: PathBuf,
    /// Variables that it is started with, beside the usual ones of this machine.
    pub env: Vec<(String, String)>,
    /// The folder that holds its libraries and components. Compilers of C do not tell.
    pub sysroot: PathBuf,
    /// The release in full, such as `1.97.0-nightly` or `12.2.0`.
    pub release: String,
    /// The release as numbers.
    pub version: Version,
    /// The commit it was built from, if it knows.
    pub commit: Option<String>,
    /// The day of that commit, such as `2026-05-19`, if it knows.
    pub date: Option<String>,
    /// The version of its LLVM, if it has one.
    pub llvm: Option<String>,
    /// The target that it compiles for, as it calls that.
    pub target: String,
    /// The emulator for its executables, if they are not for this machine.
    pub emulator: Option<PathBuf>,
    /// Everything that it printed about its version, as a report should quote it.
    pub verbose: String,
    /// Stamps of its files at that time.
    pub installed: Installed,
}

impl Toolchain {
    /// A compiler of which nothing is known but its release. Drivers begin with this when they probe one.
    pub fn new(
        driver: &'static dyn Driver,
        path: &Path,
        release: &str,
        version: Version,
    ) -> Toolchain {
        let mut toolchain = Toolchain {
            name: String::new(),
            aliases: Vec::new(),
            driver,
            path: path.to_owned(),
            env: Vec::new(),
            sysroot: PathBuf::new(),
            release: release.to_owned(),
            version,
            commit: None,
            date: None,
            llvm: None,
            target: host().to_owned(),
            emulator: None,
            verbose: String::new(),
            installed: Installed::with([path]),
        };
        toolchain.name = toolchain.title().replace(' ', "-");
        toolchain
    }

    /// True if both are one compiler that is installed twice or reached in two ways.
    ///
    /// Compilers without a known commit are local builds. Two of them may tell the same
    /// version and differ all the same.
    pub(crate) fn is_same_compiler(&self, other: &Toolchain) -> bool {
        self.is_same_file(other) || (self.commit.is_some() && self.verbose == other.verbose)
    }

    /// True if both paths resolve to one file.
    pub(crate) fn is_same_file(&self, other: &Toolchain) -> bool {
        let canonical = |toolchain: &Toolchain| toolchain.path.canonicalize().ok();
        canonical(self).is_some_and(|path| Some(path) == canonical(other))
    }

    /// The tables of its family.
    pub fn family(&self) -> &'static Family {
        self.driver.family()
    }

    /// The language that it takes.
    pub fn source(&self) -> Source {
        self.family().source
    }

    /// The architecture that it compiles for.
    pub fn architecture(&self) -> &str {
        architecture(&self.target)
    }

    /// The release, with the family where the version alone does not name it: `1.95.0`, `gcc 12.2.0`.
    pub fn title(&self) -> String {
        let family = self.family();
        match family.goes_by_version {
            true => self.release.clone(),
            false => format!("{} {}", family.name, self.release),
        }
    }

    /// The dialect of programs for it.
    pub fn dialect(&self) -> Dialect {
        Dialect {
            family: self.family().name.to_owned(),
            major: self.version.major,
            minor: self.version.minor,
        }
    }

    /// Its description in JSON, in the form that does not depend on its family.
    pub(crate) fn record(&self, abilities: Abilities) -> Compiler {
        let path = |path: &Path| path.display().to_string();
        Compiler {
            name: self.name.clone(),
            aliases: self.aliases.clone(),
            kind: self.family().name.to_owned(),
            version: self.release.clone(),
            target: self.target.clone(),
            architecture: self.architecture().to_owned(),
            emulator: self.emulator.as_deref().map(path),
            path: path(&self.path),
            abilities,
        }
    }

    /// True if it has levels of optimisation.
    pub fn optimises(&self) -> bool {
        (self.family().optimises)(&Request::build(OptLevel::O2))
    }

    /// The backends that are tested by default; the ordinary pipeline comes first.
    pub fn usual(self: &Arc<Toolchain>) -> Vec<Backend> {
        self.backends(self.driver.usual())
    }

    /// The backends of this compiler that do not optimise and need no trial first.
    pub fn references(self: &Arc<Toolchain>) -> Vec<Backend> {
        let mut references = self.driver.references(self);
        references.retain(|request| request.flags.is_empty());
        self.backends(references)
    }

    pub(crate) fn backends(self: &Arc<Toolchain>, requests: Vec<Request>) -> Vec<Backend> {
        let backend = |request| Backend {
            toolchain: Arc::clone(self),
            request,
        };
        requests.into_iter().map(backend).collect()
    }

    /// True if both take the same programs, and make the same of them: they are of one language and for one architecture.
    pub fn makes_the_same_as(&self, other: &Toolchain) -> bool {
        self.source() == other.source() && self.architecture() == other.architecture()
    }

    /// True if both are of one family and for one target, so that the one can be newer than the other.
    pub fn is_akin(&self, other: &Toolchain) -> bool {
        self.driver == other.driver && self.architecture() == other.architecture()
    }

    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// The version of a compiler. Older is less, and so is a nightly than the release it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version {
    /// The first number.
    pub major: u32,
    /// The second number, the one that counts.
    pub minor: u32,
    /// The third number.
    pub patch: u32,
    /// The channel that the release belongs to.
    pub channel: Channel,
}

/// The channel of a release, from the least finished to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Built locally from a checkout.
    Dev,
    /// Built every night.
    Nightly,
    /// On its way to the next release.
    Beta,
    /// Released.
    Stable,
}

impl Version {
    /// Reads a release such as `1.95.0`, `1.96.0-beta.3` or `1.97.0-nightly`.
    pub fn parse(release: &str) -> Option<Version> {
        let (numbers, suffix) = release.split_once('-').unwrap_or((release, ""));
        let channel = match suffix.split('.').next()? {
            "" => Channel::Stable,
            "beta" => Channel::Beta,
            "nightly" => Channel::Nightly,
            _ => Channel::Dev,
        };
        let mut numbers = numbers.split('.').map(str::parse);
        let mut number = || numbers.next()?.ok();
        Some(Version {
            major: number()?,
            minor: number()?,
            patch: number()?,
            channel,
        })
    }
}

impl Channel {
    /// The name that rustup uses.
    pub fn name(self) -> &'static str {
        match self {
            Channel::Dev => "dev",
            Channel::Nightly => "nightly",
            Channel::Beta => "beta",
            Channel::Stable => "stable",
        }
    }
}

impl fmt::Display for Toolchain {
    /// One line for people: `stable (1.95.0, LLVM 22.1.2)`, `gcc-12 (gcc 12.2.0, x86_64-linux-gnu)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.name, self.title())?;
        if let Some(llvm) = &self.llvm {
            write!(f, ", LLVM {llvm}")?;
        }
        if !self.family().goes_by_version {
            write!(f, ", {}", self.target)?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(release: &str) -> Version {
        Version::parse(release).unwrap_or_else(|| panic!("{release} is a version"))
    }

    #[test]
    fn versions_are_ordered_by_age_and_by_how_finished_they_are() {
        let ascending = [
            "1.78.0",
            "1.85.0",
            "1.85.1",
            "1.97.0-dev",
            "1.97.0-nightly",
            "1.97.0-beta.3",
            "1.97.0",
            "2.0.0",
        ];
        assert!(ascending.map(version).is_sorted());
        assert_eq!(version("1.97.0-beta.3").channel, Channel::Beta);
    }

    #[test]
    fn other_words_are_no_versions() {
        for release in ["", "1", "1.2", "one.two.three", "1.2.x"] {
            assert_eq!(Version::parse(release), None, "{release}");
        }
    }
}
