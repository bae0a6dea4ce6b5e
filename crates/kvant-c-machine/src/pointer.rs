//! Pointer arithmetic and comparisons.

use kvant_c::{BinOp, TypeId};

use crate::arithmetic::Int;
use crate::object::Origin;
use crate::outcome::Result;
use crate::promise::based_alike;
use crate::{Machine, Pointer, Stop, Ub, Unspecified, Value};

impl Machine {
    /// `p + n` (6.5.6p8): the result is in the array that the pointer belongs to, or one past its end. A null pointer cannot be
    /// moved.
    pub(crate) fn offset(&self, pointer: Value, of: TypeId, count: i128) -> Result<Value> {
        let size = i128::from(self.types.info(of).size);
        match pointer {
            Value::Pointer(pointer) if size > 0 => {
                self.check_live(pointer.alloc)?;
                let distance = count.checked_mul(size);
                let to = distance.and_then(|by| i128::from(pointer.offset).checked_add(by));
                let extent =
                    i128::from(pointer.tag.extent.start)..=i128::from(pointer.tag.extent.end);
                match to.filter(|to| extent.contains(to)) {
                    Some(to) => Ok(Value::Pointer(Pointer {
                        offset: to as i64,
                        ..pointer
                    })),
                    None => Err(Ub::OffsetOutOfBounds {
                        alloc: pointer.alloc,
                        offset: to.unwrap_or(i128::MAX) as i64,
                    }
                    .into()),
                }
            }
            Value::Null => Err(Ub::NullAccess.into()),
            _ => Err(Stop::ill_formed("only pointers to objects can be moved")),
        }
    }

    /// An integer as a number of elements.
    pub(crate) fn count(int: Int, bits: u128) -> i128 {
        match !int.signed && int.bits == 128 && bits > i128::MAX as u128 {
            true => i128::MAX,
            false => int.number(bits),
        }
    }

    /// `p - q` (6.5.6p9): both belong to one array, and the distance is a multiple of its element size.
    pub(crate) fn distance(&self, a: Value, b: Value, of: TypeId) -> Result<Value> {
        let (Value::Pointer(a), Value::Pointer(b)) = (a, b) else {
            return Err(match (a, b) {
                (Value::Null, _) | (_, Value::Null) => Ub::NullAccess.into(),
                _ => Stop::ill_formed("only pointers to objects have a distance"),
            });
        };
        self.check_same_object(a, b)?;
        let size = i64::from(self.types.info(of).size).max(1);
        let bytes = a.offset - b.offset;
        if bytes % size != 0 {
            return Err(Ub::InexactDistance.into());
        }
        let bits = self.types.target().scalars.pointer_bits();
        let int = Int { bits, signed: true };
        Ok(Value::Int((bytes / size) as u128 & int.mask()))
    }

    /// Checks that two pointers may be subtracted and ordered. For pointers to different parts of one object the standard
    /// allows it if their types agree, but compilers are not tested on it.
    fn check_same_object(&self, a: Pointer, b: Pointer) -> Result {
        self.check_live(a.alloc)?;
        self.check_live(b.alloc)?;
        if a.alloc != b.alloc {
            return Err(Ub::DifferentObjects.into());
        }
        if a.tag != b.tag || self.object(a.alloc)?.origin == Origin::Literal {
            return Err(Unspecified::PointerComparison.into());
        }
        Ok(())
    }

    /// Comparisons (6.5.8p5, 6.5.9p6).
    pub(crate) fn compare(&self, op: BinOp, a: Value, b: Value) -> Result<Value> {
        let equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let equal = match (a, b) {
            (Value::Pointer(a), Value::Pointer(b)) if !equality => {
                self.check_same_object(a, b)?;
                return Ok(Value::truth(match op {
                    BinOp::Lt => a.offset < b.offset,
                    BinOp::Gt => a.offset > b.offset,
                    BinOp::Le => a.offset <= b.offset,
                    _ => a.offset >= b.offset,
                }));
            }
            (Value::Null, _) | (_, Value::Null) if !equality => {
                return Err(Ub::DifferentObjects.into());
            }
            _ if !equality => return Err(Stop::ill_formed("these values have no order")),
            (Value::Pointer(a), Value::Pointer(b)) => self.are_equal(a, b)?,
            (Value::Null, Value::Null) => true,
            (Value::Function(a), Value::Function(b)) => a == b,
            (Value::Null, Value::Pointer(_) | Value::Function(_))
            | (Value::Pointer(_) | Value::Function(_), Value::Null) => false,
            _ => return Err(Stop::ill_formed("these values cannot be compared")),
        };
        Ok(Value::truth(equal == (op == BinOp::Eq)))
    }

    /// True if two pointers are equal. A pointer past the end of an object may be equal to one to another object, depending on
    /// their addresses, and equal string literals may be one array.
    fn are_equal(&self, a: Pointer, b: Pointer) -> Result<bool> {
        self.check_live(a.alloc)?;
        self.check_live(b.alloc)?;
        let is_literal =
            |p: Pointer| -> Result<bool> { Ok(self.object(p.alloc)?.origin == Origin::Literal) };
        if is_literal(a)? && is_literal(b)? {
            return Err(Unspecified::PointerComparison.into());
        }
        if !based_alike(a, b) {
            return Err(Unspecified::PointerComparison.into());
        }
        let same = a.alloc == b.alloc && a.tag == b.tag;
        let behind = |p: Pointer| p.offset >= i64::from(p.tag.extent.end);
        if !same && (behind(a) || behind(b)) {
            return Err(Unspecified::PointerComparison.into());
        }
        Ok(a.alloc == b.alloc && a.offset == b.offset)
    }
}
