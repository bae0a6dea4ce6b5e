//! Values of structs and unions, which are kept in memory.

use kvant_c::{Expr, ExprKind, Program, Quals, Type, TypeId, typing};
use kvant_memory::AllocId;

use crate::access::{At, Spot};
use crate::call::Returned;
use crate::object::Mark;
use crate::outcome::Result;
use crate::promise::Touch;
use crate::sequence::Effect;
use crate::types::{Shape, Traits};
use crate::{Machine, Stop, Ub, Unspecified};

/// The location of a struct or union value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) alloc: AllocId,
    pub(crate) offset: u32,
    /// True if it is the result of a call, which has no other users.
    pub(crate) temporary: bool,
}

impl Machine {
    /// The value of an expression of struct or union type.
    pub(crate) fn record_source(&mut self, program: &Program, e: &Expr) -> Result<Source> {
        let start = self.log.len();
        if typing::is_lvalue(e) {
            let spot = self.lvalue(program, e)?;
            return self.read_record(e, spot, start);
        }
        match &e.kind {
            ExprKind::Assign(a, b) => self.assign_record(program, a, b),
            ExprKind::Comma(a, b) => {
                self.operand(program, a, 0)?;
                self.sequence_point(start);
                self.record_operand(program, b, 1)
            }
            ExprKind::Conditional(c, a, b) => {
                let condition = self.operand(program, c, 0)?;
                self.sequence_point(start);
                match Machine::is_true(condition)? {
                    true => self.record_operand(program, a, 1),
                    false => self.record_operand(program, b, 2),
                }
            }
            ExprKind::StmtExpr(list) => {
                let Some((last, others)) = list.split_last() else {
                    return Err(Stop::ill_formed("a statement expression needs a value"));
                };
                let objects = self.memory.allocation_count();
                for (n, e) in (0..).zip(others) {
                    self.operand(program, e, n)?;
                    self.sequence_point(start);
                }
                let source = self.record_operand(program, last, others.len() as u32)?;
                // The value outlives the object that it is read from.
                let is_new = source.alloc.0 as usize >= objects && !source.temporary;
                let value = match is_new {
                    true => self.temporary(source, last.ty)?,
                    false => source,
                };
                self.end_literals(objects)?;
                Ok(value)
            }
            ExprKind::Call(callee, arguments) => {
                match self.call_nested(program, callee, arguments)? {
                    Returned::Record(alloc) => Ok(Source {
                        alloc,
                        offset: 0,
                        temporary: true,
                    }),
                    _ => Err(Stop::ill_formed("the function returns no struct")),
                }
            }
            _ => Err(Stop::ill_formed("it is no struct or union")),
        }
    }

    /// A copy of a struct or union in an allocation of its own.
    pub(crate) fn temporary(&mut self, source: Source, ty: Type) -> Result<Source> {
        let ty = ty.unqualified();
        let alloc = self.allocate_type(ty, None)?;
        self.copy_record(source, (alloc, 0), ty.id)?;
        Ok(Source {
            alloc,
            offset: 0,
            temporary: true,
        })
    }

    pub(crate) fn record_operand(
        &mut self,
        program: &Program,
        e: &Expr,
        position: u32,
    ) -> Result<Source> {
        let source = self.record_source(program, e);
        if source.is_err() {
            self.path.push(position);
        }
        source
    }

    /// Lvalue conversion of a struct or union. All of it must be initialised, except for padding and unions.
    fn read_record(&mut self, e: &Expr, spot: Spot, from: usize) -> Result<Source> {
        let At::Memory { alloc, offset, .. } = spot.at else {
            return Err(Stop::ill_formed("a struct is in memory"));
        };
        let size = self.types.info(e.ty.id).size;
        let effect = match e.ty.quals.contains(Quals::VOLATILE) {
            true => Effect::VolatileRead,
            false => Effect::None,
        };
        self.log_memory(alloc, offset, size, effect, from)?;
        self.check_record(spot, e.ty, false)?;
        self.check_promises(Touch::new(spot, alloc, offset, size, false))?;
        self.check_complete(alloc, offset, e.ty.id)?;
        Ok(Source {
            alloc,
            offset,
            temporary: false,
        })
    }

    /// The checks of a scalar access. A part of a union is copied only if it is named by a path of members.
    fn check_record(&self, spot: Spot, ty: Type, write: bool) -> Result {
        let At::Memory {
            alloc,
            offset,
            base,
        } = spot.at
        else {
            return Err(Stop::ill_formed("a struct is in memory"));
        };
        if ty.quals.contains(Quals::VOLATILE) {
            self.check_effect()?;
        }
        if self.object(alloc)?.traits == Traits::default() {
            return Ok(());
        }
        let info = self.types.info(ty.id);
        let found = self.surroundings(alloc, offset, info.size, None);
        if write && (found.traits.has(Traits::CONST) || info.traits.has(Traits::CONST)) {
            return Err(Ub::ConstWritten { alloc }.into());
        }
        if found.traits.has(Traits::VOLATILE) && !ty.quals.contains(Quals::VOLATILE) {
            return Err(Ub::VolatileAccess { alloc }.into());
        }
        if let Some(union) = found.union
            && !self.types.names(base, union)
            // A union as a whole may be accessed by any path.
            && info.shape != Shape::Record(union.id)
        {
            return Err(Unspecified::UnionMember {
                alloc,
                offset: i64::from(offset),
            }
            .into());
        }
        Ok(())
    }

