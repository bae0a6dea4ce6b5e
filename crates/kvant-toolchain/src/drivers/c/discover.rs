//! Finds and describes compilers of C: gcc, clang and tcc of any version, and Debian's cross compilers.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::CDriver;
use crate::cache::{Cache, Compiler};
use crate::discover::{Discovery, Surroundings};
use crate::drivers::{CLANG, GCC, TCC};
use crate::error::{Lacking, ToolError};
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Exit};
use crate::target::host;
use crate::toolchain::{Channel, Toolchain, Version};

/// Adds the compilers along `$PATH` that have the name of this family, and the emulators of all compilers for
/// other machines.
pub(super) fn discover(driver: &CDriver, surroundings: &Surroundings, discovery: &mut Discovery) {
    for path in candidates(driver, surroundings) {
        let name = name_of(&path);
        // A file that is linked to from several places is one compiler.
        if !discovery.is_known(&name, &path, &[]) {
            let probed = probe(&path, &[], &discovery.cache);
            discovery.add(&name, probed);
        }
    }
    for mut toolchain in std::mem::take(&mut discovery.found) {
        match emulator_for(&toolchain, surroundings) {
            Ok(emulator) => {
                toolchain.emulator = emulator;
                discovery.found.push(toolchain);
            }
            Err(Lacking(why)) => discovery.skipped.push((toolchain.name, why)),
        }
    }
}

/// Describes the compiler of C at `path`, under its family and release as name.
pub(super) fn probe(
    path: &Path,
    env: &[(String, String)],
    cache: &Cache,
) -> Result<Toolchain, ToolError> {
    let compiler = Compiler { path, env };
    let verbose = cache.recall(&compiler, "-v", || verbose(path, env))?;
    let description = Description::read(&verbose).ok_or_else(|| {
        not_a_compiler(
            path,
            "`-v` tells no version of gcc, clang or tcc".to_owned(),
        )
    })?;
    let Description {
        driver,
        release,
        version,
        target,
    } = description;
    Ok(Toolchain {
        env: env.to_owned(),
        target,
        verbose,
        ..Toolchain::new(driver, path, &release, version)
    })
}

/// The emulator for the executables of a compiler for another machine, or the reason why they cannot be run.
fn emulator_for(
    toolchain: &Toolchain,
    surroundings: &Surroundings,
) -> Result<Option<PathBuf>, Lacking> {
    let architecture = toolchain.architecture();
    if architecture == host() {
        return Ok(None);
    }
    let name = emulator_of(architecture);
    let mut folders = surroundings.folders().map(|folder| folder.join(&name));
    let emulator = folders.find(|path| path.is_file());
    emulator.map(Some).ok_or_else(|| {
        Lacking(format!(
            "what it makes is for {architecture} and there is no {name}: install qemu-user"
        ))
    })
}

/// The name of the program of QEMU for an architecture.
fn emulator_of(architecture: &str) -> String {
    let name = match architecture {
        "i686" => "i386",
        "powerpc" => "ppc",
        "powerpc64" => "ppc64",
        "powerpc64le" => "ppc64le",
        other => other,
    };
    format!("qemu-{name}")
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Everything along the path that has the name of a compiler. A name with a version comes before one without, which is
/// another compiler after the next update; and a short one before the same with a target in it.
fn candidates(driver: &CDriver, surroundings: &Surroundings) -> Vec<PathBuf> {
    let mut found: Vec<(Name, PathBuf)> = Vec::new();
    for folder in surroundings.folders() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let named = paths.filter_map(|path| Some((Name::read(driver, &name_of(&path))?, path)));
        found.extend(named.filter(|(_, path)| path.is_file()));
    }
    // Stable: of one name, the first along the path stays first.
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    found.into_iter().map(|(_, path)| path).collect()
}

/// The parts of the name of a compiler, in the order in which names are sorted.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    /// The target before it, as Debian has it; none for the usual name.
    target: Option<String>,
    has_no_version: bool,
    version: Vec<u32>,
}

