//! Functions. The first call writes the body while it runs; later calls are trials over written text.

use kvant_c::{
    Attribute, BinOp, Block, Expr, ExprKind, FnId, Function, Init, Linkage, Local, LocalId, Quals,
    Stmt, Storage, Type, TypeKind, Types,
};

use super::Grower;
use super::place::Use;
use crate::feature::Feature;

/// A complete function.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) id: FnId,
    /// Number of calls that were refused in a row.
    refused: u32,
    /// True if its first argument limits the depth of its recursion.
    fuel: bool,
}

impl Grower {
    /// Proposes a call of a new function.
    pub(super) fn new_function(&mut self) -> bool {
        if self.machine.depth() > 6 || self.program.functions.len() > 40 {
            return false;
        }
        let id = FnId(self.program.functions.len() as u32);
        let recursive = self.has(Feature::Recursion) && self.rng.percent(35);
        let result = self.result_type();
        let name = format!("f{}", id.0);
        let mut function = Function::new(name, result);
        function.blocks = vec![Block {
            statements: Vec::new(),
            open: true,
        }];
        let mut arguments = Vec::new();
        if recursive {
            function
                .locals
                .push(Local::automatic("fuel".into(), Types::INT));
            arguments.push(Expr::int(Types::INT, 0));
        }
        let promise = self.promise();
        for n in 0..self.rng.between(1, 5) {
            let Some((mut ty, argument)) = self.argument(promise) else {
                continue;
            };
            if self.program.types.is_pointer(ty) {
                ty = self.perhaps_restrict(ty, 50);
            }
            let name = format!("arg{n}");
            function.locals.push(Local::automatic(name, ty));
            arguments.push(argument);
        }
        function.parameters = function.locals.len() as u32;
        function.linkage = match self.rng.percent(60) {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        if self.has(Feature::Attributes) && self.rng.percent(50) {
            let attributes = [
                Attribute::NoInline,
                Attribute::NoIpa,
                Attribute::AlwaysInline,
                Attribute::Cold,
                Attribute::Inline,
            ];
            let attribute = attributes[self.rng.below(attributes.len())];
            // Inline functions have to be static unless there is an external definition, and recursive functions are not
            // inlined.
            let inline = matches!(attribute, Attribute::AlwaysInline | Attribute::Inline);
            if inline {
                function.linkage = Linkage::Internal;
            }
            if !(recursive && attribute == Attribute::AlwaysInline) {
                function.attributes.push(attribute);
            }
        }
        function.attributes.extend(promise);
        self.program.functions.push(function);
        let Some(statement) = self.call_statement(id, arguments) else {
            self.program.functions.pop();
            return false;
        };
        let share = self.share();
        let written = self.with_steps(share, |grower| grower.trial(vec![statement]));
        match written {
            Ok(()) => {
                if let Some(known) = self.known.iter_mut().find(|known| known.id == id) {
                    known.fuel = recursive;
                }
                true
            }
            Err(stop) => {
                self.stats.refuse(stop.rule());
                self.program.function_mut(id).blocks[0].open = false;
                false
            }
        }
    }

    /// The attribute of a new function. Statements that violate it are refused while the function is written.
    fn promise(&mut self) -> Option<Attribute> {
        let promises = self.has(Feature::PureFunctions) && self.rng.percent(25);
        promises.then(|| match self.rng.percent(60) {
            true => Attribute::Pure,
            false => Attribute::Const,
        })
    }

    /// The type of a pointer parameter, which may be `restrict`. Calls that violate that are refused.
    pub(super) fn perhaps_restrict(&mut self, ty: Type, percent: u32) -> Type {
        match self.has(Feature::Restrict) && self.rng.percent(percent) {
            true => ty.with(Quals::RESTRICT),
            false => ty,
        }
    }

    fn result_type(&mut self) -> Type {
        if self.has(Feature::StructArguments)
            && self.rng.percent(12)
            && let Some(record) = self.rng.pick(&self.universe.records).copied()
        {
            return self.program.types.make(TypeKind::Record(record));
        }
        self.universe.scalars[self.rng.below(self.universe.scalars.len())]
    }

    /// The type of a parameter of a new function, and the argument of the first call.
    fn argument(&mut self, promise: Option<Attribute>) -> Option<(Type, Expr)> {
        // A `const` function must not read through pointers.
        let blind = promise == Some(Attribute::Const);
        if !blind && self.has(Feature::Pointers) && self.rng.percent(35) {
            let place = self.addressable()?;
            let mut to = place.ty;
            if self.has(Feature::Const) && self.rng.percent(15) {
                to = to.with(Quals::CONST);
            }
            let ty = self.program.types.pointer(to);
            let pointer = self.make(ExprKind::AddrOf(Box::new(place)))?;
            return Some((ty, pointer));
        }
        if self.has(Feature::StructArguments)
            && self.rng.percent(10)
            && let Some(place) = self.record_place(None)
        {
            return Some((place.ty.unqualified(), place));
        }
        let ty = self.universe.scalars[self.rng.below(self.universe.scalars.len())];
        let value = self.value(1);
        let value = self.fitting(value, ty)?;
        Some((ty, value))
    }

    /// A statement that calls a function and uses the result.
    fn call_statement(&mut self, id: FnId, arguments: Vec<Expr>) -> Option<Stmt> {
        let call = self.call(id, arguments)?;
        self.use_call(call)
    }

    /// A call by name.
    pub(super) fn call(&mut self, id: FnId, arguments: Vec<Expr>) -> Option<Expr> {
        self.calls.insert((self.here.function, id));
        let callee = self.make(ExprKind::Function(id))?;
        self.make(ExprKind::Call(Box::new(callee), arguments))
    }

    /// True if one function calls the other, directly or not.
    fn leads_to(&self, from: FnId, to: FnId) -> bool {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&id) = reached.get(next) {
            if id == to {
                return true;
            }
            next += 1;
            let called = self.calls.iter().filter(|call| call.0 == id);
            for &(_, id) in called {
                if !reached.contains(&id) {
                    reached.push(id);
                }
            }
        }
        false
    }

