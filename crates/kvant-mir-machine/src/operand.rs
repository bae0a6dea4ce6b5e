//! Operands and typed accesses.

use kvant_memory::{AccessError, Word};
use kvant_mir::layout::Layout;
use kvant_mir::{Constant, FloatTy, Function, Operand, Program, Ty, TyKind};

use crate::arithmetic::Int;
use crate::frame::Slot;
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::{Machine, Pointer, Scalar, Stop, Ub, Unspecified, planted};

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
    /// An integer, or what counts as one.
    Int(Int),
    /// A float.
    Float(FloatTy),
}

/// The value of a float, and whether its bits are one choice of several.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatValue {
    pub(crate) bits: u64,
    pub(crate) open: bool,
}

impl Machine {
    /// What kind of number an operand is.
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

    /// What kind of number a type is.
    #[inline]
    pub(crate) fn number(&self, kind: &TyKind) -> Result<Number> {
        match kind {
            TyKind::Float(float) => Ok(Number::Float(*float)),
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
            Operand::Copy(place) if place.projection.is_empty() => {
                self.local_scalar(program, function, place.local)
            }
            Operand::Copy(place) => match self.locate(program, function, place)? {
                Located {
                    spot: Spot::Slot(local),
                    ..
                } => self.local_scalar(program, function, local),
                Located {
                    spot: Spot::Memory(pointer),
                    ty,
                } => self.load(program, pointer, ty),
            },
            Operand::Const(Constant::Unit) => Err(Stop::ill_formed("a scalar is expected")),
            Operand::Const(constant) => Ok(Word::Bits(constant.bits())),
        }
    }

