//! The resources that a child process may use, and the flag that makes its waiting parent give up.
//!
//! Nothing is enforced here: `process` does that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The bounds of one child process, which hold for it and for all that it starts.
///
/// Processor time is the bound that decides in practice, because it does not depend on how busy the
/// machine is. Wall-clock time is there for processes that wait instead of working.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time in which it may wait for something else than a processor or a disk.
    ///
    /// So a process that works gets all its processor time, however long that takes on a busy machine.
    /// After [`STRETCH`](Limits::STRETCH) times as long it is killed in any case.
    pub wall: Duration,
    /// Processor time, in whole seconds (rounded up) for each process, and for all together.
    pub cpu: Duration,
    /// Bytes of address space of each process. Allocation fails beyond them.
    pub memory: Option<u64>,
    /// Bytes of memory that all together may hold. This is looked at a few times a second.
    pub resident: Option<u64>,
    /// The number of processes and threads. It is checked a few times a second.
    pub processes: usize,
    /// Bytes in one file that it writes.
    pub file_size: Option<u64>,
    /// Bytes on the disk in a compiler's private folder. They are counted now and then.
    pub folder_size: Option<u64>,
    /// Bytes it may print on each of its two output streams.
    pub output: usize,
    /// Set when the answer is not wanted any more.
    pub cancel: Cancel,
}

impl Limits {
    /// The factor by which the wall-clock limit is extended for a process that is never seen waiting.
    pub const STRETCH: u32 = 10;

    /// Bounds for a compiler: generous, since a slow compilation is rarely the finding.
    ///
    /// There is no bound on address space. A compiler that meets one aborts, which would look like
    /// a crash that is its own fault. The number of threads leaves room for linkers that start one for each
    /// processor.
    pub fn for_compiler() -> Limits {
        Limits {
            wall: Duration::from_mins(3),
            cpu: Duration::from_mins(1),
            memory: None,
            resident: Some(4 * GIBIBYTE),
            processes: 1024,
            file_size: Some(GIBIBYTE),
            folder_size: Some(4 * GIBIBYTE),
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
            resident: Some(GIBIBYTE),
            processes: 64,
            file_size: Some(16 << 20),
            folder_size: None,
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

/// A flag shared by all threads that wait for children and the code that cancels them.
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

    /// True if the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    /// Shares a flag that other code, such as a signal handler, already owns.
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel(flag)
    }
}
