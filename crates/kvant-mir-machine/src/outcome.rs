//! Everything the machine can say.

use std::fmt;

use kvant_memory::{AccessError, AllocId, LoadError};
use kvant_mir::check::IllFormed;
use kvant_mir::layout::LayoutError;
use kvant_mir::{Local, Location};

use crate::{History, Trace};

/// What became of a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The life of the memory that the verdict is about, if it is about some.
    pub history: Option<History>,
    /// What it reported until then.
    pub trace: Trace,
    /// How many statements and terminators were executed.
    pub steps: u64,
}

/// How a whole program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned from its entry function.
    Finished,
    /// It could not go on.
    Stopped {
        /// Why.
        stop: Stop,
        /// Where, if it had begun.
        at: Option<Location>,
    },
}

/// Why a step was refused. These are answers about the program, and each is a different kind of
/// answer; a fault of the machine itself is none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The language says that anything may happen.
    Ub(Ub),
    /// The result depends on a choice that the language, or the state of its debate, leaves open.
    Unspecified(Unspecified),
    /// The program makes no sense.
    IllFormed(IllFormed),
    /// The machine does not know this.
    Unsupported(Unsupported),
    /// It takes more than it was given.
    Budget(Budget),
}

/// The rules of undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ub {
    /// A local is used while its storage is dead.
    DeadLocal { local: Local },
    /// A value is read, and a byte of it is uninitialised. No offset: nothing was ever written.
    Uninitialised { at: Option<(AllocId, i64)> },
    /// Memory is accessed through a pointer to something that is gone.
    Dangling { alloc: AllocId },
    /// Memory is accessed outside of the allocation the pointer belongs to.
    OutOfBounds {
        alloc: AllocId,
        offset: i64,
        length: u64,
        size: u64,
    },
    /// Memory is accessed through a pointer that is not aligned for the type.
    Misaligned { required: u64, promised: u64 },
    /// The memory is the return place of a call that is still running.
    ReturnPlaceInUse { alloc: AllocId, offset: i64 },
    /// An array is indexed at or beyond its length.
    IndexOutOfBounds { index: u128, length: u64 },
    /// `x / 0` or `x % 0`.
    DivisionByZero,
    /// `MIN / -1` or `MIN % -1`.
    DivisionOverflow,
    /// A `bool` is neither 0 nor 1.
    InvalidBool { bits: u128 },
    /// A `char` is a surrogate or too large.
    InvalidChar { bits: u128 },
    /// `Assume(false)`.
    AssumedFalse,
    /// `Unreachable()` is reached.
    UnreachableReached,
}

/// The ways in which a result may depend on what the language leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unspecified {
    /// The source of an assignment overlaps its destination; compilers differ in what they do.
    OverlappingAssignment,
    /// The return place of a call overlaps an argument's place.
    OverlappingReturnPlace,
    /// A value that may have other bits, such as a NaN that an operation made, is observed, compared,
    /// decided by or used as anything but a float.
    OpenValue,
    /// A value without bytes is read or written through a pointer to something that is gone.
    DanglingWithoutBytes { alloc: AllocId },
    /// The bytes of a pointer are read as an integer.
    PointerAsInteger { alloc: AllocId, offset: i64 },
    /// Bytes that are not one whole pointer are read as a pointer.
    BrokenPointer { alloc: AllocId, offset: i64 },
    /// What is observed differs between resolvers.
    DependsOnChoice { observation: u64 },
    /// `StorageLive` on a live local: some versions call it undefined, others begin it anew.
    StorageAlreadyLive { local: Local },
    /// `StorageDead` on a dead local.
    StorageAlreadyDead { local: Local },
    /// A local with storage markers is still live at `Return`.
    StorageLiveAtReturn { local: Local },
}

/// What the machine does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unsupported {
    /// A type is too large for the machine, though perhaps not for a compiler.
    TypeTooLarge,
}

/// What a program may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Budget {
    Steps(u64),
    Frames(u32),
    Memory(u64),
    Observations(u64),
}

/// The result of anything that may stop a program.
pub(crate) type Result<T = ()> = std::result::Result<T, Stop>;

