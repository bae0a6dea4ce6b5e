//! Whatever stands where a value or a place may. Custom MIR borrows Rust's expressions for all of
//! them, so they are read before it is known which they are.

use super::constant::{NAMED, Number};
use super::lexer::TokenKind;
use super::{Parser, Result};
use crate::syntax::{BinOp, Constant, FloatTy, Mutability, Ty, UnOp};

/// An expression and the token it begins with.
pub(super) struct Expression<'a> {
    pub(super) at: usize,
    pub(super) kind: Kind<'a>,
}

/// What an expression is. Parentheses are gone.
pub(super) enum Kind<'a> {
    /// The token that is the name.
    Name(usize),
    /// Its type is not known yet.
    Number(Number<'a>),
    Constant(Constant),
    Deref(Box<Expression<'a>>),
    Steps(Box<Expression<'a>>, Vec<Step<'a>>),
    Unary(UnOp, Box<Expression<'a>>),
    Binary(BinOp, Box<(Expression<'a>, Expression<'a>)>),
    Checked(Box<Expression<'a>>),
    Cast(Box<Expression<'a>>, Ty),
    Transmute(Box<Expression<'a>>),
    RawRef(Mutability, Box<Expression<'a>>),
    Tuple(Vec<Expression<'a>>),
    Array(Vec<Expression<'a>>),
    Repeat(Box<Expression<'a>>, u64),
    Struct(&'a str, Vec<StructPart<'a>>),
}

/// A step from a place to a part of it.
pub(super) enum Step<'a> {
    /// The token that names the field.
    Field(usize),
    Index(Expression<'a>),
}

/// A field in a struct's value: the token that names it, and its value.
pub(super) struct StructPart<'a> {
    pub(super) name: usize,
    pub(super) value: Expression<'a>,
}

/// One operation per statement is MIR's idea, and custom MIR's way to say so is hard to understand.
pub(super) const NESTED: &str =
    "MIR does one operation per statement: give the inner one a local of its own";

impl<'a> Parser<'a> {
    /// Reads an expression: at most one operator between two operands.
    pub(super) fn expression(&mut self) -> Result<Expression<'a>> {
        self.cursor.enter()?;
        let left = self.unary()?;
        let at = left.at;
        let kind = if self.cursor.take("as") {
            Kind::Cast(Box::new(left), self.ty()?)
        } else if let Some(op) = self.operator()? {
            self.cursor.next();
            let right = self.unary()?;
            Kind::Binary(op, Box::new((left, right)))
        } else {
            self.cursor.leave();
            return Ok(left);
        };
        if self.cursor.is("as") || self.operator()?.is_some() {
            return Err(self.cursor.error(NESTED));
        }
        self.cursor.leave();
        Ok(Expression { at, kind })
    }

    /// The operator that comes next, if one does.
    fn operator(&self) -> Result<Option<BinOp>> {
        let text = self.cursor.peek();
        match text {
            "&&" | "||" => Err(self.cursor.error(format!(
                "MIR has no `{text}`: use `{}`, or branch with `match`",
                &text[..1]
            ))),
            "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "&=" | "|=" | "<<=" | ">>=" => {
                let op = text.trim_end_matches('=');
                let message = format!("MIR has no `{text}`: write `x = x {op} y`");
                Err(self.cursor.error(message))
            }
            _ => Ok(BinOp::ALL.into_iter().find(|op| op.symbol() == text)),
        }
    }

    /// Reads an operand, a place, or one operator before one.
    pub(super) fn unary(&mut self) -> Result<Expression<'a>> {
        self.cursor.enter()?;
        let at = self.cursor.at();
        let second_is_number = matches!(self.cursor.peek_second().as_bytes(), [b'0'..=b'9', ..]);
        let kind = match self.cursor.peek() {
            "-" if second_is_number => Kind::Number(self.number()?),
            "-" => {
                self.cursor.next();
                Kind::Unary(UnOp::Neg, Box::new(self.unary()?))
            }
            "!" => {
                self.cursor.next();
                Kind::Unary(UnOp::Not, Box::new(self.unary()?))
            }
            "*" => {
                self.cursor.next();
                Kind::Deref(Box::new(self.unary()?))
            }
            "&" => self.raw_reference()?,
            "&&" => return Err(self.no_references()),
            _ => self.steps()?.kind,
        };
        self.cursor.leave();
        Ok(Expression { at, kind })
    }

    /// `&raw const place`, `&raw mut place`.
    fn raw_reference(&mut self) -> Result<Kind<'a>> {
        if self.cursor.peek_second() != "raw" {
            return Err(self.no_references());
        }
        self.cursor.next();
        self.cursor.next();
        let mutability = if self.cursor.take("const") {
            Mutability::Const
        } else if self.cursor.take("mut") {
            Mutability::Mut
        } else {
            return Err(self.cursor.unexpected("`const` or `mut`"));
        };
        Ok(Kind::RawRef(mutability, Box::new(self.unary()?)))
    }

    fn no_references(&self) -> super::ParseError {
        let message = "the subset has no references: `addr_of!(x)` and `addr_of_mut!(x)` give raw \
                       pointers";
        self.cursor.error(message)
    }

    /// A primary expression and the steps from it to one of its parts.
    fn steps(&mut self) -> Result<Expression<'a>> {
        let base = self.primary()?;
        let mut steps = Vec::new();
        loop {
            if self.cursor.take(".") {
                let word = matches!(self.cursor.kind(), TokenKind::Word | TokenKind::Number);
                if !word {
                    return Err(self.cursor.unexpected("a field"));
                }
                steps.push(Step::Field(self.cursor.next()));
            } else if self.cursor.take("[") {
                steps.push(Step::Index(self.expression()?));
                self.cursor.expect("]")?;
            } else if steps.is_empty() {
                return Ok(base);
            } else {
                return Ok(Expression {
                    at: base.at,
                    kind: Kind::Steps(Box::new(base), steps),
                });
            }
        }
    }

    fn primary(&mut self) -> Result<Expression<'a>> {
        let at = self.cursor.at();
        let kind = match (self.cursor.kind(), self.cursor.peek()) {
            (TokenKind::Number, _) => Kind::Number(self.number()?),
            (TokenKind::Quoted, _) => Kind::Constant(Constant::Char(self.character()?)),
            (_, "(") => self.parentheses()?,
            (_, "[") => self.brackets()?,
            (_, value @ ("true" | "false")) => {
                self.cursor.next();
                Kind::Constant(Constant::Bool(value == "true"))
            }
            (TokenKind::Word, _) => self.word()?,
            _ => return Err(self.cursor.unexpected("a value or a place")),
        };
        Ok(Expression { at, kind })
    }

    /// `()`, a tuple, or something that is only in parentheses.
    fn parentheses(&mut self) -> Result<Kind<'a>> {
        self.cursor.expect("(")?;
        let mut parts = Vec::new();
        let comma = self.list(")", |parser| {
            parts.push(parser.expression()?);
            Ok(())
        })?;
        Ok(match parts.len() {
            0 => Kind::Constant(Constant::Unit),
            1 if !comma => parts.remove(0).kind,
            _ => Kind::Tuple(parts),
        })
    }

    /// `[x, y]` or `[x; N]`.
    fn brackets(&mut self) -> Result<Kind<'a>> {
        self.cursor.expect("[")?;
        if self.cursor.take("]") {
            return Ok(Kind::Array(Vec::new()));
        }
        let first = self.expression()?;
        if self.cursor.take(";") {
            let length = self.length()?;
            self.cursor.expect("]")?;
            return Ok(Kind::Repeat(Box::new(first), length));
        }
        let mut parts = vec![first];
        if !self.cursor.take(",") {
            self.cursor.expect("]")?;
            return Ok(Kind::Array(parts));
        }
        self.list("]", |parser| {
            parts.push(parser.expression()?);
            Ok(())
        })?;
        Ok(Kind::Array(parts))
    }

    /// What begins with a name.
    fn word(&mut self) -> Result<Kind<'a>> {
        let at = self.cursor.at();
        self.path()?;
        let last = self.cursor.at() - 1;
        let name = self.cursor.text_of(last);
        match (name, self.cursor.peek(), self.cursor.peek_second()) {
            ("addr_of", "!", _) => self.address(Mutability::Const),
            ("addr_of_mut", "!", _) => self.address(Mutability::Mut),
            ("Checked" | "CastTransmute", "(", _) => {
                self.cursor.next();
                let inner = Box::new(self.expression()?);
                self.cursor.expect(")")?;
                Ok(match name {
                    "Checked" => Kind::Checked(inner),
                    _ => Kind::Transmute(inner),
                })
            }
            (_, "{", _) if last == at && self.structs.contains_key(name) => self.struct_value(name),
            (_, "(" | "!", _) if self.functions.contains_key(name) => {
                let message = format!(
                    "a call is a terminator: `Call(x = {name}(…), ReturnTo(block), \
                     UnwindContinue())`"
                );
                Err(self.cursor.error_at(at, message))
            }
            (_, "(", _) | (_, "!", "(" | "[" | "{") => {
                let message = format!("the subset has no `{name}`");
                Err(self.cursor.error_at(at, message))
            }
            _ if last != at => {
                let ty = FloatTy::from_name(self.cursor.text_of(at));
                match ty.filter(|_| last == at + 2) {
                    Some(ty) => Ok(Kind::Constant(self.named_float(at, ty, name)?)),
                    None => Err(self.cursor.error_at(at, NAMED)),
                }
            }
            _ => Ok(Kind::Name(at)),
        }
    }

    /// Takes a path of names.
    pub(super) fn path(&mut self) -> Result {
        loop {
            if self.cursor.kind() != TokenKind::Word {
                return Err(self.cursor.unexpected("a name"));
            }
            self.cursor.next();
            if !self.cursor.take("::") {
                return Ok(());
            }
            if self.cursor.is("<") {
                return Err(self.cursor.error("the subset has no generic arguments"));
            }
        }
    }

    fn address(&mut self, mutability: Mutability) -> Result<Kind<'a>> {
        self.cursor.expect("!")?;
        self.cursor.expect("(")?;
        let place = self.expression()?;
        self.cursor.expect(")")?;
        Ok(Kind::RawRef(mutability, Box::new(place)))
    }

    fn struct_value(&mut self, name: &'a str) -> Result<Kind<'a>> {
        self.cursor.expect("{")?;
        let mut parts = Vec::new();
        self.list("}", |parser| {
            if parser.cursor.is("..") {
                let message = "custom MIR has no `..`: name every field";
                return Err(parser.cursor.error(message));
            }
            if parser.cursor.kind() != TokenKind::Word {
                return Err(parser.cursor.unexpected("a field or `}`"));
            }
            let name = parser.cursor.next();
            parser.cursor.expect(":")?;
            let value = parser.expression()?;
            parts.push(StructPart { name, value });
            Ok(())
        })?;
        Ok(Kind::Struct(name, parts))
    }
}
