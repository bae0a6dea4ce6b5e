//! Unions: one field is written and another one read.

use kvant_mir::{AdtKind, Callee, Intrinsic, Local, Mutability, Place, Projection, Rvalue, Ty};

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Makes the address of a local with a union in it escape. rustc treats the fields of a union as disjoint where
    /// it knows all writes to them: see docs/FINDINGS.md.
    pub(super) fn let_address_escape(&mut self, local: Local) {
        let ty = self.local_ty(local);
        if !self.universe.with_unions.contains(&ty) {
            return;
        }
        let pointer = self.draft.program.types.raw_ptr(Mutability::Const, ty);
        // If it is refused, the local is one like any other.
        let _ = self.attempt(|this| {
            let address = Rvalue::RawRef(Mutability::Const, local.into());
            let address = this.assign_hidden(pointer, address)?;
            let unused = this.declare(pointer, false)?;
            let black_box = Callee::Intrinsic(Intrinsic::BlackBox);
            this.propose_call(unused.into(), black_box, vec![address.into()])
        });
    }

    /// Writes a field of a union, and reads another one if its bytes are a value of it.
    pub(super) fn pun(&mut self) -> Result {
        let ty = *self
            .rng
            .pick(&self.universe.unions)
            .ok_or(Refusal::Nothing)?;
        let def = self.draft.program.types.as_adt_of(ty, AdtKind::Union);
        let fields: Vec<Ty> = def.ok_or(Refusal::Nothing)?.field_types().collect();
        let place = match self.writable(ty) {
            Some((place, entry)) if place.projection.is_empty() => {
                self.written(entry, &place);
                place
            }
            _ => self.fresh(ty, 2).map(Place::from)?,
        };
        let (to, from) = (self.rng.below(fields.len()), self.rng.below(fields.len()));
        let field = |n: usize| place.clone().project(Projection::Field(n as u32));
        let value = self.spent(fields[to])?;
        self.assign_to(&field(to), Rvalue::Use(value))?;
        let fine = self.is_always_valid(fields[to], fields[from]) || self.dares();
        if fine && self.draft.can_read(&field(from)) {
            let rvalue = Rvalue::Use(field(from).into());
            self.assign_new(fields[from], rvalue, false)?;
        }
        Ok(())
    }
}
