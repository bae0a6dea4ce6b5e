//! Operands for intrinsics on memory: pointers to existing places, and counts.

use kvant_mir::{Constant, IntTy, Intrinsic, Mutability, Operand, Place, Rvalue, Ty, TyKind};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;

impl Grower {
    /// The source, the destination and the number of elements of a copy.
    pub(super) fn copied_memory(&mut self, intrinsic: Intrinsic) -> Result<(Vec<Operand>, Ty)> {
        let unit = self.universe.unit;
        if intrinsic == Intrinsic::Copy
            && self.swarm.has(Feature::PointerArithmetic)
            && self.rng.percent(40)
            && let Ok(begin) = self.begin_of_array(Some(Mutability::Mut))
            && !self.is_uncastable(begin.element)
        {
            // Within one array, so that both may overlap.
            let most = begin.length;
            let ty = self
                .draft
                .program
                .types
                .raw_ptr(Mutability::Const, begin.element);
            let from = self.assign_new(ty, Rvalue::Cast(begin.pointer.into(), ty), false)?;
            let ahead = u128::from(self.rng.percent(70) && most > 1);
            let by = Constant::Int(ahead, IntTy::Usize).into();
            let pointer = self.local_ty(begin.pointer);
            let offset = Rvalue::Offset(begin.pointer.into(), by);
            let to = self.assign_new(pointer, offset, false)?;
            let count = self.element_count((most - ahead as u64).max(1), false)?;
            return Ok((vec![from.into(), to.into(), count], unit));
        }
        let ty = self.plain_type();
        let from = self.pointee_place(Mutability::Const, ty)?;
        // A new local overlaps with nothing.
        let to = match intrinsic == Intrinsic::CopyNonoverlapping && !self.dares() {
            true => self.fresh(ty, 1)?.into(),
            false => self.pointee_place(Mutability::Mut, ty)?,
        };
        let from = self.address(Mutability::Const, from, ty)?;
        let to = self.address(Mutability::Mut, to, ty)?;
        let count = self.none_or_one()?;
        Ok((vec![from, to, count], unit))
    }

    /// The destination, the byte and the number of elements of a fill.
    pub(super) fn filled_memory(&mut self) -> Result<(Vec<Operand>, Ty)> {
        let ty = self.number_type();
        let place = self.pointee_place(Mutability::Mut, ty)?;
        let to = self.address(Mutability::Mut, place, ty)?;
        let u8 = self.draft.program.types.int(IntTy::U8);
        let byte = self.right_operand(u8)?;
        let count = self.none_or_one()?;
        Ok((vec![to, byte, count], self.universe.unit))
    }

    /// Two pieces of memory, and a number of bytes. Only for equal memory is the result fully specified, so one is
    /// mostly a copy of the other.
    pub(super) fn compared_memory(&mut self) -> Result<(Vec<Operand>, Ty)> {
        let ty = self.number_type();
        let size = self.size(ty)?;
        let (x, y) = self.equals(ty)?;
        let mut pointers = Vec::new();
        for place in [x, y] {
            let pointer = self.address(Mutability::Const, place, ty)?;
            pointers.push(self.as_bytes(pointer, ty)?);
        }
        let count = match self.rng.percent(50) && size > 1 {
            true => self.element_count(size, false)?,
            false => Constant::Int(size.into(), IntTy::Usize).into(),
        };
        pointers.push(count);
        Ok((pointers, self.draft.program.types.int(IntTy::I32)))
    }

    /// Two references to values that may be equal.
    pub(super) fn compared_referents(&mut self) -> Result<(Vec<Operand>, Ty)> {
        let ty = self.number_type();
        let (x, y) = self.equals(ty)?;
        let reference = self.draft.program.types.reference(Mutability::Const, ty);
        let mut operands = Vec::new();
        for place in [x, y] {
            let rvalue = Rvalue::Ref(Mutability::Const, place);
            operands.push(self.assign_new(reference, rvalue, false)?.into());
        }
        Ok((operands, self.universe.bool))
    }

    /// Two places that hold a `ty`, mostly with the same value.
    fn equals(&mut self, ty: Ty) -> Result<(Place, Place)> {
        let x = self.referent(Mutability::Const, ty)?;
        let y = match !self.dares() || self.rng.percent(50) {
            true => self
                .assign_new(ty, Rvalue::Use(x.clone().into()), false)?
                .into(),
            false => self.referent(Mutability::Const, ty)?,
        };
        Ok((x, y))
    }

    /// A new pointer to a place.
    fn address(&mut self, mutability: Mutability, place: Place, ty: Ty) -> Result<Operand> {
        let pointer = self.draft.program.types.raw_ptr(mutability, ty);
        self.assign_new(pointer, Rvalue::RawRef(mutability, place), false)
            .map(Operand::from)
    }

    /// A `*const` pointer to a `ty` as one to bytes.
    fn as_bytes(&mut self, pointer: Operand, ty: Ty) -> Result<Operand> {
        let types = &mut self.draft.program.types;
        let u8 = types.int(IntTy::U8);
        let bytes = types.raw_ptr(Mutability::Const, u8);
        match ty == u8 {
            true => Ok(pointer),
            false => self
                .assign_new(bytes, Rvalue::Cast(pointer, bytes), false)
                .map(Operand::from),
        }
    }

    /// A number of elements: mostly one, sometimes zero, often opaque.
    fn none_or_one(&mut self) -> Result<Operand> {
        match self.rng.below(10) {
            0 => Ok(Constant::Int(0, IntTy::Usize).into()),
            1..=3 => self.element_count(2, false),
            _ => Ok(Constant::Int(1, IntTy::Usize).into()),
        }
    }

    /// A type without references.
    fn plain_type(&mut self) -> Ty {
        match self.rng.pick(&self.universe.composites) {
            Some(&ty) if self.rng.percent(60) && !self.draft.program.types.holds_reference(ty) => {
                ty
            }
            _ => self.universe.int(&mut self.rng),
        }
    }

    /// An integer type, or an array of integers.
    fn number_type(&mut self) -> Ty {
        let is_numbers = |ty: &&Ty| match *self.kind(**ty) {
            TyKind::Array(element, _) => self.draft.program.types.as_int(element).is_some(),
            _ => false,
        };
        let arrays: Vec<Ty> = self
            .universe
            .composites
            .iter()
            .filter(is_numbers)
            .copied()
            .collect();
        match self.rng.pick(&arrays) {
            Some(&ty) if self.rng.percent(50) => ty,
            _ => self.universe.int(&mut self.rng),
        }
    }

    /// The size of a type whose layout is known.
    pub(super) fn size(&mut self, ty: Ty) -> Result<u64> {
        let layout = self.layouts.of(&self.draft.program.types, ty);
        layout
            .map(|layout| layout.size)
            .map_err(|_| Refusal::Nothing)
    }
}
