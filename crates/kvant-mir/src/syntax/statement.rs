//! Statements: what happens between the beginning of a block and its terminator.

use super::{Local, Operand, Place, Rvalue};

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `place = rvalue;`
    Assign(Place, Rvalue),
    /// The local's storage begins; its contents are uninitialised. A local that some statement of
    /// the body marks so is dead on entry.
    StorageLive(Local),
    /// The local's storage ends; pointers to it dangle.
    StorageDead(Local),
    /// Makes an enum one of the variant with this number. A variant with fields has them
    /// uninitialised then, unless it was the one before.
    SetDiscriminant(Place, u32),
    /// Promises that a `bool` is true.
    Assume(Operand),
}
