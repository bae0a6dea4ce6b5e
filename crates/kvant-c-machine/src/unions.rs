//! Unions: which member may be read after which was stored, and what a store does to the others.

use std::ops::Range;

use kvant_c::layout::BitRange;
use kvant_c::{Expr, ExprKind, RecordId, TypeId};
use kvant_memory::AllocId;

use crate::access::{Base, Path};
use crate::object::{Mark, Stored};
use crate::outcome::Result;
use crate::types::{Shape, Traits, is_character, same_access};
use crate::{Extent, Machine, Unspecified};

/// How an access comes to a part of a union.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) path: Path,
    /// Whether the union itself is named on the way.
    pub(crate) named: bool,
}

impl Machine {
    /// Access to a union. Through a path of names, any member may be read after any other was stored the same way (6.5.2.3,
    /// footnote 97, and what GCC and LLVM promise). Through a pointer to a member, or to an element of one, it must be what
    /// was stored last, and reached through the same struct: `pa->t` and `pb->t` do not alias for compilers, although the
    /// union begins with both structs.
    pub(crate) fn check_union(
        &self,
        alloc: AllocId,
        bytes: Range<u32>,
        ty: TypeId,
        way: Way,
        write: bool,
    ) -> Result {
        if is_character(ty) || (way.named && write) {
            return Ok(());
        }
        let same_path = |stored: &Stored| self.types.is_nested(stored.path, way.path);
        let fine = |mark: &Mark| match mark {
            Mark::Nothing | Mark::Bytes => true,
            Mark::Member(stored) => way.named || same_access(stored.ty, ty) && same_path(stored),
            Mark::Pointee(stored) => same_access(stored.ty, ty) && (way.named || same_path(stored)),
            Mark::Opaque => way.named,
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

    /// What a store to a member does to the rest of its union: bytes of other members get unspecified values (6.2.6.1p7), and
    /// so does padding on the way (p6).
    pub(crate) fn union_store(
        &mut self,
        alloc: AllocId,
        offset: u32,
        base: Base,
        e: &Expr,
        bits: Option<BitRange>,
    ) -> Result {
        let size = match bits {
            Some(bits) => bits.bytes() as u32,
            None => self.types.info(e.ty.id).size,
        };
        let found = self.surroundings(alloc, offset, size);
        let Some((outer, id)) = found.union else {
            return Ok(());
        };
        let named = base.covers(outer);
        // The way by names, from the inside; and the member of the outermost union on it.
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
            if self.types.record(id).is_some_and(|record| record.is_union) {
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
                // Bytes with padding bits beside a bit-field keep what is known of them.
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
            // A pointer does not tell which member it is.
            let kept = self.kept(outer, id, offset, size, e.ty.id);
            for (from, to) in [(outer.start, kept.start), (kept.end, outer.end)] {
                if from < to {
                    let length = u64::from(to - from);
                    self.memory.deinitialise(alloc, i64::from(from), length)?;
                }
            }
        }
        let mark = match bits {
            Some(_) => Mark::Opaque,
            None if is_character(e.ty.id) && !named => Mark::Bytes,
            None if named => Mark::Member(Stored {
                ty: e.ty.id,
                path: member.unwrap_or(base.path),
            }),
            None => Mark::Pointee(Stored {
                ty: e.ty.id,
                path: base.path,
            }),
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

    /// What stays of a union when something is stored through a pointer: all members that it may belong to have these bytes.
    fn kept(&self, outer: Extent, id: RecordId, offset: u32, size: u32, ty: TypeId) -> Extent {
        let mut kept = outer;
        let fields = self
            .types
            .record(id)
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
