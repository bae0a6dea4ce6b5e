//! Tries flags by compiling an empty program in C with them and running it. Compilers of C do not list their flags, or list some
//! that do nothing.

use std::ffi::OsString;
use std::path::Path;

use kvant_record::{OptLevel, Request};

use super::TOLERATED;
use crate::backend::Backend;
use crate::cache::{Cache, Compiler};
use crate::compile::start;
use crate::error::{Lacking, ToolError};
use crate::limits::Limits;
use crate::process::Exit;
use crate::program::run_line;
use crate::scratch::Scratch;
use crate::toolchain::Toolchain;

const WORKS: &str = "works";

/// The outcome of trying these flags together, now or when it was tried before.
pub(super) fn tried_with(
    toolchain: &Toolchain,
    flags: &[&str],
    cache: &Cache,
) -> Result<Result<(), Lacking>, ToolError> {
    let compiler = Compiler {
        path: &toolchain.path,
        env: &toolchain.env,
    };
    let question = format!("try {}", flags.join(" "));
    let answer = cache.recall(&compiler, &question, || attempt(toolchain, flags))?;
    if answer == WORKS {
        return Ok(Ok(()));
    }
    // These need libraries or programs that may be installed tomorrow.
    let needs_more = |flag: &&str| flag.starts_with("-fsanitize") || flag.starts_with("-flto");
    if flags.is_empty() || flags.iter().any(needs_more) {
        cache.forget(&compiler, &question);
    }
    Ok(Err(Lacking(answer)))
}

/// Compiles, links and runs, and says why that does not work.
fn attempt(toolchain: &Toolchain, flags: &[&str]) -> Result<String, ToolError> {
    let backend = Backend {
        toolchain: toolchain.clone().into(),
        request: Request::build(OptLevel::O1).with_flags(flags.iter().copied()),
    };
    let scratch = Scratch::new()?;
    let folder = backend.folder_with(NOTHING, scratch.path())?;
    let folder = folder.path();
    let mut line = backend.command_line(Path::new(&backend.source_file()), Path::new("out"));
    // Clang only warns of unknown flags.
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
            .unwrap_or("it fails without a message")
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
        exit => format!("its executables do not run here: {exit}"),
    })
}

const NOTHING: &str = "int main(void) { return 0; }\n";
