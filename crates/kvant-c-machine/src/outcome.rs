//! The results of the machine: outcomes of runs, and the rules by which it stops.

use std::fmt;

use kvant_c::observation::Trace;
use kvant_c::{LocalId, Place};
use kvant_memory::{AccessError, AllocId, LoadError, rules};

/// The run of a whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The end.
    pub outcome: Outcome,
    /// Its observations until then.
    pub trace: Trace,
    /// The number of executed steps.
    pub steps: u64,
}

/// The end of a whole program.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It returned from its entry function.
    Finished,
    /// A step was refused.
    Stopped {
        /// The reason.
        stop: Stop,
        /// The place in the text, if the program had begun.
        at: Option<Place>,
    },
}

/// The reason why a step was refused: one of five kinds of answers about the program. A fault of the machine itself is none
/// of them.
#[derive(Clone, Debug, PartialEq)]
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

/// A message that says why a program is malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed(pub Box<str>);

rules! {
    /// The rules of undefined behaviour.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[allow(missing_docs)]
    pub enum Ub in Stop {
        /// A value is read, and a byte of it is uninitialised.
        Uninitialised = "uninitialised": "an uninitialised value is read",
        /// A pointer is read or used after the lifetime of its object (6.2.4p2).
        Dangling { alloc: AllocId } = "dangling": "a pointer is used after the lifetime of its object",
        /// The null pointer is dereferenced.
        NullAccess = "null-access": "the null pointer is dereferenced",
        /// An access is outside of the object that the pointer belongs to.
        OutOfBounds { alloc: AllocId, offset: i64 } = "out-of-bounds":
            "an access at offset {offset} is outside of the object that the pointer belongs to",
        /// A pointer that is not aligned for its type is dereferenced or created (6.3.2.3p7).
        Misaligned { required: u64, promised: u64 } = "misaligned":
            "misaligned pointer: its type needs an alignment of {required}, and only {promised} is certain",
        /// Pointer arithmetic leaves the object that the pointer belongs to.
        OffsetOutOfBounds { alloc: AllocId, offset: i64 } = "offset-out-of-bounds":
            "pointer arithmetic leads to offset {offset}, outside of the object that the pointer belongs to",
        /// Subtraction or ordering of pointers to different objects (6.5.6p9, 6.5.8p5).
        DifferentObjects = "different-objects": "pointers to different objects are subtracted or ordered",
        /// The distance of two pointers is not a multiple of the element size.
        InexactDistance = "inexact-distance": "the distance of two pointers is not a multiple of the element size",
        /// An access through an lvalue of an incompatible type (6.5p7).
        EffectiveType { alloc: AllocId, offset: i64 } = "effective-type": "access through an lvalue of an incompatible type",
        /// A write to a const object or a string literal (6.7.3p6, 6.4.5p7).
        ConstWritten { alloc: AllocId } = "const-written": "write to a const object or a string literal",
        /// A non-volatile access to a volatile object (6.7.3p6).
        VolatileAccess { alloc: AllocId } = "volatile-access": "non-volatile access to a volatile object",
        /// A result does not fit into its signed type (6.5p5).
        SignedOverflow { bits: u32 } = "signed-overflow": "the result does not fit into a signed integer of {bits} bits",
        /// `x / 0` or `x % 0`.
        DivisionByZero = "division-by-zero": "division by zero",
        /// A shift by a negative amount, or by the width or more (6.5.7p3).
        ShiftTooFar { amount: i64, bits: u32 } = "shift-too-far": "shift of a {bits}-bit integer by {amount}",
        /// A left shift of a negative value, or one whose result does not fit (6.5.7p4).
        ShiftOverflow { bits: u32 } = "shift-overflow":
            "left shift of a negative value, or with a result that a signed {bits}-bit integer does not hold",
        /// A conversion from or to a floating type, with a value that the new type does not hold (6.3.1.4, 6.3.1.5).
        FloatDoesNotFit = "float-does-not-fit": "a floating-point conversion is out of range",
        /// Two accesses to one object that are not sequenced, one of which is a side effect (6.5p2).
        Unsequenced = "unsequenced": "unsequenced side effect on an object that is also accessed",
        /// `memcpy` between overlapping ranges (7.24.2.1p2).
        OverlappingCopy = "overlapping-copy": "memcpy between overlapping ranges",
        /// `free` or `realloc` of a pointer that no allocation function returned (7.22.3.3p2). A second `free` is
        /// [`Ub::Dangling`].
        BadFree = "bad-free": "free or realloc of a pointer that no allocation function returned",
        /// A function is called through a pointer to an incompatible type (6.5.2.2p9).
        WrongSignature = "wrong-signature": "a function is called through a pointer to an incompatible type",
        /// The value of a `_Bool` is neither 0 nor 1.
        InvalidBool = "invalid-bool": "the value of a _Bool is neither 0 nor 1",
        /// A non-void function ends without returning a value (6.9.1p12), even if its caller does not use it.
        NoResult = "no-result": "a non-void function ends without returning a value",
        /// `__builtin_unreachable()` is reached.
        UnreachableReached = "unreachable-reached": "__builtin_unreachable() is reached",
        /// `__builtin_clz` or `__builtin_ctz` of 0.
        ZeroHasNoBit = "zero-has-no-bit": "__builtin_clz or __builtin_ctz of 0",
        /// An object accessed through a `restrict` parameter is modified, and the parameter points to `const`, or the object is
        /// also accessed through a pointer not based on the parameter (6.7.3.1p4).
        Restrict = "restrict":
            "an object accessed through a restrict parameter is modified, and the parameter points to const, \
             or a pointer not based on it accesses the object as well",
        /// `va_arg` reads past the last variadic argument or with another type (7.16.1.1p2), or `va_start` and `va_end` are
        /// unpaired (7.16.1p1).
        VaArg = "va-arg": "va_arg: no such argument, or its type differs; or va_start and va_end do not match",
        /// A `pure` or `const` function has a side effect, or a `const` function reads memory other than its own objects and
        /// string literals.
        Attribute = "attribute":
            "a function declared pure or const has a side effect, or a const function reads other memory",
    }
}

