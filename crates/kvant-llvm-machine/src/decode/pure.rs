//! Decodes intrinsics that are functions of their arguments.

use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{Argument, Attachment, Call, Op, Types, Value};

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

    /// The leaves of an argument of an intrinsic.
    pub(super) fn argument(&mut self, argument: &Argument) -> Result<Span, Stop> {
        let span = self.span(argument.value)?;
        let constraints = constraint::of_attributes(self.program, &argument.attributes);
        if constraints.is_empty() {
            return Ok(span);
        }
        let kinds = self.program.shapes.leaves(argument.value.ty)?;
        let to = self.code.slots;
        self.code.slots += span.length;
        let constrain = Constrain {
            constraints: constraints.into(),
            kinds: kinds.into(),
            from: span.source,
            to,
        };
        let constrain = Instruction::Constrain(Box::new(constrain));
        self.code.instructions.push(constrain);
        self.code.numbers.push(self.current);
        self.code.results.push((0, 0));
        let source = Source::slot(to);
        Ok(Span { source, ..span })
    }

    /// The constraints on the result of a call that is no instruction of its own.
    pub(super) fn of_result(
        &self,
        decoded: Option<&Instruction>,
        op: &Op,
        to: u32,
        attachments: &[Attachment],
    ) -> Option<Instruction> {
        let (Some(decoded), Op::Call(call)) = (decoded, op) else {
            return None;
        };
        if matches!(decoded, Instruction::Call(_) | Instruction::Refuse(_)) {
            return None;
        }
        let mut constraints = constraint::of_attributes(self.program, &call.result);
        if let Some(function) = self.library_function(call) {
            let declared = &function.result_attributes;
            constraints.extend(constraint::of_attributes(self.program, declared));
        }
        constraints.extend(constraint::of_metadata(self.program, attachments));
        if constraints.is_empty() {
            return None;
        }
        let kinds = self
            .program
            .shapes
            .leaves(self.program.result_of(call.ty))
            .ok()?;
        Some(Instruction::Constrain(Box::new(Constrain {
            constraints: constraints.into(),
            kinds: kinds.into(),
            from: Source::slot(to),
            to,
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
