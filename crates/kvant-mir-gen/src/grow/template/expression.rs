//! The computations of a template on its elements.

use kvant_mir::{
    BinOp, Callee, Constant, IntTy, Intrinsic, Local, Operand, Place, Projection, Rvalue,
    Statement, Ty, TyKind,
};

use super::arrays::float_constant;
use super::{Access, Data};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;
use crate::grow::constant::PLAIN;
use crate::grow::{Grower, Result};

impl Grower {
    /// The element of an array at `index`.
    fn element(&mut self, array: &Access, index: Local) -> Result<Place> {
        match array {
            Access::Indexed(place) => Ok(place.clone().project(Projection::Index(index))),
            Access::Moved(pointer) => {
                let ty = self.local_ty(*pointer);
                let moved = Rvalue::Offset((*pointer).into(), index.into());
                let moved = self.put(ty, moved)?;
                Ok(Place::local(moved).project(Projection::Deref))
            }
        }
    }

    /// Reads the `n`th array at `index`.
    pub(super) fn load(&mut self, data: &Data, n: usize, index: Local) -> Result<Operand> {
        let array = data.arrays.get(n).ok_or(Refusal::Nothing)?;
        let place = self.element(array, index)?;
        self.put(data.element, Rvalue::Use(place.into()))
            .map(Operand::from)
    }

    /// Writes to the first array at `index`.
    pub(super) fn store(&mut self, data: &Data, index: Local, value: Operand) -> Result {
        let array = data.arrays.first().ok_or(Refusal::Nothing)?;
        let place = self.element(array, index)?;
        self.draft
            .statement(Statement::Assign(place, Rvalue::Use(value)))?;
        Ok(())
    }

    /// `index + by` as an index.
    pub(super) fn shifted(&mut self, index: Local, by: u64) -> Result<Local> {
        let by = Self::count_of(by);
        self.put_binary(self.universe.usize, BinOp::Add, index, by)
    }

    /// An operator for a chain of values of type `ty`.
    pub(super) fn chain_op(&mut self, ty: Ty) -> BinOp {
        let float = matches!(self.kind(ty), TyKind::Float(_));
        let ops = if float { &PLAIN[..2] } else { &PLAIN[..] };
        *self.rng.pick(ops).unwrap_or(&BinOp::Add)
    }

    /// A combination of two values by one operation or a few.
    pub(super) fn mix(&mut self, ty: Ty, x: Operand, y: Operand) -> Result<Operand> {
        let mut value = x;
        while self.rng.percent(30) {
            value = self.mix_once(ty, value, y.clone())?;
        }
        self.mix_once(ty, value, y)
    }

