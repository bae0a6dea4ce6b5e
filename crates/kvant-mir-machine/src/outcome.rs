//! The results of the machine: outcomes of runs, and the rules by which it stops.

use kvant_borrows::Violation;
use kvant_memory::{AccessError, AllocId, LoadError, Withheld, rules};
use kvant_mir::check::IllFormed;
use kvant_mir::layout::LayoutError;
use kvant_mir::{CheckedOp, FloatTy, FnId, Local, Location};

use crate::arithmetic::Int;
use crate::{History, Trace};

/// The run of a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The end.
    pub outcome: Outcome,
    /// The history of the allocation that the verdict is about, if it is about one.
    pub history: Option<History>,
    /// Its observations until then.
    pub trace: Trace,
    /// The number of executed statements and terminators.
    pub steps: u64,
}

/// The end of a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned from its entry function.
    Finished,
    /// A step was refused.
    Stopped {
        /// The reason.
        stop: Stop,
        /// The place in the text, if the program had begun.
        at: Option<Location>,
    },
}

/// The reason why a step was refused: one of five kinds of answers about the program. A fault of the machine itself is none
/// of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The language says that anything may happen.
    Ub(Ub),
    /// The result depends on a choice that the language, or the state of its debate, leaves open.
    Unspecified(Unspecified),
    /// The program is malformed.
    IllFormed(IllFormed),
    /// The machine does not support this.
    Unsupported(Unsupported),
    /// The run exceeds one of its limits.
    Budget(Budget),
}

rules! {
    /// The rules of undefined behaviour.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Ub in Stop {
        /// A local is used while its storage is dead.
        DeadLocal { local: Local } = "dead-local",
        /// A value is read, and a byte of it is uninitialised. No offset: nothing was ever written.
        Uninitialised { at: Option<(AllocId, i64)> } = "uninitialised",
        /// Memory is accessed through a dangling pointer.
        Dangling { alloc: AllocId } = "dangling",
        /// Memory is accessed outside of the allocation the pointer belongs to.
        OutOfBounds { alloc: AllocId, offset: i64, length: u64, size: u64 } = "out-of-bounds",
        /// Memory is accessed through a pointer that is not aligned for the type.
        Misaligned { alloc: AllocId, required: u64, promised: u64 } = "misaligned",
        /// The aliasing model forbids it.
        Borrow(AllocId, Violation<Location>) = "borrow",
        /// Pointer arithmetic leaves the allocation that the pointer belongs to.
        OffsetOutOfBounds { alloc: AllocId, offset: i64 } = "offset-out-of-bounds",
        /// Pointer arithmetic, or the size of a copy, overflows an `isize`.
        OffsetOverflow = "offset-overflow",
        /// The distance of pointers to different allocations.
        DifferentAllocations { allocs: (AllocId, AllocId) } = "different-allocations",
        /// The distance of two pointers is not a multiple of the value size.
        InexactDistance { bytes: i64, size: i64 } = "inexact-distance",
        /// `ptr_offset_from_unsigned` where the first pointer is before the second.
        NegativeDistance { bytes: i64 } = "negative-distance",
        /// `copy_nonoverlapping` between memory that overlaps.
        OverlappingCopy = "overlapping-copy",
        /// The memory is the return place of a call that is still running.
        ReturnPlaceInUse { alloc: AllocId, offset: i64 } = "return-place-in-use",
        /// An array is indexed at or beyond its length.
        IndexOutOfBounds { index: u128, length: u64 } = "index-out-of-bounds",
        /// `x / 0` or `x % 0`.
        DivisionByZero { int: Int, dividend: u128 } = "division-by-zero",
        /// `MIN / -1` or `MIN % -1`.
        DivisionOverflow { int: Int } = "division-overflow",
        /// `exact_div` leaves a remainder.
        InexactDivision { int: Int, dividend: u128, divisor: u128 } = "inexact-division",
        /// `unchecked_add`, `unchecked_sub` or `unchecked_mul` overflows.
        UncheckedOverflow { op: CheckedOp, int: Int, left: u128, right: u128 } = "unchecked-overflow",
        /// `unchecked_shl` or `unchecked_shr` by a negative amount, or by the width or more.
        ShiftTooFar { int: Int, value: u128, amount: u128, amount_signed: bool } = "shift-too-far",
        /// `ctlz_nonzero` or `cttz_nonzero` of 0.
        ZeroHasNoBit { int: Int } = "zero-has-no-bit",
        /// `float_to_int_unchecked` of a NaN, an infinity or a value out of range.
        FloatDoesNotFit { float: FloatTy, bits: u64, int: Int } = "float-does-not-fit",
        /// A `bool` is neither 0 nor 1.
        InvalidBool { bits: u128 } = "invalid-bool",
        /// A `char` is a surrogate or too large.
        InvalidChar { bits: u128 } = "invalid-char",
        /// The tag of an enum is that of no variant.
        InvalidDiscriminant { bits: u128 } = "invalid-discriminant",
        /// A call through a function pointer that does not point to a function.
        InvalidFunctionPointer = "invalid-function-pointer",
        /// A function is called through a pointer of another type.
        WrongSignature { function: FnId } = "wrong-signature",
        /// `Assume(false)`.
        AssumedFalse = "assumed-false",
        /// `Unreachable()` is reached.
        UnreachableReached = "unreachable-reached",
    }
}

