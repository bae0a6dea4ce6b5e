//! Initial values (6.7.9).

use kvant_c::layout::BitRange;
use kvant_c::{Expr, ExprKind, Init, InitItem, Program, RecordId, Type, TypeId};
use kvant_memory::AllocId;

use crate::access::Path;
use crate::outcome::Result;
use crate::record::Source;
use crate::sequence;
use crate::types::Shape;
use crate::{Machine, Stop, Unsupported, Value};

/// One store of an initialisation. All expressions are evaluated before the first store, so that none of them depends on
/// another one's result: their order is unspecified (6.7.9p23).
#[derive(Debug)]
struct Leaf<'p> {
    part: Part,
    content: Content<'p>,
}

/// A part of the object that is initialised.
#[derive(Clone, Copy, Debug)]
struct Part {
    offset: u32,
    ty: Type,
    /// The bits, if it is a bit-field.
    bits: Option<BitRange>,
    /// The struct or union that it is a member of.
    holder: Option<TypeId>,
    /// The member of the outermost union that it belongs to.
    member: Option<Path>,
}

/// The value that a part gets.
#[derive(Debug)]
enum Content<'p> {
    /// Makes the part uninitialised.
    Clear,
    Zero,
    Scalar(Value),
    Bits(BitRange, u128),
    Record(Source),
    Bytes(&'p [u8]),
}

impl Machine {
    /// Gives an object its initial value.
    pub(crate) fn initialise(
        &mut self,
        program: &Program,
        alloc: AllocId,
        ty: Type,
        init: &Init,
    ) -> Result {
        let leaves = self.full(
            || sequence::needs_log_init(init),
            |machine| {
                let mut leaves = Vec::new();
                let start = machine.log.len();
                let whole = Part {
                    offset: 0,
                    ty,
                    bits: None,
                    holder: None,
                    member: None,
                };
                machine.collect(program, whole, init, start, &mut leaves)?;
                Ok(leaves)
            },
        )?;
        for leaf in leaves {
            self.store_leaf(alloc, &leaf)?;
        }
        Ok(())
    }

    fn store_leaf(&mut self, alloc: AllocId, leaf: &Leaf<'_>) -> Result {
        let Part {
            offset,
            ty,
            holder,
            member,
            ..
        } = leaf.part;
        let info = self.types.info(ty.id);
        let at = i64::from(offset);
        match leaf.content {
            Content::Clear => self.memory.deinitialise(alloc, at, u64::from(info.size))?,
            Content::Zero => self.zero(alloc, offset, ty)?,
            Content::Scalar(value) => {
                self.store_scalar(alloc, at, info, value)?;
                self.mark_stored(alloc, offset, ty, None, member);
            }
            Content::Bits(bits, value) => {
                self.store_bits_raw(alloc, offset, bits, value)?;
                self.mark_stored(alloc, offset, ty, holder, member);
            }
            Content::Record(source) => self.copy_record(source, (alloc, offset), ty.id)?,
            Content::Bytes(bytes) => {
                self.memory.fill(alloc, at, u64::from(info.size), 0)?;
                for (n, byte) in (at..).zip(bytes) {
                    self.memory.store_bits(alloc, n, 1, u128::from(*byte))?;
                }
                self.mark_stored(alloc, offset, ty, None, member);
            }
        }
        Ok(())
    }

