//! Lvalues: the objects that expressions designate (6.3.2.1, 6.5.2, 6.5.3.2).

use kvant_c::{Expr, ExprKind, Program, Stmt, Type, typing};

use crate::access::{At, Base, Spot};
use crate::frame::{Change, Owned, OwnedObject};
use crate::machine::NESTING;
use crate::object::Origin;
use crate::outcome::Result;
use crate::types::{Shape, Traits};
use crate::{Budget, Extent, Machine, Pointer, Stop, Tag, Ub, Value};

impl Machine {
    /// Evaluates an lvalue operand. If it is refused, `position` becomes part of the fault's path.
    #[inline]
    pub(crate) fn lvalue_operand(
        &mut self,
        program: &Program,
        e: &Expr,
        position: u32,
    ) -> Result<Spot> {
        let spot = self.lvalue(program, e);
        if spot.is_err() {
            self.path.push(position);
        }
        spot
    }

    /// Evaluates an lvalue.
    pub(crate) fn lvalue(&mut self, program: &Program, e: &Expr) -> Result<Spot> {
        self.nesting += 1;
        if self.nesting > NESTING {
            return Err(Budget::Nesting(NESTING).into());
        }
        let spot = match &e.kind {
            ExprKind::Local(id) => match self.local(program, *id)? {
                Some(alloc) => Spot::memory(alloc, 0, self.whole_base(alloc)),
                None => Spot {
                    at: At::Slot(*id),
                    bits: None,
                    based: None,
                },
            },
            ExprKind::Global(id) => {
                let alloc = self.global(program, *id)?;
                Spot::memory(alloc, 0, self.whole_base(alloc))
            }
            ExprKind::Str(bytes) => {
                let alloc = self.literal(bytes, e.ty)?;
                Spot::memory(alloc, 0, self.whole_base(alloc))
            }
            ExprKind::Deref(pointer) => {
                let value = self.operand(program, pointer, 0)?;
                self.pointee(value, e.ty)?
            }
            ExprKind::Member(of, n) => {
                if !typing::is_lvalue(of) {
                    return Err(Stop::ill_formed("only members of lvalues are supported"));
                }
                let record = self.lvalue_operand(program, of, 0)?;
                self.member(record, of.ty, *n)?
            }
            ExprKind::Arrow(of, n) => {
                let value = self.operand(program, of, 0)?;
                let record = self.types.info(of.ty.id).inner;
                let pointee = self.pointee(value, record)?;
                self.member(pointee, record, *n)?
            }
            ExprKind::Index(array, index) => self.element(program, e, array, index)?,
            ExprKind::Compound(init) => {
                let alloc = self.compound_literal(program, e.ty, init)?;
                Spot::memory(alloc, 0, self.whole_base(alloc))
            }
            _ => return Err(Stop::ill_formed("it designates no object")),
        };
        self.nesting -= 1;
        Ok(spot)
    }

    /// `a[i]` (6.5.2.1). An element of a named array is reached without a pointer, so that packed arrays are supported.
    #[inline]
    fn element(&mut self, program: &Program, e: &Expr, array: &Expr, index: &Expr) -> Result<Spot> {
        let start = self.log.len();
        let info = self.types.info(array.ty.id);
        if info.shape != Shape::Array {
            let pointer = self.moved_pointer(program, array, index)?;
            return self.pointee(pointer, e.ty);
        }
        let whole = self.lvalue_operand(program, array, 0)?;
        let middle = self.log.len();
        let n = self.index(program, index)?;
        self.compare_operands(start, middle)?;
        let At::Memory {
            alloc,
            offset,
            base,
        } = whole.at
        else {
            return Err(Stop::ill_formed("an array is in memory"));
        };
        let element = self.types.info(info.inner.id);
        let size = element.size;
        if n < 0 || n >= i128::from(info.count) {
            let offset = n.saturating_mul(i128::from(size)) as i64;
            return Err(Ub::OutOfBounds { alloc, offset }.into());
        }
        let at = offset + n as u32 * size;
        let base = match base.through_union {
            true => Base::of(info.inner.id, at),
            false => base,
        };
        Ok(Spot {
            based: whole.based,
            ..Spot::memory(alloc, at, base)
        })
    }

    /// The value of an index.
    fn index(&mut self, program: &Program, index: &Expr) -> Result<i128> {
        let value = self.operand(program, index, 1)?;
        match (value, self.types.shape(index.ty)) {
            (Value::Int(bits), Shape::Int(int)) => Ok(Machine::count(int, bits)),
            (Value::Int(bits), Shape::Bool) => Ok(bits as i128),
            _ => Err(Stop::ill_formed("an index is an integer")),
        }
    }

