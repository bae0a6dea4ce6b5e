//! Effective types (6.5p6, p7), in a form that the type-based alias analyses of both GCC and LLVM accept.
//!
//! Every object has a type: its declared type, or, for memory of `malloc`, an array of the type of its first use, until it is
//! freed. A pointer of type `S *` must point to an object of type `S`.

use kvant_c::layout::BitRange;
use kvant_c::{Type, TypeId};
use kvant_memory::AllocId;

use crate::access::{Base, Spot, Surroundings, Union};
use crate::frame::Change;
use crate::object::{OPAQUE, Object, Origin};
use crate::outcome::Result;
use crate::types::{Shape, Traits, TypeTable, is_character};
use crate::{Extent, Machine, Stop, Ub, Unsupported, Value};

impl Machine {
    /// The object that a pointer of type `S *` points to, which must be live, inside of the pointer's extent, aligned and of
    /// type `S`. The same holds if the object is only named, for instance to take the address of a member.
    #[inline]
    pub(crate) fn pointee(&mut self, value: Value, ty: Type) -> Result<Spot> {
        let pointer = match value {
            Value::Pointer(pointer) => pointer,
            Value::Null => return Err(Ub::NullAccess.into()),
            _ => return Err(Stop::ill_formed("only pointers to objects lead to objects")),
        };
        let info = self.types.info(ty.id);
        if info.size == 0 {
            return Err(match info.shape {
                Shape::Vector => Unsupported::Vector.into(),
                _ => Stop::ill_formed("there is no object of this type"),
            });
        }
        let (alloc, offset) = (pointer.alloc, pointer.offset);
        let end = offset.saturating_add(i64::from(info.size));
        if offset < i64::from(pointer.tag.extent.start) || end > i64::from(pointer.tag.extent.end) {
            self.check_live(alloc)?;
            return Err(Ub::OutOfBounds { alloc, offset }.into());
        }
        let (size, align) = (u64::from(info.size), u64::from(info.align));
        self.memory.check(alloc, offset, size, align)?;
        let at = offset as u32;
        if !is_character(ty.id) {
            self.check_effective_type(alloc, at, ty.id)?;
        }
        Ok(Spot {
            based: pointer.tag.based,
            ..Spot::memory(alloc, at, Base::of(ty.id, at))
        })
    }

    #[inline]
    fn check_effective_type(&mut self, alloc: AllocId, offset: u32, wanted: TypeId) -> Result {
        let object = self.object(alloc)?;
        let fits = match object.ty {
            Some(root) if root == wanted && offset == 0 => true,
            Some(root) => {
                let within = self.within(alloc, root, offset);
                root != OPAQUE
                    && within != u32::MAX
                    && self.types.has_subobject(root, within, wanted)
            }
            None => return self.type_memory(alloc, offset, wanted),
        };
        match fits {
            true => Ok(()),
            false => Err(Ub::EffectiveType {
                alloc,
                offset: i64::from(offset),
            }
            .into()),
        }
    }

    /// Translates an offset in an object to one in its declared type, or in an element if it is memory of `malloc`. The rest at
    /// the end of such memory belongs to no element.
    pub(crate) fn within(&self, alloc: AllocId, root: TypeId, offset: u32) -> u32 {
        let Ok(object) = self.object(alloc) else {
            return u32::MAX;
        };
        let step = self.types.info(root).size;
        if object.origin != Origin::Heap || step == 0 {
            return offset;
        }
        let size = self.memory.info(alloc).map_or(0, |info| info.size);
        let end = (u64::from(offset / step) + 1) * u64::from(step);
        match end <= size {
            true => offset % step,
            false => u32::MAX,
        }
    }

    /// Makes memory of `malloc` an array of the type of its first use.
    fn type_memory(&mut self, alloc: AllocId, offset: u32, ty: TypeId) -> Result {
        let size = self.types.info(ty).size;
        if size == 0 || !offset.is_multiple_of(size) {
            return Err(Ub::EffectiveType {
                alloc,
                offset: i64::from(offset),
            }
            .into());
        }
        self.set_heap_type(alloc, Some(ty));
        Ok(())
    }