impl Name {
    /// Reads `gcc`, `gcc-12` or `s390x-linux-gnu-gcc-12`, and no `gcc-ar`.
    fn read(driver: &CDriver, name: &str) -> Option<Name> {
        let (name, version) = match name.rsplit_once('-') {
            Some((name, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
                let numbers = version.split('.').map(str::parse);
                (name, numbers.collect::<Result<Vec<u32>, _>>().ok()?)
            }
            _ => (name, Vec::new()),
        };
        let (target, command) = match name.rsplit_once('-') {
            Some((target, command)) => (Some(target), command),
            None => (None, name),
        };
        let is_target = |target: &str| driver.has_targets && target.contains("-linux-");
        if command != driver.family.name || target.is_some_and(|target| !is_target(target)) {
            return None;
        }
        Some(Name {
            target: target.map(str::to_owned),
            has_no_version: version.is_empty(),
            version,
        })
    }
}

/// Asks `-v`, which all of them answer, on one stream or the other.
pub(super) fn verbose(path: &Path, env: &[(String, String)]) -> Result<String, ToolError> {
    let mut job = Job::new(path);
    let command = &mut job.command;
    command.arg("-v").env("LC_ALL", "C");
    command.envs(env.iter().map(|(name, value)| (name, OsStr::new(value))));
    let limits = Limits {
        wall: Duration::from_mins(1),
        ..Limits::for_compiler()
    };
    let run = process::finish(&mut job, &limits)?;
    if run.exit != Exit::Code(0) {
        let why = format!("`-v` ended with {}", run.exit);
        return Err(not_a_compiler(path, why));
    }
    let said = [run.stdout, run.stderr].concat();
    Ok(String::from_utf8_lossy(&said).into_owned())
}

fn not_a_compiler(path: &Path, why: String) -> ToolError {
    ToolError::NotACompiler {
        path: path.to_owned(),
        why,
    }
}

/// A compiler's description of itself.
struct Description {
    driver: &'static CDriver,
    release: String,
    version: Version,
    target: String,
}

impl Description {
    /// Reads the output of `-v`.
    fn read(said: &str) -> Option<Description> {
        // A clang may name the gcc whose libraries it uses.
        let drivers = [&CLANG, &GCC, &TCC];
        let (driver, release, line) = drivers.into_iter().find_map(|driver| {
            let words = format!("{} version ", driver.family.name);
            let line = said.lines().find(|line| line.contains(&words))?;
            let release = line.split_once(&words)?.1.split_whitespace().next()?;
            Some((driver, release.to_owned(), line))
        })?;
        let mut numbers = release.split(|c: char| !c.is_ascii_digit());
        let mut number = || numbers.next().and_then(|number| number.parse().ok());
        let version = Version {
            major: number()?,
            minor: number().unwrap_or(0),
            patch: number().unwrap_or(0),
            channel: Channel::Stable,
        };
        let target = said.lines().find_map(|line| line.strip_prefix("Target: "));
        // tcc has it in brackets behind the version.
        let in_brackets = || line.split_once('(')?.1.split(')').next();
        let target = target.or_else(in_brackets)?.trim().to_owned();
        Some(Description {
            driver,
            release,
            version,
            target,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::architecture;

    #[test]
    fn names() {
        let is_read = |name: &str| {
            let mut drivers = [&CLANG, &GCC, &TCC].into_iter();
            drivers.any(|driver| Name::read(driver, name).is_some())
        };
        for name in [
            "gcc",
            "gcc-12",
            "clang",
            "clang-3.9",
            "tcc",
            "aarch64-linux-gnu-gcc",
            "arm-linux-gnueabihf-gcc-12",
        ] {
            assert!(is_read(name), "{name}");
        }
        for name in [
            "gcc-ar",
            "gcc-ar-12",
            "clang++",
            "clang++-14",
            "clang-format",
            "clang-cpp-14",
            "c99-gcc",
            "aarch64-linux-gnu-gcc-ar-12",
            "tccx",
            "gcc-",
            "gcc-1x",
            "cc",
        ] {
            assert!(!is_read(name), "{name}");
        }
    }

    #[test]
    fn versions_of_real_compilers_are_read() {
        let said = |text: &str| {
            let read = Description::read(text)?;
            let (family, release) = (read.driver.family.name, &read.release);
            Some(format!("{family} {release} {}", read.target))
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
        let packaged = Description::read("clang version 18.1.3-1ubuntu1\nTarget: x\n").unwrap();
        assert_eq!(packaged.version, Version::parse("18.1.3").unwrap());
    }

    #[test]
    fn emulators_have_names_of_their_own() {
        for (target, name) in [
            ("i686-linux-gnu", "qemu-i386"),
            ("s390x-linux-gnu", "qemu-s390x"),
            ("powerpc64le-linux-gnu", "qemu-ppc64le"),
        ] {
            assert_eq!(emulator_of(architecture(target)), name);
        }
    }
}
