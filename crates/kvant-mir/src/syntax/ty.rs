//! Types, interned: equal types have equal indices within one program.

use std::collections::{HashMap, HashSet};

use super::{AdtDef, AdtId, AdtKind, Projection, Repr, Variant};
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

    /// The name in Rust.
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

    /// The type called `name`, if there is one.
    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }

    /// True for signed types.
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
    /// Both types.
    pub const ALL: [FloatTy; 2] = [FloatTy::F32, FloatTy::F64];

    /// The name in Rust.
    pub const fn name(self) -> &'static str {
        match self {
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
        }
    }

    /// The type called `name`, if there is one.
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

/// Mutability of a pointer or reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Mutability {
    Const,
    Mut,
}

/// The structure of an interned type. The unit type is the empty tuple.
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
    /// A struct, union or enum of [`Types::adts`].
    Adt(AdtId),
    /// `*const T` or `*mut T`.
    RawPtr(Mutability, Ty),
    /// `&T` or `&mut T`.
    Ref(Mutability, Ty),
    /// `fn(A, B) -> R`.
    #[allow(missing_docs)]
    FnPtr { arguments: Box<[Ty]>, result: Ty },
}

/// The types of one program: an interning table, and the declared types.
#[derive(Clone, Debug, Default)]
pub struct Types {
    kinds: Vec<TyKind>,
    index: HashMap<TyKind, Ty>,
    adts: Vec<AdtDef>,
}

/// Compares without the reverse index, which follows from the kinds.
impl PartialEq for Types {
    fn eq(&self, other: &Self) -> bool {
        self.kinds == other.kinds && self.adts == other.adts
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

    /// `&pointee` or `&mut pointee`.
    pub fn reference(&mut self, mutability: Mutability, pointee: Ty) -> Ty {
        self.intern(TyKind::Ref(mutability, pointee))
    }

    /// `fn(arguments) -> result`.
    pub fn fn_ptr(&mut self, arguments: &[Ty], result: Ty) -> Ty {
        self.intern(TyKind::FnPtr {
            arguments: arguments.into(),
            result,
        })
    }

    /// Declares a type. Its variants may be filled in later, so that it can point to itself.
    pub fn declare(&mut self, def: AdtDef) -> (AdtId, Ty) {
        let id = AdtId::new(self.adts.len());
        self.adts.push(def);
        (id, self.intern(TyKind::Adt(id)))
    }

    /// The structure of `ty`, which must be of this table.
    pub fn kind(&self, ty: Ty) -> &TyKind {
        &self.kinds[ty.index()]
    }

    /// The structure of `ty`; `None` if it is not of this table.
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

    /// The number of interned types.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// True if no type is interned.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The declared types.
    pub fn adts(&self) -> &[AdtDef] {
        &self.adts
    }

    /// The declared type `id`.
    pub fn adt(&self, id: AdtId) -> &AdtDef {
        &self.adts[id.index()]
    }

    /// The declared type `id`, to fill in its fields.
    pub fn adt_mut(&mut self, id: AdtId) -> &mut AdtDef {
        &mut self.adts[id.index()]
    }

    /// The declaration of `ty`, if it has one.
    pub fn as_adt(&self, ty: Ty) -> Option<&AdtDef> {
        match self.get(ty)? {
            TyKind::Adt(id) => self.adts.get(id.index()),
            _ => None,
        }
    }

    /// The declaration of `ty`, if it is of this kind.
    pub fn as_adt_of(&self, ty: Ty, kind: AdtKind) -> Option<&AdtDef> {
        self.as_adt(ty).filter(|def| def.kind == kind)
    }

    /// Variant `n` of an enum.
    pub fn variant(&self, ty: Ty, n: u32) -> Option<&Variant> {
        self.as_adt_of(ty, AdtKind::Enum)?.variants.get(n as usize)
    }

    /// The type of field `n` of a tuple, struct or union.
    pub fn field(&self, ty: Ty, n: u32) -> Option<Ty> {
        match self.get(ty)? {
            TyKind::Tuple(fields) => fields.get(n as usize).copied(),
            _ => Some(self.as_adt(ty)?.fields().get(n as usize)?.ty),
        }
    }

    /// The type of a field of one variant of an enum.
    pub fn variant_field(&self, ty: Ty, variant: u32, field: u32) -> Option<Ty> {
        let variant = self.variant(ty, variant)?;
        Some(variant.fields.get(field as usize)?.ty)
    }

    /// The type of a place after a step from a place of type `ty`; `None` if the step does not fit the type.
    pub fn step(&self, ty: Ty, step: Projection) -> Option<Ty> {
        match (step, self.get(ty)?) {
            (Projection::Deref, TyKind::RawPtr(_, part) | TyKind::Ref(_, part))
            | (Projection::Index(_), TyKind::Array(part, _)) => Some(*part),
            (Projection::Field(n), _) => self.field(ty, n),
            (Projection::VariantField { variant, field }, _) => {
                self.variant_field(ty, variant, field)
            }
            _ => None,
        }
    }

    /// The types of the parts of a tuple, struct or array, in order; none for other types. Call it for
    /// short arrays only.
    pub fn part_types(&self, ty: Ty) -> Vec<Ty> {
        match self.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Array(element, length) => vec![*element; *length as usize],
            _ => match self.as_adt_of(ty, AdtKind::Struct) {
                Some(def) => def.field_types().collect(),
                None => Vec::new(),
            },
        }
    }

