//! Types. Each is made once and identified by a number, so that two types are equal if their numbers are.

use std::collections::HashMap;
use std::ops::BitOr;

use super::{EnumId, RecordId};

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// The unqualified type.
    pub id: TypeId,
    /// The qualifiers.
    pub quals: Quals,
}

impl Type {
    /// A type without qualifiers.
    pub const fn plain(id: TypeId) -> Type {
        Type {
            id,
            quals: Quals::NONE,
        }
    }

    /// The type with these qualifiers in addition to its own.
    #[must_use]
    pub fn with(self, quals: Quals) -> Type {
        Type {
            id: self.id,
            quals: self.quals | quals,
        }
    }

    /// The type without any qualifier.
    #[must_use]
    pub const fn unqualified(self) -> Type {
        Type::plain(self.id)
    }
}

/// A set of type qualifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quals(u8);

impl Quals {
    /// No qualifier.
    pub const NONE: Quals = Quals(0);
    /// `const`.
    pub const CONST: Quals = Quals(1);
    /// `volatile`.
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`, for pointers.
    pub const RESTRICT: Quals = Quals(4);

    /// True if all qualifiers of `other` are in this set.
    pub const fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    /// The qualifiers that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
}

impl BitOr for Quals {
    type Output = Quals;

    fn bitor(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
}

/// The number of a type in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// The integer types of the language, `_Bool` and enumerations aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// All of them, from narrow to wide.
    pub const ALL: [IntKind; 13] = [
        IntKind::Char,
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::ULong,
        IntKind::LongLong,
        IntKind::ULongLong,
        IntKind::Int128,
        IntKind::UInt128,
    ];

    /// The type's keywords.
    pub const fn name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }

    /// The conversion rank.
    pub const fn rank(self) -> u8 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    /// True for the 128-bit extensions.
    pub const fn is_wide(self) -> bool {
        matches!(self, IntKind::Int128 | IntKind::UInt128)
    }

    /// The unsigned type of the same rank.
    #[must_use]
    pub const fn unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::UChar,
            IntKind::Short | IntKind::UShort => IntKind::UShort,
            IntKind::Int | IntKind::UInt => IntKind::UInt,
            IntKind::Long | IntKind::ULong => IntKind::ULong,
            IntKind::LongLong | IntKind::ULongLong => IntKind::ULongLong,
            IntKind::Int128 | IntKind::UInt128 => IntKind::UInt128,
        }
    }
}

/// The floating types of the subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatKind {
    Float,
    Double,
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// The type of the result.
    pub result: Type,
    /// The types of the parameters, without their qualifiers.
    pub parameters: Vec<Type>,
    /// True if it ends its parameters with `...`.
    pub variadic: bool,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// An enumeration.
    Enum(EnumId),
    /// A pointer to an object or a function.
    Pointer(Type),
    /// An array of known length, at least 1.
    Array(Type, u64),
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Signature),
    /// `__builtin_va_list`. Its objects are local variables only.
    VaList,
    /// A vector of GCC: the element type, which is arithmetic, and the number of elements.
    Vector(TypeId, u32),
}

/// All types of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Types {
    kinds: Vec<TypeKind>,
    known: HashMap<TypeKind, TypeId>,
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Types {
            kinds: Vec::new(),
            known: HashMap::new(),
        };
        types.make(TypeKind::Void);
        types.make(TypeKind::Bool);
        for kind in IntKind::ALL {
            types.make(TypeKind::Int(kind));
        }
        types.make(TypeKind::Float(FloatKind::Float));
        types.make(TypeKind::Float(FloatKind::Double));
        types
    }
}

impl Types {
    /// `void`.
    pub const VOID: Type = Type::plain(TypeId(0));
    /// `_Bool`.
    pub const BOOL: Type = Type::plain(TypeId(1));
    /// `int`.
    pub const INT: Type = Types::int(IntKind::Int);
    /// `unsigned int`.
    pub const UINT: Type = Types::int(IntKind::UInt);
    /// `char`.
    pub const CHAR: Type = Types::int(IntKind::Char);
    /// `size_t`, which is `unsigned long` on 64-bit targets: see [`size_type`](crate::CTarget::size_type) for others.
    pub const ULONG: Type = Types::int(IntKind::ULong);
    /// `float`.
    pub const FLOAT: Type = Type::plain(TypeId(2 + IntKind::ALL.len() as u32));
    /// `double`.
    pub const DOUBLE: Type = Type::plain(TypeId(3 + IntKind::ALL.len() as u32));

    /// An integer type.
    pub const fn int(kind: IntKind) -> Type {
        Type::plain(TypeId(2 + kind as u32))
    }

    /// A floating type.
    pub const fn float(kind: FloatKind) -> Type {
        match kind {
            FloatKind::Float => Types::FLOAT,
            FloatKind::Double => Types::DOUBLE,
        }
    }

    /// Returns the type of this kind, which is added if it does not exist yet.
    pub fn make(&mut self, kind: TypeKind) -> Type {
        if let Some(&id) = self.known.get(&kind) {
            return Type::plain(id);
        }
        let id = TypeId(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.known.insert(kind, id);
        Type::plain(id)
    }

    /// A pointer to `to`.
    pub fn pointer(&mut self, to: Type) -> Type {
        self.make(TypeKind::Pointer(to))
    }

    /// An array.
    pub fn array(&mut self, of: Type, length: u64) -> Type {
        self.make(TypeKind::Array(of, length))
    }

    /// A type with more qualifiers. Qualifiers of an array apply to its elements.
    pub fn qualified(&mut self, ty: Type, quals: Quals) -> Type {
        match self.kind(ty) {
            &TypeKind::Array(of, length) if quals != Quals::NONE => {
                let of = self.qualified(of, quals);
                self.array(of, length).with(ty.quals)
            }
            _ => ty.with(quals),
        }
    }

    /// The type of this kind, if it exists already.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.known.get(kind).map(|&id| Type::plain(id))
    }

    /// The kind of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.id.0 as usize]
    }

    /// The kind of a type, if there is such a type.
    pub fn get(&self, ty: Type) -> Option<&TypeKind> {
        self.kinds.get(ty.id.0 as usize)
    }

    /// The type that a pointer points to.
    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Number of types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Always false: some types are predefined.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// True for integer types, `_Bool` and enumerations included.
    pub fn is_integer(&self, ty: Type) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Enum(_)
        )
    }

    /// True for integer and floating types.
    pub fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), TypeKind::Float(_))
    }

    /// True for pointer types.
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    /// True for arithmetic and pointer types.
    pub fn is_scalar(&self, ty: Type) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// True for the character types, whose lvalues may access any object.
    pub fn is_character(&self, ty: Type) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)
        )
    }
}
