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
        Uninitialised = "uninitialised": "a value is read that was never written",
        /// A pointer to something that is gone is read or used.
        Dangling { alloc: AllocId } = "dangling": "a pointer to something that is gone is used",
        /// The null pointer is dereferenced.
        NullAccess = "null-access": "the null pointer is dereferenced",
        /// Memory is accessed outside of the object that the pointer belongs to.
        OutOfBounds { alloc: AllocId, offset: i64 } = "out-of-bounds":
            "an access at offset {offset} is outside of the object that the pointer belongs to",
        /// Memory is accessed through a pointer that is not aligned for the type, or such a pointer is made.
        Misaligned { required: u64, promised: u64 } = "misaligned":
            "a pointer needs an alignment of {required} and has one of {promised}",
        /// Pointer arithmetic leaves the object that the pointer belongs to.
        OffsetOutOfBounds { alloc: AllocId, offset: i64 } = "offset-out-of-bounds":
            "pointer arithmetic leads to offset {offset}, outside of the object that the pointer belongs to",
        /// The distance or order of pointers to different objects.
        DifferentObjects = "different-objects": "pointers to different objects are subtracted or ordered",
        /// The distance of two pointers is not a number of elements.
        InexactDistance = "inexact-distance": "the distance of two pointers is not a number of elements",
        /// An object is accessed as something that it is not (6.5p7).
        EffectiveType { alloc: AllocId, offset: i64 } = "effective-type": "an object is accessed as something that it is not",
        /// Something that is const is written (6.7.3p6).
        ConstWritten { alloc: AllocId } = "const-written": "something that is const is written",
        /// Something that is volatile is accessed as if it were not (6.7.3p6).
        VolatileAccess { alloc: AllocId } = "volatile-access": "something that is volatile is accessed as if it were not",
        /// A result does not fit into its signed type (6.5p5).
        SignedOverflow { bits: u32 } = "signed-overflow": "the result does not fit into a signed integer of {bits} bits",
        /// `x / 0` or `x % 0`.
        DivisionByZero = "division-by-zero": "a division by zero",
        /// A shift by a negative amount, or by the width or more (6.5.7p3).
        ShiftTooFar { amount: i64, bits: u32 } = "shift-too-far": "a shift of {bits} bits by {amount}",
        /// A left shift of a negative value, or one whose result does not fit (6.5.7p4).
        ShiftOverflow { bits: u32 } = "shift-overflow":
            "a left shift of a signed integer of {bits} bits that is negative or becomes too large",
        /// A floating value that its new type does not hold (6.3.1.4, 6.3.1.5).
        FloatDoesNotFit = "float-does-not-fit": "a floating value does not fit into its new type",
        /// Two accesses to one object that are not sequenced, one of which is a side effect (6.5p2).
        Unsequenced = "unsequenced": "an object is changed and accessed once more without a sequence point between",
        /// Memory is copied to where it overlaps itself.
        OverlappingCopy = "overlapping-copy": "memory is copied to where it overlaps itself",
        /// Something that no allocation began with is freed, or freed again.
        BadFree = "bad-free": "something is freed that is no allocation, or is none any more",
        /// A function is called through a pointer of another type (6.5.2.2p9).
        WrongSignature = "wrong-signature": "a function is called through a pointer of another type",
        /// A `_Bool` is neither 0 nor 1.
        InvalidBool = "invalid-bool": "a _Bool is neither 0 nor 1",
        /// A function that has a result ends without one.
        NoResult = "no-result": "a function ends without the result that it has to give",
        /// `__builtin_unreachable()` is reached.
        UnreachableReached = "unreachable-reached": "__builtin_unreachable() is reached",
        /// `__builtin_clz` or `__builtin_ctz` of 0.
        ZeroHasNoBit = "zero-has-no-bit": "the first or last bit of 0 is asked for",
        /// An object that is accessed through a `restrict` parameter is modified, and accessed in another way as well (6.7.3.1p4).
        Restrict = "restrict": "what is accessed through a restrict parameter is modified, and not only through that",
        /// A further argument is asked for that is not there, or as something else (7.16.1.1p2), or a list of them is not begun or
        /// ended once (7.16.1p1).
        VaArg = "va-arg": "a further argument is not there or of another type, or the list is not begun or ended",
        /// A function that is declared pure or const does what such a function does not.
        Attribute = "attribute": "a function that is declared pure or const is none",
    }
}

