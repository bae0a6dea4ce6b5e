//! Layout of types: sizes, alignments and offsets, bit-fields included.

use crate::{CTarget, FloatKind, Program, Record, RecordId, RecordKind, Type, TypeKind};

/// The size and alignment of an object, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Layout {
    pub size: u64,
    pub align: u64,
}

/// Position of a member in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLayout {
    /// The first byte; for a bit-field, the byte of its first bit.
    pub offset: u64,
    /// For a bit-field, its bits, counted from that byte.
    pub bits: Option<BitRange>,
}

/// The bits of a bit-field, counted as the target numbers them: from the least significant bit of the first byte where that is
/// the lowest, and from the most significant one otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct BitRange {
    pub start: u32,
    pub width: u32,
}

impl BitRange {
    /// Number of bytes that it touches.
    pub const fn bytes(self) -> u64 {
        (self.start + self.width).div_ceil(8) as u64
    }
}

/// The layout of a record and of its members, in order. Unnamed bit-fields have a layout too, which is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    /// The whole.
    pub layout: Layout,
    /// The members.
    pub fields: Vec<FieldLayout>,
}

/// The layout of a type that has a size; functions and `void` count as one byte, as they do for compilers.
pub fn layout(program: &Program, target: &CTarget, ty: Type) -> Layout {
    let scalars = &target.scalars;
    let int = |bytes: u32| Layout {
        size: u64::from(bytes),
        align: u64::from(scalars.align_of_int(bytes)),
    };
    match program.types.kind(ty) {
        TypeKind::Void | TypeKind::Function(_) | TypeKind::Bool => int(1),
        TypeKind::Int(kind) => int(target.int_bytes(*kind)),
        TypeKind::Enum(_) => int(4),
        TypeKind::Float(kind) => {
            let bytes = match kind {
                FloatKind::Float => 4,
                FloatKind::Double => 8,
            };
            Layout {
                size: u64::from(bytes),
                align: u64::from(scalars.align_of_float(bytes)),
            }
        }
        // The layout of a `va_list` is not observable: all objects of it are local variables without an address.
        TypeKind::Pointer(_) | TypeKind::VaList => int(scalars.pointer_bytes),
        TypeKind::Array(of, length) => {
            let of = layout(program, target, *of);
            Layout {
                size: of.size.saturating_mul(*length),
                align: of.align,
            }
        }
        TypeKind::Record(id) => record(program, target, *id).layout,
        TypeKind::Vector(of, lanes) => {
            let of = layout(program, target, Type::plain(*of));
            let size = of.size * u64::from(*lanes);
            Layout { size, align: size }
        }
    }
}

/// The layout of a record.
pub fn record(program: &Program, target: &CTarget, id: RecordId) -> RecordLayout {
    let record = &program.records[id.index()];
    let mut whole = match record.kind {
        RecordKind::Struct => structure(program, target, record),
        RecordKind::Union => union(program, target, record),
    };
    let asked = record.align.map_or(1, u64::from);
    whole.layout.align = whole.layout.align.max(asked);
    whole.layout.size = whole.layout.size.next_multiple_of(whole.layout.align);
    whole
}

fn structure(program: &Program, target: &CTarget, record: &Record) -> RecordLayout {
    // In bits, from the beginning.
    let mut end: u64 = 0;
    let mut align: u64 = 1;
    let mut fields = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let own = layout(program, target, field.ty);
        let unit = own.align * 8;
        match field.bits {
            None => {
                let to = if record.packed { 8 } else { unit };
                let start = end.next_multiple_of(to);
                fields.push(FieldLayout {
                    offset: start / 8,
                    bits: None,
                });
                end = start + own.size * 8;
                if !record.packed {
                    align = align.max(own.align);
                }
            }
            Some(0) => {
                end = end.next_multiple_of(unit);
                fields.push(FieldLayout {
                    offset: end / 8,
                    bits: None,
                });
                if target.unnamed_bit_fields_align {
                    align = align.max(own.align);
                }
            }
            Some(width) => {
                let width = u64::from(width);
                // A bit-field does not cross the boundary of a unit of its type, unless the struct is packed.
                let crosses = end / unit != (end + width - 1) / unit;
                if !record.packed && crosses {
                    end = end.next_multiple_of(unit);
                }
                fields.push(FieldLayout {
                    offset: end / 8,
                    bits: Some(BitRange {
                        start: (end % 8) as u32,
                        width: width as u32,
                    }),
                });
                end += width;
                let counts = field.name.is_some() || target.unnamed_bit_fields_align;
                if counts && !record.packed {
                    align = align.max(own.align);
                }
            }
        }
    }
    RecordLayout {
        layout: Layout {
            size: end.div_ceil(8).next_multiple_of(align),
            align,
        },
        fields,
    }
}

fn union(program: &Program, target: &CTarget, record: &Record) -> RecordLayout {
    let (mut size, mut align) = (0, 1);
    let mut fields = Vec::with_capacity(record.fields.len());
    for field in &record.fields {
        let own = layout(program, target, field.ty);
        let counts = field.name.is_some() || target.unnamed_bit_fields_align;
        // If unnamed bit-fields align at all on the target, those of width 0 do so in a packed struct too.
        if counts && (!record.packed || field.bits == Some(0)) {
            align = align.max(own.align);
        }
        let bits = field.bits.filter(|width| *width > 0);
        size = size.max(match field.bits {
            Some(width) => u64::from(width).div_ceil(8),
            None => own.size,
        });
        fields.push(FieldLayout {
            offset: 0,
            bits: bits.map(|width| BitRange { start: 0, width }),
        });
    }
    RecordLayout {
        layout: Layout {
            size: size.next_multiple_of(align),
            align,
        },
        fields,
    }
}
