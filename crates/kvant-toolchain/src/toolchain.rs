//! One compiler: where it is and what it says about itself.
//!
//! Finding all of them is in `discover`, and what to ask of them is in `backend`.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kvant_record::Dialect;

use crate::c_compiler::verbose;
use crate::cache::{Cache, Compiler};
use crate::error::ToolError;
use crate::family::{Family, Language, architecture};
use crate::gate::Job;
use crate::installed::Installed;
use crate::limits::Limits;
use crate::process::{self, Exit};

/// A compiler that was started once and told its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// The short name that people use for it: `stable`, `nightly`, `1.85.0`, `gcc-12`.
    pub name: String,
    /// Other names that it answers to.
    pub aliases: Vec<String>,
    /// Whose it is, by what it says and not by its name.
    pub family: Family,
    /// The compiler itself or a wrapper that always leads to it, never a shim that would choose one.
    pub path: PathBuf,
    /// Variables that it is started with, beside the usual ones of this machine.
    pub env: Vec<(String, String)>,
    /// The folder that holds its libraries and components. Those of C do not tell.
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
    /// What runs the programs that it makes, if they are not for this machine.
    pub emulator: Option<PathBuf>,
    /// Everything that it printed about its version, as a report should quote it.
    pub verbose: String,
    /// Stamps of its files at that time.
    pub installed: Installed,
}

impl Toolchain {
    /// Describes the compiler at `path`, under its release as name.
    ///
    /// If `path` is a shim or a wrapper, the compiler behind it is taken. A shim chooses by the
    /// folder it is started in, so that it might be another one tomorrow.
    pub fn probe(path: &Path) -> Result<Toolchain, ToolError> {
        Toolchain::probe_behind(path, &Cache::default())
    }

    /// Describes the compiler behind `path`, or the one at `path` if that one cannot be started by itself.
    pub(crate) fn probe_behind(path: &Path, cache: &Cache) -> Result<Toolchain, ToolError> {
        let behind = sysroot(path, &[], cache)?.join("bin/rustc");
        if behind.is_file()
            && let Ok(found) = Toolchain::probe_exactly(&behind, &[], cache)
        {
            return Ok(found);
        }
        Toolchain::probe_exactly(path, &[], cache)
    }

