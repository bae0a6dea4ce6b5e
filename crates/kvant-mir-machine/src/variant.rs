//! Enums: the active variant, and its change.

use kvant_borrows::Access;
use kvant_memory::{Withheld, Word};
use kvant_mir::layout::{Shape, Variants};
use kvant_mir::{Function, Place, Program};

use crate::access::Room;
use crate::outcome::Result;
use crate::place::{Located, Spot};
use crate::planted::{self, Plant};
use crate::{Machine, Pointer, Scalar, Stop, Touch, Ub, Unspecified};

impl Machine {
    /// The variant according to the tag of an enum at `at`.
    pub(crate) fn active_variant(&mut self, at: Pointer, variants: &Variants) -> Result<u32> {
        if variants.tag.is_empty() {
            return Ok(0);
        }
        let offset = at.offset + variants.tag.start as i64;
        let length = variants.tag.end - variants.tag.start;
        match self.memory.load_word(at.alloc, offset, length)? {
            Word::Bits(bits) => match variants.tags.iter().position(|&tag| tag == bits) {
                Some(n) => Ok(n as u32),
                None => Err(Ub::InvalidDiscriminant { bits }.into()),
            },
            Word::Stained(_) | Word::Pointer(_) => Err(Unspecified::OpenValue.into()),
        }
    }

    /// Writes the tag of `variant`. If variants share no bytes, those of the inactive ones become inaccessible.
    pub(crate) fn write_tag(&mut self, at: Pointer, variants: &Variants, variant: u32) -> Result {
        let Some(tag) = variants.tags.get(variant as usize) else {
            return Err(Stop::ill_formed("a variant does not exist"));
        };
        let offset = at.offset + variants.tag.start as i64;
        let length = variants.tag.end - variants.tag.start;
        self.memory.store_bits(at.alloc, offset, length, *tag)?;
        if variants.apart {
            for (n, layout) in variants.variants.iter().enumerate() {
                let length = layout.span.end - layout.span.start;
                if n as u32 != variant && length > 0 {
                    let offset = at.offset + layout.span.start as i64;
                    self.memory
                        .withhold(at.alloc, offset, length, Withheld::Absent)?;
                }
            }
        }
        Ok(())
    }

    /// `Discriminant(place)`. If the layout is not promised, the discriminant may be encoded in the fields, so the whole value must
    /// be valid; otherwise only the tag must be.
    pub(crate) fn discriminant(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
    ) -> Result<Scalar> {
        let (at, located) = self.locate_enum(program, function, place)?;
        let layout = self.layouts.of(&program.types, located.ty)?.clone();
        let Shape::Variants(variants) = &layout.shape else {
            return Err(Stop::ill_formed("only an enum has a discriminant"));
        };
        if variants.apart {
            self.check_access(at, layout.size, layout.align, Access::Read)?;
            self.validate(program, at, located.ty)?;
        } else {
            self.check_reach(at, layout.size, layout.align)?;
            let tag = at.shifted(variants.tag.start as i64);
            let length = variants.tag.end - variants.tag.start;
            self.check_access(tag, length, 1, Access::Read)?;
        }
        let active = self.active_variant(at, variants)?;
        self.note_tag(at, variants, Touch::Read);
        let (Some(def), Some(variant)) = (
            program.types.as_adt(located.ty),
            program.types.variant(located.ty, active),
        ) else {
            return Err(Stop::ill_formed("a variant does not exist"));
        };
        let bits = def.discriminant_ty().bits(self.layouts.target());
        let value = match planted::is(Plant::DiscriminantIsIndex) {
            true => active.into(),
            false => variant.discriminant.cast_unsigned(),
        };
        Ok(Word::Bits(crate::arithmetic::truncate(value, bits)))
    }

    /// `SetDiscriminant(place, variant)`. The fields of the variant are uninitialised afterwards, unless it was the active one. If
    /// the layout is not promised, the discriminant may be encoded in a field of the variant, so only variants without fields can
    /// be set.
    pub(crate) fn set_discriminant(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        variant: u32,
    ) -> Result {
        let (at, located) = self.locate_enum(program, function, place)?;
        let layout = self.layouts.of(&program.types, located.ty)?.clone();
        let Shape::Variants(variants) = &layout.shape else {
            return Err(Stop::ill_formed("only an enum has a discriminant"));
        };
        self.write_access(located, at, Room::of(&layout))?;
        let Some(fields) = variants.variants.get(variant as usize) else {
            return Err(Stop::ill_formed("a variant does not exist"));
        };
        if self.active_variant(at, variants) == Ok(variant) {
            self.note_tag(at, variants, Touch::Write);
            return match variants.apart {
                true => self.validate(program, at, located.ty),
                false => Ok(()),
            };
        }
        if variants.apart && !fields.offsets.is_empty() {
            return Err(Unspecified::SetDataVariant.into());
        }
        self.memory.deinitialise(at.alloc, at.offset, layout.size)?;
        self.write_tag(at, variants, variant)?;
        self.note_bytes(at, layout.size, Touch::Clear);
        self.note_tag(at, variants, Touch::Write);
        Ok(())
    }

    /// Records a touch of the tag of an enum at `at`.
    pub(crate) fn note_tag(
        &mut self,
        at: Pointer,
        variants: &Variants,
        touch: impl FnOnce(crate::Spot) -> Touch,
    ) {
        let tag = &variants.tag;
        self.note_bytes(at.shifted(tag.start as i64), tag.end - tag.start, touch);
    }

    fn locate_enum(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
    ) -> Result<(Pointer, Located)> {
        let located = self.locate(program, function, place)?;
        match located.spot {
            Spot::Memory(at) => Ok((at, located)),
            Spot::Slot(_) => Err(Stop::ill_formed("an enum has no bytes")),
        }
    }
}
