//! Finds the compilers of this machine and picks one by name. It does not install any.

use std::cmp::Reverse;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::c_compiler::CCompilers;
use crate::cache::Cache;
use crate::error::ToolError;
use crate::family::{Family, Language};
use crate::toolchain::{Channel, Toolchain, Version, is_shim};

/// The compilers of this machine.
#[derive(Clone, Debug, Default)]
pub struct Toolchains {
    /// Those of Rust that work, each of them once: stable, beta, nightly, then the others from new to old.
    pub found: Vec<Arc<Toolchain>>,
    /// What looks like a compiler of Rust but does not work.
    pub skipped: Vec<SkippedToolchain>,
    /// Those of C.
    pub c: CCompilers,
    /// What they said about themselves.
    pub(crate) cache: Cache,
}

/// Something that should have been a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedToolchain {
    /// The name under which it was found.
    pub name: String,
    /// Why it cannot be used.
    pub why: String,
}

impl fmt::Display for SkippedToolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "toolchain {} is left out: {}", self.name, self.why)
    }
}

/// Compilers that somebody picked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// One for each that was wanted, in the same order. Different ones have different names.
    pub toolchains: Vec<Arc<Toolchain>>,
    /// What whoever picked them should know.
    pub notes: Vec<String>,
}

/// Where compilers are looked for.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The folder that holds rustup's `toolchains`.
    pub rustup_home: Option<PathBuf>,
    /// The value of `$RUSTC`: a path, or a name to look up in `path`.
    pub rustc: Option<PathBuf>,
    /// The value of `$PATH`.
    pub path: Option<OsString>,
    /// Those that somebody named.
    pub named: Vec<NamedCompiler>,
    /// The file in which answers of compilers are kept from one time to the next.
    pub cache: Option<PathBuf>,
    /// Whether to ask again what is in that file.
    pub fresh: bool,
}

/// A compiler, or a wrapper that leads to one, to which somebody gave a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCompiler {
    /// The name.
    pub name: String,
    /// What it compiles.
    pub language: Language,
    /// What to start.
    pub path: PathBuf,
    /// Variables to start it with.
    pub env: Vec<(String, String)>,
}

impl Surroundings {
    /// What the environment of this process says.
    pub fn from_env() -> Surroundings {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        Surroundings {
            rustup_home: set("RUSTUP_HOME")
                .map(PathBuf::from)
                .or_else(|| std::env::home_dir().map(|home| home.join(".rustup"))),
            rustc: set("RUSTC").map(PathBuf::from),
            path: set("PATH"),
            named: Vec::new(),
            cache: set("XDG_CACHE_HOME")
                .map(PathBuf::from)
                .filter(|folder| folder.is_absolute())
                .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))
                .map(|folder| folder.join("kvant/compilers.json")),
            fresh: false,
        }
    }

    /// Those of one language that somebody named.
    pub(crate) fn named(&self, language: Language) -> impl Iterator<Item = &NamedCompiler> {
        self.named
            .iter()
            .filter(move |named| named.language == language)
    }

    /// The folders of `$PATH`.
    pub(crate) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let folders = self.path.as_ref().map(std::env::split_paths);
        let folders = folders.into_iter().flatten();
        folders.filter(|folder| folder.is_absolute())
    }

    /// The executables of that name along `$PATH`.
    fn along_path(&self, name: &Path) -> Vec<PathBuf> {
        self.folders()
            .map(|folder| folder.join(name))
            .filter(|candidate| candidate.is_file())
            .collect()
    }
}

impl Toolchains {
    /// Finds the compilers of this machine.
    ///
    /// That is every toolchain of rustup, the value of `$RUSTC`, every `rustc`, `gcc`, `clang` and `tcc` of any version
    /// along `$PATH`, and those that are named. Nothing that is broken makes this fail: it is listed as skipped.
    pub fn discover() -> Toolchains {
        Toolchains::discover_in(&Surroundings::from_env())
    }

