//! Assignments and rvalues.

use kvant_borrows::Access;
use kvant_memory::Word;
use kvant_mir::layout::Shape;
use kvant_mir::{
    BinOp, CheckedOp, FloatTy, Function, Mutability, Operand, Place, Program, Rvalue, Ty, TyKind,
    UnOp,
};

use crate::access::{Room, valid_scalar};
use crate::aliasing::Protector;
use crate::arithmetic::{self, Int};
use crate::float::{self, FloatResult};
use crate::operand::{FloatValue, Number, Value, operand_ty, pointee_of};
use crate::outcome::Result;
use crate::place::{Located, Spot, kind};
use crate::planted::{self, Plant};
use crate::value::function_pointer;
use crate::{Machine, Pointer, Scalar, Stop, Touch, Unspecified};

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
        if let Rvalue::Binary(op, left, right) = rvalue
            && place.projection.is_empty()
            && let (Some(x), Some(y)) = (self.bits_at_hand(left), self.bits_at_hand(right))
            && let Number::Int(int) = self.operand_number(program, function, left)?
            && !planted::is_any()
            && !self.watching
        {
            // Fast path for the most frequent case: integers in slots.
            let bits = arithmetic::binary(*op, int, x, y)?;
            if self.overwrite_slot(place.local, Word::Bits(bits)) {
                return Ok(());
            }
        }
        if rvalue.operands().any(Operand::is_move) {
            return self.assign_moved(program, function, place, rvalue);
        }
        let Some(scalar) = self.scalar_rvalue(program, function, rvalue)? else {
            return self.assign_value(program, function, place, rvalue);
        };
        if let Rvalue::Cast(Operand::Copy(source), _) = rvalue
            && !source.projection.is_empty()
        {
            let to = self.locate(program, function, place)?;
            self.must_be_disjoint(program, function, source, to)?;
        }
        self.store_scalar(program, function, place, scalar)
    }

    /// An assignment with moved operands. Their places are deinitialised before the destination is written if the rvalue computes
    /// a scalar. Otherwise that happens afterwards, since no operand overlaps the destination.
    #[cold]
    fn assign_moved(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        rvalue: &Rvalue,
    ) -> Result {
        let moved = self.moves(program, function, rvalue.operands(), Some(place))?;
        let Some(scalar) = self.scalar_rvalue(program, function, rvalue)? else {
            self.assign_value(program, function, place, rvalue)?;
            return self.take_away(program, &moved);
        };
        self.take_away(program, &moved)?;
        self.store_scalar(program, function, place, scalar)
    }

    #[inline]
    fn store_scalar(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        scalar: Scalar,
    ) -> Result {
        if place.projection.is_empty() && self.overwrite_slot(place.local, scalar) {
            return Ok(());
        }
        let to = self.locate(program, function, place)?;
        self.store(program, to, scalar)
    }

    /// The value of an rvalue that computes a new scalar; `None` for others.
    #[inline]
    fn scalar_rvalue(
        &mut self,
        program: &Program,
        function: &Function,
        rvalue: &Rvalue,
    ) -> Result<Option<Scalar>> {
        Ok(Some(match rvalue {
            Rvalue::Binary(op, left, right) => self.binary(program, function, *op, left, right)?,
            Rvalue::Unary(op, operand) => self.unary(program, function, *op, operand)?,
            Rvalue::Cast(operand, to) => self.cast(program, function, operand, *to)?,
            Rvalue::RawRef(_, target) => Word::Pointer(self.address_of(program, function, target)?),
            Rvalue::Ref(mutability, target) => {
                Word::Pointer(self.reference(program, function, *mutability, target)?)
            }
            Rvalue::FnPointer(id) => Word::Pointer(function_pointer(*id)),
            Rvalue::Offset(pointer, count) => {
                let pointee = pointee_of(program, function, pointer)?;
                let pointer = self.pointer(program, function, pointer)?;
                let count = self.int_operand(program, function, count)?;
                Word::Pointer(self.offset(program, pointer, pointee, count)?)
            }
            Rvalue::Discriminant(place) => self.discriminant(program, function, place)?,
            Rvalue::Use(_)
            | Rvalue::Transmute(..)
            | Rvalue::Checked(..)
            | Rvalue::Aggregate(..)
            | Rvalue::Variant(..)
            | Rvalue::Union(..)
            | Rvalue::Repeat(..) => return Ok(None),
        }))
    }

    /// Assigns an rvalue that is a copy or an aggregate.
    fn assign_value(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        rvalue: &Rvalue,
    ) -> Result {
        match rvalue {
            Rvalue::Use(operand) => self.copy(program, function, place, operand),
            Rvalue::Transmute(operand, ty) => {
                self.transmute(program, function, place, operand, *ty)
            }
            Rvalue::Checked(op, left, right) => {
                self.checked(program, function, place, *op, left, right)
            }
            Rvalue::Aggregate(ty, parts) => {
                self.aggregate(program, function, place, *ty, parts, None)
            }
            Rvalue::Variant(ty, variant, parts) => {
                self.aggregate(program, function, place, *ty, parts, Some(*variant))
            }
            Rvalue::Union(ty, field, operand) => {
                self.union(program, function, place, *ty, *field, operand)
            }
            Rvalue::Repeat(operand, length) => {
                self.repeat(program, function, place, operand, *length)
            }
            _ => Err(Stop::ill_formed("a scalar is assigned as something else")),
        }
    }

    /// `x op y`. If the result of a float operation is a NaN, or an operand is stained, the result is stained.
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
            Number::Pointer => {
                let pointee = pointee_of(program, function, left)?;
                let left = self.pointer(program, function, left)?;
                let right = self.pointer(program, function, right)?;
                let holds = self.compare_pointers(program, op, left, right, pointee)?;
                return Ok(Word::Bits(holds.into()));
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

    /// A NaN that an operation computed, with the resolver's choice of bits.
    pub(crate) fn nan(&self, float: FloatTy) -> Scalar {
        let resolver = &self.resolver;
        Word::Stained(float::nan(float, resolver.nan_sign, resolver.nan_payload).into())
    }

    /// `-x`, `!x`. Negation of a float is exact, of a NaN too.
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
            Number::Pointer => Err(Stop::ill_formed("a number is expected")),
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
                // The result for a NaN is 0, but a stained value need not be a NaN under every resolver.
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
            (Number::Pointer, Number::Pointer) => {
                return Ok(Word::Pointer(self.pointer(program, function, operand)?));
            }
            (Number::Pointer, _) | (_, Number::Pointer) => {
                return Err(Stop::ill_formed("a pointer is no number"));
            }
        }))
    }

    /// `CastTransmute(x)`: the same bytes, which must be a value of the new type.
    pub(crate) fn transmute(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        operand: &Operand,
        ty: Ty,
    ) -> Result {
        let from_ty = operand_ty(program, function, operand)?;
        if program.types.is_observable(from_ty) && program.types.is_observable(ty) {
            let bits = self.bits(program, function, operand)?;
            let scalar = valid_scalar(kind(program, ty)?, Word::Bits(bits))?;
            let to = self.locate(program, function, place)?;
            if let Some(source) = operand.place() {
                self.must_be_disjoint(program, function, source, to)?;
            }
            return self.store(program, to, scalar);
        }
        let Some((value, _)) = self.value(program, function, operand)? else {
            let to = self.locate(program, function, place)?;
            return self.store_nothing(program, to);
        };
        // The bytes go through memory that is suitable for both types.
        let (from, to) = (
            self.layouts.of(&program.types, from_ty)?.clone(),
            self.layouts.of(&program.types, ty)?.clone(),
        );
        if from.size != to.size {
            return Err(Stop::ill_formed("a value is transmuted to another size"));
        }
        let bytes = self.allocate_bytes(from.size, from.align.max(to.align))?;
        if let Some(frame) = self.stack.last() {
            self.remember_birth(frame.function, place.local);
        }
        let middle = |ty| Located {
            spot: Spot::Memory(bytes),
            ty,
            direct: true,
        };
        self.store_value(program, middle(from_ty), value, from_ty, Protector::None)?;
        let value = match program.types.is_scalar(ty) {
            true => Value::Scalar(self.load(program, bytes, ty)?),
            false => Value::Memory(bytes),
        };
        let to = self.locate(program, function, place)?;
        if let Operand::Copy(source) | Operand::Move(source) = operand {
            self.must_be_disjoint(program, function, source, to)?;
        }
        self.store_value(program, to, value, ty, Protector::None)?;
        self.free(bytes.alloc)
    }

    /// A typed copy. Source and destination may not overlap, not even as the same scalar.
    pub(crate) fn copy(
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
        if let (Value::Scalar(_), Some(source)) = (value, operand.place()) {
            self.must_be_disjoint(program, function, source, to)?;
        }
        self.store_value(program, to, value, ty, Protector::None)
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
        self.store_pair(program, function, place, bits, overflow)
    }

    /// Stores an integer and a flag as a pair.
    pub(crate) fn store_pair(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        bits: u128,
        flag: bool,
    ) -> Result {
        let to = self.locate(program, function, place)?;
        self.wipe(program, to)?;
        for (n, bits) in [(0, bits), (1, flag.into())] {
            let part = self.part(program, to, None, n)?;
            self.store(program, part, Word::Bits(bits))?;
        }
        Ok(())
    }

    /// A tuple, array, struct or enum from its parts. No part may overlap the destination.
    fn aggregate(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        ty: Ty,
        parts: &[Operand],
        variant: Option<u32>,
    ) -> Result {
        let mut values = Vec::with_capacity(parts.len());
        for (n, part) in parts.iter().enumerate() {
            self.note_strand(n + 1);
            values.push(self.value(program, function, part)?);
        }
        self.note_strand(0);
        let to = self.locate(program, function, place)?;
        if to.ty != ty {
            return Err(Stop::ill_formed(
                "an aggregate does not fit its destination",
            ));
        }
        for part in parts {
            if let Some(source) = part.place() {
                self.must_be_disjoint(program, function, source, to)?;
            }
        }
        let at = self.wipe(program, to)?;
        if let Some(variant) = variant {
            let layout = self.layouts.of(&program.types, ty)?.clone();
            let Shape::Variants(variants) = &layout.shape else {
                return Err(Stop::ill_formed("only an enum has variants"));
            };
            self.write_tag(at, variants, variant)?;
            self.note_tag(at, variants, Touch::Write);
        }
        for (n, value) in values.into_iter().enumerate() {
            self.note_strand(n + 1);
            let part = self.part(program, to, variant, n as u64)?;
            match value {
                Some((value, ty)) => {
                    self.store_value(program, part, value, ty, Protector::None)?;
                }
                None => self.store_nothing(program, part)?,
            }
        }
        self.note_strand(0);
        Ok(())
    }

    /// A union of which one field is written and nothing else.
    fn union(
        &mut self,
        program: &Program,
        function: &Function,
        place: &Place,
        ty: Ty,
        field: u32,
        operand: &Operand,
    ) -> Result {
        let value = self.value(program, function, operand)?;
        let to = self.locate(program, function, place)?;
        if to.ty != ty {
            return Err(Stop::ill_formed("a union does not fit its destination"));
        }
        if let Some(source) = operand.place() {
            self.must_be_disjoint(program, function, source, to)?;
        }
        self.wipe(program, to)?;
        let part = self.part(program, to, None, field.into())?;
        match value {
            Some((value, ty)) => self.store_value(program, part, value, ty, Protector::None),
            None => self.store_nothing(program, part),
        }
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
        if let Some(source) = operand.place() {
            self.must_be_disjoint(program, function, source, to)?;
        }
        self.wipe(program, to)?;
        let element = self.layouts.of(&program.types, ty)?.clone();
        if let Value::Memory(from) = value {
            self.check_access(from, element.size, element.align, Access::Read)?;
            self.validate(program, from, ty)?;
        }
        if element.size == 0 {
            // An array of values of size 0 may be too long to visit.
            return Ok(());
        }
        self.charge(length.saturating_mul(64));
        for n in 0..length {
            let part = self.part(program, to, None, n)?;
            match value {
                Value::Scalar(Word::Bits(_))
                    if planted::is(Plant::RepeatForgetsLast) && n + 1 == length =>
                {
                    self.store(program, part, Word::Bits(0))?;
                }
                _ => self.store_value(program, part, value, ty, Protector::None)?,
            }
        }
        Ok(())
    }

    /// `addr_of!(place)`: makes a pointer without an access. A scalar local in its slot gets an allocation.
    pub(crate) fn address_of(
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

    /// `&place`, `&mut place`.
    fn reference(
        &mut self,
        program: &Program,
        function: &Function,
        mutability: Mutability,
        place: &Place,
    ) -> Result<Pointer> {
        let pointer = self.address_of(program, function, place)?;
        let ty = function.place_ty(&program.types, place);
        let ty = ty.ok_or_else(|| Stop::ill_formed("a place has no type"))?;
        self.retag(program, pointer, ty, mutability, Protector::None)
    }

    /// Refuses an operand that overlaps the destination: compilers disagree about the result.
    fn must_be_disjoint(
        &mut self,
        program: &Program,
        function: &Function,
        source: &Place,
        to: Located,
    ) -> Result {
        let from = self.checking(|this| this.locate(program, function, source))?;
        match self.shares_bytes(program, from, to)? {
            true => Err(Unspecified::OverlappingAssignment.into()),
            false => Ok(()),
        }
    }

    /// Deinitialises an aggregate destination, padding included, before its parts are written.
    fn wipe(&mut self, program: &Program, to: Located) -> Result<Pointer> {
        let Spot::Memory(pointer) = to.spot else {
            return Err(Stop::ill_formed("an aggregate has no bytes"));
        };
        let room = Room::of(self.layouts.of(&program.types, to.ty)?);
        self.write_access(to, pointer, room)?;
        self.memory
            .deinitialise(pointer.alloc, pointer.offset, room.size)?;
        self.note_bytes(pointer, room.size, Touch::Clear);
        Ok(pointer)
    }

    /// The `n`th field or element of an aggregate; of a variant, if it is an enum.
    fn part(
        &mut self,
        program: &Program,
        whole: Located,
        variant: Option<u32>,
        n: u64,
    ) -> Result<Located> {
        let Spot::Memory(pointer) = whole.spot else {
            return Err(Stop::ill_formed("an aggregate has no bytes"));
        };
        let types = &program.types;
        let layout = self.layouts.of(types, whole.ty)?;
        let offset = |offsets: &[u64]| offsets.get(n as usize).copied();
        let (distance, ty) = match (&layout.shape, variant) {
            (Shape::Array { stride, length }, None) if n < *length => {
                let element = match kind(program, whole.ty)? {
                    TyKind::Array(element, _) => Some(*element),
                    _ => None,
                };
                (Some(n * stride), element)
            }
            (Shape::Fields(offsets), None) => (offset(offsets), types.field(whole.ty, n as u32)),
            (Shape::Union, None) => (Some(0), types.field(whole.ty, n as u32)),
            (Shape::Variants(variants), Some(variant)) => {
                let fields = variants.variants.get(variant as usize);
                let distance = fields.and_then(|fields| offset(&fields.offsets));
                (distance, types.variant_field(whole.ty, variant, n as u32))
            }
            _ => (None, None),
        };
        let (Some(distance), Some(ty)) = (distance, ty) else {
            return Err(Stop::ill_formed("an aggregate has too many parts"));
        };
        Ok(Located {
            spot: Spot::Memory(pointer.shifted(distance as i64)),
            ty,
            direct: whole.direct,
        })
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
