//! The record of one run of a program: the statements that were executed, and the first values of expressions.

use std::collections::{HashMap, HashSet};

use kvant_c::{CTarget, Expr, ExprKind, FnId, Place, Program, Stmt, TypeKind};
use kvant_c_machine::{Limits, Machine, Value};

use super::node::{Node, nodes};

/// Maximal number of visits of a statement at which its expressions are evaluated.
const MOST_VISITS: u32 = 3;

/// Maximal number of steps of a call that is made only to get its result.
const MOST_STEPS: u64 = 20_000;

/// The record of one run of a program.
#[derive(Default)]
pub struct Record {
    executed: HashSet<Place>,
    order: Vec<Place>,
    /// Functions that are called within expressions: their execution is not fully recorded.
    unseen: HashSet<FnId>,
    /// The first values of expressions, by their numbers.
    values: HashMap<usize, Value>,
}

impl Record {
    pub(super) fn of(program: &Program, target: &CTarget, steps: u64) -> Record {
        let mut record = Record::default();
        let all = nodes(program);
        record.find_unseen(program, &all);
        let mut at: HashMap<Place, Vec<Node>> = HashMap::new();
        for node in all {
            if let Some(place) = node.site.place()
                && (program.types.is_arithmetic(node.e.ty) && node.is_value()
                    || is_callee(&node) && !matches!(node.e.kind, ExprKind::Function(_)))
                && is_peekable(node.e)
            {
                at.entry(place).or_default().push(node);
            }
        }
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        let mut machine = Machine::new(*target, limits);
        if machine.start(program).is_err() {
            return record;
        }
        let mut visits: HashMap<Place, u32> = HashMap::new();
        let mut depth = machine.depth();
        while let Some(place) = machine.place() {
            if record.executed.insert(place) {
                record.order.push(place);
            }
            let visit = visits.entry(place).or_default();
            // The return from a call is no new visit: the statement is still being executed.
            let returned = machine.depth() < depth;
            depth = machine.depth();
            if !returned && *visit < MOST_VISITS {
                *visit += 1;
                for node in at.get(&place).into_iter().flatten() {
                    record.peek(program, &mut machine, node);
                }
            }
            match machine.step(program) {
                Ok(None) => {}
                Ok(Some(_)) | Err(_) => break,
            }
        }
        record
    }

    fn peek(&mut self, program: &Program, machine: &mut Machine, node: &Node) {
        if self.values.contains_key(&node.number) {
            return;
        }
        let limits = machine.limits();
        machine.set_limits(Limits {
            steps: limits.steps.min(machine.steps() + MOST_STEPS),
            ..limits
        });
        let mark = machine.mark();
        if let Ok(value) = machine.evaluate(program, node.e) {
            self.values.insert(node.number, value);
        }
        machine.rollback(mark);
        machine.set_limits(limits);
    }

    /// Finds the functions whose execution is not recorded. A call that is a whole statement, or is assigned by one, is
    /// executed step by step. Other calls are not, nor are the calls in them.
    fn find_unseen(&mut self, program: &Program, all: &[Node]) {
        let mut calls: HashMap<FnId, Vec<FnId>> = HashMap::new();
        let mut open = Vec::new();
        for node in all {
            let ExprKind::Function(id) = node.e.kind else {
                continue;
            };
            if let Some(function) = node.site.function() {
                calls.entry(function).or_default().push(id);
            }
            if !is_callee(node) || !is_whole(program, &all[node.number - 1]) {
                open.push(id);
            }
        }
        while let Some(id) = open.pop() {
            if self.unseen.insert(id) {
                open.extend(calls.get(&id).into_iter().flatten().copied());
            }
        }
    }

    /// True if a statement was certainly not executed.
    pub(super) fn is_unexecuted(&self, place: Place) -> bool {
        !self.unseen.contains(&place.function) && !self.executed.contains(&place)
    }

    /// The statements that were executed, in the order of their first execution.
    pub(super) fn in_order(&self) -> &[Place] {
        &self.order
    }

    /// The first function that a pointer pointed to.
    pub(super) fn function(&self, number: usize) -> Option<FnId> {
        match self.values.get(&number)? {
            Value::Function(id) => Some(*id),
            _ => None,
        }
    }

    /// The first value of an expression, as a constant.
    pub(super) fn constant(
        &self,
        program: &Program,
        target: &CTarget,
        node: &Node,
    ) -> Option<Expr> {
        match *self.values.get(&node.number)? {
            Value::Int(bits) => {
                let ty = program.promoted_type(target, node.e.ty);
                Some(Expr::int(ty, widened(program, target, node.e, bits)?))
            }
            Value::Float(value) if value.is_finite() => Some(Expr {
                kind: ExprKind::Float(value),
                ty: node.e.ty.unqualified(),
            }),
            _ => None,
        }
    }

    /// True if a value of the expression was recorded.
    pub(super) fn has_value(&self, node: &Node) -> bool {
        self.values.contains_key(&node.number)
    }

    /// True if the first value of an expression was not zero.
    pub(super) fn truth(&self, node: &Node) -> Option<bool> {
        if let ExprKind::Int(bits) = node.e.kind {
            return Some(bits != 0);
        }
        match *self.values.get(&node.number)? {
            Value::Int(bits) => Some(bits != 0),
            Value::Float(value) => Some(value != 0.0),
            _ => None,
        }
    }

    /// The bits of the first value of an integer, in its promoted type.
    pub(super) fn bits(&self, program: &Program, target: &CTarget, node: &Node) -> Option<u128> {
        if let ExprKind::Int(bits) = node.e.kind {
            return widened(program, target, node.e, bits);
        }
        match *self.values.get(&node.number)? {
            Value::Int(bits) => widened(program, target, node.e, bits),
            _ => None,
        }
    }
}

/// True if it is the callee of a call.
fn is_callee(node: &Node) -> bool {
    let parent = node.parent.map(|parent| &parent.kind);
    node.position == 0 && matches!(parent, Some(ExprKind::Call(..)))
}

/// True if a call is a whole statement, or is assigned by one.
fn is_whole(program: &Program, call: &Node) -> bool {
    let Some(at) = call.site.place() else {
        return false;
    };
    let block = program.function(at.function).block(at.block);
    let statement = &block.statements[at.statement as usize];
    if !matches!(
        statement,
        Stmt::Expr(_) | Stmt::Return(_) | Stmt::Declare(..)
    ) {
        return false;
    }
    let parent = call.parent.map(|parent| &parent.kind);
    call.depth == 0 || call.depth == 1 && matches!(parent, Some(ExprKind::Assign(..)))
}

/// True if its evaluation can be rolled back.
fn is_peekable(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => false,
        ExprKind::Call(_, arguments) => !arguments.iter().any(Expr::has_effects),
        _ => !e.has_effects(),
    }
}

/// The bits of a value in its promoted type.
fn widened(program: &Program, target: &CTarget, e: &Expr, bits: u128) -> Option<u128> {
    let TypeKind::Int(wide) = program.types.kind(program.promoted_type(target, e.ty)) else {
        return None;
    };
    let wide = target.int_bits(*wide);
    let narrow = match program.types.kind(e.ty) {
        TypeKind::Int(kind) if target.is_signed(*kind) => target.int_bits(*kind),
        _ => return Some(bits),
    };
    let negative = bits >> (narrow - 1) & 1 == 1;
    Some(match negative && narrow < wide {
        true => bits | (ones(wide) & !ones(narrow)),
        false => bits,
    })
}

fn ones(width: u32) -> u128 {
    match width {
        128 => u128::MAX,
        width => (1 << width) - 1,
    }
}
