//! Programs from their text: what `print` writes, and files written by hand in the subset.
//!
//! The parser reads a text once, from its beginning to its end, as a C compiler does, and finds out the types of
//! expressions on the way. It leaves to `check` whatever it does not need to know. What C has and the subset has not is an
//! error that says so. No text makes it panic.
//!
//! What has several forms in C has one here: `for (int i…)` is a block with a declaration and a loop, each branch of an `if`
//! is a block, braces that were left out of initial values are there, and locals that hide others have names of their own.

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

/// A program and where its parts stand in the text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program, in canonical form.
    pub program: Program,
    /// The lines of its statements.
    pub lines: SourceMap,
}

/// Where the parts of a program stand in its text. Lines count from one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    functions: Vec<FunctionLines>,
    /// True if the entry is named `main` in the text.
    is_main: bool,
}

/// Where a function begins, and the statements of each block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FunctionLines {
    head: u32,
    blocks: Vec<BlockLines>,
}

/// Where the statements of a block begin, and where it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BlockLines {
    statements: Vec<u32>,
    end: u32,
}

impl SourceMap {
    /// The line of a statement, or of the end of the block for the place behind its last one.
    pub fn line(&self, place: Place) -> Option<u32> {
        let blocks = &self.functions.get(place.function.index())?.blocks;
        let block = blocks.get(place.block.index())?;
        let n = place.statement as usize;
        match n == block.statements.len() {
            true => Some(block.end),
            false => block.statements.get(n).copied(),
        }
    }

    /// The name of a function as the text has it.
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

/// How deep things may nest in each other. Each level takes some of the stack, and no program needs as many.
const DEPTH: u32 = 400;

/// A text half read.
struct Parser<'a> {
    cursor: Cursor<'a, TokenKind>,
    /// The length of the longest chain of operators that was read since this was last set to 0.
    chain: u32,
    program: Program,
    target: CTarget,
    /// What names mean outside of functions.
    file: HashMap<String, Entity>,
    tags: HashMap<&'a str, Tag>,
    /// Which records have their members.
    complete: Vec<bool>,
    /// Which functions have their bodies.
    defined: Vec<bool>,
    /// Which variables are more than `extern` declarations.
    defined_globals: Vec<bool>,
    /// The function that is being read.
    body: Body<'a>,
    source: SourceMap,
    /// How deeply types are nested.
    depths: Vec<u32>,
}

/// What a name stands for.
#[derive(Clone, Copy)]
enum Entity {
    Type(Type),
    Global(GlobalId),
    Function(FnId),
    Constant(EnumId, u32),
    Local(LocalId),
}

/// What a tag stands for.
#[derive(Clone, Copy)]
enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// What is known within one function; outside of functions, nothing.
#[derive(Default)]
struct Body<'a> {
    id: Option<FnId>,
    /// What names mean, in the blocks around here.
    scopes: Vec<HashMap<&'a str, LocalId>>,
    labels: HashMap<&'a str, LabelId>,
    /// The switches around here: the promoted types of what they switch on, and their blocks.
    switches: Vec<(Type, BlockId)>,
    /// Variables that are declared `register`.
    registers: HashSet<LocalId>,
}

impl Parser<'_> {
    /// An expression of a kind whose type follows from its operands; `at` is the token that an error is about.
    fn make(&mut self, at: usize, kind: ExprKind) -> Result<Expr> {
        match self.program.type_of(&self.target, self.body.id, &kind) {
            Ok(ty) => Ok(Expr { kind, ty }),
            Err(why) => Err(self.cursor.error_at(at, why.0)),
        }
    }

    /// The expression as something of type `ty`: a 0 becomes a null pointer where one is needed.
    fn coerced(&self, ty: Type, e: Expr) -> Expr {
        let types = &self.program.types;
        if types.is_pointer(ty) && e.kind == ExprKind::Int(0) && types.is_integer(e.ty) {
            return Expr::null(ty.unqualified());
        }
        e
    }
}
