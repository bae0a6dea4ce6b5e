//! Switches whose arms set a constant each, and later uses of that constant.

use kvant_mir::{BinOp, Constant, IntTy, Local, Operand, Rvalue, Statement, Terminator, Ty};
use kvant_mir_machine::arithmetic::truncate;

use super::{BETWEEN, Subject};
use crate::TARGET;
use crate::draft::Refusal;
use crate::grow::phi::Piece;
use crate::grow::{Grower, Result};

impl Grower {
    /// Arms that set one local to a constant each, and a switch on it at the join.
    pub(super) fn constants_meet(&mut self) -> Result {
        let (mut scrutinee, mut ty) = self.scrutinee()?;
        let now = self.draft.peek(&scrutinee).ok_or(Refusal::Nothing)?;
        let mut values = self.arm_values(ty, now);
        for _ in 0..self.rng.between(1, 2) {
            let (phi, constants) = self.write_phi(scrutinee, &values)?;
            let budget = self.rng.below(BETWEEN + 1);
            self.fill_region(budget);
            (scrutinee, ty, values) = self.seen_through(phi, constants)?;
        }
        if ty == self.universe.bool {
            values.truncate(1);
        }
        self.switch_on(scrutinee, values, 1..=6)
    }

    /// A switch whose arms set a new local, and the constants that it may be afterwards. Sometimes one arm sets it to
    /// an opaque value.
    fn write_phi(&mut self, scrutinee: Operand, values: &[u128]) -> Result<(Local, Vec<u128>)> {
        let int_ty = self.universe.int(&mut self.rng);
        let int = self.int_ty(int_ty)?;
        let opaque = self.opaque(int)?;
        let phi = self.declare(int_ty, false)?;
        let join = self.draft.new_block();
        let base = match self.rng.below(3) {
            0 => self.favourite,
            _ => self.rng.below(8) as u128,
        };
        let mut constants = Vec::new();
        let mut arms = Vec::new();
        let mut pieces = Vec::new();
        for n in 0..=values.len() {
            let block = self.draft.new_block();
            let constant = truncate(base.wrapping_add(n as u128), int.bits(&TARGET));
            let value = match self.rng.percent(8) {
                true => opaque.clone(),
                false => Constant::Int(constant, int).into(),
            };
            constants.push(constant);
            let piece = Piece::assigning(block, phi, Rvalue::Use(value), join);
            pieces.push(piece);
            arms.extend(values.get(n).map(|value| (*value, block)));
        }
        let otherwise = pieces.last().map_or(join, |piece| piece.block);
        self.draft.terminator(Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        })?;
        self.write_pieces(pieces, join)?;
        let frozen = self.rng.percent(60);
        self.bring_into_scope(phi, frozen);
        Ok((phi, constants))
    }

    /// A local that is one of a few constants, directly or after an operation, and its possible values.
    fn seen_through(
        &mut self,
        phi: Local,
        mut constants: Vec<u128>,
    ) -> Result<(Operand, Ty, Vec<u128>)> {
        let ty = self.local_ty(phi);
        let int = self.int_ty(ty)?;
        let bits = int.bits(&TARGET);
        let c = self.rng.between(1, 9) as u128;
        let literal = Operand::Const(Constant::Int(c, int));
        let (to, rvalue) = match self.rng.below(6) {
            0 => {
                let known = constants[self.rng.below(constants.len())];
                let ops = [BinOp::Eq, BinOp::Lt, BinOp::Gt, BinOp::Ne];
                let op = *self.rng.pick(&ops).unwrap_or(&BinOp::Eq);
                let known = Constant::Int(known, int);
                constants = vec![self.rng.below(2) as u128];
                let question = Rvalue::Binary(op, phi.into(), known.into());
                (self.universe.bool, question)
            }
            1 => {
                for k in &mut constants {
                    *k = truncate(k.wrapping_add(c), bits);
                }
                (ty, Rvalue::Binary(BinOp::Add, phi.into(), literal))
            }
            2 => {
                for k in &mut constants {
                    *k ^= c;
                }
                (ty, Rvalue::Binary(BinOp::BitXor, phi.into(), literal))
            }
            3 if bits > 8 => {
                for k in &mut constants {
                    *k = truncate(*k, 8);
                }
                let u8 = self.draft.program.types.int(IntTy::U8);
                (u8, Rvalue::Cast(phi.into(), u8))
            }
            _ => return Ok((phi.into(), ty, self.some_of(constants))),
        };
        let seen = self.assign_new(to, rvalue, true)?;
        Ok((seen.into(), to, self.some_of(constants)))
    }

    /// Mostly all values but one, shuffled: the default is for that one.
    fn some_of(&mut self, mut values: Vec<u128>) -> Vec<u128> {
        self.rng.shuffle(&mut values);
        values.dedup();
        if values.len() > 1 && self.rng.percent(70) {
            values.pop();
        }
        let mut seen = Vec::new();
        for value in values {
            if !seen.contains(&value) {
                seen.push(value);
            }
        }
        seen
    }

    /// A switch on many consecutive values, whose arms set a local: to an entry of a table, or by an operation. A
    /// scrutinee that is masked to a few bits has an arm for each possible value, and the default is a decoy.
    pub(super) fn dense(&mut self) -> Result {
        let subject = self.subject()?;
        let ty = self.local_ty(subject.local);
        let all = [8, 16][self.rng.below(2)];
        let covered = self.rng.percent(60);
        let count = match covered {
            true => all,
            false => self.rng.between(all / 2 + 1, all - 1),
        };
        let mask = subject.literal(all as u128 - 1);
        let rvalue = Rvalue::Binary(BinOp::BitAnd, subject.local.into(), mask);
        let mut index = self.assign_new(ty, rvalue, true)?;
        let base = match self.rng.percent(30) {
            true => self.rng.between(1, 100) as u128,
            false => 0,
        };
        if base > 0 {
            let rvalue = Rvalue::Binary(BinOp::Add, index.into(), subject.literal(base));
            index = self.assign_new(ty, rvalue, true)?;
        }
        let to = self.universe.int(&mut self.rng);
        let entries = self.table(subject, to, count + 1)?;
        let result = self.declare(to, false)?;
        let join = self.draft.new_block();
        let otherwise = self.draft.new_block();
        let mut pieces: Vec<Piece> = Vec::new();
        let mut arms = Vec::new();
        for (n, entry) in entries.into_iter().enumerate() {
            if n == count {
                if !covered {
                    pieces.push(Piece::assigning(otherwise, result, entry, join));
                }
                continue;
            }
            let block = match self.rng.pick(&pieces) {
                Some(shared) if self.rng.percent(12) => shared.block,
                _ => {
                    let block = self.draft.new_block();
                    pieces.push(Piece::assigning(block, result, entry, join));
                    block
                }
            };
            let value = truncate(base + n as u128, subject.int.bits(&TARGET));
            arms.push((value, block));
        }
        self.draft.terminator(Terminator::Switch {
            scrutinee: index.into(),
            arms,
            otherwise,
        })?;
        if covered {
            let arm = self.arm_here(join);
            self.draft.open_arm(otherwise, arm);
        }
        self.write_pieces(pieces, join)?;
        self.bring_into_scope(result, false);
        Ok(())
    }

    /// The values that the arms of a dense switch assign.
    fn table(&mut self, subject: Subject, to: Ty, length: usize) -> Result<Vec<Rvalue>> {
        let int = self.int_ty(to)?;
        let constant = |value: u128| -> Operand {
            Constant::Int(truncate(value, int.bits(&TARGET)), int).into()
        };
        let kind = self.rng.below(4);
        let (slope, start) = (self.rng.between(1, 9) as u128, self.favourite);
        let opaque = match self.local_ty(subject.local) == to {
            true => subject.local.into(),
            false => self.opaque(int)?,
        };
        let mut entries = Vec::with_capacity(length);
        for n in 0..length as u128 {
            entries.push(match kind {
                0 => Rvalue::Use(constant(start.wrapping_add(slope.wrapping_mul(n)))),
                1 => Rvalue::Use(constant(self.rng.below(2) as u128)),
                2 => Rvalue::Use(self.literal(to)?.into()),
                _ => {
                    let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor];
                    let op = *self.rng.pick(&ops).unwrap_or(&BinOp::Add);
                    Rvalue::Binary(op, opaque.clone(), constant(slope + n))
                }
            });
        }
        Ok(entries)
    }

    /// A loop around a switch on a state, whose arms set the next state.
    pub(super) fn state_machine(&mut self) -> Result {
        let ty = self.universe.int(&mut self.rng);
        let int = self.int_ty(ty)?;
        let first = Constant::Int(0, int).into();
        let state = self.assign_new(ty, Rvalue::Use(first), true)?;
        let sum_ty = self.universe.int(&mut self.rng);
        let sum_int = self.int_ty(sum_ty)?;
        let sum = self.opaque(sum_int)?;
        let sum = self.assign_new(sum_ty, Rvalue::Use(sum), false)?;
        let states = self.rng.between(3, 6);
        self.looping_over(|this| {
            let budget = this.rng.below(BETWEEN + 1);
            this.fill_region(budget);
            let subject = this.subject()?;
            let c = this.near(subject);
            let input = this.comparison_with(subject, c);
            let input = this.question(input)?;
            this.step_state((state, int), (sum, sum_int), input, states)?;
            let budget = this.rng.below(BETWEEN);
            this.fill_region(budget);
            Ok(())
        })
    }

    /// The switch of a state machine: each state leads to another one, or to one of two depending on the input, and
    /// updates a sum.
    fn step_state(
        &mut self,
        (state, int): (Local, IntTy),
        (sum, sum_int): (Local, IntTy),
        input: Local,
        states: usize,
    ) -> Result {
        let join = self.draft.new_block();
        let go_to = |n: usize| Rvalue::Use(Constant::Int((n % states) as u128, int).into());
        let mut pieces = Vec::new();
        let mut arms = Vec::new();
        for n in 0..states {
            let block = self.draft.new_block();
            arms.push((n as u128, block));
            let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor];
            let op = *self.rng.pick(&ops).unwrap_or(&BinOp::Add);
            let by = Constant::Int(self.rng.between(2, 99) as u128, sum_int);
            let work = Rvalue::Binary(op, sum.into(), by.into());
            let work = Statement::Assign(sum.into(), work);
            if self.rng.percent(40) {
                let [yes, no] = [(); 2].map(|()| self.draft.new_block());
                pieces.push(Piece {
                    block,
                    statements: vec![work],
                    end: Terminator::Switch {
                        scrutinee: input.into(),
                        arms: vec![(0, no)],
                        otherwise: yes,
                    },
                });
                let other = self.rng.below(states);
                pieces.push(Piece::assigning(yes, state, go_to(n + 1), join));
                pieces.push(Piece::assigning(no, state, go_to(other), join));
                continue;
            }
            let next = n + 1 + self.rng.below(2);
            let mut piece = Piece::assigning(block, state, go_to(next), join);
            piece.statements.push(work);
            pieces.push(piece);
        }
        let otherwise = self.draft.new_block();
        self.draft.terminator(Terminator::Switch {
            scrutinee: state.into(),
            arms,
            otherwise,
        })?;
        if self.rng.percent(50) {
            pieces.push(Piece {
                block: otherwise,
                statements: Vec::new(),
                end: Terminator::Unreachable,
            });
        } else {
            let arm = self.arm_here(join);
            self.draft.open_arm(otherwise, arm);
        }
        self.write_pieces(pieces, join)
    }
}
