//! For a program that stands in front of a compiler: it becomes the compiler, or starts it and goes on.
//!
//! Nothing is limited, captured or watched here. Our parent process does that: processes that are started here belong to our
//! process group, has our limits, and writes to where we write.

use std::ffi::OsStr;
use std::io::{self, PipeWriter};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use crate::error::ToolError;

/// Turns this process into `program`. It returns only if that cannot be done.
pub fn hand_over<A: AsRef<OsStr>>(program: &Path, args: &[A]) -> ToolError {
    ToolError::CannotStart {
        program: program.to_owned(),
        error: Command::new(program).args(args).exec(),
    }
}

/// Runs `program` to its end, with our standard output and error.
pub fn pass_through<A: AsRef<OsStr>>(program: &Path, args: &[A]) -> Result<ExitStatus, ToolError> {
    let ended = Command::new(program).args(args).status();
    ended.map_err(|error| ToolError::CannotStart {
        program: program.to_owned(),
        error,
    })
}

/// Processes that do nothing. They end when this value is dropped, and when this process ends in whatever way.
#[derive(Debug)]
pub struct Crowd {
    /// Present until they are to end: all of them read from this pipe and wait for its end.
    pipe: Option<PipeWriter>,
    children: Vec<Child>,
}

impl Crowd {
    /// Starts `count` processes, or as many as the system allows.
    pub fn start(count: usize) -> io::Result<Crowd> {
        let (end, pipe) = io::pipe()?;
        let mut crowd = Crowd {
            pipe: Some(pipe),
            children: Vec::new(),
        };
        while crowd.children.len() < count {
            let child = Command::new("/bin/sh")
                .args(["-c", "read -r line"])
                .stdin(end.try_clone()?)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            match child {
                Ok(child) => crowd.children.push(child),
                Err(_) => break,
            }
        }
        Ok(crowd)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        self.pipe = None;
        for child in &mut self.children {
            // A process that cannot be waited for is gone already.
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_there_until_it_is_dropped() {
        let mut crowd = Crowd::start(3).expect("three processes");
        assert_eq!(crowd.children.len(), 3);
        for child in &mut crowd.children {
            assert!(matches!(child.try_wait(), Ok(None)), "it waits");
        }
        // This waits for all of them.
        drop(crowd);
    }

    #[test]
    fn programs_are_run_to_their_end() {
        let status = pass_through(Path::new("/bin/sh"), &["-c", "exit 7"]).expect("a shell");
        assert_eq!(status.code(), Some(7));
        let nothing = Path::new("/there/is/no/such/program");
        assert!(pass_through(nothing, &["x"]).is_err());
        let error = hand_over(nothing, &["x"]);
        assert!(matches!(error, ToolError::CannotStart { .. }), "{error}");
    }
}
