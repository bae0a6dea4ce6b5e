//! Parameters and results of functions.

use std::collections::{HashMap, HashSet};

use kvant_c::{
    Expr, ExprKind, FnId, Function, Init, Linkage, LocalId, Program, Stmt, Storage, Types,
};

use super::edit::Edit;
use super::node::{change_init, change_nodes, change_statement, nodes};
use super::pass::Known;

/// The functions that are only called by name.
fn called_by_name(program: &Program) -> HashSet<FnId> {
    let all = 0..program.functions.len() as u32;
    let mut functions: HashSet<FnId> = all.map(FnId).collect();
    for node in nodes(program) {
        let called =
            matches!(node.parent.map(|p| &p.kind), Some(ExprKind::Call(..))) && node.position == 0;
        if let ExprKind::Function(id) = node.e.kind
            && !called
        {
            functions.remove(&id);
        }
    }
    if let Some(entry) = program.entry() {
        functions.remove(&entry);
    }
    functions
}

/// Removes each parameter, with the argument of the first call as its value.
pub(super) fn parameters(known: &Known) -> Vec<Edit> {
    let functions = called_by_name(known.program);
    let mut values: HashMap<(FnId, u32), Option<Expr>> = HashMap::new();
    for node in nodes(known.program) {
        if let Some(parent) = node.parent
            && let ExprKind::Call(callee, _) = &parent.kind
            && let ExprKind::Function(id) = callee.kind
            && node.position > 0
        {
            let value = match &node.e.kind {
                ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Global(_) => Some(node.e.clone()),
                // The address of a global is valid everywhere.
                ExprKind::AddrOf(of) if matches!(of.kind, ExprKind::Global(_)) => {
                    Some(node.e.clone())
                }
                _ => known.record.constant(known.program, known.target, &node),
            };
            let n = node.position as u32 - 1;
            let first = values.entry((id, n)).or_default();
            *first = first.take().or(value);
        }
    }
    let mut edits = Vec::new();
    for (f, function) in known.program.functions.iter().enumerate() {
        let f = FnId(f as u32);
        for n in (0..function.parameters).filter(|_| functions.contains(&f)) {
            let value = values.get(&(f, n)).cloned().flatten();
            edits.push(Edit::Parameter(f, n, value));
        }
    }
    edits
}

/// Removes a parameter from a function and the argument from all calls of it.
pub(super) fn drop_parameter(
    program: &mut Program,
    id: FnId,
    n: u32,
    value: Option<&Expr>,
) -> Option<()> {
    let function = program.function_mut(id);
    if n >= function.parameters {
        return None;
    }
    let last = function.parameters - 1;
    // The parameter becomes the first of the other locals.
    function.locals[n as usize..=last as usize].rotate_left(1);
    function.parameters = last;
    let init = value.map(|value| Init::Expr(value.clone()));
    let declare = Stmt::Declare(LocalId(n), init);
    function
        .block_mut(Function::BODY)
        .statements
        .insert(0, declare);
    let moved = |local: &mut LocalId| {
        local.0 = match local.0 {
            m if m == n => last,
            m if m > n && m <= last => m - 1,
            m => m,
        };
    };
    for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
        if let Stmt::Declare(local, _) = statement {
            moved(local);
        }
        change_statement(statement, &mut |e| {
            if let ExprKind::Local(local) = &mut e.kind {
                moved(local);
            }
        });
    }
    for local in &mut function.locals {
        if let Storage::Static(Some(init)) = &mut local.storage {
            change_init(init, &mut |e| {
                if let ExprKind::Local(local) = &mut e.kind {
                    moved(local);
                }
            });
        }
    }
    change_nodes(program, &mut |_, e| {
        if let ExprKind::Call(callee, arguments) = &mut e.kind
            && callee.kind == ExprKind::Function(id)
            && (n as usize) < arguments.len()
        {
            arguments.remove(n as usize);
        }
    });
    Some(())
}

/// Removes the result of each function whose result is not used.
pub(super) fn results(known: &Known) -> Vec<Edit> {
    let mut functions = called_by_name(known.program);
    functions.retain(|id| known.program.function(*id).result.id != Types::VOID.id);
    for node in nodes(known.program) {
        if let ExprKind::Call(callee, _) = &node.e.kind
            && let ExprKind::Function(id) = callee.kind
        {
            let place = node.site.place();
            let whole = node.parent.is_none()
                && place.is_some_and(|place| {
                    let block = known.program.function(place.function).block(place.block);
                    matches!(block.statements[place.statement as usize], Stmt::Expr(_))
                });
            if !whole {
                functions.remove(&id);
            }
        }
    }
    let mut functions: Vec<FnId> = functions.into_iter().collect();
    functions.sort();
    functions.into_iter().map(Edit::NoResult).collect()
}

/// Makes the result of a function `void`.
pub(super) fn drop_result(program: &mut Program, id: FnId) {
    let function = program.function_mut(id);
    function.result = Types::VOID;
    for block in &mut function.blocks {
        let old = std::mem::take(&mut block.statements);
        for statement in old {
            match statement {
                Stmt::Return(Some(e)) => {
                    block.statements.push(Stmt::Expr(e));
                    block.statements.push(Stmt::Return(None));
                }
                statement => block.statements.push(statement),
            }
        }
    }
}

/// Removes attributes and `static` of functions.
pub(super) fn attributes(known: &Known) -> Vec<Edit> {
    let functions = known.program.functions.iter().enumerate();
    let special = functions.filter(|(_, function)| {
        !function.attributes.is_empty() || function.linkage == Linkage::Internal
    });
    special.map(|(n, _)| Edit::Plain(FnId(n as u32))).collect()
}
