//! Loops over arrays, as vectorisers and loop passes match them. Their text is written at once and executed as one trial.

use kvant_c::{BinOp, Expr, ExprKind, Init, LocalId, LogicalOp, Stmt, Storage, TypeKind, Types};

use super::Grower;
use crate::scope;

/// An array in scope, with its length.
#[derive(Clone)]
struct Array {
    e: Expr,
    length: u64,
}

impl Grower {
    pub(super) fn template(&mut self) -> bool {
        let arrays = self.number_arrays();
        let Some(to) = self.rng.pick(&arrays).cloned() else {
            return false;
        };
        let (Some(a), Some(b)) = (
            self.rng.pick(&arrays).cloned(),
            self.rng.pick(&arrays).cloned(),
        ) else {
            return false;
        };
        let counter = self.new_local("i", Types::INT, Storage::Automatic);
        self.reserved.insert((self.here.function, counter));
        let made = match self.rng.below(6) {
            0 | 1 => self.element_wise(counter, &to, &a, &b),
            2 => self.reduction(counter, &a, &b),
            3 => self.stencil(counter, &to, &a),
            4 => self.scan(counter, &to),
            _ => self.search(counter, &a),
        };
        let Some((mut statements, known)) = made else {
            return false;
        };
        statements.insert(0, Stmt::Declare(counter, None));
        let written = self.on_trial(statements);
        if written {
            for id in known {
                self.add_to_scope(id);
            }
        }
        written
    }

    /// The arrays of integers that can be written.
    fn number_arrays(&self) -> Vec<Array> {
        let array = |v: &scope::Variable| match *self.program.types.kind(v.expr.ty) {
            TypeKind::Array(of, length) => {
                let numbers = matches!(self.program.types.kind(of), TypeKind::Int(_));
                let plain =
                    of.quals == kvant_c::Quals::NONE && v.expr.ty.quals == kvant_c::Quals::NONE;
                (numbers && plain).then(|| Array {
                    e: v.expr.clone(),
                    length,
                })
            }
            _ => None,
        };
        self.here.variables.iter().filter_map(array).collect()
    }

    fn element(&mut self, array: &Array, index: Expr) -> Option<Expr> {
        self.was_read(&array.e);
        let array = Box::new(array.e.clone());
        self.make(ExprKind::Index(array, Box::new(index)))
    }

    /// The element in a type whose arithmetic wraps.
    fn number(&mut self, array: &Array, index: Expr) -> Option<Expr> {
        let element = self.element(array, index)?;
        let target = self.target;
        let ty = self.program.promoted(&target, &element).ok()?;
        match self.program.types.kind(ty) {
            TypeKind::Int(kind) if target.is_signed(*kind) => {
                let narrow = ty != element.ty;
                match narrow && self.rng.percent(70) {
                    true => Some(element),
                    false => self.as_unsigned(element),
                }
            }
            _ => Some(element),
        }
    }

