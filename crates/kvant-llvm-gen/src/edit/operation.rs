//! Other operations: flags, predicates, relatives of instructions and intrinsics, swapped operands.

use kvant_llvm::Name;
use kvant_llvm::syntax::{
    BinaryOp, CastOp, Flag, Flags, FloatPredicate, IntPredicate, Op, RmwOp, Value,
};

use super::{Change, Site, Spot};

const WRAP: &[Flag] = &[Flag::Nuw, Flag::Nsw];
const FAST: &[Flag] = &[Flag::Nnan, Flag::Ninf, Flag::Nsz];

/// The flags that an operation may have.
fn flags_of_binary(op: BinaryOp) -> &'static [Flag] {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Shl => WRAP,
        UDiv | SDiv | LShr | AShr => &[Flag::Exact],
        Or => &[Flag::Disjoint],
        FAdd | FSub | FMul | FDiv | FRem => FAST,
        URem | SRem | And | Xor => &[],
    }
}

fn flags_of_cast(op: CastOp) -> &'static [Flag] {
    match op {
        CastOp::Trunc => WRAP,
        CastOp::ZExt | CastOp::UiToFp => &[Flag::Nneg],
        CastOp::FpTrunc | CastOp::FpExt => FAST,
        _ => &[],
    }
}

/// The flags of an instruction, and those that it may have. Fast-math flags are only allowed for some types.
fn flags(op: &mut Op) -> Option<(&mut Flags, &'static [Flag])> {
    Some(match op {
        Op::Binary(op, flags, ..) => (flags, flags_of_binary(*op)),
        Op::Cast(op, flags, ..) => (flags, flags_of_cast(*op)),
        Op::ICmp(_, flags, ..) => (flags, &[Flag::SameSign]),
        Op::Gep(gep) => (&mut gep.flags, &[Flag::InBounds, Flag::Nusw, Flag::Nuw]),
        Op::FNeg(flags, _) | Op::FCmp(_, flags, ..) | Op::Select(flags, _) | Op::Phi(flags, ..) => {
            (flags, FAST)
        }
        Op::Call(call) => (&mut call.flags, FAST),
        _ => return None,
    })
}

/// Other predicates: the negated one, the one for swapped operands, the one with or without equality, and the one of the other
/// signedness.
fn int_relatives(predicate: IntPredicate) -> &'static [IntPredicate] {
    use IntPredicate::*;
    match predicate {
        Eq => &[Ne, Ule, Sge],
        Ne => &[Eq, Ult, Sgt],
        Slt => &[Sge, Sgt, Sle, Ult],
        Sgt => &[Sle, Slt, Sge, Ugt],
        Sle => &[Sgt, Sge, Slt, Ule],
        Sge => &[Slt, Sle, Sgt, Uge],
        Ult => &[Uge, Ugt, Ule, Slt],
        Ugt => &[Ule, Ult, Uge, Sgt],
        Ule => &[Ugt, Uge, Ult, Sle],
        Uge => &[Ult, Ule, Ugt, Sge],
    }
}

/// The same for floats, with the other answer for NaN instead of the other signedness.
fn float_relatives(predicate: FloatPredicate) -> &'static [FloatPredicate] {
    use FloatPredicate::*;
    match predicate {
        False => &[True],
        True => &[False],
        Oeq => &[Une, Ueq, Oge],
        Une => &[Oeq, One, Ult],
        One => &[Ueq, Une, Olt],
        Ueq => &[One, Oeq, Uge],
        Ord => &[Uno],
        Uno => &[Ord],
        Ogt => &[Ule, Olt, Oge, Ugt],
        Oge => &[Ult, Ole, Ogt, Uge],
        Olt => &[Uge, Ogt, Ole, Ult],
        Ole => &[Ugt, Oge, Olt, Ule],
        Ugt => &[Ole, Ult, Uge, Ogt],
        Uge => &[Olt, Ule, Ugt, Oge],
        Ult => &[Oge, Ugt, Ule, Olt],
        Ule => &[Ogt, Uge, Ult, Ole],
    }
}

fn binary_relatives(op: BinaryOp) -> &'static [BinaryOp] {
    use BinaryOp::*;
    match op {
        Add => &[Sub, Or, Xor],
        Sub => &[Add, Xor],
        Mul => &[Add, Shl],
        UDiv => &[SDiv, LShr],
        SDiv => &[UDiv, AShr],
        URem => &[SRem, And],
        SRem => &[URem],
        Shl => &[LShr, Mul],
        LShr => &[AShr, UDiv],
        AShr => &[LShr, SDiv],
        And => &[Or, Xor],
        Or => &[And, Xor, Add],
        Xor => &[And, Or],
        FAdd => &[FSub],
        FSub => &[FAdd],
        FMul => &[FDiv, FAdd],
        FDiv => &[FMul],
        FRem => &[FDiv],
    }
}

fn cast_relatives(op: CastOp) -> &'static [CastOp] {
    use CastOp::*;
    match op {
        ZExt => &[SExt],
        SExt => &[ZExt],
        UiToFp => &[SiToFp],
        SiToFp => &[UiToFp],
        FpToUi => &[FpToSi],
        FpToSi => &[FpToUi],
        _ => &[],
    }
}

fn rmw_relatives(op: RmwOp) -> &'static [RmwOp] {
    use RmwOp::*;
    match op {
        Xchg | Sub => &[Add],
        Add => &[Sub, Or],
        And => &[Nand, Or],
        Nand => &[And],
        Or => &[Xor, Add],
        Xor => &[Or],
        Max => &[Min, UMax],
        Min => &[Max, UMin],
        UMax => &[UMin, Max],
        UMin => &[UMax, Min],
        FAdd => &[FSub],
        FSub => &[FAdd],
        UIncWrap => &[UDecWrap],
        UDecWrap => &[UIncWrap],
        USubCond => &[USubSat],
        USubSat => &[USubCond],
        _ => &[],
    }
}