    /// The number of fields of a tuple, struct or union; `None` for other types.
    pub fn field_count(&self, ty: Ty) -> Option<usize> {
        match self.kind(ty) {
            TyKind::Tuple(fields) => Some(fields.len()),
            _ => match self.as_adt(ty) {
                Some(def) if def.kind != AdtKind::Enum => Some(def.fields().len()),
                _ => None,
            },
        }
    }

    /// True if `holds` is true of `ty` or of any type whose values are part of a value of `ty`. A pointee is not a part.
    pub fn any_part(&self, ty: Ty, mut holds: impl FnMut(Ty, &TyKind) -> bool) -> bool {
        let Some(kind) = self.get(ty) else {
            return false;
        };
        if !matches!(kind, TyKind::Tuple(_) | TyKind::Array(..) | TyKind::Adt(_)) {
            // Fast path: most types have no parts.
            return holds(ty, kind);
        }
        let mut seen = HashSet::from([ty]);
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            let Some(kind) = self.get(ty) else { continue };
            if holds(ty, kind) {
                return true;
            }
            let mut visit = |part: Ty| {
                if seen.insert(part) {
                    todo.push(part);
                }
            };
            match kind {
                TyKind::Tuple(fields) => fields.iter().copied().for_each(visit),
                TyKind::Array(element, _) => visit(*element),
                TyKind::Adt(id) => {
                    let def = self.adts.get(id.index());
                    def.into_iter()
                        .flat_map(AdtDef::field_types)
                        .for_each(visit);
                }
                _ => {}
            }
        }
        false
    }

    /// True if values of `ty` may be copied: they contain no `&mut`.
    pub fn is_copy(&self, ty: Ty) -> bool {
        !self.any_part(ty, |_, kind| {
            matches!(kind, TyKind::Ref(Mutability::Mut, _))
        })
    }

    /// True if values of `ty` contain references.
    pub fn holds_reference(&self, ty: Ty) -> bool {
        self.any_part(ty, |_, kind| matches!(kind, TyKind::Ref(..)))
    }

    /// True if the language promises the position of every byte of `ty`. The unit type has no bytes.
    pub fn has_known_layout(&self, ty: Ty) -> bool {
        !self.any_part(ty, |_, kind| match kind {
            TyKind::Tuple(fields) => !fields.is_empty(),
            TyKind::Adt(id) => self
                .adts
                .get(id.index())
                .is_none_or(|def| def.repr == Repr::Rust),
            _ => false,
        })
    }

    /// True if the bytes of `ty` may be read as another type: the layout is promised, there are no references, and the same
    /// holds for the pointee types of raw pointers in it, transitively. The pointees count because a pointer that is read as
    /// a pointer to another type gives access to its pointee as that type.
    pub fn is_legible(&self, ty: Ty) -> bool {
        let mut seen = vec![ty];
        let mut done = 0;
        while let Some(&ty) = seen.get(done) {
            if !self.has_known_layout(ty) || self.holds_reference(ty) {
                return false;
            }
            self.any_part(ty, |_, kind| {
                if let TyKind::RawPtr(_, pointee) = kind
                    && !seen.contains(pointee)
                {
                    seen.push(*pointee);
                }
                false
            });
            done += 1;
        }
        true
    }

    /// The pointee type of a pointer or reference.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.get(ty)? {
            TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) => Some(*pointee),
            _ => None,
        }
    }

    /// The integer type that `ty` is, if it is one.
    pub fn as_int(&self, ty: Ty) -> Option<IntTy> {
        match self.kind(ty) {
            TyKind::Int(int) => Some(*int),
            _ => None,
        }
    }

    /// True if a value of `ty` is one scalar: a number, a `bool`, a `char` or a pointer of any kind.
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_observable(ty) || self.is_pointer(ty)
    }

    /// True if a value of `ty` is one pointer: raw, a reference, or to a function.
    pub fn is_pointer(&self, ty: Ty) -> bool {
        matches!(
            self.get(ty),
            Some(TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. })
        )
    }

    /// True if values of `ty` can be observed: numbers, `bool` and `char`.
    pub fn is_observable(&self, ty: Ty) -> bool {
        matches!(
            self.get(ty),
            Some(TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char)
        )
    }

    /// The type `ty` in Rust.
    pub fn name(&self, ty: Ty) -> String {
        let mut text = String::new();
        crate::print::ty(self, ty, &mut text);
        text
    }
}
