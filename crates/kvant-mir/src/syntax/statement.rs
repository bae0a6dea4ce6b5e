//! Statements of basic blocks.

use super::{Local, Operand, Place, Rvalue};

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Statement {
    /// `place = rvalue;`
    Assign(Place, Rvalue),
    /// The local's storage begins; its contents are uninitialised. A local with such a statement in the body is dead on
    /// entry.
    StorageLive(Local),
    /// The local's storage ends; pointers to it dangle.
    StorageDead(Local),
    /// Sets the variant of an enum. The fields of the variant are uninitialised afterwards, unless it was the variant before.
    SetDiscriminant(Place, u32),
    /// Promises that a `bool` is true.
    Assume(Operand),
}
