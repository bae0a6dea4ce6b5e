//! Plain statements: one assignment of one rvalue.

use kvant_mir::{
    BinOp, CheckedOp, Constant, IntTy, Intrinsic, Operand, Rvalue, Statement, Ty, TyKind, UnOp,
};

use super::{Grower, Result};
use crate::draft::Refusal;
use crate::feature::Feature;

impl Grower {
    /// Writes an assignment.
    pub(super) fn assign_something(&mut self) -> Result {
        let ty = self.universe.any(&mut self.rng);
        let rvalue = match self.kind(ty).clone() {
            TyKind::Int(int) => {
                if self.swarm.has(Feature::Checked) && self.rng.percent(8) {
                    return self.checked(ty);
                }
                self.int_rvalue(ty, int)?
            }
            TyKind::Float(_) => return self.float_statement(ty),
            TyKind::Bool => self.bool_rvalue(ty)?,
            TyKind::Char => self.char_rvalue(ty)?,
            TyKind::RawPtr(..) => return self.assign_pointer(ty),
            TyKind::Ref(..) => return self.assign_reference(ty),
            TyKind::FnPtr { .. } => match self.rng.percent(40) {
                true => Rvalue::Use(self.spent(ty)?),
                false => Rvalue::FnPointer(self.function_of(ty)?),
            },
            TyKind::Array(element, length) => match self.rng.below(3) {
                0 => Rvalue::Use(self.spent(ty)?),
                1 if length <= 6 => self.composite_of(ty, 2)?,
                _ => Rvalue::Repeat(self.operand(element)?, length),
            },
            TyKind::Tuple(_) | TyKind::Adt(_) => match self.rng.percent(40) {
                true => Rvalue::Use(self.spent(ty)?),
                false => self.composite_of(ty, 2)?,
            },
        };
        self.assign(ty, rvalue).map(|_| ())
    }

    /// The bytes of a value as another type of the same size, if they are a valid value of it.
    pub(super) fn transmute(&mut self) -> Result {
        let to = *self
            .rng
            .pick(&self.universe.known)
            .ok_or(Refusal::Nothing)?;
        let daring = self.dares();
        let mut same = Vec::new();
        for n in 0..self.universe.known.len() {
            let from = self.universe.known[n];
            let fits = from.size == to.size && from.made_of == to.made_of && from.ty != to.ty;
            if fits && (daring || self.is_always_valid(from.ty, to.ty)) {
                same.push(from.ty);
            }
        }
        let from = *self.rng.pick(&same).ok_or(Refusal::Nothing)?;
        let operand = self.spent(from)?;
        if self.rng.percent(25) {
            return self.apply(Intrinsic::Transmute, vec![operand], to.ty);
        }
        let rvalue = Rvalue::Transmute(operand, to.ty);
        self.assign(to.ty, rvalue).map(|_| ())
    }

    /// Returns true if the bytes of every valid `from` are a valid `to`, and determined. The bytes of a NaN are not.
    pub(super) fn is_always_valid(&mut self, from: Ty, to: Ty) -> bool {
        let (from, to) = (self.facts(from), self.facts(to));
        !to.has_invalid_values && !from.has_union && (!from.has_float || to.has_float)
    }

    /// Assumes a comparison that is true: a fact for the optimiser to reason with. Often it follows from the way in
    /// which the number was computed; else it may be false in a later iteration, and the machine refuses that.
    pub(super) fn assume(&mut self) -> Result {
        let ty = self.universe.int(&mut self.rng);
        let left = self.operand(ty)?;
        let (left, op, right) = match self.dares() {
            true => {
                let ops = [BinOp::Ne, BinOp::Lt, BinOp::Ge, BinOp::Gt, BinOp::Le];
                let op = *self.rng.pick(&ops).unwrap_or(&BinOp::Ne);
                (left, op, self.literal(ty)?)
            }
            false => self.certain_fact(ty, left)?,
        };
        self.attempt(|this| {
            let fact = Rvalue::Binary(op, left, right.into());
            let fact = this.assign_new(this.universe.bool, fact, true)?;
            this.draft.statement(Statement::Assume(fact.into()))?;
            Ok(())
        })
    }