    /// A statement with a call that uses its result.
    pub(super) fn use_call(&mut self, call: Expr) -> Option<Stmt> {
        let record = matches!(self.program.types.kind(call.ty), TypeKind::Record(_));
        if record {
            let to = self.record_place(Some(call.ty));
            return match to.filter(|to| self.program.modifiable(to).is_ok()) {
                Some(to) => {
                    let assign = ExprKind::Assign(Box::new(to), Box::new(call));
                    self.make(assign).map(Stmt::Expr)
                }
                None => Some(Stmt::Expr(call)),
            };
        }
        for _ in 0..4 {
            let to = self.place(Use::Write)?;
            if self.program.bit_field(&to).is_some() {
                continue;
            }
            let float = matches!(self.program.types.kind(call.ty), TypeKind::Float(_));
            if float && self.program.types.is_integer(to.ty) {
                continue;
            }
            let assign = ExprKind::Assign(Box::new(to), Box::new(call.clone()));
            return self.make(assign).map(Stmt::Expr);
        }
        Some(Stmt::Expr(call))
    }

    /// Writes the body of a function during its first call, up to and including its `return`.
    pub(super) fn body(&mut self) {
        let id = self.here.function;
        let fuel = {
            let function = self.program.function(id);
            let first = function.locals.first();
            first.is_some_and(|local| local.name == "fuel")
        };
        if fuel {
            self.reserved.insert((id, LocalId(0)));
            self.recursive_arm();
        }
        let size = self.rng.between(3, self.swarm.function_size / 2 + 3);
        self.region(size);
        self.write_return();
        // The function is complete except for arms that were not reached, and can be called by name from here on.
        self.known.push(Known {
            id,
            refused: 0,
            fuel,
        });
    }

    /// `if (fuel > 0) { … }`, which will contain the recursive call.
    fn recursive_arm(&mut self) {
        let fuel = crate::scope::name(LocalId(0), Types::INT);
        let zero = Box::new(Expr::int(Types::INT, 0));
        let Some(condition) = self.make(ExprKind::Binary(BinOp::Gt, Box::new(fuel), zero)) else {
            return;
        };
        let arm = self.new_block(true);
        self.recursion.insert((self.here.function, arm), LocalId(0));
        self.propose(Stmt::If(condition, arm, None));
    }

    /// Writes the recursive call, with less fuel.
    pub(super) fn recursive_call(&mut self, fuel: LocalId) {
        let id = self.here.function;
        let fuel = crate::scope::name(fuel, Types::INT);
        let one = Box::new(Expr::int(Types::INT, 1));
        let Some(less) = self.make(ExprKind::Binary(BinOp::Sub, Box::new(fuel), one)) else {
            return;
        };
        let Some(mut arguments) = self.arguments_for(id) else {
            return;
        };
        arguments[0] = less;
        if let Some(statement) = self.call_statement(id, arguments) {
            // The statement is not executed alone: the frames that it creates reach the end of this arm first.
            let _ = self.with_steps(2_000, |grower| grower.trial(vec![statement]));
        }
    }

    /// Writes a `return` with a computed value.
    fn write_return(&mut self) {
        let ty = self.program.function(self.here.function).result;
        for _ in 0..4 {
            let value = match self.program.types.kind(ty) {
                TypeKind::Record(_) => self.record_place(Some(ty)),
                _ => {
                    let value = self.value(2);
                    self.fitting(value, ty)
                }
            };
            let Some(value) = value else { continue };
            if self.peek(&value).is_some() {
                return self.push(Stmt::Return(Some(value)));
            }
        }
        let value = match self.program.types.kind(ty) {
            TypeKind::Record(_) => {
                let init = self.mixed_init(ty);
                match self.declare("r", ty, Some(init)) {
                    Some(id) => crate::scope::name(id, ty),
                    None => self.zeroed(ty),
                }
            }
            _ => self.literal_of(ty),
        };
        self.push(Stmt::Return(Some(value)));
    }

