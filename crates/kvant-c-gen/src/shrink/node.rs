//! Numbers of expressions, by which edits refer to them.
//!
//! Expressions are numbered in the order of the text, outer ones before their operands. Edits are applied to inner ones first.

use kvant_c::{
    BlockId, Expr, ExprKind, FnId, GlobalId, Init, LocalId, Place, Program, Stmt, Storage,
};

/// The context of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Site {
    /// The initial value of a global.
    Global(GlobalId),
    /// The initial value of a static local.
    Static(FnId, LocalId),
    /// A statement.
    Statement(Place),
}

impl Site {
    /// The statement, if it is one.
    pub(super) fn place(self) -> Option<Place> {
        match self {
            Site::Statement(place) => Some(place),
            Site::Global(_) | Site::Static(..) => None,
        }
    }

    /// The function around it.
    pub(super) fn function(self) -> Option<FnId> {
        match self {
            Site::Statement(place) => Some(place.function),
            Site::Static(function, _) => Some(function),
            Site::Global(_) => None,
        }
    }
}

/// An expression of a program.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub(super) number: usize,
    pub(super) site: Site,
    /// The expression that it is an operand of; none at the top of a statement or an initial value.
    pub(super) parent: Option<&'p Expr>,
    /// Its position among the operands.
    pub(super) position: usize,
    /// Number of enclosing expressions.
    pub(super) depth: usize,
    pub(super) e: &'p Expr,
}

impl Node<'_> {
    /// True if its value is used, not the object that it designates, and it is not called.
    pub(super) fn is_value(&self) -> bool {
        let Some(parent) = self.parent else {
            return true;
        };
        match &parent.kind {
            ExprKind::Assign(..)
            | ExprKind::AssignOp(..)
            | ExprKind::Step(..)
            | ExprKind::AddrOf(_)
            | ExprKind::Member(..)
            | ExprKind::SizeofExpr(_)
            | ExprKind::Call(..) => self.position > 0,
            _ => true,
        }
    }
}

/// All expressions of a program, in order.
pub(super) fn nodes(program: &Program) -> Vec<Node<'_>> {
    let mut list = List {
        nodes: Vec::new(),
        depth: 0,
    };
    for (n, global) in program.globals.iter().enumerate() {
        if let Some(init) = &global.init {
            list.init(Site::Global(GlobalId(n as u32)), init);
        }
    }
    for (f, function) in program.functions.iter().enumerate() {
        let f = FnId(f as u32);
        for (n, local) in function.locals.iter().enumerate() {
            if let Storage::Static(Some(init)) = &local.storage {
                list.init(Site::Static(f, LocalId(n as u32)), init);
            }
        }
        for (b, block) in function.blocks.iter().enumerate() {
            for (n, statement) in block.statements.iter().enumerate() {
                let place = place(f, b, n);
                list.statement(Site::Statement(place), statement);
            }
        }
    }
    list.nodes
}

pub(super) fn place(function: FnId, block: usize, statement: usize) -> Place {
    Place {
        function,
        block: BlockId(block as u32),
        statement: statement as u32,
    }
}

struct List<'p> {
    nodes: Vec<Node<'p>>,
    depth: usize,
}

impl<'p> List<'p> {
    fn statement(&mut self, site: Site, statement: &'p Stmt) {
        if let Stmt::Declare(_, Some(init)) = statement {
            self.init(site, init);
        }
        for e in statement.exprs() {
            self.expr(site, None, 0, e);
        }
    }

    fn init(&mut self, site: Site, init: &'p Init) {
        match init {
            Init::Expr(e) => self.expr(site, None, 0, e),
            Init::List(items) => {
                for item in items {
                    self.init(site, &item.value);
                }
            }
        }
    }

    fn expr(&mut self, site: Site, parent: Option<&'p Expr>, position: usize, e: &'p Expr) {
        self.nodes.push(Node {
            number: self.nodes.len(),
            site,
            parent,
            position,
            depth: self.depth,
            e,
        });
        self.depth += 1;
        for (n, operand) in e.operands().enumerate() {
            self.expr(site, Some(e), n, operand);
        }
        if let ExprKind::Compound(init) = &e.kind {
            self.init(site, init);
        }
        self.depth -= 1;
    }
}

/// All statements of a program with their places.
pub(super) fn statements(program: &Program) -> impl Iterator<Item = (Place, &Stmt)> {
    let functions = program.functions.iter().enumerate();
    functions.flat_map(|(f, function)| {
        let f = FnId(f as u32);
        let blocks = function.blocks.iter().enumerate();
        blocks.flat_map(move |(b, block)| {
            let statements = block.statements.iter().enumerate();
            statements.map(move |(n, statement)| (place(f, b, n), statement))
        })
    })
}

/// Calls `change` with every expression of a program and its number, operands before the expressions that contain them.
pub(super) fn change_nodes(program: &mut Program, change: &mut dyn FnMut(usize, &mut Expr)) {
    let mut walk = Walk { next: 0, change };
    for global in &mut program.globals {
        if let Some(init) = &mut global.init {
            walk.init(init);
        }
    }
    for function in &mut program.functions {
        for local in &mut function.locals {
            if let Storage::Static(Some(init)) = &mut local.storage {
                walk.init(init);
            }
        }
        for block in &mut function.blocks {
            block.statements.iter_mut().for_each(|s| walk.statement(s));
        }
    }
}

/// The same for the expressions of one statement, numbered from 0.
pub(super) fn change_statement(statement: &mut Stmt, change: &mut dyn FnMut(&mut Expr)) {
    let change = &mut |_: usize, e: &mut Expr| change(e);
    Walk { next: 0, change }.statement(statement);
}

/// The same for an initial value.
pub(super) fn change_init(init: &mut Init, change: &mut dyn FnMut(&mut Expr)) {
    let change = &mut |_: usize, e: &mut Expr| change(e);
    Walk { next: 0, change }.init(init);
}

struct Walk<'c> {
    next: usize,
    change: &'c mut dyn FnMut(usize, &mut Expr),
}

impl Walk<'_> {
    fn statement(&mut self, statement: &mut Stmt) {
        if let Stmt::Declare(_, Some(init)) = statement {
            self.init(init);
        }
        statement.exprs_mut().for_each(|e| self.expr(e));
    }

    fn init(&mut self, init: &mut Init) {
        match init {
            Init::Expr(e) => self.expr(e),
            Init::List(items) => items.iter_mut().for_each(|item| self.init(&mut item.value)),
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        let number = self.next;
        self.next += 1;
        for operand in e.operands_mut() {
            self.expr(operand);
        }
        if let ExprKind::Compound(init) = &mut e.kind {
            self.init(init);
        }
        (self.change)(number, e);
    }
}
