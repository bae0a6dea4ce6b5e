//! The size of a test.

use kvant_llvm::syntax::{
    Const, Constants, Function, Instruction, Item, Module, Op, Properties, Type, TypeKind, Value,
};

use super::input;
use crate::Test;

/// The weights of what a person reads first, and of details.
pub(super) fn size(test: &Test) -> (u64, u64) {
    let module = &test.module;
    let mut size = Size {
        module,
        sum: (0, 0),
    };
    for item in &module.items {
        size.item(item);
    }
    let (most, details) = size.sum;
    let inputs = test.inputs.iter().map(input::weight).sum::<u64>();
    (most + 2 * test.inputs.len() as u64, details + inputs)
}

/// The number of instructions.
pub(super) fn instructions(test: &Test) -> usize {
    let items = test.module.items.iter();
    let bodies = items.filter_map(|item| match item {
        Item::Function(function) => function.body.as_ref(),
        _ => None,
    });
    bodies.map(|body| body.instructions.len()).sum()
}

struct Size<'m> {
    module: &'m Module,
    sum: (u64, u64),
}

impl Size<'_> {
    fn item(&mut self, item: &Item) {
        match item {
            Item::Function(function) => self.function(function),
            Item::Global(global) => {
                self.sum.0 += 6;
                self.ty(global.ty);
                self.value(&self.module.constants, global.init.unwrap_or(Value::Zero));
                self.sum.1 += 2 * global.tail.len() as u64 + global.attributes.len() as u64;
                self.sum.1 += u64::from(global.is_constant);
                self.sum.1 += u64::from(global.is_externally_initialized);
                self.sum.1 += 2 * u64::from(global.properties != Properties::default());
            }
            Item::Alias(_) => self.sum.0 += 6,
            Item::Type(_, ty) => {
                self.sum.0 += 2;
                if let Some(ty) = ty {
                    self.ty(*ty);
                }
            }
            Item::Attributes(_, attributes) => self.sum.1 += 1 + 2 * attributes.len() as u64,
            Item::Comdat(..) | Item::Metadata(..) | Item::NamedMetadata(..) => self.sum.1 += 3,
            _ => {}
        }
    }

    fn function(&mut self, function: &Function) {
        self.ty(function.result);
        let attributes = &function.attributes;
        self.sum.1 += 2 * (attributes.len() + function.result_attributes.len()) as u64;
        self.sum.1 += 2 * function.tail.len() as u64 + u64::from(function.convention.is_some());
        self.sum.1 += 2 * u64::from(function.properties != Properties::default());
        for parameter in &function.parameters {
            self.ty(parameter.ty);
            self.sum.1 += 2 * parameter.attributes.len() as u64;
        }
        let Some(body) = &function.body else {
            self.sum.0 += 2;
            return;
        };
        self.sum.0 += 12 + 3 * (function.parameters.len() + body.blocks.len()) as u64;
        let parameters = function.parameters.len() as u32;
        for instruction in &body.instructions {
            self.instruction(&body.constants, parameters, instruction);
        }
    }

    fn instruction(&mut self, constants: &Constants, parameters: u32, instruction: &Instruction) {
        self.sum.0 += match &instruction.op {
            Op::Br(_) | Op::Ret(_) | Op::Unreachable => 4,
            _ => 10,
        };
        let attachments = instruction.attachments.as_ref().map_or(0, |it| it.len());
        self.sum.1 += 3 * attachments as u64;
        let mut op = instruction.op.clone();
        op.types_mut(&mut |ty| self.ty(*ty));
        op.values_mut(&mut |_, value| match value {
            Value::Local(local) => self.sum.1 += 5 + u64::from(local.0 >= parameters),
            value => self.value(constants, *value),
        });
        op.targets(|_| self.sum.1 += 2);
        if let Some((_, access)) = op.access_mut() {
            self.sum.1 += u64::from(access.align.is_some()) + 2 * u64::from(access.is_volatile);
            self.sum.1 += 3 * u64::from(access.atomic.is_some());
        }
        if let Some(call) = op.call_mut() {
            let attributes = call.attributes.len() + call.result.len();
            let arguments = call.arguments.iter().map(|it| it.attributes.len());
            self.sum.1 += 2 * (attributes + arguments.sum::<usize>()) as u64;
            self.sum.1 += 3 * call.bundles.len() as u64 + u64::from(call.tail.is_some());
            self.sum.1 += u64::from(call.convention.is_some());
        }
        match &mut op {
            Op::Alloca(alloca) => {
                self.sum.1 += u64::from(alloca.align.is_some());
                self.sum.1 += u64::from(alloca.count.is_some());
            }
            Op::CmpXchg(parts) => self.sum.1 += u64::from(parts.is_weak),
            _ => {}
        }
        if let Some(flags) = super::detail::flags(&mut op) {
            self.sum.1 += flags.iter().count() as u64;
        }
    }

    /// The weight of an operand that is no local.
    fn value(&mut self, constants: &Constants, value: Value) {
        self.sum.1 += match value {
            Value::Int(0) | Value::Zero | Value::Null | Value::None => 1,
            Value::Int(number) => {
                2 + u64::from(number.unsigned_abs().ilog2()) / 12 + u64::from(number != 1)
            }
            Value::Undef | Value::Poison => 2,
            Value::Global(_) => 4,
            Value::Local(_) => 6,
            Value::Const(n) => match constants.get(n as usize) {
                Some(Const::Float(_, 0)) => 1,
                Some(Const::Aggregate(_, parts)) => {
                    parts.iter().for_each(|it| self.value(constants, it.value));
                    1
                }
                _ => 5,
            },
        };
    }

    fn ty(&mut self, ty: Type) {
        self.sum.1 += self.weight(ty);
    }

    fn weight(&self, ty: Type) -> u64 {
        match self.module.types.get(ty) {
            TypeKind::Int(bits) => match bits {
                1 | 8 => 1,
                16 => 2,
                32 => 3,
                64 => 4,
                bits => 6 + u64::from(*bits) / 32,
            },
            TypeKind::Vector {
                length, element, ..
            } => 2 + u64::from(*length) + self.weight(*element),
            TypeKind::Array { length, element } => 2 + (*length).min(64) + self.weight(*element),
            TypeKind::Struct { fields, .. } => {
                2 + fields.iter().map(|it| self.weight(*it)).sum::<u64>()
            }
            TypeKind::Float(_) => 3,
            _ => 1,
        }
    }
}
