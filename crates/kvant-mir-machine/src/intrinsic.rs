//! Calls of intrinsics.

use kvant_borrows::Access;
use kvant_memory::{Withheld, Word};
use kvant_mir::{Function, Intrinsic, Operand, Place, Program, Signature, Ty};

use crate::access::overlaps;
use crate::float::{self, FloatResult};
use crate::operand::{FloatValue, Number, pointee_of};
use crate::outcome::Result;
use crate::place::kind;
use crate::planted::{self, Plant};
use crate::{Machine, Pointer, Scalar, Stop, Touch, Ub, Unspecified, integer_intrinsic};

impl Machine {
    /// `Call(place = intrinsic(operands), …)`.
    pub(crate) fn intrinsic(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        intrinsic: Intrinsic,
        operands: &[Operand],
    ) -> Result {
        let intrinsic = replaced(intrinsic);
        if operands.len() != intrinsic.arity() {
            return Err(Stop::ill_formed("an intrinsic takes other operands"));
        }
        let moved = self.moves(program, function, operands.iter(), Some(place))?;
        if self.value_intrinsic(program, function, place, intrinsic, operands)? {
            return self.take_away(program, &moved);
        }
        let scalar = self.scalar_intrinsic(program, function, place, intrinsic, operands)?;
        self.take_away(program, &moved)?;
        let to = self.locate(program, function, place)?;
        match scalar {
            Some(scalar) => self.store(program, to, scalar),
            None => self.store_nothing(program, to),
        }
    }

