//! The parser of programs in the readable form, as `print` or a person writes it.
//!
//! It uses types only where the text omits them, and leaves all other rules to `check`. Features of custom MIR that the subset
//! lacks have errors of their own. No text makes it panic.
//!
//! The text is first split into tokens (`lexer`). Declarations are then collected before any body is read, so that everything
//! may be used before its declaration. Places, operands and rvalues are first parsed as expressions (`expression`), which
//! the other files then convert according to the context.

mod adt;
mod constant;
mod cursor;
mod expression;
mod function;
mod intrinsic;
mod lexer;
mod name;
mod place;
mod program;
mod rvalue;
mod statement;
mod terminator;
mod ty;

use std::collections::HashMap;

use crate::syntax::*;
use kvant_text::{Cursor, ParseError, Result, Source};
use lexer::TokenKind;

/// Reads a program, in canonical form.
pub fn program(text: &str) -> Result<Parsed, ParseError> {
    let source = Source::new(text);
    let tokens = lexer::tokens(&source)?;
    Parser {
        cursor: Cursor::new(&source, tokens.all, DEPTH),
        closing: tokens.closing,
        types: Types::default(),
        adts: HashMap::new(),
        functions: HashMap::new(),
        signatures: Vec::new(),
        body: Body::default(),
    }
    .program()
}

/// A program and the positions of its parts in the text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program, in canonical form.
    pub program: Program,
    /// The lines of its parts.
    pub source: SourceMap,
}

/// The lines of the parts of a program, counted from one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    functions: Vec<FunctionLines>,
}

/// For each block the lines of its statements and its terminator.
type FunctionLines = Vec<Vec<u32>>;

impl SourceMap {
    /// The line of a statement or terminator.
    pub fn line(&self, location: Location) -> Option<u32> {
        let blocks = self.functions.get(location.function.index())?;
        let lines = blocks.get(location.block.index())?;
        lines.get(location.statement as usize).copied()
    }
}

/// The greatest depth of nested expressions and types. Each level takes some of the stack.
const DEPTH: u32 = 100;

/// The state of the parser.
struct Parser<'a> {
    cursor: Cursor<'a, TokenKind>,
    /// The token that closes each bracket, in the order in which they are opened.
    closing: Vec<u32>,
    types: Types,
    adts: HashMap<&'a str, AdtId>,
    functions: HashMap<&'a str, FnId>,
    /// The signature of each function.
    signatures: Vec<Signature>,
    /// The declarations of the current body.
    body: Body<'a>,
}

struct Signature {
    arguments: Vec<Ty>,
    result: Ty,
}

/// The names declared in one body.
#[derive(Default)]
struct Body<'a> {
    locals: HashMap<&'a str, Local>,
    local_types: Vec<Ty>,
    blocks: HashMap<&'a str, Block>,
}
