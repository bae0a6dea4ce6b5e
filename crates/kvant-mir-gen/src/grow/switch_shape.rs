//! Branches that can be threaded: the same condition is tested again, or is a constant on each path to the test.

mod constants;
mod variants;

use kvant_mir::{BinOp, Block, Constant, IntTy, Local, Operand, Rvalue, Statement, Terminator};
use kvant_mir_machine::arithmetic::truncate;

use super::phi::Piece;
use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;

/// Maximum number of statements between a branch and the next one.
const BETWEEN: usize = 3;

/// The prerequisite of a shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Enums,
    Loops,
}

/// A shape: its weight, its name in the statistics, its prerequisite, and its function.
type Shape = (u32, &'static str, Needs, fn(&mut Grower) -> Result);

const SHAPES: [Shape; 7] = [
    (
        4,
        "switch-shape: asked twice",
        Needs::Nothing,
        Grower::asked_twice,
    ),
    (
        4,
        "switch-shape: constants",
        Needs::Nothing,
        Grower::constants_meet,
    ),
    (3, "switch-shape: table", Needs::Nothing, Grower::dense),
    (
        3,
        "switch-shape: and or",
        Needs::Nothing,
        Grower::short_circuit,
    ),
    (
        2,
        "switch-shape: matched twice",
        Needs::Enums,
        Grower::matched_twice,
    ),
    (
        3,
        "switch-shape: mapped variants",
        Needs::Enums,
        Grower::mapped_variants,
    ),
    (
        3,
        "switch-shape: states",
        Needs::Loops,
        Grower::state_machine,
    ),
];

/// An integer that branches depend on.
#[derive(Clone, Copy)]
struct Subject {
    local: Local,
    int: IntTy,
    /// Its current value.
    now: u128,
    /// An upper bound that it is always below, if one is known.
    below: Option<u64>,
}

impl Grower {
    /// Writes some shape.
    pub(super) fn switch_shape(&mut self) -> Result {
        let loops = self.swarm.has(Feature::Loops) && self.trials == 0 && !self.is_exhausted();
        let possible = |needs: Needs| match needs {
            Needs::Nothing => true,
            Needs::Enums => !self.universe.enums.is_empty(),
            Needs::Loops => loops,
        };
        let shapes = SHAPES.iter().filter(|shape| possible(shape.2));
        let shapes: Vec<(u32, &Shape)> = shapes.map(|shape| (shape.0, shape)).collect();
        let &(_, name, _, write) = self.rng.weighted(&shapes);
        let result = match self.draft.live {
            true => self.attempt(write),
            false => Err(Refusal::Nothing),
        };
        self.draft.stats.count(name, result.is_ok());
        result
    }

    /// A branch, statements in between, and a branch whose outcome is known from the first: on the same condition, or
    /// on one that follows.
    fn asked_twice(&mut self) -> Result {
        let subject = self.subject()?;
        let c = self.near(subject);
        let first = self.comparison_with(subject, c);
        let answer = self.question(first.clone())?;
        self.branch_on(answer.into())?;
        for _ in 0..self.rng.between(1, 2) {
            let budget = self.rng.below(BETWEEN + 1);
            self.fill_region(budget);
            match self.rng.below(6) {
                0 => self.branch_on(answer.into())?,
                1 => {
                    let again = self.question(first.clone())?;
                    self.branch_on(again.into())?;
                }
                2 => self.implied_by_bits(subject, c)?,
                _ => {
                    let step = [0, 1, 1_u128.wrapping_neg(), 4][self.rng.below(4)];
                    let implied = self.comparison_with(subject, c.wrapping_add(step));
                    let implied = self.question(implied)?;
                    self.branch_on(implied.into())?;
                }
            }
        }
        Ok(())
    }

    /// A switch on a few bits of a number, or on its difference from a constant.
    fn implied_by_bits(&mut self, subject: Subject, c: u128) -> Result {
        let (op, right, values) = match self.rng.below(3) {
            0 => (BinOp::BitAnd, 1, vec![0, 1]),
            1 => (BinOp::BitAnd, 3, vec![c & 3, c.wrapping_add(1) & 3]),
            _ => (BinOp::BitXor, c, vec![0]),
        };
        let rvalue = Rvalue::Binary(op, subject.local.into(), subject.literal(right));
        let ty = self.local_ty(subject.local);
        let bits = self.assign_new(ty, rvalue, true)?;
        self.switch_on(bits.into(), values, 1..=5)
    }

    /// `a && b || c` and similar conditions, with targets that several branches share.
    fn short_circuit(&mut self) -> Result {
        let subjects = [self.subject()?, self.subject()?, self.subject()?];
        let count = self.rng.between(2, 4);
        let [yes, no] = [(); 2].map(|()| self.draft.new_block());
        // One target of each branch is the next branch.
        let blocks: Vec<Block> = (0..count).map(|_| self.draft.new_block()).collect();
        let mut pieces = Vec::new();
        for (n, &block) in blocks.iter().enumerate() {
            let next = blocks.get(n + 1).copied();
            let beyond = blocks.get(n + 2).copied();
            let (first, second) = match (next, self.rng.below(5)) {
                (None, _) => (yes, no),
                (Some(next), 0 | 1) => (yes, next),
                (Some(next), 2 | 3) => (next, no),
                (Some(next), _) => (next, beyond.unwrap_or(yes)),
            };
            let subject = subjects[self.rng.below(subjects.len())];
            let c = self.near(subject);
            let question = self.comparison_with(subject, c);
            let answer = self.draft.new_local(self.universe.bool, false);
            pieces.push(Piece {
                block,
                statements: vec![Statement::Assign(answer.into(), question)],
                end: Terminator::Switch {
                    scrutinee: answer.into(),
                    arms: vec![(0, second)],
                    otherwise: first,
                },
            });
        }
        let join = self.draft.new_block();
        if self.rng.percent(40) {
            // The result as a value, for later branches.
            let ty = self.universe.bool;
            let phi = self.declare(ty, false)?;
            for (block, value) in [(yes, true), (no, false)] {
                let value = Rvalue::Use(Constant::Bool(value).into());
                pieces.push(Piece::assigning(block, phi, value, join));
            }
            self.draft.terminator(Terminator::Goto(blocks[0]))?;
            self.write_pieces(pieces, join)?;
            self.bring_into_scope(phi, false);
            return match self.rng.percent(50) {
                true => self.branch_on(phi.into()),
                false => Ok(()),
            };
        }
        self.draft.terminator(Terminator::Goto(blocks[0]))?;
        self.write_pieces(pieces, join)?;
        let other = if self.draft.at.1 == yes { no } else { yes };
        let arm = self.arm_here(join);
        self.draft.open_arm(other, arm);
        self.nesting += 1;
        let budget = self.rng.between(1, 6);
        self.write_arm(join, None, budget)?;
        self.nesting -= 1;
        Ok(())
    }

    /// An integer to branch on, mostly one that is not changed. A loop's counter has another value in each iteration,
    /// so its branches take all targets.
    fn subject(&mut self) -> Result<Subject> {
        let counters = &self.scope.bounded;
        if self.rng.percent(40)
            && let Some(&(local, below)) = self.rng.pick(counters)
        {
            let now = self.draft.peek(&local.into()).ok_or(Refusal::Nothing)?;
            return Ok(Subject {
                local,
                int: IntTy::Usize,
                now,
                below: Some(below),
            });
        }
        let ty = self.universe.int(&mut self.rng);
        let int = self.int_ty(ty)?;
        let operand = self.opaque(int)?;
        let frozen = self.rng.percent(75);
        let local = self.assign_new(ty, Rvalue::Use(operand), frozen)?;
        let now = self.draft.peek(&local.into()).ok_or(Refusal::Nothing)?;
        Ok(Subject {
            local,
            int,
            now,
            below: None,
        })
    }

    /// A constant to compare with: close to the current value, another possible value, or any.
    fn near(&mut self, subject: Subject) -> u128 {
        let bits = subject.int.bits(&TARGET);
        let c = match (self.rng.below(6), subject.below) {
            (0, _) => subject.now,
            (1, _) => subject.now.wrapping_add(1),
            (_, Some(below)) => self.rng.below(below.max(1) as usize) as u128,
            (2, None) => subject.now.wrapping_sub(1),
            (3, None) => self.favourite,
            (4, None) => 1 << (bits - 1),
            (_, None) => self.rng.below(17) as u128,
        };
        truncate(c, bits)
    }

    fn comparison_with(&mut self, subject: Subject, c: u128) -> Rvalue {
        let ops = [
            BinOp::Lt,
            BinOp::Le,
            BinOp::Gt,
            BinOp::Ge,
            BinOp::Eq,
            BinOp::Ne,
        ];
        let op = *self.rng.pick(&ops).unwrap_or(&BinOp::Lt);
        Rvalue::Binary(op, subject.local.into(), subject.literal(c))
    }

    /// The result of a condition in a new read-only local.
    fn question(&mut self, question: Rvalue) -> Result<Local> {
        self.assign_new(self.universe.bool, question, true)
    }

    /// A branch on a `bool`: one arm is written now and the other one later.
    fn branch_on(&mut self, answer: Operand) -> Result {
        let value = self.rng.below(2) as u128;
        self.switch_on(answer, vec![value], 1..=6)
    }
}

impl Subject {
    fn literal(self, value: u128) -> Operand {
        Constant::Int(truncate(value, self.int.bits(&TARGET)), self.int).into()
    }
}