    /// Checks that every byte is initialised that has to be.
    fn check_complete(&self, alloc: AllocId, offset: u32, ty: TypeId) -> Result {
        let info = self.types.info(ty);
        let mut at = i64::from(offset);
        let end = i64::from(offset + info.size);
        while let Some(hole) = self
            .memory
            .first_uninitialised(alloc, at, (end - at) as u64)?
        {
            let within = hole as u32 - offset;
            if !self.types.is_padding(ty, within) && !self.types.is_in_union(ty, within) {
                return Err(Ub::Uninitialised.into());
            }
            at = hole + 1;
        }
        Ok(())
    }

    /// `a = b` for structs and unions. The two must not overlap (6.5.16.1p3); exactly the same object is refused too.
    pub(crate) fn assign_record(
        &mut self,
        program: &Program,
        a: &Expr,
        b: &Expr,
    ) -> Result<Source> {
        let start = self.log.len();
        let spot = self.lvalue_operand(program, a, 0)?;
        let middle = self.log.len();
        let source = self.record_operand(program, b, 1)?;
        self.compare_operands(start, middle)?;
        self.store_record(a, spot, source, start)?;
        let At::Memory { alloc, offset, .. } = spot.at else {
            return Err(Stop::ill_formed("a struct is in memory"));
        };
        Ok(Source {
            alloc,
            offset,
            temporary: false,
        })
    }

    /// The store of an assignment of a struct or union.
    pub(crate) fn store_record(
        &mut self,
        a: &Expr,
        spot: Spot,
        source: Source,
        from: usize,
    ) -> Result {
        let At::Memory {
            alloc,
            offset,
            base,
        } = spot.at
        else {
            return Err(Stop::ill_formed("a struct is in memory"));
        };
        let size = self.types.info(a.ty.id).size;
        self.log_memory(alloc, offset, size, Effect::Write, from)?;
        self.check_record(spot, a.ty, true)?;
        self.check_promises(Touch::new(spot, alloc, offset, size, true))?;
        let apart = source.alloc != alloc
            || source.offset + size <= offset
            || offset + size <= source.offset;
        if !apart {
            return Err(Unspecified::OverlappingAssignment.into());
        }
        self.memory
            .check(alloc, i64::from(offset), u64::from(size), 1)?;
        if self.object(alloc)?.traits.has(Traits::UNION) {
            self.union_store(alloc, offset, base, a, None)?;
        }
        self.copy_record(source, (alloc, offset), a.ty.id)
    }

    /// Copies a struct or union without checks.
    pub(crate) fn copy_record(&mut self, source: Source, to: (AllocId, u32), ty: TypeId) -> Result {
        let info = self.types.info(ty);
        if !matches!(info.shape, Shape::Record(_)) {
            return Err(Stop::ill_formed("it is no struct or union"));
        }
        let from = (source.alloc, source.offset);
        self.copy_bytes(from, to, info.size)?;
        if self.object(to.0)?.traits.has(Traits::UNION) {
            self.copy_marks(from, to, ty);
            self.forget_padding(to, ty)?;
        }
        if source.temporary {
            self.memory.free(source.alloc)?;
        }
        Ok(())
    }

    /// Copies bytes, with their masks of known bits.
    pub(crate) fn copy_bytes(
        &mut self,
        from: (AllocId, u32),
        to: (AllocId, u32),
        length: u32,
    ) -> Result {
        self.steps += u64::from(length / 4096);
        self.memory.copy(
            (from.0, i64::from(from.1)),
            (to.0, i64::from(to.1)),
            u64::from(length),
        )?;
        self.copy_known_bits(from, to, length)
    }

    /// Copies the marks of unions.
    fn copy_marks(&mut self, from: (AllocId, u32), to: (AllocId, u32), ty: TypeId) {
        let size = self.types.info(ty).size;
        let marks: Vec<Mark> = self.marks(from.0, from.1, from.1 + size).to_vec();
        if marks.is_empty() {
            self.mark_stored(to.0, to.1, Type::plain(ty), None, None);
        }
        for (n, mark) in (to.1..).zip(marks) {
            self.set_marks(to.0, n, n + 1, mark.moved(from.1, to.1));
        }
    }

    /// Copied padding is uninitialised (6.2.6.1p6), which matters where another member of a union covers it.
    fn forget_padding(&mut self, to: (AllocId, u32), ty: TypeId) -> Result {
        let info = self.types.info(ty);
        if !info.traits.has(Traits::PADDING) {
            return Ok(());
        }
        for n in 0..info.size {
            if self.types.is_padding(ty, n) && self.object(to.0)?.known_bits(to.1 + n) == 0 {
                self.memory.deinitialise(to.0, i64::from(to.1 + n), 1)?;
            }
        }
        Ok(())
    }
}
