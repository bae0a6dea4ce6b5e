//! Numbers, characters and strings.

use super::lexer::TokenKind;
use super::{Parser, Result};
use crate::{Expr, ExprKind, IntKind, Type, TypeKind, Types, constant};

impl Parser<'_> {
    /// Reads a number, which is the next token.
    pub(super) fn number(&mut self) -> Result<Expr> {
        let at = self.cursor.next();
        let text = self.cursor.text_of(at);
        match is_floating(text) {
            true => self.floating(at, text),
            false => self.integer(at, text),
        }
    }

    fn integer(&mut self, at: usize, text: &str) -> Result<Expr> {
        let lower = text.to_ascii_lowercase();
        let (base, rest) = match lower.as_bytes() {
            [b'0', b'x', ..] => (16, &lower[2..]),
            [b'0', b'b', ..] => (2, &lower[2..]),
            [b'0', b'0'..=b'9', ..] => (8, &lower[1..]),
            _ => (10, lower.as_str()),
        };
        let end = rest.find(|c: char| !c.is_digit(base)).unwrap_or(rest.len());
        let (digits, suffix) = rest.split_at(end);
        // The letters of `LL` must not differ in case.
        let suffix = match text.contains("lL") || text.contains("Ll") {
            true => "lL",
            false => suffix,
        };
        let Ok(value) = u128::from_str_radix(digits, base) else {
            let message = "invalid integer constant; constants wider than 64 bits are written INT128(high, low)";
            return Err(self.cursor.error_at(at, message));
        };
        let (unsigned, least) = match suffix {
            "" => (false, IntKind::Int),
            "u" => (true, IntKind::Int),
            "l" => (false, IntKind::Long),
            "ul" | "lu" => (true, IntKind::Long),
            "ll" => (false, IntKind::LongLong),
            "ull" | "llu" => (true, IntKind::LongLong),
            _ => {
                let message = format!("`{suffix}` is no suffix of integers");
                return Err(self.cursor.error_at(at, message));
            }
        };
        // The first of these types that can represent the value (6.4.4.1p5).
        let kinds = [IntKind::Int, IntKind::Long, IntKind::LongLong];
        for kind in kinds.into_iter().filter(|kind| kind.rank() >= least.rank()) {
            let width = self.target.int_bits(kind);
            if !unsigned && value >> (width - 1) == 0 {
                return Ok(Expr::int(Types::int(kind), value));
            }
            if (unsigned || base != 10) && value >> width == 0 {
                return Ok(Expr::int(Types::int(kind.unsigned()), value));
            }
        }
        Err(self.cursor.error_at(
            at,
            "no type is wide enough for this; write INT128(high, low)",
        ))
    }

    fn floating(&mut self, at: usize, text: &str) -> Result<Expr> {
        let wrong = |message: &str| Err(self.cursor.error_at(at, message));
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        let (digits, ty) = match text.as_bytes().last() {
            Some(b'f' | b'F') => (&text[..text.len() - 1], Types::FLOAT),
            Some(b'l' | b'L') => return wrong("`long double` is not in the subset"),
            _ => (text, Types::DOUBLE),
        };
        let value = match (hexadecimal, ty == Types::FLOAT) {
            (true, _) => hexadecimal_value(digits),
            (false, true) => digits.parse::<f32>().ok().map(f64::from),
            (false, false) => digits.parse().ok(),
        };
        match value {
            Some(value) if value.is_infinite() => wrong("this is too large for its type"),
            Some(value)
                if ty == Types::FLOAT && f64::from(value as f32).to_bits() != value.to_bits() =>
            {
                wrong("a hexadecimal `float` must have no more bits than one")
            }
            Some(value) => Ok(Expr {
                kind: ExprKind::Float(value),
                ty,
            }),
            None => wrong("invalid floating constant"),
        }
    }

    /// Reads a negative number as one constant. `None` if the next tokens are no minus and number.
    pub(super) fn negative_number(&mut self) -> Result<Option<Expr>> {
        let inf = matches!(self.cursor.peek_at(1), "__builtin_inf" | "__builtin_inff");
        if !self.cursor.is("-") || self.cursor.kind_at(1) != TokenKind::Number && !inf {
            return Ok(None);
        }
        // In `-1[a]` the operand of the minus is the element.
        if self.cursor.peek_at(2) == "[" {
            return Ok(None);
        }
        self.cursor.next();
        let mut number = match inf {
            true => self.infinity()?,
            false => self.number()?,
        };
        match &mut number.kind {
            ExprKind::Float(value) => *value = -*value,
            ExprKind::Int(bits) => {
                if let TypeKind::Int(kind) = self.program.types.kind(number.ty) {
                    *bits = bits.wrapping_neg() & mask(self.target.int_bits(*kind));
                }
            }
            _ => {}
        }
        Ok(Some(number))
    }

    /// Reads `__builtin_inf()` or `__builtin_inff()`.
    pub(super) fn infinity(&mut self) -> Result<Expr> {
        let ty = match self.cursor.peek() {
            "__builtin_inff" => Types::FLOAT,
            _ => Types::DOUBLE,
        };
        self.cursor.next();
        self.cursor.expect("(")?;
        self.cursor.expect(")")?;
        let kind = ExprKind::Float(f64::INFINITY);
        Ok(Expr { kind, ty })
    }

    /// Reads `(-2147483647 - 1)` and the like as the least value of a type, if that comes next.
    pub(super) fn least_number(&mut self) -> Result<Option<Expr>> {
        let shape = [self.cursor.peek_at(1), self.cursor.peek_at(3)] == ["-", "-"]
            && self.cursor.kind_at(2) == TokenKind::Number
            && [self.cursor.peek_at(4), self.cursor.peek_at(5)] == ["1", ")"];
        if !self.cursor.is("(") || !shape {
            return Ok(None);
        }
        let begin = self.cursor.at();
        self.cursor.next();
        self.cursor.next();
        let number = self.number()?;
        if let (ExprKind::Int(bits), TypeKind::Int(kind)) =
            (&number.kind, self.program.types.kind(number.ty))
        {
            let width = self.target.int_bits(*kind);
            if self.target.is_signed(*kind) && *bits == mask(width - 1) {
                for _ in 0..3 {
                    self.cursor.next();
                }
                return Ok(Some(Expr::int(number.ty, 1 << (width - 1))));
            }
        }
        self.cursor.go_to(begin);
        Ok(None)
    }

    /// Reads the operand of a cast to `ty` as a constant of that type, if a number comes next and `ty` has no constants of its
    /// own.
    pub(super) fn cast_number(&mut self, ty: Type) -> Result<Option<Expr>> {
        let ahead = usize::from(self.cursor.is("-"));
        let number = self.cursor.kind_at(ahead) == TokenKind::Number;
        let element = self.cursor.peek_at(ahead + 1) == "[";
        if !number || element || is_floating(self.cursor.peek_at(ahead)) {
            return Ok(None);
        }
        let folds = match self.program.types.kind(ty) {
            TypeKind::Bool | TypeKind::Enum(_) => true,
            TypeKind::Int(IntKind::Long) => self.cursor.peek_at(ahead).ends_with(['u', 'U']),
            TypeKind::Int(kind) => {
                kind.rank() < IntKind::Int.rank() || kind.rank() > IntKind::LongLong.rank()
            }
            _ => false,
        };
        if !folds {
            return Ok(None);
        }
        let number = match self.negative_number()? {
            Some(number) => number,
            None => self.number()?,
        };
        let ExprKind::Int(bits) = number.kind else {
            return Ok(None);
        };
        let converted = constant::convert(&self.program, &self.target, number.ty, ty, bits);
        Ok(converted.map(|bits| Expr::int(ty.unqualified(), bits)))
    }

    /// Reads the arguments of `INT128(high, low)` or `UINT128(high, low)`.
    pub(super) fn halves(&mut self, ty: Type) -> Result<Expr> {
        self.cursor.expect("(")?;
        let mut halves = [0, 0];
        for (half, end) in halves.iter_mut().zip([",", ")"]) {
            let at = self.cursor.at();
            let number = match self.cursor.kind() {
                TokenKind::Number => self.number()?,
                _ => return Err(self.cursor.unexpected("a number")),
            };
            let ExprKind::Int(bits) = number.kind else {
                return Err(self.cursor.error_at(at, "expected an integer"));
            };
            *half = bits;
            self.cursor.expect(end)?;
        }
        Ok(Expr::int(ty, halves[0] << 64 | halves[1]))
    }

    /// Reads a character constant, which is the next token.
    pub(super) fn character(&mut self) -> Result<Expr> {
        let at = self.cursor.next();
        match self.unescaped(at)?.as_slice() {
            &[byte] => {
                let value = match self.target.signed_char {
                    true => i32::from(byte as i8),
                    false => i32::from(byte),
                };
                Ok(Expr::int(Types::INT, u128::from(value as u32)))
            }
            _ => Err(self
                .cursor
                .error_at(at, "a character constant must be one ASCII character")),
        }
    }

    /// Reads adjacent string literals as one.
    pub(super) fn string(&mut self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        while self.cursor.kind() == TokenKind::String {
            let at = self.cursor.next();
            bytes.extend(self.unescaped(at)?);
        }
        Ok(bytes)
    }

    fn unescaped(&self, at: usize) -> Result<Vec<u8>> {
        let text = self.cursor.text_of(at).as_bytes();
        let mut rest = &text[1..text.len() - 1];
        let mut bytes = Vec::with_capacity(rest.len());
        while let [first, behind @ ..] = rest {
            rest = behind;
            if *first != b'\\' {
                bytes.push(*first);
                continue;
            }
            let Some((byte, length)) = escape(rest) else {
                return Err(self.cursor.error_at(at, "invalid escape sequence"));
            };
            bytes.push(byte);
            rest = &rest[length..];
        }
        Ok(bytes)
    }
}