rules! {
    /// Results that depend on a choice that the language leaves open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unspecified in Stop {
        /// The source of an assignment overlaps its destination; compilers differ in what they do.
        OverlappingAssignment = "overlapping-assignment",
        /// The return place of a call overlaps an argument's place.
        OverlappingReturnPlace = "overlapping-return-place",
        /// One statement moves a place and uses it again.
        MovedTwice = "moved-twice",
        /// A place whose value was moved is read, or written through a pointer. No offset: it never had an address.
        MovedPlace { at: Option<(AllocId, i64)> } = "moved-place",
        /// A field of an inactive variant of an enum is used.
        InactiveVariant = "inactive-variant",
        /// `SetDiscriminant` of a variant with fields, where the discriminant may be kept in one of them.
        SetDataVariant = "set-data-variant",
        /// The contents at a place, or their existence, depend on an unspecified layout.
        LayoutDependent { alloc: AllocId } = "layout-dependent",
        /// A comparison of pointers whose order or equality is not determined.
        PointerComparison = "pointer-comparison",
        /// A reference to uninitialised memory is created.
        UninitialisedReferent { alloc: AllocId, offset: i64 } = "uninitialised-referent",
        /// A value that may have other bits, such as a NaN that an operation made, is observed, compared,
        /// decided by or used as anything but a float.
        OpenValue = "open-value",
        /// A zero-sized value is read or written through a dangling pointer.
        DanglingWithoutBytes { alloc: AllocId } = "dangling-without-bytes",
        /// The bytes of a pointer are read as an integer.
        PointerAsInteger { alloc: AllocId, offset: i64 } = "pointer-as-integer",
        /// A pointer to data is read as a function pointer, and not called.
        FunctionPointerToData = "function-pointer-to-data",
        /// Bytes that are not one whole pointer are read as a pointer.
        BrokenPointer { alloc: AllocId, offset: i64 } = "broken-pointer",
        /// An observation differs between resolvers.
        DependsOnChoice { observation: u64 } = "depends-on-choice",
        /// `StorageLive` on a live local: some versions call it undefined, others begin it anew.
        StorageAlreadyLive { local: Local } = "storage-already-live",
        /// `StorageDead` on a dead local.
        StorageAlreadyDead { local: Local } = "storage-already-dead",
        /// A local with storage markers is still live at `Return`.
        StorageLiveAtReturn { local: Local } = "storage-live-at-return",
    }
}

rules! {
    /// Features that the machine does not support.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unsupported in Stop {
        /// A type is too large for the machine, though perhaps not for a compiler.
        TypeTooLarge = "type-too-large",
        /// A float on a target that does not compute floats exactly.
        InexactFloat = "inexact-float",
    }
}

rules! {
    /// Limits of a run, each with its value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Budget in Stop {
        Steps(u64) = "budget-steps",
        Frames(u32) = "budget-frames",
        Memory(u64) = "budget-memory",
        Observations(u64) = "budget-observations",
        Borrows(u64) = "budget-borrows",
    }
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
            Stop::Ub(ub) => ub.rule(),
            Stop::Unspecified(unspecified) => unspecified.rule(),
            Stop::IllFormed(_) => "ill-formed",
            Stop::Unsupported(unsupported) => unsupported.rule(),
            Stop::Budget(budget) => budget.rule(),
        }
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
