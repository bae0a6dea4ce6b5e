//! Decodes functions: from syntax trees to instructions on slots.

mod float;

use std::collections::HashMap;

use kvant_llvm::syntax::{
    self, Attachment, Body, CastOp, Const, Constants, Flag, Function, Local, Op, Type, TypeKind,
    Typed, Types, Value,
};
use kvant_llvm::{Name, unescaped};
use num_bigint::BigUint;

use crate::code::{Call, Callee, Code, Edge, Gep, Instruction, Parameter, Source, Span, Step};
use crate::constraint;
use crate::int;
use crate::intrinsic::Intrinsic;
use crate::leaf::{Leaf, Origin, Pointer, mask};
use crate::memory::Memory;
use crate::outcome::{Stop, Ub, Unsupported};
use crate::program::{Program, Symbol};
use crate::shape::Scalar;

/// Decodes a function.
pub(crate) fn function(program: &Program<'_>, function: &Function) -> Result<Code, Stop> {
    let Some(body) = &function.body else {
        let name = program.module.names.get(function.name).into();
        return Err(Unsupported::External { name }.into());
    };
    let mut decoder = Decoder {
        program,
        function,
        has_default_floats: None,
        body,
        spans: Vec::new(),
        blocks: HashMap::new(),
        code: Code {
            instructions: Vec::new(),
            numbers: Vec::new(),
            results: Vec::new(),
            constants: Vec::new(),
            slots: 0,
            parameters: Vec::new(),
            result: Default::default(),
            edges: Vec::new(),
        },
    };
    decoder.slots(function)?;
    decoder.blocks()?;
    Ok(decoder.code)
}

struct Decoder<'p, 'm> {
    program: &'p Program<'m>,
    function: &'p Function,
    /// True if no attribute changes the results of floats, once that is known.
    has_default_floats: Option<bool>,
    body: &'p Body,
    /// The slot and the number of leaves of each local.
    spans: Vec<(u32, u32)>,
    /// The index of each block, by its label.
    blocks: HashMap<Local, u32>,
    code: Code,
}

impl Decoder<'_, '_> {
    fn slots(&mut self, function: &Function) -> Result<(), Stop> {
        for local in &self.body.locals {
            let length = match local.ty {
                Types::LABEL => 0,
                ty => self.program.shapes.leaves(ty)?.len() as u32,
            };
            self.spans.push((self.code.slots, length));
            self.code.slots += length;
        }
        for (parameter, (_, length)) in function.parameters.iter().zip(&self.spans) {
            self.code.parameters.push(Parameter {
                length: *length,
                kinds: self.program.shapes.leaves(parameter.ty)?.into(),
                constraints: constraint::of_attributes(self.program, &parameter.attributes).into(),
                copy: self.copy_of(&parameter.attributes)?,
            });
        }
        if function.result != Types::VOID {
            let attributes = &function.result_attributes;
            let constraints = constraint::of_attributes(self.program, attributes);
            let kinds = self.program.shapes.leaves(function.result)?;
            self.code.result = (constraints.into(), kinds.into());
        }
        Ok(())
    }

    /// The size and the alignment of the copy that `byval` makes of an argument.
    fn copy_of(&self, attributes: &syntax::Attributes) -> Result<Option<(u64, u64)>, Stop> {
        let Some(ty) = self.program.type_attribute("byval", attributes) else {
            return Ok(None);
        };
        let (size, natural) = self.program.size(ty)?;
        let names = &self.program.module.names;
        let align = attributes.iter().find_map(|attribute| match attribute {
            syntax::Attribute::Int(name, value) if names.get(*name) == "align" => Some(*value),
            _ => None,
        });
        Ok(Some((size, align.unwrap_or(natural))))
    }

