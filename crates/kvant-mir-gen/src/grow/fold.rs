//! The end of a region: unread values flow into the environment before they go out of scope. A wrong value that
//! reaches no observation would not be noticed.

use kvant_mir::{AdtKind, BinOp, IntTy, Local, Operand, Place, Projection, Rvalue, Ty, TyKind};

use super::{Grower, Region, Result};
use crate::draft::Refusal;
use crate::path::Firmness;

/// Maximum number of values that a region hands on when it ends.
const HANDED_ON: usize = 6;

impl Grower {
    /// Mixes values of the region that ends into the environment, the newest first.
    pub(super) fn hand_on(&mut self, region: &Region) {
        if !self.draft.live || self.draft.statements() >= self.swarm.statements {
            return;
        }
        let mut left = HANDED_ON;
        for n in (region.first_entry()..self.scope.entries().len()).rev() {
            let entry = self.scope.entries()[n];
            if left == 0 {
                break;
            }
            if !entry.unread || entry.frozen || entry.gone {
                continue;
            }
            if self.mix_in(entry.local).is_ok() {
                self.scope.entry(n as u32).unread = false;
                left -= 1;
            }
        }
    }

    /// `env.x = env.x op value`, with a value that depends on a local.
    fn mix_in(&mut self, local: Local) -> Result {
        let int = self.int_of_environment();
        let ty = self.draft.program.types.int(int);
        let n = IntTy::ALL.iter().position(|&other| other == int);
        let field = n.and_then(|n| self.environment_field(n as u32));
        let field = field.ok_or(Refusal::Nothing)?;
        self.attempt(|this| {
            let (place, leaf) = this.leaf_of(local)?;
            let value = this.in_int(place, leaf, ty)?;
            let ops = [BinOp::Add, BinOp::Sub, BinOp::BitXor];
            let op = *this.rng.pick(&ops).unwrap_or(&BinOp::BitXor);
            this.assign_to(&field, Rvalue::Binary(op, field.clone().into(), value))
        })
    }

    /// A random integer type of this program.
    fn int_of_environment(&mut self) -> IntTy {
        let ty = self.universe.int(&mut self.rng);
        let int = self.draft.program.types.as_int(ty);
        int.unwrap_or(IntTy::Usize)
    }

    /// A scalar in a local, or behind the pointer in it.
    fn leaf_of(&mut self, local: Local) -> Result<(Place, Ty)> {
        let mut place = Place::local(local);
        let mut ty = self.local_ty(local);
        if let TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) = *self.kind(ty) {
            (place, ty) = (place.project(Projection::Deref), pointee);
        }
        if self.draft.program.types.is_observable(ty) {
            return match self.draft.can_read(&place) {
                true => Ok((place, ty)),
                false => Err(Refusal::Nothing),
            };
        }
        if self
            .draft
            .program
            .types
            .as_adt_of(ty, AdtKind::Enum)
            .is_some()
        {
            return Ok((place, ty));
        }
        self.paths.of(&self.draft.program.types, &self.universe, ty);
        let types = &self.draft.program.types;
        let leaves: Vec<u32> = (1..)
            .map_while(|n| Some((n, self.paths.get(ty, n)?)))
            .filter(|(_, path)| path.firmness == Firmness::Firm && types.is_observable(path.leaf))
            .map(|(n, _)| n)
            .collect();
        let n = *self.rng.pick(&leaves).ok_or(Refusal::Nothing)?;
        let path = self.paths.get(ty, n).ok_or(Refusal::Nothing)?.clone();
        for step in path.steps {
            let projection = step.projection(|length| self.index(length));
            place = place.project(projection.ok_or(Refusal::Nothing)?);
        }
        match self.draft.can_read(&place) {
            true => Ok((place, path.leaf)),
            false => Err(Refusal::Nothing),
        }
    }

    /// A scalar or an enum as an integer of type `ty`.
    fn in_int(&mut self, place: Place, leaf: Ty, ty: Ty) -> Result<Operand> {
        if leaf == ty {
            return Ok(place.into());
        }
        let (operand, from) = match self.kind(leaf) {
            TyKind::Adt(_) => {
                let discriminant = self.discriminant(leaf, &place)?;
                let from = match discriminant.place() {
                    Some(place) => self.place_ty(place).ok_or(Refusal::Nothing)?,
                    None => ty,
                };
                (discriminant, from)
            }
            _ => (place.into(), leaf),
        };
        if from == ty {
            return Ok(operand);
        }
        self.assign_hidden(ty, Rvalue::Cast(operand, ty))
            .map(Operand::from)
    }
}
