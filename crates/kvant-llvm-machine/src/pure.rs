//! Intrinsics that are functions of their arguments. Those on floats are in [`crate::float`].

mod fixed;
mod lane;
mod vector;

use kvant_llvm::syntax::BinaryOp;

use crate::choice;
use crate::code::Span;
use crate::int::Context;
use crate::leaf::{Leaf, mask};
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::shape::Scalar;

pub(crate) use fixed::Fixed;
pub(crate) use lane::Lane;
pub(crate) use vector::{Fold, VectorOp, fold, is_on, trailing_zeros};

/// An intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pure {
    /// An operation on integers, lane by lane.
    Lane(Lane),
    /// `uadd.with.overflow` and its siblings; true for signed ones.
    Overflow(BinaryOp, bool),
    /// `ucmp`, or `scmp` if true.
    Compare(bool),
    /// The first argument.
    First,
    /// True or false.
    Choice,
    /// Arithmetic on fixed-point numbers.
    Fixed(Fixed),
    /// A reduction of integers.
    Reduce(Fold),
    /// An operation on vectors.
    Vector(VectorOp),
}

/// All of them, with their names.
const ALL: &[(&str, Pure)] = {
    use BinaryOp::{Add, And, Mul, Or, Sub, Xor};
    use Pure as P;
    &[
        ("umin", P::Lane(Lane::UMin)),
        ("umax", P::Lane(Lane::UMax)),
        ("smin", P::Lane(Lane::SMin)),
        ("smax", P::Lane(Lane::SMax)),
        ("abs", P::Lane(Lane::Abs)),
        ("ctlz", P::Lane(Lane::CtLz)),
        ("cttz", P::Lane(Lane::CtTz)),
        ("ctpop", P::Lane(Lane::CtPop)),
        ("bswap", P::Lane(Lane::BSwap)),
        ("bitreverse", P::Lane(Lane::BitReverse)),
        ("fshl", P::Lane(Lane::FShl)),
        ("fshr", P::Lane(Lane::FShr)),
        ("uadd.sat", P::Lane(Lane::UAddSat)),
        ("sadd.sat", P::Lane(Lane::SAddSat)),
        ("usub.sat", P::Lane(Lane::USubSat)),
        ("ssub.sat", P::Lane(Lane::SSubSat)),
        ("ushl.sat", P::Lane(Lane::UShlSat)),
        ("sshl.sat", P::Lane(Lane::SShlSat)),
        ("uadd.with.overflow", P::Overflow(Add, false)),
        ("sadd.with.overflow", P::Overflow(Add, true)),
        ("usub.with.overflow", P::Overflow(Sub, false)),
        ("ssub.with.overflow", P::Overflow(Sub, true)),
        ("umul.with.overflow", P::Overflow(Mul, false)),
        ("smul.with.overflow", P::Overflow(Mul, true)),
        ("ucmp", P::Compare(false)),
        ("scmp", P::Compare(true)),
        ("clmul", P::Lane(Lane::ClMul)),
        ("pext", P::Lane(Lane::PExt)),
        ("pdep", P::Lane(Lane::PDep)),
        ("smul.fix", fixed(false, true, false)),
        ("umul.fix", fixed(false, false, false)),
        ("smul.fix.sat", fixed(false, true, true)),
        ("umul.fix.sat", fixed(false, false, true)),
        ("sdiv.fix", fixed(true, true, false)),
        ("udiv.fix", fixed(true, false, false)),
        ("sdiv.fix.sat", fixed(true, true, true)),
        ("udiv.fix.sat", fixed(true, false, true)),
        ("ssa.copy", P::First),
        ("annotation", P::First),
        ("ptr.annotation", P::First),
        ("arithmetic.fence", P::First),
        ("threadlocal.address", P::First),
        ("allow.runtime.check", P::Choice),
        ("allow.ubsan.check", P::Choice),
        ("experimental.widenable.condition", P::Choice),
        ("expect", P::First),
        ("expect.with.probability", P::First),
        ("vector.reduce.add", P::Reduce(Fold::Binary(Add))),
        ("vector.reduce.mul", P::Reduce(Fold::Binary(Mul))),
        ("vector.reduce.and", P::Reduce(Fold::Binary(And))),
        ("vector.reduce.or", P::Reduce(Fold::Binary(Or))),
        ("vector.reduce.xor", P::Reduce(Fold::Binary(Xor))),
        ("vector.reduce.umin", P::Reduce(Fold::Lane(Lane::UMin))),
        ("vector.reduce.umax", P::Reduce(Fold::Lane(Lane::UMax))),
        ("vector.reduce.smin", P::Reduce(Fold::Lane(Lane::SMin))),
        ("vector.reduce.smax", P::Reduce(Fold::Lane(Lane::SMax))),
        ("vector.insert", P::Vector(VectorOp::Insert)),
        ("vector.extract", P::Vector(VectorOp::Extract)),
        ("vector.reverse", P::Vector(VectorOp::Reverse)),
        ("experimental.vector.reverse", P::Vector(VectorOp::Reverse)),
        ("vector.interleave2", P::Vector(VectorOp::Interleave)),
        ("vector.interleave3", P::Vector(VectorOp::Interleave)),
        ("vector.interleave4", P::Vector(VectorOp::Interleave)),
        ("vector.interleave5", P::Vector(VectorOp::Interleave)),
        ("vector.interleave6", P::Vector(VectorOp::Interleave)),
        ("vector.interleave7", P::Vector(VectorOp::Interleave)),
        ("vector.interleave8", P::Vector(VectorOp::Interleave)),
        ("vector.deinterleave2", P::Vector(VectorOp::Deinterleave(2))),
        ("vector.deinterleave3", P::Vector(VectorOp::Deinterleave(3))),
        ("vector.deinterleave4", P::Vector(VectorOp::Deinterleave(4))),
        ("vector.deinterleave5", P::Vector(VectorOp::Deinterleave(5))),
        ("vector.deinterleave6", P::Vector(VectorOp::Deinterleave(6))),
        ("vector.deinterleave7", P::Vector(VectorOp::Deinterleave(7))),
        ("vector.deinterleave8", P::Vector(VectorOp::Deinterleave(8))),
        ("vector.splice", P::Vector(VectorOp::Splice)),
        ("experimental.vector.splice", P::Vector(VectorOp::Splice)),
        ("vector.splice.left", P::Vector(VectorOp::SpliceLeft)),
        ("vector.splice.right", P::Vector(VectorOp::SpliceRight)),
        ("stepvector", P::Vector(VectorOp::Step)),
        ("experimental.stepvector", P::Vector(VectorOp::Step)),
        ("get.active.lane.mask", P::Vector(VectorOp::ActiveLaneMask)),
        (
            "experimental.vector.compress",
            P::Vector(VectorOp::Compress),
        ),
        ("experimental.vector.match", P::Vector(VectorOp::Match)),
        ("experimental.cttz.elts", P::Vector(VectorOp::TrailingZeros)),
        (
            "experimental.vector.extract.last.active",
            P::Vector(VectorOp::LastActive),
        ),
        ("vector.partial.reduce.add", P::Vector(VectorOp::PartialSum)),
        (
            "vector.partial.reduce.fadd",
            P::Vector(VectorOp::PartialSum),
        ),
        (
            "experimental.vector.partial.reduce.add",
            P::Vector(VectorOp::PartialSum),
        ),
        (
            "experimental.get.vector.length",
            P::Vector(VectorOp::Length),
        ),
        ("matrix.transpose", P::Vector(VectorOp::Transpose)),
        ("matrix.multiply", P::Vector(VectorOp::Multiply)),
    ]
};

