//! Types. Each is made once and named by a number, so that two of them are the same if their numbers are.

use std::collections::HashMap;
use std::ops::BitOr;

use super::{EnumId, RecordId};

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    /// The type without them.
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

    /// The type with these qualifiers beside those that it has.
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

    /// Whether all of `other` are among these.
    pub const fn contains(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    /// Those that are not in `other`.
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

/// The name of a type in [`Types`].
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

    /// The words that name it.
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

    /// Whether it is an extension that has 128 bits.
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
    /// What it returns.
    pub result: Type,
    /// What it takes. Qualifiers of parameters are no part of it.
    pub parameters: Vec<Type>,
    /// Whether it takes any number of further arguments.
    pub variadic: bool,
}

/// What a type is.
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
    /// A vector of GCC: that many elements of an arithmetic type.
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

    /// The type that is this.
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

    /// A type with more qualifiers. Those of an array are those of its elements.
    pub fn qualified(&mut self, ty: Type, quals: Quals) -> Type {
        match self.kind(ty) {
            &TypeKind::Array(of, length) if quals != Quals::NONE => {
                let of = self.qualified(of, quals);
                self.array(of, length).with(ty.quals)
            }
            _ => ty.with(quals),
        }
    }

    /// The pointer to `to`, if somebody has made it.
    pub fn find(&self, kind: &TypeKind) -> Option<Type> {
        self.known.get(kind).map(|&id| Type::plain(id))
    }

    /// What a type is.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.id.0 as usize]
    }

    /// What a type is, if there is such a type.
    pub fn get(&self, ty: Type) -> Option<&TypeKind> {
        self.kinds.get(ty.id.0 as usize)
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Never: some types are always there.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether it is an integer type, `_Bool` and enumerations included.
    pub fn is_integer(&self, ty: Type) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Enum(_)
        )
    }

    /// Whether it is an integer or floating type.
    pub fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || matches!(self.kind(ty), TypeKind::Float(_))
    }

    /// Whether it is a pointer type.
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    /// Whether it is an arithmetic or pointer type.
    pub fn is_scalar(&self, ty: Type) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// Whether it is one of the types whose lvalues may access anything.
    pub fn is_character(&self, ty: Type) -> bool {
        matches!(
            self.kind(ty),
            TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)
        )
    }
}
