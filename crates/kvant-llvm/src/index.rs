//! An index of a module: where each of its parts is, found without parsing them.
//!
//! Only bytes that can begin or end a part are looked at, so that an index takes a small part of the time of parsing. It
//! accepts texts that the parser refuses.

use std::ops::Range;

/// A part of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind of the part.
    pub kind: PartKind,
    /// Its text.
    pub range: Range<usize>,
    /// Its name with the sigil before it: `@f`, `%T`, `!0`, `#1`. Empty if it has none.
    pub name: Range<usize>,
    /// The text between the braces of a function's body; empty for anything else.
    pub body: Range<usize>,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartKind {
    /// `source_filename`, `target` and `module asm`.
    Header,
    /// `%T = type …`.
    Type,
    /// `$c = comdat …`.
    Comdat,
    /// A variable, an alias or an ifunc.
    Global,
    /// `declare …`.
    Declaration,
    /// `define …`.
    Definition,
    /// `attributes #0 = { … }`.
    Attributes,
    /// `!0 = …` or `!name = …`.
    Metadata,
    /// `^0 = …` or `uselistorder …`.
    Other,
}

/// The parts of a module, in order. Text that begins no part belongs to the part before it.
pub fn index(text: &str) -> Vec<Part> {
    let blanked = without_comments(text);
    let mut scan = Scan {
        bytes: blanked.as_deref().unwrap_or(text.as_bytes()),
        at: 0,
    };
    let mut parts: Vec<Part> = Vec::new();
    while let Some((start, kind)) = scan.next_part() {
        if let Some(last) = parts.last_mut() {
            last.range.end = start;
        }
        let mut part = Part {
            kind,
            range: start..text.len(),
            name: scan.name(start, kind),
            body: 0..0,
        };
        scan.at = start + 1;
        if matches!(kind, PartKind::Definition) {
            part.body = scan.body();
        }
        parts.push(part);
    }
    parts
}

