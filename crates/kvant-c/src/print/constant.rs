//! Constants: numbers and strings.
//!
//! C has no negative constants and no constants of narrow types. The parser reads the text of such a constant as one constant
//! again; an operator that really has such an operand is printed with parentheses around it.

use std::fmt::Write as _;

use super::Printer;
use super::expr::{CAST, POSTFIX, PRIMARY, UNARY};
use crate::{IntKind, Type, TypeKind, Types};

impl Printer<'_> {
    /// The precedence of an integer constant's text.
    pub(super) fn int_precedence(&self, ty: Type, bits: u128) -> u8 {
        match self.spelling(ty, bits) {
            Spelling::Plain(..) | Spelling::Least(..) => PRIMARY,
            Spelling::Negative(..) => UNARY,
            Spelling::Cast(..) => CAST,
            Spelling::Halves(..) => POSTFIX,
        }
    }

    /// An integer constant of a type.
    pub(super) fn int(&mut self, ty: Type, bits: u128) {
        let spelling = self.spelling(ty, bits);
        // Writing to a string does not fail.
        let _ = match spelling {
            Spelling::Plain(value, suffix) => write!(self.out, "{value}{suffix}"),
            Spelling::Negative(value, suffix) => write!(self.out, "-{value}{suffix}"),
            Spelling::Least(value, suffix) => write!(self.out, "(-{value}{suffix} - 1)"),
            Spelling::Cast(negative, value, suffix) => {
                let name = self.declarator(ty.unqualified(), String::new());
                let sign = if negative { "-" } else { "" };
                write!(self.out, "({name}){sign}{value}{suffix}")
            }
            Spelling::Halves(name) => {
                let (high, low) = ((bits >> 64) as u64, bits as u64);
                write!(self.out, "{name}({high:#x}ULL, {low:#x}ULL)")
            }
        };
    }

    fn spelling(&self, ty: Type, bits: u128) -> Spelling {
        let Some(TypeKind::Int(kind)) = self.program.types.get(ty) else {
            let enumeration = matches!(self.program.types.get(ty), Some(TypeKind::Enum(_)));
            return match enumeration {
                true => narrow(bits, 32),
                false => Spelling::Cast(false, bits, ""),
            };
        };
        match kind {
            IntKind::Char | IntKind::UChar | IntKind::UShort => Spelling::Cast(false, bits, ""),
            IntKind::SChar => narrow(bits, 8),
            IntKind::Short => narrow(bits, 16),
            IntKind::Int => signed(bits, 32, ""),
            IntKind::UInt => Spelling::Plain(bits, "U"),
            // For these bits the value is positive if `long` has 64 bits and negative if it has 32; the cast gives both.
            IntKind::Long if (1 << 31..1 << 32).contains(&bits) => Spelling::Cast(false, bits, "U"),
            IntKind::Long => signed(bits, 64, "L"),
            IntKind::ULong => Spelling::Plain(bits, "UL"),
            IntKind::LongLong => signed(bits, 64, "LL"),
            IntKind::ULongLong => Spelling::Plain(bits, "ULL"),
            IntKind::Int128 => wide(bits, "INT128"),
            IntKind::UInt128 => wide(bits, "UINT128"),
        }
    }

    /// Prints the value of a `case` in the promoted type of the switch operand, or as an `int` if that type is unknown.
    pub(super) fn case_value(&mut self, ty: Option<Type>, bits: u128) {
        self.int(ty.unwrap_or(Types::INT), bits);
    }

    /// Prints a floating constant with the fewest digits that give the same value.
    pub(super) fn float(&mut self, ty: Type, value: f64) {
        let single = ty.id == Types::FLOAT.id;
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let _ = match (value.is_infinite(), single) {
            (true, true) => write!(self.out, "{sign}__builtin_inff()"),
            (true, false) => write!(self.out, "{sign}__builtin_inf()"),
            (false, true) => write!(self.out, "{:?}f", value as f32),
            (false, false) => write!(self.out, "{value:?}"),
        };
    }

    /// A string literal.
    pub(super) fn string(&mut self, bytes: &[u8]) {
        self.out.push('"');
        for &byte in bytes {
            match byte {
                b'"' | b'\\' => {
                    self.out.push('\\');
                    self.out.push(byte as char);
                }
                b'\n' => self.out.push_str("\\n"),
                // Two question marks could begin a trigraph.
                b' '..=b'~' if byte != b'?' => self.out.push(byte as char),
                // Always three digits, so that a following digit does not extend the escape.
                _ => {
                    let _ = write!(self.out, "\\{byte:03o}");
                }
            }
        }
        self.out.push('"');
    }
}

enum Spelling {
    /// Digits and a suffix.
    Plain(u128, &'static str),
    /// The same, negated.
    Negative(u128, &'static str),
    /// The least value of its type, which is one less than the negation of this.
    Least(u128, &'static str),
    /// A cast, perhaps of a negative number.
    Cast(bool, u128, &'static str),
    /// A macro with the two halves as arguments.
    Halves(&'static str),
}

/// The absolute value of a negative number, or `None` if it is not negative.
fn negated(bits: u128, width: u32) -> Option<u128> {
    let negative = bits >> (width - 1) == 1;
    negative.then(|| (1 << width) - bits)
}

fn signed(bits: u128, width: u32, suffix: &'static str) -> Spelling {
    match negated(bits, width) {
        None => Spelling::Plain(bits, suffix),
        Some(value) if value == 1 << (width - 1) => Spelling::Least(value - 1, suffix),
        Some(value) => Spelling::Negative(value, suffix),
    }
}

fn narrow(bits: u128, width: u32) -> Spelling {
    match negated(bits, width) {
        None => Spelling::Cast(false, bits, ""),
        // For the least value the negated constant has the type `int`, but the value is right.
        Some(value) => Spelling::Cast(true, value, ""),
    }
}

fn wide(bits: u128, name: &'static str) -> Spelling {
    match (bits, bits.wrapping_neg()) {
        (0..=0x7fff_ffff, _) => Spelling::Cast(false, bits, ""),
        (_, distance @ 0..=0x7fff_ffff) => Spelling::Cast(true, distance, ""),
        (0..=0xffff_ffff_ffff_ffff, _) => Spelling::Cast(false, bits, "ULL"),
        _ => Spelling::Halves(name),
    }
}
