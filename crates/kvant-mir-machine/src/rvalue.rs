//! Assignments: what each rvalue computes.

use kvant_memory::Word;
use kvant_mir::layout::Shape;
use kvant_mir::{
    BinOp, CheckedOp, FloatTy, Function, Operand, Place, Program, Rvalue, Ty, TyKind, UnOp,
};

use crate::arithmetic::{self, Int};
use crate::float::{self, FloatResult};
use crate::operand::{FloatValue, Number, Value, overlaps_range, valid_scalar};
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::planted::{self, Plant};
use crate::{Machine, Pointer, Scalar, Stop, Unspecified};

impl Machine {
    /// `place = rvalue;`
    #[inline]
    pub(crate) fn assign(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        rvalue: &Rvalue,
    ) -> Result {
        let scalar = match rvalue {
            Rvalue::Binary(op, left, right) => self.binary(program, function, *op, left, right)?,
            Rvalue::Unary(op, operand) => self.unary(program, function, *op, operand)?,
            Rvalue::Cast(operand, to) => self.cast(program, function, operand, *to)?,
            Rvalue::Transmute(operand, to) => self.transmute(program, function, operand, *to)?,
            Rvalue::RawRef(_, target) => Word::Pointer(self.address_of(program, function, target)?),
            Rvalue::Use(operand) => return self.copy(program, function, place, operand),
            Rvalue::Checked(op, left, right) => {
                return self.checked(program, function, place, *op, left, right);
            }
            Rvalue::Aggregate(ty, parts) => {
                return self.aggregate(program, function, place, *ty, parts);
            }
            Rvalue::Repeat(operand, length) => {
                return self.repeat(program, function, place, operand, *length);
            }
        };
        if place.projection.is_empty() && self.overwrite_slot(place.local, scalar) {
            return Ok(());
        }
        let to = self.locate(program, function, place)?;
        self.store(program, to, scalar)
    }

    /// `x op y`. A float operation that gives a NaN gives one of many, and so does one on such a
    /// value.
    #[inline]
    fn binary(
        &mut self,
        program: &Program,
        function: &Function,
        op: BinOp,
        left: &Operand,
        right: &Operand,
    ) -> Result<Scalar> {
        let mut int = match self.operand_number(program, function, left)? {
            Number::Int(int) => int,
            Number::Float(float) => {
                let left = self.float(program, function, left)?;
                let right = self.float(program, function, right)?;
                return self.float_binary(op, float, left, right);
            }
        };
        let left = self.bits(program, function, left)?;
        let right = self.bits(program, function, right)?;
        if planted::is(Plant::ShiftRightIsLogical) && op == BinOp::Shr
            || planted::is(Plant::ComparisonIsUnsigned) && op.is_comparison()
        {
            int.signed = false;
        }
        let bits = arithmetic::binary(op, int, left, right)?;
        if planted::is(Plant::RemainderIsFloored) && op == BinOp::Rem && int.signed {
            return Ok(Word::Bits(floored_remainder(int, bits, right)));
        }
        Ok(Word::Bits(bits))
    }

    fn float_binary(
        &self,
        op: BinOp,
        float: FloatTy,
        left: FloatValue,
        right: FloatValue,
    ) -> Result<Scalar> {
        let open = left.open || right.open;
        match float::binary(op, float, left.bits, right.bits) {
            Some(FloatResult::Number(bits)) if open => Ok(Word::Stained(bits.into())),
            Some(FloatResult::Number(bits)) => Ok(Word::Bits(bits.into())),
            Some(FloatResult::Nan) => Ok(self.nan(float)),
            Some(FloatResult::Bool(_)) if open => Err(Unspecified::OpenValue.into()),
            Some(FloatResult::Bool(value)) => Ok(Word::Bits(value.into())),
            None => Err(Stop::ill_formed("floats do not have this operator")),
        }
    }

    /// A NaN that an operation made: any of them.
    fn nan(&self, float: FloatTy) -> Scalar {
        let resolver = &self.resolver;
        Word::Stained(float::nan(float, resolver.nan_sign, resolver.nan_payload).into())
    }

    /// `-x`, `!x`. Negation of a float is exact, whatever the float is.
    fn unary(
        &mut self,
        program: &Program,
        function: &Function,
        op: UnOp,
        operand: &Operand,
    ) -> Result<Scalar> {
        match self.operand_number(program, function, operand)? {
            Number::Int(int) => {
                let bits = self.bits(program, function, operand)?;
                Ok(Word::Bits(arithmetic::unary(op, int, bits)))
            }
            Number::Float(float) => {
                let value = self.float(program, function, operand)?;
                let bits = float::negate(float, value.bits).into();
                Ok(match value.open {
                    true => Word::Stained(bits),
                    false => Word::Bits(bits),
                })
            }
        }
    }

