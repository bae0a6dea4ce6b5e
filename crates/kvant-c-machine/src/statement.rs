//! Statements (6.8).

use kvant_c::observation::Observation;
use kvant_c::{BlockId, Expr, ExprKind, Init, LocalId, Program, Stmt, Storage};

use crate::arithmetic::{Int, convert};
use crate::call::Returned;
use crate::frame::{Cursor, Phase, Slot};
use crate::outcome::Result;
use crate::sequence;
use crate::types::Shape;
use crate::{Budget, Machine, Pause, Stop, Ub, Unsupported, Value};

/// Maximal nesting of blocks.
const BLOCKS: usize = 500;

impl Machine {
    /// Executes the next step.
    pub(crate) fn advance(&mut self, program: &Program) -> Result<Option<Pause>> {
        if self.finished {
            return Ok(Some(Pause::Finished));
        }
        let frame = self.top()?;
        let Some(&cursor) = frame.position.cursors.last() else {
            return Err(Stop::ill_formed("a call has no position"));
        };
        let function = program.functions.get(frame.function.index());
        let block = function.and_then(|f| f.blocks.get(cursor.block.index()));
        let Some(block) = block else {
            return Err(Stop::ill_formed("a block does not exist"));
        };
        let statement = block.statements.get(cursor.statement as usize);
        if statement.is_none() && block.open {
            return Ok(Some(Pause::Frontier));
        }
        if self.steps >= self.limits.steps {
            return Err(Budget::Steps(self.limits.steps).into());
        }
        self.steps += 1;
        if self.logging && self.log.len() > self.call_log + 1024 {
            self.compress(self.call_log);
        }
        match statement {
            Some(statement) => self.statement(program, statement, cursor.phase),
            None => self.leave_block(program),
        }
    }

