//! Equivalent simpler forms of expressions: `*&x` is `x`, `!(a < b)` is `a >= b`.
//!
//! `values` also replaces an expression by one of its operands, as in `+x` or `(0, x)`, where that is a number.

use kvant_c::{BinOp, Expr, ExprKind, Init, TypeKind, UnaryOp};

use super::edit::{Act, Edit};
use super::node::{Node, nodes};
use super::pass::Known;

/// Replaces expressions by their simpler forms.
pub(super) fn simpler(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in nodes(known.program) {
        let object = of_object(known, node.e);
        let simple = match node.is_value() {
            true => object.or_else(|| of_value(known, &node)),
            false => object,
        };
        edits.extend(simple.map(|e| Edit::Node(node.number, Act::Become(e))));
    }
    edits
}

/// Forms that designate the same object.
fn of_object(known: &Known, e: &Expr) -> Option<Expr> {
    // The type is computed again in any case.
    let made = |kind: ExprKind| Some(Expr { kind, ty: e.ty });
    match &e.kind {
        ExprKind::Deref(pointer) => match &pointer.kind {
            ExprKind::AddrOf(object) => Some(object.as_ref().clone()),
            ExprKind::Binary(BinOp::Add, a, b) => {
                let (array, index) = match points(known, a) {
                    true => (a, b),
                    false => (b, a),
                };
                match is_zero(index) {
                    true => made(ExprKind::Deref(array.clone())),
                    false => made(ExprKind::Index(array.clone(), index.clone())),
                }
            }
            _ => None,
        },
        ExprKind::Index(array, index) => match &array.kind {
            ExprKind::AddrOf(object) if is_zero(index) => Some(object.as_ref().clone()),
            _ => None,
        },
        ExprKind::Member(of, n) => match &of.kind {
            ExprKind::Deref(pointer) => made(ExprKind::Arrow(pointer.clone(), *n)),
            _ => None,
        },
        ExprKind::Arrow(pointer, n) => match &pointer.kind {
            ExprKind::AddrOf(object) => made(ExprKind::Member(object.clone(), *n)),
            _ => None,
        },
        _ => None,
    }
}

/// Forms that have the same value.
fn of_value(known: &Known, node: &Node) -> Option<Expr> {
    let e = node.e;
    match &e.kind {
        ExprKind::AddrOf(object) => match &object.kind {
            ExprKind::Deref(pointer) => Some(pointer.as_ref().clone()),
            ExprKind::Index(array, index) if is_zero(index) => Some(array.as_ref().clone()),
            _ => None,
        },
        ExprKind::Unary(op, operand) => match &operand.kind {
            ExprKind::Unary(inner, twice) if op == inner => Some(twice.as_ref().clone()),
            ExprKind::Binary(compared, a, b) if *op == UnaryOp::LogicalNot => {
                let kind = ExprKind::Binary(opposite(*compared)?, a.clone(), b.clone());
                Some(Expr { kind, ty: e.ty })
            }
            _ => None,
        },
        ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b) if points(known, a) && is_zero(b) => {
            Some(a.as_ref().clone())
        }
        ExprKind::Comma(_, last) => Some(last.as_ref().clone()),
        ExprKind::StmtExpr(list) => list.last().cloned(),
        ExprKind::Compound(init) => match init.as_ref() {
            Init::Expr(value) if known.program.types.is_scalar(e.ty) => Some(value.clone()),
            _ => None,
        },
        ExprKind::Call(callee, arguments) => match &callee.kind {
            ExprKind::Deref(pointer) => Some(Expr {
                kind: ExprKind::Call(pointer.clone(), arguments.clone()),
                ty: e.ty,
            }),
            _ => None,
        },
        _ => None,
    }
}

fn points(known: &Known, e: &Expr) -> bool {
    matches!(
        known.program.types.kind(e.ty),
        TypeKind::Pointer(_) | TypeKind::Array(..)
    )
}

fn is_zero(e: &Expr) -> bool {
    e.kind == ExprKind::Int(0)
}

/// The negation of a comparison.
fn opposite(op: BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Gt => BinOp::Le,
        BinOp::Le => BinOp::Gt,
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        _ => return None,
    })
}
