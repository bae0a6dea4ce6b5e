//! Queries of the state that change nothing, for generators.

use kvant_borrows::Access;
use kvant_mir::{Function, Operand, Place, Program, TyKind};

use crate::aliasing::Protector;
use crate::frame::Slot;
use crate::operand::Value;
use crate::outcome::Result;
use crate::{Machine, Scalar, Spot, place};

impl Machine {
    /// The current value of an operand, if it is a defined scalar. Changes nothing.
    pub fn peek(&mut self, program: &Program, operand: &Operand) -> Option<Scalar> {
        let function = program.functions.get(self.location()?.function.index())?;
        let mark = self.mark();
        let scalar = self.scalar(program, function, operand);
        self.rollback(mark);
        scalar.ok()
    }

    /// The current value of element `n` of an array, if it is a defined scalar. Changes nothing.
    pub fn peek_element(&mut self, program: &Program, array: &Place, n: u64) -> Option<Scalar> {
        let function = program.functions.get(self.location()?.function.index())?;
        let mark = self.mark();
        let scalar = self.element(program, function, array, n);
        self.rollback(mark);
        scalar
    }

    fn element(
        &mut self,
        program: &Program,
        function: &Function,
        array: &Place,
        n: u64,
    ) -> Option<Scalar> {
        let located = self.locate(program, function, array).ok()?;
        let TyKind::Array(element, length) = *program.types.get(located.ty)? else {
            return None;
        };
        let place::Spot::Memory(start) = located.spot else {
            return None;
        };
        let stride = self.layouts.of(&program.types, element).ok()?.size;
        let at = start.shifted((n * stride) as i64);
        let value = (n < length && program.types.is_scalar(element))
            .then(|| self.load(program, at, element).ok());
        value.flatten()
    }

    /// True if the value of a place can be copied now. Changes nothing.
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

    /// The current position of a place, if it has one. Changes nothing.
    pub fn spot_of(&mut self, program: &Program, place: &Place) -> Option<Spot> {
        let frame = self.stack.last()?;
        if place.projection.is_empty()
            && let Some(Slot::Scalar(_)) = frame.slots.get(place.local.index())
        {
            let depth = (self.stack.len() as u32).saturating_sub(1);
            let local = place.local;
            return Some(Spot::Slot { depth, local });
        }
        let function = program.functions.get(frame.function.index())?;
        let mark = self.mark();
        let located = self.locate(program, function, place);
        self.rollback(mark);
        let located = located.ok()?;
        let depth = (self.depth() as u32).saturating_sub(1);
        match located.spot {
            place::Spot::Slot(local) => Some(Spot::Slot { depth, local }),
            place::Spot::Memory(at) => {
                // A place behind a pointer to a function, or behind a dangling pointer, has no position.
                self.memory.info(at.alloc)?;
                let layout = self.layouts.of(&program.types, located.ty).ok()?;
                Some(Spot::Bytes {
                    alloc: at.alloc,
                    start: at.offset as u32,
                    length: layout.size as u32,
                })
            }
        }
    }

    /// The reading part of a typed copy.
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
