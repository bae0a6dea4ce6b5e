//! Execution.

mod float;

use kvant_llvm::syntax::{CastOp, Flag};

use crate::choice::{self, Choices};
use crate::code::{Call, Callee, Code, Edge, Gep, Instruction, Piece, Source, Span, Step};
use crate::constraint::{self, Constraint};
use crate::int::{self, Context};
use crate::intrinsic::{self, Intrinsic};
use crate::leaf::{Leaf, Node, Origin, Pointer, Rich, mask, signed};
use crate::memory::{Kind, Memory};
use crate::outcome::{Budget, Stop, Ub, Unspecified, Unsupported};
use crate::program::{Program, Symbol};
use crate::shape::Scalar;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of instructions.
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

/// Receives the results of instructions as they are executed.
pub trait Observer {
    /// An instruction has this result.
    fn result(&mut self, at: Origin, leaves: &[Leaf]);
}

/// Calls a function with these leaves as arguments. Returns the leaves of its result.
pub fn call(
    program: &Program<'_>,
    name: &str,
    arguments: &[Leaf],
    limits: Limits,
    choices: &mut dyn Choices,
) -> Result<Vec<Leaf>, Stopped> {
    call_observed(program, name, arguments, limits, choices, None)
}

/// [`call`] with an observer.
pub fn call_observed<'p>(
    program: &'p Program<'_>,
    name: &str,
    arguments: &[Leaf],
    limits: Limits,
    choices: &'p mut dyn Choices,
    observer: Option<&'p mut (dyn Observer + 'p)>,
) -> Result<Vec<Leaf>, Stopped> {
    let outside = |stop| Stopped {
        stop,
        at: Origin::OUTSIDE,
    };
    let number = program.module.names.find(name);
    let number = number.and_then(|name| program.symbol_number(name));
    let number =
        number.ok_or_else(|| outside(Stop::IllFormed("there is no such function".into())))?;
    let code = program.code(number).map_err(outside)?;
    let wanted: u32 = code.parameters.iter().map(|it| it.length).sum();
    if wanted as usize != arguments.len() {
        return Err(outside(Stop::IllFormed("the arguments do not fit".into())));
    }
    let mut machine = Machine {
        program,
        limits,
        choices,
        observer,
        steps: 0,
        slots: Vec::new(),
        frames: Vec::new(),
        scratch: Vec::new(),
        memory: Memory::new(
            program.symbols.len(),
            program.layout.is_big_endian,
            u64::from(program.pointer_bits() / 8),
            limits.memory,
        ),
    };
    let entered = machine.enter(number, code, arguments.to_vec(), (0, 0));
    entered.map_err(outside)?;
    loop {
        match machine.run() {
            Ok(leaves) => return Ok(leaves),
            Err(stop) => {
                let at = machine.origin();
                return Err(Stopped { stop, at });
            }
        }
    }
}

struct Machine<'p, 'm> {
    program: &'p Program<'m>,
    limits: Limits,
    choices: &'p mut dyn Choices,
    observer: Option<&'p mut (dyn Observer + 'p)>,
    steps: u64,
    /// The leaves of all frames.
    slots: Vec<Leaf>,
    frames: Vec<Frame<'p>>,
    /// Room for copies that are made at once.
    scratch: Vec<Leaf>,
    memory: Memory,
}

struct Frame<'p> {
    code: &'p Code,
    function: u32,
    /// The first of its slots.
    base: usize,
    /// The next instruction.
    next: usize,
    /// The slot of the caller that its result goes to, from the caller's first one on, and the number of leaves.
    result: (u32, u32),
    /// The memory that ends with it.
    allocas: Vec<Node>,
}

