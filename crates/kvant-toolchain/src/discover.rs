//! Finds the compilers of this machine and picks one by name. It does not install any.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_record::Source;

use crate::cache::Cache;
use crate::driver::{Driver, Family};
use crate::drivers::drivers;
use crate::error::ToolError;
use crate::toolchain::{Channel, Toolchain, Version};

/// The compilers of this machine.
#[derive(Clone, Debug)]
pub struct Toolchains {
    /// Working compilers, each of them once, in the order of the drivers. Of one language, those for this machine come first.
    pub found: Vec<Arc<Toolchain>>,
    /// Files that look like compilers and do not work.
    pub skipped: Vec<SkippedToolchain>,
    /// The drivers that were asked.
    drivers: &'static [&'static dyn Driver],
    /// Answers of compilers about themselves.
    pub(crate) cache: Cache,
}

impl Default for Toolchains {
    /// No compilers at all.
    fn default() -> Toolchains {
        Toolchains {
            found: Vec::new(),
            skipped: Vec::new(),
            drivers: drivers(),
            cache: Cache::default(),
        }
    }
}

/// Something that should have been a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedToolchain {
    /// The name under which it was found.
    pub name: String,
    /// The language that it should have taken.
    pub source: Source,
    /// Why it cannot be used.
    pub why: String,
}

impl fmt::Display for SkippedToolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "toolchain {} is left out: {}", self.name, self.why)
    }
}

/// Compilers that a user picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One for each that was wanted, in the same order. Different ones have different names.
    pub toolchains: Vec<Arc<Toolchain>>,
    /// Notes for the person who picked them.
    pub notes: Vec<String>,
}

/// The places in which compilers are looked for.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The value of `$PATH`.
    pub path: Option<OsString>,
    /// Environment variables that are not empty, by name. Drivers know which of them lead to compilers.
    pub variables: BTreeMap<OsString, OsString>,
    /// Compilers that the user named.
    pub named: Vec<NamedCompiler>,
    /// The file in which answers of compilers are kept from one time to the next.
    pub cache: Option<PathBuf>,
    /// True if the answers in that file are asked for again.
    pub fresh: bool,
}

/// A compiler, or a wrapper that leads to one, to which the user gave a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCompiler {
    /// The name.
    pub name: String,
    /// The [key](crate::Family::setting) under which its path was given: `rustc`, `cc`.
    pub setting: String,
    /// The file to start.
    pub path: PathBuf,
    /// Variables to start it with.
    pub env: Vec<(String, String)>,
}

/// The variable of the home folder, which is there even if the environment lacks it.
const HOME: &str = "HOME";

impl Surroundings {
    /// The surroundings of this process, from its environment.
    pub fn from_env() -> Surroundings {
        let mut variables: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        variables.extend(std::env::home_dir().map(|home| (HOME.into(), home.into_os_string())));
        variables.retain(|_, value| !value.is_empty());
        let mut surroundings = Surroundings {
            path: variables.get(OsStr::new("PATH")).cloned(),
            variables,
            ..Surroundings::default()
        };
        let caches = surroundings.variable("XDG_CACHE_HOME");
        let caches = caches.filter(|folder| folder.is_absolute());
        let caches = caches
            .map(Path::to_owned)
            .or(surroundings.in_home(".cache"));
        surroundings.cache = caches.map(|folder| folder.join("kvant/compilers.json"));
        surroundings
    }

    /// The value of a variable.
    pub(crate) fn variable(&self, name: &str) -> Option<&Path> {
        self.variables.get(OsStr::new(name)).map(Path::new)
    }

    /// The folder of this name in the home folder.
    pub(crate) fn in_home(&self, name: &str) -> Option<PathBuf> {
        Some(self.variable(HOME)?.join(name))
    }

    /// The folders of `$PATH`.
    pub(crate) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let folders = self.path.as_ref().map(std::env::split_paths);
        let folders = folders.into_iter().flatten();
        folders.filter(|folder| folder.is_absolute())
    }
}

/// The compilers of one language that are found, one after the other.
#[derive(Debug)]
pub struct Discovery {
    /// Working compilers.
    pub found: Vec<Toolchain>,
    /// The number of those, at the beginning, that the user named. They are started as named.
    pub named: usize,
    /// Files that look like compilers and do not work: the name, and why.
    pub skipped: Vec<(String, String)>,
    /// Answers of compilers about themselves.
    pub cache: Cache,
}

impl Discovery {
    /// Adds a name to the compiler that this file is, if it is there already and is started with the same variables.
    pub fn is_known(&mut self, name: &str, path: &Path, env: &[(String, String)]) -> bool {
        let target = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let is_same =
            |known: &&mut Toolchain| known.env == env && target(&known.path) == target(path);
        let Some(known) = self.found.iter_mut().find(is_same) else {
            return false;
        };
        if !known.answers_to(name) {
            known.aliases.push(name.to_owned());
        }
        true
    }

