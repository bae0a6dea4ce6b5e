//! Tokens of C. Comments, `#include` of standard headers, and the parts of a text that are the same in every program are
//! passed over.

use kvant_text::{Result, Scanner, Source, word_length};

use crate::print::{BEGIN, END};

/// A piece of the text.
type Token = kvant_text::Token<TokenKind>;

/// A text after translation phase 2 (5.1.1.2p1): each backslash with a newline behind it is gone. A byte order mark at its
/// beginning is no part of it.
pub(super) fn source(text: &str) -> Result<Source<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = Source::new(text);
    // GCC takes a carriage return for a blank, Clang for the end of a line.
    for (at, _) in text.match_indices('\r') {
        if !text[at + 1..].starts_with('\n') {
            let message = "a carriage return without a line feed is not in the subset";
            return Err(source.error_at(at, message));
        }
    }
    match text.contains("\\\n") || text.contains("\\\r\n") {
        true => spliced(text),
        false => Ok(source),
    }
}

fn spliced(text: &str) -> Result<Source<'_>> {
    let mut joined = String::with_capacity(text.len());
    let mut splices = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, behind) = rest.split_at(at);
        joined.push_str(before);
        let behind = &behind[1..];
        let next = behind.strip_prefix("\r").unwrap_or(behind);
        match next.strip_prefix('\n') {
            Some(next) => {
                splices.push(joined.len());
                rest = next;
            }
            None => {
                joined.push('\\');
                rest = behind;
            }
        }
    }
    joined.push_str(rest);
    let end = joined.len();
    let ends_spliced = splices.last() == Some(&end);
    let source = Source::joined(joined, splices);
    if ends_spliced {
        let message = "the last line of a text does not end with a backslash";
        return Err(source.error_at(end, message));
    }
    Ok(source)
}

/// The kind of a token. Its text says the rest.
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

/// Symbols of more than one character, longer ones first.
const SYMBOLS: [&str; 23] = [
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "^=", "|=", "##",
];

/// The replacements of phase 1, which only some modes of compilers make.
const TRIGRAPHS: [&str; 9] = [
    "??=", "??/", "??'", "??(", "??)", "??!", "??<", "??>", "??-",
];

/// Other spellings of brackets and `#`.
const DIGRAPHS: [&str; 5] = ["<:", ":>", "<%", "%>", "%:"];

/// The headers of C17. Their declarations are either known without them or not in the subset.
const HEADERS: [&str; 29] = [
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "float",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "wchar",
    "wctype",
];

/// Cuts a text into tokens; the last one is the end.
pub(super) fn tokens(source: &Source<'_>) -> Result<Vec<Token>> {
    let mut lexer = Lexer(Scanner::new(source));
    while lexer.token()? {}
    Ok(lexer.0.into_tokens())
}

struct Lexer<'a>(Scanner<'a, TokenKind>);

impl Lexer<'_> {
    /// Reads one token, or blanks, or a comment. False at the end.
    fn token(&mut self) -> Result<bool> {
        let rest = self.0.rest();
        let Some(first) = rest.chars().next() else {
            self.0.push(TokenKind::End, 0);
            return Ok(false);
        };
        match first {
            _ if is_blank(first) => {
                let blanks = rest.find(|c: char| !is_blank(c));
                self.0.advance(blanks.unwrap_or(rest.len()));
            }
            '/' if rest.starts_with("//") => self.line_comment()?,
            '/' if rest.starts_with(BEGIN) => self.skip_to(END, "this part never ends")?,
            '/' if rest.starts_with("/*") => self.skip_to("*/", "this comment never ends")?,
            '#' => self.directive()?,
            '"' => self.quoted(TokenKind::String, b'"')?,
            '\'' => self.quoted(TokenKind::Character, b'\'')?,
            'a'..='z' | 'A'..='Z' | '_' => self.0.push(TokenKind::Word, word_length(rest)),
            '0'..='9' => self.0.push(TokenKind::Number, number_length(rest)),
            '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.0.push(TokenKind::Number, number_length(rest));
            }
            _ if first.is_ascii_punctuation() && !matches!(first, '@' | '$' | '`' | '\\') => {
                self.refuse_other_spellings(rest)?;
                let long = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                self.0
                    .push(TokenKind::Symbol, long.map_or(1, |symbol| symbol.len()));
            }
            _ => {
                return self
                    .0
                    .error(format!("`{}` is no token of C", first.escape_debug()));
            }
        }
        Ok(true)
    }

    fn line_comment(&mut self) -> Result {
        let rest = self.0.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        // GCC and Clang join such lines too, others do not.
        if line.trim_end().ends_with('\\') || line.trim_end().ends_with("??/") {
            return self
                .0
                .error("a comment that ends with a backslash and blanks is not in the subset");
        }
        self.0.advance(line.len());
        Ok(())
    }

    fn refuse_other_spellings(&self, text: &str) -> Result {
        if TRIGRAPHS.iter().any(|three| text.starts_with(three)) {
            return self.0.error("trigraphs are not in the subset");
        }
        if DIGRAPHS.iter().any(|two| text.starts_with(two)) {
            return self
                .0
                .error("digraphs are not in the subset: write the bracket itself");
        }
        Ok(())
    }

    fn skip_to(&mut self, end: &str, otherwise: &str) -> Result {
        let rest = self.0.rest();
        match rest[2..].find(end) {
            Some(found) => self.0.advance(2 + found + end.len()),
            None => return self.0.error(otherwise),
        }
        Ok(())
    }

    /// `#include <stdio.h>`, alone in its line.
    fn directive(&mut self) -> Result {
        let rest = self.0.rest();
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let begins = self
            .0
            .tokens()
            .last()
            .is_none_or(|last| last.line != self.0.line());
        let named = line[1..].trim_start().strip_prefix("include");
        let Some(named) = named.map(str::trim_start).filter(|_| begins) else {
            return self.0.error(
                "the preprocessor is not in the subset: run it before (`cc -E -P`), or write out what it does",
            );
        };
        let header = named.strip_prefix('<').and_then(|it| it.split_once('>'));
        let known = header.filter(|(name, _)| {
            let name = name.strip_suffix(".h");
            name.is_some_and(|name| HEADERS.contains(&name))
        });
        let Some((_, behind)) = known else {
            return self
                .0
                .error("only standard headers can be included, and they are not read");
        };
        let behind = behind.trim();
        let comment = behind.starts_with("//")
            || behind.starts_with("/*") && behind.find("*/") == Some(behind.len() - 2);
        if !behind.is_empty() && !comment {
            return self.0.error("unexpected text after the name of a header");
        }
        self.0.advance(line.len() - behind.len());
        Ok(())
    }

    fn quoted(&mut self, kind: TokenKind, quote: u8) -> Result {
        let bytes = self.0.rest().as_bytes();
        let mut length = 1;
        loop {
            match bytes.get(length) {
                None | Some(b'\n') => {
                    return self.0.error("this quote is never closed in its line");
                }
                // An escaped character may have several bytes, none of which is a quote.
                Some(b'\\') => length += 2,
                Some(byte) if *byte == quote => break,
                Some(_) => length += 1,
            }
        }
        let text = &self.0.rest()[..=length];
        if TRIGRAPHS.iter().any(|three| text.contains(three)) {
            return self
                .0
                .error("trigraphs are not in the subset: write `\\?` for the second `?`");
        }
        self.0.push(kind, length + 1);
        Ok(())
    }
}

/// White space of C (6.4p3), which is ASCII.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
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