const fn fixed(divides: bool, is_signed: bool, saturates: bool) -> Pure {
    Pure::Fixed(Fixed {
        divides,
        is_signed,
        saturates,
    })
}

/// Intrinsics that do nothing.
const NOTHING: [&str; 14] = [
    "codeview.annotation",
    "dbg.addr",
    "dbg.assign",
    "dbg.declare",
    "dbg.label",
    "dbg.value",
    "donothing",
    "experimental.noalias.scope.decl",
    "fake.use",
    "prefetch",
    "pseudoprobe",
    "reloc.none",
    "sideeffect",
    "var.annotation",
];

/// True for the name of an intrinsic that does nothing, without `llvm.` and without types.
pub(crate) fn does_nothing(base: &str) -> bool {
    NOTHING.binary_search(&base).is_ok()
}

impl Pure {
    /// The intrinsic with this name, without `llvm.` and without types.
    pub(crate) fn of(base: &str) -> Option<Pure> {
        let found = ALL.iter().find(|(name, _)| *name == base);
        found.map(|(_, pure)| *pure)
    }
}

/// A call of an intrinsic.
pub(crate) struct PureCall {
    pub(crate) op: Pure,
    pub(crate) arguments: Box<[Span]>,
    /// The kind of the leaves of the first argument.
    pub(crate) first: Option<Scalar>,
    /// The kinds of the leaves of the result.
    pub(crate) kinds: Box<[Scalar]>,
    /// The factor of an index or a number of lanes: that of scalable vectors, or 1.
    pub(crate) scale: u32,
    /// The first slot of the result.
    pub(crate) to: u32,
}

