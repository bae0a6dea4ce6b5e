//! Texts, positions in them, and cursors over their tokens, for hand-written parsers.
//!
//! Not in here: any language. Each has its own lexer over a [`Scanner`], and its own kinds of tokens.

use std::borrow::Cow;
use std::fmt;

/// The reason why a text is not a program, and the position of the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, counted from one.
    pub line: u32,
    /// The column, counted in characters from one.
    pub column: u32,
    /// The message: the token found, the token expected, and a remedy where there is one.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The result of a step of a parser.
pub type Result<T = (), E = ParseError> = std::result::Result<T, E>;

/// A text to be parsed.
pub struct Source<'a> {
    text: Cow<'a, str>,
    /// The offsets in `text` at which lines were joined.
    joints: Vec<usize>,
}

impl<'a> Source<'a> {
    /// A source of an unchanged text.
    pub fn new(text: &'a str) -> Source<'a> {
        Source {
            text: text.into(),
            joints: Vec::new(),
        }
    }

    /// A source of a text from which some newlines were removed. `joints` are the offsets in `text` where they were.
    pub fn joined(text: String, joints: Vec<usize>) -> Source<'a> {
        Source {
            text: text.into(),
            joints,
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// An error at a byte of the text. Its line and column refer to the text before lines were joined.
    pub fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let joints = self.joints.partition_point(|joint| *joint <= at);
        let newlines = before.bytes().filter(|byte| *byte == b'\n').count();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let joined = self.joints[..joints].last().copied().unwrap_or(0);
        ParseError {
            line: (newlines + joints) as u32 + 1,
            column: before[line_start.max(joined)..].chars().count() as u32 + 1,
            message: message.into(),
        }
    }
}

/// A piece of a text, of a kind `K` that the lexer of a language defines.
#[derive(Clone, Copy, Debug)]
pub struct Token<K> {
    /// Its kind.
    pub kind: K,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// Its line, counted from one.
    pub line: u32,
}

/// A position in a text that is cut into tokens, and the tokens before it.
pub struct Scanner<'a, K> {
    source: &'a Source<'a>,
    at: usize,
    line: u32,
    /// The number of joints before the position.
    joints: usize,
    tokens: Vec<Token<K>>,
}

impl<'a, K> Scanner<'a, K> {
    /// The beginning of a text.
    pub fn new(source: &'a Source<'a>) -> Scanner<'a, K> {
        let mut scanner = Scanner {
            source,
            at: 0,
            line: 1,
            joints: 0,
            tokens: Vec::with_capacity(source.text.len() / 3 + 1),
        };
        scanner.pass_joints();
        scanner
    }

    /// The text from the position on.
    pub fn rest(&self) -> &'a str {
        &self.source.text[self.at..]
    }

    /// The line of the position, counted from one.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The tokens so far.
    pub fn tokens(&self) -> &[Token<K>] {
        &self.tokens
    }

    /// The tokens, once the text is read.
    pub fn into_tokens(self) -> Vec<Token<K>> {
        self.tokens
    }

    /// Takes `length` bytes as a token.
    pub fn push(&mut self, kind: K, length: usize) {
        self.tokens.push(Token {
            kind,
            start: self.at,
            end: self.at + length,
            line: self.line,
        });
        self.advance(length);
    }

    /// Passes over `length` bytes.
    pub fn advance(&mut self, length: usize) {
        let passed = &self.rest()[..length];
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
        self.pass_joints();
    }

    /// Counts the lines that were joined before the position.
    fn pass_joints(&mut self) {
        let joints = &self.source.joints[self.joints..];
        let passed = joints.iter().take_while(|at| **at <= self.at).count();
        self.joints += passed;
        self.line += passed as u32;
    }

    /// An error at the position.
    pub fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(self.source.error_at(self.at, message))
    }
}

/// The number of bytes of the name or number at the beginning of `text`.
pub fn word_length(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// A position in a list of tokens.
pub struct Cursor<'a, K> {
    source: &'a Source<'a>,
    tokens: Vec<Token<K>>,
    at: usize,
    depth: u32,
    most_levels: u32,
}

