//! Enums that are matched more than once.

use kvant_mir::{Place, Rvalue, Terminator, Ty, TyKind};

use super::BETWEEN;
use crate::draft::Refusal;
use crate::grow::phi::Piece;
use crate::grow::{Grower, Result};

impl Grower {
    /// One enum that is matched twice.
    pub(super) fn matched_twice(&mut self) -> Result {
        let enums = &self.universe.enums;
        let ty = *self.rng.pick(enums).ok_or(Refusal::Nothing)?;
        let place = self.enum_place(ty)?;
        self.match_on(ty, &place)?;
        let budget = self.rng.below(BETWEEN + 1);
        self.fill_region(budget);
        self.match_on(ty, &place)
    }

    /// A match whose arms set another enum to a variant each, and a match on that.
    pub(super) fn mapped_variants(&mut self) -> Result {
        let enums = self.universe.enums.clone();
        let from = *self.rng.pick(&enums).ok_or(Refusal::Nothing)?;
        let plain = enums.iter().copied().filter(|&ty| self.is_plain(ty));
        let plain: Vec<Ty> = plain.collect();
        let Some(&to) = self.rng.pick(&plain) else {
            return self.matched_twice();
        };
        let place = self.enum_place(from)?;
        let scrutinee = self.discriminant(from, &place)?;
        let target = self.declare(to, false)?;
        let join = self.draft.new_block();
        let mut values = self.discriminants(from);
        if values.len() > 1 && self.rng.percent(50) {
            values.pop();
        }
        let mut pieces = Vec::new();
        let mut arms = Vec::new();
        for value in values {
            let block = self.draft.new_block();
            arms.push((value, block));
            let variant = self.plain_variant(to)?;
            pieces.push(Piece::assigning(block, target, variant, join));
        }
        let otherwise = self.draft.new_block();
        let variant = self.plain_variant(to)?;
        pieces.push(Piece::assigning(otherwise, target, variant, join));
        self.draft.terminator(Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        })?;
        self.write_pieces(pieces, join)?;
        self.bring_into_scope(target, false);
        let budget = self.rng.below(BETWEEN + 1);
        self.fill_region(budget);
        self.match_on(to, &Place::from(target))
    }

    /// The variants of an enum whose fields are all scalars, so that they can be made of literals.
    fn plain_variants(&self, ty: Ty) -> Vec<(u32, Vec<Ty>)> {
        let types = &self.draft.program.types;
        let is_literal = |ty: &Ty| {
            let kind = types.kind(*ty);
            matches!(
                kind,
                TyKind::Int(_) | TyKind::Bool | TyKind::Char | TyKind::Float(_)
            )
        };
        let variants = types.as_adt(ty).map_or(&[][..], |def| &def.variants);
        let variants = (0..).zip(variants);
        variants
            .map(|(n, variant)| (n, variant.field_types().collect::<Vec<Ty>>()))
            .filter(|(_, fields)| fields.iter().all(is_literal))
            .collect()
    }

    /// Returns true if an enum has more than one such variant.
    fn is_plain(&self, ty: Ty) -> bool {
        self.plain_variants(ty).len() > 1
    }

    /// A variant made of literals.
    fn plain_variant(&mut self, ty: Ty) -> Result<Rvalue> {
        let variants = self.plain_variants(ty);
        let (variant, fields) = self.rng.pick(&variants).ok_or(Refusal::Nothing)?;
        let mut parts = Vec::new();
        for &field in fields {
            parts.push(self.literal(field)?.into());
        }
        Ok(Rvalue::Variant(ty, *variant, parts))
    }
}
