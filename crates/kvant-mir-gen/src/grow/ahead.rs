//! Text that is written before it is executed: shapes whose every block is known beforehand.
//!
//! The machine runs over it afterwards, on trial, so it decides here as everywhere.

use kvant_mir::{
    BinOp, Block, Constant, IntTy, Local, Operand, Rvalue, Statement, Terminator, Ty, TyKind,
};
use kvant_mir_machine::arithmetic::truncate;

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;

/// The start and the direction of a loop's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// From 0 up to the bound, in steps.
    Up(u64),
    /// From the bound down to 0.
    Down,
    /// Up from a number near the end of the counter's type, so that it may wrap.
    From(u128),
}

/// The counter of a loop that is written ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) counting: Counting,
    pub(super) int: IntTy,
    /// True if the test precedes the body. If not, the body runs at least once.
    pub(super) test_first: bool,
    /// True if the test is `!=` rather than an ordering.
    pub(super) by_equality: bool,
}

/// The parts of a loop that is written ahead, for its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Number of earlier rounds times the step; a `usize`.
    pub(super) index: Local,
    /// The block in which the next round begins.
    pub(super) next: Block,
    /// The block after the loop.
    pub(super) exit: Block,
}

impl Grower {
    /// Writes text without executing it, and then runs to its end.
    pub(super) fn ahead<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if !self.draft.live {
            return Err(Refusal::Nothing);
        }
        self.attempt_run(|this| {
            let begin = this.draft.new_block();
            let (value, end) = this.unexecuted(begin, |this| {
                let value = write(this)?;
                let end = this.draft.new_block();
                this.jump(end)?;
                Ok((value, end))
            })?;
            let depth = this.draft.machine.depth();
            let function = this.draft.at.0;
            this.draft.terminator(Terminator::Goto(begin))?;
            this.run_to(depth, (function, end))?;
            Ok(value)
        })
    }

    /// Writes text from `block` on, without executing it, and comes back.
    pub(super) fn unexecuted<T>(
        &mut self,
        block: Block,
        write: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let here = std::mem::replace(&mut self.draft.at.1, block);
        let live = std::mem::replace(&mut self.draft.live, false);
        let result = write(self);
        self.draft.at.1 = here;
        self.draft.live = live;
        result
    }

    /// Runs `work` with all results in new locals: a callee that gets pointers must not reach the place of its result
    /// through one of them.
    pub(super) fn with_new_locals(&mut self, work: impl FnOnce(&mut Self) -> Result) -> Result {
        let percent = std::mem::replace(&mut self.swarm.new_local_percent, 100);
        let result = work(self);
        self.swarm.new_local_percent = percent;
        result
    }

    /// Jumps to `block` and continues there.
    pub(super) fn jump(&mut self, block: Block) -> Result {
        self.draft.terminator(Terminator::Goto(block))?;
        self.draft.at.1 = block;
        Ok(())
    }

    /// Goes to `yes` if `condition` is true, else to `no`.
    pub(super) fn branch(&mut self, condition: Operand, yes: Block, no: Block) -> Result {
        self.draft.terminator(Terminator::Switch {
            scrutinee: condition,
            arms: vec![(0, no)],
            otherwise: yes,
        })?;
        Ok(())
    }

    /// Assigns to a new local without storage markers, which does not come into scope.
    pub(super) fn put(&mut self, ty: Ty, rvalue: Rvalue) -> Result<Local> {
        let local = self.draft.new_local(ty, false);
        self.set(local, rvalue)?;
        Ok(local)
    }

    /// `local = rvalue`.
    pub(super) fn set(&mut self, local: Local, rvalue: Rvalue) -> Result {
        self.draft
            .statement(Statement::Assign(local.into(), rvalue))?;
        Ok(())
    }

    /// `left op right` of type `ty` in a new local that does not come into scope.
    pub(super) fn put_binary(
        &mut self,
        ty: Ty,
        op: BinOp,
        left: impl Into<Operand>,
        right: impl Into<Operand>,
    ) -> Result<Local> {
        self.put(ty, Rvalue::Binary(op, left.into(), right.into()))
    }

    /// `left op right` as a `bool`.
    pub(super) fn put_test(
        &mut self,
        op: BinOp,
        left: impl Into<Operand>,
        right: impl Into<Operand>,
    ) -> Result<Operand> {
        self.put_binary(self.universe.bool, op, left, right)
            .map(Operand::from)
    }

    /// Casts a value to another number type; a value of that type stays as it is.
    pub(super) fn put_cast(&mut self, from: Ty, to: Ty, value: Operand) -> Result<Operand> {
        match from == to {
            true => Ok(value),
            false => self.put(to, Rvalue::Cast(value, to)).map(Operand::from),
        }
    }

    /// The number `value` of the integer type `ty`, truncated to its width.
    pub(super) fn number(&self, ty: Ty, value: u128) -> Result<Operand> {
        match *self.kind(ty) {
            TyKind::Int(int) => {
                let bits = truncate(value, int.bits(&TARGET));
                Ok(Constant::Int(bits, int).into())
            }
            _ => Err(Refusal::Nothing),
        }
    }

    /// A `usize` literal.
    pub(super) fn count_of(value: u64) -> Operand {
        Constant::Int(value.into(), IntTy::Usize).into()
    }

    /// `if condition { yes } else { no }`.
    pub(super) fn if_else(
        &mut self,
        condition: Operand,
        yes: impl FnOnce(&mut Self) -> Result,
        no: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        let blocks = [(); 3].map(|()| self.draft.new_block());
        let [then, otherwise, join] = blocks;
        self.branch(condition, then, otherwise)?;
        self.draft.at.1 = then;
        yes(self)?;
        self.jump(join)?;
        self.draft.at.1 = otherwise;
        no(self)?;
        self.jump(join)
    }

    /// `if condition { work }`.
    pub(super) fn when(
        &mut self,
        condition: Operand,
        work: impl FnOnce(&mut Self) -> Result,
    ) -> Result {
        let (then, join) = (self.draft.new_block(), self.draft.new_block());
        self.branch(condition, then, join)?;
        self.draft.at.1 = then;
        work(self)?;
        self.jump(join)
    }

    /// A loop of `bound` rounds (a `usize`), or as many as there are steps below it.
    pub(super) fn counted(
        &mut self,
        counter: Counter,
        bound: Operand,
        body: impl FnOnce(&mut Self, &Round) -> Result,
    ) -> Result {
        let usize = self.universe.usize;
        let ty = self.draft.program.types.int(counter.int);
        let bound = self.put_cast(usize, ty, bound)?;
        let zero = self.number(ty, 0)?;
        let (first, last) = match counter.counting {
            Counting::Up(_) => (zero, bound),
            Counting::Down => (bound, zero),
            Counting::From(start) => {
                let start = self.number(ty, start)?;
                let end = self.put_binary(ty, BinOp::Add, start.clone(), bound)?;
                (start, end.into())
            }
        };
        let i = self.put(ty, Rvalue::Use(first))?;
        let [head, begin, next, exit] = [(); 4].map(|()| self.draft.new_block());
        self.jump(head)?;
        if counter.test_first {
            let more = self.is_more(&counter, i, last.clone())?;
            self.branch(more, begin, exit)?;
            self.draft.at.1 = begin;
        } else {
            self.jump(begin)?;
        }
        let one = self.number(ty, 1)?;
        if counter.counting == Counting::Down {
            self.set(i, Rvalue::Binary(BinOp::Sub, i.into(), one.clone()))?;
        }
        let from_zero = match counter.counting {
            Counting::From(start) => {
                let start = self.number(ty, start)?;
                self.put_binary(ty, BinOp::Sub, i, start)?
            }
            _ => i,
        };
        let index = match ty == usize {
            true => from_zero,
            false => self.put(usize, Rvalue::Cast(from_zero.into(), usize))?,
        };
        body(self, &Round { index, next, exit })?;
        self.jump(next)?;
        match counter.counting {
            Counting::Up(step) => {
                let step = self.number(ty, step.into())?;
                self.set(i, Rvalue::Binary(BinOp::Add, i.into(), step))?;
            }
            Counting::From(_) => self.set(i, Rvalue::Binary(BinOp::Add, i.into(), one))?,
            Counting::Down => {}
        }
        if counter.test_first {
            self.jump(head)?;
        } else {
            let more = self.is_more(&counter, i, last)?;
            self.branch(more, head, exit)?;
        }
        self.draft.at.1 = exit;
        Ok(())
    }

    /// Writes the test for another round.
    fn is_more(&mut self, counter: &Counter, i: Local, last: Operand) -> Result<Operand> {
        let op = match counter.counting {
            // Steps may miss the bound, and a counter that wraps is not below it.
            Counting::From(_) => BinOp::Ne,
            Counting::Up(step) if step > 1 => BinOp::Lt,
            _ if counter.by_equality => BinOp::Ne,
            Counting::Up(_) => BinOp::Lt,
            Counting::Down => BinOp::Gt,
        };
        self.put_test(op, i, last)
    }

    /// A random way to count, in a random integer type.
    pub(super) fn any_counter(&mut self) -> Counter {
        let ints = [
            (12, IntTy::Usize),
            (2, IntTy::U8),
            (2, IntTy::U16),
            (2, IntTy::U32),
            (2, IntTy::I32),
            (2, IntTy::I64),
            (1, IntTy::I8),
            (1, IntTy::I16),
        ];
        let int = self.rng.weighted(&ints);
        let near_the_end = self.rng.below(40) as u128;
        let counting = match self.rng.below(12) {
            0 => Counting::Up(2),
            1 => Counting::Up(3),
            2 | 3 => Counting::Down,
            4 if int.is_signed() => {
                let half = 1_u128 << (int.bits(&TARGET) - 1);
                Counting::From(half - 1 - near_the_end)
            }
            4 => Counting::From(near_the_end.wrapping_neg()),
            _ => Counting::Up(1),
        };
        Counter {
            counting,
            int,
            test_first: self.rng.percent(60),
            by_equality: self.rng.percent(40),
        }
    }

    /// A counter that goes up from 0 in steps of 1.
    pub(super) fn plain_counter(&mut self) -> Counter {
        Counter {
            counting: Counting::Up(1),
            int: IntTy::Usize,
            test_first: self.rng.percent(50),
            by_equality: self.rng.percent(30),
        }
    }
}
