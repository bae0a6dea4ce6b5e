//! Corrections of expressions that the machine refused.
//!
//! Text that was never executed is *mended*: the operator that was refused is replaced by another. Text that was executed
//! before is *guarded*: it gets a form that is defined for the new data and has the same results for all earlier data, so that
//! earlier executions stay valid.

use kvant_c::{BinOp, Expr, ExprKind, Init, Quals, Stmt, Type, TypeKind, Types, UnaryOp};
use kvant_c_machine::Fault;

use super::Grower;

/// The expression of a statement in which a path begins, and the rest of the path.
fn root<'a, 'p>(statement: &'a mut Stmt, path: &'p [u32]) -> Option<(&'a mut Expr, &'p [u32])> {
    match statement {
        Stmt::Expr(e)
        | Stmt::If(e, ..)
        | Stmt::While(e, _)
        | Stmt::DoWhile(_, e)
        | Stmt::Switch(e, _)
        | Stmt::Return(Some(e))
        | Stmt::Observe(_, e)
        | Stmt::Declare(_, Some(Init::Expr(e))) => Some((e, path)),
        Stmt::For(first, condition, step, _) => {
            let (which, path) = path.split_first()?;
            let e = match which {
                0 => first,
                1 => condition,
                _ => step,
            };
            e.as_mut().map(|e| (e, path))
        }
        _ => None,
    }
}

/// The expression at the end of a path.
fn node<'a>(statement: &'a mut Stmt, path: &[u32]) -> Option<&'a mut Expr> {
    let (mut e, path) = root(statement, path)?;
    for n in path {
        e = e.operands_mut().nth(*n as usize)?;
    }
    Some(e)
}

/// True if an expression may be written twice: it has no effects and no volatile accesses.
pub(super) fn may_be_repeated(e: &Expr) -> bool {
    let mut volatile = false;
    e.visit(&mut |e| volatile |= e.ty.quals.contains(Quals::VOLATILE));
    !volatile && !e.has_effects()
}

impl Grower {
    /// Replaces the refused expression of a statement that was never executed.
    pub(super) fn mend(&mut self, statement: &mut Stmt, path: &[u32]) -> bool {
        let Some(e) = node(statement, path).map(|e| e.clone()) else {
            return false;
        };
        let Some(new) = self.mended(e) else {
            return false;
        };
        match node(statement, path) {
            Some(e) => {
                *e = new;
                true
            }
            None => false,
        }
    }

    fn mended(&mut self, e: Expr) -> Option<Expr> {
        let ty = e.ty;
        let new = match e.kind {
            ExprKind::Binary(op, a, b) if !op.is_comparison() => {
                let integers = self.program.types.is_integer(ty);
                if !integers {
                    return None;
                }
                let others = [BinOp::Xor, BinOp::And, BinOp::Or];
                let op = others[self.rng.below(others.len())];
                self.make(ExprKind::Binary(op, a, b))?
            }
            ExprKind::AssignOp(op, a, b) => {
                let integers = self.program.types.is_integer(ty)
                    && self.program.types.is_integer(b.ty.unqualified());
                if !integers || op == BinOp::Xor {
                    return None;
                }
                self.make(ExprKind::AssignOp(BinOp::Xor, a, b))?
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let integer = self.program.types.is_integer(ty);
                self.make(ExprKind::Unary(UnaryOp::Not, a))
                    .filter(|_| integer)?
            }
            ExprKind::Index(a, _) => {
                let zero = Box::new(Expr::int(Types::INT, 0));
                self.make(ExprKind::Index(a, zero))?
            }
            _ => return None,
        };
        Some(self.of_type(new, ty))
    }

    /// The expression, converted to the type that its context needs.
    fn of_type(&self, e: Expr, ty: Type) -> Expr {
        match e.ty == ty || !self.program.types.is_arithmetic(ty) {
            true => e,
            false => e.cast(ty.unqualified()),
        }
    }