impl PureCall {
    /// The width of the integers in the first argument.
    fn width(&self) -> Result<u32, Stop> {
        width_of(self.first.as_ref())
    }

    /// The width of the integers in the result.
    fn into(&self) -> Result<u32, Stop> {
        width_of(self.kinds.first())
    }
}

fn width_of(scalar: Option<&Scalar>) -> Result<u32, Stop> {
    match scalar {
        Some(Scalar::Int(width)) => Ok(*width),
        _ => Err(unfit()),
    }
}

/// The width, if it is supported.
fn narrow(width: u32) -> Result<u32, Stop> {
    if width <= 128 {
        return Ok(width);
    }
    let name = format!("i{width} in this intrinsic").into();
    Err(Unsupported::Type { name }.into())
}

fn unfit() -> Stop {
    Stop::IllFormed("an intrinsic on other operands".into())
}

/// The leaves of the result of an intrinsic, from those of each argument.
pub(crate) fn call(
    context: &mut Context<'_>,
    call: &PureCall,
    arguments: &[&[Leaf]],
) -> Result<Vec<Leaf>, Stop> {
    let argument = |n: usize| arguments.get(n).copied().ok_or_else(unfit);
    match call.op {
        Pure::First => Ok(argument(0)?.to_vec()),
        Pure::Choice => Ok(vec![Leaf::Int(context.choices.choose(2) & 1)]),
        Pure::Fixed(op) => fixed::fixed(context, op, call, arguments),
        Pure::Lane(op) => {
            let width = narrow(call.into()?)?;
            let mut leaves = Vec::with_capacity(argument(0)?.len());
            for n in 0..argument(0)?.len() {
                // A flag, such as that of `abs`, is one for all lanes.
                let operands = arguments.iter().filter_map(|it| it.get(n).or(it.first()));
                let operands: Vec<&Leaf> = operands.collect();
                leaves.push(lane::lane(context, op, width, &operands)?);
            }
            Ok(leaves)
        }
        Pure::Overflow(op, is_signed) => {
            let width = narrow(call.into()?)?;
            let (mut values, mut flags) = (Vec::new(), Vec::new());
            for (a, b) in argument(0)?.iter().zip(argument(1)?) {
                let (value, flag) = lane::overflow(context, op, is_signed, width, [a, b])?;
                values.push(value);
                flags.push(flag);
            }
            values.extend(flags);
            Ok(values)
        }
        Pure::Compare(is_signed) => {
            let (width, into) = (narrow(call.width()?)?, narrow(call.into()?)?);
            let pairs = argument(0)?.iter().zip(argument(1)?);
            let compare = |(a, b)| lane::compare(context, is_signed, width, into, [a, b]);
            pairs.map(compare).collect()
        }
        Pure::Reduce(fold) => {
            let leaves = argument(0)?.iter();
            Ok(vec![vector::fold(context, fold, call.width()?, leaves)?])
        }
        Pure::Vector(op) => vector::vector(context, op, call, arguments),
    }
}

/// An integer of up to 128 bits with its undef bits chosen, or zero for poison, which has to be looked for before.
fn defined(context: &mut Context<'_>, leaf: &Leaf, width: u32) -> Result<u128, Stop> {
    match leaf {
        Leaf::Int(bits) => Ok(*bits & mask(width)),
        Leaf::Ptr(_) => Err(Unspecified::Address.into()),
        leaf => {
            let (bits, undef) = leaf.parts(width).unwrap_or_default();
            Ok(bits | choice::bits(context.choices, undef))
        }
    }
}
