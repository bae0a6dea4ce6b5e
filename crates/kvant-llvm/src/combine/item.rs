//! Copies of types, comdats, variables, aliases and functions.

use rustc_hash::FxHashSet;

use super::copy::{COMDATS, Copier, Place, TYPES};
use crate::dialect::pin::leave_out_debug;
use crate::names::Name;
use crate::syntax::{
    Alias, Attachment, Body, Const, Constants, Function, Global, Instruction, Item, Metadata, Op,
    Part, Tailing, Value,
};

impl Copier<'_, '_, '_> {
    pub(super) fn item(&mut self, n: usize) -> Option<Item> {
        let from = self.from;
        Some(match &from.module.items[n] {
            Item::Type(name, ty) => {
                let ty = ty.map(|ty| self.ty(ty));
                Item::Type(self.other(TYPES, *name), ty)
            }
            Item::Comdat(name, kind) => {
                let kind = self.text(*kind);
                Item::Comdat(self.other(COMDATS, *name), kind)
            }
            Item::Global(global) => Item::Global(Box::new(self.global(global))),
            Item::Alias(alias) => Item::Alias(Box::new(self.alias(alias))),
            Item::Function(function) => Item::Function(Box::new(self.function(function))),
            _ => return None,
        })
    }

    fn global(&mut self, global: &Global) -> Global {
        let mut new = global.clone();
        new.name = self.symbol(global.name);
        self.space(&mut new.space);
        new.ty = self.ty(global.ty);
        if let Some(init) = &mut new.init {
            self.value(init, Place::Module);
        }
        self.attributes(&mut new.attributes);
        self.tail(&mut new.tail, global.name);
        new
    }

    fn alias(&mut self, alias: &Alias) -> Alias {
        let mut new = alias.clone();
        new.name = self.symbol(alias.name);
        new.ty = self.ty(alias.ty);
        self.typed(&mut new.target, Place::Module);
        self.tail(&mut new.tail, alias.name);
        new
    }

    fn tail(&mut self, tail: &mut Box<[Tailing]>, symbol: Name) {
        let mut all = Vec::with_capacity(tail.len());
        for mut property in std::mem::take(tail) {
            match &mut property {
                Tailing::Section(text)
                | Tailing::Partition(text)
                | Tailing::CodeModel(text)
                | Tailing::Sanitizer(text)
                | Tailing::Gc(text) => *text = self.text(*text),
                Tailing::Comdat(name) => {
                    let new = self.other(COMDATS, name.unwrap_or(symbol));
                    *name = Some(new);
                }
                Tailing::Align(_) | Tailing::PrefAlign(_) => {}
                Tailing::Prefix(value) | Tailing::Prologue(value) | Tailing::Personality(value) => {
                    self.typed(value, Place::Module);
                }
                Tailing::Attachment(attachment) => {
                    let mut one: Box<[Attachment]> = Box::new([attachment.clone()]);
                    self.attachments(&mut one, Place::Module);
                    all.extend(one.into_iter().map(Tailing::Attachment));
                    continue;
                }
            }
            all.push(property);
        }
        *tail = all.into();
    }

    fn function(&mut self, function: &Function) -> Function {
        let mut new = Function {
            body: None,
            ..clone_head(function)
        };
        new.name = self.symbol(function.name);
        self.attachments(&mut new.early, Place::Module);
        self.optional(&mut new.convention);
        self.attributes(&mut new.result_attributes);
        new.result = self.ty(function.result);
        for parameter in &mut new.parameters {
            parameter.ty = self.ty(parameter.ty);
            self.attributes(&mut parameter.attributes);
            match function.body {
                Some(_) => self.optional(&mut parameter.name),
                None => parameter.name = None,
            }
        }
        self.space(&mut new.space);
        self.attributes(&mut new.attributes);
        self.tail(&mut new.tail, function.name);
        new.body = function.body.as_ref().map(|body| self.body(body));
        new
    }

    fn body(&mut self, body: &Body) -> Body {
        let mut new = body.clone();
        new.use_lists.clear();
        leave_out_debug(&self.from.module.names, &mut new);
        for local in &mut new.locals {
            local.name = self.text(local.name);
            local.ty = self.ty(local.ty);
        }
        let mut used = Used::default();
        for instruction in &mut new.instructions {
            used.instruction(instruction);
            self.instruction(instruction);
        }
        used.close(&body.constants);
        for (n, constant) in new.constants.iter_mut().enumerate() {
            match used.constants.contains(&(n as u32)) {
                true => self.contents(constant, Place::Body),
                // Nothing refers to it any more.
                false => *constant = Const::Int(self.to.module.names.intern("0")),
            }
        }
        new
    }

    fn instruction(&mut self, instruction: &mut Instruction) {
        if let Some(attachments) = &mut instruction.attachments {
            self.attachments(attachments, Place::Body);
        }
        let op = &mut instruction.op;
        op.types_mut(&mut |ty| *ty = self.ty(*ty));
        op.parts_mut(&mut |part| match part {
            Part::Type(_) => {}
            Part::Value(_, value) => self.value(value, Place::Body),
            Part::Attributes(_, attributes) => self.attributes(attributes),
            Part::Metadata(metadata) => self.metadata(metadata, Place::Body),
        });
        if let Some((_, access)) = op.access_mut()
            && let Some((scope, _)) = &mut access.atomic
        {
            self.optional(scope);
        }
        if let Some(call) = op.call_mut() {
            self.optional(&mut call.convention);
            self.space(&mut call.space);
            for bundle in &mut call.bundles {
                bundle.tag = self.text(bundle.tag);
            }
        }
        match op {
            Op::Fence(scope, _) => self.optional(scope),
            Op::Alloca(alloca) => self.space(&mut alloca.space),
            Op::DebugRecord(name, _) => *name = self.text(*name),
            _ => {}
        }
    }
}

