//! Layout: sizes, alignments, field offsets, padding.
//!
//! The layout of `repr(Rust)` types is not promised by the language. It is chosen here by a [`FieldOrder`], so that a
//! program can be run under several choices, whose results must be equal.

use std::fmt;
use std::ops::Range;
use std::rc::Rc;

use kvant_memory::Target;

use crate::syntax::truncate;
use crate::{AdtDef, AdtKind, IntTy, Repr, Ty, TyKind, Types};

/// The order of the fields of tuples, and of structs and enums without a `repr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldOrder {
    /// Large alignment first, as `rustc` does today.
    ByAlignment,
    /// As declared.
    Declared,
    /// As declared, backwards.
    Reversed,
    /// In an order drawn from a seed and the type, with gaps between the fields.
    Shuffled(u64),
}

/// The structure of the bytes of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, `bool` or `char`.
    Bits,
    /// One pointer: raw, a reference, or to a function.
    Pointer,
    /// The offsets of the fields of a tuple or struct, in declaration order.
    Fields(Box<[u64]>),
    /// An array.
    #[allow(missing_docs)]
    Array { stride: u64, length: u64 },
    /// A union: all its fields begin at its first byte.
    Union,
    /// An enum.
    Variants(Box<Variants>),
}

/// The layout of an enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variants {
    /// The bytes of the tag, which determines the variant.
    pub tag: Range<u64>,
    /// The value of the tag for each variant, as bits.
    pub tags: Box<[u128]>,
    /// The fields of each variant.
    pub variants: Box<[VariantLayout]>,
    /// True if no two variants share a byte. That holds where the layout is not promised: no program may rely on an
    /// overlap, and with disjoint variants an access to the wrong variant's bytes is detected.
    pub apart: bool,
}

/// The layout of the fields of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantLayout {
    /// The offsets of its fields, in declaration order.
    pub offsets: Box<[u64]>,
    /// The bytes of all fields, padding between them included.
    pub span: Range<u64>,
}

/// The layout of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size in bytes, padding included.
    pub size: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
    /// The structure of the bytes.
    pub shape: Shape,
    /// The bytes that are not padding, in order, with adjacent ranges merged. A byte of a union or an enum is padding only if
    /// it is padding in every field or variant.
    pub data: Box<[Range<u64>]>,
    /// Properties of the parts.
    pub contents: Contents,
    /// The offset of a byte that is part of every value of the type, for all variants.
    pub anchor: u64,
}

/// Properties of the parts of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // The flags are independent of each other.
pub struct Contents {
    /// True if the language promises the position of every byte.
    pub known: bool,
    /// True if all parts are integers and floats, so that any initialised bytes are a valid value.
    pub numbers: bool,
    /// True if a part is an enum, so that the set of data bytes depends on the value.
    pub variants: bool,
    /// True if a part is a reference.
    pub references: bool,
}

impl Contents {
    const NUMBER: Contents = Contents {
        known: true,
        numbers: true,
        variants: false,
        references: false,
    };

    const RESTRICTED: Contents = Contents {
        numbers: false,
        ..Contents::NUMBER
    };

    /// The properties of a type with the parts of both.
    fn and(self, other: Contents) -> Contents {
        Contents {
            known: self.known && other.known,
            numbers: self.numbers && other.numbers,
            variants: self.variants || other.variants,
            references: self.references || other.references,
        }
    }
}

/// The reason why a type has no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// It is larger than [`Layouts::MAX_SIZE`] or nested deeper than [`Layouts::MAX_DEPTH`].
    TooLarge(Ty),
    /// It contains itself.
    Infinite(Ty),
    /// It is a float, and the target computes floats with excess precision.
    InexactFloat(Ty),
    /// It, or a part of it, is not in the table of types, or it has no values.
    Unknown(Ty),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LayoutError::TooLarge(_) => "a type is too large for the machine",
            LayoutError::Infinite(_) => "a type contains itself",
            LayoutError::InexactFloat(_) => "the target computes floats with excess precision",
            LayoutError::Unknown(_) => "a type does not exist",
        })
    }
}

impl std::error::Error for LayoutError {}

