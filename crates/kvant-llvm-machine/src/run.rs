//! Execution.

mod answer;
mod atomic;
mod call;
mod contract;
mod external;
mod float;
mod intrinsic;
mod library;
mod masked;
mod memory;
mod observe;
mod outside;
mod pure;
mod region;
mod scalar;
mod variadic;

use crate::choice::Choices;
use crate::code::{Call, Code, Edge, Instruction, Source, Span};
use crate::constraint::{self, Constraint};
use crate::environment::{Environment, Event};
use crate::leaf::{Leaf, Node, Origin, Pointer, Rich};
use crate::memory::{Byte, Kind, Memory, Place};
use crate::outcome::{Budget, Stop, Ub, Unspecified};
use crate::program::{Program, Symbol};
use crate::shape::Scalar;
use crate::text::Object;
pub use observe::Observer;
use outside::{Outside, OutsideMark};

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of instructions. Work on many bytes counts as one for each 64 of them.
    pub steps: u64,
    /// The number of nested calls.
    pub depth: u32,
    /// The bytes of all live allocations.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 10_000_000,
            depth: 1000,
            memory: 1 << 30,
        }
    }
}

/// The end of a run that did not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The reason.
    pub stop: Stop,
    /// The instruction.
    pub at: Origin,
}

/// An access to memory that is not possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The place.
    pub pointer: Leaf,
    /// The number of bytes.
    pub bytes: u64,
    /// The alignment that it needs.
    pub align: u64,
}

/// Calls a function with these leaves as arguments. Returns the leaves of its result.
pub fn call(
    program: &Program<'_>,
    name: &str,
    arguments: &[Leaf],
    limits: Limits,
    choices: &mut dyn Choices,
) -> Result<Vec<Leaf>, Stopped> {
    let mut machine = Machine::new(program, limits, choices);
    machine.begin(name, arguments)?;
    machine.run()
}

/// A machine: a program with its memory and its calls.
pub struct Machine<'p, 'm> {
    pub(crate) program: &'p Program<'m>,
    limits: Limits,
    choices: &'p mut dyn Choices,
    observer: Option<&'p mut (dyn Observer + 'p)>,
    /// Room for copies that are made at once.
    scratch: Vec<Leaf>,
    steps: u64,
    /// The number of calls with contracts so far.
    calls: u64,
    fault: Option<Fault>,
    /// The leaves of all frames.
    pub(crate) slots: Vec<Leaf>,
    pub(crate) frames: Vec<Frame<'p>>,
    pub(crate) memory: Memory,
    outside: Outside<'p>,
}

/// A state to return to. Memory that is not written later is shared with the machine.
pub struct Mark<'p> {
    steps: u64,
    calls: u64,
    slots: Vec<Leaf>,
    frames: Vec<Frame<'p>>,
    memory: Memory,
    outside: OutsideMark,
}

#[derive(Clone)]
pub(crate) struct Frame<'p> {
    pub(crate) code: &'p Code,
    pub(crate) function: u32,
    /// The first of its slots.
    pub(crate) base: usize,
    /// The next instruction.
    pub(crate) next: usize,
    /// The slot of the caller that its result goes to, from the caller's first one on, and the number of leaves.
    result: (u32, u32),
    /// The memory that ends with it.
    allocas: Vec<Node>,
    /// The number of the first allocation that can be made in it.
    first: u64,
    /// The number of functions without recursion, this one included.
    no_recurse: u32,
    /// Promises that end with it.
    duty: Option<Box<contract::Duty>>,
    /// Its arguments behind the parameters, if it is variadic.
    rest: Option<variadic::Rest>,
}

impl<'p, 'm> Machine<'p, 'm> {
    /// A machine before its first call.
    pub fn new(
        program: &'p Program<'m>,
        limits: Limits,
        choices: &'p mut dyn Choices,
    ) -> Machine<'p, 'm> {
        Machine {
            program,
            limits,
            choices,
            observer: None,
            scratch: Vec::new(),
            steps: 0,
            calls: 0,
            fault: None,
            slots: Vec::new(),
            frames: Vec::new(),
            memory: Memory::new(
                program.symbols.len(),
                program.layout.is_big_endian,
                u64::from(program.pointer_bits() / 8),
                limits.memory,
            ),
            outside: Outside::default(),
        }
    }