    fn blocks(&mut self) -> Result<(), Stop> {
        for (n, block) in self.body.blocks.iter().enumerate() {
            self.blocks.insert(block.label, n as u32);
        }
        // Edges lead to blocks until all of them have instructions.
        let mut starts = Vec::new();
        for (n, block) in self.body.blocks.iter().enumerate() {
            starts.push(self.code.instructions.len() as u32);
            for index in block.start..block.end {
                let instruction = &self.body.instructions[index as usize];
                let to = instruction
                    .result
                    .map_or((0, 0), |it| self.spans[it.0 as usize]);
                let attachments = instruction.attachments.as_deref().unwrap_or_default();
                let decoded = match self.instruction(&instruction.op, to, n as u32, attachments) {
                    Ok(decoded) => decoded,
                    Err(stop) => Some(Instruction::Refuse(Box::new(stop))),
                };
                let flags = self.float_flags(&instruction.op, to);
                for decoded in decoded.into_iter().chain(flags) {
                    self.code.instructions.push(decoded);
                    self.code.numbers.push(index);
                    self.code.results.push(to);
                }
            }
        }
        for edge in &mut self.code.edges {
            edge.target = starts[edge.target as usize];
        }
        Ok(())
    }

    /// The edge from a block to another.
    fn edge(&mut self, from: u32, label: Local) -> Result<u32, Stop> {
        let target = self.blocks.get(&label).copied();
        let target =
            target.ok_or_else(|| Stop::IllFormed("a jump to something that is no block".into()))?;
        let from = self.body.blocks[from as usize].label;
        let block = &self.body.blocks[target as usize];
        let (mut copies, mut phis) = (Vec::new(), Vec::new());
        for (number, instruction) in (block.start..).zip(self.body.instructions_of(block)) {
            let (Op::Phi(_, ty, incoming), Some(result)) = (&instruction.op, instruction.result)
            else {
                if matches!(instruction.op, Op::DebugRecord(..)) {
                    continue;
                }
                break;
            };
            let value = incoming.iter().find(|(_, label)| *label == from);
            let (value, _) =
                value.ok_or_else(|| Stop::IllFormed("a phi lacks a predecessor".into()))?;
            let (slot, length) = self.spans[result.0 as usize];
            let source = self.value(*ty, *value)?;
            copies.push((slot, Span { source, length }));
            phis.push(number);
        }
        self.code.edges.push(Edge {
            copies: copies.into(),
            phis: phis.into(),
            target,
        });
        Ok(self.code.edges.len() as u32 - 1)
    }

    fn typed(&mut self, typed: Typed) -> Result<Source, Stop> {
        self.value(typed.ty, typed.value)
    }

    fn value(&mut self, ty: Type, value: Value) -> Result<Source, Stop> {
        if let Value::Local(local) = value {
            return Ok(Source::slot(self.spans[local.0 as usize].0));
        }
        let leaves = self.program.constant(ty, value, &self.body.constants)?;
        let first = self.code.constants.len() as u32;
        self.code.constants.extend(leaves);
        Ok(Source::constant(first))
    }

    fn span(&mut self, typed: Typed) -> Result<Span, Stop> {
        let length = self.program.shapes.leaves(typed.ty)?.len() as u32;
        let source = self.typed(typed)?;
        Ok(Span { source, length })
    }

