//! Names and other short texts of a module, each kept once.

use std::hash::{BuildHasher, Hasher as _};
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A text of a module: the name of a symbol, a local or a type, or a piece of text that is kept as it is written.
///
/// Names of symbols are kept in the form in which LLVM prints them between quotes: bytes that are not printable ASCII, quotes and
/// backslashes are `\xx`. Symbols without a name have a number instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// The bit of names that are numbers.
const NUMBER: u32 = 1 << 31;

impl Name {
    /// The name of a symbol without a name. There are fewer than two to the 31st.
    pub fn number(number: u32) -> Option<Name> {
        (number < NUMBER).then_some(Name(number | NUMBER))
    }

    /// The number of a symbol without a name.
    pub fn as_number(self) -> Option<u32> {
        (self.0 & NUMBER != 0).then_some(self.0 & !NUMBER)
    }

    /// The index of a text among [`Names`], unless it is a number.
    pub(crate) fn index(self) -> Option<usize> {
        (self.0 & NUMBER == 0).then_some(self.0 as usize)
    }
}

/// The texts of a module.
#[derive(Clone, Default)]
pub struct Names {
    text: String,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

impl Names {
    /// The name with this text.
    pub fn intern(&mut self, text: &str) -> Name {
        let hash = hash(text);
        let Names {
            text: all,
            ends,
            table,
        } = self;
        let found = table.find(hash, |n| &all[range(ends, *n)] == text);
        if let Some(n) = found {
            return Name(*n);
        }
        let n = ends.len() as u32;
        all.push_str(text);
        ends.push(all.len() as u32);
        table.insert_unique(hash, n, |n| hash_of(all, ends, *n));
        Name(n)
    }

    /// The name with this text, if there is one.
    pub fn find(&self, text: &str) -> Option<Name> {
        let found = self
            .table
            .find(hash(text), |n| &self.text[range(&self.ends, *n)] == text);
        found.map(|n| Name(*n))
    }

    /// The text of a name; empty if it is a number.
    pub fn get(&self, name: Name) -> &str {
        match name.as_number() {
            Some(_) => "",
            None => &self.text[range(&self.ends, name.0)],
        }
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are no names.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a symbol as it is written behind its sigil: `x`, `"a b"`, `0`.
    pub fn symbol(&self, name: Name) -> String {
        let mut text = String::new();
        self.write_symbol(name, &mut text);
        text
    }

    /// Appends the name of a symbol as it is written behind its sigil.
    pub(crate) fn write_symbol(&self, name: Name, out: &mut String) {
        if let Some(number) = name.as_number() {
            out.push_str(&number.to_string());
            return;
        }
        let text = self.get(name);
        let is_plain = text.bytes().all(is_name_byte)
            && text
                .bytes()
                .next()
                .is_some_and(|byte| !byte.is_ascii_digit());
        match is_plain {
            true => out.push_str(text),
            false => {
                out.push('"');
                out.push_str(text);
                out.push('"');
            }
        }
    }
}

/// True for bytes of names that need no quotes.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// The bytes of a text between quotes, in which `\xx` is a byte and `\\` a backslash.
pub fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let (value, used) = match after {
            [b'\\', ..] if byte == b'\\' => (b'\\', 1),
            [a, b, ..] if byte == b'\\' => match (hex(*a), hex(*b)) {
                (Some(high), Some(low)) => (high << 4 | low, 2),
                _ => (byte, 0),
            },
            _ => (byte, 0),
        };
        bytes.push(value);
        rest = &after[used..];
    }
    bytes
}

fn hex(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Bytes as LLVM prints them between quotes.
pub fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => text.push(char::from(*byte)),
            _ => {
                text.push('\\');
                for digit in [byte >> 4, byte & 15] {
                    text.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    }
    text
}

fn range(ends: &[u32], n: u32) -> Range<usize> {
    let n = n as usize;
    let start = n.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[n] as usize
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}

fn hash_of(text: &str, ends: &[u32], n: u32) -> u64 {
    hash(&text[range(ends, n)])
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.text == other.text && self.ends == other.ends
    }
}

impl std::fmt::Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = (0..self.len() as u32).map(|n| self.get(Name(n)));
        f.debug_list().entries(all).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_once() {
        let mut names = Names::default();
        let (a, b) = (names.intern("a"), names.intern("bc"));
        assert_eq!((names.intern("a"), names.intern("bc")), (a, b));
        assert_eq!((names.get(a), names.get(b)), ("a", "bc"));
        let zero = Name::number(0).unwrap();
        assert_ne!(zero, names.intern("0"));
        assert_eq!((zero.as_number(), a.as_number()), (Some(0), None));
        assert_eq!(Name::number(u32::MAX), None);
        assert_eq!(names.find("bc"), Some(b));
        assert_eq!(names.find("b"), None);
    }

    #[test]
    fn names_are_quoted_where_needed() {
        let mut names = Names::default();
        for (text, written) in [
            ("a.b-c$1", "a.b-c$1"),
            ("1a", "\"1a\""),
            ("a b", "\"a b\""),
            ("\\01x", "\"\\01x\""),
            ("", "\"\""),
        ] {
            let name = names.intern(text);
            let mut out = String::new();
            names.write_symbol(name, &mut out);
            assert_eq!(out, written);
        }
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(unescaped("a\\0A\\\\\\22z\\zz"), b"a\n\\\"z\\zz");
        assert_eq!(escaped(b"a\n\\\"\xff"), "a\\0A\\5C\\22\\FF");
    }
}