/// The layouts of one program's types under one [`FieldOrder`], computed lazily.
#[derive(Clone, Debug)]
pub struct Layouts {
    target: Target,
    order: FieldOrder,
    known: Vec<Option<Rc<Layout>>>,
    /// The types whose layout is being computed, to detect types that contain themselves.
    pending: Vec<Ty>,
}

impl Layouts {
    /// The largest size of a type. Compilers accept far larger ones.
    pub const MAX_SIZE: u64 = 1 << 24;

    /// The greatest depth of nested types. `rustc` has about the same limit.
    pub const MAX_DEPTH: usize = 128;

    /// An empty table of layouts.
    pub fn new(target: Target, order: FieldOrder) -> Self {
        Layouts {
            target,
            order,
            known: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// The target the layouts are for.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The layout of `ty`.
    pub fn of(&mut self, types: &Types, ty: Ty) -> Result<&Rc<Layout>, LayoutError> {
        if self.known.get(ty.index()).is_none_or(Option::is_none) {
            let layout = self.compute(types, ty)?;
            if self.known.len() <= ty.index() {
                self.known.resize(ty.index() + 1, None);
            }
            self.known[ty.index()] = Some(Rc::new(layout));
        }
        self.known[ty.index()]
            .as_ref()
            .ok_or(LayoutError::Infinite(ty))
    }

    fn compute(&mut self, types: &Types, ty: Ty) -> Result<Layout, LayoutError> {
        let layout = match types.get(ty).ok_or(LayoutError::Unknown(ty))? {
            TyKind::Int(int) => {
                let bytes = int.bytes(&self.target);
                let align = self.target.align_of_int(bytes);
                scalar(bytes, align, Shape::Bits, Contents::NUMBER)
            }
            TyKind::Float(_) if !self.target.exact_floats => {
                return Err(LayoutError::InexactFloat(ty));
            }
            TyKind::Float(float) => {
                let align = self.target.align_of_float(float.bytes());
                scalar(float.bytes(), align, Shape::Bits, Contents::NUMBER)
            }
            TyKind::Bool => scalar(1, 1, Shape::Bits, Contents::RESTRICTED),
            TyKind::Char => {
                let align = self.target.align_of_int(4);
                scalar(4, align, Shape::Bits, Contents::RESTRICTED)
            }
            kind @ (TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. }) => {
                let contents = Contents {
                    references: matches!(kind, TyKind::Ref(..)),
                    ..Contents::RESTRICTED
                };
                let bytes = self.target.pointer_bytes;
                scalar(bytes, bytes, Shape::Pointer, contents)
            }
            TyKind::Tuple(fields) => {
                let order = self.order;
                let known = fields.is_empty();
                self.aggregate(types, ty, fields, order, known)?
            }
            TyKind::Adt(id) => {
                let def = types.adts().get(id.index());
                self.adt(types, ty, def.ok_or(LayoutError::Unknown(ty))?)?
            }
            TyKind::Array(element, length) => self.array(types, ty, *element, *length)?,
        };
        if layout.size > Self::MAX_SIZE {
            return Err(LayoutError::TooLarge(ty));
        }
        Ok(layout)
    }

    fn adt(&mut self, types: &Types, ty: Ty, def: &AdtDef) -> Result<Layout, LayoutError> {
        let order = match def.repr {
            Repr::Rust => self.order,
            Repr::C | Repr::Transparent | Repr::Int(_) => FieldOrder::Declared,
        };
        match def.kind {
            AdtKind::Struct => {
                let fields: Vec<Ty> = def.fields().iter().map(|field| field.ty).collect();
                self.aggregate(types, ty, &fields, order, def.repr != Repr::Rust)
            }
            AdtKind::Union => self.union(types, ty, def),
            AdtKind::Enum => self.enumeration(types, ty, def, order),
        }
    }

    fn inner(&mut self, types: &Types, outer: Ty, ty: Ty) -> Result<Rc<Layout>, LayoutError> {
        if self.pending.contains(&outer) {
            return Err(LayoutError::Infinite(outer));
        }
        if self.pending.len() >= Self::MAX_DEPTH {
            return Err(LayoutError::TooLarge(outer));
        }
        self.pending.push(outer);
        let layout = self.of(types, ty).cloned();
        self.pending.pop();
        layout
    }

    fn array(
        &mut self,
        types: &Types,
        ty: Ty,
        element: Ty,
        length: u64,
    ) -> Result<Layout, LayoutError> {
        let inner = self.inner(types, ty, element)?;
        let size = inner
            .size
            .checked_mul(length)
            .filter(|&size| size <= Self::MAX_SIZE)
            .ok_or(LayoutError::TooLarge(ty))?;
        let mut data = Data::default();
        if inner.size > 0 {
            for n in 0..length {
                data.add(n * inner.size, &inner.data);
            }
        }
        Ok(Layout {
            size,
            align: inner.align,
            shape: Shape::Array {
                stride: inner.size,
                length,
            },
            data: data.ranges.into(),
            contents: inner.contents,
            anchor: inner.anchor,
        })
    }

    /// All fields at offset 0. A byte is data if it is data of any field.
    fn union(&mut self, types: &Types, ty: Ty, def: &AdtDef) -> Result<Layout, LayoutError> {
        let mut contents = Contents::RESTRICTED;
        let (mut size, mut align) = (0, 1);
        let mut ranges = Vec::new();
        for field in def.fields() {
            let inner = self.inner(types, ty, field.ty)?;
            contents = contents.and(inner.contents);
            size = inner.size.max(size);
            align = inner.align.max(align);
            ranges.extend(inner.data.iter().cloned());
        }
        ranges.sort_by_key(|range| range.start);
        let mut data = Data::default();
        data.add(0, &ranges);
        Ok(Layout {
            size: u64::next_multiple_of(size, align),
            align,
            shape: Shape::Union,
            data: data.ranges.into(),
            contents,
            anchor: 0,
        })
    }

    /// Lays out an enum. With a promised layout, variants are C structs that share their bytes: each of them begins with the
    /// tag, or, for `repr(C)`, a union of them follows the tag. Without one, the variants are disjoint, and the tag is before
    /// or after all of them.
    fn enumeration(
        &mut self,
        types: &Types,
        ty: Ty,
        def: &AdtDef,
        order: FieldOrder,
    ) -> Result<Layout, LayoutError> {
        if def.variants.is_empty() {
            return Err(LayoutError::Unknown(ty));
        }
        let tag_bytes = match def.repr {
            Repr::Int(int) => int.bytes(&self.target),
            Repr::C => IntTy::I32.bytes(&self.target),
            // A single variant needs no tag.
            Repr::Rust | Repr::Transparent => u32::from(def.variants.len() > 1),
        };
        let tag_size = u64::from(tag_bytes);
        let mut align = match tag_bytes {
            0 => 1,
            bytes => u64::from(self.target.align_of_int(bytes)),
        };
        let mut contents = Contents {
            known: def.repr != Repr::Rust,
            variants: true,
            ..Contents::RESTRICTED
        };
        let mut inner = Vec::with_capacity(def.variants.len());
        for variant in &def.variants {
            let mut fields = Vec::with_capacity(variant.fields.len());
            for field in variant.field_types() {
                let layout = self.inner(types, ty, field)?;
                contents = contents.and(layout.contents);
                align = align.max(layout.align);
                fields.push(layout);
            }
            inner.push(fields);
        }
        let apart = !contents.known;
        let payload_align = inner.iter().flatten().map(|layout| layout.align).max();
        let tag_last = apart && matches!(order, FieldOrder::Reversed | FieldOrder::Shuffled(_));
        let first = match def.repr {
            _ if tag_last => 0,
            Repr::C => tag_size.next_multiple_of(payload_align.unwrap_or(1)),
            _ => tag_size,
        };
        let mut size = first;
        let mut ranges = Vec::new();
        let mut variants = Vec::with_capacity(inner.len());
        for fields in &inner {
            let begin = if apart { size } else { first };
            let (offsets, end) = place_fields(ty, fields, begin, order);
            for (offset, field) in offsets.iter().zip(fields) {
                let shift = |range: &Range<u64>| range.start + offset..range.end + offset;
                ranges.extend(field.data.iter().map(shift));
            }
            size = size.max(end);
            variants.push(VariantLayout {
                offsets: offsets.into(),
                span: begin..end,
            });
        }
        let tag_offset = if tag_last { size } else { 0 };
        let tag = tag_offset..tag_offset + tag_size;
        size = size.max(tag.end);
        if !tag.is_empty() {
            ranges.push(tag.clone());
        }
        ranges.sort_by_key(|range| range.start);
        let mut data = Data::default();
        data.add(0, &ranges);
        let bits = tag_bytes * 8;
        let tags = def
            .variants
            .iter()
            .enumerate()
            .map(|(n, variant)| match apart {
                true => n as u128,
                false => truncate(variant.discriminant as u128, bits),
            });
        Ok(Layout {
            size: size.next_multiple_of(align),
            align,
            data: data.ranges.into(),
            contents,
            anchor: match tag.is_empty() {
                // Without a tag there is only one variant.
                true => anchor_of(&inner[0], &variants[0].offsets),
                false => tag.start,
            },
            shape: Shape::Variants(Box::new(Variants {
                tag,
                tags: tags.collect(),
                variants: variants.into(),
                apart,
            })),
        })
    }

    fn aggregate(
        &mut self,
        types: &Types,
        ty: Ty,
        fields: &[Ty],
        order: FieldOrder,
        known: bool,
    ) -> Result<Layout, LayoutError> {
        let mut inner = Vec::with_capacity(fields.len());
        let mut contents = Contents {
            known,
            ..Contents::NUMBER
        };
        for &field in fields {
            let layout = self.inner(types, ty, field)?;
            contents = contents.and(layout.contents);
            inner.push(layout);
        }
        let (offsets, end) = place_fields(ty, &inner, 0, order);
        let align = inner.iter().map(|layout| layout.align).max().unwrap_or(1);
        let mut sequence: Vec<usize> = (0..fields.len()).collect();
        sequence.sort_by_key(|&n| offsets[n]);
        let mut data = Data::default();
        for &n in &sequence {
            data.add(offsets[n], &inner[n].data);
        }
        Ok(Layout {
            size: end.next_multiple_of(align),
            align,
            anchor: anchor_of(&inner, &offsets),
            shape: Shape::Fields(offsets.into()),
            data: data.ranges.into(),
            contents,
        })
    }
}

fn scalar(bytes: u32, align: u32, shape: Shape, contents: Contents) -> Layout {
    let size = u64::from(bytes);
    Layout {
        size,
        align: u64::from(align),
        shape,
        data: std::iter::once(0..size).collect(),
        contents,
        anchor: 0,
    }
}

/// The offset of a byte that is part of every value with these fields.
fn anchor_of(fields: &[Rc<Layout>], offsets: &[u64]) -> u64 {
    let mut all = fields.iter().zip(offsets);
    let first = all.find(|(field, _)| field.size > 0);
    first.map_or(0, |(field, offset)| offset + field.anchor)
}

/// The offsets of fields from `begin` on, in declaration order, and the end of the last one.
fn place_fields(ty: Ty, fields: &[Rc<Layout>], begin: u64, order: FieldOrder) -> (Vec<u64>, u64) {
    let mut sequence: Vec<usize> = (0..fields.len()).collect();
    let mut gap = 0;
    match order {
        FieldOrder::Declared => {}
        FieldOrder::ByAlignment => sequence.sort_by_key(|&n| std::cmp::Reverse(fields[n].align)),
        FieldOrder::Reversed => sequence.reverse(),
        FieldOrder::Shuffled(seed) => {
            let seed = mix(seed ^ u64::from(ty.0));
            sequence.sort_by_key(|&n| mix(seed ^ n as u64));
            // A type that has size 0 under one choice has it under all.
            if fields.iter().any(|field| field.size > 0) {
                gap = seed % 3;
            }
        }
    }
    let mut offsets = vec![0; fields.len()];
    let mut end = begin;
    for &n in &sequence {
        offsets[n] = (end + gap).next_multiple_of(fields[n].align);
        end = offsets[n] + fields[n].size;
    }
    (offsets, end)
}

/// Ranges in ascending order, with adjacent ones merged.
#[derive(Default)]
struct Data {
    ranges: Vec<Range<u64>>,
}

impl Data {
    fn add(&mut self, offset: u64, inner: &[Range<u64>]) {
        for range in inner {
            let range = range.start + offset..range.end + offset;
            match self.ranges.last_mut() {
                Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
                _ => self.ranges.push(range),
            }
        }
    }
}

/// A bijection on 64 bits with well-mixed results (the finaliser of `SplitMix64`).
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Mutability};

    const ORDERS: [FieldOrder; 5] = [
        FieldOrder::ByAlignment,
        FieldOrder::Declared,
        FieldOrder::Reversed,
        FieldOrder::Shuffled(1),
        FieldOrder::Shuffled(2),
    ];

    fn field(name: &str, ty: Ty) -> Field {
        Field {
            name: name.into(),
            ty,
        }
    }

    #[test]
    fn repr_c_is_the_same_under_every_order() {
        let mut types = Types::default();
        let (u8, u32, u128) = (
            types.int(IntTy::U8),
            types.int(IntTy::U32),
            types.int(IntTy::U128),
        );
        let fields = vec![
            field("a", u8),
            field("b", u32),
            field("c", u8),
            field("d", u128),
        ];
        let (_, ty) = types.declare(AdtDef::new_struct("S", Repr::C, fields));
        for order in ORDERS {
            let mut layouts = Layouts::new(Target::X86_64, order);
            let layout = layouts.of(&types, ty).unwrap();
            assert_eq!((layout.size, layout.align), (32, 16));
            assert_eq!(layout.shape, Shape::Fields([0, 4, 8, 16].into()));
            assert_eq!(*layout.data, [0..1, 4..9, 16..32]);
        }
    }

    #[test]
    fn fields_never_overlap_and_are_aligned() {
        let mut types = Types::default();
        let ints = [IntTy::U8, IntTy::U64, IntTy::I16, IntTy::U8, IntTy::I128];
        let fields = ints.map(|int| types.int(int));
        let tuple = types.tuple(&fields);
        let nested = types.tuple(&[fields[0], tuple, fields[2]]);
        for order in ORDERS {
            let mut layouts = Layouts::new(Target::X86_64, order);
            for (ty, data) in [(tuple, 28), (nested, 31)] {
                let layout = layouts.of(&types, ty).unwrap().clone();
                assert_eq!(
                    layout.data.iter().map(|r| r.end - r.start).sum::<u64>(),
                    data
                );
                assert!(
                    layout
                        .data
                        .windows(2)
                        .all(|pair| pair[0].end < pair[1].start)
                );
                assert!(layout.data.last().unwrap().end <= layout.size);
                assert_eq!(layout.size % layout.align, 0);
            }
        }
    }

    #[test]
    fn a_struct_may_point_to_itself_but_not_hold_itself() {
        let mut types = Types::default();
        let (id, node) = types.declare(AdtDef::new_struct("Node", Repr::Rust, vec![]));
        let next = types.raw_ptr(Mutability::Mut, node);
        types.adt_mut(id).variants[0].fields = vec![field("next", next)];
        let mut layouts = Layouts::new(Target::X86_64, FieldOrder::Declared);
        assert_eq!(layouts.of(&types, node).unwrap().size, 8);

        let pair = types.tuple(&[node, node]);
        types.adt_mut(id).variants[0].fields = vec![field("pair", pair)];
        let mut layouts = Layouts::new(Target::X86_64, FieldOrder::Declared);
        assert!(matches!(
            layouts.of(&types, node),
            Err(LayoutError::Infinite(_))
        ));
    }

    #[test]
    fn a_huge_array_is_an_error() {
        let mut types = Types::default();
        let u64 = types.int(IntTy::U64);
        for length in [1 << 40, u64::MAX] {
            let ty = types.array(u64, length);
            let mut layouts = Layouts::new(Target::X86_64, FieldOrder::Declared);
            assert_eq!(layouts.of(&types, ty), Err(LayoutError::TooLarge(ty)));
        }
    }
}
