//! A module that is ready to be executed.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

use kvant_llvm::Name;
use kvant_llvm::layout::{DataLayout, Size, Sizes};
use kvant_llvm::syntax::{
    Alias, Attribute, Attributes, Call, Const, Function, Global, Item, Linkage, Metadata, Module,
    Tailing, Type, TypeKind, Types, UnnamedAddr, Value,
};

use crate::code::{Code, Instruction, Piece};
use crate::decode;
use crate::external::External;
use crate::leaf::Node;
use crate::library;
use crate::meaning::{self, Meaning, Owner, Position};
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::shape::{Scalar, Shapes};

/// A module with its functions, which are decoded when they are called first.
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) layout: &'m DataLayout,
    pub(crate) shapes: Shapes<'m>,
    pub(crate) sizes: Sizes<'m>,
    pub(crate) symbols: Vec<Symbol<'m>>,
    numbers: HashMap<Name, u32>,
    /// The numbers of blocks whose addresses are taken, by the names of the function and the block.
    pub(crate) blocks: HashMap<(Name, Name), u32>,
    metadata: HashMap<u32, &'m Metadata>,
    groups: HashMap<u32, &'m Attributes>,
    /// True if a function with a body has the name and the type of a library function. A compiler may call it as one.
    pub(crate) defines_library: bool,
    /// True if functions run before the others: `llvm.global_ctors`.
    pub(crate) has_constructors: bool,
    /// The number of aliases that are being resolved.
    pub(crate) aliases: Cell<u32>,
}

