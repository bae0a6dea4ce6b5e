//! gcc. It does not count its passes as LLVM does, but passes can be left out by name, and optimisations by flag.

use std::path::Path;

use kvant_record::{OptLevel, Request};

use super::c::{ADDRESS_AND_UNDEFINED, CDriver, LINKER, RELAXATIONS, WATCHED, family};
use super::has_word;
use crate::backend::Backend;
use crate::compile::start;
use crate::driver::{Family, Suspect};
use crate::drivers::excerpt::CodeForm;
use crate::error::ToolError;
use crate::limits::Limits;
use crate::part::{Named, Part, Search};

/// The driver of gcc.
pub static GCC: CDriver = CDriver {
    family: &Family {
        is_command: |name| name == "cc" || has_word(name, "gcc"),
        watched: Some(WATCHED),
        code: &[(CodeForm::Assembly, &["-S"])],
        relaxations: &RELAXATIONS,
        suspects: &[
            Suspect::new("strict-overflow", "-fwrapv"),
            Suspect::new("inline", "-fno-inline"),
            Suspect::new("tree-vectorize", "-fno-tree-vectorize"),
            Suspect::new("tree-vrp", "-fno-tree-vrp"),
            Suspect::new("tree-pre", "-fno-tree-pre"),
            Suspect::new("tree-dominator-opts", "-fno-tree-dominator-opts"),
            Suspect::new("ipa-cp", "-fno-ipa-cp"),
            Suspect::new("ivopts", "-fno-ivopts"),
            Suspect::new("tree-sra", "-fno-tree-sra"),
        ],
        parts: &[Part {
            name: "GCC",
            key: "gcc",
            runs: |request| request.level != OptLevel::O0,
            off,
            search: Search::Named(Named {
                passes,
                flags,
                // Passes that work on the whole program are on or off.
                is_per_function: |pass| pass.starts_with("tree-") || pass.starts_with("rtl-"),
            }),
        }],
        ..family("gcc")
    },
    has_targets: true,
    has_levels: true,
    size_level_since: Some(12),
    c17_since: 8,
    sanitizers: &[ADDRESS_AND_UNDEFINED],
    trials: &[
        (LINKER, &[]),
        ("lto", &["-flto"]),
        ("pass-switches", &["-fdisable-tree-ccp1"]),
    ],
};

/// The flags that turn passes or flags off, as they are listed; passes on these functions only, if any are named.
fn off(what: &[&str], functions: &[&str]) -> Vec<String> {
    let only = match functions.is_empty() {
        true => String::new(),
        false => format!("={}", functions.join(",")),
    };
    let switch = |what: &&str| match what.strip_prefix("-f") {
        Some(flag) => format!("-fno-{flag}{only}"),
        None => format!("-fdisable-{what}{only}"),
    };
    what.iter().map(switch).collect()
}

/// The passes that run on a program because it is optimised, in their order: `tree-vrp1`, `rtl-cse2`.
fn passes(
    backend: &Backend,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<String>, ToolError> {
    // Passes that run without any optimisation can hardly be left out.
    because_optimised(listed_passes, "-fdump-passes", backend, source, dir, limits)
}

/// The flags that are on because it optimises: `-ftree-vrp`.
fn flags(
    backend: &Backend,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<String>, ToolError> {
    let question = "-Q --help=optimizers";
    because_optimised(enabled_flags, question, backend, source, dir, limits)
}

/// The items in the answer to a question that are not there at O0.
fn because_optimised(
    read: fn(&str) -> Vec<String>,
    question: &str,
    backend: &Backend,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<String>, ToolError> {
    let mut listed = read(&said(backend, question, source, dir, limits)?);
    let plain = backend.asked(Request {
        level: OptLevel::O0,
        ..backend.request.clone()
    });
    let always = read(&said(&plain, question, source, dir, limits)?);
    listed.retain(|each| !always.contains(each));
    Ok(listed)
}

/// The output of gcc, on both streams, with these words before its own flags. Whatever comes of the program does not matter.
fn said(
    backend: &Backend,
    words: &str,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<String, ToolError> {
    let words: Vec<&str> = words.split(' ').collect();
    let file = backend.source_file();
    let line = backend.command_line_with(&words, Path::new(&file), Path::new("program"));
    let folder = backend.folder_with(source, dir)?;
    let run = start(&line, folder.path(), limits)?;
    backend.failure_of(&line, folder.path(), &run)?;
    let said = [run.stdout, run.stderr].concat();
    Ok(String::from_utf8_lossy(&said).into_owned())
}

/// Reads lines such as `      tree-ccp1      :  ON`. An indented pass belongs to the one above it, and runs only if that
/// does. Passes with a star have no name that flags accept.
fn listed_passes(said: &str) -> Vec<String> {
    let mut passes = Vec::new();
    // The indentations of the passes around this line, each with its state.
    let mut above: Vec<(usize, bool)> = Vec::new();
    for line in said.lines() {
        let Some((pass, state)) = line.split_once(" : ") else {
            continue;
        };
        let depth = pass.len() - pass.trim_start().len();
        let (pass, is_on) = (pass.trim(), state.trim() == "ON");
        let is_pass = ["*", "tree-", "rtl-", "ipa-"]
            .iter()
            .any(|kind| pass.starts_with(kind));
        if !is_pass {
            continue;
        }
        above.retain(|(further_out, _)| *further_out < depth);
        let runs = is_on && above.iter().all(|(_, runs)| *runs);
        above.push((depth, runs));
        if runs && !pass.starts_with('*') {
            passes.push(pass.to_owned());
        }
    }
    passes
}

/// Reads lines such as `  -ftree-vrp    [enabled]`.
fn enabled_flags(said: &str) -> Vec<String> {
    let flag = |line: &str| {
        let mut words = line.split_whitespace();
        let flag = words.next().filter(|flag| flag.starts_with("-f"))?;
        (words.next() == Some("[enabled]")).then(|| flag.to_owned())
    };
    said.lines().filter_map(flag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let passes = "cc1: note: x : y\n   *warn_unused_result     :  ON\n   tree-ehopt    :  OFF\n      tree-ccp1   :  ON\n   \
                      *all   :  ON\n      tree-fre1  :  ON\n         tree-pre  :  OFF\n      tree-dse1  :  ON\n   rtl-cse2  :  ON\n";
        assert_eq!(
            listed_passes(passes),
            ["tree-fre1", "tree-dse1", "rtl-cse2"]
        );
        let flags = "The following options control optimizations:\n  -O<number>   \n  -falign-loops   [enabled]\n\
                     \x20 -falign-loops=  16:11:8\n  -fgcse  [disabled]\n";
        assert_eq!(enabled_flags(flags), ["-falign-loops"]);
    }
}
