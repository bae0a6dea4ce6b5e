//! Removal of text without effect: unused declarations, empty blocks, expressions without effects, statements after a jump.

use std::collections::HashSet;

use kvant_c::{
    BlockId, Expr, ExprKind, Function, Init, LabelId, LocalId, Program, Quals, Stmt, Storage,
    Types, canonical,
};

use super::renumber::drop_unmentioned;

/// Removes text without effect. The result is in canonical form.
pub(super) fn tidy(mut program: Program) -> Program {
    for function in &mut program.functions {
        // Removed text may have contained the last use of something else.
        while Tidy::of(function).function(function) {}
    }
    bare(program)
}

/// Removes functions, variables and types that are not mentioned. The result is in canonical form.
pub(super) fn bare(mut program: Program) -> Program {
    drop_unmentioned(&mut program);
    canonical(program)
}

/// The locals and labels that a function uses.
struct Tidy {
    locals: HashSet<LocalId>,
    targets: HashSet<LabelId>,
    changed: bool,
}

impl Tidy {
    fn of(function: &Function) -> Tidy {
        let mut locals = HashSet::new();
        function.visit(&mut |e| {
            if let ExprKind::Local(id) = e.kind {
                locals.insert(id);
            }
        });
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        let targets = statements.filter_map(|statement| match statement {
            Stmt::Goto(label) => Some(*label),
            _ => None,
        });
        Tidy {
            locals,
            targets: targets.collect(),
            changed: false,
        }
    }

    /// Tidies a function. True if anything changed.
    fn function(mut self, function: &mut Function) -> bool {
        self.block(function, Function::BODY);
        let returns_nothing = function.result.id == Types::VOID.id;
        let body = &mut function.blocks[0].statements;
        if returns_nothing && body.last() == Some(&Stmt::Return(None)) {
            body.pop();
            self.changed = true;
        }
        // A block that is no longer part of the text may still mention something.
        let mut reached = HashSet::new();
        reach(function, Function::BODY, &mut reached);
        for (n, block) in function.blocks.iter_mut().enumerate() {
            if !reached.contains(&BlockId(n as u32)) && !block.statements.is_empty() {
                block.statements.clear();
                self.changed = true;
            }
        }
        self.changed
    }

    fn block(&mut self, function: &mut Function, id: BlockId) {
        let old = std::mem::take(&mut function.block_mut(id).statements);
        let before = old.len();
        let mut new: Vec<Stmt> = Vec::with_capacity(before);
        let mut jumped = false;
        for statement in old {
            statement
                .blocks()
                .for_each(|inner| self.block(function, inner));
            jumped &= !matches!(statement, Stmt::Label(_) | Stmt::Case(_) | Stmt::Default);
            let stays = matches!(statement, Stmt::Declare(..)) || has_label(function, &statement);
            if jumped && !stays {
                self.changed = true;
                continue;
            }
            jumped |= matches!(
                statement,
                Stmt::Goto(_) | Stmt::Break | Stmt::Continue | Stmt::Return(_)
            );
            if let Stmt::Label(label) = statement
                && new.last() == Some(&Stmt::Goto(label))
            {
                new.pop();
                self.changed = true;
            }
            self.statement(function, statement, &mut new);
        }
        function.block_mut(id).statements = new;
    }

    fn statement(&mut self, function: &mut Function, statement: Stmt, new: &mut Vec<Stmt>) {
        let is_empty = |id: BlockId| function.block(id).statements.is_empty();
        let same = match statement {
            Stmt::Expr(e) => {
                let (changed, parts) = effects(e);
                self.changed |= changed;
                new.extend(parts.into_iter().map(Stmt::Expr));
                return;
            }
            Stmt::Declare(id, init) if !self.locals.contains(&id) => {
                let automatic = function.locals.get(id.index());
                if automatic.is_some_and(|local| local.storage == Storage::Automatic)
                    && let Some(Init::Expr(e)) = init
                {
                    new.push(Stmt::Expr(e));
                }
                self.changed = true;
                return;
            }
            Stmt::Label(label) if !self.targets.contains(&label) => {
                self.changed = true;
                return;
            }
            Stmt::If(e, then, otherwise) => match otherwise.filter(|id| !is_empty(*id)) {
                None if is_empty(then) => Stmt::Expr(e),
                some => {
                    self.changed |= some != otherwise;
                    new.push(Stmt::If(e, then, some));
                    return;
                }
            },
            Stmt::Switch(e, body) => {
                let body_statements = &mut function.block_mut(body).statements;
                if body_statements.last() == Some(&Stmt::Break) {
                    body_statements.pop();
                    self.changed = true;
                }
                let labels = |s: &Stmt| matches!(s, Stmt::Case(_) | Stmt::Default);
                if !body_statements.iter().all(labels) {
                    new.push(Stmt::Switch(e, body));
                    return;
                }
                Stmt::Expr(e)
            }
            Stmt::Block(id) => {
                let declares = |s: &Stmt| matches!(s, Stmt::Declare(..));
                if function.block(id).statements.iter().any(declares) {
                    new.push(Stmt::Block(id));
                    return;
                }
                new.append(&mut function.block_mut(id).statements);
                self.changed = true;
                return;
            }
            Stmt::For(first, condition, step, body) => {
                let parts = [&first, &step].map(Option::is_some);
                let first = first.filter(acts);
                let step = step.filter(acts);
                self.changed |= parts != [&first, &step].map(Option::is_some);
                new.push(Stmt::For(first, condition, step, body));
                return;
            }
            statement => {
                new.push(statement);
                return;
            }
        };
        self.changed = true;
        new.push(same);
    }
}

fn reach(function: &Function, id: BlockId, reached: &mut HashSet<BlockId>) {
    if !reached.insert(id) {
        return;
    }
    for statement in &function.block(id).statements {
        statement
            .blocks()
            .for_each(|inner| reach(function, inner, reached));
    }
}

/// True if a statement contains a label.
pub(super) fn has_label(function: &Function, statement: &Stmt) -> bool {
    matches!(statement, Stmt::Label(_))
        || statement.blocks().any(|id| {
            let statements = &function.block(id).statements;
            statements.iter().any(|inner| has_label(function, inner))
        })
}

/// The operands of an expression that have effects, if its value is not used; and whether that is less than the expression.
fn effects(e: Expr) -> (bool, Vec<Expr>) {
    if !acts(&e) {
        return (true, Vec::new());
    }
    match e.kind {
        ExprKind::Cast(of) | ExprKind::Unary(_, of) => (true, vec![*of]),
        ExprKind::Comma(a, b) | ExprKind::Binary(_, a, b) => (true, vec![*a, *b]),
        ExprKind::StmtExpr(list) => (true, list),
        _ => (false, vec![e]),
    }
}

/// True if the evaluation has effects or volatile reads.
fn acts(e: &Expr) -> bool {
    e.has_effects() || reads_volatile(e)
}

fn reads_volatile(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |e| found |= e.ty.quals.contains(Quals::VOLATILE));
    found
}
