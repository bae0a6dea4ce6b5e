//! Types, interned: equal types have equal indices within one program.

use std::collections::HashMap;

use super::StructId;
use crate::index::index;
use kvant_memory::Target;

index!(
    /// An interned type of one [`Types`] table.
    Ty, "ty");

/// The fixed-width and pointer-sized integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum IntTy {
    I8,
    I16,
    I32,
    I64,
    I128,
    Isize,
    U8,
    U16,
    U32,
    U64,
    U128,
    Usize,
}

impl IntTy {
    /// Every integer type, signed ones first.
    pub const ALL: [IntTy; 12] = [
        IntTy::I8,
        IntTy::I16,
        IntTy::I32,
        IntTy::I64,
        IntTy::I128,
        IntTy::Isize,
        IntTy::U8,
        IntTy::U16,
        IntTy::U32,
        IntTy::U64,
        IntTy::U128,
        IntTy::Usize,
    ];

    /// As Rust spells it.
    pub const fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::I16 => "i16",
            IntTy::I32 => "i32",
            IntTy::I64 => "i64",
            IntTy::I128 => "i128",
            IntTy::Isize => "isize",
            IntTy::U8 => "u8",
            IntTy::U16 => "u16",
            IntTy::U32 => "u32",
            IntTy::U64 => "u64",
            IntTy::U128 => "u128",
            IntTy::Usize => "usize",
        }
    }

    /// The type spelt `name`, if there is one.
    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// Whether values are read as two's complement.
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            IntTy::I8 | IntTy::I16 | IntTy::I32 | IntTy::I64 | IntTy::I128 | IntTy::Isize
        )
    }

    /// The size in bytes on `target`.
    pub const fn bytes(self, target: &Target) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 1,
            IntTy::I16 | IntTy::U16 => 2,
            IntTy::I32 | IntTy::U32 => 4,
            IntTy::I64 | IntTy::U64 => 8,
            IntTy::I128 | IntTy::U128 => 16,
            IntTy::Isize | IntTy::Usize => target.pointer_bytes,
        }
    }

    /// The size in bits on `target`.
    pub const fn bits(self, target: &Target) -> u32 {
        self.bytes(target) * 8
    }
}

/// The floating point types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum FloatTy {
    F32,
    F64,
}

impl FloatTy {
    /// Both of them.
    pub const ALL: [FloatTy; 2] = [FloatTy::F32, FloatTy::F64];

    /// As Rust spells it.
    pub const fn name(self) -> &'static str {
        match self {
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
        }
    }

    /// The type spelt `name`, if there is one.
    pub fn from_name(name: &str) -> Option<FloatTy> {
        FloatTy::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// The size in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            FloatTy::F32 => 4,
            FloatTy::F64 => 8,
        }
    }
}

/// Whether a pointer may be written through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Mutability {
    Const,
    Mut,
}

/// What an interned type is. The unit type is the empty tuple.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TyKind {
    /// An integer.
    Int(IntTy),
    /// A floating point number.
    Float(FloatTy),
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `(A, B, …)`; the empty one is the unit type.
    Tuple(Box<[Ty]>),
    /// `[T; N]`.
    Array(Ty, u64),
    /// A struct of [`Types::structs`].
    Struct(StructId),
    /// `*const T` or `*mut T`.
    RawPtr(Mutability, Ty),
}

/// What a struct promises about its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repr {
    /// Nothing: the compiler orders and pads the fields as it likes.
    Rust,
    /// Fields in declaration order, padded as C does.
    C,
}

/// A named field of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
}

/// A struct declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct StructDef {
    pub name: String,
    pub repr: Repr,
    pub fields: Vec<Field>,
}

impl StructDef {
    /// The types of the fields, in order.
    pub fn field_types(&self) -> impl Iterator<Item = Ty> {
        self.fields.iter().map(|field| field.ty)
    }
}

/// The types of one program: an interning table and the structs it declares.
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: Vec<TyKind>,
    index: HashMap<TyKind, Ty>,
    structs: Vec<StructDef>,
}

/// The reverse index follows from the kinds.
impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        self.kinds == other.kinds && self.structs == other.structs
    }
}

impl Eq for Types {}

