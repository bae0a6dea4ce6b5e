//! Unions: reads of a member after a store to another one, and the effect of a store on the other members.

use std::ops::Range;

use kvant_c::layout::BitRange;
use kvant_c::{Expr, ExprKind, RecordId, TypeId};
use kvant_memory::AllocId;

use crate::access::{Base, Path, Union};
use crate::object::{Mark, Stored};
use crate::outcome::Result;
use crate::types::{Shape, Traits, TypeTable, is_character, same_access};
use crate::{Extent, Machine, Unspecified};

impl Machine {
    /// Checks an access to a union. If the union is named, any member may be read after any other was stored that way (6.5.2.3,
    /// footnote 97, and the documentation of GCC and LLVM). Through a pointer to a member, or to an element of one, the access
    /// must be to the member stored last, through the same struct: `pa->t` and `pb->t` do not alias for compilers, although the
    /// union begins with both structs.
    pub(crate) fn check_union(
        &self,
        alloc: AllocId,
        bytes: Range<u32>,
        access: Stored,
        named: bool,
        write: bool,
    ) -> Result {
        if is_character(access.ty) || (named && write) {
            return Ok(());
        }
        let types = &self.types;
        let fine = |mark: &Mark| match mark {
            Mark::Nothing | Mark::Bytes => true,
            _ if named => match mark {
                Mark::Pointee(stored) => same_access(stored.ty, access.ty),
                _ => true,
            },
            // An access path that begins with more than the stored member leads to another member.
            Mark::Member(stored) => {
                same_access(stored.ty, access.ty) && types.contains(stored.path, access.path)
            }
            Mark::Pointee(stored) => {
                same_access(stored.ty, access.ty)
                    && (types.contains(stored.path, access.path)
                        || types.contains(access.path, stored.path))
            }
            Mark::Opaque => false,
        };
        match self.marks(alloc, bytes.start, bytes.end).iter().all(fine) {
            true => Ok(()),
            false => Err(Unspecified::UnionMember {
                alloc,
                offset: i64::from(bytes.start),
            }
            .into()),
        }
    }

    /// Marks bytes that are read through a pointer, which restricts later stores: a compiler that considers the two independent
    /// may swap them.
    pub(crate) fn union_load(
        &mut self,
        alloc: AllocId,
        offset: u32,
        base: Base,
        e: &Expr,
        bits: Option<BitRange>,
    ) {
        let size = self.types.access_size(e.ty.id, bits);
        let found = self.surroundings(alloc, offset, size, bits);
        let access = Stored {
            ty: self.types.accessed_as(e, bits),
            path: base.path,
        };
        let is_free = found
            .union
            .is_none_or(|outer| self.types.names(base, outer));
        if is_free || is_character(access.ty) {
            return;
        }
        let binds = |mark: &Mark| match mark {
            Mark::Nothing | Mark::Bytes => true,
            Mark::Pointee(stored) => !self.types.contains(stored.path, access.path),
            Mark::Member(_) | Mark::Opaque => false,
        };
        let marks = self.marks(alloc, offset, offset + size);
        if marks.is_empty() || marks.iter().any(binds) {
            self.set_marks(alloc, offset, offset + size, Mark::Pointee(access));
        }
    }

