//! Decodes functions: from syntax trees to instructions on slots.

mod atomic;
mod call;
mod constant;
mod control;
mod expression;
mod float;
mod memory;
mod parts;
mod predicated;
mod pure;
mod scalar;

use std::collections::{HashMap, HashSet};

use kvant_llvm::syntax::{
    Attachment, Attribute, Attributes, Body, Function, Local, Op, Type, Typed, Types, Value,
};

use crate::code::{Code, Instruction, Parameter, Source, Span};
use crate::constraint;
use crate::contract::{Contract, Grant};
use crate::meaning::Owner;
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::program::Program;
use crate::pure::does_nothing;

pub(crate) use constant::big_literal;

/// Decodes a function.
pub(crate) fn function(program: &Program<'_>, function: &Function) -> Result<Code, Stop> {
    let Some(body) = &function.body else {
        let name = program.module.names.get(function.name).into();
        return Err(Unsupported::External { name }.into());
    };
    program.refuse_function(Owner::Known, function)?;
    program.check_vscale(function)?;
    let mut decoder = Decoder {
        program,
        function,
        has_default_floats: None,
        body,
        after: None,
        spans: Vec::new(),
        started: None,
        before: Vec::new(),
        blocks: HashMap::new(),
        current: 0,
        code: Code {
            instructions: Vec::new(),
            numbers: Vec::new(),
            results: Vec::new(),
            constants: Vec::new(),
            slots: 0,
            parameters: Vec::new(),
            result: Default::default(),
            returned: None,
            contract: Contract::of(program, &function.attributes),
            used: program.used_by_parameters(function),
            is_plain: false,
            edges: Vec::new(),
        },
    };
    decoder.slots(function)?;
    decoder.blocks();
    Ok(decoder.code)
}

struct Decoder<'p, 'm> {
    program: &'p Program<'m>,
    function: &'p Function,
    /// True if no attribute changes the results of floats, once that is known.
    has_default_floats: Option<bool>,
    body: &'p Body,
    /// A further instruction for the operation that is decoded.
    after: Option<Instruction>,
    /// The slot and the number of leaves of each local.
    spans: Vec<(u32, u32)>,
    /// The slots that `llvm.lifetime.start` is called with, once they are known.
    started: Option<HashSet<u32>>,
    /// Instructions that come before the current one.
    before: Vec<Instruction>,
    /// The index of each block, by its label.
    blocks: HashMap<Local, u32>,
    code: Code,
    /// The number of the instruction that is decoded.
    current: u32,
}

impl Decoder<'_, '_> {
    fn slots(&mut self, function: &Function) -> Result<(), Stop> {
        for local in &self.body.locals {
            let length = match local.ty {
                // Instructions on tokens are refused.
                Types::LABEL | Types::TOKEN => 0,
                ty => self.program.shapes.leaves(ty)?.len() as u32,
            };
            self.spans.push((self.code.slots, length));
            self.code.slots += length;
        }
        for (parameter, (_, length)) in function.parameters.iter().zip(&self.spans) {
            let kinds = self.program.shapes.leaves(parameter.ty)?;
            let copy = self.copy_of(&parameter.attributes)?;
            if copy.is_some() && kinds.iter().any(|it| it.is_far()) {
                return Err(Unspecified::AddressSpace.into());
            }
            self.code.parameters.push(Parameter {
                length: *length,
                kinds: kinds.into(),
                constraints: constraint::of_attributes(self.program, &parameter.attributes).into(),
                copy,
                grant: Grant::of(self.program, &parameter.attributes),
            });
        }
        let returned = |attributes| has_word(self.program, attributes, "returned");
        let spans = function.parameters.iter().zip(&self.spans);
        let mut spans = spans.filter(|(parameter, _)| returned(&parameter.attributes));
        self.code.returned = spans.next().map(|(_, (slot, length))| Span {
            source: Source::slot(*slot),
            length: *length,
        });
        let contract = self.code.contract.as_ref();
        self.code.is_plain = !contract.is_some_and(|it| it.limits_memory())
            && self.code.parameters.iter().all(|it| it.grant.is_none());
        if function.result != Types::VOID {
            let attributes = &function.result_attributes;
            let constraints = constraint::of_attributes(self.program, attributes);
            let kinds = self.program.shapes.leaves(function.result)?;
            self.code.result = (constraints.into(), kinds.into());
        }
        Ok(())
    }

    fn blocks(&mut self) {
        for (n, block) in self.body.blocks.iter().enumerate() {
            self.blocks.insert(block.label, n as u32);
        }
        // Edges lead to blocks until all of them have instructions.
        let mut starts = Vec::new();
        for (n, block) in self.body.blocks.iter().enumerate() {
            starts.push(self.code.instructions.len() as u32);
            for index in block.start..block.end {
                self.current = index;
                let instruction = &self.body.instructions[index as usize];
                let to = instruction
                    .result
                    .map_or((0, 0), |it| self.spans[it.0 as usize]);
                let attachments = instruction.attachments.as_deref().unwrap_or_default();
                self.after = None;
                let decoded = match self.instruction(&instruction.op, to, n as u32, attachments) {
                    Ok(decoded) => decoded,
                    Err(stop) => Some(Instruction::Refuse(Box::new(stop))),
                };
                let flags = self.float_flags(&instruction.op, to);
                let result = self.constrained_result(&instruction.op, to, attachments);
                let before = std::mem::take(&mut self.before);
                let after = flags.into_iter().chain(self.after.take()).chain(result);
                for decoded in before.into_iter().chain(decoded).chain(after) {
                    self.code.instructions.push(decoded);
                    self.code.numbers.push(index);
                    self.code.results.push(to);
                }
            }
        }
        for edge in &mut self.code.edges {
            edge.target = starts[edge.target as usize];
        }
    }

