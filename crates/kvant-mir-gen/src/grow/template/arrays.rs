//! The arrays of a template: where they come from, how they are passed, how their contents are used.

use kvant_mir::{
    BinOp, Constant, FloatTy, Local, Mutability, Operand, Place, Projection, Rvalue, Statement, Ty,
    TyKind,
};

use super::{Access, Kind, Passing};
use crate::draft::Refusal;
use crate::feature::Feature;
use crate::grow::{Grower, Result};

/// Maximum length of an array that is built from one operand for each element.
const LONGEST_LIST: u64 = 17;

impl Grower {
    /// Arrays for a template. Two of them may be the same.
    pub(super) fn template_arrays(
        &mut self,
        count: usize,
        element: Ty,
        length: u64,
    ) -> Result<Vec<Place>> {
        let mut places: Vec<Place> = Vec::with_capacity(count);
        for _ in 0..count {
            let place = match self.rng.pick(&places) {
                Some(place) if self.rng.percent(15) => place.clone(),
                _ => self.some_array(element, length)?,
            };
            places.push(place);
        }
        Ok(places)
    }

    /// An array in scope, or a new one whose elements differ.
    pub(in crate::grow) fn some_array(&mut self, element: Ty, length: u64) -> Result<Place> {
        let ty = self.draft.program.types.array(element, length);
        if self.rng.percent(50)
            && let Some(place) = self.addressable(Mutability::Mut, ty)
        {
            return Ok(place);
        }
        self.new_array(ty, element, length).map(Place::from)
    }

    fn new_array(&mut self, ty: Ty, element: Ty, length: u64) -> Result<Local> {
        if length <= LONGEST_LIST && self.rng.percent(35) {
            let parts = (0..length).map(|_| self.tame_operand(element));
            let parts = parts.collect::<Result<Vec<Operand>>>()?;
            return self.assign_new(ty, Rvalue::Aggregate(ty, parts), false);
        }
        let (x, y) = (self.tame_operand(element)?, self.tame_operand(element)?);
        let local = self.assign_new(ty, Rvalue::Repeat(y.clone(), length), false)?;
        if self.rng.percent(85) {
            let counter = self.plain_counter();
            self.ahead(|this| {
                this.counted(counter, Self::count_of(length), |this, round| {
                    let i = Rvalue::Cast(round.index.into(), element);
                    let i = match element == this.universe.usize {
                        true => round.index,
                        false => this.put(element, i)?,
                    };
                    let product = this.put_binary(element, BinOp::Mul, i, x)?;
                    let sum = Rvalue::Binary(BinOp::Add, product.into(), y);
                    let place = Place::local(local).project(Projection::Index(round.index));
                    this.draft.statement(Statement::Assign(place, sum))?;
                    Ok(())
                })
            })?;
        }
        Ok(local)
    }

    /// A value of a number type: any integer, or a float that is small, so that sums stay finite.
    fn tame_operand(&mut self, ty: Ty) -> Result<Operand> {
        let TyKind::Float(float) = *self.kind(ty) else {
            return self.operand(ty);
        };
        let int = self.universe.int(&mut self.rng);
        let small = self.operand(int)?;
        let mask = self.number(int, 63)?;
        let small = self.put_binary(int, BinOp::BitAnd, small, mask)?;
        let whole = self.put(ty, Rvalue::Cast(small.into(), ty))?;
        let tenth = float_constant(0.1, float);
        self.put_binary(ty, BinOp::Mul, whole, tenth)
            .map(Operand::from)
    }

    /// A value of a number type that a loop does not change, unless its memory is written.
    pub(super) fn invariant(&mut self, ty: Ty) -> Result<Operand> {
        if matches!(self.kind(ty), TyKind::Float(_)) {
            return self.tame_operand(ty);
        }
        let operand = self.operand(ty)?;
        match self.rng.percent(60) {
            true => self
                .assign_new(ty, Rvalue::Use(operand), false)
                .map(Operand::from),
            false => Ok(operand),
        }
    }

    /// The same array, sometimes behind a pointer.
    pub(super) fn maybe_behind_pointer(
        &mut self,
        place: Place,
        element: Ty,
        length: u64,
    ) -> Result<Place> {
        if !self.swarm.has(Feature::RawPointers) || place.is_indirect() || self.rng.percent(65) {
            return Ok(place);
        }
        let types = &mut self.draft.program.types;
        let ty = types.array(element, length);
        let pointer = types.raw_ptr(Mutability::Mut, ty);
        let local = self.assign_new(pointer, Rvalue::RawRef(Mutability::Mut, place), false)?;
        Ok(Place::local(local).project(Projection::Deref))
    }

