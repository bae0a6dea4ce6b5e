//! Branches that can be threaded: what was decided once is decided again, or is a constant on each way
//! to where it is asked for.

use kvant_mir::{
    BinOp, Block, Constant, IntTy, Local, Operand, Place, Rvalue, Statement, Terminator, Ty, TyKind,
};
use kvant_mir_machine::arithmetic::truncate;

use super::phi::Piece;
use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;

/// What is written between a question and the next one.
const BETWEEN: usize = 3;

/// What a shape needs to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Enums,
    Loops,
}

/// A shape: how likely it is, what it is called in the statistics, what it needs, and who writes it.
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

/// An integer that is asked about.
#[derive(Clone, Copy)]
struct Subject {
    local: Local,
    int: IntTy,
    /// What it is now.
    now: u128,
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

    /// A question, something in between, and a question whose answer is known from the first: the same
    /// one, or one that follows.
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

    /// A switch on a few bits of something, or on what it differs from a constant in.
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

    /// Arms that set one local to a constant each, and a switch on it where they meet.
    fn constants_meet(&mut self) -> Result {
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

    /// A switch whose arms set a new local, and the constants it may be after it. Now and then one of
    /// them sets it to what nobody knows.
    fn write_phi(&mut self, scrutinee: Operand, values: &[u128]) -> Result<(Local, Vec<u128>)> {
        let int_ty = self.universe.int(&mut self.rng);
        let int = self.as_int(int_ty)?;
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

    /// A local that is one of a few constants, as it is or after an operation, and what it may be then.
    fn seen_through(
        &mut self,
        phi: Local,
        mut constants: Vec<u128>,
    ) -> Result<(Operand, Ty, Vec<u128>)> {
        let ty = self.local_ty(phi);
        let int = self.as_int(ty)?;
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

    /// Mostly all but one, in any order: that one goes to the default.
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

    /// A switch on many values in a row, each of which sets a local: to an entry of a table, or by an
    /// operation. What is masked to a few bits has an arm for all it can be, and the default is a decoy.
    fn dense(&mut self) -> Result {
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

    /// What the arms of a dense switch set a local to.
    fn table(&mut self, subject: Subject, to: Ty, length: usize) -> Result<Vec<Rvalue>> {
        let int = self.as_int(to)?;
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

    /// `a && b || c` and its like, with targets that several questions share.
    fn short_circuit(&mut self) -> Result {
        let subjects = [self.subject()?, self.subject()?, self.subject()?];
        let count = self.rng.between(2, 4);
        let [yes, no] = [(); 2].map(|()| self.draft.new_block());
        // Each question has the next one on one side.
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
            // The answer as a value, for the next one who asks.
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

    /// One enum, matched and matched again.
    fn matched_twice(&mut self) -> Result {
        let enums = &self.universe.enums;
        let ty = *self.rng.pick(enums).ok_or(Refusal::Nothing)?;
        let place = self.enum_place(ty)?;
        self.match_on(ty, &place)?;
        let budget = self.rng.below(BETWEEN + 1);
        self.fill_region(budget);
        self.match_on(ty, &place)
    }

    /// A match whose arms set another enum to a variant each, and a match on that.
    fn mapped_variants(&mut self) -> Result {
        let enums = self.universe.enums.clone();
        let from = *self.rng.pick(&enums).ok_or(Refusal::Nothing)?;
        let plain = enums.iter().copied().filter(|&ty| self.is_plain(ty));
        let plain: Vec<Ty> = plain.collect();
        let Some(&to) = self.rng.pick(&plain) else {
            return self.matched_twice();
        };
        let place = self.enum_place(from)?;
        let scrutinee = self.discriminant(from, &place)?;
        let target = self.declare(to, false)?;
        let join = self.draft.new_block();
        let mut values = self.discriminants(from);
        if values.len() > 1 && self.rng.percent(50) {
            values.pop();
        }
        let mut pieces = Vec::new();
        let mut arms = Vec::new();
        for value in values {
            let block = self.draft.new_block();
            arms.push((value, block));
            let variant = self.plain_variant(to)?;
            pieces.push(Piece::assigning(block, target, variant, join));
        }
        let otherwise = self.draft.new_block();
        let variant = self.plain_variant(to)?;
        pieces.push(Piece::assigning(otherwise, target, variant, join));
        self.draft.terminator(Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        })?;
        self.write_pieces(pieces, join)?;
        self.bring_into_scope(target, false);
        let budget = self.rng.below(BETWEEN + 1);
        self.fill_region(budget);
        self.match_on(to, &Place::from(target))
    }

    /// The variants of an enum whose fields are scalars: literals are enough to make them.
    fn plain_variants(&self, ty: Ty) -> Vec<(u32, Vec<Ty>)> {
        let types = &self.draft.program.types;
        let is_literal = |ty: &Ty| {
            let kind = types.kind(*ty);
            matches!(
                kind,
                TyKind::Int(_) | TyKind::Bool | TyKind::Char | TyKind::Float(_)
            )
        };
        let variants = types.as_adt(ty).map_or(&[][..], |def| &def.variants);
        let variants = (0..).zip(variants);
        variants
            .map(|(n, variant)| (n, variant.field_types().collect::<Vec<Ty>>()))
            .filter(|(_, fields)| fields.iter().all(is_literal))
            .collect()
    }

    /// Whether an enum has a choice of such variants.
    fn is_plain(&self, ty: Ty) -> bool {
        self.plain_variants(ty).len() > 1
    }

    /// A variant of literals.
    fn plain_variant(&mut self, ty: Ty) -> Result<Rvalue> {
        let variants = self.plain_variants(ty);
        let (variant, fields) = self.rng.pick(&variants).ok_or(Refusal::Nothing)?;
        let mut parts = Vec::new();
        for &field in fields {
            parts.push(self.literal(field)?.into());
        }
        Ok(Rvalue::Variant(ty, *variant, parts))
    }

    /// A loop around a switch on a state, whose arms say the next state.
    fn state_machine(&mut self) -> Result {
        let ty = self.universe.int(&mut self.rng);
        let int = self.as_int(ty)?;
        let first = Constant::Int(0, int).into();
        let state = self.assign_new(ty, Rvalue::Use(first), true)?;
        let sum_ty = self.universe.int(&mut self.rng);
        let sum_int = self.as_int(sum_ty)?;
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

    /// The switch of a state machine: each state goes to another one, or to one of two as the input
    /// says, and does something to a sum.
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

    /// An integer to ask about, mostly one that nobody changes.
    fn subject(&mut self) -> Result<Subject> {
        let ty = self.universe.int(&mut self.rng);
        let int = self.as_int(ty)?;
        let operand = self.opaque(int)?;
        let frozen = self.rng.percent(75);
        let local = self.assign_new(ty, Rvalue::Use(operand), frozen)?;
        let now = self.draft.peek(&local.into()).ok_or(Refusal::Nothing)?;
        Ok(Subject { local, int, now })
    }

    /// A constant to compare with: close to what it is now, or any.
    fn near(&mut self, subject: Subject) -> u128 {
        let bits = subject.int.bits(&TARGET);
        let c = match self.rng.below(6) {
            0 => subject.now,
            1 => subject.now.wrapping_add(1),
            2 => subject.now.wrapping_sub(1),
            3 => self.favourite,
            4 => 1 << (bits - 1),
            _ => self.rng.below(17) as u128,
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

    /// The answer to a question, which stays as it is.
    fn question(&mut self, question: Rvalue) -> Result<Local> {
        self.assign_new(self.universe.bool, question, true)
    }

    /// A branch on a `bool`, with one arm now and the other one later.
    fn branch_on(&mut self, answer: Operand) -> Result {
        let value = self.rng.below(2) as u128;
        self.switch_on(answer, vec![value], 1..=6)
    }

    fn as_int(&self, ty: Ty) -> Result<IntTy> {
        let int = self.draft.program.types.as_int(ty);
        int.ok_or(Refusal::Nothing)
    }
}

impl Subject {
    fn literal(self, value: u128) -> Operand {
        Constant::Int(truncate(value, self.int.bits(&TARGET)), self.int).into()
    }
}
