//! Modules and their symbols.

use super::{
    AddrSpace, Attachment, Attributes, Constants, DllStorage, Instruction, Linkage, Local,
    Metadata, Preemption, TlsModel, Type, Typed, Types, UnnamedAddr, Value, Visibility,
};
use crate::names::{Name, Names};

/// A module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Its names and other texts.
    pub names: Names,
    /// Its types.
    pub types: Types,
    /// The longer constants outside of function bodies.
    pub constants: Constants,
    /// Everything in it, in order.
    pub items: Vec<Item>,
}

impl Module {
    /// The text of the data layout, if there is one.
    pub fn data_layout(&self) -> Option<&str> {
        self.items.iter().rev().find_map(|item| match item {
            Item::DataLayout(text) => Some(self.names.get(*text)),
            _ => None,
        })
    }

    /// The target triple, if there is one.
    pub fn triple(&self) -> Option<&str> {
        self.items.iter().rev().find_map(|item| match item {
            Item::Triple(text) => Some(self.names.get(*text)),
            _ => None,
        })
    }
}

/// A part of a module.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `source_filename = "…"`.
    SourceFile(Name),
    /// `target triple = "…"`.
    Triple(Name),
    /// `target datalayout = "…"`.
    DataLayout(Name),
    /// `module asm "…"`: everything behind `asm`, as it is written.
    Asm(Name),
    /// `%name = type …`, or `opaque`.
    Type(Name, Option<Type>),
    /// `$name = comdat any`: the name and the kind.
    Comdat(Name, Name),
    /// A variable.
    Global(Box<Global>),
    /// An alias or an ifunc.
    Alias(Box<Alias>),
    /// A function.
    Function(Box<Function>),
    /// `attributes #0 = { … }`.
    Attributes(u32, Attributes),
    /// `!0 = !{ … }`: true for `distinct`.
    Metadata(u32, bool, Metadata),
    /// `!name = !{ … }`.
    NamedMetadata(Name, Box<[Metadata]>),
    /// A `ThinLTO` summary (`^0 = …`) or a `uselistorder` directive, as it is written.
    Text(Name),
}

/// Properties of a symbol that are written before its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// The linkage, if it is written.
    pub linkage: Option<Linkage>,
    /// The preemption.
    pub preemption: Option<Preemption>,
    /// The visibility.
    pub visibility: Option<Visibility>,
    /// The DLL storage class.
    pub dll: Option<DllStorage>,
    /// Thread-local storage, with its model.
    pub thread_local: Option<Option<TlsModel>>,
    /// The significance of its address.
    pub unnamed_addr: Option<UnnamedAddr>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name.
    pub name: Name,
    /// Its properties.
    pub properties: Properties,
    /// Its address space.
    pub space: AddrSpace,
    /// True for `externally_initialized`.
    pub is_externally_initialized: bool,
    /// True for `constant`.
    pub is_constant: bool,
    /// Its type.
    pub ty: Type,
    /// Its initial value; none for a declaration.
    pub init: Option<Value>,
    /// The properties behind it.
    pub tail: Box<[Tailing]>,
    /// Its attributes.
    pub attributes: Attributes,
}

/// A property that is written behind a symbol.
#[derive(Clone, Debug, PartialEq)]
pub enum Tailing {
    /// `section "…"`.
    Section(Name),
    /// `partition "…"`.
    Partition(Name),
    /// `comdat` or `comdat($name)`.
    Comdat(Option<Name>),
    /// `align 4`.
    Align(u64),
    /// `prefalign(4)`.
    PrefAlign(u64),
    /// `code_model "…"`.
    CodeModel(Name),
    /// `no_sanitize_address` and the like.
    Sanitizer(Name),
    /// `gc "…"`.
    Gc(Name),
    /// `prefix T v`.
    Prefix(Typed),
    /// `prologue T v`.
    Prologue(Typed),
    /// `personality T v`.
    Personality(Typed),
    /// `!kind !node`.
    Attachment(Attachment),
}

/// An alias or an ifunc.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// Its name.
    pub name: Name,
    /// Its properties.
    pub properties: Properties,
    /// True for an ifunc.
    pub is_ifunc: bool,
    /// Its type.
    pub ty: Type,
    /// The aliasee or the resolver; the type is [`Types::VOID`] where none is written.
    pub target: Typed,
    /// The properties behind it.
    pub tail: Box<[Tailing]>,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its properties.
    pub properties: Properties,
    /// Metadata before the rest of a declaration.
    pub early: Box<[Attachment]>,
    /// The calling convention, as it is written.
    pub convention: Option<Name>,
    /// The attributes of the result.
    pub result_attributes: Attributes,
    /// The type of the result.
    pub result: Type,
    /// The parameters.
    pub parameters: Box<[Parameter]>,
    /// True if there may be more arguments.
    pub is_variadic: bool,
    /// Its address space.
    pub space: AddrSpace,
    /// Its attributes.
    pub attributes: Attributes,
    /// The properties behind it.
    pub tail: Box<[Tailing]>,
    /// Its body; none for a declaration.
    pub body: Option<Body>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its type.
    pub ty: Type,
    /// Its attributes.
    pub attributes: Attributes,
    /// Its name. Parameters of definitions that have none are numbered.
    pub name: Option<Name>,
}

/// The body of a function. The first locals are the parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// Its locals.
    pub locals: Vec<LocalInfo>,
    /// Its longer constants.
    pub constants: Constants,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
    /// The instructions of all blocks.
    pub instructions: Vec<Instruction>,
    /// `uselistorder` directives, as they are written.
    pub use_lists: Vec<Name>,
}

/// A local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalInfo {
    /// Its name or number.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A block: its label, and the index after its last instruction. The first is that of the block before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its label.
    pub label: Local,
    /// The index of its first instruction.
    pub start: u32,
    /// The index after its last one.
    pub end: u32,
}

impl Body {
    /// The instructions of a block.
    pub fn instructions_of(&self, block: &Block) -> &[Instruction] {
        &self.instructions[block.start as usize..block.end as usize]
    }

    /// The blocks: their labels and their instructions.
    pub fn labelled(&self) -> impl Iterator<Item = (Local, &[Instruction])> + Clone {
        let blocks = self.blocks.iter();
        blocks.map(|block| (block.label, self.instructions_of(block)))
    }
}
