//! Aggregates that are copied back and forth, and changed in between.

use kvant_mir::{
    BinOp, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Terminator, Ty,
};

use crate::draft::Refusal;
use crate::feature::Feature;
use crate::grow::{Grower, Result};
use crate::path::{Firmness, Step};

impl Grower {
    /// `a = b; c = a; c.f = x; b = c` and similar chains.
    pub(super) fn chain(&mut self) -> Result {
        let ty = self.chained_type();
        let mut locals: Vec<Local> = Vec::with_capacity(3);
        for n in 0..3 {
            let local = match n {
                0 => self.fresh(ty, 2)?,
                _ => self.assign_new(ty, Rvalue::Use(locals[0].into()), false)?,
            };
            locals.push(local);
        }
        let pointers = match self.swarm.has(Feature::RawPointers) {
            true => {
                let pointer = self.draft.program.types.raw_ptr(Mutability::Mut, ty);
                let address = Rvalue::RawRef(Mutability::Mut, locals[0].into());
                Some(self.put(pointer, address)?)
            }
            false => None,
        };
        for _ in 0..self.rng.between(5, 10) {
            let n = self.rng.below(3);
            let place = match pointers {
                Some(pointer) if n == 0 && self.rng.percent(50) => {
                    Place::local(pointer).project(Projection::Deref)
                }
                _ => locals[n].into(),
            };
            match self.rng.below(10) {
                0..=3 => {
                    let other = locals[(n + 1 + self.rng.below(2)) % 3];
                    self.copy_whole(ty, &place, other)?;
                }
                4..=7 => {
                    let (part, leaf) = self.part_of(place, ty)?;
                    let value = self.detached(leaf)?;
                    self.assign_to(&part, Rvalue::Use(value))?;
                }
                _ => self.read_part(place, ty)?,
            }
        }
        for local in locals {
            self.read_part(local.into(), ty)?;
        }
        Ok(())
    }

    /// Copies an aggregate directly, or through a temporary that it is moved out of.
    fn copy_whole(&mut self, ty: Ty, place: &Place, from: Local) -> Result {
        let value = match self.swarm.has(Feature::Moves) && self.rng.percent(40) {
            true => {
                let between = self.put(ty, Rvalue::Use(from.into()))?;
                Operand::Move(between.into())
            }
            false => from.into(),
        };
        let copy = Statement::Assign(place.clone(), Rvalue::Use(value));
        self.draft.statement(copy)?;
        Ok(())
    }

    fn read_part(&mut self, place: Place, ty: Ty) -> Result {
        let (part, leaf) = self.part_of(place, ty)?;
        self.assign_new(leaf, Rvalue::Use(part.into()), false)?;
        Ok(())
    }

    /// Some part of `place` that is always there and can be copied.
    fn part_of(&mut self, place: Place, ty: Ty) -> Result<(Place, Ty)> {
        let types = &self.draft.program.types;
        let all: Vec<(Vec<Step>, Ty)> = self
            .paths
            .of(types, &self.universe, ty)
            .iter()
            .filter(|path| path.firmness == Firmness::Firm && types.is_scalar(path.leaf))
            .filter(|path| !types.holds_reference(path.leaf))
            .map(|path| (path.steps.clone(), path.leaf))
            .collect();
        let (steps, leaf) = self.rng.pick(&all).ok_or(Refusal::Nothing)?.clone();
        let mut part = place;
        for step in steps {
            let projection = step.projection(|length| self.index(length));
            part = part.project(projection.ok_or(Refusal::Nothing)?);
        }
        Ok((part, leaf))
    }

    /// An aggregate without references or unions that has a part to change; else an array.
    fn chained_type(&mut self) -> Ty {
        for _ in 0..4 {
            let Some(&ty) = self.rng.pick(&self.universe.composites) else {
                break;
            };
            let types = &self.draft.program.types;
            let plain = !types.holds_reference(ty) && !self.universe.with_unions.contains(&ty);
            let paths = self.paths.of(types, &self.universe, ty);
            let has_part = paths
                .iter()
                .any(|path| path.firmness == Firmness::Firm && types.is_scalar(path.leaf));
            if plain && has_part && self.universe.node(ty).is_none() {
                return ty;
            }
        }
        self.large_type()
    }

    /// A type that does not fit into registers.
    fn large_type(&mut self) -> Ty {
        let element = self.narrow_int();
        let length = self.rng.between(3, 12) as u64;
        let int = self.narrow_int();
        let types = &mut self.draft.program.types;
        let array = types.array(element, length);
        match self.swarm.has(Feature::Tuples) {
            true => types.tuple(&[int, array, element]),
            false => array,
        }
    }

    /// A function that takes a large value, changes its own copy and returns it.
    pub(super) fn by_value(&mut self) -> Result {
        let ty = match self.rng.percent(60) {
            true => self.large_type(),
            false => self.chained_type(),
        };
        let scalar = self.narrow_int();
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let value = self.fresh(ty, 2)?;
        let mut id = None;
        for _ in 0..2 {
            let passed = match self.swarm.has(Feature::Moves) && self.rng.percent(50) {
                true => {
                    let copy = self.put(ty, Rvalue::Use(value.into()))?;
                    Operand::Move(copy.into())
                }
                false => value.into(),
            };
            let arguments = vec![
                (self.universe.environment_pointer, environment.into()),
                (ty, passed),
                (scalar, self.operand(scalar)?),
            ];
            let body = |this: &mut Self| this.by_value_body(ty, scalar);
            self.write_or_call(&mut id, arguments, ty, body)?;
            let (part, leaf) = self.part_of(value.into(), ty)?;
            if self.rng.percent(50) {
                let new = self.detached(leaf)?;
                self.assign_to(&part, Rvalue::Use(new))?;
            }
        }
        self.read_part(value.into(), ty)
    }

    fn by_value_body(&mut self, ty: Ty, scalar: Ty) -> Result {
        let region = self.enter_function(None);
        let (value, k) = (Local(2), Local(3));
        let before = match self.rng.percent(50) {
            true => Some(self.assign_new(ty, Rvalue::Use(value.into()), false)?),
            false => None,
        };
        for _ in 0..self.rng.between(1, 4) {
            let (part, leaf) = self.part_of(value.into(), ty)?;
            let new = match leaf == scalar {
                true => Rvalue::Binary(BinOp::Add, part.clone().into(), k.into()),
                false => Rvalue::Use(self.detached(leaf)?),
            };
            self.assign_to(&part, new)?;
        }
        if self.rng.percent(40) {
            let budget = self.rng.between(1, 8);
            self.fill_region(budget);
        }
        let result = match before {
            Some(before) if self.rng.percent(40) => {
                self.read_part(value.into(), ty)?;
                before
            }
            _ => value,
        };
        self.set(Local::RETURN, Rvalue::Use(result.into()))?;
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Return)?;
        Ok(())
    }
}
