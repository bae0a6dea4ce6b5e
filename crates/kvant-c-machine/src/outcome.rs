//! Everything the machine can say.

use std::fmt;

use kvant_c::observation::Trace;
use kvant_c::{LocalId, Place};
use kvant_memory::{AccessError, AllocId, LoadError};

/// What became of a whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What it reported until then.
    pub trace: Trace,
    /// How many steps were executed.
    pub steps: u64,
}

/// How a whole program ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It returned from its entry function.
    Finished,
    /// It could not go on.
    Stopped {
        /// Why.
        stop: Stop,
        /// Where, if it had begun.
        at: Option<Place>,
    },
}

/// Why a step was refused. These are answers about the program, and each is a different kind of answer; a fault of
/// the machine itself is none of them.
#[derive(Clone, Debug, PartialEq)]
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

/// What makes no sense about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed(pub Box<str>);

/// The rules of undefined behaviour.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Ub {
    /// A value is read, and a byte of it is uninitialised.
    Uninitialised,
    /// A pointer to something that is gone is read or used.
    Dangling { alloc: AllocId },
    /// The null pointer is dereferenced.
    NullAccess,
    /// Memory is accessed outside of the object that the pointer belongs to.
    OutOfBounds { alloc: AllocId, offset: i64 },
    /// Memory is accessed through a pointer that is not aligned for the type, or such a pointer is made.
    Misaligned { required: u64, promised: u64 },
    /// Pointer arithmetic leaves the object that the pointer belongs to.
    OffsetOutOfBounds { alloc: AllocId, offset: i64 },
    /// The distance or order of pointers to different objects.
    DifferentObjects,
    /// The distance of two pointers is not a number of elements.
    InexactDistance,
    /// An object is accessed as something that it is not (6.5p7).
    EffectiveType { alloc: AllocId, offset: i64 },
    /// Something that is const is written (6.7.3p6).
    ConstWritten { alloc: AllocId },
    /// Something that is volatile is accessed as if it were not (6.7.3p6).
    VolatileAccess { alloc: AllocId },
    /// A result does not fit into its signed type (6.5p5).
    SignedOverflow { bits: u32 },
    /// `x / 0` or `x % 0`.
    DivisionByZero,
    /// A shift by a negative amount, or by the width or more (6.5.7p3).
    ShiftTooFar { amount: i64, bits: u32 },
    /// A left shift of a negative value, or one whose result does not fit (6.5.7p4).
    ShiftOverflow { bits: u32 },
    /// A floating value that its new type does not hold (6.3.1.4, 6.3.1.5).
    FloatDoesNotFit,
    /// Two accesses to one object that are not sequenced, one of which is a side effect (6.5p2).
    Unsequenced,
    /// Memory is copied to where it overlaps itself.
    OverlappingCopy,
    /// Something that no allocation began with is freed, or freed again.
    BadFree,
    /// A function is called through a pointer of another type (6.5.2.2p9).
    WrongSignature,
    /// A `_Bool` is neither 0 nor 1.
    InvalidBool,
    /// A function that has a result ends without one.
    NoResult,
    /// `__builtin_unreachable()` is reached.
    UnreachableReached,
    /// `__builtin_clz` or `__builtin_ctz` of 0.
    ZeroHasNoBit,
}

/// The ways in which a result may depend on what the language leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unspecified {
    /// The result depends on which of two calls or operands is evaluated first.
    EvaluationOrder,
    /// Pointers are compared whose order, or whether they are equal, is not certain.
    PointerComparison,
    /// The bytes of a pointer are read as a number.
    PointerAsInteger,
    /// Bytes that are not one whole pointer are read as a pointer.
    BrokenPointer,
    /// Padding is read.
    Padding,
    /// A floating operation yields a NaN.
    NotANumber,
    /// A member of a union is read or written in a way that compilers do not agree on.
    UnionMember { alloc: AllocId, offset: i64 },
    /// The source of an assignment overlaps its destination.
    OverlappingAssignment,
    /// The value that `memcmp` returns, of which only the sign is certain.
    MemcmpValue,
    /// Memory of no size is asked for.
    ZeroSize,
    /// A floating division by zero.
    FloatDivisionByZero,
    /// A compound literal was evaluated again, and an earlier pointer to it is used: which of several literals in one statement
    /// it belongs to is not kept.
    LiteralAgain { alloc: AllocId },
}

