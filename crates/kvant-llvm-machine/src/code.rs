//! Functions in the form in which they are executed: instructions on numbered slots.

use kvant_llvm::Name;
use kvant_llvm::syntax::{BinaryOp, CastOp, Flags, FloatKind, IntPredicate, RmwOp, Type};

use crate::constraint::Constraint;
use crate::contract::{Contract, Grant};
use crate::external::External;
use crate::float::{FloatCall, FloatOp};
use crate::intrinsic::Intrinsic;
use crate::leaf::Leaf;
use crate::outcome::Stop;
use crate::pure::{Fold, PureCall};
use crate::shape::Scalar;
use crate::variadic::{Passed, Used};

/// A function.
pub(crate) struct Code {
    pub(crate) instructions: Vec<Instruction>,
    /// For each instruction its number in the text.
    pub(crate) numbers: Vec<u32>,
    /// For each instruction the slot and the number of leaves of its result.
    pub(crate) results: Vec<(u32, u32)>,
    /// The leaves of constants.
    pub(crate) constants: Vec<Leaf>,
    /// The number of leaves of all locals.
    pub(crate) slots: u32,
    pub(crate) parameters: Vec<Parameter>,
    /// The constraints on the result, and the kinds of its leaves.
    pub(crate) result: Constrained,
    /// The parameter with `returned`.
    pub(crate) returned: Option<Span>,
    pub(crate) contract: Option<Box<Contract>>,
    /// The registers and memory that the parameters of a variadic function use, if the ABI is known.
    pub(crate) used: Option<Used>,
    /// True if no attribute of it or its parameters limits memory.
    pub(crate) is_plain: bool,
    pub(crate) edges: Vec<Edge>,
}

/// A parameter.
pub(crate) struct Parameter {
    pub(crate) length: u32,
    pub(crate) kinds: Box<[Scalar]>,
    pub(crate) constraints: Box<[Constraint]>,
    /// The size and the alignment of the copy that `byval` makes.
    pub(crate) copy: Option<(u64, u64)>,
    pub(crate) grant: Option<Box<Grant>>,
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
    /// The numbers of the phis in the text.
    pub(crate) phis: Box<[u32]>,
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
    /// An intrinsic that is a function of its arguments.
    Pure(Box<PureCall>),
    /// Leaves that have to fulfil constraints, copied to a slot.
    Constrain {
        from: Span,
        to: u32,
        constraints: Box<Constrained>,
    },
    /// An operation on the lanes that are enabled.
    Predicated(Box<Predicated>),
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
    Load {
        pieces: Box<[Piece]>,
        bytes: u64,
        align: u64,
        to: u32,
        pointer: Source,
        constraints: Box<[Constraint]>,
    },
    Store {
        pieces: Box<[Piece]>,
        bytes: u64,
        align: u64,
        value: Source,
        pointer: Source,
    },
    Alloca {
        bytes: u64,
        align: u64,
        /// The number of elements, and the width of its type.
        count: Option<(Source, u32)>,
        /// True if its lifetime is begun by `llvm.lifetime.start`.
        is_dead: bool,
        to: u32,
    },
    Gep(Box<Gep>),
    CmpXchg(Box<CmpXchg>),
    Rmw(Box<Rmw>),
    /// The instruction before it synchronises with other threads, of which there are none.
    Fence,
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
    /// A jump to the block of an address, by the number of its symbol.
    IndirectBranch {
        pointer: Source,
        targets: Box<[(u32, u32)]>,
    },
    /// A switch on an integer of more than 128 bits.
    WideSwitch(Box<WideSwitch>),
    Return {
        value: Option<Span>,
    },
    Call(Box<Call>),
    /// A volatile load or store.
    Volatile(Box<Instruction>),
    Unreachable,
    /// An instruction that is not supported.
    Refuse(Box<Stop>),
}

/// An operation on the lanes of vectors that a mask and a vector length enable.
pub(crate) struct Predicated {
    pub(crate) mask: Option<Source>,
    /// The number of lanes that may be enabled, if it is not that of all.
    pub(crate) length: Option<Source>,
    /// The number of all lanes.
    pub(crate) lanes: u32,
    /// The first slot of the result.
    pub(crate) to: u32,
    pub(crate) body: PredicatedBody,
}

/// The operation of [`Predicated`].
pub(crate) enum PredicatedBody {
    /// An instruction for each lane. Others are poison.
    Lanes(Box<[Instruction]>),
    /// `vp.merge`.
    Merge {
        condition: Source,
        operands: [Source; 2],
    },
    /// A reduction of integers with their width, or of floats.
    Reduce {
        start: Source,
        vector: Source,
        fold: Result<(Fold, u32), Box<FloatCall>>,
    },
    /// The enabled lanes in the reverse order.
    Reverse { vector: Source },
    /// `vp.cttz.elts`.
    TrailingZeros { vector: Source, flag: Source },
}

/// A leaf of a value in memory, or the packed leaves of a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Its offset.
    pub(crate) at: u64,
    pub(crate) bytes: u64,
    pub(crate) scalar: Scalar,
    /// The number of leaves: more than one for a vector whose elements are no whole bytes.
    pub(crate) lanes: u32,
}

/// A switch on an integer of more than 128 bits.
pub(crate) struct WideSwitch {
    pub(crate) value: Source,
    pub(crate) default: u32,
    pub(crate) cases: Box<[(Leaf, u32)]>,
}

