//! Every rule that a program can break.

use std::collections::BTreeSet;

use kvant_memory::AllocId;
use kvant_mir::{CheckedOp, FloatTy, FnId, Local};
use kvant_mir_machine::arithmetic::Int;
use kvant_mir_machine::{Stop, Ub, Unspecified};

/// Rules that no program can break, with the reason. A rule that becomes reachable is removed from this list and gets
/// programs.
pub(crate) const OUT_OF_REACH: [(&str, &str); 1] = [(
    "depends-on-choice",
    "every other rule would have to miss something first",
)];

/// The names of all rules of undefined and unspecified behaviour, by an example of each. The matches
/// have no `_`: a new rule stops them from compiling until it is listed.
pub(crate) fn all() -> BTreeSet<&'static str> {
    let ub = undefined().into_iter().map(|ub| match ub {
        Ub::DeadLocal { .. }
        | Ub::Uninitialised { .. }
        | Ub::Dangling { .. }
        | Ub::OutOfBounds { .. }
        | Ub::Misaligned { .. }
        | Ub::Borrow(..)
        | Ub::OffsetOutOfBounds { .. }
        | Ub::OffsetOverflow
        | Ub::DifferentAllocations { .. }
        | Ub::InexactDistance { .. }
        | Ub::NegativeDistance { .. }
        | Ub::OverlappingCopy
        | Ub::ReturnPlaceInUse { .. }
        | Ub::IndexOutOfBounds { .. }
        | Ub::DivisionByZero { .. }
        | Ub::DivisionOverflow { .. }
        | Ub::InexactDivision { .. }
        | Ub::UncheckedOverflow { .. }
        | Ub::ShiftTooFar { .. }
        | Ub::ZeroHasNoBit { .. }
        | Ub::FloatDoesNotFit { .. }
        | Ub::InvalidBool { .. }
        | Ub::InvalidChar { .. }
        | Ub::InvalidDiscriminant { .. }
        | Ub::InvalidFunctionPointer
        | Ub::WrongSignature { .. }
        | Ub::AssumedFalse
        | Ub::UnreachableReached => Stop::Ub(ub),
    });
    let unspecified = unspecified().into_iter().map(|rule| match rule {
        Unspecified::OverlappingAssignment
        | Unspecified::OverlappingReturnPlace
        | Unspecified::MovedTwice
        | Unspecified::MovedPlace { .. }
        | Unspecified::InactiveVariant
        | Unspecified::SetDataVariant
        | Unspecified::LayoutDependent { .. }
        | Unspecified::PointerComparison
        | Unspecified::UninitialisedReferent { .. }
        | Unspecified::OpenValue
        | Unspecified::DanglingWithoutBytes { .. }
        | Unspecified::PointerAsInteger { .. }
        | Unspecified::FunctionPointerToData
        | Unspecified::BrokenPointer { .. }
        | Unspecified::DependsOnChoice { .. }
        | Unspecified::StorageAlreadyLive { .. }
        | Unspecified::StorageAlreadyDead { .. }
        | Unspecified::StorageLiveAtReturn { .. } => Stop::Unspecified(rule),
    });
    // Only the aliasing model can construct an example of this rule.
    let borrow = std::iter::once("borrow");
    let examples = ub.chain(unspecified).map(|stop| stop.rule());
    examples.chain(borrow).collect()
}

fn undefined() -> Vec<Ub> {
    let (alloc, offset, local) = (AllocId(0), 0, Local::RETURN);
    let int = Int {
        bits: 8,
        signed: true,
    };
    vec![
        Ub::DeadLocal { local },
        Ub::Uninitialised { at: None },
        Ub::Dangling { alloc },
        Ub::OutOfBounds {
            alloc,
            offset,
            length: 1,
            size: 0,
        },
        Ub::Misaligned {
            alloc: AllocId(0),
            required: 2,
            promised: 1,
        },
        Ub::OffsetOutOfBounds { alloc, offset },
        Ub::OffsetOverflow,
        Ub::DifferentAllocations {
            allocs: (alloc, AllocId(1)),
        },
        Ub::InexactDistance { bytes: 1, size: 2 },
        Ub::NegativeDistance { bytes: -1 },
        Ub::OverlappingCopy,
        Ub::ReturnPlaceInUse { alloc, offset },
        Ub::IndexOutOfBounds {
            index: 0,
            length: 0,
        },
        Ub::DivisionByZero { int, dividend: 1 },
        Ub::DivisionOverflow { int },
        Ub::InexactDivision {
            int,
            dividend: 1,
            divisor: 2,
        },
        Ub::UncheckedOverflow {
            op: CheckedOp::Add,
            int,
            left: 127,
            right: 1,
        },
        Ub::ShiftTooFar {
            int,
            value: 1,
            amount: 8,
            amount_signed: false,
        },
        Ub::ZeroHasNoBit { int },
        Ub::FloatDoesNotFit {
            float: FloatTy::F32,
            bits: 0x4f00_0000,
            int,
        },
        Ub::InvalidBool { bits: 2 },
        Ub::InvalidChar { bits: 0xd800 },
        Ub::InvalidDiscriminant { bits: 2 },
        Ub::InvalidFunctionPointer,
        Ub::WrongSignature { function: FnId(0) },
        Ub::AssumedFalse,
        Ub::UnreachableReached,
    ]
}

fn unspecified() -> Vec<Unspecified> {
    let (alloc, offset, local) = (AllocId(0), 0, Local::RETURN);
    vec![
        Unspecified::OverlappingAssignment,
        Unspecified::OverlappingReturnPlace,
        Unspecified::MovedTwice,
        Unspecified::MovedPlace { at: None },
        Unspecified::InactiveVariant,
        Unspecified::SetDataVariant,
        Unspecified::LayoutDependent { alloc },
        Unspecified::PointerComparison,
        Unspecified::UninitialisedReferent { alloc, offset },
        Unspecified::OpenValue,
        Unspecified::DanglingWithoutBytes { alloc },
        Unspecified::PointerAsInteger { alloc, offset },
        Unspecified::FunctionPointerToData,
        Unspecified::BrokenPointer { alloc, offset },
        Unspecified::DependsOnChoice { observation: 0 },
        Unspecified::StorageAlreadyLive { local },
        Unspecified::StorageAlreadyDead { local },
        Unspecified::StorageLiveAtReturn { local },
    ]
}
