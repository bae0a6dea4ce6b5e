//! Literals and constants.

use super::lexer::{TokenKind, decimal_length};
use super::{Parser, Result};
use crate::syntax::{Constant, FloatTy, IntTy, Ty, TyKind};
use kvant_memory::Target;

/// The error of a named constant.
pub(super) const NAMED: &str =
    "the subset has no named constants but those of `f32` and `f64`: write the value itself";

/// A number as written.
#[derive(Clone, Copy)]
pub(super) enum Number<'a> {
    Integer(Literal),
    Float(FloatLiteral<'a>),
}

/// An integer as written.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    /// Its first token, for errors.
    pub(super) at: usize,
    pub(super) negative: bool,
    pub(super) magnitude: u128,
    pub(super) suffix: Option<IntTy>,
}

/// A float as written.
#[derive(Clone, Copy)]
pub(super) struct FloatLiteral<'a> {
    /// Its first token, for errors.
    at: usize,
    negative: bool,
    /// The digits, without sign and suffix. They are rounded once, when the type is known.
    digits: &'a str,
    suffix: Option<FloatTy>,
}

impl Number<'_> {
    /// True if it has no type suffix.
    pub(super) fn is_untyped(self) -> bool {
        match self {
            Number::Integer(literal) => literal.suffix.is_none(),
            Number::Float(literal) => literal.suffix.is_none(),
        }
    }
}

