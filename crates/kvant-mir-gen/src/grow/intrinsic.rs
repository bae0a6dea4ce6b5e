//! Calls of intrinsics: operands follow the signature, and are chosen so that the call is likely to be defined.

use kvant_mir::{
    BinOp, Callee, Constant, FloatTy, IntTy, Intrinsic, Local, Operand, Rvalue, Signature, Ty,
    TyKind,
};

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;
use crate::feature::Feature;

/// The feature that an intrinsic belongs to.
pub(crate) fn feature(intrinsic: Intrinsic) -> Feature {
    match intrinsic.signature() {
        Signature::Float if intrinsic == Intrinsic::Sqrt => Feature::RuntimeFloats,
        Signature::FloatToInt => Feature::RuntimeFloats,
        Signature::PointerAndCount | Signature::PointerDifference => Feature::PointerArithmetic,
        Signature::CopyMemory
        | Signature::FillMemory
        | Signature::CompareMemory
        | Signature::CompareReferents => Feature::MemoryIntrinsics,
        Signature::AnyToAny => Feature::Transmutes,
        Signature::Any => Feature::BlackBox,
        Signature::Int | Signature::CountBits | Signature::Rotate | Signature::Shift => {
            Feature::BitIntrinsics
        }
        Signature::TwoInts | Signature::Overflowing => Feature::IntegerIntrinsics,
        Signature::Float | Signature::TwoFloats | Signature::ThreeFloats => {
            Feature::FloatIntrinsics
        }
    }
}

/// The operands of an intrinsic, and the type of its result.
type Application = (Vec<Operand>, Ty);

impl Grower {
    /// Calls some intrinsic of a feature.
    pub(super) fn intrinsic_of(&mut self, group: Feature) -> Result {
        let all: Vec<Intrinsic> = Intrinsic::ALL
            .into_iter()
            .filter(|intrinsic| feature(*intrinsic) == group)
            .collect();
        let intrinsic = *self.rng.pick(&all).ok_or(Refusal::Nothing)?;
        let result = self.intrinsic(intrinsic);
        self.draft.stats.count(name(intrinsic), result.is_ok());
        result
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic) -> Result {
        self.attempt(|this| {
            let (operands, result) = this.application(intrinsic)?;
            this.apply(intrinsic, operands, result)
        })
    }

    /// Calls an intrinsic. A call that makes a NaN is mostly taken back: its bits must not be observed.
    pub(super) fn apply(
        &mut self,
        intrinsic: Intrinsic,
        operands: Vec<Operand>,
        result: Ty,
    ) -> Result {
        self.attempt(|this| {
            let (place, destination) = this.destination_or_unit(result, &operands)?;
            // Compilers turn calls that only pass a value on into assignments.
            let passes_on = matches!(intrinsic, Intrinsic::Transmute | Intrinsic::BlackBox);
            if passes_on
                && !operands
                    .iter()
                    .all(|operand| this.is_apart(&place, operand))
            {
                return Err(Refusal::Nothing);
            }
            this.propose_call(place.clone(), Callee::Intrinsic(intrinsic), operands)?;
            this.use_destination(destination.as_ref(), &place);
            let may_be_open = this.draft.live && this.draft.program.types.is_observable(result);
            let open = may_be_open && this.draft.peek(&place.into()).is_none();
            match open && this.rng.percent(90) {
                true => Err(Refusal::Nothing),
                false => Ok(()),
            }
        })
    }

    /// Writes a call that is complete after one step, and counts it as a proposal.
    pub(super) fn propose_call(
        &mut self,
        place: kvant_mir::Place,
        callee: Callee,
        operands: Vec<Operand>,
    ) -> Result {
        let live = u64::from(self.draft.live);
        self.draft.stats.proposed += live;
        match self.write_call(place, callee, operands) {
            Ok(_) => {
                self.draft.stats.accepted += live;
                Ok(())
            }
            Err(refusal) => {
                self.draft.stats.refuse(refusal.rule());
                Err(refusal)
            }
        }
    }