    /// Evaluates the initial values of a part of an object.
    fn collect<'p>(
        &mut self,
        program: &Program,
        part: Part,
        init: &'p Init,
        start: usize,
        leaves: &mut Vec<Leaf<'p>>,
    ) -> Result {
        let info = self.types.info(part.ty.id);
        match (init, info.shape) {
            (Init::Expr(e), _) => {
                let middle = self.log.len();
                let content = self.initial_value(program, part, e)?;
                self.compare_initial(start, middle)?;
                self.sequence_point(middle);
                leaves.push(Leaf { part, content });
            }
            (Init::List(items), Shape::Array) => {
                let content = Content::Zero;
                leaves.push(Leaf { part, content });
                let step = self.types.info(info.inner.id).size;
                let mut n = 0;
                for item in items {
                    n = item.designator.unwrap_or(n);
                    if n >= u64::from(info.count) {
                        return Err(Stop::ill_formed("there is no such element"));
                    }
                    let element = Part {
                        offset: part.offset + n as u32 * step,
                        ty: info.inner,
                        ..part
                    };
                    self.collect(program, element, &item.value, start, leaves)?;
                    n += 1;
                }
            }
            (Init::List(items), Shape::Record(id)) => {
                self.collect_members(program, part, id, items, start, leaves)?;
            }
            (Init::List(items), _) => match items.as_slice() {
                [item] if item.designator.is_none() => {
                    self.collect(program, part, &item.value, start, leaves)?;
                }
                _ => return Err(Stop::ill_formed("a scalar has one initial value")),
            },
        }
        Ok(())
    }

    fn collect_members<'p>(
        &mut self,
        program: &Program,
        part: Part,
        id: RecordId,
        items: &'p [InitItem],
        start: usize,
        leaves: &mut Vec<Leaf<'p>>,
    ) -> Result {
        let Some(is_union) = self.types.record(id).map(|record| record.is_union) else {
            return Err(Stop::ill_formed("there is no such struct"));
        };
        let content = Content::Zero;
        leaves.push(Leaf { part, content });
        let mut next = 0;
        for item in items {
            let n = match item.designator {
                Some(n) => u32::try_from(n).unwrap_or(u32::MAX),
                None => self.named_field(id, next),
            };
            let Some(field) = self.types.field(id, n) else {
                return Err(Stop::ill_formed("there is no such member"));
            };
            next = n.saturating_add(1);
            let offset = part.offset + field.offset;
            let mut inner = Part {
                offset,
                ty: field.ty,
                bits: field.bits,
                holder: Some(part.ty.id),
                ..part
            };
            if is_union {
                let content = Content::Clear;
                leaves.push(Leaf { part, content });
                inner.member = part.member.or(Some(Path {
                    ty: field.ty.id,
                    start: offset,
                }));
            }
            self.collect(program, inner, &item.value, start, leaves)?;
        }
        Ok(())
    }

    /// The first named field from this one on.
    fn named_field(&self, id: RecordId, from: u32) -> u32 {
        let fields = self
            .types
            .record(id)
            .map_or(&[][..], |record| &record.fields);
        let mut rest = fields.iter().enumerate().skip(from as usize);
        rest.find(|(_, field)| field.named)
            .map_or(u32::MAX, |(n, _)| n as u32)
    }

    /// The value of one expression, converted to the part's type.
    fn initial_value<'p>(
        &mut self,
        program: &Program,
        Part { ty, bits, .. }: Part,
        e: &'p Expr,
    ) -> Result<Content<'p>> {
        let info = self.types.info(ty.id);
        match (info.shape, &e.kind) {
            (Shape::Array, ExprKind::Str(bytes)) if crate::types::is_character(info.inner.id) => {
                // The final zero may be omitted (6.7.9p14).
                match bytes.len() as u64 <= u64::from(info.count) {
                    true => Ok(Content::Bytes(bytes)),
                    false => Err(Stop::ill_formed("a string literal is too long")),
                }
            }
            (Shape::Array, _) => Err(Stop::ill_formed("an array has a list of initial values")),
            (Shape::Record(_), _) => {
                if e.ty.id != ty.id {
                    return Err(Stop::ill_formed("it is another struct"));
                }
                Ok(Content::Record(self.record_source(program, e)?))
            }
            (Shape::Float(_), _) if !self.types.target().scalars.exact_floats => {
                Err(Unsupported::InexactFloat.into())
            }
            _ => {
                let value = self.value(program, e)?;
                let value = self.assigned(value, e, ty, bits)?;
                match (bits, value) {
                    (Some(bits), Value::Int(value)) => Ok(Content::Bits(bits, value)),
                    _ => Ok(Content::Scalar(value)),
                }
            }
        }
    }

    /// The initial value of a scalar variable that is in its slot.
    pub(crate) fn initial_scalar(
        &mut self,
        program: &Program,
        ty: Type,
        init: &Init,
    ) -> Result<Value> {
        let e = match init {
            Init::Expr(e) => e,
            Init::List(items) => match items.as_slice() {
                [
                    InitItem {
                        designator: None,
                        value,
                    },
                ] => return self.initial_scalar(program, ty, value),
                _ => return Err(Stop::ill_formed("a scalar has one initial value")),
            },
        };
        let shape = self.types.shape(ty);
        if matches!(shape, Shape::Float(_)) && !self.types.target().scalars.exact_floats {
            return Err(Unsupported::InexactFloat.into());
        }
        let value = self.full_expression(program, e)?;
        self.assigned(value, e, ty, None)
    }
}
