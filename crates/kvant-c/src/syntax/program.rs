//! Programs: what is declared and defined outside of functions, and functions.

use super::{Block, BlockId, FnId, GlobalId, Init, LocalId, Signature, Type, TypeKind, Types};

/// A whole program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// All types.
    pub types: Types,
    /// Names of types. The printer writes such a name wherever the type without its qualifiers is needed.
    pub typedefs: Vec<Typedef>,
    /// Structs and unions. Who contains another one by value comes after it.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enumeration>,
    /// Variables.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
}

/// A name of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Typedef {
    /// The name.
    pub name: String,
    /// The type, without qualifiers.
    pub ty: Type,
}

/// A struct or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The tag.
    pub name: String,
    /// Which of the two it is.
    pub kind: RecordKind,
    /// Its members, bit-fields without a name included.
    pub fields: Vec<Field>,
    /// Whether it is packed: all alignments in it are 1.
    pub packed: bool,
    /// The alignment that is asked for beyond the usual one.
    pub align: Option<u32>,
}

/// Which of the two a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RecordKind {
    Struct,
    Union,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name. A bit-field may have none.
    pub name: Option<String>,
    /// Its type.
    pub ty: Type,
    /// The width of a bit-field. One without a name may have the width 0.
    pub bits: Option<u32>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumeration {
    /// The tag.
    pub name: String,
    /// The constants and their values, as they are written.
    pub constants: Vec<(String, i32)>,
}

impl Enumeration {
    /// Whether the type that is compatible with it is `int`. Otherwise it is `unsigned int`.
    pub fn is_signed(&self) -> bool {
        self.constants.iter().any(|(_, value)| *value < 0)
    }
}

/// A variable outside of functions.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Who sees it.
    pub linkage: Linkage,
    /// What it begins with; zero if there is nothing. Constant expressions only.
    pub init: Option<Init>,
    /// The alignment that is asked for beyond the usual one.
    pub align: Option<u32>,
}

/// Who sees a variable or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Everybody.
    External,
    /// This file: `static`.
    Internal,
}

/// A function. It is declared before all definitions, so that any function can call any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// What it returns.
    pub result: Type,
    /// How many of its locals are its parameters.
    pub parameters: u32,
    /// Whether it takes any number of further arguments.
    pub variadic: bool,
    /// Parameters, then all other variables.
    pub locals: Vec<Local>,
    /// All its blocks; the first is its body.
    pub blocks: Vec<Block>,
    /// The names of its labels.
    pub labels: Vec<String>,
    /// Who sees it.
    pub linkage: Linkage,
    /// What else is said about it.
    pub attributes: Vec<Attribute>,
}

/// What can be said about a function beside its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// `inline`.
    Inline,
    /// `__attribute__((noinline))`.
    NoInline,
    /// `__attribute__((always_inline))`.
    AlwaysInline,
    /// `__attribute__((noipa))`; other compilers than gcc get `noinline`.
    NoIpa,
    /// `__attribute__((pure))`.
    Pure,
    /// `__attribute__((const))`.
    Const,
    /// `__attribute__((cold))`.
    Cold,
}

/// A variable of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name, which no other local of the function has.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// How long it lives.
    pub storage: Storage,
    /// The alignment that is asked for beyond the usual one.
    pub align: Option<u32>,
}

/// How long a local variable lives.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// As long as the call or the block.
    Automatic,
    /// As long as the program, beginning with this, or with zero.
    Static(Option<Init>),
}

impl Program {
    /// The name of the function with which a program begins. It takes nothing and returns an `int`, which is not looked
    /// at. The real `main` belongs to the text around the program: it decides between a digest and a trace. The parser
    /// takes a `main` for this one.
    pub const ENTRY: &'static str = "kvant_main";

    /// The function with which it begins.
    pub fn entry(&self) -> Option<FnId> {
        let mut functions = self.functions.iter();
        let n = functions.position(|f| f.name == Program::ENTRY)?;
        Some(FnId(n as u32))
    }

    /// A function.
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    /// A function that is to be edited.
    pub fn function_mut(&mut self, id: FnId) -> &mut Function {
        &mut self.functions[id.index()]
    }

    /// A variable.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// The type of a function.
    pub fn signature(&self, id: FnId) -> Signature {
        let function = self.function(id);
        let parameters = &function.locals[..function.parameters as usize];
        Signature {
            result: function.result,
            parameters: parameters.iter().map(|p| p.ty.unqualified()).collect(),
            variadic: function.variadic,
        }
    }

    /// The type of a function, as a type.
    pub fn function_type(&mut self, id: FnId) -> Type {
        let signature = self.signature(id);
        self.types.make(TypeKind::Function(signature))
    }

    /// How many statements its text has.
    pub fn statement_count(&self) -> usize {
        let blocks = self.functions.iter().flat_map(|f| &f.blocks);
        blocks.map(|block| block.statements.len()).sum()
    }
}

impl Function {
    /// A function without any text.
    pub fn new(name: String, result: Type) -> Function {
        Function {
            name,
            result,
            parameters: 0,
            variadic: false,
            locals: Vec::new(),
            blocks: vec![Block::default()],
            labels: Vec::new(),
            linkage: Linkage::External,
            attributes: Vec::new(),
        }
    }

    /// The block that is its body.
    pub const BODY: BlockId = BlockId(0);

    /// A local variable.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.index()]
    }

    /// A block that is to be edited.
    pub fn block_mut(&mut self, id: BlockId) -> &mut Block {
        &mut self.blocks[id.index()]
    }
}

impl Local {
    /// An ordinary variable.
    pub fn automatic(name: String, ty: Type) -> Local {
        Local {
            name,
            ty,
            storage: Storage::Automatic,
            align: None,
        }
    }
}

impl Field {
    /// Whether it is a bit-field that only separates others.
    pub fn is_unnamed(&self) -> bool {
        self.name.is_none()
    }
}