    /// A number that is computed from another one, and a comparison that always holds for it.
    fn certain_fact(&mut self, ty: Ty, source: Operand) -> Result<(Operand, BinOp, Constant)> {
        let int = self.int_ty(ty)?;
        // Every integer type has room for 127.
        let bits = 1 << self.rng.between(1, 6);
        let (op, right, fact, bound) = match self.rng.below(5) {
            0 => (BinOp::BitAnd, bits - 1, BinOp::Lt, bits),
            1 => (BinOp::BitAnd, bits - 1, BinOp::Le, bits - 1),
            2 => (BinOp::BitAnd, bits, BinOp::Ne, bits - 1),
            3 => (BinOp::BitOr, bits, BinOp::Ne, 0),
            _ => (BinOp::Rem, bits + 1, BinOp::Ne, bits + 1),
        };
        let made = self.computed(ty, op, source, right)?;
        Ok((made, fact, Constant::Int(bound, int)))
    }

    /// An assignment of a float. One that gives a NaN is mostly taken back: results that depend on it must not be
    /// observed.
    fn float_statement(&mut self, ty: Ty) -> Result {
        let rvalue = match self.rng.below(12) {
            0 => Rvalue::Unary(UnOp::Neg, self.operand(ty)?),
            1 => Rvalue::Use(self.operand(ty)?),
            2 | 3 => {
                let from = match self.rng.percent(60) {
                    true => self.universe.int(&mut self.rng),
                    false => *self.rng.pick(&self.universe.floats).unwrap_or(&ty),
                };
                match from == ty {
                    true => Rvalue::Use(self.operand(ty)?),
                    false => Rvalue::Cast(self.operand(from)?, ty),
                }
            }
            _ => {
                let ops = [
                    (4, BinOp::Add),
                    (4, BinOp::Sub),
                    (4, BinOp::Mul),
                    (2, BinOp::Div),
                    (1, BinOp::Rem),
                ];
                let op = self.rng.weighted(&ops);
                let (left, right) = self.two_operands(ty)?;
                Rvalue::Binary(op, left, right)
            }
        };
        self.attempt(|this| {
            let place = this.assign(ty, rvalue)?;
            let open = this.draft.live && this.draft.peek(&place.into()).is_none();
            match open && this.rng.percent(90) {
                true => Err(Refusal::Nothing),
                false => Ok(()),
            }
        })
    }

    fn char_rvalue(&mut self, ty: Ty) -> Result<Rvalue> {
        let u8 = self.draft.program.types.int(IntTy::U8);
        Ok(match self.rng.percent(60) {
            true => Rvalue::Cast(self.operand(u8)?, ty),
            false => Rvalue::Use(self.operand(ty)?),
        })
    }

    /// `Checked(x op y)` and a use of both parts of the pair.
    fn checked(&mut self, ty: Ty) -> Result {
        let op = *self.rng.pick(&CheckedOp::ALL).unwrap_or(&CheckedOp::Add);
        let pair = [ty, self.universe.bool];
        let pair = self.draft.program.types.tuple(&pair);
        let (left, right) = self.two_operands(ty)?;
        let rvalue = Rvalue::Checked(op, left, right);
        self.assign_new(pair, rvalue, false).map(|_| ())
    }

    fn bool_rvalue(&mut self, ty: Ty) -> Result<Rvalue> {
        Ok(match self.rng.below(10) {
            0 => Rvalue::Unary(UnOp::Not, self.operand(ty)?),
            1 | 2 => {
                let ops = [
                    BinOp::BitAnd,
                    BinOp::BitOr,
                    BinOp::BitXor,
                    BinOp::Eq,
                    BinOp::Lt,
                ];
                let op = *self.rng.pick(&ops).unwrap_or(&BinOp::BitXor);
                let (left, right) = self.two_operands(ty)?;
                Rvalue::Binary(op, left, right)
            }
            _ => {
                let ty = match self.rng.below(10) {
                    0 | 1 => self.rng.pick(&self.universe.floats).copied(),
                    2 => self.rng.pick(&self.universe.chars).copied(),
                    _ => None,
                };
                let ty = ty.unwrap_or_else(|| self.universe.int(&mut self.rng));
                let op = *self.rng.pick(&BinOp::COMPARISONS).unwrap_or(&BinOp::Lt);
                let (left, right) = self.two_operands(ty)?;
                Rvalue::Binary(op, left, right)
            }
        })
    }

