//! Function calls (6.5.2.2) and returns.

use kvant_c::{Expr, ExprKind, FnId, Function, Init, Program, Stmt, Type, TypeKind};
use kvant_memory::AllocId;

use crate::frame::{Change, Cursor, Frame, Slot};
use crate::outcome::Result;
use crate::promise::Watch;
use crate::record::Source;
use crate::types::Shape;
use crate::{Budget, Machine, Pause, Stop, Ub, Unsupported, Value};

/// Limit of the variables of all active calls together: programs run on an ordinary stack, and unoptimised and sanitized builds
/// use several times as much.
const STACK: u64 = 1 << 20;

/// The result of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Returned {
    Void,
    Scalar(Value),
    /// A struct or union, in memory that no pointer points to.
    Record(AllocId),
}

impl Machine {
    /// A call within an expression.
    pub(crate) fn call(
        &mut self,
        program: &Program,
        callee: &Expr,
        arguments: &[Expr],
    ) -> Result<Value> {
        match self.call_nested(program, callee, arguments)? {
            Returned::Void => Ok(Value::Void),
            Returned::Scalar(value) => Ok(value),
            Returned::Record(alloc) => {
                self.memory.free(alloc)?;
                Ok(Value::Record)
            }
        }
    }

    /// Runs a call to its end.
    pub(crate) fn call_nested(
        &mut self,
        program: &Program,
        callee: &Expr,
        arguments: &[Expr],
    ) -> Result<Returned> {
        let start = self.log.len();
        self.begin_call(program, callee, arguments, true)?;
        // 6.5.2.2p10.
        self.sequence_point(start);
        let body = self.log.len();
        let objects = self.memory.allocation_count();
        let outer = (self.call_log, self.call_objects);
        (self.call_log, self.call_objects) = (body, objects);
        let depth = self.stack.len();
        while self.stack.len() >= depth {
            let step = self.advance(program);
            if step.is_err() {
                self.locate();
            }
            match step? {
                None => {}
                Some(Pause::Frontier) => {
                    self.locate();
                    return Err(Unsupported::Unwritten.into());
                }
                Some(_) => return Err(Stop::ill_formed("the program ends in an expression")),
            }
        }
        self.settle_call(body);
        (self.call_log, self.call_objects) = outer;
        Ok(std::mem::replace(&mut self.returned, Returned::Void))
    }

    /// Evaluates the callee and the arguments, which are not sequenced, and enters the function.
    pub(crate) fn begin_call(
        &mut self,
        program: &Program,
        callee: &Expr,
        arguments: &[Expr],
        nested: bool,
    ) -> Result {
        let start = self.log.len();
        let id = match (&callee.kind, self.operand(program, callee, 0)?) {
            (_, Value::Function(id)) => id,
            (_, Value::Null) => return Err(Ub::NullAccess.into()),
            _ => return Err(Stop::ill_formed("only functions can be called")),
        };
        let Some(function) = program.functions.get(id.index()) else {
            return Err(Stop::ill_formed("there is no such function"));
        };
        self.check_callee(program, callee, function)?;
        if program.entry() == Some(id) {
            return Err(Unsupported::EntryCalled.into());
        }
        let count = function.parameters as usize;
        let enough = match function.variadic {
            true => count <= arguments.len(),
            false => count == arguments.len(),
        };
        if !enough || function.locals.len() < count {
            return Err(Stop::ill_formed("the number of arguments is wrong"));
        }
        if self.stack.len() >= self.limits.frames as usize {
            return Err(Budget::Frames(self.limits.frames).into());
        }
        let first = self.arguments.len();
        let mut variadic = Vec::new();
        for (n, argument) in (1..).zip(arguments) {
            let middle = self.log.len();
            let slot = match function.locals[..count].get(n as usize - 1) {
                Some(parameter) => self.argument(program, argument, parameter.ty),
                None => self.variadic_argument(program, argument, &mut variadic),
            };
            if slot.is_err() {
                self.path.push(n);
            }
            let slot = slot?;
            self.arguments.push(slot);
            self.compare_operands(start, middle)?;
        }
        self.push_frame(program, id, nested)?;
        if let Some(frame) = self.stack.last_mut() {
            self.arguments.truncate(first + count);
            for (slot, argument) in frame.slots.iter_mut().zip(self.arguments.drain(first..)) {
                *slot = argument;
            }
            frame.variadic = variadic;
        }
        self.begin_promises(function)
    }

