//! Observations: what a program reports.

use kvant_mir::{Callee, Operand, Place, TyKind};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::universe::TRIPS_FIELD;

impl Grower {
    /// Reports some integer or `bool` in scope.
    pub(super) fn observe_something(&mut self) -> Result {
        let ty = match self.rng.percent(10) {
            true => self.universe.bool,
            false => self.universe.int(&mut self.rng),
        };
        let place = self.readable(ty).ok_or(Refusal::Nothing)?;
        self.observe(place.into())
    }

    /// Reports up to `most` of the values that were written and never read.
    pub(super) fn observe_unread(&mut self, most: usize) {
        let mut left = most;
        for n in (0..self.scope.entries().len()).rev() {
            let entry = self.scope.entries()[n];
            if left == 0 || !entry.unread || entry.frozen {
                continue;
            }
            let ty = self.local_ty(entry.local);
            let observable = matches!(self.kind(ty), TyKind::Int(_) | TyKind::Bool);
            if observable && self.observe(Place::local(entry.local).into()).is_ok() {
                self.scope.entry(n as u32).unread = false;
                left -= 1;
            }
        }
    }

    /// Reports every integer of the environment.
    pub(super) fn observe_environment(&mut self) -> Result {
        for n in 0..TRIPS_FIELD {
            let place = self.environment_field(n).ok_or(Refusal::Nothing)?;
            self.observe(place.into())?;
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
