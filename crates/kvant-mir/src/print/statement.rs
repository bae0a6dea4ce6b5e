//! Statements.

use super::Printer;
use crate::syntax::{Local, Statement};

impl Printer<'_> {
    /// A statement, without its semicolon.
    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.target(place);
                self.push(" = ");
                self.rvalue(rvalue);
            }
            Statement::StorageLive(local) => self.storage("StorageLive(", *local),
            Statement::StorageDead(local) => self.storage("StorageDead(", *local),
            Statement::SetDiscriminant(place, variant) => {
                self.push("SetDiscriminant(");
                self.place(place);
                self.push(", ");
                self.decimal((*variant).into());
                self.push(")");
            }
            Statement::Assume(operand) => {
                self.push("Assume(");
                self.operand(operand);
                self.push(")");
            }
        }
    }

    fn storage(&mut self, what: &str, local: Local) {
        self.push(what);
        self.local(local);
        self.push(")");
    }
}
