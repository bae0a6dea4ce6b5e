//! What can be named where the text is being written.

use std::collections::HashMap;

use kvant_c::{BlockId, Expr, ExprKind, FnId, Function, LocalId, Stmt, Storage, Type};

/// A variable that can be named.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name, as an expression.
    pub(crate) expr: Expr,
    /// How many blocks are around its declaration: 0 for what lives as long as the program.
    pub(crate) level: u32,
}

/// What is declared where, and what lies inside of what: kept while text is written, so that nobody has to read it again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// The declarations of a block, each with the position of its statement.
    declared: HashMap<(FnId, BlockId), Vec<(usize, LocalId)>>,
    /// The position of the statement that a block is part of, and whether that is a loop.
    inside: HashMap<(FnId, BlockId), (usize, bool)>,
}

impl Outline {
    /// Takes note of a statement that is written at this position of a block.
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

    /// Forgets what was declared in a block from this position on.
    pub(crate) fn truncate(&mut self, function: FnId, block: BlockId, length: usize) {
        if let Some(declared) = self.declared.get_mut(&(function, block)) {
            declared.retain(|(at, _)| *at < length);
        }
    }

    /// Adds the locals of a function that can be named at the end of a block, given the blocks around it, outermost first and
    /// itself last.
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

    /// How many of these blocks, each inside of the one before, are repeated.
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

/// The name of a local.
pub(crate) fn name(id: LocalId, ty: Type) -> Expr {
    Expr {
        kind: ExprKind::Local(id),
        ty,
    }
}