rules! {
    /// Results that depend on a choice that the language leaves open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unspecified in Stop {
        /// The result depends on the evaluation order of operands or calls.
        EvaluationOrder = "evaluation-order": "the result depends on the evaluation order of operands",
        /// A comparison of pointers whose result is unspecified, or whose order compilers are not tested on.
        PointerComparison = "pointer-comparison": "the result of a pointer comparison is not determined",
        /// The bytes of a pointer are read as an integer.
        PointerAsInteger = "pointer-as-integer": "the bytes of a pointer are read as an integer",
        /// Bytes that are not one whole pointer are read as a pointer.
        BrokenPointer = "broken-pointer": "bytes that are not one whole pointer are read as a pointer",
        /// Padding is read.
        Padding = "padding": "padding is read",
        /// A floating-point operation yields a NaN.
        NotANumber = "not-a-number": "a floating-point operation yields a NaN",
        /// A member of a union is read or written in a way that compilers disagree on.
        UnionMember { alloc: AllocId, offset: i64 } = "union-member":
            "a member of a union is accessed in a way that compilers disagree on",
        /// The source of an assignment overlaps its destination.
        OverlappingAssignment = "overlapping-assignment": "the source of an assignment overlaps its destination",
        /// The value of `memcmp` for different ranges is used: only its sign is specified (7.24.4.1p3).
        MemcmpValue = "memcmp-value": "the value of memcmp is used, but only its sign is specified",
        /// An allocation of size 0: the result differs between libraries (7.22.3p1).
        ZeroSize = "zero-size": "allocation of size 0",
        /// A floating-point division by zero.
        FloatDivisionByZero = "float-division-by-zero": "floating-point division by zero",
        /// Use of a pointer to a compound literal from before its last evaluation. In C it is the same object with a new value
        /// (6.5.2.5p5); the machine creates a new object for each evaluation.
        LiteralAgain { alloc: AllocId } = "literal-again":
            "use of a pointer to a compound literal from before its last evaluation",
    }
}

