//! Places: evaluation of paths.

use kvant_memory::Word;
use kvant_mir::layout::Shape;
use kvant_mir::{Function, Local, Place, Program, Projection, Ty, TyKind};

use crate::frame::Slot;
use crate::outcome::Result;
use crate::value::Extent;
use crate::{Machine, Pointer, Scalar, Stop, Tag, Touch, Ub, Unspecified};

/// The position of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Spot {
    /// A whole scalar local in its slot.
    Slot(Local),
    /// Memory.
    Memory(Pointer),
}

/// A place that was evaluated: its position and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    pub(crate) spot: Spot,
    pub(crate) ty: Ty,
    /// True if the path does not dereference a pointer.
    pub(crate) direct: bool,
}

impl Machine {
    /// Evaluates a place. That is not an access yet: loads and stores are.
    #[inline]
    pub(crate) fn locate(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
    ) -> Result<Located> {
        let Some(decl) = function.locals.get(place.local.index()) else {
            return Err(Stop::ill_formed("a local does not exist"));
        };
        let Some((first, rest)) = place.projection.split_first() else {
            let spot = match self.slot(function, place.local)? {
                Slot::Memory(alloc) => Spot::Memory(start_of(alloc)),
                Slot::Fresh if !program.types.is_scalar(decl.ty) => {
                    Spot::Memory(self.materialise(program, function, place.local)?)
                }
                _ => Spot::Slot(place.local),
            };
            return Ok(Located {
                spot,
                ty: decl.ty,
                direct: true,
            });
        };
        let (mut pointer, mut ty) = (None, decl.ty);
        if *first == Projection::Deref {
            let (TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee)) = kind(program, decl.ty)?
            else {
                return Err(Stop::ill_formed(
                    "something else than a pointer is dereferenced",
                ));
            };
            pointer = Some(self.pointer_in(program, function, place.local)?);
            ty = *pointee;
        }
        let mut at = match pointer {
            Some(pointer) => pointer,
            None => self.materialise(program, function, place.local)?,
        };
        let steps = if pointer.is_some() {
            rest
        } else {
            &place.projection
        };
        let (base, base_ty) = (at, ty);
        for step in steps {
            (at, ty) = self.project(program, function, at, ty, *step)?;
        }
        if pointer.is_some() && !steps.is_empty() {
            // A part of `*p` requires that `p` is aligned for the whole, even if the part needs less.
            let align = self.layouts.of(&program.types, base_ty)?.align;
            self.check_reach(base, 0, align)?;
        }
        Ok(Located {
            spot: Spot::Memory(at),
            ty,
            direct: pointer.is_none(),
        })
    }

    /// One step from a place to a part of it. The part must lie inside a live allocation: a
    /// projection is pointer arithmetic that stays in bounds.
    fn project(
        &mut self,
        program: &Program,
        function: &Function,
        from: Pointer,
        ty: Ty,
        step: Projection,
    ) -> Result<(Pointer, Ty)> {
        let layout = self.layouts.of(&program.types, ty)?;
        let is_known = layout.contents.known;
        let extent = from.tag.extent;
        if !is_known && !extent.is_whole() && !extent.holds(from.offset, layout.size) {
            return Err(Unspecified::LayoutDependent { alloc: from.alloc }.into());
        }
        let (distance, part) = match (step, &layout.shape) {
            (Projection::Field(n), Shape::Fields(offsets)) => {
                (offsets.get(n as usize).copied(), program.types.field(ty, n))
            }
            (Projection::Field(n), Shape::Union) => (Some(0), program.types.field(ty, n)),
            (Projection::VariantField { variant, field }, Shape::Variants(_)) => (
                Some(self.variant_field_offset(program, from, ty, variant, field)?),
                program.types.variant_field(ty, variant, field),
            ),
            (Projection::Index(local), Shape::Array { stride, length }) => {
                let (stride, length) = (*stride, *length);
                let index = self.index(program, function, local, length)?;
                let element = match kind(program, ty)? {
                    TyKind::Array(element, _) => Some(*element),
                    _ => None,
                };
                self.memory
                    .check_bounds(from.alloc, from.offset, index * stride)?;
                let part = element.ok_or_else(|| Stop::ill_formed("this is no array"))?;
                return Ok((from.shifted((index * stride) as i64), part));
            }
            _ => return Err(Stop::ill_formed("a path does not fit its type")),
        };
        let (Some(distance), Some(part)) = (distance, part) else {
            return Err(Stop::ill_formed("a field does not exist"));
        };
        self.memory
            .check_bounds(from.alloc, from.offset, distance)?;
        let mut to = from.shifted(distance as i64);
        if !is_known {
            let layout = self.layouts.of(&program.types, part)?;
            to.tag.extent = Extent::of_part(to.offset as u64, layout.size, layout.align);
        }
        Ok((to, part))
    }

    /// The offset of a field of a variant. The variant must be active: accesses to fields of other variants are not promised to
    /// work.
    fn variant_field_offset(
        &mut self,
        program: &Program,
        at: Pointer,
        ty: Ty,
        variant: u32,
        field: u32,
    ) -> Result<u64> {
        let layout = self.layouts.of(&program.types, ty)?.clone();
        let Shape::Variants(variants) = &layout.shape else {
            return Err(Stop::ill_formed("this is no enum"));
        };
        self.memory.check_bounds(at.alloc, at.offset, layout.size)?;
        match self.active_variant(at, variants) {
            Ok(active) if active == variant => {}
            Ok(_)
            | Err(
                Stop::Ub(Ub::Uninitialised { .. })
                | Stop::Unspecified(Unspecified::MovedPlace { .. }),
            ) => {
                return Err(Unspecified::InactiveVariant.into());
            }
            Err(stop) => return Err(stop),
        }
        let offsets = variants.variants.get(variant as usize).map(|v| &v.offsets);
        offsets
            .and_then(|offsets| offsets.get(field as usize).copied())
            .ok_or_else(|| Stop::ill_formed("a field does not exist"))
    }

    /// Evaluates an index. It is undefined if it is not below the length; no check at run time prevents that.
    fn index(
        &mut self,
        program: &Program,
        function: &Function,
        local: Local,
        length: u64,
    ) -> Result<u64> {
        match self.local_scalar(program, function, local)? {
            Word::Bits(index) if index < u128::from(length) => Ok(index as u64),
            Word::Bits(index) => Err(Ub::IndexOutOfBounds { index, length }.into()),
            Word::Stained(_) => Err(Unspecified::OpenValue.into()),
            Word::Pointer(_) => Err(Stop::ill_formed("an index is a pointer")),
        }
    }

    /// The pointer in a local.
    fn pointer_in(
        &mut self,
        program: &Program,
        function: &Function,
        local: Local,
    ) -> Result<Pointer> {
        match self.local_scalar(program, function, local)? {
            Word::Pointer(pointer) => Ok(pointer),
            Word::Bits(_) | Word::Stained(_) => Err(Stop::ill_formed("an integer is dereferenced")),
        }
    }

    /// The value of a scalar local.
    #[inline]
    pub(crate) fn local_scalar(
        &mut self,
        program: &Program,
        function: &Function,
        local: Local,
    ) -> Result<Scalar> {
        let slot = self.stack.last().and_then(|f| f.slots.get(local.index()));
        if let Some(&Slot::Scalar(scalar)) = slot {
            self.note_slot(local, Touch::Read);
            return Ok(scalar);
        }
        self.stored_scalar(program, function, local)
    }

    /// The value of a scalar local that is not in its slot.
    fn stored_scalar(
        &mut self,
        program: &Program,
        function: &Function,
        local: Local,
    ) -> Result<Scalar> {
        match self.slot(function, local)? {
            Slot::Scalar(scalar) => {
                self.note_slot(local, Touch::Read);
                Ok(scalar)
            }
            Slot::Memory(alloc) => {
                let ty = declared(function, local)?;
                self.load(program, start_of(alloc), ty)
            }
            Slot::Moved => Err(Unspecified::MovedPlace { at: None }.into()),
            Slot::Fresh | Slot::Dead => Err(Ub::Uninitialised { at: None }.into()),
        }
    }

    /// The contents of a live local.
    #[inline]
    pub(crate) fn slot(&mut self, function: &Function, local: Local) -> Result<Slot> {
        match self.stack.last().and_then(|f| f.slots.get(local.index())) {
            Some(Slot::Dead) => Err(Ub::DeadLocal { local }.into()),
            Some(slot) => Ok(*slot),
            None => self.grow_slots(function, local),
        }
    }

    /// Gives a local an allocation, if it has none yet, and returns a pointer to it.
    pub(crate) fn materialise(
        &mut self,
        program: &Program,
        function: &Function,
        local: Local,
    ) -> Result<Pointer> {
        let slot = self.slot(function, local)?;
        if let Slot::Memory(alloc) = slot {
            return Ok(start_of(alloc));
        }
        let ty = declared(function, local)?;
        let pointer = self.allocate(program, ty)?;
        if let Some(frame) = self.stack.last() {
            self.remember_birth(frame.function, local);
        }
        if let Slot::Scalar(scalar) = slot {
            let size = self.layouts.of(&program.types, ty)?.size;
            self.memory.store(pointer.alloc, 0, size, scalar)?;
        }
        self.note_promotion(self.stack.len().saturating_sub(1), local, pointer);
        self.set_slot(local, Slot::Memory(pointer.alloc));
        Ok(pointer)
    }

    /// Makes an allocation for a value of type `ty`.
    pub(crate) fn allocate(&mut self, program: &Program, ty: Ty) -> Result<Pointer> {
        let layout = self.layouts.of(&program.types, ty)?;
        let (size, align) = (layout.size, layout.align);
        self.allocate_bytes(size, align)
    }

    /// Makes an allocation.
    pub(crate) fn allocate_bytes(&mut self, size: u64, align: u64) -> Result<Pointer> {
        if self.memory.live_bytes() + size > self.limits.memory {
            return Err(crate::Budget::Memory(self.limits.memory).into());
        }
        Ok(start_of(self.memory.allocate(size, align)))
    }
}

/// The structure of a type.
pub(crate) fn kind(program: &Program, ty: Ty) -> Result<&TyKind> {
    let kind = program.types.get(ty);
    kind.ok_or_else(|| Stop::ill_formed("a type does not exist"))
}

/// The type of a local.
fn declared(function: &Function, local: Local) -> Result<Ty> {
    let decl = function.locals.get(local.index());
    decl.map(|decl| decl.ty)
        .ok_or_else(|| Stop::ill_formed("a local does not exist"))
}

/// The pointer to the first byte of an allocation.
pub(crate) fn start_of(alloc: kvant_memory::AllocId) -> Pointer {
    Pointer {
        alloc,
        offset: 0,
        tag: Tag::default(),
    }
}
