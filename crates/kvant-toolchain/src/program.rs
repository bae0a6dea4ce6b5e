//! Runs the programs that compilers made. What they should print is not known here.

use std::ffi::OsStr;
use std::path::Path;

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
    // A relative path would be looked up from the child's folder on some systems.
    let executable = std::path::absolute(executable).map_err(|error| ToolError::File {
        action: "find",
        path: executable.to_owned(),
        error,
    })?;
    let mut job = Job::new(&executable);
    job.command.args(args).env_clear();
    if let Some(folder) = executable.parent() {
        job.command.current_dir(folder);
    }
    process::finish(&mut job, limits)
}