impl Stop {
    /// A malformed program, found where the type checker was not asked first.
    #[cold]
    pub(crate) fn ill_formed(message: &str) -> Stop {
        Stop::IllFormed(IllFormed {
            location: None,
            message: message.into(),
        })
    }

    /// The rule's name, the same in statistics, in the corpus and on the command line.
    pub fn rule(&self) -> &'static str {
        match self {
            Stop::Ub(ub) => match ub {
                Ub::DeadLocal { .. } => "dead-local",
                Ub::Uninitialised { .. } => "uninitialised",
                Ub::Dangling { .. } => "dangling",
                Ub::OutOfBounds { .. } => "out-of-bounds",
                Ub::Misaligned { .. } => "misaligned",
                Ub::ReturnPlaceInUse { .. } => "return-place-in-use",
                Ub::IndexOutOfBounds { .. } => "index-out-of-bounds",
                Ub::DivisionByZero => "division-by-zero",
                Ub::DivisionOverflow => "division-overflow",
                Ub::InvalidBool { .. } => "invalid-bool",
                Ub::InvalidChar { .. } => "invalid-char",
                Ub::AssumedFalse => "assumed-false",
                Ub::UnreachableReached => "unreachable-reached",
            },
            Stop::Unspecified(unspecified) => match unspecified {
                Unspecified::OverlappingAssignment => "overlapping-assignment",
                Unspecified::OverlappingReturnPlace => "overlapping-return-place",
                Unspecified::OpenValue => "open-value",
                Unspecified::DanglingWithoutBytes { .. } => "dangling-without-bytes",
                Unspecified::PointerAsInteger { .. } => "pointer-as-integer",
                Unspecified::BrokenPointer { .. } => "broken-pointer",
                Unspecified::DependsOnChoice { .. } => "depends-on-choice",
                Unspecified::StorageAlreadyLive { .. } => "storage-already-live",
                Unspecified::StorageAlreadyDead { .. } => "storage-already-dead",
                Unspecified::StorageLiveAtReturn { .. } => "storage-live-at-return",
            },
            Stop::IllFormed(_) => "ill-formed",
            Stop::Unsupported(Unsupported::TypeTooLarge) => "type-too-large",
            Stop::Budget(budget) => match budget {
                Budget::Steps(_) => "budget-steps",
                Budget::Frames(_) => "budget-frames",
                Budget::Memory(_) => "budget-memory",
                Budget::Observations(_) => "budget-observations",
            },
        }
    }
}

impl From<Ub> for Stop {
    fn from(ub: Ub) -> Stop {
        Stop::Ub(ub)
    }
}

impl From<Unspecified> for Stop {
    fn from(unspecified: Unspecified) -> Stop {
        Stop::Unspecified(unspecified)
    }
}

impl From<Budget> for Stop {
    fn from(budget: Budget) -> Stop {
        Stop::Budget(budget)
    }
}

impl From<LayoutError> for Stop {
    fn from(error: LayoutError) -> Stop {
        match error {
            LayoutError::TooLarge(_) => Stop::Unsupported(Unsupported::TypeTooLarge),
            LayoutError::Infinite(_) => Stop::ill_formed("a struct holds itself"),
            LayoutError::Unknown(_) => Stop::ill_formed("a type does not exist"),
        }
    }
}

impl From<AccessError> for Stop {
    fn from(error: AccessError) -> Stop {
        Stop::Ub(match error {
            AccessError::Dead { alloc } => Ub::Dangling { alloc },
            AccessError::OutOfBounds {
                alloc,
                offset,
                length,
                size,
            } => Ub::OutOfBounds {
                alloc,
                offset,
                length,
                size,
            },
            AccessError::Misaligned {
                required, promised, ..
            } => Ub::Misaligned { required, promised },
            AccessError::Locked { alloc, offset } => Ub::ReturnPlaceInUse { alloc, offset },
        })
    }
}