/// What the machine does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unsupported {
    /// A call in the middle of an expression came to text that is not written yet.
    Unwritten,
    /// A variable whose declaration was jumped over.
    SkippedDeclaration { local: LocalId },
    /// A pointer that is declared `restrict`.
    Restrict,
    /// A vector.
    Vector,
    /// A function with any number of arguments.
    Variadic,
    /// A floating type on a target that does not compute exactly.
    InexactFloat,
    /// A type is too large for the machine.
    TypeTooLarge,
    /// A bit-field that is wider than an `int`.
    WideBitField,
    /// `pure` and `const` functions.
    Attribute,
    /// The entry function is called.
    EntryCalled,
    /// An integer of 128 bits in a built-in function that is computed with 128 bits here.
    WideOverflow,
}

/// What a program may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Budget {
    Steps(u64),
    Frames(u32),
    Memory(u64),
    Observations(u64),
    /// Expressions inside of expressions, over all calls that are running.
    Nesting(u32),
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
            Stop::Unsupported(unsupported) => match unsupported {
                Unsupported::Unwritten => "unwritten",
                Unsupported::SkippedDeclaration { .. } => "skipped-declaration",
                Unsupported::Restrict => "restrict",
                Unsupported::Vector => "vector",
                Unsupported::Variadic => "variadic",
                Unsupported::InexactFloat => "inexact-float",
                Unsupported::TypeTooLarge => "type-too-large",
                Unsupported::WideBitField => "wide-bit-field",
                Unsupported::Attribute => "attribute",
                Unsupported::EntryCalled => "entry-called",
                Unsupported::WideOverflow => "wide-overflow",
            },
            Stop::Budget(budget) => match budget {
                Budget::Steps(_) => "budget-steps",
                Budget::Frames(_) => "budget-frames",
                Budget::Memory(_) => "budget-memory",
                Budget::Observations(_) => "budget-observations",
                Budget::Nesting(_) => "budget-nesting",
            },
        }
    }
}

impl Ub {
    fn rule(&self) -> &'static str {
        match self {
            Ub::Uninitialised => "uninitialised",
            Ub::Dangling { .. } => "dangling",
            Ub::NullAccess => "null-access",
            Ub::OutOfBounds { .. } => "out-of-bounds",
            Ub::Misaligned { .. } => "misaligned",
            Ub::OffsetOutOfBounds { .. } => "offset-out-of-bounds",
            Ub::DifferentObjects => "different-objects",
            Ub::InexactDistance => "inexact-distance",
            Ub::EffectiveType { .. } => "effective-type",
            Ub::ConstWritten { .. } => "const-written",
            Ub::VolatileAccess { .. } => "volatile-access",
            Ub::SignedOverflow { .. } => "signed-overflow",
            Ub::DivisionByZero => "division-by-zero",
            Ub::ShiftTooFar { .. } => "shift-too-far",
            Ub::ShiftOverflow { .. } => "shift-overflow",
            Ub::FloatDoesNotFit => "float-does-not-fit",
            Ub::Unsequenced => "unsequenced",
            Ub::OverlappingCopy => "overlapping-copy",
            Ub::BadFree => "bad-free",
            Ub::WrongSignature => "wrong-signature",
            Ub::InvalidBool => "invalid-bool",
            Ub::NoResult => "no-result",
            Ub::UnreachableReached => "unreachable-reached",
            Ub::ZeroHasNoBit => "zero-has-no-bit",
        }
    }
}