    /// Adds a compiler under this name, or the reason why it is skipped.
    pub fn add(&mut self, name: &str, probed: Result<Toolchain, ToolError>) {
        let name = name.to_owned();
        match probed {
            Ok(toolchain) => self.found.push(Toolchain { name, ..toolchain }),
            Err(error) => self.skipped.push((name, error.to_string())),
        }
    }
}

impl Toolchains {
    /// Finds the compilers of this machine.
    ///
    /// These are the compilers that the [drivers](Driver::discover) find, and those that are named. A broken one does not make
    /// this fail: it is listed as skipped.
    pub fn discover() -> Toolchains {
        Toolchains::discover_in(&Surroundings::from_env())
    }

    /// Finds the compilers in the given surroundings.
    pub fn discover_in(surroundings: &Surroundings) -> Toolchains {
        Toolchains::discover_with(drivers(), surroundings)
    }

    /// Finds the compilers of these drivers in the given surroundings.
    pub fn discover_with(
        drivers: &'static [&'static dyn Driver],
        surroundings: &Surroundings,
    ) -> Toolchains {
        let cache = Cache::open(surroundings.cache.as_deref(), surroundings.fresh);
        let mut toolchains = Toolchains {
            drivers,
            cache: cache.clone(),
            ..Toolchains::default()
        };
        for drivers in by_source(drivers) {
            let Family {
                source, setting, ..
            } = *drivers[0].family();
            let named = surroundings.named.iter();
            let named = named.filter(|named| named.setting == setting);
            let mut discovery = Discovery {
                found: Vec::new(),
                named: 0,
                skipped: Vec::new(),
                cache: cache.clone(),
            };
            // These come first, so that no other compiler takes their names.
            for NamedCompiler {
                name, path, env, ..
            } in named
            {
                if !discovery.is_known(name, path, env) {
                    // A wrapper is there for a reason, so the compiler behind it is not looked for.
                    discovery.add(name, drivers[0].probe(path, env, &cache));
                }
            }
            discovery.named = discovery.found.len();
            let mut sorted = drivers.to_vec();
            sorted.sort_by_key(|driver| driver.family().name);
            for driver in sorted {
                driver.discover(surroundings, &mut discovery);
            }
            // Those for this machine come first.
            let Discovery { mut found, .. } = discovery;
            found.sort_by_key(|toolchain| toolchain.emulator.is_some());
            toolchains.found.extend(found.into_iter().map(Arc::new));
            let skipped = discovery.skipped.into_iter();
            let skipped = skipped.map(|(name, why)| SkippedToolchain { name, source, why });
            toolchains.skipped.extend(skipped);
        }
        cache.save();
        toolchains
    }

    /// The compilers that take a language.
    pub fn of(&self, source: Source) -> &[Arc<Toolchain>] {
        let mut sources = self
            .found
            .chunk_by(|one, other| one.source() == other.source());
        sources
            .find(|found| found[0].source() == source)
            .unwrap_or_default()
    }

    /// Files that look like compilers of a language and do not work.
    pub fn skipped_of(&self, source: Source) -> impl Iterator<Item = &SkippedToolchain> {
        let skipped = self.skipped.iter();
        skipped.filter(move |skipped| skipped.source == source)
    }

    /// Picks the compiler that a user means by `wanted`.
    ///
    /// That is, in this order: a name or an alias from the list, a path to a compiler, a channel, or
    /// a version with two or three numbers, of a family that goes by version. The newest one that fits is taken.
    pub fn select(&self, wanted: &str) -> Result<Arc<Toolchain>, ToolError> {
        if let Some(exact) = self.found.iter().find(|found| found.answers_to(wanted)) {
            return Ok(Arc::clone(exact));
        }
        if wanted.contains(std::path::MAIN_SEPARATOR) {
            // Compilers are started in folders of their own, where a relative path would lead astray.
            let path = std::path::absolute(wanted).unwrap_or_else(|_| wanted.into());
            let listed = path.canonicalize().ok();
            let is_listed = |found: &&Arc<Toolchain>| found.path.canonicalize().ok() == listed;
            let mut all = self.found.iter().filter(|_| listed.is_some());
            if let Some(found) = all.find(is_listed) {
                return Ok(Arc::clone(found));
            }
            let given = self.probe(&path)?;
            let known = self.found.iter().find(|found| found.path == given.path);
            return Ok(known.map_or_else(|| Arc::new(given), Arc::clone));
        }
        let by_version = |found: &&Arc<Toolchain>| found.family().goes_by_version;
        self.found
            .iter()
            .filter(by_version)
            .filter(|found| fits(found.version, wanted))
            .max_by_key(|found| found.version)
            .map(Arc::clone)
            .ok_or_else(|| ToolError::NoSuchToolchain {
                wanted: wanted.to_owned(),
                present: self.found.iter().map(ToString::to_string).collect(),
            })
    }

    /// Describes the compiler that a path leads to, by its name, or else by its output.
    fn probe(&self, path: &Path) -> Result<Toolchain, ToolError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut drivers = self.drivers.iter();
        if let Some(driver) = drivers.find(|driver| (driver.family().is_command)(&name)) {
            return driver.probe_behind(path, &self.cache);
        }
        let mut failed = None;
        for drivers in by_source(self.drivers) {
            match drivers[0].probe_behind(path, &self.cache) {
                Ok(found) => return Ok(found),
                Err(error) => _ = failed.get_or_insert(error),
            }
        }
        Err(failed.unwrap_or_else(|| ToolError::NotACompiler {
            path: path.to_owned(),
            why: "there is no driver for it".to_owned(),
        }))
    }

    /// Picks several compilers, as [`Toolchains::select`] does one.
    ///
    /// A compiler that is not in the list goes by its release, which may be the name of another one too. Then the
    /// folders that it is in are added to the name, as many as it takes.
    pub fn select_all<'a>(
        &self,
        wanted: impl IntoIterator<Item = &'a str>,
    ) -> Result<Selection, ToolError> {
        let mut selection = Selection::default();
        let mut picked = Vec::new();
        for wanted in wanted {
            let one = self.select(wanted)?;
            selection.notes.extend(detour(wanted, &one));
            picked.push(one);
        }
        for one in &picked {
            let is_listed = self.found.iter().any(|found| Arc::ptr_eq(found, one));
            let everybody = self.found.iter().chain(&picked).map(AsRef::as_ref);
            let others: Vec<&Toolchain> = everybody.filter(|all| all.path != one.path).collect();
            let is_unique = others.iter().all(|other| other.name != one.name);
            selection.toolchains.push(if is_listed || is_unique {
                Arc::clone(one)
            } else {
                let name = longer_name(one, &others);
                Arc::new(Toolchain {
                    name,
                    ..(**one).clone()
                })
            });
        }
        Ok(selection)
    }
}