/// A symbol of a module. Its number is that of its memory.
pub(crate) enum Symbol<'m> {
    Function(&'m Function, OnceCell<Result<Box<Code>, Stop>>),
    Global(&'m Global),
    Alias(&'m Alias),
    /// A block whose address is taken, by the names of its function and its label.
    Block(Name, Name),
}

impl<'m> Program<'m> {
    /// The program of a module.
    pub fn new(module: &'m Module, layout: &'m DataLayout) -> Program<'m> {
        let symbols = module.items.iter().filter_map(|item| match item {
            Item::Function(it) => Some((it.name, Symbol::Function(it, OnceCell::new()))),
            Item::Global(it) => Some((it.name, Symbol::Global(it))),
            Item::Alias(it) => Some((it.name, Symbol::Alias(it))),
            _ => None,
        });
        let (names, mut symbols): (Vec<Name>, Vec<Symbol<'m>>) = symbols.unzip();
        let mut blocks = HashMap::new();
        let bodies = symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Function(function, _) => Some(&function.body.as_ref()?.constants),
            _ => None,
        });
        let mut taken = Vec::new();
        for constant in bodies.chain([&module.constants]).flatten() {
            if let Const::BlockAddress(function, block) = constant {
                let number = (symbols.len() + taken.len()) as u32;
                blocks.entry((*function, *block)).or_insert_with(|| {
                    taken.push(Symbol::Block(*function, *block));
                    number
                });
            }
        }
        symbols.extend(taken);
        let metadata = module.items.iter().filter_map(|item| match item {
            Item::Metadata(number, _, node) => Some((*number, node)),
            _ => None,
        });
        let groups = module.items.iter().filter_map(|item| match item {
            Item::Attributes(number, attributes) => Some((*number, attributes)),
            _ => None,
        });
        let defines_library = symbols.iter().any(|symbol| match symbol {
            Symbol::Function(function, _) => {
                function.body.is_some() && library::find(module, function).is_some()
            }
            _ => false,
        });
        let has_constructors = symbols.iter().any(|symbol| match symbol {
            Symbol::Global(global) => {
                let is_empty = matches!(
                    module.types.get(global.ty),
                    TypeKind::Array { length: 0, .. }
                );
                module.names.get(global.name) == "llvm.global_ctors" && !is_empty
            }
            _ => false,
        });
        Program {
            defines_library,
            has_constructors,
            groups: groups.collect(),
            module,
            layout,
            shapes: Shapes::new(module, layout),
            sizes: Sizes::new(layout, module),
            symbols,
            blocks,
            numbers: names.into_iter().zip(0..).collect(),
            metadata: metadata.collect(),
            aliases: Cell::new(0),
        }
    }

    /// The same program with this factor for scalable vectors, a power of two. Without one, they are not supported.
    #[must_use]
    pub fn with_vscale(mut self, vscale: u32) -> Program<'m> {
        self.shapes.vscale = Some(vscale);
        self
    }

    /// Refuses a function with a `vscale_range` that excludes the factor for scalable vectors.
    pub(crate) fn check_vscale(&self, function: &Function) -> Result<(), Stop> {
        let Some(vscale) = self.shapes.vscale else {
            return Ok(());
        };
        let names = &self.module.names;
        let range = self
            .attributes(&function.attributes)
            .find_map(|it| match it {
                Attribute::Text(name, text) if names.get(*name) == "vscale_range" => {
                    Some(names.get(*text))
                }
                _ => None,
            });
        let Some(range) = range else { return Ok(()) };
        let (low, high) = range.split_once(',').unwrap_or((range, range));
        let bound = |text: &str| text.trim().parse::<u32>().ok();
        // A highest one of zero is none.
        match (bound(low), bound(high)) {
            (Some(low), Some(high)) if vscale >= low && (vscale <= high || high == 0) => Ok(()),
            _ => Err(Unspecified::VectorScale.into()),
        }
    }

    /// The module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// The program of another module with the layout and the factor for scalable vectors of this one.
    pub fn with_module<'n>(&self, module: &'n Module) -> Program<'n>
    where
        'm: 'n,
    {
        let mut program = Program::new(module, self.layout);
        program.shapes.vscale = self.shapes.vscale;
        program
    }

    /// The types of the leaves of a type; none if it is not supported.
    pub fn leaf_types(&self, ty: Type) -> Option<Vec<Scalar>> {
        match ty {
            Types::VOID => Some(Vec::new()),
            ty => self.shapes.leaves(ty).ok(),
        }
    }

    /// True if the first byte of a number in memory is its highest one.
    pub fn is_big_endian(&self) -> bool {
        self.layout.is_big_endian
    }

    /// The words of the attributes of a function.
    pub fn words_of(&self, name: &str) -> impl Iterator<Item = &'m str> {
        let function = self.function(name).into_iter();
        let attributes = function.flat_map(|it| self.attributes(&it.attributes));
        attributes.map(|it| self.word(it))
    }

    /// True for the address of a block.
    pub fn is_block(&self, node: Node) -> bool {
        let symbol = self.symbols.get(node.index as usize);
        matches!(symbol, Some(Symbol::Block(..)))
    }

    /// True for the memory of a symbol whose address means nothing, so that another one may take its place: `unnamed_addr`, or the
    /// address of a block.
    pub fn is_interchangeable(&self, node: Node) -> bool {
        let is_unnamed = self.has(node, |it| it.unnamed_addr == Some(UnnamedAddr::Global));
        is_unnamed || self.is_block(node)
    }

    /// True for the memory of a variable that is `constant`.
    pub fn is_constant(&self, node: Node) -> bool {
        let symbol = self.symbols.get(node.index as usize);
        matches!(symbol, Some(Symbol::Global(global)) if global.is_constant)
    }

    /// The linkage of a symbol, if it is written.
    pub fn linkage(&self, name: &str) -> Option<Linkage> {
        let number = self.symbol_number(self.module.names.find(name)?)?;
        match &self.symbols[number as usize] {
            Symbol::Function(function, _) => function.properties.linkage,
            Symbol::Global(global) => global.properties.linkage,
            Symbol::Alias(alias) => alias.properties.linkage,
            Symbol::Block(..) => Some(Linkage::Private),
        }
    }

    /// The function of this name, without the sigil.
    pub fn function(&self, name: &str) -> Option<&'m Function> {
        let number = self.symbol_named(name)?;
        match &self.symbols[number as usize] {
            Symbol::Function(function, _) => Some(function),
            _ => None,
        }
    }

    /// The functions with a body, by their names.
    pub fn functions(&self) -> impl Iterator<Item = (&'m str, &'m Function)> {
        self.symbols.iter().filter_map(|symbol| match symbol {
            Symbol::Function(function, _) if function.body.is_some() => {
                Some((self.module.names.get(function.name), *function))
            }
            _ => None,
        })
    }

    /// Attributes, with those of groups instead of the groups.
    pub(crate) fn attributes<'a>(
        &'a self,
        attributes: &'a [Attribute],
    ) -> impl Iterator<Item = &'a Attribute> {
        attributes.iter().flat_map(|attribute| match attribute {
            Attribute::Group(number) => self.groups.get(number).map_or(&[][..], |it| &it[..]),
            attribute => std::slice::from_ref(attribute),
        })
    }

    /// The reasons why instructions of the function of this name would be refused, as far as they show before it is executed.
    pub fn refusals(&self, name: &str) -> Vec<Stop> {
        let number = self.module.names.find(name);
        let Some(number) = number.and_then(|name| self.symbol_number(name)) else {
            return Vec::new();
        };
        match self.code(number) {
            _ if self.has_constructors => vec![Program::constructors()],
            Err(stop) => vec![stop],
            Ok(code) => {
                let refused = code.instructions.iter().filter_map(|it| match it {
                    Instruction::Refuse(stop) => Some((**stop).clone()),
                    _ => None,
                });
                refused.collect()
            }
        }
    }

    /// The refusal of a module with functions that run before any other one. Compilers run some of them.
    pub(crate) fn constructors() -> Stop {
        let name = "llvm.global_ctors".into();
        Unsupported::Constant { name }.into()
    }

    /// The word or the key of an attribute.
    pub(crate) fn word(&self, attribute: &Attribute) -> &'m str {
        match attribute {
            Attribute::Word(name)
            | Attribute::Int(name, _)
            | Attribute::Type(name, _)
            | Attribute::Text(name, _)
            | Attribute::String(name, _) => self.module.names.get(*name),
            Attribute::Group(_) => "",
        }
    }

    /// Refuses attributes that the machine cannot do without and does not know.
    pub(crate) fn refuse(
        &self,
        position: Position,
        owner: Owner,
        attributes: &[Attribute],
    ) -> Result<(), Stop> {
        for attribute in self.attributes(attributes) {
            let word = self.word(attribute);
            let meaning = match attribute {
                Attribute::String(_, value) => {
                    let value = value.map_or("", |value| self.module.names.get(value));
                    meaning::string_attribute(word, value)
                }
                _ => meaning::attribute(position, owner, word),
            };
            if meaning == Meaning::Refuse {
                return Err(Unsupported::Attribute { name: word.into() }.into());
            }
        }
        Ok(())
    }

    /// Refuses a function with properties that the machine does not know.
    pub(crate) fn refuse_function(&self, owner: Owner, function: &Function) -> Result<(), Stop> {
        self.refuse(Position::Function, owner, &function.attributes)?;
        self.refuse(Position::Result, owner, &function.result_attributes)?;
        for parameter in &function.parameters {
            self.refuse(Position::Parameter, owner, &parameter.attributes)?;
        }
        let is_collected = |property: &Tailing| matches!(property, Tailing::Gc(_));
        if function.tail.iter().any(is_collected) && meaning::other("gc") == Meaning::Refuse {
            let name = "gc".into();
            return Err(Unsupported::Attribute { name }.into());
        }
        Ok(())
    }

    /// Refuses a call with properties that the machine does not know.
    pub(crate) fn refuse_call(&self, owner: Owner, call: &Call) -> Result<(), Stop> {
        self.refuse(Position::Function, owner, &call.attributes)?;
        self.refuse(Position::Result, owner, &call.result)?;
        for argument in &call.arguments {
            self.refuse(Position::Parameter, owner, &argument.attributes)?;
        }
        let is_assume = match call.callee {
            Value::Global(name) => self.module.names.get(name) == "llvm.assume",
            _ => false,
        };
        for bundle in &call.bundles {
            let tag = self.module.names.get(bundle.tag);
            if !is_assume && meaning::bundle(tag) == Meaning::Refuse {
                let name = format!("bundle {tag}").into();
                return Err(Unsupported::Attribute { name }.into());
            }
        }
        Ok(())
    }

    /// The type of an attribute, such as `byval(T)`.
    pub(crate) fn type_attribute(&self, wanted: &str, attributes: &Attributes) -> Option<Type> {
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Type(name, ty) if self.module.names.get(*name) == wanted => Some(*ty),
            _ => None,
        })
    }

    /// The attribute `align`.
    pub(crate) fn alignment(&self, attributes: &Attributes) -> Option<u64> {
        attributes.iter().find_map(|attribute| match attribute {
            Attribute::Int(name, value) if self.module.names.get(*name) == "align" => Some(*value),
            _ => None,
        })
    }

    /// The elements of a node, if it is a tuple.
    pub(crate) fn tuple<'n>(&'n self, node: &'n Metadata) -> Option<&'n [Metadata]> {
        match node {
            Metadata::Tuple(elements) => Some(elements),
            Metadata::Node(number) => match self.metadata.get(number)? {
                Metadata::Tuple(elements) => Some(elements),
                _ => None,
            },
            _ => None,
        }
    }

    /// The number of the symbol of this name, without the sigil. A number is the name of a symbol without one.
    pub(crate) fn symbol_named(&self, name: &str) -> Option<u32> {
        let number = || name.parse().ok().and_then(Name::number);
        let name = self.module.names.find(name).or_else(number)?;
        self.symbol_number(name)
    }

    pub(crate) fn symbol_number(&self, name: Name) -> Option<u32> {
        self.numbers.get(&name).copied()
    }

    /// The code of the function with this number.
    pub(crate) fn code(&self, number: u32) -> Result<&Code, Stop> {
        match &self.symbols[number as usize] {
            // A compiler may drop the body, and then the call is one of an unknown function.
            Symbol::Function(function, _)
                if function.properties.linkage == Some(Linkage::AvailableExternally) =>
            {
                let name = self.module.names.get(function.name).into();
                Err(Unsupported::External { name }.into())
            }
            Symbol::Function(function, code) => {
                let code = code.get_or_init(|| decode::function(self, function).map(Box::new));
                code.as_deref().map_err(Clone::clone)
            }
            _ => Err(Stop::IllFormed(
                "a call of something that is no function".into(),
            )),
        }
    }

    /// The function with this number, if it has no body.
    pub(crate) fn external(&self, number: u32) -> Option<Result<External, Stop>> {
        match &self.symbols[number as usize] {
            Symbol::Function(function, _) if function.body.is_none() => {
                Some(External::new(self, function, None, true))
            }
            _ => None,
        }
    }

    /// The bits of a pointer.
    pub fn pointer_bits(&self) -> u32 {
        self.layout.pointer(0).bits
    }

    /// The type of the result of a call of this type.
    pub(crate) fn result_of(&self, ty: Type) -> Type {
        match self.module.types.get(ty) {
            TypeKind::Function { result, .. } => *result,
            _ => ty,
        }
    }

    /// The size of a type in memory, and its alignment.
    pub(crate) fn size(&self, ty: Type) -> Result<(u64, u64), Stop> {
        let (size, scale) = self.scaled(ty)?;
        Ok((size.alloc_bytes() * scale, size.align.abi))
    }

    /// The size of a type, and the factor that its bytes are multiplied with.
    fn scaled(&self, ty: Type) -> Result<(Size, u64), Stop> {
        let size = self.sizes.of(ty);
        let size = size.ok_or_else(|| self.unsupported_type(ty))?;
        let scale = match (size.is_scalable, self.shapes.vscale) {
            (false, _) => 1,
            // The layout of other masks in memory is that of a target.
            (true, Some(vscale)) if size.bits.is_multiple_of(8) => u64::from(vscale),
            (true, _) => return Err(self.unsupported_type(ty)),
        };
        Ok((size, scale))
    }

    /// The offsets of the fields of a struct.
    pub(crate) fn offsets(&self, ty: Type) -> Result<Vec<u64>, Stop> {
        let fields = self.sizes.fields(ty);
        let (mut offsets, _) = fields.ok_or_else(|| self.unsupported_type(ty))?;
        let (_, scale) = self.scaled(ty)?;
        if let TypeKind::Struct { fields, .. } = self.shapes.kind(ty)
            && scale > 1
        {
            let is_scalable = |field: &Type| self.sizes.of(*field).is_some_and(|it| it.is_scalable);
            if !fields.iter().all(is_scalable) {
                return Err(self.unsupported_type(ty));
            }
        }
        for offset in &mut offsets {
            *offset *= scale;
        }
        Ok(offsets)
    }

    pub(crate) fn unsupported_type(&self, ty: Type) -> Stop {
        let name = kvant_llvm::print::ty(self.module, ty).into();
        Unsupported::Type { name }.into()
    }

    /// The places of the leaves of a type in memory, and the number of bytes that a store writes.
    pub(crate) fn pieces(&self, ty: Type) -> Result<(Vec<Piece>, u64), Stop> {
        let (size, scale) = self.scaled(ty)?;
        let mut pieces = Vec::new();
        // This bounds the number of pieces.
        self.shapes.leaves(ty)?;
        self.collect(ty, 0, &mut pieces)?;
        Ok((pieces, size.store_bytes() * scale))
    }

    fn collect(&self, ty: Type, at: u64, pieces: &mut Vec<Piece>) -> Result<(), Stop> {
        let (element, length, step) = match self.shapes.kind(ty) {
            TypeKind::Struct { fields, .. } => {
                for (field, offset) in fields.iter().zip(self.offsets(ty)?) {
                    self.collect(*field, at + offset, pieces)?;
                }
                return Ok(());
            }
            TypeKind::Array { length, element } => (*element, *length, self.size(*element)?.0),
            TypeKind::Vector {
                length, element, ..
            } => {
                let bits = self.sizes.of(*element).map_or(0, |size| size.bits);
                if !bits.is_multiple_of(8) {
                    let (lanes, scalar) = self.shapes.lanes(ty)?;
                    pieces.push(Piece {
                        at,
                        bytes: (bits * u64::from(lanes)).div_ceil(8),
                        scalar,
                        lanes,
                    });
                    return Ok(());
                }
                let length = u64::from(*length) * u64::from(self.shapes.scale(ty));
                (*element, length, bits / 8)
            }
            _ => {
                let scalar = self.shapes.leaves(ty)?;
                let [scalar] = scalar[..] else {
                    return Err(self.unsupported_type(ty));
                };
                let bytes = u64::from(scalar.bits(self.pointer_bits())).div_ceil(8);
                pieces.push(Piece {
                    at,
                    bytes,
                    scalar,
                    lanes: 1,
                });
                return Ok(());
            }
        };
        for n in 0..length {
            let before = pieces.len();
            self.collect(element, at + n * step, pieces)?;
            if pieces.len() == before {
                // There may be very many elements without scalars.
                break;
            }
        }
        Ok(())
    }
}
