//! A place in the tokens, and going on from there.

use super::lexer::{self, Source, Token, TokenKind};
use super::name::is_keyword;
use super::{ParseError, Result};
use crate::check::CHAIN;

/// How deep things may nest in each other. Each level takes some of the stack, and no program needs as many.
const DEPTH: u32 = 400;

/// The next token to read.
pub(super) struct Cursor<'a> {
    source: &'a Source<'a>,
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// The length of the longest chain of operators that was read since this was last set to 0.
    chain: u32,
}

impl<'a> Cursor<'a> {
    /// The first token of a text.
    pub(super) fn new(source: &'a Source<'a>) -> Result<Cursor<'a>> {
        Ok(Cursor {
            tokens: lexer::tokens(source)?,
            source,
            at: 0,
            depth: 0,
            chain: 0,
        })
    }

    /// The index of the next token.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes to a token seen before.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The line of the next token.
    pub(super) fn line(&self) -> u32 {
        self.token(self.at).line
    }

    /// The line of the token before the next.
    pub(super) fn line_before(&self) -> u32 {
        self.token(self.at.saturating_sub(1)).line
    }

    /// The text of the next token, empty at the end.
    pub(super) fn peek(&self) -> &'a str {
        self.text_of(self.at)
    }

    /// The text of a token behind the next.
    pub(super) fn peek_at(&self, ahead: usize) -> &'a str {
        self.text_of(self.at + ahead)
    }

    /// What the next token is.
    pub(super) fn kind(&self) -> TokenKind {
        self.token(self.at).kind
    }

    /// What a token behind the next is.
    pub(super) fn kind_at(&self, ahead: usize) -> TokenKind {
        self.token(self.at + ahead).kind
    }

    /// Whether the next token is `text`.
    pub(super) fn is(&self, text: &str) -> bool {
        self.peek() == text
    }

    /// Whether there is nothing more.
    pub(super) fn is_end(&self) -> bool {
        self.kind() == TokenKind::End
    }

    /// Takes the next token, whatever it is; its index.
    pub(super) fn next(&mut self) -> usize {
        let at = self.at;
        if at + 1 < self.tokens.len() {
            self.at += 1;
        }
        at
    }

    /// Takes the next token if it is `text`.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    /// Takes the next token, which must be `text`; its index.
    pub(super) fn expect(&mut self, text: &str) -> Result<usize> {
        if self.is(text) {
            Ok(self.next())
        } else {
            Err(self.unexpected(&format!("`{text}`")))
        }
    }

    /// Takes a name, which no word of the language is.
    pub(super) fn name(&mut self, expected: &str) -> Result<&'a str> {
        match self.kind() {
            TokenKind::Word if !is_keyword(self.peek()) => {
                let at = self.next();
                Ok(self.text_of(at))
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Goes past the bracket that closes the next one.
    pub(super) fn skip_brackets(&mut self) -> Result {
        let begin = self.at;
        let mut open = 0u32;
        loop {
            match self.peek() {
                "(" | "[" | "{" => open += 1,
                ")" | "]" | "}" => open = open.saturating_sub(1),
                _ if self.is_end() => {
                    return Err(self.error_at(begin, "this bracket is never closed"));
                }
                _ => {}
            }
            self.next();
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Goes one level deeper, if there is room.
    pub(super) fn enter(&mut self) -> Result {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.error(format!("this is nested more than {DEPTH} levels deep")));
        }
        Ok(())
    }

    /// Comes back from some levels.
    pub(super) fn leave(&mut self, levels: u32) {
        self.depth -= levels;
    }

    /// Begins a chain of operators of the same kind, which is read without going deeper. What [`Cursor::end_chain`] needs.
    pub(super) fn begin_chain(&mut self) -> u32 {
        std::mem::take(&mut self.chain)
    }

    /// One operator more in a chain. Chains inside of it count too: what is made of them is nested as deeply as that.
    pub(super) fn extend_chain(&mut self, length: &mut u32) -> Result {
        *length += 1;
        match self.chain + *length > CHAIN {
            true => Err(self.error(format!("more than {CHAIN} operators follow each other"))),
            false => Ok(()),
        }
    }

    /// Ends a chain of so many operators.
    pub(super) fn end_chain(&mut self, before: u32, length: u32) {
        self.chain = before.max(self.chain + length);
    }

    /// The error that something else than `expected` comes next.
    pub(super) fn unexpected(&self, expected: &str) -> ParseError {
        let found = self.describe(self.at);
        self.error(format!("expected {expected}, found {found}"))
    }

    /// An error at the next token.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.at, message)
    }

    /// An error at a token.
    pub(super) fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        let token = self.token(at);
        self.source.error_at(token.start, message.into())
    }

    /// The text of a token.
    pub(super) fn text_of(&self, at: usize) -> &'a str {
        let token = self.token(at);
        &self.source.text()[token.start..token.end]
    }

    /// A token as an error names it. Long ones are cut.
    fn describe(&self, at: usize) -> String {
        let text = self.text_of(at);
        match text.char_indices().nth(30) {
            _ if text.is_empty() => "the end of the text".to_owned(),
            Some((end, _)) => format!("`{}…`", text[..end].escape_debug()),
            None => format!("`{text}`"),
        }
    }

    /// The token at an index; behind the last one there are only ends.
    fn token(&self, at: usize) -> Token {
        let last = self.tokens.len() - 1;
        self.tokens[at.min(last)]
    }
}