    /// A new global variable of this type, which is in scope everywhere.
    fn zeroed(&mut self, ty: Type) -> Expr {
        let id = kvant_c::GlobalId(self.program.globals.len() as u32);
        let name = self.name("z");
        self.program.globals.push(kvant_c::Global {
            name,
            ty,
            linkage: Linkage::Internal,
            init: None,
            align: None,
        });
        Expr {
            kind: ExprKind::Global(id),
            ty,
        }
    }

    /// Arguments for a complete function.
    fn arguments_for(&mut self, id: FnId) -> Option<Vec<Expr>> {
        let parameters = self.program.signature(id).parameters;
        let mut arguments = Vec::with_capacity(parameters.len());
        for ty in parameters {
            arguments.push(self.argument_of(ty)?);
        }
        Some(arguments)
    }

    /// A value of a parameter's type.
    pub(super) fn argument_of(&mut self, ty: Type) -> Option<Expr> {
        match *self.program.types.kind(ty) {
            TypeKind::Pointer(to) => self.pointer_to(to),
            TypeKind::Record(_) => self.record_place(Some(ty)),
            _ => {
                let value = self.value(1);
                self.fitting(value, ty)
            }
        }
    }

    /// Proposes a call of a complete function.
    pub(super) fn known_function(&mut self) -> bool {
        let Some((n, arguments)) = self.known_call() else {
            return false;
        };
        let id = self.known[n].id;
        self.calls.insert((self.here.function, id));
        let callee = match self.has(Feature::FunctionPointers) && self.rng.percent(50) {
            true => self.through_pointer(id),
            false => self.make(ExprKind::Function(id)),
        };
        let Some(call) =
            callee.and_then(|callee| self.make(ExprKind::Call(Box::new(callee), arguments)))
        else {
            return false;
        };
        let Some(statement) = self.use_call(call) else {
            return false;
        };
        let share = self.share() / 2;
        for _ in 0..3 {
            match self.with_steps(share, |grower| grower.trial(vec![statement.clone()])) {
                Ok(()) => {
                    self.known[n].refused = 0;
                    return true;
                }
                Err(stop) => self.stats.refuse(stop.rule()),
            }
            let fault = self.machine.fault().cloned();
            let here = |fault: &kvant_c_machine::Fault| fault.place.function == self.here.function;
            let elsewhere = fault.filter(|fault| !here(fault));
            if !elsewhere.is_some_and(|fault| self.guard(&fault)) {
                break;
            }
        }
        self.known[n].refused += 1;
        false
    }

    /// A function that may be called here, and arguments for it.
    fn known_call(&mut self) -> Option<(usize, Vec<Expr>)> {
        if self.known.is_empty() || self.machine.depth() > 8 {
            return None;
        }
        let n = self.rng.below(self.known.len());
        let Known { id, refused, fuel } = self.known[n];
        // Other functions must not be recursive, because their recursion would not end.
        if refused > 3 || self.leads_to(id, self.here.function) {
            return None;
        }
        let mut arguments = self.arguments_for(id)?;
        if fuel {
            let most = self.rng.between(1, 3) as u128;
            arguments[0] = Expr::int(Types::INT, most);
        }
        Some((n, arguments))
    }

    /// A call within an expression.
    pub(super) fn nested_call(&mut self) -> Option<Expr> {
        // Limits the nesting, because arguments may contain calls.
        if self.arguments > 1 {
            return None;
        }
        self.arguments += 1;
        let known = self.known_call();
        self.arguments -= 1;
        let (n, arguments) = known?;
        let id = self.known[n].id;
        if !self
            .program
            .types
            .is_arithmetic(self.program.function(id).result)
        {
            return None;
        }
        self.call(id, arguments)
    }

    /// A local pointer to the function: an existing one after an assignment, or a new one.
    pub(super) fn through_pointer(&mut self, id: FnId) -> Option<Expr> {
        let function = self.make(ExprKind::Function(id))?;
        let ty = self.program.types.pointer(function.ty);
        let known = self.here.variables.iter();
        let same: Vec<Expr> = known
            .filter(|v| v.expr.ty.unqualified() == ty)
            .map(|v| v.expr.clone())
            .collect();
        if let Some(pointer) = self.rng.pick(&same).cloned()
            && !self.is_reserved(&pointer)
        {
            let assign = ExprKind::Assign(Box::new(pointer.clone()), Box::new(function));
            let assign = self.make(assign)?;
            return self.propose(Stmt::Expr(assign)).then_some(pointer);
        }
        let local = self.new_local("fp", ty, Storage::Automatic);
        let init = Some(Init::Expr(function));
        self.propose(Stmt::Declare(local, init)).then(|| {
            self.add_to_scope(local);
            crate::scope::name(local, ty)
        })
    }
}