    /// Effects of a member store on the other bytes of the union: those outside of the member get unspecified values
    /// (6.2.6.1p7), and so does the padding of structs on the path (p6).
    pub(crate) fn union_store(
        &mut self,
        alloc: AllocId,
        offset: u32,
        base: Base,
        e: &Expr,
        bits: Option<BitRange>,
    ) -> Result {
        let size = self.types.access_size(e.ty.id, bits);
        let found = self.surroundings(alloc, offset, size, bits);
        let Some(union) = found.union else {
            return Ok(());
        };
        let (outer, named) = (union.extent, self.types.names(base, union));
        // The fields on the access path, from the inside, and the member of the outermost union.
        let (mut at, mut node, mut member) = (offset, e, None);
        let mut fields = Vec::new();
        while let ExprKind::Member(of, n) | ExprKind::Arrow(of, n) = &node.kind {
            let record = match node.kind {
                ExprKind::Arrow(..) => self.types.info(self.types.info(of.ty.id).inner.id),
                _ => self.types.info(of.ty.id),
            };
            let Shape::Record(id) = record.shape else {
                break;
            };
            let Some(field) = self.types.field(id, *n) else {
                break;
            };
            at = at.saturating_sub(field.offset);
            fields.push((id, at, field));
            if self.types.is_union(id) {
                member = Some(Path {
                    ty: field.ty.id,
                    start: at,
                });
            }
            if matches!(node.kind, ExprKind::Arrow(..)) {
                break;
            }
            node = of;
        }
        for (within, start, field) in fields {
            let Some(record) = self.types.record(within) else {
                continue;
            };
            let gone = match record.is_union {
                true => {
                    let whole = record.fields.iter().map(|f| f.size).max().unwrap_or(0);
                    vec![(field.size, whole.max(field.size))]
                }
                false => record.padding.clone(),
            };
            let bits_of_union = record.is_union && field.bits.is_some();
            for (from, to) in gone {
                // Bytes with padding bits beside a bit-field keep their known bits.
                let whole_bytes = !self.holds_bit_field(within, from, to);
                if whole_bytes && from < to {
                    let length = u64::from(to - from);
                    self.memory
                        .deinitialise(alloc, i64::from(start + from), length)?;
                }
            }
            if bits_of_union {
                let length = u64::from(field.size);
                self.memory.deinitialise(alloc, i64::from(start), length)?;
            }
        }
        if !(named && member.is_some()) {
            // The member is not known for a store through a pointer.
            let kept = self.kept(union, offset, size, e.ty.id);
            for (from, to) in [(outer.start, kept.start), (kept.end, outer.end)] {
                if from < to {
                    let length = u64::from(to - from);
                    self.memory.deinitialise(alloc, i64::from(from), length)?;
                }
            }
        }
        let stored = Stored {
            ty: self.types.accessed_as(e, bits),
            path: base.path,
        };
        let mark = match named {
            true => Mark::Member(Stored {
                path: member.unwrap_or(base.path),
                ..stored
            }),
            false if is_character(stored.ty) => Mark::Bytes,
            false => Mark::Pointee(stored),
        };
        self.set_marks(alloc, offset, offset + size, mark);
        Ok(())
    }

    fn holds_bit_field(&self, id: RecordId, from: u32, to: u32) -> bool {
        let Some(record) = self.types.record(id) else {
            return false;
        };
        record.fields.iter().any(|field| {
            field.bits.is_some() && field.offset < to && from < field.offset + field.size
        })
    }

    /// Bytes of a union that keep their values at a store through a pointer: those common to all members it may be a part of.
    fn kept(&self, union: Union, offset: u32, size: u32, ty: TypeId) -> Extent {
        let outer = union.extent;
        let mut kept = outer;
        let fields = self
            .types
            .record(union.id)
            .map_or(&[][..], |record| &record.fields);
        for field in fields.iter().filter(|field| field.named) {
            let inside = offset - outer.start;
            if !is_character(ty) && !self.types.has_subobject(field.ty.id, inside, ty) {
                continue;
            }
            kept.end = kept.end.min(outer.start + field.size);
            if self.types.info(field.ty.id).traits.has(Traits::UNION) {
                kept = Extent {
                    start: offset,
                    end: offset + size,
                };
            }
        }
        Extent {
            start: kept.start.min(offset),
            end: kept.end.max(offset + size),
        }
    }
}

impl TypeTable {
    /// Number of bytes that an access touches.
    pub(crate) fn access_size(&self, ty: TypeId, bits: Option<BitRange>) -> u32 {
        match bits {
            Some(bits) => bits.bytes() as u32,
            None => self.info(ty).size,
        }
    }

    /// The type with which a scalar is accessed. A bit-field is accessed as a part of its struct, like its neighbours in the
    /// same byte.
    pub(crate) fn accessed_as(&self, e: &Expr, bits: Option<BitRange>) -> TypeId {
        match &e.kind {
            ExprKind::Member(of, _) if bits.is_some() => of.ty.id,
            ExprKind::Arrow(of, _) if bits.is_some() => self.info(of.ty.id).inner.id,
            _ => e.ty.id,
        }
    }

    /// True if an access path begins with this union, or with an object that contains it.
    pub(crate) fn names(&self, base: Base, union: Union) -> bool {
        let Path { ty, start } = base.path;
        let at = union.extent.start.checked_sub(start);
        at.is_some_and(|at| self.has_subobject(ty, at, union.ty))
    }

    /// True if the base of one access path is that of another, or contains it. Members of unions inside of it do not count:
    /// another one may have been stored.
    fn contains(&self, outer: Path, inner: Path) -> bool {
        let at = inner.start.checked_sub(outer.start);
        outer == inner
            || at.is_some_and(|at| {
                self.has_subobject(outer.ty, at, inner.ty) && !self.is_in_union(outer.ty, at)
            })
    }
}
