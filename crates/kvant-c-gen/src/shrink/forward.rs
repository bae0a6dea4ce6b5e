//! Replacement of variables by the values that they copy or the objects that they point to.

use std::collections::HashMap;

use kvant_c::{
    Expr, ExprKind, FnId, GlobalId, Init, LocalId, Place, Program, Stmt, Storage, Types,
};

use super::edit::{Edit, Var};
use super::node::{Node, change_statement, nodes, place, statements};
use super::pass::Known;

/// The values that are assigned to each variable, and the number of other uses that may change it.
struct Written<'p> {
    values: HashMap<Var, Vec<&'p Expr>>,
    others: HashMap<Var, usize>,
}

/// The variable that an expression names.
pub(super) fn variable(function: Option<FnId>, e: &Expr) -> Option<Var> {
    match e.kind {
        ExprKind::Global(id) => Some(Var::Global(id)),
        ExprKind::Local(id) => function.map(|function| Var::Local(function, id)),
        _ => None,
    }
}

impl<'p> Written<'p> {
    fn of(program: &'p Program) -> Written<'p> {
        let mut written = Written {
            values: HashMap::new(),
            others: HashMap::new(),
        };
        for (n, global) in program.globals.iter().enumerate() {
            let var = Var::Global(GlobalId(n as u32));
            written.init(var, global.init.as_ref());
        }
        for (f, function) in program.functions.iter().enumerate() {
            let f = FnId(f as u32);
            for (n, local) in function.locals.iter().enumerate() {
                let var = Var::Local(f, LocalId(n as u32));
                if let Storage::Static(init) = &local.storage {
                    written.init(var, init.as_ref());
                }
                if n < function.parameters as usize {
                    *written.others.entry(var).or_default() += 1;
                }
            }
        }
        for (place, statement) in statements(program) {
            if let Stmt::Declare(id, Some(init)) = statement {
                written.init(Var::Local(place.function, *id), Some(init));
            }
        }
        for node in nodes(program) {
            written.node(&node);
        }
        written
    }

    fn init(&mut self, var: Var, init: Option<&'p Init>) {
        match init {
            Some(Init::Expr(e)) => self.values.entry(var).or_default().push(e),
            Some(Init::List(_)) => *self.others.entry(var).or_default() += 1,
            None => {}
        }
    }

    fn node(&mut self, node: &Node<'p>) {
        let function = node.site.function();
        match &node.e.kind {
            ExprKind::Assign(to, value) => {
                if let Some(var) = variable(function, to) {
                    self.values.entry(var).or_default().push(value);
                }
            }
            ExprKind::AssignOp(_, to, _) | ExprKind::Step(_, to) | ExprKind::AddrOf(to) => {
                if let Some(var) = variable(function, to) {
                    *self.others.entry(var).or_default() += 1;
                }
            }
            _ => {}
        }
    }

    /// The only value that is assigned to a variable.
    fn only(&self, var: Var) -> Option<&'p Expr> {
        match self.values.get(&var)?.as_slice() {
            [value] if !self.others.contains_key(&var) => Some(value),
            _ => None,
        }
    }

    fn variables(&self) -> Vec<Var> {
        let mut all: Vec<Var> = self.values.keys().copied().collect();
        all.sort_by_key(|var| match var {
            Var::Global(id) => (0, id.0, 0),
            Var::Local(function, id) => (1, function.0, id.0),
        });
        all
    }
}

/// Replaces variables with a single value by that value.
pub(super) fn copies(known: &Known) -> Vec<Edit> {
    let written = Written::of(known.program);
    let mut edits = Vec::new();
    for var in written.variables() {
        if let Some(value) = written.only(var)
            && !value.has_effects()
            && known.program.types.is_scalar(value.ty)
            && fits(value, var)
        {
            edits.push(Edit::Forward(var, value.clone()));
        }
    }
    edits
}

/// True if a value is probably in scope wherever the variable is: locals of one function are unknown in another.
fn fits(value: &Expr, var: Var) -> bool {
    let mut locals = false;
    value.visit(&mut |e| locals |= matches!(e.kind, ExprKind::Local(_)));
    !locals || matches!(var, Var::Local(..))
}

/// Replaces pointers by the objects whose addresses they are assigned.
pub(super) fn pointers(known: &Known) -> Vec<Edit> {
    let written = Written::of(known.program);
    let mut edits = Vec::new();
    for var in written.variables() {
        let Some(values) = written.values.get(&var) else {
            continue;
        };
        let object = values.iter().rev().find_map(|value| match &value.kind {
            ExprKind::AddrOf(object) if !object.has_effects() && fits(object, var) => Some(object),
            _ => None,
        });
        edits.extend(object.map(|object| Edit::Through(var, object.as_ref().clone())));
    }
    edits
}

/// Replaces reads of a variable by a value, and removes its assignments.
pub(super) fn forward(program: &mut Program, var: Var, with: &Expr) {
    each_statement(program, &mut |at, statement| {
        if let Stmt::Expr(e) = statement
            && let ExprKind::Assign(to, _) = &e.kind
            && var.is(Some(at.function), to)
        {
            *statement = Stmt::Expr(Expr::int(Types::INT, 0));
        }
        if let Stmt::Declare(id, init) = statement
            && var == Var::Local(at.function, *id)
        {
            *init = None;
        }
        change_statement(statement, &mut |e| {
            if var.is(Some(at.function), e) {
                *e = with.clone();
            }
        });
    });
}

/// Replaces dereferences of a pointer by the object.
pub(super) fn through(program: &mut Program, var: Var, to: &Expr) {
    each_statement(program, &mut |at, statement| {
        change_statement(statement, &mut |e| {
            let function = Some(at.function);
            let object = Box::new(to.clone());
            match &e.kind {
                ExprKind::Deref(p) if var.is(function, p) => *e = to.clone(),
                ExprKind::Arrow(p, n) if var.is(function, p) => {
                    e.kind = ExprKind::Member(object, *n);
                }
                ExprKind::Index(p, i) if var.is(function, p) && i.kind == ExprKind::Int(0) => {
                    *e = to.clone();
                }
                _ => {}
            }
        });
    });
}

fn each_statement(program: &mut Program, change: &mut dyn FnMut(Place, &mut Stmt)) {
    for (f, function) in program.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            for (n, statement) in block.statements.iter_mut().enumerate() {
                change(place(FnId(f as u32), b, n), statement);
            }
        }
    }
}
