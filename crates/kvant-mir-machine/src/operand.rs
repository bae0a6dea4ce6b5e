//! Operands, and the places that moves leave without a value.

use kvant_borrows::Access;
use kvant_memory::{Withheld, Word};
use kvant_mir::{Constant, FloatTy, Function, IntTy, Operand, Place, Program, Ty, TyKind};

use crate::access::overlaps_range;
use crate::arithmetic::{Int, truncate};
use crate::frame::Slot;
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::{Machine, Pointer, Scalar, Stop, Touch, Unspecified};

/// The value of an operand.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// An aggregate, still where it was read.
    Memory(Pointer),
}

/// A type that is computed with.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    /// An integer, or a type that counts as one.
    Int(Int),
    /// A float.
    Float(FloatTy),
    /// A raw pointer.
    Pointer,
}

/// The value of a float. It is open if its bits are one choice of several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatValue {
    pub(crate) bits: u64,
    pub(crate) open: bool,
}

impl Machine {
    /// The kind of number of an operand.
    #[inline]
    pub(crate) fn operand_number(
        &self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<Number> {
        if let Operand::Const(Constant::Int(_, int)) = operand {
            return self.int(&TyKind::Int(*int)).map(Number::Int);
        }
        let ty = operand_ty(program, function, operand)?;
        self.number(kind(program, ty)?)
    }

    /// The kind of number of a type.
    #[inline]
    pub(crate) fn number(&self, kind: &TyKind) -> Result<Number> {
        match kind {
            TyKind::Float(float) => Ok(Number::Float(*float)),
            TyKind::RawPtr(..) => Ok(Number::Pointer),
            _ => self.int(kind).map(Number::Int),
        }
    }

    /// Evaluates an operand of floating point type.
    pub(crate) fn float(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<FloatValue> {
        match self.scalar(program, function, operand)? {
            Word::Bits(bits) => Ok(FloatValue {
                bits: bits as u64,
                open: false,
            }),
            Word::Stained(bits) => Ok(FloatValue {
                bits: bits as u64,
                open: true,
            }),
            Word::Pointer(_) => Err(Stop::ill_formed("a float is expected")),
        }
    }

    /// The width and sign of an operand's integer type; `bool` counts as one.
    #[inline]
    pub(crate) fn operand_int(
        &self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<Int> {
        if let Operand::Const(Constant::Int(_, int)) = operand {
            return self.int(&TyKind::Int(*int));
        }
        let ty = operand_ty(program, function, operand)?;
        self.int(kind(program, ty)?)
    }

    /// The width and sign of an integer type; `bool` and `char` count as one.
    #[inline]
    pub(crate) fn int(&self, kind: &TyKind) -> Result<Int> {
        match kind {
            TyKind::Int(int) => Ok(Int {
                bits: int.bits(self.layouts.target()),
                signed: int.is_signed(),
            }),
            TyKind::Bool => Ok(Int::BOOL),
            TyKind::Char => Ok(Int::CHAR),
            _ => Err(Stop::ill_formed("an integer is expected")),
        }
    }

    /// Evaluates an operand of scalar type.
    #[inline]
    pub(crate) fn scalar(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<Scalar> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) if place.projection.is_empty() => {
                self.local_scalar(program, function, place.local)
            }
            Operand::Copy(place) | Operand::Move(place) => {
                match self.locate(program, function, place)? {
                    Located {
                        spot: Spot::Slot(local),
                        ..
                    } => self.local_scalar(program, function, local),
                    Located {
                        spot: Spot::Memory(pointer),
                        ty,
                        ..
                    } => self.load(program, pointer, ty),
                }
            }
            Operand::Const(Constant::Unit) => Err(Stop::ill_formed("a scalar is expected")),
            Operand::Const(Constant::Int(bits, int)) => {
                let width = int.bits(self.layouts.target());
                Ok(Word::Bits(truncate(*bits, width)))
            }
            Operand::Const(constant) => Ok(Word::Bits(constant.bits())),
        }
    }

    /// The bits of an operand that is neither in memory nor moved, if it has any.
    #[inline]
    pub(crate) fn bits_at_hand(&self, operand: &Operand) -> Option<u128> {
        match operand {
            Operand::Copy(place) if place.projection.is_empty() => {
                match self.stack.last()?.slots.get(place.local.index())? {
                    Slot::Scalar(Word::Bits(bits)) => Some(*bits),
                    _ => None,
                }
            }
            // The others may have to be cut down.
            Operand::Const(Constant::Int(bits, int)) if *int != IntTy::Isize => Some(*bits),
            _ => None,
        }
    }

    /// Evaluates an operand whose bits matter: they must not be open.
    #[inline]
    pub(crate) fn bits(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<u128> {
        match self.scalar(program, function, operand)? {
            Word::Bits(bits) => Ok(bits),
            Word::Stained(_) => Err(Unspecified::OpenValue.into()),
            Word::Pointer(_) => Err(Stop::ill_formed("an integer is expected")),
        }
    }

    /// Evaluates an operand that is a pointer of any sort.
    pub(crate) fn pointer(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<Pointer> {
        match self.scalar(program, function, operand)? {
            Word::Pointer(pointer) => Ok(pointer),
            Word::Bits(_) | Word::Stained(_) => Err(Stop::ill_formed("a pointer is expected")),
        }
    }

    /// Evaluates an integer operand: its type and its value.
    pub(crate) fn int_operand(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<(Int, u128)> {
        let int = self.operand_int(program, function, operand)?;
        Ok((int, self.bits(program, function, operand)?))
    }

    /// Evaluates an operand of any type; `None` for the unit constant.
    pub(crate) fn value(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
    ) -> Result<Option<(Value, Ty)>> {
        if *operand == Operand::Const(Constant::Unit) {
            return Ok(None);
        }
        let ty = operand_ty(program, function, operand)?;
        if program.types.is_scalar(ty) {
            let scalar = self.scalar(program, function, operand)?;
            return Ok(Some((Value::Scalar(scalar), ty)));
        }
        let Some(place) = operand.place() else {
            return Err(Stop::ill_formed("a constant is no scalar"));
        };
        match self.locate(program, function, place)?.spot {
            Spot::Memory(pointer) => Ok(Some((Value::Memory(pointer), ty))),
            Spot::Slot(_) => Err(Stop::ill_formed("an aggregate has no bytes")),
        }
    }

    /// The places that operands take their values away from. A place that is moved is no part of any other
    /// operand, and nothing that is read to find one of them, or the place `to`.
    pub(crate) fn moves<'o>(
        &mut self,
        program: &Program,
        function: &Function,
        operands: impl Iterator<Item = &'o Operand> + Clone,
        to: Option<&'o Place>,
    ) -> Result<Vec<Located>> {
        match operands.clone().any(Operand::is_move) {
            true => self.checking(|this| this.find_moves(program, function, operands, to)),
            false => Ok(Vec::new()),
        }
    }

    fn find_moves<'o>(
        &mut self,
        program: &Program,
        function: &Function,
        operands: impl Iterator<Item = &'o Operand> + Clone,
        to: Option<&'o Place>,
    ) -> Result<Vec<Located>> {
        let mut moved = Vec::new();
        let paths = operands.clone().filter_map(Operand::place).chain(to);
        let mut read = Vec::new();
        for local in paths.flat_map(Place::locals_of_path) {
            read.push((self.locate(program, function, &local.into())?, false));
        }
        for operand in operands {
            let Some(place) = operand.place() else {
                continue;
            };
            let located = self.locate(program, function, place)?;
            let is_moved = operand.is_move();
            for (other, other_moved) in &read {
                if (is_moved || *other_moved) && self.shares_bytes(program, located, *other)? {
                    return Err(Unspecified::MovedTwice.into());
                }
            }
            read.push((located, is_moved));
            if is_moved {
                moved.push(located);
            }
        }
        Ok(moved)
    }

    /// Leaves places without a value. A place in memory gets a new one only by way of its own local: pointers to it cannot
    /// be used until then.
    pub(crate) fn take_away(&mut self, program: &Program, moved: &[Located]) -> Result {
        for place in moved {
            match place.spot {
                Spot::Slot(local) => self.set_slot(local, Slot::Moved),
                Spot::Memory(at) => {
                    let layout = self.layouts.of(&program.types, place.ty)?.clone();
                    if layout.size > 0 {
                        self.check_access(at, layout.size, 1, Access::Write)?;
                        self.memory.deinitialise(at.alloc, at.offset, layout.size)?;
                        self.note_bytes(at, layout.size, Touch::Clear);
                    }
                    // Padding cannot be written by name, so it need not be written before the next use.
                    for data in &layout.data {
                        let offset = at.offset + data.start as i64;
                        let length = data.end - data.start;
                        self.memory
                            .withhold(at.alloc, offset, length, Withheld::Moved)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Withholds the padding of moved places too, or gives it back. A function that gets an aggregate by move may
    /// get the very memory it was in, so while it runs no other code may use any byte of that.
    pub(crate) fn withhold_padding(
        &mut self,
        program: &Program,
        lent: &[(Pointer, Ty)],
        withheld: bool,
    ) -> Result {
        for (at, ty) in lent {
            let layout = self.layouts.of(&program.types, *ty)?.clone();
            let ends = std::iter::once(0).chain(layout.data.iter().map(|data| data.end));
            let starts = layout.data.iter().map(|data| data.start);
            for (end, start) in ends.zip(starts.chain([layout.size])) {
                let (offset, length) = (at.offset + end as i64, start - end);
                match withheld {
                    _ if length == 0 => {}
                    true => self
                        .memory
                        .withhold(at.alloc, offset, length, Withheld::Moved)?,
                    false => self.memory.deinitialise(at.alloc, offset, length)?,
                }
            }
        }
        Ok(())
    }

    /// True if two places have a byte in common.
    pub(crate) fn shares_bytes(
        &mut self,
        program: &Program,
        a: Located,
        b: Located,
    ) -> Result<bool> {
        Ok(match (a.spot, b.spot) {
            (Spot::Slot(a), Spot::Slot(b)) => a == b,
            (Spot::Memory(x), Spot::Memory(y)) => {
                let x_size = self.layouts.of(&program.types, a.ty)?.size;
                let y_size = self.layouts.of(&program.types, b.ty)?.size;
                overlaps_range(x, x_size, y, y_size)
            }
            _ => false,
        })
    }
}

/// The type of an operand.
#[inline]
pub(crate) fn operand_ty(program: &Program, function: &Function, operand: &Operand) -> Result<Ty> {
    let ty = match operand {
        Operand::Copy(place) | Operand::Move(place) if place.projection.is_empty() => {
            function.locals.get(place.local.index()).map(|decl| decl.ty)
        }
        Operand::Copy(place) | Operand::Move(place) => function.place_ty(&program.types, place),
        Operand::Const(constant) => constant.ty(&program.types),
    };
    ty.ok_or_else(|| Stop::ill_formed("an operand has no type"))
}

/// The pointee type of an operand that is a pointer.
pub(crate) fn pointee_of(program: &Program, function: &Function, operand: &Operand) -> Result<Ty> {
    let ty = operand_ty(program, function, operand)?;
    let pointee = program.types.pointee(ty);
    pointee.ok_or_else(|| Stop::ill_formed("a pointer is expected"))
}
