//! Places and operands.

use super::expression::{Expression, Kind, NESTED, Step};
use super::{Parser, Result};
use crate::syntax::{Constant, Operand, Place, Projection, Ty, TyKind};

impl<'a> Parser<'a> {
    /// Takes `expression` for a place; the place and its type.
    pub(super) fn place(&mut self, expression: &Expression<'a>) -> Result<(Place, Ty)> {
        match &expression.kind {
            Kind::Name(at) => {
                let local = self.local(*at)?;
                Ok((local.into(), self.body.local_types[local.index()]))
            }
            Kind::Deref(pointer) => self.dereference(expression.at, pointer),
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

    fn dereference(&mut self, at: usize, pointer: &Expression<'a>) -> Result<(Place, Ty)> {
        let (place, ty) = self.place(pointer)?;
        if !place.projection.is_empty() {
            let message = "custom MIR can only dereference a local: copy the pointer into one \
                           first (and write `(*p).x`, not `*p.x`)";
            return Err(self.cursor.error_at(at, message));
        }
        let TyKind::RawPtr(_, pointee) = *self.types.kind(ty) else {
            let message = format!("a `{}` cannot be dereferenced", self.types.name(ty));
            return Err(self.cursor.error_at(at, message));
        };
        Ok((place.project(Projection::Deref), pointee))
    }

    /// One step from a place of type `ty`: the step and the type there.
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
            TyKind::Struct(id) => {
                let mut fields = self.types.struct_def(*id).fields.iter();
                fields
                    .position(|field| field.name == name)
                    .map(|n| n as u32)
            }
            TyKind::Tuple(_) => name.parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| self.no_field(ty, at))
    }

    fn no_field(&self, ty: Ty, at: usize) -> super::ParseError {
        let (name, ty_name) = (self.cursor.text_of(at), self.types.name(ty));
        let hint = match self.types.kind(ty) {
            TyKind::RawPtr(..) => ": dereference it first, as in `(*p).x`",
            _ => "",
        };
        let message = format!("a `{ty_name}` has no field `{name}`{hint}");
        self.cursor.error_at(at, message)
    }

    /// Takes `expression` for an operand. A number without a suffix has the type `hint`.
    pub(super) fn operand(
        &mut self,
        expression: &Expression<'a>,
        hint: Option<Ty>,
    ) -> Result<Operand> {
        match &expression.kind {
            Kind::Name(_) | Kind::Deref(_) | Kind::Steps(..) => {
                Ok(Operand::Copy(self.place(expression)?.0))
            }
            Kind::Number(number) => Ok(self.constant(*number, hint)?.into()),
            Kind::Constant(constant) => Ok((*constant).into()),
            _ => Err(self.cursor.error_at(expression.at, NESTED)),
        }
    }

    /// The type of an operand just read.
    pub(super) fn operand_ty(&mut self, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Copy(place) => {
                let mut ty = *self.body.local_types.get(place.local.index())?;
                for step in &place.projection {
                    ty = match (step, self.types.kind(ty)) {
                        (Projection::Deref, TyKind::RawPtr(_, part))
                        | (Projection::Index(_), TyKind::Array(part, _)) => *part,
                        (Projection::Field(n), _) => self.types.field(ty, *n)?,
                        _ => return None,
                    };
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