    /// An argument, converted as by assignment to a fresh object (6.5.2.2p4, p7).
    fn argument(&mut self, program: &Program, e: &Expr, ty: Type) -> Result<Slot> {
        let shape = self.types.shape(ty);
        if let Shape::Record(_) = shape {
            let source = self.record_source(program, e)?;
            if e.ty.id != ty.id {
                return Err(Stop::ill_formed("the argument is another struct"));
            }
            let alloc = self.allocate_type(ty, None)?;
            self.copy_record(source, (alloc, 0), ty.id)?;
            return Ok(Slot::Memory(alloc));
        }
        if matches!(shape, Shape::Float(_)) && !self.types.target().scalars.exact_floats {
            return Err(Unsupported::InexactFloat.into());
        }
        let value = self.value(program, e)?;
        Ok(Slot::Value(self.assigned(value, e, ty, None)?))
    }

    /// Checks that the type of the called expression is exactly that of the function (6.5.2.2p9).
    fn check_callee(&self, program: &Program, callee: &Expr, function: &Function) -> Result {
        let unknown = || Stop::ill_formed("only functions can be called");
        let info = self.types.info(callee.ty.id);
        let ty = match info.shape {
            Shape::Function => callee.ty,
            Shape::Pointer if self.types.shape(info.inner) == Shape::Function => info.inner,
            _ => return Err(unknown()),
        };
        let TypeKind::Function(signature) = program.types.kind(ty) else {
            return Err(unknown());
        };
        let parameters = function
            .locals
            .get(..function.parameters as usize)
            .ok_or_else(unknown)?;
        let same = signature.result == function.result
            && signature.variadic == function.variadic
            && signature.parameters.len() == parameters.len()
            && signature
                .parameters
                .iter()
                .zip(parameters)
                .all(|(a, b)| a.id == b.ty.id);
        if !same {
            return Err(Ub::WrongSignature.into());
        }
        Ok(())
    }

    /// Enters a function, whose parameters are set afterwards.
    pub(crate) fn push_frame(&mut self, program: &Program, id: FnId, nested: bool) -> Result {
        let Some(function) = program.functions.get(id.index()) else {
            return Err(Stop::ill_formed("there is no such function"));
        };
        let below = self.stack.last().map_or(0, |frame| frame.stack_bytes);
        let stack_bytes = below + self.frame_bytes(program, id);
        if stack_bytes > STACK {
            return Err(Budget::Memory(STACK).into());
        }
        let watch = self.stack.last().map_or(Watch::default(), |f| f.watch);
        let (mut slots, mut position) = self.spare.pop().unwrap_or_default();
        slots.clear();
        slots.resize(function.locals.len(), Slot::Dead);
        position.owned.clear();
        position.cursors.clear();
        position.cursors.push(Cursor::at(Function::BODY, 0));
        self.stack.push(Frame {
            function: id,
            position,
            slots,
            stack_bytes,
            nested,
            variadic: Vec::new(),
            watch,
            scope: None,
        });
        self.changes.record(|| Change::Pushed);
        Ok(())
    }

    /// The size of all variables of a function together, as in unoptimised code.
    fn frame_bytes(&mut self, program: &Program, id: FnId) -> u64 {
        let locals = &program.function(id).locals;
        if self.frame_sizes.len() <= id.index() {
            self.frame_sizes.resize(id.index() + 1, (usize::MAX, 0));
        }
        let (count, bytes) = self.frame_sizes[id.index()];
        if count == locals.len() {
            return bytes;
        }
        let size = |ty: Type| u64::from(self.types.info(ty.id).size);
        let bytes = 128 + locals.iter().map(|local| size(local.ty)).sum::<u64>();
        self.frame_sizes[id.index()] = (locals.len(), bytes);
        bytes
    }