    fn mixed(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Xor,
            BinOp::And,
            BinOp::Or,
            BinOp::Add,
        ];
        let op = ops[self.rng.below(ops.len())];
        self.make(ExprKind::Binary(op, Box::new(a), Box::new(b)))
    }

    /// A factor with which products of narrow types fit an `int`.
    fn factor(&mut self) -> Expr {
        let factors = [1, 2, 3, 5, 7, 8, 10, 255];
        Expr::int(Types::INT, factors[self.rng.below(factors.len())])
    }

    /// `a[i] = b[i] op c[i]`, also backwards, with a stride or a condition.
    fn element_wise(
        &mut self,
        counter: LocalId,
        to: &Array,
        a: &Array,
        b: &Array,
    ) -> Option<(Vec<Stmt>, Vec<LocalId>)> {
        let i = scope::name(counter, Types::INT);
        let length = to.length.min(a.length).min(b.length);
        let from = match self.rng.percent(25) {
            true => {
                let last = Box::new(Expr::int(Types::INT, u128::from(length - 1)));
                self.make(ExprKind::Binary(BinOp::Sub, last, Box::new(i.clone())))?
            }
            false => i.clone(),
        };
        let x = self.number(a, from)?;
        let y = match self.rng.percent(60) {
            true => self.number(b, i.clone())?,
            false => {
                let leaf = self.leaf_integer()?;
                self.as_unsigned(leaf)?
            }
        };
        let mut value = self.mixed(x, y)?;
        if self.rng.percent(40) {
            let factor = Box::new(self.factor());
            let unsigned = self.as_unsigned(value)?;
            value = self.make(ExprKind::Binary(BinOp::Mul, Box::new(unsigned), factor))?;
        }
        let element = self.element(to, i.clone())?;
        let assign = self.make(ExprKind::Assign(Box::new(element), Box::new(value)))?;
        let mut inner = vec![Stmt::Expr(assign)];
        if self.rng.percent(30) {
            let asked = self.element(a, i)?;
            let limit = Box::new(self.literal_of(asked.ty));
            let op = self.comparison_op();
            let condition = self.make(ExprKind::Binary(op, Box::new(asked), limit))?;
            let then = self.block_of(inner);
            inner = vec![Stmt::If(condition, then, None)];
        }
        let body = self.block_of(inner);
        Some((vec![self.counted(counter, 0, length, body)?], Vec::new()))
    }

    /// `s op= a[i]`.
    fn reduction(
        &mut self,
        counter: LocalId,
        a: &Array,
        b: &Array,
    ) -> Option<(Vec<Stmt>, Vec<LocalId>)> {
        use kvant_c::IntKind::*;
        let i = scope::name(counter, Types::INT);
        let kinds = [UInt, ULong, UShort, UChar];
        let ty = Types::int(kinds[self.rng.below(kinds.len())]);
        let sum = self.new_local("x", ty, Storage::Automatic);
        let first = Init::Expr(self.literal_of(ty));
        let length = a.length.min(b.length);
        let mut value = self.number(a, i.clone())?;
        match self.rng.below(3) {
            0 => {
                let other = self.number(b, i)?;
                let unsigned = self.as_unsigned(value)?;
                let product = ExprKind::Binary(BinOp::Mul, Box::new(unsigned), Box::new(other));
                value = self.make(product)?;
            }
            1 => {
                let other = self.number(b, i)?;
                value = self.mixed(value, other)?;
            }
            _ => {}
        }
        let s = Box::new(scope::name(sum, ty));
        let step = match self.rng.percent(25) {
            // The maximum, by a comparison.
            true => {
                let wide = Box::new(value.clone().cast(ty));
                let less = self.make(ExprKind::Binary(BinOp::Lt, s.clone(), wide.clone()))?;
                let larger = ExprKind::Conditional(Box::new(less), wide, s.clone());
                let larger = self.make(larger)?;
                self.make(ExprKind::Assign(s, Box::new(larger)))?
            }
            false => {
                let ops = [BinOp::Add, BinOp::Add, BinOp::Xor, BinOp::Or, BinOp::Sub];
                let op = ops[self.rng.below(ops.len())];
                self.make(ExprKind::AssignOp(op, s, Box::new(value)))?
            }
        };
        let body = self.block_of(vec![Stmt::Expr(step)]);
        let repeated = self.counted(counter, 0, length, body)?;
        Some((vec![Stmt::Declare(sum, Some(first)), repeated], vec![sum]))
    }

    /// `a[i] = b[i - 1] + b[i + 1]`.
    fn stencil(
        &mut self,
        counter: LocalId,
        to: &Array,
        from: &Array,
    ) -> Option<(Vec<Stmt>, Vec<LocalId>)> {
        let length = to.length.min(from.length);
        if length < 3 {
            return None;
        }
        let i = scope::name(counter, Types::INT);
        let beside = |grower: &mut Grower, op: BinOp| {
            let one = Box::new(Expr::int(Types::INT, 1));
            grower.make(ExprKind::Binary(op, Box::new(i.clone()), one))
        };
        let (left, right) = (beside(self, BinOp::Sub)?, beside(self, BinOp::Add)?);
        let (left, right) = (self.number(from, left)?, self.number(from, right)?);
        let value = self.mixed(left, right)?;
        let element = self.element(to, i.clone())?;
        let assign = self.make(ExprKind::Assign(Box::new(element), Box::new(value)))?;
        let body = self.block_of(vec![Stmt::Expr(assign)]);
        Some((
            vec![self.counted(counter, 1, length - 1, body)?],
            Vec::new(),
        ))
    }

    /// `a[i] += a[i - 1]`.
    fn scan(&mut self, counter: LocalId, to: &Array) -> Option<(Vec<Stmt>, Vec<LocalId>)> {
        let i = scope::name(counter, Types::INT);
        let by = self.rng.between(1, (to.length as usize - 1).min(3)) as u64;
        let distance = Box::new(Expr::int(Types::INT, u128::from(by)));
        let before = self.make(ExprKind::Binary(BinOp::Sub, Box::new(i.clone()), distance))?;
        let before = self.number(to, before)?;
        let element = self.number(to, i.clone())?;
        let value = self.mixed(element, before)?;
        let element = self.element(to, i)?;
        let assign = self.make(ExprKind::Assign(Box::new(element), Box::new(value)))?;
        let body = self.block_of(vec![Stmt::Expr(assign)]);
        Some((
            vec![self.counted(counter, by, to.length, body)?],
            Vec::new(),
        ))
    }

    /// Searches an array, and keeps the position of the element.
    fn search(&mut self, counter: LocalId, a: &Array) -> Option<(Vec<Stmt>, Vec<LocalId>)> {
        let i = scope::name(counter, Types::INT);
        let element = self.element(a, i.clone())?;
        let wanted = match self.rng.percent(50) {
            true => self.leaf_integer()?,
            false => self.literal_of(element.ty),
        };
        let op = self.comparison_op();
        let found = self.make(ExprKind::Binary(op, Box::new(element), Box::new(wanted)))?;
        let nonzero = Box::new(i.clone());
        let condition = match self.rng.percent(40) {
            true => self.make(ExprKind::Logical(LogicalOp::And, nonzero, Box::new(found)))?,
            false => found,
        };
        let leave = self.block_of(vec![Stmt::Break]);
        let body = self.block_of(vec![Stmt::If(condition, leave, None)]);
        let repeated = self.counted(counter, 0, a.length, body)?;
        let place = self.new_local("x", Types::INT, Storage::Automatic);
        let result = Stmt::Declare(place, Some(Init::Expr(i)));
        Some((vec![repeated, result], vec![place]))
    }
}
