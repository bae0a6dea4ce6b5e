//! Bodies of functions: locals, blocks, and the results of instructions.

use kvant_text::Result;

use super::Parser;
use crate::lexer::Kind;
use crate::names::Name;
use crate::syntax::{
    Block, Body, Function, Instruction, Local, LocalInfo, Metadata, Op, Type, TypeKind, Types,
    Value,
};

/// The largest number of a local. It bounds the memory that a text can ask for.
const MOST: usize = 1 << 24;

/// State of the function that is parsed.
#[derive(Default)]
pub(super) struct State {
    /// True inside of a body.
    is_open: bool,
    body: Body,
    /// For each local the place of its first use, unless it is defined.
    pending: Vec<Option<usize>>,
    /// For each name and each number the function, counted, and the local in it that have it.
    locals: [Vec<(u32, Local)>; 2],
    /// The number of functions so far.
    count: u32,
    /// The number of the next value or block without a name.
    next: u32,
}

impl State {
    pub(super) fn is_open(&self) -> bool {
        self.is_open
    }
}

impl Parser<'_> {
    /// The local that `uselistorder` names, if it names one, is defined with this type.
    pub(super) fn ordered_local(&mut self, ty: Type) -> Result {
        if self.token.kind != Kind::Local {
            return Ok(());
        }
        let name = self.symbol();
        let mut locals = self.function.body.locals.iter();
        match locals.any(|it| it.name == name && it.ty == ty) {
            true => Ok(()),
            false => Err(self.error("there is no local of this name and type")),
        }
    }

    pub(super) fn body(&mut self, function: &mut Function) -> Result {
        self.function.is_open = true;
        self.function.body = Body::default();
        self.function.pending.clear();
        self.function.count += 1;
        self.function.next = 0;
        let outer = std::mem::take(&mut self.constants);
        for parameter in &mut function.parameters {
            let name = self.name_or_number(parameter.name)?;
            parameter.name = Some(name);
            self.define(name, parameter.ty)?;
        }
        let open = self.token.start;
        self.expect(b'{')?;
        while !self.is(b'}') {
            if let "uselistorder" = self.word() {
                let order = self.use_list_order()?;
                self.function.body.use_lists.push(order);
                continue;
            }
            if !self.function.body.use_lists.is_empty() {
                return Err(self.expected("`uselistorder` or `}`"));
            }
            self.block()?;
        }
        if self.function.body.blocks.is_empty() {
            return Err(self.error_at(open, "a body has at least one block"));
        }
        self.advance();
        let pending = self.function.pending.iter().zip(&self.function.body.locals);
        let undefined = pending.filter_map(|(at, local)| Some(((*at)?, local.name)));
        if let Some((at, _)) = undefined.min_by_key(|(at, _)| *at) {
            return Err(self.error_at(at, "this local is not defined in the function"));
        }
        self.function.is_open = false;
        let mut body = std::mem::take(&mut self.function.body);
        body.constants = std::mem::replace(&mut self.constants, outer);
        function.body = Some(body);
        Ok(())
    }

    /// A name, or the next number. Numbers may be skipped.
    fn name_or_number(&mut self, name: Option<Name>) -> Result<Name> {
        let next = self.function.next;
        let Some(name) = name else {
            self.function.next += 1;
            return Name::number(next).ok_or_else(|| self.error("there are too many locals"));
        };
        if let Some(number) = name.as_number() {
            if number < next {
                return Err(self.error(format!(
                    "expected the number {next} or a greater one, found {number}"
                )));
            }
            self.function.next = number.saturating_add(1);
        }
        Ok(name)
    }

    /// The local with a name, which may be defined later.
    pub(super) fn local(&mut self, name: Name) -> Result<Local> {
        if !self.function.is_open {
            return Err(self.error("a local is used outside of a function"));
        }
        let state = &mut self.function;
        let (table, index) = match (name.index(), name.as_number()) {
            (Some(index), _) => (&mut state.locals[0], index),
            (None, number) => (&mut state.locals[1], number.unwrap_or_default() as usize),
        };
        if index > MOST {
            return Err(self.error("the number of this local is too large"));
        }
        if table.len() <= index {
            table.resize(index + 1, (0, Local(0)));
        }
        if table[index].0 == state.count {
            return Ok(table[index].1);
        }
        let local = Local(state.body.locals.len() as u32);
        table[index] = (state.count, local);
        state.body.locals.push(LocalInfo {
            name,
            ty: Types::VOID,
        });
        state.pending.push(Some(self.token.start));
        Ok(local)
    }

    fn define(&mut self, name: Name, ty: Type) -> Result<Local> {
        let local = self.local(name)?;
        let index = local.0 as usize;
        if self.function.pending[index].take().is_none() {
            let mut text = String::new();
            self.names.write_symbol(name, &mut text);
            return Err(self.error_at(self.end, format!("`%{text}` is defined twice")));
        }
        self.function.body.locals[index].ty = ty;
        Ok(local)
    }

    fn block(&mut self) -> Result {
        let name = (self.token.kind == Kind::Label).then(|| self.symbol());
        let is_labelled = name.is_some();
        let name = self.name_or_number(name)?;
        if is_labelled {
            self.advance();
        }
        let label = self.define(name, Types::LABEL)?;
        let start = self.function.body.instructions.len() as u32;
        loop {
            let is_last = self.instruction_line()?;
            if is_last {
                break;
            }
        }
        let end = self.function.body.instructions.len() as u32;
        let block = Block { label, start, end };
        self.function.body.blocks.push(block);
        Ok(())
    }

    /// An instruction with its result and metadata, or a debug record. Returns true if it ends a block.
    fn instruction_line(&mut self) -> Result<bool> {
        let start = self.token.start;
        let is_last = self.instruction_or_record()?;
        if let Some(positions) = &mut self.positions {
            positions.instruction(start..self.end);
        }
        Ok(is_last)
    }

    fn instruction_or_record(&mut self) -> Result<bool> {
        if self.token.kind == Kind::Hash {
            self.advance();
            let word = self.word();
            let (count, values): (usize, &[usize]) = match word {
                "dbg_value" | "dbg_declare" | "dbg_declare_value" => (4, &[0]),
                "dbg_assign" => (7, &[0, 4]),
                "dbg_label" => (2, &[]),
                _ => return Err(self.expected("a debug record")),
            };
            let name = self.names.intern(word);
            self.advance();
            self.expect(b'(')?;
            let at = self.token.start;
            let fields = self.list(b')', Parser::metadata)?;
            let is_value = |field: &Metadata| matches!(field, Metadata::Value(_));
            let mut nodes = fields.iter().enumerate();
            if fields.len() != count || nodes.any(|(n, it)| is_value(it) && !values.contains(&n)) {
                return Err(self.error_at(at, "a debug record has other fields"));
            }
            self.function.body.instructions.push(Instruction {
                result: None,
                op: Op::DebugRecord(name, fields),
                attachments: None,
            });
            return Ok(false);
        }
        let mut name = None;
        let at = self.token.start;
        if self.token.kind == Kind::Local {
            name = Some(self.symbol());
            self.advance();
            self.expect(b'=')?;
        }
        let op = self.operation()?;
        let mut attachments = None;
        if self.take(b',') {
            let mut all = vec![self.attachment()?];
            while self.take(b',') {
                all.push(self.attachment()?);
            }
            attachments = Some(all.into());
        }
        let ty = self.result_type(&op)?;
        let result = match ty == Types::VOID {
            true if name.is_some() => {
                return Err(self.error_at(at, "an instruction without a result has no name"));
            }
            true => None,
            false => {
                let name = self.name_or_number(name)?;
                Some(self.define(name, ty)?)
            }
        };
        let is_last = op.is_terminator();
        self.function.body.instructions.push(Instruction {
            result,
            op,
            attachments,
        });
        Ok(is_last)
    }

    /// The type of the result of an operation; `void` if there is none.
    fn result_type(&mut self, op: &Op) -> Result<Type> {
        Ok(match op {
            Op::FNeg(_, value) | Op::Freeze(value) => value.ty,
            Op::Binary(_, _, ty, _)
            | Op::Phi(_, ty, _)
            | Op::Cast(_, _, _, ty)
            | Op::VaArg(_, ty) => *ty,
            Op::ICmp(_, _, ty, _) | Op::FCmp(_, _, ty, _) => self.types.with_scalar(*ty, Types::I1),
            Op::Select(_, operands) => operands[1].ty,
            Op::Call(call) | Op::Invoke(call, _) => self.called_type(call.ty),
            Op::CallBr(parts) => self.called_type(parts.0.ty),
            Op::Alloca(alloca) => self.types.ptr(alloca.space),
            Op::Load(load) => load.ty,
            Op::CmpXchg(operands) => {
                let fields = [operands.operands[1].ty, Types::I1].into();
                self.types.intern(TypeKind::Struct {
                    is_packed: false,
                    fields,
                })
            }
            Op::AtomicRmw(operands) => operands.operands[1].ty,
            Op::Gep(gep) => {
                let base = gep.operands[0].ty;
                let vector = gep.operands.iter().map(|it| it.ty);
                let is_vector = |ty: &Type| matches!(self.types.get(*ty), TypeKind::Vector { .. });
                let vector = vector.rev().find(is_vector);
                let pointer = self.types.scalar(base);
                match vector {
                    Some(vector) => self.types.with_scalar(vector, pointer),
                    None => pointer,
                }
            }
            Op::ExtractElement(operands) => self.types.scalar(operands[0].ty),
            Op::InsertElement(operands) => operands[0].ty,
            Op::ShuffleVector(operands) => {
                let element = self.types.scalar(operands[0].ty);
                self.types.with_scalar(operands[2].ty, element)
            }
            Op::ExtractValue(value, indices) => self.member(value.ty, indices)?,
            Op::InsertValue(operands, _) => operands[0].ty,
            Op::LandingPad(pad) => pad.ty,
            Op::CatchPad(..) | Op::CleanupPad(..) | Op::CatchSwitch(_) => Types::TOKEN,
            Op::Ret(_)
            | Op::Br(_)
            | Op::CondBr(..)
            | Op::Switch(_)
            | Op::IndirectBr(_)
            | Op::Resume(_)
            | Op::Unreachable
            | Op::CleanupRet(..)
            | Op::CatchRet(..)
            | Op::Store(_)
            | Op::Fence(..)
            | Op::DebugRecord(..) => Types::VOID,
        })
    }

    fn called_type(&self, ty: Type) -> Type {
        match self.types.get(ty) {
            TypeKind::Function { result, .. } => *result,
            _ => ty,
        }
    }

    /// The type of a member of an aggregate.
    fn member(&self, mut ty: Type, indices: &[u32]) -> Result<Type> {
        for index in indices {
            if let TypeKind::Named(name) = self.types.get(ty) {
                ty = self.named_types.get(name).copied().unwrap_or(ty);
            }
            let member = match self.types.get(ty) {
                TypeKind::Struct { fields, .. } => fields.get(*index as usize).copied(),
                TypeKind::Array { length, element } => {
                    (u64::from(*index) < *length).then_some(*element)
                }
                _ => None,
            };
            ty = member
                .ok_or_else(|| self.error_at(self.end, "there is no member at this index"))?;
        }
        Ok(ty)
    }

    /// `label %x`.
    pub(super) fn label(&mut self) -> Result<Local> {
        self.expect_word("label")?;
        self.bare_label()
    }

    /// `%x`.
    pub(super) fn bare_label(&mut self) -> Result<Local> {
        match self.token.kind {
            Kind::Local => {
                let name = self.symbol();
                let local = self.local(name)?;
                self.advance();
                Ok(local)
            }
            _ => Err(self.expected("a block")),
        }
    }

    /// A pad: `%x` or `none`.
    pub(super) fn pad(&mut self) -> Result<Value> {
        self.value(Types::TOKEN)
    }
}
