//! Builtins and functions of the library.

use kvant_c::{Builtin, Expr, Program};
use kvant_memory::AllocId;

use crate::access::Surroundings;
use crate::arithmetic::{Int, convert};
use crate::object::{Mark, OPAQUE, Origin};
use crate::outcome::Result;
use crate::promise::Touch;
use crate::sequence::Effect;
use crate::types::{Shape, Traits};
use crate::{Machine, Pointer, Stop, Ub, Unspecified, Unsupported, Value};

const INT: Shape = Shape::Int(Int::INT);
const UNSIGNED: Shape = Shape::Int(Int {
    bits: 32,
    signed: false,
});
const UNSIGNED_WIDE: Shape = Shape::Int(Int {
    bits: 64,
    signed: false,
});

impl Machine {
    /// A call of a built-in function.
    pub(crate) fn builtin(
        &mut self,
        program: &Program,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Value> {
        let start = self.log.len();
        let value = self.call_builtin(program, builtin, arguments)?;
        self.sequence_point(start);
        Ok(value)
    }

    fn call_builtin(
        &mut self,
        program: &Program,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Value> {
        match builtin {
            Builtin::Memcmp => match self.memcmp(program, arguments)? {
                0 => Ok(Value::ZERO),
                _ => Err(Unspecified::MemcmpValue.into()),
            },
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => {
                self.overflow_builtin(program, builtin, arguments)
            }
            Builtin::Unreachable => Err(Ub::UnreachableReached.into()),
            Builtin::VaStart => self.va_start(arguments),
            Builtin::VaEnd => self.va_end(arguments),
            Builtin::Malloc
            | Builtin::Calloc
            | Builtin::Realloc
            | Builtin::Free
            | Builtin::Memcpy
            | Builtin::Memmove
            | Builtin::Memset => self.memory_builtin(program, builtin, arguments),
            _ => self.pure_builtin(program, builtin, arguments),
        }
    }

    /// Evaluates the arguments, which are not sequenced, and converts them to the types of the prototype.
    fn arguments<const N: usize>(
        &mut self,
        program: &Program,
        arguments: &[Expr],
        shapes: [Shape; N],
    ) -> Result<[Value; N]> {
        if arguments.len() != N {
            return Err(Stop::ill_formed("the number of arguments is wrong"));
        }
        let start = self.log.len();
        let mut values = [Value::Void; N];
        for (n, (argument, shape)) in arguments.iter().zip(shapes).enumerate() {
            let middle = self.log.len();
            let value = self.operand(program, argument, n as u32)?;
            self.compare_operands(start, middle)?;
            values[n] = convert(value, self.value_shape(argument), shape)?;
        }
        // A call is sequenced after its arguments.
        self.sequence_point(start);
        Ok(values)
    }

    fn size_shape(&self) -> Shape {
        Shape::Int(Int {
            bits: self.types.target().scalars.pointer_bits(),
            signed: false,
        })
    }

    /// Builtins that only compute a value.
    fn pure_builtin(
        &mut self,
        program: &Program,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Value> {
        let long = Int {
            bits: self.types.target().scalars.pointer_bits(),
            signed: true,
        };
        let short = Shape::Int(Int {
            bits: 16,
            signed: false,
        });
        let shape = match builtin {
            Builtin::Abs => INT,
            Builtin::Clz | Builtin::Ctz | Builtin::Popcount | Builtin::Bswap32 => UNSIGNED,
            Builtin::Bswap16 => short,
            Builtin::Expect => {
                let shape = Shape::Int(long);
                let [value, _] = self.arguments(program, arguments, [shape, shape])?;
                return Ok(value);
            }
            _ => UNSIGNED_WIDE,
        };
        let [Value::Int(bits)] = self.arguments(program, arguments, [shape])? else {
            return Err(Stop::ill_formed("an integer is needed here"));
        };
        let counts = matches!(
            builtin,
            Builtin::Clz | Builtin::Clzll | Builtin::Ctz | Builtin::Ctzll
        );
        if counts && bits == 0 {
            return Err(Ub::ZeroHasNoBit.into());
        }
        let result = match builtin {
            // 7.22.6.1p2.
            Builtin::Abs => {
                let x = Int::INT.number(bits);
                let bits = x.unsigned_abs();
                return match bits <= i32::MAX as u128 {
                    true => Ok(Value::Int(bits)),
                    false => Err(Ub::SignedOverflow { bits: 32 }.into()),
                };
            }
            Builtin::Clz => (bits as u32).leading_zeros(),
            Builtin::Clzll => (bits as u64).leading_zeros(),
            Builtin::Ctz => (bits as u32).trailing_zeros(),
            Builtin::Ctzll => (bits as u64).trailing_zeros(),
            Builtin::Popcount => (bits as u32).count_ones(),
            Builtin::Popcountll => (bits as u64).count_ones(),
            Builtin::Bswap16 => u32::from((bits as u16).swap_bytes()),
            Builtin::Bswap32 => (bits as u32).swap_bytes(),
            Builtin::Bswap64 => {
                return Ok(Value::Int(u128::from((bits as u64).swap_bytes())));
            }
            _ => return Err(Stop::ill_formed("this builtin is not a pure one")),
        };
        Ok(Value::Int(u128::from(result)))
    }

    /// `__builtin_add_overflow` and related builtins: the exact result is stored modulo, and the value says whether that
    /// changed it.
    fn overflow_builtin(
        &mut self,
        program: &Program,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Value> {
        let [a, b, into] = arguments else {
            return Err(Stop::ill_formed("the number of arguments is wrong"));
        };
        let (sa, sb) = (self.value_shape(a), self.value_shape(b));
        let to = self.types.info(into.ty.id).inner;
        let shapes = [sa, sb, Shape::Pointer];
        let [Value::Int(x), Value::Int(y), pointer] = self.arguments(program, arguments, shapes)?
        else {
            return Err(Stop::ill_formed("integers are needed here"));
        };
        let (Shape::Int(ia), Shape::Int(ib), Shape::Int(ir)) = (sa, sb, self.types.shape(to))
        else {
            return Err(Stop::ill_formed("integers are needed here"));
        };
        if [ia, ib, ir].iter().any(|int| int.bits > 64) {
            return Err(Unsupported::WideOverflow.into());
        }
        let (x, y) = (ia.number(x), ib.number(y));
        let (exact, wrapped) = match builtin {
            Builtin::AddOverflow => (x.checked_add(y), x.wrapping_add(y)),
            Builtin::SubOverflow => (x.checked_sub(y), x.wrapping_sub(y)),
            _ => (x.checked_mul(y), x.wrapping_mul(y)),
        };
        let bits = wrapped as u128 & ir.mask();
        let lost = exact != Some(ir.number(bits));
        let start = self.log.len();
        let spot = self.pointee(pointer, to)?;
        // The store is checked like one through `*p`.
        let target = Expr {
            kind: kvant_c::ExprKind::Deref(Box::new(into.clone())),
            ty: to,
        };
        self.store(&target, spot, Value::Int(bits), start)?;
        Ok(Value::truth(lost))
    }

    fn memory_builtin(
        &mut self,
        program: &Program,
        builtin: Builtin,
        arguments: &[Expr],
    ) -> Result<Value> {
        let size = self.size_shape();
        match builtin {
            Builtin::Malloc => {
                let [n] = self.arguments(program, arguments, [size])?;
                let alloc = self.heap(number(n)?)?;
                Ok(Value::Pointer(self.whole(alloc)))
            }
            Builtin::Calloc => {
                let [n, of] = self.arguments(program, arguments, [size, size])?;
                let bytes = number(n)?.saturating_mul(number(of)?);
                let alloc = self.heap(bytes)?;
                self.memory.fill(alloc, 0, bytes, 0)?;
                Ok(Value::Pointer(self.whole(alloc)))
            }
            Builtin::Realloc => {
                let [old, n] = self.arguments(program, arguments, [Shape::Pointer, size])?;
                self.realloc(old, number(n)?)
            }
            Builtin::Free => {
                let [old] = self.arguments(program, arguments, [Shape::Pointer])?;
                if old != Value::Null {
                    let alloc = self.check_heap(old)?;
                    self.release(alloc)?;
                }
                Ok(Value::Void)
            }
            Builtin::Memset => {
                let shapes = [Shape::Pointer, INT, size];
                let [to, Value::Int(byte), n] = self.arguments(program, arguments, shapes)? else {
                    return Err(Stop::ill_formed("an integer is needed here"));
                };
                self.memset(to, byte as u8, number(n)?)?;
                Ok(to)
            }
            _ => {
                let shapes = [Shape::Pointer, Shape::Pointer, size];
                let [to, from, n] = self.arguments(program, arguments, shapes)?;
                self.memcpy(to, from, number(n)?, builtin == Builtin::Memcpy)?;
                Ok(to)
            }
        }
    }

    /// `malloc` (7.22.3), which never fails here. The result for size 0 differs between libraries.
    fn heap(&mut self, size: u64) -> Result<AllocId> {
        if size == 0 {
            return Err(Unspecified::ZeroSize.into());
        }
        self.check_effect()?;
        let align = u64::from(self.types.target().malloc_align);
        self.allocate(size, align, None, Origin::Heap)
    }

    /// Checks the argument of `free`: a pointer that `malloc` or a related function returned, not freed before (7.22.3.3p2).
    fn check_heap(&mut self, value: Value) -> Result<AllocId> {
        let Value::Pointer(pointer) = value else {
            return Err(Ub::BadFree.into());
        };
        self.check_live(pointer.alloc)?;
        let whole = self.whole(pointer.alloc);
        match self.object(pointer.alloc)?.origin {
            // A pointer to the first member, converted, points to the whole (6.7.2.1p15).
            Origin::Heap if pointer.offset == 0 => {
                // For `restrict` and attributes, the end of the lifetime counts as a write.
                self.check_effect()?;
                self.check_promises(Touch {
                    alloc: pointer.alloc,
                    start: 0,
                    end: whole.tag.extent.end,
                    based: pointer.tag.based,
                    write: true,
                })?;
                Ok(pointer.alloc)
            }
            _ => Err(Ub::BadFree.into()),
        }
    }

    fn release(&mut self, alloc: AllocId) -> Result {
        let size = self.whole(alloc).tag.extent.end;
        let now = self.log.len();
        self.log_memory(alloc, 0, size, Effect::Write, now)?;
        self.log_life(alloc, Effect::Write);
        self.memory.free(alloc)?;
        Ok(())
    }

    /// `realloc` (7.22.3.5): a new object with the old bytes that fit.
    fn realloc(&mut self, old: Value, size: u64) -> Result<Value> {
        let alloc = self.heap(size)?;
        if old != Value::Null {
            let from = self.check_heap(old)?;
            let length = self.whole(from).tag.extent.end.min(size as u32);
            let ty = self.object(from)?.ty;
            self.set_heap_type(alloc, ty);
            self.copy_bytes((from, 0), (alloc, 0), length)?;
            let marks = self.marks(from, 0, length).to_vec();
            // Both begin at offset 0, so that paths stay valid.
            for (n, mark) in (0..).zip(marks) {
                self.set_marks(alloc, n, n + 1, mark);
            }
            self.release(from)?;
        }
        Ok(Value::Pointer(self.whole(alloc)))
    }

    /// The bytes that a library function accesses, all of which must exist (7.24.1p2).
    fn bytes(&mut self, value: Value, length: u64, write: bool) -> Result<(AllocId, u32)> {
        let Value::Pointer(pointer) = value else {
            return Err(match value {
                Value::Null => Ub::NullAccess.into(),
                _ => Stop::ill_formed("a pointer to an object is needed here"),
            });
        };
        let Pointer { alloc, offset, tag } = pointer;
        self.check_live(alloc)?;
        let inside = offset >= i64::from(tag.extent.start)
            && i128::from(offset) + i128::from(length) <= i128::from(tag.extent.end);
        if !inside {
            return Err(Ub::OutOfBounds { alloc, offset }.into());
        }
        let now = self.log.len();
        if length == 0 {
            return Ok((alloc, offset as u32));
        }
        let effect = match write {
            true => Effect::Write,
            false => Effect::None,
        };
        self.log_memory(alloc, offset as u32, length as u32, effect, now)?;
        let object = self.object(alloc)?;
        let (origin, qualified) = (object.origin, object.traits != Traits::default());
        let found = match qualified {
            true => self.surroundings(alloc, offset as u32, length as u32, None),
            false => Surroundings::default(),
        };
        if write && (found.traits.has(Traits::CONST) || origin == Origin::Literal) {
            return Err(Ub::ConstWritten { alloc }.into());
        }
        if found.traits.has(Traits::VOLATILE) {
            return Err(Ub::VolatileAccess { alloc }.into());
        }
        self.check_promises(Touch {
            alloc,
            start: offset as u32,
            end: offset as u32 + length as u32,
            based: tag.based,
            write,
        })?;
        Ok((alloc, offset as u32))
    }

    fn memset(&mut self, to: Value, byte: u8, length: u64) -> Result {
        let (alloc, offset) = self.bytes(to, length, true)?;
        self.memory.fill(alloc, i64::from(offset), length, byte)?;
        self.written_as_bytes(alloc, offset, length as u32)
    }

    /// Marks bytes of a union as written without a type.
    fn written_as_bytes(&mut self, alloc: AllocId, offset: u32, length: u32) -> Result {
        if self.object(alloc)?.traits.has(Traits::UNION) {
            self.set_marks(alloc, offset, offset + length, Mark::Bytes);
        }
        Ok(())
    }

    /// `memcpy` and `memmove` (7.24.2).
    fn memcpy(&mut self, to: Value, from: Value, length: u64, apart: bool) -> Result {
        let source = self.bytes(from, length, false)?;
        let target = self.bytes(to, length, true)?;
        if length == 0 {
            return Ok(());
        }
        let size = length as u32;
        let overlaps =
            source.0 == target.0 && source.1 < target.1 + size && target.1 < source.1 + size;
        if overlaps && apart {
            return Err(Ub::OverlappingCopy.into());
        }
        self.check_copyable(source, size)?;
        self.take_over_type(source, target, size)?;
        self.copy_bytes(source, target, size)?;
        self.copy_padding(source, target, size)?;
        self.written_as_bytes(target.0, target.1, size)
    }

    /// Copied padding has no certain value at the destination, whatever was stored before: every store to a member and every
    /// copy of the struct may have changed it (6.2.6.1p6).
    fn copy_padding(&mut self, from: (AllocId, u32), to: (AllocId, u32), length: u32) -> Result {
        let object = self.object(from.0)?;
        let Some(root) = object.ty.filter(|_| object.traits.has(Traits::PADDING)) else {
            return Ok(());
        };
        for n in 0..length {
            let within = self.within(from.0, root, from.1 + n);
            if self.types.is_padding(root, within) {
                let certain = self.value_bits(root, within);
                self.forget_bits(to.0, to.1 + n, certain)?;
            }
        }
        Ok(())
    }

    /// Checks that copied bytes are initialised, unless they are padding or in a union, where another member may be shorter.
    fn check_copyable(&self, (alloc, offset): (AllocId, u32), length: u32) -> Result {
        let ty = self.object(alloc)?.ty.filter(|ty| *ty != OPAQUE);
        let end = i64::from(offset + length);
        let mut at = i64::from(offset);
        while let Some(hole) = self
            .memory
            .first_uninitialised(alloc, at, (end - at) as u64)?
        {
            let fine = ty.is_some_and(|ty| {
                let within = self.within(alloc, ty, hole as u32);
                self.types.is_padding(ty, within) || self.types.is_in_union(ty, within)
            });
            if !fine {
                return Err(Ub::Uninitialised.into());
            }
            at = hole + 1;
        }
        Ok(())
    }

    /// `memcmp` (7.24.4.1): the sign of the difference.
    pub(crate) fn memcmp(&mut self, program: &Program, arguments: &[Expr]) -> Result<i32> {
        let shapes = [Shape::Pointer, Shape::Pointer, self.size_shape()];
        let [a, b, n] = self.arguments(program, arguments, shapes)?;
        let length = number(n)?;
        let a = self.bytes(a, length, false)?;
        let b = self.bytes(b, length, false)?;
        let mut sign = 0;
        for n in 0..length as u32 {
            let (x, y) = (self.character(a, n)?, self.character(b, n)?);
            if sign == 0 && x != y {
                sign = if x < y { -1 } else { 1 };
            }
        }
        Ok(sign)
    }

    /// Reads a byte as a character.
    fn character(&self, (alloc, offset): (AllocId, u32), n: u32) -> Result<u128> {
        let at = offset + n;
        if let Some(ty) = self.object(alloc)?.ty
            && self.types.is_padding(ty, self.within(alloc, ty, at))
        {
            return Err(Unspecified::Padding.into());
        }
        Ok(self.memory.load_bits(alloc, i64::from(at), 1)?)
    }
}

/// A value of type `size_t`.
fn number(value: Value) -> Result<u64> {
    match value {
        Value::Int(bits) => Ok(bits as u64),
        _ => Err(Stop::ill_formed("an integer is needed here")),
    }
}
