//! Compilers of C: gcc, clang and tcc of any version. They are found and described, for languages to come.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, fs};

use crate::cache::{Cache, Compiler};
use crate::discover::{SkippedToolchain, Surroundings, Toolchains};
use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Exit};

/// Whose compiler it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CCompilerKind {
    /// Of the GNU Compiler Collection.
    Gcc,
    /// Of LLVM.
    Clang,
    /// The Tiny C Compiler.
    Tcc,
}

impl CCompilerKind {
    /// The name of its command.
    pub fn name(self) -> &'static str {
        match self {
            CCompilerKind::Gcc => "gcc",
            CCompilerKind::Clang => "clang",
            CCompilerKind::Tcc => "tcc",
        }
    }
}

/// A compiler of C that was started once and told its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CCompiler {
    /// The shortest name under which it is found.
    pub name: String,
    /// Other names of it.
    pub aliases: Vec<String>,
    /// Whose it is, by what it says and not by its name.
    pub kind: CCompilerKind,
    /// Where it is.
    pub path: PathBuf,
    /// Its version, such as `12.2.0`.
    pub version: String,
    /// What it compiles for, as it calls that.
    pub target: String,
}

impl fmt::Display for CCompiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.name();
        write!(
            f,
            "{} ({kind} {}, {})",
            self.name, self.version, self.target
        )
    }
}

/// The compilers of C along `$PATH`.
#[derive(Clone, Debug, Default)]
pub struct CCompilers {
    /// Those that work, each of them once, in the order of their names.
    pub found: Vec<CCompiler>,
    /// Those that do not.
    pub skipped: Vec<SkippedToolchain>,
}

impl Toolchains {
    /// Finds the compilers of C in the surroundings in which these were found.
    pub fn c_compilers(&self, surroundings: &Surroundings) -> CCompilers {
        let cache = &self.cache;
        let mut compilers = CCompilers::default();
        let mut seen: Vec<PathBuf> = Vec::new();
        for path in candidates(surroundings) {
            let name = name_of(&path);
            // What is linked to from several places is one compiler.
            let target = path.canonicalize().unwrap_or_else(|_| path.clone());
            if let Some(index) = seen.iter().position(|known| *known == target) {
                if let Some(known) = compilers.found.get_mut(index)
                    && known.name != name
                    && !known.aliases.contains(&name)
                {
                    known.aliases.push(name);
                }
                continue;
            }
            match probe(&path, cache) {
                Ok((kind, version, target_name)) => {
                    seen.push(target);
                    compilers.found.push(CCompiler {
                        name,
                        aliases: Vec::new(),
                        kind,
                        path,
                        version,
                        target: target_name,
                    });
                }
                Err(error) => compilers.skipped.push(SkippedToolchain {
                    name,
                    why: error.to_string(),
                }),
            }
        }
        cache.save();
        compilers
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Everything along the path that has the name of a compiler, short names first.
fn candidates(surroundings: &Surroundings) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in surroundings.folders() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let mut here: Vec<PathBuf> = paths
            .filter(|path| is_compiler_name(&name_of(path)) && path.is_file())
            .collect();
        here.sort_by_key(|path| (name_of(path).len(), path.clone()));
        found.extend(here);
    }
    // Stable: of one name, the first along the path stays first.
    found.sort_by_cached_key(|path| {
        let name = name_of(path);
        let (family, version) = name.split_once('-').unwrap_or((&name, ""));
        let version: Vec<u32> = version.split('.').filter_map(|n| n.parse().ok()).collect();
        (family.to_owned(), version)
    });
    found
}

/// `gcc`, `gcc-12`, `clang-19`, `clang-3.9`, `tcc`, but not `gcc-ar`.
fn is_compiler_name(name: &str) -> bool {
    let (family, version) = name.split_once('-').unwrap_or((name, "0"));
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    matches!(family, "gcc" | "clang" | "tcc") && version.split('.').all(is_number)
}

/// Asks `-v`, which all of them answer, on one stream or the other.
fn probe(path: &Path, cache: &Cache) -> Result<(CCompilerKind, String, String), ToolError> {
    let who = Compiler { path, env: &[] };
    let said = cache.recall(&who, "-v", || {
        let mut job = Job::new(path);
        job.command.arg("-v").env("LC_ALL", "C");
        let limits = Limits {
            wall: Duration::from_mins(1),
            ..Limits::for_compiler()
        };
        let run = process::finish(&mut job, &limits)?;
        if run.exit != Exit::Code(0) {
            return Err(not_a_compiler(
                path,
                format!("`-v` ended with {}", run.exit),
            ));
        }
        let said = [run.stdout, run.stderr].concat();
        Ok(String::from_utf8_lossy(&said).into_owned())
    })?;
    description(&said).ok_or_else(|| {
        let why = "`-v` tells no version of gcc, clang or tcc";
        not_a_compiler(path, why.to_owned())
    })
}

fn not_a_compiler(path: &Path, why: String) -> ToolError {
    ToolError::NotACompiler {
        path: path.to_owned(),
        why,
    }
}

/// Kind, version and target, from what `-v` prints.
fn description(said: &str) -> Option<(CCompilerKind, String, String)> {
    let kinds = [CCompilerKind::Clang, CCompilerKind::Gcc, CCompilerKind::Tcc];
    let (kind, version, line) = kinds.into_iter().find_map(|kind| {
        let words = format!("{} version ", kind.name());
        let line = said.lines().find(|line| line.contains(&words))?;
        let version = line.split_once(&words)?.1.split_whitespace().next()?;
        Some((kind, version.to_owned(), line))
    })?;
    let target = said.lines().find_map(|line| line.strip_prefix("Target: "));
    // tcc has it in brackets behind the version.
    let in_brackets = || line.split_once('(')?.1.split(')').next();
    let target = target.or_else(in_brackets).unwrap_or("unknown").trim();
    Some((kind, version, target.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for name in ["gcc", "gcc-12", "clang", "clang-3.9", "tcc"] {
            assert!(is_compiler_name(name), "{name}");
        }
        for name in [
            "gcc-ar",
            "gcc-ar-12",
            "clang++",
            "clang-format",
            "tccx",
            "gcc-",
            "cc",
        ] {
            assert!(!is_compiler_name(name), "{name}");
        }
    }

    #[test]
    fn what_they_say() {
        let said = |text: &str| {
            description(text)
                .map(|(kind, version, target)| format!("{} {version} {target}", kind.name()))
        };
        let gcc = "Using built-in specs.\nTarget: x86_64-linux-gnu\ngcc version 12.2.0 (Debian 12.2.0-14)\n";
        assert_eq!(said(gcc).as_deref(), Some("gcc 12.2.0 x86_64-linux-gnu"));
        let clang =
            "Debian clang version 19.1.7 (3)\nTarget: x86_64-pc-linux-gnu\nThread model: posix\n";
        assert_eq!(
            said(clang).as_deref(),
            Some("clang 19.1.7 x86_64-pc-linux-gnu")
        );
        let tcc = "tcc version 0.9.27 (x86_64 Linux)\n";
        assert_eq!(said(tcc).as_deref(), Some("tcc 0.9.27 x86_64 Linux"));
        assert_eq!(said("hello"), None);
    }
}