    /// Sends results of instructions to an observer.
    pub fn observe_with(&mut self, observer: &'p mut (dyn Observer + 'p)) {
        self.observer = Some(observer);
    }

    /// Lets a policy choose the results of unknown functions and the contents of unknown variables.
    pub fn surround_with(&mut self, environment: &'p dyn Environment) {
        self.outside.environment = Some(environment);
    }

    /// Keeps what [`explain`](crate::explain) needs to know of memory, from now on.
    pub fn keep_journal(&mut self) {
        self.memory.journal.open();
    }

    /// Makes an object before the first call, for a pointer among the arguments.
    pub fn make_object(&mut self, object: &Object) -> Result<Pointer, Stop> {
        let node = self
            .memory
            .allocate(Kind::Foreign, object.size, object.align)?;
        if let Some(bytes) = &object.bytes {
            self.memory.set_contents(node, bytes);
        }
        self.outside.given.push(node);
        Ok(Pointer::to(node))
    }

    /// Keeps the memory that unknown functions can read in the events of their calls, from now on.
    pub fn keep_regions(&mut self) {
        self.outside.keeps_regions = true;
    }

    /// Stores a pointer before the first call.
    pub fn store_pointer(&mut self, place: Pointer, value: Pointer) -> Result<(), Stop> {
        let bytes = u64::from(self.program.pointer_bits() / 8);
        let place = self.access(&Leaf::Ptr(place), bytes, 1, true)?;
        let value = Leaf::Ptr(value);
        self.memory
            .store(place.node, place.range, Scalar::Ptr, &value)
    }

    /// The bytes of an object; none if it is dead.
    pub fn contents(&self, node: Node) -> Option<Vec<Byte>> {
        self.memory.contents(node)
    }

    /// True for live memory of `alloca`.
    pub fn is_alloca(&self, node: Node) -> bool {
        self.is_local(Pointer::to(node))
    }

    /// The number of instructions that were executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Begins a call of a function with these leaves as arguments.
    pub fn begin(&mut self, name: &str, arguments: &[Leaf]) -> Result<(), Stopped> {
        let program = self.program;
        let begun = match program.symbol_named(name) {
            _ if program.has_constructors => Err(Program::constructors()),
            None => Err(Stop::IllFormed("there is no such function".into())),
            Some(number) => program.code(number).and_then(|code| {
                let wanted: u32 = code.parameters.iter().map(|it| it.length).sum();
                let kinds = code.parameters.iter().flat_map(|it| &it.kinds);
                let is_null = |(kind, leaf): (&Scalar, &Leaf)| match leaf {
                    Leaf::Ptr(pointer) => kind.is_far() && pointer.node.is_none(),
                    _ => false,
                };
                if kinds.zip(arguments).any(is_null) {
                    return Err(Unspecified::AddressSpace.into());
                }
                match wanted as usize == arguments.len() {
                    true => self.enter(number, code, arguments.to_vec(), None),
                    false => Err(Stop::IllFormed("the arguments do not fit".into())),
                }
            }),
        };
        let given = self.outside.given.iter().copied();
        let alone = given.filter(|node| self.memory.is_exclusive(*node));
        self.outside.alone = alone.collect();
        begun.map_err(|stop| self.stopped(stop))
    }

    /// Executes until the first function returns.
    pub fn run(&mut self) -> Result<Vec<Leaf>, Stopped> {
        loop {
            match self.execute() {
                Ok(None) => {}
                Ok(Some(result)) => return Ok(result),
                Err(stop) => return Err(self.stopped(stop)),
            }
        }
    }

    /// Executes one instruction. Returns the result of the first function if that was its end.
    pub fn step(&mut self) -> Result<Option<Vec<Leaf>>, Stopped> {
        self.execute().map_err(|stop| self.stopped(stop))
    }

    /// The current state.
    pub fn mark(&self) -> Mark<'p> {
        Mark {
            steps: self.steps,
            calls: self.calls,
            slots: self.slots.clone(),
            frames: self.frames.clone(),
            memory: self.memory.clone(),
            outside: self.outside.mark(),
        }
    }

    /// Returns to an earlier state. Choices and what observers saw are not taken back.
    pub fn undo(&mut self, mark: &Mark<'p>) {
        self.steps = mark.steps;
        self.calls = mark.calls;
        self.slots.clone_from(&mark.slots);
        self.frames.clone_from(&mark.frames);
        self.memory.clone_from(&mark.memory);
        self.outside.undo(mark.outside);
    }

    /// The access that stopped the run, if it was one.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.outside.events
    }

    /// True if something depended on the [`Environment`] so far.
    pub fn asked_outside(&self) -> bool {
        self.outside.was_asked.get() || !self.outside.events.is_empty()
    }

    /// The pointer to a symbol.
    pub fn symbol(&self, name: &str) -> Option<Pointer> {
        let number = self
            .program
            .symbol_number(self.program.module.names.find(name)?)?;
        Some(Pointer::to(Memory::symbol(number)))
    }

    /// The memory of a symbol, which is made if it was not needed yet. None if there is no such symbol.
    pub fn make_symbol(&mut self, name: &str) -> Result<Option<Node>, Stop> {
        let node = self.symbol(name).and_then(|pointer| pointer.node);
        node.map(|node| self.make(node).map(|()| node)).transpose()
    }

    /// The symbols whose memory was needed so far, by their names.
    pub fn made_symbols(&self) -> impl Iterator<Item = (&'p str, Node)> {
        let numbers = (0..).zip(&self.program.symbols);
        numbers.filter_map(|(number, symbol)| {
            let name = match symbol {
                Symbol::Function(function, _) => function.name,
                Symbol::Global(global) => global.name,
                Symbol::Alias(_) | Symbol::Block(..) => return None,
            };
            let is_made = self.memory.has_symbol(number);
            is_made.then(|| (self.program.module.names.get(name), Memory::symbol(number)))
        })
    }

    /// Loads an integer of so many bits from memory.
    pub fn load(&mut self, pointer: Pointer, bits: u32) -> Result<Leaf, Stop> {
        let bytes = u64::from(bits.div_ceil(8));
        let place = self.access(&Leaf::Ptr(pointer), bytes, 1, false)?;
        self.memory.load(place.node, place.range, Scalar::Int(bits))
    }

    fn stopped(&self, stop: Stop) -> Stopped {
        let stop = match stop {
            Stop::Ended(_) if self.must_return() => Ub::WillReturn.into(),
            stop => stop,
        };
        Stopped {
            stop,
            at: self.origin(),
        }
    }
}