rules! {
    /// The ways in which a result may depend on what the language leaves open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unspecified in Stop {
        /// The result depends on which of two calls or operands is evaluated first.
        EvaluationOrder = "evaluation-order": "the result depends on the order in which operands are evaluated",
        /// Pointers are compared whose order, or whether they are equal, is not certain.
        PointerComparison = "pointer-comparison": "whether two pointers are equal, or which is less, is not certain",
        /// The bytes of a pointer are read as a number.
        PointerAsInteger = "pointer-as-integer": "the bytes of a pointer are read as a number",
        /// Bytes that are not one whole pointer are read as a pointer.
        BrokenPointer = "broken-pointer": "bytes that are not one whole pointer are read as one",
        /// Padding is read.
        Padding = "padding": "padding is read",
        /// A floating operation yields a NaN.
        NotANumber = "not-a-number": "a floating operation yields a NaN",
        /// A member of a union is read or written in a way that compilers do not agree on.
        UnionMember { alloc: AllocId, offset: i64 } = "union-member":
            "a member of a union is accessed in a way that compilers do not agree on",
        /// The source of an assignment overlaps its destination.
        OverlappingAssignment = "overlapping-assignment": "the source of an assignment overlaps its destination",
        /// The value that `memcmp` returns, of which only the sign is certain.
        MemcmpValue = "memcmp-value": "of what memcmp returns only the sign is certain",
        /// Memory of no size is asked for.
        ZeroSize = "zero-size": "memory of no size is asked for",
        /// A floating division by zero.
        FloatDivisionByZero = "float-division-by-zero": "a floating division by zero",
        /// A compound literal was evaluated again, and an earlier pointer to it is used: which of several literals in one statement
        /// it belongs to is not kept.
        LiteralAgain { alloc: AllocId } = "literal-again":
            "a compound literal was evaluated again, and a pointer to it is older",
    }
}

rules! {
    /// Features that the machine does not support.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs)]
    pub enum Unsupported in Stop {
        /// A call in the middle of an expression reached text that is not written yet.
        Unwritten = "unwritten": "a call in an expression leads to text that is not written",
        /// A variable whose declaration was jumped over.
        SkippedDeclaration { local: LocalId } = "skipped-declaration": "a variable is used whose declaration was jumped over",
        /// A pointer that is declared `restrict` and no parameter, or one based on a parameter that is stored where others see it.
        Restrict = "restrict-elsewhere": "restrict anywhere but at a parameter whose value stays in variables",
        /// A vector.
        Vector = "vector": "vectors",
        /// A floating type on a target that does not compute exactly.
        InexactFloat = "inexact-float": "floating types on this target",
        /// A type is too large for the machine.
        TypeTooLarge = "type-too-large": "a type of this size",
        /// A bit-field that is wider than an `int`.
        WideBitField = "wide-bit-field": "a bit-field of a type that is wider than int",
        /// The entry function is called.
        EntryCalled = "entry-called": "a call of the entry function",
        /// An integer of 128 bits in a built-in function that is computed with 128 bits here.
        WideOverflow = "wide-overflow": "overflow of integers of 128 bits",
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
        /// Expressions inside of expressions, over all calls that are running.
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
            Budget::Frames(n) => write!(f, "more than {n} calls inside of one another"),
            Budget::Memory(n) => write!(f, "more than {n} bytes of memory"),
            Budget::Observations(n) => write!(f, "more than {n} observations"),
            Budget::Nesting(n) => write!(f, "more than {n} expressions inside of one another"),
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
            // This machine locks and withholds nothing.
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