    /// The current statement of the top frame.
    pub(crate) fn current<'p>(&self, program: &'p Program) -> Option<&'p Stmt> {
        let place = self.place()?;
        let function = program.functions.get(place.function.index())?;
        let block = function.blocks.get(place.block.index())?;
        block.statements.get(place.statement as usize)
    }

    fn cursor(&mut self) -> Result<&mut Cursor> {
        let cursor = self.top_mut()?.position.cursors.last_mut();
        cursor.ok_or_else(|| Stop::ill_formed("a call has no position"))
    }

    /// Moves the top frame to the next statement.
    #[inline]
    pub(crate) fn next_statement(&mut self) -> Result {
        self.end_head_lifetimes()?;
        let cursor = self.cursor()?;
        cursor.statement += 1;
        cursor.phase = Phase::Begin;
        Ok(())
    }

    #[inline]
    fn statement(
        &mut self,
        program: &Program,
        statement: &Stmt,
        phase: Phase,
    ) -> Result<Option<Pause>> {
        match statement {
            Stmt::Expr(e) => {
                if self.begin_explicit(program, e)? {
                    return Ok(None);
                }
                self.full_expression(program, e)?;
                self.next_statement()?;
            }
            Stmt::Declare(local, init) => return self.declare(program, *local, init.as_ref()),
            Stmt::If(condition, then, otherwise) => {
                let taken = match self.condition(program, condition)? {
                    true => Some(*then),
                    false => *otherwise,
                };
                match taken {
                    Some(block) => self.enter(block, Phase::Begin)?,
                    None => self.next_statement()?,
                }
            }
            Stmt::While(condition, body) => match self.condition(program, condition)? {
                true => self.enter(*body, Phase::Begin)?,
                false => self.next_statement()?,
            },
            Stmt::DoWhile(body, condition) => match phase {
                Phase::Condition => match self.condition(program, condition)? {
                    true => self.enter(*body, Phase::Condition)?,
                    false => self.next_statement()?,
                },
                _ => self.enter(*body, Phase::Condition)?,
            },
            Stmt::For(first, condition, step, body) => {
                self.for_loop(
                    program,
                    [first.as_ref(), condition.as_ref(), step.as_ref()],
                    *body,
                    phase,
                )?;
            }
            Stmt::Switch(value, body) => self.switch(program, value, *body)?,
            Stmt::Case(_) | Stmt::Default | Stmt::Label(_) => self.next_statement()?,
            Stmt::Goto(label) => self.goto(program, *label)?,
            Stmt::Break => self.break_out(program)?,
            Stmt::Continue => self.continue_loop(program)?,
            Stmt::Return(value) => return self.return_statement(program, value.as_ref()),
            Stmt::Block(block) => self.enter(*block, Phase::Begin)?,
            Stmt::Observe(site, e) => self.observe(program, *site, e)?,
        }
        Ok(None)
    }

    /// Enters a block of the current statement, which continues with `phase` when the block is left.
    fn enter(&mut self, block: BlockId, phase: Phase) -> Result {
        let cursors = &mut self.top_mut()?.position.cursors;
        if let Some(cursor) = cursors.last_mut() {
            cursor.phase = phase;
        }
        if cursors.len() >= BLOCKS {
            return Err(Budget::Nesting(BLOCKS as u32).into());
        }
        cursors.push(Cursor::at(block, 0));
        Ok(())
    }

    /// Leaves the innermost block at its end.
    fn leave_block(&mut self, program: &Program) -> Result<Option<Pause>> {
        let depth = self.top()?.position.cursors.len() as u32;
        if depth <= 1 {
            let frame = self.top()?;
            let result = program.function(frame.function).result;
            let returns_nothing = self.types.shape(result) == Shape::Void;
            if !returns_nothing && program.entry() != Some(frame.function) {
                // 6.9.1p12 applies only to results that are used; here it applies to all.
                return Err(Ub::NoResult.into());
            }
            let finished = self.end_call(program, Returned::Void)?;
            return Ok(finished.then_some(Pause::Finished));
        }
        self.leave(depth - 1)?;
        match self.current(program) {
            Some(Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..)) => {}
            _ => self.next_statement()?,
        }
        Ok(None)
    }

    /// Leaves blocks until only the first `depth` remain.
    pub(crate) fn leave(&mut self, depth: u32) -> Result {
        self.end_lifetimes(depth)?;
        self.top_mut()?.position.cursors.truncate(depth as usize);
        Ok(())
    }

    /// `for` (6.8.5.3).
    fn for_loop(
        &mut self,
        program: &Program,
        [first, condition, step]: [Option<&Expr>; 3],
        body: BlockId,
        phase: Phase,
    ) -> Result {
        match phase {
            Phase::Begin => {
                if let Some(first) = first {
                    let value = self.full_expression(program, first);
                    self.part(value, 0)?;
                }
                self.cursor()?.phase = Phase::Condition;
            }
            Phase::Condition => {
                let goes_on = match condition {
                    Some(condition) => {
                        let value = self.condition(program, condition);
                        self.part(value, 1)?
                    }
                    None => true,
                };
                match goes_on {
                    true => self.enter(body, Phase::Step)?,
                    false => self.next_statement()?,
                }
            }
            Phase::Step => {
                if let Some(step) = step {
                    let value = self.full_expression(program, step);
                    self.part(value, 2)?;
                }
                self.cursor()?.phase = Phase::Condition;
            }
        }
        Ok(())
    }

    /// Adds the number of a statement's expression to the fault's path, if it was refused.
    fn part<T>(&mut self, result: Result<T>, part: u32) -> Result<T> {
        if result.is_err() {
            self.path.push(part);
        }
        result
    }

    /// `switch` (6.8.4.2): jumps to the label with the value, or to `default`, or skips the block.
    fn switch(&mut self, program: &Program, e: &Expr, body: BlockId) -> Result {
        let value = self.full_expression(program, e)?;
        let shape = self.value_shape(e);
        let promoted = match shape {
            Shape::Int(int) => Shape::Int(int.promoted()),
            Shape::Bool => Shape::Int(Int::INT),
            _ => return Err(Stop::ill_formed("a switch is on integers")),
        };
        let Value::Int(bits) = convert(value, shape, promoted)? else {
            return Err(Stop::ill_formed("a switch is on integers"));
        };
        let function = program.function(self.top()?.function);
        let Some(block) = function.blocks.get(body.index()) else {
            return Err(Stop::ill_formed("a block does not exist"));
        };
        let find = |wanted: &dyn Fn(&Stmt) -> bool| block.statements.iter().position(wanted);
        let label = find(&|s| matches!(s, Stmt::Case(case) if *case == bits))
            .or_else(|| find(&|s| matches!(s, Stmt::Default)));
        let Some(label) = label else {
            return self.next_statement();
        };
        self.enter(body, Phase::Begin)?;
        self.cursor()?.statement = label as u32;
        Ok(())
    }

    /// `break` (6.8.6.3).
    fn break_out(&mut self, program: &Program) -> Result {
        loop {
            let depth = self.top()?.position.cursors.len() as u32;
            if depth <= 1 {
                return Err(Stop::ill_formed("`break` outside of a loop or `switch`"));
            }
            self.leave(depth - 1)?;
            if let Some(Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) | Stmt::Switch(..)) =
                self.current(program)
            {
                return self.next_statement();
            }
        }
    }

    /// `continue` (6.8.6.2).
    fn continue_loop(&mut self, program: &Program) -> Result {
        loop {
            let depth = self.top()?.position.cursors.len() as u32;
            if depth <= 1 {
                return Err(Stop::ill_formed("`continue` outside of a loop"));
            }
            self.leave(depth - 1)?;
            if let Some(Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..)) = self.current(program)
            {
                return Ok(());
            }
        }
    }

    /// A declaration (6.7). The declaration of a static variable has no effect.
    fn declare(
        &mut self,
        program: &Program,
        local: LocalId,
        init: Option<&Init>,
    ) -> Result<Option<Pause>> {
        let function = program.function(self.top()?.function);
        let Some(declared) = function.locals.get(local.index()) else {
            return Err(Stop::ill_formed("there is no such local"));
        };
        if let Storage::Static(_) = declared.storage {
            self.next_statement()?;
            return Ok(None);
        }
        self.begin_lifetime(program, local)?;
        let Some(init) = init else {
            self.next_statement()?;
            return Ok(None);
        };
        if let Init::Expr(e) = init
            && let ExprKind::Call(callee, arguments) = &e.kind
        {
            self.full(
                || sequence::needs_log(e),
                |machine| machine.begin_call(program, callee, arguments, false),
            )?;
            return Ok(None);
        }
        if let Some(alloc) = self.local(program, local)? {
            self.initialise(program, alloc, declared.ty, init)?;
        } else {
            let value = self.initial_scalar(program, declared.ty, init)?;
            match self.slot(local) {
                // Its own initial value may have taken its address.
                Slot::Memory(alloc) => {
                    let info = self.types.info(declared.ty.id);
                    self.store_scalar(alloc, 0, info, value)?;
                }
                _ => self.set_slot(local, Slot::Value(value)),
            }
        }
        self.next_statement()?;
        Ok(None)
    }

    /// Enters a function whose call is the whole statement, or is assigned to a fixed lvalue: the function's statements are
    /// steps of their own then.
    fn begin_explicit(&mut self, program: &Program, e: &Expr) -> Result<bool> {
        let (call, position) = match &e.kind {
            ExprKind::Call(..) => (e, None),
            // The destination cannot depend on anything that the call changes.
            ExprKind::Assign(a, call) if self.is_fixed(a) => (&**call, Some(1)),
            _ => return Ok(false),
        };
        let ExprKind::Call(callee, arguments) = &call.kind else {
            return Ok(false);
        };
        let begun = self.full(
            || sequence::needs_log(call),
            |machine| machine.begin_call(program, callee, arguments, false),
        );
        if begun.is_err() {
            self.path.extend(position);
        }
        begun.map(|()| true)
    }

    /// `return` (6.8.6.4): the value is converted to the result type of the function.
    fn return_statement(&mut self, program: &Program, e: Option<&Expr>) -> Result<Option<Pause>> {
        let function = program.function(self.top()?.function);
        let shape = self.types.shape(function.result);
        let result = match (e, shape) {
            (None, Shape::Void) => Returned::Void,
            (None, _) => return Err(Ub::NoResult.into()),
            (Some(_), Shape::Void) => {
                return Err(Stop::ill_formed("the function returns nothing"));
            }
            (Some(e), _) => {
                if let ExprKind::Call(..) = e.kind {
                    self.begin_explicit(program, e)?;
                    return Ok(None);
                }
                if let Shape::Record(_) = shape {
                    let source = self.full(
                        || sequence::needs_log(e),
                        |machine| machine.record_source(program, e),
                    )?;
                    let ty = function.result.unqualified();
                    if e.ty.id != ty.id {
                        return Err(Stop::ill_formed("another struct is returned"));
                    }
                    let alloc = self.allocate_type(ty, None)?;
                    self.copy_record(source, (alloc, 0), ty.id)?;
                    Returned::Record(alloc)
                } else {
                    if matches!(shape, Shape::Float(_)) && !self.types.target().scalars.exact_floats
                    {
                        return Err(Unsupported::InexactFloat.into());
                    }
                    let value = self.full_expression(program, e)?;
                    Returned::Scalar(self.assigned(value, e, function.result, None)?)
                }
            }
        };
        let finished = self.end_call(program, result)?;
        Ok(finished.then_some(Pause::Finished))
    }

    /// Reports a number: an integer converted to `unsigned long long`, or the bits of a `double`.
    fn observe(&mut self, program: &Program, site: u32, e: &Expr) -> Result {
        self.check_effect()?;
        let value = self.full_expression(program, e)?;
        let bits = match (value, self.value_shape(e)) {
            (Value::Int(bits), Shape::Int(int)) => int.number(bits) as u64,
            (Value::Int(bits), Shape::Bool) => bits as u64,
            (Value::Float(x), Shape::Float(_)) => x.to_bits(),
            _ => return Err(Stop::ill_formed("only numbers can be observed")),
        };
        let count = self.trace.observations.len() as u64;
        if count >= self.limits.observations {
            return Err(Budget::Observations(self.limits.observations).into());
        }
        let Some(place) = self.place() else {
            return Err(Stop::ill_formed("nothing is running"));
        };
        self.log_observation();
        self.trace
            .observations
            .push(Observation { site, bits, place });
        self.next_statement()
    }

    /// True if an lvalue always designates the same object: a variable, or a part of one that is named by constants.
    fn is_fixed(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(_) | ExprKind::Global(_) => true,
            ExprKind::Member(of, _) => self.is_fixed(of),
            ExprKind::Index(of, n) => {
                matches!(n.kind, ExprKind::Int(_))
                    && self.types.shape(of.ty) == Shape::Array
                    && self.is_fixed(of)
            }
            _ => false,
        }
    }
}
