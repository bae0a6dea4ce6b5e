//! A place in the tokens, and going on from there.

use super::lexer::{self, Token, TokenKind, Tokens};
use super::{ParseError, Parser, Result};

/// How deep expressions and types may nest. Each level takes some of the stack, and no program needs
/// as many.
const DEPTH: u32 = 100;

/// The next token to read.
pub(super) struct Cursor<'a> {
    text: &'a str,
    tokens: Tokens,
    at: usize,
    depth: u32,
}

impl<'a> Cursor<'a> {
    /// The first token of `text`.
    pub(super) fn new(text: &'a str) -> Result<Cursor<'a>> {
        Ok(Cursor {
            tokens: lexer::tokens(text)?,
            text,
            at: 0,
            depth: 0,
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

    /// The line of a token.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.token(at).line
    }

    /// The text of the next token, empty at the end.
    pub(super) fn peek(&self) -> &'a str {
        self.text_of(self.at)
    }

    /// The text of the token after the next.
    pub(super) fn peek_second(&self) -> &'a str {
        self.text_of(self.at + 1)
    }

    /// What the next token is.
    pub(super) fn kind(&self) -> TokenKind {
        self.token(self.at).kind
    }

    /// Whether the next token is `text`.
    pub(super) fn is(&self, text: &str) -> bool {
        self.peek() == text
    }

    /// Takes the next token, whatever it is; its index.
    pub(super) fn next(&mut self) -> usize {
        let at = self.at;
        if at + 1 < self.tokens.all.len() {
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

    /// Takes a `>`, be it the first half of a `>>`.
    pub(super) fn take_angle(&mut self) -> bool {
        match self.peek() {
            ">" => {
                self.next();
            }
            ">>" => self.tokens.all[self.at].start += 1,
            _ => return false,
        }
        true
    }

    /// Takes the next token, which must be `text`; its index.
    pub(super) fn expect(&mut self, text: &str) -> Result<usize> {
        if self.is(text) {
            Ok(self.next())
        } else {
            Err(self.unexpected(&format!("`{text}`")))
        }
    }

    /// Goes past the bracket that closes the next one, if the next token opens one.
    pub(super) fn skip_brackets(&mut self) -> bool {
        let TokenKind::Open(n) = self.kind() else {
            return false;
        };
        self.at = self.tokens.closing[n as usize] as usize;
        self.next();
        true
    }

    /// Goes past the next `text` that is not within brackets. False if a bracket or the text ends
    /// first; then it is there.
    pub(super) fn skip_past(&mut self, text: &str) -> bool {
        loop {
            if self.take(text) {
                return true;
            }
            if matches!(self.kind(), TokenKind::Close | TokenKind::End) {
                return false;
            }
            if !self.skip_brackets() {
                self.next();
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

    /// Comes back from a level.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
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
        lexer::error_at(self.text, token.start, token.line, message.into())
    }

    /// The text of a token.
    pub(super) fn text_of(&self, at: usize) -> &'a str {
        let token = self.token(at);
        &self.text[token.start..token.end]
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
        let last = self.tokens.all.len() - 1;
        self.tokens.all[at.min(last)]
    }
}

impl Parser<'_> {
    /// Reads things with commas between them up to `close`, which it takes. Whether there is a comma
    /// after the last one.
    pub(super) fn list(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result,
    ) -> Result<bool> {
        let mut comma = false;
        while !self.cursor.take(close) {
            item(self)?;
            comma = self.cursor.take(",");
            if !comma && !self.cursor.is(close) {
                return Err(self.cursor.unexpected(&format!("`,` or `{close}`")));
            }
        }
        Ok(comma)
    }
}
