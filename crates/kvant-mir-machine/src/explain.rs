//! Messages of the machine.

use std::fmt;

use kvant_mir::{CheckedOp, FloatTy};

use crate::arithmetic::Int;
use crate::{Budget, Stop, Ub, Unspecified, Unsupported};

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Ub(ub) => ub.fmt(f),
            Stop::Unspecified(unspecified) => unspecified.fmt(f),
            Stop::IllFormed(ill_formed) => ill_formed.fmt(f),
            Stop::Unsupported(Unsupported::InexactFloat) => {
                f.write_str("the target computes floats with excess precision")
            }
            Stop::Unsupported(Unsupported::TypeTooLarge) => {
                f.write_str("a type is too large for the machine")
            }
            Stop::Budget(budget) => budget.fmt(f),
        }
    }
}

impl std::error::Error for Stop {}

impl std::error::Error for Ub {}

impl fmt::Display for Ub {
    #[allow(clippy::too_many_lines)] // A flat list of messages.
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
            Ub::Uninitialised { at: None } => f.write_str("reads an uninitialised value"),
            Ub::Dangling { alloc } => {
                write!(f, "uses a dangling pointer to allocation {}", alloc.0)
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
            Ub::Misaligned {
                required, promised, ..
            } => write!(
                f,
                "uses memory aligned to {promised} where an alignment of {required} is required"
            ),
            Ub::Borrow(alloc, violation) => {
                let place = format!("byte {} of allocation {}", violation.byte(), alloc.0);
                f.write_str(&violation.sentence(place))
            }
            Ub::OffsetOutOfBounds { alloc, offset } => write!(
                f,
                "moves a pointer to offset {offset} of allocation {}, which is out of bounds",
                alloc.0
            ),
            Ub::OffsetOverflow => {
                f.write_str("moves a pointer, or copies, by more bytes than an `isize` holds")
            }
            Ub::DifferentAllocations { allocs: (a, b) } => write!(
                f,
                "takes the distance of pointers to allocations {} and {}",
                a.0, b.0
            ),
            Ub::InexactDistance { bytes, size } => write!(
                f,
                "takes the distance of pointers {bytes} bytes apart to values of {size} bytes"
            ),
            Ub::NegativeDistance { bytes } => {
                write!(f, "takes a distance of {bytes} bytes as an unsigned one")
            }
            Ub::OverlappingCopy => {
                f.write_str("copies with `copy_nonoverlapping` between overlapping ranges")
            }
            Ub::ReturnPlaceInUse { alloc, offset } => write!(
                f,
                "uses offset {offset} of allocation {}, the return place of a call that is still running",
                alloc.0
            ),
            Ub::IndexOutOfBounds { index, length } => {
                write!(f, "indexes an array of length {length} with {index}")
            }
            Ub::DivisionByZero { int, dividend } => {
                write!(f, "divides {} by zero", int.decimal(*dividend))
            }
            Ub::DivisionOverflow { int } => {
                let least = int.decimal(1 << (int.bits - 1));
                write!(f, "divides {least} by -1, which overflows {int}")
            }
            Ub::InexactDivision {
                int,
                dividend,
                divisor,
            } => write!(
                f,
                "divides {} by {} exactly, which leaves a remainder",
                int.decimal(*dividend),
                int.decimal(*divisor)
            ),
            Ub::UncheckedOverflow {
                op,
                int,
                left,
                right,
            } => {
                let (left, right) = (int.decimal(*left), int.decimal(*right));
                match op {
                    CheckedOp::Add => write!(f, "adds {left} and {right}"),
                    CheckedOp::Sub => write!(f, "subtracts {right} from {left}"),
                    CheckedOp::Mul => write!(f, "multiplies {left} by {right}"),
                }?;
                write!(f, ", which overflows {int}")
            }
            Ub::ShiftTooFar {
                int,
                value,
                amount,
                amount_signed,
            } => {
                let (value, most) = (int.decimal(*value), int.bits - 1);
                let widest = Int {
                    bits: 128,
                    signed: *amount_signed,
                };
                let amount = widest.decimal(*amount);
                write!(
                    f,
                    "shifts {value} by {amount}, where {int} allows 0 to {most}"
                )
            }
            Ub::ZeroHasNoBit { int } => {
                write!(
                    f,
                    "counts zeros of 0_{int} with an intrinsic for nonzero values"
                )
            }
            Ub::FloatDoesNotFit { float, bits, int } => {
                let value: &dyn fmt::Debug = match float {
                    FloatTy::F32 => &f32::from_bits(*bits as u32),
                    FloatTy::F64 => &f64::from_bits(*bits),
                };
                write!(f, "truncates {value:?} to {int}, which does not hold it")
            }
            Ub::InvalidBool { bits } => write!(f, "uses {bits:#x} as a bool"),
            Ub::InvalidChar { bits } => write!(f, "uses {bits:#x} as a char"),
            Ub::InvalidDiscriminant { bits } => {
                write!(f, "uses an enum whose tag {bits:#x} is that of no variant")
            }
            Ub::InvalidFunctionPointer => {
                f.write_str("calls through a function pointer that does not point to a function")
            }
            Ub::WrongSignature { function } => write!(
                f,
                "calls function number {} through a pointer to functions of another type",
                function.0
            ),
            Ub::AssumedFalse => f.write_str("reaches `Assume` with a false condition"),
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
            Unspecified::MovedTwice => {
                f.write_str("moves a place and uses it again in the same statement")
            }
            Unspecified::MovedPlace {
                at: Some((alloc, offset)),
            } => write!(
                f,
                "uses byte {offset} of allocation {}, whose value was moved",
                alloc.0
            ),
            Unspecified::MovedPlace { at: None } => {
                f.write_str("reads a local whose value was moved")
            }
            Unspecified::InactiveVariant => {
                f.write_str("uses a field of an inactive variant of an enum")
            }
            Unspecified::SetDataVariant => {
                f.write_str("sets the discriminant of a variant whose fields may store it (niche)")
            }
            Unspecified::LayoutDependent { alloc } => write!(
                f,
                "accesses bytes of allocation {} whose offset depends on an unspecified layout",
                alloc.0
            ),
            Unspecified::PointerComparison => {
                f.write_str("compares pointers whose order or equality is not determined")
            }
            Unspecified::UninitialisedReferent { alloc, offset } => write!(
                f,
                "makes a reference to byte {offset} of allocation {}, which is uninitialised",
                alloc.0
            ),
            Unspecified::OpenValue => {
                f.write_str("depends on a value whose bits are not determined, such as a NaN")
            }
            Unspecified::DanglingWithoutBytes { alloc } => write!(
                f,
                "performs a zero-sized access through a dangling pointer to allocation {}",
                alloc.0
            ),
            Unspecified::FunctionPointerToData => {
                f.write_str("reads a function pointer that does not point to a function")
            }
            Unspecified::PointerAsInteger { alloc, offset } => write!(
                f,
                "reads the bytes of a pointer at offset {offset} of allocation {} as an integer",
                alloc.0
            ),
            Unspecified::BrokenPointer { alloc, offset } => write!(
                f,
                "reads a pointer at offset {offset} of allocation {}, where there is no whole pointer",
                alloc.0
            ),
            Unspecified::DependsOnChoice { observation } => write!(
                f,
                "makes observation {observation}, which differs between resolvers"
            ),
            Unspecified::StorageAlreadyLive { local } => {
                write!(f, "starts the storage of {local:?}, which is live")
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
            Budget::Borrows(n) => write!(
                f,
                "creates more than {n} references to one allocation, or too many to a large one"
            ),
        }
    }
}
