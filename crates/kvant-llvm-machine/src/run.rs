//! Execution.

mod float;

use kvant_llvm::syntax::{CastOp, Flag};

use crate::choice::{self, Choices};
use crate::code::{Call, Callee, Code, Edge, Instruction, Source, Span};
use crate::int::{self, Context};
use crate::intrinsic;
use crate::leaf::{Leaf, Origin, Rich, mask, signed};
use crate::outcome::{Budget, Stop, Ub, Unspecified};
use crate::program::Program;
use crate::shape::Scalar;

/// Limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of instructions.
    pub steps: u64,
    /// The number of nested calls.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 10_000_000,
            depth: 1000,
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

/// Calls a function with these leaves as arguments. Returns the leaves of its result.
pub fn call(
    program: &Program<'_>,
    name: &str,
    arguments: &[Leaf],
    limits: Limits,
    choices: &mut dyn Choices,
) -> Result<Vec<Leaf>, Stopped> {
    let outside = |stop| Stopped {
        stop,
        at: Origin::OUTSIDE,
    };
    let number = program.number_of(name);
    let number =
        number.ok_or_else(|| outside(Stop::IllFormed("there is no such function".into())))?;
    let code = program.code(number).map_err(outside)?;
    let wanted: u32 = code.parameters.iter().map(|(span, _)| span.length).sum();
    if wanted as usize != arguments.len() {
        return Err(outside(Stop::IllFormed("the arguments do not fit".into())));
    }
    let mut machine = Machine {
        program,
        limits,
        choices,
        steps: 0,
        slots: Vec::new(),
        frames: Vec::new(),
        scratch: Vec::new(),
    };
    machine.enter(number, code, arguments.to_vec(), (0, 0));
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
    steps: u64,
    /// The leaves of all frames.
    slots: Vec<Leaf>,
    frames: Vec<Frame<'p>>,
    /// Room for copies that are made at once.
    scratch: Vec<Leaf>,
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
}

impl<'p> Machine<'p, '_> {
    fn enter(&mut self, function: u32, code: &'p Code, arguments: Vec<Leaf>, result: (u32, u32)) {
        let base = self.slots.len();
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
        });
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
                    if let Some(leaves) = self.leave(*value) {
                        return Ok(leaves);
                    }
                }
                Instruction::Call(call) => self.call(call)?,
                Instruction::Float { .. } => self.float(instruction, code, base)?,
                Instruction::FloatCall(call) => self.float_call(call, code, base)?,
                _ => self.step(instruction, code, base)?,
            }
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
    }

    /// Ends the function. The result of the outermost one is returned.
    fn leave(&mut self, value: Option<Span>) -> Option<Vec<Leaf>> {
        let frame = self.frames.pop()?;
        let result = match value {
            Some(span) => leaves(&self.slots, frame.code, frame.base, span).to_vec(),
            None => Vec::new(),
        };
        self.slots.truncate(frame.base);
        let Some(caller) = self.frames.last() else {
            return Some(result);
        };
        let to = caller.base + frame.result.0 as usize;
        for (slot, value) in self.slots[to..].iter_mut().zip(result) {
            *slot = value;
        }
        None
    }

    fn call(&mut self, call: &Call) -> Result<(), Stop> {
        let origin = self.origin();
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base) = (frame.code, frame.base);
        match &call.callee {
            Callee::Function(number) => {
                if self.frames.len() >= self.limits.depth as usize {
                    let limit = self.limits.depth;
                    return Err(Budget::Depth { limit }.into());
                }
                let mut arguments = Vec::new();
                for span in &call.arguments {
                    arguments.extend_from_slice(leaves(&self.slots, code, base, *span));
                }
                let callee = self.program.code(*number)?;
                let wanted: u32 = callee.parameters.iter().map(|(span, _)| span.length).sum();
                if wanted as usize != arguments.len() {
                    return Err(Ub::BadCall.into());
                }
                self.enter(*number, callee, arguments, call.result);
            }
            Callee::Intrinsic(intrinsic) => {
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
            }
        }
        Ok(())
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
                for n in 0..*lanes {
                    let value = leaf(slots, code, base, operand.after(n));
                    let value = match (*from, *into) {
                        (Scalar::Int(from), Scalar::Int(into)) => {
                            resize(&mut context, *op, *flags, from, into, value)?
                        }
                        (from, into) => {
                            crate::float::cast(&mut context, *op, *flags, from, into, value)?
                        }
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
                let values = leaves(slots, code, base, span).to_vec();
                let result = bitcast(&values, *from, *into, origin)?;
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
        }
        Ok(())
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

/// Leaves of one size as leaves of another. The first leaf has the lowest bits, as in memory of a little-endian target.
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
