//! Calls of intrinsics.

use super::{Parser, Result};
use crate::print;
use crate::syntax::{Callee, FloatTy, IntTy, Intrinsic, Operand, Signature, Ty, TyKind};

impl Parser<'_> {
    /// The intrinsic that the path from token `first` to token `last` names, and the type of its operands if the name contains
    /// it. The names of all versions of `rustc` are accepted.
    pub(super) fn intrinsic_named(
        &self,
        first: usize,
        last: usize,
    ) -> Option<(Intrinsic, Option<FloatTy>)> {
        let path = (first..last).map(|at| self.cursor.text_of(at));
        let from = |krate: &str| path.clone().eq([krate, "::", "intrinsics", "::"]);
        if !from("core") && !from("std") {
            return None;
        }
        print::intrinsic(self.cursor.text_of(last))
    }

    /// Reads the operands of an intrinsic named by the token `at`, whose result has type `result`.
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        float: Option<FloatTy>,
        at: usize,
        result: Ty,
    ) -> Result<(Callee, Vec<Operand>)> {
        let arguments = self.arguments()?;
        self.check_count(at, intrinsic.arity(), arguments.len())?;
        let mut operands = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            let hint = match float {
                Some(float) => Some(self.types.float(float)),
                None => self.hint(intrinsic, n, result),
            };
            operands.push(self.operand(argument, hint)?);
        }
        let found = operands.first().and_then(|first| self.operand_ty(first));
        if let (Some(float), Some(found)) = (float, found)
            && *self.types.kind(found) != TyKind::Float(float)
        {
            let (name, found) = (self.cursor.text_of(at), self.types.name(found));
            let float = float.name();
            let message = format!("`{name}` takes `{float}`s, and this is of type `{found}`");
            return Err(self.cursor.error_at(arguments[0].at, message));
        }
        Ok((Callee::Intrinsic(intrinsic), operands))
    }

    /// The type of operand `n` if it is a number without a suffix, where only one is possible.
    fn hint(&mut self, intrinsic: Intrinsic, n: usize, result: Ty) -> Option<Ty> {
        match (intrinsic.signature(), n) {
            (Signature::PointerAndCount, 1) => Some(self.types.int(IntTy::Isize)),
            (Signature::CopyMemory | Signature::FillMemory | Signature::CompareMemory, 2) => {
                Some(self.types.int(IntTy::Usize))
            }
            (Signature::FillMemory, 1) => Some(self.types.int(IntTy::U8)),
            (Signature::Rotate, 1) => Some(self.types.int(IntTy::U32)),
            (
                Signature::Any
                | Signature::Int
                | Signature::TwoInts
                | Signature::Float
                | Signature::TwoFloats
                | Signature::ThreeFloats,
                _,
            )
            | (Signature::Rotate | Signature::Shift, 0) => Some(result),
            (Signature::Overflowing, _) => self.types.field(result, 0),
            _ => None,
        }
    }
}
