//! Modules in an older version's words.

use rustc_hash::{FxHashMap, FxHashSet};

use super::attribute::Group;
use super::table::{Construct, Missing, RENAMED, TYPED};
use super::{Beyond, Degraded, Dropped, Version, intrinsic};
use crate::layout::DataLayout;
use crate::names::Name;
use crate::syntax::{
    AddrSpace, Alias, Body, Constants, Function, Global, Item, Linkage, Metadata, Module, Tailing,
    Type, TypeKind, Types,
};

/// The reason why something cannot be said.
pub(super) type Said<T = ()> = Result<T, String>;

/// A module that `version` reads, with the list of what had to be left out.
///
/// A function that cannot be said becomes a declaration, so that others can still refer to it; its callers are other programs then,
/// and [`Degraded::beyond`] names it. Symbols that cannot even be declared are removed, and with them all that refer to them.
/// Debug information is not translated: print the result with [`crate::print::pinned`], which leaves it out.
pub fn degrade(module: &Module, version: Version) -> Result<Degraded, Beyond> {
    let mut degrader = Degrader::new(module, version);
    let items = std::mem::take(&mut degrader.module.items);
    let mut entries = Vec::with_capacity(items.len());
    for item in items {
        let before = degrader.dropped.len();
        let mut entry = Entry {
            name: None,
            refers: Vec::new(),
            item,
            fate: Fate::Kept,
        };
        degrader.entry(&mut entry)?;
        entry.refers = std::mem::take(&mut degrader.refers);
        if !matches!(entry.fate, Fate::Kept) {
            degrader.dropped.truncate(before);
        }
        entries.push(entry);
    }
    let gone = settle(&mut entries);
    let mut beyond = Vec::new();
    for mut entry in entries {
        let (reason, is_gone) = match entry.fate {
            Fate::Kept => (None, false),
            Fate::Declared(reason) => (Some(reason), false),
            Fate::Gone(reason) => (Some(reason), true),
        };
        if let (Some(reason), true) = (reason, entry.name.is_some()) {
            beyond.push(Beyond {
                symbol: entry.name,
                reason,
            });
        }
        match &mut entry.item {
            _ if is_gone => continue,
            Item::Attributes(_, attributes) if attributes.is_empty() => continue,
            Item::Metadata(_, _, node) => degrader.metadata(node, Some(&gone)),
            _ => {}
        }
        degrader.module.items.push(entry.item);
    }
    degrader.module.constants = std::mem::take(&mut degrader.constants);
    degrader.module.items.append(&mut degrader.called);
    let is_beyond: FxHashSet<_> = beyond.iter().filter_map(|it| it.symbol).collect();
    let mut dropped = degrader.dropped;
    dropped.retain(|it| !is_beyond.contains(&it.symbol));
    Ok(Degraded {
        module: degrader.module,
        dropped,
        beyond,
    })
}

/// The fate of an item.
enum Fate {
    Kept,
    /// A function whose body cannot be said, with the reason.
    Declared(String),
    /// An item that cannot be said, with the reason.
    Gone(String),
}

/// An item and the symbols that it refers to: true where a declaration is not enough.
struct Entry {
    name: Option<Name>,
    refers: Vec<(Name, bool)>,
    item: Item,
    fate: Fate,
}

/// Gives up what refers to symbols that are given up, until nothing changes. Returns the symbols that are gone.
fn settle(entries: &mut [Entry]) -> FxHashMap<Name, String> {
    let (mut gone, mut declared) = (FxHashMap::default(), FxHashMap::default());
    loop {
        let before = gone.len() + declared.len();
        for entry in &mut *entries {
            let lost = entry.refers.iter().find_map(|(name, needs_definition)| {
                let declared = declared.get(name).filter(|_| *needs_definition);
                gone.get(name).or(declared).cloned()
            });
            if let (Some(reason), Fate::Kept) = (lost, &entry.fate) {
                entry.fate = match &mut entry.item {
                    Item::Function(function) if function.body.is_some() => {
                        declare(function);
                        Fate::Declared(reason)
                    }
                    _ => Fate::Gone(reason),
                };
            }
            if let Some(name) = entry.name {
                match &entry.fate {
                    Fate::Kept => {}
                    Fate::Declared(reason) => {
                        declared.insert(name, reason.clone());
                    }
                    Fate::Gone(reason) => {
                        gone.insert(name, reason.clone());
                    }
                }
            }
        }
        if gone.len() + declared.len() == before {
            return gone;
        }
    }
}

