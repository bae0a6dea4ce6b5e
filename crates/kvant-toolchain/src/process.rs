//! Starts a child process, watches it within its limits, and tells how it ended.
//!
//! One thread per child is enough: it sleeps in `poll` on the two output pipes and on the child's
//! exit at once. So there are no reader threads that a forgotten grandchild could keep hanging, and
//! a short command is not delayed by anybody's sleep.
//!
//! The child leads its own process group, and the group is killed in every case when the child is
//! done: whatever it left behind must not outlive the answer. The order matters. The child is left
//! unreaped until the group has been killed, because a reaped number may already belong to somebody
//! else.
//!
//! Not here: the knowledge of which programs are compilers, and a sandbox. A descendant that starts
//! a session of its own escapes the group, and limits are set a moment after the start, so this is
//! protection against accidents and not against malice. On systems other than Linux only the
//! wall-clock and output limits are enforced.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Signal as Known, WaitId, WaitIdOptions};
use wait4::{ResUse, Wait4};

use crate::error::ToolError;
use crate::limits::Limits;
use crate::signal::Signal;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// It returned this code.
    Code(i32),
    /// It was ended by this signal, which was its own doing.
    Signal(Signal),
    /// It used up its processor time or its wall-clock time, and was killed.
    TimedOut,
    /// It printed more than it may, and was killed.
    OutputLimit,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(signal) => signal.fmt(f),
            Exit::TimedOut => f.write_str("time-out"),
            Exit::OutputLimit => f.write_str("too much output"),
        }
    }
}

/// A finished process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub exit: Exit,
    /// What it printed on standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// What it printed on standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Processor time, user and system, of the process and of the children it waited for.
    pub cpu: Duration,
    /// Wall-clock time from start to end.
    pub wall: Duration,
}

/// Runs `command` to its end or to the end of what `limits` allow.
///
/// Standard input is empty. Both output streams are captured.
pub(crate) fn finish(command: &mut Command, limits: &Limits) -> Result<Run, ToolError> {
    if limits.cancel.is_cancelled() {
        return Err(ToolError::Cancelled);
    }
    let program = PathBuf::from(command.get_program());
    let watching = |error: io::Error| ToolError::Watching {
        program: program.clone(),
        error,
    };

    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let started = Instant::now();
    let mut child = spawn(command).map_err(|error| ToolError::CannotStart {
        program: program.clone(),
        error,
    })?;
    let stdout = child.stdout.take().map(OwnedFd::from);
    let stderr = child.stderr.take().map(OwnedFd::from);
    let group = Group::led_by(child);
    restrain(group.leader, limits);

    let mut stdout = Captured::new(stdout, limits.output).map_err(watching)?;
    let mut stderr = Captured::new(stderr, limits.output).map_err(watching)?;
    let stop = watch(&group, &mut stdout, &mut stderr, limits, started).map_err(watching)?;
    let usage = group.end().map_err(watching)?;
    let wall = started.elapsed();

    // What the process wrote before its end is in the pipes by now, so nothing is waited for here.
    stdout.read_available().map_err(watching)?;
    stderr.read_available().map_err(watching)?;
    let cpu = usage.rusage.utime + usage.rusage.stime;

    let exit = match stop {
        Stop::Cancelled => return Err(ToolError::Cancelled),
        Stop::Deadline => Exit::TimedOut,
        Stop::Output => Exit::OutputLimit,
        Stop::Exited if stdout.overflowed || stderr.overflowed => Exit::OutputLimit,
        Stop::Exited => match exit_of(usage.status, cpu, limits) {
            Exit::Signal(signal) if signal.comes_from_outside() => {
                return Err(ToolError::KilledFromOutside { program, signal });
            }
            exit => exit,
        },
    };
    Ok(Run {
        exit,
        stdout: stdout.bytes,
        stderr: stderr.bytes,
        cpu,
        wall,
    })
}

/// Why watching ended.
enum Stop {
    Exited,
    Deadline,
    Output,
    Cancelled,
}