impl Instruction {
    /// True if it may synchronise with another thread, which `nosync` forbids.
    #[allow(dead_code, reason = "the attribute `nosync` is not checked yet")]
    pub(crate) fn synchronises(&self) -> bool {
        matches!(self, Instruction::Fence)
    }
}

/// `cmpxchg`. The result is the old value and a flag.
pub(crate) struct CmpXchg {
    pub(crate) is_weak: bool,
    pub(crate) piece: Piece,
    pub(crate) bytes: u64,
    pub(crate) align: u64,
    pub(crate) to: u32,
    pub(crate) pointer: Source,
    /// The expected value, and the new one.
    pub(crate) operands: [Source; 2],
}

/// `atomicrmw`.
pub(crate) struct Rmw {
    pub(crate) op: RmwOp,
    /// The minimum or maximum of floats that it takes.
    pub(crate) extremum: Option<Box<FloatCall>>,
    pub(crate) scalar: Scalar,
    pub(crate) lanes: u32,
    pub(crate) pieces: Box<[Piece]>,
    pub(crate) bytes: u64,
    pub(crate) align: u64,
    pub(crate) to: u32,
    pub(crate) pointer: Source,
    pub(crate) value: Source,
}

/// The arithmetic of `getelementptr`: a base, a constant, and terms. Each operand is one for all lanes, or one for each.
pub(crate) struct Gep {
    pub(crate) flags: Flags,
    pub(crate) lanes: u32,
    /// The width of an address.
    pub(crate) bits: u32,
    pub(crate) to: u32,
    pub(crate) base: (Source, bool),
    /// Each step: a constant number of bytes, or an index of some width and the bytes of an element.
    pub(crate) steps: Box<[Step]>,
}

/// A step of `getelementptr`.
pub(crate) enum Step {
    Bytes(u64),
    Index {
        index: Source,
        is_vector: bool,
        width: u32,
        scale: u64,
    },
}

/// A call.
pub(crate) struct Call {
    pub(crate) callee: Callee,
    pub(crate) arguments: Box<[Span]>,
    /// The constraints on each argument and the kinds of its leaves, where there are any.
    pub(crate) constraints: Box<[Constrained]>,
    /// The constraints on the result.
    pub(crate) of_result: Box<[Constraint]>,
    /// The argument with `returned`.
    pub(crate) returned: Option<Span>,
    pub(crate) bundles: Box<[Bundle]>,
    pub(crate) contract: Option<Box<Contract>>,
    /// The way in which arguments behind the parameters of a variadic function are passed, if it is known.
    pub(crate) rest: Option<Box<[Passed]>>,
    /// The attributes of arguments about their memory; empty if there are none.
    pub(crate) grants: Box<[Option<Box<Grant>>]>,
    /// True if no attribute of it or its arguments limits memory.
    pub(crate) is_plain: bool,
    /// True for `tail` and `musttail`.
    pub(crate) is_tail: bool,
    /// The slot and the length of the result.
    pub(crate) result: (u32, u32),
    /// The kinds of the result's leaves.
    pub(crate) kinds: Box<[Scalar]>,
}

/// Constraints, and the kinds of the leaves that they are about.
pub(crate) type Constrained = (Box<[Constraint]>, Box<[Scalar]>);

/// An operand bundle: the tag, and the operands.
pub(crate) type Bundle = (Box<str>, Box<[Span]>);

/// The value that `llvm.experimental.memset.pattern` repeats.
pub(crate) struct Pattern {
    pub(crate) pieces: Box<[Piece]>,
    /// The number of bytes that a store writes.
    pub(crate) bytes: u64,
    /// The distance of two of them.
    pub(crate) stride: u64,
}

/// A masked access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Masked {
    Load,
    Store,
    Gather,
    Scatter,
    ExpandLoad,
    CompressStore,
}

impl Masked {
    /// The access of this name, which has types behind it: `llvm.masked.load.v4i32.p0`.
    pub(crate) fn of(name: &str) -> Option<Masked> {
        let name = name.strip_prefix("llvm.masked.")?;
        Some(match name.split('.').next()? {
            "load" => Masked::Load,
            "store" => Masked::Store,
            "gather" => Masked::Gather,
            "scatter" => Masked::Scatter,
            "expandload" => Masked::ExpandLoad,
            "compressstore" => Masked::CompressStore,
            _ => return None,
        })
    }

    pub(crate) fn stores(self) -> bool {
        matches!(
            self,
            Masked::Store | Masked::Scatter | Masked::CompressStore
        )
    }

    /// True if each lane has a pointer of its own.
    pub(crate) fn is_scattered(self) -> bool {
        matches!(self, Masked::Gather | Masked::Scatter)
    }
}

/// The signature of the callee that a call expects.
pub(crate) struct Signature {
    pub(crate) result: Type,
    pub(crate) convention: Option<Name>,
    /// The type of each argument, and those of `byval` and `sret`.
    pub(crate) arguments: Box<[(Type, [Option<Type>; 2])]>,
}

/// A callee.
pub(crate) enum Callee {
    /// A function of the module, by its number.
    Function(u32),
    /// The function that a pointer leads to, which must have this signature.
    Pointer(Source, Box<Signature>),
    /// A function without a body.
    External(Box<External>),
    /// An intrinsic.
    Intrinsic(Intrinsic),
    /// A masked access of elements of this kind.
    Masked(Masked, Scalar),
    /// `llvm.experimental.memset.pattern`.
    Pattern(Box<Pattern>),
}
