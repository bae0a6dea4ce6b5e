//! Everything the machine can say.

use kvant_borrows::Violation;
use kvant_memory::{AccessError, AllocId, LoadError, Withheld};
use kvant_mir::check::IllFormed;
use kvant_mir::layout::LayoutError;
use kvant_mir::{CheckedOp, FloatTy, FnId, Local, Location};

use crate::arithmetic::Int;
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
    Misaligned {
        alloc: AllocId,
        required: u64,
        promised: u64,
    },
    /// The aliasing model forbids it.
    Borrow(AllocId, Violation<Location>),
    /// Pointer arithmetic leaves the allocation that the pointer belongs to.
    OffsetOutOfBounds { alloc: AllocId, offset: i64 },
    /// Pointer arithmetic, or the size of what is copied, overflows an `isize`.
    OffsetOverflow,
    /// The distance of pointers to different allocations.
    DifferentAllocations { allocs: (AllocId, AllocId) },
    /// The distance of two pointers is not a number of values.
    InexactDistance { bytes: i64, size: i64 },
    /// `ptr_offset_from_unsigned` where the first pointer is before the second.
    NegativeDistance { bytes: i64 },
    /// `copy_nonoverlapping` between memory that overlaps.
    OverlappingCopy,
    /// The memory is the return place of a call that is still running.
    ReturnPlaceInUse { alloc: AllocId, offset: i64 },
    /// An array is indexed at or beyond its length.
    IndexOutOfBounds { index: u128, length: u64 },
    /// `x / 0` or `x % 0`.
    DivisionByZero { int: Int, dividend: u128 },
    /// `MIN / -1` or `MIN % -1`.
    DivisionOverflow { int: Int },
    /// `exact_div` leaves a remainder.
    InexactDivision {
        int: Int,
        dividend: u128,
        divisor: u128,
    },
    /// `unchecked_add`, `unchecked_sub` or `unchecked_mul` overflows.
    UncheckedOverflow {
        op: CheckedOp,
        int: Int,
        left: u128,
        right: u128,
    },
    /// `unchecked_shl` or `unchecked_shr` by a negative amount, or by the width or more.
    ShiftTooFar {
        int: Int,
        value: u128,
        amount: u128,
        amount_signed: bool,
    },
    /// `ctlz_nonzero` or `cttz_nonzero` of 0.
    ZeroHasNoBit { int: Int },
    /// `float_to_int_unchecked` of a NaN, an infinity or what the type does not hold.
    FloatDoesNotFit { float: FloatTy, bits: u64, int: Int },
    /// A `bool` is neither 0 nor 1.
    InvalidBool { bits: u128 },
    /// A `char` is a surrogate or too large.
    InvalidChar { bits: u128 },
    /// The tag of an enum is that of no variant.
    InvalidDiscriminant { bits: u128 },
    /// A call through a function pointer that does not point to a function.
    InvalidFunctionPointer,
    /// A function is called through a pointer of another type.
    WrongSignature { function: FnId },
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
    /// One statement moves a place and uses it once more.
    MovedTwice,
    /// A place whose value was moved away is read, or written through a pointer. No offset: it never had an address.
    MovedPlace { at: Option<(AllocId, i64)> },
    /// A field of a variant is used that its enum does not have now.
    InactiveVariant,
    /// `SetDiscriminant` of a variant with fields, where the discriminant may be kept in one of them.
    SetDataVariant,
    /// What is found there, or whether anything is, depends on a layout that is not promised.
    LayoutDependent { alloc: AllocId },
    /// Pointers are compared whose order, or whether they are equal, is not certain.
    PointerComparison,
    /// A reference is made to something that is not initialised.
    UninitialisedReferent { alloc: AllocId, offset: i64 },
    /// A value that may have other bits, such as a NaN that an operation made, is observed, compared,
    /// decided by or used as anything but a float.
    OpenValue,
    /// A value without bytes is read or written through a pointer to something that is gone.
    DanglingWithoutBytes { alloc: AllocId },
    /// The bytes of a pointer are read as an integer.
    PointerAsInteger { alloc: AllocId, offset: i64 },
    /// A pointer to data is read as a function pointer, and not called.
    FunctionPointerToData,
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
    /// A float on a target that does not compute floats exactly.
    InexactFloat,
}

