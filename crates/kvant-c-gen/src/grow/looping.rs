//! Loops. The first iteration writes the body; then the machine runs ahead and determines how many iterations are defined.

use kvant_c::{BinOp, Expr, ExprKind, Init, LocalId, Step, Stmt, Type, Types};
use kvant_c_machine::Value;

use super::Grower;
use crate::feature::Feature;
use crate::scope;

impl Grower {
    /// Proposes a `for`, `while` or `do`.
    pub(super) fn looping(&mut self) -> bool {
        if self.here.loops >= 2 {
            return false;
        }
        let mut kinds = Vec::new();
        if self.has(Feature::ForLoops) {
            kinds.extend([0, 0]);
        }
        if self.has(Feature::WhileLoops) {
            kinds.extend([1, 2]);
        }
        match self.rng.pick(&kinds) {
            Some(0) => self.for_loop(),
            Some(1) => self.while_loop(),
            Some(_) => self.do_loop(),
            None => false,
        }
    }

    /// The type of a counter.
    fn counter_type(&mut self) -> Type {
        use kvant_c::IntKind::*;
        let kinds = [Int, Int, Int, UInt, Long, ULong, UChar, Short];
        Types::int(kinds[self.rng.below(kinds.len())])
    }

    /// Declares a counter, which only its loop may write.
    pub(super) fn counter(&mut self, ty: Type, first: u128) -> Option<LocalId> {
        let init = Init::Expr(Expr::int(ty, first));
        let id = self.new_local("i", ty, kvant_c::Storage::Automatic);
        self.reserved.insert((self.here.function, id));
        self.propose(Stmt::Declare(id, Some(init))).then(|| {
            let level = self.here.level;
            let expr = scope::name(id, ty);
            self.here.variables.push(scope::Variable { expr, level });
            id
        })
    }

    /// The number of iterations: a constant, or an opaque expression with that value.
    fn bound(&mut self) -> Option<(Expr, u64)> {
        let most = *self.rng.pick(&[3, 7, 15])?;
        if self.rng.percent(50) {
            let number = match self.rng.percent(15) {
                true => *self.rng.pick(&[16, 17, 31, 33])?,
                false => self.rng.between(2, most + 2),
            };
            return Some((Expr::int(Types::INT, number as u128), number as u64));
        }
        let source = match self.rng.percent(50) {
            true => self.hidden()?,
            false => self.leaf_integer()?,
        };
        if self.program.bit_field(&source).is_some() {
            return None;
        }
        let mask = Expr::int(Types::INT, most as u128);
        let masked = ExprKind::Binary(BinOp::And, Box::new(source), Box::new(mask));
        let masked = self.make(masked)?;
        let two = Box::new(Expr::int(Types::INT, 2));
        let bound = self.make(ExprKind::Binary(BinOp::Add, Box::new(masked), two))?;
        // Some types are wider than the counter.
        let bound = bound.cast(Types::INT);
        match self.peek(&bound)? {
            Value::Int(number) => Some((bound, number as u64)),
            _ => None,
        }
    }

    fn for_loop(&mut self) -> bool {
        let Some((bound, _)) = self.bound() else {
            return false;
        };
        let ty = self.counter_type();
        let Some(id) = self.counter(ty, 0) else {
            return false;
        };
        let counter = scope::name(id, ty);
        let make = |grower: &mut Grower, bound: Expr| {
            let first = ExprKind::Assign(
                Box::new(counter.clone()),
                Box::new(Expr::int(Types::INT, 0)),
            );
            let first = grower.make(first)?;
            let compare = ExprKind::Binary(BinOp::Lt, Box::new(counter.clone()), Box::new(bound));
            Some((first, grower.make(compare)?))
        };
        let stride = match self.rng.percent(75) {
            true => ExprKind::Step(Step::PostInc, Box::new(counter.clone())),
            false => {
                let stride = Box::new(Expr::int(Types::INT, self.rng.between(1, 3) as u128));
                ExprKind::AssignOp(BinOp::Add, Box::new(counter.clone()), stride)
            }
        };
        let body = self.new_block(true);
        let Some(step) = self.make(stride) else {
            return false;
        };
        let mut build = |grower: &mut Grower, bound: Expr| {
            let (first, condition) = make(grower, bound)?;
            Some(vec![Stmt::For(
                Some(first),
                Some(condition),
                Some(step.clone()),
                body,
            )])
        };
        self.run_ahead(bound, &mut build, Some(body))
    }

