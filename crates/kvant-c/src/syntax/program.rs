//! Programs: declarations outside of functions, and functions.

use super::{Block, BlockId, FnId, GlobalId, Init, LocalId, Signature, Type, TypeKind, Types};

/// A whole program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// All types.
    pub types: Types,
    /// Typedefs. The printer writes such a name wherever it needs the type without qualifiers.
    pub typedefs: Vec<Typedef>,
    /// Structs and unions. A record comes after those that it contains by value.
    pub records: Vec<Record>,
    /// Enumerations.
    pub enums: Vec<Enumeration>,
    /// Variables.
    pub globals: Vec<Global>,
    /// Functions.
    pub functions: Vec<Function>,
}

/// A typedef.
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
    /// Struct or union.
    pub kind: RecordKind,
    /// Its members, bit-fields without a name included.
    pub fields: Vec<Field>,
    /// True for `packed`: all alignments in it are 1.
    pub packed: bool,
    /// The requested alignment, beyond the usual one.
    pub align: Option<u32>,
}

/// The kinds of records.
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
    /// True if the compatible type is `int`. Otherwise it is `unsigned int`.
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
    /// Its linkage.
    pub linkage: Linkage,
    /// The initial value, of constant expressions; zero if there is none.
    pub init: Option<Init>,
    /// The requested alignment, beyond the usual one.
    pub align: Option<u32>,
}

/// Linkage of a variable or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// Visible in all translation units.
    External,
    /// Visible in this file only: `static`.
    Internal,
}

/// A function. It is declared before all definitions, so that any function can call any other.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The type of its result.
    pub result: Type,
    /// Number of parameters, which are the first locals.
    pub parameters: u32,
    /// True if it ends its parameters with `...`.
    pub variadic: bool,
    /// Parameters, then all other variables.
    pub locals: Vec<Local>,
    /// All its blocks; the first is its body.
    pub blocks: Vec<Block>,
    /// The names of its labels.
    pub labels: Vec<String>,
    /// Its linkage.
    pub linkage: Linkage,
    /// Its attributes and specifiers.
    pub attributes: Vec<Attribute>,
}

/// Attributes and specifiers of a function.
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
    /// Its storage duration.
    pub storage: Storage,
    /// The requested alignment, beyond the usual one.
    pub align: Option<u32>,
}

/// Storage duration of a local variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// Lives as long as the call or the block.
    Automatic,
    /// Lives as long as the program, with this initial value, or zero.
    Static(Option<Init>),
}

impl Program {
    /// The name of the function with which a program begins. It takes nothing and returns an `int`, which is ignored. The real
    /// `main` belongs to the text around the program: it selects digest or trace. The parser renames a function `main` to this.
    pub const ENTRY: &'static str = "kvant_main";

    /// The function with which execution begins.
    pub fn entry(&self) -> Option<FnId> {
        let mut functions = self.functions.iter();
        let n = functions.position(|f| f.name == Program::ENTRY)?;
        Some(FnId(n as u32))
    }

    /// A function.
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    /// A function, for editing.
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

    /// Number of statements in its text.
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

    /// A block, for editing.
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
    /// True if it is an unnamed bit-field, which only separates others.
    pub fn is_unnamed(&self) -> bool {
        self.name.is_none()
    }
}