    /// The way to access the elements of `array`. A pointer walk needs write access, so an array behind a pointer is
    /// walked through only if that pointer is a `*mut` or `&mut`.
    pub(super) fn access(&mut self, kind: Kind, array: Place, element: Ty) -> Result<Access> {
        let wanted = kind == Kind::Walk || self.rng.percent(30);
        let readable_only =
            array.is_indirect() && !self.may_write_through(array.local) || !self.has_walks();
        if !wanted || readable_only {
            return Ok(Access::Indexed(array));
        }
        let pointer = self.draft.program.types.raw_ptr(Mutability::Mut, element);
        let zero = self.put(self.universe.usize, Rvalue::Use(Self::count_of(0)))?;
        let first = array.project(Projection::Index(zero));
        let local = self.put(pointer, Rvalue::RawRef(Mutability::Mut, first))?;
        Ok(Access::Moved(local))
    }

    /// The way in which an array is passed to a function: not by value if it is to be written, not by reference if it
    /// is passed twice.
    pub(super) fn passing(&mut self, alone: bool, written: bool) -> Passing {
        let on = |feature| u32::from(self.swarm.has(feature));
        let weights = [
            (5 * on(Feature::RawPointers), Passing::Pointer),
            (
                3 * on(Feature::References) * u32::from(alone),
                Passing::Reference,
            ),
            (u32::from(!written), Passing::Value),
        ];
        match weights.iter().any(|weight| weight.0 > 0) {
            true => self.rng.weighted(&weights),
            // The writes are then lost.
            false => Passing::Value,
        }
    }

    /// The argument that passes an array to a function.
    pub(super) fn pass(
        &mut self,
        passing: Passing,
        written: bool,
        place: &Place,
        element: Ty,
        length: u64,
    ) -> Result<(Ty, Operand)> {
        let types = &mut self.draft.program.types;
        let ty = types.array(element, length);
        let mutability = match written || passing == Passing::Pointer && self.rng.percent(50) {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        match passing {
            Passing::Value => Ok((ty, Operand::Copy(place.clone()))),
            Passing::Pointer => {
                let pointer = types.raw_ptr(mutability, ty);
                let rvalue = Rvalue::RawRef(mutability, place.clone());
                let local = self.assign_new(pointer, rvalue, false)?;
                Ok((pointer, local.into()))
            }
            Passing::Reference => {
                let reference = types.reference(mutability, ty);
                let rvalue = Rvalue::Ref(mutability, place.clone());
                let local = self.assign_hidden(reference, rvalue)?;
                let moved = mutability == Mutability::Mut || self.swarm.has(Feature::Moves);
                let operand = match moved {
                    true => Operand::Move(local.into()),
                    false => local.into(),
                };
                Ok((reference, operand))
            }
        }
    }

    /// The array that an argument is or points to.
    pub(super) fn passed_array(&self, local: Local) -> Place {
        match self.draft.program.types.pointee(self.local_ty(local)) {
            Some(_) => Place::local(local).project(Projection::Deref),
            None => local.into(),
        }
    }

    /// Uses the contents of an array: folds it into a number, or reports a few elements, or leaves it to other
    /// constructs.
    pub(in crate::grow) fn use_array(
        &mut self,
        array: Option<&Place>,
        element: Ty,
        length: u64,
    ) -> Result {
        let Some(array) = array else {
            return Ok(());
        };
        match self.rng.below(3) {
            0 => {
                let counter = self.plain_counter();
                let sum = self.ahead(|this| {
                    let start = this.zero_of(element)?;
                    let sum = this.put(element, Rvalue::Use(start))?;
                    this.counted(counter, Self::count_of(length), |this, round| {
                        let part = array.clone().project(Projection::Index(round.index));
                        this.fold_into(element, sum, part.into())
                    })?;
                    Ok(sum)
                })?;
                self.bring_into_scope(sum, false);
            }
            1 => {
                for _ in 0..2 {
                    let n = Self::count_of(self.rng.below(length as usize) as u64);
                    let n = self.put(self.universe.usize, Rvalue::Use(n))?;
                    let part = array.clone().project(Projection::Index(n));
                    self.assign_new(element, Rvalue::Use(part.into()), false)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// `sum = (sum + part) * 3`, or only a sum of floats.
    pub(in crate::grow) fn fold_into(&mut self, ty: Ty, sum: Local, part: Operand) -> Result {
        let added = Rvalue::Binary(BinOp::Add, sum.into(), part);
        self.set(sum, added)?;
        if let Ok(three) = self.number(ty, 3) {
            self.set(sum, Rvalue::Binary(BinOp::Mul, sum.into(), three))?;
        }
        Ok(())
    }

    /// Zero of a number type.
    pub(in crate::grow) fn zero_of(&self, ty: Ty) -> Result<Operand> {
        match *self.kind(ty) {
            TyKind::Float(float) => Ok(float_constant(0.0, float).into()),
            TyKind::Int(_) => self.number(ty, 0),
            _ => Err(Refusal::Nothing),
        }
    }
}

/// A float literal in either type.
pub(super) fn float_constant(value: f64, float: FloatTy) -> Constant {
    let bits = match float {
        FloatTy::F32 => (value as f32).to_bits().into(),
        FloatTy::F64 => value.to_bits(),
    };
    Constant::Float(bits, float)
}
