//! Statements.

use super::{Checker, Result};
use crate::{Local, Statement, TyKind};

impl Checker<'_> {
    pub(super) fn statement(&self, statement: &Statement) -> Result {
        match statement {
            Statement::Assign(place, rvalue) => {
                let expected = self.written_place(place)?;
                self.rvalue(rvalue, expected)
            }
            Statement::StorageLive(local) | Statement::StorageDead(local) => self.storage(*local),
            Statement::SetDiscriminant(place, variant) => {
                let ty = self.written_place(place)?;
                self.variant(ty, *variant).map(|_| ())
            }
            Statement::Assume(operand) => {
                let ty = self.operand(operand)?;
                if *self.types.kind(ty) == TyKind::Bool {
                    return Ok(());
                }
                self.fail(format!(
                    "only a `bool` can be assumed, not a `{}`",
                    self.types.name(ty)
                ))
            }
        }
    }

    /// Checks the local of a storage statement. The return place and the arguments live as long as the frame, and have none.
    fn storage(&self, local: Local) -> Result {
        self.local(local)?;
        if self.function.is_parameter_or_return(local) {
            return self.fail("storage markers are for locals that are neither arguments nor RET");
        }
        Ok(())
    }
}
