//! The parser: reads the text that `print` writes, and files written by hand in the subset.
//!
//! The parser reads a text once, from its beginning to its end, as a C compiler does, and types expressions on the way. Checks
//! that it does not need are left to `check`. Features of C outside of the subset are errors that say so. No text makes it
//! panic.
//!
//! Equivalent forms of C become one: `for (int i…)` is a block with a declaration and a loop, each branch of an `if` is a
//! block, omitted braces of initial values are added, and locals that hide others are renamed.

mod constant;
mod cursor;
mod declarator;
mod expr;
mod init;
mod lexer;
mod name;
mod program;
mod record;
mod stmt;
mod ty;

use std::collections::{HashMap, HashSet};

use crate::{
    BlockId, CTarget, EnumId, Expr, ExprKind, FnId, GlobalId, LabelId, LocalId, Place, Program,
    RecordId, Type,
};
use kvant_text::{Cursor, ParseError, Result};
use lexer::TokenKind;
pub(crate) use name::{is_built_in_type, is_keyword, is_reserved_everywhere, reserved_for_linkage};

/// Reads a program for a target, in [canonical](crate::canonical) form.
pub fn program(text: &str, target: &CTarget) -> Result<Parsed, ParseError> {
    let source = lexer::source(text)?;
    let parser = Parser {
        cursor: Cursor::new(&source, lexer::tokens(&source)?, DEPTH),
        chain: 0,
        program: Program::default(),
        target: *target,
        file: name::built_in(target),
        tags: HashMap::new(),
        complete: Vec::new(),
        defined: Vec::new(),
        defined_globals: Vec::new(),
        body: Body::default(),
        source: SourceMap::default(),
        depths: Vec::new(),
    };
    parser.program()
}

/// A program and the positions of its parts in the text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program, in canonical form.
    pub program: Program,
    /// The lines of its statements.
    pub lines: SourceMap,
}

/// Positions of the parts of a program in its text. Lines count from one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    functions: Vec<FunctionLines>,
    /// True if the entry is named `main` in the text.
    is_main: bool,
}

/// The lines of a function's head and of the statements of each block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FunctionLines {
    head: u32,
    blocks: Vec<BlockLines>,
}

/// The lines of a block's statements and of its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BlockLines {
    statements: Vec<u32>,
    end: u32,
}

impl SourceMap {
    /// The line of a statement, or of the block's end for the place after its last statement.
    pub fn line(&self, place: Place) -> Option<u32> {
        let blocks = &self.functions.get(place.function.index())?.blocks;
        let block = blocks.get(place.block.index())?;
        let n = place.statement as usize;
        match n == block.statements.len() {
            true => Some(block.end),
            false => block.statements.get(n).copied(),
        }
    }

    /// The name of a function in the text.
    pub fn name<'p>(&self, program: &'p Program, function: FnId) -> &'p str {
        match program.function(function).name.as_str() {
            Program::ENTRY if self.is_main => "main",
            name => name,
        }
    }

    /// The line in which a function begins.
    pub fn head(&self, function: FnId) -> Option<u32> {
        Some(self.functions.get(function.index())?.head)
    }
}

/// Maximal nesting. Each level uses stack space, and no program needs as many.
const DEPTH: u32 = 400;

/// The state of the parser.
struct Parser<'a> {
    cursor: Cursor<'a, TokenKind>,
    /// The length of the longest chain of operators that was read since this was last set to 0.
    chain: u32,
    program: Program,
    target: CTarget,
    /// Names of file scope.
    file: HashMap<String, Entity>,
    tags: HashMap<&'a str, Tag>,
    /// True for each record whose members are known.
    complete: Vec<bool>,
    /// True for each function that is defined.
    defined: Vec<bool>,
    /// True for each variable that has more than `extern` declarations.
    defined_globals: Vec<bool>,
    /// The function that is being read.
    body: Body<'a>,
    source: SourceMap,
    /// Nesting depth of each type.
    depths: Vec<u32>,
}

/// The meaning of a name.
#[derive(Clone, Copy)]
enum Entity {
    Type(Type),
    Global(GlobalId),
    Function(FnId),
    Constant(EnumId, u32),
    Local(LocalId),
}

/// The meaning of a tag.
#[derive(Clone, Copy)]
enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// State within one function; empty outside of functions.
#[derive(Default)]
struct Body<'a> {
    id: Option<FnId>,
    /// Names in the blocks around the current position.
    scopes: Vec<HashMap<&'a str, LocalId>>,
    labels: HashMap<&'a str, LabelId>,
    /// The enclosing switches: the promoted type of the operand, and the block.
    switches: Vec<(Type, BlockId)>,
    /// Variables that are declared `register`.
    registers: HashSet<LocalId>,
}

impl Parser<'_> {
    /// An expression whose type follows from its operands; `at` is the token for error messages.
    fn make(&mut self, at: usize, kind: ExprKind) -> Result<Expr> {
        match self.program.type_of(&self.target, self.body.id, &kind) {
            Ok(ty) => Ok(Expr { kind, ty }),
            Err(why) => Err(self.cursor.error_at(at, why.0)),
        }
    }

    /// Converts the constant 0 to a null pointer if `ty` is a pointer type.
    fn coerced(&self, ty: Type, e: Expr) -> Expr {
        let types = &self.program.types;
        if types.is_pointer(ty) && e.kind == ExprKind::Int(0) && types.is_integer(e.ty) {
            return Expr::null(ty.unqualified());
        }
        e
    }
}
