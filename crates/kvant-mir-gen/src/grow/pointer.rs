//! Raw pointers: casts, and pointer arithmetic in arrays.

use kvant_mir::{
    BinOp, Callee, Constant, IntTy, Intrinsic, Local, Mutability, Operand, Projection, Rvalue, Ty,
    TyKind,
};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;

/// A pointer to the first element of an array.
pub(super) struct Begin {
    pub(super) pointer: Local,
    pub(super) element: Ty,
    pub(super) length: u64,
    pub(super) mutability: Mutability,
}

impl Grower {
    /// Assigns a raw pointer: a copy of one, or the address of a place.
    pub(super) fn assign_pointer(&mut self, ty: Ty) -> Result {
        let TyKind::RawPtr(mutability, pointee) = *self.kind(ty) else {
            return Err(Refusal::Nothing);
        };
        let rvalue = match self.rng.percent(30) {
            true => Rvalue::Use(self.spent(ty)?),
            false => Rvalue::RawRef(mutability, self.pointee_place(mutability, pointee)?),
        };
        self.assign(ty, rvalue).map(|_| ())
    }

    /// Casts a pointer to one to another type that is not larger, or of the other mutability.
    pub(super) fn cast_pointer(&mut self) -> Result {
        let from = *self
            .rng
            .pick(&self.universe.pointers)
            .ok_or(Refusal::Nothing)?;
        let TyKind::RawPtr(mutability, pointee) = *self.kind(from) else {
            return Err(Refusal::Nothing);
        };
        let known = &self.universe.known;
        let smaller: Vec<Ty> = match known.iter().find(|known| known.ty == pointee) {
            Some(whole) => known
                .iter()
                .filter(|part| part.size <= whole.size && part.align <= whole.align)
                .filter(|part| part.made_of == whole.made_of && part.ty != pointee)
                .map(|part| part.ty)
                .collect(),
            None => Vec::new(),
        };
        let to = match self.rng.pick(&smaller) {
            Some(&part) if self.rng.percent(80) => {
                self.draft.program.types.raw_ptr(mutability, part)
            }
            _ => {
                let other = match mutability {
                    Mutability::Mut => Mutability::Const,
                    Mutability::Const => return Err(Refusal::Nothing),
                };
                self.draft.program.types.raw_ptr(other, pointee)
            }
        };
        if self.is_uncastable(to) {
            return Err(Refusal::Nothing);
        }
        let pointer = self.spent(from)?;
        self.assign(to, Rvalue::Cast(pointer, to)).map(|_| ())
    }

    /// Returns true if a type cannot be cast to: custom MIR does not accept a lifetime after `as`.
    pub(super) fn is_uncastable(&self, ty: Ty) -> bool {
        let types = &self.draft.program.types;
        let mut named = vec![ty];
        let mut done = 0;
        while let Some(&ty) = named.get(done) {
            let mut name = |ty: &Ty| {
                if !named.contains(ty) {
                    named.push(*ty);
                }
            };
            let borrows = types.any_part(ty, |_, kind| {
                match kind {
                    TyKind::RawPtr(_, pointee) => name(pointee),
                    TyKind::FnPtr { arguments, result } => {
                        arguments.iter().chain([result]).for_each(&mut name);
                    }
                    _ => {}
                }
                matches!(kind, TyKind::Ref(..))
            });
            if borrows {
                return true;
            }
            done += 1;
        }
        false
    }