    /// None for what needs no instruction.
    fn instruction(
        &mut self,
        op: &Op,
        (to, length): (u32, u32),
        block: u32,
        attachments: &[Attachment],
    ) -> Result<Option<Instruction>, Stop> {
        if let Some(instruction) = self.float(op, to)? {
            return Ok(Some(instruction));
        }
        let shapes = &self.program.shapes;
        let unsupported = |name: &str| {
            let name = name.into();
            Stop::from(Unsupported::Instruction { name })
        };
        Ok(Some(match op {
            Op::Phi(..) | Op::DebugRecord(..) => return Ok(None),
            Op::Binary(op, flags, ty, values) => {
                let (lanes, Scalar::Int(width)) = shapes.lanes(*ty)? else {
                    return Err(unsupported(op.text()));
                };
                let operands = [self.value(*ty, values[0])?, self.value(*ty, values[1])?];
                Instruction::Binary {
                    op: *op,
                    flags: *flags,
                    width,
                    lanes,
                    to,
                    operands,
                }
            }
            Op::ICmp(predicate, flags, ty, values) => {
                let (lanes, scalar) = shapes.lanes(*ty)?;
                let operands = [self.value(*ty, values[0])?, self.value(*ty, values[1])?];
                Instruction::Compare {
                    predicate: *predicate,
                    same_sign: flags.has(Flag::SameSign),
                    width: scalar.bits(self.program.pointer_bits()),
                    lanes,
                    to,
                    operands,
                }
            }
            Op::Cast(CastOp::BitCast, _, value, ty) => {
                let from = shapes.lanes(value.ty)?;
                let into = shapes.lanes(*ty)?;
                let operand = self.typed(*value)?;
                Instruction::Bitcast {
                    from,
                    into,
                    to,
                    operand,
                }
            }
            Op::Cast(op, flags, value, ty) => {
                let (lanes, from) = shapes.lanes(value.ty)?;
                let (_, into) = shapes.lanes(*ty)?;
                match (op, from, into) {
                    (
                        CastOp::Trunc | CastOp::ZExt | CastOp::SExt,
                        Scalar::Int(_),
                        Scalar::Int(_),
                    )
                    | (CastOp::PtrToInt | CastOp::PtrToAddr, Scalar::Ptr, Scalar::Int(_))
                    | (CastOp::IntToPtr, Scalar::Int(_), Scalar::Ptr) => {}
                    _ => return Err(unsupported(op.text())),
                }
                let operand = self.typed(*value)?;
                Instruction::Cast {
                    op: *op,
                    flags: *flags,
                    from,
                    into,
                    lanes,
                    to,
                    operand,
                }
            }
            Op::Select(_, operands) => {
                let is_lanewise = operands[0].ty != Types::I1;
                let condition = self.typed(operands[0])?;
                let operands = [self.typed(operands[1])?, self.typed(operands[2])?];
                Instruction::Select {
                    is_lanewise,
                    length,
                    to,
                    condition,
                    operands,
                }
            }
            Op::Freeze(value) => Instruction::Freeze {
                leaves: shapes.leaves(value.ty)?.into(),
                to,
                operand: self.typed(*value)?,
            },
            Op::ExtractValue(value, indices) => {
                let (first, _) = shapes.member(value.ty, indices)?;
                let source = self.typed(*value)?.after(first);
                Instruction::Copy {
                    to,
                    parts: [Some(Span { source, length })].into(),
                }
            }
            Op::InsertValue(operands, indices) => {
                let (first, _) = shapes.member(operands[0].ty, indices)?;
                let whole = self.span(operands[0])?;
                let part = self.span(operands[1])?;
                let last = first + part.length;
                let rest = whole.length.saturating_sub(last);
                Instruction::Copy {
                    to,
                    parts: [
                        Some(Span {
                            source: whole.source,
                            length: first,
                        }),
                        Some(part),
                        Some(Span {
                            source: whole.source.after(last),
                            length: rest,
                        }),
                    ]
                    .into(),
                }
            }
            Op::ExtractElement(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                Instruction::ExtractElement {
                    lanes,
                    to,
                    vector: self.typed(operands[0])?,
                    index: self.typed(operands[1])?,
                }
            }
            Op::InsertElement(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                Instruction::InsertElement {
                    lanes,
                    to,
                    vector: self.typed(operands[0])?,
                    element: self.typed(operands[1])?,
                    index: self.typed(operands[2])?,
                }
            }
            Op::ShuffleVector(operands) => {
                let (lanes, _) = shapes.lanes(operands[0].ty)?;
                let first = self.typed(operands[0])?;
                let second = self.typed(operands[1])?;
                let constants = &self.body.constants;
                let mask = self
                    .program
                    .constant(operands[2].ty, operands[2].value, constants)?;
                let part = |leaf: &Leaf| match leaf {
                    Leaf::Int(n) if *n < u128::from(lanes) => Some(first.after(*n as u32)),
                    Leaf::Int(n) if *n < u128::from(lanes) * 2 => {
                        Some(second.after(*n as u32 - lanes))
                    }
                    _ => None,
                };
                let span = |source| Span { source, length: 1 };
                Instruction::Copy {
                    to,
                    parts: mask.iter().map(|leaf| part(leaf).map(span)).collect(),
                }
            }
            Op::Load(load) => {
                if load.access.is_volatile || load.access.atomic.is_some() {
                    return Err(unsupported("load volatile or atomic"));
                }
                let (pieces, bytes) = self.program.pieces(load.ty)?;
                let align = load.access.align;
                Instruction::Load {
                    pieces: pieces.into(),
                    bytes,
                    align: align.map_or_else(|| self.program.size(load.ty).map(|it| it.1), Ok)?,
                    to,
                    pointer: self.typed(load.pointer)?,
                    constraints: constraint::of_metadata(self.program, attachments).into(),
                }
            }
            Op::Store(store) => {
                if store.access.is_volatile || store.access.atomic.is_some() {
                    return Err(unsupported("store volatile or atomic"));
                }
                let ty = store.value.ty;
                let (pieces, bytes) = self.program.pieces(ty)?;
                let align = store.access.align;
                Instruction::Store {
                    pieces: pieces.into(),
                    bytes,
                    align: align.map_or_else(|| self.program.size(ty).map(|it| it.1), Ok)?,
                    value: self.typed(store.value)?,
                    pointer: self.typed(store.pointer)?,
                }
            }
            Op::Alloca(alloca) => {
                let (bytes, natural) = self.program.size(alloca.ty)?;
                let count = match alloca.count {
                    Some(count) => match shapes.lanes(count.ty)? {
                        (1, Scalar::Int(width)) => Some((self.typed(count)?, width)),
                        _ => return Err(unsupported("alloca")),
                    },
                    None => None,
                };
                Instruction::Alloca {
                    bytes,
                    align: alloca.align.unwrap_or(natural),
                    count,
                    to,
                }
            }
            Op::Gep(gep) => Instruction::Gep(Box::new(self.gep(gep, to, length)?)),
            Op::Br(label) => Instruction::Jump(self.edge(block, *label)?),
            Op::CondBr(condition, [yes, no]) => Instruction::Branch {
                condition: self.value(Types::I1, *condition)?,
                edges: [self.edge(block, *yes)?, self.edge(block, *no)?],
            },
            Op::Switch(switch) => {
                let value = self.typed(switch.value)?;
                let default = self.edge(block, switch.default)?;
                let mut cases = Vec::new();
                for (case, label) in &switch.cases {
                    let constants = &self.body.constants;
                    let leaves = self.program.constant(switch.value.ty, *case, constants)?;
                    let [Leaf::Int(case)] = leaves[..] else {
                        return Err(unsupported("switch"));
                    };
                    cases.push((case, self.edge(block, *label)?));
                }
                Instruction::Switch {
                    value,
                    default,
                    cases: cases.into(),
                }
            }
            Op::Ret(None) => Instruction::Return { value: None },
            Op::Ret(Some(value)) => Instruction::Return {
                value: Some(self.span(*value)?),
            },
            Op::Unreachable => Instruction::Unreachable,
            Op::Call(call) => {
                let callee = match call.callee {
                    Value::Global(name) => self.callee(name, call)?,
                    Value::Local(_) => Callee::Pointer(self.value(Types::PTR, call.callee)?),
                    _ => return Err(unsupported("call of a constant")),
                };
                let (mut arguments, mut constraints) = (Vec::new(), Vec::new());
                for argument in &call.arguments {
                    arguments.push(self.span(argument.value)?);
                    let of_argument = constraint::of_attributes(self.program, &argument.attributes);
                    let kinds = match of_argument.is_empty() {
                        true => Vec::new(),
                        false => self.program.shapes.leaves(argument.value.ty)?,
                    };
                    constraints.push((of_argument.into(), kinds.into()));
                }
                let mut bundles = Vec::new();
                for bundle in &call.bundles {
                    let operands = bundle.operands.iter().map(|operand| self.span(*operand));
                    let operands = operands.collect::<Result<Vec<Span>, Stop>>()?;
                    let tag = self.program.module.names.get(bundle.tag);
                    bundles.push((tag.into(), operands.into()));
                }
                let mut of_result = constraint::of_attributes(self.program, &call.result);
                of_result.extend(constraint::of_metadata(self.program, attachments));
                let first = match call.arguments.first() {
                    Some(argument) => self.program.shapes.lanes(argument.value.ty).ok(),
                    None => None,
                };
                let ty = self.program.result_of(call.ty);
                let kinds = match ty {
                    Types::VOID => Vec::new(),
                    ty => self.program.shapes.leaves(ty)?,
                };
                Instruction::Call(Box::new(Call {
                    callee,
                    arguments: arguments.into(),
                    constraints: constraints.into(),
                    of_result: of_result.into(),
                    bundles: bundles.into(),
                    first: first.map(|(_, scalar)| scalar),
                    result: (to, length),
                    kinds: kinds.into(),
                }))
            }
            _ => return Err(unsupported("of another kind")),
        }))
    }