    /// `x as T`.
    fn cast(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
        to: Ty,
    ) -> Result<Scalar> {
        let from = self.operand_number(program, function, operand)?;
        let to = self.number(kind(program, to)?)?;
        Ok(Word::Bits(match (from, to) {
            (Number::Int(mut from), Number::Int(to)) => {
                if planted::is(Plant::CastZeroExtends) {
                    from.signed = false;
                }
                arithmetic::cast(from, to, self.bits(program, function, operand)?)
            }
            (Number::Int(from), Number::Float(to)) => {
                let bits = self.bits(program, function, operand)?;
                float::from_int(from, bits, to).into()
            }
            (Number::Float(from), Number::Int(to)) => {
                // Every NaN gives 0, but not everything that is open is a NaN under every choice.
                let bits = self.bits(program, function, operand)?;
                float::to_int(from, bits as u64, to)
            }
            (Number::Float(from), Number::Float(to)) => {
                let value = self.float(program, function, operand)?;
                return Ok(match float::convert(from, value.bits, to) {
                    None => self.nan(to),
                    Some(bits) if value.open => Word::Stained(bits.into()),
                    Some(bits) => Word::Bits(bits.into()),
                });
            }
        }))
    }

    /// `CastTransmute(x)`: the same bits, which must be a value of the new type. Those of a NaN are not
    /// certain to stay what they are once they are a float.
    fn transmute(
        &mut self,
        program: &Program,
        function: &Function,
        operand: &Operand,
        to: Ty,
    ) -> Result<Scalar> {
        let bits = self.bits(program, function, operand)?;
        match kind(program, to)? {
            TyKind::Float(float) if float::is_nan(*float, bits as u64) => Ok(Word::Stained(bits)),
            kind => valid_scalar(kind, Word::Bits(bits)),
        }
    }

    /// A typed copy. Source and destination may not overlap, not even as the same scalar.
    fn copy(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        operand: &Operand,
    ) -> Result {
        let value = self.value(program, function, operand)?;
        let to = self.locate(program, function, place)?;
        let Some((value, ty)) = value else {
            return self.store_nothing(program, to);
        };
        if let (Value::Scalar(_), Operand::Copy(source)) = (value, operand) {
            self.must_be_disjoint(program, function, source, ty, to)?;
        }
        self.store_value(program, to, value, ty)
    }

    /// `Checked(x op y)`: the wrapped result and the flag, as a pair.
    fn checked(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        op: CheckedOp,
        left: &Operand,
        right: &Operand,
    ) -> Result {
        let int = self.operand_int(program, function, left)?;
        let left = self.bits(program, function, left)?;
        let right = self.bits(program, function, right)?;
        let (bits, mut overflow) = arithmetic::checked(op, int, left, right);
        if planted::is(Plant::CheckedMulNeverOverflows) && op == CheckedOp::Mul {
            overflow = false;
        }
        let to = self.locate(program, function, place)?;
        self.wipe(program, to)?;
        for (n, bits) in [(0, bits), (1, overflow.into())] {
            let part = self.part(program, to, n)?;
            self.store(program, part, Word::Bits(bits))?;
        }
        Ok(())
    }

    /// A tuple, array or struct from its parts. No part may overlap the destination.
    fn aggregate(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        ty: Ty,
        parts: &[Operand],
    ) -> Result {
        let mut values = Vec::with_capacity(parts.len());
        for part in parts {
            values.push(self.value(program, function, part)?);
        }
        let to = self.locate(program, function, place)?;
        if to.ty != ty {
            return Err(Stop::ill_formed(
                "an aggregate does not fit its destination",
            ));
        }
        for (part, value) in parts.iter().zip(&values) {
            if let (Operand::Copy(source), Some((_, ty))) = (part, value) {
                self.must_be_disjoint(program, function, source, *ty, to)?;
            }
        }
        self.wipe(program, to)?;
        for (n, value) in values.into_iter().enumerate() {
            let part = self.part(program, to, n as u64)?;
            match value {
                Some((value, ty)) => self.store_value(program, part, value, ty)?,
                None => self.store_nothing(program, part)?,
            }
        }
        Ok(())
    }

