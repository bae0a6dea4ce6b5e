//! Decodes calls.

use kvant_llvm::Name;
use kvant_llvm::syntax::{self, Attachment, Function, Tail, Types, Value};

use super::{Decoder, has_word, unsupported};
use crate::code::{Call, Callee, Instruction, Span};
use crate::constraint;
use crate::contract::{Contract, Grant};
use crate::intrinsic::Intrinsic;
use crate::outcome::{Stop, Ub, Unsupported};
use crate::program::Symbol;

impl Decoder<'_, '_> {
    /// A call.
    pub(super) fn call(
        &mut self,
        call: &syntax::Call,
        (to, length): (u32, u32),
        attachments: &[Attachment],
    ) -> Result<Instruction, Stop> {
        let callee = match call.callee {
            Value::Global(name) => self.callee(name, call)?,
            Value::Local(_) => Callee::Pointer(self.value(Types::PTR, call.callee)?),
            _ => return Err(unsupported("call of a constant")),
        };
        let (mut arguments, mut constraints) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            if let Callee::Intrinsic(_) = callee {
                arguments.push(self.argument(argument)?);
                continue;
            }
            arguments.push(self.span(argument.value)?);
            let of_argument = constraint::of_attributes(self.program, &argument.attributes);
            let kinds = match of_argument.is_empty() {
                true => Vec::new(),
                false => self.program.shapes.leaves(argument.value.ty)?,
            };
            constraints.push((of_argument.into(), kinds.into()));
        }
        let grants: Vec<_> = call
            .arguments
            .iter()
            .map(|argument| Grant::of(self.program, &argument.attributes))
            .collect();
        let has_no_grants = grants.iter().all(Option::is_none);
        let contract = Contract::of(self.program, &call.attributes);
        let mut bundles = Vec::new();
        for bundle in &call.bundles {
            let operands = bundle.operands.iter().map(|operand| self.span(*operand));
            let operands = operands.collect::<Result<Vec<Span>, Stop>>()?;
            let tag = self.program.module.names.get(bundle.tag);
            bundles.push((tag.into(), operands.into()));
        }
        let of_result = constraint::of_result(self.program, &call.result, attachments);
        let is_returned =
            |it: &syntax::Argument| has_word(self.program, &it.attributes, "returned");
        let returned = call.arguments.iter().position(is_returned);
        let ty = self.program.result_of(call.ty);
        let kinds = match ty {
            Types::VOID => Vec::new(),
            ty => self.program.shapes.leaves(ty)?,
        };
        Ok(Instruction::Call(Box::new(Call {
            callee,
            returned: returned.and_then(|n| arguments.get(n).copied()),
            arguments: arguments.into(),
            constraints: constraints.into(),
            of_result: of_result.into(),
            bundles: bundles.into(),
            is_plain: has_no_grants && !contract.as_ref().is_some_and(|it| it.limits_memory()),
            contract,
            grants: match has_no_grants {
                true => Box::default(),
                false => grants.into(),
            },
            is_tail: matches!(call.tail, Some(Tail::Tail | Tail::MustTail)),
            result: (to, length),
            kinds: kinds.into(),
        })))
    }

    pub(super) fn callee(&self, name: Name, call: &syntax::Call) -> Result<Callee, Stop> {
        let text = self.program.module.names.get(name);
        if text.starts_with("llvm.") {
            let known = Intrinsic::of(text).map(Callee::Intrinsic);
            return known.ok_or_else(|| Unsupported::Intrinsic { name: text.into() }.into());
        }
        let number = self.program.symbol_number(name);
        let external = || Stop::from(Unsupported::External { name: text.into() });
        let number = number.ok_or_else(external)?;
        if let Symbol::Function(function, _) = &self.program.symbols[number as usize]
            && !self.fits(function, call)
        {
            return Err(Ub::BadCall.into());
        }
        Ok(Callee::Function(number))
    }

    /// True if a call has the types of a function, and passes the same arguments by value or for the result.
    pub(super) fn fits(&self, function: &Function, call: &syntax::Call) -> bool {
        let program = self.program;
        let count = function.parameters.len();
        let has_all = match function.is_variadic {
            true => call.arguments.len() >= count,
            false => call.arguments.len() == count,
        };
        let same = |(parameter, argument): (&syntax::Parameter, &syntax::Argument)| {
            let same = |attribute| {
                program.type_attribute(attribute, &parameter.attributes)
                    == program.type_attribute(attribute, &argument.attributes)
            };
            parameter.ty == argument.value.ty && same("byval") && same("sret")
        };
        has_all
            && function.result == program.result_of(call.ty)
            && function.convention == call.convention
            && function.parameters.iter().zip(&call.arguments).all(same)
    }
}
