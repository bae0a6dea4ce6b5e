//! The MIR subset as data.
//!
//! `check`, `print`, `parse` and the machine have files of the same names: one for each syntactic class.

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
    /// A local variable of a function: [`Local::RETURN`], then the arguments, then all others.
    Local, "_");
index!(
    /// A basic block of a function; the first is [`Block::ENTRY`].
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
    /// The entry block, which has no name in the text.
    pub const ENTRY: Block = Block(0);
}
