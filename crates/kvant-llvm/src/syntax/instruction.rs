//! Instructions.

use super::{
    AddrSpace, Attachment, Attributes, BinaryOp, CastOp, Flags, FloatPredicate, IntPredicate,
    Local, Ordering, RmwOp, Tail, Type, Typed, Types, Value,
};
use crate::names::Name;

/// An instruction, or a debug record between instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The local of its result, unless it has none.
    pub result: Option<Local>,
    /// The operation.
    pub op: Op,
    /// Metadata behind it.
    pub attachments: Option<Box<[Attachment]>>,
}

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `ret`, with a value or without.
    Ret(Option<Typed>),
    /// `br label %a`.
    Br(Local),
    /// `br i1 %c, label %a, label %b`.
    CondBr(Value, [Local; 2]),
    /// `switch T v, label %a [ … ]`.
    Switch(Box<Switch>),
    /// `indirectbr ptr %a, [ … ]`.
    IndirectBr(Box<(Typed, Box<[Local]>)>),
    /// `invoke … to label %a unwind label %b`.
    Invoke(Box<Call>, [Local; 2]),
    /// `callbr … to label %a [ … ]`.
    CallBr(Box<(Call, Local, Box<[Local]>)>),
    /// `resume T v`.
    Resume(Typed),
    /// `unreachable`.
    Unreachable,
    /// `cleanupret from %p unwind …`.
    CleanupRet(Value, Unwind),
    /// `catchret from %p to label %b`.
    CatchRet(Value, Local),
    /// `catchswitch within %p [ … ] unwind …`.
    CatchSwitch(Box<CatchSwitch>),
    /// `catchpad within %s [ … ]`.
    CatchPad(Value, Box<[Typed]>),
    /// `cleanuppad within %p [ … ]`.
    CleanupPad(Value, Box<[Typed]>),
    /// `landingpad T …`.
    LandingPad(Box<LandingPad>),
    /// `fneg T v`.
    FNeg(Flags, Typed),
    /// An instruction with two operands of one type.
    Binary(BinaryOp, Flags, Type, [Value; 2]),
    /// A conversion to a type.
    Cast(CastOp, Flags, Typed, Type),
    /// `icmp`.
    ICmp(IntPredicate, Flags, Type, [Value; 2]),
    /// `fcmp`.
    FCmp(FloatPredicate, Flags, Type, [Value; 2]),
    /// `phi`.
    Phi(Flags, Type, Box<[(Value, Local)]>),
    /// `select`: the condition and both values.
    Select(Flags, Box<[Typed; 3]>),
    /// `freeze`.
    Freeze(Typed),
    /// `call`.
    Call(Box<Call>),
    /// `alloca`.
    Alloca(Box<Alloca>),
    /// `load`.
    Load(Box<Load>),
    /// `store`.
    Store(Box<Store>),
    /// `fence`.
    Fence(Option<Name>, Ordering),
    /// `cmpxchg`.
    CmpXchg(Box<CmpXchg>),
    /// `atomicrmw`.
    AtomicRmw(Box<AtomicRmw>),
    /// `getelementptr`.
    Gep(Box<Gep>),
    /// `extractelement`: the vector and the index.
    ExtractElement(Box<[Typed; 2]>),
    /// `insertelement`: the vector, the element and the index.
    InsertElement(Box<[Typed; 3]>),
    /// `shufflevector`: both vectors and the mask.
    ShuffleVector(Box<[Typed; 3]>),
    /// `extractvalue`.
    ExtractValue(Typed, Box<[u32]>),
    /// `insertvalue`.
    InsertValue(Box<[Typed; 2]>, Box<[u32]>),
    /// `va_arg ptr %list, T`.
    VaArg(Typed, Type),
    /// `#dbg_value(…)`, by its name and its fields.
    DebugRecord(Name, Box<[super::Metadata]>),
}

