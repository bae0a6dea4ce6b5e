//! Exits from the middle of a loop: `break` and `continue`, also of an outer loop.

use kvant_mir::{
    BinOp, Block, FnId, IntTy, Local, Operand, Rvalue, Statement, Terminator, Ty, TyKind,
};

use super::{Grower, Result};
use crate::draft::Refusal;

/// A loop whose body is being written in its first iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenLoop {
    pub(super) function: FnId,
    /// Depth of the frame that runs it.
    pub(super) depth: usize,
    pub(super) counter: Local,
    pub(super) int: IntTy,
    /// The target of `continue`.
    pub(super) latch: Block,
    /// The target of `break`.
    pub(super) exit: Block,
    /// Number of locals with storage to be ended when the body began.
    pub(super) marked: usize,
}

impl Grower {
    /// Returns true if the cursor is in a loop that can be left.
    pub(super) fn is_in_open_loop(&self) -> bool {
        // Text on trial is in another place.
        self.draft.live
            && self.trials == 0
            && self.open_loops.last().is_some_and(|l| self.is_here(l))
    }

    fn is_here(&self, open: &OpenLoop) -> bool {
        open.function == self.draft.at.0 && open.depth == self.draft.machine.depth()
    }

    /// A switch that stays in the loop now, and leaves it in some later execution.
    pub(super) fn loop_exit(&mut self) -> Result {
        if !self.is_in_open_loop() {
            return Err(Refusal::Nothing);
        }
        let here: Vec<OpenLoop> = self
            .open_loops
            .iter()
            .filter(|open| self.is_here(open))
            .copied()
            .collect();
        let inner = *here.last().ok_or(Refusal::Nothing)?;
        let open = match self.rng.percent(25) {
            true => *self.rng.pick(&here).unwrap_or(&inner),
            false => inner,
        };
        self.attempt(|this| {
            let (scrutinee, other) = this.exit_question(&open)?;
            let way_out = this.draft.new_block();
            let target = match this.rng.percent(60) {
                true => open.exit,
                false => open.latch,
            };
            this.write_way_out(way_out, open.marked, target)?;
            // Some exits do work before they leave; it is written when execution reaches it.
            let first = match this.rng.percent(50) {
                true => way_out,
                false => this.draft.new_block(),
            };
            let go_on = this.draft.new_block();
            let (arms, otherwise) = match other {
                Way::Value(value) => (vec![(value, first)], go_on),
                Way::Otherwise(value) => (vec![(value, go_on)], first),
            };
            this.draft.terminator(Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            })?;
            if this.draft.at.1 != go_on {
                return Err(Refusal::Nothing);
            }
            if first != way_out {
                let arm = this.arm_here(way_out);
                this.draft.open_arm(first, arm);
            }
            Ok(())
        })
    }

    /// Ends the storage of all locals that the body of the loop began so far, and leaves.
    fn write_way_out(&mut self, block: Block, marked: usize, target: Block) -> Result {
        let dying: Vec<Local> = self.marked.iter().skip(marked).rev().copied().collect();
        self.unexecuted(block, |this| {
            for local in dying {
                this.draft.statement(Statement::StorageDead(local))?;
            }
            this.draft.terminator(Terminator::Goto(target))?;
            Ok(())
        })
    }

    /// A scrutinee and the values that leave the loop; its current value is not one of them.
    fn exit_question(&mut self, open: &OpenLoop) -> Result<(Operand, Way)> {
        let bool = self.universe.bool;
        match self.rng.below(10) {
            0..=2 => {
                // At some later value of the counter.
                let ty = self.draft.program.types.int(open.int);
                let later = self.rng.between(1, 9) as u128;
                let now = self.draft.peek(&open.counter.into()).unwrap_or_default();
                let later = self.number(ty, now + later)?;
                let op = [BinOp::Eq, BinOp::Gt][self.rng.below(2)];
                let rvalue = Rvalue::Binary(op, open.counter.into(), later);
                let question = self.assign_new(bool, rvalue, true)?;
                Ok((question.into(), Way::Otherwise(0)))
            }
            3..=5 => {
                let ty = self.universe.int(&mut self.rng);
                let (left, right) = self.two_operands(ty)?;
                let ops = [BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Ge];
                let op = ops[self.rng.below(4)];
                let question = self.assign_new(bool, Rvalue::Binary(op, left, right), false)?;
                let now = self.draft.peek(&question.into()).ok_or(Refusal::Nothing)?;
                Ok((question.into(), Way::Otherwise(now)))
            }
            _ => {
                let ty = self.universe.int(&mut self.rng);
                let data = self.operand(ty)?;
                self.few_values(ty, data)
            }
        }
    }

    /// `data` masked to a few values, and one of them that is not its current value.
    fn few_values(&mut self, ty: Ty, data: Operand) -> Result<(Operand, Way)> {
        if data.place().is_none() || !matches!(self.kind(ty), TyKind::Int(_)) {
            return Err(Refusal::Nothing);
        }
        let mask = [1, 3, 7][self.rng.below(3)];
        let right = self.number(ty, mask)?;
        let few = self.assign_new(ty, Rvalue::Binary(BinOp::BitAnd, data, right), false)?;
        let now = self.draft.peek(&few.into()).ok_or(Refusal::Nothing)?;
        let other = (now + 1 + self.rng.below(mask as usize) as u128) & mask;
        Ok((few.into(), Way::Value(other)))
    }
}

/// The values of a scrutinee that leave a loop.
enum Way {
    /// This one.
    Value(u128),
    /// All but this one.
    Otherwise(u128),
}