    /// Evaluates an operand whose bits somebody depends on.
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
        let Operand::Copy(place) = operand else {
            return Err(Stop::ill_formed("a constant is no scalar"));
        };
        match self.locate(program, function, place)?.spot {
            Spot::Memory(pointer) => Ok(Some((Value::Memory(pointer), ty))),
            Spot::Slot(_) => Err(Stop::ill_formed("an aggregate has no bytes")),
        }
    }

    /// Whether `size` bytes may be accessed with alignment `align`. Not even an access without bytes may
    /// go through a pointer to something that is gone: versions disagree about that.
    pub(crate) fn check_access(&self, at: Pointer, size: u64, align: u64) -> Result {
        match self.memory.check(at.alloc, at.offset, size, align) {
            Err(AccessError::Dead { alloc }) if size == 0 => {
                Err(Unspecified::DanglingWithoutBytes { alloc }.into())
            }
            other => Ok(other?),
        }
    }

    /// Loads a scalar: the memory must be accessible, aligned and initialised, and the bits must be
    /// a value of the type.
    pub(crate) fn load(&mut self, program: &Program, from: Pointer, ty: Ty) -> Result<Scalar> {
        let layout = self.layouts.of(&program.types, ty)?;
        let (size, align) = (layout.size, layout.align);
        self.check_access(from, size, align)?;
        let kind = kind(program, ty)?;
        if let TyKind::RawPtr(..) = kind {
            let pointer = self.memory.load_pointer(from.alloc, from.offset)?;
            return Ok(Word::Pointer(pointer));
        }
        if !program.types.is_scalar(ty) {
            return Err(Stop::ill_formed("a scalar is expected"));
        }
        valid_scalar(kind, self.memory.load_word(from.alloc, from.offset, size)?)
    }

    /// Stores a scalar.
    #[inline]
    pub(crate) fn store(&mut self, program: &Program, to: Located, scalar: Scalar) -> Result {
        match (kind(program, to.ty)?, scalar) {
            (TyKind::Int(_) | TyKind::Float(_), Word::Bits(_) | Word::Stained(_))
            | (TyKind::Bool | TyKind::Char, Word::Bits(_))
            | (TyKind::RawPtr(..), Word::Pointer(_)) => {}
            _ => return Err(Stop::ill_formed("a scalar does not fit its destination")),
        }
        match to.spot {
            Spot::Slot(local) => {
                self.set_slot(local, Slot::Scalar(scalar));
                Ok(())
            }
            Spot::Memory(pointer) => {
                let layout = self.layouts.of(&program.types, to.ty)?;
                let (size, align) = (layout.size, layout.align);
                self.check_access(pointer, size, align)?;
                self.memory
                    .store(pointer.alloc, pointer.offset, size, scalar)?;
                Ok(())
            }
        }
    }

    /// Stores a value without bytes. There is nothing to write, but the place must exist.
    pub(crate) fn store_nothing(&mut self, program: &Program, to: Located) -> Result {
        let layout = self.layouts.of(&program.types, to.ty)?;
        let (size, align) = (layout.size, layout.align);
        match to.spot {
            Spot::Memory(pointer) if size == 0 => {
                self.check_access(pointer, 0, align)?;
                Ok(())
            }
            _ => Err(Stop::ill_formed("`()` does not fit its destination")),
        }
    }

    /// Stores a value of type `ty`. A typed copy of an aggregate demands that all its data is
    /// initialised, and leaves its padding uninitialised.
    pub(crate) fn store_value(
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
        self.check_access(from, layout.size, layout.align)?;
        self.check_access(target, layout.size, layout.align)?;
        if overlaps(from, target, layout.size) {
            return Err(Unspecified::OverlappingAssignment.into());
        }
        self.must_be_initialised(from, &layout)?;
        let bytes = layout.data.iter().map(|d| d.end - d.start).sum::<u64>();
        self.charge(bytes);
        if bytes != layout.size {
            self.memory
                .deinitialise(target.alloc, target.offset, layout.size)?;
        }
        for data in &layout.data {
            self.memory.copy(
                (from.alloc, from.offset + data.start as i64),
                (target.alloc, target.offset + data.start as i64),
                data.end - data.start,
            )?;
        }
        if planted::is(planted::Plant::CopyFlipsFirstByte) {
            self.flip_first_byte(target);
        }
        Ok(())
    }

    /// Refuses an aggregate with data that was never written.
    pub(crate) fn must_be_initialised(&self, from: Pointer, layout: &Layout) -> Result {
        for data in &layout.data {
            let (offset, length) = (from.offset + data.start as i64, data.end - data.start);
            if let Some(byte) = self
                .memory
                .first_uninitialised(from.alloc, offset, length)?
            {
                return Err(Ub::Uninitialised {
                    at: Some((from.alloc, byte)),
                }
                .into());
            }
        }
        Ok(())
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

/// The type of an operand.
#[inline]
pub(crate) fn operand_ty(program: &Program, function: &Function, operand: &Operand) -> Result<Ty> {
    let ty = match operand {
        Operand::Copy(place) if place.projection.is_empty() => {
            function.locals.get(place.local.index()).map(|decl| decl.ty)
        }
        Operand::Copy(place) => function.place_ty(&program.types, place),
        Operand::Const(constant) => constant.ty(&program.types),
    };
    ty.ok_or_else(|| Stop::ill_formed("an operand has no type"))
}

/// Whether two pieces of memory of `size` bytes share a byte.
pub(crate) fn overlaps(a: Pointer, b: Pointer, size: u64) -> bool {
    overlaps_range(a, size, b, size)
}

/// Whether two pieces of memory share a byte.
pub(crate) fn overlaps_range(a: Pointer, a_size: u64, b: Pointer, b_size: u64) -> bool {
    a.alloc == b.alloc
        && a_size > 0
        && b_size > 0
        && a.offset < b.offset + b_size as i64
        && b.offset < a.offset + a_size as i64
}

/// Checks that bits are a value of a scalar type that is not a pointer.
pub(crate) fn valid_scalar(kind: &TyKind, word: Scalar) -> Result<Scalar> {
    match (kind, word) {
        (TyKind::Bool, Word::Bits(bits)) if bits > 1 => Err(Ub::InvalidBool { bits }.into()),
        (TyKind::Char, Word::Bits(bits)) if !is_char(bits) => Err(Ub::InvalidChar { bits }.into()),
        (TyKind::Int(_) | TyKind::Float(_), _) | (TyKind::Bool | TyKind::Char, Word::Bits(_)) => {
            Ok(word)
        }
        // Whether it is a valid value depends on the choice.
        (TyKind::Bool | TyKind::Char, _) => Err(Unspecified::OpenValue.into()),
        _ => Err(Stop::ill_formed("a scalar is expected")),
    }
}

/// Whether the bits are those of a `char`: no surrogate, and not too large.
fn is_char(bits: u128) -> bool {
    u32::try_from(bits).is_ok_and(|bits| char::from_u32(bits).is_some())
}