impl Op {
    /// True if a block ends with it.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Ret(_)
                | Op::Br(_)
                | Op::CondBr(..)
                | Op::Switch(_)
                | Op::IndirectBr(_)
                | Op::Invoke(..)
                | Op::CallBr(_)
                | Op::Resume(_)
                | Op::Unreachable
                | Op::CleanupRet(..)
                | Op::CatchRet(..)
                | Op::CatchSwitch(_)
        )
    }

    /// Visits the operands with their types. A callee has the type `ptr`.
    pub fn values(&self, mut visit: impl FnMut(Type, Value)) {
        let mut all = |operands: &[Typed]| {
            for operand in operands {
                visit(operand.ty, operand.value);
            }
        };
        match self {
            Op::Ret(Some(operand))
            | Op::Resume(operand)
            | Op::FNeg(_, operand)
            | Op::Cast(_, _, operand, _)
            | Op::Freeze(operand)
            | Op::ExtractValue(operand, _)
            | Op::VaArg(operand, _) => all(&[*operand]),
            Op::CondBr(condition, _) => visit(Types::I1, *condition),
            Op::Switch(switch) => all(&[switch.value]),
            Op::IndirectBr(parts) => all(&[parts.0]),
            Op::CleanupRet(pad, _) | Op::CatchRet(pad, _) => visit(Types::TOKEN, *pad),
            Op::CatchSwitch(switch) => visit(Types::TOKEN, switch.within),
            Op::CatchPad(within, arguments) | Op::CleanupPad(within, arguments) => {
                all(arguments);
                visit(Types::TOKEN, *within);
            }
            Op::LandingPad(pad) => pad.clauses.iter().for_each(|it| all(&[it.1])),
            Op::Binary(_, _, ty, [first, second])
            | Op::ICmp(_, _, ty, [first, second])
            | Op::FCmp(_, _, ty, [first, second]) => {
                visit(*ty, *first);
                visit(*ty, *second);
            }
            Op::Phi(_, ty, incoming) => incoming.iter().for_each(|it| visit(*ty, it.0)),
            Op::Select(_, operands) | Op::InsertElement(operands) | Op::ShuffleVector(operands) => {
                all(&operands[..]);
            }
            Op::ExtractElement(operands) | Op::InsertValue(operands, _) => all(&operands[..]),
            Op::Call(call) | Op::Invoke(call, _) => call.values(visit),
            Op::CallBr(parts) => parts.0.values(visit),
            Op::Alloca(alloca) => alloca.count.iter().for_each(|it| all(&[*it])),
            Op::Load(load) => all(&[load.pointer]),
            Op::Store(store) => all(&[store.value, store.pointer]),
            Op::CmpXchg(parts) => all(&parts.operands),
            Op::AtomicRmw(parts) => all(&parts.operands),
            Op::Gep(gep) => all(&gep.operands),
            Op::Ret(None) | Op::Br(_) | Op::Unreachable | Op::Fence(..) | Op::DebugRecord(..) => {}
        }
    }

    /// Visits the blocks that a terminator goes to, once for each edge.
    pub fn targets(&self, mut visit: impl FnMut(Local)) {
        match self {
            Op::Br(target) | Op::CatchRet(_, target) | Op::CleanupRet(_, Unwind::Block(target)) => {
                visit(*target);
            }
            Op::CondBr(_, targets) | Op::Invoke(_, targets) => {
                targets.iter().copied().for_each(visit);
            }
            Op::Switch(switch) => {
                visit(switch.default);
                switch.cases.iter().for_each(|it| visit(it.1));
            }
            Op::IndirectBr(parts) => parts.1.iter().copied().for_each(visit),
            Op::CallBr(parts) => {
                visit(parts.1);
                parts.2.iter().copied().for_each(visit);
            }
            Op::CatchSwitch(switch) => {
                switch.handlers.iter().copied().for_each(&mut visit);
                if let Unwind::Block(target) = switch.unwind {
                    visit(target);
                }
            }
            _ => {}
        }
    }
}

/// The operands of `switch`.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// The value.
    pub value: Typed,
    /// The block for other values.
    pub default: Local,
    /// Each value with its block. Values have the type of `value`.
    pub cases: Box<[(Value, Local)]>,
}

/// The block that unwinding continues at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// `unwind to caller`.
    Caller,
    /// `unwind label %b`.
    Block(Local),
}

/// The operands of `catchswitch`.
#[derive(Clone, Debug, PartialEq)]
pub struct CatchSwitch {
    /// The enclosing pad, or `none`.
    pub within: Value,
    /// The blocks of the handlers.
    pub handlers: Box<[Local]>,
    /// The block if none of them fits.
    pub unwind: Unwind,
}

