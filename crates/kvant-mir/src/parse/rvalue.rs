//! Rvalues.

use super::expression::{Expression, Kind, StructPart};
use super::{Parser, Result};
use crate::syntax::{BinOp, CheckedOp, Operand, Rvalue, StructId, Ty, TyKind};

impl<'a> Parser<'a> {
    /// Takes `expression` for an rvalue that goes to a place of type `ty`.
    pub(super) fn rvalue(&mut self, expression: &Expression<'a>, ty: Ty) -> Result<Rvalue> {
        let at = expression.at;
        match &expression.kind {
            Kind::Unary(op, x) => Ok(Rvalue::Unary(*op, self.operand(x, Some(ty))?)),
            Kind::Binary(op, operands) => {
                let (x, y) = self.operands(*op, operands, Some(ty))?;
                Ok(Rvalue::Binary(*op, x, y))
            }
            Kind::Checked(inner) => self.checked(inner, ty),
            Kind::Cast(x, to) => Ok(Rvalue::Cast(self.operand(x, None)?, *to)),
            Kind::Transmute(x) => Ok(Rvalue::Transmute(self.operand(x, None)?, ty)),
            Kind::RawRef(mutability, place) => {
                Ok(Rvalue::RawRef(*mutability, self.place(place)?.0))
            }
            Kind::Tuple(parts) => match self.types.kind(ty).clone() {
                TyKind::Tuple(fields) => {
                    self.arity(at, "fields", parts.len(), fields.len(), ty)?;
                    let hints = fields.iter().copied();
                    self.parts(parts, hints)
                        .map(|parts| Rvalue::Aggregate(ty, parts))
                }
                _ => Err(self.mismatch(at, ty, "a tuple")),
            },
            Kind::Array(parts) => match *self.types.kind(ty) {
                TyKind::Array(element, length) => {
                    self.arity(at, "elements", parts.len(), length as usize, ty)?;
                    let hints = std::iter::repeat(element);
                    self.parts(parts, hints)
                        .map(|parts| Rvalue::Aggregate(ty, parts))
                }
                _ => Err(self.mismatch(at, ty, "an array")),
            },
            Kind::Repeat(x, length) => match *self.types.kind(ty) {
                TyKind::Array(element, expected) => {
                    self.arity(at, "elements", *length as usize, expected as usize, ty)?;
                    Ok(Rvalue::Repeat(self.operand(x, Some(element))?, *length))
                }
                _ => Err(self.mismatch(at, ty, "an array")),
            },
            Kind::Struct(name, parts) => self.struct_parts(at, self.structs[name], parts),
            _ => Ok(Rvalue::Use(self.operand(expression, Some(ty))?)),
        }
    }

    fn checked(&mut self, inner: &Expression<'a>, ty: Ty) -> Result<Rvalue> {
        let Kind::Binary(op, operands) = &inner.kind else {
            let message = "expected one of `x + y`, `x - y` and `x * y` in `Checked(…)`";
            return Err(self.cursor.error_at(inner.at, message));
        };
        let Some(checked) = CheckedOp::ALL.into_iter().find(|c| c.wrapping() == *op) else {
            let message = format!("there is no checked `{}`", op.symbol());
            return Err(self.cursor.error_at(inner.at, message));
        };
        let hint = self.types.field(ty, 0);
        let (x, y) = self.operands(*op, operands, hint)?;
        Ok(Rvalue::Checked(checked, x, y))
    }

    /// The operands of `op`, whose result has type `result` where that is known.
    ///
    /// A number without a suffix has the type of the other operand, and if both are such the type of
    /// the result; but a comparison's result says nothing, nor does either side of a shift about the
    /// amount.
    fn operands(
        &mut self,
        op: BinOp,
        (x, y): &(Expression<'a>, Expression<'a>),
        result: Option<Ty>,
    ) -> Result<(Operand, Operand)> {
        let result = result.filter(|_| !op.is_comparison());
        if op.is_shift() {
            return Ok((self.operand(x, result)?, self.operand(y, None)?));
        }
        if matches!(x.kind, Kind::Number(number) if number.is_untyped()) {
            let y = self.operand(y, result)?;
            let hint = self.operand_ty(&y);
            return Ok((self.operand(x, hint)?, y));
        }
        let x = self.operand(x, result)?;
        let hint = self.operand_ty(&x);
        let y = self.operand(y, hint)?;
        Ok((x, y))
    }

    /// Operands with the types of the parts they become.
    fn parts(
        &mut self,
        parts: &[Expression<'a>],
        hints: impl Iterator<Item = Ty>,
    ) -> Result<Vec<Operand>> {
        let both = parts.iter().zip(hints);
        both.map(|(part, hint)| self.operand(part, Some(hint)))
            .collect()
    }

    /// Custom MIR takes a struct's fields by their order and not by their names.
    fn struct_parts(
        &mut self,
        at: usize,
        id: StructId,
        parts: &[StructPart<'a>],
    ) -> Result<Rvalue> {
        let ty = self.types.intern(TyKind::Struct(id));
        let mut operands = Vec::new();
        for (n, part) in parts.iter().enumerate() {
            let def = self.types.struct_def(id);
            let name = self.cursor.text_of(part.name);
            let Some(field) = def.fields.get(n).filter(|field| field.name == name) else {
                let what = if def.fields.iter().any(|field| field.name == name) {
                    "is not the next field: custom MIR wants all of them in the order of the \
                     declaration"
                } else {
                    "is none of its fields"
                };
                let message = format!("`{name}` of struct `{}` {what}", def.name);
                return Err(self.cursor.error_at(part.name, message));
            };
            let hint = Some(field.ty);
            operands.push(self.operand(&part.value, hint)?);
        }
        let expected = self.types.struct_def(id).fields.len();
        self.arity(at, "fields", parts.len(), expected, ty)?;
        Ok(Rvalue::Aggregate(ty, operands))
    }

    fn arity(&self, at: usize, what: &str, found: usize, expected: usize, ty: Ty) -> Result {
        if found == expected {
            return Ok(());
        }
        let ty = self.types.name(ty);
        let message = format!("a `{ty}` has {expected} {what}, found {found}");
        Err(self.cursor.error_at(at, message))
    }

    pub(super) fn mismatch(&self, at: usize, ty: Ty, found: &str) -> super::ParseError {
        let ty = self.types.name(ty);
        let message = format!("expected a value of type `{ty}`, found {found}");
        self.cursor.error_at(at, message)
    }
}
