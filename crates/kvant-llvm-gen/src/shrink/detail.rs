//! Properties of instructions and symbols that can go away, as tables.
//!
//! A row takes the property of a number away. `None` if there is no such property.

use kvant_llvm::syntax::{
    Access, Argument, Attribute, Call, Flags, Function, Global, Instruction, Item, Op, Properties,
    Value,
};

use super::change::Change;
use super::edit::{At, Edit, definitions};
use super::pass::Known;

type OfInstruction = fn(&mut Instruction, usize) -> Option<()>;
type OfSymbol = fn(&mut Item, usize) -> Option<()>;

/// Properties of instructions.
pub(super) const INSTRUCTIONS: &[OfInstruction] = &[
    |it, n| remove_flag(flags(&mut it.op)?, n),
    |it, n| {
        let attachments = it.attachments.as_mut()?;
        remove(attachments, n)?;
        if attachments.is_empty() {
            it.attachments = None;
        }
        Some(())
    },
    |it, n| remove(&mut call(it)?.attributes, n),
    |it, n| remove(&mut call(it)?.result, n),
    |it, n| {
        // All attributes of an argument are one property.
        let argument: &mut Argument = call(it)?.arguments.get_mut(n)?;
        remove_all(&mut argument.attributes)
    },
    |it, n| remove(&mut call(it)?.bundles, n),
    |it, n| take(&mut call(it)?.tail, n),
    |it, n| take(&mut call(it)?.convention, n),
    |it, n| take(&mut access(it)?.align, n),
    |it, n| unset(&mut access(it)?.is_volatile, n),
    |it, n| match &mut it.op {
        Op::Load(load) => take(&mut load.access.atomic, n),
        Op::Store(store) => take(&mut store.access.atomic, n),
        _ => None,
    },
    |it, n| match &mut it.op {
        Op::Alloca(alloca) => take(&mut alloca.align, n),
        _ => None,
    },
    |it, n| match &mut it.op {
        Op::Alloca(alloca) => take(&mut alloca.count, n),
        _ => None,
    },
    |it, n| match &mut it.op {
        Op::CmpXchg(parts) => unset(&mut parts.is_weak, n),
        _ => None,
    },
];

/// Properties of symbols.
pub(super) const SYMBOLS: &[OfSymbol] = &[
    |it, n| remove(&mut function(it)?.attributes, n),
    |it, n| remove(&mut function(it)?.result_attributes, n),
    |it, n| {
        let parameters = function(it)?.parameters.iter_mut();
        let mut attributes = parameters.map(|it| &mut it.attributes);
        let mut first = 0;
        attributes.find_map(|it| {
            let found = remove(it, n.checked_sub(first)?);
            first += it.len();
            found
        })
    },
    |it, n| take(&mut function(it)?.convention, n),
    |it, n| match it {
        Item::Function(function) => remove(&mut function.tail, n),
        Item::Global(global) => remove(&mut global.tail, n),
        _ => None,
    },
    |it, n| {
        let properties = match it {
            Item::Function(function) => &mut function.properties,
            Item::Global(global) => &mut global.properties,
            Item::Alias(alias) => &mut alias.properties,
            _ => return None,
        };
        let is_new = n == 0 && *properties != Properties::default();
        is_new.then(|| *properties = Properties::default())
    },
    |it, n| match it {
        Item::Attributes(_, attributes) => remove(attributes, n),
        _ => None,
    },
    |it, n| unset(&mut global(it)?.is_constant, n),
    |it, n| unset(&mut global(it)?.is_externally_initialized, n),
    |it, n| {
        let init = global(it)?.init.as_mut()?;
        let is_new = n == 0 && !matches!(init, Value::Zero | Value::Int(0) | Value::Null);
        is_new.then(|| *init = Value::Zero)
    },
];

/// The properties of instructions.
pub(super) fn of_instructions(known: &Known<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (item, function) in definitions(&known.test.module) {
        let instructions = function.body.iter().flat_map(|it| &it.instructions);
        for (number, instruction) in instructions.enumerate() {
            for (row, remove) in INSTRUCTIONS.iter().enumerate() {
                for n in 0..MOST {
                    if remove(&mut instruction.clone(), n).is_some() {
                        let change = Change::Detail(row, n);
                        edits.push(Edit::Change(At { item, number }, change));
                    }
                }
            }
        }
    }
    edits
}

/// The properties of symbols and groups of attributes.
pub(super) fn of_symbols(known: &Known<'_>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (item, it) in known.test.module.items.iter().enumerate() {
        for (row, remove) in SYMBOLS.iter().enumerate() {
            for n in 0..MOST {
                if remove(&mut it.clone(), n).is_some() {
                    edits.push(Edit::Detail(item, row, n));
                }
            }
        }
    }
    edits
}

/// Properties of one kind with greater numbers are not looked at.
const MOST: usize = 12;

fn call(instruction: &mut Instruction) -> Option<&mut Call> {
    instruction.op.call_mut()
}

fn access(instruction: &mut Instruction) -> Option<&mut Access> {
    Some(instruction.op.access_mut()?.1)
}

fn function(item: &mut Item) -> Option<&mut Function> {
    match item {
        Item::Function(function) => Some(function),
        _ => None,
    }
}

fn global(item: &mut Item) -> Option<&mut Global> {
    match item {
        Item::Global(global) => Some(global),
        _ => None,
    }
}

pub(super) fn flags(op: &mut Op) -> Option<&mut Flags> {
    match op {
        Op::FNeg(flags, _)
        | Op::Binary(_, flags, ..)
        | Op::Cast(_, flags, ..)
        | Op::ICmp(_, flags, ..)
        | Op::FCmp(_, flags, ..)
        | Op::Phi(flags, ..)
        | Op::Select(flags, _) => Some(flags),
        Op::Call(call) | Op::Invoke(call, _) => Some(&mut call.flags),
        Op::Gep(gep) => Some(&mut gep.flags),
        _ => None,
    }
}

fn remove_flag(flags: &mut Flags, n: usize) -> Option<()> {
    let flag = flags.iter().nth(n)?;
    *flags = flags.without(flag);
    Some(())
}

fn remove<T>(list: &mut Box<[T]>, n: usize) -> Option<()> {
    if n >= list.len() {
        return None;
    }
    let mut rest = std::mem::take(list).into_vec();
    rest.remove(n);
    *list = rest.into();
    Some(())
}

fn remove_all(attributes: &mut Box<[Attribute]>) -> Option<()> {
    let is_new = !attributes.is_empty();
    is_new.then(|| *attributes = Box::default())
}

fn take<T>(property: &mut Option<T>, n: usize) -> Option<()> {
    (n == 0).then(|| property.take())??;
    Some(())
}

fn unset(property: &mut bool, n: usize) -> Option<()> {
    (n == 0 && std::mem::take(property)).then_some(())
}