    fn typed(&mut self, typed: Typed) -> Result<Source, Stop> {
        self.value(typed.ty, typed.value)
    }

    fn value(&mut self, ty: Type, value: Value) -> Result<Source, Stop> {
        if let Value::Local(local) = value {
            // Modules that are checked have no other use.
            return match self.body.locals.get(local.0 as usize) {
                Some(it) if it.ty == ty => Ok(Source::slot(self.spans[local.0 as usize].0)),
                _ => Err(Stop::IllFormed("a local of another type".into())),
            };
        }
        let leaves = self.program.constant(ty, value, &self.body.constants)?;
        if leaves.len() != self.program.shapes.leaves(ty)?.len() {
            return Err(Stop::IllFormed("a constant of another type".into()));
        }
        let first = self.code.constants.len() as u32;
        self.code.constants.extend(leaves);
        Ok(Source::constant(first))
    }

    fn span(&mut self, typed: Typed) -> Result<Span, Stop> {
        let length = self.program.shapes.leaves(typed.ty)?.len() as u32;
        let source = self.typed(typed)?;
        Ok(Span { source, length })
    }

    /// None for operations that need no instruction.
    fn instruction(
        &mut self,
        op: &Op,
        to: (u32, u32),
        block: u32,
        attachments: &[Attachment],
    ) -> Result<Option<Instruction>, Stop> {
        if let Some(instruction) = self.float(op, to.0)? {
            return Ok(Some(instruction));
        }
        if let Op::Call(call) = op {
            if self.intrinsic(call).is_some_and(does_nothing) {
                for argument in call.arguments.iter().filter(|it| !it.attributes.is_empty()) {
                    self.argument(argument)?;
                }
                return Ok(None);
            }
            if let Some(instruction) = self.pure(call, to)? {
                return Ok(Some(instruction));
            }
            if let Some(instruction) = self.predicated(call, to)? {
                return Ok(Some(instruction));
            }
        }
        let instruction = match op {
            Op::Phi(..) | Op::DebugRecord(..) => return Ok(None),
            Op::Binary(..) | Op::ICmp(..) | Op::Cast(..) | Op::Select(..) | Op::Freeze(_) => {
                self.scalar(op, to)
            }
            Op::ExtractValue(..)
            | Op::InsertValue(..)
            | Op::ExtractElement(_)
            | Op::InsertElement(_)
            | Op::ShuffleVector(_) => self.parts(op, to),
            Op::Load(_) | Op::Store(_) | Op::Alloca(_) | Op::Gep(_) => {
                let is_volatile = match op {
                    Op::Load(load) => load.access.is_volatile,
                    Op::Store(store) => store.access.is_volatile,
                    _ => false,
                };
                let decoded = self.memory(op, to, attachments);
                match is_volatile {
                    true => decoded.map(|it| Instruction::Volatile(Box::new(it))),
                    false => decoded,
                }
            }
            Op::CmpXchg(_) | Op::AtomicRmw(_) | Op::Fence(..) => self.atomic(op, to),
            Op::Br(_)
            | Op::CondBr(..)
            | Op::Switch(_)
            | Op::IndirectBr(_)
            | Op::Ret(_)
            | Op::Unreachable => self.control(op, block),
            Op::Call(call) => self.call(call, to, attachments),
            // Nothing unwinds, because what raises is refused.
            Op::Invoke(call, [normal, _]) => {
                let called = self.call(call, to, attachments)?;
                self.after = Some(Instruction::Jump(self.edge(block, *normal)?));
                Ok(called)
            }
            Op::CallBr(_) => Err(unsupported("callbr")),
            Op::Resume(_) => Err(unsupported("resume")),
            Op::LandingPad(_) => Err(unsupported("landingpad")),
            Op::CleanupRet(..) => Err(unsupported("cleanupret")),
            Op::CatchRet(..) => Err(unsupported("catchret")),
            Op::CatchSwitch(_) => Err(unsupported("catchswitch")),
            Op::CatchPad(..) => Err(unsupported("catchpad")),
            Op::CleanupPad(..) => Err(unsupported("cleanuppad")),
            Op::VaArg(..) => Err(unsupported("va_arg")),
            Op::FNeg(..) | Op::FCmp(..) => Err(unsupported("of floats")),
        };
        instruction.map(Some)
    }
}

/// True if a word is among attributes.
fn has_word(program: &Program<'_>, attributes: &Attributes, wanted: &str) -> bool {
    let names = &program.module.names;
    let is_it = |it: &Attribute| matches!(it, Attribute::Word(name) if names.get(*name) == wanted);
    attributes.iter().any(is_it)
}

/// The refusal of an instruction.
fn unsupported(name: &str) -> Stop {
    let name = name.into();
    Unsupported::Instruction { name }.into()
}
