//! Reads the list of passes that a compiler prints when the number of passes is limited.
//!
//! rustc and LLVM count their optional passes over the whole program and print a line for each, such as
//! `BISECT: running pass (4) Inline on program[3b08]::f1`, on standard error. Up to its limit a compiler does as it does
//! without one, so a number means the same pass under every limit that is not below it.

use std::path::Path;

use crate::backend::Backend;
use crate::compile::start;
use crate::error::ToolError;
use crate::limits::Limits;
use crate::part::Counted;
use crate::process::Exit;

/// One line of the list: a pass that ran, or would have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRun {
    /// Its number, from 1.
    pub number: u64,
    /// True if it ran.
    pub ran: bool,
    /// The pass, as the compiler spells it.
    pub pass: String,
    /// The unit that it worked on, in the compiler's words: `program[3b08]::f1`, `(_RNvC7program2f1)`, `[module]`.
    pub on: String,
}

impl PassRun {
    /// Reads a line such as `BISECT: NOT running pass (4) licm on loop %bb1 in function f1`.
    fn parse(line: &str) -> Option<PassRun> {
        let told = line.strip_prefix("BISECT: ")?;
        let (ran, told) = match told.strip_prefix("NOT ") {
            Some(told) => (false, told),
            None => (true, told),
        };
        let (number, told) = told.strip_prefix("running pass (")?.split_once(") ")?;
        let (pass, on) = told.rsplit_once(" on ")?;
        Some(PassRun {
            number: number.parse().ok()?,
            ran,
            pass: pass.to_owned(),
            on: on.to_owned(),
        })
    }

    /// All passes that are listed in the output of a compiler.
    fn all(stderr: &[u8]) -> Vec<PassRun> {
        let lines = stderr.split(|byte| *byte == b'\n');
        let listed = lines.filter(|line| line.starts_with(b"BISECT: "));
        listed
            .filter_map(|line| PassRun::parse(String::from_utf8_lossy(line).trim_end()))
            .collect()
    }

    /// The symbol or the path of the function that it worked on. There is none if it worked on a whole module. Of
    /// functions that call each other it is the first.
    pub fn function(&self) -> Option<&str> {
        let on = match self.on.rsplit_once("in function ") {
            Some((_, function)) => function,
            None => self.on.strip_prefix("function ").unwrap_or(&self.on),
        };
        if on.starts_with('[') || on.starts_with("module ") {
            return None;
        }
        let on = on.trim_matches(['(', ')']);
        let first = on.split(", ").next().unwrap_or(on);
        (!first.is_empty()).then_some(first)
    }
}

/// The path of a function as it is in the source, of a symbol or of a path with the crate before it.
pub fn function_name(of: &str) -> String {
    let path = format!("{:#}", rustc_demangle::demangle(of));
    // A crate's name may come with a part of its hash, as in `program[3b08]::f1`.
    match path.split_once("::") {
        Some((krate, rest)) if krate.split('[').next() == Some("program") => rest.to_owned(),
        _ => path,
    }
}

impl Backend {
    /// The passes that this backend lists if no limit stops them, whatever comes of the program. The list of a
    /// compiler that crashes ends where that happens. It is empty if the compiler does not list any.
    ///
    /// Everything is put into a folder below `dir` that is removed before this returns.
    pub fn listing(
        &self,
        counted: &Counted,
        source: &str,
        dir: &Path,
        limits: &Limits,
    ) -> Result<Vec<PassRun>, ToolError> {
        let unlimited = self.with([(counted.limit)(Counted::ALL)]);
        let line = unlimited.command_line(Path::new(&self.source_file()), Path::new("program"));
        let folder = self.folder_with(source, dir)?;
        let folder = folder.path();
        let run = start(&line, folder, limits)?;
        if run.exit != Exit::Code(0) {
            // Only a complaint about this machine matters here.
            self.failure_of(&line, folder, &run)?;
        }
        Ok(PassRun::all(&run.stderr))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_rustc_and_of_llvm_are_read() {
        let listing = b"warning: something\n\
            BISECT: running pass (4) Inline on program[3b08]::p0::f1\n\
            BISECT: running pass (5) InvalidateAnalysisPass<llvm::AAManager> on _RNvCs66_7program2f1\n\
            BISECT: NOT running pass (6) argpromotion on (_RNvCs66_7program6deeper, main)\n\
            BISECT: NOT running pass (7) licm on loop %bb1<unnamed loop> in function _RNvCs66_7program2f1\n\
            BISECT: NOT running pass (8) X86 LEA Fixup on function (main)\n\
            BISECT: NOT running pass (9) globalopt on [module]\n\
            BISECT: running pass (x) GVN on f\nerror: internal compiler error: BISECT: running\n";
        let read = PassRun::all(listing);
        let told: Vec<_> = read
            .iter()
            .map(|each| (each.number, each.ran, each.pass.as_str(), each.function()))
            .collect();
        let f1 = Some("_RNvCs66_7program2f1");
        assert_eq!(
            told,
            [
                (4, true, "Inline", Some("program[3b08]::p0::f1")),
                (5, true, "InvalidateAnalysisPass<llvm::AAManager>", f1),
                (6, false, "argpromotion", Some("_RNvCs66_7program6deeper")),
                (7, false, "licm", f1),
                (8, false, "X86 LEA Fixup", Some("main")),
                (9, false, "globalopt", None),
            ]
        );
    }

    #[test]
    fn functions_have_the_names_of_the_source() {
        for (of, name) in [
            ("program[3b08]::p0::f1", "p0::f1"),
            ("_RNvNtCsLk7kxTuTTy_7program2p04fun1", "p0::fun1"),
            ("_ZN7program6deeper17h0123456789abcdefE", "deeper"),
            ("main", "main"),
            ("core[12ab]::ptr::swap", "core[12ab]::ptr::swap"),
        ] {
            assert_eq!(function_name(of), name);
        }
    }
}
