//! Observations: the values that a program reports.

use kvant_mir::{AdtKind, Callee, Local, Operand, Place, Projection, TyKind};
use kvant_mir_machine::Stop;

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::universe::TRIPS_FIELD;

/// Maximum number of places that are tried until one is worth observing.
const TRIES: usize = 6;
/// Minimum depth of the computation in an observed place.
const WORTH_SEEING: u8 = 1;

impl Grower {
    /// Reports some scalar in scope.
    pub(super) fn observe_something(&mut self) -> Result {
        let ty = match self.rng.below(10) {
            0 => self.universe.bool,
            1 | 2 => self.universe.any(&mut self.rng),
            _ => self.universe.int(&mut self.rng),
        };
        if !self.draft.program.types.is_observable(ty) {
            return Err(Refusal::Nothing);
        }
        for _ in 0..TRIES {
            let place = self.readable(ty).ok_or(Refusal::Nothing)?;
            if self.is_worth_seeing(&place) {
                return self.observe(place.into());
            }
        }
        Err(Refusal::Nothing)
    }

    /// Reports up to `most` of the values that were written and never read.
    pub(super) fn observe_unread(&mut self, most: usize) {
        let mut left = most;
        for n in (0..self.scope.entries().len()).rev() {
            let entry = self.scope.entries()[n];
            if left == 0 || !entry.unread || entry.frozen {
                continue;
            }
            let worth = !entry.gone && self.is_worth_seeing(&entry.local.into());
            if !worth || self.observe_local(entry.local).is_err() {
                continue;
            }
            self.scope.entry(n as u32).unread = false;
            left -= 1;
        }
    }

    /// Returns true if the value of a place is not simply known to an optimiser.
    fn is_worth_seeing(&mut self, place: &Place) -> bool {
        self.draft.depth_of(place).depth >= WORTH_SEEING || self.rng.percent(10)
    }

    /// Reports a local: a scalar by itself, an enum by its discriminant, a reference by its referent.
    fn observe_local(&mut self, local: Local) -> Result {
        let place = Place::local(local);
        let ty = self.local_ty(local);
        let types = &self.draft.program.types;
        if types.is_observable(ty) {
            return self.observe(place.into());
        }
        if types.as_adt_of(ty, AdtKind::Enum).is_some() {
            let discriminant = self.discriminant(ty, &place)?;
            return self.observe(discriminant);
        }
        match *types.kind(ty) {
            TyKind::Ref(_, referent) if types.is_observable(referent) => {
                self.observe(place.project(Projection::Deref).into())
            }
            _ => Err(Refusal::Nothing),
        }
    }

    /// Reports every scalar of the environment. A float there may have become a NaN, which must not be observed, and
    /// any scalar may have been overwritten with uninitialised bytes.
    pub(super) fn observe_environment(&mut self) -> Result {
        for n in 0..TRIPS_FIELD {
            let place = self.environment_field(n).ok_or(Refusal::Nothing)?;
            match self.observe(place.into()) {
                Err(Refusal::Machine(Stop::Unspecified(_) | Stop::Ub(_))) | Ok(()) => {}
                other => other?,
            }
        }
        Ok(())
    }

    fn observe(&mut self, operand: Operand) -> Result {
        let unit = self.unit_local();
        let site = self.site;
        self.site += 1;
        self.attempt(|this| {
            this.write_call(unit.into(), Callee::Observe { site }, vec![operand])
                .map(|_| ())
        })
    }
}
