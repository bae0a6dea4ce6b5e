//! Ends the children of a process that was itself ended without a chance to do so, such as by `kill -9`.
//!
//! One shell per process reads the groups that begin and end, from a pipe. When the pipe closes, no process is
//! left that could end those groups, so it kills them. The kernel's own way (a signal at the parent's death)
//! reaches only the first child and not its descendants, and it must be asked for by the child itself.
//!
//! A group is registered before its leader passes the gate, and unregistered before its leader is reaped, so
//! no group ever runs unguarded, and no registered number can belong to another process.
//!
//! A process that has left its group is found by the mark that it inherits (`census`), by one scan of `/proc`, which is done only
//! when this process dies.
//!
//! PID namespaces would end everything even if this guard is killed together with this process. One for each process was measured
//! with `unshare --pid --fork --kill-child`: 1.1 ms of processor time in addition to the gate, and the first process of a namespace
//! ignores its own signals, so `abort` shows as a segmentation fault. One for all of them needs root or another process around
//! each, and thread numbers inside of the namespace differ from those in `/proc`, which sanitizers read.
//!
//! Not reached: processes that have left the group, if this guard is killed too.

use std::fmt;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::Pid;

use crate::census::Mark;

/// Registers a group, and the mark of its processes: all of them end with this process.
pub(crate) fn begin(group: Pid, mark: Mark) {
    tell(format_args!(
        "+ {} {}\n",
        group.as_raw_nonzero(),
        mark.number()
    ));
}

/// Removes a group that has ended.
pub(crate) fn end(group: Pid) {
    tell(format_args!("- {}\n", group.as_raw_nonzero()));
}

fn tell(what: fmt::Arguments<'_>) {
    static GUARD: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    let Some(guard) = GUARD.get_or_init(start) else {
        return;
    };
    let mut pipe = guard.lock().unwrap_or_else(PoisonError::into_inner);
    // Without a guard, children are only ended by us. That is not worth failing for.
    let _ = pipe.write_all(what.to_string().as_bytes());
}

/// The guard has a group of its own, so that a Ctrl-C at the terminal does not end it before us.
fn start() -> Option<Mutex<ChildStdin>> {
    let child = Command::new("/bin/sh")
        .args(["-c", SCRIPT, "kvant-guard"])
        .env_clear()
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
    child.ok()?.stdin.map(Mutex::new)
}

const SCRIPT: &str = r#"trap '' INT TERM HUP
printf kvant-guard >/proc/$$/comm
groups=
while read -r sign group mark; do
  rest=
  for other in $groups; do
    [ "${other%:*}" = "$group" ] || rest="$rest $other"
  done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group:$mark"
done
for group in $groups; do kill -9 "-${group%:*}"; done
found=$groups
tries=0
while [ -n "$found" ] && [ $tries -lt 20 ]; do
  found=
  tries=$((tries + 1))
  for limits in /proc/[0-9]*/limits; do
    while read -r max file locks soft rest; do
      [ "$max $file $locks" = 'Max file locks' ] || continue
      pid=${limits#/proc/}
      case "$groups " in *":$soft "*) kill -9 "${pid%/limits}" && found=1 ;; esac
      break
    done <"$limits"
  done
done"#;
