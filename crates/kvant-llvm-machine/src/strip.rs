//! Removes from a module what the machine does not check.
//!
//! A compiler may draw conclusions from everything in its input. Without what [`meaning`] says is to be stripped, a program is more
//! defined, and the machine knows all that the compiler knows about it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use kvant_llvm::syntax::{
    Attachment, Attribute, Attributes, Body, Call, Const, ConstExpr, Constants, Function, Item,
    Metadata, Module, Op, Tailing, Value,
};
use kvant_llvm::{Name, Names};

use crate::library;
use crate::meaning::{self, Meaning, Owner, Position};

/// The things that were removed, with their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stripped {
    /// Each by a short description: `attribute nofree`, `metadata tbaa`.
    pub removed: BTreeMap<String, usize>,
}

impl Stripped {
    /// True if nothing was removed.
    pub fn is_empty(&self) -> bool {
        self.removed.is_empty()
    }

    fn count(&mut self, what: &str, name: &str) {
        let what = format!("{what} {name}");
        *self.removed.entry(what).or_default() += 1;
    }
}

/// `removed: 2 × attribute nofree, 1 × metadata tbaa`.
impl fmt::Display for Stripped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("removed: nothing");
        }
        for (n, (what, count)) in self.removed.iter().enumerate() {
            let before = if n == 0 { "removed: " } else { ", " };
            write!(f, "{before}{count} × {what}")?;
        }
        Ok(())
    }
}

/// Removes from a module what the machine does not check. Groups of attributes are written out where they are used, because the same
/// group may stand at a function that the machine executes and at one whose behaviour it chooses.
pub fn strip(module: &mut Module) -> Stripped {
    let mut groups: HashMap<u32, Vec<Attribute>> = HashMap::new();
    let mut unknown = HashSet::new();
    for item in &module.items {
        if let Item::Attributes(number, attributes) = item {
            groups.entry(*number).or_default().extend(attributes);
        }
    }
    for item in &module.items {
        if let Item::Function(function) = item
            && is_unknown(module, &groups, function)
        {
            unknown.insert(function.name);
        }
    }
    let mut stripper = Stripper {
        names: &module.names,
        groups,
        unknown,
        loops: BTreeSet::new(),
        stripped: Stripped::default(),
    };
    let items = &mut module.items;
    items.retain(|item| !matches!(item, Item::Attributes(..)));
    for item in items.iter_mut() {
        match item {
            Item::Function(function) => stripper.function(function),
            Item::Global(global) => {
                stripper.attributes(Position::Function, Owner::Known, &mut global.attributes);
                stripper.tail(&mut global.tail);
            }
            Item::Alias(alias) => stripper.tail(&mut alias.tail),
            _ => {}
        }
    }
    stripper.constants(&mut module.constants);
    stripper.loops(items);
    stripper.stripped
}

/// True for a function whose behaviour the machine chooses.
fn is_unknown(module: &Module, groups: &HashMap<u32, Vec<Attribute>>, function: &Function) -> bool {
    let is_nobuiltin = |it: &Attribute| match it {
        Attribute::Word(name) => module.names.get(*name) == "nobuiltin",
        _ => false,
    };
    let mut attributes = function.attributes.iter();
    let is_nobuiltin = attributes.any(|it| match it {
        Attribute::Group(number) => groups.get(number).into_iter().flatten().any(is_nobuiltin),
        it => is_nobuiltin(it),
    });
    function.body.is_none()
        && !module.names.get(function.name).starts_with("llvm.")
        && (is_nobuiltin || library::find(module, function).is_none())
}

