//! Operands: read from places in scope, or made where there is none.

use kvant_mir::{
    AdtKind, BinOp, Constant, FnId, Local, Mutability, Operand, Place, Rvalue, Ty, TyKind,
};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;

/// Maximum number of operands that are made only to make another operand.
pub(super) const MAX_DETOUR: usize = 3;

impl Grower {
    /// An operand of type `ty`: a place in scope if there is one, else a new value.
    pub(crate) fn operand(&mut self, ty: Ty) -> Result<Operand> {
        self.operand_within(ty, MAX_DETOUR)
    }

    /// As [`Grower::operand`], for a single use: the value may be moved.
    pub(super) fn spent(&mut self, ty: Ty) -> Result<Operand> {
        let operand = self.operand(ty)?;
        Ok(self.maybe_moved(operand))
    }

    fn operand_within(&mut self, ty: Ty, detour: usize) -> Result<Operand> {
        if !self.facts(ty).is_copy {
            return self.owned(ty, detour);
        }
        if let Some(place) = self.readable(ty) {
            return Ok(place.into());
        }
        if ty == self.universe.unit {
            return Ok(Constant::Unit.into());
        }
        if detour == 0 {
            return self.literal(ty).map(Operand::Const);
        }
        let rvalue = match self.kind(ty).clone() {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Char => {
                return self.literal(ty).map(Operand::Const);
            }
            TyKind::Bool => {
                let int = self.universe.int(&mut self.rng);
                let left = self.operand_within(int, detour - 1)?;
                let right = self.literal(int)?.into();
                Rvalue::Binary(BinOp::Lt, left, right)
            }
            TyKind::RawPtr(mutability, pointee) => {
                Rvalue::RawRef(mutability, self.pointee_place(mutability, pointee)?)
            }
            TyKind::Ref(mutability, pointee) => {
                Rvalue::Ref(mutability, self.referent(mutability, pointee)?)
            }
            TyKind::FnPtr { .. } => Rvalue::FnPointer(self.function_of(ty)?),
            TyKind::Array(..) | TyKind::Tuple(_) | TyKind::Adt(_) => {
                return self.fresh(ty, detour).map(Operand::from);
            }
        };
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// A value that holds a `&mut`: made for one use and moved there, and never in scope.
    fn owned(&mut self, ty: Ty, detour: usize) -> Result<Operand> {
        let rvalue = match self.kind(ty).clone() {
            TyKind::Ref(mutability, pointee) => {
                Rvalue::Ref(mutability, self.referent(mutability, pointee)?)
            }
            _ if detour == 0 => return Err(Refusal::Nothing),
            _ => self.composite_of(ty, detour)?,
        };
        let local = self.assign_hidden(ty, rvalue)?;
        Ok(Operand::Move(local.into()))
    }

    /// A new local of type `ty` with a value.
    pub(super) fn fresh(&mut self, ty: Ty, detour: usize) -> Result<Local> {
        if let Some(next) = self.universe.node(ty) {
            return self.fresh_node(ty, next, detour);
        }
        let rvalue = match self.kind(ty) {
            TyKind::Tuple(fields) if fields.is_empty() => Rvalue::Use(Constant::Unit.into()),
            TyKind::Array(..) | TyKind::Tuple(_) | TyKind::Adt(_) => {
                self.composite_of(ty, detour)?
            }
            _ => Rvalue::Use(self.operand_within(ty, detour)?),
        };
        self.assign_new(ty, rvalue, false)
    }

    /// A struct that points to its own type: to an existing one, or to itself.
    fn fresh_node(&mut self, ty: Ty, next: u32, detour: usize) -> Result<Local> {
        let local = self.attempt(|this| {
            let local = this.declare(ty, false)?;
            let pointer = this.draft.program.types.raw_ptr(Mutability::Mut, ty);
            let link = match this.readable(pointer) {
                Some(place) if this.rng.percent(60) => place.into(),
                _ => {
                    let itself = Rvalue::RawRef(Mutability::Mut, local.into());
                    this.assign_new(pointer, itself, false)?.into()
                }
            };
            let mut parts = Vec::new();
            for (n, part) in (0..).zip(this.draft.program.types.part_types(ty)) {
                parts.push(match n == next {
                    true => Operand::clone(&link),
                    false => this.operand_within(part, detour.saturating_sub(1))?,
                });
            }
            this.draft.statement(kvant_mir::Statement::Assign(
                local.into(),
                Rvalue::Aggregate(ty, parts),
            ))?;
            Ok(local)
        })?;
        self.bring_into_scope(local, false);
        Ok(local)
    }

    /// A tuple, array, struct, union or enum of operands.
    pub(super) fn composite_of(&mut self, ty: Ty, detour: usize) -> Result<Rvalue> {
        let detour = detour.saturating_sub(1);
        if let TyKind::Array(element, length) = *self.kind(ty)
            && (length > 4 || self.rng.percent(40))
        {
            return Ok(Rvalue::Repeat(
                self.operand_within(element, detour)?,
                length,
            ));
        }
        self.composite(ty, |this, part| {
            let operand = this.operand_within(part, detour)?;
            Ok(this.maybe_moved(operand))
        })
    }

    fn composite(
        &mut self,
        ty: Ty,
        mut part: impl FnMut(&mut Self, Ty) -> Result<Operand>,
    ) -> Result<Rvalue> {
        let mut parts = |this: &mut Self, types: Vec<Ty>| {
            let parts = types.into_iter().map(|ty| part(this, ty));
            let mut parts = parts.collect::<Result<Vec<Operand>>>()?;
            this.unshare_moves(&mut parts);
            Result::Ok(parts)
        };
        let Some(def) = self.draft.program.types.as_adt(ty) else {
            let types = self.draft.program.types.part_types(ty);
            return Ok(Rvalue::Aggregate(ty, parts(self, types)?));
        };
        match def.kind {
            AdtKind::Struct => {
                let types = def.field_types().collect();
                Ok(Rvalue::Aggregate(ty, parts(self, types)?))
            }
            AdtKind::Enum => {
                let variant = self.rng.below(def.variants.len());
                let types = def.variants[variant].field_types().collect();
                Ok(Rvalue::Variant(ty, variant as u32, parts(self, types)?))
            }
            AdtKind::Union => {
                let field = self.rng.below(def.fields().len());
                let types = vec![def.fields()[field].ty];
                let operand = parts(self, types)?.pop().ok_or(Refusal::Nothing)?;
                Ok(Rvalue::Union(ty, field as u32, operand))
            }
        }
    }

    /// A value of type `ty` made of literals only, which does not depend on the state of memory.
    pub(super) fn operand_made(&mut self, ty: Ty) -> Result<Operand> {
        if let Some(next) = self.universe.node(ty) {
            let local = self.fresh_node(ty, next, 0)?;
            return Ok(match self.draft.program.types.is_copy(ty) {
                true => local.into(),
                false => Operand::Move(local.into()),
            });
        }
        let rvalue = match self.kind(ty).clone() {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char => {
                return self.literal(ty).map(Operand::Const);
            }
            TyKind::Tuple(fields) if fields.is_empty() => return Ok(Constant::Unit.into()),
            TyKind::RawPtr(mutability, pointee) => {
                let target = self.made(pointee)?;
                Rvalue::RawRef(mutability, target.into())
            }
            TyKind::Ref(mutability, pointee) => {
                let target = self.made(pointee)?;
                Rvalue::Ref(mutability, target.into())
            }
            TyKind::FnPtr { .. } => Rvalue::FnPointer(self.function_of(ty)?),
            TyKind::Array(element, length) => Rvalue::Repeat(self.operand_made(element)?, length),
            TyKind::Tuple(_) | TyKind::Adt(_) => self.composite(ty, Self::operand_made)?,
        };
        if self.draft.program.types.is_copy(ty) {
            return self.assign_new(ty, rvalue, false).map(Operand::from);
        }
        let local = self.assign_hidden(ty, rvalue)?;
        Ok(Operand::Move(local.into()))
    }

    /// A new local with a value that was made for it.
    fn made(&mut self, ty: Ty) -> Result<Local> {
        let value = self.operand_made(ty)?;
        self.assign_new(ty, Rvalue::Use(value), false)
    }

    /// A place to point to.
    pub(super) fn pointee_place(&mut self, mutability: Mutability, ty: Ty) -> Result<Place> {
        match self.addressable(mutability, ty) {
            Some(place) => Ok(place),
            None => self.fresh(ty, MAX_DETOUR - 1).map(Place::from),
        }
    }

    /// A function that a pointer of type `ty` may point to: one that is written, and has no argument that counts
    /// down.
    pub(super) fn function_of(&mut self, ty: Ty) -> Result<FnId> {
        let TyKind::FnPtr { arguments, result } = self.kind(ty) else {
            return Err(Refusal::Nothing);
        };
        let fits = |n: &usize| {
            let function = &self.draft.program.functions[*n];
            let info = &self.functions[*n];
            info.complete
                && info.fuel.is_none()
                && function.return_ty() == *result
                && function.argument_types().eq(arguments.iter().copied())
        };
        let known: Vec<usize> = (1..self.functions.len()).filter(fits).collect();
        let n = self.rng.pick(&known).ok_or(Refusal::Nothing)?;
        Ok(FnId::new(*n))
    }

    /// Sometimes moves a value out of a local of the innermost region instead of copying it. Values that live longer
    /// are copied: they would be missing in the next iteration.
    pub(super) fn maybe_moved(&mut self, operand: Operand) -> Operand {
        if !self.swarm.has(Feature::Moves) || !self.draft.live || !self.rng.percent(25) {
            return operand;
        }
        let Operand::Copy(place) = operand else {
            return operand;
        };
        let whole = place.projection.is_empty();
        if place.is_indirect() || !(whole || self.rng.percent(20)) {
            return Operand::Copy(place);
        }
        let here = self.scope.entries().get(self.home..).unwrap_or_default();
        let found = here.iter().rposition(|entry| entry.local == place.local);
        match found {
            Some(n) if !here[n].frozen => {
                let entry = self.home + n;
                self.scope.entry(entry as u32).gone = true;
                Operand::Move(place)
            }
            _ => Operand::Copy(place),
        }
    }
}
