//! Choices that the language leaves open.

use kvant_mir::layout::FieldOrder;

/// A resolution of the choices that the language leaves open. A program is deterministic only if its trace is the same under
/// every resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolver {
    /// The layout of tuples and `repr(Rust)` structs.
    pub field_order: FieldOrder,
    /// The value of uninitialised bytes.
    pub fill: u8,
    /// The sign of a NaN that an operation makes.
    pub nan_sign: bool,
    /// The low bits of the payload of such a NaN, as many as fit.
    pub nan_payload: u64,
}

impl Resolver {
    /// Resolvers that differ from each other in as many choices as possible.
    pub const STANDARD: [Resolver; 4] = [
        Resolver {
            field_order: FieldOrder::ByAlignment,
            fill: 0,
            nan_sign: false,
            nan_payload: 0,
        },
        Resolver {
            field_order: FieldOrder::Declared,
            fill: 0xff,
            nan_sign: true,
            nan_payload: 0,
        },
        Resolver {
            field_order: FieldOrder::Reversed,
            fill: 0xa5,
            nan_sign: false,
            nan_payload: u64::MAX,
        },
        Resolver {
            field_order: FieldOrder::Shuffled(0x6b76_616e_7400),
            fill: 1,
            nan_sign: true,
            nan_payload: 0x5_5555,
        },
    ];
}

impl Default for Resolver {
    /// The choices of current `rustc`.
    fn default() -> Self {
        Resolver::STANDARD[0]
    }
}
