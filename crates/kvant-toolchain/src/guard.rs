//! Ends the children of a process that was itself ended without a chance to do so, such as by `kill -9`.
//!
//! One shell per process reads the groups that begin and end, from a pipe. When the pipe closes, nobody is
//! left who could end those groups, so it kills them. The kernel's own way (a signal at the parent's death)
//! reaches only the first child and not what that has started, and it must be asked for by the child itself.
//!
//! A group is told before its leader is let through the gate, and taken back before its leader is reaped, so
//! there is no moment at which a group runs unguarded or at which its number could belong to somebody else.
//!
//! Not reached: somebody who has left the group. Only a process that still lives finds those (`census`).

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use rustix::process::Pid;

/// This group is to die with us.
pub(crate) fn begin(group: Pid) {
    tell('+', group);
}

/// This group is dead.
pub(crate) fn end(group: Pid) {
    tell('-', group);
}

fn tell(sign: char, group: Pid) {
    static GUARD: OnceLock<Option<Mutex<ChildStdin>>> = OnceLock::new();
    let Some(guard) = GUARD.get_or_init(start) else {
        return;
    };
    let mut pipe = guard.lock().unwrap_or_else(PoisonError::into_inner);
    // Without a guard, children are only ended by us. That is not worth failing for.
    let _ = pipe.write_all(format!("{sign} {}\n", group.as_raw_nonzero()).as_bytes());
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
while read -r sign group; do
  rest=
  for other in $groups; do
    [ "$other" = "$group" ] || rest="$rest $other"
  done
  groups=$rest
  [ "$sign" = + ] && groups="$groups $group"
done
for group in $groups; do kill -9 "-$group"; done"#;
