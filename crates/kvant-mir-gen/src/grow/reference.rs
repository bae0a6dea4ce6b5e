//! References: borrows of places and reborrows, passed to functions and returned.

use kvant_mir::{Local, Mutability, Operand, Place, Projection, Rvalue, Ty, TyKind};

use super::operand::MAX_DETOUR;
use super::{Grower, Result};
use crate::draft::Refusal;
use crate::path::{Firmness, paths};

impl Grower {
    /// Assigns a reference: a copy of one, or a borrow of a place. A `&mut` is never copied.
    pub(super) fn assign_reference(&mut self, ty: Ty) -> Result {
        let TyKind::Ref(mutability, referent) = *self.kind(ty) else {
            return Err(Refusal::Nothing);
        };
        let rvalue = match mutability {
            Mutability::Const if self.rng.percent(30) => Rvalue::Use(self.spent(ty)?),
            _ => Rvalue::Ref(mutability, self.referent(mutability, referent)?),
        };
        self.assign(ty, rvalue).map(|_| ())
    }

    /// A place to borrow. All constructs write to the environment, which ends references into it, so it is seldom
    /// chosen.
    pub(super) fn referent(&mut self, mutability: Mutability, ty: Ty) -> Result<Place> {
        for _ in 0..3 {
            match self.addressable(mutability, ty) {
                Some(place) if Some(place.local) == self.scope.environment => {
                    if self.rng.percent(3) {
                        return Ok(place);
                    }
                }
                Some(place) => return Ok(place),
                None => break,
            }
        }
        self.fresh(ty, MAX_DETOUR - 1).map(Place::from)
    }

    /// A raw pointer to the referent of one of these arguments, to be passed beside it.
    pub(super) fn beside(&mut self, arguments: &[(Ty, Operand)]) -> Result<Option<(Ty, Operand)>> {
        for (ty, operand) in arguments {
            let TyKind::Ref(mutability, referent) = *self.kind(*ty) else {
                continue;
            };
            if let Some(place) = operand.place()
                && place.projection.is_empty()
            {
                let place = place.clone().project(Projection::Deref);
                let pointer = self.draft.program.types.raw_ptr(mutability, referent);
                let rvalue = Rvalue::RawRef(mutability, place);
                let local = self.assign_new(pointer, rvalue, false)?;
                return Ok(Some((pointer, local.into())));
            }
        }
        Ok(None)
    }

    /// Returns true if a function with these arguments can return a useful reference: one into the referent of an
    /// argument.
    pub(super) fn can_return(&self, result: Ty, arguments: &[(Ty, Operand)]) -> bool {
        let types = &self.draft.program.types;
        if !types.holds_reference(result) {
            return true;
        }
        arguments
            .iter()
            .any(|(ty, _)| self.leads_to(*ty, result).is_some())
    }

    /// The path from a pointer of type `ty` to a place that a reference of type `reference` may borrow.
    fn leads_to(&self, ty: Ty, reference: Ty) -> Option<Vec<Projection>> {
        let types = &self.draft.program.types;
        let TyKind::Ref(wanted, referent) = types.kind(reference) else {
            return None;
        };
        let (TyKind::RawPtr(has, pointee) | TyKind::Ref(has, pointee)) = types.kind(ty) else {
            return None;
        };
        let writable = *has == Mutability::Mut || *wanted == Mutability::Const;
        if !writable || *pointee == self.universe.environment {
            return None;
        }
        paths(types, *pointee).into_iter().find_map(|path| {
            let steps = path.steps.iter().map(|step| match step {
                crate::path::Step::Field(n) => Some(Projection::Field(*n)),
                _ => None,
            });
            match path.leaf == *referent && path.firmness == Firmness::Firm {
                true => steps.collect(),
                false => None,
            }
        })
    }

    /// A reference into the referent of one of the function's own arguments.
    pub(super) fn returned_reference(&mut self, ty: Ty) -> Result<Rvalue> {
        let TyKind::Ref(mutability, _) = *self.kind(ty) else {
            return Err(Refusal::Nothing);
        };
        let arguments: Vec<Local> = self.draft.function().argument_locals().collect();
        let mut found = Vec::new();
        for local in arguments {
            if let Some(path) = self.leads_to(self.local_ty(local), ty) {
                let mut place = Place::local(local).project(Projection::Deref);
                place.projection.extend(path);
                if self.draft.can_read(&place) {
                    found.push(place);
                }
            }
        }
        let place = self.rng.pick(&found).ok_or(Refusal::Nothing)?;
        Ok(Rvalue::Ref(mutability, place.clone()))
    }
}
