//! Layout: sizes, alignments, field offsets, and which bytes are padding.
//!
//! The layout of `repr(Rust)` types is not promised by the language. It is chosen here by a
//! [`FieldOrder`], so that a program can be run under several choices and must not tell them apart.

use std::ops::Range;
use std::rc::Rc;

use kvant_memory::Target;

use crate::{Repr, Ty, TyKind, Types};

/// How the fields of tuples and `repr(Rust)` structs are laid out.
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

/// What the bytes of a type are made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number, `bool` or `char`.
    Bits,
    /// One pointer.
    Pointer,
    /// The offsets of the fields of a tuple or struct, in declaration order.
    Fields(Box<[u64]>),
    /// An array.
    #[allow(missing_docs)]
    Array { stride: u64, length: u64 },
}

/// The layout of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size in bytes, padding included.
    pub size: u64,
    /// The alignment in bytes, a power of two.
    pub align: u64,
    /// What is where.
    pub shape: Shape,
    /// The bytes that are not padding, in order and merged where they touch.
    pub data: Box<[Range<u64>]>,
}

/// Why a type has no layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutError {
    /// It is larger than [`Layouts::MAX_SIZE`] or nested deeper than [`Layouts::MAX_DEPTH`].
    TooLarge(Ty),
    /// It contains itself.
    Infinite(Ty),
    /// It is not in the table of types, or a part of it is not.
    Unknown(Ty),
}

/// The layouts of one program's types under one choice, computed when asked for.
#[derive(Clone, Debug)]
pub struct Layouts {
    target: Target,
    order: FieldOrder,
    known: Vec<Option<Rc<Layout>>>,
    /// The types whose layout is being computed now.
    pending: Vec<Ty>,
}

impl Layouts {
    /// The largest type the machine will hold. Compilers refuse far larger ones only.
    pub const MAX_SIZE: u64 = 1 << 24;

    /// How deep types may hold each other. A compiler gives up at about the same depth.
    pub const MAX_DEPTH: usize = 128;

    /// No layouts yet.
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
                scalar(bytes, self.target.align_of_int(bytes), Shape::Bits)
            }
            TyKind::Float(float) => {
                let bytes = float.bytes();
                scalar(bytes, self.target.align_of_int(bytes), Shape::Bits)
            }
            TyKind::Bool => scalar(1, 1, Shape::Bits),
            TyKind::Char => scalar(4, self.target.align_of_int(4), Shape::Bits),
            TyKind::RawPtr(..) => {
                let bytes = self.target.pointer_bytes;
                scalar(bytes, bytes, Shape::Pointer)
            }
            TyKind::Tuple(fields) => {
                let order = self.order;
                self.aggregate(types, ty, fields, order)?
            }
            TyKind::Struct(id) => {
                let def = types.structs().get(id.index());
                let def = def.ok_or(LayoutError::Unknown(ty))?;
                let fields: Vec<Ty> = def.field_types().collect();
                let order = match def.repr {
                    Repr::C => FieldOrder::Declared,
                    Repr::Rust => self.order,
                };
                self.aggregate(types, ty, &fields, order)?
            }
            TyKind::Array(element, length) => self.array(types, ty, *element, *length)?,
        };
        if layout.size > Self::MAX_SIZE {
            return Err(LayoutError::TooLarge(ty));
        }
        Ok(layout)
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
        })
    }

    fn aggregate(
        &mut self,
        types: &Types,
        ty: Ty,
        fields: &[Ty],
        order: FieldOrder,
    ) -> Result<Layout, LayoutError> {
        let mut inner = Vec::with_capacity(fields.len());
        for &field in fields {
            inner.push(self.inner(types, ty, field)?);
        }
        let mut sequence: Vec<usize> = (0..fields.len()).collect();
        let mut gap = 0;
        match order {
            FieldOrder::Declared => {}
            FieldOrder::ByAlignment => sequence.sort_by_key(|&n| std::cmp::Reverse(inner[n].align)),
            FieldOrder::Reversed => sequence.reverse(),
            FieldOrder::Shuffled(seed) => {
                let seed = mix(seed ^ u64::from(ty.0));
                sequence.sort_by_key(|&n| mix(seed ^ n as u64));
                gap = seed % 3;
            }
        }
        let mut offsets = vec![0; fields.len()];
        let mut end = 0_u64;
        let mut align = 1;
        for &n in &sequence {
            align = align.max(inner[n].align);
            offsets[n] = (end + gap).next_multiple_of(inner[n].align);
            end = offsets[n] + inner[n].size;
        }
        let mut data = Data::default();
        for &n in &sequence {
            data.add(offsets[n], &inner[n].data);
        }
        Ok(Layout {
            size: end.next_multiple_of(align),
            align,
            shape: Shape::Fields(offsets.into()),
            data: data.ranges.into(),
        })
    }
}

fn scalar(bytes: u32, align: u32, shape: Shape) -> Layout {
    let size = u64::from(bytes);
    Layout {
        size,
        align: u64::from(align),
        shape,
        data: std::iter::once(0..size).collect(),
    }
}

/// Ranges in rising order, merged where they touch.
#[derive(Default)]
struct Data {
    ranges: Vec<Range<u64>>,
}

impl Data {
    fn add(&mut self, offset: u64, inner: &[Range<u64>]) {
        for range in inner {
            let range = range.start + offset..range.end + offset;
            match self.ranges.last_mut() {
                Some(last) if last.end == range.start => last.end = range.end,
                _ => self.ranges.push(range),
            }
        }
    }
}

/// A bijection on 64 bits that leaves no pattern (the finaliser of `SplitMix64`).
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, IntTy, Mutability, StructDef};

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
        let (_, ty) = types.declare_struct(StructDef {
            name: "S".into(),
            repr: Repr::C,
            fields: vec![
                field("a", u8),
                field("b", u32),
                field("c", u8),
                field("d", u128),
            ],
        });
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
        let (id, node) = types.declare_struct(StructDef {
            name: "Node".into(),
            repr: Repr::Rust,
            fields: vec![],
        });
        let next = types.raw_ptr(Mutability::Mut, node);
        types.struct_def_mut(id).fields = vec![field("next", next)];
        let mut layouts = Layouts::new(Target::X86_64, FieldOrder::Declared);
        assert_eq!(layouts.of(&types, node).unwrap().size, 8);

        let pair = types.tuple(&[node, node]);
        types.struct_def_mut(id).fields = vec![field("pair", pair)];
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
