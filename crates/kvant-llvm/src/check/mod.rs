//! The checker: rules of well-formed modules that a parser does not see.
//!
//! It refuses what LLVM's reader and verifier refuse, as far as an abstract machine or a generator rests on it: types of operands,
//! constants and calls, control flow and dominance, attributes, linkage, symbols and metadata of known kinds.
//!
//! **Not in here:** rules of single targets and their intrinsics, the fields of debug information (the parser checks their form), and
//! value profiles.

mod attribute;
mod call;
mod exception;
mod flow;
mod instruction;
mod intrinsic;
mod memory;
mod metadata;
mod symbol;
#[cfg(test)]
mod tests;
mod ty;
mod value;

use rustc_hash::FxHashMap;

use crate::layout::DataLayout;
use crate::names::Name;
use crate::print;
use crate::syntax::{
    Alias, Attribute, Attributes, Body, Const, Function, Global, Item, LocalInfo, Metadata, Module,
    Type, Types,
};

/// The first fault of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The symbol, type, group or node with its sigil: `@f`, `%T`, `#0`, `!1`. Empty for the module itself.
    pub symbol: String,
    /// The indices of the block and of the instruction in it.
    pub place: Option<(u32, u32)>,
    /// The label of the block and the text of the instruction, if there is a place.
    pub text: String,
    /// A sentence.
    pub message: String,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.symbol.is_empty() {
            return f.write_str(&self.message);
        }
        write!(f, "in {}", self.symbol)?;
        if !self.text.is_empty() {
            write!(f, ", {}", self.text)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Fault {}

/// The result of a rule: the message of a fault. Its place is added by the caller.
type Rule<T = ()> = Result<T, String>;

/// True if a word is in a list of words with blanks between them.
fn is_in(words: &str, word: &str) -> bool {
    words.split(' ').any(|it| it == word)
}

/// Ends a rule with a message unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
use ensure;

/// Checks a module, and returns its first fault.
pub fn module(module: &Module) -> Result<(), Fault> {
    let mut checker = Checker {
        module,
        types: &module.types,
        named: FxHashMap::default(),
        symbols: FxHashMap::default(),
        comdats: FxHashMap::default(),
        groups: FxHashMap::default(),
        nodes: FxHashMap::default(),
        layout: DataLayout::default(),
        has_layout: false,
    };
    checker.collect()?;
    checker.check_types()?;
    for item in &module.items {
        checker.item(item)?;
    }
    checker.check_calls_of_debug_info()
}

/// A symbol of a module.
#[derive(Clone, Copy)]
enum Symbol<'m> {
    Global(&'m Global),
    Alias(&'m Alias),
    Function(&'m Function),
}

struct Checker<'m> {
    module: &'m Module,
    types: &'m Types,
    /// The definitions of named types; none for `opaque`.
    named: FxHashMap<Name, Option<Type>>,
    symbols: FxHashMap<Name, Symbol<'m>>,
    comdats: FxHashMap<Name, Name>,
    /// The groups of attributes. Several definitions of one number add up.
    groups: FxHashMap<u32, Vec<&'m Attributes>>,
    /// The numbered nodes.
    nodes: FxHashMap<u32, &'m Metadata>,
    layout: DataLayout,
    /// True if the module has a data layout. Otherwise only the target knows the widths of addresses.
    has_layout: bool,
}

/// The constants and locals that operands refer to.
#[derive(Clone, Copy)]
struct Scope<'c> {
    constants: &'c [Const],
    locals: &'c [LocalInfo],
}

impl<'m> Checker<'m> {
    fn name(&self, name: Name) -> &'m str {
        self.module.names.get(name)
    }

    /// A symbol with its sigil, as it is written.
    fn shown(&self, sigil: char, name: Name) -> String {
        let mut text = String::from(sigil);
        self.module.names.write_symbol(name, &mut text);
        text
    }

    fn shown_type(&self, ty: Type) -> String {
        print::ty(self.module, ty)
    }

    /// Constants outside of bodies.
    fn outside(&self) -> Scope<'m> {
        Scope {
            constants: &self.module.constants,
            locals: &[],
        }
    }

    /// A fault of a symbol, type, group or node.
    fn fault(symbol: String, message: String) -> Fault {
        Fault {
            symbol,
            place: None,
            text: String::new(),
            message,
        }
    }

    /// A fault at an instruction of a function.
    fn fault_at(
        &self,
        function: &Function,
        body: &Body,
        block: usize,
        instruction: usize,
        message: String,
    ) -> Fault {
        let mut text = String::new();
        if let Some(known) = body.blocks.get(block) {
            let label = body.locals.get(known.label.0 as usize);
            text = label.map_or_else(String::new, |label| self.shown('%', label.name));
            if let Some(instruction) = body.instructions_of(known).get(instruction) {
                text.push_str(", ");
                text.push_str(&print::instruction(self.module, body, instruction));
            }
        }
        Fault {
            symbol: self.shown('@', function.name),
            place: Some((block as u32, instruction as u32)),
            text,
            message,
        }
    }

    /// Collects everything that has a name or number, and refuses what has two definitions.
    fn collect(&mut self) -> Result<(), Fault> {
        let twice = |text: String| Checker::fault(text, "this is defined twice".into());
        for item in &self.module.items {
            let (name, symbol) = match item {
                Item::DataLayout(text) => {
                    let layout = DataLayout::parse(self.name(*text));
                    self.has_layout = true;
                    self.layout =
                        layout.map_err(|message| Checker::fault(String::new(), message))?;
                    continue;
                }
                Item::Type(name, ty) => {
                    if self.named.insert(*name, *ty).is_some() {
                        return Err(twice(self.shown('%', *name)));
                    }
                    continue;
                }
                Item::Comdat(name, kind) => {
                    if self.comdats.insert(*name, *kind).is_some() {
                        return Err(twice(self.shown('$', *name)));
                    }
                    continue;
                }
                Item::Attributes(number, attributes) => {
                    self.groups.entry(*number).or_default().push(attributes);
                    continue;
                }
                Item::Metadata(number, _, node) => {
                    if self.nodes.insert(*number, node).is_some() {
                        return Err(twice(format!("!{number}")));
                    }
                    continue;
                }
                Item::Global(global) => (global.name, Symbol::Global(global)),
                Item::Alias(alias) => (alias.name, Symbol::Alias(alias)),
                Item::Function(function) => (function.name, Symbol::Function(function)),
                Item::SourceFile(_)
                | Item::Triple(_)
                | Item::Asm(_)
                | Item::NamedMetadata(..)
                | Item::Text(_) => continue,
            };
            if self.symbols.insert(name, symbol).is_some() {
                return Err(twice(self.shown('@', name)));
            }
        }
        Ok(())
    }

    fn item(&self, item: &'m Item) -> Result<(), Fault> {
        match item {
            Item::Global(global) => self
                .global(global)
                .map_err(|message| Checker::fault(self.shown('@', global.name), message)),
            Item::Alias(alias) => self
                .alias(alias)
                .map_err(|message| Checker::fault(self.shown('@', alias.name), message)),
            Item::Function(function) => self.function(function),
            Item::Metadata(number, _, node) => self
                .definition_of_node(node)
                .map_err(|message| Checker::fault(format!("!{number}"), message)),
            Item::NamedMetadata(name, nodes) => self
                .named_metadata(self.name(*name), nodes)
                .map_err(|message| Checker::fault(format!("!{}", self.name(*name)), message)),
            _ => Ok(()),
        }
    }

    fn function(&self, function: &'m Function) -> Result<(), Fault> {
        self.head(function)
            .map_err(|message| Checker::fault(self.shown('@', function.name), message))?;
        let Some(body) = &function.body else {
            return Ok(());
        };
        for (b, block) in body.blocks.iter().enumerate() {
            let label = body.locals.get(block.label.0 as usize);
            if label.is_none_or(|it| it.ty != Types::LABEL) {
                let message = "a block has no label".to_owned();
                return Err(Checker::fault(self.shown('@', function.name), message));
            }
            for (n, instruction) in body.instructions_of(block).iter().enumerate() {
                self.instruction(function, body, instruction)
                    .map_err(|message| self.fault_at(function, body, b, n, message))?;
            }
        }
        self.flow(function, body)
    }

    /// The attributes of a list with those of its groups.
    fn resolved<'a>(&'a self, attributes: &'a [Attribute]) -> Vec<Attribute> {
        let mut all = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            match attribute {
                Attribute::Group(number) => {
                    let groups = self.groups.get(number).into_iter().flatten();
                    all.extend(groups.flat_map(|group| group.iter().copied()));
                }
                _ => all.push(*attribute),
            }
        }
        all
    }
}
