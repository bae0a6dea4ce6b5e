//! Properties of targets that matter for C, beyond the representation of scalars.

use kvant_memory::Target;

use crate::{IntKind, Type, Types};

/// A target as data: an ABI for Linux.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CTarget {
    /// Sizes and alignments of scalars, and the order of bytes. `long` and pointers have the same size.
    pub scalars: Target,
    /// True if plain `char` is signed.
    pub signed_char: bool,
    /// True if there is `__int128`.
    pub int128: bool,
    /// True if unnamed bit-fields align their struct too.
    pub unnamed_bit_fields_align: bool,
    /// Alignment of memory from `malloc`.
    pub malloc_align: u32,
}

impl CTarget {
    /// 64-bit x86, System V.
    pub const X86_64: CTarget = CTarget {
        scalars: Target::X86_64,
        signed_char: true,
        int128: true,
        unnamed_bit_fields_align: false,
        malloc_align: 16,
    };

    /// All supported targets.
    pub fn all() -> Vec<CTarget> {
        let scalars = |name: &str| Target::by_name(name).unwrap_or(Target::X86_64);
        vec![
            CTarget::X86_64,
            CTarget {
                scalars: scalars("i686"),
                int128: false,
                ..CTarget::X86_64
            },
            CTarget {
                scalars: scalars("aarch64"),
                signed_char: false,
                unnamed_bit_fields_align: true,
                ..CTarget::X86_64
            },
            CTarget {
                scalars: scalars("riscv64gc"),
                signed_char: false,
                ..CTarget::X86_64
            },
            CTarget {
                scalars: scalars("s390x"),
                signed_char: false,
                malloc_align: 8,
                ..CTarget::X86_64
            },
        ]
    }

    /// The target of this name; `i386` and `riscv64` are accepted too.
    pub fn by_name(name: &str) -> Option<CTarget> {
        let scalars = Target::by_name(name)?;
        CTarget::all()
            .into_iter()
            .find(|target| target.scalars.name == scalars.name)
    }

    /// The size of an integer type in bytes.
    pub const fn int_bytes(&self, kind: IntKind) -> u32 {
        match kind {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 4,
            IntKind::Long | IntKind::ULong => self.scalars.pointer_bytes,
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// The width of an integer type.
    pub const fn int_bits(&self, kind: IntKind) -> u32 {
        self.int_bytes(kind) * 8
    }

    /// True if an integer type is signed.
    pub const fn is_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.signed_char,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            _ => false,
        }
    }

    /// `size_t`.
    pub const fn size_type(&self) -> Type {
        match self.scalars.pointer_bytes {
            8 => Types::int(IntKind::ULong),
            _ => Types::int(IntKind::UInt),
        }
    }

    /// `ptrdiff_t`.
    pub const fn difference_type(&self) -> Type {
        match self.scalars.pointer_bytes {
            8 => Types::int(IntKind::Long),
            _ => Types::int(IntKind::Int),
        }
    }
}
