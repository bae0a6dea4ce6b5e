//! Replacement of expressions by their recorded values or by their operands.

use kvant_c::{Expr, ExprKind, Stmt, TypeKind, Types};

use super::control::statement_at;
use super::edit::{Act, Edit};
use super::node::{Node, nodes};
use super::pass::Known;

/// Replaces calls by their results.
pub(super) fn calls(known: &Known) -> Vec<Edit> {
    constants(known, |node| matches!(node.e.kind, ExprKind::Call(..)))
}

/// Replaces calls through pointers by calls of the recorded function.
pub(super) fn direct(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        if let ExprKind::Call(callee, _) = &node.e.kind
            && !matches!(callee.kind, ExprKind::Function(_))
            && let Some(function) = known.record.function(node.number + 1)
        {
            edits.push(Edit::Node(node.number, Act::Call(function)));
        }
    }
    edits
}

/// Replaces assigned values, arguments and conditions by their recorded values.
pub(super) fn results(known: &Known) -> Vec<Edit> {
    constants(known, |node| match node.parent {
        None => true,
        Some(parent) => matches!(
            parent.kind,
            ExprKind::Assign(..)
                | ExprKind::AssignOp(..)
                | ExprKind::Call(..)
                | ExprKind::Index(..)
                | ExprKind::Builtin(..)
        ),
    })
}

/// Replaces all expressions by their recorded values.
pub(super) fn operands(known: &Known) -> Vec<Edit> {
    constants(known, |_| true)
}

fn constants(known: &Known, which: impl Fn(&Node) -> bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        if is_replaceable(known, &node)
            && which(&node)
            && let Some(constant) = known.record.constant(known.program, known.target, &node)
        {
            edits.push(Edit::Node(node.number, Act::Become(constant)));
        }
    }
    edits
}

/// True if a number may replace the expression.
fn is_replaceable(known: &Known, node: &Node) -> bool {
    if !node.is_value() || !known.program.types.is_arithmetic(node.e.ty) {
        return false;
    }
    let Some(statement) = node.site.place().and_then(|at| statement_at(known, at)) else {
        return true;
    };
    match statement {
        // The value is not used.
        Stmt::Expr(_) => node.parent.is_some(),
        // A loop with a constant condition does not end. A constant may replace the right operand of a comparison.
        Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) => {
            let compared = node.position == 1;
            (compared && node.parent.is_some() || matches!(node.e.kind, ExprKind::Int(_)))
                && !node.parent.is_some_and(Expr::is_null)
        }
        _ => !node.parent.is_some_and(Expr::is_null),
    }
}

/// Replaces conditional expressions by the result that was recorded.
pub(super) fn conditionals(known: &Known) -> Vec<Edit> {
    let all = nodes(known.program);
    let chosen = all.iter().filter_map(|node| {
        let ExprKind::Conditional(..) = node.e.kind else {
            return None;
        };
        let operand = match known.record.truth(&all[node.number + 1]) {
            Some(false) => 2,
            _ => 1,
        };
        Some(Edit::Node(node.number, Act::Operand(operand)))
    });
    chosen.collect()
}

/// Replaces casts, unary operators, and others with one relevant operand by that operand.
pub(super) fn inner(known: &Known) -> Vec<Edit> {
    to_operand(known, |e| match &e.kind {
        ExprKind::Cast(_)
        | ExprKind::Unary(..)
        | ExprKind::Assign(..)
        | ExprKind::AssignOp(..)
        | ExprKind::Step(..) => Some(0),
        ExprKind::Comma(..) => Some(1),
        ExprKind::StmtExpr(list) => list.len().checked_sub(1),
        ExprKind::Builtin(builtin, _) if builtin.is_pure() => Some(0),
        _ => None,
    })
}

/// Replaces operations by their first operand, calls by their first argument.
pub(super) fn first(known: &Known) -> Vec<Edit> {
    to_operand(known, |e| match &e.kind {
        ExprKind::Binary(..) | ExprKind::Logical(..) => Some(0),
        ExprKind::Conditional(..) => Some(2),
        ExprKind::Call(_, arguments) if !arguments.is_empty() => Some(1),
        _ => None,
    })
}

