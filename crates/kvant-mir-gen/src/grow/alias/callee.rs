//! Callees with two pointers: to disjoint memory in one call, to the same memory in another.

use kvant_mir::{
    BinOp, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Terminator, Ty,
};

use crate::draft::Refusal;
use crate::feature::Feature;
use crate::grow::{Grower, Result};

/// Maximum distance between the beginnings of two overlapping arrays.
const FARTHEST: u64 = 3;

impl Grower {
    /// A function of two pointers that stores and loads through both.
    pub(super) fn alias_callee(&mut self) -> Result {
        let wide = self.narrow_int();
        let width = self.width(wide)?;
        let narrow = match self.swarm.has(Feature::PointerCasts) && self.rng.percent(45) {
            true => self.int_within(width),
            false => wide,
        };
        let types = &mut self.draft.program.types;
        let wide_pointer = types.raw_ptr(Mutability::Mut, wide);
        let narrow_pointer = types.raw_ptr(Mutability::Mut, narrow);
        let place = self.pointee_place(Mutability::Mut, wide)?;
        let p = self.put(wide_pointer, Rvalue::RawRef(Mutability::Mut, place))?;
        let overlapping = self.inside_of(p, narrow, u64::from(width / self.width(narrow)?))?;
        let other = self.fresh(narrow, 1)?;
        let apart = self.put(
            narrow_pointer,
            Rvalue::RawRef(Mutability::Mut, other.into()),
        )?;
        let mut seconds = [overlapping, apart];
        self.rng.shuffle(&mut seconds);
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let mut id = None;
        for q in seconds {
            let arguments = vec![
                (self.universe.environment_pointer, environment.into()),
                (wide_pointer, p.into()),
                (narrow_pointer, q.into()),
                (wide, self.operand(wide)?),
                (narrow, self.operand(narrow)?),
            ];
            let body = |this: &mut Self| this.alias_body(wide, narrow);
            self.write_or_call(&mut id, arguments, wide, body)?;
        }
        Ok(())
    }

    /// A pointer to one of the `count` values of type `ty` in the referent of `p`.
    fn inside_of(&mut self, p: Local, ty: Ty, count: u64) -> Result<Local> {
        let first = self.as_pointer_to(p, ty)?;
        if count < 2 || !self.swarm.has(Feature::PointerArithmetic) {
            return Ok(first);
        }
        let by = Self::count_of(self.rng.below(count as usize) as u64);
        let ty = self.local_ty(first);
        self.put(ty, Rvalue::Offset(first.into(), by))
    }

