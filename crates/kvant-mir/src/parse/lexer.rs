//! Tokens: just enough of Rust's for the readable form and for skipping a prelude.

use kvant_text::{Result, Scanner, Source, word_length};

/// A piece of the text.
type Token = kvant_text::Token<TokenKind>;

/// The kind of a token. Its text says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// Digits, with a prefix, a fraction, an exponent and a suffix if there are.
    Number,
    /// A string, a character or a lifetime.
    Quoted,
    /// An operator or a separator.
    Symbol,
    /// An opening bracket; its index in [`Tokens::closing`].
    Open(u32),
    /// A closing bracket.
    Close,
    /// The end of the text.
    End,
}

/// A text in pieces. All brackets have partners.
pub(super) struct Tokens {
    pub(super) all: Vec<Token>,
    /// The token that closes each bracket, in the order in which they are opened.
    pub(super) closing: Vec<u32>,
}

/// Symbols of more than one character, longer ones first.
const SYMBOLS: [&str; 24] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
    "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "..",
];

/// Cuts a text into tokens.
pub(super) fn tokens(source: &Source<'_>) -> Result<Tokens> {
    let mut lexer = Lexer {
        source,
        scanner: Scanner::new(source),
        closing: Vec::new(),
        open: Vec::new(),
    };
    while lexer.token()? {}
    Ok(Tokens {
        all: lexer.scanner.into_tokens(),
        closing: lexer.closing,
    })
}

struct Lexer<'a> {
    source: &'a Source<'a>,
    scanner: Scanner<'a, TokenKind>,
    /// As in [`Tokens`].
    closing: Vec<u32>,
    /// The tokens that open the brackets around the position.
    open: Vec<usize>,
}

impl Lexer<'_> {
    /// Reads one token, or blanks, or a comment. False at the end.
    fn token(&mut self) -> Result<bool> {
        let rest = self.scanner.rest();
        let Some(first) = rest.chars().next() else {
            if let Some(&open) = self.open.last() {
                let Token { start, .. } = self.scanner.tokens()[open];
                let bracket = &self.source.text()[start..=start];
                let message = format!("this `{bracket}` is never closed");
                return Err(self.source.error_at(start, message));
            }
            self.scanner.push(TokenKind::End, 0);
            return Ok(false);
        };
        match first {
            _ if first.is_whitespace() => {
                let blank = |c: char| !c.is_whitespace();
                self.scanner.advance(rest.find(blank).unwrap_or(rest.len()));
            }
            '/' if rest.starts_with("//") => {
                self.scanner.advance(rest.find('\n').unwrap_or(rest.len()));
            }
            '/' if rest.starts_with("/*") => self.block_comment()?,
            '"' => self.string(0)?,
            'b' | 'c' if rest[1..].starts_with('"') => self.string(1)?,
            'b' if rest[1..].starts_with('\'') => self.character(1)?,
            'r' | 'b' | 'c' if raw_string(rest).is_some() => self.raw_string()?,
            '\'' => self.character(0)?,
            'a'..='z' | 'A'..='Z' | '_' => self.scanner.push(TokenKind::Word, word_length(rest)),
            '0'..='9' => self.scanner.push(TokenKind::Number, self.number_length()),
            '(' | '[' | '{' => {
                self.open.push(self.scanner.tokens().len());
                self.scanner
                    .push(TokenKind::Open(self.closing.len() as u32), 1);
                self.closing.push(0);
            }
            ')' | ']' | '}' => self.close(first)?,
            _ if first.is_ascii_punctuation() => {
                let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                self.scanner
                    .push(TokenKind::Symbol, symbol.map_or(1, |symbol| symbol.len()));
            }
            _ => {
                let message = format!("`{}` has no meaning here", first.escape_debug());
                return self.scanner.error(message);
            }
        }
        Ok(true)
    }

    fn close(&mut self, bracket: char) -> Result {
        let Some(open) = self.open.pop() else {
            return self
                .scanner
                .error(format!("this `{bracket}` closes nothing"));
        };
        let Token {
            kind, start, line, ..
        } = self.scanner.tokens()[open];
        let partner = match bracket {
            ')' => "(",
            ']' => "[",
            _ => "{",
        };
        if !self.source.text()[start..].starts_with(partner) {
            let opened = &self.source.text()[start..=start];
            let message = format!("this `{bracket}` meets the `{opened}` of line {line}");
            return self.scanner.error(message);
        }
        if let TokenKind::Open(n) = kind {
            self.closing[n as usize] = self.scanner.tokens().len() as u32;
        }
        self.scanner.push(TokenKind::Close, 1);
        Ok(())
    }

    /// The length of the number at the position. Behind a point it is the number of a field: `x.0.1` has no float.
    fn number_length(&self) -> usize {
        let rest = self.scanner.rest();
        let last = self.scanner.tokens().last();
        let is_field = last.is_some_and(|last| &self.source.text()[last.start..last.end] == ".");
        if is_field || rest.starts_with("0x") || rest.starts_with("0o") || rest.starts_with("0b") {
            return word_length(rest);
        }
        let length = decimal_length(rest);
        length + word_length(&rest[length..])
    }

    /// Comments nest in Rust.
    fn block_comment(&mut self) -> Result {
        let rest = self.scanner.rest().as_bytes();
        let (mut depth, mut at) = (0_usize, 0);
        while at < rest.len() {
            match &rest[at..rest.len().min(at + 2)] {
                b"/*" => (depth, at) = (depth + 1, at + 2),
                b"*/" => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
            if depth == 0 {
                self.scanner.advance(at);
                return Ok(());
            }
        }
        self.scanner.error("this comment is never closed")
    }

    /// A string after a prefix of some bytes.
    fn string(&mut self, prefix: usize) -> Result {
        let bytes = self.scanner.rest().as_bytes();
        let mut at = prefix + 1;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    self.scanner.push(TokenKind::Quoted, at + 1);
                    return Ok(());
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.scanner.error("this string is never closed")
    }

    fn raw_string(&mut self) -> Result {
        let rest = self.scanner.rest();
        let (start, hashes) = raw_string(rest).unwrap_or_default();
        let end = format!("\"{}", "#".repeat(hashes));
        match rest[start..].find(&end) {
            Some(length) => self
                .scanner
                .push(TokenKind::Quoted, start + length + end.len()),
            None => return self.scanner.error("this string is never closed"),
        }
        Ok(())
    }

    /// A character, or else a lifetime, which is not closed.
    fn character(&mut self, prefix: usize) -> Result {
        let rest = &self.scanner.rest()[prefix + 1..];
        let mut characters = rest.char_indices().skip(1);
        let end = if rest.starts_with('\\') {
            // The escaped character may be the quote itself.
            rest.char_indices().skip(2).find(|(_, c)| *c == '\'')
        } else {
            characters.next().filter(|(_, c)| *c == '\'')
        };
        match end {
            Some((at, _)) => self.scanner.push(TokenKind::Quoted, prefix + 1 + at + 1),
            None if word_length(rest) > 0 => {
                self.scanner
                    .push(TokenKind::Quoted, prefix + 1 + word_length(rest));
            }
            None => return self.scanner.error("this character is never closed"),
        }
        Ok(())
    }
}