    /// Describes the compiler at `path`, which is known not to be a shim.
    pub(crate) fn probe_exactly(
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError> {
        let verbose = ask(path, env, &["-vV"], cache)?;
        let mut toolchain =
            Toolchain::from_verbose(path, verbose).map_err(|why| ToolError::NotACompiler {
                path: path.to_owned(),
                why,
            })?;
        env.clone_into(&mut toolchain.env);
        toolchain.sysroot = match path.parent().and_then(Path::parent) {
            // Where it is installed as usual, there is no need to ask.
            Some(prefix) if path.ends_with("bin/rustc") && prefix.join("lib/rustlib").is_dir() => {
                prefix.to_owned()
            }
            _ => sysroot(path, env, cache)?,
        };
        // A wrapper stays the same while the compiler behind it is replaced, and that may stay the same while its
        // libraries are replaced.
        let who = Compiler { path, env };
        let behind = ["bin/rustc", "lib"].map(|name| toolchain.sysroot.join(name));
        for file in &behind {
            cache.depends(&who, file);
        }
        let behind = behind.iter().map(PathBuf::as_path);
        toolchain.installed = Installed::with(std::iter::once(path).chain(behind));
        Ok(toolchain)
    }

    pub(crate) fn from_verbose(path: &Path, verbose: String) -> Result<Toolchain, String> {
        let field = |key: &str| {
            verbose
                .lines()
                .filter_map(|line| line.split_once(": "))
                .find(|(found, _)| *found == key)
                .map(|(_, value)| value.trim().to_owned())
        };
        let release = field("release").ok_or("`-vV` tells no `release:`")?;
        let version = Version::parse(&release)
            .ok_or_else(|| format!("`-vV` tells the release `{release}`, which is no version"))?;
        let known = |value: &String| value != "unknown";
        Ok(Toolchain {
            name: release.clone(),
            aliases: Vec::new(),
            family: Family::Rustc,
            path: path.to_owned(),
            env: Vec::new(),
            sysroot: PathBuf::new(),
            version,
            commit: field("commit-hash").filter(known),
            date: field("commit-date").filter(known),
            llvm: field("LLVM version"),
            target: field("host").ok_or("`-vV` tells no `host:`")?,
            emulator: None,
            release,
            verbose,
            installed: Installed::default(),
        })
    }

    /// Its version output, queried again.
    pub(crate) fn asked_again(&self) -> Result<String, ToolError> {
        match self.language() {
            Language::Rust => answer(&self.path, &self.env, &["-vV"]),
            Language::C => verbose(&self.path, &self.env),
        }
    }

    /// Whether both are one compiler that is installed twice or reached in two ways.
    ///
    /// Compilers without a known commit are somebody's own builds. Two of those may tell the same
    /// version and differ all the same.
    pub(crate) fn is_same_compiler(&self, other: &Toolchain) -> bool {
        self.is_same_file(other) || (self.commit.is_some() && self.verbose == other.verbose)
    }

    /// True if both paths resolve to one file.
    pub(crate) fn is_same_file(&self, other: &Toolchain) -> bool {
        let canonical = |toolchain: &Toolchain| toolchain.path.canonicalize().ok();
        canonical(self).is_some_and(|path| Some(path) == canonical(other))
    }

    /// The Miri that belongs to this compiler, if it is installed.
    pub fn miri(&self) -> Option<PathBuf> {
        let beside = |name: &str| self.sysroot.join("bin").join(name);
        let whole = beside("cargo-miri").is_file();
        Some(beside("miri")).filter(|miri| whole && miri.is_file())
    }

    /// Whether the component that rustup calls `rustc-codegen-cranelift` is installed.
    pub fn has_cranelift(&self) -> bool {
        let library = self.sysroot.join("lib/rustlib");
        let folder = library.join(&self.target).join("codegen-backends");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.any(|name| name.contains("rustc_codegen_cranelift"))
    }

    /// What it compiles.
    pub fn language(&self) -> Language {
        self.family.language()
    }

    /// The architecture that it compiles for.
    pub fn architecture(&self) -> &str {
        architecture(&self.target)
    }

    /// The release as it is told from those of all other families: `1.95.0`, `gcc 12.2.0`.
    pub fn title(&self) -> String {
        match self.family {
            Family::Rustc => self.release.clone(),
            family => format!("{} {}", family.name(), self.release),
        }
    }

    /// The dialect that programs for it are written in.
    pub fn dialect(&self) -> Dialect {
        Dialect {
            family: self.family.name().to_owned(),
            major: self.version.major,
            minor: self.version.minor,
        }
    }

    /// Whether both take the same programs, and make the same of them: they are of one language and for one architecture.
    pub fn makes_the_same_as(&self, other: &Toolchain) -> bool {
        self.language() == other.language() && self.architecture() == other.architecture()
    }

    /// Whether both are of one family and for one target, so that the one can be newer than the other.
    pub fn is_akin(&self, other: &Toolchain) -> bool {
        self.family == other.family && self.architecture() == other.architecture()
    }

    pub(crate) fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// The folder that a compiler takes its libraries from.
fn sysroot(path: &Path, env: &[(String, String)], cache: &Cache) -> Result<PathBuf, ToolError> {
    let question = ["--print", "sysroot"];
    // Where a shim leads is decided by settings and by the folder, so it is asked every time.
    let answer = match is_shim(path) {
        true => answer(path, env, &question)?,
        false => ask(path, env, &question, cache)?,
    };
    Ok(PathBuf::from(answer.trim()))
}

/// Whether this is rustup under the name of a compiler.
pub(crate) fn is_shim(path: &Path) -> bool {
    let beside = path.with_file_name("rustup");
    let target = path.canonicalize();
    let leads_to_rustup = target.is_ok_and(|target| target.ends_with("rustup"));
    leads_to_rustup || beside.exists()
}

/// What a compiler says to a question about itself, now or when it was asked before.
pub(crate) fn ask(
    rustc: &Path,
    env: &[(String, String)],
    question: &[&str],
    cache: &Cache,
) -> Result<String, ToolError> {
    let who = Compiler { path: rustc, env };
    cache.recall(&who, &question.join(" "), || answer(rustc, env, question))
}

/// What a compiler prints on standard output when asked for a fact about itself.
fn answer(rustc: &Path, env: &[(String, String)], question: &[&str]) -> Result<String, ToolError> {
    let not_a_compiler = |why: String| ToolError::NotACompiler {
        path: rustc.to_owned(),
        why,
    };
    let mut job = Job::new(rustc);
    // Looking around must not make rustup's shim download anything.
    let command = &mut job.command;
    command.args(question).env("RUSTUP_AUTO_INSTALL", "0");
    command.env("RUSTC_BOOTSTRAP", "1");
    command.envs(env.iter().map(|(name, value)| (name, value)));
    let limits = Limits {
        wall: Duration::from_mins(1),
        ..Limits::for_compiler()
    };
    let run = process::finish(&mut job, &limits)?;
    if run.exit != Exit::Code(0) {
        let stderr = String::from_utf8_lossy(&run.stderr);
        let first = stderr.lines().next().unwrap_or("and no word");
        let question = question.join(" ");
        return Err(not_a_compiler(format!(
            "`{question}` ended with {} ({first})",
            run.exit
        )));
    }
    String::from_utf8(run.stdout).map_err(|_| not_a_compiler("it prints no UTF-8".to_owned()))
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

/// How finished a release is, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Channel {
    /// Built by somebody from a checkout.
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
        if self.language() == Language::C {
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
    fn what_is_no_version_is_not_read_as_one() {
        for release in ["", "1", "1.2", "one.two.three", "1.2.x"] {
            assert_eq!(Version::parse(release), None, "{release}");
        }
    }

    #[test]
    fn unknown_commits_are_no_commits() {
        let verbose = "rustc 1.99.0-dev\ncommit-hash: unknown\nhost: riscv64-unknown-linux-gnu\n\
                       release: 1.99.0-dev\n";
        let toolchain = Toolchain::from_verbose(Path::new("/x/rustc"), verbose.to_owned());
        let toolchain = toolchain.expect("it tells everything needed");
        assert_eq!(toolchain.commit, None);
        assert_eq!(toolchain.llvm, None);
        assert_eq!(toolchain.to_string(), "1.99.0-dev (1.99.0-dev)");
    }
}
