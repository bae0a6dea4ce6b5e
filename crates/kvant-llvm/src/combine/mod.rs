//! Modules that are put together from symbols of others: extraction of functions, and modules merged into one.
//!
//! A symbol is copied with everything that it refers to: symbols, comdats, named types, groups of attributes and metadata. All of it
//! gets names and numbers of the new module.
//!
//! Left out are debug information, orders of uses, `ThinLTO` summaries, the name of the source file, and named metadata: the flags of
//! a module, and lists for single targets, say nothing about the meaning of a function.
//!
//! **Not in here:** linking. A declaration never meets the definition of another module.

mod copy;
mod item;
#[cfg(test)]
mod tests;

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::Name;
use crate::syntax::{Attribute, Function, Item, Metadata, Module};
use copy::Copier;

/// A module with its parts by name.
pub struct Source<'m> {
    module: &'m Module,
    /// Functions, variables and aliases.
    symbols: FxHashMap<Name, usize>,
    types: FxHashMap<Name, usize>,
    comdats: FxHashMap<Name, usize>,
    metadata: FxHashMap<u32, (bool, &'m Metadata)>,
    groups: FxHashMap<u32, Vec<Attribute>>,
}

impl<'m> Source<'m> {
    /// The parts of a module.
    pub fn new(module: &'m Module) -> Source<'m> {
        let mut source = Source {
            module,
            symbols: FxHashMap::default(),
            types: FxHashMap::default(),
            comdats: FxHashMap::default(),
            metadata: FxHashMap::default(),
            groups: FxHashMap::default(),
        };
        for (n, item) in module.items.iter().enumerate() {
            match item {
                Item::Type(name, _) => {
                    source.types.insert(*name, n);
                }
                Item::Comdat(name, _) => {
                    source.comdats.insert(*name, n);
                }
                Item::Attributes(number, attributes) => {
                    source.groups.entry(*number).or_default().extend(attributes);
                }
                Item::Metadata(number, is_distinct, node) => {
                    source.metadata.insert(*number, (*is_distinct, node));
                }
                _ => {
                    if let Some(name) = symbol(item) {
                        source.symbols.insert(name, n);
                    }
                }
            }
        }
        source
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }
}

/// The name of a function, a variable or an alias.
pub fn symbol(item: &Item) -> Option<Name> {
    match item {
        Item::Function(it) => Some(it.name),
        Item::Global(it) => Some(it.name),
        Item::Alias(it) => Some(it.name),
        _ => None,
    }
}

/// New names of symbols.
#[derive(Clone, Copy)]
pub struct Naming<'n> {
    /// Put before the names of definitions, variables, types and comdats.
    pub prefix: &'n str,
    /// True for the name of a declared function that has a meaning. Others get the prefix too. Intrinsics keep their names always.
    pub keeps: &'n dyn Fn(&str) -> bool,
}

impl Naming<'_> {
    /// Everything keeps its name.
    pub const SAME: Naming<'static> = Naming {
        prefix: "",
        keeps: &|_| true,
    };
}

/// The reason why a module cannot be added to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// Another data layout or triple.
    Target,
    /// Inline assembly of the module.
    Assembly,
    /// A variable with a meaning for the whole module: `llvm.used`, `llvm.global_ctors`.
    Variable(String),
    /// A function is declared differently.
    Declaration(String),
    /// A definition, a type or a comdat with this name is there already.
    Taken(String),
    /// Named types in the text of a type of a target.
    TargetType,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::Target => f.write_str("another data layout or triple"),
            Misfit::Assembly => f.write_str("assembly of the module"),
            Misfit::Variable(name) => write!(f, "the variable @{name} is about the whole module"),
            Misfit::Declaration(name) => write!(f, "@{name} is declared differently"),
            Misfit::Taken(name) => write!(f, "the name {name} is taken"),
            Misfit::TargetType => f.write_str("a type of a target refers to a named type"),
        }
    }
}

impl std::error::Error for Misfit {}

/// A module with some functions of another one and everything that they need. Symbols without a name get one.
pub fn extract(
    source: &Source<'_>,
    symbols: &[Name],
) -> Result<(Module, FxHashMap<Name, Name>), Misfit> {
    let mut combiner = Combiner::default();
    let names = combiner.add(source, symbols, Naming::SAME)?;
    Ok((combiner.finish(), names))
}

/// The module with the symbols of another one only, and everything that they need. A transformation of several modules in one has
/// the others' variables, which unknown functions write to. `None` if they cannot be extracted.
pub fn restricted(module: &Module, to: &Module) -> Option<Module> {
    let known = to.items.iter().filter_map(symbol);
    let known: FxHashSet<&str> = known.map(|name| to.names.get(name)).collect();
    let symbols = module.items.iter().filter_map(symbol);
    let symbols = symbols.filter(|name| known.contains(module.names.get(*name)));
    let symbols: Vec<Name> = symbols.collect();
    let extracted = extract(&Source::new(module), &symbols);
    extracted.ok().map(|(module, _)| module)
}

/// A module that grows by symbols of others. All have the same data layout and triple.
#[derive(Default)]
pub struct Combiner {
    module: Module,
    /// The texts of the data layout and the triple, once something was added.
    target: Option<[Option<String>; 2]>,
    /// Types, comdats, and then variables, aliases and functions.
    parts: [Vec<Item>; 3],
    metadata: Vec<Item>,
    /// The groups of attributes, by their contents.
    groups: FxHashMap<Box<[Attribute]>, u32>,
    group_items: Vec<Item>,
    /// Names of symbols, types and comdats that are taken.
    taken: [FxHashSet<Name>; 3],
    /// Declared functions that kept their names, by their places among the parts.
    declared: FxHashMap<Name, usize>,
    /// Intrinsics that are used without a declaration.
    undeclared: FxHashSet<Name>,
    next_node: u32,
}

