//! The choices the language leaves open.

use kvant_mir::layout::FieldOrder;

/// One way to make the choices that the language leaves open. A program is deterministic only if
/// its trace is the same under every resolver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resolver {
    /// The layout of tuples and `repr(Rust)` structs.
    pub field_order: FieldOrder,
    /// What lies in uninitialised bytes.
    pub fill: u8,
}

impl Resolver {
    /// Choices that differ from each other wherever they can.
    pub const STANDARD: [Resolver; 4] = [
        Resolver {
            field_order: FieldOrder::ByAlignment,
            fill: 0,
        },
        Resolver {
            field_order: FieldOrder::Declared,
            fill: 0xff,
        },
        Resolver {
            field_order: FieldOrder::Reversed,
            fill: 0xa5,
        },
        Resolver {
            field_order: FieldOrder::Shuffled(0x6b76_616e_7400),
            fill: 1,
        },
    ];
}

impl Default for Resolver {
    /// What `rustc` does today.
    fn default() -> Self {
        Resolver::STANDARD[0]
    }
}
