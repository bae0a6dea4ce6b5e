//! Metadata.

use super::Typed;
use crate::names::Name;

/// A piece of metadata: a node, a string, or a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Metadata {
    /// `!0`.
    Node(u32),
    /// `!{ … }`.
    Tuple(Box<[Metadata]>),
    /// `!DILocation(line: 1, …)`, as it is written.
    Special(Name),
    /// `!"…"`, as it is written between the quotes.
    String(Name),
    /// `i32 5` or `ptr %x`.
    Value(Typed),
    /// `null` in a tuple.
    Null,
}

/// `!kind !node` behind an instruction or a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// The kind: `dbg`, as it is written.
    pub kind: Name,
    /// The node.
    pub node: Metadata,
}
