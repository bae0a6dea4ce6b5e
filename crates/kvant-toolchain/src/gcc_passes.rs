//! What gcc can be told to leave out: passes by name, and optimisations by flag. It does not count its passes as LLVM does.

use std::path::Path;

use crate::backend::{Backend, BackendKind};
use crate::build_flags::OptLevel;
use crate::compile::start;
use crate::error::ToolError;
use crate::limits::Limits;

impl Backend {
    /// The passes of gcc that run on a program because it is optimised, in their order: `tree-vrp1`, `rtl-cse2`. Empty if the
    /// compiler does not tell.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn gcc_passes(
        &self,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Vec<String>, ToolError> {
        let mut passes = listed_passes(&self.gcc_says("-fdump-passes", source, dir, limits)?);
        let plain = self.unoptimised();
        let needed = listed_passes(&plain.gcc_says("-fdump-passes", source, dir, limits)?);
        // What runs without any optimisation can hardly be missed.
        passes.retain(|pass| !needed.contains(pass));
        Ok(passes)
    }

    /// The flags of gcc that are on because it optimises: `-ftree-vrp`. Empty if the compiler does not tell.
    pub fn gcc_flags(
        &self,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Vec<String>, ToolError> {
        let question = "-Q --help=optimizers";
        let mut flags = enabled_flags(&self.gcc_says(question, source, dir, limits)?);
        let plain = self.unoptimised();
        let always = enabled_flags(&plain.gcc_says(question, source, dir, limits)?);
        flags.retain(|flag| !always.contains(flag));
        Ok(flags)
    }

    /// The same backend of gcc without these passes or flags, as they are listed; passes on these functions only, if any are
    /// named.
    #[must_use]
    pub fn without_gcc(&self, what: &[&str], functions: &[&str]) -> Backend {
        let only = match functions.is_empty() {
            true => String::new(),
            false => format!("={}", functions.join(",")),
        };
        self.with(what.iter().map(|what| gcc_switch(what) + &only))
    }

    fn unoptimised(&self) -> Backend {
        let mut plain = self.clone();
        if let BackendKind::Build(build) = &mut plain.kind {
            build.opt = OptLevel::O0;
        }
        plain
    }

    /// What it prints, on either stream, with these words before its own flags. Whatever comes of the program does not
    /// matter.
    fn gcc_says(
        &self,
        words: &str,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<String, ToolError> {
        let BackendKind::Build(build) = &self.kind else {
            return Ok(String::new());
        };
        let words: Vec<&str> = words.split(' ').collect();
        let file = self.source_file();
        let line = self.builds(&words, build, Path::new(&file), Path::new("program"));
        let folder = self.folder_with(source, dir)?;
        let run = start(&line, folder.path(), limits)?;
        self.failure_of(&line, folder.path(), &run)?;
        let said = [run.stdout, run.stderr].concat();
        Ok(String::from_utf8_lossy(&said).into_owned())
    }
}

/// The flag that turns a pass or a flag of gcc off.
pub fn gcc_switch(what: &str) -> String {
    match what.strip_prefix("-f") {
        Some(flag) => format!("-fno-{flag}"),
        None => format!("-fdisable-{what}"),
    }
}

/// Reads lines such as `      tree-ccp1      :  ON`. What is further in belongs to what is above it, and runs only if that
/// does. Those with a star have no name that can be said.
fn listed_passes(said: &str) -> Vec<String> {
    let mut passes = Vec::new();
    // How far in those are that everything belongs to, and whether they run.
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
