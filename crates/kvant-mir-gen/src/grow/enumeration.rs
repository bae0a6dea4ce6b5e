//! Enums: matches on the variant, uses of its fields, and changes of the variant.

use kvant_mir::{
    AdtKind, Block, Operand, Place, Projection, Repr, Rvalue, Statement, Terminator, Ty,
};
use kvant_mir_machine::arithmetic::truncate;

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::{Arm, Refusal};

impl Grower {
    /// `match` on the discriminant of an enum. Each arm knows its variant, and uses the variant's fields.
    pub(super) fn match_enum(&mut self) -> Result {
        let ty = *self
            .rng
            .pick(&self.universe.enums)
            .ok_or(Refusal::Nothing)?;
        let place = self.enum_place(ty)?;
        self.match_on(ty, &place)
    }

    /// `match` on the discriminant of this enum.
    pub(super) fn match_on(&mut self, ty: Ty, place: &Place) -> Result {
        let values = self.discriminants(ty);
        self.attempt(|this| {
            let discriminant = this.discriminant(ty, place)?;
            let now = this.draft.peek(&discriminant).ok_or(Refusal::Nothing)?;
            // Not every variant has an arm of its own, but the current one mostly does.
            let arms = values.iter().copied().enumerate();
            let mut chosen: Vec<(usize, u128)> = Vec::new();
            for (variant, value) in arms {
                let percent = if value == now { 85 } else { 70 };
                if this.rng.percent(percent) {
                    chosen.push((variant, value));
                }
            }
            this.rng.shuffle(&mut chosen);
            let join = this.draft.new_block();
            let mut blocks: Vec<(Block, Option<u32>)> = Vec::new();
            let mut arms = Vec::new();
            for &(variant, value) in &chosen {
                let block = this.draft.new_block();
                arms.push((value, block));
                blocks.push((block, Some(variant as u32)));
            }
            let otherwise = this.draft.new_block();
            let mut rest = (0..values.len()).filter(|n| chosen.iter().all(|arm| arm.0 != *n));
            let last = match (rest.next(), rest.next()) {
                (Some(only), None) => Some(only as u32),
                _ => None,
            };
            blocks.push((otherwise, last));
            let scrutinee = this.maybe_moved(discriminant);
            this.draft.terminator(Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            })?;
            let mut here = None;
            for (block, variant) in blocks {
                let known = variant.map(|variant| (place.clone(), variant));
                if block == this.draft.at.1 {
                    here = known;
                    continue;
                }
                let arm = Arm {
                    known,
                    ..this.arm_here(join)
                };
                this.draft.open_arm(block, arm);
            }
            this.nesting += 1;
            let budget = this.rng.between(2, 10);
            this.write_arm(join, here.as_ref(), budget)?;
            this.nesting -= 1;
            Ok(())
        })
    }

    /// An enum to match on.
    pub(super) fn enum_place(&mut self, ty: Ty) -> Result<Place> {
        match self.readable(ty) {
            Some(place) => Ok(place),
            None => self.fresh(ty, 2).map(Place::from),
        }
    }

    /// The discriminants of all variants, as bits.
    pub(super) fn discriminants(&self, ty: Ty) -> Vec<u128> {
        let Some(def) = self.draft.program.types.as_adt_of(ty, AdtKind::Enum) else {
            return Vec::new();
        };
        let bits = def.discriminant_ty().bits(&TARGET);
        let value = |value: i128| truncate(value.cast_unsigned(), bits);
        let variants = def.variants.iter();
        variants
            .map(|variant| value(variant.discriminant))
            .collect()
    }

    /// The discriminant of an enum, in a new local.
    pub(super) fn discriminant(&mut self, ty: Ty, place: &Place) -> Result<Operand> {
        let types = &mut self.draft.program.types;
        let def = types.as_adt(ty).ok_or(Refusal::Nothing)?;
        let int = def.discriminant_ty();
        let int = types.int(int);
        let local = self.assign_new(int, Rvalue::Discriminant(place.clone()), false)?;
        Ok(local.into())
    }

    /// Reads, writes or borrows a few fields of an enum that is of this variant.
    pub(crate) fn use_variant(&mut self, place: &Place, variant: u32) {
        let Some(ty) = self.place_ty(place) else {
            return;
        };
        let Some(shape) = self.draft.program.types.variant(ty, variant) else {
            return;
        };
        let fields: Vec<Ty> = shape.field_types().collect();
        for _ in 0..self.rng.between(1, 2) {
            if fields.is_empty() {
                return;
            }
            let n = self.rng.below(fields.len());
            let step = Projection::VariantField {
                variant,
                field: n as u32,
            };
            let field = place.clone().project(step);
            // A later execution of the arm may find other data there: a use that is refused now is not written, and
            // the arm continues without it.
            let _ = self.use_field(&field, fields[n]);
        }
    }

    fn use_field(&mut self, field: &Place, ty: Ty) -> Result {
        let behind_shared = field.is_indirect() && !self.may_write_through(field.local);
        let is_copy = self.draft.program.types.is_copy(ty);
        match self.rng.below(10) {
            0..=2 if !behind_shared && !self.is_frozen(field.local) => {
                let value = self.spent(ty)?;
                self.assign_to(field, Rvalue::Use(value))
            }
            3 if self.swarm.has(crate::feature::Feature::RawPointers) => {
                let mutability = kvant_mir::Mutability::Const;
                let pointer = self.draft.program.types.raw_ptr(mutability, ty);
                let rvalue = Rvalue::RawRef(mutability, field.clone());
                self.assign_new(pointer, rvalue, false).map(|_| ())
            }
            _ if is_copy => {
                let rvalue = Rvalue::Use(field.clone().into());
                self.assign_new(ty, rvalue, false).map(|_| ())
            }
            _ => Err(Refusal::Nothing),
        }
    }

    /// Sets an enum to another variant, and writes the fields of that variant.
    pub(super) fn set_discriminant(&mut self) -> Result {
        let ty = *self
            .rng
            .pick(&self.universe.enums)
            .ok_or(Refusal::Nothing)?;
        let def = self.draft.program.types.as_adt(ty);
        let def = def.ok_or(Refusal::Nothing)?;
        // Where the layout is not specified, `SetDiscriminant` is certain to work only for a variant without fields.
        let settable: Vec<u32> = (0..)
            .zip(&def.variants)
            .filter(|(_, variant)| def.repr != Repr::Rust || variant.fields.is_empty())
            .map(|(n, _)| n)
            .collect();
        let variant = *self.rng.pick(&settable).ok_or(Refusal::Nothing)?;
        let fields: Vec<Ty> = def.variants[variant as usize].field_types().collect();
        let (place, entry) = self.writable(ty).ok_or(Refusal::Nothing)?;
        self.attempt(|this| {
            let mut values = Vec::new();
            for field in fields {
                values.push(this.operand(field)?);
            }
            this.draft
                .statement(Statement::SetDiscriminant(place.clone(), variant))?;
            for (field, value) in (0..).zip(values) {
                let step = Projection::VariantField { variant, field };
                let field = place.clone().project(step);
                this.assign_to(&field, Rvalue::Use(value))?;
            }
            Ok(())
        })?;
        self.written(entry, &place);
        Ok(())
    }
}
