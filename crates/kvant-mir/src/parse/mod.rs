//! Programs from their text: the readable form that `print` writes, and files written by hand in it.
//!
//! The parser finds out what was written, no more: it looks at types only where the text leaves them
//! out, and leaves the rest to `check`. What custom MIR has and the subset has not is an error that
//! says so. No text makes it panic.
//!
//! The text is first cut into tokens (`lexer`). Declarations are then collected before any body is
//! read, so that everything may be used before its declaration. Whatever stands where a value or a
//! place may is read as an expression (`expression`), which the other files then take for the one
//! thing it can be where it stands.

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

/// A program and where its parts stand in the text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The program, in canonical form.
    pub program: Program,
    /// The lines.
    pub source: SourceMap,
}

/// Where the parts of a program stand in its text. Lines count from one.
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

/// How deep expressions and types may nest. Each level takes some of the stack, and no program needs
/// as many.
const DEPTH: u32 = 100;

/// A text half read.
struct Parser<'a> {
    cursor: Cursor<'a, TokenKind>,
    /// The token that closes each bracket, in the order in which they are opened.
    closing: Vec<u32>,
    types: Types,
    adts: HashMap<&'a str, AdtId>,
    functions: HashMap<&'a str, FnId>,
    /// What each function takes and returns.
    signatures: Vec<Signature>,
    /// What the body being read has declared.
    body: Body<'a>,
}

struct Signature {
    arguments: Vec<Ty>,
    result: Ty,
}

/// What names mean within one body.
#[derive(Default)]
struct Body<'a> {
    locals: HashMap<&'a str, Local>,
    local_types: Vec<Ty>,
    blocks: HashMap<&'a str, Block>,
}