/// The length of the decimal number at the beginning of `text`, without its suffix. As in Rust the point
/// is not part of it if a range or a name begins there.
pub(super) fn decimal_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let end = |c: char| !(c.is_ascii_digit() || c == '_');
        text[from..].find(end).map_or(text.len(), |end| from + end)
    };
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        match text[length + 1..].chars().next() {
            Some('0'..='9') => length = digits(length + 1),
            Some(c) if c == '.' || c == '_' || c.is_alphabetic() => {}
            _ => return length + 1,
        }
    }
    if let Some(b'e' | b'E') = bytes.get(length) {
        let signed = matches!(bytes.get(length + 1), Some(b'+' | b'-'));
        let exponent = length + 1 + usize::from(signed);
        let end = digits(exponent);
        if bytes[exponent..end].iter().any(u8::is_ascii_digit) {
            length = end;
        }
    }
    length
}

/// If `text` begins with a raw string: the offset of its contents, and its number of `#`.
fn raw_string(text: &str) -> Option<(usize, usize)> {
    let prefix = if text.starts_with('r') { 1 } else { 2 };
    if prefix == 2 && text.as_bytes().get(1) != Some(&b'r') {
        return None;
    }
    let rest = &text[prefix..];
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let quote = rest[hashes..].starts_with('"');
    quote.then_some((prefix + hashes + 1, hashes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let tokens = tokens(&Source::new(text)).unwrap();
        let found: Vec<_> = tokens.all.iter().map(|t| &text[t.start..t.end]).collect();
        assert_eq!(found.split_last().unwrap().1, expected);
    }

    #[test]
    fn tokens_are_rusts() {
        check("_4=-0x1_u8;", &["_4", "=", "-", "0x1_u8", ";"]);
        check("x.0.1<<=y", &["x", ".", "0", ".", "1", "<<=", "y"]);
        check("x.1[i].0e1", &["x", ".", "1", "[", "i", "]", ".", "0e1"]);
        check(
            "1.5+1.,1e3-1E-3",
            &["1.5", "+", "1.", ",", "1e3", "-", "1E-3"],
        );
        check("1_0.5_0e+1_0_f32;", &["1_0.5_0e+1_0_f32", ";"]);
        check("0..1.5..=2_f32", &["0", "..", "1.5", "..=", "2_f32"]);
        check(
            "1.x 1._5 1.0.0",
            &["1", ".", "x", "1", ".", "_5", "1.0", ".", "0"],
        );
        check("1e 1e- 1e+_", &["1e", "1e", "-", "1e", "+", "_"]);
        check("0x1e+1 0b1.5", &["0x1e", "+", "1", "0b1", ".", "5"]);
        check("a/* /* */ é */b // c\nd", &["a", "b", "d"]);
        check(
            r#"'a 'b' '\'' "\"" b'x' b"y""#,
            &["'a", "'b'", r"'\''", r#""\"""#, "b'x'", "b\"y\""],
        );
        check(
            "r#\"a\"b\"# br\"\" r#x",
            &["r#\"a\"b\"#", "br\"\"", "r", "#", "x"],
        );
        check("'é' \"é\"", &["'é'", "\"é\""]);
    }

    #[test]
    fn lines_are_counted_within_comments_and_strings() {
        let tokens = tokens(&Source::new("/*\n*/ a \"\n\" b")).unwrap();
        let lines: Vec<_> = tokens.all.iter().map(|token| token.line).collect();
        assert_eq!(lines, [2, 2, 3, 3]);
    }
}
