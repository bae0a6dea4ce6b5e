//! Places and operands.

use super::{Layout, Printer};
use crate::syntax::{Operand, Place, Projection, Ty};

impl Printer<'_> {
    /// A place that is read or only named: `_1`, `*_1`, `(*_1).f0[_2]`, `Field::<u8>(Variant(_1, 0), 1)`.
    pub(super) fn place(&mut self, place: &Place) {
        self.path(place, "", "");
    }

    /// Writes a place that is written or borrowed. Rust requires a place expression there, which `Field(…)` is not.
    pub(super) fn target(&mut self, place: &Place) {
        let is_variant_field = |step: &Projection| matches!(step, Projection::VariantField { .. });
        let Some(last) = place.projection.iter().rposition(is_variant_field) else {
            return self.place(place);
        };
        match self.layout {
            Layout::Line | Layout::Readable => self.path(place, "place!(", ")"),
            // The expansion of the macro.
            Layout::Fast | Layout::ConstEval if last + 1 == place.projection.len() => {
                self.path(place, "*__internal_make_place(", ")");
            }
            Layout::Fast | Layout::ConstEval => {
                self.path(place, "(*__internal_make_place(", "))");
            }
        }
    }

    /// Writes a place, with `open` and `close` around the path up to its last field of a variant.
    fn path(&mut self, place: &Place, open: &str, close: &str) {
        let steps = place.projection.as_slice();
        let mut variant_fields = 0;
        for (n, step) in steps.iter().enumerate().rev() {
            if let Projection::VariantField { .. } = step {
                if variant_fields == 0 {
                    self.push(open);
                }
                variant_fields += 1;
                self.push("Field::<");
                match self.ty_after(place, n + 1) {
                    Some(ty) => self.ty(ty),
                    None => self.push("_"),
                }
                self.push(">(Variant(");
            }
        }
        let mut ty = self.ty_after(place, 0);
        for (n, step) in steps.iter().enumerate() {
            match step {
                Projection::Deref if n == 0 => self.dereference(place, steps.get(1)),
                _ if n == 0 => self.local(place.local),
                _ => {}
            }
            match step {
                Projection::Deref if n == 0 => {}
                // Custom MIR has no such place; errors of the checker name it like this.
                Projection::Deref => self.push(".*"),
                Projection::Field(n) => {
                    self.push(".");
                    self.field_name(ty, *n);
                }
                Projection::Index(local) => {
                    self.push("[");
                    self.local(*local);
                    self.push("]");
                }
                Projection::VariantField { variant, field } => {
                    self.push(", ");
                    self.decimal((*variant).into());
                    self.push("), ");
                    self.decimal((*field).into());
                    self.push(")");
                    variant_fields -= 1;
                    if variant_fields == 0 {
                        self.push(close);
                    }
                }
            }
            ty = ty.and_then(|ty| self.program.types.step(ty, *step));
        }
        if steps.is_empty() {
            self.local(place.local);
        }
    }

    /// A dereferenced local, in parentheses where `next` would bind tighter.
    fn dereference(&mut self, place: &Place, next: Option<&Projection>) {
        let alone = matches!(next, None | Some(Projection::VariantField { .. }));
        self.push(if alone { "*" } else { "(*" });
        self.local(place.local);
        self.push(if alone { "" } else { ")" });
    }

    /// The type of a place after the first `steps` of its steps; `None` if they do not fit.
    fn ty_after(&self, place: &Place, steps: usize) -> Option<Ty> {
        let mut ty = self.function.locals.get(place.local.index())?.ty;
        for step in &place.projection[..steps] {
            ty = self.program.types.step(ty, *step)?;
        }
        Some(ty)
    }

    /// An operand.
    pub(super) fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.place(place),
            Operand::Move(place) => {
                self.push("Move(");
                self.place(place);
                self.push(")");
            }
            Operand::Const(constant) => self.constant(*constant),
        }
    }

    /// Writes operands, separated by commas.
    pub(super) fn operands(&mut self, operands: &[Operand]) {
        for (n, operand) in operands.iter().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            self.operand(operand);
        }
    }

    /// The type of an operand; `None` if it is ill-formed.
    pub(super) fn operand_ty(&self, operand: &Operand) -> Option<Ty> {
        let types = &self.program.types;
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.function.place_ty(types, place),
            Operand::Const(constant) => constant.ty(types),
        }
    }

    /// Writes the name of a field: that of its declaration, or its number.
    fn field_name(&mut self, ty: Option<Ty>, n: u32) {
        let def = ty.and_then(|ty| self.program.types.as_adt(ty));
        match def.and_then(|def| def.fields().get(n as usize)) {
            Some(field) => self.out.push_str(&field.name),
            None => self.decimal(n.into()),
        }
    }
}