/// The text with blanks instead of `/* … */`, if there are any. They are rare.
fn without_comments(text: &str) -> Option<Vec<u8>> {
    memchr::memmem::find(text.as_bytes(), b"/*")?;
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(n) = memchr::memchr3(b'"', b';', b'/', &bytes[at..]) {
        at += n;
        let rest = &bytes[at + 1..];
        let length = match bytes[at] {
            b'"' => memchr::memchr(b'"', rest).map(|n| n + 2),
            b';' => memchr::memchr(b'\n', rest).map(|n| n + 2),
            _ if rest.first() == Some(&b'*') => {
                memchr::memmem::find(&rest[1..], b"*/").map(|n| n + 4)
            }
            _ => Some(1),
        };
        let end = length.map_or(bytes.len(), |length| at + length);
        if bytes[at] == b'/' && end > at + 1 {
            bytes[at..end].fill(b' ');
        }
        at = end;
    }
    Some(bytes)
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

/// The words that begin a part.
const WORDS: [(&[u8], PartKind); 8] = [
    (b"define", PartKind::Definition),
    (b"declare", PartKind::Declaration),
    (b"attributes", PartKind::Attributes),
    (b"source_filename", PartKind::Header),
    (b"target", PartKind::Header),
    (b"module", PartKind::Header),
    (b"uselistorder_bb", PartKind::Other),
    (b"uselistorder", PartKind::Other),
];

impl Scan<'_> {
    /// The beginning of the next part. Parts begin at the beginning of a line, as LLVM prints them, or behind blanks.
    fn next_part(&mut self) -> Option<(usize, PartKind)> {
        loop {
            // To the first byte of a line that is not blank.
            while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                self.at += 1;
            }
            let rest = self.bytes.get(self.at..)?;
            let first = *rest.first()?;
            let kind = match first {
                b'@' => Some(PartKind::Global),
                b'%' => Some(PartKind::Type),
                b'$' => Some(PartKind::Comdat),
                b'!' => Some(PartKind::Metadata),
                b'^' => Some(PartKind::Other),
                _ => WORDS.iter().find_map(|(word, kind)| {
                    let ends = rest.get(word.len()).is_none_or(|byte| {
                        !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.' | b'$' | b'-')
                    });
                    (rest.starts_with(word) && ends).then_some(*kind)
                }),
            };
            if let Some(kind) = kind.filter(|kind| self.defines(self.at, *kind)) {
                return Some((self.at, kind));
            }
            self.skip_line();
        }
    }

    /// True if a symbol at the beginning of a line is followed by `=`.
    fn defines(&self, at: usize, kind: PartKind) -> bool {
        let is_symbol = matches!(
            kind,
            PartKind::Global | PartKind::Type | PartKind::Comdat | PartKind::Metadata
        );
        if !is_symbol {
            return true;
        }
        let mut end = self.symbol_end(at);
        while matches!(self.bytes.get(end), Some(b' ' | b'\t')) {
            end += 1;
        }
        self.bytes.get(end) == Some(&b'=')
    }

    fn symbol_end(&self, at: usize) -> usize {
        if self.bytes.get(at + 1) == Some(&b'"') {
            let inside = &self.bytes[at + 2..];
            return memchr::memchr(b'"', inside).map_or(self.bytes.len(), |n| at + n + 3);
        }
        let mut end = at + 1;
        let is_part = |byte: &u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_' | b'\\')
        };
        while self.bytes.get(end).is_some_and(is_part) {
            end += 1;
        }
        end
    }

    fn name(&self, at: usize, kind: PartKind) -> Range<usize> {
        match kind {
            PartKind::Header => at..at,
            PartKind::Definition | PartKind::Declaration => {
                // Nothing before the name contains the sigil.
                match memchr::memchr(b'@', &self.bytes[at..]) {
                    Some(n) => at + n..self.symbol_end(at + n),
                    None => at..at,
                }
            }
            PartKind::Attributes => {
                let rest = &self.bytes[at..];
                match memchr::memchr2(b'#', b'\n', rest) {
                    Some(n) if rest[n] == b'#' => at + n..self.symbol_end(at + n),
                    _ => at..at,
                }
            }
            _ => at..self.symbol_end(at),
        }
    }

    /// Goes on behind the end of a line. A quoted text may go over several.
    fn skip_line(&mut self) {
        loop {
            let rest = &self.bytes[self.at..];
            match memchr::memchr3(b'\n', b'"', b';', rest) {
                None => {
                    self.at = self.bytes.len();
                    return;
                }
                Some(n) => {
                    let found = rest[n];
                    self.at += n + 1;
                    match found {
                        b'\n' => return,
                        b'"' => self.skip_quoted(),
                        _ => {
                            let rest = &self.bytes[self.at..];
                            let line = memchr::memchr(b'\n', rest);
                            self.at += line.map_or(rest.len(), |n| n + 1);
                            return;
                        }
                    }
                }
            }
        }
    }

    fn skip_quoted(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr::memchr(b'"', rest).map_or(rest.len(), |n| n + 1);
    }

    /// The text between the braces of the body that begins next; the scan goes on behind it.
    ///
    /// Braces before it are those of struct types. The body is the first brace that is the last of its line or is followed by a
    /// comment, or by a label or instruction on the same line: the one that is not inside of parentheses and follows one.
    fn body(&mut self) -> Range<usize> {
        let mut parens = 0usize;
        let mut braces = 0usize;
        let mut had_parens = false;
        let mut start = None;
        while let Some(&byte) = self.bytes.get(self.at) {
            if start.is_some() {
                // Only quotes, comments and braces matter inside.
                let rest = &self.bytes[self.at..];
                let Some(n) = next_of_body(rest) else {
                    self.at = self.bytes.len();
                    break;
                };
                self.at += n;
            }
            let byte = self.bytes.get(self.at).copied().unwrap_or(byte);
            self.at += 1;
            match byte {
                b'"' => self.skip_quoted(),
                b';' => {
                    let rest = &self.bytes[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                b'(' if start.is_none() => parens += 1,
                b')' if start.is_none() => {
                    parens = parens.saturating_sub(1);
                    had_parens |= parens == 0;
                }
                b'{' => {
                    if start.is_none() && parens == 0 && braces == 0 && had_parens {
                        start = Some(self.at);
                    }
                    braces += 1;
                }
                b'}' => {
                    braces = braces.saturating_sub(1);
                    if let (Some(start), 0) = (start, braces) {
                        return start..self.at - 1;
                    }
                }
                _ => {}
            }
        }
        let end = self.bytes.len();
        start.unwrap_or(end)..end
    }
}

/// The first quote, comment or brace.
fn next_of_body(bytes: &[u8]) -> Option<usize> {
    bytes
        .iter()
        .position(|byte| matches!(byte, b'"' | b';' | b'{' | b'}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<(PartKind, &str, &str)> {
        let shown = |part: Part| (part.kind, &text[part.name], &text[part.body]);
        index(text).into_iter().map(shown).collect()
    }

    #[test]
    fn parts_are_found_without_parsing() {
        let text = "; ModuleID\nsource_filename = \"x\"\n%T = type { i32 }\n@\"a b\" = global i32 0\n\
            @g = global { i32, ptr } { i32 1, ptr @h }\n; define x\ndeclare { i32 } @d({ i32 }, ptr)\n\
            define { i32 } @f({ i32 } %x) #0 {\n  ; }\n  %y = insertvalue { i32 } %x, i32 1, 0\n  ret { i32 } %y\n}\n\
            define void @g2() { ret void }\nattributes #0 = { \"a\"=\"}\" }\n!0 = !{}\n!llvm.x = !{!0}\n";
        assert_eq!(
            parts(text),
            [
                (PartKind::Header, "", ""),
                (PartKind::Type, "%T", ""),
                (PartKind::Global, "@\"a b\"", ""),
                (PartKind::Global, "@g", ""),
                (PartKind::Declaration, "@d", ""),
                (
                    PartKind::Definition,
                    "@f",
                    "\n  ; }\n  %y = insertvalue { i32 } %x, i32 1, 0\n  ret { i32 } %y\n"
                ),
                (PartKind::Definition, "@g2", " ret void "),
                (PartKind::Attributes, "#0", ""),
                (PartKind::Metadata, "!0", ""),
                (PartKind::Metadata, "!llvm.x", ""),
            ]
        );
    }

    #[test]
    fn comments_of_c_are_blanks() {
        assert_eq!(
            parts(
                "/* @a = x\n@b = x */ @c = y ; /*\ndefine void @f() { /* } */ ret }\n@\"/*\" = z"
            ),
            [
                (PartKind::Global, "@c", ""),
                (PartKind::Definition, "@f", " /* } */ ret "),
                (PartKind::Global, "@\"/*\"", ""),
            ]
        );
    }

    #[test]
    fn what_does_not_end_ends_with_the_text() {
        assert_eq!(
            parts("define void @f() {\n  ret"),
            [(PartKind::Definition, "@f", "\n  ret")]
        );
        assert_eq!(parts("\"\n@x = "), []);
        assert_eq!(parts(""), []);
    }
}
