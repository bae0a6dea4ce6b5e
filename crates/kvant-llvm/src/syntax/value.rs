//! Operands and constants.

use super::{BinaryOp, CastOp, Flags, FloatKind, FloatPredicate, IntPredicate, Type};
use crate::names::{Name, Names};

/// A local of a function: an argument, the result of an instruction, or a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(pub u32);

/// An operand. Its type stands beside it, or follows from where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// `%x`.
    Local(Local),
    /// `@x`.
    Global(Name),
    /// An integer that is not long, or a boolean.
    Int(i32),
    /// Any other constant, by its index in [`Constants`].
    Const(u32),
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `null`.
    Null,
    /// `none`, a token.
    None,
    /// `zeroinitializer`.
    Zero,
}

/// An operand with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typed {
    /// The type.
    pub ty: Type,
    /// The operand.
    pub value: Value,
}

/// The longer constants of a function or of the rest of a module.
pub type Constants = Vec<Const>;

/// A constant that is more than a word or a short number.
#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    /// A long integer, as it is written: `-170141183460469231731687303715884105728`, `u0xFF`.
    Int(Name),
    /// A float, by its bits in the form of its type.
    Float(FloatKind, u128),
    /// `{ … }`, `<{ … }>`, `[ … ]` or `< … >`.
    Aggregate(Brackets, Box<[Typed]>),
    /// `c"…"`, as it is written between the quotes.
    Bytes(Name),
    /// `splat (T v)`.
    Splat(Typed),
    /// An expression.
    Expr(Box<ConstExpr>),
    /// `blockaddress(@f, %b)`: the block by its name.
    BlockAddress(Name, Name),
    /// `dso_local_equivalent @f`.
    DsoLocalEquivalent(Name),
    /// `no_cfi @f`.
    NoCfi(Name),
    /// `ptrauth (…)`.
    PtrAuth(Box<[Typed]>),
    /// `asm sideeffect "…", "…"`.
    Asm(Box<Asm>),
    /// An operand of type `metadata`.
    Metadata(Box<super::Metadata>),
}

impl Const {
    /// Calls `visit` with every constant that it consists of, also those in metadata.
    pub fn operands_mut(&mut self, visit: &mut dyn FnMut(&mut Typed)) {
        match self {
            Const::Aggregate(_, operands) | Const::PtrAuth(operands) => {
                operands.iter_mut().for_each(visit);
            }
            Const::Splat(operand) => visit(operand),
            Const::Expr(expr) => expr.operands_mut().iter_mut().for_each(visit),
            Const::Metadata(node) => node.values_mut(visit),
            Const::Int(_)
            | Const::Float(..)
            | Const::Bytes(_)
            | Const::BlockAddress(..)
            | Const::DsoLocalEquivalent(_)
            | Const::NoCfi(_)
            | Const::Asm(_) => {}
        }
    }
}

/// The brackets of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brackets {
    /// `{ … }`.
    Struct,
    /// `<{ … }>`.
    PackedStruct,
    /// `[ … ]`.
    Array,
    /// `< … >`.
    Vector,
}

/// A constant expression. Some are read by older versions only.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstExpr {
    /// `add nuw (T a, T b)`.
    Binary(BinaryOp, Flags, [Typed; 2]),
    /// `ptrtoint (T a to U)`.
    Cast(CastOp, Flags, Typed, Type),
    /// `icmp eq (T a, T b)`.
    ICmp(IntPredicate, [Typed; 2]),
    /// `fcmp oeq (T a, T b)`.
    FCmp(FloatPredicate, [Typed; 2]),
    /// `getelementptr inbounds (T, …)`.
    Gep {
        /// The flags.
        flags: Flags,
        /// The part that accesses stay inside of.
        in_range: Option<InRange>,
        /// The type that indices refer to.
        source: Type,
        /// The base and the indices.
        operands: Box<[Typed]>,
    },
    /// `extractelement (…)`, `insertelement (…)`, `shufflevector (…)`, `select (…)` or `fneg (…)`, by the name.
    Named(Name, Box<[Typed]>),
}

impl ConstExpr {
    /// The word that it begins with.
    pub fn word<'n>(&self, names: &'n Names) -> &'n str {
        match self {
            ConstExpr::Binary(op, ..) => op.text(),
            ConstExpr::Cast(op, ..) => op.text(),
            ConstExpr::ICmp(..) => "icmp",
            ConstExpr::FCmp(..) => "fcmp",
            ConstExpr::Gep { .. } => "getelementptr",
            ConstExpr::Named(name, _) => names.get(*name),
        }
    }

    /// The operands.
    pub fn operands(&self) -> &[Typed] {
        match self {
            ConstExpr::Binary(_, _, operands)
            | ConstExpr::ICmp(_, operands)
            | ConstExpr::FCmp(_, operands) => operands,
            ConstExpr::Cast(_, _, operand, _) => std::slice::from_ref(operand),
            ConstExpr::Gep { operands, .. } | ConstExpr::Named(_, operands) => operands,
        }
    }

    /// The operands, to be changed.
    pub fn operands_mut(&mut self) -> &mut [Typed] {
        match self {
            ConstExpr::Binary(_, _, operands)
            | ConstExpr::ICmp(_, operands)
            | ConstExpr::FCmp(_, operands) => operands,
            ConstExpr::Cast(_, _, operand, _) => std::slice::from_mut(operand),
            ConstExpr::Gep { operands, .. } | ConstExpr::Named(_, operands) => operands,
        }
    }
}

/// `inrange` of a constant `getelementptr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InRange {
    /// `inrange(a, b)`, as the bounds are written.
    Bounds(Name, Name),
    /// `inrange` before the operand of this number, which is an index.
    Operand(u32),
}

/// Inline assembly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asm {
    /// Words between `asm` and the template: `sideeffect`, `alignstack`, `inteldialect`, `unwind`.
    pub words: Box<[Name]>,
    /// The template.
    pub template: Name,
    /// The constraints.
    pub constraints: Name,
}
