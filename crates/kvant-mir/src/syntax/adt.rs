//! The types that a program declares: structs, unions and enums.

use super::{IntTy, Ty};

/// What sort of type a declaration makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum AdtKind {
    Struct,
    Union,
    Enum,
}

/// What a declared type promises about its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repr {
    /// Nothing: the compiler orders, overlaps and pads as it likes.
    Rust,
    /// As C does: fields in declaration order; an enum begins with its discriminant, a C `int`.
    C,
    /// A struct that is laid out as its one field.
    Transparent,
    /// An enum that begins with its discriminant, of this type.
    Int(IntTy),
}

/// A field of a struct, a union or a variant. Fields that have numbers for names make it tuple-like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
}

/// One of the shapes a declared type has: an enum has one for each of its variants, a struct or
/// union has just one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name; empty for a struct or union.
    pub name: String,
    /// What `Discriminant` gives; 0 for a struct or union.
    pub discriminant: i128,
    /// Its fields.
    pub fields: Vec<Field>,
}

impl Variant {
    /// The types of the fields, in order.
    pub fn field_types(&self) -> impl Iterator<Item = Ty> {
        self.fields.iter().map(|field| field.ty)
    }

    /// Whether its fields have numbers for names, and so are written in parentheses and without them.
    pub fn is_tuple_like(&self) -> bool {
        let first = self.fields.first();
        first.is_some_and(|field| field.name.starts_with(|c: char| c.is_ascii_digit()))
    }
}

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdtDef {
    /// Its name, unlike that of any other.
    pub name: String,
    /// What it is.
    pub kind: AdtKind,
    /// What it promises.
    pub repr: Repr,
    /// Its variants; a struct or union has just one.
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

    /// The fields of a struct or union; an enum has none of its own.
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

    /// The type of its discriminant: what `Discriminant` gives, whatever the tag in memory is.
    pub fn discriminant_ty(&self) -> IntTy {
        match self.repr {
            Repr::Int(int) => int,
            Repr::Rust | Repr::C | Repr::Transparent => IntTy::Isize,
        }
    }
}