/// Makes library functions that the machine does not execute unknown ones: with `nobuiltin`, a compiler knows nothing about them
/// either. Those that passes recognise all the same stay as they are.
pub fn hide_libraries(module: &mut Module) -> Stripped {
    let mut stripped = Stripped::default();
    let [nobuiltin, builtin, none] =
        ["nobuiltin", "builtin", "no-builtins"].map(|word| module.names.intern(word));
    let mut hidden = HashSet::new();
    for item in &module.items {
        if let Item::Function(function) = item
            && function.body.is_none()
            && let Some(name) = library::find(module, function)
            && library::can_be_hidden(name)
            && !library::is_executed(name)
        {
            stripped.count("library function", name);
            hidden.insert(function.name);
        }
    }
    let marked = |attributes: &Attributes| {
        let others = attributes
            .iter()
            .filter(|it| **it != Attribute::Word(builtin));
        let marks = [Attribute::Word(nobuiltin)];
        others.copied().chain(marks).collect::<Vec<_>>()
    };
    for item in &mut module.items {
        let Item::Function(function) = item else {
            continue;
        };
        if hidden.contains(&function.name) {
            let mut attributes = marked(&function.attributes);
            // The attributes of a declaration that are inferred from its name depend on this one.
            attributes.push(Attribute::String(none, None));
            function.attributes = attributes.into();
        }
        let instructions = function
            .body
            .iter_mut()
            .flat_map(|body| &mut body.instructions);
        for instruction in instructions {
            let call = match &mut instruction.op {
                Op::Call(call) | Op::Invoke(call, _) => call,
                Op::CallBr(parts) => &mut parts.0,
                _ => continue,
            };
            if let Value::Global(name) = call.callee
                && hidden.contains(&name)
            {
                call.attributes = marked(&call.attributes).into();
            }
        }
    }
    stripped
}

struct Stripper<'n> {
    names: &'n Names,
    groups: HashMap<u32, Vec<Attribute>>,
    /// The functions whose behaviour the machine chooses.
    unknown: HashSet<Name>,
    /// The nodes of loops.
    loops: BTreeSet<u32>,
    stripped: Stripped,
}