/// Returns the value of an escape sequence and its length without the backslash.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let simple = match text.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        byte @ (b'\\' | b'\'' | b'"' | b'?') => *byte,
        b'x' => {
            let digits = text[1..].iter().take_while(|b| b.is_ascii_hexdigit());
            let length = digits.count();
            let digits = std::str::from_utf8(&text[1..=length]).ok()?;
            return Some((u8::from_str_radix(digits, 16).ok()?, 1 + length));
        }
        b'0'..=b'7' => {
            let digits = text
                .iter()
                .take(3)
                .take_while(|b| (b'0'..=b'7').contains(b));
            let length = digits.count();
            let digits = std::str::from_utf8(&text[..length]).ok()?;
            return Some((u8::from_str_radix(digits, 8).ok()?, length));
        }
        _ => return None,
    };
    Some((simple, 1))
}

fn is_floating(text: &str) -> bool {
    match text.starts_with("0x") || text.starts_with("0X") {
        true => text.contains(['p', 'P', '.']),
        false => text.contains(['.', 'e', 'E']),
    }
}

/// Returns the exact value of `0x1.8p-3`, or `None` if it has too many digits.
fn hexadecimal_value(text: &str) -> Option<f64> {
    let text = text[2..].to_ascii_lowercase();
    let (digits, exponent) = text.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent: i32 = exponent.parse().ok()?;
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    if mantissa >= 1 << 53 || !(-2000..2000).contains(&exponent) {
        return None;
    }
    // Two factors, so that neither of them overflows or underflows.
    let half = exponent / 2;
    Some(mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half))
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
