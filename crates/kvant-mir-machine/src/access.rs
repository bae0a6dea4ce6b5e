//! Typed accesses: loads, stores, and the validity of bytes as a value of a type.

use kvant_borrows::Access;
use kvant_memory::{AccessError, Withheld, Word};
use kvant_mir::layout::{Layout, Shape};
use kvant_mir::{Program, Ty, TyKind};

use crate::aliasing::Protector;
use crate::frame::Slot;
use crate::operand::Value;
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::value::pointed_function;
use crate::{Machine, Pointer, Scalar, Stop, Touch, Ub, Unspecified, float, planted};

/// Size, alignment and anchor of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// See [`Layout::anchor`].
    pub(crate) anchor: u64,
}

impl Room {
    pub(crate) fn of(layout: &Layout) -> Room {
        Room {
            size: layout.size,
            align: layout.align,
            anchor: layout.anchor,
        }
    }
}

impl Machine {
    /// Checks that `size` bytes with alignment `align` exist at a pointer, without regard to borrows. A dangling pointer is
    /// refused even for an access of size 0, because versions of the rules disagree about that.
    pub(crate) fn check_reach(&self, at: Pointer, size: u64, align: u64) -> Result {
        let checked = self.memory.check(at.alloc, at.offset, size, align);
        match checked {
            Err(AccessError::Dead { alloc }) if size == 0 => {
                Err(Unspecified::DanglingWithoutBytes { alloc }.into())
            }
            Err(AccessError::Dead { .. }) => Ok(checked?),
            _ if at.tag.extent.is_whole() => Ok(checked?),
            _ => {
                check_part(at, size, align)?;
                Ok(checked?)
            }
        }
    }

    /// Accesses `size` bytes with alignment `align`: they must exist, and the borrows must allow the access.
    #[inline]
    pub(crate) fn check_access(
        &mut self,
        at: Pointer,
        size: u64,
        align: u64,
        access: Access,
    ) -> Result {
        self.check_reach(at, size, align)?;
        self.borrow_access(at, size, access)
    }

    /// Accesses a place to write a whole value there. The place must not be part of an inactive variant of an enum, and a place
    /// that was moved from can only be written by its own local, not through a pointer.
    pub(crate) fn write_access(&mut self, to: Located, at: Pointer, room: Room) -> Result {
        self.check_access(at, room.size, room.align, Access::Write)?;
        if room.size > 0 {
            let anchor = at.offset + room.anchor as i64;
            self.memory
                .check_withheld(at.alloc, anchor, 1, Withheld::Absent)?;
            if !to.direct {
                self.memory
                    .check_withheld(at.alloc, at.offset, room.size, Withheld::Moved)?;
            }
        }
        self.remember_write(at.alloc);
        Ok(())
    }

    /// Loads a scalar: the memory must be accessible, aligned and initialised, and the bits must be
    /// a value of the type.
    pub(crate) fn load(&mut self, program: &Program, from: Pointer, ty: Ty) -> Result<Scalar> {
        let layout = self.layouts.of(&program.types, ty)?;
        let (size, align) = (layout.size, layout.align);
        self.check_access(from, size, align, Access::Read)?;
        self.note_bytes(from, size, Touch::Read);
        self.load_unchecked(program, from, ty, size)
    }

    /// Loads a scalar of `size` bytes that may be accessed.
    fn load_unchecked(
        &mut self,
        program: &Program,
        from: Pointer,
        ty: Ty,
        size: u64,
    ) -> Result<Scalar> {
        match kind(program, ty)? {
            TyKind::RawPtr(..) | TyKind::Ref(..) => {
                let pointer = self.memory.load_pointer(from.alloc, from.offset)?;
                Ok(Word::Pointer(pointer))
            }
            TyKind::FnPtr { .. } => {
                let pointer = self.memory.load_pointer(from.alloc, from.offset)?;
                match pointed_function(pointer) {
                    Some(_) => Ok(Word::Pointer(pointer)),
                    None => Err(Unspecified::FunctionPointerToData.into()),
                }
            }
            kind @ (TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char) => {
                valid_scalar(kind, self.memory.load_word(from.alloc, from.offset, size)?)
            }
            _ => Err(Stop::ill_formed("a scalar is expected")),
        }
    }

