//! Loops whose number of iterations is found by running ahead.

use kvant_mir::{
    BinOp, Block, Constant, FnId, IntTy, Local, Operand, Projection, Rvalue, Statement, Terminator,
};

use super::construct::Construct;
use super::exit::OpenLoop;
use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;
use crate::universe::{TRIPS, TRIPS_FIELD};

/// A loop that is being written.
struct Loop {
    counter: Local,
    counter_int: IntTy,
    bound: Local,
    head: Block,
    exit: Block,
    depth: usize,
    /// Wanted number of iterations.
    trips: u64,
}

impl Grower {
    /// Writes a loop: the body is grown in the first iteration and then run as often as wanted, or as
    /// often as it stays defined.
    pub(super) fn looping(&mut self) -> Result {
        self.looping_over(|this| {
            let budget = this.rng.between(4, 24);
            let before = this.rng.below(budget);
            this.fill_region(before);
            if this.is_in_open_loop() && this.rng.percent(40) {
                // If the exit is refused, it is a loop like any other.
                this.write(Construct::LoopExit);
            }
            this.fill_region(budget - before);
            Ok(())
        })
    }

    /// Writes a loop with this body.
    pub(super) fn looping_over(&mut self, body: impl FnOnce(&mut Self) -> Result) -> Result {
        self.attempt(|this| {
            let region = this.open_region();
            let (bound, trips) = this.trip_count()?;
            let exits = this.swarm.has(Feature::LoopExits);
            // With this, the body sees the counter after the addition, and `continue` does not go through the addition.
            let counts_first = exits && this.rng.percent(20);
            let most = trips + u64::from(counts_first);
            let (counter, counter_int, bound) = this.counter(bound, most)?;
            let test_first = this.rng.percent(35);
            let wanted = Loop {
                counter,
                counter_int,
                bound,
                head: this.draft.new_block(),
                exit: this.draft.new_block(),
                depth: this.draft.machine.depth(),
                trips,
            };
            this.draft.terminator(Terminator::Goto(wanted.head))?;
            if test_first {
                this.test_at_head(&wanted)?;
            }
            let begin = this.draft.machine.steps();
            if counts_first {
                this.count(&wanted)?;
            }
            this.nesting += 1;
            if exits {
                this.body_with_exits(&wanted, body)?;
            } else {
                let inner = this.open_region();
                body(this)?;
                this.close_region(&inner)?;
            }
            this.nesting -= 1;
            if !counts_first {
                this.count(&wanted)?;
            }
            let cost = this.draft.machine.steps() - begin;
            this.close_loop(&wanted, test_first, cost)?;
            this.close_region(&region)
        })
    }

    /// Writes a body that may be left in its middle: to where the loop ends, or to the block in which the
    /// next iteration begins.
    fn body_with_exits(&mut self, wanted: &Loop, body: impl FnOnce(&mut Self) -> Result) -> Result {
        let inner = self.open_region();
        let latch = self.draft.new_block();
        self.open_loops.push(OpenLoop {
            function: self.draft.at.0,
            depth: wanted.depth,
            counter: wanted.counter,
            int: wanted.counter_int,
            latch,
            exit: wanted.exit,
            marked: self.marked.len(),
        });
        let written = body(self);
        self.open_loops.pop();
        written?;
        self.close_region(&inner)?;
        self.draft.terminator(Terminator::Goto(latch))?;
        Ok(())
    }

    /// An opaque number of iterations: a trip count from the environment, in a local.
    fn trip_count(&mut self) -> Result<(Local, u64)> {
        let most = [TRIPS.len(), 8, 4, 3][self.nesting.min(3)];
        let n = self.rng.below(most);
        let usize = self.universe.usize;
        let n_constant = Constant::Int(n as u128, IntTy::Usize).into();
        let index = self.assign_new(usize, Rvalue::Use(n_constant), true)?;
        let place = self
            .environment_field(TRIPS_FIELD)
            .ok_or(Refusal::Nothing)?
            .project(Projection::Index(index));
        let bound = self.assign_new(usize, Rvalue::Use(place.into()), true)?;
        Ok((bound, TRIPS[n] as u64))
    }

