//! Statements.

use super::expression::Kind;
use super::{Parser, Result};
use crate::syntax::Statement;

/// Statements of custom MIR that the subset lacks.
const MISSING: [&str; 3] = ["Deinit", "Retag", "PlaceMention"];

impl Parser<'_> {
    /// Reads a statement and its semicolon.
    pub(super) fn statement(&mut self) -> Result<Statement> {
        let statement = match (self.cursor.peek(), self.cursor.peek_at(1)) {
            ("StorageLive", "(") => Statement::StorageLive(self.storage()?),
            ("StorageDead", "(") => Statement::StorageDead(self.storage()?),
            ("Assume", "(") => self.assume()?,
            ("SetDiscriminant", "(") => self.set_discriminant()?,
            ("let", _) => {
                let message = "declare locals before the first block: `let x: T;`";
                return Err(self.cursor.error(message));
            }
            (name, "(" | "!") if MISSING.contains(&name) => {
                return Err(self.cursor.error(format!("the subset has no `{name}`")));
            }
            ("{", _) => {
                return Err(self.cursor.error("blocks do not nest: use `Goto(…)`"));
            }
            _ => self.assignment()?,
        };
        self.cursor.expect(";")?;
        Ok(statement)
    }

    fn storage(&mut self) -> Result<crate::syntax::Local> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let local = self.local_name()?;
        self.cursor.expect(")")?;
        Ok(local)
    }

    fn assume(&mut self) -> Result<Statement> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let promise = self.expression()?;
        let bool = self.types.bool();
        let operand = self.operand(&promise, Some(bool))?;
        self.cursor.expect(")")?;
        Ok(Statement::Assume(operand))
    }

    fn set_discriminant(&mut self) -> Result<Statement> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let place = self.expression()?;
        let at = place.at;
        let (place, ty) = self.place(&place)?;
        self.cursor.expect(",")?;
        let literal = self.literal()?;
        let variant = self.variant_number(ty, at, literal)?;
        self.cursor.take(",");
        self.cursor.expect(")")?;
        Ok(Statement::SetDiscriminant(place, variant))
    }

    fn assignment(&mut self) -> Result<Statement> {
        let target = self.expression()?;
        if !self.cursor.is("=") {
            return Err(self.cursor.unexpected("`=`"));
        }
        let (place, ty) = self.target(&target)?;
        self.cursor.next();
        let value = self.expression()?;
        if matches!(value.kind, Kind::Name(_)) && self.cursor.is("{") {
            let name = self.cursor.text_of(value.at);
            let message = format!("there is no type `{name}`");
            return Err(self.cursor.error_at(value.at, message));
        }
        let rvalue = self.rvalue(&value, ty)?;
        Ok(Statement::Assign(place, rvalue))
    }
}
