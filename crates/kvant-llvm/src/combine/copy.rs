//! Copies of symbols and of everything that they refer to.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Combiner, Misfit, Naming, Source};
use crate::dialect::pin::{is_debug_kind, nodes_in};
use crate::names::Name;
use crate::syntax::{
    AddrSpace, Attachment, Attribute, Attributes, Const, ConstExpr, InRange, Item, Metadata, Type,
    TypeKind, Typed, Value,
};

/// The copies, in the order of the originals.
pub(super) struct Copied {
    pub(super) types: Vec<Item>,
    pub(super) comdats: Vec<Item>,
    pub(super) symbols: Vec<Item>,
    pub(super) metadata: Vec<Item>,
    pub(super) next_node: u32,
    /// New names of symbols, types and comdats.
    pub(super) taken: [FxHashSet<Name>; 3],
    /// Intrinsics that are used without a declaration.
    pub(super) undeclared: Vec<Name>,
    /// The new name of each symbol.
    pub(super) names: FxHashMap<Name, Name>,
}

/// The spaces of names.
const SYMBOLS: usize = 0;
pub(super) const TYPES: usize = 1;
pub(super) const COMDATS: usize = 2;

pub(super) struct Copier<'c, 's, 'm> {
    pub(super) to: &'c mut Combiner,
    pub(super) from: &'s Source<'m>,
    naming: Naming<'c>,
    /// The new names of texts.
    texts: FxHashMap<Name, Name>,
    /// New types.
    types: FxHashMap<Type, Type>,
    /// New constants of the module.
    constants: FxHashMap<u32, u32>,
    nodes: FxHashMap<u32, u32>,
    groups: FxHashMap<u32, u32>,
    /// New names of symbols, types and comdats.
    renamed: [FxHashMap<Name, Name>; 3],
    taken: [FxHashSet<Name>; 3],
    /// Parts of the source that are to be copied.
    queue: VecDeque<Needed>,
    copies: Vec<(usize, Item)>,
    undeclared: Vec<Name>,
    metadata: Vec<Item>,
    next_node: u32,
    /// The first reason why the whole does not fit.
    misfit: Option<Misfit>,
}

/// A part of the source that something refers to.
enum Needed {
    /// An item, by its number.
    Item(usize),
    /// A metadata node.
    Node(u32),
}

/// The owner of a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Module,
    /// A function body, whose constants keep their numbers.
    Body,
}

