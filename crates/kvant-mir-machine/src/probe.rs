//! Questions about the state that change nothing, for whoever writes the program.

use kvant_mir::{Function, Operand, Place, Program};

use crate::aliasing::Protector;
use crate::borrows::Access;
use crate::operand::Value;
use crate::outcome::Result;
use crate::{Machine, Scalar};

impl Machine {
    /// The value an operand has now, if it is a defined scalar. Changes nothing.
    pub fn peek(&mut self, program: &Program, operand: &Operand) -> Option<Scalar> {
        let function = program.functions.get(self.location()?.function.index())?;
        let mark = self.mark();
        let scalar = self.scalar(program, function, operand);
        self.rollback(mark);
        scalar.ok()
    }

    /// Whether the value of a place could be copied now. Changes nothing.
    pub fn can_read(&mut self, program: &Program, place: &Place) -> bool {
        let Some(at) = self.location() else {
            return false;
        };
        let Some(function) = program.functions.get(at.function.index()) else {
            return false;
        };
        let mark = self.mark();
        let read = self.read(program, function, place);
        self.rollback(mark);
        read.is_ok()
    }

    /// What a typed copy does before it writes anything.
    fn read(&mut self, program: &Program, function: &Function, place: &Place) -> Result {
        let operand = Operand::Copy(place.clone());
        match self.value(program, function, &operand)? {
            Some((Value::Scalar(scalar), ty)) => {
                self.retag_scalar(program, scalar, ty, Protector::None)?;
            }
            Some((Value::Memory(from), ty)) => {
                let layout = self.layouts.of(&program.types, ty)?;
                let (size, align) = (layout.size, layout.align);
                self.check_access(from, size, align, Access::Read)?;
                self.validate(program, from, ty)?;
            }
            None => {}
        }
        Ok(())
    }
}