/// A function without its body.
fn clone_head(function: &Function) -> Function {
    Function {
        name: function.name,
        properties: function.properties,
        early: function.early.clone(),
        convention: function.convention,
        result_attributes: function.result_attributes.clone(),
        result: function.result,
        parameters: function.parameters.clone(),
        is_variadic: function.is_variadic,
        space: function.space,
        attributes: function.attributes.clone(),
        tail: function.tail.clone(),
        body: None,
    }
}

/// The constants of a body that its instructions use.
#[derive(Default)]
struct Used {
    constants: FxHashSet<u32>,
    queue: Vec<u32>,
}

impl Used {
    fn value(&mut self, value: Value) {
        if let Value::Const(at) = value
            && self.constants.insert(at)
        {
            self.queue.push(at);
        }
    }

    fn metadata(&mut self, metadata: &Metadata) {
        match metadata {
            Metadata::Value(operand) => self.value(operand.value),
            Metadata::Tuple(elements) => elements.iter().for_each(|it| self.metadata(it)),
            _ => {}
        }
    }

    fn instruction(&mut self, instruction: &mut Instruction) {
        for attachment in instruction.attachments.iter().flatten() {
            self.metadata(&attachment.node);
        }
        instruction.op.parts_mut(&mut |part| match part {
            Part::Value(_, value) => self.value(*value),
            Part::Metadata(metadata) => self.metadata(metadata),
            Part::Type(_) | Part::Attributes(..) => {}
        });
    }

    /// Adds the constants that constants refer to.
    fn close(&mut self, constants: &Constants) {
        while let Some(at) = self.queue.pop() {
            let Some(constant) = constants.get(at as usize) else {
                continue;
            };
            match constant {
                Const::Aggregate(_, operands) | Const::PtrAuth(operands) => {
                    operands.iter().for_each(|it| self.value(it.value));
                }
                Const::Splat(operand) => self.value(operand.value),
                Const::Expr(expr) => expr.operands().iter().for_each(|it| self.value(it.value)),
                Const::Metadata(metadata) => self.metadata(metadata),
                _ => {}
            }
        }
    }
}