/// Makes a declaration of a function.
fn declare(function: &mut Function) {
    function.body = None;
    function.early = Box::default();
    function.tail = Box::default();
    function.properties.dll = None;
    let linkage = &mut function.properties.linkage;
    *linkage = linkage.filter(|it| matches!(it, Linkage::External | Linkage::ExternWeak));
}

pub(super) struct Degrader {
    pub(super) missing: Missing,
    /// The module without its items.
    pub(super) module: Module,
    pub(super) layout: DataLayout,
    pub(super) groups: FxHashMap<u32, Group>,
    /// The constants of the current function, or those of the module.
    pub(super) constants: Constants,
    pub(super) dropped: Vec<Dropped>,
    /// The current symbol.
    pub(super) symbol: Option<Name>,
    refers: Vec<(Name, bool)>,
    /// The number of symbols without a name so far.
    numbered: u32,
    pub(super) named: FxHashMap<Name, Type>,
    /// For each type that was looked at, the construct in it that is missing.
    types: FxHashMap<Type, Option<&'static str>>,
    /// Symbols that are variables or have a body, and so are no intrinsics.
    defined: FxHashSet<Name>,
    /// Functions with a declaration.
    pub(super) declared: FxHashSet<Name>,
    /// The names of intrinsics that are called without a declaration, by the name in the call and the signature.
    pub(super) undeclared: FxHashMap<(Name, Type), Name>,
    /// The declarations of these.
    pub(super) called: Vec<Item>,
}

impl Degrader {
    fn new(module: &Module, version: Version) -> Degrader {
        let mut degrader = Degrader {
            missing: Missing::new(version),
            module: module.clone(),
            layout: DataLayout::default(),
            groups: FxHashMap::default(),
            constants: module.constants.clone(),
            dropped: Vec::new(),
            symbol: None,
            refers: Vec::new(),
            numbered: 0,
            named: FxHashMap::default(),
            types: FxHashMap::default(),
            defined: FxHashSet::default(),
            declared: FxHashSet::default(),
            undeclared: FxHashMap::default(),
            called: Vec::new(),
        };
        for item in &module.items {
            match item {
                Item::Type(name, Some(ty)) => {
                    degrader.named.insert(*name, *ty);
                }
                Item::DataLayout(text) => {
                    let layout = DataLayout::parse(module.names.get(*text));
                    degrader.layout = layout.unwrap_or_default();
                }
                Item::Global(global) => {
                    degrader.defined.insert(global.name);
                }
                Item::Function(function) => {
                    let is_defined = function.body.is_some();
                    let set = match is_defined {
                        true => &mut degrader.defined,
                        false => &mut degrader.declared,
                    };
                    set.insert(function.name);
                }
                Item::Attributes(number, attributes) => {
                    let group = degrader.group(attributes);
                    degrader.groups.insert(*number, group);
                }
                _ => {}
            }
        }
        degrader
    }

    fn entry(&mut self, entry: &mut Entry) -> Result<(), Beyond> {
        let mut head = Ok(());
        match &mut entry.item {
            Item::Function(function) => {
                entry.name = Some(function.name);
                self.symbol = entry.name;
                head = self.head(function);
                if function.body.is_none() {
                    head = head.and_then(|()| self.declaration(function));
                } else if head.is_ok()
                    && let Some(body) = &mut function.body
                    && let Err(reason) = self.body(body)
                {
                    entry.fate = Fate::Declared(reason);
                    self.refers.clear();
                    declare(function);
                }
            }
            Item::Global(global) => {
                entry.name = Some(global.name);
                self.symbol = entry.name;
                head = self.global(global);
            }
            Item::Alias(alias) => {
                entry.name = Some(alias.name);
                self.symbol = entry.name;
                head = self.alias(alias);
            }
            Item::Type(_, Some(ty)) => head = self.ty(*ty),
            Item::Attributes(number, attributes) => {
                if let Some(group) = self.groups.get(number) {
                    attributes.clone_from(&group.attributes);
                }
            }
            Item::Asm(text) if self.module.names.get(*text).starts_with('(') => {
                return Err(Beyond {
                    symbol: None,
                    reason: "module asm with properties".to_owned(),
                });
            }
            _ => {}
        }
        if let Some(number) = entry.name.and_then(Name::as_number) {
            if number != self.numbered {
                head = head.and(self.need("gap in the numbers of symbols"));
            }
            self.numbered += 1;
        }
        if let Err(reason) = head {
            entry.fate = Fate::Gone(reason);
        }
        Ok(())
    }

