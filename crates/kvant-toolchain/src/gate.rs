//! Starts processes that are within their limits from their first instruction on.
//!
//! A limit can be set from outside on a process that runs already, and then it comes a moment late. It can
//! be set between `fork` and `exec`, but that needs unsafe code, and it makes the standard library copy
//! this process instead of starting a new one directly: that took 10 ms for every 100 MB that a campaign
//! holds. So each process begins as a shell that waits at a gate. While it waits the limits are set from
//! outside, to the byte. When the gate opens it becomes the program. The shell costs less than a
//! millisecond.
//!
//! Two more preparations happen at the gate: descriptors that were left open are closed, and variables that the
//! shell brings along are unset. If this process dies before the gate is
//! open, the shell ends.
//!
//! A file that is executable but that the kernel does not know how to execute is a script to a shell. So a
//! compiler that makes such a file is judged by the result of running it, as it should be.
//!
//! Not here: the limits themselves. Where there is no shell or no `/proc`, the program is started directly,
//! and the limits come a moment late.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;

use crate::network;

/// A program that is to be started, in whatever way this machine allows.
pub(crate) struct Job {
    /// The command, to which arguments, variables and pipes are added. It has the program already.
    pub(crate) command: Command,
    /// The program.
    pub(crate) program: PathBuf,
    /// The folder that it works in and that is its own, if it has one.
    pub(crate) folder: Option<PathBuf>,
    gated: bool,
}

impl Job {
    /// A job that runs `program`.
    pub(crate) fn new(program: &Path) -> Job {
        let gated = is_possible();
        let mut command = Command::new(if gated { Path::new(SHELL) } else { program });
        if gated {
            command.args(["-c", SCRIPT, NAME]);
            command.args(network::way_out_of_it()).arg(program);
        }
        Job {
            command,
            program: program.to_owned(),
            folder: None,
            gated,
        }
    }

    /// True if the process waits until it is let through.
    pub(crate) fn is_gated(&self) -> bool {
        self.gated
    }

    /// Lets a waiting process through.
    pub(crate) fn open(&self, child: &mut Child) -> io::Result<()> {
        match child.stdin.take() {
            Some(mut gate) if self.gated => gate.write_all(b"\n"),
            _ => Ok(()),
        }
    }

    /// True if a process that ended like this never became the program, judging by its name.
    pub(crate) fn never_began(&self, code: Option<i32>, name: &OsStr) -> bool {
        let refused = matches!(code, Some(126 | 127));
        self.gated && refused && (name == NAME || name == network::TOOL)
    }
}

const SHELL: &str = "/bin/sh";

/// The name of the shell at the gate in the list of processes. The program has another name.
const NAME: &str = "kvant-gate";

/// POSIX has names for ten descriptors only. Nearly all that are ever left open are among them. Bash
/// cannot help telling `SHLVL=0`.
const SCRIPT: &str = "printf kvant-gate >/proc/$$/comm; unset PWD OLDPWD SHLVL _
read -r go && exec \"$@\" </dev/null 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";

fn is_possible() -> bool {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    *POSSIBLE.get_or_init(|| {
        cfg!(target_os = "linux")
            && Path::new(SHELL).exists()
            && Path::new("/proc/self/comm").exists()
    })
}
