//! Passes about types: narrower integers, shorter vectors, and scalars instead of vectors.

use std::collections::{BTreeSet, HashMap};

use kvant_llvm::Name;
use kvant_llvm::syntax::{
    Brackets, CastOp, Const, Constants, Item, Local, Module, Op, Type, TypeKind, Typed, Types,
    Value,
};
use kvant_llvm_machine::{Leaf, Program, Scalar};
use kvant_llvm_refine::Given;

use super::edit::{Edit, definitions, with_body};
use super::pass::Known;
use crate::{Test, VSCALE};

/// Types that become others, in the whole module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Retype {
    /// Vectors of so many elements become scalars.
    Scalar(u32),
    /// Vectors of so many elements have others.
    Lanes(u32, u32),
    /// Integers of so many bits have others.
    Bits(u32, u32),
}

/// Proposes other types for those in the module.
pub(super) fn types(known: &Known<'_>) -> Vec<Edit> {
    let types = &known.test.module.types;
    let mut all = BTreeSet::new();
    for ty in types.all() {
        match *types.get(ty) {
            TypeKind::Vector {
                is_scalable: false,
                length,
                ..
            } => {
                all.insert(Retype::Scalar(length));
                if length > 2 {
                    all.insert(Retype::Lanes(length, length / 2));
                }
            }
            TypeKind::Int(bits) => {
                let narrower = [8, 16, 32, 64].into_iter().filter(|it| *it < bits);
                all.extend(narrower.map(|to| Retype::Bits(bits, to)));
            }
            _ => {}
        }
    }
    all.into_iter().map(Edit::Retype).collect()
}

/// Changes a type everywhere. `None` if the result makes no sense.
pub(super) fn apply(test: &mut Test, retype: Retype) -> Option<()> {
    inputs(test, retype)?;
    let mut map = Map {
        retype,
        known: HashMap::new(),
    };
    let module = &mut test.module;
    let Module {
        names,
        types,
        constants,
        items,
    } = module;
    let mut renamed: HashMap<Name, Name> = HashMap::new();
    map.constants(types, names, constants);
    for item in &mut *items {
        match item {
            Item::Type(_, Some(ty)) => *ty = map.ty(types, *ty),
            Item::Global(global) => {
                let old = global.ty;
                global.ty = map.ty(types, old);
                if let Some(init) = &mut global.init {
                    map.value(types, names, constants, old, init);
                }
            }
            Item::Alias(alias) => alias.ty = map.ty(types, alias.ty),
            Item::Metadata(_, _, node) => {
                node.values_mut(&mut |it| map.typed(types, names, constants, it));
            }
            Item::Function(function) => {
                function.result = map.ty(types, function.result);
                for parameter in &mut function.parameters {
                    parameter.ty = map.ty(types, parameter.ty);
                }
                if names.get(function.name).starts_with("llvm.") {
                    let new = overloaded(names.get(function.name), retype);
                    let new = names.intern(&new);
                    renamed.insert(function.name, new);
                    function.name = new;
                }
                let Some(body) = &mut function.body else {
                    continue;
                };
                for local in &mut body.locals {
                    local.ty = map.ty(types, local.ty);
                }
                map.constants(types, names, &mut body.constants);
                let constants = &mut body.constants;
                for instruction in &mut body.instructions {
                    let op = &mut instruction.op;
                    op.values_mut(&mut |ty, it| map.value(types, names, constants, ty, it));
                    op.types_mut(&mut |ty| *ty = map.ty(types, *ty));
                    for attachment in instruction.attachments.iter_mut().flatten() {
                        let node = &mut attachment.node;
                        node.values_mut(&mut |it| map.typed(types, names, constants, it));
                    }
                }
            }
            _ => {}
        }
    }
    declare_once(items, &renamed);
    let items: Vec<usize> = definitions(module).map(|it| it.0).collect();
    for item in items {
        rename_callees(module, item, &renamed);
        remove_same_casts(module, item)?;
    }
    Some(())
}

/// Types and values with their replacements.
struct Map {
    retype: Retype,
    known: HashMap<Type, Type>,
}

