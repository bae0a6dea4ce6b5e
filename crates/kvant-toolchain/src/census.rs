//! Measures a child and its descendants, by way of `/proc`.
//!
//! A child can start others, they can leave its process group, and their parents can end before them.
//! They are still found: this process takes in orphans that descend from it, and each child passes a mark on
//! to its descendants. The mark is a limit without any effect (on the number of file locks, which kernels
//! have ignored since Linux 2.6) at a number of the child's own.
//!
//! **For users of this crate:** taking in orphans is a property of the whole process. Orphans with a
//! mark are ended and reaped here. Other children of the process should not leave orphans behind.
//!
//! Not here: the limits and their enforcement. Where the system has no `/proc`, nothing is measured.

use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

/// Resources that a child and its descendants use at one moment.
#[derive(Debug, Default)]
pub(crate) struct Census {
    /// The number of their threads.
    pub(crate) threads: usize,
    /// The bytes of memory that they hold. Memory that two of them share is counted twice.
    pub(crate) resident: u64,
    /// The processor time of all of them and of the children that they waited for.
    pub(crate) cpu: Duration,
    /// True if one of them runs, would run if there were a free processor, or waits for a disk.
    pub(crate) is_awake: bool,
}

/// A mark that a child passes on to all its descendants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark(u64);

impl Mark {
    /// A mark that no process has yet. From now on this process takes in orphans.
    pub(crate) fn new() -> Mark {
        static CEILING: OnceLock<u64> = OnceLock::new();
        static USED: AtomicU64 = AtomicU64::new(1);
        // We may be marked ourselves, and a limit can only go down.
        let ceiling = *CEILING.get_or_init(|| {
            take_in_orphans();
            ceiling().unwrap_or(u64::MAX)
        });
        // It must also differ from the marks of other `kvant` processes: the guard searches all of `/proc` for it.
        let own = u64::from(std::process::id()) << 32;
        let used = USED.fetch_add(1, Ordering::Relaxed);
        Mark(ceiling.saturating_sub(own).saturating_sub(used))
    }

    /// The number that stands for it.
    pub(crate) fn number(self) -> u64 {
        self.0
    }

    fn is_on(self, pid: Pid) -> bool {
        let limits = fs::read_to_string(format!("/proc/{}/limits", pid.as_raw_nonzero()));
        let Ok(limits) = limits else { return false };
        let mut lines = limits.lines();
        let numbers = lines.find_map(|line| line.strip_prefix("Max file locks"));
        let soft = numbers.and_then(|numbers| numbers.split_whitespace().next());
        soft.is_some_and(|soft| soft.parse() == Ok(self.0))
    }
}

impl Census {
    /// Counts the leader, its descendants, and orphans with the mark. There is none where the
    /// leader cannot be seen.
    pub(crate) fn take(leader: Pid, mark: Mark) -> Option<Census> {
        let mut census = Census::default();
        census.add(leader)?;
        let mut parents = vec![leader];
        parents.extend(orphans(leader, mark));
        for orphan in &parents[1..] {
            census.add(*orphan);
        }
        while let Some(parent) = parents.pop() {
            for child in children(parent, &mut census.is_awake) {
                // A process that ended meanwhile does not count.
                if census.add(child).is_some() {
                    parents.push(child);
                }
            }
        }
        Some(census)
    }

    fn add(&mut self, pid: Pid) -> Option<()> {
        let stat = Stat::read(&format!("/proc/{}/stat", pid.as_raw_nonzero()))?;
        self.threads += stat.threads;
        self.resident += stat.resident;
        self.cpu += stat.cpu;
        self.is_awake |= stat.is_awake;
        Some(())
    }
}

/// Kills and reaps the processes with this mark that have no parent but us. The leader is left to its owner.
///
/// Processes that end leave their own children to us, so this goes on until none is left. A process that cannot
/// be killed within a second hangs in the kernel, and is left there.
pub(crate) fn end_orphans(leader: Pid, mark: Mark) {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(1) {
        let orphans = orphans(leader, mark);
        if orphans.is_empty() {
            return;
        }
        let mut waiting = false;
        for orphan in orphans {
            // No other code reaps our children, so the number is still that of the orphan.
            let _ = rustix::process::kill_process(orphan, Signal::KILL);
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
            waiting |= matches!(
                rustix::process::waitid(WaitId::Pid(orphan), options),
                Ok(None)
            );
        }
        if waiting {
            thread::sleep(Duration::from_micros(500));
        }
    }
}

/// The name of a process, also of a dead one that was not reaped yet.
pub(crate) fn name(pid: Pid) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let name = stat.split_once('(')?.1.rsplit_once(')')?.0;
    Some(name.to_owned())
}

/// The orphans that carry the mark. The kernel makes them children of our first thread.
fn orphans(leader: Pid, mark: Mark) -> Vec<Pid> {
    let own = rustix::process::getpid().as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/self/task/{own}/children"));
    let children = children.unwrap_or_default();
    pids(&children)
        .filter(|&child| child != leader && mark.is_on(child))
        .collect()
}

/// The children that any thread of the process has started. On the way, notes whether one of the threads
/// is awake.
fn children(parent: Pid, is_awake: &mut bool) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero()));
    let mut children = Vec::new();
    for task in tasks.into_iter().flatten().flatten() {
        let task = task.path();
        if let Ok(own) = fs::read_to_string(task.join("children")) {
            children.extend(pids(&own));
        }
        *is_awake = *is_awake
            || Stat::read(&task.join("stat").to_string_lossy()).is_some_and(|stat| stat.is_awake);
    }
    children
}

fn pids(list: &str) -> impl Iterator<Item = Pid> {
    let numbers = list.split_whitespace();
    numbers.filter_map(|number| Pid::from_raw(number.parse().ok()?))
}

/// The line of `/proc` about a process or a thread.
struct Stat {
    is_awake: bool,
    threads: usize,
    resident: u64,
    cpu: Duration,
}

impl Stat {
    fn read(path: &str) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(path).ok()?)
    }

    /// The manual (`proc_pid_stat`) numbers the fields from 1. The second is a name that may contain anything.
    fn parse(line: &str) -> Option<Stat> {
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let ticks = number(14)? + number(15)? + number(16)? + number(17)?;
        let rate = rustix::param::clock_ticks_per_second().max(1);
        Some(Stat {
            is_awake: matches!(*fields.first()?, "R" | "D"),
            threads: usize::try_from(number(20)?).ok()?,
            resident: number(24)?.saturating_mul(rustix::param::page_size() as u64),
            cpu: Duration::from_millis(ticks.saturating_mul(1000) / rate),
        })
    }
}

#[cfg(target_os = "linux")]
fn take_in_orphans() {
    // If the kernel refuses, orphans go to another process, as without the request.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(target_os = "linux")]
fn ceiling() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Locks).maximum
}

#[cfg(not(target_os = "linux"))]
fn take_in_orphans() {}

#[cfg(not(target_os = "linux"))]
fn ceiling() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_whatever_the_name() {
        let line = "7 (a) b (c) R 1 7 7 0 -1 4 9 9 9 9 100 50 25 25 20 0 3 0 99 1000 2 18446744073709551615";
        let stat = Stat::parse(line).expect("a line as the manual has it");
        assert!(stat.is_awake);
        assert_eq!(stat.threads, 3);
        assert_eq!(stat.resident, 2 * rustix::param::page_size() as u64);
        assert!(stat.cpu > Duration::ZERO);
        assert!(Stat::parse("7 (short) R 1").is_none());
    }
}
