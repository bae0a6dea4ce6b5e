//! Describes a rustc by its answers to queries.

use std::path::{Path, PathBuf};

use super::RUSTC;
use crate::cache::{Cache, Compiler, query};
use crate::error::{Lacking, ToolError};
use crate::installed::Installed;
use crate::toolchain::{Toolchain, Version};

/// The arguments of the version query.
pub(super) const VERSION: [&str; 1] = ["-vV"];

/// Describes the compiler behind `path`, or the one at `path` if that one cannot be started by itself.
///
/// A shim chooses by the folder it is started in, so that it might be another one tomorrow.
pub(super) fn probe_behind(path: &Path, cache: &Cache) -> Result<Toolchain, ToolError> {
    let behind = sysroot(path, &[], cache)?.join("bin/rustc");
    if behind.is_file()
        && let Ok(found) = probe(&behind, &[], cache)
    {
        return Ok(found);
    }
    probe(path, &[], cache)
}

/// Describes the compiler at `path`, which is known not to be a shim.
pub(super) fn probe(
    path: &Path,
    env: &[(String, String)],
    cache: &Cache,
) -> Result<Toolchain, ToolError> {
    let verbose = cache.ask(path, env, &VERSION)?;
    let mut toolchain =
        from_verbose(path, verbose).map_err(|Lacking(why)| ToolError::NotACompiler {
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
    let compiler = Compiler { path, env };
    let behind = ["bin/rustc", "lib"].map(|name| toolchain.sysroot.join(name));
    for file in &behind {
        cache.depends(&compiler, file);
    }
    let behind = behind.iter().map(PathBuf::as_path);
    toolchain.installed = Installed::with(std::iter::once(path).chain(behind));
    Ok(toolchain)
}

/// Reads the output of the version query.
fn from_verbose(path: &Path, verbose: String) -> Result<Toolchain, Lacking> {
    let field = |key: &str| {
        verbose
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(found, _)| *found == key)
            .map(|(_, value)| value.trim().to_owned())
    };
    let lacks = |what: &str| Lacking(format!("`-vV` tells no `{what}:`"));
    let release = field("release").ok_or_else(|| lacks("release"))?;
    let version = Version::parse(&release).ok_or_else(|| {
        Lacking(format!(
            "`-vV` tells the release `{release}`, which is no version"
        ))
    })?;
    let known = |value: &String| value != "unknown";
    Ok(Toolchain {
        commit: field("commit-hash").filter(known),
        date: field("commit-date").filter(known),
        llvm: field("LLVM version"),
        target: field("host").ok_or_else(|| lacks("host"))?,
        verbose,
        ..Toolchain::new(&RUSTC, path, &release, version)
    })
}

/// The folder that a compiler takes its libraries from.
fn sysroot(path: &Path, env: &[(String, String)], cache: &Cache) -> Result<PathBuf, ToolError> {
    let question = ["--print", "sysroot"];
    // Where a shim leads is decided by settings and by the folder, so it is asked every time.
    let answer = match is_shim(path) {
        true => query(path, env, &question)?,
        false => cache.ask(path, env, &question)?,
    };
    Ok(PathBuf::from(answer.trim()))
}

/// True if this is rustup under the name of a compiler.
pub(super) fn is_shim(path: &Path) -> bool {
    let beside = path.with_file_name("rustup");
    let target = path.canonicalize();
    let leads_to_rustup = target.is_ok_and(|target| target.ends_with("rustup"));
    leads_to_rustup || beside.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_commits_are_no_commits() {
        let verbose = "rustc 1.99.0-dev\ncommit-hash: unknown\nhost: riscv64-unknown-linux-gnu\n\
                       release: 1.99.0-dev\n";
        let toolchain = from_verbose(Path::new("/x/rustc"), verbose.to_owned());
        let toolchain = toolchain.expect("it tells everything needed");
        assert_eq!(toolchain.commit, None);
        assert_eq!(toolchain.llvm, None);
        assert_eq!(toolchain.to_string(), "1.99.0-dev (1.99.0-dev)");
    }
}
