//! Types of expressions after a change of their operands.

use kvant_c::{CTarget, Expr, ExprKind, FnId, GlobalId, Init, LocalId, Program, Stmt, Storage};

/// Computes the types of all expressions again. False if one is not well typed.
pub(super) fn retype(program: &mut Program, target: &CTarget) -> bool {
    let mut work = Retype {
        target,
        at: None,
        fits: true,
    };
    for n in 0..program.globals.len() {
        let id = GlobalId(n as u32).index();
        let mut init = program.globals[id].init.take();
        if let Some(init) = &mut init {
            work.init(program, init);
        }
        program.globals[id].init = init;
    }
    for f in 0..program.functions.len() {
        work.at = Some(FnId(f as u32));
        for n in 0..program.functions[f].locals.len() {
            let id = LocalId(n as u32).index();
            let storage = &mut program.functions[f].locals[id].storage;
            if let Storage::Static(init) = storage {
                let mut init = init.take();
                if let Some(init) = &mut init {
                    work.init(program, init);
                }
                program.functions[f].locals[id].storage = Storage::Static(init);
            }
        }
        let mut blocks = std::mem::take(&mut program.functions[f].blocks);
        for statement in blocks.iter_mut().flat_map(|block| &mut block.statements) {
            work.statement(program, statement);
        }
        program.functions[f].blocks = blocks;
    }
    work.fits
}

struct Retype<'t> {
    target: &'t CTarget,
    at: Option<FnId>,
    fits: bool,
}

impl Retype<'_> {
    fn statement(&mut self, program: &mut Program, statement: &mut Stmt) {
        match statement {
            Stmt::Declare(_, Some(init)) => self.init(program, init),
            Stmt::Switch(e, _) => {
                // The values of the cases are written in this type.
                let before = program.promoted(self.target, e);
                self.expr(program, e);
                let after = program.promoted(self.target, e);
                if let (Ok(before), Ok(after)) = (before, after)
                    && before != after
                {
                    *e = e.clone().cast(before);
                }
            }
            _ => {
                for e in statement.exprs_mut() {
                    self.expr(program, e);
                }
            }
        }
    }

    fn init(&mut self, program: &mut Program, init: &mut Init) {
        match init {
            Init::Expr(e) => self.expr(program, e),
            Init::List(items) => {
                for item in items {
                    self.init(program, &mut item.value);
                }
            }
        }
    }

    fn expr(&mut self, program: &mut Program, e: &mut Expr) {
        for operand in e.operands_mut() {
            self.expr(program, operand);
        }
        match &mut e.kind {
            ExprKind::Compound(init) => self.init(program, init),
            ExprKind::Cast(of) => self.fits &= program.castable(e.ty, of).is_ok(),
            ExprKind::Int(_) | ExprKind::Float(_) => {}
            kind => match program.type_of(self.target, self.at, kind) {
                Ok(ty) => e.ty = ty,
                Err(_) => self.fits = false,
            },
        }
    }
}
