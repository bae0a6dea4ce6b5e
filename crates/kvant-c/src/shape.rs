//! The operations of a program as a set of words, without names, numbers and types.
//!
//! Two small programs that show one bug have most of their words in common. Constants, variables, plain assignments, returns
//! and observations are in every program and have no words.

use std::collections::BTreeSet;

use crate::{Expr, ExprKind, Function, Program, Quals, RecordKind, Stmt, TypeKind};

/// Returns the words of a program, each once, sorted.
pub fn shape(program: &Program) -> Vec<String> {
    let mut words = BTreeSet::new();
    for function in &program.functions {
        statements(function, &mut words);
    }
    program.visit(&mut |e| expression(program, e, &mut words));
    words.into_iter().collect()
}

fn statements(function: &Function, words: &mut BTreeSet<String>) {
    for statement in function.blocks.iter().flat_map(|block| &block.statements) {
        let word = match statement {
            Stmt::If(..) => "if",
            Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) => "loop",
            Stmt::Switch(..) => "switch",
            Stmt::Goto(_) => "goto",
            Stmt::Break => "break",
            Stmt::Continue => "continue",
            _ => continue,
        };
        words.insert(word.to_owned());
    }
}

fn expression(program: &Program, e: &Expr, words: &mut BTreeSet<String>) {
    let mut say = |word: &str| {
        words.insert(word.to_owned());
    };
    match &e.kind {
        ExprKind::Unary(op, _) => say(&format!("unary {}", op.symbol())),
        ExprKind::Binary(op, ..) | ExprKind::AssignOp(op, ..) => say(op.symbol()),
        ExprKind::Logical(..) => say("&& ||"),
        ExprKind::Step(..) => say("++ --"),
        ExprKind::Conditional(..) => say("?:"),
        ExprKind::Cast(_) => say("cast"),
        ExprKind::Deref(_) | ExprKind::Arrow(..) => say("dereference"),
        ExprKind::Index(..) => say("index"),
        ExprKind::Call(callee, _) => match callee.kind {
            ExprKind::Function(_) => say("call"),
            _ => say("call through a pointer"),
        },
        ExprKind::Builtin(builtin, _) => say(builtin.name()),
        ExprKind::Assign(to, _) if matches!(kind(program, to), Some(TypeKind::Record(_))) => {
            say("struct assignment");
        }
        ExprKind::Compound(_) => say("compound literal"),
        _ => {}
    }
    if program.bit_field(e).is_some() {
        say("bit-field");
    }
    if e.ty.quals.contains(Quals::VOLATILE) {
        say("volatile");
    }
    match kind(program, e) {
        Some(TypeKind::Float(_)) => say("float"),
        Some(TypeKind::Record(id)) => {
            let record = program.records.get(id.index());
            if record.is_some_and(|record| record.kind == RecordKind::Union) {
                say("union");
            }
        }
        _ => {}
    }
}

fn kind<'a>(program: &'a Program, e: &Expr) -> Option<&'a TypeKind> {
    ((e.ty.id.0 as usize) < program.types.len()).then(|| program.types.kind(e.ty))
}
