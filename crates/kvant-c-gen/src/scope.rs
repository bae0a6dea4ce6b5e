//! Variables in scope.

use std::collections::HashMap;

use kvant_c::{BlockId, Expr, ExprKind, FnId, Function, LocalId, Stmt, Storage, Type};

/// A variable in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name, as an expression.
    pub(crate) expr: Expr,
    /// Number of blocks around its declaration: 0 for static storage duration.
    pub(crate) level: u32,
}

/// The declarations and the nesting of blocks, maintained while text is written, so that the text is not searched again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// The declarations of a block, each with the position of its statement.
    declared: HashMap<(FnId, BlockId), Vec<(usize, LocalId)>>,
    /// The position of the statement that contains a block, and whether it is a loop.
    inside: HashMap<(FnId, BlockId), (usize, bool)>,
}

impl Outline {
    /// Adds a statement that is written at this position of a block.
    pub(crate) fn add(&mut self, function: FnId, block: BlockId, at: usize, statement: &Stmt) {
        if let Stmt::Declare(id, _) = statement {
            let declared = self.declared.entry((function, block)).or_default();
            declared.push((at, *id));
        }
        let repeats = matches!(
            statement,
            Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..)
        );
        for inner in statement.blocks() {
            self.inside.insert((function, inner), (at, repeats));
        }
    }

    /// Removes the declarations of a block from this position on.
    pub(crate) fn truncate(&mut self, function: FnId, block: BlockId, length: usize) {
        if let Some(declared) = self.declared.get_mut(&(function, block)) {
            declared.retain(|(at, _)| *at < length);
        }
    }

    /// Adds the locals of a function that are in scope at the end of a block. `around` has the blocks around it, outermost
    /// first and itself last.
    pub(crate) fn locals(
        &self,
        body: &Function,
        function: FnId,
        around: &[BlockId],
        found: &mut Vec<Variable>,
    ) {
        for n in 0..body.parameters {
            found.push(local(body, LocalId(n), 1));
        }
        for (n, block) in around.iter().enumerate() {
            let inner = around.get(n + 1);
            let inner = inner.and_then(|inner| self.inside.get(&(function, *inner)));
            let end = inner.map_or(usize::MAX, |(at, _)| *at);
            let declared = self.declared.get(&(function, *block));
            for (at, id) in declared.into_iter().flatten() {
                if *at < end {
                    found.push(local(body, *id, n as u32 + 1));
                }
            }
        }
    }

    /// Number of these nested blocks that are bodies of loops.
    pub(crate) fn loops(&self, function: FnId, around: &[BlockId]) -> u32 {
        let repeated = |block: &&BlockId| {
            let inside = self.inside.get(&(function, **block));
            inside.is_some_and(|(_, repeats)| *repeats)
        };
        around.iter().filter(repeated).count() as u32
    }
}

fn local(function: &Function, id: LocalId, level: u32) -> Variable {
    let local = function.local(id);
    let level = match local.storage {
        Storage::Automatic => level,
        Storage::Static(_) => 0,
    };
    Variable {
        expr: name(id, local.ty),
        level,
    }
}

/// The expression that names a local.
pub(crate) fn name(id: LocalId, ty: Type) -> Expr {
    Expr {
        kind: ExprKind::Local(id),
        ty,
    }
}
