//! Places and operands.

use super::constant::Literal;
use super::expression::{Expression, Kind, NESTED, Step, VariantField};
use super::{Parser, Result};
use crate::syntax::{AdtKind, Constant, Operand, Place, Projection, Ty, TyKind};

impl<'a> Parser<'a> {
    /// Converts `expression` to a place, and returns its type too.
    pub(super) fn place(&mut self, expression: &Expression<'a>) -> Result<(Place, Ty)> {
        match &expression.kind {
            Kind::Name(at) => {
                let local = self.local(*at)?;
                Ok((local.into(), self.body.local_types[local.index()]))
            }
            Kind::Deref(pointer) => self.dereference(expression.at, pointer),
            Kind::Place(inner) => self.place(inner),
            Kind::VariantField(field) => self.variant_place(expression.at, field),
            Kind::Steps(base, steps) => {
                let (mut place, mut ty) = self.place(base)?;
                for step in steps {
                    let (projection, part) = self.step(ty, step)?;
                    place.projection.push(projection);
                    ty = part;
                }
                Ok((place, ty))
            }
            _ => Err(self
                .cursor
                .error_at(expression.at, "expected a place, found a value")),
        }
    }

    /// Converts `expression` to a place that is written or borrowed.
    pub(super) fn target(&mut self, expression: &Expression<'a>) -> Result<(Place, Ty)> {
        let mut base = expression;
        while let Kind::Steps(inner, _) = &base.kind {
            base = inner;
        }
        if let Kind::VariantField(_) = base.kind {
            let message = "to be written or pointed to, the field of a variant must look like a \
                           place: write `place!(Field::<T>(…))`";
            return Err(self.cursor.error_at(base.at, message));
        }
        self.place(expression)
    }

    fn variant_place(&mut self, at: usize, field: &VariantField<'a>) -> Result<(Place, Ty)> {
        let (place, ty) = self.place(&field.place)?;
        let variant = self.variant_number(ty, field.place.at, field.variant)?;
        let number = u32::try_from(field.field.magnitude).ok();
        let number = number.filter(|_| !field.field.negative);
        let part = number.and_then(|n| self.types.variant_field(ty, variant, n));
        let (Some(number), Some(part)) = (number, part) else {
            let count = self
                .types
                .variant(ty, variant)
                .map_or(0, |v| v.fields.len());
            let name = self.variant_name(ty, variant);
            let message = format!("`{name}` has {count} fields, counted from 0");
            return Err(self.cursor.error_at(field.field.at, message));
        };
        if field.ty.is_some_and(|ty| ty != part) {
            let (name, part) = (self.variant_name(ty, variant), self.types.name(part));
            let message = format!("field {number} of `{name}` is of type `{part}`");
            return Err(self.cursor.error_at(at, message));
        }
        let step = Projection::VariantField {
            variant,
            field: number,
        };
        Ok((place.project(step), part))
    }

    /// The number of a variant of the enum `ty`, whose place begins at the token `at`.
    pub(super) fn variant_number(&self, ty: Ty, at: usize, literal: Literal) -> Result<u32> {
        let Some(def) = self.types.as_adt_of(ty, AdtKind::Enum) else {
            let message = format!("a `{}` has no variants", self.types.name(ty));
            return Err(self.cursor.error_at(at, message));
        };
        let number = u32::try_from(literal.magnitude).ok();
        let number = number.filter(|n| !literal.negative && (*n as usize) < def.variants.len());
        number.ok_or_else(|| {
            let (name, count) = (&def.name, def.variants.len());
            let message = format!("enum `{name}` has {count} variants, counted from 0");
            self.cursor.error_at(literal.at, message)
        })
    }

    fn variant_name(&self, ty: Ty, variant: u32) -> String {
        let name = self.types.variant(ty, variant).map_or("", |v| &v.name);
        format!("{}::{name}", self.types.name(ty))
    }