impl Combiner {
    /// Adds symbols of a module and everything that they need. Returns their names in the new module. After an error nothing was
    /// added.
    ///
    /// Declared functions that keep their names are shared with those that are there already, if they are equal; attributes of
    /// intrinsics may differ and are left out then, because LLVM knows them better.
    pub fn add(
        &mut self,
        source: &Source<'_>,
        symbols: &[Name],
        naming: Naming<'_>,
    ) -> Result<FxHashMap<Name, Name>, Misfit> {
        let target = [source.module.data_layout(), source.module.triple()];
        let target = target.map(|text| text.map(str::to_owned));
        if self.target.as_ref().is_some_and(|it| *it != target) {
            return Err(Misfit::Target);
        }
        let (constants, types) = (self.module.constants.len(), self.module.types.len());
        let groups = self.group_items.len();
        let copied = Copier::new(self, source, naming).copy(symbols);
        let copied = copied.and_then(|copied| {
            let shared = self.shared(&copied.symbols)?;
            Ok((copied, shared))
        });
        let (copied, shared) = match copied {
            Ok(copied) => copied,
            Err(misfit) => {
                self.module.constants.truncate(constants);
                self.module.types.truncate(types);
                for item in self.group_items.drain(groups..) {
                    if let Item::Attributes(_, attributes) = item {
                        self.groups.remove(&attributes);
                    }
                }
                return Err(misfit);
            }
        };
        self.target = Some(target);
        self.next_node = copied.next_node;
        self.metadata.extend(copied.metadata);
        self.undeclared.extend(copied.undeclared);
        for (all, new) in self.taken.iter_mut().zip(copied.taken) {
            all.extend(new);
        }
        self.parts[0].extend(copied.types);
        self.parts[1].extend(copied.comdats);
        for (item, shared) in copied.symbols.into_iter().zip(shared) {
            let at = self.parts[2].len();
            match (&item, shared) {
                (_, Shared::Equal) => continue,
                (_, Shared::Weaker(at)) => {
                    if let Item::Function(known) = &mut self.parts[2][at] {
                        **known = without_attributes(known);
                    }
                    continue;
                }
                (Item::Function(function), Shared::New) if function.body.is_none() => {
                    self.declared.insert(function.name, at);
                }
                _ => {}
            }
            self.parts[2].push(item);
        }
        Ok(copied.names)
    }

    /// Adds everything of a module.
    pub fn add_all(
        &mut self,
        source: &Source<'_>,
        naming: Naming<'_>,
    ) -> Result<FxHashMap<Name, Name>, Misfit> {
        let items = &source.module.items;
        for item in items {
            match item {
                Item::Asm(_) => return Err(Misfit::Assembly),
                Item::Global(global) => {
                    let name = source.module.names.get(global.name);
                    if name.starts_with("llvm.") {
                        return Err(Misfit::Variable(name.to_owned()));
                    }
                }
                _ => {}
            }
        }
        let symbols: Vec<Name> = items.iter().filter_map(symbol).collect();
        self.add(source, &symbols, naming)
    }

    /// The names and other texts of the new module.
    pub fn names(&self) -> &crate::Names {
        &self.module.names
    }

    /// The module.
    pub fn finish(mut self) -> Module {
        let [layout, triple] = self.target.unwrap_or_default();
        let names = &mut self.module.names;
        let layout = layout.map(|text| Item::DataLayout(names.intern(&text)));
        let triple = triple.map(|text| Item::Triple(names.intern(&text)));
        let items = layout.into_iter().chain(triple);
        let items = items.chain(self.parts.into_iter().flatten());
        let items = items.chain(self.group_items).chain(self.metadata);
        self.module.items = items.collect();
        self.module
    }

    /// Compares declarations that keep their names with those that are there already.
    fn shared(&self, symbols: &[Item]) -> Result<Vec<Shared>, Misfit> {
        let shared = symbols.iter().map(|item| {
            let Item::Function(function) = item else {
                return Ok(Shared::New);
            };
            let Some(at) = self.declared.get(&function.name) else {
                return Ok(Shared::New);
            };
            let Item::Function(known) = &self.parts[2][*at] else {
                return Ok(Shared::New);
            };
            if known == function {
                return Ok(Shared::Equal);
            }
            let name = self.module.names.get(function.name);
            let is_intrinsic = name.starts_with("llvm.");
            match is_intrinsic && without_attributes(known) == without_attributes(function) {
                true => Ok(Shared::Weaker(*at)),
                false => Err(Misfit::Declaration(name.to_owned())),
            }
        });
        shared.collect()
    }
}

/// The relation of a declaration to one of the same name.
enum Shared {
    New,
    Equal,
    /// They differ in their attributes. The place of the known one.
    Weaker(usize),
}

/// A declaration without attributes and metadata.
fn without_attributes(function: &Function) -> Function {
    let mut function = function.clone();
    function.attributes = Box::default();
    function.result_attributes = Box::default();
    function.early = Box::default();
    function.tail = Box::default();
    for parameter in &mut function.parameters {
        parameter.attributes = Box::default();
    }
    function
}
