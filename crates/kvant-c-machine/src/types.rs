//! Properties of types, computed once.

use kvant_c::layout::{self, BitRange};
use kvant_c::{CTarget, FloatKind, IntKind, Program, Quals, RecordId, RecordKind};
use kvant_c::{Type, TypeId, TypeKind, Types};

use crate::arithmetic::Int;

/// The kind of a type, as far as values are concerned. An enumeration is its compatible integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Void,
    Bool,
    Int(Int),
    Float(FloatKind),
    Pointer,
    Array,
    Record(RecordId),
    Function,
    Vector,
    /// An invalid type, or one whose parts are not known yet.
    Unknown,
}

/// The properties of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeInfo {
    pub(crate) shape: Shape,
    pub(crate) size: u32,
    pub(crate) align: u32,
    /// The pointee of a pointer, or the element type of an array.
    pub(crate) inner: Type,
    /// The length of an array.
    pub(crate) count: u32,
    /// The traits of everything in it.
    pub(crate) traits: Traits,
}

/// Properties of anything in an object. An access to an object without any needs no further checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traits(u8);

impl Traits {
    pub(crate) const CONST: Traits = Traits(1);
    pub(crate) const VOLATILE: Traits = Traits(2);
    pub(crate) const UNION: Traits = Traits(4);
    /// Bytes, or bits of bytes, that belong to no member.
    pub(crate) const PADDING: Traits = Traits(8);
    /// Anything but initialised plain bytes: a union, padding or a bit-field.
    pub(crate) const UNEVEN: Traits = Traits(16);

    pub(crate) const fn has(self, other: Traits) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    pub(crate) const fn of(quals: Quals) -> Traits {
        let mut traits = 0;
        if quals.contains(Quals::CONST) {
            traits |= Traits::CONST.0;
        }
        if quals.contains(Quals::VOLATILE) {
            traits |= Traits::VOLATILE.0;
        }
        Traits(traits)
    }
}

/// The properties of a struct or union.
#[derive(Clone, Debug)]
pub(crate) struct RecordInfo {
    pub(crate) is_union: bool,
    pub(crate) fields: Vec<FieldInfo>,
    /// The bytes that belong to no member, wholly or in part.
    pub(crate) padding: Vec<(u32, u32)>,
}

/// The properties of a member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldInfo {
    pub(crate) ty: Type,
    pub(crate) offset: u32,
    /// Number of bytes; for a bit-field, of those that contain a bit of it.
    pub(crate) size: u32,
    pub(crate) bits: Option<BitRange>,
    pub(crate) named: bool,
}

/// All types of a program, by their numbers. Types and records must not change once they are here.
#[derive(Clone, Debug)]
pub(crate) struct TypeTable {
    target: CTarget,
    types: Vec<TypeInfo>,
    records: Vec<Option<RecordInfo>>,
}

const UNKNOWN: TypeInfo = TypeInfo {
    shape: Shape::Unknown,
    size: 0,
    align: 1,
    inner: Types::VOID,
    count: 0,
    traits: Traits(0),
};

/// Size of the largest object, in bytes.
const LARGEST: u64 = 1 << 28;

impl TypeTable {
    pub(crate) fn new(target: CTarget) -> TypeTable {
        TypeTable {
            target,
            types: Vec::new(),
            records: Vec::new(),
        }
    }

    pub(crate) fn target(&self) -> &CTarget {
        &self.target
    }

    /// Adds new types of the program.
    #[inline]
    pub(crate) fn refresh(&mut self, program: &Program) {
        if self.types.len() < program.types.len() || self.records.len() < program.records.len() {
            self.grow(program);
        }
    }

    #[cold]
    fn grow(&mut self, program: &Program) {
        self.types.resize(program.types.len(), UNKNOWN);
        self.records.resize(program.records.len(), None);
        for n in 0..self.records.len() {
            if self.records[n].is_none() {
                self.records[n] = self.record_info(program, n);
            }
        }
        for n in 0..self.types.len() {
            if self.types[n].shape == Shape::Unknown {
                self.types[n] = self.type_info(program, TypeId(n as u32));
            }
        }
    }

    /// The properties of a type, or `UNKNOWN` if it does not exist.
    #[inline]
    pub(crate) fn info(&self, id: TypeId) -> TypeInfo {
        self.types.get(id.0 as usize).copied().unwrap_or(UNKNOWN)
    }

    #[inline]
    pub(crate) fn shape(&self, ty: Type) -> Shape {
        self.info(ty.id).shape
    }

    pub(crate) fn record(&self, id: RecordId) -> Option<&RecordInfo> {
        self.records.get(id.index())?.as_ref()
    }

    #[inline]
    pub(crate) fn field(&self, id: RecordId, n: u32) -> Option<FieldInfo> {
        let field = self.record(id)?.fields.get(n as usize).copied();
        field.filter(|field| field.named)
    }