    /// Guards the refused expression, wherever it is. Its results for earlier data stay the same.
    pub(super) fn guard(&mut self, fault: &Fault) -> bool {
        let (function, block) = (fault.place.function, fault.place.block);
        let n = fault.place.statement as usize;
        let written = self.program.functions.get(function.index());
        let block_of = written.and_then(|f| f.blocks.get(block.index()));
        let Some(mut statement) = block_of.and_then(|b| b.statements.get(n)).cloned() else {
            return false;
        };
        let Some(e) = node(&mut statement, &fault.path).map(|e| e.clone()) else {
            return false;
        };
        let here = self.here.function;
        self.here.function = function;
        let new = self.guarded(e);
        self.here.function = here;
        let (Some(new), Some(e)) = (new, node(&mut statement, &fault.path)) else {
            return false;
        };
        *e = new;
        let block = self.program.function_mut(function).block_mut(block);
        block.statements[n] = statement;
        self.stats.guards += 1;
        true
    }

    fn guarded(&mut self, e: Expr) -> Option<Expr> {
        let ty = e.ty;
        let new = match e.kind {
            ExprKind::Binary(op, a, b) => self.guarded_binary(op, *a, *b, ty)?,
            ExprKind::AssignOp(op, a, b) if may_be_repeated(&a) && !b.has_effects() => {
                if self.program.bit_field(&a).is_some() {
                    return None;
                }
                let plain = self.make(ExprKind::Binary(op, a.clone(), b.clone()))?;
                let value = self.guarded_binary(op, (*a).clone(), *b, plain.ty)?;
                self.make(ExprKind::Assign(a, Box::new(value)))?
            }
            ExprKind::Unary(UnaryOp::Neg, a) if self.program.types.is_integer(ty) => {
                let a = self.as_unsigned(*a)?;
                self.make(ExprKind::Unary(UnaryOp::Neg, Box::new(a)))?
            }
            ExprKind::Index(a, index) => {
                let TypeKind::Array(_, length) = *self.program.types.kind(a.ty) else {
                    return None;
                };
                let length = Expr::int(Types::ULONG, u128::from(length));
                let index = Box::new(index.cast(Types::ULONG));
                let index = self.make(ExprKind::Binary(BinOp::Rem, index, Box::new(length)))?;
                self.make(ExprKind::Index(a, Box::new(index)))?
            }
            _ => return None,
        };
        Some(self.of_type(new, ty))
    }

    fn guarded_binary(&mut self, op: BinOp, a: Expr, b: Expr, ty: Type) -> Option<Expr> {
        if !self.program.types.is_integer(ty) {
            return None;
        }
        match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => {
                let unsigned = self.unsigned_of(ty)?;
                let (a, b) = (Box::new(a.cast(unsigned)), Box::new(b.cast(unsigned)));
                let wrapped = self.make(ExprKind::Binary(op, a, b))?;
                Some(wrapped.cast(ty))
            }
            BinOp::Shl | BinOp::Shr => {
                let TypeKind::Int(kind) = *self.program.types.kind(ty) else {
                    return None;
                };
                let width = u128::from(self.target.int_bits(kind));
                let mask = Box::new(Expr::int(Types::INT, width - 1));
                let amount = self.make(ExprKind::Binary(BinOp::And, Box::new(b), mask))?;
                let a = match op {
                    BinOp::Shl => a.cast(self.unsigned_of(ty)?),
                    _ => a,
                };
                let kind = ExprKind::Binary(op, Box::new(a), Box::new(amount));
                self.make(kind).map(|e| e.cast(ty))
            }
            BinOp::Div | BinOp::Rem if may_be_repeated(&a) && may_be_repeated(&b) => {
                let (a, b) = (Box::new(a), Box::new(b));
                let plain = self.make(ExprKind::Binary(op, a.clone(), b.clone()))?;
                self.make(ExprKind::Conditional(b, Box::new(plain), a))
            }
            _ => None,
        }
    }

    fn unsigned_of(&self, ty: Type) -> Option<Type> {
        match self.program.types.kind(ty) {
            TypeKind::Int(kind) => Some(Types::int(kind.unsigned())),
            _ => None,
        }
    }
}
