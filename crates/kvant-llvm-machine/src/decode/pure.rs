//! Decodes intrinsics that are functions of their arguments.

use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{Call, Types, Value};

use super::{Decoder, unsupported};
use crate::code::Instruction;
use crate::outcome::Stop;
use crate::pure::{Pure, PureCall};

impl<'m> Decoder<'_, 'm> {
    /// The name of an intrinsic without `llvm.` and types; none for another callee.
    pub(super) fn intrinsic(&self, call: &Call) -> Option<&'m str> {
        let Value::Global(name) = call.callee else {
            return None;
        };
        let found = intrinsic::find(self.program.module.names.get(name));
        found.map(|intrinsic| intrinsic.base)
    }

    /// A call of an intrinsic that is a function of its arguments; none for another call.
    pub(super) fn pure(&mut self, call: &Call, to: u32) -> Result<Option<Instruction>, Stop> {
        let Some(op) = self.intrinsic(call).and_then(Pure::of) else {
            return Ok(None);
        };
        if !call.bundles.is_empty() {
            return Err(unsupported("call of this intrinsic with operand bundles"));
        }
        let shapes = &self.program.shapes;
        let kinds = match self.program.result_of(call.ty) {
            Types::VOID => Vec::new(),
            ty => shapes.leaves(ty)?,
        };
        let first = match call.arguments.first() {
            Some(argument) => shapes.leaves(argument.value.ty)?.first().copied(),
            None => None,
        };
        let arguments = call.arguments.iter();
        let arguments = arguments.map(|argument| self.span(argument.value));
        Ok(Some(Instruction::Pure(Box::new(PureCall {
            op,
            arguments: arguments.collect::<Result<_, Stop>>()?,
            first,
            kinds: kinds.into(),
            to,
        }))))
    }
}