    /// Finds the compilers in the given surroundings.
    pub fn discover_in(surroundings: &Surroundings) -> Toolchains {
        let cache = Cache::open(surroundings.cache.as_deref(), surroundings.fresh);
        let mut toolchains = Toolchains {
            cache: cache.clone(),
            ..Toolchains::default()
        };
        let mut found = Vec::new();

        // These come first, so that nobody else takes their names.
        for named in surroundings.named(Language::Rust) {
            let NamedCompiler {
                name, path, env, ..
            } = named;
            // A wrapper is there for a reason, so nobody looks for the compiler behind it.
            match Toolchain::probe_exactly(path, env, &cache) {
                Ok(toolchain) => {
                    let name = name.clone();
                    found.push(Toolchain { name, ..toolchain });
                }
                Err(error) => toolchains.skip(name, &error),
            }
        }

        let named = found.len();
        let folders = surroundings.rustup_home.as_deref().map(toolchain_folders);
        for folder in folders.into_iter().flatten() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            match Toolchain::probe_exactly(&folder.join("bin/rustc"), &[], &cache) {
                Ok(toolchain) => add(&mut found, named, named_by_rustup(toolchain, &name)),
                Err(error) => toolchains.skip(&name, &error),
            }
        }

        let from_variable = surroundings.rustc.as_ref().map(|rustc| {
            let is_bare_name = rustc.components().count() == 1;
            let on_path = match is_bare_name {
                true => surroundings.along_path(rustc).into_iter().next(),
                false => None,
            };
            ("$RUSTC", on_path.unwrap_or_else(|| rustc.clone()))
        });
        let from_path = surroundings
            .along_path(Path::new("rustc"))
            .into_iter()
            .map(|rustc| ("rustc on $PATH", rustc));
        for (name, rustc) in from_variable.into_iter().chain(from_path) {
            match Toolchain::probe_behind(&rustc, &cache) {
                Ok(toolchain) => add(&mut found, named, toolchain),
                Err(error) => toolchains.skip(name, &error),
            }
        }

        toolchains.c = CCompilers::discover_in(surroundings, &cache);
        cache.save();

        make_names_unique(&mut found);
        found.sort_by_cached_key(|toolchain| {
            let rank = name_rank(&toolchain.name).min(3);
            (rank, Reverse(toolchain.version), toolchain.name.clone())
        });
        toolchains.found = found.into_iter().map(Arc::new).collect();
        toolchains
    }

    /// Those that compile a language.
    pub fn of(&self, language: Language) -> &[Arc<Toolchain>] {
        match language {
            Language::Rust => &self.found,
            Language::C => &self.c.found,
        }
    }

    /// What looks like a compiler of a language but does not work.
    pub fn skipped_of(&self, language: Language) -> &[SkippedToolchain] {
        match language {
            Language::Rust => &self.skipped,
            Language::C => &self.c.skipped,
        }
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Toolchain>> {
        self.found.iter().chain(&self.c.found)
    }

    /// Picks the compiler that somebody means by `wanted`.
    ///
    /// That is, in this order: a name or an alias from the list, a path to a compiler, a channel, or
    /// a version of rustc with two or three numbers. The newest one that fits is taken.
    pub fn select(&self, wanted: &str) -> Result<Arc<Toolchain>, ToolError> {
        if let Some(exact) = self.all().find(|found| found.answers_to(wanted)) {
            return Ok(Arc::clone(exact));
        }
        if wanted.contains(std::path::MAIN_SEPARATOR) {
            // Compilers are started in folders of their own, where a relative path would lead astray.
            let path = std::path::absolute(wanted).unwrap_or_else(|_| wanted.into());
            let listed = path.canonicalize().ok();
            let is_listed = |found: &&Arc<Toolchain>| found.path.canonicalize().ok() == listed;
            let mut all = self.all().filter(|_| listed.is_some());
            if let Some(found) = all.find(is_listed) {
                return Ok(Arc::clone(found));
            }
            let of_c = || Toolchain::probe_c(&path, &[], &self.cache);
            let given = match looks_like_c(&path) {
                true => of_c()?,
                // Something with a name of its own may be anything.
                false => Toolchain::probe_behind(&path, &self.cache)
                    .or_else(|error| of_c().map_err(|_| error))?,
            };
            let known = self.all().find(|found| found.path == given.path);
            return Ok(known.map_or_else(|| Arc::new(given), Arc::clone));
        }
        self.found
            .iter()
            .filter(|found| fits(found.version, wanted))
            .max_by_key(|found| found.version)
            .map(Arc::clone)
            .ok_or_else(|| ToolError::NoSuchToolchain {
                wanted: wanted.to_owned(),
                present: self.all().map(ToString::to_string).collect(),
            })
    }

    /// Picks several compilers, as [`Toolchains::select`] does one.
    ///
    /// Those that are not in the list go by their release, which may be the name of another one too. Then the
    /// folders that they are in are added to it, as many as it takes.
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
            let is_listed = self.all().any(|found| Arc::ptr_eq(found, one));
            let everybody = self.all().chain(&picked).map(AsRef::as_ref);
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

    fn skip(&mut self, name: &str, error: &ToolError) {
        self.skipped.push(SkippedToolchain {
            name: name.to_owned(),
            why: error.to_string(),
        });
    }
}