    /// Executes an intrinsic whose result may be an aggregate. Returns false if it is not one of these.
    fn value_intrinsic(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        intrinsic: Intrinsic,
        operands: &[Operand],
    ) -> Result<bool> {
        match (intrinsic.signature(), operands) {
            (Signature::Any, [x]) => self.copy(program, function, place, x)?,
            (Signature::AnyToAny, [x]) => {
                let to = function.place_ty(&program.types, place);
                let to = to.ok_or_else(|| Stop::ill_formed("a place has no type"))?;
                self.transmute(program, function, place, x, to)?;
            }
            (Signature::Overflowing, [x, y]) => {
                let (int, left) = self.int_operand(program, function, x)?;
                let right = self.bits(program, function, y)?;
                let result = integer_intrinsic::with_overflow(intrinsic, int, left, right);
                let (bits, flag) = result.ok_or_else(unknown)?;
                self.store_pair(program, function, place, bits, flag)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Executes an intrinsic whose result is a scalar or `()`.
    fn scalar_intrinsic(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        intrinsic: Intrinsic,
        operands: &[Operand],
    ) -> Result<Option<Scalar>> {
        let bits = match (intrinsic.signature(), operands) {
            (Signature::PointerAndCount, [pointer, count]) => {
                let pointee = pointee_of(program, function, pointer)?;
                let pointer = self.pointer(program, function, pointer)?;
                let count = self.int_operand(program, function, count)?;
                let moved = match intrinsic {
                    Intrinsic::ArithOffset => {
                        self.arith_offset(program, pointer, pointee, count)?
                    }
                    _ => self.offset(program, pointer, pointee, count)?,
                };
                return Ok(Some(Word::Pointer(moved)));
            }
            (Signature::PointerDifference, [p, q]) => {
                let pointee = pointee_of(program, function, p)?;
                let p = self.pointer(program, function, p)?;
                let q = self.pointer(program, function, q)?;
                let signed = intrinsic == Intrinsic::PtrOffsetFrom;
                let distance = self.pointer_distance(program, p, q, pointee, signed)?;
                let width = self.layouts.target().pointer_bits();
                crate::arithmetic::truncate(i128::from(distance).cast_unsigned(), width)
            }
            (Signature::CopyMemory, [from, to, count]) => {
                let pointee = pointee_of(program, function, from)?;
                let from = self.pointer(program, function, from)?;
                let to = self.pointer(program, function, to)?;
                let count = self.bits(program, function, count)?;
                let may_overlap = intrinsic == Intrinsic::Copy;
                self.copy_memory(program, from, to, pointee, count, may_overlap)?;
                return Ok(None);
            }
            (Signature::FillMemory, [to, byte, count]) => {
                let pointee = pointee_of(program, function, to)?;
                let to = self.pointer(program, function, to)?;
                let byte = self.bits(program, function, byte)?;
                let count = self.bits(program, function, count)?;
                self.fill_memory(program, to, pointee, byte as u8, count)?;
                return Ok(None);
            }
            (Signature::CompareMemory, [x, y, count]) => {
                let x = self.pointer(program, function, x)?;
                let y = self.pointer(program, function, y)?;
                let count = self.bits(program, function, count)?;
                return self.compare_memory(x, y, count).map(Some);
            }
            (Signature::CompareReferents, [x, y]) => {
                let pointee = pointee_of(program, function, x)?;
                let x = self.pointer(program, function, x)?;
                let y = self.pointer(program, function, y)?;
                self.compare_referents(program, x, y, pointee)?.into()
            }
            (Signature::Int | Signature::CountBits, [x]) => {
                let (int, value) = self.int_operand(program, function, x)?;
                integer_intrinsic::one_int(intrinsic, int, value).ok_or_else(unknown)??
            }
            (Signature::TwoInts, [x, y]) => {
                let (int, left) = self.int_operand(program, function, x)?;
                let right = self.bits(program, function, y)?;
                integer_intrinsic::two_ints(intrinsic, int, left, right).ok_or_else(unknown)??
            }
            (Signature::Rotate | Signature::Shift, [x, amount]) => {
                let (int, value) = self.int_operand(program, function, x)?;
                let amount = self.int_operand(program, function, amount)?;
                integer_intrinsic::shift(intrinsic, int, value, amount).ok_or_else(unknown)??
            }
            (Signature::FloatToInt, [x]) => {
                let to = function.place_ty(&program.types, place);
                let to = to.ok_or_else(|| Stop::ill_formed("a place has no type"))?;
                let int = self.int(kind(program, to)?)?;
                let Number::Float(float) = self.operand_number(program, function, x)? else {
                    return Err(unknown());
                };
                let bits = self.bits(program, function, x)?;
                float::to_int_unchecked(float, bits as u64, int)?
            }
            (Signature::Float | Signature::TwoFloats | Signature::ThreeFloats, _) => {
                let float = self.float_intrinsic(program, function, intrinsic, operands)?;
                return Ok(Some(float));
            }
            _ => return Err(unknown()),
        };
        Ok(Some(Word::Bits(bits)))
    }

    /// Intrinsics on floats. The result is stained if an operand is, or if it is a NaN that was computed.
    fn float_intrinsic(
        &mut self,
        program: &Program,
        function: &Function,
        intrinsic: Intrinsic,
        operands: &[Operand],
    ) -> Result<Scalar> {
        let mut values = [FloatValue {
            bits: 0,
            open: false,
        }; 3];
        let mut ty = None;
        for (value, operand) in values.iter_mut().zip(operands) {
            let Number::Float(float) = self.operand_number(program, function, operand)? else {
                return Err(unknown());
            };
            ty = Some(float);
            *value = self.float(program, function, operand)?;
        }
        let float = ty.ok_or_else(unknown)?;
        let [x, y, z] = values.map(|value| value.bits);
        let result = match intrinsic {
            Intrinsic::Abs => FloatResult::Number(float::abs(float, x)),
            Intrinsic::Copysign => FloatResult::Number(float::copysign(float, x, y)),
            Intrinsic::Fma => float::fma(float, x, y, z),
            _ => float::one_float(intrinsic, float, x).ok_or_else(unknown)?,
        };
        let open = values.iter().any(|value| value.open);
        match result {
            FloatResult::Number(bits) if open => Ok(Word::Stained(bits.into())),
            FloatResult::Number(bits) => Ok(Word::Bits(bits.into())),
            FloatResult::Nan => Ok(self.nan(float)),
            FloatResult::Bool(_) => Err(unknown()),
        }
    }

    /// `copy` and `copy_nonoverlapping`: copies bytes with their initialisation and provenance.
    fn copy_memory(
        &mut self,
        program: &Program,
        from: Pointer,
        to: Pointer,
        pointee: Ty,
        count: u128,
        may_overlap: bool,
    ) -> Result {
        let (bytes, align) = self.many(program, pointee, count)?;
        let anchor = self.layouts.of(&program.types, pointee)?.anchor;
        self.check_access(from, bytes, align, Access::Read)?;
        if bytes > 0 {
            let anchor = from.offset + anchor as i64;
            self.memory
                .check_withheld(from.alloc, anchor, 1, Withheld::Absent)?;
        }
        self.memory
            .check_withheld(from.alloc, from.offset, bytes, Withheld::Moved)?;
        self.memory_write(to, bytes, align, anchor)?;
        if !may_overlap && overlaps(from, to, bytes) {
            return Err(Ub::OverlappingCopy.into());
        }
        self.charge(bytes);
        self.memory
            .copy((from.alloc, from.offset), (to.alloc, to.offset), bytes)?;
        self.note_copy(from, to, bytes);
        Ok(())
    }

    /// `write_bytes`. It is refused for types without a promised layout, whose value would depend on the layout.
    fn fill_memory(
        &mut self,
        program: &Program,
        to: Pointer,
        pointee: Ty,
        byte: u8,
        count: u128,
    ) -> Result {
        let (bytes, align) = self.many(program, pointee, count)?;
        self.memory_write(to, bytes, align, 0)?;
        if !self.layouts.of(&program.types, pointee)?.contents.known {
            return Err(Unspecified::LayoutDependent { alloc: to.alloc }.into());
        }
        self.charge(bytes);
        let bytes = match planted::is(Plant::FillForgetsLast) {
            true => bytes.saturating_sub(1),
            false => bytes,
        };
        self.memory.fill(to.alloc, to.offset, bytes, byte)?;
        self.note_bytes(to, bytes, Touch::Write);
        Ok(())
    }

    /// The size of `count` values, and their alignment.
    fn many(&mut self, program: &Program, ty: Ty, count: u128) -> Result<(u64, u64)> {
        let layout = self.layouts.of(&program.types, ty)?;
        let (size, align) = (layout.size, layout.align);
        let largest = (1_u128 << (self.layouts.target().pointer_bits() - 1)) - 1;
        match u128::from(size).checked_mul(count) {
            Some(bytes) if bytes <= largest => Ok((bytes as u64, align)),
            _ => Err(Ub::OffsetOverflow.into()),
        }
    }

    /// Accesses bytes for an untyped write through a pointer.
    fn memory_write(&mut self, to: Pointer, bytes: u64, align: u64, anchor: u64) -> Result {
        self.check_access(to, bytes, align, Access::Write)?;
        self.remember_write(to.alloc);
        if bytes > 0 {
            let anchor = to.offset + anchor as i64;
            self.memory
                .check_withheld(to.alloc, anchor, 1, Withheld::Absent)?;
            self.memory
                .check_withheld(to.alloc, to.offset, bytes, Withheld::Moved)?;
        }
        Ok(())
    }

    /// `compare_bytes`: 0 if all bytes are equal. Otherwise only the sign of the result is specified.
    fn compare_memory(&mut self, x: Pointer, y: Pointer, count: u128) -> Result<Scalar> {
        let Ok(bytes) = u64::try_from(count) else {
            return Err(Ub::OffsetOverflow.into());
        };
        for pointer in [x, y] {
            self.check_access(pointer, bytes, 1, Access::Read)?;
            self.note_bytes(pointer, bytes, Touch::Read);
        }
        self.charge(bytes.saturating_mul(64));
        for n in 0..bytes as i64 {
            let [a, b] = [x, y].map(|p| self.memory.load_bits(p.alloc, p.offset + n, 1));
            let (a, b) = (a?, b?);
            if a != b {
                // Every byte must be initialised, also after the first difference.
                for pointer in [x, y] {
                    self.memory
                        .check_numbers(pointer.alloc, pointer.offset, bytes)?;
                }
                let sign = if a < b { u32::MAX } else { 1 };
                return Ok(Word::Stained(sign.into()));
            }
        }
        Ok(Word::Bits(0))
    }

    /// `raw_eq`: true if two values have the same bytes, all of which must be initialised.
    fn compare_referents(
        &mut self,
        program: &Program,
        x: Pointer,
        y: Pointer,
        pointee: Ty,
    ) -> Result<bool> {
        let layout = self.layouts.of(&program.types, pointee)?;
        let (size, align) = (layout.size, layout.align);
        for pointer in [x, y] {
            self.check_access(pointer, size, align, Access::Read)?;
            self.note_bytes(pointer, size, Touch::Read);
        }
        self.charge(size.saturating_mul(64));
        let mut equal = true;
        for n in 0..size as i64 {
            let [a, b] = [x, y].map(|p| self.memory.load_bits(p.alloc, p.offset + n, 1));
            equal &= a? == b?;
        }
        Ok(equal)
    }
}

/// The wrong rule [`Plant::RotateIsReversed`].
fn replaced(intrinsic: Intrinsic) -> Intrinsic {
    match intrinsic {
        Intrinsic::RotateLeft if planted::is(Plant::RotateIsReversed) => Intrinsic::RotateRight,
        Intrinsic::RotateRight if planted::is(Plant::RotateIsReversed) => Intrinsic::RotateLeft,
        _ => intrinsic,
    }
}

#[cold]
fn unknown() -> Stop {
    Stop::ill_formed("an intrinsic takes other operands")
}