    pub(crate) fn is_union(&self, id: RecordId) -> bool {
        self.record(id).is_some_and(|record| record.is_union)
    }

    /// Computes the properties of a type. Arrays come after their element type and records after their parts, so the recursion
    /// ends.
    fn type_info(&self, program: &Program, id: TypeId) -> TypeInfo {
        let target = &self.target;
        let ty = Type::plain(id);
        let kind = program.types.kind(ty);
        let scalar = |shape: Shape| {
            let layout = layout::layout(program, target, ty);
            TypeInfo {
                shape,
                size: layout.size as u32,
                align: layout.align as u32,
                ..UNKNOWN
            }
        };
        match kind {
            TypeKind::Void => TypeInfo {
                shape: Shape::Void,
                ..UNKNOWN
            },
            TypeKind::Function(_) => TypeInfo {
                shape: Shape::Function,
                ..UNKNOWN
            },
            TypeKind::VaList => UNKNOWN,
            TypeKind::Vector(..) => TypeInfo {
                shape: Shape::Vector,
                ..UNKNOWN
            },
            TypeKind::Bool => scalar(Shape::Bool),
            TypeKind::Int(kind) => scalar(Shape::Int(Int {
                bits: target.int_bits(*kind),
                signed: target.is_signed(*kind),
            })),
            TypeKind::Enum(id) => match program.enums.get(id.index()) {
                Some(enumeration) => scalar(Shape::Int(Int {
                    bits: 32,
                    signed: enumeration.is_signed(),
                })),
                None => UNKNOWN,
            },
            TypeKind::Float(kind) => scalar(Shape::Float(*kind)),
            TypeKind::Pointer(to) => TypeInfo {
                inner: *to,
                ..scalar(Shape::Pointer)
            },
            TypeKind::Array(of, count) => self.array_info(program, id, *of, *count),
            TypeKind::Record(id) => match self.record(*id) {
                Some(record) => self.record_type(program, *id, record),
                None => UNKNOWN,
            },
        }
    }

    fn array_info(&self, program: &Program, id: TypeId, of: Type, count: u64) -> TypeInfo {
        if of.id >= id {
            return UNKNOWN;
        }
        let element = match self.info(of.id) {
            element if element.shape != Shape::Unknown => element,
            _ => self.type_info(program, of.id),
        };
        let size = u64::from(element.size).saturating_mul(count);
        if element.size == 0 || count == 0 || size > LARGEST {
            return UNKNOWN;
        }
        TypeInfo {
            shape: Shape::Array,
            size: size as u32,
            align: element.align,
            inner: of,
            count: count as u32,
            traits: element.traits.and(Traits::of(of.quals)),
        }
    }

    fn record_type(&self, program: &Program, id: RecordId, record: &RecordInfo) -> TypeInfo {
        let layout = layout::record(program, &self.target, id).layout;
        let mut traits = Traits::default();
        for field in &record.fields {
            traits = traits
                .and(self.type_info(program, field.ty.id).traits)
                .and(Traits::of(field.ty.quals));
            if field.bits.is_some() {
                traits = traits.and(Traits::UNEVEN);
            }
        }
        if record.is_union {
            traits = traits.and(Traits::UNION).and(Traits::UNEVEN);
        }
        if !record.padding.is_empty() {
            traits = traits.and(Traits::PADDING).and(Traits::UNEVEN);
        }
        TypeInfo {
            shape: Shape::Record(id),
            size: layout.size as u32,
            align: layout.align as u32,
            inner: Types::VOID,
            count: 0,
            traits,
        }
    }

    /// Computes the properties of a record, if all its parts come before it and have a size.
    fn record_info(&self, program: &Program, n: usize) -> Option<RecordInfo> {
        let record = &program.records[n];
        let mut total: u64 = 0;
        for field in &record.fields {
            let info = (field.ty.id.0 < program.types.len() as u32)
                .then(|| self.type_info(program, field.ty.id))?;
            if info.size == 0 {
                return None;
            }
            total += u64::from(info.size) + 16;
        }
        if total > LARGEST || record.fields.is_empty() {
            return None;
        }
        let whole = layout::record(program, &self.target, RecordId(n as u32));
        let mut fields = Vec::with_capacity(record.fields.len());
        for (field, at) in record.fields.iter().zip(&whole.fields) {
            let size = match at.bits {
                Some(bits) => bits.bytes() as u32,
                None if field.bits.is_some() => 0,
                None => self.type_info(program, field.ty.id).size,
            };
            fields.push(FieldInfo {
                ty: field.ty,
                offset: at.offset as u32,
                size,
                bits: at.bits,
                named: field.name.is_some(),
            });
        }
        let is_union = record.kind == RecordKind::Union;
        let padding = padding(&fields, whole.layout.size as u32, is_union);
        Some(RecordInfo {
            is_union,
            fields,
            padding,
        })
    }
}

