//! Terminators.

use kvant_mir::{
    Block, Callee, Constant, FnId, Function, IntTy, Local, Operand, Place, Program, Terminator, Ty,
    TyKind,
};

use crate::access::Room;
use crate::aliasing::Protector;
use crate::arithmetic::{sign_extend, truncate};
use crate::frame::{Change, Frame, Position, ReturnTo, Slot};
use crate::operand::{Value, operand_ty};
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::planted::{self, Plant};
use crate::statement::initial_slot;
use crate::value::pointed_function;
use crate::{Budget, Machine, Observation, Pointer, Scalar, Stop, Touch, Ub, Unspecified};

impl Machine {
    /// Executes a terminator of the top frame's function. Returns false if the program has ended.
    #[inline]
    pub(crate) fn terminator(
        &mut self,
        program: &Program,
        function: &Function,
        terminator: &Terminator,
    ) -> Result<bool> {
        match terminator {
            Terminator::Goto(target) => self.jump(*target),
            Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            } => {
                let mut bits = self.bits(program, function, scrutinee)?;
                if scrutinee.is_move() {
                    let moved = self.moves(program, function, std::iter::once(scrutinee), None)?;
                    self.take_away(program, &moved)?;
                }
                if planted::is(Plant::SwitchSeesLowBits) {
                    bits &= 0xf;
                }
                let arm = arms.iter().find(|(value, _)| *value == bits);
                self.jump(arm.map_or(*otherwise, |(_, block)| *block));
            }
            Terminator::Call {
                destination,
                callee,
                arguments,
                target,
            } => match callee {
                Callee::Function(id) => {
                    self.call(program, function, destination, *id, arguments, *target)?;
                }
                Callee::Pointer(place) => {
                    self.note_strand(arguments.len() + 1);
                    let id = self.called_function(program, function, place)?;
                    self.note_strand(0);
                    self.call(program, function, destination, id, arguments, *target)?;
                }
                Callee::Intrinsic(intrinsic) => {
                    self.intrinsic(program, function, destination, *intrinsic, arguments)?;
                    self.jump(*target);
                }
                Callee::Observe { site } => {
                    let to = self.locate(program, function, destination)?;
                    self.store_nothing(program, to)?;
                    self.observe(program, function, *site, arguments)?;
                    self.jump(*target);
                }
            },
            Terminator::Return => return self.return_(program, function),
            Terminator::Unreachable => return Err(Ub::UnreachableReached.into()),
        }
        Ok(true)
    }

    #[inline]
    fn jump(&mut self, block: Block) {
        if let Some(frame) = self.stack.last_mut() {
            frame.jump(Position {
                block,
                statement: 0,
            });
        }
    }

    /// Records an observation.
    fn observe(
        &mut self,
        program: &Program,
        function: &Function,
        site: u32,
        arguments: &[Operand],
    ) -> Result {
        let ([argument], Some(at)) = (arguments, self.location()) else {
            return Err(Stop::ill_formed("an observer takes one value"));
        };
        let ty = operand_ty(program, function, argument)?;
        let bits = self.bits(program, function, argument)?;
        let moved = self.moves(program, function, arguments.iter(), None)?;
        self.take_away(program, &moved)?;
        let value = match kind(program, ty)? {
            TyKind::Int(IntTy::Isize) => {
                // The bits of constants have the width that the type has with pointers of 64 bits, on every target.
                let width = self.layouts.target().pointer_bits();
                let value = sign_extend(bits, width).cast_unsigned();
                Constant::Int(truncate(value, 64), IntTy::Isize)
            }
            TyKind::Int(int) => Constant::Int(bits, *int),
            TyKind::Float(float) => Constant::Float(bits as u64, *float),
            TyKind::Bool => Constant::Bool(bits != 0),
            TyKind::Char => match char::from_u32(bits as u32) {
                Some(value) => Constant::Char(value),
                None => return Err(Ub::InvalidChar { bits }.into()),
            },
            _ => {
                return Err(Stop::ill_formed(
                    "only numbers, bools and chars can be observed",
                ));
            }
        };
        if self.trace.observations.len() as u64 >= self.limits.observations {
            return Err(Budget::Observations(self.limits.observations).into());
        }
        self.trace.observations.push(Observation {
            site,
            function: at.function,
            block: at.block,
            value,
        });
        Ok(())
    }

    /// The function that a function pointer points to, which must be of the pointer's type.
    fn called_function(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
    ) -> Result<FnId> {
        let operand = Operand::Copy(place.clone());
        let ty = operand_ty(program, function, &operand)?;
        let pointer = match self.pointer(program, function, &operand) {
            // The validity of such a pointer is disputed, but the call is undefined in any case.
            Err(Stop::Unspecified(Unspecified::FunctionPointerToData)) => {
                return Err(Ub::InvalidFunctionPointer.into());
            }
            other => other?,
        };
        let id = pointed_function(pointer).ok_or(Ub::InvalidFunctionPointer)?;
        let TyKind::FnPtr { arguments, result } = kind(program, ty)? else {
            return Err(Stop::ill_formed("only a function pointer can be called"));
        };
        let Some(callee) = program.functions.get(id.index()) else {
            return Err(Stop::ill_formed("the called function does not exist"));
        };
        let fits = callee.argument_types().eq(arguments.iter().copied())
            && callee.locals.first().is_some_and(|decl| decl.ty == *result);
        match fits {
            true => Ok(id),
            false => Err(Ub::WrongSignature { function: id }.into()),
        }
    }

    /// Calls a function: arguments are copied or moved into its frame, references among them are protected while it runs, and the
    /// return place is locked until it returns.
    fn call(
        &mut self,
        program: &Program,
        function: &Function,
        destination: &Place,
        id: FnId,
        arguments: &[Operand],
        target: Block,
    ) -> Result {
        let Some(callee) = program.functions.get(id.index()) else {
            return Err(Stop::ill_formed("the called function does not exist"));
        };
        if callee.arguments as usize != arguments.len() || callee.locals.len() <= arguments.len() {
            return Err(Stop::ill_formed("a call has the wrong number of arguments"));
        }
        let to = self.locate(program, function, destination)?;
        if to.ty != callee.return_ty() {
            return Err(Stop::ill_formed("a call returns another type"));
        }
        let moved = self.moves(program, function, arguments.iter(), Some(destination))?;
        for place in &moved {
            if self.shares_bytes(program, *place, to)? {
                return Err(Unspecified::OverlappingReturnPlace.into());
            }
        }
        self.new_protected.clear();
        let mut slots = self.initial_slots(callee);
        for (n, argument) in arguments.iter().enumerate() {
            let local = n + 1;
            self.note_strand(local);
            let expected = callee.locals[local].ty;
            let value = self.value(program, function, argument)?;
            let Some((value, ty)) = value else {
                self.must_be_empty(program, expected)?;
                continue;
            };
            if ty != expected {
                return Err(Stop::ill_formed("an argument has another type"));
            }
            slots[local] = match value {
                Value::Scalar(scalar) => {
                    self.note_argument(Local::new(local));
                    Slot::Scalar(self.retag_scalar(program, scalar, ty, Protector::Call)?)
                }
                Value::Memory(from) => {
                    let source = Located {
                        spot: Spot::Memory(from),
                        ty,
                        direct: false,
                    };
                    if self.shares_bytes(program, source, to)? {
                        return Err(Unspecified::OverlappingReturnPlace.into());
                    }
                    let own = self.allocate(program, ty)?;
                    self.remember_birth(id, Local::new(local));
                    self.note_promotion(self.stack.len(), Local::new(local), own);
                    let place = Located {
                        spot: Spot::Memory(own),
                        ty,
                        direct: true,
                    };
                    self.store_value(program, place, value, ty, Protector::Call)?;
                    Slot::Memory(own.alloc)
                }
            };
        }
        self.note_strand(0);
        self.take_away(program, &moved)?;
        let lent: Vec<_> = moved
            .iter()
            .filter_map(|place| match place.spot {
                Spot::Memory(at) => Some((at, place.ty)),
                Spot::Slot(_) => None,
            })
            .collect();
        self.withhold_padding(program, &lent, true)?;
        let locked = self.begin_return(program, to)?;
        let return_to = ReturnTo {
            destination: to.spot,
            ty: to.ty,
            locked,
            block: target,
        };
        self.push_frame(program, id, slots, Some(return_to), lent)
    }

    /// Deinitialises and locks the return place of a call. Returns the number of locked bytes.
    fn begin_return(&mut self, program: &Program, to: Located) -> Result<u64> {
        match to.spot {
            Spot::Slot(local) => {
                self.set_slot(local, Slot::Fresh);
                Ok(0)
            }
            Spot::Memory(pointer) => {
                let room = Room::of(self.layouts.of(&program.types, to.ty)?);
                self.write_access(to, pointer, room)?;
                if room.size > 0 {
                    self.memory
                        .deinitialise(pointer.alloc, pointer.offset, room.size)?;
                    self.note_bytes(pointer, room.size, Touch::Clear);
                    self.memory.lock(pointer.alloc, pointer.offset, room.size)?;
                }
                Ok(room.size)
            }
        }
    }

    /// Ends the top frame: its result is written to the return place, and its locals are freed.
    fn return_(&mut self, program: &Program, function: &Function) -> Result<bool> {
        let Some(frame) = self.stack.last() else {
            return Err(Stop::ill_formed("nothing is running"));
        };
        let return_to = frame.return_to;
        let marked = |n: &usize| {
            function.locals.get(*n).is_some_and(|decl| decl.marked) && frame.slots[*n] != Slot::Dead
        };
        if let Some(n) = (0..frame.slots.len()).find(marked) {
            let local = Local::new(n);
            return Err(Unspecified::StorageLiveAtReturn { local }.into());
        }
        self.end_protectors()?;
        let lent = self.stack.last_mut().map(|frame| frame.lent.clone());
        self.withhold_padding(program, &lent.unwrap_or_default(), false)?;
        let result = Operand::Move(Local::RETURN.into());
        let value = match function.locals.first() {
            Some(decl) if self.layouts.of(&program.types, decl.ty)?.size == 0 => None,
            _ => self.value(program, function, &result)?,
        };
        if let (Some(to), Some((value, _))) = (return_to, value) {
            self.copy_result(program, to, value)?;
        }
        let mut n = 0;
        while let Some(slot) = self.stack.last().and_then(|frame| frame.slots.get(n)) {
            if let Slot::Memory(alloc) = slot {
                let alloc = *alloc;
                self.free(alloc)?;
            }
            n += 1;
        }
        // References in the result must be valid after the locals are freed.
        let value = match (return_to, value) {
            (Some(to), Some((value, ty))) => self.retag_result(program, to, value, ty)?,
            _ => None,
        };
        let Some(frame) = self.stack.pop() else {
            return Ok(false);
        };
        let Some(caller) = self.stack.last_mut() else {
            // The last frame stays, so that the step can be undone.
            self.stack.push(frame);
            self.finished = true;
            return Ok(false);
        };
        let position = caller.position();
        if let Some(to) = return_to {
            caller.jump(Position {
                block: to.block,
                statement: 0,
            });
        }
        if self.changes.is_recording() {
            let frame = Box::new(frame);
            self.changes.record(|| Change::Popped {
                frame,
                caller: position,
            });
        } else {
            self.spare_slots.push(frame.slots);
        }
        if let (Some(to), Some(scalar)) = (return_to, value)
            && let Spot::Slot(local) = to.destination
        {
            self.set_slot(local, Slot::Scalar(scalar));
        }
        Ok(true)
    }

    /// Writes a result to memory while the callee's frame still exists.
    fn copy_result(&mut self, program: &Program, to: ReturnTo, value: Value) -> Result {
        let Spot::Memory(pointer) = to.destination else {
            return Ok(());
        };
        self.memory
            .unlock(pointer.alloc, pointer.offset, to.locked)?;
        let place = Located {
            spot: to.destination,
            ty: to.ty,
            direct: true,
        };
        self.copy_value(program, place, value, to.ty)
    }

    /// Retags the references in a result. Returns a scalar that is still to be written to a slot.
    fn retag_result(
        &mut self,
        program: &Program,
        to: ReturnTo,
        value: Value,
        ty: Ty,
    ) -> Result<Option<Scalar>> {
        match (to.destination, value) {
            (Spot::Memory(at), _) => {
                self.retag_inside(program, at, ty, Protector::None)?;
                Ok(None)
            }
            (Spot::Slot(_), Value::Scalar(scalar)) => {
                let scalar = self.retag_scalar(program, scalar, ty, Protector::None)?;
                Ok(Some(scalar))
            }
            (Spot::Slot(_), Value::Memory(_)) => Err(Stop::ill_formed("an aggregate has no bytes")),
        }
    }

    /// The slots of a new frame.
    fn initial_slots(&mut self, function: &Function) -> Vec<Slot> {
        let mut slots = self.spare_slots.pop().unwrap_or_default();
        slots.clear();
        slots.extend((0..function.locals.len()).map(|n| initial_slot(function, Local::new(n))));
        slots
    }

    /// Calls the entry function.
    pub(crate) fn enter(&mut self, program: &Program) -> Result {
        let Some(function) = program.functions.get(program.entry.index()) else {
            return Err(Stop::ill_formed("the entry function does not exist"));
        };
        if function.arguments as usize != program.arguments.len()
            || function.locals.len() <= program.arguments.len()
        {
            return Err(Stop::ill_formed("the entry function takes other arguments"));
        }
        let mut slots = self.initial_slots(function);
        for (n, argument) in program.arguments.iter().enumerate() {
            let expected = function.locals[n + 1].ty;
            if *argument == Constant::Unit {
                self.must_be_empty(program, expected)?;
                continue;
            }
            if argument.ty(&program.types) != Some(expected) {
                return Err(Stop::ill_formed("the entry function takes another type"));
            }
            let scalar = self.scalar(program, function, &Operand::Const(*argument))?;
            slots[n + 1] = Slot::Scalar(scalar);
        }
        self.push_frame(program, program.entry, slots, None, Vec::new())
    }

    /// Checks that a place of type `ty`, to which `()` is written, has size 0.
    fn must_be_empty(&mut self, program: &Program, ty: Ty) -> Result {
        match self.layouts.of(&program.types, ty)?.size {
            0 => Ok(()),
            _ => Err(Stop::ill_formed("an argument has another type")),
        }
    }

    /// An estimate of the frame size in an unoptimised build: all locals, and a copy of every aggregate argument of any call in
    /// the body.
    fn frame_bytes(&mut self, program: &Program, id: FnId) -> Result<u64> {
        let Some(function) = program.functions.get(id.index()) else {
            return Ok(0);
        };
        let written = (function.locals.len(), function.blocks.len());
        match self.frame_sizes.get(&id) {
            Some((known, bytes)) if *known == written => return Ok(*bytes),
            _ => {}
        }
        let mut bytes = 0;
        for decl in &function.locals {
            bytes += self.layouts.of(&program.types, decl.ty)?.size;
        }
        for block in &function.blocks {
            if let Some(Terminator::Call { arguments, .. }) = &block.terminator {
                for argument in arguments {
                    let ty = operand_ty(program, function, argument)?;
                    if !program.types.is_scalar(ty) {
                        bytes += self.layouts.of(&program.types, ty)?.size;
                    }
                }
            }
        }
        self.frame_sizes.insert(id, (written, bytes));
        Ok(bytes)
    }

    /// Begins a call. The estimated stack size of a compiled program must be within the limits.
    fn push_frame(
        &mut self,
        program: &Program,
        id: FnId,
        slots: Vec<Slot>,
        return_to: Option<ReturnTo>,
        lent: Vec<(Pointer, Ty)>,
    ) -> Result {
        if self.stack.len() as u64 >= u64::from(self.limits.frames) {
            return Err(Budget::Frames(self.limits.frames).into());
        }
        let below = self.stack.last().map_or(0, |frame| frame.stack_bytes);
        let stack_bytes = below + self.frame_bytes(program, id)?;
        if stack_bytes > self.limits.memory {
            return Err(Budget::Memory(self.limits.memory).into());
        }
        self.stack.push(Frame {
            function: id,
            block: Block::ENTRY,
            statement: 0,
            slots,
            return_to,
            protected: std::mem::take(&mut self.new_protected),
            lent,
            stack_bytes,
        });
        self.changes.record(|| Change::Pushed);
        Ok(())
    }
}
