//! Statements.

use kvant_mir::{Function, Local, Operand, Program, Statement};

use crate::frame::{Change, Slot};
use crate::outcome::Result;
use crate::{Machine, Stop, Ub, Unspecified};

impl Machine {
    /// Executes a statement of the top frame's function.
    #[inline]
    pub(crate) fn statement(
        &mut self,
        program: &Program,
        function: &Function,
        statement: &Statement,
    ) -> Result {
        match statement {
            Statement::Assign(place, rvalue) => self.assign(program, function, place, rvalue),
            Statement::StorageLive(local) => self.storage_live(function, *local),
            Statement::StorageDead(local) => self.storage_dead(function, *local),
            Statement::SetDiscriminant(place, variant) => {
                self.set_discriminant(program, function, place, *variant)
            }
            Statement::Assume(operand) => self.assume(program, function, operand),
        }
    }

    /// `Assume`: undefined if the operand is false.
    fn assume(&mut self, program: &Program, function: &Function, promise: &Operand) -> Result {
        let bits = self.bits(program, function, promise)?;
        let moved = self.moves(program, function, std::iter::once(promise), None)?;
        self.take_away(program, &moved)?;
        match bits {
            0 => Err(Ub::AssumedFalse.into()),
            _ => Ok(()),
        }
    }

    /// Begins the storage of a dead local.
    fn storage_live(&mut self, function: &Function, local: Local) -> Result {
        match self.raw_slot(function, local)? {
            Slot::Dead => {
                self.set_slot(local, Slot::Fresh);
                Ok(())
            }
            _ => Err(Unspecified::StorageAlreadyLive { local }.into()),
        }
    }

    /// Ends the storage of a live local; pointers to it dangle from now on.
    fn storage_dead(&mut self, function: &Function, local: Local) -> Result {
        match self.raw_slot(function, local)? {
            Slot::Dead => return Err(Unspecified::StorageAlreadyDead { local }.into()),
            Slot::Memory(alloc) => self.free(alloc)?,
            Slot::Fresh | Slot::Moved | Slot::Scalar(_) => {}
        }
        self.set_slot(local, Slot::Dead);
        Ok(())
    }

    /// The contents of a local, dead or alive.
    fn raw_slot(&mut self, function: &Function, local: Local) -> Result<Slot> {
        self.grow_slots(function, local).or_else(|stop| {
            match self.stack.last().and_then(|f| f.slots.get(local.index())) {
                Some(slot) => Ok(*slot),
                None => Err(stop),
            }
        })
    }

    /// Adds the slots of locals that were declared after the frame was made, up to `local`: a program is executed while it is
    /// being generated.
    #[cold]
    pub(crate) fn grow_slots(&mut self, function: &Function, local: Local) -> Result<Slot> {
        let depth = self.stack.len() as u32;
        let Some(frame) = self.stack.last_mut() else {
            return Err(Stop::ill_formed("nothing is running"));
        };
        if local.index() >= function.locals.len() {
            return Err(Stop::ill_formed("a local does not exist"));
        }
        let length = frame.slots.len();
        if length <= local.index() {
            for n in length..function.locals.len() {
                frame.slots.push(initial_slot(function, Local::new(n)));
            }
            self.changes.record(|| Change::Grown {
                depth: depth - 1,
                length: length as u32,
            });
        }
        match frame.slots[local.index()] {
            Slot::Dead => Err(crate::Ub::DeadLocal { local }.into()),
            slot => Ok(slot),
        }
    }
}

/// The contents of a local when its frame begins: locals with storage statements are dead.
pub(crate) fn initial_slot(function: &Function, local: Local) -> Slot {
    if function.locals[local.index()].marked {
        Slot::Dead
    } else {
        Slot::Fresh
    }
}
