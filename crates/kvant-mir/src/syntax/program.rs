//! Whole programs.

use super::{Block, Constant, FnId, Function, Types};
use crate::canonical;

/// A program: its types, its functions, and the call of its entry function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The types of all functions.
    pub types: Types,
    /// The functions, in the order of the text.
    pub functions: Vec<Function>,
    /// The entry function. It returns `()`.
    pub entry: FnId,
    /// The arguments of the entry function, hidden from the optimiser.
    pub arguments: Vec<Constant>,
}

impl Program {
    /// The function `id`.
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    /// The function `id`, to edit.
    pub fn function_mut(&mut self, id: FnId) -> &mut Function {
        &mut self.functions[id.index()]
    }

    /// The name of `block` of function `id` in the text.
    pub fn block_name(&self, id: FnId, block: Block) -> String {
        match &self.function(id).blocks[block.index()].name {
            Some(name) => name.clone(),
            None => format!("{block:?}"),
        }
    }

    /// The number of statements in the text, terminators included.
    pub fn statement_count(&self) -> usize {
        self.functions.iter().map(Function::statement_count).sum()
    }

    /// Renumbers the types in the order in which the text names them, and drops types that the text does not name, so that
    /// programs with the same text are equal.
    #[must_use]
    pub fn canonical(self) -> Program {
        canonical::renumber(self, usize::MAX)
    }

    /// As [`Program::canonical`]; also drops the declared types after the first `kept` that no function names.
    #[must_use]
    pub fn canonical_without_unused(self, kept: usize) -> Program {
        canonical::renumber(self, kept)
    }
}