/// Intrinsics with the same signature, by the part of the name behind `llvm.` and before the types.
const FAMILIES: &[&[&str]] = &[
    &["smin", "umin", "smax", "umax"],
    &["fshl", "fshr"],
    &["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"],
    &["sshl.sat", "ushl.sat"],
    &[
        "sadd.with.overflow",
        "uadd.with.overflow",
        "ssub.with.overflow",
        "usub.with.overflow",
    ],
    &["smul.with.overflow", "umul.with.overflow"],
    &["ctlz", "cttz"],
    &["bswap", "bitreverse"],
    &["scmp", "ucmp"],
    &["minnum", "maxnum"],
    &["minimum", "maximum"],
    &["minimumnum", "maximumnum"],
    &["floor", "ceil", "trunc", "round", "roundeven"],
    &["fptosi.sat", "fptoui.sat"],
    &[
        "vector.reduce.add",
        "vector.reduce.xor",
        "vector.reduce.mul",
    ],
    &["vector.reduce.and", "vector.reduce.or"],
    &[
        "vector.reduce.smin",
        "vector.reduce.umin",
        "vector.reduce.smax",
        "vector.reduce.umax",
    ],
    &["vector.reduce.fmin", "vector.reduce.fmax"],
];

/// The word of the table that the name of an intrinsic has, and its family.
fn family(name: &str) -> Option<(&'static str, &'static [&'static str])> {
    let name = name.strip_prefix("llvm.")?;
    let is_it = |word: &str| {
        let rest = name.strip_prefix(word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let words = FAMILIES
        .iter()
        .flat_map(|family| family.iter().map(|word| (*word, *family)));
    words
        .filter(|(word, _)| is_it(word))
        .max_by_key(|(word, _)| word.len())
}

pub(super) fn propose(site: &Site<'_>, add: &mut dyn FnMut(Change)) {
    let mut op = site.instruction.op.clone();
    if let Some((flags, allowed)) = flags(&mut op) {
        for flag in allowed {
            add(match flags.has(*flag) {
                true => Change::DropFlag(*flag),
                false => Change::AddFlag(*flag),
            });
        }
    }
    match &op {
        Op::Binary(op, _, _, [first, second]) => {
            let others = binary_relatives(*op).iter();
            others.for_each(|other| add(Change::Binary(*op, *other)));
            if !is_commutative(*op) && first != second {
                add(Change::SwapOperands);
            }
        }
        Op::Cast(op, ..) => {
            let others = cast_relatives(*op).iter();
            others.for_each(|other| add(Change::Cast(*op, *other)));
        }
        Op::ICmp(op, ..) => {
            let others = int_relatives(*op).iter();
            others.for_each(|other| add(Change::IntPredicate(*op, *other)));
        }
        Op::FCmp(op, ..) => {
            let others = float_relatives(*op).iter();
            others.for_each(|other| add(Change::FloatPredicate(*op, *other)));
        }
        Op::AtomicRmw(parts) => {
            let others = rmw_relatives(parts.op).iter();
            others.for_each(|other| add(Change::Rmw(parts.op, *other)));
        }
        Op::Call(call) => {
            if let Value::Global(name) = call.callee
                && let Some((own, family)) = family(site.module.names.get(name))
            {
                let others = family.iter().filter(|other| **other != own);
                others.for_each(|other| add(Change::Intrinsic(own, other)));
            }
        }
        _ => {}
    }
}

fn is_commutative(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | FAdd | Mul | FMul | And | Or | Xor)
}

/// The flags that are allowed for another operation.
fn kept(flags: Flags, allowed: &[Flag]) -> Flags {
    let kept = flags.iter().filter(|flag| allowed.contains(flag));
    kept.fold(Flags::default(), Flags::with)
}

pub(super) fn apply(mut spot: Spot<'_>, change: Change) -> Option<()> {
    let op = spot.op()?;
    match (change, op) {
        (Change::AddFlag(flag), op) => {
            let flags = flags(op)?.0;
            *flags = flags.with(flag);
        }
        (Change::DropFlag(flag), op) => {
            let flags = flags(op)?.0;
            *flags = flags.without(flag);
        }
        (Change::Binary(from, to), Op::Binary(op, flags, ..)) if *op == from => {
            *op = to;
            *flags = kept(*flags, flags_of_binary(to));
        }
        (Change::Cast(from, to), Op::Cast(op, flags, ..)) if *op == from => {
            *op = to;
            *flags = kept(*flags, flags_of_cast(to));
        }
        (Change::IntPredicate(from, to), Op::ICmp(op, ..)) if *op == from => *op = to,
        (Change::FloatPredicate(from, to), Op::FCmp(op, ..)) if *op == from => *op = to,
        (Change::Rmw(from, to), Op::AtomicRmw(parts)) if parts.op == from => parts.op = to,
        (Change::SwapOperands, Op::Binary(_, _, _, operands)) => operands.swap(0, 1),
        _ => return None,
    }
    Some(())
}

/// Calls another intrinsic. Returns the names of the old one and the new one.
pub(super) fn intrinsic(mut spot: Spot<'_>, from: &str, to: &str) -> Option<[Name; 2]> {
    let Op::Call(call) = spot.op()? else {
        return None;
    };
    let Value::Global(old) = call.callee else {
        return None;
    };
    let types = spot.names.get(old).strip_prefix("llvm.")?;
    let types = types.strip_prefix(from)?.to_owned();
    let new = spot.names.intern(&format!("llvm.{to}{types}"));
    if let Op::Call(call) = spot.op()? {
        call.callee = Value::Global(new);
    }
    Some([old, new])
}
