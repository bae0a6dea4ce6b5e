//! `alive-tv`: a second opinion about a transformation, by a solver.

use std::fs;
use std::path::{Path, PathBuf};

use super::{in_path, run_tool};
use crate::error::ToolError;
use crate::limits::Limits;
use crate::scratch::Scratch;

/// A translation validator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliveTv {
    path: PathBuf,
}

impl AliveTv {
    /// The one in a file.
    pub fn at(path: &Path) -> AliveTv {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        AliveTv { path }
    }

    /// The first one in `PATH`.
    pub fn find() -> Option<AliveTv> {
        in_path("alive-tv").map(|path| AliveTv { path })
    }

    /// Its answer about a function before and after: `correct`, `incorrect: Value mismatch`, or the reason why there is none.
    pub fn opinion(
        &self,
        (before, after): (&str, &str),
        function: &str,
        limits: &Limits,
    ) -> Result<String, ToolError> {
        let scratch = Scratch::new()?;
        for (name, text) in [("before.ll", before), ("after.ll", after)] {
            let path = scratch.path().join(name);
            let written = fs::write(&path, text);
            written.map_err(|error| ToolError::File {
                action: "write",
                path,
                error,
            })?;
        }
        let function = format!("--func={function}");
        let words = ["before.ll", "after.ll", &function];
        let ran = run_tool(&self.path, words, Some(scratch.path()), limits)?;
        let said = [ran.stdout, ran.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let error = said.lines().find_map(|line| line.strip_prefix("ERROR: "));
        Ok(if said.contains("doesn't verify") {
            format!("incorrect: {}", error.unwrap_or("no reason is told"))
        } else if said.contains("seems to be correct") {
            "correct".to_owned()
        } else {
            let first = said.lines().find(|line| !line.trim().is_empty());
            let why = error.or(first).unwrap_or("nothing is told");
            format!("no answer: {}", why.trim())
        })
    }
}
