//! Declared types: structs, unions and enums.

use super::{IntTy, Ty};

/// The kind of a declared type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum AdtKind {
    Struct,
    Union,
    Enum,
}

/// The representation of a declared type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repr {
    /// No promise: the compiler chooses order, overlap and padding.
    Rust,
    /// As C does: fields in declaration order; an enum begins with its discriminant, a C `int`.
    C,
    /// A struct that is laid out as its one field.
    Transparent,
    /// An enum that begins with its discriminant, of this type.
    Int(IntTy),
}

/// A field of a struct, a union or a variant. The names of the fields of tuple-like ones are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
}

/// A variant of a declared type. A struct or union has exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name; empty for a struct or union.
    pub name: String,
    /// The value of `Discriminant`; 0 for a struct or union.
    pub discriminant: i128,
    /// Its fields.
    pub fields: Vec<Field>,
}

impl Variant {
    /// The types of the fields, in order.
    pub fn field_types(&self) -> impl Iterator<Item = Ty> {
        self.fields.iter().map(|field| field.ty)
    }

    /// True if the names of its fields are numbers, so that the text has parentheses and no names.
    pub fn is_tuple_like(&self) -> bool {
        let first = self.fields.first();
        first.is_some_and(|field| field.name.starts_with(|c: char| c.is_ascii_digit()))
    }
}

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdtDef {
    /// Its name, unique in the program.
    pub name: String,
    /// Its kind.
    pub kind: AdtKind,
    /// Its representation.
    pub repr: Repr,
    /// Its variants; a struct or union has exactly one.
    pub variants: Vec<Variant>,
}

impl AdtDef {
    /// A struct.
    pub fn new_struct(name: impl Into<String>, repr: Repr, fields: Vec<Field>) -> AdtDef {
        Self::with_one_shape(name.into(), AdtKind::Struct, repr, fields)
    }

    /// A union.
    pub fn new_union(name: impl Into<String>, fields: Vec<Field>) -> AdtDef {
        Self::with_one_shape(name.into(), AdtKind::Union, Repr::C, fields)
    }

    fn with_one_shape(name: String, kind: AdtKind, repr: Repr, fields: Vec<Field>) -> AdtDef {
        AdtDef {
            name,
            kind,
            repr,
            variants: vec![Variant {
                name: String::new(),
                discriminant: 0,
                fields,
            }],
        }
    }

    /// The fields of a struct or union; none for an enum.
    pub fn fields(&self) -> &[Field] {
        match (self.kind, self.variants.first()) {
            (AdtKind::Struct | AdtKind::Union, Some(shape)) => &shape.fields,
            _ => &[],
        }
    }

    /// The types of all fields of all variants.
    pub fn field_types(&self) -> impl Iterator<Item = Ty> {
        self.variants.iter().flat_map(Variant::field_types)
    }

    /// The type of its discriminant, the result of `Discriminant`. The tag in memory may have another type.
    pub fn discriminant_ty(&self) -> IntTy {
        match self.repr {
            Repr::Int(int) => int,
            Repr::Rust | Repr::C | Repr::Transparent => IntTy::Isize,
        }
    }
}
