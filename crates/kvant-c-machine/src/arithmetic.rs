//! Arithmetic on numbers: conversions and operators, by their types alone.

use kvant_c::{BinOp, FloatKind};

use crate::outcome::Result;
use crate::types::Shape;
use crate::{Stop, Ub, Unspecified, Value};

/// An integer type, reduced to width and signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Int {
    pub bits: u32,
    pub signed: bool,
}

impl Int {
    /// `int`.
    pub const INT: Int = Int {
        bits: 32,
        signed: true,
    };

    /// The mask of the bits of a value of this type.
    #[inline]
    pub const fn mask(self) -> u128 {
        match self.bits {
            0 => 0,
            bits if bits >= 128 => u128::MAX,
            bits => (1 << bits) - 1,
        }
    }

    /// The number that zero-extended bits represent. Unsigned numbers of 128 bits wrap.
    #[inline]
    pub const fn number(self, bits: u128) -> i128 {
        if self.signed && self.bits > 0 && self.bits < 128 {
            let shift = 128 - self.bits;
            ((bits << shift) as i128) >> shift
        } else {
            bits as i128
        }
    }

    /// The smallest number.
    pub const fn min(self) -> i128 {
        match self.signed {
            true => i128::MIN >> (128 - self.bits),
            false => 0,
        }
    }

    /// True if an exact result fits this type.
    #[inline]
    const fn holds(self, number: i128) -> bool {
        self.number(number as u128 & self.mask()) == number
    }

    /// The type after the integer promotions (6.3.1.1p2).
    #[must_use]
    #[inline]
    pub const fn promoted(self) -> Int {
        if self.bits < 32 { Int::INT } else { self }
    }

    /// The usual arithmetic conversions of promoted types (6.3.1.8). Ranks do not matter for the bits: of two types of the same
    /// width, the unsigned one is the result.
    #[must_use]
    #[inline]
    pub const fn common_type(self, other: Int) -> Int {
        if self.bits > other.bits {
            self
        } else if other.bits > self.bits {
            other
        } else {
            Int {
                bits: self.bits,
                signed: self.signed && other.signed,
            }
        }
    }
}

/// The common type of two promoted arithmetic operands (6.3.1.8).
#[inline]
pub(crate) fn common_type(a: Shape, b: Shape) -> Option<Shape> {
    Some(match (a, b) {
        (Shape::Int(a), Shape::Int(b)) => Shape::Int(a.common_type(b)),
        (Shape::Float(a), Shape::Float(b)) => Shape::Float(a.max(b)),
        (Shape::Float(a), Shape::Int(_)) | (Shape::Int(_), Shape::Float(a)) => Shape::Float(a),
        _ => return None,
    })
}

/// Converts a scalar to another type (6.3). Conversion to a signed type that cannot represent the number is modulo, as the
/// compilers of the subset define it.
#[inline]
pub(crate) fn convert(value: Value, from: Shape, to: Shape) -> Result<Value> {
    Ok(match (value, from, to) {
        (Value::Int(bits), Shape::Int(from), Shape::Int(to)) => {
            Value::Int(from.number(bits) as u128 & to.mask())
        }
        (Value::Int(bits), Shape::Bool, Shape::Int(to)) => Value::Int(bits & to.mask()),
        (Value::Int(bits), Shape::Int(_) | Shape::Bool, Shape::Bool) => Value::truth(bits != 0),
        (Value::Float(x), Shape::Float(_), Shape::Bool) => Value::truth(x != 0.0),
        (Value::Null, _, Shape::Bool) => Value::ZERO,
        (Value::Pointer(_) | Value::Function(_), _, Shape::Bool) => Value::truth(true),
        (Value::Int(bits), Shape::Int(from), Shape::Float(to)) => from_int(bits, from, to)?,
        (Value::Int(bits), Shape::Bool, Shape::Float(_)) => Value::Float(bits as f64),
        (Value::Float(x), Shape::Float(_), Shape::Int(to)) => to_int(x, to)?,
        (Value::Float(x), Shape::Float(_), Shape::Float(to)) => to_float(x, to)?,
        (Value::Pointer(_) | Value::Null | Value::Function(_), _, Shape::Pointer)
        | (Value::Record, Shape::Record(_), Shape::Record(_)) => value,
        // A null pointer constant.
        (Value::Int(0), Shape::Int(_), Shape::Pointer) => Value::Null,
        (_, _, Shape::Void) => Value::Void,
        _ => return Err(Stop::ill_formed("there is no such conversion")),
    })
}

