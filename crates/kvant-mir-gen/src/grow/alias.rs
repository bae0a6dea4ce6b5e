//! Shapes in which the same memory is accessed under two names.

mod aggregate;
mod callee;

use kvant_mir::layout::Shape;
use kvant_mir::{
    Constant, IntTy, Local, Mutability, Operand, Place, Projection, Repr, Rvalue, Statement, Ty,
};

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;

/// A kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One callee with two pointers, to disjoint memory in one call and to overlapping memory in the other.
    Callee,
    /// A loop in a callee over two arrays that are the same in one of the calls.
    Overlap,
    /// Stores and loads of several widths into one integer.
    Widths,
    /// Copies of an aggregate back and forth, with stores to parts of it in between.
    Chain,
    /// Large values that are passed to functions and returned.
    ByValue,
    /// Pointer arithmetic from field to field of a struct.
    Fields,
}

impl Kind {
    const ALL: [(u32, Kind); 6] = [
        (4, Kind::Callee),
        (3, Kind::Overlap),
        (4, Kind::Widths),
        (3, Kind::Chain),
        (2, Kind::ByValue),
        (2, Kind::Fields),
    ];

    /// Its name in the statistics.
    const fn name(self) -> &'static str {
        match self {
            Kind::Callee => "alias: callee",
            Kind::Overlap => "alias: overlap",
            Kind::Widths => "alias: widths",
            Kind::Chain => "alias: chain",
            Kind::ByValue => "alias: by value",
            Kind::Fields => "alias: fields",
        }
    }

    /// The features without which it cannot be written.
    const fn needs(self) -> &'static [Feature] {
        match self {
            Kind::Callee => &[Feature::Calls],
            Kind::Overlap => &[
                Feature::Calls,
                Feature::Arrays,
                Feature::Loops,
                Feature::PointerArithmetic,
            ],
            Kind::Widths => &[Feature::PointerCasts, Feature::PointerArithmetic],
            Kind::Chain => &[Feature::Arrays],
            Kind::ByValue => &[Feature::Calls, Feature::Arrays],
            Kind::Fields => &[
                Feature::Structs,
                Feature::PointerCasts,
                Feature::PointerArithmetic,
            ],
        }
    }
}

impl Grower {
    /// Writes a shape in which the same memory is accessed under two names.
    pub(super) fn alias_shape(&mut self) -> Result {
        if !self.draft.live {
            return Err(Refusal::Nothing);
        }
        let mut kinds = Kind::ALL.to_vec();
        kinds.retain(|(_, kind)| kind.needs().iter().all(|need| self.swarm.has(*need)));
        if self.structs_of_fields().is_empty() {
            kinds.retain(|kind| kind.1 != Kind::Fields);
        }
        if kinds.is_empty() {
            return Err(Refusal::Nothing);
        }
        let kind = self.rng.weighted(&kinds);
        let result = self.attempt(|this| match kind {
            Kind::Callee => this.with_new_locals(Self::alias_callee),
            Kind::Overlap => this.with_new_locals(Self::overlap),
            Kind::Widths => this.widths(),
            Kind::Chain => this.chain(),
            Kind::ByValue => this.by_value(),
            Kind::Fields => this.walk_fields(),
        });
        self.draft.stats.count(kind.name(), result.is_ok());
        result
    }

    /// A value outside of the places that a shape writes to.
    fn detached(&mut self, ty: Ty) -> Result<Operand> {
        let value = self.operand(ty)?;
        match value.place() {
            Some(_) => self.put(ty, Rvalue::Use(value)).map(Operand::from),
            None => Ok(value),
        }
    }

    /// A number type no wider than `most` bytes.
    fn int_within(&mut self, most: u32) -> Ty {
        let fits = |ty: &&Ty| {
            let int = self.draft.program.types.as_int(**ty);
            int.is_some_and(|int| int.bytes(&TARGET) <= most)
        };
        let all: Vec<Ty> = self.universe.ints.iter().filter(fits).copied().collect();
        let byte = self.draft.program.types.int(IntTy::U8);
        *self.rng.pick(&all).unwrap_or(&byte)
    }

    /// The width of an integer type in bytes.
    fn width(&self, ty: Ty) -> Result<u32> {
        let int = self.draft.program.types.as_int(ty);
        int.map(|int| int.bytes(&TARGET)).ok_or(Refusal::Nothing)
    }

    /// A cast of a pointer to one to `to`, in a new local that does not come into scope.
    fn as_pointer_to(&mut self, pointer: Local, to: Ty) -> Result<Local> {
        let ty = self.draft.program.types.raw_ptr(Mutability::Mut, to);
        match self.local_ty(pointer) == ty {
            true => Ok(pointer),
            false => self.put(ty, Rvalue::Cast(pointer.into(), ty)),
        }
    }