    /// A counter that begins at 0, and the bound in the counter's type.
    fn counter(&mut self, bound: Local, trips: u64) -> Result<(Local, IntTy, Local)> {
        let usize = self.universe.usize;
        let ty = match self.rng.percent(60) {
            true => usize,
            false => self.universe.int(&mut self.rng),
        };
        let int = self.int_ty(ty)?;
        let zero = Constant::Int(0, int).into();
        let counter = self.assign_new(ty, Rvalue::Use(zero), true)?;
        if ty == usize {
            self.scope.bounded.push((counter, trips));
            return Ok((counter, int, bound));
        }
        let bound = self.assign_new(ty, Rvalue::Cast(bound.into(), ty), true)?;
        Ok((counter, int, bound))
    }

    /// `while counter < bound`: the test stands before the body.
    fn test_at_head(&mut self, wanted: &Loop) -> Result {
        let body = self.draft.new_block();
        let more = self.compare(wanted.counter, wanted.bound.into())?;
        self.draft.terminator(Terminator::Switch {
            scrutinee: more,
            arms: vec![(0, wanted.exit)],
            otherwise: body,
        })?;
        Ok(())
    }

    fn count(&mut self, wanted: &Loop) -> Result {
        let one = Constant::Int(1, wanted.counter_int);
        let next = Rvalue::Binary(BinOp::Add, wanted.counter.into(), one.into());
        self.draft
            .statement(Statement::Assign(wanted.counter.into(), next))?;
        Ok(())
    }

    fn compare(&mut self, counter: Local, bound: Operand) -> Result<Operand> {
        let rvalue = Rvalue::Binary(BinOp::Lt, counter.into(), bound);
        self.assign_new(self.universe.bool, rvalue, true)
            .map(Operand::from)
    }

    /// Writes the way back to the head. First with the bound that was wanted, if there are steps for it;
    /// where the body does not stay defined that long, with the number of iterations for which it did; at
    /// last with none. An iteration costs about `cost` steps.
    fn close_loop(&mut self, wanted: &Loop, test_first: bool, cost: u64) -> Result {
        let affordable = self.share() / (cost + 2);
        let mut rounds = affordable;
        if wanted.trips <= affordable {
            let first = self.attempt_run(|this| {
                if test_first {
                    this.draft.terminator(Terminator::Goto(wanted.head))?;
                } else {
                    this.branch_back(wanted, wanted.bound.into())?;
                }
                this.iterate(wanted, &mut rounds)
            });
            if first.is_ok() {
                let wound = rounds > 1 + u64::from(test_first);
                self.draft.stats.grown.loops += u64::from(wound);
                return Ok(());
            }
        }
        for _ in 0..2 {
            if rounds < 2 {
                break;
            }
            let bound = Constant::Int(u128::from(rounds), wanted.counter_int);
            let again = self.attempt_run(|this| {
                this.branch_back(wanted, bound.into())?;
                this.iterate(wanted, &mut rounds)
            });
            if again.is_ok() {
                self.draft.stats.grown.loops += 1;
                return Ok(());
            }
        }
        self.draft.terminator(Terminator::Goto(wanted.exit))?;
        Ok(())
    }

    fn branch_back(&mut self, wanted: &Loop, bound: Operand) -> Result {
        let more = self.compare(wanted.counter, bound)?;
        self.draft.terminator(Terminator::Switch {
            scrutinee: more,
            arms: vec![(0, wanted.exit)],
            otherwise: wanted.head,
        })?;
        Ok(())
    }

    /// Runs the loop to its exit and counts the iterations that were completed. A loop that tests
    /// first comes to its head once more than that.
    fn iterate(&mut self, wanted: &Loop, rounds: &mut u64) -> Result {
        *rounds = 1;
        let function = self.draft.at.0;
        while self.draft.at.1 == wanted.head {
            self.run_to_either(wanted, function)?;
            *rounds += 1;
        }
        Ok(())
    }

    /// Continues to the loop's head or its exit, in the frame that runs it.
    fn run_to_either(&mut self, wanted: &Loop, function: FnId) -> Result {
        match self.run_to(wanted.depth, (function, wanted.head)) {
            // Nothing is written at the exit yet, so execution stops there.
            Err(Refusal::Unwritten)
                if self.draft.at == (function, wanted.exit)
                    && self.draft.machine.depth() == wanted.depth =>
            {
                Ok(())
            }
            other => other,
        }
    }
}
