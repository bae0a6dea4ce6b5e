//! Tools of LLVM: their places and versions. `opt` is a family of compilers of campaigns ([`OPT`]), and single texts are
//! transformed by [`Opt`].

mod alive;
mod crash;
mod discover;
mod driver;
mod opt;
mod pipeline;
mod request;

use std::fmt;
use std::path::{Path, PathBuf};

use crate::environment;
use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Run};

pub use alive::AliveTv;
pub use crash::{Crash, Ending};
pub use driver::{OPT, OptDriver};
pub use opt::{NotTransformed, Opt, arguments};
pub use pipeline::{SINGLE_PASSES, spelled, spelled_options};
pub use request::{DONOR, OWN, PASSES, SEQUENCE, SINGLE};

/// The oldest version whose texts have opaque pointers.
const OLDEST: u32 = 15;

/// The newest version that is looked for by its name.
const NEWEST: u32 = 30;

/// A tool of LLVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LlvmTool {
    /// Its file.
    pub path: PathBuf,
    /// The number before the first dot of its version.
    pub version: u32,
    /// The whole version: `19.1.7`.
    pub release: String,
    /// The line in which it tells its version.
    pub banner: String,
}

impl LlvmTool {
    /// Asks the tool in a file for its version.
    pub fn probe(path: &Path, limits: &Limits) -> Result<LlvmTool, ToolError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let ran = run_tool(&path, ["--version"], None, limits)?;
        let said = String::from_utf8_lossy(&ran.stdout);
        LlvmTool::described(&path, &said)
    }

    /// The tool in a file that has answered `--version` with this text.
    fn described(path: &Path, said: &str) -> Result<LlvmTool, ToolError> {
        let banner = said.lines().find(|line| line.contains("LLVM version "));
        let told = banner.and_then(|banner| {
            let (_, release) = banner.split_once("LLVM version ")?;
            let release = release.split_whitespace().next()?;
            let version = release.split('.').next()?.parse().ok()?;
            Some((version, release.to_owned(), banner.trim().to_owned()))
        });
        let path = path.to_owned();
        let Some((version, release, banner)) = told else {
            return Err(ToolError::NotACompiler {
                path,
                why: "it does not tell a version of LLVM when it is asked for its `--version`"
                    .to_owned(),
            });
        };
        Ok(LlvmTool {
            path,
            version,
            release,
            banner,
        })
    }

    /// All tools of this name in the folders of `PATH` and of the zoo, with and without a version behind the name, from version 15
    /// on. The newest comes first. Of several with the same release, the first is taken.
    pub fn find_all(name: &str, limits: &Limits) -> Vec<LlvmTool> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let zoo = std::env::var_os("KVANT_ZOO").map_or("zoo".into(), PathBuf::from);
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        LlvmTool::find_all_in(name, &folders, &zoo, limits)
    }

    /// The same in these folders and this zoo.
    pub fn find_all_in(
        name: &str,
        folders: &[PathBuf],
        zoo: &Path,
        limits: &Limits,
    ) -> Vec<LlvmTool> {
        let mut found: Vec<LlvmTool> = Vec::new();
        for file in files(name, folders, zoo) {
            if let Ok(tool) = LlvmTool::probe(&file, limits)
                && tool.version >= OLDEST
                && !found.iter().any(|known| known.release == tool.release)
            {
                found.push(tool);
            }
        }
        found.sort_by_key(|tool| std::cmp::Reverse(tool.version));
        found
    }

    /// The tool of this name that a user asks for by its version (`19`, `19.1.7`), by a command (`opt-19`) or by a path.
    pub fn named(name: &str, wanted: &str, limits: &Limits) -> Result<LlvmTool, NoTool> {
        let failed = |error: Option<ToolError>, present: Vec<LlvmTool>| NoTool {
            tool: name.to_owned(),
            wanted: wanted.to_owned(),
            present: present.into_iter().map(|tool| tool.release).collect(),
            error: error.map(Box::new),
        };
        let path = Path::new(wanted);
        if wanted.contains('/') || (path.is_file() && !is_version(wanted)) {
            return LlvmTool::probe(path, limits).map_err(|error| failed(Some(error), Vec::new()));
        }
        if !is_version(wanted) {
            // A command: its version tells which one is meant, unless it is in PATH under this very name.
            if let Some(file) = in_path(wanted) {
                return LlvmTool::probe(&file, limits)
                    .map_err(|error| failed(Some(error), Vec::new()));
            }
        }
        let version = wanted.strip_prefix(name).unwrap_or(wanted);
        let version = version.strip_prefix("llvm").unwrap_or(version);
        let version = version.trim_start_matches('-');
        let all = LlvmTool::find_all(name, limits);
        let is_it = |tool: &&LlvmTool| {
            let rest = tool.release.strip_prefix(version);
            version.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        match all.iter().find(is_it) {
            Some(tool) => Ok(tool.clone()),
            None => Err(failed(None, all)),
        }
    }

    /// Runs the tool in this folder.
    pub fn run<A: AsRef<std::ffi::OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = A>,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Result<Run, ToolError> {
        run_tool(&self.path, arguments, folder, limits)
    }
}

/// The files of these folders and of the zoo that have the name of a tool, with and without a version behind it.
fn files(name: &str, folders: &[PathBuf], zoo: &Path) -> Vec<PathBuf> {
    let versions = || (OLDEST..=NEWEST).rev();
    let zoo = versions().map(|version| zoo.join(format!("llvm-{version}/bin")));
    let names = versions().map(|version| format!("{name}-{version}"));
    let names: Vec<String> = [name.to_owned()].into_iter().chain(names).collect();
    let folders = folders.iter().cloned().chain(zoo);
    let files = folders.flat_map(|folder| names.iter().map(move |name| folder.join(name)));
    files.filter(|file| file.is_file()).collect()
}

/// True for a number such as `19` or `19.1.7`.
fn is_version(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// The first file of this name in the folders of `PATH`.
fn in_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&folders).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// Runs a tool with the variables of a compiler.
fn run_tool<A: AsRef<std::ffi::OsStr>>(
    path: &Path,
    arguments: impl IntoIterator<Item = A>,
    folder: Option<&Path>,
    limits: &Limits,
) -> Result<Run, ToolError> {
    let mut job = Job::new(path);
    environment::clear(&mut job.command);
    job.command.args(arguments);
    if let Some(folder) = folder {
        job.command.current_dir(folder);
        job.folder = Some(folder.to_owned());
    }
    process::finish(&mut job, limits)
}

/// The error of a tool that is not there.
#[derive(Debug)]
pub struct NoTool {
    /// The name of the tool.
    pub tool: String,
    /// The version, command or path that was asked for.
    pub wanted: String,
    /// The releases that are there.
    pub present: Vec<String>,
    /// The error of the file that was asked for.
    pub error: Option<Box<ToolError>>,
}

impl fmt::Display for NoTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoTool {
            tool,
            wanted,
            present,
            error,
        } = self;
        if let Some(error) = error {
            return error.fmt(f);
        }
        if wanted.is_empty() {
            write!(f, "no {tool} was found in PATH or in the zoo")?;
        } else {
            write!(f, "no {tool} `{wanted}` was found in PATH or in the zoo")?;
        }
        match present.is_empty() {
            true => write!(
                f,
                "; a path to one works too, and `scripts/zoo add llvm-23` gets one"
            ),
            false => write!(
                f,
                "; there are {}; a path to one works too, and `scripts/zoo list` shows which ones can be had",
                present.join(", ")
            ),
        }
    }
}

impl std::error::Error for NoTool {}
