//! Functions: written during their first call, called again with other data, and recursively.

use kvant_mir::{
    BinOp, Block, BlockData, Callee, Constant, FnId, Function, Inline, Local, LocalDecl, Operand,
    Place, Rvalue, Terminator, Ty, TyKind,
};
use kvant_mir_machine::Stop;

use super::function::FnInfo;
use super::place::Destination;
use super::{Grower, Region, Result};
use crate::draft::{Arm, Refusal};
use crate::feature::Feature;
use crate::scope::Scope;

impl Grower {
    /// Calls a function that does not exist yet, and writes it while it runs.
    pub(super) fn call_new(&mut self) -> Result {
        if let Some(&ty) = self.rng.pick(&self.universe.fn_pointers)
            && self.rng.percent(20)
        {
            return self.call_new_of(ty);
        }
        let mut arguments = Vec::new();
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        arguments.push((self.universe.environment_pointer, environment.into()));
        let many = self.swarm.has(Feature::ManyArguments) && self.rng.percent(15);
        let most = if many { 14 } else { 5 };
        for _ in 0..self.rng.between(most / 4, most) {
            let ty = self.universe.any(&mut self.rng);
            arguments.push((ty, self.spent(ty)?));
        }
        if self.swarm.has(Feature::RawPointers) && self.rng.percent(30) {
            let both = self.beside(&arguments)?;
            arguments.extend(both);
        }
        let recursive = self.swarm.has(Feature::Recursion) && self.rng.percent(30);
        if recursive {
            // The first call goes no deeper: the arm that does can only be written once the function
            // can return.
            let ty = self.universe.int(&mut self.rng);
            let zero = match *self.kind(ty) {
                TyKind::Int(int) => Constant::Int(0, int),
                _ => return Err(Refusal::Nothing),
            };
            arguments.push((ty, zero.into()));
        }
        let result = match self.rng.percent(15) {
            true => self.universe.unit,
            false => self.universe.any(&mut self.rng),
        };
        let result = match self.can_return(result, &arguments) {
            true => result,
            false => self.universe.int(&mut self.rng),
        };
        self.attempt(|this| this.write_function(arguments, result, recursive))
    }

    /// Calls a new function that a pointer of type `ty` can point to.
    fn call_new_of(&mut self, ty: Ty) -> Result {
        let TyKind::FnPtr { arguments, result } = self.kind(ty).clone() else {
            return Err(Refusal::Nothing);
        };
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let mut operands = vec![(self.universe.environment_pointer, environment.into())];
        for &ty in &arguments[1..] {
            operands.push((ty, self.spent(ty)?));
        }
        self.attempt(|this| this.write_function(operands, result, false))
    }

    /// Writes a function for every type of function pointer, so that there is something to point to.
    pub(super) fn call_one_of_each(&mut self) {
        for ty in self.universe.fn_pointers.clone() {
            for _ in 0..3 {
                if self.call_new_of(ty).is_ok() {
                    break;
                }
            }
        }
    }

    fn write_function(
        &mut self,
        arguments: Vec<(Ty, Operand)>,
        result: Ty,
        recursive: bool,
    ) -> Result {
        let id = self.declare_function(&arguments, result, recursive);
        let fuel = self.functions[id.index()].fuel;
        self.write_declared(id, arguments, result, |this| this.write_body(fuel))
    }

    /// Calls a new function whose body is written by `body`, up to its `Return`.
    pub(super) fn write_function_with(
        &mut self,
        arguments: Vec<(Ty, Operand)>,
        result: Ty,
        body: impl FnOnce(&mut Self) -> Result,
    ) -> Result<FnId> {
        let id = self.declare_function(&arguments, result, false);
        self.write_declared(id, arguments, result, body)?;
        Ok(id)
    }

    /// Calls a function: a new one whose body is written by `body`, or the one that an earlier call has written.
    pub(super) fn write_or_call(
        &mut self,
        written: &mut Option<FnId>,
        arguments: Vec<(Ty, Operand)>,
        result: Ty,
        body: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        match *written {
            None => *written = Some(self.write_function_with(arguments, result, body)?),
            Some(id) => {
                let operands = arguments.into_iter().map(|argument| argument.1);
                self.call_with(id, operands.collect())?;
            }
        }
        Ok(())
    }