    /// Writes an integer in pieces of several widths, and reads it whole and in pieces.
    fn widths(&mut self) -> Result {
        let whole = self.wide_int();
        let width = self.width(whole)?;
        let place = match self.rng.percent(60) {
            true => self.fresh(whole, 1)?.into(),
            false => self.pointee_place(Mutability::Mut, whole)?,
        };
        let pointer = self.draft.program.types.raw_ptr(Mutability::Mut, whole);
        let pointer = self.put(pointer, Rvalue::RawRef(Mutability::Mut, place.clone()))?;
        for _ in 0..self.rng.between(3, 7) {
            let piece = self.int_within(width);
            let count = u64::from(width / self.width(piece)?);
            let there = self.as_pointer_to(pointer, piece)?;
            let there = if count == 1 {
                there
            } else {
                let ty = self.local_ty(there);
                let by = self.element_count(count, false)?;
                self.put(ty, Rvalue::Offset(there.into(), by))?
            };
            let there = Place::local(there).project(Projection::Deref);
            match self.rng.below(10) {
                0..=5 => {
                    let value = self.detached(piece)?;
                    self.assign_to(&there, Rvalue::Use(value))?;
                }
                6 => {
                    let value = self.detached(whole)?;
                    self.assign_to(&place, Rvalue::Use(value))?;
                }
                _ => {
                    self.assign_new(piece, Rvalue::Use(there.into()), false)?;
                }
            }
        }
        self.assign_new(whole, Rvalue::Use(place.into()), false)?;
        Ok(())
    }

    /// The widest of a few integer types.
    fn wide_int(&mut self) -> Ty {
        let draws = [(); 4].map(|()| self.universe.int(&mut self.rng));
        let width = |ty: &Ty| self.width(*ty).unwrap_or_default();
        draws
            .into_iter()
            .max_by_key(width)
            .unwrap_or(self.universe.usize)
    }

    /// The `repr(C)` structs whose layout is fully specified, with the offsets and types of their fields.
    fn structs_of_fields(&mut self) -> Vec<(Ty, Vec<(u64, Ty)>)> {
        let mut found = Vec::new();
        for known in &self.universe.known {
            let types = &self.draft.program.types;
            let Some(def) = types.as_adt(known.ty) else {
                continue;
            };
            let Ok(layout) = self.layouts.of(types, known.ty) else {
                continue;
            };
            if let Shape::Fields(offsets) = &layout.shape
                && def.repr == Repr::C
                && offsets.len() > 1
            {
                let fields = offsets.iter().copied().zip(def.field_types());
                found.push((known.ty, fields.collect()));
            }
        }
        found
    }

    /// Computes a pointer from one field of a struct to another by its offset, and reads or writes through it.
    pub(super) fn walk_fields(&mut self) -> Result {
        let structs = self.structs_of_fields();
        let (ty, fields) = self.rng.pick(&structs).ok_or(Refusal::Nothing)?.clone();
        let place = self.pointee_place(Mutability::Mut, ty)?;
        let (from, to) = (self.rng.below(fields.len()), self.rng.below(fields.len()));
        let (begin, target, target_ty) = match self.rng.percent(50) {
            // From the struct's beginning, or from another field.
            true => (None, to, fields[to].1),
            false => (Some(from), to, fields[to].1),
        };
        let types = &mut self.draft.program.types;
        let byte = types.int(IntTy::U8);
        let (first_ty, offset, first) = match begin {
            None => (ty, fields[target].0.cast_signed(), place.clone()),
            Some(n) => (
                fields[n].1,
                fields[target].0.cast_signed() - fields[n].0.cast_signed(),
                place.clone().project(Projection::Field(n as u32)),
            ),
        };
        let pointer = types.raw_ptr(Mutability::Mut, first_ty);
        let target_pointer = types.raw_ptr(Mutability::Mut, target_ty);
        if self.is_uncastable(pointer) || self.is_uncastable(target_pointer) {
            return Err(Refusal::Nothing);
        }
        let first = self.put(pointer, Rvalue::RawRef(Mutability::Mut, first))?;
        let bytes = self.as_pointer_to(first, byte)?;
        let by = Constant::int(offset.into(), IntTy::Isize, &TARGET);
        let bytes_ty = self.local_ty(bytes);
        let there = self.put(bytes_ty, Rvalue::Offset(bytes.into(), by.into()))?;
        let there = self.as_pointer_to(there, target_ty)?;
        let there = Place::local(there).project(Projection::Deref);
        let by_name = place.project(Projection::Field(target as u32));
        if self.rng.percent(60) {
            let value = self.detached(target_ty)?;
            self.draft
                .statement(Statement::Assign(there, Rvalue::Use(value)))?;
            self.assign_new(target_ty, Rvalue::Use(by_name.into()), false)?;
        } else {
            self.assign_new(target_ty, Rvalue::Use(there.into()), false)?;
        }
        Ok(())
    }
}
