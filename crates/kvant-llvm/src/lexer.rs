//! The tokens of a text, one at a time.

/// The kind of a token. Its text says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::enum_variant_names)] // `!kind` is called so.
pub(crate) enum Kind {
    /// The end of the text.
    End,
    /// A word, such as `define` or `i32`.
    Word,
    /// A word, number or quoted name before a colon: `entry:`. The colon is a part of it.
    Label,
    /// `%name`, `%"name"` or `%0`.
    Local,
    /// `@name`, `@"name"` or `@0`.
    Global,
    /// `$name`.
    Comdat,
    /// `#0`.
    Group,
    /// `#` before a word.
    Hash,
    /// `^0`.
    Summary,
    /// `!name`.
    Kind,
    /// `!` before anything else.
    Bang,
    /// A decimal integer, with a sign or not.
    Int,
    /// `u0xFF` or `s0xFF`.
    HexInt,
    /// A number in any other form.
    Float,
    /// `"…"`.
    Text,
    /// `c"…"`.
    Bytes,
    /// `...`.
    Dots,
    /// Any other character.
    Mark(u8),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Properties of bytes.
const NAME: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;
const START: u8 = 8;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut n = 0;
    while n < 256 {
        let byte = n as u8;
        class[n] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'.' => NAME | START,
            b'-' => NAME,
            b'0'..=b'9' => NAME | DIGIT,
            b' ' | b'\t' | b'\n' | b'\r' | 0 => SPACE,
            _ => 0,
        };
        n += 1;
    }
    class
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// A position in a text.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    pub(crate) text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, at: usize) -> Lexer<'a> {
        Lexer { text, at }
    }

    fn byte(&self, at: usize) -> u8 {
        // A zero is no part of any token.
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn while_in(&self, mut at: usize, class: u8) -> usize {
        let bytes = self.text.as_bytes();
        while bytes.get(at).is_some_and(|byte| is(*byte, class)) {
            at += 1;
        }
        at
    }

    /// The next token. A quote that does not end is [`Kind::Mark`].
    pub(crate) fn next(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        loop {
            self.at = self.while_in(self.at, SPACE);
            match bytes.get(self.at) {
                Some(b';') => {
                    let line = memchr::memchr(b'\n', &bytes[self.at..]);
                    self.at = line.map_or(bytes.len(), |line| self.at + line + 1);
                }
                Some(b'/') if self.byte(self.at + 1) == b'*' => {
                    let end = memchr::memmem::find(&bytes[self.at + 2..], b"*/");
                    let Some(end) = end else { break };
                    self.at += end + 4;
                }
                _ => break,
            }
        }
        let start = self.at;
        let Some(&first) = bytes.get(start) else {
            return self.token(Kind::End, start);
        };
        match first {
            b'%' => self.symbol(Kind::Local),
            b'@' => self.symbol(Kind::Global),
            b'"' => match self.quoted(start) {
                Some(end) if self.byte(end) == b':' => self.token(Kind::Label, end + 1),
                Some(end) => self.token(Kind::Text, end),
                None => self.token(Kind::Mark(first), start + 1),
            },
            b'$' if self.byte(start + 1) == b'"' => self.symbol(Kind::Comdat),
            b'$' => {
                let end = self.while_in(start, NAME);
                match self.byte(end) == b':' {
                    true => self.token(Kind::Label, end + 1),
                    false => self.symbol(Kind::Comdat),
                }
            }
            b'!' => {
                let next = self.byte(start + 1);
                match is(next, START) || matches!(next, b'-' | b'\\') {
                    true => {
                        let mut end = start + 1;
                        while is(self.byte(end), NAME) || self.byte(end) == b'\\' {
                            end += 1;
                        }
                        self.token(Kind::Kind, end)
                    }
                    false => self.token(Kind::Bang, start + 1),
                }
            }
            b'#' if is(self.byte(start + 1), DIGIT) => {
                let end = self.while_in(start + 1, DIGIT);
                self.token(Kind::Group, end)
            }
            b'#' => self.token(Kind::Hash, start + 1),
            b'^' if is(self.byte(start + 1), DIGIT) => {
                let end = self.while_in(start + 1, DIGIT);
                self.token(Kind::Summary, end)
            }
            b'.' if bytes[start..].starts_with(b"...") => self.token(Kind::Dots, start + 3),
            b'+' | b'-' | b'0'..=b'9' => self.number(),
            b'c' if self.byte(start + 1) == b'"' => match self.quoted(start + 1) {
                Some(end) => self.token(Kind::Bytes, end),
                None => self.token(Kind::Mark(first), start + 1),
            },
            b'u' | b's' if bytes[start + 1..].starts_with(b"0x") => {
                let end = self.while_in(start + 3, NAME);
                self.token(Kind::HexInt, end)
            }
            b'f' if bytes[start + 1..].starts_with(b"0x") => {
                let end = self.while_in(start + 3, NAME);
                self.token(Kind::Float, end)
            }
            _ if is(first, START) => self.word(),
            _ => {
                // The rest of a character of several bytes belongs to it.
                let mut end = start + 1;
                while !self.text.is_char_boundary(end) {
                    end += 1;
                }
                self.token(Kind::Mark(first), end)
            }
        }
    }

    fn token(&mut self, kind: Kind, end: usize) -> Token {
        let start = self.at;
        self.at = end;
        Token { kind, start, end }
    }

    /// The end of a quoted text that begins at `at`.
    fn quoted(&self, at: usize) -> Option<usize> {
        let inside = &self.text.as_bytes()[at + 1..];
        memchr::memchr(b'"', inside).map(|length| at + length + 2)
    }

    /// A word, or a label. A word has no `-`, `$` or `.` in it, unless it is a label.
    fn word(&mut self) -> Token {
        let end = self.while_in(self.at, NAME);
        if self.byte(end) == b':' {
            return self.token(Kind::Label, end + 1);
        }
        let mut end = self.at;
        while self.byte(end).is_ascii_alphanumeric() || self.byte(end) == b'_' {
            end += 1;
        }
        match end == self.at {
            true => self.token(Kind::Mark(self.byte(self.at)), self.at + 1),
            false => self.token(Kind::Word, end),
        }
    }

    fn symbol(&mut self, kind: Kind) -> Token {
        let sigil = self.at;
        if self.byte(sigil + 1) == b'"' {
            return match self.quoted(sigil + 1) {
                Some(end) => self.token(kind, end),
                None => self.token(Kind::Mark(self.byte(sigil)), sigil + 1),
            };
        }
        let end = match is(self.byte(sigil + 1), DIGIT) {
            true => self.while_in(sigil + 1, DIGIT),
            false => self.while_in(sigil + 1, NAME),
        };
        match end == sigil + 1 {
            true => self.token(Kind::Mark(self.byte(sigil)), end),
            false => self.token(kind, end),
        }
    }

    /// A number, or a label that begins like one.
    fn number(&mut self) -> Token {
        let start = self.at;
        let end = self.while_in(start, NAME);
        if self.byte(start) != b'+' && self.byte(end) == b':' {
            return self.token(Kind::Label, end + 1);
        }
        let digits = start + usize::from(matches!(self.byte(start), b'+' | b'-'));
        let rest = &self.text.as_bytes()[digits..];
        if rest.starts_with(b"0x") {
            let mut end = self.while_in(digits, NAME);
            if self.text[digits..end].ends_with('p') && self.byte(end) == b'+' {
                end = self.while_in(end + 1, DIGIT);
            }
            return self.token(Kind::Float, end);
        }
        if !rest.first().is_some_and(u8::is_ascii_digit) {
            let mut end = self.while_in(digits, NAME);
            if end == digits {
                return self.token(Kind::Mark(self.byte(start)), start + 1);
            }
            if self.byte(end) == b'(' {
                // `+nan(0x1)`.
                let inside = self.while_in(end + 1, NAME);
                end = inside + usize::from(self.byte(inside) == b')');
            }
            return self.token(Kind::Float, end);
        }
        let mut end = self.while_in(digits, DIGIT);
        if self.byte(end) != b'.' {
            let kind = match self.byte(start) {
                b'+' => Kind::Float,
                _ => Kind::Int,
            };
            return self.token(kind, end);
        }
        end = self.while_in(end + 1, DIGIT);
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            if is(self.byte(end + 1 + sign), DIGIT) {
                end = self.while_in(end + 1 + sign, DIGIT);
            }
        }
        self.token(Kind::Float, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Kind, &str)> {
        let mut lexer = Lexer::new(text, 0);
        let mut tokens = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == Kind::End {
                return tokens;
            }
            tokens.push((token.kind, &text[token.start..token.end]));
        }
    }

    #[test]
    fn every_kind_is_found() {
        assert_eq!(
            tokens(
                "%a.b = add nsw i32 %0, -5 ; rest\n@\"x y\" $c #1 #dbg !dbg !{ !1 ^2 ... \"t\" c\"b\""
            ),
            [
                (Kind::Local, "%a.b"),
                (Kind::Mark(b'='), "="),
                (Kind::Word, "add"),
                (Kind::Word, "nsw"),
                (Kind::Word, "i32"),
                (Kind::Local, "%0"),
                (Kind::Mark(b','), ","),
                (Kind::Int, "-5"),
                (Kind::Global, "@\"x y\""),
                (Kind::Comdat, "$c"),
                (Kind::Group, "#1"),
                (Kind::Hash, "#"),
                (Kind::Word, "dbg"),
                (Kind::Kind, "!dbg"),
                (Kind::Bang, "!"),
                (Kind::Mark(b'{'), "{"),
                (Kind::Bang, "!"),
                (Kind::Int, "1"),
                (Kind::Summary, "^2"),
                (Kind::Dots, "..."),
                (Kind::Text, "\"t\""),
                (Kind::Bytes, "c\"b\""),
            ]
        );
    }

    #[test]
    fn labels_and_numbers_are_told_apart() {
        let kinds = |text| tokens(text).iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(kinds("a: -a.b: 5: \"q r\": $x:"), [Kind::Label; 5]);
        assert_eq!(
            kinds("1.5 -1.0e+05 0x3FF 0xH3C00 f0x1p 0x1.8p1 0x1.8p+1 +inf -qnan +nan(0x1) +1"),
            [Kind::Float; 11]
        );
        assert_eq!(kinds("u0xFF s0x1"), [Kind::HexInt; 2]);
    }

    #[test]
    fn what_does_not_end_is_a_mark() {
        assert_eq!(
            tokens("\"abc"),
            [(Kind::Mark(b'"'), "\""), (Kind::Word, "abc")]
        );
        assert_eq!(tokens("% é")[0], (Kind::Mark(b'%'), "%"));
        assert_eq!(tokens("é")[0].1, "é");
    }
}