    fn write_declared(
        &mut self,
        id: FnId,
        arguments: Vec<(Ty, Operand)>,
        result: Ty,
        body: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        let (caller, steps) = (self.draft.at.0, self.draft.machine.steps());
        let operands: Vec<Operand> = arguments.into_iter().map(|argument| argument.1).collect();
        let (place, destination) = self.destination_or_unit(result, &operands)?;
        let after = self.write_call(place.clone(), Callee::Function(id), operands)?;

        let scope = std::mem::take(&mut self.scope);
        let marked = std::mem::take(&mut self.marked);
        let retired = std::mem::take(&mut self.retired);
        let nesting = std::mem::take(&mut self.nesting);
        self.call_nesting += 1;
        let written = body(self);
        self.call_nesting -= 1;
        self.scope = scope;
        self.marked = marked;
        self.retired = retired;
        self.nesting = nesting;
        written?;

        let steps = self.draft.machine.steps() - steps;
        self.functions[id.index()].completed(steps);
        debug_assert_eq!(self.draft.at, (caller, after));
        self.use_destination(destination.as_ref(), &place);
        Ok(())
    }

    fn declare_function(
        &mut self,
        arguments: &[(Ty, Operand)],
        result: Ty,
        recursive: bool,
    ) -> FnId {
        let attributes = u32::from(self.swarm.has(Feature::Attributes));
        let always = if recursive { 0 } else { 15 };
        let inline = self.rng.weighted(&[
            (50, Inline::Free),
            (35 * attributes, Inline::Never),
            (always * attributes, Inline::Always),
        ]);
        let cold = self.rng.percent(10 * attributes);
        let types = [result]
            .into_iter()
            .chain(arguments.iter().map(|argument| argument.0))
            .chain([self.universe.unit]);
        let function = Function {
            // Not `f32` nor `f64`, which have a meaning of their own.
            name: format!("fun{}", self.draft.program.functions.len()),
            inline,
            cold,
            arguments: arguments.len() as u32,
            locals: types
                .map(|ty| LocalDecl {
                    ty,
                    name: None,
                    marked: false,
                })
                .collect(),
            blocks: vec![BlockData::default()],
        };
        let fuel = recursive.then_some(Local(arguments.len() as u32));
        self.functions.push(FnInfo::new(fuel));
        self.draft.new_function(function)
    }

    /// Begins the function that was just entered: only its arguments are in scope.
    pub(super) fn enter_function(&mut self, fuel: Option<Local>) -> Region {
        self.scope = Scope::default();
        for local in self.draft.function().argument_locals() {
            let frozen = local == Local(1) || Some(local) == fuel;
            self.bring_known_into_scope(local, frozen, false);
        }
        let region = self.open_region();
        // The arguments belong to this call as its locals do.
        self.home = 0;
        for local in self.draft.function().argument_locals() {
            self.let_address_escape(local);
        }
        region
    }

