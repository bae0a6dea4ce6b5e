//! Starts a child process, watches it within its limits, and tells how it ended.
//!
//! One thread per child is enough: it sleeps in `poll` on the two output pipes and on the child's
//! exit at once. So there are no reader threads that a forgotten grandchild could keep hanging, and
//! a short command is not delayed by a sleep.
//!
//! Enforcement of the limits:
//!
//! | limit | enforced by |
//! |---|---|
//! | processor time, address space, size of a file, no core files | the kernel, from the start (`gate`) |
//! | output | this module, by reading no further |
//! | waiting, memory, processes, processor time of all together | this module, by looking (`census`) |
//! | size of the private folder | this module, by looking (`scratch`) |
//! | no network | the kernel, where it is allowed (`network`) |
//! | death of this process | a guard beside it, which also finds processes that left the group (`guard`) |
//! | processes that are left behind | this module: the process group is killed, then processes that left it (`census`) |
//!
//! This module looks 20 ms after the start and then ten times a second, so hardly ever at a program that ends
//! as it should. The kernel's own limit on processes would not do: it counts all processes of the user, and none
//! for root.
//!
//! The child is left unreaped until all its descendants are dead, because a reaped number may already belong
//! to another process.
//!
//! Not here: the knowledge of which programs are compilers, and a jail. A child can still read and write all
//! files that this user can. On systems other than Linux only the wall-clock and output limits are enforced, and a
//! process that leaves the group escapes.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::process::{Pid, Signal as Known, WaitId, WaitIdOptions};
use wait4::{ResUse, Wait4};

use crate::census::{self, Census, Mark};
use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::scratch;
use crate::signal::Signal;
use crate::{guard, network};

/// The end of a process.
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
    /// It held more memory than it may, and was killed.
    ///
    /// A process that is refused memory by the kernel notices it itself, and ends as it likes.
    MemoryLimit,
    /// It started more processes or threads than it may, and was killed with all of them.
    ProcessLimit,
    /// It wrote more to the disk than it may, and was killed.
    DiskLimit,
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(signal) => signal.fmt(f),
            Exit::TimedOut => f.write_str("time-out"),
            Exit::OutputLimit => f.write_str("too much output"),
            Exit::MemoryLimit => f.write_str("too much memory"),
            Exit::ProcessLimit => f.write_str("too many processes"),
            Exit::DiskLimit => f.write_str("too much on the disk"),
        }
    }
}

/// A finished process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its end.
    pub exit: Exit,
    /// Its standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// Its standard error, up to the limit.
    pub stderr: Vec<u8>,
    /// Processor time, user and system, of the process and of the children it waited for.
    pub cpu: Duration,
    /// Wall-clock time from start to end.
    pub wall: Duration,
}

