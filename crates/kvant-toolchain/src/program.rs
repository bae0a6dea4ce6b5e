//! Runs the programs that compilers made, and scripts about them. Their expected output is not known here.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::command_line::CommandLine;
use crate::environment;
use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Run};

/// Runs `executable` with `args` and with no environment variables, in the folder it lies in.
///
/// The environment is left out because a program must behave the same on every machine.
pub fn run<A: AsRef<OsStr>>(
    executable: &Path,
    args: impl IntoIterator<Item = A>,
    limits: &Limits,
) -> Result<Run, ToolError> {
    let executable = absolute(executable)?;
    let args = args.into_iter().map(|arg| arg.as_ref().to_owned());
    let line = CommandLine {
        env: Vec::new(),
        args: args.collect(),
        program: executable.clone(),
    };
    run_line(&line, executable.parent(), limits)
}

/// Runs a program with the environment variables of this line and no others.
pub(crate) fn run_line(
    line: &CommandLine,
    folder: Option<&Path>,
    limits: &Limits,
) -> Result<Run, ToolError> {
    let mut job = Job::new(&line.program);
    job.command.args(&line.args).env_clear();
    job.command
        .envs(line.env.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = folder {
        job.command.current_dir(folder);
    }
    process::finish(&mut job, limits)
}

/// Runs a shell script with the variables of a compiler and those in `env`, in the folder it lies in.
pub fn run_script(
    script: &Path,
    env: &[(&str, String)],
    limits: &Limits,
) -> Result<Run, ToolError> {
    let script = absolute(script)?;
    let mut job = Job::new(Path::new("/bin/sh"));
    environment::clear(&mut job.command);
    job.command.arg(&script);
    job.command
        .envs(env.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = script.parent() {
        job.command.current_dir(folder);
    }
    process::finish(&mut job, limits)
}

/// A relative path would be looked up from the child's folder on some systems.
fn absolute(path: &Path) -> Result<PathBuf, ToolError> {
    std::path::absolute(path).map_err(|error| ToolError::File {
        action: "find",
        path: path.to_owned(),
        error,
    })
}