    /// Returns from the top frame (6.8.6.4) and completes the caller's statement, which may be a return as well. True if the
    /// program is finished.
    pub(crate) fn end_call(&mut self, program: &Program, mut result: Returned) -> Result<bool> {
        loop {
            self.end_lifetimes(0)?;
            self.end_parameters(program)?;
            if self.stack.len() == 1 {
                self.finished = true;
                return Ok(true);
            }
            self.end_promises(&mut result);
            let nested = self.pop_frame();
            if let Returned::Scalar(Value::Pointer(pointer)) = result {
                self.check_live(pointer.alloc)?;
            }
            if nested {
                self.returned = result;
                return Ok(false);
            }
            match self.complete_caller(program, result)? {
                Some(next) => result = next,
                None => return Ok(false),
            }
        }
    }

    /// Ends the lifetime of the parameters.
    fn end_parameters(&mut self, program: &Program) -> Result {
        let function = self.top()?.function;
        let count = program.functions.get(function.index());
        for n in 0..count.map_or(0, |f| f.parameters as usize) {
            if let Some(Slot::Memory(alloc)) = self.top()?.slots.get(n) {
                let alloc = *alloc;
                self.memory.free(alloc)?;
            }
        }
        Ok(())
    }

    /// Removes the top frame. True if it was called within an expression.
    fn pop_frame(&mut self) -> bool {
        let Some(frame) = self.stack.pop() else {
            return false;
        };
        let nested = frame.nested;
        if self.changes.is_recording() {
            let caller = self.stack.last().map(|frame| frame.position.clone());
            self.changes.record(|| Change::Popped {
                frame: Box::new(frame),
                caller: caller.unwrap_or_default(),
            });
        } else {
            self.spare.push((frame.slots, frame.position));
        }
        nested
    }

    /// Completes the statement of the caller with a result. If it is a return statement, gives back the converted result.
    fn complete_caller(&mut self, program: &Program, result: Returned) -> Result<Option<Returned>> {
        let Some(statement) = self.current(program) else {
            return Err(Stop::ill_formed("a call returns to no statement"));
        };
        let (Stmt::Expr(e) | Stmt::Return(Some(e)) | Stmt::Declare(_, Some(Init::Expr(e)))) =
            statement
        else {
            return Err(Stop::ill_formed(
                "a call returns to a statement without a call",
            ));
        };
        let call = match &e.kind {
            ExprKind::Assign(_, call) => call,
            _ => e,
        };
        match (statement, &e.kind) {
            (Stmt::Expr(_), ExprKind::Assign(a, _)) => {
                let spot = self.lvalue(program, a)?;
                let now = self.log.len();
                match result {
                    Returned::Scalar(value) => {
                        let value = self.assigned(value, call, a.ty, spot.bits)?;
                        self.store(a, spot, value, now)?;
                    }
                    Returned::Record(alloc) => {
                        let source = Source {
                            alloc,
                            offset: 0,
                            temporary: true,
                        };
                        self.store_record(a, spot, source, now)?;
                    }
                    Returned::Void => return Err(Stop::ill_formed("there is no value")),
                }
            }
            (Stmt::Expr(_), _) => {
                if let Returned::Record(alloc) = result {
                    self.memory.free(alloc)?;
                }
            }
            (Stmt::Declare(local, _), _) => self.declare_result(program, *local, call, result)?,
            _ => {
                let function = self.top()?.function;
                let to = program.function(function).result;
                return Ok(Some(match result {
                    Returned::Scalar(value) => {
                        Returned::Scalar(self.assigned(value, call, to, None)?)
                    }
                    result => result,
                }));
            }
        }
        self.next_statement()?;
        Ok(None)
    }

    fn declare_result(
        &mut self,
        program: &Program,
        local: kvant_c::LocalId,
        call: &Expr,
        result: Returned,
    ) -> Result {
        let function = self.top()?.function;
        let ty = program.function(function).local(local).ty;
        match (result, self.local(program, local)?) {
            (Returned::Scalar(value), None) => {
                let value = self.assigned(value, call, ty, None)?;
                self.set_slot(local, Slot::Value(value));
            }
            (Returned::Scalar(value), Some(alloc)) => {
                let info = self.types.info(ty.id);
                let value = self.assigned(value, call, ty, None)?;
                self.store_scalar(alloc, 0, info, value)?;
            }
            (Returned::Record(from), Some(alloc)) => {
                let source = Source {
                    alloc: from,
                    offset: 0,
                    temporary: true,
                };
                self.copy_record(source, (alloc, 0), ty.id)?;
            }
            _ => return Err(Stop::ill_formed("the result has another type")),
        }
        Ok(())
    }
}