impl<'p> Machine<'p, '_> {
    fn enter(
        &mut self,
        function: u32,
        code: &'p Code,
        mut arguments: Vec<Leaf>,
        call: Option<&Call>,
    ) -> Result<(), Stop> {
        self.check_recursion(function, code)?;
        let first_allocation = self.memory.next();
        let (base, mut first) = (self.slots.len(), 0);
        let mut copies = Vec::new();
        for parameter in &code.parameters {
            let last = first + parameter.length as usize;
            self.constrain(
                &parameter.constraints,
                &parameter.kinds,
                &mut arguments[first..last],
            )?;
            if let (Some((size, align)), [pointer]) = (parameter.copy, &mut arguments[first..last])
            {
                // The attribute `align` is checked with the others; without it, the target decides. The copy is no access of the caller: compilers infer
                // `readnone` for pointers that are only passed on in this way.
                let from = self.passed_bytes(pointer, size, align)?;
                let node = self.memory.allocate(Kind::Data, size, align)?;
                let to = Place {
                    node,
                    range: 0..size as usize,
                    hidden: None,
                };
                self.copy(&from, &to)?;
                *pointer = Leaf::Ptr(Pointer::to(node));
                copies.push(node);
            }
            first = last;
        }
        let is_plain = code.is_plain && call.is_none_or(|call| call.is_plain);
        let duty = match is_plain {
            true => None,
            false => {
                let promises = (&code.parameters[..], code.contract.as_deref());
                self.begin_duty(promises, call, &mut arguments, first_allocation)?
            }
        };
        if call.is_some_and(|call| call.is_tail) {
            self.seal(self.frames.len() - 1, true);
        }
        let outer = self.frames.last().map_or(0, |frame| frame.no_recurse);
        let is_limited = code.contract.as_ref().is_some_and(|it| it.no_recurse);
        // Parameters are the first locals.
        self.slots.extend(arguments);
        let poison = Leaf::Poison(Origin::OUTSIDE);
        self.slots.resize(base + code.slots as usize, poison);
        self.frames.push(Frame {
            code,
            function,
            base,
            next: 0,
            result: call.map_or((0, 0), |call| call.result),
            allocas: copies,
            first: first_allocation,
            no_recurse: outer + u32::from(is_limited),
            duty,
            rest: None,
        });
        Ok(())
    }

    /// Applies constraints to leaves.
    fn constrain(
        &mut self,
        constraints: &[Constraint],
        kinds: &[Scalar],
        leaves: &mut [Leaf],
    ) -> Result<(), Stop> {
        if constraints.is_empty() {
            return Ok(());
        }
        for leaf in leaves.iter() {
            if let Leaf::Ptr(Pointer {
                node: Some(node), ..
            }) = leaf
            {
                self.make(*node)?;
            }
        }
        let first = leaves.first().cloned();
        let applied = constraint::apply(&self.memory, constraints, kinds, leaves, self.origin());
        if applied == Err(Ub::NotDereferenceable.into()) {
            let mut fault = Fault {
                pointer: first.unwrap_or(Leaf::Undef),
                bytes: 0,
                align: 1,
            };
            for constraint in constraints {
                match constraint {
                    Constraint::Dereferenceable(bytes, _) => fault.bytes = *bytes,
                    Constraint::Align(align) => fault.align = *align,
                    _ => {}
                }
            }
            self.fault = Some(fault);
        }
        applied
    }

    /// The instruction that is executed.
    fn origin(&self) -> Origin {
        let Some(frame) = self.frames.last() else {
            return Origin::OUTSIDE;
        };
        let current = frame.next.saturating_sub(1);
        Origin {
            function: frame.function,
            instruction: frame.code.numbers.get(current).copied().unwrap_or(u32::MAX),
        }
    }

    #[inline]
    fn execute(&mut self) -> Result<Option<Vec<Leaf>>, Stop> {
        let Some(frame) = self.frames.last_mut() else {
            return Ok(Some(Vec::new()));
        };
        let (code, base) = (frame.code, frame.base);
        let Some(instruction) = code.instructions.get(frame.next) else {
            return Err(Stop::IllFormed("a block does not end".into()));
        };
        frame.next += 1;
        self.steps += 1;
        if self.steps > self.limits.steps {
            let limit = self.limits.steps;
            return Err(Budget::Steps { limit }.into());
        }
        match instruction {
            Instruction::Jump(edge) => self.jump(&code.edges[*edge as usize]),
            Instruction::Branch { condition, edges } => {
                let edge = match leaf(&self.slots, code, base, *condition) {
                    Leaf::Int(0) => edges[1],
                    Leaf::Int(_) => edges[0],
                    _ => return Err(Ub::UndefinedBranch.into()),
                };
                self.jump(&code.edges[edge as usize]);
            }
            Instruction::Switch {
                value,
                default,
                cases,
            } => {
                let case = match leaf(&self.slots, code, base, *value) {
                    Leaf::Int(value) => {
                        if let Some(observer) = &mut self.observer {
                            observe::cases(*observer, self.frames.last(), *value, cases);
                        }
                        cases.iter().find(|(case, _)| case == value)
                    }
                    Leaf::Ptr(_) => return Err(Unspecified::Address.into()),
                    _ => return Err(Ub::UndefinedBranch.into()),
                };
                let edge = case.map_or(*default, |(_, edge)| *edge);
                self.jump(&code.edges[edge as usize]);
            }
            Instruction::IndirectBranch { pointer, targets } => {
                let pointer = match leaf(&self.slots, code, base, *pointer) {
                    Leaf::Ptr(pointer) => *pointer,
                    Leaf::Poison(_) | Leaf::Undef => return Err(Ub::UndefinedBranch.into()),
                    _ => return Err(Unspecified::Address.into()),
                };
                let is_target = |(symbol, _): &&(u32, u32)| {
                    pointer.offset == 0 && pointer.node == Some(Memory::symbol(*symbol))
                };
                let target = targets.iter().find(is_target).ok_or(Ub::BadBranch)?;
                self.jump(&code.edges[target.1 as usize]);
            }
            Instruction::WideSwitch(switch) => {
                let value = leaf(&self.slots, code, base, switch.value);
                let edge = match value {
                    Leaf::Rich(rich) if matches!(**rich, Rich::Wide(_)) => {
                        let case = switch.cases.iter().find(|(case, _)| case == value);
                        case.map_or(switch.default, |(_, edge)| *edge)
                    }
                    _ => return Err(Ub::UndefinedBranch.into()),
                };
                self.jump(&code.edges[edge as usize]);
            }
            Instruction::Return { value } => {
                return self.leave(*value);
            }
            Instruction::Call(call) => self.call(call)?,
            _ => {
                match instruction {
                    Instruction::Float { .. } => self.float(instruction, code, base)?,
                    Instruction::FloatCall(call) => self.float_call(call, code, base)?,
                    Instruction::Pure(_)
                    | Instruction::Predicated(_)
                    | Instruction::Constrain { .. } => self.pure_step(instruction, code, base)?,
                    _ => self.plain(instruction, code, base)?,
                }
                if self.observer.is_some() {
                    self.observe();
                }
            }
        }
        Ok(None)
    }

    fn jump(&mut self, edge: &Edge) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        frame.next = edge.target as usize;
        let (code, base) = (frame.code, frame.base);
        match &edge.copies[..] {
            [] => {}
            [(to, span)] if span.length == 1 => {
                let value = leaf(&self.slots, code, base, span.source).clone();
                self.slots[base + *to as usize] = value;
            }
            copies => {
                // A phi may use another one of the same block, as it was before.
                self.scratch.clear();
                for (_, span) in copies {
                    let leaves = leaves(&self.slots, code, base, *span);
                    self.scratch.extend_from_slice(leaves);
                }
                let mut values = self.scratch.drain(..);
                for (to, span) in copies {
                    let to = base + *to as usize;
                    for slot in &mut self.slots[to..to + span.length as usize] {
                        if let Some(value) = values.next() {
                            *slot = value;
                        }
                    }
                }
            }
        }
        if self.observer.is_some() {
            self.observe_phis(edge);
        }
    }

    /// Ends the function. The result of the outermost one is returned.
    fn leave(&mut self, value: Option<Span>) -> Result<Option<Vec<Leaf>>, Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(None);
        };
        let (code, base) = (frame.code, frame.base);
        let mut result = match value {
            Some(span) => leaves(&self.slots, code, base, span).to_vec(),
            None => Vec::new(),
        };
        self.check_result(code, base, &result)?;
        self.constrain(&code.result.0, &code.result.1, &mut result)?;
        let Some(frame) = self.frames.pop() else {
            return Ok(None);
        };
        let call = match self.frames.last() {
            Some(caller) => match caller.code.instructions.get(caller.next.saturating_sub(1)) {
                Some(Instruction::Call(call)) => Some(&**call),
                _ => None,
            },
            None => None,
        };
        if frame.never_returns(call) {
            return Err(Ub::NoReturn.into());
        }
        if let Some(duty) = &frame.duty {
            self.end_duty(duty, &mut result);
        }
        if call.is_some_and(|call| call.is_tail) {
            self.seal(self.frames.len() - 1, false);
        }
        self.slots.truncate(frame.base);
        for node in frame.allocas {
            self.memory.free(node);
        }
        let Some(caller) = self.frames.last() else {
            return Ok(Some(result));
        };
        let (code, base) = (caller.code, caller.base);
        if let Some(call) = call {
            if let Some(span) = call.returned {
                contract::check_returned(leaves(&self.slots, code, base, span), &result)?;
            }
            self.constrain(&call.of_result, &call.kinds, &mut result)?;
        }
        let to = base + frame.result.0 as usize;
        for (slot, value) in self.slots[to..].iter_mut().zip(result) {
            *slot = value;
        }
        if self.observer.is_some() {
            self.observe();
        }
        Ok(None)
    }
}

fn leaf<'s>(slots: &'s [Leaf], code: &'s Code, base: usize, source: Source) -> &'s Leaf {
    match source.split() {
        Ok(slot) => &slots[base + slot],
        Err(constant) => &code.constants[constant],
    }
}

fn leaves<'s>(slots: &'s [Leaf], code: &'s Code, base: usize, span: Span) -> &'s [Leaf] {
    let length = span.length as usize;
    match span.source.split() {
        Ok(slot) => &slots[base + slot..base + slot + length],
        Err(constant) => &code.constants[constant..constant + length],
    }
}