impl Map {
    fn ty(&mut self, types: &mut Types, ty: Type) -> Type {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let kind = types.get(ty).clone();
        let new = match (kind, self.retype) {
            (TypeKind::Int(bits), Retype::Bits(from, to)) if bits == from => types.int(to),
            (
                TypeKind::Vector {
                    is_scalable,
                    length,
                    element,
                },
                retype,
            ) => {
                let element = self.ty(types, element);
                match retype {
                    Retype::Scalar(from) if from == length && !is_scalable => element,
                    Retype::Lanes(from, to) if from == length && !is_scalable => {
                        types.intern(TypeKind::Vector {
                            is_scalable,
                            length: to,
                            element,
                        })
                    }
                    _ => types.intern(TypeKind::Vector {
                        is_scalable,
                        length,
                        element,
                    }),
                }
            }
            (TypeKind::Array { length, element }, _) => {
                let element = self.ty(types, element);
                types.intern(TypeKind::Array { length, element })
            }
            (TypeKind::Struct { is_packed, fields }, _) => {
                let fields = fields.iter().map(|it| self.ty(types, *it)).collect();
                types.intern(TypeKind::Struct { is_packed, fields })
            }
            (
                TypeKind::Function {
                    result,
                    parameters,
                    is_variadic,
                },
                _,
            ) => {
                let result = self.ty(types, result);
                let parameters = parameters.iter().map(|it| self.ty(types, *it)).collect();
                types.intern(TypeKind::Function {
                    result,
                    parameters,
                    is_variadic,
                })
            }
            _ => ty,
        };
        self.known.insert(ty, new);
        new
    }

    /// Replaces a constant of a type. The constants that it consists of have been replaced.
    fn value(
        &mut self,
        types: &mut Types,
        names: &mut kvant_llvm::Names,
        constants: &mut Constants,
        ty: Type,
        value: &mut Value,
    ) {
        let new = self.ty(types, ty);
        if new == ty {
            return;
        }
        if let Retype::Scalar(_) = self.retype
            && let Value::Const(n) = *value
        {
            match constants.get(n as usize) {
                Some(Const::Splat(it)) => *value = it.value,
                Some(Const::Aggregate(Brackets::Vector, it)) => {
                    *value = it.first().map_or(*value, |it| it.value);
                }
                _ => {}
            }
        }
        if *value == Value::Zero {
            match types.get(new) {
                TypeKind::Int(_) => *value = Value::Int(0),
                TypeKind::Ptr(_) => *value = Value::Null,
                _ => {}
            }
        }
        let TypeKind::Int(bits @ 1..128) = *types.get(new) else {
            return;
        };
        let number = match *value {
            Value::Int(number) => i128::from(number),
            Value::Const(n) => match constants.get(n as usize) {
                Some(Const::Int(text)) => match names.get(*text).parse::<i128>() {
                    Ok(number) => number,
                    Err(_) => return,
                },
                _ => return,
            },
            _ => return,
        };
        let shift = 128 - bits;
        let number = number << shift >> shift;
        *value = match i32::try_from(number) {
            Ok(short) => Value::Int(short),
            Err(_) => {
                let text = names.intern(&number.to_string());
                constants.push(Const::Int(text));
                Value::Const(constants.len() as u32 - 1)
            }
        };
    }

    fn typed(
        &mut self,
        types: &mut Types,
        names: &mut kvant_llvm::Names,
        constants: &mut Constants,
        operand: &mut Typed,
    ) {
        self.value(types, names, constants, operand.ty, &mut operand.value);
        operand.ty = self.ty(types, operand.ty);
    }

    /// Replaces the parts of constants.
    fn constants(
        &mut self,
        types: &mut Types,
        names: &mut kvant_llvm::Names,
        constants: &mut Constants,
    ) {
        for n in 0..constants.len() {
            let mut constant = constants[n].clone();
            if let (Retype::Lanes(from, to), Const::Aggregate(Brackets::Vector, parts)) =
                (self.retype, &mut constant)
                && parts.len() == from as usize
            {
                *parts = parts[..to as usize].into();
            }
            constant.operands_mut(&mut |it| self.typed(types, names, constants, it));
            constants[n] = constant;
        }
    }
}

