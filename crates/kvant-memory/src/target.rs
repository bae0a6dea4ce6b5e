//! The representation of scalars on a target.

/// The order of a scalar's bytes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Endian {
    Little,
    Big,
}

/// A target as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The target's name.
    pub name: &'static str,
    /// The size and alignment of a pointer.
    pub pointer_bytes: u32,
    /// The byte order.
    pub endian: Endian,
    /// The alignments of integers of 1, 2, 4, 8 and 16 bytes.
    pub int_align: [u32; 5],
    /// The alignment of a float of 8 bytes.
    pub f64_align: u32,
    /// True if floats are computed without excess precision and copied bit by bit, in contrast to the x87 unit.
    pub exact_floats: bool,
}

impl Target {
    /// 64-bit x86, System V.
    pub const X86_64: Target = Target::little64("x86_64");

    /// Every target, as `rustc` lays out their scalars since 1.77.
    pub const ALL: [Target; 9] = [
        Target::X86_64,
        Target {
            name: "i686",
            pointer_bytes: 4,
            int_align: [1, 2, 4, 4, 16],
            f64_align: 4,
            exact_floats: false,
            ..Target::X86_64
        },
        Target::little64("aarch64"),
        Target::little64("riscv64gc"),
        Target {
            name: "armv7",
            pointer_bytes: 4,
            int_align: [1, 2, 4, 8, 8],
            ..Target::X86_64
        },
        Target {
            name: "wasm32",
            pointer_bytes: 4,
            ..Target::X86_64
        },
        Target {
            endian: Endian::Big,
            ..Target::little64("powerpc64")
        },
        Target {
            name: "powerpc",
            pointer_bytes: 4,
            endian: Endian::Big,
            int_align: [1, 2, 4, 8, 8],
            ..Target::X86_64
        },
        Target {
            endian: Endian::Big,
            int_align: [1, 2, 4, 8, 8],
            ..Target::little64("s390x")
        },
    ];

    const fn little64(name: &'static str) -> Target {
        Target {
            name,
            pointer_bytes: 8,
            endian: Endian::Little,
            int_align: [1, 2, 4, 8, 16],
            f64_align: 8,
            exact_floats: true,
        }
    }

    /// The target called `name`.
    pub fn by_name(name: &str) -> Option<Target> {
        let name = match name {
            "i386" => "i686",
            "riscv64" => "riscv64gc",
            name => name,
        };
        Target::ALL.into_iter().find(|target| target.name == name)
    }

    /// The width of a pointer.
    pub const fn pointer_bits(&self) -> u32 {
        self.pointer_bytes * 8
    }

    /// The alignment of an integer of `bytes` bytes, a power of two up to 16.
    pub const fn align_of_int(&self, bytes: u32) -> u32 {
        self.int_align[bytes.trailing_zeros() as usize]
    }

    /// The alignment of a float of `bytes` bytes, 4 or 8.
    pub const fn align_of_float(&self, bytes: u32) -> u32 {
        match bytes {
            8 => self.f64_align,
            _ => self.align_of_int(bytes),
        }
    }
}
