//! Tokens of C, and what is passed over: comments, `#include`, and the parts of a text that are the same in every program.

use super::{ParseError, Result};
use crate::print::{BEGIN, END};

/// What a token is. Its text says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// Digits, with a prefix, a fraction, an exponent and a suffix if there are.
    Number,
    /// A string literal.
    String,
    /// A character constant.
    Character,
    /// An operator, a separator or a bracket.
    Symbol,
    /// The end of the text.
    End,
}

/// A piece of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: u32,
}

/// Symbols of more than one character, longer ones first.
const SYMBOLS: [&str; 23] = [
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
];

/// Cuts `text` into tokens; the last one is the end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
        tokens: Vec::with_capacity(text.len() / 3 + 1),
    };
    while lexer.token()? {}
    Ok(lexer.tokens)
}

/// The error at a byte of `text` in `line`.
pub(super) fn error_at(text: &str, at: usize, line: u32, message: String) -> ParseError {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ParseError {
        line,
        column: before[line_start..].chars().count() as u32 + 1,
        message,
    }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    tokens: Vec<Token>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(error_at(self.text, self.at, self.line, message.into()))
    }

    /// Reads one token, or blanks, or a comment. False at the end.
    fn token(&mut self) -> Result<bool> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            self.push(TokenKind::End, 0);
            return Ok(false);
        };
        match first {
            _ if first.is_whitespace() => {
                let blanks = rest.find(|c: char| !c.is_whitespace());
                self.advance(blanks.unwrap_or(rest.len()));
            }
            '/' if rest.starts_with("//") => self.advance(rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with(BEGIN) => self.skip_to(END, "this part never ends")?,
            '/' if rest.starts_with("/*") => self.skip_to("*/", "this comment never ends")?,
            '#' => self.directive()?,
            '"' => self.quoted(TokenKind::String, b'"')?,
            '\'' => self.quoted(TokenKind::Character, b'\'')?,
            'a'..='z' | 'A'..='Z' | '_' => self.push(TokenKind::Word, word_length(rest)),
            '0'..='9' => self.push(TokenKind::Number, number_length(rest)),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.push(TokenKind::Number, number_length(rest));
            }
            _ if first.is_ascii_punctuation() && !matches!(first, '@' | '$' | '`' | '\\') => {
                let long = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                self.push(TokenKind::Symbol, long.map_or(1, |symbol| symbol.len()));
            }
            _ => return self.error(format!("`{}` means nothing in C", first.escape_debug())),
        }
        Ok(true)
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        self.tokens.push(Token {
            kind,
            start: self.at,
            end: self.at + length,
            line: self.line,
        });
        self.advance(length);
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.rest()[..length];
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
    }

    fn skip_to(&mut self, end: &str, otherwise: &str) -> Result {
        let rest = self.rest();
        match rest[2..].find(end) {
            Some(found) => self.advance(2 + found + end.len()),
            None => return self.error(otherwise),
        }
        Ok(())
    }

    fn directive(&mut self) -> Result {
        let rest = self.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        if !line[1..].trim_start().starts_with("include") {
            return self.error(
                "the preprocessor is not in the subset: run it before, or write out what it does",
            );
        }
        self.advance(line.len());
        Ok(())
    }

    fn quoted(&mut self, kind: TokenKind, quote: u8) -> Result {
        let bytes = self.rest().as_bytes();
        let mut length = 1;
        loop {
            match bytes.get(length) {
                None | Some(b'\n') => return self.error("this quote is never closed in its line"),
                // What is escaped may have several bytes, none of which is a quote.
                Some(b'\\') => length += 2,
                Some(byte) if *byte == quote => break,
                Some(_) => length += 1,
            }
        }
        self.push(kind, length + 1);
        Ok(())
    }
}

fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// As C does it: everything that could belong to some number, so that `0x1e+2` is one (wrong) number.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut length = 1;
    while let Some(byte) = bytes.get(length) {
        let exponent = matches!(bytes[length - 1], b'e' | b'E' | b'p' | b'P');
        let sign = matches!(byte, b'+' | b'-') && exponent;
        if !(byte.is_ascii_alphanumeric() || *byte == b'.' || *byte == b'_' || sign) {
            break;
        }
        length += 1;
    }
    length
}
