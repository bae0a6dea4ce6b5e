//! Claims: attributes of the function, its parameters and its result, and metadata of loads.

use std::fmt;

use kvant_llvm::Names;
use kvant_llvm::syntax::{
    Attachment, Attribute, Attributes, Const, Function, Item, Metadata, Module, Op, Type, TypeKind,
    Typed, Types, Value,
};

use super::{Change, Place, Site, Spot, Work};

/// An attribute or a kind of metadata, with the text in parentheses if it has some. That of `range` is all numbers that are not
/// negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim(&'static str, &'static str);

impl Claim {
    /// The name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim(name, "") => f.write_str(name),
            Claim(name, text) => write!(f, "{name}({text})"),
        }
    }
}

const OF_FUNCTIONS: &[Claim] = &[
    Claim("memory", "none"),
    Claim("memory", "read"),
    Claim("nofree", ""),
    Claim("norecurse", ""),
    Claim("noreturn", ""),
    Claim("willreturn", ""),
];

const OF_ALL: &[Claim] = &[Claim("noundef", "")];
const OF_INTEGERS: &[Claim] = &[Claim("range", "")];
const OF_POINTERS: &[Claim] = &[Claim("nonnull", "")];
const OF_POINTER_PARAMETERS: &[Claim] = &[
    Claim("noalias", ""),
    Claim("captures", "none"),
    Claim("readonly", ""),
    Claim("readnone", ""),
];

/// The claims about a value of a type.
fn of_type(types: &Types, ty: Type) -> impl Iterator<Item = Claim> {
    let more = match types.get(types.scalar(ty)) {
        TypeKind::Int(_) => OF_INTEGERS,
        TypeKind::Ptr(_) => OF_POINTERS,
        _ => &[],
    };
    OF_ALL.iter().chain(more).copied()
}

pub(super) fn propose(
    module: &Module,
    function: &Function,
    add: &mut dyn FnMut(Place, String, Change),
) {
    for claim in OF_FUNCTIONS {
        if !has(module, &function.attributes, claim.0) {
            add(Place::Function, String::new(), Change::Attribute(*claim));
        }
    }
    for claim in of_type(&module.types, function.result) {
        if !has(module, &function.result_attributes, claim.0) {
            add(Place::Result, "result".to_owned(), Change::Attribute(claim));
        }
    }
    for (n, parameter) in function.parameters.iter().enumerate() {
        let is_pointer = matches!(module.types.get(parameter.ty), TypeKind::Ptr(_));
        let more = if is_pointer {
            OF_POINTER_PARAMETERS
        } else {
            &[]
        };
        for claim in of_type(&module.types, parameter.ty).chain(more.iter().copied()) {
            if !has(module, &parameter.attributes, claim.0) {
                let label = format!("parameter {n}");
                add(Place::Parameter(n as u32), label, Change::Attribute(claim));
            }
        }
    }
}

/// True if an attribute of this name is in a list or in one of its groups.
fn has(module: &Module, attributes: &[Attribute], wanted: &str) -> bool {
    attributes.iter().any(|attribute| match attribute {
        Attribute::Word(name)
        | Attribute::Int(name, _)
        | Attribute::Type(name, _)
        | Attribute::Text(name, _) => module.names.get(*name) == wanted,
        Attribute::String(..) => false,
        Attribute::Group(number) => module.items.iter().any(|item| match item {
            Item::Attributes(other, group) if other == number => has(module, group, wanted),
            _ => false,
        }),
    })
}

pub(super) fn propose_metadata(site: &Site<'_>, add: &mut dyn FnMut(Change)) {
    let Op::Load(load) = &site.instruction.op else {
        return;
    };
    let names = &site.module.names;
    let has = |kind: &str| {
        let mut attachments = site.instruction.attachments.iter().flatten();
        attachments.any(|it| names.get(it.kind) == kind)
    };
    of_type(&site.module.types, load.ty)
        .filter(|claim| !has(claim.0))
        .for_each(|claim| add(Change::Metadata(claim)));
}

pub(super) fn apply(work: Work<'_>, place: Place, change: Change) -> Option<()> {
    let Change::Attribute(claim) = change else {
        return None;
    };
    let function = work.function;
    let (ty, attributes): (_, &mut Attributes) = match place {
        Place::Function => (Types::VOID, &mut function.attributes),
        Place::Result => (function.result, &mut function.result_attributes),
        Place::Parameter(n) => {
            let parameter = function.parameters.get_mut(n as usize)?;
            (parameter.ty, &mut parameter.attributes)
        }
        Place::Instruction(_) => return None,
    };
    let added = attribute(claim, ty, work.types, work.names)?;
    *attributes = attributes.iter().copied().chain([added]).collect();
    Some(())
}

fn attribute(claim: Claim, ty: Type, types: &Types, names: &mut Names) -> Option<Attribute> {
    let name = names.intern(claim.0);
    Some(match claim {
        Claim("range", _) => {
            let (bits, least) = least(types, ty)?;
            let text = names.intern(&format!("i{bits} 0, {least}"));
            Attribute::Text(name, text)
        }
        Claim(_, "") => Attribute::Word(name),
        Claim(_, text) => Attribute::Text(name, names.intern(text)),
    })
}

/// The width of a type's integers, and the least one with a sign.
fn least(types: &Types, ty: Type) -> Option<(u32, i128)> {
    match types.get(types.scalar(ty)) {
        TypeKind::Int(bits) if (2..=128).contains(bits) => Some((*bits, i128::MIN >> (128 - bits))),
        _ => None,
    }
}

pub(super) fn apply_metadata(spot: Spot<'_>, claim: Claim) -> Option<()> {
    let Spot {
        names,
        types,
        body,
        at,
    } = spot;
    let instruction = body.instructions.get_mut(at)?;
    let Op::Load(load) = &instruction.op else {
        return None;
    };
    let parts = match claim {
        Claim("range", _) => {
            let ty = types.scalar(load.ty);
            let least = least(types, load.ty)?.1;
            let least = match i32::try_from(least) {
                Ok(short) => Value::Int(short),
                Err(_) => {
                    let text = names.intern(&least.to_string());
                    body.constants.push(Const::Int(text));
                    Value::Const(body.constants.len() as u32 - 1)
                }
            };
            let bounds = [Value::Int(0), least];
            let bounds = bounds.map(|value| Metadata::Value(Typed { ty, value }));
            bounds.into()
        }
        _ => Box::default(),
    };
    let added = Attachment {
        kind: names.intern(claim.0),
        node: Metadata::Tuple(parts),
    };
    let attachments = instruction.attachments.take().unwrap_or_default();
    instruction.attachments = Some(attachments.into_iter().chain([added]).collect());
    Some(())
}
