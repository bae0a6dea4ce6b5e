//! Rvalues.

use super::adt::kind_name;
use super::expression::{AdtValue, Expression, Kind, Parts};
use super::{Parser, Result};
use crate::syntax::{AdtKind, BinOp, CheckedOp, IntTy, Operand, Rvalue, Ty, TyKind, Variant};

impl<'a> Parser<'a> {
    /// Converts `expression` to an rvalue that is assigned to a place of type `ty`.
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
            Kind::PtrToPtr(x) => Ok(Rvalue::Cast(self.operand(x, None)?, ty)),
            Kind::Transmute(x) => Ok(Rvalue::Transmute(self.operand(x, None)?, ty)),
            Kind::RawRef(mutability, place) => {
                Ok(Rvalue::RawRef(*mutability, self.target(place)?.0))
            }
            Kind::Ref(mutability, place) => Ok(Rvalue::Ref(*mutability, self.place(place)?.0)),
            Kind::FnPointer(id) => Ok(Rvalue::FnPointer(*id)),
            Kind::Offset(operands) => {
                let isize = self.types.int(IntTy::Isize);
                let pointer = self.operand(&operands.0, None)?;
                let count = self.operand(&operands.1, Some(isize))?;
                Ok(Rvalue::Offset(pointer, count))
            }
            Kind::Discriminant(place) => Ok(Rvalue::Discriminant(self.place(place)?.0)),
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
            Kind::Adt(value) => self.adt_value_parts(at, value),
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
    /// A number without a suffix has the type of the other operand, or that of the result if both have none. The result of a
    /// comparison determines no type, and neither side of a shift determines that of the amount.
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

    /// Converts operands to parts of these types.
    fn parts(
        &mut self,
        parts: &[Expression<'a>],
        hints: impl Iterator<Item = Ty>,
    ) -> Result<Vec<Operand>> {
        let both = parts.iter().zip(hints);
        both.map(|(part, hint)| self.operand(part, Some(hint)))
            .collect()
    }

    /// Converts a value of a declared type.
    fn adt_value_parts(&mut self, at: usize, value: &AdtValue<'a>) -> Result<Rvalue> {
        let def = self.types.adt(value.id);
        let ty = self.types.lookup(&TyKind::Adt(value.id));
        let (name, kind) = (&def.name, kind_name(def.kind));
        let variant = match (def.kind, value.variant) {
            (AdtKind::Enum, None) => {
                let message = format!("`{name}` is an enum: name one of its variants, `{name}::…`");
                return Err(self.cursor.error_at(at, message));
            }
            (AdtKind::Enum, Some(token)) => {
                let wanted = self.cursor.text_of(token);
                let found = def.variants.iter().position(|v| v.name == wanted);
                found.ok_or_else(|| {
                    let message = format!("enum `{name}` has no variant `{wanted}`");
                    self.cursor.error_at(token, message)
                })?
            }
            (AdtKind::Struct | AdtKind::Union, None) => 0,
            (AdtKind::Struct | AdtKind::Union, Some(token)) => {
                let message = format!("{kind} `{name}` has no variants");
                return Err(self.cursor.error_at(token, message));
            }
        };
        let (Some(ty), Some(shape)) = (ty, def.variants.get(variant)) else {
            return Err(self.cursor.error_at(at, format!("`{name}` has no values")));
        };
        let shape = shape.clone();
        let whole = match def.kind {
            AdtKind::Enum => format!("variant `{name}::{}`", shape.name),
            AdtKind::Struct | AdtKind::Union => format!("{kind} `{name}`"),
        };
        if def.kind == AdtKind::Union {
            return self.union_part(at, ty, &shape, &value.parts, &whole);
        }
        let is_enum = def.kind == AdtKind::Enum;
        let parts = self.shape_parts(at, &shape, &value.parts, &whole)?;
        Ok(match is_enum {
            true => Rvalue::Variant(ty, variant as u32, parts),
            false => Rvalue::Aggregate(ty, parts),
        })
    }

    /// Converts the fields of a value, which must be in declaration order: custom MIR ignores their names.
    fn shape_parts(
        &mut self,
        at: usize,
        shape: &Variant,
        parts: &Parts<'a>,
        whole: &str,
    ) -> Result<Vec<Operand>> {
        let mut operands = Vec::new();
        let found = match parts {
            Parts::None => 0,
            Parts::Ordered(_) if !shape.is_tuple_like() && !shape.fields.is_empty() => {
                let field = &shape.fields[0].name;
                let message = format!("the fields of {whole} have names: `{{ {field}: … }}`");
                return Err(self.cursor.error_at(at, message));
            }
            Parts::Ordered(parts) => {
                for (part, field) in parts.iter().zip(&shape.fields) {
                    operands.push(self.operand(part, Some(field.ty))?);
                }
                parts.len()
            }
            Parts::Named(parts) => {
                for (n, part) in parts.iter().enumerate() {
                    let name = self.cursor.text_of(part.name);
                    let next = shape.fields.get(n).filter(|field| field.name == name);
                    let Some(field) = next else {
                        let what = if shape.fields.iter().any(|field| field.name == name) {
                            "is not the next field: custom MIR wants all of them in the order of \
                             the declaration"
                        } else {
                            "is none of its fields"
                        };
                        let message = format!("`{name}` of {whole} {what}");
                        return Err(self.cursor.error_at(part.name, message));
                    };
                    operands.push(self.operand(&part.value, Some(field.ty))?);
                }
                parts.len()
            }
        };
        let expected = shape.fields.len();
        if found != expected {
            let message = format!("{whole} has {expected} fields, found {found}");
            return Err(self.cursor.error_at(at, message));
        }
        Ok(operands)
    }

    /// Converts the value of a union, which has exactly one field.
    fn union_part(
        &mut self,
        at: usize,
        ty: Ty,
        shape: &Variant,
        parts: &Parts<'a>,
        whole: &str,
    ) -> Result<Rvalue> {
        let Parts::Named(parts) = parts else {
            let message =
                format!("a value of {whole} names the field that is written: `{{ f: x }}`");
            return Err(self.cursor.error_at(at, message));
        };
        let [part] = &parts[..] else {
            let message = format!("a value of {whole} has one field, found {}", parts.len());
            return Err(self.cursor.error_at(at, message));
        };
        let name = self.cursor.text_of(part.name);
        let Some(number) = shape.fields.iter().position(|field| field.name == name) else {
            let message = format!("`{name}` of {whole} is none of its fields");
            return Err(self.cursor.error_at(part.name, message));
        };
        let operand = self.operand(&part.value, Some(shape.fields[number].ty))?;
        Ok(Rvalue::Union(ty, number as u32, operand))
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