    fn callee(&self, name: Name, call: &syntax::Call) -> Result<Callee, Stop> {
        let text = self.program.module.names.get(name);
        if text.starts_with("llvm.") {
            let known = Intrinsic::of(text).map(Callee::Intrinsic);
            return known.ok_or_else(|| Unsupported::Intrinsic { name: text.into() }.into());
        }
        let number = self.program.symbol_number(name);
        let external = || Stop::from(Unsupported::External { name: text.into() });
        let number = number.ok_or_else(external)?;
        if let Symbol::Function(function, _) = &self.program.symbols[number as usize]
            && !self.fits(function, call)
        {
            return Err(Ub::BadCall.into());
        }
        Ok(Callee::Function(number))
    }

    /// True if a call has the types of a function, and passes the same arguments by value.
    fn fits(&self, function: &Function, call: &syntax::Call) -> bool {
        let program = self.program;
        let count = function.parameters.len();
        let has_all = match function.is_variadic {
            true => call.arguments.len() >= count,
            false => call.arguments.len() == count,
        };
        let same = |(parameter, argument): (&syntax::Parameter, &syntax::Argument)| {
            let by_value = |attributes| program.type_attribute("byval", attributes);
            parameter.ty == argument.value.ty
                && by_value(&parameter.attributes) == by_value(&argument.attributes)
        };
        has_all
            && function.result == program.result_of(call.ty)
            && function.convention == call.convention
            && function.parameters.iter().zip(&call.arguments).all(same)
    }

