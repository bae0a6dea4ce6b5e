//! Leaves: the scalars that values consist of.

use num_bigint::BigUint;

/// A scalar of a value, in the type that the instruction knows.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// An integer or a float of up to 128 bits, zero-extended.
    Int(u128),
    /// A pointer, or an integer that was made of one.
    Ptr(Pointer),
    /// Poison, with its origin.
    Poison(Origin),
    /// A scalar all of whose bits are undef.
    Undef,
    /// Anything else.
    Rich(Box<Rich>),
}

/// A scalar that is rare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rich {
    /// An integer of more than 128 bits.
    Wide(BigUint),
    /// An integer of up to 128 bits with some undef bits. Undef bits are zero in `bits`.
    Partial {
        /// The defined bits.
        bits: u128,
        /// The undef bits.
        undef: u128,
    },
}

/// A pointer: the provenance, and the offset in its allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// The provenance; none for null and for integers that were cast to pointers.
    pub node: Option<Node>,
    /// The argument that it is based on, if that matters.
    pub tag: Option<Tag>,
    /// The offset from the beginning of the allocation, or the address if there is no provenance.
    pub offset: i64,
}

/// A node of the provenance: an index into a slab, and its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub(crate) index: u32,
    pub(crate) generation: std::num::NonZero<u32>,
}

impl Node {
    /// The node under another name, for an allocation of another machine. No allocation of this machine has it.
    #[must_use]
    pub fn elsewhere(self, number: u32) -> Node {
        let generation = std::num::NonZero::new(number | 1 << 31);
        Node {
            generation: generation.unwrap_or(std::num::NonZero::<u32>::MAX),
            ..self
        }
    }
}

/// An argument that pointers are based on, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag(pub(crate) std::num::NonZero<u32>);

impl Tag {
    /// Marks an address without provenance, which `ptrtoaddr` makes. It has no number of an argument.
    pub(crate) const ADDRESS: Tag = Tag(std::num::NonZero::<u32>::MAX);
}

/// The instruction that made a poison: the function and the instruction in it, by number. Poison in the text or in an argument
/// comes from [`Origin::OUTSIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The number of the function.
    pub function: u32,
    /// The number of the instruction in it.
    pub instruction: u32,
}

impl Origin {
    /// Poison that no instruction made.
    pub const OUTSIDE: Origin = Origin {
        function: u32::MAX,
        instruction: u32::MAX,
    };
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer::from_address(0);

    /// The pointer to the beginning of an allocation.
    pub const fn to(node: Node) -> Pointer {
        Pointer {
            node: Some(node),
            tag: None,
            offset: 0,
        }
    }

    /// An address without provenance.
    pub const fn from_address(address: i64) -> Pointer {
        Pointer {
            node: None,
            tag: None,
            offset: address,
        }
    }

    /// The pointer with another offset.
    #[must_use]
    pub const fn at(self, offset: i64) -> Pointer {
        Pointer { offset, ..self }
    }
}

impl Leaf {
    /// An integer of up to 128 bits with these undef bits.
    pub fn with_undef(bits: u128, undef: u128, width: u32) -> Leaf {
        match undef {
            0 => Leaf::Int(bits),
            _ if undef == mask(width) => Leaf::Undef,
            _ => Leaf::Rich(Box::new(Rich::Partial {
                bits: bits & !undef,
                undef,
            })),
        }
    }

    /// The defined bits and the undef bits of an integer of up to 128 bits; none for poison, pointers and wide integers.
    pub fn parts(&self, width: u32) -> Option<(u128, u128)> {
        match self {
            Leaf::Int(bits) => Some((*bits, 0)),
            Leaf::Undef => Some((0, mask(width))),
            Leaf::Rich(rich) => match **rich {
                Rich::Partial { bits, undef } => Some((bits, undef)),
                Rich::Wide(_) => None,
            },
            Leaf::Ptr(_) | Leaf::Poison(_) => None,
        }
    }

    /// True if no bit of it is poison or undef.
    pub fn is_defined(&self) -> bool {
        match self {
            Leaf::Int(_) | Leaf::Ptr(_) => true,
            Leaf::Poison(_) | Leaf::Undef => false,
            Leaf::Rich(rich) => matches!(**rich, Rich::Wide(_)),
        }
    }

    /// True for poison.
    pub fn is_poison(&self) -> bool {
        matches!(self, Leaf::Poison(_))
    }
}

/// The lowest bits.
pub(crate) fn mask(width: u32) -> u128 {
    match width {
        0 => 0,
        1..128 => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// An integer of `width` bits, sign-extended.
pub(crate) fn signed(bits: u128, width: u32) -> i128 {
    let shift = 128 - width.clamp(1, 128);
    (bits << shift).cast_signed() >> shift
}