    /// `p + i`, which is part of `p[i]` and `&p[i]`.
    fn moved_pointer(&mut self, program: &Program, array: &Expr, index: &Expr) -> Result<Value> {
        let start = self.log.len();
        let pointer = self.operand(program, array, 0)?;
        let middle = self.log.len();
        let n = self.index(program, index)?;
        self.compare_operands(start, middle)?;
        let of = self.types.info(array.ty.id).inner;
        self.offset(pointer, of.id, n)
    }

    /// `&e` (6.5.3.2p3).
    pub(crate) fn address(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        match &e.kind {
            ExprKind::Function(id) => Ok(Value::Function(*id)),
            // `&*e` evaluates neither operator.
            ExprKind::Deref(pointer) => {
                let value = self.operand(program, pointer, 0);
                self.at_operand(value, 0)
            }
            ExprKind::Index(array, index) => {
                let value = self.moved_pointer(program, array, index);
                self.at_operand(value, 0)
            }
            ExprKind::Local(id) => {
                let alloc = self.spill(program, *id)?;
                Ok(Value::Pointer(self.whole(alloc)))
            }
            _ => {
                let spot = self.lvalue_operand(program, e, 0)?;
                self.pointer_to(spot, e.ty)
            }
        }
    }

    /// Adds a position to the fault's path if the operand was refused.
    fn at_operand(&mut self, value: Result<Value>, position: u32) -> Result<Value> {
        if value.is_err() {
            self.path.push(position);
        }
        value
    }

    /// The pointer to the object of a spot, with exactly that object as its extent. A misaligned member of a packed struct has
    /// no pointer to it (6.3.2.3p7).
    pub(crate) fn pointer_to(&mut self, spot: Spot, ty: Type) -> Result<Value> {
        let At::Memory { alloc, offset, .. } = spot.at else {
            return Err(Stop::ill_formed("it has no address"));
        };
        if spot.bits.is_some() {
            return Err(Stop::ill_formed("a bit-field has no address"));
        }
        let info = self.types.info(ty.id);
        let offset = i64::from(offset);
        self.memory
            .check(alloc, offset, u64::from(info.size), u64::from(info.align))?;
        Ok(Value::Pointer(Pointer {
            alloc,
            offset,
            tag: Tag {
                extent: Extent {
                    start: offset as u32,
                    end: offset as u32 + info.size,
                },
                based: spot.based,
            },
        }))
    }

    /// `(T){…}` (6.5.2.5p5): an object whose lifetime ends with the block around it. In the head of `if`, `switch` or a loop
    /// that is the statement, and in a statement expression its braces. Evaluated again during its lifetime, it is the same
    /// object with a new value; here the old object ends instead, and uses of older pointers to it are refused.
    fn compound_literal(
        &mut self,
        program: &Program,
        ty: Type,
        init: &kvant_c::Init,
    ) -> Result<kvant_memory::AllocId> {
        let Some(place) = self.place() else {
            return Err(Stop::ill_formed(
                "there is no block around a compound literal",
            ));
        };
        let in_head = self.current(program).is_some_and(Stmt::has_head);
        let now = self.steps;
        let mut old = Vec::new();
        self.top_mut()?
            .position
            .owned
            .retain(|owned| match owned.what {
                OwnedObject::Compound(alloc, at, step) if at == place && step < now => {
                    old.push(alloc);
                    false
                }
                _ => true,
            });
        for alloc in old {
            if self.memory.info(alloc).is_some_and(|info| info.live) {
                self.memory.free(alloc)?;
                let origin = &mut self.objects[alloc.0 as usize].origin;
                let old = std::mem::replace(origin, Origin::Superseded);
                self.changes.record(|| Change::Origin { alloc, old });
            }
        }
        let alloc = self.allocate_type(ty, None)?;
        if self.object(alloc)?.traits.has(Traits::CONST) {
            // A const literal may share its array with others (6.5.2.5p7), like string literals.
            self.objects[alloc.0 as usize].origin = Origin::Literal;
        }
        let position = &mut self.top_mut()?.position;
        let depth = position.cursors.len() as u32;
        let what = OwnedObject::Compound(alloc, place, now);
        position.owned.push(Owned {
            depth,
            in_head,
            what,
        });
        self.initialise(program, alloc, ty, init)?;
        Ok(alloc)
    }
}