    /// Stores and loads through both pointers in some order, and folds the loaded values.
    fn alias_body(&mut self, wide: Ty, narrow: Ty) -> Result {
        let region = self.enter_function(None);
        let [p, q, k, m] = [2, 3, 4, 5].map(Local);
        let [at_p, at_q] = [p, q].map(|pointer| Place::local(pointer).project(Projection::Deref));
        let sum = self.put(wide, Rvalue::Use(k.into()))?;
        let mut loads_left = 2;
        for n in 0..self.rng.between(5, 10) {
            let through_p = self.rng.percent(50);
            let (place, ty, scalar) = match through_p {
                true => (&at_p, wide, k),
                false => (&at_q, narrow, m),
            };
            let stores = n == 0 || self.rng.percent(50);
            if stores {
                let value = match self.rng.below(4) {
                    0 => scalar.into(),
                    1 => self.literal(ty)?.into(),
                    2 => self.put_cast(wide, ty, sum.into())?,
                    _ => {
                        let literal = self.literal(ty)?;
                        let old = place.clone();
                        self.put_binary(ty, BinOp::BitXor, old, literal)?.into()
                    }
                };
                self.store_through(place, value)?;
            } else {
                loads_left -= i32::from(loads_left > 0);
                self.load_through(place, ty, wide, sum)?;
            }
            if self.rng.percent(15) {
                let budget = self.rng.between(1, 3);
                self.fill_region(budget);
            }
        }
        if loads_left > 0 || self.rng.percent(50) {
            self.load_through(&at_q, narrow, wide, sum)?;
            self.load_through(&at_p, wide, wide, sum)?;
        }
        self.set(Local::RETURN, Rvalue::Use(sum.into()))?;
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Return)?;
        Ok(())
    }

    fn store_through(&mut self, place: &Place, value: Operand) -> Result {
        let store = Statement::Assign(place.clone(), Rvalue::Use(value));
        self.draft.statement(store)?;
        Ok(())
    }

    /// Reads a `ty` from `place` and folds it into `sum`.
    fn load_through(&mut self, place: &Place, ty: Ty, wide: Ty, sum: Local) -> Result {
        let value = self.put(ty, Rvalue::Use(place.clone().into()))?;
        let value = self.put_cast(ty, wide, value.into())?;
        self.fold_into(wide, sum, value)
    }

    /// A function with a loop over two arrays, which may be the same one, each with its own start index.
    pub(super) fn overlap(&mut self) -> Result {
        let element = self.narrow_int();
        let length = self.rng.between(8, 18) as u64;
        let ty = self.draft.program.types.array(element, length);
        let pointer = self.draft.program.types.raw_ptr(Mutability::Mut, ty);
        let usize = self.universe.usize;
        let one = self.some_array(element, length)?;
        let other = self.some_array(element, length)?;
        let p = self.put(pointer, Rvalue::RawRef(Mutability::Mut, one.clone()))?;
        let q = self.put(pointer, Rvalue::RawRef(Mutability::Mut, other))?;
        let mut seconds = [p, q];
        self.rng.shuffle(&mut seconds);
        let environment = self.scope.environment.ok_or(Refusal::Nothing)?;
        let mut id = None;
        for second in seconds {
            let mut arguments = vec![
                (self.universe.environment_pointer, environment.into()),
                (pointer, p.into()),
                (pointer, second.into()),
                (element, self.operand(element)?),
                (usize, self.operand(usize)?),
            ];
            for _ in 0..2 {
                let first = self.rng.below(FARTHEST as usize) as u64;
                arguments.push((usize, Self::count_of(first)));
            }
            let body = |this: &mut Self| this.overlap_body(element, length);
            self.write_or_call(&mut id, arguments, element, body)?;
        }
        self.use_array(Some(&one), element, length)
    }

    /// `p[i + x] = f(q[i + y])`, another load from either array, and a fold of the loaded values.
    fn overlap_body(&mut self, element: Ty, length: u64) -> Result {
        let region = self.enter_function(None);
        let [p, q, k, count, x, y] = [2, 3, 4, 5, 6, 7].map(Local);
        let usize = self.universe.usize;
        let counter = self.any_counter();
        let op = [BinOp::Add, BinOp::BitXor, BinOp::Sub][self.rng.below(3)];
        let copies = self.rng.percent(35);
        let again = self.rng.percent(50);
        let moved = self.rng.percent(50);
        let sum = self.ahead(|this| {
            let sum = this.put(element, Rvalue::Use(k.into()))?;
            let mut firsts = Vec::with_capacity(2);
            for (pointer, first) in [(p, x), (q, y)] {
                let most = Self::count_of(FARTHEST);
                let first = this.put_binary(usize, BinOp::Rem, first, most)?;
                firsts.push(match moved {
                    true => this.first_of(pointer, element, first)?,
                    false => (pointer, Some(first)),
                });
            }
            let rounds = Self::count_of(length - FARTHEST + 1);
            let rounds = this.put_binary(usize, BinOp::Rem, count, rounds)?;
            let one = Self::count_of(1);
            let rounds = this.put_binary(usize, BinOp::Add, rounds, one)?;
            this.counted(counter, rounds.into(), |this, round| {
                let from = this.element_at(firsts[1], round.index)?;
                let loaded = this.put(element, Rvalue::Use(from.into()))?;
                let value = match copies {
                    true => loaded,
                    false => this.put_binary(element, op, loaded, k)?,
                };
                let to = this.element_at(firsts[0], round.index)?;
                this.store_through(&to, value.into())?;
                if again {
                    let from = this.element_at(firsts[1], round.index)?;
                    this.load_through(&from, element, element, sum)?;
                }
                Ok(())
            })?;
            Ok(sum)
        })?;
        self.set(Local::RETURN, Rvalue::Use(sum.into()))?;
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Return)?;
        Ok(())
    }

    /// A pointer to the element at `first` of the array behind `pointer`.
    fn first_of(
        &mut self,
        pointer: Local,
        element: Ty,
        first: Local,
    ) -> Result<(Local, Option<Local>)> {
        let ty = self.draft.program.types.raw_ptr(Mutability::Mut, element);
        let place = Place::local(pointer).project(Projection::Deref);
        let place = place.project(Projection::Index(first));
        let moved = self.put(ty, Rvalue::RawRef(Mutability::Mut, place))?;
        Ok((moved, None))
    }

    /// The element at an offset from the first one: of an array behind a pointer, or from a pointer on.
    fn element_at(&mut self, (base, first): (Local, Option<Local>), n: Local) -> Result<Place> {
        let Some(first) = first else {
            let ty = self.local_ty(base);
            let moved = self.put(ty, Rvalue::Offset(base.into(), n.into()))?;
            return Ok(Place::local(moved).project(Projection::Deref));
        };
        let at = self.put_binary(self.universe.usize, BinOp::Add, first, n)?;
        let array = Place::local(base).project(Projection::Deref);
        Ok(array.project(Projection::Index(at)))
    }
}
