//! Planted bugs: programs are rewritten to what a wrong compiler would make of them.

use kvant_c::{
    BinOp, BlockId, CTarget, Expr, ExprKind, Init, IntKind, Program, Stmt, Storage, TypeKind, Types,
};
use kvant_c_machine::{Limits, Outcome, execute};

/// The planted bugs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    /// The difference of two numbers narrower than `int` is as narrow as they are.
    NarrowDifference,
    /// Negative numbers are shifted to the right without their sign.
    LogicalShift,
    /// Unsigned numbers are compared as signed ones.
    SignedComparison,
    /// There is no fall-through between cases.
    NoFallThrough,
    /// Stores through pointers are lost.
    LostStore,
    /// The step of a loop is executed once before the first iteration.
    EarlyStep,
    /// Bit-fields have one bit less.
    NarrowBitField,
}

impl Plant {
    pub(crate) const ALL: [Plant; 7] = [
        Plant::NarrowDifference,
        Plant::LogicalShift,
        Plant::SignedComparison,
        Plant::NoFallThrough,
        Plant::LostStore,
        Plant::EarlyStep,
        Plant::NarrowBitField,
    ];

    /// True if the rewritten program has other observations.
    pub(crate) fn shows(self, program: &Program) -> bool {
        let right = execute(program, &CTarget::X86_64, Limits::default());
        let limits = Limits {
            steps: 10 * right.steps + 1000,
            ..Limits::default()
        };
        let wrong = self.understood(program.clone());
        let wrong = execute(&wrong, &CTarget::X86_64, limits);
        wrong.outcome == Outcome::Finished && wrong.trace.digest() != right.trace.digest()
    }

    /// The program as the wrong compiler understands it.
    fn understood(self, mut program: Program) -> Program {
        match self {
            Plant::NoFallThrough => no_fall_through(&mut program),
            Plant::NarrowBitField => {
                for field in program.records.iter_mut().flat_map(|r| &mut r.fields) {
                    field.bits = field.bits.map(|bits| bits.max(2) - 1);
                }
            }
            Plant::EarlyStep => early_step(&mut program),
            _ => {
                let types = program.types.clone();
                each_expr(&mut program, &mut |e| self.expr(&types, e));
            }
        }
        program
    }

    fn expr(self, types: &Types, e: &mut Expr) {
        let int = |e: &Expr| match types.kind(e.ty) {
            TypeKind::Int(kind) => Some(*kind),
            _ => None,
        };
        match (self, &mut e.kind) {
            (Plant::NarrowDifference, ExprKind::Binary(BinOp::Sub, a, b)) => {
                let narrow = |kind| matches!(kind, Some(IntKind::UChar | IntKind::UShort));
                if narrow(int(a)) && narrow(int(b)) {
                    let ty = a.ty.unqualified();
                    *e = e.clone().cast(ty).cast(Types::INT);
                }
            }
            (Plant::LogicalShift, ExprKind::Binary(BinOp::Shr, a, _))
                if e.ty.id == Types::INT.id =>
            {
                **a = a.as_ref().clone().cast(Types::UINT);
                e.ty = Types::UINT;
                *e = e.clone().cast(Types::INT);
            }
            (Plant::SignedComparison, ExprKind::Binary(op, a, b))
                if matches!(op, BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge)
                    && int(a) == Some(IntKind::UInt)
                    && int(b) == Some(IntKind::UInt) =>
            {
                **a = a.as_ref().clone().cast(Types::INT);
                **b = b.as_ref().clone().cast(Types::INT);
            }
            (Plant::LostStore, ExprKind::Assign(to, value))
                if matches!(to.kind, ExprKind::Deref(_)) && types.is_arithmetic(value.ty) =>
            {
                *e = value.as_ref().clone().cast(e.ty);
            }
            _ => {}
        }
    }
}

fn no_fall_through(program: &mut Program) {
    for function in &mut program.functions {
        let switches: Vec<BlockId> = function
            .blocks
            .iter()
            .flat_map(|block| &block.statements)
            .filter_map(|statement| match statement {
                Stmt::Switch(_, body) => Some(*body),
                _ => None,
            })
            .collect();
        for body in switches {
            let block = function.block_mut(body);
            let old = std::mem::take(&mut block.statements);
            for statement in old {
                let label = |s: &Stmt| matches!(s, Stmt::Case(_) | Stmt::Default);
                let last = block.statements.last();
                if label(&statement) && last.is_some_and(|last| !label(last)) {
                    block.statements.push(Stmt::Break);
                }
                block.statements.push(statement);
            }
        }
    }
}

fn early_step(program: &mut Program) {
    for block in program.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        for statement in &mut block.statements {
            if let Stmt::For(Some(first), _, Some(step), _) = statement {
                *first = Expr {
                    ty: step.ty,
                    kind: ExprKind::Comma(Box::new(first.clone()), Box::new(step.clone())),
                };
            }
        }
    }
}

fn each_expr(program: &mut Program, change: &mut dyn FnMut(&mut Expr)) {
    for function in &mut program.functions {
        for local in &mut function.locals {
            if let Storage::Static(Some(init)) = &mut local.storage {
                in_init(init, change);
            }
        }
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Stmt::Declare(_, Some(init)) = statement {
                in_init(init, change);
            }
            for e in statement.exprs_mut() {
                in_expr(e, change);
            }
        }
    }
}

fn in_init(init: &mut Init, change: &mut dyn FnMut(&mut Expr)) {
    match init {
        Init::Expr(e) => in_expr(e, change),
        Init::List(items) => items
            .iter_mut()
            .for_each(|item| in_init(&mut item.value, change)),
    }
}

fn in_expr(e: &mut Expr, change: &mut dyn FnMut(&mut Expr)) {
    for operand in e.operands_mut() {
        in_expr(operand, change);
    }
    change(e);
}