    /// Notes that something was left out of the current symbol.
    pub(super) fn drop(&mut self, what: String, has_meaning: bool) {
        let Some(symbol) = self.symbol else {
            return;
        };
        let dropped = Dropped {
            symbol,
            what,
            has_meaning,
        };
        let mut same = self
            .dropped
            .iter()
            .rev()
            .take_while(|it| it.symbol == symbol);
        if !same.any(|it| *it == dropped) {
            self.dropped.push(dropped);
        }
    }

    /// An error if the version lacks a construct.
    pub(super) fn need(&self, what: &str) -> Said {
        self.missing.require(Construct::Other(what))
    }

    pub(super) fn is_scalable(&self, ty: Type) -> bool {
        matches!(self.module.types.get(ty), TypeKind::Vector { is_scalable, .. } if *is_scalable)
    }

    pub(super) fn refer(&mut self, name: Name, needs_definition: bool) {
        self.refers.push((name, needs_definition));
    }

    fn head(&mut self, function: &mut Function) -> Said {
        self.ty(function.result)?;
        self.convention(function.convention)?;
        self.space(function.space)?;
        self.attributes(function.result, &mut function.result_attributes)?;
        for parameter in &mut function.parameters {
            self.ty(parameter.ty)?;
            self.attributes(parameter.ty, &mut parameter.attributes)?;
        }
        self.attributes(function.result, &mut function.attributes)?;
        self.tail(&mut function.tail)
    }

    fn body(&mut self, body: &mut Body) -> Said {
        let outer = std::mem::replace(&mut self.constants, std::mem::take(&mut body.constants));
        let result = self.blocks(body);
        body.constants = std::mem::replace(&mut self.constants, outer);
        result
    }

    pub(super) fn convention(&self, convention: Option<Name>) -> Said {
        let Some(convention) = convention else {
            return Ok(());
        };
        let word = self.module.names.get(convention);
        let word = word.split('(').next().unwrap_or(word);
        self.missing.require(Construct::Convention(word))
    }

    /// An error if a type cannot be said.
    pub(super) fn ty(&mut self, ty: Type) -> Said {
        match self.lack_of(ty) {
            Some(what) => Err(what.to_owned()),
            None => Ok(()),
        }
    }