    /// Stores a scalar.
    #[inline]
    pub(crate) fn store(&mut self, program: &Program, to: Located, scalar: Scalar) -> Result {
        match (kind(program, to.ty)?, scalar) {
            (TyKind::Int(_) | TyKind::Float(_), Word::Bits(_) | Word::Stained(_))
            | (TyKind::Bool | TyKind::Char, Word::Bits(_))
            | (TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. }, Word::Pointer(_)) => {}
            _ => return Err(Stop::ill_formed("a scalar does not fit its destination")),
        }
        match to.spot {
            Spot::Slot(local) => {
                self.set_slot(local, Slot::Scalar(scalar));
                Ok(())
            }
            Spot::Memory(pointer) => {
                let room = Room::of(self.layouts.of(&program.types, to.ty)?);
                self.write_access(to, pointer, room)?;
                self.memory
                    .store(pointer.alloc, pointer.offset, room.size, scalar)?;
                self.note_bytes(pointer, room.size, Touch::Write);
                Ok(())
            }
        }
    }

    /// Stores a value of size 0. Nothing is written, but the place must be accessible.
    pub(crate) fn store_nothing(&mut self, program: &Program, to: Located) -> Result {
        let layout = self.layouts.of(&program.types, to.ty)?;
        let (size, align) = (layout.size, layout.align);
        match to.spot {
            Spot::Memory(pointer) if size == 0 => {
                self.check_access(pointer, 0, align, Access::Write)
            }
            _ => Err(Stop::ill_formed("`()` does not fit its destination")),
        }
    }

    /// A typed copy of a value of type `ty`. All of it must be valid, its padding is not copied, and the references in it are
    /// retagged.
    pub(crate) fn store_value(
        &mut self,
        program: &Program,
        to: Located,
        value: Value,
        ty: Ty,
        protector: Protector,
    ) -> Result {
        if let Value::Scalar(scalar) = value {
            let scalar = self.retag_scalar(program, scalar, ty, protector)?;
            return self.copy_value(program, to, Value::Scalar(scalar), ty);
        }
        self.copy_value(program, to, value, ty)?;
        match to.spot {
            Spot::Memory(at) => self.retag_inside(program, at, ty, protector),
            Spot::Slot(_) => Ok(()),
        }
    }

    /// A typed copy of a value of type `ty`, without retagging its references.
    pub(crate) fn copy_value(
        &mut self,
        program: &Program,
        to: Located,
        value: Value,
        ty: Ty,
    ) -> Result {
        if to.ty != ty {
            return Err(Stop::ill_formed("a value does not fit its destination"));
        }
        let from = match value {
            Value::Scalar(scalar) => return self.store(program, to, scalar),
            Value::Memory(from) => from,
        };
        let Spot::Memory(target) = to.spot else {
            return Err(Stop::ill_formed("an aggregate has no bytes"));
        };
        let layout = self.layouts.of(&program.types, ty)?.clone();
        self.check_access(from, layout.size, layout.align, Access::Read)?;
        self.write_access(to, target, Room::of(&layout))?;
        if overlaps(from, target, layout.size) {
            return Err(Unspecified::OverlappingAssignment.into());
        }
        self.validate(program, from, ty)?;
        self.charge(layout.data.iter().map(|d| d.end - d.start).sum());
        self.memory
            .deinitialise(target.alloc, target.offset, layout.size)?;
        self.note_bytes(target, layout.size, Touch::Clear);
        self.copy_data(program, from, target, ty)?;
        if planted::is(planted::Plant::CopyFlipsFirstByte) {
            self.flip_first_byte(target);
        }
        Ok(())
    }

    /// The result of a typed copy of a scalar: a reference gets a new tag.
    pub(crate) fn retag_scalar(
        &mut self,
        program: &Program,
        scalar: Scalar,
        ty: Ty,
        protector: Protector,
    ) -> Result<Scalar> {
        match (kind(program, ty)?, scalar) {
            (TyKind::Ref(mutability, pointee), Word::Pointer(pointer)) => {
                let pointer = self.retag(program, pointer, *pointee, *mutability, protector)?;
                Ok(Word::Pointer(pointer))
            }
            _ => Ok(scalar),
        }
    }

    /// Copies the bytes of a valid value that are not padding, to uninitialised memory.
    fn copy_data(&mut self, program: &Program, from: Pointer, to: Pointer, ty: Ty) -> Result {
        let layout = self.layouts.of(&program.types, ty)?.clone();
        if layout.size == 0 || !layout.contents.variants {
            return self.copy_ranges(from, to, &layout);
        }
        match &layout.shape {
            Shape::Union | Shape::Bits | Shape::Pointer => {
                return self.copy_ranges(from, to, &layout);
            }
            Shape::Variants(variants) => {
                let active = self.active_variant(from, variants)?;
                self.write_tag(to, variants, active)?;
                let tag = &variants.tag;
                let [from, to] = [from, to].map(|at| at.shifted(tag.start as i64));
                self.note_copy(from, to, tag.end - tag.start);
            }
            Shape::Fields(_) | Shape::Array { .. } => {}
        }
        self.for_each_part(program, from, ty, &mut |this, offset, part| {
            this.copy_data(program, from.shifted(offset), to.shifted(offset), part)
        })
    }

    /// Visits the parts of the aggregate at `at`; of an enum, the fields of the active variant.
    pub(crate) fn for_each_part(
        &mut self,
        program: &Program,
        at: Pointer,
        ty: Ty,
        visit: &mut dyn FnMut(&mut Machine, i64, Ty) -> Result,
    ) -> Result {
        let layout = self.layouts.of(&program.types, ty)?.clone();
        let types = &program.types;
        match &layout.shape {
            Shape::Bits | Shape::Pointer | Shape::Union => {}
            Shape::Fields(offsets) => {
                for (n, offset) in (0..).zip(offsets) {
                    if let Some(field) = types.field(ty, n) {
                        visit(self, *offset as i64, field)?;
                    }
                }
            }
            Shape::Variants(variants) => {
                let active = self.active_variant(at, variants)?;
                for (n, offset) in (0..).zip(&variants.variants[active as usize].offsets) {
                    if let Some(field) = types.variant_field(ty, active, n) {
                        visit(self, *offset as i64, field)?;
                    }
                }
            }
            Shape::Array { stride, length } => {
                if let TyKind::Array(element, _) = kind(program, ty)? {
                    self.charge(length.saturating_mul(64));
                    for n in 0..*length {
                        visit(self, (n * stride) as i64, *element)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Copies the bytes that are data in every value of the type.
    fn copy_ranges(&mut self, from: Pointer, to: Pointer, layout: &Layout) -> Result {
        for data in &layout.data {
            let [from, to] = [from, to].map(|at| at.shifted(data.start as i64));
            let length = data.end - data.start;
            self.memory
                .copy((from.alloc, from.offset), (to.alloc, to.offset), length)?;
            self.note_copy(from, to, length);
        }
        Ok(())
    }

    /// Checks that the bytes at `at`, which may be accessed, are a value of type `ty`: all of them are initialised, and each
    /// `bool`, `char`, pointer and discriminant is valid. Unions may contain anything.
    pub(crate) fn validate(&mut self, program: &Program, at: Pointer, ty: Ty) -> Result {
        let layout = self.layouts.of(&program.types, ty)?.clone();
        if layout.size == 0 {
            // An array of values of size 0 may be too long to visit.
            return Ok(());
        }
        if layout.contents.numbers {
            for data in &layout.data {
                let offset = at.offset + data.start as i64;
                self.memory
                    .check_numbers(at.alloc, offset, data.end - data.start)?;
            }
            return Ok(());
        }
        match &layout.shape {
            Shape::Bits | Shape::Pointer => {
                self.load_unchecked(program, at, ty, layout.size)?;
                Ok(())
            }
            Shape::Union => {
                for why in [Withheld::Moved, Withheld::Absent] {
                    self.memory
                        .check_withheld(at.alloc, at.offset, layout.size, why)?;
                }
                Ok(())
            }
            Shape::Fields(_) | Shape::Array { .. } | Shape::Variants(_) => {
                self.for_each_part(program, at, ty, &mut |this, offset, part| {
                    this.validate(program, at.shifted(offset), part)
                })
            }
        }
    }

    /// The wrong rule [`planted::Plant::CopyFlipsFirstByte`].
    #[cold]
    fn flip_first_byte(&mut self, at: Pointer) {
        if let Ok(byte) = self.memory.load_bits(at.alloc, at.offset, 1)
            && byte > 1
        {
            // A `bool` stays one, so that the copy is wrong and not undefined.
            let _ = self.memory.store_bits(at.alloc, at.offset, 1, byte ^ 0xf0);
        }
    }
}

/// Checks an access to a part of a type without a promised layout: it must stay inside of the part, and require no more than
/// the part's own alignment. So the answer does not depend on the position of the part.
fn check_part(at: Pointer, size: u64, align: u64) -> Result {
    let extent = at.tag.extent;
    match extent.holds(at.offset, size) && extent.alignment() >= align {
        true => Ok(()),
        false => Err(Unspecified::LayoutDependent { alloc: at.alloc }.into()),
    }
}

/// True if two ranges of `size` bytes overlap.
pub(crate) fn overlaps(a: Pointer, b: Pointer, size: u64) -> bool {
    overlaps_range(a, size, b, size)
}

/// True if two ranges of memory overlap.
pub(crate) fn overlaps_range(a: Pointer, a_size: u64, b: Pointer, b_size: u64) -> bool {
    a.alloc == b.alloc
        && a_size > 0
        && b_size > 0
        && a.offset < b.offset.saturating_add_unsigned(b_size)
        && b.offset < a.offset.saturating_add_unsigned(a_size)
}

/// Checks that bits are a value of a scalar type that is not a pointer. The bits of a NaN become stained, because they are
/// not preserved as a float.
pub(crate) fn valid_scalar(kind: &TyKind, word: Scalar) -> Result<Scalar> {
    match (kind, word) {
        (TyKind::Bool, Word::Bits(bits)) if bits > 1 => Err(Ub::InvalidBool { bits }.into()),
        (TyKind::Char, Word::Bits(bits)) if !is_char(bits) => Err(Ub::InvalidChar { bits }.into()),
        (TyKind::Float(float), Word::Bits(bits)) if float::is_nan(*float, bits as u64) => {
            Ok(Word::Stained(bits))
        }
        (TyKind::Int(_) | TyKind::Float(_), _) | (TyKind::Bool | TyKind::Char, Word::Bits(_)) => {
            Ok(word)
        }
        // The validity of stained bits depends on the choice that they stand for.
        (TyKind::Bool | TyKind::Char, _) => Err(Unspecified::OpenValue.into()),
        _ => Err(Stop::ill_formed("a scalar is expected")),
    }
}

/// True if the bits are a `char`: not a surrogate, and not too large.
fn is_char(bits: u128) -> bool {
    u32::try_from(bits).is_ok_and(|bits| char::from_u32(bits).is_some())
}
