//! What can be named where the text is being written.

use kvant_c::{BlockId, Expr, ExprKind, FnId, Function, LocalId, Program, Stmt, Type};

/// A variable that can be named.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name, as an expression.
    pub(crate) expr: Expr,
    /// How many blocks are around its declaration: 0 for what lives as long as the program.
    pub(crate) level: u32,
}

/// The variables of a function that can be named at the end of a block, given the blocks around it, outermost first.
pub(crate) fn locals(program: &Program, function: FnId, around: &[BlockId]) -> Vec<Variable> {
    let body = program.function(function);
    let mut found: Vec<Variable> = Vec::new();
    for n in 0..body.parameters {
        found.push(local(body, LocalId(n), 1));
    }
    for (n, block) in around.iter().enumerate() {
        let level = n as u32 + 1;
        let inner = around.get(n + 1);
        for statement in &body.block(*block).statements {
            if let Stmt::Declare(id, _) = statement {
                found.push(local(body, *id, level));
            }
            if inner.is_some_and(|inner| statement.blocks().any(|block| block == *inner)) {
                break;
            }
        }
    }
    found
}

fn local(function: &Function, id: LocalId, level: u32) -> Variable {
    let local = function.local(id);
    let level = match local.storage {
        kvant_c::Storage::Automatic => level,
        kvant_c::Storage::Static(_) => 0,
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