/// What a program may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Budget {
    Steps(u64),
    Frames(u32),
    Memory(u64),
    Observations(u64),
    Borrows(u64),
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
                Ub::Borrow(..) => "borrow",
                Ub::OffsetOutOfBounds { .. } => "offset-out-of-bounds",
                Ub::OffsetOverflow => "offset-overflow",
                Ub::DifferentAllocations { .. } => "different-allocations",
                Ub::InexactDistance { .. } => "inexact-distance",
                Ub::NegativeDistance { .. } => "negative-distance",
                Ub::OverlappingCopy => "overlapping-copy",
                Ub::ReturnPlaceInUse { .. } => "return-place-in-use",
                Ub::IndexOutOfBounds { .. } => "index-out-of-bounds",
                Ub::DivisionByZero { .. } => "division-by-zero",
                Ub::DivisionOverflow { .. } => "division-overflow",
                Ub::InexactDivision { .. } => "inexact-division",
                Ub::UncheckedOverflow { .. } => "unchecked-overflow",
                Ub::ShiftTooFar { .. } => "shift-too-far",
                Ub::ZeroHasNoBit { .. } => "zero-has-no-bit",
                Ub::FloatDoesNotFit { .. } => "float-does-not-fit",
                Ub::InvalidBool { .. } => "invalid-bool",
                Ub::InvalidChar { .. } => "invalid-char",
                Ub::InvalidDiscriminant { .. } => "invalid-discriminant",
                Ub::InvalidFunctionPointer => "invalid-function-pointer",
                Ub::WrongSignature { .. } => "wrong-signature",
                Ub::AssumedFalse => "assumed-false",
                Ub::UnreachableReached => "unreachable-reached",
            },
            Stop::Unspecified(unspecified) => match unspecified {
                Unspecified::OverlappingAssignment => "overlapping-assignment",
                Unspecified::OverlappingReturnPlace => "overlapping-return-place",
                Unspecified::MovedTwice => "moved-twice",
                Unspecified::MovedPlace { .. } => "moved-place",
                Unspecified::InactiveVariant => "inactive-variant",
                Unspecified::SetDataVariant => "set-data-variant",
                Unspecified::LayoutDependent { .. } => "layout-dependent",
                Unspecified::PointerComparison => "pointer-comparison",
                Unspecified::UninitialisedReferent { .. } => "uninitialised-referent",
                Unspecified::OpenValue => "open-value",
                Unspecified::DanglingWithoutBytes { .. } => "dangling-without-bytes",
                Unspecified::PointerAsInteger { .. } => "pointer-as-integer",
                Unspecified::FunctionPointerToData => "function-pointer-to-data",
                Unspecified::BrokenPointer { .. } => "broken-pointer",
                Unspecified::DependsOnChoice { .. } => "depends-on-choice",
                Unspecified::StorageAlreadyLive { .. } => "storage-already-live",
                Unspecified::StorageAlreadyDead { .. } => "storage-already-dead",
                Unspecified::StorageLiveAtReturn { .. } => "storage-live-at-return",
            },
            Stop::IllFormed(_) => "ill-formed",
            Stop::Unsupported(Unsupported::TypeTooLarge) => "type-too-large",
            Stop::Unsupported(Unsupported::InexactFloat) => "inexact-float",
            Stop::Budget(budget) => match budget {
                Budget::Steps(_) => "budget-steps",
                Budget::Frames(_) => "budget-frames",
                Budget::Memory(_) => "budget-memory",
                Budget::Observations(_) => "budget-observations",
                Budget::Borrows(_) => "budget-borrows",
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
            LayoutError::InexactFloat(_) => Stop::Unsupported(Unsupported::InexactFloat),
            LayoutError::Infinite(_) | LayoutError::Unknown(_) => {
                Stop::ill_formed(&error.to_string())
            }
        }
    }
}

impl From<AccessError> for Stop {
    fn from(error: AccessError) -> Stop {
        Stop::Ub(match error {
            AccessError::Withheld {
                why: Withheld::Absent,
                ..
            } => return Unspecified::InactiveVariant.into(),
            AccessError::Withheld {
                why: Withheld::Moved,
                alloc,
                offset,
            } => {
                let at = Some((alloc, offset));
                return Unspecified::MovedPlace { at }.into();
            }
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
                alloc,
                required,
                promised,
                ..
            } => Ub::Misaligned {
                alloc,
                required,
                promised,
            },
            AccessError::Locked { alloc, offset } => Ub::ReturnPlaceInUse { alloc, offset },
        })
    }
}

impl From<LoadError> for Stop {
    fn from(error: LoadError) -> Stop {
        match error {
            LoadError::Uninitialised { alloc, offset } => Ub::Uninitialised {
                at: Some((alloc, offset)),
            }
            .into(),
            LoadError::Access(access) => access.into(),
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