/// The name of an intrinsic for other types: `llvm.umin.v4i32` becomes `llvm.umin.i32`.
fn overloaded(name: &str, retype: Retype) -> String {
    let other = |part: &str| {
        let (lanes, element) = match part.strip_prefix('v') {
            Some(rest) => {
                let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(0);
                (rest[..end].parse::<u32>().ok(), &rest[end..])
            }
            None => (None, part),
        };
        if lanes.is_none() && part.starts_with('v') {
            return part.to_owned();
        }
        let element = match (element.strip_prefix('i').map(str::parse::<u32>), retype) {
            (Some(Ok(bits)), Retype::Bits(from, to)) if bits == from => format!("i{to}"),
            _ => element.to_owned(),
        };
        match (lanes, retype) {
            (Some(lanes), Retype::Scalar(from)) if lanes == from => element,
            (Some(lanes), Retype::Lanes(from, to)) if lanes == from => format!("v{to}{element}"),
            (Some(lanes), _) => format!("v{lanes}{element}"),
            (None, _) => element,
        }
    };
    let parts: Vec<String> = name.split('.').map(other).collect();
    parts.join(".")
}

/// Removes declarations of intrinsics whose new names others have.
fn declare_once(items: &mut Vec<Item>, renamed: &HashMap<Name, Name>) {
    let mut seen = BTreeSet::new();
    items.retain(|item| match item {
        Item::Function(it) if renamed.values().any(|new| *new == it.name) => seen.insert(it.name),
        _ => true,
    });
}

fn rename_callees(module: &mut Module, item: usize, renamed: &HashMap<Name, Name>) {
    let Item::Function(function) = &mut module.items[item] else {
        return;
    };
    let instructions = function.body.iter_mut().flat_map(|it| &mut it.instructions);
    for instruction in instructions {
        if let Some(call) = instruction.op.call_mut()
            && let Value::Global(name) = &mut call.callee
            && let Some(new) = renamed.get(name)
        {
            *name = *new;
        }
    }
}

/// Removes conversions between equal types.
fn remove_same_casts(module: &mut Module, item: usize) -> Option<()> {
    with_body(module, item, |body, _, _| {
        let mut with: HashMap<Local, Value> = HashMap::new();
        for block in &mut body.blocks {
            block.instructions.retain(|it| match (&it.op, it.result) {
                (Op::Cast(op, _, operand, ty), Some(result))
                    if operand.ty == *ty
                        && matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt) =>
                {
                    with.insert(result, operand.value);
                    false
                }
                _ => true,
            });
        }
        body.replace_all(&with).then_some(())
    })
}

/// Changes the scalars of the inputs.
fn inputs(test: &mut Test, retype: Retype) -> Option<()> {
    let layout = test.layout();
    let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let signature = program.signature(&test.function).ok()?;
    let function = program.function(&test.function)?;
    let types = &test.module.types;
    // The scalars that stay, with the bits of those that become narrower.
    let mut kept: Vec<(usize, u128)> = Vec::new();
    let mut first = 0;
    for (parameter, ty) in signature.parameters.iter().zip(function.parameters.iter()) {
        let length = match *types.get(ty.ty) {
            TypeKind::Vector { length, .. } => length,
            _ => 0,
        };
        let count = match retype {
            Retype::Scalar(from) if from == length => 1,
            Retype::Lanes(from, to) if from == length => to as usize,
            _ => parameter.scalars.len(),
        };
        for (n, scalar) in parameter.scalars.iter().enumerate().take(count) {
            let mask = match (scalar, retype) {
                (Scalar::Int(bits), Retype::Bits(from, to)) if *bits == from => (1 << to) - 1,
                _ => u128::MAX,
            };
            kept.push((first + n, mask));
        }
        first += parameter.scalars.len();
    }
    for input in &mut test.inputs {
        let scalars = kept.iter().map(|(n, mask)| {
            Some(match input.arguments.get(*n)? {
                Given::Leaf(Leaf::Int(number)) => Given::Leaf(Leaf::Int(number & mask)),
                given => given.clone(),
            })
        });
        input.arguments = scalars.collect::<Option<_>>()?;
    }
    Some(())
}
