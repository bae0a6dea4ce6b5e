//! Conversions that depend on more than the shapes of two types (6.3): by assignment, to bit-fields and between pointers.
//! Conversions of numbers are in `arithmetic.rs`.

use kvant_c::layout::BitRange;
use kvant_c::{Expr, Type, TypeId};

use crate::arithmetic::{Int, convert};
use crate::object::{OPAQUE, Origin};
use crate::outcome::Result;
use crate::types::{Shape, TypeTable, is_character, same_access};
use crate::{Extent, Machine, Pointer, Stop, Value};

impl Machine {
    /// The conversion of an assignment (6.5.16.1p2), which also applies to arguments, results and initial values. A bit-field
    /// has a type of exactly its width (6.7.2.1p10): a floating value must fit that (6.3.1.4p1).
    pub(crate) fn assigned(
        &self,
        value: Value,
        from: &Expr,
        to: Type,
        bits: Option<BitRange>,
    ) -> Result<Value> {
        self.assigned_from(value, (self.value_shape(from), from.ty), to, bits)
    }

    /// The same for a value without an expression of its own.
    pub(crate) fn assigned_from(
        &self,
        value: Value,
        (from, from_ty): (Shape, Type),
        to: Type,
        bits: Option<BitRange>,
    ) -> Result<Value> {
        let shape = self.types.shape(to);
        if let (Some(bits), Value::Float(_), Shape::Int(int)) = (bits, value, shape) {
            let field = field_type(bits, int);
            let value = convert(value, from, Shape::Int(field))?;
            return convert(value, Shape::Int(field), shape);
        }
        let value = convert(value, from, shape)?;
        match value {
            Value::Pointer(pointer) => self.converted_pointer(pointer, from_ty, to),
            Value::Function(_)
                if shape == Shape::Pointer
                    && self.types.shape(self.types.info(to.id).inner) != Shape::Function =>
            {
                Err(Stop::ill_formed(
                    "a pointer to a function is not a pointer to an object",
                ))
            }
            _ => Ok(value),
        }
    }

    /// Converts a pointer to another pointer type (6.3.2.3p7): it has to be aligned for the new type, and belongs to an object
    /// of that type if there is one at its offset.
    pub(crate) fn converted_pointer(
        &self,
        pointer: Pointer,
        from: Type,
        to: Type,
    ) -> Result<Value> {
        let (old, new) = (self.types.info(from.id).inner, self.types.info(to.id).inner);
        let info = self.types.info(new.id);
        if old.id == new.id || matches!(info.shape, Shape::Void | Shape::Unknown) {
            return Ok(Value::Pointer(pointer));
        }
        if info.shape == Shape::Function {
            return Err(Stop::ill_formed(
                "a pointer to an object is not a pointer to a function",
            ));
        }
        let align = u64::from(info.align);
        self.memory.check(pointer.alloc, pointer.offset, 0, align)?;
        Ok(Value::Pointer(self.retargeted(pointer, new.id)))
    }

    /// Changes the extent of a pointer to that of the object of type `ty` at its offset. A pointer to a struct becomes one to
    /// its first member and back (6.7.2.1p15), and one to an array one to its first element, but never reaches the next member
    /// or row. The extent stays if `ty` is a character type or no object of type `ty` is there.
    fn retargeted(&self, pointer: Pointer, ty: TypeId) -> Pointer {
        let Some(reach) = self.reach(pointer, ty) else {
            return pointer;
        };
        let old = pointer.tag.extent;
        let narrower = old.start <= reach.start && reach.end <= old.end;
        let from_first_member =
            pointer.offset == i64::from(old.start) && self.types.begins_with(ty, old.size());
        let mut pointer = pointer;
        if narrower || from_first_member {
            pointer.tag.extent = reach;
        }
        pointer
    }

    /// The array of objects of type `ty`, or the single object, that a pointer points to, or past the end of which it points.
    fn reach(&self, pointer: Pointer, ty: TypeId) -> Option<Extent> {
        let end = pointer.tag.extent.end;
        let mut at = u32::try_from(pointer.offset).ok()?;
        if at == end {
            at = at.checked_sub(self.types.info(ty).size)?;
        }
        let object = self.object(pointer.alloc).ok()?;
        let root = object.ty.filter(|root| *root != OPAQUE)?;
        let within = self.within(pointer.alloc, root, at);
        if is_character(ty) || within == u32::MAX {
            return None;
        }
        let size = self.types.info(root).size;
        let around = match object.origin {
            Origin::Heap => {
                let bytes = self.memory.info(pointer.alloc)?.size as u32;
                Extent {
                    start: 0,
                    end: bytes - bytes.checked_rem(size)?,
                }
            }
            _ => Extent {
                start: 0,
                end: size,
            },
        };
        let reach = self.types.reach(root, (at - within, around), at, ty);
        reach.filter(|reach| pointer.offset < i64::from(end) || reach.end == end)
    }
}

/// The type of a bit-field's value: an integer of its width.
pub(crate) fn field_type(bits: BitRange, declared: Int) -> Int {
    Int {
        bits: bits.width.clamp(1, 128),
        signed: declared.signed,
    }
}

impl TypeTable {
    /// The array that an object of type `wanted` at offset `at` belongs to, or the object itself, inside of an object of type
    /// `within` that begins at `start` and belongs to the array `around`. If several members of a union have one, the
    /// intersection.
    fn reach(
        &self,
        within: TypeId,
        (start, around): (u32, Extent),
        at: u32,
        wanted: TypeId,
    ) -> Option<Extent> {
        if start == at && same_access(within, wanted) {
            return Some(around);
        }
        let info = self.info(within);
        match info.shape {
            Shape::Array => {
                let step = self.info(info.inner.id).size;
                let row = Extent {
                    start,
                    end: start + info.size,
                };
                let element = start + (at - start).checked_div(step)? * step;
                (at < row.end)
                    .then(|| self.reach(info.inner.id, (element, row), at, wanted))
                    .flatten()
            }
            Shape::Record(id) => {
                let fields = self.record(id)?.fields.iter().filter(|field| {
                    let start = start + field.offset;
                    let bytes = start..start + field.size;
                    field.named && field.bits.is_none() && bytes.contains(&at)
                });
                let found = fields.filter_map(|field| {
                    let start = start + field.offset;
                    let own = Extent {
                        start,
                        end: start + field.size,
                    };
                    self.reach(field.ty.id, (start, own), at, wanted)
                });
                found.reduce(|a, b| Extent {
                    start: a.start.max(b.start),
                    end: a.end.min(b.end),
                })
            }
            _ => None,
        }
    }

    /// True if a struct or union has a member of this size at offset 0, directly or nested. Array elements do not count.
    fn begins_with(&self, ty: TypeId, size: u32) -> bool {
        let Shape::Record(id) = self.info(ty).shape else {
            return false;
        };
        let Some(record) = self.record(id) else {
            return false;
        };
        let mut first = record
            .fields
            .iter()
            .filter(|field| field.named && field.bits.is_none() && field.offset == 0);
        first.any(|field| field.size == size || self.begins_with(field.ty.id, size))
    }
}