impl Stripper<'_> {
    fn owner(&self, name: Name) -> Owner {
        match self.unknown.contains(&name) {
            true => Owner::Unknown,
            false => Owner::Known,
        }
    }

    fn function(&mut self, function: &mut Function) {
        // LLVM replaces the attributes of intrinsics by its own.
        let is_intrinsic = self.names.get(function.name).starts_with("llvm.");
        if is_intrinsic {
            function.attributes = self.spelled_out(&function.attributes).into();
            return;
        }
        let owner = self.owner(function.name);
        self.attributes(Position::Function, owner, &mut function.attributes);
        self.attributes(Position::Result, owner, &mut function.result_attributes);
        for parameter in &mut function.parameters {
            self.attributes(Position::Parameter, owner, &mut parameter.attributes);
        }
        self.attachments(&mut function.early);
        self.tail(&mut function.tail);
        if let Some(body) = &mut function.body {
            self.body(body);
        }
    }

    fn spelled_out(&self, attributes: &Attributes) -> Vec<Attribute> {
        let mut all = Vec::new();
        for attribute in attributes {
            match attribute {
                Attribute::Group(number) => {
                    let group = self.groups.get(number).into_iter().flatten();
                    all.extend(group);
                }
                attribute => all.push(*attribute),
            }
        }
        all
    }

    fn attributes(&mut self, position: Position, owner: Owner, attributes: &mut Attributes) {
        if attributes.is_empty() {
            return;
        }
        let mut all = self.spelled_out(attributes);
        all.retain(|attribute| {
            let (what, name, meaning) = match attribute {
                Attribute::Word(name)
                | Attribute::Int(name, _)
                | Attribute::Type(name, _)
                | Attribute::Text(name, _) => {
                    let name = self.names.get(*name);
                    ("attribute", name, meaning::attribute(position, owner, name))
                }
                Attribute::String(key, value) => {
                    let key = self.names.get(*key);
                    let value = value.map_or("", |value| self.names.get(value));
                    ("attribute", key, meaning::string_attribute(key, value))
                }
                Attribute::Group(_) => return true,
            };
            if meaning == Meaning::Strip {
                self.stripped.count(what, name);
            }
            meaning != Meaning::Strip
        });
        *attributes = all.into();
    }

    fn tail(&mut self, tail: &mut Box<[Tailing]>) {
        let mut all = std::mem::take(tail).into_vec();
        all.retain(|property| match property {
            Tailing::Attachment(attachment) => self.keeps(attachment),
            _ => true,
        });
        *tail = all.into();
    }

    fn attachments(&mut self, attachments: &mut Box<[Attachment]>) {
        let mut all = std::mem::take(attachments).into_vec();
        all.retain(|attachment| self.keeps(attachment));
        *attachments = all.into();
    }

    fn keeps(&mut self, attachment: &Attachment) -> bool {
        let kind = self.names.get(attachment.kind);
        let is_stripped = meaning::metadata(kind) == Meaning::Strip;
        if is_stripped {
            self.stripped.count("metadata", kind);
        }
        !is_stripped
    }

    fn body(&mut self, body: &mut Body) {
        self.constants(&mut body.constants);
        for instruction in &mut body.instructions {
            if let Some(mut attachments) = instruction.attachments.take() {
                self.attachments(&mut attachments);
                // Constraints are checked on loads and calls only.
                if !matches!(instruction.op, Op::Load(_) | Op::Call(_)) {
                    self.constraints(&mut attachments);
                }
                for attachment in &mut attachments {
                    self.loop_of(attachment);
                }
                instruction.attachments = (!attachments.is_empty()).then_some(attachments);
            }
            match &mut instruction.op {
                Op::Call(call) | Op::Invoke(call, _) => self.call(call),
                Op::CallBr(parts) => self.call(&mut parts.0),
                _ => {}
            }
        }
    }

    fn constraints(&mut self, attachments: &mut Box<[Attachment]>) {
        let mut all = std::mem::take(attachments).into_vec();
        all.retain(|attachment| {
            let kind = self.names.get(attachment.kind);
            let is_checked = meaning::metadata(kind) == Meaning::Checked;
            if is_checked {
                self.stripped.count("metadata", kind);
            }
            !is_checked
        });
        *attachments = all.into();
    }

    fn call(&mut self, call: &mut Call) {
        let (owner, is_assume) = match call.callee {
            Value::Global(name) => {
                let owner = match self.owner(name) {
                    Owner::Known => Owner::Known,
                    _ => Owner::UnknownCall,
                };
                (owner, self.names.get(name) == "llvm.assume")
            }
            _ => (Owner::Known, false),
        };
        self.attributes(Position::Function, owner, &mut call.attributes);
        self.attributes(Position::Result, owner, &mut call.result);
        for argument in &mut call.arguments {
            self.attributes(Position::Parameter, owner, &mut argument.attributes);
        }
        if let Some(tail) = call.tail
            && meaning::marker(tail) == Meaning::Strip
        {
            self.stripped.count("marker", tail.text());
            call.tail = None;
        }
        let mut bundles = std::mem::take(&mut call.bundles).into_vec();
        bundles.retain(|bundle| {
            let tag = self.names.get(bundle.tag);
            let meaning = match is_assume {
                true => meaning::assumption(tag),
                false => meaning::bundle(tag),
            };
            if meaning == Meaning::Strip {
                self.stripped.count("bundle", tag);
            }
            meaning != Meaning::Strip
        });
        call.bundles = bundles.into();
    }

    fn constants(&mut self, constants: &mut Constants) {
        for constant in constants {
            if let Const::Expr(expr) = constant
                && let ConstExpr::Gep { in_range, .. } = &mut **expr
                && in_range.take().is_some()
            {
                self.stripped.count("constant", "inrange");
            }
        }
    }

    /// Remembers the node of a loop, or filters its properties if they are written at the instruction.
    fn loop_of(&mut self, attachment: &mut Attachment) {
        if self.names.get(attachment.kind) != "llvm.loop" {
            return;
        }
        match &attachment.node {
            Metadata::Node(number) => {
                self.loops.insert(*number);
            }
            _ => attachment.node = Metadata::Tuple(Box::default()),
        }
    }

    /// Removes properties from the nodes of loops.
    fn loops(&mut self, items: &mut [Item]) {
        let mut properties: HashMap<u32, Name> = HashMap::new();
        for item in items.iter() {
            if let Item::Metadata(number, _, Metadata::Tuple(elements)) = item
                && let Some(Metadata::String(name)) = elements.first()
            {
                properties.insert(*number, *name);
            }
        }
        for item in items {
            let Item::Metadata(number, _, Metadata::Tuple(elements)) = item else {
                continue;
            };
            if !self.loops.contains(number) {
                continue;
            }
            let mut all = std::mem::take(elements).into_vec();
            all.retain(|element| {
                let property = match element {
                    Metadata::Node(number) => properties.get(number).copied(),
                    Metadata::Tuple(elements) => match elements.first() {
                        Some(Metadata::String(name)) => Some(*name),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(property) = property else {
                    return true;
                };
                let property = self.names.get(property);
                let is_stripped = meaning::of_loop(property) == Meaning::Strip;
                if is_stripped {
                    self.stripped.count("property", property);
                }
                !is_stripped
            });
            *elements = all.into();
        }
    }
}
