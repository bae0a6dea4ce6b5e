//! Decodes intrinsics that are functions of their arguments.

use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{Argument, Attachment, Call, Types, Value};

use super::{Decoder, unsupported};
use crate::code::{Constrain, Instruction, Source, Span};
use crate::constraint;
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

    /// Refuses operand bundles.
    pub(super) fn without_bundles(&self, call: &Call) -> Result<(), Stop> {
        match call.bundles.is_empty() {
            true => Ok(()),
            false => Err(unsupported("call of this intrinsic with operand bundles")),
        }
    }

    /// The leaves of an argument of an intrinsic, with what its attributes make of them.
    pub(super) fn argument(&mut self, argument: &Argument) -> Result<Span, Stop> {
        let span = self.span(argument.value)?;
        let constraints = constraint::of_attributes(self.program, &argument.attributes);
        if constraints.is_empty() {
            return Ok(span);
        }
        let to = self.code.slots;
        self.code.slots += span.length;
        self.before.push(Instruction::Constrain(Box::new(Constrain {
            value: span,
            to,
            constraints: constraints.into(),
            kinds: self.program.shapes.leaves(argument.value.ty)?.into(),
        })));
        let (source, length) = (Source::slot(to), span.length);
        Ok(Span { source, length })
    }

    /// The constraints on the result of an intrinsic.
    pub(super) fn constrained_result(
        &self,
        call: &Call,
        (to, length): (u32, u32),
        attachments: &[Attachment],
    ) -> Option<Instruction> {
        let mut constraints = constraint::of_attributes(self.program, &call.result);
        constraints.extend(constraint::of_metadata(self.program, attachments));
        if constraints.is_empty() {
            return None;
        }
        let kinds = self.program.shapes.leaves(self.program.result_of(call.ty));
        let source = Source::slot(to);
        Some(Instruction::Constrain(Box::new(Constrain {
            value: Span { source, length },
            to,
            constraints: constraints.into(),
            kinds: kinds.ok()?.into(),
        })))
    }

    /// A call of an intrinsic that is a function of its arguments; none for another call.
    pub(super) fn pure(&mut self, call: &Call, to: u32) -> Result<Option<Instruction>, Stop> {
        let Some(op) = self.intrinsic(call).and_then(Pure::of) else {
            return Ok(None);
        };
        self.without_bundles(call)?;
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
        let arguments = arguments.map(|argument| self.argument(argument));
        Ok(Some(Instruction::Pure(Box::new(PureCall {
            op,
            arguments: arguments.collect::<Result<_, Stop>>()?,
            first,
            kinds: kinds.into(),
            to,
        }))))
    }
}
