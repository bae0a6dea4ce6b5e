//! Calls of intrinsics.

use super::{Checker, Result, is_unit};
use crate::{FloatTy, IntTy, Intrinsic, Mutability, Operand, Signature, Ty, TyKind};

impl Checker<'_> {
    /// Checks the types of the operands and the result of an intrinsic.
    pub(super) fn intrinsic(
        &self,
        intrinsic: Intrinsic,
        operands: &[Operand],
        result: Ty,
    ) -> Result {
        let mut found = Vec::with_capacity(operands.len());
        for operand in operands {
            found.push(self.operand(operand)?);
        }
        if found.len() != intrinsic.arity() {
            return self.fail(format!(
                "`{intrinsic:?}` takes {} operands, and {} are given",
                intrinsic.arity(),
                found.len()
            ));
        }
        if intrinsic == Intrinsic::Transmute {
            self.transmute(&operands[0], result)?;
        }
        if !self.fits(intrinsic, &found, result) {
            let names: Vec<String> = found.iter().map(|ty| self.types.name(*ty)).collect();
            return self.fail(format!(
                "`{intrinsic:?}` does not take ({}) and give `{}`: it is {:?}",
                names.join(", "),
                self.types.name(result),
                intrinsic.signature()
            ));
        }
        match (intrinsic.signature(), &*found) {
            (Signature::PointerDifference, [pointer, _]) => {
                let pointee = self.types.pointee(*pointer);
                match pointee.map(|ty| self.size(ty)).transpose()? {
                    Some(0) => self.fail("values without bytes have no distance"),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// True if an intrinsic has these types of operands and result.
    fn fits(&self, intrinsic: Intrinsic, operands: &[Ty], result: Ty) -> bool {
        let int = |ty| self.types.as_int(ty);
        let is_int = |ty| int(ty).is_some();
        let is = |ty, wanted: IntTy| int(ty) == Some(wanted);
        let same = |tys: &[Ty]| tys.iter().all(|ty| *ty == tys[0]);
        match (intrinsic.signature(), operands) {
            (Signature::PointerAndCount, [pointer, count]) => {
                let Some((mutability, _)) = self.raw(*pointer) else {
                    return false;
                };
                let is_count = match intrinsic {
                    Intrinsic::ArithOffset => {
                        mutability == Mutability::Const && is(*count, IntTy::Isize)
                    }
                    _ => is(*count, IntTy::Isize) || is(*count, IntTy::Usize),
                };
                is_count && result == *pointer
            }
            (Signature::PointerDifference, [x, y]) => {
                let distance = match intrinsic {
                    Intrinsic::PtrOffsetFrom => IntTy::Isize,
                    _ => IntTy::Usize,
                };
                matches!(self.raw(*x), Some((Mutability::Const, _)))
                    && x == y
                    && is(result, distance)
            }
            (Signature::CopyMemory, [from, to, count]) => {
                let both = (self.raw(*from), self.raw(*to));
                matches!(both, (Some((Mutability::Const, a)), Some((Mutability::Mut, b))) if a == b)
                    && is(*count, IntTy::Usize)
                    && is_unit(self.types, result)
            }
            (Signature::FillMemory, [to, byte, count]) => {
                matches!(self.raw(*to), Some((Mutability::Mut, _)))
                    && is(*byte, IntTy::U8)
                    && is(*count, IntTy::Usize)
                    && is_unit(self.types, result)
            }
            (Signature::CompareMemory, [x, y, count]) => {
                let of_bytes = |ty| {
                    let raw = self.raw(ty);
                    matches!(raw, Some((Mutability::Const, byte)) if is(byte, IntTy::U8))
                };
                of_bytes(*x) && of_bytes(*y) && is(*count, IntTy::Usize) && is(result, IntTy::I32)
            }
            (Signature::CompareReferents, [x, y]) => {
                let referent = match self.types.kind(*x) {
                    TyKind::Ref(Mutability::Const, referent) => *referent,
                    _ => return false,
                };
                x == y
                    && self.types.has_known_layout(referent)
                    && *self.types.kind(result) == TyKind::Bool
            }
            (Signature::AnyToAny, [_]) => true,
            (Signature::Any, [x]) => *x == result,
            (Signature::Int, [x]) => is_int(*x) && *x == result,
            (Signature::CountBits, [x]) => is_int(*x) && is(result, IntTy::U32),
            (Signature::Rotate, [x, amount]) => {
                int(*x).is_some_and(|int| !int.is_signed())
                    && is(*amount, IntTy::U32)
                    && *x == result
            }
            (Signature::TwoInts, [x, y]) => is_int(*x) && same(&[*x, *y, result]),
            (Signature::Shift, [x, amount]) => is_int(*x) && is_int(*amount) && *x == result,
            (Signature::Overflowing, [x, y]) => {
                is_int(*x)
                    && x == y
                    && matches!(
                        self.types.kind(result),
                        TyKind::Tuple(pair) if matches!(**pair, [wrapped, flag]
                            if wrapped == *x && *self.types.kind(flag) == TyKind::Bool)
                    )
            }
            (Signature::Float | Signature::TwoFloats | Signature::ThreeFloats, [first, ..]) => {
                self.float(*first).is_some() && same(operands) && *first == result
            }
            (Signature::FloatToInt, [x]) => self.float(*x).is_some() && is_int(result),
            _ => false,
        }
    }

    fn float(&self, ty: Ty) -> Option<FloatTy> {
        match self.types.kind(ty) {
            TyKind::Float(float) => Some(*float),
            _ => None,
        }
    }

    /// The mutability and the pointee type of a raw pointer.
    fn raw(&self, ty: Ty) -> Option<(Mutability, Ty)> {
        match self.types.kind(ty) {
            TyKind::RawPtr(mutability, pointee) => Some((*mutability, *pointee)),
            _ => None,
        }
    }

    /// Checks that the result is a `()`.
    pub(super) fn unit(&self, result: Ty, what: &str) -> Result {
        if !is_unit(self.types, result) {
            return self.fail(format!("{what} returns `()`"));
        }
        Ok(())
    }
}