/// Runs a job to its end, or until it exceeds one of the `limits`.
///
/// Standard input is empty. Both output streams are captured.
pub(crate) fn finish(job: &mut Job, limits: &Limits) -> Result<Run, ToolError> {
    job.command
        .stdin(if job.is_gated() {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    // A file that one thread has just written and closed can be open for writing a moment longer in
    // a child that another thread is starting. The system then refuses to execute the file.
    for _ in 0..100 {
        match attempt(job, limits) {
            Err(ToolError::CannotStart { error, .. })
                if error.kind() == io::ErrorKind::ExecutableFileBusy =>
            {
                thread::sleep(Duration::from_millis(2));
            }
            result => return result,
        }
    }
    attempt(job, limits)
}

fn attempt(job: &mut Job, limits: &Limits) -> Result<Run, ToolError> {
    if limits.cancel.is_cancelled() {
        return Err(ToolError::Cancelled);
    }
    let program = job.program.clone();
    let watching = |error: io::Error| ToolError::Watching {
        program: program.clone(),
        error,
    };
    let started = Instant::now();
    let mut child = match network::without(|| job.command.spawn()) {
        Ok(child) => child,
        Err(error) => return Err(cannot_start(job, error)),
    };
    let stdout = child.stdout.take().map(OwnedFd::from);
    let stderr = child.stderr.take().map(OwnedFd::from);
    let mut group = Group::led_by(child);
    restrain(group.leader, group.mark, limits);
    guard::begin(group.leader, group.mark);
    // A process that was killed at the gate does not read. Its end is seen below.
    let _ = group.child.as_mut().map(|child| job.open(child));

    let mut stdout = Captured::new(stdout, limits.output).map_err(watching)?;
    let mut stderr = Captured::new(stderr, limits.output).map_err(watching)?;
    let look = Look::new(&group, limits, job.folder.as_deref(), started);
    let stop = watch(&group, &mut stdout, &mut stderr, limits, look).map_err(watching)?;
    group.kill();
    let name = census::name(group.leader).unwrap_or_default();
    let usage = group.end().map_err(watching)?;
    let wall = started.elapsed();

    // The whole output of the process is in the pipes by now, so this does not wait.
    stdout.read_available().map_err(watching)?;
    stderr.read_available().map_err(watching)?;
    let cpu = usage.rusage.utime + usage.rusage.stime;

    let exit = match stop {
        Stop::Cancelled => return Err(ToolError::Cancelled),
        Stop::Limit(exit) => exit,
        Stop::Exited if job.never_began(usage.status.code(), name.as_ref()) => {
            return Err(cannot_start(job, refusal(&stderr.bytes)));
        }
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

/// The error of a missing file: the program, or the folder it was to work in.
fn cannot_start(job: &Job, error: io::Error) -> ToolError {
    let folder = job.command.get_current_dir();
    match folder.map(|folder| (folder, folder.metadata())) {
        Some((folder, Err(error))) => ToolError::File {
            action: "enter",
            path: folder.to_owned(),
            error,
        },
        _ => ToolError::CannotStart {
            program: job.program.clone(),
            error,
        },
    }
}

/// The error that the shell at the gate printed when it could not become the program.
fn refusal(stderr: &[u8]) -> io::Error {
    let said = String::from_utf8_lossy(stderr);
    let said = said.trim();
    let kinds = [
        ("busy", io::ErrorKind::ExecutableFileBusy),
        ("ermission denied", io::ErrorKind::PermissionDenied),
        ("not found", io::ErrorKind::NotFound),
        ("No such file", io::ErrorKind::NotFound),
    ];
    match kinds.iter().find(|(words, _)| said.contains(words)) {
        Some((_, kind)) => io::Error::from(*kind),
        None => io::Error::other(said.to_owned()),
    }
}

/// Why watching ended.
enum Stop {
    Exited,
    Limit(Exit),
    Cancelled,
}

/// Reads the output of the process until it ends or must be ended.
fn watch(
    group: &Group,
    stdout: &mut Captured,
    stderr: &mut Captured,
    limits: &Limits,
    mut look: Look,
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
        if let Some(exit) = look.if_it_is_time() {
            return Ok(Stop::Limit(exit));
        }
        // The flag of `limits.cancel` ends no sleep, so none is longer than the longest nap.
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
        let timeout = Timespec::try_from(nap).ok();
        match rustix::event::poll(&mut sources, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        stdout.read_available()?;
        stderr.read_available()?;
        if stdout.overflowed || stderr.overflowed {
            return Ok(Stop::Limit(Exit::OutputLimit));
        }
    }
}

const SHORTEST_NAP: Duration = Duration::from_micros(500);
const LONGEST_NAP: Duration = Duration::from_millis(20);

/// Translates the status of a process that ended without being killed by us.
fn exit_of(status: ExitStatus, cpu: Duration, limits: &Limits) -> Exit {
    let Some(signal) = status.signal().map(Signal) else {
        return Exit::Code(status.code().unwrap_or_default());
    };
    // The kernel enforces the processor time, first politely and then with SIGKILL.
    let used_up = signal.is(Known::XCPU) || (signal.is(Known::KILL) && cpu >= limits.cpu);
    if used_up {
        Exit::TimedOut
    } else if signal.is(Known::XFSZ) {
        Exit::DiskLimit
    } else {
        Exit::Signal(signal)
    }
}

/// Periodic checks of the limits that the kernel does not enforce.
struct Look<'a> {
    leader: Pid,
    mark: Mark,
    limits: &'a Limits,
    folder: Option<&'a Path>,
    started: Instant,
    last: Instant,
    pause: Duration,
    /// The time during which no process of the group wanted to run.
    waited: Duration,
    folder_is_due: Instant,
}

impl<'a> Look<'a> {
    fn new(group: &Group, limits: &'a Limits, folder: Option<&'a Path>, started: Instant) -> Self {
        Look {
            leader: group.leader,
            mark: group.mark,
            limits,
            folder,
            started,
            last: started,
            pause: FIRST_LOOK,
            waited: Duration::ZERO,
            folder_is_due: started + FOLDER_PAUSE,
        }
    }

    /// The limit that was exceeded, if it is time to look and there is one.
    fn if_it_is_time(&mut self) -> Option<Exit> {
        let now = Instant::now();
        let passed = now - self.last;
        if passed < self.pause.min(self.limits.wall) {
            return None;
        }
        self.last = now;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        let limits = self.limits;
        // A group that cannot be seen is taken to wait.
        let census = Census::take(self.leader, self.mark).unwrap_or_default();
        if !census.is_awake {
            self.waited += passed;
        }
        if census.threads > limits.processes {
            return Some(Exit::ProcessLimit);
        }
        if limits.resident.is_some_and(|most| census.resident > most) {
            return Some(Exit::MemoryLimit);
        }
        // The kernel comes first, if it is a single process that uses up the time.
        let too_long = self.waited >= limits.wall
            || now - self.started >= limits.wall * Limits::STRETCH
            || census.cpu > limits.cpu + CPU_GRACE;
        if too_long {
            return Some(Exit::TimedOut);
        }
        self.folder_overflows(now).then_some(Exit::DiskLimit)
    }

    /// True if the folder is too large. The check takes a small share of the time, however many files there
    /// are.
    fn folder_overflows(&mut self, now: Instant) -> bool {
        let (Some(folder), Some(most)) = (self.folder, self.limits.folder_size) else {
            return false;
        };
        if now < self.folder_is_due {
            return false;
        }
        let size = scratch::size_of(folder);
        self.folder_is_due = now + FOLDER_PAUSE.max(now.elapsed() * 50);
        size > most
    }
}

const FIRST_LOOK: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(100);
const FOLDER_PAUSE: Duration = Duration::from_millis(300);
const CPU_GRACE: Duration = Duration::from_secs(1);
/// The time that a killed process may take to die. A disk that does not answer can delay it.
const LAST_WORDS: Duration = Duration::from_secs(30);

/// A process group of which this process started the leader, and processes that left it since. All are killed
/// when this is dropped.
struct Group {
    leader: Pid,
    mark: Mark,
    /// Present until the leader has been reaped.
    child: Option<Child>,
}

impl Group {
    fn led_by(child: Child) -> Group {
        Group {
            leader: Pid::from_child(&child),
            mark: Mark::new(),
            child: Some(child),
        }
    }

    /// True if the leader has exited. This does not reap it.
    fn leader_has_exited(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match rustix::process::waitid(WaitId::Pid(self.leader), options) {
                Err(Errno::INTR) => {}
                result => return Ok(result?.is_some()),
            }
        }
    }

    /// Kills the processes that are left and reaps them, the leader last.
    fn end(mut self) -> io::Result<ResUse> {
        let child = self
            .child
            .take()
            .ok_or_else(|| io::Error::other("the child was reaped before"))?;
        self.kill_all()?;
        child.wait4()
    }

    /// Kills all processes. Only the leader is left, dead and unreaped.
    fn kill_all(&self) -> io::Result<()> {
        self.kill();
        // Orphans come to us when their parents are dead, so that is waited for.
        let began = Instant::now();
        while !self.leader_has_exited()? {
            if began.elapsed() > LAST_WORDS {
                return Err(io::Error::other(
                    "it hangs in the kernel and cannot be killed",
                ));
            }
            thread::sleep(SHORTEST_NAP);
        }
        census::end_orphans(self.leader, self.mark);
        guard::end(self.leader);
        Ok(())
    }

    fn kill(&self) {
        // This fails only if no process is left, which is the aim.
        let _ = rustix::process::kill_process_group(self.leader, Known::KILL);
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take()
            && self.kill_all().is_ok()
        {
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

    /// Takes the bytes that are in the pipe now, without waiting for more.
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

/// Sets the limits that the kernel enforces, and the mark.
///
/// The process waits at the gate meanwhile, if there is one. A kernel that refuses leaves the limits that are
/// looked after here, which always hold, so a refusal is not worth failing for.
#[cfg(target_os = "linux")]
fn restrain(leader: Pid, mark: Mark, limits: &Limits) {
    use rustix::process::{Resource, Rlimit};

    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
    // A core file would be written to wherever the system likes, thousands of times a night.
    let bounds = [
        (Resource::Core, Some(0), 0),
        (Resource::Cpu, Some(seconds), 2),
        (Resource::As, limits.memory, 0),
        (Resource::Fsize, limits.file_size, 0),
        (Resource::Locks, Some(mark.number()), 0),
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
fn restrain(_leader: Pid, _mark: Mark, _limits: &Limits) {}
