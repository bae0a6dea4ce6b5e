//! Names of objects: the symbol, or the local that the memory was allocated for.

use std::collections::HashMap;

use kvant_llvm::syntax::Type;

use crate::journal::Touch;
use crate::leaf::{Leaf, Node, Origin};
use crate::program::Program;

/// The names of the objects of a run.
pub(crate) struct Names<'p, 'm> {
    program: &'p Program<'m>,
    /// The functions that objects were allocated in, and their names there.
    objects: HashMap<Node, (u32, String)>,
}

/// The names of this many objects are kept.
const MOST: usize = 1 << 20;

impl<'p, 'm> Names<'p, 'm> {
    pub(crate) fn new(program: &'p Program<'m>, given: &[(Node, String)]) -> Names<'p, 'm> {
        let given = given.iter().cloned();
        let given = given.map(|(node, name)| (node, (u32::MAX, name)));
        Names {
            program,
            objects: given.collect(),
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
            self.objects.insert(*node, (at.function, name));
        }
    }

    /// The name of an object, as it is called in a function.
    pub(crate) fn of(&self, node: Node, function: u32) -> String {
        if let Some(symbol) = self.program.symbol_of(node) {
            return symbol;
        }
        match self.objects.get(&node) {
            Some((owner, name)) if [function, u32::MAX].contains(owner) => name.clone(),
            Some((owner, name)) => format!("{name} of @{}", self.program.name_of(*owner)),
            None => "an object".to_owned(),
        }
    }

    /// The text of a value in a function.
    pub(crate) fn text(&self, function: u32, ty: Type, leaves: &[Leaf]) -> String {
        self.program
            .text(ty, leaves, &|node| self.of(node, function))
    }
}
