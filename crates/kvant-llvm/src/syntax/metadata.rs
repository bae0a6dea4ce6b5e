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

impl Metadata {
    /// Calls `visit` with every value that is written in it.
    pub fn values_mut(&mut self, visit: &mut dyn FnMut(&mut Typed)) {
        match self {
            Metadata::Value(operand) => visit(operand),
            Metadata::Tuple(elements) => elements.iter_mut().for_each(|it| it.values_mut(visit)),
            _ => {}
        }
    }
}

/// `!kind !node` behind an instruction or a symbol.
#[derive(Clone, Debug, PartialEq)]
pub struct Attachment {
    /// The kind: `dbg`, as it is written.
    pub kind: Name,
    /// The node.
    pub node: Metadata,
}
