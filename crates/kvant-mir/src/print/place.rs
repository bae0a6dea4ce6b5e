//! Places and operands.

use super::Printer;
use crate::syntax::{Operand, Place, Projection, Ty, TyKind};

impl Printer<'_> {
    /// A place: `_1`, `*_1`, `(*_1).f0[_2]`.
    pub(super) fn place(&mut self, place: &Place) {
        let mut ty = self
            .function
            .locals
            .get(place.local.index())
            .map(|local| local.ty);
        let mut steps = place.projection.as_slice();
        if let Some((Projection::Deref, rest)) = steps.split_first() {
            self.push(if rest.is_empty() { "*" } else { "(*" });
            self.local(place.local);
            self.push(if rest.is_empty() { "" } else { ")" });
            ty = ty.and_then(|ty| self.step(ty, Projection::Deref));
            steps = rest;
        } else {
            self.local(place.local);
        }
        for &step in steps {
            match step {
                // Custom MIR has no such place; this is how the checker's complaint names it.
                Projection::Deref => self.push(".*"),
                Projection::Field(n) => {
                    self.push(".");
                    self.field_name(ty, n);
                }
                Projection::Index(local) => {
                    self.push("[");
                    self.local(local);
                    self.push("]");
                }
            }
            ty = ty.and_then(|ty| self.step(ty, step));
        }
    }

    /// An operand.
    pub(super) fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.place(place),
            Operand::Const(constant) => self.constant(*constant),
        }
    }

    /// Operands with commas between them.
    pub(super) fn operands(&mut self, operands: &[Operand]) {
        for (n, operand) in operands.iter().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            self.operand(operand);
        }
    }

    /// The type of an operand, if it makes sense.
    pub(super) fn operand_ty(&self, operand: &Operand) -> Option<Ty> {
        let types = &self.program.types;
        match operand {
            Operand::Copy(place) => self.function.place_ty(types, place),
            Operand::Const(constant) => constant.ty(types),
        }
    }

    /// Struct fields have names, the others numbers.
    fn field_name(&mut self, ty: Option<Ty>, n: u32) {
        let types = &self.program.types;
        let name = ty.and_then(|ty| match types.kind(ty) {
            TyKind::Struct(id) => types.struct_def(*id).fields.get(n as usize),
            _ => None,
        });
        match name {
            Some(field) => self.out.push_str(&field.name),
            None => self.decimal(n.into()),
        }
    }

    /// The type one step further.
    fn step(&self, ty: Ty, step: Projection) -> Option<Ty> {
        let types = &self.program.types;
        match (step, types.kind(ty)) {
            (Projection::Deref, TyKind::RawPtr(_, part))
            | (Projection::Index(_), TyKind::Array(part, _)) => Some(*part),
            (Projection::Field(n), _) => types.field(ty, n),
            _ => None,
        }
    }
}