impl<'c, 's, 'm> Copier<'c, 's, 'm> {
    pub(super) fn new(
        to: &'c mut Combiner,
        from: &'s Source<'m>,
        naming: Naming<'c>,
    ) -> Copier<'c, 's, 'm> {
        let next_node = to.next_node;
        Copier {
            to,
            from,
            naming,
            texts: FxHashMap::default(),
            types: FxHashMap::default(),
            constants: FxHashMap::default(),
            nodes: FxHashMap::default(),
            groups: FxHashMap::default(),
            renamed: Default::default(),
            taken: Default::default(),
            queue: VecDeque::new(),
            copies: Vec::new(),
            undeclared: Vec::new(),
            metadata: Vec::new(),
            next_node,
            misfit: None,
        }
    }

    /// Copies symbols and everything that they need.
    pub(super) fn copy(mut self, symbols: &[Name]) -> Result<Copied, Misfit> {
        for symbol in symbols {
            self.symbol(*symbol);
        }
        while let Some(needed) = self.queue.pop_front() {
            match needed {
                Needed::Item(n) => {
                    if let Some(item) = self.item(n) {
                        self.copies.push((n, item));
                    }
                }
                Needed::Node(number) => self.node_definition(number),
            }
            if let Some(misfit) = self.misfit {
                return Err(misfit);
            }
        }
        self.copies.sort_by_key(|it| it.0);
        let [names, _, _] = self.renamed;
        let mut copied = Copied {
            types: Vec::new(),
            comdats: Vec::new(),
            symbols: Vec::new(),
            metadata: self.metadata,
            next_node: self.next_node,
            taken: self.taken,
            undeclared: self.undeclared,
            names,
        };
        for (_, item) in self.copies {
            match item {
                Item::Type(..) => copied.types.push(item),
                Item::Comdat(..) => copied.comdats.push(item),
                item => copied.symbols.push(item),
            }
        }
        Ok(copied)
    }

    /// A text in the new module. A number stays as it is.
    pub(super) fn text(&mut self, name: Name) -> Name {
        if name.as_number().is_some() {
            return name;
        }
        let (names, from) = (&mut self.to.module.names, self.from.module);
        let texts = &mut self.texts;
        *texts
            .entry(name)
            .or_insert_with(|| names.intern(from.names.get(name)))
    }

    pub(super) fn texts(&mut self, names: &mut [&mut Name]) {
        for name in names {
            **name = self.text(**name);
        }
    }

    pub(super) fn optional(&mut self, name: &mut Option<Name>) {
        *name = name.map(|name| self.text(name));
    }

    /// The new name of a symbol.
    pub(super) fn symbol(&mut self, name: Name) -> Name {
        if let Some(new) = self.renamed[SYMBOLS].get(&name) {
            return *new;
        }
        let text = self.from.module.names.get(name);
        let place = self.from.symbols.get(&name).copied();
        let item = place.map(|place| &self.from.module.items[place]);
        let keeps = match item {
            Some(Item::Function(function)) if function.body.is_none() => {
                text.starts_with("llvm.") || (self.naming.keeps)(text)
            }
            Some(_) => false,
            None => true,
        };
        let new = match keeps && name.as_number().is_none() {
            true if item.is_none() => self.undeclared(name),
            true => {
                let new = self.text(name);
                let is_taken =
                    self.to.taken[SYMBOLS].contains(&new) && !self.to.declared.contains_key(&new);
                if !self.taken[SYMBOLS].insert(new) || is_taken {
                    self.misfit = Some(Misfit::Taken(text.to_owned()));
                }
                if self.to.undeclared.contains(&new) {
                    self.misfit = Some(Misfit::Declaration(text.to_owned()));
                }
                new
            }
            false => self.fresh(SYMBOLS, name),
        };
        self.renamed[SYMBOLS].insert(name, new);
        self.queue.extend(place.map(Needed::Item));
        new
    }

    /// An intrinsic that is used without a declaration. Its name stands for one type in a module where it is declared, and for
    /// several elsewhere.
    fn undeclared(&mut self, name: Name) -> Name {
        let new = self.text(name);
        if self.to.declared.contains_key(&new) {
            let text = self.from.module.names.get(name);
            self.misfit = Some(Misfit::Declaration(text.to_owned()));
        }
        self.undeclared.push(new);
        new
    }

    /// The new name of something with a name of its own.
    fn fresh(&mut self, space: usize, name: Name) -> Name {
        let prefix = self.naming.prefix;
        let names = &mut self.to.module.names;
        let Some(number) = name.as_number() else {
            let old = self.from.module.names.get(name);
            let new = names.intern(&format!("{prefix}{old}"));
            let is_new = !self.to.taken[space].contains(&new) && self.taken[space].insert(new);
            if !is_new {
                self.misfit = Some(Misfit::Taken(names.get(new).to_owned()));
            }
            return new;
        };
        let mut text = format!("{prefix}unnamed.{number}");
        loop {
            let new = names.intern(&text);
            let is_used = self.from.module.names.find(&text).is_some();
            let is_new = !is_used && !self.to.taken[space].contains(&new);
            if is_new && self.taken[space].insert(new) {
                return new;
            }
            text.push('.');
        }
    }

    /// The new name of a type or a comdat.
    pub(super) fn other(&mut self, space: usize, name: Name) -> Name {
        if let Some(new) = self.renamed[space].get(&name) {
            return *new;
        }
        let new = self.fresh(space, name);
        self.renamed[space].insert(name, new);
        let from = self.from;
        let items = if space == TYPES {
            &from.types
        } else {
            &from.comdats
        };
        self.queue
            .extend(items.get(&name).copied().map(Needed::Item));
        new
    }

    pub(super) fn ty(&mut self, ty: Type) -> Type {
        if let Some(new) = self.types.get(&ty) {
            return *new;
        }
        let mut kind = self.from.module.types.get(ty).clone();
        match &mut kind {
            TypeKind::Opaque(name) => *name = self.text(*name),
            TypeKind::Target(name) => {
                if self.from.module.names.get(*name).contains('%') {
                    self.misfit = Some(Misfit::TargetType);
                }
                *name = self.text(*name);
            }
            TypeKind::Ptr(space) => self.space(space),
            TypeKind::Vector { element, .. } | TypeKind::Array { element, .. } => {
                *element = self.ty(*element);
            }
            TypeKind::Struct { fields, .. } => self.each_type(fields),
            TypeKind::Named(name) => *name = self.other(TYPES, *name),
            TypeKind::Function {
                result, parameters, ..
            } => {
                *result = self.ty(*result);
                self.each_type(parameters);
            }
            TypeKind::Void
            | TypeKind::Label
            | TypeKind::Metadata
            | TypeKind::Token
            | TypeKind::Int(_)
            | TypeKind::Byte(_)
            | TypeKind::Float(_) => {}
        }
        let new = self.to.module.types.intern(kind);
        self.types.insert(ty, new);
        new
    }

    fn each_type(&mut self, types: &mut [Type]) {
        for ty in types {
            *ty = self.ty(*ty);
        }
    }

    pub(super) fn space(&mut self, space: &mut AddrSpace) {
        if let AddrSpace::Named(name) = space {
            *name = self.text(*name);
        }
    }

    pub(super) fn attributes(&mut self, attributes: &mut Attributes) {
        let is_empty = |it: &Attribute| match it {
            Attribute::Group(number) => self.from.groups.get(number).is_none_or(Vec::is_empty),
            _ => false,
        };
        if attributes.iter().any(is_empty) {
            *attributes = attributes
                .iter()
                .filter(|it| !is_empty(it))
                .copied()
                .collect();
        }
        for attribute in attributes {
            match attribute {
                Attribute::Word(name) | Attribute::Int(name, _) => self.texts(&mut [name]),
                Attribute::Type(name, ty) => {
                    *name = self.text(*name);
                    *ty = self.ty(*ty);
                }
                Attribute::Text(name, text) => self.texts(&mut [name, text]),
                Attribute::String(name, value) => {
                    *name = self.text(*name);
                    self.optional(value);
                }
                Attribute::Group(number) => *number = self.group(*number),
            }
        }
    }

    /// The new number of a group. Groups of the same attributes are one.
    fn group(&mut self, number: u32) -> u32 {
        if let Some(new) = self.groups.get(&number) {
            return *new;
        }
        let from = self.from;
        let mut attributes: Attributes =
            from.groups.get(&number).cloned().unwrap_or_default().into();
        self.attributes(&mut attributes);
        let next = self.to.group_items.len() as u32;
        let new = *self.to.groups.entry(attributes.clone()).or_insert(next);
        if new == next {
            self.to.group_items.push(Item::Attributes(new, attributes));
        }
        self.groups.insert(number, new);
        new
    }

    /// True for a node of debug information.
    fn is_debug(&self, metadata: &Metadata) -> bool {
        match metadata {
            Metadata::Node(number) => match self.from.metadata.get(number) {
                Some((_, Metadata::Special(text))) => self.is_debug_text(*text),
                _ => false,
            },
            Metadata::Special(text) => self.is_debug_text(*text),
            _ => false,
        }
    }

    fn is_debug_text(&self, text: Name) -> bool {
        let text = self.from.module.names.get(text);
        text.starts_with("!DI") || !nodes_in(text).is_empty()
    }

    pub(super) fn metadata(&mut self, metadata: &mut Metadata, place: Place) {
        match metadata {
            Metadata::Node(number) => *number = self.node(*number),
            Metadata::Tuple(elements) => {
                let kept = elements.iter().filter(|it| !self.is_debug(it));
                let mut kept: Box<[Metadata]> = kept.cloned().collect();
                for element in &mut kept {
                    self.metadata(element, place);
                }
                *elements = kept;
            }
            Metadata::Special(text) | Metadata::String(text) => *text = self.text(*text),
            Metadata::Value(value) => self.typed(value, place),
            Metadata::Null => {}
        }
    }

    /// The new number of a node.
    fn node(&mut self, number: u32) -> u32 {
        if let Some(new) = self.nodes.get(&number) {
            return *new;
        }
        let new = self.next_node;
        self.next_node += 1;
        self.nodes.insert(number, new);
        self.queue.push_back(Needed::Node(number));
        new
    }

    fn node_definition(&mut self, number: u32) {
        let from = self.from;
        if let Some((is_distinct, node)) = from.metadata.get(&number) {
            let mut node = (*node).clone();
            self.metadata(&mut node, Place::Module);
            let new = self.nodes[&number];
            self.metadata.push(Item::Metadata(new, *is_distinct, node));
        }
    }

    pub(super) fn attachments(&mut self, attachments: &mut Box<[Attachment]>, place: Place) {
        let names = &self.from.module.names;
        let kept = attachments
            .iter()
            .filter(|it| !is_debug_kind(names.get(it.kind)) && !self.is_debug(&it.node));
        let mut kept: Box<[Attachment]> = kept.cloned().collect();
        for attachment in &mut kept {
            attachment.kind = self.text(attachment.kind);
            self.metadata(&mut attachment.node, place);
        }
        *attachments = kept;
    }

    pub(super) fn typed(&mut self, operand: &mut Typed, place: Place) {
        operand.ty = self.ty(operand.ty);
        self.value(&mut operand.value, place);
    }

    fn each_typed(&mut self, operands: &mut [Typed], place: Place) {
        for operand in operands {
            self.typed(operand, place);
        }
    }

    /// An operand. Constants of a body are copied with it.
    pub(super) fn value(&mut self, value: &mut Value, place: Place) {
        match value {
            Value::Global(name) => *name = self.symbol(*name),
            Value::Const(at) if place == Place::Module => *at = self.constant(*at),
            _ => {}
        }
    }

    /// The new number of a constant of the module.
    fn constant(&mut self, at: u32) -> u32 {
        if let Some(new) = self.constants.get(&at) {
            return *new;
        }
        let from = self.from;
        let Some(constant) = from.module.constants.get(at as usize) else {
            return u32::MAX;
        };
        let mut constant = constant.clone();
        self.contents(&mut constant, Place::Module);
        let new = self.to.module.constants.len() as u32;
        self.to.module.constants.push(constant);
        self.constants.insert(at, new);
        new
    }

    pub(super) fn contents(&mut self, constant: &mut Const, place: Place) {
        match constant {
            Const::Int(text) | Const::Bytes(text) => *text = self.text(*text),
            Const::Float(..) => {}
            Const::Aggregate(_, operands) | Const::PtrAuth(operands) => {
                self.each_typed(operands, place);
            }
            Const::Splat(operand) => self.typed(operand, place),
            Const::Expr(expr) => {
                self.each_typed(expr.operands_mut(), place);
                match &mut **expr {
                    ConstExpr::Cast(_, _, _, ty) => *ty = self.ty(*ty),
                    ConstExpr::Gep {
                        in_range, source, ..
                    } => {
                        *source = self.ty(*source);
                        if let Some(InRange::Bounds(low, high)) = in_range {
                            self.texts(&mut [low, high]);
                        }
                    }
                    ConstExpr::Named(name, _) => *name = self.text(*name),
                    ConstExpr::Binary(..) | ConstExpr::ICmp(..) | ConstExpr::FCmp(..) => {}
                }
            }
            Const::BlockAddress(function, block) => {
                *function = self.symbol(*function);
                *block = self.text(*block);
            }
            Const::DsoLocalEquivalent(name) | Const::NoCfi(name) => *name = self.symbol(*name),
            Const::Asm(asm) => {
                self.texts(&mut [&mut asm.template, &mut asm.constraints]);
                for word in &mut asm.words {
                    *word = self.text(*word);
                }
            }
            Const::Metadata(metadata) => match self.is_debug(metadata) {
                true => **metadata = Metadata::Tuple(Box::default()),
                false => self.metadata(metadata, place),
            },
        }
    }
}
