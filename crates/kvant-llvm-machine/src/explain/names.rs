//! Names of objects: the symbol, or the local that the memory was allocated for.

use std::collections::HashMap;

use kvant_llvm::syntax::Type;

use crate::journal::Touch;
use crate::leaf::{Leaf, Node, Origin};
use crate::program::Program;

/// The names of the objects of a run.
pub(crate) struct Names<'p, 'm> {
    program: &'p Program<'m>,
    /// The names of objects, with the instruction that made each.
    objects: HashMap<Node, String>,
}

/// The names of this many objects are kept.
const MOST: usize = 1 << 20;

impl<'p, 'm> Names<'p, 'm> {
    pub(crate) fn new(program: &'p Program<'m>, given: &[(Node, String)]) -> Names<'p, 'm> {
        Names {
            program,
            objects: given.iter().cloned().collect(),
        }
    }

    /// Notes the name of a new object.
    pub(crate) fn touch(&mut self, at: Origin, touch: &Touch) {
        if let Touch::Made { node, .. } = touch
            && self.objects.len() < MOST
            && self.program.symbol_of(*node).is_none()
            && let Some((body, instruction)) = self.program.instruction(at)
        {
            let name = match instruction.result {
                Some(local) => {
                    let name = body.locals[local.0 as usize].name;
                    format!("%{}", self.program.module.names.symbol(name))
                }
                None => "a copy of an argument".to_owned(),
            };
            self.objects.insert(*node, name);
        }
    }

    pub(crate) fn of(&self, node: Node) -> String {
        let known = || self.objects.get(&node).cloned();
        let symbol = self.program.symbol_of(node);
        symbol.or_else(known).unwrap_or_else(|| "an object".to_owned())
    }

    /// The text of a value.
    pub(crate) fn text(&self, ty: Type, leaves: &[Leaf]) -> String {
        self.program.text(ty, leaves, &|node| self.of(node))
    }
}