impl From<LoadError> for Stop {
    fn from(error: LoadError) -> Stop {
        match error {
            LoadError::Access(access) => access.into(),
            LoadError::Uninitialised { alloc, offset } => Ub::Uninitialised {
                at: Some((alloc, offset)),
            }
            .into(),
            LoadError::Stained { .. } => Unspecified::OpenValue.into(),
            LoadError::PointerAsBits { alloc, offset } => {
                Unspecified::PointerAsInteger { alloc, offset }.into()
            }
            LoadError::NotAPointer { alloc, offset } => {
                Unspecified::BrokenPointer { alloc, offset }.into()
            }
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Ub(ub) => ub.fmt(f),
            Stop::Unspecified(unspecified) => unspecified.fmt(f),
            Stop::IllFormed(ill_formed) => ill_formed.fmt(f),
            Stop::Unsupported(Unsupported::TypeTooLarge) => {
                f.write_str("a type is larger than the machine holds")
            }
            Stop::Budget(budget) => budget.fmt(f),
        }
    }
}

impl fmt::Display for Ub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ub::DeadLocal { local } => write!(f, "uses local {local:?} while its storage is dead"),
            Ub::Uninitialised {
                at: Some((alloc, offset)),
            } => write!(
                f,
                "reads byte {offset} of allocation {}, which is uninitialised",
                alloc.0
            ),
            Ub::Uninitialised { at: None } => f.write_str("reads a value that was never written"),
            Ub::Dangling { alloc } => {
                write!(f, "uses a pointer to allocation {}, which is gone", alloc.0)
            }
            Ub::OutOfBounds {
                alloc,
                offset,
                length,
                size,
            } => write!(
                f,
                "uses {length} bytes at offset {offset} of allocation {}, which has {size} bytes",
                alloc.0
            ),
            Ub::Misaligned { required, promised } => write!(
                f,
                "uses memory aligned to {promised} where an alignment of {required} is required"
            ),
            Ub::ReturnPlaceInUse { alloc, offset } => write!(
                f,
                "uses offset {offset} of allocation {}, the return place of a call that is still running",
                alloc.0
            ),
            Ub::IndexOutOfBounds { index, length } => {
                write!(f, "indexes an array of length {length} with {index}")
            }
            Ub::DivisionByZero => f.write_str("divides by zero"),
            Ub::DivisionOverflow => f.write_str("divides the smallest integer by -1"),
            Ub::InvalidBool { bits } => write!(f, "uses {bits:#x} as a bool"),
            Ub::InvalidChar { bits } => write!(f, "uses {bits:#x} as a char"),
            Ub::AssumedFalse => f.write_str("assumes something that is false"),
            Ub::UnreachableReached => f.write_str("reaches `Unreachable()`"),
        }
    }
}

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unspecified::OverlappingAssignment => {
                f.write_str("assigns from memory that overlaps the destination")
            }
            Unspecified::OverlappingReturnPlace => {
                f.write_str("calls with an argument that overlaps the return place")
            }
            Unspecified::OpenValue => {
                f.write_str("depends on a value whose bits are not certain, such as a NaN")
            }
            Unspecified::DanglingWithoutBytes { alloc } => write!(
                f,
                "accesses no bytes through a pointer to allocation {}, which is gone",
                alloc.0
            ),
            Unspecified::PointerAsInteger { alloc, offset } => write!(
                f,
                "reads the bytes of a pointer at offset {offset} of allocation {} as an integer",
                alloc.0
            ),
            Unspecified::BrokenPointer { alloc, offset } => write!(
                f,
                "reads a pointer at offset {offset} of allocation {}, where there is no whole one",
                alloc.0
            ),
            Unspecified::DependsOnChoice { observation } => write!(
                f,
                "observes something else as number {observation} where an open choice is made otherwise"
            ),
            Unspecified::StorageAlreadyLive { local } => {
                write!(f, "begins the storage of {local:?}, which is live")
            }
            Unspecified::StorageAlreadyDead { local } => {
                write!(f, "ends the storage of {local:?}, which is dead")
            }
            Unspecified::StorageLiveAtReturn { local } => {
                write!(f, "returns while the storage of {local:?} is live")
            }
        }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Steps(n) => write!(f, "takes more than {n} steps"),
            Budget::Frames(n) => write!(f, "calls more than {n} functions deep"),
            Budget::Memory(n) => write!(f, "needs more than {n} bytes of memory"),
            Budget::Observations(n) => write!(f, "observes more than {n} values"),
        }
    }
}