/// The operands of `landingpad`.
#[derive(Clone, Debug, PartialEq)]
pub struct LandingPad {
    /// The type of the result.
    pub ty: Type,
    /// True for `cleanup`.
    pub is_cleanup: bool,
    /// Each clause: true for `filter`, false for `catch`.
    pub clauses: Box<[(bool, Typed)]>,
}

/// The operands of `call`, `invoke` and `callbr`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// `tail`, `musttail` or `notail`.
    pub tail: Option<Tail>,
    /// The fast-math flags.
    pub flags: Flags,
    /// The calling convention, as it is written.
    pub convention: Option<Name>,
    /// The attributes of the result.
    pub result: Attributes,
    /// The address space of the callee, if it is written.
    pub space: AddrSpace,
    /// The type of the result, or of the function, as it is written.
    pub ty: Type,
    /// The callee.
    pub callee: Value,
    /// The arguments.
    pub arguments: Box<[Argument]>,
    /// True if `...` behind the arguments forwards those of the caller.
    pub forwards: bool,
    /// The attributes of the call.
    pub attributes: Attributes,
    /// The operand bundles.
    pub bundles: Box<[Bundle]>,
}

impl Call {
    /// Visits the callee, the arguments and the operands of bundles.
    pub fn values(&self, mut visit: impl FnMut(Type, Value)) {
        visit(Types::PTR, self.callee);
        let arguments = self.arguments.iter().map(|it| it.value);
        let bundles = self
            .bundles
            .iter()
            .flat_map(|it| it.operands.iter().copied());
        for operand in arguments.chain(bundles) {
            visit(operand.ty, operand.value);
        }
    }
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The type and the value.
    pub value: Typed,
    /// Its attributes.
    pub attributes: Attributes,
}

/// An operand bundle.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// The tag, as it is written between the quotes.
    pub tag: Name,
    /// The operands.
    pub operands: Box<[Typed]>,
}

/// The operands of `alloca`.
#[derive(Clone, Debug, PartialEq)]
pub struct Alloca {
    /// True for `inalloca`.
    pub is_inalloca: bool,
    /// True for `swifterror`.
    pub is_swifterror: bool,
    /// The type that is allocated.
    pub ty: Type,
    /// The number of elements, if it is written.
    pub count: Option<Typed>,
    /// The alignment.
    pub align: Option<u64>,
    /// The address space.
    pub space: AddrSpace,
}

/// Properties of an access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// True for `volatile`.
    pub is_volatile: bool,
    /// True for `elementwise`.
    pub is_elementwise: bool,
    /// The scope and the ordering of an atomic access.
    pub atomic: Option<(Option<Name>, Ordering)>,
    /// The alignment.
    pub align: Option<u64>,
}

/// The operands of `load`.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The type of the result.
    pub ty: Type,
    /// The pointer.
    pub pointer: Typed,
    /// The properties.
    pub access: Access,
}

/// The operands of `store`.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// The value.
    pub value: Typed,
    /// The pointer.
    pub pointer: Typed,
    /// The properties.
    pub access: Access,
}

/// The operands of `cmpxchg`.
#[derive(Clone, Debug, PartialEq)]
pub struct CmpXchg {
    /// True for `weak`.
    pub is_weak: bool,
    /// The pointer, the expected value and the new value.
    pub operands: [Typed; 3],
    /// The properties; the ordering is that of success.
    pub access: Access,
    /// The ordering of failure.
    pub failure: Ordering,
}

/// The operands of `atomicrmw`.
#[derive(Clone, Debug, PartialEq)]
pub struct AtomicRmw {
    /// The operation.
    pub op: RmwOp,
    /// The pointer and the value.
    pub operands: [Typed; 2],
    /// The properties.
    pub access: Access,
}

/// The operands of `getelementptr`.
#[derive(Clone, Debug, PartialEq)]
pub struct Gep {
    /// The flags.
    pub flags: Flags,
    /// The type that indices refer to.
    pub source: Type,
    /// The base and the indices.
    pub operands: Box<[Typed]>,
}