    /// Proposes a `while` that counts down to zero.
    fn while_loop(&mut self) -> bool {
        let Some((bound, _)) = self.bound() else {
            return false;
        };
        let ty = self.counter_type();
        let Some(id) = self.counter(ty, 0) else {
            return false;
        };
        let counter = scope::name(id, ty);
        let body = self.new_block(true);
        let step = ExprKind::Step(Step::PostDec, Box::new(counter.clone()));
        let Some(condition) = self.make(step).and_then(|step| {
            let zero = Box::new(Expr::int(Types::INT, 0));
            self.make(ExprKind::Binary(BinOp::Gt, Box::new(step), zero))
        }) else {
            return false;
        };
        let mut build = |grower: &mut Grower, bound: Expr| {
            let set = ExprKind::Assign(Box::new(counter.clone()), Box::new(bound));
            let set = Stmt::Expr(grower.make(set)?);
            Some(vec![set, Stmt::While(condition.clone(), body)])
        };
        self.run_ahead(bound, &mut build, Some(body))
    }

    fn do_loop(&mut self) -> bool {
        let Some((bound, _)) = self.bound() else {
            return false;
        };
        let ty = self.counter_type();
        let Some(id) = self.counter(ty, 0) else {
            return false;
        };
        let counter = scope::name(id, ty);
        let body = self.new_block(true);
        let mut build = |grower: &mut Grower, bound: Expr| {
            let condition = grower.counts_to(&counter, bound)?;
            Some(vec![Stmt::DoWhile(body, condition)])
        };
        self.run_ahead(bound, &mut build, Some(body))
    }

    /// `++i < bound`.
    fn counts_to(&mut self, counter: &Expr, bound: Expr) -> Option<Expr> {
        let step = self.make(ExprKind::Step(Step::PreInc, Box::new(counter.clone())))?;
        self.make(ExprKind::Binary(BinOp::Lt, Box::new(step), Box::new(bound)))
    }

    /// Proposes a loop of a label and a backward jump.
    pub(super) fn backward_goto(&mut self) -> bool {
        let Some((bound, _)) = self.bound() else {
            return false;
        };
        let Some(id) = self.counter(Types::INT, 0) else {
            return false;
        };
        let counter = scope::name(id, Types::INT);
        let label = self.new_label();
        let body = self.new_block(true);
        let back = self.block_of(vec![Stmt::Goto(label)]);
        let mut build = |grower: &mut Grower, bound: Expr| {
            let condition = grower.counts_to(&counter, bound)?;
            Some(vec![
                Stmt::Label(label),
                Stmt::Block(body),
                Stmt::If(condition, back, None),
            ])
        };
        self.run_ahead(bound, &mut build, Some(body))
    }

    /// Writes a loop and executes it to its end. If an operation is undefined, it is guarded; if that does not help, the loop
    /// gets fewer iterations.
    pub(super) fn run_ahead(
        &mut self,
        mut bound: Expr,
        build: &mut dyn FnMut(&mut Grower, Expr) -> Option<Vec<Stmt>>,
        body: Option<kvant_c::BlockId>,
    ) -> bool {
        let share = self.share();
        let mut rounds: u64 = 8;
        let mut guards = 0;
        while rounds > 0 {
            let Some(statements) = build(self, bound.clone()) else {
                break;
            };
            match self.with_steps(share, |grower| grower.trial(statements)) {
                Ok(()) => return true,
                Err(stop) => self.stats.refuse(stop.rule()),
            }
            let fault = self.machine.fault().cloned();
            if guards < 4 && fault.is_some_and(|fault| self.guard(&fault)) {
                guards += 1;
                continue;
            }
            rounds /= 2;
            bound = Expr::int(Types::INT, u128::from(rounds));
        }
        if let Some(body) = body {
            let function = self.program.function_mut(self.here.function);
            function.block_mut(body).open = false;
        }
        false
    }
}