    /// Sets the element type of memory of `malloc`.
    pub(crate) fn set_heap_type(&mut self, alloc: AllocId, ty: Option<TypeId>) {
        let traits = ty.map_or(Traits::default(), |ty| self.types.info(ty).traits);
        let Some(object) = self.objects.get_mut(alloc.0 as usize) else {
            return;
        };
        let (old, old_traits) = (object.ty, object.traits);
        self.changes.record(|| Change::HeapType {
            alloc,
            old,
            traits: old_traits,
        });
        object.ty = ty;
        object.traits = traits;
    }

    /// The context of an access: the traits of everything around it, and the outermost union.
    pub(crate) fn surroundings(
        &self,
        alloc: AllocId,
        offset: u32,
        size: u32,
        bits: Option<BitRange>,
    ) -> Surroundings {
        let mut found = Surroundings::default();
        let Ok(object) = self.object(alloc) else {
            return found;
        };
        found.traits = Traits::of(object.quals);
        let Some(root) = object.ty else {
            return found;
        };
        let (mut ty, mut at) = (root, self.within(alloc, root, offset));
        // The offset at which the current type begins.
        let mut start = offset.saturating_sub(at);
        loop {
            let info = self.types.info(ty);
            match info.shape {
                Shape::Array => {
                    found.traits = found.traits.and(Traits::of(info.inner.quals));
                    let step = self.types.info(info.inner.id).size.max(1);
                    if at % step + size > step {
                        // The access covers more than one element, as `memset` and `memcpy` do.
                        found.traits = found.traits.and(info.traits);
                        return found;
                    }
                    start += at / step * step;
                    at %= step;
                    ty = info.inner.id;
                }
                Shape::Record(id) => {
                    let Some(record) = self.types.record(id) else {
                        return found;
                    };
                    if record.is_union {
                        let end = start + info.size;
                        let extent = Extent { start, end };
                        found.union = Some(Union { extent, ty, id });
                        // The member is not known here.
                        found.traits = found.traits.and(info.traits);
                        return found;
                    }
                    let mut fields = record.fields.iter().filter(|field| {
                        let overlaps = field.offset < at + size && at < field.offset + field.size;
                        // Among bit-fields in one byte, only the accessed one counts.
                        let other = field.bits.is_some()
                            && bits.is_some()
                            && (field.offset, field.bits) != (at, bits);
                        field.named && overlaps && !other
                    });
                    let only = fields.next().filter(|field| {
                        let inside = field.offset <= at && at + size <= field.offset + field.size;
                        inside && fields.next().is_none()
                    });
                    let Some(field) = only else {
                        found.traits = found.traits.and(info.traits);
                        return found;
                    };
                    found.traits = found.traits.and(Traits::of(field.ty.quals));
                    if field.bits.is_some() {
                        return found;
                    }
                    start += field.offset;
                    at -= field.offset;
                    ty = field.ty.id;
                }
                _ => return found,
            }
        }
    }

    /// Updates the type of memory of `malloc` after a copy of bytes (6.5p6). Memory without a type takes the element type of
    /// the source, if whole elements are copied. Memory with a type keeps it if the source has the same subobjects. Otherwise
    /// the memory becomes opaque: it can only be read as characters.
    pub(crate) fn take_over_type(
        &mut self,
        from: (AllocId, u32),
        to: (AllocId, u32),
        length: u32,
    ) -> Result {
        let target = self.object(to.0)?;
        if target.origin != Origin::Heap {
            return Ok(());
        }
        let Some(mut ty) = self.object(from.0)?.ty else {
            return Ok(());
        };
        if let Some(own) = target.ty {
            if !self.is_made_of(from, to, length, own) {
                self.set_heap_type(to.0, Some(OPAQUE));
            }
            return Ok(());
        }
        if ty == OPAQUE {
            self.set_heap_type(to.0, Some(OPAQUE));
            return Ok(());
        }
        while self.types.shape(Type::plain(ty)) == Shape::Array {
            ty = self.types.info(ty).inner.id;
        }
        let step = self.types.info(ty).size.max(1);
        let whole = [from.1, to.1, length]
            .iter()
            .all(|n| n.is_multiple_of(step));
        // A declared array of characters has an effective type as well.
        let fits = whole && !is_character(ty);
        self.set_heap_type(to.0, Some(if fits { ty } else { OPAQUE }));
        Ok(())
    }