    /// Writes the body of the function that was just entered.
    fn write_body(&mut self, fuel: Option<Local>) -> Result {
        let region = self.enter_function(fuel);
        let budget = self.rng.between(10, self.swarm.function_size);
        if let Some(fuel) = fuel {
            self.fuel_switch(fuel)?;
        }
        self.fill_region(budget);
        self.assign_return()?;
        self.observe_unread(2);
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Return)?;
        Ok(())
    }

    /// `match fuel { 0 => …, _ => call yourself }`.
    fn fuel_switch(&mut self, fuel: Local) -> Result {
        let budget = self.rng.between(1, 5);
        self.fill_region(budget);
        let join = self.draft.new_block();
        let (base, deeper) = (self.draft.new_block(), self.draft.new_block());
        self.draft.terminator(Terminator::Switch {
            scrutinee: fuel.into(),
            arms: vec![(0, base)],
            otherwise: deeper,
        })?;
        let arm = Arm {
            fuel: Some(fuel),
            ..self.arm_here(join)
        };
        self.draft.open_arm(deeper, arm);
        self.nesting += 1;
        let budget = self.rng.between(1, 6);
        self.write_arm(join, None, budget)?;
        self.nesting -= 1;
        Ok(())
    }

    /// Writes the arm in which a function calls itself. The frames of that call reach the end of the arm's text
    /// before the current frame does, so the rest is written with their data.
    pub(super) fn recursive_arm(&mut self, join: Block, fuel: Local, budget: usize) -> Result {
        let region = self.open_region();
        self.fill_region(budget / 2);
        let id = self.draft.at.0;
        let ty = self.local_ty(fuel);
        let int = self.int_ty(ty)?;
        let one = Constant::Int(1, int);
        let less = Rvalue::Binary(BinOp::Sub, fuel.into(), one.into());
        let less = self.assign_new(ty, less, true)?;
        let arguments = self.arguments_for(id, &less.into())?;
        let result = self.draft.function().return_ty();
        let (place, destination) = self.destination_or_unit(result, &arguments)?;
        let depth = self.draft.machine.depth();
        let after = self.write_call(place.clone(), Callee::Function(id), arguments)?;
        self.run_to(depth, (id, after))?;
        self.use_destination(destination.as_ref(), &place);
        self.draft.stats.grown.recursive_calls += 1;
        self.fill_region(budget - budget / 2);
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Goto(join))?;
        Ok(())
    }

    /// Calls a function that is already written, with current data.
    pub(super) fn call_known(&mut self) -> Result {
        for _ in 0..4 {
            let first = FnId::new(self.rng.below(self.functions.len()));
            let second = FnId::new(self.rng.below(self.functions.len()));
            // Functions with fewer calls are preferred.
            let calls = |id: FnId| self.functions[id.index()].calls;
            let (id, other) = match calls(first) <= calls(second) {
                true => (first, second),
                false => (second, first),
            };
            for id in [id, other] {
                if self.is_worth_calling(id) {
                    return self.call(id);
                }
            }
        }
        Err(Refusal::Nothing)
    }

    /// Calls every function again that was called only once.
    pub(super) fn call_again(&mut self) {
        for n in 1..self.functions.len() {
            let id = FnId::new(n);
            while self.functions[n].calls == 1 && self.is_worth_calling(id) {
                if self.call(id).is_ok() || self.is_exhausted() {
                    break;
                }
            }
        }
    }

    /// Calls through a function pointer in scope.
    pub(super) fn call_pointer(&mut self) -> Result {
        let ty = *self
            .rng
            .pick(&self.universe.fn_pointers)
            .ok_or(Refusal::Nothing)?;
        let place = match self.operand(ty)? {
            Operand::Copy(place) | Operand::Move(place) => place,
            Operand::Const(_) => return Err(Refusal::Nothing),
        };
        let TyKind::FnPtr { arguments, result } = self.kind(ty).clone() else {
            return Err(Refusal::Nothing);
        };
        self.call_written(result, |this| {
            let arguments: Vec<(Local, Ty)> = (1..).map(Local).zip(arguments).collect();
            let own = this.draft.function();
            // It may be a pointer to this very function.
            let recursive = own.argument_types().eq(arguments.iter().map(|a| a.1));
            let operands = this.arguments_of(arguments, recursive, None)?;
            Ok((Callee::Pointer(place), operands))
        })
    }

    fn call(&mut self, id: FnId) -> Result {
        let result = self.draft.program.function(id).return_ty();
        self.call_and_remember(id, result, |this| {
            let fuel = match this.functions[id.index()].fuel {
                Some(fuel) => this.little_fuel(id, fuel)?,
                None => Constant::Unit.into(),
            };
            let arguments = this.arguments_for(id, &fuel)?;
            Ok((Callee::Function(id), arguments))
        })
    }

    /// Calls a function by its name, on trial, and records the result.
    fn call_and_remember(
        &mut self,
        id: FnId,
        result: Ty,
        what: impl FnOnce(&mut Self) -> Result<(Callee, Vec<Operand>)>,
    ) -> Result {
        let (steps, undone) = (self.draft.machine.steps(), self.draft.stats.undone_steps);
        let called = self.call_written(result, what);
        let (steps, undone) = (
            self.draft.machine.steps() - steps,
            self.draft.stats.undone_steps - undone,
        );
        let info = &mut self.functions[id.index()];
        match &called {
            Ok(()) => info.called_again(steps),
            Err(Refusal::Machine(Stop::Budget(_))) => info.refused(undone),
            Err(_) => info.refused(0),
        }
        called
    }

    /// Calls a function that is written already, with these arguments.
    pub(super) fn call_with(&mut self, id: FnId, arguments: Vec<Operand>) -> Result {
        let result = self.draft.program.function(id).return_ty();
        self.call_and_remember(id, result, |_| Ok((Callee::Function(id), arguments)))
    }

    /// Calls a function that is written already, on trial.
    fn call_written(
        &mut self,
        result: Ty,
        what: impl FnOnce(&mut Self) -> Result<(Callee, Vec<Operand>)>,
    ) -> Result {
        let depth = self.draft.machine.depth();
        let caller = self.draft.at.0;
        let (place, destination) = self.attempt_run(|this| {
            let (callee, arguments) = what(this)?;
            let (place, destination) = this.destination_or_unit(result, &arguments)?;
            let after = this.write_call(place.clone(), callee, arguments)?;
            if this.draft.live {
                this.run_to(depth, (caller, after))?;
            }
            Ok((place, destination))
        })?;
        self.draft.stats.grown.repeated_calls += u64::from(self.draft.live);
        self.use_destination(destination.as_ref(), &place);
        Ok(())
    }

    /// A small opaque number to count down from.
    fn little_fuel(&mut self, id: FnId, fuel: Local) -> Result<Operand> {
        let ty = self.draft.program.function(id).locals[fuel.index()].ty;
        let int = self.int_ty(ty)?;
        let mask = Constant::Int([1, 1, 3, 3, 7][self.rng.below(5)], int);
        let rvalue = Rvalue::Binary(BinOp::BitAnd, self.operand(ty)?, mask.into());
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// Arguments for a call of `id`, with `fuel` for the argument that counts down.
    fn arguments_for(&mut self, id: FnId, fuel: &Operand) -> Result<Vec<Operand>> {
        let function = self.draft.program.function(id);
        let types: Vec<(Local, Ty)> = function
            .argument_locals()
            .map(|local| (local, function.locals[local.index()].ty))
            .collect();
        let counts_down = self.functions[id.index()].fuel;
        let counts_down = counts_down.map(|local| (local, fuel));
        self.arguments_of(types, id == self.draft.at.0, counts_down)
    }

    /// Arguments of these types. All functions but those of donors take the environment.
    fn arguments_of(
        &mut self,
        types: Vec<(Local, Ty)>,
        recursive: bool,
        fuel: Option<(Local, &Operand)>,
    ) -> Result<Vec<Operand>> {
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let mut arguments = Vec::with_capacity(types.len());
        for (local, ty) in types {
            arguments.push(match fuel {
                _ if ty == self.universe.environment_pointer => environment.into(),
                Some((counts_down, fuel)) if local == counts_down => fuel.clone(),
                // LLVM passes the value behind a pointer instead of the pointer where a function hands it
                // on to itself, and misses that the memory changed in between: see docs/FINDINGS.md. So
                // a function hands on none of its own, nor anything that holds one.
                _ if recursive && self.facts(ty).has_pointer => self.operand_made(ty)?,
                _ => self.spent(ty)?,
            });
        }
        Ok(arguments)
    }

    /// The destination of a result; results of type `()` go to a local reserved for them.
    pub(super) fn destination_or_unit(
        &mut self,
        ty: Ty,
        arguments: &[Operand],
    ) -> Result<(Place, Option<Destination>)> {
        if ty == self.universe.unit {
            return Ok((self.unit_local().into(), None));
        }
        let (place, destination) = self.destination(ty, arguments)?;
        Ok((place, Some(destination)))
    }

    pub(super) fn use_destination(&mut self, destination: Option<&Destination>, place: &Place) {
        match destination {
            Some(Destination::New(local)) => self.bring_into_scope(*local, false),
            Some(Destination::Known(entry)) => self.written(*entry, place),
            None => {}
        }
    }

    /// Copies an operand instead of moving it if another operand is of the same local.
    pub(super) fn unshare_moves(&mut self, arguments: &mut [Operand]) {
        for n in 0..arguments.len() {
            let Operand::Move(place) = &arguments[n] else {
                continue;
            };
            let mut others = (arguments.iter().enumerate()).filter(|(other, _)| *other != n);
            let is_shared = others.any(|(_, other)| {
                let other = other.place();
                other.is_some_and(|other| other.local == place.local)
            });
            let ty = self.place_ty(place);
            if is_shared && ty.is_some_and(|ty| self.facts(ty).is_copy) {
                arguments[n] = Operand::Copy(place.clone());
            }
        }
    }

    /// Writes a call and takes its first step. Returns the block after it, where text continues if nothing is
    /// executed.
    pub(super) fn write_call(
        &mut self,
        destination: Place,
        callee: Callee,
        mut arguments: Vec<Operand>,
    ) -> Result<Block> {
        self.unshare_moves(&mut arguments);
        if let Callee::Function(callee) = callee {
            self.functions[self.draft.at.0.index()].calls_by_name(callee);
        }
        let target = self.draft.new_block();
        self.draft.terminator(Terminator::Call {
            destination,
            callee,
            arguments,
            target,
        })?;
        if !self.draft.live {
            self.draft.at.1 = target;
        }
        Ok(target)
    }
}
