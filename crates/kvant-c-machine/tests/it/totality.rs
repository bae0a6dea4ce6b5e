//! The machine does not panic on any program.
//!
//! The programs of the corpus are damaged at random places and run without being checked first. The results do not matter.

use kvant_c::{
    BlockId, CTarget, Expr, ExprKind, FnId, GlobalId, Init, LabelId, LocalId, Program, Stmt, Type,
    TypeId,
};
use kvant_c_machine::{Limits, Machine};
use kvant_generate::Rng;

use crate::corpus_files;

/// Damages about one in `rate` parts of a program.
struct Damage {
    random: Rng,
    rate: usize,
    types: usize,
}

impl Damage {
    fn strikes(&mut self) -> bool {
        self.random.one_in(self.rate)
    }

    fn number(&mut self) -> u32 {
        match self.random.below(12) {
            0 => u32::MAX,
            n => n as u32,
        }
    }

    fn ty(&mut self, ty: &mut Type) {
        if self.strikes() {
            *ty = Type::plain(TypeId(self.random.below(self.types + 2) as u32));
        }
    }

    fn expr(&mut self, e: &mut Expr) {
        self.ty(&mut e.ty);
        if self.strikes() {
            e.kind = match self.random.below(8) {
                0 => ExprKind::Local(LocalId(self.number())),
                1 => ExprKind::Global(GlobalId(self.number())),
                2 => ExprKind::Function(FnId(self.number())),
                3 => ExprKind::Int(u128::MAX >> self.random.below(128)),
                4 => ExprKind::Deref(Box::new(e.clone())),
                5 => ExprKind::AddrOf(Box::new(e.clone())),
                6 => ExprKind::Member(Box::new(e.clone()), self.number()),
                _ => ExprKind::Call(Box::new(e.clone()), Vec::new()),
            };
            return;
        }
        if let ExprKind::Call(_, list) | ExprKind::Builtin(_, list) | ExprKind::StmtExpr(list) =
            &mut e.kind
            && self.strikes()
        {
            list.pop();
        }
        e.operands_mut().for_each(|operand| self.expr(operand));
        if let ExprKind::Compound(init) = &mut e.kind {
            self.init(init);
        }
    }

    fn init(&mut self, init: &mut Init) {
        match init {
            Init::Expr(e) => self.expr(e),
            Init::List(items) => {
                for item in items {
                    if self.strikes() {
                        item.designator = Some(u64::from(self.number()));
                    }
                    self.init(&mut item.value);
                }
            }
        }
    }

    fn statement(&mut self, statement: &mut Stmt) {
        if self.strikes() {
            *statement = match self.random.below(8) {
                0 => Stmt::Break,
                1 => Stmt::Continue,
                2 => Stmt::Goto(LabelId(self.number())),
                3 => Stmt::Block(BlockId(self.number())),
                4 => Stmt::Return(None),
                5 => Stmt::Declare(LocalId(self.number()), None),
                6 => Stmt::Label(LabelId(0)),
                _ => Stmt::Case(0),
            };
        }
        if let Stmt::Declare(_, Some(init)) = statement {
            self.init(init);
        }
        statement.exprs_mut().for_each(|e| self.expr(e));
    }

    fn program(&mut self, program: &mut Program) {
        for global in &mut program.globals {
            self.ty(&mut global.ty);
            if let Some(init) = &mut global.init {
                self.init(init);
            }
        }
        for record in &mut program.records {
            for field in &mut record.fields {
                self.ty(&mut field.ty);
            }
        }
        for function in &mut program.functions {
            self.ty(&mut function.result);
            if self.strikes() {
                function.parameters = self.number().min(40);
            }
            for local in &mut function.locals {
                self.ty(&mut local.ty);
            }
            for block in &mut function.blocks {
                block.open = self.strikes();
                block.statements.iter_mut().for_each(|s| self.statement(s));
            }
        }
    }
}

#[test]
fn damaged_programs_do_not_panic() {
    let limits = Limits {
        steps: 2000,
        memory: 1 << 20,
        ..Limits::default()
    };
    for (seed, case) in (0..).zip(corpus_files::all()) {
        for (round, rate) in [3, 10, 30, 60, 100, 150].into_iter().enumerate() {
            let mut program = case.parsed.program.clone();
            let mut vandal = Damage {
                random: Rng::new(seed * 1000 + round as u64),
                rate,
                types: program.types.len(),
            };
            vandal.program(&mut program);
            let mut machine = Machine::new(CTarget::X86_64, limits);
            let mark = machine.mark();
            let _ = machine.start(&program).and_then(|()| machine.run(&program));
            machine.rollback(mark);
            assert_eq!(machine.depth(), 0);
        }
    }
}
