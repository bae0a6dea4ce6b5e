//! Whether flags work, found out by compiling an empty program in C with them and running it.

use std::ffi::OsString;
use std::path::Path;

use crate::backend::{Backend, BackendKind};
use crate::build_flags::{BuildFlags, OptLevel};
use crate::c_line::TOLERATED;
use crate::cache::Compiler;
use crate::compile::start;
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::limits::Limits;
use crate::process::Exit;
use crate::program::run_line;
use crate::scratch::Scratch;
use crate::toolchain::Toolchain;

const WORKS: &str = "works";

impl Toolchains {
    /// What comes of trying these flags together, now or when it was tried before: an error says why they do not work.
    pub(crate) fn tried_with(
        &self,
        toolchain: &Toolchain,
        flags: &[&str],
    ) -> Result<Result<(), String>, ToolError> {
        let who = Compiler {
            path: &toolchain.path,
            env: &toolchain.env,
        };
        let question = format!("try {}", flags.join(" "));
        let answer = self
            .cache
            .recall(&who, &question, || attempt(toolchain, flags))?;
        if answer == WORKS {
            return Ok(Ok(()));
        }
        // These need libraries or programs that may be installed tomorrow.
        let needs_more = |flag: &&str| flag.starts_with("-fsanitize") || flag.starts_with("-flto");
        if flags.is_empty() || flags.iter().any(needs_more) {
            self.cache.forget(&who, &question);
        }
        Ok(Err(answer))
    }
}

/// Compiles, links and runs, and says why that does not work.
fn attempt(toolchain: &Toolchain, flags: &[&str]) -> Result<String, ToolError> {
    let backend = Backend {
        toolchain: toolchain.clone().into(),
        kind: BackendKind::Build(BuildFlags {
            extra: flags.iter().map(|flag| (*flag).to_owned()).collect(),
            ..BuildFlags::at(OptLevel::O1)
        }),
    };
    let scratch = Scratch::new()?;
    let folder = backend.folder_with(NOTHING, scratch.path())?;
    let folder = folder.path();
    let mut line = backend.command_line(Path::new(&backend.source_file()), Path::new("out"));
    // What clang does not know it only warns of.
    line.args
        .retain(|arg| arg != "-w" && !TOLERATED.iter().any(|word| arg == word));
    line.args.insert(0, OsString::from("-Werror"));
    let run = start(&line, folder, &Limits::for_compiler())?;
    if run.exit != Exit::Code(0) {
        if let Err(error) = backend.failure_of(&line, folder, &run)
            && !matches!(error, ToolError::Environment { .. })
        {
            return Err(error);
        }
        let stderr = String::from_utf8_lossy(&run.stderr);
        let telling = stderr.lines().find(|line| line.contains("error"));
        let telling = telling.or_else(|| stderr.lines().next());
        return Ok(telling
            .unwrap_or("it fails without a word")
            .trim()
            .to_owned());
    }
    let limits = Limits {
        memory: None,
        ..Limits::for_program()
    };
    let line = backend.run_line(&folder.join("out"));
    let run = run_line(&line, Some(folder), &limits)?;
    Ok(match run.exit {
        Exit::Code(0) => WORKS.to_owned(),
        exit => format!("what it makes does not run here: {exit}"),
    })
}

const NOTHING: &str = "int main(void) { return 0; }\n";
