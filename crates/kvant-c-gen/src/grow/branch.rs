//! Branches: `if`, `switch`, `goto`, and exits of loops.
//!
//! The arm that is taken now is written now. The others stay open: a later iteration or call that reaches one finds a frontier,
//! and the arm is written then, with the data of that execution. An arm that is never reached becomes a decoy.

use kvant_c::{BinOp, BlockId, Expr, ExprKind, LabelId, Stmt, Types, UnaryOp};
use kvant_c_machine::Value;

use super::Grower;

impl Grower {
    /// Proposes an `if`, perhaps with `else`.
    pub(super) fn branch(&mut self) -> bool {
        let condition = self.condition(2);
        let then = self.new_block(true);
        let otherwise = self.rng.percent(55).then(|| self.new_block(true));
        self.proposed_or_closed(
            Stmt::If(condition, then, otherwise),
            &[Some(then), otherwise],
        )
    }

    /// Proposes a statement; if it is refused, closes its blocks.
    fn proposed_or_closed(&mut self, statement: Stmt, blocks: &[Option<BlockId>]) -> bool {
        let written = self.propose(statement);
        if !written {
            let function = self.program.function_mut(self.here.function);
            for block in blocks.iter().flatten() {
                function.block_mut(*block).open = false;
            }
        }
        written
    }

    /// A condition that is false now.
    fn false_now(&mut self) -> Option<Expr> {
        let condition = self.condition(1);
        if condition.has_effects() {
            return None;
        }
        let holds = match self.peek(&condition)? {
            Value::Int(bits) => bits != 0,
            Value::Float(value) => value != 0.0,
            Value::Null => false,
            _ => true,
        };
        match holds {
            true => self.make(ExprKind::Unary(UnaryOp::LogicalNot, Box::new(condition))),
            false => Some(condition),
        }
    }

    /// Proposes a `break` or `continue` that is not taken now.
    pub(super) fn exit(&mut self) -> bool {
        let Some(condition) = self.false_now() else {
            return false;
        };
        let statement = match self.rng.percent(60) {
            true => Stmt::Break,
            false => Stmt::Continue,
        };
        let arm = self.block_of(vec![statement]);
        self.propose(Stmt::If(condition, arm, None))
    }

    /// Proposes a `switch`: the current value has an arm of its own, or none.
    pub(super) fn switch(&mut self) -> bool {
        let value = self.value(2);
        if !self.program.types.is_integer(value.ty) || value.has_effects() {
            return false;
        }
        // A mask leaves few different values.
        let mask = *self.rng.pick(&[3, 7, 15]).unwrap_or(&7);
        let masked = match self.rng.percent(75) {
            true => {
                let mask = Expr::int(Types::INT, mask);
                self.make(ExprKind::Binary(
                    BinOp::And,
                    Box::new(value),
                    Box::new(mask),
                ))
            }
            false => Some(value),
        };
        let Some(value) = masked else {
            return false;
        };
        let target = self.target;
        let Ok(ty) = self.program.promoted(&target, &value) else {
            return false;
        };
        let kvant_c::TypeKind::Int(kind) = *self.program.types.kind(ty) else {
            return false;
        };
        // Cases of `__int128` cannot be written.
        let width = target.int_bits(kind);
        if width > 64 {
            return false;
        }
        let Some(Value::Int(now)) = self.peek(&value) else {
            return false;
        };
        let bits = u128::MAX >> (128 - width);
        let mut cases: Vec<u128> = Vec::new();
        if self.rng.percent(75) {
            cases.push(now);
        }
        for n in 0..self.rng.between(1, 5) as u128 {
            let near = now.wrapping_add(n).wrapping_sub(2) & bits;
            let case = match self.rng.percent(70) {
                true => near & mask,
                false => u128::from(self.rng.bits() % 40),
            };
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        self.rng.shuffle(&mut cases);
        let has_default = self.rng.percent(70);
        let default_at = self.rng.below(cases.len() + 1);
        let mut statements = Vec::new();
        let mut arms = Vec::new();
        for n in 0..=cases.len() {
            if has_default && n == default_at {
                statements.push(Stmt::Default);
                // The labels of a case and of the default may be at the same place.
                if n == cases.len() || self.rng.percent(80) {
                    self.arm(&mut statements, &mut arms);
                }
            }
            if let Some(case) = cases.get(n) {
                statements.push(Stmt::Case(*case));
                self.arm(&mut statements, &mut arms);
            }
        }
        let body = self.block_of(statements);
        let arms: Vec<Option<BlockId>> = arms.into_iter().map(Some).collect();
        self.proposed_or_closed(Stmt::Switch(value, body), &arms)
    }

    fn arm(&mut self, statements: &mut Vec<Stmt>, arms: &mut Vec<BlockId>) {
        let arm = self.new_block(true);
        arms.push(arm);
        statements.push(Stmt::Block(arm));
        if self.rng.percent(75) {
            statements.push(Stmt::Break);
        }
    }

    /// Proposes a `goto`: forward over a block that is executed now, or backward as a loop.
    pub(super) fn goto(&mut self) -> bool {
        match self.rng.percent(50) && self.here.loops < 2 {
            true => self.backward_goto(),
            false => self.forward_goto(),
        }
    }

    fn forward_goto(&mut self) -> bool {
        let Some(condition) = self.false_now() else {
            return false;
        };
        let label = self.new_label();
        let jump = self.block_of(vec![Stmt::Goto(label)]);
        let over = self.new_block(true);
        let length = self.length();
        // The label has to exist before the jump is executed.
        let written = self.trial(vec![
            Stmt::If(condition, jump, None),
            Stmt::Block(over),
            Stmt::Label(label),
        ]);
        if written.is_err() {
            self.truncate(length);
            let function = self.program.function_mut(self.here.function);
            function.block_mut(over).open = false;
        }
        written.is_ok()
    }

    pub(super) fn new_label(&mut self) -> LabelId {
        let name = self.name("L");
        let function = self.program.function_mut(self.here.function);
        function.labels.push(name);
        LabelId(function.labels.len() as u32 - 1)
    }
}