    /// `[x; N]`. The element may not overlap the destination. It is read even if `N` is 0.
    fn repeat(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        operand: &Operand,
        length: u64,
    ) -> Result {
        let value = self.value(program, function, operand)?;
        let to = self.locate(program, function, place)?;
        let Some((value, ty)) = value else {
            return self.store_nothing(program, to);
        };
        if let Operand::Copy(source) = operand {
            self.must_be_disjoint(program, function, source, ty, to)?;
        }
        self.wipe(program, to)?;
        let element = self.layouts.of(&program.types, ty)?.clone();
        if let Value::Memory(from) = value {
            self.check_access(from, element.size, element.align)?;
            self.must_be_initialised(from, &element)?;
        }
        if element.size == 0 {
            // There may be more of them than anybody can count to.
            return Ok(());
        }
        self.charge(length.saturating_mul(64));
        for n in 0..length {
            let part = self.part(program, to, n)?;
            match value {
                Value::Scalar(Word::Bits(_))
                    if planted::is(Plant::RepeatForgetsLast) && n + 1 == length =>
                {
                    self.store(program, part, Word::Bits(0))?;
                }
                _ => self.store_value(program, part, value, ty)?,
            }
        }
        Ok(())
    }

    /// `addr_of!(place)`: makes a pointer without an access. A scalar local that had no bytes gets
    /// some now.
    fn address_of(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
    ) -> Result<Pointer> {
        match self.locate(program, function, place)?.spot {
            Spot::Memory(pointer) => Ok(pointer),
            Spot::Slot(local) => self.materialise(program, function, local),
        }
    }

    /// Refuses an operand that shares a byte with the destination: compilers disagree on what comes
    /// out of that.
    fn must_be_disjoint(
        &mut self,
        program: &Program,
        function: &Function,
        source: &Place,
        source_ty: Ty,
        to: Located,
    ) -> Result {
        let from = self.locate(program, function, source)?;
        let shared = match (from.spot, to.spot) {
            (Spot::Slot(a), Spot::Slot(b)) => a == b,
            (Spot::Memory(a), Spot::Memory(b)) => {
                let a_size = self.layouts.of(&program.types, source_ty)?.size;
                let b_size = self.layouts.of(&program.types, to.ty)?.size;
                overlaps_range(a, a_size, b, b_size)
            }
            _ => false,
        };
        if shared {
            return Err(Unspecified::OverlappingAssignment.into());
        }
        Ok(())
    }

    /// Makes an aggregate destination uninitialised, padding and all, before its parts are written.
    fn wipe(&mut self, program: &Program, to: Located) -> Result {
        let Spot::Memory(pointer) = to.spot else {
            return Err(Stop::ill_formed("an aggregate has no bytes"));
        };
        let layout = self.layouts.of(&program.types, to.ty)?;
        let (size, align) = (layout.size, layout.align);
        self.check_access(pointer, size, align)?;
        self.memory
            .deinitialise(pointer.alloc, pointer.offset, size)?;
        Ok(())
    }

    /// The `n`th field or element of an aggregate.
    fn part(&mut self, program: &Program, whole: Located, n: u64) -> Result<Located> {
        let Spot::Memory(pointer) = whole.spot else {
            return Err(Stop::ill_formed("an aggregate has no bytes"));
        };
        let layout = self.layouts.of(&program.types, whole.ty)?;
        let (distance, ty) = match (&layout.shape, kind(program, whole.ty)?) {
            (Shape::Array { stride, length }, TyKind::Array(element, _)) if n < *length => {
                (n * stride, Some(*element))
            }
            (Shape::Fields(offsets), _) if n < offsets.len() as u64 => {
                (offsets[n as usize], program.types.field(whole.ty, n as u32))
            }
            _ => (0, None),
        };
        let ty = ty.ok_or_else(|| Stop::ill_formed("an aggregate has too many parts"))?;
        Ok(Located {
            spot: Spot::Memory(pointer.shifted(distance as i64)),
            ty,
        })
    }

    /// The value an operand has now, if it is a defined scalar. Changes nothing.
    pub fn peek(&mut self, program: &Program, operand: &Operand) -> Option<Scalar> {
        let function = program.functions.get(self.location()?.function.index())?;
        let mark = self.mark();
        let scalar = self.scalar(program, function, operand);
        self.rollback(mark);
        scalar.ok()
    }
}

/// The wrong rule [`Plant::RemainderIsFloored`].
#[cold]
fn floored_remainder(int: Int, remainder: u128, divisor: u128) -> u128 {
    let negative = |value| arithmetic::sign_extend(value, int.bits) < 0;
    if remainder != 0 && negative(remainder) != negative(divisor) {
        arithmetic::truncate(remainder.wrapping_add(divisor), int.bits)
    } else {
        remainder
    }
}