/// Converts an integer to the nearest floating number.
fn from_int(bits: u128, from: Int, to: FloatKind) -> Result<Value> {
    let number = from.number(bits);
    let unsigned = !from.signed;
    let x = match (to, unsigned) {
        (FloatKind::Double, true) => bits as f64,
        (FloatKind::Double, false) => number as f64,
        (FloatKind::Float, true) => f64::from(bits as f32),
        (FloatKind::Float, false) => f64::from(number as f32),
    };
    match x.is_finite() {
        true => Ok(Value::Float(x)),
        // The largest integers of 128 bits exceed the range of `float` (6.3.1.4p2).
        false => Err(Ub::FloatDoesNotFit.into()),
    }
}

/// Truncates a floating number, which must fit the integer type then (6.3.1.4p1).
fn to_int(x: f64, to: Int) -> Result<Value> {
    let whole = x.trunc();
    // Both bounds are powers of two, or zero, and exact.
    let (low, high) = match to.signed {
        true => (to.min() as f64, -(to.min() as f64)),
        false => (0.0, 2_f64.powi(to.bits as i32)),
    };
    if !(whole >= low && whole < high) {
        return Err(Ub::FloatDoesNotFit.into());
    }
    let bits = match to.signed {
        true => whole as i128 as u128,
        false => whole as u128,
    };
    Ok(Value::Int(bits & to.mask()))
}

/// Converts a floating number to another floating type. A finite one must stay finite (6.3.1.5p1).
pub(crate) fn to_float(x: f64, to: FloatKind) -> Result<Value> {
    if to == FloatKind::Double {
        return Ok(Value::Float(x));
    }
    let narrow = x as f32;
    if narrow.is_infinite() && x.is_finite() {
        return Err(Ub::FloatDoesNotFit.into());
    }
    Ok(Value::Float(f64::from(narrow)))
}

/// An operator on two promoted integers, which are converted to a common type unless it is a shift.
#[inline]
pub(crate) fn mixed_integers(
    op: BinOp,
    (int, a): (Int, u128),
    (by, b): (Int, u128),
) -> Result<Value> {
    if op.is_shift() {
        return shift(op, int, a, by, b);
    }
    if int == by {
        return integers(op, int, a, b);
    }
    let common_type = int.common_type(by);
    let (a, b) = (
        int.number(a) as u128 & common_type.mask(),
        by.number(b) as u128 & common_type.mask(),
    );
    integers(op, common_type, a, b)
}

/// An operator on two integers of the same type, except for shifts.
#[inline]
pub(crate) fn integers(op: BinOp, int: Int, a: u128, b: u128) -> Result<Value> {
    if int.bits <= 64 && op != BinOp::Div && op != BinOp::Rem {
        return narrow_integers(op, int, a as u64, b as u64);
    }
    let (x, y) = (int.number(a), int.number(b));
    let less = match int.signed {
        true => x < y,
        false => a < b,
    };
    Ok(match op {
        BinOp::Add => exact(int, x.checked_add(y), a.wrapping_add(b))?,
        BinOp::Sub => exact(int, x.checked_sub(y), a.wrapping_sub(b))?,
        BinOp::Mul => exact(int, x.checked_mul(y), a.wrapping_mul(b))?,
        BinOp::Div | BinOp::Rem => divide(op, int, a, b)?,
        BinOp::And => Value::Int(a & b),
        BinOp::Or => Value::Int(a | b),
        BinOp::Xor => Value::Int(a ^ b),
        BinOp::Lt => Value::truth(less),
        BinOp::Ge => Value::truth(!less),
        BinOp::Le => Value::truth(less || a == b),
        BinOp::Gt => Value::truth(!less && a != b),
        BinOp::Eq => Value::truth(a == b),
        BinOp::Ne => Value::truth(a != b),
        BinOp::Shl | BinOp::Shr => return Err(Stop::ill_formed("a shift does not belong here")),
    })
}

/// The same for up to 64 bits, except for divisions: a fast path for nearly all operations of programs.
#[inline]
fn narrow_integers(op: BinOp, int: Int, a: u64, b: u64) -> Result<Value> {
    let shift = 64 - int.bits;
    let number = |bits: u64| ((bits << shift) as i64) >> shift;
    let (x, y) = (number(a), number(b));
    let exact = |exact: (i64, bool), wrapped: u64| {
        if int.signed && (exact.1 || number(exact.0 as u64) != exact.0) {
            return Err(Ub::SignedOverflow { bits: int.bits }.into());
        }
        Ok(Value::Int(u128::from((wrapped << shift) >> shift)))
    };
    let less = match int.signed {
        true => x < y,
        false => a < b,
    };
    Ok(match op {
        BinOp::Add => return exact(x.overflowing_add(y), a.wrapping_add(b)),
        BinOp::Sub => return exact(x.overflowing_sub(y), a.wrapping_sub(b)),
        BinOp::Mul => return exact(x.overflowing_mul(y), a.wrapping_mul(b)),
        BinOp::And => Value::Int(u128::from(a & b)),
        BinOp::Or => Value::Int(u128::from(a | b)),
        BinOp::Xor => Value::Int(u128::from(a ^ b)),
        BinOp::Lt => Value::truth(less),
        BinOp::Ge => Value::truth(!less),
        BinOp::Le => Value::truth(less || a == b),
        BinOp::Gt => Value::truth(!less && a != b),
        BinOp::Eq => Value::truth(a == b),
        BinOp::Ne => Value::truth(a != b),
        _ => return Err(Stop::ill_formed("the operator does not belong here")),
    })
}