/// The bytes of a record that belong to no named member, wholly or in part.
fn padding(fields: &[FieldInfo], size: u32, is_union: bool) -> Vec<(u32, u32)> {
    let mut bits = vec![0_u8; size as usize];
    for field in fields.iter().filter(|field| field.named) {
        match field.bits {
            None => {
                let end = (field.offset + field.size).min(size);
                bits[field.offset as usize..end as usize].fill(0xff);
            }
            // The bit order within a byte does not matter for the number of used bits, except in a union.
            Some(range) => {
                for bit in range.start..range.start + range.width {
                    let byte = field.offset + bit / 8;
                    if let Some(byte) = bits.get_mut(byte as usize) {
                        *byte |= 1 << (bit % 8);
                    }
                }
            }
        }
    }
    debug_assert!(!is_union || fields.iter().all(|field| field.offset == 0));
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for (n, _) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0xff) {
        let n = n as u32;
        match ranges.last_mut() {
            Some((_, end)) if *end == n => *end = n + 1,
            _ => ranges.push((n, n + 1)),
        }
    }
    ranges
}

/// True if an lvalue of one type may access an object of the other: they are the same, or corresponding signed and unsigned
/// types (6.5p7). Qualifiers are checked elsewhere.
pub(crate) fn same_access(a: TypeId, b: TypeId) -> bool {
    a == b || alias_class(a) == alias_class(b)
}

fn alias_class(id: TypeId) -> TypeId {
    let first = Types::int(IntKind::Char).id.0;
    match IntKind::ALL.get(id.0.wrapping_sub(first) as usize) {
        // `char` is a type of its own, but may access anything.
        Some(kind) => Types::int(kind.unsigned()).id,
        None => id,
    }
}

/// True for the character types, whose lvalues may access any object.
pub(crate) fn is_character(id: TypeId) -> bool {
    alias_class(id) == Types::int(IntKind::UChar).id
}

impl TypeTable {
    /// True if there is an object of type `wanted` at an offset of one of type `within` (6.5p7). All members of a union count.
    pub(crate) fn has_subobject(&self, within: TypeId, offset: u32, wanted: TypeId) -> bool {
        let (mut within, mut offset) = (within, offset);
        loop {
            if offset == 0 && same_access(within, wanted) {
                return true;
            }
            let info = self.info(within);
            match info.shape {
                Shape::Array => {
                    let size = self.info(info.inner.id).size;
                    if offset >= info.size || size == 0 {
                        return false;
                    }
                    offset %= size;
                    within = info.inner.id;
                }
                Shape::Record(id) => {
                    let Some(record) = self.record(id) else {
                        return false;
                    };
                    let mut fields = record.fields.iter().filter(|field| {
                        field.named
                            && field.bits.is_none()
                            && (field.offset..field.offset + field.size).contains(&offset)
                    });
                    if record.is_union {
                        return fields.any(|field| self.has_subobject(field.ty.id, offset, wanted));
                    }
                    let Some(field) = fields.next() else {
                        return false;
                    };
                    offset -= field.offset;
                    within = field.ty.id;
                }
                _ => return false,
            }
        }
    }

    /// True if a byte of a type is padding, wholly or in part. In a union, if no member has all of it.
    pub(crate) fn is_padding(&self, within: TypeId, offset: u32) -> bool {
        let info = self.info(within);
        if !info.traits.has(Traits::PADDING) {
            return false;
        }
        match info.shape {
            Shape::Array => {
                let size = self.info(info.inner.id).size.max(1);
                self.is_padding(info.inner.id, offset % size)
            }
            Shape::Record(id) => {
                let Some(record) = self.record(id) else {
                    return true;
                };
                let inside = |range: &&(u32, u32)| (range.0..range.1).contains(&offset);
                if record.padding.iter().find(inside).is_some() {
                    return true;
                }
                let mut fields = record.fields.iter().filter(|field| {
                    field.named && (field.offset..field.offset + field.size).contains(&offset)
                });
                let is_padding = |field: &FieldInfo| {
                    field.bits.is_none() && self.is_padding(field.ty.id, offset - field.offset)
                };
                match record.is_union {
                    true => fields.all(is_padding),
                    false => fields.any(is_padding),
                }
            }
            _ => false,
        }
    }

    /// True if a byte of a type belongs to a union in it.
    pub(crate) fn is_in_union(&self, within: TypeId, offset: u32) -> bool {
        let info = self.info(within);
        if !info.traits.has(Traits::UNION) {
            return false;
        }
        match info.shape {
            Shape::Array => {
                let size = self.info(info.inner.id).size.max(1);
                self.is_in_union(info.inner.id, offset % size)
            }
            Shape::Record(id) => self.record(id).is_none_or(|record| {
                let mut fields = record.fields.iter();
                record.is_union
                    || fields.any(|field| {
                        (field.offset..field.offset + field.size).contains(&offset)
                            && self.is_in_union(field.ty.id, offset - field.offset)
                    })
            }),
            _ => false,
        }
    }
}
