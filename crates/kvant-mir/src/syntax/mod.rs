//! The MIR subset as data. Nothing here executes, prints or judges anything.
//!
//! The files of this module have namesakes in `check`, `print` and `parse`, and in the machine: one
//! file for each syntactic class.

mod adt;
mod constant;
mod function;
mod intrinsic;
mod place;
mod program;
mod rvalue;
mod statement;
mod terminator;
mod ty;

pub use adt::{AdtDef, AdtKind, Field, Repr, Variant};
pub use constant::Constant;
pub(crate) use constant::truncate;
pub use function::{BlockData, Function, Inline, LocalDecl, Location};
pub use intrinsic::{Intrinsic, Signature};
pub use place::{Operand, Place, Projection};
pub use program::Program;
pub use rvalue::{BinOp, CheckedOp, Rvalue, UnOp};
pub use statement::Statement;
pub use terminator::{Callee, Terminator};
pub use ty::{FloatTy, IntTy, Mutability, Ty, TyKind, Types};

use crate::index::index;

index!(
    /// A local variable of a function: [`Local::RETURN`], then the arguments, then the rest.
    Local, "_");
index!(
    /// A basic block of a function; [`Block::ENTRY`] is where it begins.
    Block, "bb");
index!(
    /// A function of a program.
    FnId, "fn");
index!(
    /// A struct, union or enum declared by a program.
    AdtId, "adt");

impl Local {
    /// The return place, `RET` in the text.
    pub const RETURN: Local = Local(0);
}

impl Block {
    /// The block that has no name in the text.
    pub const ENTRY: Block = Block(0);
}