impl<'a, K: Copy> Cursor<'a, K> {
    /// A cursor at the first token of a text. The last token stands for the end and has no text. Constructs may nest up to
    /// `most_levels` deep, because each level takes some of the parser's stack.
    pub fn new(source: &'a Source<'a>, tokens: Vec<Token<K>>, most_levels: u32) -> Cursor<'a, K> {
        Cursor {
            source,
            tokens,
            at: 0,
            depth: 0,
            most_levels,
        }
    }

    /// The index of the next token.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes back to a token that was read before.
    pub fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The line of a token.
    pub fn line(&self, at: usize) -> u32 {
        self.token(at).line
    }

    /// The text of the next token, empty at the end.
    pub fn peek(&self) -> &'a str {
        self.text_of(self.at)
    }

    /// The text of the token that is `ahead` tokens after the next.
    pub fn peek_at(&self, ahead: usize) -> &'a str {
        self.text_of(self.at + ahead)
    }

    /// The kind of the next token.
    pub fn kind(&self) -> K {
        self.token(self.at).kind
    }

    /// The kind of the token that is `ahead` tokens after the next.
    pub fn kind_at(&self, ahead: usize) -> K {
        self.token(self.at + ahead).kind
    }

    /// True if the next token is `text`.
    pub fn is(&self, text: &str) -> bool {
        self.peek() == text
    }

    /// Takes the next token, and returns its index.
    #[expect(
        clippy::should_implement_trait,
        reason = "tokens are taken, not iterated over"
    )]
    pub fn next(&mut self) -> usize {
        let at = self.at;
        if at + 1 < self.tokens.len() {
            self.at += 1;
        }
        at
    }

    /// Takes the next token if it is `text`.
    pub fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    /// Takes the first byte of the next token, which must have several.
    pub fn take_byte(&mut self) {
        self.tokens[self.at].start += 1;
    }

    /// Takes the next token, which must be `text`, and returns its index.
    pub fn expect(&mut self, text: &str) -> Result<usize> {
        if self.is(text) {
            Ok(self.next())
        } else {
            Err(self.unexpected(&format!("`{text}`")))
        }
    }

    /// Enters a level of nesting. Fails if there are too many.
    pub fn enter(&mut self) -> Result {
        self.depth += 1;
        let most = self.most_levels;
        if self.depth > most {
            return Err(self.error(format!("this is nested more than {most} levels deep")));
        }
        Ok(())
    }

    /// Leaves a level of nesting.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The error that the next token is not `expected`.
    pub fn unexpected(&self, expected: &str) -> ParseError {
        let found = self.describe(self.at);
        self.error(format!("expected {expected}, found {found}"))
    }

    /// An error at the next token.
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.at, message)
    }

    /// An error at a token.
    pub fn error_at(&self, at: usize, message: impl Into<String>) -> ParseError {
        self.source.error_at(self.token(at).start, message)
    }

    /// The text of a token.
    pub fn text_of(&self, at: usize) -> &'a str {
        let token = self.token(at);
        &self.source.text()[token.start..token.end]
    }

    /// A token as it is named in errors. Long ones are cut.
    fn describe(&self, at: usize) -> String {
        let text = self.text_of(at);
        match text.char_indices().nth(30) {
            _ if text.is_empty() => "the end of the text".to_owned(),
            Some((end, _)) => format!("`{}…`", text[..end].escape_debug()),
            None => format!("`{text}`"),
        }
    }

    /// The token at an index; the last one, which stands for the end, for any larger index.
    fn token(&self, at: usize) -> Token<K> {
        let last = self.tokens.len() - 1;
        self.tokens[at.min(last)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words<'a>(source: &'a Source<'a>) -> Cursor<'a, bool> {
        let text = source.text();
        let mut tokens: Vec<Token<bool>> = Vec::new();
        for word in text.split_whitespace() {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            let line = 1 + text[..start].matches('\n').count() as u32;
            let end = start + word.len();
            tokens.push(Token {
                kind: true,
                start,
                end,
                line,
            });
        }
        tokens.push(Token {
            kind: false,
            start: text.len(),
            end: text.len(),
            line: 1 + text.matches('\n').count() as u32,
        });
        Cursor::new(source, tokens, 2)
    }

    #[test]
    fn errors_name_the_place_in_characters() {
        let source = Source::new("one\n ä two >>\n");
        let mut cursor = words(&source);
        assert!(cursor.take("one") && !cursor.take("two"));
        cursor.next();
        let error = cursor.expect("three").unwrap_err();
        assert_eq!(error.to_string(), "2:4: expected `three`, found `two`");
        cursor.next();
        cursor.take_byte();
        assert!(cursor.is(">") && cursor.take(">"));
        for _ in 0..2 {
            let error = cursor.unexpected("more");
            assert_eq!(
                error.to_string(),
                "3:1: expected more, found the end of the text"
            );
            assert!(!cursor.kind());
            cursor.next();
        }
    }

    #[test]
    fn joined_lines_count() {
        // Written as `a\`, newline, `b\`, newline, `c`, newline, `d`.
        let source = Source::joined("abc\nd".to_owned(), vec![1, 2]);
        let places = [0, 1, 2, 4].map(|at| {
            let error = source.error_at(at, "");
            (error.line, error.column)
        });
        assert_eq!(places, [(1, 1), (2, 1), (3, 1), (4, 1)]);
    }

    #[test]
    fn nesting_has_an_end() {
        let source = Source::new("x");
        let mut cursor = words(&source);
        cursor.enter().unwrap();
        cursor.enter().unwrap();
        let error = cursor.enter().unwrap_err();
        assert_eq!(error.message, "this is nested more than 2 levels deep");
        cursor.leave();
        cursor.leave();
        cursor.enter().unwrap();
    }
}