    fn mix_once(&mut self, ty: Ty, x: Operand, y: Operand) -> Result<Operand> {
        let int = match *self.kind(ty) {
            TyKind::Int(int) => int,
            TyKind::Float(float) => {
                let local = match self.rng.below(4) {
                    0 => {
                        let half = float_constant(0.5, float);
                        self.put_binary(ty, BinOp::Mul, x, half)?
                    }
                    1 => return self.lesser(ty, x, y),
                    _ => {
                        let op = self.chain_op(ty);
                        self.put_binary(ty, op, x, y)?
                    }
                };
                return Ok(local.into());
            }
            _ => return Err(Refusal::Nothing),
        };
        let bits = int.bits(&TARGET);
        let local = match self.rng.below(14) {
            0 => {
                let op = self.chain_op(ty);
                let literal = self.literal(ty)?;
                self.put_binary(ty, op, x, literal)?
            }
            1 => {
                let op = [BinOp::Shl, BinOp::Shr][self.rng.below(2)];
                let by = self.rng.between(1, bits as usize - 1) as u128;
                let by = self.number(ty, by)?;
                self.put_binary(ty, op, x, by)?
            }
            2 | 3 => return self.through_wider(ty, int, x, y),
            4 => {
                let less = self.put_test(BinOp::Lt, x, y.clone())?;
                let less = self.put(ty, Rvalue::Cast(less, ty))?;
                let op = [BinOp::Add, BinOp::Sub, BinOp::Mul][self.rng.below(3)];
                self.put_binary(ty, op, y, less)?
            }
            5 | 6 => return self.lesser(ty, x, y),
            7 | 8 if self.swarm.has(Feature::IntegerIntrinsics) => {
                let saturating = [Intrinsic::SaturatingAdd, Intrinsic::SaturatingSub];
                let intrinsic = saturating[self.rng.below(2)];
                self.put_intrinsic(ty, intrinsic, vec![x, y])?
            }
            9 if self.swarm.has(Feature::BitIntrinsics) => {
                if !int.is_signed() && self.rng.percent(60) {
                    let by = self.rng.between(1, bits as usize - 1) as u128;
                    let by = Constant::Int(by, IntTy::U32).into();
                    self.put_intrinsic(ty, Intrinsic::RotateLeft, vec![x, by])?
                } else {
                    let unary = [Intrinsic::Bswap, Intrinsic::Bitreverse];
                    let intrinsic = unary[self.rng.below(2)];
                    self.put_intrinsic(ty, intrinsic, vec![x])?
                }
            }
            10 if self.swarm.has(Feature::Division) => {
                let op = [BinOp::Div, BinOp::Rem][self.rng.below(2)];
                let divisor = self.rng.between(2, 31) as u128;
                let divisor = self.number(ty, divisor)?;
                self.put_binary(ty, op, x, divisor)?
            }
            _ => {
                let op = self.chain_op(ty);
                self.put_binary(ty, op, x, y)?
            }
        };
        Ok(local.into())
    }

    fn put_intrinsic(
        &mut self,
        ty: Ty,
        intrinsic: Intrinsic,
        operands: Vec<Operand>,
    ) -> Result<Local> {
        let local = self.draft.new_local(ty, false);
        self.write_call(local.into(), Callee::Intrinsic(intrinsic), operands)?;
        Ok(local)
    }

    /// The smaller or the larger of two values, by a branch.
    pub(super) fn lesser(&mut self, ty: Ty, x: Operand, y: Operand) -> Result<Operand> {
        let ops = [BinOp::Lt, BinOp::Gt, BinOp::Le, BinOp::Ge];
        let op = ops[self.rng.below(4)];
        let value = self.put(ty, Rvalue::Use(x.clone()))?;
        let other = self.put_test(op, x, y.clone())?;
        self.when(other, |this| this.set(value, Rvalue::Use(y)))?;
        Ok(value.into())
    }

    /// An operation in a wider type, truncated to the narrow one again.
    fn through_wider(&mut self, ty: Ty, int: IntTy, x: Operand, y: Operand) -> Result<Operand> {
        let wide = self.wider(int);
        let (x, y) = (self.put_cast(ty, wide, x)?, self.put_cast(ty, wide, y)?);
        let op = [BinOp::Add, BinOp::Sub, BinOp::Mul][self.rng.below(3)];
        let mut value = self.put_binary(wide, op, x, y)?;
        if self.rng.percent(60) {
            let bits = int.bits(&TARGET) as usize;
            let by = self.rng.between(1, bits) as u128;
            let by = self.number(wide, by)?;
            value = self.put_binary(wide, BinOp::Shr, value, by)?;
        }
        self.put_cast(wide, ty, value.into())
    }

    /// An integer type of more bits than `int`, if there is one to use.
    pub(super) fn wider(&mut self, int: IntTy) -> Ty {
        let bits = int.bits(&TARGET);
        let wide_ints = self.swarm.has(Feature::WideInts);
        let fits = |wide: &IntTy| {
            let wide = wide.bits(&TARGET);
            wide > bits && wide <= 4 * bits && (wide <= 64 || wide_ints)
        };
        let all: Vec<IntTy> = IntTy::ALL.into_iter().filter(fits).collect();
        let wide = self.rng.pick(&all).copied().unwrap_or(int);
        self.draft.program.types.int(wide)
    }
}
