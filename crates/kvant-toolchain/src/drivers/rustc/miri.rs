//! Miri, where it is installed: the interpreter that knows most about undefined behaviour.
//!
//! It is a second reference. Operations that it does not support, and faults of its set-up, are no evidence.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::compile::{Answer, CompileFailure, ConstVerdict};
use crate::error::{Lacking, ToolError};
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Exit, Run};
use crate::toolchain::Toolchain;

/// The Miri that belongs to a compiler, if it is installed.
pub(super) fn executable(toolchain: &Toolchain) -> Option<PathBuf> {
    let beside = |name: &str| toolchain.sysroot.join("bin").join(name);
    let whole = beside("cargo-miri").is_file();
    Some(beside("miri")).filter(|miri| whole && miri.is_file())
}

/// The library that Miri interprets, or why there is none. It is looked for once in each process. The first time ever, it is
/// built, which takes a minute or two.
pub(super) fn library(toolchain: &Toolchain) -> Result<Result<PathBuf, Lacking>, ToolError> {
    static KNOWN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(library) = known.get(&toolchain.sysroot) {
        return Ok(Ok(library.clone()));
    }
    let found = set_up(toolchain)?;
    if let Ok(library) = &found {
        known.insert(toolchain.sysroot.clone(), library.clone());
    }
    Ok(found)
}

fn set_up(toolchain: &Toolchain) -> Result<Result<PathBuf, Lacking>, ToolError> {
    let folder = toolchain.sysroot.join("bin");
    let mut job = Job::new(&folder.join("cargo-miri"));
    let command = &mut job.command;
    command.args(["miri", "setup", "--print-sysroot"]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&path));
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    // A cargo that started us would have these mean itself.
    for name in [
        "CARGO",
        "RUSTC",
        "RUSTUP_TOOLCHAIN",
        "MAKEFLAGS",
        "CARGO_MAKEFLAGS",
    ] {
        command.env_remove(name);
    }
    let limits = Limits {
        wall: Duration::from_mins(15),
        cpu: Duration::from_mins(15),
        ..Limits::for_compiler()
    };
    let run = process::finish(&mut job, &limits)?;
    let stdout = String::from_utf8_lossy(&run.stdout);
    Ok(match (run.exit, stdout.trim()) {
        (Exit::Code(0), path) if !path.is_empty() => Ok(PathBuf::from(path)),
        (exit, _) => {
            let stderr = String::from_utf8_lossy(&run.stderr);
            let telling = stderr.lines().rev().find(|line| line.contains("error"));
            let why = telling.map_or_else(|| exit.to_string(), |line| line.trim().to_owned());
            Err(Lacking(why))
        }
    })
}

/// The answer of Miri, by its end.
pub(super) fn answer(run: &Run) -> Answer {
    if run.exit == Exit::Code(0) {
        let output = String::from_utf8_lossy(&run.stdout).into_owned();
        return Answer::Interpreted { output };
    }
    let stderr = String::from_utf8_lossy(&run.stderr).into_owned();
    let crashed = stderr.contains("error: internal compiler error");
    let complaint = stderr.lines().find(|line| line.starts_with("error"));
    let undefined = complaint.and_then(|line| line.strip_prefix("error: Undefined Behavior: "));
    match (undefined, run.exit) {
        (Some(message), _) => Answer::Evaluated(ConstVerdict::Undefined {
            message: message.to_owned(),
        }),
        (None, Exit::Code(_)) if crashed => Answer::Failed(CompileFailure::Crashed {
            signal: None,
            stderr,
        }),
        (None, exit) => Answer::Evaluated(ConstVerdict::CannotSay {
            message: complaint.map_or_else(|| exit.to_string(), str::to_owned),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(code: i32, stdout: &str, stderr: &str) -> Answer {
        answer(&Run {
            exit: Exit::Code(code),
            stdout: stdout.into(),
            stderr: stderr.into(),
            cpu: Duration::ZERO,
            wall: Duration::ZERO,
        })
    }

    #[test]
    fn only_undefined_behaviour_speaks_against_a_program() {
        let output = "kvant 1 00\n".to_owned();
        assert_eq!(
            said(0, &output, "warning: slow"),
            Answer::Interpreted {
                output: output.clone()
            }
        );
        let undefined =
            "error: Undefined Behavior: reading memory at alloc1\n --> program.rs:1:1\n";
        let message = "reading memory at alloc1".to_owned();
        assert_eq!(
            said(1, "", undefined),
            Answer::Evaluated(ConstVerdict::Undefined { message })
        );
        for other in [
            "error: unsupported operation: can't call foreign function `f`",
            "error[E0514]: found crate `std` compiled by an incompatible version of rustc",
        ] {
            let message = other.to_owned();
            let cannot = Answer::Evaluated(ConstVerdict::CannotSay { message });
            assert_eq!(said(1, "", other), cannot);
        }
        let crash = said(101, "", "error: internal compiler error: it broke\n");
        assert!(matches!(
            crash,
            Answer::Failed(CompileFailure::Crashed { .. })
        ));
    }
}
