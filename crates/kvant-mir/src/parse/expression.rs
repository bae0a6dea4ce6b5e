//! Expressions. Custom MIR uses Rust's expressions for places, operands and rvalues, so they are parsed before their role is
//! known.

use super::constant::{Literal, NAMED, Number};
use super::lexer::TokenKind;
use super::{Parser, Result, Signature};
use crate::syntax::{AdtId, BinOp, Constant, FloatTy, FnId, Mutability, Ty, UnOp};

/// An expression and the token it begins with.
pub(super) struct Expression<'a> {
    pub(super) at: usize,
    pub(super) kind: Kind<'a>,
}

/// The kind of an expression, without parentheses around it.
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
    PtrToPtr(Box<Expression<'a>>),
    RawRef(Mutability, Box<Expression<'a>>),
    Ref(Mutability, Box<Expression<'a>>),
    Move(Box<Expression<'a>>),
    /// `place!(x)`: to be written or borrowed.
    Place(Box<Expression<'a>>),
    VariantField(Box<VariantField<'a>>),
    FnPointer(FnId),
    Offset(Box<(Expression<'a>, Expression<'a>)>),
    Discriminant(Box<Expression<'a>>),
    Tuple(Vec<Expression<'a>>),
    Array(Vec<Expression<'a>>),
    Repeat(Box<Expression<'a>>, u64),
    Adt(AdtValue<'a>),
}

/// `Field::<T>(Variant(place, variant), field)`.
pub(super) struct VariantField<'a> {
    pub(super) ty: Option<Ty>,
    pub(super) place: Expression<'a>,
    pub(super) variant: Literal,
    pub(super) field: Literal,
}

/// A value of a declared type.
pub(super) struct AdtValue<'a> {
    pub(super) id: AdtId,
    /// The token that names the variant of an enum.
    pub(super) variant: Option<usize>,
    pub(super) parts: Parts<'a>,
}

/// The parts after the name of a declared type.
pub(super) enum Parts<'a> {
    None,
    Ordered(Vec<Expression<'a>>),
    Named(Vec<NamedPart<'a>>),
}

/// A step from a place to a part of it.
pub(super) enum Step<'a> {
    /// The token that names the field.
    Field(usize),
    Index(Expression<'a>),
}

/// A field in a value: the token that names it, and its value.
pub(super) struct NamedPart<'a> {
    pub(super) name: usize,
    pub(super) value: Expression<'a>,
}

/// The error of nested operations. MIR has one operation per statement, and `rustc`'s own message for custom MIR is hard to
/// understand.
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

    /// The next token as an operator, if it is one.
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
        let second_is_number = matches!(self.cursor.peek_at(1).as_bytes(), [b'0'..=b'9', ..]);
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
            "&" => self.borrow()?,
            "&&" => return Err(self.cursor.error(NESTED)),
            _ => self.steps()?.kind,
        };
        self.cursor.leave();
        Ok(Expression { at, kind })
    }

    /// `&place`, `&mut place`, `&raw const place`, `&raw mut place`.
    fn borrow(&mut self) -> Result<Kind<'a>> {
        self.cursor.next();
        let is_raw = self.cursor.is("raw") && matches!(self.cursor.peek_at(1), "const" | "mut");
        let meant_raw = self.cursor.is("raw") && !self.body.locals.contains_key("raw");
        if is_raw || meant_raw {
            self.cursor.next();
        }
        if meant_raw && !is_raw {
            return Err(self.cursor.unexpected("`const` or `mut`"));
        }
        let mutability = match self.cursor.take("mut") {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        if is_raw {
            self.cursor.take("const");
            return Ok(Kind::RawRef(mutability, Box::new(self.unary()?)));
        }
        Ok(Kind::Ref(mutability, Box::new(self.unary()?)))
    }

    /// A primary expression and the steps from it to one of its parts.
    pub(super) fn steps(&mut self) -> Result<Expression<'a>> {
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
            (_, "const") if self.cursor.peek_at(1) == "{" => self.const_block()?,
            (TokenKind::Word, _) => self.word()?,
            _ => return Err(self.cursor.unexpected("a value or a place")),
        };
        Ok(Expression { at, kind })
    }

    /// `()`, a tuple, or an expression in parentheses.
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

    /// Reads an expression that begins with a name.
    fn word(&mut self) -> Result<Kind<'a>> {
        let at = self.cursor.at();
        if self.cursor.is("Field") && matches!(self.cursor.peek_at(1), "(" | "::") {
            return self.variant_field();
        }
        self.path()?;
        let last = self.cursor.at() - 1;
        let name = self.cursor.text_of(last);
        let item = self.adts.get(self.cursor.text_of(at)).copied();
        match (name, self.cursor.peek(), self.cursor.peek_at(1)) {
            (_, "{" | "(", _) if last == at && item.is_some() => self.adt_value(item, None),
            _ if last == at + 2 && item.is_some() => self.adt_value(item, Some(last)),
            ("addr_of", "!", _) => self.address(Mutability::Const),
            ("addr_of_mut", "!", _) => self.address(Mutability::Mut),
            ("place", "!", _) => {
                self.cursor.next();
                Ok(Kind::Place(self.in_parentheses()?))
            }
            ("Checked", "(", _) => Ok(Kind::Checked(self.in_parentheses()?)),
            ("CastTransmute", "(", _) => Ok(Kind::Transmute(self.in_parentheses()?)),
            ("CastPtrToPtr", "(", _) => Ok(Kind::PtrToPtr(self.in_parentheses()?)),
            ("Move", "(", _) => Ok(Kind::Move(self.in_parentheses()?)),
            ("Discriminant", "(", _) => Ok(Kind::Discriminant(self.in_parentheses()?)),
            ("Offset", "(", _) => {
                self.cursor.next();
                let pointer = self.expression()?;
                self.cursor.expect(",")?;
                let count = self.expression()?;
                self.cursor.take(",");
                self.cursor.expect(")")?;
                Ok(Kind::Offset(Box::new((pointer, count))))
            }
            ("Variant", "(", _) => {
                let message = "a variant is no place, but its fields are: \
                               `Field::<T>(Variant(x, 0), 0)`";
                Err(self.cursor.error_at(at, message))
            }
            (_, "(", _) if self.is_callable(name) => {
                let message = format!(
                    "a call is a terminator: `Call(x = {name}(…), ReturnTo(block), \
                     UnwindUnreachable())`"
                );
                Err(self.cursor.error_at(at, message))
            }
            (_, "(", _) if self.intrinsic_named(at, last).is_some() => {
                let message = format!(
                    "an intrinsic is called by a terminator: `Call(x = core::intrinsics::{name}(…), \
                     ReturnTo(block), UnwindUnreachable())`"
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

    fn is_callable(&self, name: &str) -> bool {
        self.functions.contains_key(name) || self.body.locals.contains_key(name)
    }

    fn in_parentheses(&mut self) -> Result<Box<Expression<'a>>> {
        self.cursor.expect("(")?;
        let inner = self.expression()?;
        self.cursor.expect(")")?;
        Ok(Box::new(inner))
    }

    /// `Field::<T>(Variant(place, variant), field)`; `T` may be left out.
    fn variant_field(&mut self) -> Result<Kind<'a>> {
        self.cursor.enter()?;
        self.cursor.next();
        let mut ty = None;
        if self.cursor.take("::") {
            self.cursor.expect("<")?;
            if !self.cursor.take("_") {
                ty = Some(self.ty()?);
            }
            if !self.take_angle() {
                return Err(self.cursor.unexpected("`>`"));
            }
        }
        self.cursor.expect("(")?;
        self.cursor.expect("Variant").map_err(|mut error| {
            let hint = ": the fields of everything but enums are written `x.f`";
            error.message.push_str(hint);
            error
        })?;
        self.cursor.expect("(")?;
        let place = self.expression()?;
        self.cursor.expect(",")?;
        let variant = self.literal()?;
        self.cursor.take(",");
        self.cursor.expect(")")?;
        self.cursor.expect(",")?;
        let field = self.literal()?;
        self.cursor.take(",");
        self.cursor.expect(")")?;
        self.cursor.leave();
        Ok(Kind::VariantField(Box::new(VariantField {
            ty,
            place,
            variant,
            field,
        })))
    }

    /// `const { f as fn(A) -> R }`, or `const { () }`.
    fn const_block(&mut self) -> Result<Kind<'a>> {
        self.cursor.next();
        self.cursor.expect("{")?;
        if self.cursor.is("(") && self.cursor.peek_at(1) == ")" {
            self.skip_brackets();
            self.cursor.expect("}")?;
            return Ok(Kind::Constant(Constant::Unit));
        }
        let name = self.cursor.peek();
        let Some(&id) = self.functions.get(name) else {
            let message = "a `const { … }` is a pointer to a function of the program: \
                           `const { f as fn(A) -> R }`";
            return Err(self.cursor.error(message));
        };
        self.cursor.next();
        self.cursor.expect("as")?;
        let at = self.cursor.at();
        let ty = self.ty()?;
        let Signature { arguments, result } = &self.signatures[id.index()];
        let own = self.types.fn_ptr(arguments, *result);
        if ty != own {
            let own = self.types.name(own);
            let message = format!("a pointer to `{name}` is a `{own}`");
            return Err(self.cursor.error_at(at, message));
        }
        self.cursor.expect("}")?;
        Ok(Kind::FnPointer(id))
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
        Ok(Kind::RawRef(mutability, self.in_parentheses()?))
    }

    /// Reads the parts after the name of a declared type or of one of its variants.
    fn adt_value(&mut self, id: Option<AdtId>, variant: Option<usize>) -> Result<Kind<'a>> {
        let Some(id) = id else {
            return Err(self.cursor.unexpected("a value"));
        };
        let parts = match self.cursor.peek() {
            "{" => Parts::Named(self.named_parts()?),
            "(" => {
                self.cursor.next();
                let mut parts = Vec::new();
                self.list(")", |parser| {
                    parts.push(parser.expression()?);
                    Ok(())
                })?;
                Parts::Ordered(parts)
            }
            _ => Parts::None,
        };
        Ok(Kind::Adt(AdtValue { id, variant, parts }))
    }

    fn named_parts(&mut self) -> Result<Vec<NamedPart<'a>>> {
        self.cursor.expect("{")?;
        let mut parts = Vec::new();
        self.list("}", |parser| {
            if parser.cursor.is("..") {
                let message = "custom MIR has no `..`: name every field";
                return Err(parser.cursor.error(message));
            }
            if !matches!(parser.cursor.kind(), TokenKind::Word | TokenKind::Number) {
                return Err(parser.cursor.unexpected("a field or `}`"));
            }
            let name = parser.cursor.next();
            parser.cursor.expect(":")?;
            let value = parser.expression()?;
            parts.push(NamedPart { name, value });
            Ok(())
        })?;
        Ok(parts)
    }
}
