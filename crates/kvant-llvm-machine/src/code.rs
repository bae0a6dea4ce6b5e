//! Functions in the form in which they are executed: instructions on numbered slots.

use kvant_llvm::syntax::{BinaryOp, CastOp, Flags, FloatKind, IntPredicate};

use crate::float::{FloatCall, FloatOp};
use crate::intrinsic::Intrinsic;
use crate::leaf::Leaf;
use crate::outcome::Stop;
use crate::shape::Scalar;

/// A function.
pub(crate) struct Code {
    pub(crate) instructions: Vec<Instruction>,
    /// For each instruction its number in the text.
    pub(crate) numbers: Vec<u32>,
    /// The leaves of constants.
    pub(crate) constants: Vec<Leaf>,
    /// The number of leaves of all locals.
    pub(crate) slots: u32,
    /// The leaves of each parameter, and the kind of each.
    pub(crate) parameters: Vec<(Span, Vec<Scalar>)>,
    pub(crate) edges: Vec<Edge>,
}

/// The first leaf of an operand: of a local in the frame, or of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Source(u32);

const CONSTANT: u32 = 1 << 31;

impl Source {
    pub(crate) fn slot(index: u32) -> Source {
        Source(index)
    }

    pub(crate) fn constant(index: u32) -> Source {
        Source(index | CONSTANT)
    }

    /// The index among slots, or else that among constants.
    pub(crate) fn split(self) -> Result<usize, usize> {
        match self.0 & CONSTANT {
            0 => Ok(self.0 as usize),
            _ => Err((self.0 & !CONSTANT) as usize),
        }
    }

    /// The operand that begins so many leaves further on.
    pub(crate) fn after(self, leaves: u32) -> Source {
        Source(self.0 + leaves)
    }
}

/// Leaves of an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) source: Source,
    pub(crate) length: u32,
}

/// A jump to another block: the copies for its phis, made at once, and the first instruction.
pub(crate) struct Edge {
    pub(crate) copies: Box<[(u32, Span)]>,
    pub(crate) target: u32,
}

/// An instruction. `to` is the first slot of its result.
pub(crate) enum Instruction {
    Binary {
        op: BinaryOp,
        flags: Flags,
        width: u32,
        lanes: u32,
        to: u32,
        operands: [Source; 2],
    },
    Compare {
        predicate: IntPredicate,
        same_sign: bool,
        width: u32,
        lanes: u32,
        to: u32,
        operands: [Source; 2],
    },
    Cast {
        op: CastOp,
        flags: Flags,
        from: Scalar,
        into: Scalar,
        lanes: u32,
        to: u32,
        operand: Source,
    },
    /// An instruction on floats. One with a single operand has it twice.
    Float {
        op: FloatOp,
        flags: Flags,
        kind: FloatKind,
        lanes: u32,
        to: u32,
        operands: [Source; 2],
    },
    /// An intrinsic on floats.
    FloatCall(Box<FloatCall>),
    /// A conversion between types of the same size with other leaves.
    Bitcast {
        from: (u32, Scalar),
        into: (u32, Scalar),
        to: u32,
        operand: Source,
    },
    /// One condition for all leaves, or one for each lane.
    Select {
        is_lanewise: bool,
        length: u32,
        to: u32,
        condition: Source,
        operands: [Source; 2],
    },
    Freeze {
        leaves: Box<[Scalar]>,
        to: u32,
        operand: Source,
    },
    /// Copies of parts: `insertvalue`, `extractvalue`, `shufflevector` with a constant mask (none: poison).
    Copy {
        to: u32,
        parts: Box<[Option<Span>]>,
    },
    ExtractElement {
        lanes: u32,
        to: u32,
        vector: Source,
        index: Source,
    },
    InsertElement {
        lanes: u32,
        to: u32,
        vector: Source,
        element: Source,
        index: Source,
    },
    Jump(u32),
    Branch {
        condition: Source,
        edges: [u32; 2],
    },
    Switch {
        value: Source,
        default: u32,
        cases: Box<[(u128, u32)]>,
    },
    Return {
        value: Option<Span>,
    },
    Call(Box<Call>),
    Unreachable,
    /// An instruction that is not supported.
    Refuse(Box<Stop>),
}

/// A call.
pub(crate) struct Call {
    pub(crate) callee: Callee,
    pub(crate) arguments: Box<[Span]>,
    /// The kind of the leaves of the first argument.
    pub(crate) first: Option<Scalar>,
    /// The slot and the length of the result.
    pub(crate) result: (u32, u32),
    /// The kinds of the result's leaves.
    pub(crate) kinds: Box<[Scalar]>,
}

/// A callee.
pub(crate) enum Callee {
    /// A function of the module, by its number.
    Function(u32),
    /// An intrinsic.
    Intrinsic(Intrinsic),
}