    /// Pointer arithmetic in an array, and a use of its result: a distance, or a comparison.
    pub(super) fn walk(&mut self) -> Result {
        let casts = self.swarm.has(Feature::PointerCasts);
        if casts && self.rng.percent(20) && self.attempt(Self::walk_fields).is_ok() {
            return Ok(());
        }
        let begin = self.begin_of_array(None)?;
        let there = self.step(&begin)?;
        match self.rng.below(4) {
            0 if self.size(begin.element)? > 0 && !self.is_uncastable(begin.element) => {
                self.distance(&begin, there)
            }
            1 => self.step_back(&begin, there).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Compares two pointers into one array.
    pub(super) fn compare_pointers(&mut self) -> Result {
        let begin = self.begin_of_array(None)?;
        let there = self.step(&begin)?;
        let other = match self.rng.percent(50) {
            true => self.step(&begin)?,
            false => begin.pointer,
        };
        let op = *self.rng.pick(&BinOp::COMPARISONS).unwrap_or(&BinOp::Eq);
        let bool = self.universe.bool;
        self.assign(bool, Rvalue::Binary(op, there.into(), other.into()))
            .map(|_| ())
    }

    /// A pointer to the first element of some array: a cast of the array's address, or the element's own address.
    pub(super) fn begin_of_array(&mut self, wanted: Option<Mutability>) -> Result<Begin> {
        let arrays: Vec<(Ty, Ty, u64)> = self
            .universe
            .composites
            .iter()
            .filter_map(|&ty| match *self.kind(ty) {
                TyKind::Array(element, length) => Some((ty, element, length)),
                _ => None,
            })
            .collect();
        let (array, element, length) = *self.rng.pick(&arrays).ok_or(Refusal::Nothing)?;
        let mutability = wanted.unwrap_or(match self.rng.percent(65) {
            true => Mutability::Mut,
            false => Mutability::Const,
        });
        let place = self.pointee_place(mutability, array)?;
        let types = &mut self.draft.program.types;
        let whole = types.raw_ptr(mutability, array);
        let ty = types.raw_ptr(mutability, element);
        let casts = self.swarm.has(Feature::PointerCasts) && !self.is_uncastable(ty);
        let pointer = if casts && self.rng.percent(60) {
            let rvalue = Rvalue::RawRef(mutability, place);
            let whole = self.assign_new(whole, rvalue, false)?;
            self.assign_new(ty, Rvalue::Cast(whole.into(), ty), false)?
        } else {
            let zero = Rvalue::Use(Constant::Int(0, IntTy::Usize).into());
            let zero = self.assign_new(self.universe.usize, zero, true)?;
            let first = place.project(Projection::Index(zero));
            self.assign_new(ty, Rvalue::RawRef(mutability, first), false)?
        };
        Ok(Begin {
            pointer,
            element,
            length,
            mutability,
        })
    }

    /// A pointer some elements further on. The machine decides if that is in bounds every time.
    fn step(&mut self, begin: &Begin) -> Result<Local> {
        let ty = self.local_ty(begin.pointer);
        let signed = self.rng.percent(50);
        let count = self.element_count(begin.length, signed)?;
        let arith = begin.mutability == Mutability::Const && signed;
        let pointer = begin.pointer.into();
        match self.rng.below(4) {
            0 => self.call_intrinsic(Intrinsic::Offset, vec![pointer, count], ty),
            1 if arith => self.call_intrinsic(Intrinsic::ArithOffset, vec![pointer, count], ty),
            _ => self.assign_new(ty, Rvalue::Offset(pointer, count), false),
        }
    }

    /// A pointer some elements back.
    fn step_back(&mut self, begin: &Begin, there: Local) -> Result<Local> {
        let ty = self.local_ty(there);
        let least = -(self.rng.below(begin.length as usize) as i128);
        let count = Constant::int(least, IntTy::Isize, &crate::TARGET);
        self.assign_new(ty, Rvalue::Offset(there.into(), count.into()), false)
    }

    /// The distance between two pointers in elements.
    fn distance(&mut self, begin: &Begin, there: Local) -> Result {
        let types = &mut self.draft.program.types;
        let ty = types.raw_ptr(Mutability::Const, begin.element);
        let (isize, usize) = (types.int(IntTy::Isize), types.int(IntTy::Usize));
        let mut ends = [there, begin.pointer];
        if begin.mutability == Mutability::Mut {
            for end in &mut ends {
                *end = self.assign_new(ty, Rvalue::Cast((*end).into(), ty), false)?;
            }
        }
        let [there, begin] = ends.map(Operand::from);
        match self.rng.below(3) {
            0 => {
                self.call_intrinsic(Intrinsic::PtrOffsetFromUnsigned, vec![there, begin], usize)?
            }
            1 => self.call_intrinsic(Intrinsic::PtrOffsetFrom, vec![begin, there], isize)?,
            _ => self.call_intrinsic(Intrinsic::PtrOffsetFrom, vec![there, begin], isize)?,
        };
        Ok(())
    }

    /// A number of elements below `length`: opaque, or a constant.
    pub(super) fn element_count(&mut self, length: u64, signed: bool) -> Result<Operand> {
        if self.rng.percent(35) {
            let n = self.rng.below(length as usize) as u128;
            let int = if signed { IntTy::Isize } else { IntTy::Usize };
            return Ok(Constant::Int(n, int).into());
        }
        let index = self.index(length).ok_or(Refusal::Nothing)?;
        if !signed {
            return Ok(index.into());
        }
        let isize = self.draft.program.types.int(IntTy::Isize);
        self.assign_new(isize, Rvalue::Cast(index.into(), isize), false)
            .map(Operand::from)
    }

    /// Calls an intrinsic into a new local.
    pub(super) fn call_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: Vec<Operand>,
        result: Ty,
    ) -> Result<Local> {
        let local = self.attempt(|this| {
            let local = this.declare(result, false)?;
            this.propose_call(local.into(), Callee::Intrinsic(intrinsic), arguments)?;
            Ok(local)
        })?;
        self.bring_into_scope(local, false);
        Ok(local)
    }
}
