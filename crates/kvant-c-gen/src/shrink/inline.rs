//! Inlining of calls.

use kvant_c::{
    Block, BlockId, Expr, ExprKind, FnId, Function, Init, LabelId, LocalId, Place, Program, Stmt,
    Storage,
};

use super::edit::Edit;
use super::node::{change_init, change_statement, statements};
use super::pass::Known;

/// Inlines each call that is a whole statement, or is assigned or declared by one.
pub(super) fn calls(known: &Known) -> Vec<Edit> {
    let all = statements(known.program);
    let calls = all.filter(|(place, statement)| {
        call_of(statement).is_some_and(|(callee, _)| callee != place.function)
    });
    calls.map(|(place, _)| Edit::Inline(place)).collect()
}

/// The function that a statement calls, and the arguments.
fn call_of(statement: &Stmt) -> Option<(FnId, &[Expr])> {
    let e = match statement {
        Stmt::Expr(e) => match &e.kind {
            ExprKind::Assign(_, value) => value,
            _ => e,
        },
        Stmt::Declare(_, Some(Init::Expr(e))) => e,
        _ => return None,
    };
    match &e.kind {
        ExprKind::Call(callee, arguments) => match callee.kind {
            ExprKind::Function(id) => Some((id, arguments)),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces a call by the body of the called function.
pub(super) fn inline(program: &mut Program, at: Place) -> Option<()> {
    let caller = program.function(at.function);
    let statement = caller
        .block(at.block)
        .statements
        .get(at.statement as usize)?;
    let (callee, arguments) = call_of(statement)?;
    let arguments = arguments.to_vec();
    let (declared, result) = match statement {
        Stmt::Declare(id, _) => {
            let local = Expr {
                kind: ExprKind::Local(*id),
                ty: caller.local(*id).ty,
            };
            (Some(Stmt::Declare(*id, None)), Some(local))
        }
        Stmt::Expr(e) => match &e.kind {
            ExprKind::Assign(to, _) => (None, Some(to.as_ref().clone())),
            _ => (None, None),
        },
        _ => return None,
    };
    let body = program.function(callee).clone();
    let mut names: Vec<String> = caller.locals.iter().map(|l| l.name.clone()).collect();
    names.extend(program.globals.iter().map(|global| global.name.clone()));
    names.extend(program.functions.iter().map(|f| f.name.clone()));
    let caller = program.function_mut(at.function);
    let mut copy = Copy {
        locals: caller.locals.len() as u32,
        blocks: caller.blocks.len() as u32,
        labels: caller.labels.len() as u32 + 1,
        end: LabelId(caller.labels.len() as u32),
        result,
        ended: false,
    };
    caller.labels.push(fresh("end", &caller.labels));
    for label in &body.labels {
        let name = fresh(label, &caller.labels);
        caller.labels.push(name);
    }
    for local in &body.locals {
        let mut local = local.clone();
        local.name = fresh(&local.name, &names);
        names.push(local.name.clone());
        if let Storage::Static(Some(init)) = &mut local.storage {
            copy.init(init);
        }
        caller.locals.push(local);
    }
    let mut blocks = body.blocks;
    for (n, block) in blocks.iter_mut().enumerate() {
        copy.block(block, n == Function::BODY.index());
    }
    let inner = copy.block_id(Function::BODY);
    for (n, argument) in arguments.into_iter().enumerate().rev() {
        let local = LocalId(copy.locals + n as u32);
        let declare = Stmt::Declare(local, Some(Init::Expr(argument)));
        blocks[0].statements.insert(0, declare);
    }
    caller.blocks.extend(blocks);
    let mut new: Vec<Stmt> = declared.into_iter().collect();
    new.push(Stmt::Block(inner));
    if copy.ended {
        new.push(Stmt::Label(copy.end));
    }
    let n = at.statement as usize;
    caller.block_mut(at.block).statements.splice(n..=n, new);
    Some(())
}

fn fresh(name: &str, taken: &[String]) -> String {
    let mut n = 0;
    let mut fresh = name.to_owned();
    while taken.contains(&fresh) {
        n += 1;
        fresh = format!("{name}_{n}");
    }
    fresh
}

/// The numbers of a body's parts in the caller.
struct Copy {
    locals: u32,
    blocks: u32,
    labels: u32,
    /// The target of `return` statements.
    end: LabelId,
    ended: bool,
    /// The lvalue that gets the result.
    result: Option<Expr>,
}

impl Copy {
    fn block_id(&self, id: BlockId) -> BlockId {
        BlockId(id.0 + self.blocks)
    }

    fn block(&mut self, block: &mut Block, is_body: bool) {
        let old = std::mem::take(&mut block.statements);
        let count = old.len();
        for (n, mut statement) in old.into_iter().enumerate() {
            change_statement(&mut statement, &mut |e| self.expr(e));
            match &mut statement {
                Stmt::Declare(id, _) => id.0 += self.locals,
                Stmt::Label(id) | Stmt::Goto(id) => id.0 += self.labels,
                Stmt::If(_, then, otherwise) => {
                    then.0 += self.blocks;
                    if let Some(id) = otherwise {
                        id.0 += self.blocks;
                    }
                }
                Stmt::While(_, id)
                | Stmt::DoWhile(id, _)
                | Stmt::For(_, _, _, id)
                | Stmt::Switch(_, id)
                | Stmt::Block(id) => id.0 += self.blocks,
                _ => {}
            }
            match statement {
                Stmt::Return(value) => {
                    block.statements.extend(value.map(|value| self.give(value)));
                    // The last statement of a body needs no jump.
                    if !is_body || n + 1 < count {
                        block.statements.push(Stmt::Goto(self.end));
                        self.ended = true;
                    }
                }
                statement => block.statements.push(statement),
            }
        }
    }

    /// Assigns the result.
    fn give(&self, value: Expr) -> Stmt {
        Stmt::Expr(match &self.result {
            None => value,
            Some(to) => Expr {
                ty: to.ty.unqualified(),
                kind: ExprKind::Assign(Box::new(to.clone()), Box::new(value)),
            },
        })
    }

    fn init(&self, init: &mut Init) {
        change_init(init, &mut |e| self.expr(e));
    }

    fn expr(&self, e: &mut Expr) {
        if let ExprKind::Local(id) = &mut e.kind {
            id.0 += self.locals;
        }
    }
}