impl Unspecified {
    fn rule(self) -> &'static str {
        match self {
            Unspecified::EvaluationOrder => "evaluation-order",
            Unspecified::PointerComparison => "pointer-comparison",
            Unspecified::PointerAsInteger => "pointer-as-integer",
            Unspecified::BrokenPointer => "broken-pointer",
            Unspecified::Padding => "padding",
            Unspecified::NotANumber => "not-a-number",
            Unspecified::UnionMember { .. } => "union-member",
            Unspecified::OverlappingAssignment => "overlapping-assignment",
            Unspecified::MemcmpValue => "memcmp-value",
            Unspecified::ZeroSize => "zero-size",
            Unspecified::FloatDivisionByZero => "float-division-by-zero",
            Unspecified::LiteralAgain { .. } => "literal-again",
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

impl fmt::Display for Ub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ub::Uninitialised => "a value is read that was never written",
            Ub::Dangling { .. } => "a pointer to something that is gone is used",
            Ub::NullAccess => "the null pointer is dereferenced",
            Ub::OutOfBounds { offset, .. } => {
                return write!(
                    f,
                    "an access at offset {offset} is outside of the object that the pointer belongs to"
                );
            }
            Ub::Misaligned { required, promised } => {
                return write!(
                    f,
                    "a pointer needs an alignment of {required} and has one of {promised}"
                );
            }
            Ub::OffsetOutOfBounds { offset, .. } => {
                return write!(
                    f,
                    "pointer arithmetic leads to offset {offset}, outside of the object that the pointer belongs to"
                );
            }
            Ub::DifferentObjects => "pointers to different objects are subtracted or ordered",
            Ub::InexactDistance => "the distance of two pointers is not a number of elements",
            Ub::EffectiveType { .. } => "an object is accessed as something that it is not",
            Ub::ConstWritten { .. } => "something that is const is written",
            Ub::VolatileAccess { .. } => {
                "something that is volatile is accessed as if it were not"
            }
            Ub::SignedOverflow { bits } => {
                return write!(
                    f,
                    "the result does not fit into a signed integer of {bits} bits"
                );
            }
            Ub::DivisionByZero => "a division by zero",
            Ub::ShiftTooFar { amount, bits } => {
                return write!(f, "a shift of {bits} bits by {amount}");
            }
            Ub::ShiftOverflow { bits } => {
                return write!(
                    f,
                    "a left shift of a signed integer of {bits} bits that is negative or becomes too large"
                );
            }
            Ub::FloatDoesNotFit => "a floating value does not fit into its new type",
            Ub::Unsequenced => {
                "an object is changed and accessed once more without a sequence point between"
            }
            Ub::OverlappingCopy => "memory is copied to where it overlaps itself",
            Ub::BadFree => "something is freed that is no allocation, or is none any more",
            Ub::WrongSignature => "a function is called through a pointer of another type",
            Ub::InvalidBool => "a _Bool is neither 0 nor 1",
            Ub::NoResult => "a function ends without the result that it has to give",
            Ub::UnreachableReached => "__builtin_unreachable() is reached",
            Ub::ZeroHasNoBit => "the first or last bit of 0 is asked for",
        })
    }
}

impl fmt::Display for Unspecified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unspecified::EvaluationOrder => {
                "the result depends on the order in which operands are evaluated"
            }
            Unspecified::PointerComparison => {
                "whether two pointers are equal, or which is less, is not certain"
            }
            Unspecified::PointerAsInteger => "the bytes of a pointer are read as a number",
            Unspecified::BrokenPointer => "bytes that are not one whole pointer are read as one",
            Unspecified::Padding => "padding is read",
            Unspecified::NotANumber => "a floating operation yields a NaN",
            Unspecified::UnionMember { .. } => {
                "a member of a union is accessed in a way that compilers do not agree on"
            }
            Unspecified::OverlappingAssignment => {
                "the source of an assignment overlaps its destination"
            }
            Unspecified::MemcmpValue => "of what memcmp returns only the sign is certain",
            Unspecified::ZeroSize => "memory of no size is asked for",
            Unspecified::FloatDivisionByZero => "a floating division by zero",
            Unspecified::LiteralAgain { .. } => {
                "a compound literal was evaluated again, and a pointer to it is older"
            }
        })
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::Unwritten => "a call in an expression leads to text that is not written",
            Unsupported::SkippedDeclaration { .. } => {
                "a variable is used whose declaration was jumped over"
            }
            Unsupported::Restrict => "a pointer that is declared restrict",
            Unsupported::Vector => "vectors",
            Unsupported::Variadic => "functions with any number of arguments",
            Unsupported::InexactFloat => "floating types on this target",
            Unsupported::TypeTooLarge => "a type of this size",
            Unsupported::WideBitField => "a bit-field of a type that is wider than int",
            Unsupported::Attribute => "functions that are declared pure or const",
            Unsupported::EntryCalled => "a call of the entry function",
            Unsupported::WideOverflow => "overflow of integers of 128 bits",
        })
    }
}

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

impl From<Unsupported> for Stop {
    fn from(unsupported: Unsupported) -> Stop {
        Stop::Unsupported(unsupported)
    }
}

impl From<Budget> for Stop {
    fn from(budget: Budget) -> Stop {
        Stop::Budget(budget)
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
            // Nobody here locks or withholds anything.
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