    fn application(&mut self, intrinsic: Intrinsic) -> Result<Application> {
        let u32 = self.draft.program.types.int(IntTy::U32);
        let ty = self.universe.int(&mut self.rng);
        Ok(match intrinsic.signature() {
            Signature::Int => (vec![self.operand(ty)?], ty),
            Signature::CountBits => {
                let nonzero = matches!(intrinsic, Intrinsic::CtlzNonzero | Intrinsic::CttzNonzero);
                let mut x = self.operand(ty)?;
                if nonzero && !self.dares() {
                    x = self.computed(ty, BinOp::BitOr, x, 1)?;
                }
                (vec![x], u32)
            }
            Signature::Rotate => {
                let ty = self.unsigned();
                (vec![self.operand(ty)?, self.right_operand(u32)?], ty)
            }
            Signature::Shift => {
                let int = self.int_ty(ty)?;
                let amount = self.universe.int(&mut self.rng);
                let by = self.operand(amount)?;
                let mask = u128::from(int.bits(&TARGET) - 1);
                let by = self.computed(amount, BinOp::BitAnd, by, mask)?;
                (vec![self.operand(ty)?, by], ty)
            }
            Signature::TwoInts => (self.two_ints(intrinsic, ty)?.into(), ty),
            Signature::Overflowing => {
                let (x, y) = self.two_operands(ty)?;
                let pair = [ty, self.universe.bool];
                (vec![x, y], self.draft.program.types.tuple(&pair))
            }
            Signature::Any => {
                let ty = self.universe.any(&mut self.rng);
                (vec![self.spent(ty)?], ty)
            }
            Signature::Float | Signature::TwoFloats | Signature::ThreeFloats => {
                self.floats(intrinsic)?
            }
            Signature::FloatToInt => (vec![self.small_float()?], ty),
            Signature::CopyMemory => self.copied_memory(intrinsic)?,
            Signature::FillMemory => self.filled_memory()?,
            Signature::CompareMemory => self.compared_memory()?,
            Signature::CompareReferents => self.compared_referents()?,
            // These have constructs of their own.
            Signature::PointerAndCount | Signature::PointerDifference | Signature::AnyToAny => {
                return Err(Refusal::Nothing);
            }
        })
    }

    /// Operands for an operation on two integers: small ones where it must not overflow.
    fn two_ints(&mut self, intrinsic: Intrinsic, ty: Ty) -> Result<[Operand; 2]> {
        let int = self.int_ty(ty)?;
        let divisor = [1, 2, 3, 5, 7, 8][self.rng.below(6)];
        match intrinsic {
            Intrinsic::UncheckedAdd | Intrinsic::UncheckedSub | Intrinsic::UncheckedMul => {
                let (x, y) = self.two_operands(ty)?;
                // Every integer type has room for the product of two numbers below 8, and, if the
                // first has its bit 6 set, for the difference too.
                let masks = match intrinsic {
                    Intrinsic::UncheckedMul => [7, 7],
                    _ => [63, 31],
                };
                let mut x = self.computed(ty, BinOp::BitAnd, x, masks[0])?;
                if intrinsic == Intrinsic::UncheckedSub {
                    x = self.computed(ty, BinOp::BitOr, x, 64)?;
                }
                Ok([x, self.computed(ty, BinOp::BitAnd, y, masks[1])?])
            }
            Intrinsic::ExactDiv => {
                let x = self.operand(ty)?;
                let x = self.computed(ty, BinOp::BitAnd, x, 15)?;
                let x = self.computed(ty, BinOp::Mul, x, divisor)?;
                Ok([x, Constant::Int(divisor, int).into()])
            }
            Intrinsic::UncheckedDiv | Intrinsic::UncheckedRem => {
                let x = self.operand(ty)?;
                if self.rng.percent(50) {
                    return Ok([x, Constant::Int(divisor, int).into()]);
                }
                let y = self.operand(ty)?;
                let y = self.computed(ty, BinOp::BitAnd, y, 63)?;
                Ok([x, self.computed(ty, BinOp::BitOr, y, 1)?])
            }
            _ => self.two_operands(ty).map(|(x, y)| [x, y]),
        }
    }

