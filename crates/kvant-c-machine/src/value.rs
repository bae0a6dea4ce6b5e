//! Values of expressions, after lvalue conversion.

use kvant_c::FnId;
use kvant_memory::AllocId;

use crate::Restricted;

/// A pointer to an object, with the bytes that it may move in.
pub type Pointer = kvant_memory::Pointer<Tag>;

/// The properties of a pointer beside its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The bytes that it may move in.
    pub extent: Extent,
    /// The `restrict` parameter that it is based on (6.7.3.1p3), the innermost one if there are several.
    pub based: Option<Restricted>,
}

/// The bytes of the object or array that a pointer belongs to: it points into them, or to their end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Extent {
    pub start: u32,
    pub end: u32,
}

impl Extent {
    pub(crate) fn size(self) -> u32 {
        self.end - self.start
    }
}

impl From<Extent> for Tag {
    fn from(extent: Extent) -> Tag {
        let based = None;
        Tag { extent, based }
    }
}

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// No value.
    Void,
    /// The bits of an integer in the expression's type, zero-extended.
    Int(u128),
    /// A number of a floating type, never a NaN. Each `float` is a `double` too.
    Float(f64),
    /// A pointer to an object.
    Pointer(Pointer),
    /// The null pointer.
    Null,
    /// A pointer to a function.
    Function(FnId),
    /// A struct or union, whose value is in memory.
    Record,
}

/// The allocation in the stored form of a pointer to a function, whose number is the offset.
pub(crate) const FUNCTIONS: AllocId = AllocId(u32::MAX);

impl Value {
    pub(crate) const ZERO: Value = Value::Int(0);

    pub(crate) fn truth(of: bool) -> Value {
        Value::Int(u128::from(of))
    }

    /// The pointer in its stored form; the null pointer is zero bits.
    pub(crate) fn stored_pointer(self) -> Option<Pointer> {
        match self {
            Value::Pointer(pointer) => Some(pointer),
            Value::Function(id) => Some(Pointer {
                alloc: FUNCTIONS,
                offset: i64::from(id.0),
                tag: Extent { start: 0, end: 0 }.into(),
            }),
            _ => None,
        }
    }

    pub(crate) fn from_stored(pointer: Pointer) -> Value {
        match pointer.alloc == FUNCTIONS {
            true => Value::Function(FnId(pointer.offset as u32)),
            false => Value::Pointer(pointer),
        }
    }
}