    /// True if the source of a copy has the subobjects that elements of type `ty` have at the destination.
    fn is_made_of(
        &self,
        from: (AllocId, u32),
        to: (AllocId, u32),
        length: u32,
        ty: TypeId,
    ) -> bool {
        let Ok(Object { ty: Some(root), .. }) = self.object(from.0) else {
            return false;
        };
        let root = *root;
        let is_there = |at: u32, ty: TypeId| {
            let at = self.within(from.0, root, at);
            at != u32::MAX && self.types.has_subobject(root, at, ty)
        };
        let step = self.types.info(ty).size;
        root != OPAQUE
            && pieces(step, to.1, length).all(|(done, at, length)| {
                let (ty, source) = (Type::plain(ty), from.1 + done);
                self.types.has_parts(ty, at, length, source, &is_there)
            })
    }

    /// A member of the object that a spot designates, by its position in a record.
    #[inline]
    pub(crate) fn member(&self, of: Spot, record: Type, n: u32) -> Result<Spot> {
        let crate::access::At::Memory {
            alloc,
            offset,
            mut base,
        } = of.at
        else {
            return Err(Stop::ill_formed("a scalar has no members"));
        };
        let Shape::Record(id) = self.types.shape(record) else {
            return Err(Stop::ill_formed("only structs and unions have members"));
        };
        let Some(field) = self.types.field(id, n) else {
            return Err(Stop::ill_formed("there is no such member"));
        };
        if field.bits.is_some() && self.types.info(field.ty.id).size > 4 {
            return Err(Unsupported::WideBitField.into());
        }
        base.through_union |= self.types.is_union(id);
        Ok(Spot {
            bits: field.bits,
            based: of.based,
            ..Spot::memory(alloc, offset + field.offset, base)
        })
    }
}

/// Splits bytes of an array by elements: for each piece, the bytes before it, its offset in the element, and its length.
fn pieces(step: u32, start: u32, length: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done >= length || step == 0 {
            return None;
        }
        let at = (start + done) % step;
        let piece = (done, at, (step - at).min(length - done));
        done += piece.2;
        Some(piece)
    })
}

impl TypeTable {
    /// True if bytes `at..at + length` of a type are whole subobjects, and the source has each of them, from `source` on.
    fn has_parts(
        &self,
        ty: Type,
        at: u32,
        length: u32,
        source: u32,
        is_there: &impl Fn(u32, TypeId) -> bool,
    ) -> bool {
        let info = self.info(ty.id);
        if at == 0 && length == info.size && is_there(source, ty.id) {
            return true;
        }
        match info.shape {
            Shape::Array => {
                let step = self.info(info.inner.id).size;
                pieces(step, at, length).all(|(done, at, length)| {
                    self.has_parts(info.inner, at, length, source + done, is_there)
                })
            }
            Shape::Record(id) if !self.is_union(id) => {
                let fields = self.record(id).map_or(&[][..], |record| &record.fields);
                fields.iter().filter(|field| field.named).all(|field| {
                    let from = field.offset.max(at);
                    let to = (field.offset + field.size).min(at + length);
                    let source = (source + from).wrapping_sub(at);
                    from >= to
                        || field.bits.is_none()
                            && self.has_parts(
                                field.ty,
                                from - field.offset,
                                to - from,
                                source,
                                is_there,
                            )
                })
            }
            _ => false,
        }
    }
}