    fn gep(&mut self, gep: &syntax::Gep, to: u32, length: u32) -> Result<Gep, Stop> {
        let program = self.program;
        let is_vector =
            |typed: &Typed| matches!(program.shapes.kind(typed.ty), TypeKind::Vector { .. });
        let Some((base, indices)) = gep.operands.split_first() else {
            return Err(Stop::IllFormed("getelementptr without a base".into()));
        };
        let base = (self.typed(*base)?, is_vector(base));
        let mut steps = Vec::new();
        let mut ty = gep.source;
        for (n, index) in indices.iter().enumerate() {
            if let (1.., TypeKind::Struct { fields, .. }) = (n, program.shapes.kind(ty)) {
                let constants = &self.body.constants;
                let field = program.constant(index.ty, index.value, constants)?;
                let Some(Leaf::Int(field)) = field.first() else {
                    return Err(Stop::IllFormed(
                        "the index of a field is no constant".into(),
                    ));
                };
                let field = *field as usize;
                let offsets = program.sizes.fields(ty).map(|it| it.0).unwrap_or_default();
                let (offset, next) = match (offsets.get(field), fields.get(field)) {
                    (Some(offset), Some(next)) => (*offset, *next),
                    _ => return Err(Stop::IllFormed("there is no such field".into())),
                };
                steps.push(Step::Bytes(offset as i64));
                ty = next;
                continue;
            }
            if n > 0 {
                ty = match program.shapes.kind(ty) {
                    TypeKind::Array { element, .. } | TypeKind::Vector { element, .. } => *element,
                    _ => return Err(Stop::IllFormed("an index into a scalar".into())),
                };
            }
            let scale = program.size(ty)?.0 as i64;
            let (_, Scalar::Int(width)) = program.shapes.lanes(index.ty)? else {
                return Err(Stop::IllFormed("an index that is no integer".into()));
            };
            steps.push(Step::Index {
                index: self.typed(*index)?,
                is_vector: is_vector(index),
                width,
                scale,
            });
        }
        Ok(Gep {
            flags: gep.flags,
            lanes: length,
            to,
            base,
            steps: steps.into(),
        })
    }
}