rules! {
    /// Features that the machine does not support.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unsupported in Stop {
        /// A call inside of an expression reached the end of an unfinished function body.
        Unwritten = "unwritten": "a call inside of an expression reaches the end of an unfinished function body",
        /// Use of a variable whose declaration was jumped over.
        SkippedDeclaration { local: LocalId } = "skipped-declaration": "a variable is used whose declaration was jumped over",
        /// A `restrict` pointer that is no parameter, or a pointer based on a `restrict` parameter that is stored in memory.
        Restrict = "restrict-elsewhere": "restrict pointers other than parameters whose value stays in local variables without an address",
        /// A vector.
        Vector = "vector": "vectors",
        /// A floating type on a target without exact floating-point semantics.
        InexactFloat = "inexact-float": "floating types on this target",
        /// A type that is too large for the machine.
        TypeTooLarge = "type-too-large": "a type of this size",
        /// A bit-field that is wider than an `int`.
        WideBitField = "wide-bit-field": "a bit-field of a type that is wider than int",
        /// A call of the entry function.
        EntryCalled = "entry-called": "a call of the entry function",
        /// A 128-bit operand of `__builtin_add_overflow` and related builtins, which are computed with 128 bits here.
        WideOverflow = "wide-overflow": "overflow builtins with 128-bit integers",
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
        /// Nested expressions, over all active calls.
        Nesting(u32) = "budget-nesting",
    }
}

/// The result of anything that may stop a program.
pub(crate) type Result<T = ()> = std::result::Result<T, Stop>;

impl Stop {
    /// A malformed program, found where the type checker was not asked first.
    #[cold]
    pub(crate) fn ill_formed(message: &str) -> Stop {
        Stop::IllFormed(IllFormed(message.into()))
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

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Ub(ub) => write!(f, "undefined behaviour: {ub}"),
            Stop::Unspecified(unspecified) => write!(f, "not determined: {unspecified}"),
            Stop::IllFormed(IllFormed(message)) => write!(f, "ill-formed: {message}"),
            Stop::Unsupported(unsupported) => write!(f, "not supported: {unsupported}"),
            Stop::Budget(budget) => write!(f, "over budget: {budget}"),
        }
    }
}

impl std::error::Error for Stop {}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Steps(n) => write!(f, "more than {n} steps"),
            Budget::Frames(n) => write!(f, "more than {n} nested calls"),
            Budget::Memory(n) => write!(f, "more than {n} bytes of memory"),
            Budget::Observations(n) => write!(f, "more than {n} observations"),
            Budget::Nesting(n) => write!(f, "more than {n} nested expressions"),
        }
    }
}

impl From<AccessError> for Stop {
    fn from(error: AccessError) -> Stop {
        match error {
            AccessError::Dead { alloc } => Ub::Dangling { alloc }.into(),
            AccessError::OutOfBounds { alloc, offset, .. } => {
                Ub::OutOfBounds { alloc, offset }.into()
            }
            AccessError::Misaligned {
                required, promised, ..
            } => Ub::Misaligned { required, promised }.into(),
            // This machine neither locks nor withholds memory.
            AccessError::Locked { .. } | AccessError::Withheld { .. } => Ub::Uninitialised.into(),
        }
    }
}

impl From<LoadError> for Stop {
    fn from(error: LoadError) -> Stop {
        match error {
            LoadError::Access(access) => access.into(),
            LoadError::Uninitialised { .. } => Ub::Uninitialised.into(),
            LoadError::Stained { .. } => Unspecified::Padding.into(),
            LoadError::PointerAsBits { .. } => Unspecified::PointerAsInteger.into(),
            LoadError::NotAPointer { .. } => Unspecified::BrokenPointer.into(),
        }
    }
}
