//! Removal of statements, and simplification of control flow to what was executed.

use std::collections::HashSet;

use kvant_c::{BlockId, Expr, ExprKind, FnId, Function, Init, Place, Stmt, Types};

use super::edit::Edit;
use super::node::{Node, nodes, place, statements};
use super::pass::Known;
use super::tidy::has_label;

/// Removes the outermost statements that were never executed.
pub(super) fn unexecuted(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for f in 0..known.program.functions.len() {
        unexecuted_in(known, FnId(f as u32), Function::BODY, &mut edits);
    }
    edits
}

fn unexecuted_in(known: &Known, f: FnId, block: BlockId, edits: &mut Vec<Edit>) {
    let function = known.program.function(f);
    for (n, statement) in function.block(block).statements.iter().enumerate() {
        let at = place(f, block.index(), n);
        let stays = matches!(statement, Stmt::Declare(..)) || has_label(function, statement);
        if !stays && known.record.is_unexecuted(at) {
            edits.push(Edit::Statements(at, Vec::new()));
        } else {
            for inner in statement.blocks() {
                unexecuted_in(known, f, inner, edits);
            }
        }
    }
}

/// Removes observations.
pub(super) fn observations(known: &Known) -> Vec<Edit> {
    removals(known, |statement| matches!(statement, Stmt::Observe(..)))
}

/// Removes statements other than declarations.
pub(super) fn all(known: &Known) -> Vec<Edit> {
    removals(known, |statement| {
        !matches!(
            statement,
            Stmt::Declare(..) | Stmt::Observe(..) | Stmt::Case(_) | Stmt::Default
        )
    })
}

/// Removes declarations of locals that are not mentioned.
pub(super) fn declarations(known: &Known) -> Vec<Edit> {
    let mut mentioned = HashSet::new();
    for node in nodes(known.program) {
        if let (Some(function), ExprKind::Local(id)) = (node.site.function(), &node.e.kind) {
            mentioned.insert((function, *id));
        }
    }
    let declared = statements(known.program).filter(|(place, statement)| {
        matches!(statement, Stmt::Declare(id, _) if !mentioned.contains(&(place.function, *id)))
    });
    declared
        .map(|(place, _)| Edit::Statements(place, Vec::new()))
        .collect()
}

/// Removes labels of switches.
pub(super) fn cases(known: &Known) -> Vec<Edit> {
    removals(known, |statement| {
        matches!(statement, Stmt::Case(_) | Stmt::Default)
    })
}

fn removals(known: &Known, which: impl Fn(&Stmt) -> bool) -> Vec<Edit> {
    let chosen = statements(known.program).filter(|(_, statement)| which(statement));
    chosen
        .map(|(place, _)| Edit::Statements(place, Vec::new()))
        .collect()
}

/// Replaces all observations by one of the value that a statement computes, in the order of execution.
pub(super) fn earlier_observation(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for &at in known.record.in_order() {
        let block = known.program.function(at.function).block(at.block);
        let Some(statement) = block.statements.get(at.statement as usize) else {
            continue;
        };
        let computed = match statement {
            Stmt::Expr(e) => match &e.kind {
                ExprKind::Assign(to, _) | ExprKind::AssignOp(_, to, _) | ExprKind::Step(_, to) => {
                    to.as_ref().clone()
                }
                _ => continue,
            },
            Stmt::Declare(id, Some(Init::Expr(_))) => Expr {
                kind: ExprKind::Local(*id),
                ty: known.program.function(at.function).local(*id).ty,
            },
            _ => continue,
        };
        if known.program.types.is_arithmetic(computed.ty) && !computed.has_effects() {
            edits.push(Edit::Observe(at, computed));
        }
    }
    edits
}

/// Replaces branches and switches by the statements that they executed first.
pub(super) fn taken(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    let all = nodes(known.program);
    let roots = all.iter().filter(|node| node.parent.is_none());
    for root in roots {
        let Some(at) = root.site.place() else {
            continue;
        };
        let function = known.program.function(at.function);
        let statement = &function.block(at.block).statements[at.statement as usize];
        let new = match statement {
            Stmt::If(e, then, otherwise) => {
                let arm = match known.record.truth(root) {
                    Some(false) => *otherwise,
                    _ => Some(*then),
                };
                let arm = arm.map(Stmt::Block);
                [Stmt::Expr(e.clone())].into_iter().chain(arm).collect()
            }
            Stmt::Switch(..) => match section(known, function, statement, root) {
                Some(section) => section,
                None => continue,
            },
            _ => continue,
        };
        edits.push(Edit::Statements(at, new));
    }
    edits
}