impl<'p> Machine<'p, '_> {
    fn enter(
        &mut self,
        function: u32,
        code: &'p Code,
        mut arguments: Vec<Leaf>,
        result: (u32, u32),
    ) -> Result<(), Stop> {
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
                // The attribute `align` is checked with the others.
                let from = self.access(pointer, size, 1, false)?;
                let node = self.memory.allocate(Kind::Data, size, align)?;
                self.memory.copy(from, (node, 0..size as usize))?;
                *pointer = Leaf::Ptr(Pointer {
                    node: Some(node),
                    offset: 0,
                });
                copies.push(node);
            }
            first = last;
        }
        // Parameters are the first locals.
        self.slots.extend(arguments);
        let poison = Leaf::Poison(Origin::OUTSIDE);
        self.slots.resize(base + code.slots as usize, poison);
        self.frames.push(Frame {
            code,
            function,
            base,
            next: 0,
            result,
            allocas: copies,
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
        constraint::apply(&self.memory, constraints, kinds, leaves, self.origin())
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

    fn run(&mut self) -> Result<Vec<Leaf>, Stop> {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(Vec::new());
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
                    let Leaf::Int(value) = leaf(&self.slots, code, base, *value) else {
                        return Err(Ub::UndefinedBranch.into());
                    };
                    let case = cases.iter().find(|(case, _)| case == value);
                    let edge = case.map_or(*default, |(_, edge)| *edge);
                    self.jump(&code.edges[edge as usize]);
                }
                Instruction::Return { value } => {
                    if let Some(leaves) = self.leave(*value)? {
                        return Ok(leaves);
                    }
                }
                Instruction::Call(call) => self.call(call)?,
                _ => {
                    match instruction {
                        Instruction::Float { .. } => self.float(instruction, code, base)?,
                        Instruction::FloatCall(call) => self.float_call(call, code, base)?,
                        _ => self.step(instruction, code, base)?,
                    }
                    if self.observer.is_some() {
                        self.observe();
                    }
                }
            }
        }
    }

    /// Tells the observer the result of the current instruction.
    fn observe(&mut self) {
        let at = self.origin();
        let (Some(observer), Some(frame)) = (&mut self.observer, self.frames.last()) else {
            return;
        };
        let current = frame.next.saturating_sub(1);
        // Fast-math flags are applied by another instruction of the same number.
        if frame.code.numbers.get(frame.next) == Some(&at.instruction) {
            return;
        }
        let (slot, length) = frame.code.results.get(current).copied().unwrap_or_default();
        let first = frame.base + slot as usize;
        observer.result(at, &self.slots[first..first + length as usize]);
    }

    /// Tells the observer the values of phis.
    fn observe_phis(&mut self, edge: &Edge) {
        let (Some(observer), Some(frame)) = (&mut self.observer, self.frames.last()) else {
            return;
        };
        let later = frame.code.numbers.get(frame.next..).unwrap_or_default();
        for (number, (slot, span)) in edge.phis.iter().zip(&edge.copies) {
            if later.contains(number) {
                continue;
            }
            let at = Origin {
                function: frame.function,
                instruction: *number,
            };
            let first = frame.base + *slot as usize;
            observer.result(at, &self.slots[first..first + span.length as usize]);
        }
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
        self.constrain(&code.result.0, &code.result.1, &mut result)?;
        let Some(frame) = self.frames.pop() else {
            return Ok(None);
        };
        self.slots.truncate(frame.base);
        for node in frame.allocas {
            self.memory.free(node);
        }
        let Some(caller) = self.frames.last() else {
            return Ok(Some(result));
        };
        let (code, base, current) = (caller.code, caller.base, caller.next.saturating_sub(1));
        if let Some(Instruction::Call(call)) = code.instructions.get(current) {
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

    fn call(&mut self, call: &Call) -> Result<(), Stop> {
        let origin = self.origin();
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code, frame.base);
        let number = match &call.callee {
            Callee::Function(number) => Some(*number),
            Callee::Pointer(source) => match leaf(&self.slots, code, base, *source) {
                Leaf::Ptr(pointer) => Some(self.called(*pointer)?),
                _ => return Err(Ub::BadCall.into()),
            },
            Callee::Intrinsic(_) => None,
        };
        match (&call.callee, number) {
            (_, Some(number)) => {
                if self.frames.len() >= self.limits.depth as usize {
                    let limit = self.limits.depth;
                    return Err(Budget::Depth { limit }.into());
                }
                let mut arguments = Vec::new();
                for (span, (constraints, kinds)) in call.arguments.iter().zip(&call.constraints) {
                    let first = arguments.len();
                    arguments.extend_from_slice(leaves(&self.slots, code, base, *span));
                    self.constrain(constraints, kinds, &mut arguments[first..])?;
                }
                let callee = self.program.code(number)?;
                let wanted: u32 = callee.parameters.iter().map(|it| it.length).sum();
                if wanted as usize != arguments.len() {
                    return Err(Ub::BadCall.into());
                }
                self.enter(number, callee, arguments, call.result)?;
            }
            (Callee::Intrinsic(intrinsic), None) if intrinsic.is_of_memory() => {
                let operands: Vec<Leaf> = call
                    .arguments
                    .iter()
                    .flat_map(|span| leaves(&self.slots, code, base, *span))
                    .cloned()
                    .collect();
                self.memory_intrinsic(*intrinsic, &operands)?;
            }
            (Callee::Intrinsic(intrinsic), None) => {
                if *intrinsic == Intrinsic::Assume {
                    for (tag, operands) in &call.bundles {
                        let operands = operands.iter();
                        let operands = operands.flat_map(|it| leaves(&self.slots, code, base, *it));
                        let operands: Vec<Leaf> = operands.cloned().collect();
                        self.assume(tag, &operands)?;
                    }
                }
                let operands: Vec<&[Leaf]> = call
                    .arguments
                    .iter()
                    .map(|span| leaves(&self.slots, code, base, *span))
                    .collect();
                let mut context = Context {
                    origin,
                    choices: self.choices,
                };
                let result =
                    intrinsic::call(&mut context, *intrinsic, &operands, call.first, &call.kinds)?;
                let to = base + call.result.0 as usize;
                for (slot, value) in self.slots[to..].iter_mut().zip(result) {
                    *slot = value;
                }
                if self.observer.is_some() {
                    self.observe();
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The function that a pointer leads to.
    fn called(&mut self, pointer: Pointer) -> Result<u32, Stop> {
        let node = pointer.node.filter(|_| pointer.offset == 0);
        let node = node.ok_or(Ub::BadCall)?;
        self.make(node)?;
        match self.memory.kind_of(node)? {
            Kind::Function(number) => Ok(number),
            _ => Err(Ub::BadCall.into()),
        }
    }

    /// An operand bundle of `llvm.assume`.
    fn assume(&mut self, tag: &str, operands: &[Leaf]) -> Result<(), Stop> {
        let number = |leaf: Option<&Leaf>| match leaf {
            Some(Leaf::Int(number)) => Some(*number as u64),
            _ => None,
        };
        let [value, rest @ ..] = operands else {
            return Ok(());
        };
        let constraint = match (tag, number(rest.first())) {
            ("noundef", _) => Constraint::NoUndef,
            ("nonnull", _) => Constraint::NonNull,
            ("align", Some(align)) => Constraint::Align(align),
            ("dereferenceable", Some(bytes)) => Constraint::Dereferenceable(bytes, false),
            ("dereferenceable_or_null", Some(bytes)) => Constraint::Dereferenceable(bytes, true),
            ("align" | "dereferenceable" | "dereferenceable_or_null", None) => {
                return Err(Ub::Assume.into());
            }
            ("cold" | "ignore", _) => return Ok(()),
            _ => {
                let name = format!("llvm.assume with {tag}").into();
                return Err(Unsupported::Intrinsic { name }.into());
            }
        };
        let mut value = value.clone();
        if let (Constraint::Align(_), Some(offset), Leaf::Ptr(pointer)) =
            (&constraint, number(rest.get(1)), &mut value)
        {
            pointer.offset = pointer.offset.wrapping_sub(offset as i64);
        }
        // Only pointers can violate these, and `noundef` holds for any value.
        let leaves = std::slice::from_mut(&mut value);
        self.constrain(&[constraint], &[Scalar::Ptr], leaves)
            .map_err(|stop| match stop {
                Stop::Ub(_) => Ub::Assume.into(),
                other => other,
            })?;
        match value {
            Leaf::Poison(_) => Err(Ub::Assume.into()),
            _ => Ok(()),
        }
    }

    /// An intrinsic on memory, with the leaves of its arguments.
    fn memory_intrinsic(&mut self, intrinsic: Intrinsic, operands: &[Leaf]) -> Result<(), Stop> {
        let length = |leaf: &Leaf| match leaf {
            Leaf::Int(length) => Ok(u64::try_from(*length).unwrap_or(u64::MAX)),
            _ => Err(Stop::from(Ub::BadPointer)),
        };
        match (intrinsic, operands) {
            (
                Intrinsic::LifetimeStart,
                [
                    ..,
                    Leaf::Ptr(Pointer {
                        node: Some(node), ..
                    }),
                ],
            ) => self.memory.begin(*node),
            (
                Intrinsic::LifetimeEnd,
                [
                    ..,
                    Leaf::Ptr(Pointer {
                        node: Some(node), ..
                    }),
                ],
            ) => {
                let origin = self.origin();
                self.memory.end(*node, origin)
            }
            (Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, [.., Leaf::Poison(_)]) => Ok(()),
            (Intrinsic::MemCpy | Intrinsic::MemMove, [to, from, bytes, ..]) => {
                let bytes = length(bytes)?;
                if bytes == 0 {
                    return Ok(());
                }
                let from = self.access(from, bytes, 1, false)?;
                let to = self.access(to, bytes, 1, true)?;
                let overlaps = from.0 == to.0 && from.1.start < to.1.end && to.1.start < from.1.end;
                if intrinsic == Intrinsic::MemCpy && overlaps && from.1 != to.1 {
                    return Err(Ub::OverlappingCopy.into());
                }
                self.memory.copy(from, to)
            }
            (Intrinsic::MemSet, [to, value, bytes, ..]) => {
                let bytes = length(bytes)?;
                if bytes == 0 {
                    return Ok(());
                }
                let (node, range) = self.access(to, bytes, 1, true)?;
                for at in range {
                    self.memory.store(node, at..at + 1, Scalar::Int(8), value)?;
                }
                Ok(())
            }
            _ => Err(Stop::IllFormed("an intrinsic with other arguments".into())),
        }
    }

    /// Makes the memory of a symbol when it is needed first.
    fn make(&mut self, node: Node) -> Result<(), Stop> {
        let number = node.index;
        if number as usize >= self.program.symbols.len() || self.memory.has_symbol(number) {
            return Ok(());
        }
        match &self.program.symbols[number as usize] {
            Symbol::Function(..) => {
                let kind = Kind::Function(number);
                self.memory.allocate_symbol(number, kind, 0, 1)
            }
            Symbol::Global(global) => {
                let program = self.program;
                let name = || program.module.names.get(global.name).into();
                let Some(init) = global.init else {
                    return Err(Unsupported::External { name: name() }.into());
                };
                let (size, natural) = program.size(global.ty)?;
                let align = global.tail.iter().find_map(|property| match property {
                    kvant_llvm::syntax::Tailing::Align(align) => Some(*align),
                    _ => None,
                });
                let kind = Kind::Data;
                let align = align.unwrap_or(natural);
                self.memory.allocate_symbol(number, kind, size, align)?;
                let leaves = program.constant(global.ty, init, &program.module.constants)?;
                let (pieces, _) = program.pieces(global.ty)?;
                for (piece, leaf) in pieces.iter().zip(&leaves) {
                    let at = piece.at as usize;
                    let range = at..at + piece.bytes as usize;
                    self.memory.store(node, range, piece.scalar, leaf)?;
                }
                if global.is_constant {
                    self.memory.make_constant(node);
                }
                Ok(())
            }
            Symbol::Alias(alias) => {
                let name = self.program.module.names.get(alias.name).into();
                Err(Unsupported::External { name }.into())
            }
        }
    }

    /// Checks an access through the pointer in a leaf.
    fn access(
        &mut self,
        leaf: &Leaf,
        bytes: u64,
        align: u64,
        writes: bool,
    ) -> Result<(Node, std::ops::Range<usize>), Stop> {
        let Leaf::Ptr(pointer) = leaf else {
            return Err(Ub::BadPointer.into());
        };
        if let Some(node) = pointer.node {
            self.make(node)?;
        }
        self.memory.access(*pointer, bytes, align, writes)
    }

    fn load(
        &mut self,
        pieces: &[Piece],
        (bytes, align): (u64, u64),
        to: usize,
        pointer: &Leaf,
    ) -> Result<(), Stop> {
        let (node, range) = self.access(pointer, bytes, align, false)?;
        for (n, piece) in pieces.iter().enumerate() {
            let start = range.start + piece.at as usize;
            let range = start..start + piece.bytes as usize;
            self.slots[to + n] = self.memory.load(node, range, piece.scalar)?;
        }
        Ok(())
    }

    /// An instruction on memory or pointers.
    fn memory_step(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        match instruction {
            Instruction::Load {
                pieces,
                bytes,
                align,
                to,
                pointer,
                constraints,
            } => {
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                let to = base + *to as usize;
                self.load(pieces, (*bytes, *align), to, &pointer)?;
                if !constraints.is_empty() {
                    let kinds: Vec<Scalar> = pieces.iter().map(|piece| piece.scalar).collect();
                    let mut values = self.slots[to..to + pieces.len()].to_vec();
                    self.constrain(constraints, &kinds, &mut values)?;
                    self.slots[to..to + pieces.len()].clone_from_slice(&values);
                }
            }
            Instruction::Store {
                pieces,
                bytes,
                align,
                value,
                pointer,
            } => {
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                let (node, range) = self.access(&pointer, *bytes, *align, true)?;
                if pieces.len() > 1 {
                    self.memory.make_undef(node, range.clone())?;
                }
                for (n, piece) in (0..).zip(pieces) {
                    let value = leaf(&self.slots, code, base, value.after(n));
                    let start = range.start + piece.at as usize;
                    let range = start..start + piece.bytes as usize;
                    self.memory.store(node, range, piece.scalar, value)?;
                }
            }
            Instruction::Alloca {
                bytes,
                align,
                count,
                to,
            } => {
                let count = match count {
                    None => 1,
                    Some((count, _)) => match leaf(&self.slots, code, base, *count) {
                        Leaf::Int(count) => u64::try_from(*count).unwrap_or(u64::MAX),
                        _ => return Err(Ub::BadPointer.into()),
                    },
                };
                let node = self
                    .memory
                    .allocate(Kind::Data, bytes.saturating_mul(count), *align)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.allocas.push(node);
                }
                self.slots[base + *to as usize] = Leaf::Ptr(Pointer {
                    node: Some(node),
                    offset: 0,
                });
            }
            Instruction::Gep(gep) => {
                for lane in 0..gep.lanes {
                    let value = self.gep(gep, lane, code, base)?;
                    self.slots[base + (gep.to + lane) as usize] = value;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// One lane of `getelementptr`.
    fn gep(&mut self, gep: &Gep, lane: u32, code: &Code, base: usize) -> Result<Leaf, Stop> {
        let origin = self.origin();
        let of_lane = |(source, is_vector): (Source, bool)| match is_vector {
            true => source.after(lane),
            false => source,
        };
        let mut pointer = match leaf(&self.slots, code, base, of_lane(gep.base)) {
            Leaf::Ptr(pointer) => *pointer,
            Leaf::Poison(origin) => return Ok(Leaf::Poison(*origin)),
            _ => return Err(Unspecified::Address.into()),
        };
        let in_bounds = gep.flags.has(Flag::InBounds);
        let no_wrap = in_bounds || gep.flags.has(Flag::Nusw);
        let unsigned = gep.flags.has(Flag::Nuw);
        let poison = Ok(Leaf::Poison(origin));
        let mut moves = false;
        let start = pointer;
        for step in &gep.steps {
            let by = match step {
                Step::Bytes(bytes) => *bytes,
                Step::Index {
                    index,
                    is_vector,
                    width,
                    scale,
                } => {
                    let index = match leaf(&self.slots, code, base, of_lane((*index, *is_vector))) {
                        Leaf::Int(index) => signed(*index, *width),
                        Leaf::Poison(origin) => return Ok(Leaf::Poison(*origin)),
                        other => match other.parts(*width) {
                            Some((bits, undef)) => {
                                signed(bits | choice::bits(self.choices, undef), *width)
                            }
                            None => return Err(Unspecified::Address.into()),
                        },
                    };
                    let Some(by) = index.checked_mul(i128::from(*scale)) else {
                        return poison;
                    };
                    if (no_wrap || unsigned) && i64::try_from(by).is_err() {
                        return poison;
                    }
                    by as i64
                }
            };
            if unsigned && by < 0 {
                return poison;
            }
            moves |= by != 0;
            let Some(offset) = pointer.offset.checked_add(by) else {
                return match no_wrap || unsigned {
                    true => poison,
                    false => Err(Unspecified::Address.into()),
                };
            };
            pointer.offset = offset;
            if in_bounds && moves && !self.is_inside(start, pointer)? {
                return poison;
            }
        }
        if no_wrap && !in_bounds && moves && !self.is_inside(start, pointer)? {
            // It may wrap or not, by the address.
            return Err(Unspecified::Address.into());
        }
        Ok(Leaf::Ptr(pointer))
    }

    /// True if both pointers are inside of their allocation or at its end.
    fn is_inside(&mut self, from: Pointer, to: Pointer) -> Result<bool, Stop> {
        let Some(node) = from.node else {
            return Ok(false);
        };
        self.make(node)?;
        let size = match self.memory.size_of(node) {
            Ok(size) => size as i64,
            // The bounds of a dead allocation are not kept.
            Err(_) => return Err(Unspecified::Address.into()),
        };
        Ok([from, to].iter().all(|it| (0..=size).contains(&it.offset)))
    }

    /// A comparison of pointers, if both leaves are some.
    fn compare_pointers(
        &mut self,
        predicate: kvant_llvm::syntax::IntPredicate,
        [a, b]: [Pointer; 2],
    ) -> Result<Leaf, Stop> {
        use kvant_llvm::syntax::IntPredicate as P;
        let refused = Err(Unspecified::Address.into());
        let ordering = match (a.node, b.node) {
            (None, None) => (a.offset as u64).cmp(&(b.offset as u64)),
            (Some(x), Some(y)) if x == y => {
                let is_equality = matches!(predicate, P::Eq | P::Ne);
                if !is_equality && !self.is_inside(a, b)? {
                    return refused;
                }
                a.offset.cmp(&b.offset)
            }
            (Some(_), None) if b == Pointer::NULL && self.is_inside(a, a)? => {
                std::cmp::Ordering::Greater
            }
            (None, Some(_)) if a == Pointer::NULL && self.is_inside(b, b)? => {
                std::cmp::Ordering::Less
            }
            // Live objects that are not empty have different addresses, inside of them.
            (Some(_), Some(_)) if matches!(predicate, P::Eq | P::Ne) => {
                let one = Pointer {
                    offset: a.offset.saturating_add(1),
                    ..a
                };
                let other = Pointer {
                    offset: b.offset.saturating_add(1),
                    ..b
                };
                match self.is_inside(a, one)? && self.is_inside(b, other)? {
                    true => std::cmp::Ordering::Less,
                    false => return refused,
                }
            }
            _ => return refused,
        };
        // The sign of an address is not known.
        let is_signed = matches!(predicate, P::Slt | P::Sgt | P::Sle | P::Sge);
        if is_signed && (a.node.is_some() || b.node.is_some()) && a.node != b.node {
            return refused;
        }
        Ok(Leaf::Int(int::holds(predicate, ordering).into()))
    }

    /// An instruction without control flow.
    fn step(&mut self, instruction: &Instruction, code: &Code, base: usize) -> Result<(), Stop> {
        let origin = self.origin();
        let mut context = Context {
            origin,
            choices: self.choices,
        };
        let slots = &mut self.slots;
        match instruction {
            Instruction::Binary {
                op,
                flags,
                width,
                lanes,
                to,
                operands: [a, b],
            } => {
                for n in 0..*lanes {
                    let operands = [
                        leaf(slots, code, base, a.after(n)),
                        leaf(slots, code, base, b.after(n)),
                    ];
                    let value = int::binary(&mut context, *op, *flags, *width, operands)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Compare {
                predicate,
                same_sign,
                width,
                lanes,
                to,
                operands: [a, b],
            } => {
                for n in 0..*lanes {
                    let operands = [
                        leaf(slots, code, base, a.after(n)),
                        leaf(slots, code, base, b.after(n)),
                    ];
                    if let [Leaf::Ptr(x), Leaf::Ptr(y)] = operands {
                        let pointers = [*x, *y];
                        let rest = (n, *lanes, *to, [*a, *b]);
                        return self.compare_lanes(code, base, *predicate, pointers, rest);
                    }
                    let value =
                        int::compare(&mut context, *predicate, *same_sign, *width, operands)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Cast {
                op,
                flags,
                from,
                into,
                lanes,
                to,
                operand,
            } => {
                let pointer = self.program.pointer_bits();
                for n in 0..*lanes {
                    let value = leaf(slots, code, base, operand.after(n));
                    let value = match (*from, *into) {
                        (Scalar::Int(from), Scalar::Int(into)) => {
                            resize(&mut context, *op, *flags, from, into, value)?
                        }
                        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => {
                            crate::float::cast(&mut context, *op, *flags, *from, *into, value)?
                        }
                        (from, into) => address(value, from.bits(pointer), into, pointer)?,
                    };
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Bitcast {
                from,
                into,
                to,
                operand,
            } => {
                let length = from.0;
                let span = Span {
                    source: *operand,
                    length,
                };
                let mut values = leaves(slots, code, base, span).to_vec();
                let is_big_endian = self.program.layout.is_big_endian;
                if is_big_endian {
                    values.reverse();
                }
                let mut result = bitcast(&values, *from, *into, origin)?;
                if is_big_endian {
                    result.reverse();
                }
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(result) {
                    *slot = value;
                }
            }
            Instruction::Select {
                is_lanewise,
                length,
                to,
                condition,
                operands,
            } => {
                for n in 0..*length {
                    let condition = match is_lanewise {
                        true => condition.after(n),
                        false => *condition,
                    };
                    let value = match leaf(slots, code, base, condition) {
                        Leaf::Int(0) => leaf(slots, code, base, operands[1].after(n)).clone(),
                        Leaf::Int(_) => leaf(slots, code, base, operands[0].after(n)).clone(),
                        Leaf::Poison(origin) => Leaf::Poison(*origin),
                        _ => {
                            let chosen = context.choices.choose(2) as usize;
                            leaf(slots, code, base, operands[chosen & 1].after(n)).clone()
                        }
                    };
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Freeze {
                leaves,
                to,
                operand,
            } => {
                for (n, scalar) in (0..).zip(leaves) {
                    let value = leaf(slots, code, base, operand.after(n)).clone();
                    let value = freeze(&mut context, value, *scalar)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Copy { to, parts } => {
                let mut values = Vec::new();
                for part in parts {
                    match part {
                        Some(span) => values.extend_from_slice(leaves(slots, code, base, *span)),
                        None => values.push(Leaf::Poison(origin)),
                    }
                }
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(values) {
                    *slot = value;
                }
            }
            Instruction::ExtractElement {
                lanes,
                to,
                vector,
                index,
            } => {
                let value = match leaf(slots, code, base, *index) {
                    Leaf::Int(n) if *n < u128::from(*lanes) => {
                        leaf(slots, code, base, vector.after(*n as u32)).clone()
                    }
                    Leaf::Poison(origin) => Leaf::Poison(*origin),
                    _ => Leaf::Poison(origin),
                };
                slots[base + *to as usize] = value;
            }
            Instruction::InsertElement {
                lanes,
                to,
                vector,
                element,
                index,
            } => {
                let span = Span {
                    source: *vector,
                    length: *lanes,
                };
                let mut values = leaves(slots, code, base, span).to_vec();
                let element = leaf(slots, code, base, *element).clone();
                match leaf(slots, code, base, *index) {
                    Leaf::Int(n) if *n < u128::from(*lanes) => values[*n as usize] = element,
                    _ => values.fill(Leaf::Poison(origin)),
                }
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(values) {
                    *slot = value;
                }
            }
            Instruction::Unreachable => return Err(Ub::Unreachable.into()),
            Instruction::Refuse(stop) => return Err((**stop).clone()),
            Instruction::Float { .. }
            | Instruction::FloatCall(_)
            | Instruction::Jump(_)
            | Instruction::Branch { .. }
            | Instruction::Switch { .. }
            | Instruction::Return { .. }
            | Instruction::Call(_) => {}
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Alloca { .. }
            | Instruction::Gep(_) => return self.memory_step(instruction, code, base),
        }
        Ok(())
    }

    /// The lanes of a comparison from the first one on that compares pointers.
    fn compare_lanes(
        &mut self,
        code: &Code,
        base: usize,
        predicate: kvant_llvm::syntax::IntPredicate,
        first: [Pointer; 2],
        (n, lanes, to, [a, b]): (u32, u32, u32, [Source; 2]),
    ) -> Result<(), Stop> {
        let mut pointers = Some(first);
        for n in n..lanes {
            let pair = pointers.take().or_else(|| {
                let leaves = [a, b].map(|it| leaf(&self.slots, code, base, it.after(n)));
                match leaves {
                    [Leaf::Ptr(x), Leaf::Ptr(y)] => Some([*x, *y]),
                    _ => None,
                }
            });
            let value = match pair {
                Some(pair) => self.compare_pointers(predicate, pair)?,
                None => {
                    let leaves =
                        [a, b].map(|it| leaf(&self.slots, code, base, it.after(n)).clone());
                    match leaves.into_iter().find(Leaf::is_poison) {
                        Some(poison) => poison,
                        None => return Err(Unspecified::Address.into()),
                    }
                }
            };
            self.slots[base + (to + n) as usize] = value;
        }
        Ok(())
    }
}

/// `ptrtoint`, `ptrtoaddr` or `inttoptr`. An integer of another width than a pointer is made of null only.
fn address(value: &Leaf, from: u32, into: Scalar, pointer: u32) -> Result<Leaf, Stop> {
    match (value, into) {
        (Leaf::Poison(_), _) => Ok(value.clone()),
        (Leaf::Ptr(it), Scalar::Int(width)) => match it.node {
            None => Ok(Leaf::Int(u128::from(it.offset as u64) & mask(width))),
            Some(_) if width == pointer => Ok(value.clone()),
            Some(_) => Err(Unspecified::Address.into()),
        },
        (Leaf::Ptr(_), _) if from == pointer => Ok(value.clone()),
        (Leaf::Int(bits), Scalar::Ptr) => Ok(Leaf::Ptr(Pointer {
            node: None,
            offset: (bits & mask(pointer)) as i64,
        })),
        _ => Err(Unspecified::Address.into()),
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

/// `trunc`, `zext` or `sext`.
fn resize(
    context: &mut Context<'_>,
    op: CastOp,
    flags: kvant_llvm::syntax::Flags,
    from: u32,
    into: u32,
    value: &Leaf,
) -> Result<Leaf, Stop> {
    if let Leaf::Poison(_) = value {
        return Ok(value.clone());
    }
    if let Leaf::Ptr(_) = value {
        return Err(Unspecified::Address.into());
    }
    let poison = Leaf::Poison(context.origin);
    if from > 128 || into > 128 {
        let big = int::big(context, value, from);
        let signed = int::big_signed(&big, from);
        let leaf = match op {
            CastOp::SExt => int::from_big_signed(&signed, into),
            _ => int::from_big(big.clone(), into),
        };
        let is_poison = match op {
            CastOp::Trunc => {
                let unsigned = flags.has(Flag::Nuw) && big.bits() > u64::from(into);
                let fits = int::big_signed(&int::big(context, &leaf, into), into) == signed;
                unsigned || flags.has(Flag::Nsw) && !fits
            }
            CastOp::ZExt => flags.has(Flag::Nneg) && signed.sign() == num_bigint::Sign::Minus,
            _ => false,
        };
        return Ok(if is_poison { poison } else { leaf });
    }
    let Some((bits, undef)) = value.parts(from) else {
        return Err(Stop::IllFormed("an integer of another width".into()));
    };
    match op {
        CastOp::Trunc if flags.is_empty() => {
            let all = mask(into);
            Ok(Leaf::with_undef(bits & all, undef & all, into))
        }
        CastOp::ZExt if flags.is_empty() => Ok(Leaf::with_undef(bits, undef, into)),
        _ => {
            // The sign, or the bits that a flag is about, are chosen.
            let top = 1u128 << (from - 1);
            let chosen = match op {
                CastOp::SExt => choice::bits(context.choices, undef & top),
                CastOp::ZExt => choice::bits(context.choices, undef & top),
                _ => choice::bits(context.choices, undef),
            };
            let undef = match op {
                CastOp::Trunc => 0,
                _ => undef & !top,
            };
            let bits = bits | chosen;
            match op {
                CastOp::SExt => {
                    let value = signed(bits, from).cast_unsigned() & mask(into);
                    Ok(Leaf::with_undef(value, undef, into))
                }
                CastOp::ZExt if bits & top != 0 => Ok(poison),
                CastOp::ZExt => Ok(Leaf::with_undef(bits, undef, into)),
                _ => {
                    let value = bits & mask(into);
                    let unsigned = flags.has(Flag::Nuw) && value != bits;
                    let signs = flags.has(Flag::Nsw) && signed(value, into) != signed(bits, from);
                    Ok(if unsigned || signs {
                        poison
                    } else {
                        Leaf::Int(value)
                    })
                }
            }
        }
    }
}

fn freeze(context: &mut Context<'_>, value: Leaf, scalar: Scalar) -> Result<Leaf, Stop> {
    Ok(match (value, scalar) {
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Int(width)) if width > 128 => {
            let big = int::big(context, &Leaf::Undef, width);
            int::from_big(big, width)
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Int(width)) => {
            Leaf::Int(choice::bits(context.choices, mask(width)))
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Float(kind)) => {
            Leaf::Int(choice::bits(context.choices, mask(kind.bits())))
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Ptr) => return Err(Unspecified::Address.into()),
        (Leaf::Rich(rich), _) => match *rich {
            Rich::Partial { bits, undef } => Leaf::Int(bits | choice::bits(context.choices, undef)),
            Rich::Wide(value) => Leaf::Rich(Box::new(Rich::Wide(value))),
        },
        (value, _) => value,
    })
}

/// Leaves of one size as leaves of another. The first leaf has the lowest bits, as in memory of a little-endian target. For a
/// big-endian one, both are in reverse order.
fn bitcast(
    values: &[Leaf],
    (_, from): (u32, Scalar),
    (count, into): (u32, Scalar),
    origin: Origin,
) -> Result<Vec<Leaf>, Stop> {
    if values.len() == count as usize {
        return Ok(values.to_vec());
    }
    let (from, into) = match (from, into) {
        (Scalar::Ptr, _) | (_, Scalar::Ptr) => {
            return Err(Stop::IllFormed("a cast of pointers to other leaves".into()));
        }
        (from, into) => (from.bits(64), into.bits(64)),
    };
    if from > 128 || into > 128 {
        return Err(Stop::IllFormed("a cast of wide integers".into()));
    }
    let mut result = Vec::with_capacity(count as usize);
    for n in 0..count {
        let (mut bits, mut undef, mut poison) = (0, 0, None);
        for bit in 0..into {
            let position = n * into + bit;
            let (index, at) = ((position / from) as usize, position % from);
            match &values[index] {
                Leaf::Poison(origin) => poison = Some(*origin),
                other => match other.parts(from) {
                    Some((value, open)) => {
                        bits |= (value >> at & 1) << bit;
                        undef |= (open >> at & 1) << bit;
                    }
                    None => poison = Some(origin),
                },
            }
        }
        result.push(match poison {
            Some(origin) => Leaf::Poison(origin),
            None => Leaf::with_undef(bits, undef, into),
        });
    }
    Ok(result)
}