impl Types {
    /// The index of `kind`, new or known.
    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(&ty) = self.index.get(&kind) {
            return ty;
        }
        let ty = Ty::new(self.kinds.len());
        self.kinds.push(kind.clone());
        self.index.insert(kind, ty);
        ty
    }

    /// The index of `kind` if it was interned before.
    pub fn lookup(&self, kind: &TyKind) -> Option<Ty> {
        self.index.get(kind).copied()
    }

    /// The integer type `int`.
    pub fn int(&mut self, int: IntTy) -> Ty {
        self.intern(TyKind::Int(int))
    }

    /// `bool`.
    pub fn bool(&mut self) -> Ty {
        self.intern(TyKind::Bool)
    }

    /// `char`.
    pub fn char(&mut self) -> Ty {
        self.intern(TyKind::Char)
    }

    /// The floating point type `float`.
    pub fn float(&mut self, float: FloatTy) -> Ty {
        self.intern(TyKind::Float(float))
    }

    /// `()`.
    pub fn unit(&mut self) -> Ty {
        self.tuple(&[])
    }

    /// The tuple of `fields`.
    pub fn tuple(&mut self, fields: &[Ty]) -> Ty {
        self.intern(TyKind::Tuple(fields.into()))
    }

    /// `[element; length]`.
    pub fn array(&mut self, element: Ty, length: u64) -> Ty {
        self.intern(TyKind::Array(element, length))
    }

    /// `*const pointee` or `*mut pointee`.
    pub fn raw_ptr(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::RawPtr(mutability, pointee))
    }

    /// Declares a struct. Its fields may be filled in later, so that it can point to itself.
    pub fn declare_struct(&mut self, def: StructDef) -> (StructId, Ty) {
        let id = StructId::new(self.structs.len());
        self.structs.push(def);
        (id, self.intern(TyKind::Struct(id)))
    }

    /// What `ty` is. It must be of this table.
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.index()]
    }

    /// What `ty` is, if it is of this table.
    pub fn get(&self, ty: Ty) -> Option<&TyKind> {
        self.kinds.get(ty.index())
    }

    /// Every interned type, in order of interning.
    pub fn iter(&self) -> impl Iterator<Item = (Ty, &TyKind)> {
        self.kinds
            .iter()
            .enumerate()
            .map(|(n, kind)| (Ty::new(n), kind))
    }

    /// How many types are interned.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether nothing is interned.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The declared structs.
    pub fn structs(&self) -> &[StructDef] {
        &self.structs
    }

    /// The struct `id`.
    pub fn struct_def(&self, id: StructId) -> &StructDef {
        &self.structs[id.index()]
    }

    /// The struct `id`, to fill in its fields.
    pub fn struct_def_mut(&mut self, id: StructId) -> &mut StructDef {
        &mut self.structs[id.index()]
    }

    /// The type of field `n` of a tuple or struct.
    pub fn field(&self, ty: Ty, n: u32) -> Option<Ty> {
        match self.get(ty)? {
            TyKind::Tuple(fields) => fields.get(n as usize).copied(),
            TyKind::Struct(id) => {
                let def = self.structs.get(id.index())?;
                Some(def.fields.get(n as usize)?.ty)
            }
            _ => None,
        }
    }

    /// The types of the parts of a tuple, struct or array, in order; none for other types. Call it for
    /// short arrays only.
    pub fn part_types(&self, ty: Ty) -> Vec<Ty> {
        match self.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Struct(id) => self.struct_def(*id).field_types().collect(),
            TyKind::Array(element, length) => vec![*element; *length as usize],
            _ => Vec::new(),
        }
    }

    /// How many fields a tuple or struct has; `None` for other types.
    pub fn field_count(&self, ty: Ty) -> Option<usize> {
        match self.kind(ty) {
            TyKind::Tuple(fields) => Some(fields.len()),
            TyKind::Struct(id) => Some(self.struct_def(*id).fields.len()),
            _ => None,
        }
    }

    /// Whether `ty` is an integer, and which.
    pub fn as_int(&self, ty: Ty) -> Option<IntTy> {
        match self.kind(ty) {
            TyKind::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// Whether a value of `ty` is one scalar: a number, a `bool`, a `char` or a pointer.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_observable(ty) || matches!(self.get(ty), Some(TyKind::RawPtr(..)))
    }

    /// Whether values of `ty` can be observed: numbers, `bool` and `char`.
    pub fn is_observable(&self, ty: Ty) -> bool {
        matches!(
            self.get(ty),
            Some(TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char)
        )
    }

    /// The size in bytes of a number, `bool` or `char`; `None` for other types.
    pub fn bits_size(&self, ty: Ty, target: &Target) -> Option<u32> {
        Some(match self.get(ty)? {
            TyKind::Int(int) => int.bytes(target),
            TyKind::Float(float) => float.bytes(),
            TyKind::Bool => 1,
            TyKind::Char => 4,
            _ => return None,
        })
    }

    /// `ty` as Rust spells it.
    pub fn name(&self, ty: Ty) -> String {
        let mut text = String::new();
        crate::print::ty(self, ty, &mut text);
        text
    }
}