    fn lack_of(&mut self, ty: Type) -> Option<&'static str> {
        if let Some(known) = self.types.get(&ty) {
            return *known;
        }
        // A type that contains itself finds this.
        self.types.insert(ty, None);
        let of = |degrader: &Degrader, what| degrader.missing.is_missing(what).then_some(what);
        let lack = match self.module.types.get(ty).clone() {
            TypeKind::Byte(_) => of(self, "byte type"),
            TypeKind::Target(text) if self.module.names.get(text).starts_with("\"dx.") => {
                of(self, "target type of DirectX")
            }
            TypeKind::Target(_) => of(self, "target type"),
            TypeKind::Opaque(name) if self.module.names.get(name) == "x86_mmx" => {
                of(self, "x86_mmx")
            }
            TypeKind::Ptr(space) => self.lack_of_space(space),
            TypeKind::Vector { element, .. } => {
                let is_target = matches!(self.module.types.get(element), TypeKind::Target(_));
                let lack = of(self, "vector of target types").filter(|_| is_target);
                lack.or_else(|| self.lack_of(element))
            }
            TypeKind::Array { element, .. } => {
                let what = "array of scalable vectors";
                let lack = of(self, what).filter(|_| self.is_scalable(element));
                lack.or_else(|| self.lack_of(element))
            }
            TypeKind::Struct { fields, .. } => fields.iter().find_map(|it| self.lack_of(*it)),
            TypeKind::Function {
                result, parameters, ..
            } => {
                let mut all = std::iter::once(&result).chain(&parameters);
                all.find_map(|it| self.lack_of(*it))
            }
            TypeKind::Named(name) => {
                let definition = self.named.get(&name).copied();
                definition.and_then(|it| self.lack_of(it))
            }
            _ => None,
        };
        self.types.insert(ty, lack);
        lack
    }

    fn lack_of_space(&self, space: AddrSpace) -> Option<&'static str> {
        let AddrSpace::Named(name) = space else {
            return None;
        };
        let what = match self.module.names.get(name) {
            "A" | "G" | "P" => "address space A, G or P",
            _ => "named address space",
        };
        self.missing.is_missing(what).then_some(what)
    }

    pub(super) fn space(&self, space: AddrSpace) -> Said {
        match self.lack_of_space(space) {
            Some(what) => Err(what.to_owned()),
            None => Ok(()),
        }
    }

    fn global(&mut self, global: &mut Global) -> Said {
        self.ty(global.ty)?;
        self.space(global.space)?;
        self.attributes(global.ty, &mut global.attributes)?;
        if let Some(init) = &mut global.init {
            self.value(global.ty, init)?;
        }
        self.tail(&mut global.tail)
    }

    fn alias(&mut self, alias: &mut Alias) -> Said {
        self.ty(alias.ty)?;
        if alias.properties.linkage == Some(Linkage::AvailableExternally) {
            self.need("available_externally alias")?;
        }
        let is_other = alias.target.ty != Types::PTR || self.layout.program_space != 0;
        if alias.is_ifunc && is_other {
            self.need("ifunc in another address space")?;
        }
        let target = &mut alias.target;
        let before = self.refers.len();
        self.value(target.ty, &mut target.value)?;
        for refer in &mut self.refers[before..] {
            refer.1 = true;
        }
        self.tail(&mut alias.tail)?;
        let what = "metadata of an ifunc";
        let is_metadata = |it: &Tailing| matches!(it, Tailing::Attachment(_));
        if self.missing.is_missing(what) && alias.tail.iter().any(is_metadata) {
            self.drop(what.to_owned(), false);
            let others = alias.tail.iter().filter(|it| !is_metadata(it));
            alias.tail = others.cloned().collect();
        }
        Ok(())
    }

    fn tail(&mut self, tail: &mut Box<[Tailing]>) -> Said {
        let mut kept = Vec::with_capacity(tail.len());
        for mut property in std::mem::take(tail) {
            let what = match property {
                Tailing::CodeModel(_) => "code_model",
                Tailing::PrefAlign(_) => "prefalign",
                _ => "",
            };
            if self.missing.is_missing(what) {
                self.drop(what.to_owned(), false);
                continue;
            }
            if let Tailing::Prefix(value) | Tailing::Prologue(value) | Tailing::Personality(value) =
                &mut property
            {
                self.value(value.ty, &mut value.value)?;
            }
            kept.push(property);
        }
        *tail = kept.into();
        Ok(())
    }

    /// Leaves out the values of a node that cannot be said, and symbols that are gone.
    pub(super) fn metadata(
        &mut self,
        metadata: &mut Metadata,
        gone: Option<&FxHashMap<Name, String>>,
    ) {
        match metadata {
            Metadata::Tuple(elements) => {
                if let [Metadata::String(first), Metadata::String(second), rest @ ..] =
                    &elements[..]
                    && self.missing.is_missing("!prof with expected weights")
                    && self.module.names.get(*first) == "branch_weights"
                    && self.module.names.get(*second) == "expected"
                {
                    let first = std::iter::once(&elements[0]);
                    *elements = first.chain(rest).cloned().collect();
                }
                for element in elements {
                    self.metadata(element, gone);
                }
            }
            Metadata::Value(value) => {
                let before = self.refers.len();
                let said = self.value(value.ty, &mut value.value);
                let is_gone =
                    |refer: &(Name, bool)| gone.is_some_and(|it| it.contains_key(&refer.0));
                if said.is_err() || self.refers[before..].iter().any(is_gone) {
                    *metadata = Metadata::Null;
                }
            }
            Metadata::Node(_) | Metadata::Special(_) | Metadata::String(_) | Metadata::Null => {}
        }
    }

    /// The name that the version has for a function: another one for some intrinsics, and an error for those that it has not.
    pub(super) fn function_name(&mut self, name: Name) -> Said<Name> {
        let text = self.module.names.get(name);
        if !text.starts_with("llvm.") || self.defined.contains(&name) {
            return Ok(name);
        }
        let Some(found) = intrinsic::find(text) else {
            return Err(format!("unknown intrinsic {text}"));
        };
        let types = &text["llvm.".len() + found.base.len()..];
        if found.since <= self.missing.version {
            let version = self.missing.version.number();
            let mut untyped = TYPED.iter().filter(|row| version < row.1);
            if types.is_empty() || !untyped.any(|row| row.0 == found.base) {
                return Ok(name);
            }
            if types.split('.').skip(1).any(|ty| ty != "p0") {
                return Err(format!("llvm.{} in another address space", found.base));
            }
            let text = text[..text.len() - types.len()].to_owned();
            return Ok(self.module.names.intern(&text));
        }
        let mut renamed = RENAMED.iter().filter(|row| row.0 == found.base);
        let Some((_, _, older)) = renamed.find(|row| {
            let older = intrinsic::find(&format!("llvm.{}", row.2)).map(|it| it.since);
            self.missing.version.number() < row.1
                && older.is_some_and(|it| it <= self.missing.version)
        }) else {
            return Err(format!("intrinsic llvm.{}", found.base));
        };
        let text = format!("llvm.{older}{types}");
        Ok(self.module.names.intern(&text))
    }
}