impl Program<'_> {
    /// The leaves of a constant.
    pub(crate) fn constant(
        &self,
        ty: Type,
        value: Value,
        constants: &Constants,
    ) -> Result<Vec<Leaf>, Stop> {
        let scalars = || self.shapes.leaves(ty);
        let all = |leaf: fn(&Scalar) -> Leaf| Ok(scalars()?.iter().map(leaf).collect());
        let unsupported = |name: &str| {
            let name = name.into();
            Err(Unsupported::Constant { name }.into())
        };
        match value {
            Value::Undef => all(|_| Leaf::Undef),
            Value::Poison => all(|_| Leaf::Poison(Origin::OUTSIDE)),
            Value::Null => all(|_| Leaf::Ptr(Pointer::NULL)),
            Value::Zero => all(|scalar| match scalar {
                Scalar::Ptr => Leaf::Ptr(Pointer::NULL),
                _ => Leaf::Int(0),
            }),
            Value::Int(number) => {
                let leaves = scalars()?;
                let Some(Scalar::Int(width)) = leaves.first() else {
                    return Err(Stop::IllFormed("an integer of another type".into()));
                };
                let leaf = match *width <= 128 {
                    true => Leaf::Int(i128::from(number).cast_unsigned() & mask(*width)),
                    false => {
                        let digits = number.unsigned_abs().to_string();
                        big_literal(&format!("{}{digits}", sign(number)), *width)
                    }
                };
                Ok(vec![leaf; leaves.len()])
            }
            Value::Const(index) => match &constants[index as usize] {
                Const::Int(text) => {
                    let leaves = scalars()?;
                    let Some(Scalar::Int(width)) = leaves.first() else {
                        return Err(Stop::IllFormed("an integer of another type".into()));
                    };
                    let leaf = big_literal(self.module.names.get(*text), *width);
                    Ok(vec![leaf; leaves.len()])
                }
                Const::Float(_, bits) => {
                    let count = scalars()?.len();
                    Ok(vec![Leaf::Int(*bits); count])
                }
                Const::Aggregate(_, elements) => {
                    let mut leaves = Vec::new();
                    for element in elements {
                        leaves.extend(self.constant(element.ty, element.value, constants)?);
                    }
                    Ok(leaves)
                }
                Const::Bytes(text) => {
                    let bytes = unescaped(self.module.names.get(*text));
                    Ok(bytes.iter().map(|byte| Leaf::Int((*byte).into())).collect())
                }
                Const::Splat(element) => {
                    let one = self.constant(element.ty, element.value, constants)?;
                    let count = scalars()?.len();
                    Ok(one.iter().cycle().take(count).cloned().collect())
                }
                _ => unsupported("expression"),
            },
            Value::Global(name) => match self.symbol_number(name) {
                Some(number) => Ok(vec![Leaf::Ptr(Pointer {
                    node: Some(Memory::symbol(number)),
                    offset: 0,
                })]),
                None => unsupported("an undefined symbol"),
            },
            Value::None | Value::Local(_) => unsupported("token"),
        }
    }
}

fn sign(number: i32) -> &'static str {
    if number < 0 { "-" } else { "" }
}

/// An integer as it is written, reduced to a width.
pub(crate) fn big_literal(text: &str, width: u32) -> Leaf {
    let hex = text
        .strip_prefix("u0x")
        .or_else(|| text.strip_prefix("s0x"));
    let (negative, digits, radix) = match hex {
        Some(digits) => (false, digits, 16),
        None => match text.strip_prefix('-') {
            Some(digits) => (true, digits, 10),
            None => (false, text, 10),
        },
    };
    let mut value = BigUint::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    if text.starts_with("s0x") {
        // Its own highest bit is the sign.
        let bits = digits.len() as u32 * 4;
        let is_negative = bits > 0 && value.bit(u64::from(bits) - 1);
        if is_negative && width > bits {
            value += ((BigUint::from(1u8) << (width - bits)) - 1u8) << bits;
        }
    }
    let modulus = BigUint::from(1u8) << width;
    value %= &modulus;
    if negative && value.bits() > 0 {
        value = modulus - value;
    }
    int::from_big(value, width)
}