/// The drivers of each language, which share their probe.
fn by_source<'d>(
    drivers: &'d [&'static dyn Driver],
) -> impl Iterator<Item = &'d [&'static dyn Driver]> {
    drivers.chunk_by(|one, other| one.family().source == other.family().source)
}

/// The compiler's name with the folders that tell it from others of that name: `1.98.0-dev-stage1`.
fn longer_name(one: &Toolchain, others: &[&Toolchain]) -> String {
    let place = |toolchain: &Toolchain, count: usize| {
        let path = &toolchain.path;
        let folder = path.parent().and_then(Path::parent);
        // A wrapper with an unusual name keeps that name.
        let usual = Path::new("bin").join(toolchain.family().name);
        let is_usual = path.ends_with(usual) && !toolchain.sysroot.as_os_str().is_empty();
        let path = folder.filter(|_| is_usual);
        let path = path.unwrap_or(&toolchain.path);
        let parts: Vec<_> = path.iter().skip(1).map(OsStr::to_string_lossy).collect();
        parts[parts.len().saturating_sub(count)..].join("-")
    };
    let longest = one.path.iter().count();
    let names = (1..longest).map(|count| (count, format!("{}-{}", one.name, place(one, count))));
    let free = names.into_iter().find(|(count, name)| {
        let taken = |other: &&Toolchain| {
            other.name == *name
                || (other.name == one.name && place(other, *count) == place(one, *count))
        };
        !others.iter().any(taken)
    });
    // Paths are different, even where their parts put together are not.
    free.map_or_else(
        || format!("{}-{}", one.name, one.path.display()),
        |(_, name)| name,
    )
}

/// The note about a path that leads to a compiler somewhere else.
fn detour(wanted: &str, picked: &Toolchain) -> Option<String> {
    let path = Path::new(wanted);
    let is_path = wanted.contains(std::path::MAIN_SEPARATOR);
    if !is_path || path.canonicalize().ok() == picked.path.canonicalize().ok() {
        return None;
    }
    let note = format!("{wanted} leads to {}, which is used", picked.path.display());
    Some(match picked.driver.is_shim(path) {
        // A shim may lead to another compiler tomorrow, so this does not suggest to start it as it is.
        true => note,
        false => format!("{note}; name it in kvant.toml to start it as it is"),
    })
}

/// True if a compiler of this version is meant by a channel or by the beginning of a version.
fn fits(version: Version, wanted: &str) -> bool {
    let Version {
        major,
        minor,
        patch,
        channel,
    } = version;
    let is_channel = channel != Channel::Dev && wanted == channel.name();
    is_channel
        || wanted == format!("{major}.{minor}")
        || wanted == format!("{major}.{minor}.{patch}")
}