    pub(super) fn int_rvalue(&mut self, ty: Ty, int: IntTy) -> Result<Rvalue> {
        Ok(match self.rng.below(20) {
            0 if int.is_signed() => Rvalue::Unary(UnOp::Neg, self.operand(ty)?),
            0 | 1 => Rvalue::Unary(UnOp::Not, self.operand(ty)?),
            2 => Rvalue::Use(self.operand(ty)?),
            3 => Rvalue::Cast(self.operand(self.universe.bool)?, ty),
            4..=6 => {
                let from = match self.rng.below(10) {
                    0 | 1 => self.rng.pick(&self.universe.floats).copied(),
                    2 => self.rng.pick(&self.universe.chars).copied(),
                    _ => None,
                };
                let from = from.unwrap_or_else(|| self.universe.int(&mut self.rng));
                match from == ty {
                    true => Rvalue::Use(self.operand(ty)?),
                    false => Rvalue::Cast(self.operand(from)?, ty),
                }
            }
            7 | 8 => {
                let op = if self.rng.percent(50) {
                    BinOp::Shl
                } else {
                    BinOp::Shr
                };
                let amount = self.universe.int(&mut self.rng);
                Rvalue::Binary(op, self.operand(ty)?, self.right_operand(amount)?)
            }
            9 | 10 if self.swarm.has(Feature::Division) => self.division(ty, int)?,
            _ => {
                let ops = [
                    (4, BinOp::Add),
                    (4, BinOp::Sub),
                    (3, BinOp::Mul),
                    (2, BinOp::BitAnd),
                    (2, BinOp::BitOr),
                    (3, BinOp::BitXor),
                ];
                let op = self.rng.weighted(&ops);
                let (left, mut right) = self.two_operands(ty)?;
                let kills = matches!(op, BinOp::Mul | BinOp::BitAnd);
                if kills && right == Operand::Const(Constant::Int(0, int)) {
                    right = Constant::Int(6, int).into();
                }
                Rvalue::Binary(op, left, right)
            }
        })
    }

    /// `x / y` or `x % y`, with a divisor that is not zero now. The machine decides if it is zero in a later
    /// iteration; often a bit is set so that it never is.
    fn division(&mut self, ty: Ty, int: IntTy) -> Result<Rvalue> {
        let op = if self.rng.percent(50) {
            BinOp::Div
        } else {
            BinOp::Rem
        };
        let (left, mut right) = self.two_operands(ty)?;
        let is_zero = matches!(right, Operand::Const(Constant::Int(0, _)));
        if is_zero {
            right = Constant::Int(3, int).into();
        } else if right.place().is_some() && !self.dares() {
            let one = Operand::Const(Constant::Int(1, int));
            let odd = Rvalue::Binary(BinOp::BitOr, right, one);
            right = self.assign_new(ty, odd, false)?.into();
        } else if self.draft.peek(&right) == Some(0) {
            right = Constant::Int(5, int).into();
        }
        Ok(Rvalue::Binary(op, left, right))
    }

    /// Two different operands: `x - x` and similar expressions are constants to an optimiser.
    pub(super) fn two_operands(&mut self, ty: Ty) -> Result<(Operand, Operand)> {
        let left = self.operand(ty)?;
        let mut right = self.right_operand(ty)?;
        for _ in 0..3 {
            if left != right {
                return Ok((left, right));
            }
            right = self.right_operand(ty)?;
        }
        if left == right {
            right = self.literal(ty)?.into();
        }
        Ok((left, right))
    }

    /// The right operand of an operation: sometimes a literal, mostly not.
    pub(super) fn right_operand(&mut self, ty: Ty) -> Result<Operand> {
        if self.rng.percent(self.swarm.literal_percent) {
            return self.literal(ty).map(Operand::Const);
        }
        self.operand(ty)
    }

    /// Writes the return value, if there is one.
    pub(super) fn assign_return(&mut self) -> Result {
        let ty = self.draft.function().return_ty();
        if ty == self.universe.unit {
            return Ok(());
        }
        let rvalue = match self.kind(ty) {
            TyKind::Int(int) => {
                let int = *int;
                self.int_rvalue(ty, int)?
            }
            TyKind::Ref(..) => self.returned_reference(ty)?,
            _ => Rvalue::Use(self.spent(ty)?),
        };
        let place = kvant_mir::Local::RETURN.into();
        if self
            .draft
            .statement(Statement::Assign(place, rvalue))
            .is_ok()
        {
            return Ok(());
        }
        // A new value of the type, which cannot be refused.
        let value = self.operand_made(ty)?;
        let place = kvant_mir::Local::RETURN.into();
        self.draft
            .statement(Statement::Assign(place, Rvalue::Use(value)))?;
        Ok(())
    }
}
