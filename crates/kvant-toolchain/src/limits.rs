//! What a child process may use, and how its waiting parent is told to give up.
//!
//! Nothing is enforced here: `process` does that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The bounds of one child process.
///
/// Processor time is the bound that decides in practice, because it does not depend on how busy the
/// machine is. Wall-clock time is there for processes that wait instead of working.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time, after which the whole process group is killed.
    pub wall: Duration,
    /// Processor time of the process, in whole seconds (rounded up).
    pub cpu: Duration,
    /// Bytes of address space. Allocation fails beyond them.
    pub memory: Option<u64>,
    /// Bytes in one file that it writes.
    pub file_size: Option<u64>,
    /// Bytes it may print on each of its two output streams.
    pub output: usize,
    /// Set by somebody who does not want the answer any more.
    pub cancel: Cancel,
}

impl Limits {
    /// Bounds for a compiler: generous, since a slow compilation is rarely the finding.
    ///
    /// There is no bound on address space. A compiler that meets one aborts, which would look like
    /// a crash that is its own fault.
    pub fn for_compiler() -> Limits {
        Limits {
            wall: Duration::from_mins(3),
            cpu: Duration::from_mins(1),
            memory: None,
            file_size: Some(GIBIBYTE),
            output: 8 << 20,
            cancel: Cancel::default(),
        }
    }

    /// Bounds for a generated program: it is known to end within milliseconds.
    pub fn for_program() -> Limits {
        Limits {
            wall: Duration::from_mins(1),
            cpu: Duration::from_secs(10),
            memory: Some(4 * GIBIBYTE),
            file_size: Some(16 << 20),
            output: 16 << 20,
            cancel: Cancel::default(),
        }
    }

    /// The same bounds, given up as soon as `cancel` says so.
    #[must_use]
    pub fn cancelled_by(self, cancel: &Cancel) -> Limits {
        Limits {
            cancel: cancel.clone(),
            ..self
        }
    }
}

const GIBIBYTE: u64 = 1 << 30;

/// A flag shared by everybody who waits for children, and by whoever wants them to stop.
///
/// Children live in their own process groups, so a Ctrl-C at the terminal does not reach them. The
/// handler of that signal sets this flag, and every wait ends soon after by killing its children.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Sets the flag, for good. It may be called from a signal handler.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    /// Shares a flag that somebody else, such as a signal handler, already owns.
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}