    fn dereference(&mut self, at: usize, pointer: &Expression<'a>) -> Result<(Place, Ty)> {
        let (place, ty) = self.place(pointer)?;
        if !place.projection.is_empty() {
            let message = "custom MIR can only dereference a local: copy the pointer into one \
                           first (and write `(*p).x`, not `*p.x`)";
            return Err(self.cursor.error_at(at, message));
        }
        let Some(pointee) = self.types.pointee(ty) else {
            let message = format!("a `{}` cannot be dereferenced", self.types.name(ty));
            return Err(self.cursor.error_at(at, message));
        };
        Ok((place.project(Projection::Deref), pointee))
    }

    /// Converts a step from a place of type `ty`, and returns the type after it too.
    fn step(&mut self, ty: Ty, step: &Step<'a>) -> Result<(Projection, Ty)> {
        match step {
            Step::Field(at) => {
                let n = self.field(ty, *at)?;
                match self.types.field(ty, n) {
                    Some(part) => Ok((Projection::Field(n), part)),
                    None => Err(self.no_field(ty, *at)),
                }
            }
            Step::Index(index) => {
                let TyKind::Array(element, _) = *self.types.kind(ty) else {
                    let ty = self.types.name(ty);
                    let message = format!("a `{ty}` cannot be indexed");
                    return Err(self.cursor.error_at(index.at, message));
                };
                let Kind::Name(name) = index.kind else {
                    let message = "custom MIR can only index with a local: copy the index into \
                                   one first";
                    return Err(self.cursor.error_at(index.at, message));
                };
                Ok((Projection::Index(self.local(name)?), element))
            }
        }
    }

    /// The number of the field that the token `at` names.
    fn field(&self, ty: Ty, at: usize) -> Result<u32> {
        let name = self.cursor.text_of(at);
        let number = match self.types.kind(ty) {
            TyKind::Adt(id) => {
                let mut fields = self.types.adt(*id).fields().iter();
                let number = fields.position(|field| field.name == name);
                number.map(|n| n as u32)
            }
            TyKind::Tuple(_) => name.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.no_field(ty, at))
    }

    fn no_field(&self, ty: Ty, at: usize) -> super::ParseError {
        let (name, ty_name) = (self.cursor.text_of(at), self.types.name(ty));
        let hint = match self.types.kind(ty) {
            TyKind::RawPtr(..) | TyKind::Ref(..) => ": dereference it first, as in `(*p).x`",
            TyKind::Adt(id) if self.types.adt(*id).kind == AdtKind::Enum => {
                ": its variants have, as in `Field::<T>(Variant(x, 0), 0)`"
            }
            _ => "",
        };
        let message = format!("a `{ty_name}` has no field `{name}`{hint}");
        self.cursor.error_at(at, message)
    }

    /// Converts `expression` to an operand. A number without a suffix has the type `hint`.
    pub(super) fn operand(
        &mut self,
        expression: &Expression<'a>,
        hint: Option<Ty>,
    ) -> Result<Operand> {
        match &expression.kind {
            Kind::Name(_)
            | Kind::Deref(_)
            | Kind::Steps(..)
            | Kind::Place(_)
            | Kind::VariantField(_) => Ok(Operand::Copy(self.place(expression)?.0)),
            Kind::Move(place) => Ok(Operand::Move(self.place(place)?.0)),
            Kind::Number(number) => Ok(self.constant(*number, hint)?.into()),
            Kind::Constant(constant) => Ok((*constant).into()),
            _ => Err(self.cursor.error_at(expression.at, NESTED)),
        }
    }

    /// The type of an operand.
    pub(super) fn operand_ty(&mut self, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                let mut ty = *self.body.local_types.get(place.local.index())?;
                for step in &place.projection {
                    ty = self.types.step(ty, *step)?;
                }
                Some(ty)
            }
            Operand::Const(Constant::Int(_, int)) => Some(self.types.int(*int)),
            Operand::Const(Constant::Float(_, float)) => Some(self.types.float(*float)),
            Operand::Const(Constant::Bool(_)) => Some(self.types.bool()),
            Operand::Const(Constant::Char(_)) => Some(self.types.char()),
            Operand::Const(Constant::Unit) => Some(self.types.unit()),
        }
    }
}
