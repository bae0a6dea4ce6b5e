//! Decodes operations on scalars.

use kvant_llvm::syntax::{CastOp, Flag, Op, Types};

use super::{Decoder, unsupported};
use crate::code::Instruction;
use crate::outcome::{Stop, Unspecified};
use crate::shape::Scalar;

impl Decoder<'_, '_> {
    /// An operation on scalars, or lane by lane.
    pub(super) fn scalar(
        &mut self,
        op: &Op,
        (to, length): (u32, u32),
    ) -> Result<Instruction, Stop> {
        let shapes = &self.program.shapes;
        Ok(match op {
            Op::Binary(op, flags, ty, values) => {
                let (lanes, Scalar::Int(width)) = shapes.lanes(*ty)? else {
                    return Err(unsupported(op.text()));
                };
                let operands = [self.value(*ty, values[0])?, self.value(*ty, values[1])?];
                Instruction::Binary {
                    op: *op,
                    flags: *flags,
                    width,
                    lanes,
                    to,
                    operands,
                }
            }
            Op::ICmp(predicate, flags, ty, values) => {
                let (lanes, scalar) = shapes.lanes(*ty)?;
                if scalar.is_far() && shapes.pointers(*ty).is_non_integral {
                    return Err(Unspecified::AddressSpace.into());
                }
                let operands = [self.value(*ty, values[0])?, self.value(*ty, values[1])?];
                Instruction::Compare {
                    predicate: *predicate,
                    same_sign: flags.has(Flag::SameSign),
                    width: scalar.bits(self.program.pointer_bits()),
                    lanes,
                    to,
                    operands,
                }
            }
            Op::Cast(CastOp::BitCast, _, value, ty) => {
                let from = shapes.lanes(value.ty)?;
                let into = shapes.lanes(*ty)?;
                let operand = self.typed(*value)?;
                Instruction::Bitcast {
                    from,
                    into,
                    to,
                    operand,
                }
            }
            Op::Cast(op, flags, value, ty) => {
                let (lanes, from) = shapes.lanes(value.ty)?;
                let (results, into) = shapes.lanes(*ty)?;
                if lanes != results {
                    return Err(Stop::IllFormed("a cast to other lanes".into()));
                }
                if from.is_far() || into.is_far() {
                    return Err(Unspecified::AddressSpace.into());
                }
                match (op, from, into) {
                    (
                        CastOp::Trunc | CastOp::ZExt | CastOp::SExt,
                        Scalar::Int(_),
                        Scalar::Int(_),
                    )
                    | (CastOp::PtrToInt | CastOp::PtrToAddr, Scalar::Ptr, Scalar::Int(_))
                    | (CastOp::IntToPtr, Scalar::Int(_), Scalar::Ptr) => {}
                    _ => return Err(unsupported(op.text())),
                }
                let operand = self.typed(*value)?;
                Instruction::Cast {
                    op: *op,
                    flags: *flags,
                    from,
                    into,
                    lanes,
                    to,
                    operand,
                }
            }
            Op::Select(_, operands) => {
                let is_lanewise = operands[0].ty != Types::I1;
                let fits = !is_lanewise || shapes.lanes(operands[0].ty)?.0 == length;
                if !fits || operands[1].ty != operands[2].ty {
                    return Err(Stop::IllFormed("a select of other types".into()));
                }
                let condition = self.typed(operands[0])?;
                let operands = [self.typed(operands[1])?, self.typed(operands[2])?];
                Instruction::Select {
                    is_lanewise,
                    length,
                    to,
                    condition,
                    operands,
                }
            }
            Op::Freeze(value) => Instruction::Freeze {
                leaves: shapes.leaves(value.ty)?.into(),
                to,
                operand: self.typed(*value)?,
            },
            _ => return Err(unsupported("of another kind")),
        })
    }
}