/// Replaces operations by their second operand.
pub(super) fn second(known: &Known) -> Vec<Edit> {
    to_operand(known, |e| match &e.kind {
        ExprKind::Binary(..) | ExprKind::Logical(..) | ExprKind::Assign(..) => Some(1),
        ExprKind::Conditional(..) => Some(0),
        ExprKind::Call(_, arguments) if arguments.len() > 1 => Some(arguments.len()),
        _ => None,
    })
}

fn to_operand(known: &Known, which: impl Fn(&Expr) -> Option<usize>) -> Vec<Edit> {
    let types = &known.program.types;
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        let unused = node.parent.is_none()
            && node
                .site
                .place()
                .and_then(|at| statement_at(known, at))
                .is_some_and(|statement| matches!(statement, Stmt::Expr(_)));
        if !node.is_value() || unused {
            continue;
        }
        if let Some(n) = which(node.e)
            && let Some(operand) = node.e.operands().nth(n)
            && (types.is_arithmetic(node.e.ty) && types.is_arithmetic(operand.ty)
                || types.is_pointer(node.e.ty) && node.e.ty.id == operand.ty.id)
        {
            edits.push(Edit::Node(node.number, Act::Operand(n)));
        }
    }
    edits
}

/// Replaces compound assignments by plain ones.
pub(super) fn compound(known: &Known) -> Vec<Edit> {
    let all = nodes(known.program);
    let compound = all.iter().filter(|node| {
        matches!(node.e.kind, ExprKind::AssignOp(..))
            && known.program.types.is_arithmetic(node.e.ty)
    });
    compound
        .map(|node| Edit::Node(node.number, Act::Assign))
        .collect()
}

/// Replaces numbers, and expressions without a recorded value, by zero.
pub(super) fn zeros(known: &Known) -> Vec<Edit> {
    numbers(known, 0)
}

/// The same with one.
pub(super) fn ones(known: &Known) -> Vec<Edit> {
    numbers(known, 1)
}

fn numbers(known: &Known, number: u8) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        let ty = known.program.promoted_type(known.target, node.e.ty);
        let (wanted, is_small) = match node.e.kind {
            ExprKind::Int(bits) => (true, bits <= u128::from(number)),
            ExprKind::Float(value) => (true, is_number(value, 0) || is_number(value, number)),
            ExprKind::Call(..) => (!known.record.has_value(&node), false),
            _ => {
                let is_leaf = node.e.operands().next().is_none();
                (is_leaf && !known.record.has_value(&node), false)
            }
        };
        if wanted && !is_small && is_replaceable(known, &node) {
            let kind = match known.program.types.kind(ty) {
                TypeKind::Float(_) => ExprKind::Float(f64::from(number)),
                _ => ExprKind::Int(u128::from(number)),
            };
            edits.push(Edit::Node(node.number, Act::Become(Expr { kind, ty })));
        }
    }
    edits
}

/// True if a floating number is exactly this one.
fn is_number(value: f64, number: u8) -> bool {
    value.to_bits() == f64::from(number).to_bits()
}

/// Replaces large numbers by their low bits, and makes small ones an `int`.
pub(super) fn small(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        let ExprKind::Int(bits) = node.e.kind else {
            continue;
        };
        let new = match bits {
            0..16 if node.e.ty.id == Types::INT.id => continue,
            0..16 => Expr::int(Types::INT, bits),
            bits => {
                let ty = known.program.promoted_type(known.target, node.e.ty);
                Expr::int(ty, bits & low_bits(bits))
            }
        };
        if is_replaceable(known, &node) {
            edits.push(Edit::Node(node.number, Act::Become(new)));
        }
    }
    edits
}

/// The mask of about half of the bits of a number, at most those of a positive `int`.
fn low_bits(bits: u128) -> u128 {
    let count = bits.checked_ilog2().unwrap_or(0).div_ceil(2).clamp(2, 16);
    (1 << count) - 1
}