    /// `x op constant` in a new local.
    pub(super) fn computed(
        &mut self,
        ty: Ty,
        op: BinOp,
        x: Operand,
        constant: u128,
    ) -> Result<Operand> {
        let int = self.int_ty(ty)?;
        let rvalue = Rvalue::Binary(op, x, Constant::Int(constant, int).into());
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }

    /// Some unsigned integer type.
    fn unsigned(&mut self) -> Ty {
        let unsigned = |ty: &&Ty| match self.draft.program.types.as_int(**ty) {
            Some(int) => !int.is_signed(),
            None => false,
        };
        let all: Vec<Ty> = self
            .universe
            .ints
            .iter()
            .filter(unsigned)
            .copied()
            .collect();
        *self.rng.pick(&all).unwrap_or(&self.universe.usize)
    }

    fn floats(&mut self, intrinsic: Intrinsic) -> Result<Application> {
        let ty = *self
            .rng
            .pick(&self.universe.floats)
            .ok_or(Refusal::Nothing)?;
        let mut operands = Vec::with_capacity(intrinsic.arity());
        for _ in 0..intrinsic.arity() {
            operands.push(self.right_operand(ty)?);
        }
        if intrinsic == Intrinsic::Sqrt && self.rng.percent(80) {
            let positive = self.call_intrinsic(Intrinsic::Abs, operands, ty)?;
            operands = vec![positive.into()];
        }
        Ok((operands, ty))
    }

    /// A float that fits into every integer type.
    fn small_float(&mut self) -> Result<Operand> {
        let ty = *self
            .rng
            .pick(&self.universe.floats)
            .ok_or(Refusal::Nothing)?;
        if self.dares() {
            return self.operand(ty);
        }
        let int = self.universe.int(&mut self.rng);
        let small = self.operand(int)?;
        let small = self.computed(int, BinOp::BitAnd, small, 127)?;
        let whole: Local = self.assign_new(ty, Rvalue::Cast(small, ty), false)?;
        if self.rng.percent(50) {
            return Ok(whole.into());
        }
        // One half is the same in both types but for its bits.
        let half = match self.kind(ty) {
            TyKind::Float(FloatTy::F32) => Constant::Float(0.5_f32.to_bits().into(), FloatTy::F32),
            _ => Constant::Float(0.5_f64.to_bits(), FloatTy::F64),
        };
        let rvalue = Rvalue::Binary(BinOp::Mul, whole.into(), half.into());
        self.assign_new(ty, rvalue, false).map(Operand::from)
    }
}

/// The name of an intrinsic in the statistics.
fn name(intrinsic: Intrinsic) -> &'static str {
    match intrinsic.signature() {
        Signature::PointerAndCount => "intrinsic: offset",
        Signature::PointerDifference => "intrinsic: distance",
        Signature::CopyMemory => "intrinsic: copy",
        Signature::FillMemory => "intrinsic: fill",
        Signature::CompareMemory => "intrinsic: compare_bytes",
        Signature::CompareReferents => "intrinsic: raw_eq",
        Signature::AnyToAny => "intrinsic: transmute",
        Signature::Any => "intrinsic: black_box",
        Signature::Int => "intrinsic: one int",
        Signature::CountBits => "intrinsic: count bits",
        Signature::Rotate => "intrinsic: rotate",
        Signature::TwoInts => "intrinsic: two ints",
        Signature::Shift => "intrinsic: shift",
        Signature::Overflowing => "intrinsic: overflowing",
        Signature::Float => "intrinsic: one float",
        Signature::TwoFloats => "intrinsic: two floats",
        Signature::ThreeFloats => "intrinsic: three floats",
        Signature::FloatToInt => "intrinsic: float to int",
    }
}
