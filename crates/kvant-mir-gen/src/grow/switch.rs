//! Switches and their arms.

use std::ops::RangeInclusive;

use kvant_mir::{BinOp, Block, Constant, IntTy, Operand, Place, Rvalue, Terminator, Ty, TyKind};
use kvant_mir_machine::arithmetic::truncate;

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::{Arm, Refusal};

impl Grower {
    /// Writes a switch and the arm that is taken now. The others are written when execution reaches them.
    pub(super) fn switch(&mut self) -> Result {
        let (scrutinee, ty) = self.scrutinee()?;
        let value = self.draft.peek(&scrutinee).ok_or(Refusal::Nothing)?;
        let values = self.arm_values(ty, value);
        let budget = 2..=12;
        self.switch_on(scrutinee, values, budget)
    }

    /// Writes a switch with arms for these values (of a `bool`, for one of them), and the arm that is taken now.
    pub(super) fn switch_on(
        &mut self,
        scrutinee: Operand,
        values: Vec<u128>,
        budget: RangeInclusive<usize>,
    ) -> Result {
        self.attempt(|this| {
            let join = this.draft.new_block();
            let mut arms: Vec<(u128, Block)> = Vec::new();
            for value in values {
                let block = match this.rng.pick(&arms) {
                    Some(&(_, shared)) if this.rng.percent(15) => shared,
                    _ => this.draft.new_block(),
                };
                arms.push((value, block));
            }
            let otherwise = this.draft.new_block();
            let blocks: Vec<Block> = arms.iter().map(|arm| arm.1).chain([otherwise]).collect();
            let scrutinee = this.maybe_moved(scrutinee);
            this.draft.terminator(Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            })?;
            for block in blocks {
                if block != this.draft.at.1 {
                    let arm = this.arm_here(join);
                    this.draft.open_arm(block, arm);
                }
            }
            this.nesting += 1;
            let budget = this.rng.between(*budget.start(), *budget.end());
            this.write_arm(join, None, budget)?;
            this.nesting -= 1;
            Ok(())
        })
    }

    /// An arm with the scope of the cursor.
    pub(super) fn arm_here(&self, join: Block) -> Arm {
        Arm {
            join,
            visible: self.scope.visible(),
            bounded: self.scope.bounded.clone(),
            nesting: self.nesting + 1,
            known: None,
            fuel: None,
        }
    }

    /// Writes the arm at the cursor, up to its jump to `join`. If the variant of an enum is known, its fields are
    /// used first.
    pub(super) fn write_arm(
        &mut self,
        join: Block,
        known: Option<&(Place, u32)>,
        budget: usize,
    ) -> Result {
        let region = self.open_region();
        if let Some((place, variant)) = known {
            self.use_variant(place, *variant);
        }
        self.fill_region(budget);
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Goto(join))?;
        Ok(())
    }

    /// Writes an arm that a later iteration or call is the first to reach.
    pub(super) fn late_arm(&mut self, arm: &Arm) -> Result {
        self.draft.stats.grown.late_arms += 1;
        let scope = self.scope_of(arm);
        let scope = std::mem::replace(&mut self.scope, scope);
        let marked = std::mem::take(&mut self.marked);
        let retired = std::mem::take(&mut self.retired);
        let nesting = std::mem::replace(&mut self.nesting, arm.nesting);
        let call_nesting = std::mem::replace(&mut self.call_nesting, super::MAX_CALL_NESTING - 1);
        let budget = self.rng.between(1, 10);
        let result = match arm.fuel {
            Some(fuel) => self.recursive_arm(arm.join, fuel, budget),
            None => self.write_arm(arm.join, arm.known.as_ref(), budget),
        };
        self.scope = scope;
        self.marked = marked;
        self.retired = retired;
        self.nesting = nesting;
        self.call_nesting = call_nesting;
        result
    }

    /// A scrutinee: often masked to a few values, so that other arms are taken with other data.
    pub(super) fn scrutinee(&mut self) -> Result<(Operand, Ty)> {
        let ty = match self.rng.percent(15) {
            true => self.universe.bool,
            false => self.universe.int(&mut self.rng),
        };
        let operand = self.operand(ty)?;
        let TyKind::Int(int) = *self.kind(ty) else {
            return Ok((operand, ty));
        };
        if operand.place().is_none() {
            return Err(Refusal::Nothing);
        }
        if self.rng.percent(25) {
            return Ok((operand, ty));
        }
        let (op, right) = match self.rng.below(4) {
            0 => (BinOp::Rem, self.rng.between(2, 6) as u128),
            n => (BinOp::BitAnd, [1, 3, 7][n - 1]),
        };
        let right = Operand::Const(Constant::Int(right, int));
        let local = self.assign_new(ty, Rvalue::Binary(op, operand, right), false)?;
        Ok((local.into(), ty))
    }

    /// Values for the arms, one of which is often the current value of the scrutinee.
    pub(super) fn arm_values(&mut self, ty: Ty, now: u128) -> Vec<u128> {
        let bits = match self.kind(ty) {
            TyKind::Int(int) => IntTy::bits(*int, &TARGET),
            _ => 1,
        };
        let mut values = Vec::new();
        if self.rng.percent(60) {
            values.push(now);
        }
        for _ in 0..self.rng.between(1, 4) {
            let value = match self.rng.below(4) {
                0 => now.wrapping_add(1),
                1 => now.wrapping_sub(1),
                2 => self.favourite,
                _ => self.rng.below(8) as u128,
            };
            values.push(truncate(value, bits));
        }
        if bits == 1 {
            // `match b { false => …, true => …, _ => … }` makes rustc 1.95 and 1.97 crash at once, and nothing else
            // would be found: see docs/FINDINGS.md.
            values.truncate(1);
        }
        let mut seen = Vec::new();
        values.retain(|value| {
            !seen.contains(value) && {
                seen.push(*value);
                true
            }
        });
        self.rng.shuffle(&mut values);
        values
    }
}