/// The folders of rustup's toolchains, in the order of their names.
fn toolchain_folders(rustup_home: &Path) -> Vec<PathBuf> {
    // No such folder means that rustup is not used here, which is nobody's mistake.
    let entries = fs::read_dir(rustup_home.join("toolchains"));
    let mut folders: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| !path.is_file())
        .collect();
    folders.sort();
    folders
}

/// Gives a toolchain the name of its folder, without the host that rustup appends to it.
fn named_by_rustup(toolchain: Toolchain, folder: &str) -> Toolchain {
    let short = folder
        .strip_suffix(&toolchain.target)
        .and_then(|name| name.strip_suffix('-'))
        .unwrap_or(folder);
    let aliases = Vec::from_iter((short != folder).then(|| folder.to_owned()));
    Toolchain {
        name: short.to_owned(),
        aliases,
        ..toolchain
    }
}

/// Adds a toolchain, or its names if the compiler is there already.
///
/// The first `named` ones were named by the user and are started as named: a wrapper tells the version of the compiler
/// behind it and may do something else. So they are the same as another one only if just that file is started in just that way.
fn add(found: &mut Vec<Toolchain>, named: usize, mut new: Toolchain) {
    let known = found
        .iter()
        .enumerate()
        .position(|(n, known)| match n < named {
            true => known.is_same_file(&new) && known.env == new.env,
            false => known.is_same_compiler(&new),
        });
    let Some(known) = known.map(|n| &mut found[n]) else {
        found.push(new);
        return;
    };
    let niceness = |name: &str| (name_rank(name), name.len(), name.to_owned());
    if niceness(&new.name) < niceness(&known.name) {
        std::mem::swap(known, &mut new);
    }
    for name in std::iter::once(new.name).chain(new.aliases) {
        if !known.answers_to(&name) {
            known.aliases.push(name);
        }
    }
}

/// How good a name is: the fewer, the better.
fn name_rank(name: &str) -> u8 {
    match name {
        "stable" => 0,
        "beta" => 1,
        "nightly" => 2,
        _ if Version::parse(name).is_some() => 3,
        _ if name.starts_with(|first: char| first.is_ascii_digit()) => 4,
        _ if name.starts_with("nightly-") || name.starts_with("beta-") => 5,
        _ => 6,
    }
}

/// Different compilers can have one short name, for example `stable` for two hosts.
///
/// The first keeps it. The others go by a longer name of theirs, or get a number.
fn make_names_unique(found: &mut [Toolchain]) {
    for index in 1..found.len() {
        let (before, rest) = found.split_at_mut(index);
        let current = &mut rest[0];
        let taken = |name: &str| before.iter().any(|other| other.name == name);
        if taken(&current.name) {
            let free = current.aliases.iter().find(|alias| !taken(alias)).cloned();
            let numbered = (2..).map(|number| format!("{}-{number}", current.name));
            let name = free.or_else(|| numbered.into_iter().find(|name| !taken(name)));
            current.name = name.unwrap_or_default();
        }
    }
}

/// The compiler's name with the folders that tell it from others of that name: `1.98.0-dev-stage1`.
fn longer_name(one: &Toolchain, others: &[&Toolchain]) -> String {
    let place = |toolchain: &Toolchain, count: usize| {
        let path = &toolchain.path;
        let folder = path.parent().and_then(Path::parent);
        // A wrapper of another name than usual is what it is called.
        let path = folder.filter(|_| path.ends_with("bin/rustc"));
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

/// What to say if a path leads to a compiler somewhere else.
fn detour(wanted: &str, picked: &Toolchain) -> Option<String> {
    let path = Path::new(wanted);
    let is_path = wanted.contains(std::path::MAIN_SEPARATOR);
    if !is_path || path.canonicalize().ok() == picked.path.canonicalize().ok() {
        return None;
    }
    let note = format!("{wanted} leads to {}, which is used", picked.path.display());
    Some(match is_shim(path) {
        // Where it leads to may be another one tomorrow, so nobody should want to start it as it is.
        true => note,
        false => format!("{note}; name it in kvant.toml to start it as it is"),
    })
}

/// Whether a path has a name that only compilers of C have.
fn looks_like_c(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name == "cc" || Family::of_c(&name).is_some()
}

/// Whether a compiler of this version is meant by a channel or by the beginning of a version.
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