/// Reads what the process prints until it ends or until it must be ended.
fn watch(
    group: &Group,
    stdout: &mut Captured,
    stderr: &mut Captured,
    limits: &Limits,
    started: Instant,
) -> io::Result<Stop> {
    let exit = exit_notice(group.leader);
    let mut nap = SHORTEST_NAP;
    loop {
        if group.leader_has_exited()? {
            return Ok(Stop::Exited);
        }
        if limits.cancel.is_cancelled() {
            return Ok(Stop::Cancelled);
        }
        let left = limits.wall.saturating_sub(started.elapsed());
        if left.is_zero() {
            return Ok(Stop::Deadline);
        }
        // The flag of `limits.cancel` wakes nobody up, so no sleep is longer than the longest nap.
        // Without a notice of the exit, the naps begin short so that short commands stay short.
        nap = match exit {
            Some(_) => LONGEST_NAP,
            None => (nap * 2).min(LONGEST_NAP),
        };
        let sources = [&stdout.pipe, &stderr.pipe, &exit];
        let mut sources: Vec<PollFd<'_>> = sources
            .into_iter()
            .flatten()
            .map(|source| PollFd::from_borrowed_fd(source.as_fd(), PollFlags::IN))
            .collect();
        let timeout = Timespec::try_from(nap.min(left)).ok();
        match rustix::event::poll(&mut sources, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        stdout.read_available()?;
        stderr.read_available()?;
        if stdout.overflowed || stderr.overflowed {
            return Ok(Stop::Output);
        }
    }
}

const SHORTEST_NAP: Duration = Duration::from_micros(500);
const LONGEST_NAP: Duration = Duration::from_millis(20);

/// Translates what the system says about a process that ended without being killed by us.
fn exit_of(status: ExitStatus, cpu: Duration, limits: &Limits) -> Exit {
    let Some(signal) = status.signal().map(Signal) else {
        return Exit::Code(status.code().unwrap_or_default());
    };
    // The kernel enforces the processor time, first politely and then with SIGKILL.
    let used_up = signal.is(Known::XCPU) || (signal.is(Known::KILL) && cpu >= limits.cpu);
    if used_up {
        Exit::TimedOut
    } else {
        Exit::Signal(signal)
    }
}

/// Starts the process, again if its file is still being written.
///
/// A file that one thread has just written and closed can be open for writing a moment longer in
/// a child that another thread is starting. The system then refuses to execute the file.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let mut attempts = 0;
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && attempts < 100 => {
                attempts += 1;
                thread::sleep(Duration::from_millis(2));
            }
            result => return result,
        }
    }
}

/// A process group of which this process started the leader. It is killed when this is dropped.
struct Group {
    leader: Pid,
    /// Present until the leader has been reaped.
    child: Option<Child>,
}

impl Group {
    fn led_by(child: Child) -> Group {
        Group {
            leader: Pid::from_child(&child),
            child: Some(child),
        }
    }

    /// Whether the leader is done. It is not reaped by that.
    fn leader_has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match rustix::process::waitid(WaitId::Pid(self.leader), options) {
                Err(Errno::INTR) => {}
                result => return Ok(result?.is_some()),
            }
        }
    }

    /// Kills whoever is left in the group and reaps the leader.
    fn end(mut self) -> io::Result<ResUse> {
        let child = self
            .child
            .take()
            .ok_or_else(|| io::Error::other("the child was reaped before"))?;
        self.kill();
        child.wait4()
    }

    fn kill(&self) {
        // The only way to fail is that nobody is left, and that is what is wanted.
        let _ = rustix::process::kill_process_group(self.leader, Known::KILL);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            self.kill();
            let _ = child.wait();
        }
    }
}

/// One output stream of a child, kept up to a limit.
struct Captured {
    /// Absent once the stream has ended.
    pipe: Option<OwnedFd>,
    bytes: Vec<u8>,
    limit: usize,
    overflowed: bool,
}

impl Captured {
    fn new(pipe: Option<OwnedFd>, limit: usize) -> io::Result<Captured> {
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Captured {
            pipe,
            bytes: Vec::new(),
            limit,
            overflowed: false,
        })
    }

    /// Takes what is in the pipe now, without waiting for more.
    fn read_available(&mut self) -> io::Result<()> {
        let mut chunk = [0; 16 << 10];
        while let Some(pipe) = &self.pipe {
            match rustix::io::read(pipe, &mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let room = self.limit - self.bytes.len();
                    self.bytes.extend_from_slice(&chunk[..count.min(room)]);
                    if count > room {
                        self.overflowed = true;
                        self.pipe = None;
                    }
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// Something that becomes readable when the process ends, where the system has such a thing.
#[cfg(target_os = "linux")]
fn exit_notice(leader: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(leader, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn exit_notice(_leader: Pid) -> Option<OwnedFd> {
    None
}

/// Sets the limits that the kernel enforces.
///
/// Setting them in the child before it starts would need unsafe code, so it is done from here right
/// after the start. A kernel that refuses leaves the wall-clock and output limits, which always
/// hold, so a refusal is not worth failing for.
#[cfg(target_os = "linux")]
fn restrain(leader: Pid, limits: &Limits) {
    use rustix::process::{Resource, Rlimit};

    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
    // A core file would be written to wherever the system likes, thousands of times a night.
    let bounds = [
        (Resource::Core, Some(0), 0),
        (Resource::Cpu, Some(seconds), 2),
        (Resource::As, limits.memory, 0),
        (Resource::Fsize, limits.file_size, 0),
    ];
    for (resource, bound, grace) in bounds {
        let Some(bound) = bound else { continue };
        // The child inherits our own limits, and asking for more than those would be refused.
        let ceiling = rustix::process::getrlimit(resource)
            .maximum
            .unwrap_or(u64::MAX);
        let bounds = Rlimit {
            current: Some(bound.min(ceiling)),
            maximum: Some(bound.saturating_add(grace).min(ceiling)),
        };
        let _ = rustix::process::prlimit(Some(leader), resource, bounds);
    }
}

#[cfg(not(target_os = "linux"))]
fn restrain(_leader: Pid, _limits: &Limits) {}