/// Checks that a signed result fits (6.5p5); an unsigned one wraps (6.2.5p9).
#[inline]
fn exact(int: Int, number: Option<i128>, wrapped: u128) -> Result<Value> {
    if int.signed && !number.is_some_and(|number| int.holds(number)) {
        return Err(Ub::SignedOverflow { bits: int.bits }.into());
    }
    Ok(Value::Int(wrapped & int.mask()))
}

/// `/` and `%`: the divisor is not zero, and the quotient fits for both (6.5.5p5, p6).
fn divide(op: BinOp, int: Int, a: u128, b: u128) -> Result<Value> {
    if b == 0 {
        return Err(Ub::DivisionByZero.into());
    }
    let (x, y) = (int.number(a), int.number(b));
    if int.signed && x == int.min() && y == -1 {
        return Err(Ub::SignedOverflow { bits: int.bits }.into());
    }
    let bits = match (op, int.signed) {
        (BinOp::Div, true) if int.bits <= 64 => (x as i64).wrapping_div(y as i64) as u128,
        (_, true) if int.bits <= 64 => (x as i64).wrapping_rem(y as i64) as u128,
        (BinOp::Div, true) => x.wrapping_div(y) as u128,
        (_, true) => x.wrapping_rem(y) as u128,
        (BinOp::Div, false) if int.bits <= 64 => u128::from(a as u64 / b as u64),
        (_, false) if int.bits <= 64 => u128::from(a as u64 % b as u64),
        (BinOp::Div, false) => a / b,
        (_, false) => a % b,
    };
    Ok(Value::Int(bits & int.mask()))
}

/// A shift of a promoted integer by another one (6.5.7).
pub(crate) fn shift(op: BinOp, int: Int, a: u128, by: Int, b: u128) -> Result<Value> {
    let amount = by.number(b);
    let too_far =
        (!by.signed && b >= u128::from(int.bits)) || amount < 0 || amount >= i128::from(int.bits);
    if too_far {
        let bits = int.bits;
        let amount = amount.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        return Err(Ub::ShiftTooFar { amount, bits }.into());
    }
    let number = int.number(a);
    if op == BinOp::Shr {
        let shifted = match int.signed {
            true => (number >> amount) as u128,
            false => a >> amount,
        };
        return Ok(Value::Int(shifted & int.mask()));
    }
    let shifted = (a << amount) & int.mask();
    if int.signed && (number < 0 || int.number(shifted) >> amount != number) {
        return Err(Ub::ShiftOverflow { bits: int.bits }.into());
    }
    Ok(Value::Int(shifted))
}

/// An operator on two floating numbers of the same type, computed in that type. A result that is a NaN is refused: its sign and
/// payload are not determined, and compilers differ in comparisons with it.
#[allow(clippy::float_cmp)]
pub(crate) fn floats(op: BinOp, kind: FloatKind, a: f64, b: f64) -> Result<Value> {
    if op == BinOp::Div && b == 0.0 {
        return Err(Unspecified::FloatDivisionByZero.into());
    }
    let compute = |result: f64| match kind {
        FloatKind::Double => result,
        FloatKind::Float => {
            let (a, b) = (a as f32, b as f32);
            f64::from(match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                _ => a / b,
            })
        }
    };
    let result = match op {
        BinOp::Add => compute(a + b),
        BinOp::Sub => compute(a - b),
        BinOp::Mul => compute(a * b),
        BinOp::Div => compute(a / b),
        BinOp::Lt => return Ok(Value::truth(a < b)),
        BinOp::Gt => return Ok(Value::truth(a > b)),
        BinOp::Le => return Ok(Value::truth(a <= b)),
        BinOp::Ge => return Ok(Value::truth(a >= b)),
        BinOp::Eq => return Ok(Value::truth(a == b)),
        BinOp::Ne => return Ok(Value::truth(a != b)),
        _ => {
            return Err(Stop::ill_formed(
                "the operator does not apply to floating numbers",
            ));
        }
    };
    match result.is_nan() {
        true => Err(Unspecified::NotANumber.into()),
        false => Ok(Value::Float(result)),
    }
}