/// The statements of a switch that were executed first, if nothing inside of them leaves it.
fn section(known: &Known, function: &Function, switch: &Stmt, root: &Node) -> Option<Vec<Stmt>> {
    let Stmt::Switch(e, body) = switch else {
        return None;
    };
    let value = known.record.bits(known.program, known.target, root)?;
    let statements = &function.block(*body).statements;
    let label = |wanted: &Stmt| statements.iter().position(|statement| statement == wanted);
    let first = label(&Stmt::Case(value)).or_else(|| label(&Stmt::Default));
    let mut section = vec![Stmt::Expr(e.clone())];
    for statement in first.map_or(&statements[..0], |first| &statements[first..]) {
        match statement {
            Stmt::Break => return Some(section),
            Stmt::Case(_) | Stmt::Default => {}
            statement if leaves(function, statement, false) => return None,
            statement => section.push(statement.clone()),
        }
    }
    Some(section)
}

/// Replaces loops by one iteration.
pub(super) fn loops(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, statement) in statements(known.program) {
        let function = known.program.function(at.function);
        if let Some(once) = once(function, statement) {
            edits.push(Edit::Statements(at, once));
        }
    }
    edits
}

fn once(function: &Function, statement: &Stmt) -> Option<Vec<Stmt>> {
    let never = Expr::int(Types::INT, 0);
    let (first, body) = match statement {
        Stmt::While(_, body) => (None, *body),
        Stmt::DoWhile(body, e) if *e != never => (None, *body),
        Stmt::DoWhile(body, _) if !body_leaves(function, *body) => (None, *body),
        Stmt::For(first, _, _, body) => (first.clone(), *body),
        _ => return None,
    };
    let body = match body_leaves(function, body) {
        true => Stmt::DoWhile(body, never),
        false => Stmt::Block(body),
    };
    Some(first.map(Stmt::Expr).into_iter().chain([body]).collect())
}

fn body_leaves(function: &Function, body: BlockId) -> bool {
    let statements = &function.block(body).statements;
    statements.iter().any(|inner| leaves(function, inner, true))
}

/// True if a statement contains a `break`, or a `continue` if those count, that leaves an enclosing statement.
fn leaves(function: &Function, statement: &Stmt, continues: bool) -> bool {
    match statement {
        Stmt::Break => true,
        Stmt::Continue => continues,
        Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) => false,
        Stmt::Switch(_, body) => continues && has_continue(function, *body),
        _ => statement.blocks().any(|block| {
            let statements = &function.block(block).statements;
            statements
                .iter()
                .any(|inner| leaves(function, inner, continues))
        }),
    }
}

fn has_continue(function: &Function, block: BlockId) -> bool {
    let statements = &function.block(block).statements;
    statements.iter().any(|statement| match statement {
        Stmt::Continue => true,
        Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) => false,
        _ => statement
            .blocks()
            .any(|inner| has_continue(function, inner)),
    })
}

/// Merges nested blocks into the blocks around them.
pub(super) fn blocks(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, statement) in statements(known.program) {
        if let Stmt::Block(id) = statement {
            let function = known.program.function(at.function);
            edits.push(Edit::Statements(at, function.block(*id).statements.clone()));
        }
    }
    edits
}

/// The statement at a place.
pub(super) fn statement_at<'p>(known: &Known<'p>, at: Place) -> Option<&'p Stmt> {
    let function = known.program.functions.get(at.function.index())?;
    let block = function.blocks.get(at.block.index())?;
    block.statements.get(at.statement as usize)
}

/// Makes the parts of a statement that are executed before its value statements of their own: left operands of commas, and all
/// but the last expression of statement expressions.
pub(super) fn hoists(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, statement) in statements(known.program) {
        let mut rest = statement.clone();
        let value = match &mut rest {
            Stmt::Expr(e) => match &mut e.kind {
                ExprKind::Assign(_, value) => value.as_mut(),
                _ => continue,
            },
            Stmt::Declare(_, Some(Init::Expr(e)))
            | Stmt::Return(Some(e))
            | Stmt::Observe(_, e)
            | Stmt::If(e, ..)
            | Stmt::Switch(e, _) => e,
            _ => continue,
        };
        let before = match &mut value.kind {
            ExprKind::Comma(a, b) => {
                let before = vec![a.as_ref().clone()];
                *value = b.as_ref().clone();
                before
            }
            ExprKind::StmtExpr(list) => {
                let mut before = std::mem::take(list);
                let Some(last) = before.pop() else {
                    continue;
                };
                *value = last;
                before
            }
            _ => continue,
        };
        let mut new: Vec<Stmt> = before.into_iter().map(Stmt::Expr).collect();
        new.push(rest);
        edits.push(Edit::Statements(at, new));
    }
    edits
}

/// Replaces statements by those of their operands that have effects.
pub(super) fn effects(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, statement) in statements(known.program) {
        if let Stmt::Expr(e) = statement {
            let parts = e.operands().filter(|operand| operand.has_effects());
            let parts: Vec<Stmt> = parts.cloned().map(Stmt::Expr).collect();
            if !parts.is_empty() {
                edits.push(Edit::Statements(at, parts));
            }
        }
    }
    edits
}
