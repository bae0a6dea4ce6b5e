//! Finds the compilers of rustup, of `$RUSTC` and along `$PATH`.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use super::probe::{probe, probe_behind};
use crate::discover::{Discovery, Surroundings};
use crate::error::ToolError;
use crate::toolchain::{Toolchain, Version};

/// Adds every toolchain of rustup, the value of `$RUSTC` and every `rustc` along `$PATH`. Sorts all: stable, beta, nightly, then
/// the others from new to old.
pub(super) fn discover(surroundings: &Surroundings, discovery: &mut Discovery) {
    let cache = discovery.cache.clone();
    let mut keep = |name: &str, probed: Result<Toolchain, ToolError>| match probed {
        Ok(toolchain) => add(&mut discovery.found, discovery.named, toolchain),
        Err(error) => discovery.skipped.push((name.to_owned(), error.to_string())),
    };
    let rustup_home = surroundings.variable("RUSTUP_HOME").map(Path::to_owned);
    let rustup_home = rustup_home.or(surroundings.in_home(".rustup"));
    let folders = rustup_home.as_deref().map(toolchain_folders);
    for folder in folders.into_iter().flatten() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let probed = probe(&folder.join("bin/rustc"), &[], &cache);
        keep(
            &name,
            probed.map(|toolchain| named_by_rustup(toolchain, &name)),
        );
    }
    let from_variable = surroundings.variable("RUSTC").map(|rustc| {
        let is_bare_name = rustc.components().count() == 1;
        let on_path = match is_bare_name {
            true => along_path(surroundings, rustc).next(),
            false => None,
        };
        ("$RUSTC", on_path.unwrap_or_else(|| rustc.to_owned()))
    });
    let from_path = along_path(surroundings, Path::new("rustc"));
    let from_path = from_path.map(|rustc| ("rustc on $PATH", rustc));
    for (name, rustc) in from_variable.into_iter().chain(from_path) {
        keep(name, probe_behind(&rustc, &cache));
    }
    make_names_unique(&mut discovery.found);
    discovery.found.sort_by_cached_key(|toolchain| {
        let rank = name_rank(&toolchain.name).min(3);
        (rank, Reverse(toolchain.version), toolchain.name.clone())
    });
}

/// The executables of that name along `$PATH`.
fn along_path(surroundings: &Surroundings, name: &Path) -> impl Iterator<Item = PathBuf> {
    let candidates = surroundings.folders().map(move |folder| folder.join(name));
    candidates.filter(|candidate| candidate.is_file())
}

/// The folders of rustup's toolchains, in the order of their names.
fn toolchain_folders(rustup_home: &Path) -> Vec<PathBuf> {
    // Without such a folder rustup is not used here, which is no error.
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

/// The rank of a name: the lower, the better.
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
