//! The parser panics on no text, however broken.

use kvant_mir::parse;
use kvant_mir::print::{self, Form, Version};

use crate::samples;

/// A small generator of random numbers (a mixed Weyl sequence), so that a failure can be repeated.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        let mixed = (wide >> 64) as u64 ^ wide as u64;
        (mixed % bound as u64) as usize
    }
}

/// Pieces of text that the parser treats specially.
const PIECES: [&str; 74] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "_",
    "match",
    "Call",
    "Goto",
    "let",
    "type",
    "fn",
    "struct",
    "-",
    "*",
    "&",
    "raw",
    "::",
    "=>",
    ",",
    ";",
    ":",
    "0",
    "1_u8",
    "0x",
    "é",
    "\"",
    "'",
    "/*",
    "r#\"",
    "RET",
    "main",
    "kvant",
    "as",
    "!",
    "#",
    ".",
    "addr_of",
    "1.5",
    "2.",
    "1e",
    "1e-3_f32",
    "f32",
    "NAN",
    "'a'",
    "'\\u{",
    "'\\''",
    "\\",
    "340282366920938463463374607431768211456",
    "enum",
    "union",
    "Field",
    "Variant",
    "Field::<u8>(Variant(_1, 0), 0)",
    "place!(",
    "Move(",
    "Offset(",
    "Discriminant(",
    "SetDiscriminant(",
    "const {",
    "mut",
    "&&",
    "'static",
    "<",
    ">",
    ">>",
    "->",
    "fn(",
    "=",
    "core::intrinsics::",
    "sqrtf32",
    "repr(u8)",
    "|",
];

/// Cuts a text where words, blanks and symbols meet.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

#[test]
fn broken_texts_are_errors() {
    let mut dice = Dice(1);
    let texts: Vec<_> = samples::all()
        .iter()
        .map(|sample| print::program(&sample.program, &Form::Readable, Version::NEWEST, ""))
        .collect();
    let mut refused = 0;
    for text in &texts {
        // The parser skips the prelude, so damage to it would test nothing.
        let (program, _) = text.split_once("mod kvant").unwrap();
        let whole = pieces(program);
        // The longest text is as long as all others together.
        for _ in 0..(4_000_000 / whole.len()).min(400) {
            let mut broken = whole.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(broken.len());
                let other = dice.below(broken.len());
                match dice.below(6) {
                    0 => drop(broken.remove(at)),
                    1 => broken.insert(at, broken[other]),
                    2 => broken.swap(at, other),
                    3 => broken[at] = PIECES[dice.below(PIECES.len())],
                    4 => broken.insert(at, PIECES[dice.below(PIECES.len())]),
                    _ => broken[at] = broken[other],
                }
            }
            if dice.below(8) == 0 {
                broken.truncate(dice.below(broken.len()));
            }
            if let Err(error) = parse::program(&broken.concat()) {
                refused += 1;
                assert!(error.line > 0 && error.column > 0, "{error}");
            }
        }
    }
    assert!(refused > 2000, "the damage is too small: {refused}");
}

#[test]
fn cut_texts_are_errors() {
    let text = print::program(
        &samples::memory().program,
        &Form::Readable,
        Version::NEWEST,
        "é",
    );
    let (program, _) = text.split_once("mod kvant").unwrap();
    let end = program.trim_end().len();
    for (at, _) in program[..end].char_indices() {
        assert!(
            parse::program(&program[..at]).is_err(),
            "accepted up to byte {at}"
        );
    }
}

#[test]
fn random_pieces_are_errors() {
    let mut dice = Dice(2);
    for _ in 0..20_000 {
        let count = dice.below(12);
        let pieces: Vec<_> = (0..count)
            .map(|_| PIECES[dice.below(PIECES.len())])
            .collect();
        assert!(parse::program(&pieces.join(" ")).is_err());
        assert!(parse::program(&pieces.concat()).is_err());
    }
}
