//! Syntax trees of modules.

#[macro_use]
mod word;
mod attribute;
mod instruction;
mod metadata;
mod module;
mod part;
mod ty;
mod value;

pub use attribute::{Attribute, Attributes, Form, attribute_names, form, is_known};
pub use instruction::{
    Access, Alloca, Argument, AtomicRmw, Bundle, Call, CatchSwitch, CmpXchg, Gep, Instruction,
    LandingPad, Load, Op, Store, Switch, Unwind,
};
pub use metadata::{Attachment, Metadata};
pub use module::{
    Alias, Block, Body, Function, Global, Item, LocalInfo, Module, Parameter, Properties, Tailing,
};
pub(crate) use part::Part;
pub use ty::{AddrSpace, Type, TypeKind, Types};
pub use value::{Asm, Brackets, Const, ConstExpr, Constants, InRange, Local, Typed, Value};
pub use word::{
    BinaryOp, CastOp, DllStorage, Flag, Flags, FloatKind, FloatPredicate, IntPredicate, Linkage,
    Ordering, Preemption, RmwOp, Tail, TlsModel, UnnamedAddr, Visibility,
};
