//! The syntax of the subset: types, expressions, statements, programs.
//!
//! An expression carries its type, which [`typing`](crate::typing) computes. Implicit conversions are not in the syntax: the
//! machine and the printer derive them.
//!
//! Blocks are in a table of their function, so that text can be added anywhere while a program runs.

mod expr;
mod program;
mod stmt;
mod ty;

pub use expr::{BinOp, Builtin, Expr, ExprKind, Init, InitItem, LogicalOp, Step, UnaryOp};
pub use program::{
    Attribute, Enumeration, Field, Function, Global, Linkage, Local, Program, Record, RecordKind,
    Storage, Typedef,
};
pub use stmt::{Block, Place, Stmt};
pub use ty::{FloatKind, IntKind, Quals, Signature, Type, TypeId, TypeKind, Types};

macro_rules! index {
    ($(#[$doc:meta] $name:ident)*) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in its table.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// A struct or union of the program.
    RecordId
    /// An enumeration of the program.
    EnumId
    /// A variable of the program.
    GlobalId
    /// A function of the program.
    FnId
    /// A variable of a function, parameters first.
    LocalId
    /// A block of a function.
    BlockId
    /// A label of a function.
    LabelId
}
