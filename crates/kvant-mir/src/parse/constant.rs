//! Literals and constants.

use super::lexer::TokenKind;
use super::{Parser, Result};
use crate::syntax::{Constant, IntTy, Ty, TyKind};
use kvant_memory::Target;

/// An integer as written.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    /// Its first token, for errors.
    pub(super) at: usize,
    pub(super) negative: bool,
    pub(super) magnitude: u128,
    pub(super) suffix: Option<IntTy>,
}

impl Parser<'_> {
    /// Reads a number, with its sign if it has one.
    pub(super) fn literal(&mut self) -> Result<Literal> {
        let at = self.cursor.at();
        let negative = self.cursor.take("-");
        if self.cursor.kind() != TokenKind::Number {
            return Err(self.cursor.unexpected("a number"));
        }
        let (magnitude, suffix) = self.number()?;
        Ok(Literal {
            at,
            negative,
            magnitude,
            suffix,
        })
    }

    /// Takes a number token apart.
    fn number(&mut self) -> Result<(u128, Option<IntTy>)> {
        let at = self.cursor.next();
        let text = self.cursor.text_of(at);
        let (radix, digits) = match text.get(..2) {
            Some("0x") => (16, &text[2..]),
            Some("0o") => (8, &text[2..]),
            Some("0b") => (2, &text[2..]),
            _ => (10, text),
        };
        let end = digits.find(|c: char| c != '_' && !c.is_digit(radix));
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let is_float = self.cursor.is(".")
            || matches!(suffix, "f16" | "f32" | "f64" | "f128")
            || suffix.starts_with(['e', 'E']);
        if radix == 10 && is_float {
            return Err(self.cursor.error_at(at, "the subset has no floats"));
        }
        let suffix = match suffix {
            "" => None,
            _ => Some(IntTy::from_name(suffix).ok_or_else(|| {
                let message = format!("there is no integer type `{suffix}`");
                self.cursor.error_at(at, message)
            })?),
        };
        let mut value = 0_u128;
        let mut any = false;
        for digit in digits.chars().filter_map(|c| c.to_digit(radix)) {
            any = true;
            let more = value.checked_mul(radix.into());
            value = more
                .and_then(|more| more.checked_add(digit.into()))
                .ok_or_else(|| {
                    self.cursor
                        .error_at(at, "this number does not fit in 128 bits")
                })?;
        }
        if !any {
            return Err(self.cursor.error_at(at, "this number has no digits"));
        }
        Ok((value, suffix))
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

    /// The constant that `literal` is where a value of type `hint` is needed.
    pub(super) fn integer(&self, literal: Literal, hint: Option<Ty>) -> Result<Constant> {
        let ty = match (literal.suffix, hint.map(|ty| self.types.kind(ty))) {
            (Some(suffix), _) => suffix,
            (None, Some(TyKind::Int(int))) => *int,
            (None, Some(_)) => {
                let ty = hint.map(|ty| self.types.name(ty)).unwrap_or_default();
                let message = format!("expected a value of type `{ty}`, found an integer");
                return Err(self.cursor.error_at(literal.at, message));
            }
            (None, None) => {
                let example = literal.magnitude;
                let message = format!(
                    "this number could have many types: write the one you mean behind it, as in \
                     `{example}_u8`"
                );
                return Err(self.cursor.error_at(literal.at, message));
            }
        };
        self.bits(literal, ty).map(|bits| Constant::Int(bits, ty))
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
}