impl<'a> Parser<'a> {
    /// Reads a number, with its sign if it has one.
    pub(super) fn number(&mut self) -> Result<Number<'a>> {
        let at = self.cursor.at();
        let negative = self.cursor.take("-");
        if self.cursor.kind() != TokenKind::Number {
            return Err(self.cursor.unexpected("a number"));
        }
        let token = self.cursor.next();
        let text = self.cursor.text_of(token);
        let (radix, digits) = match text.get(..2) {
            Some("0x") => (16, &text[2..]),
            Some("0o") => (8, &text[2..]),
            Some("0b") => (2, &text[2..]),
            _ => (10, text),
        };
        let end = if radix == 10 {
            decimal_length(digits)
        } else {
            let end = digits.find(|c: char| c != '_' && !c.is_digit(radix));
            end.unwrap_or(digits.len())
        };
        let (digits, suffix) = digits.split_at(end);
        let is_float = digits.contains(['.', 'e', 'E']) || suffix.starts_with(['e', 'E', 'f']);
        if radix == 10 && is_float {
            let suffix = self.float_suffix(token, suffix)?;
            return Ok(Number::Float(FloatLiteral {
                at,
                negative,
                digits,
                suffix,
            }));
        }
        let suffix = match suffix {
            "" => None,
            _ => Some(IntTy::from_name(suffix).ok_or_else(|| {
                let message = format!("there is no integer type `{suffix}`");
                self.cursor.error_at(token, message)
            })?),
        };
        Ok(Number::Integer(Literal {
            at,
            negative,
            magnitude: self.magnitude(token, digits, radix)?,
            suffix,
        }))
    }

    fn float_suffix(&self, token: usize, suffix: &str) -> Result<Option<FloatTy>> {
        if suffix.is_empty() {
            return Ok(None);
        }
        if let Some(ty) = FloatTy::from_name(suffix) {
            return Ok(Some(ty));
        }
        let message = if suffix.starts_with(['e', 'E']) {
            "the exponent of this number has no digits".to_owned()
        } else {
            format!("there is no float type `{suffix}`; the subset has `f32` and `f64`")
        };
        Err(self.cursor.error_at(token, message))
    }

    /// The value of the digits of an integer.
    fn magnitude(&self, token: usize, digits: &str, radix: u32) -> Result<u128> {
        let mut value = 0_u128;
        let mut any = false;
        for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
            any = true;
            let more = value.checked_mul(radix.into());
            value = more
                .and_then(|more| more.checked_add(digit.into()))
                .ok_or_else(|| {
                    self.cursor
                        .error_at(token, "this number does not fit in 128 bits")
                })?;
        }
        if !any {
            return Err(self.cursor.error_at(token, "this number has no digits"));
        }
        Ok(value)
    }

    /// Reads an integer, with its sign if it has one.
    pub(super) fn literal(&mut self) -> Result<Literal> {
        match self.number()? {
            Number::Integer(literal) => Ok(literal),
            Number::Float(literal) => {
                let message = "expected an integer, found a float";
                Err(self.cursor.error_at(literal.at, message))
            }
        }
    }

    /// Reads a length of an array.
    pub(super) fn length(&mut self) -> Result<u64> {
        let literal = self.literal()?;
        match (
            literal.suffix,
            literal.negative,
            u64::try_from(literal.magnitude),
        ) {
            (None | Some(IntTy::Usize), false, Ok(length)) => Ok(length),
            _ => Err(self.cursor.error_at(literal.at, "a length is a `usize`")),
        }
    }

    /// The constant of `number` where a value of type `hint` is expected.
    pub(super) fn constant(&self, number: Number<'_>, hint: Option<Ty>) -> Result<Constant> {
        match number {
            Number::Integer(literal) => self.integer(literal, hint),
            Number::Float(literal) => self.float(literal, hint),
        }
    }

    fn integer(&self, literal: Literal, hint: Option<Ty>) -> Result<Constant> {
        let ty = match (literal.suffix, hint) {
            (Some(suffix), _) => suffix,
            (None, Some(hint)) => match self.types.kind(hint) {
                TyKind::Int(int) => *int,
                TyKind::Float(_) => {
                    let found = format!("an integer: write `{}.0`", literal.magnitude);
                    return Err(self.mismatch(literal.at, hint, &found));
                }
                _ => return Err(self.mismatch(literal.at, hint, "an integer")),
            },
            (None, None) => {
                let example = format!("{}_u8", literal.magnitude);
                return Err(self.no_type(literal.at, &example));
            }
        };
        self.bits(literal, ty).map(|bits| Constant::Int(bits, ty))
    }

    fn float(&self, literal: FloatLiteral<'_>, hint: Option<Ty>) -> Result<Constant> {
        let ty = match (literal.suffix, hint) {
            (Some(suffix), _) => suffix,
            (None, Some(hint)) => match self.types.kind(hint) {
                TyKind::Float(float) => *float,
                _ => return Err(self.mismatch(literal.at, hint, "a float")),
            },
            (None, None) => return Err(self.no_type(literal.at, "1.5_f64")),
        };
        let digits: String = literal.digits.chars().filter(|&c| c != '_').collect();
        let magnitude = match ty {
            FloatTy::F32 => {
                let value = digits.parse().ok().filter(|value: &f32| value.is_finite());
                value.map(|value| value.to_bits().into())
            }
            FloatTy::F64 => {
                let value = digits.parse().ok().filter(|value: &f64| value.is_finite());
                value.map(f64::to_bits)
            }
        };
        let Some(magnitude) = magnitude else {
            let name = ty.name();
            let infinity = if literal.negative {
                "NEG_INFINITY"
            } else {
                "INFINITY"
            };
            let message = format!(
                "this number is out of the range of `{name}`: infinity is `{name}::{infinity}`"
            );
            return Err(self.cursor.error_at(literal.at, message));
        };
        let sign = u64::from(literal.negative) << (ty.bytes() * 8 - 1);
        Ok(Constant::Float(magnitude | sign, ty))
    }

    fn no_type(&self, at: usize, example: &str) -> super::ParseError {
        let message = format!(
            "this number could have many types: write the one you mean behind it, as in \
             `{example}`"
        );
        self.cursor.error_at(at, message)
    }

    /// The bits of `literal` as a value of `ty`, with pointers of 64 bits.
    pub(super) fn bits(&self, literal: Literal, ty: IntTy) -> Result<u128> {
        let width = ty.bits(&Target::X86_64);
        let all = u128::MAX >> (128 - width);
        let limit = match (ty.is_signed(), literal.negative) {
            (true, true) => all / 2 + 1,
            (true, false) => all / 2,
            (false, true) => 0,
            (false, false) => all,
        };
        if literal.magnitude > limit {
            let sign = if literal.negative { "-" } else { "" };
            let (value, ty) = (literal.magnitude, ty.name());
            let message = format!("`{sign}{value}` is out of the range of `{ty}`");
            return Err(self.cursor.error_at(literal.at, message));
        }
        Ok(if literal.negative {
            literal.magnitude.wrapping_neg() & all
        } else {
            literal.magnitude
        })
    }

    /// The constant called `name` of a float type, named by a path that begins at the token `at`.
    pub(super) fn named_float(&self, at: usize, ty: FloatTy, name: &str) -> Result<Constant> {
        let (single, double) = match name {
            "INFINITY" => (f32::INFINITY, f64::INFINITY),
            "NEG_INFINITY" => (f32::NEG_INFINITY, f64::NEG_INFINITY),
            "MAX" => (f32::MAX, f64::MAX),
            "MIN" => (f32::MIN, f64::MIN),
            "MIN_POSITIVE" => (f32::MIN_POSITIVE, f64::MIN_POSITIVE),
            "EPSILON" => (f32::EPSILON, f64::EPSILON),
            "NAN" => {
                let message = "a NaN has no certain bits, so the subset has no constant for it";
                return Err(self.cursor.error_at(at, message));
            }
            _ => return Err(self.cursor.error_at(at, NAMED)),
        };
        let bits = match ty {
            FloatTy::F32 => single.to_bits().into(),
            FloatTy::F64 => double.to_bits(),
        };
        Ok(Constant::Float(bits, ty))
    }

    /// Reads a character.
    pub(super) fn character(&mut self) -> Result<char> {
        let text = self.cursor.peek();
        let quoted = text.strip_prefix('\'').and_then(|x| x.strip_suffix('\''));
        let Some(content) = quoted else {
            let message = match text.as_bytes() {
                [b'b', b'\'', ..] => "the subset has no bytes in quotes: write the number",
                [b'\'', ..] => "a lifetime stands only in types",
                _ => "the subset has no strings",
            };
            return Err(self.cursor.error(message));
        };
        let value = self.unescape(content)?;
        self.cursor.next();
        Ok(value)
    }

    /// The character between the quotes of the next token.
    fn unescape(&self, content: &str) -> Result<char> {
        let mut characters = content.chars();
        let message = match (characters.next(), characters.as_str()) {
            (Some('\\'), escape) => match code_of_escape(escape) {
                Some(code) => match char::from_u32(code) {
                    Some(value) => return Ok(value),
                    None => format!(
                        "{code:#x} is no `char`: those are 0 to 0xd7ff and 0xe000 to 0x10ffff"
                    ),
                },
                None => "this escape stands for no character".to_owned(),
            },
            (Some('\'' | '\n' | '\r' | '\t'), "") => {
                format!("this character is written `'{}'`", content.escape_default())
            }
            (Some(value), "") => return Ok(value),
            _ => "there must be one character between these quotes".to_owned(),
        };
        Err(self.cursor.error(message))
    }
}

/// The code point of an escape, which is given without its backslash.
fn code_of_escape(escape: &str) -> Option<u32> {
    match escape {
        "n" => Some(0xa),
        "r" => Some(0xd),
        "t" => Some(0x9),
        "0" => Some(0),
        "\\" | "'" | "\"" => escape.chars().next().map(u32::from),
        _ => match (escape.strip_prefix('x'), escape.strip_prefix("u{")) {
            (Some(digits), _) => {
                hexadecimal(digits).filter(|value| digits.len() == 2 && *value < 0x80)
            }
            (None, Some(rest)) => {
                let digits = rest.strip_suffix('}').filter(|x| !x.starts_with('_'));
                digits.and_then(|digits| hexadecimal(&digits.replace('_', "")))
            }
            (None, None) => None,
        },
    }
}

/// The value of one to six hexadecimal digits.
fn hexadecimal(digits: &str) -> Option<u32> {
    let fits = (1..=6).contains(&digits.len()) && digits.bytes().all(|c| c.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| fits)
}
