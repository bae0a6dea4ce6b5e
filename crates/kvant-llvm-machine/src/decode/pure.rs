//! Decodes intrinsics that are functions of their arguments.

use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{Argument, Attachment, Call, CastOp, Const, FloatKind, Op, Types, Value};

use super::{Decoder, unsupported};
use crate::code::{Instruction, Source, Span};
use crate::constraint;
use crate::leaf::{Leaf, Origin, mask};
use crate::library;
use crate::outcome::{Ended, Stop, Unspecified, Unsupported};
use crate::pure::{Pure, PureCall, VectorOp};
use crate::shape::Scalar;

impl<'m> Decoder<'_, 'm> {
    /// The name of an intrinsic without `llvm.` and types; none for another callee.
    pub(super) fn intrinsic(&self, call: &Call) -> Option<&'m str> {
        let Value::Global(name) = call.callee else {
            return None;
        };
        let found = intrinsic::find(self.program.module.names.get(name));
        found.map(|intrinsic| intrinsic.base)
    }

    /// The leaves of an argument of an intrinsic. Its constraints are applied to a copy.
    pub(super) fn argument(&mut self, argument: &Argument) -> Result<Span, Stop> {
        let from = self.span(argument.value)?;
        let constraints = constraint::of_attributes(self.program, &argument.attributes);
        if constraints.is_empty() {
            return Ok(from);
        }
        let kinds = self.program.shapes.leaves(argument.value.ty)?;
        let to = self.code.slots;
        self.code.slots += from.length;
        self.before.push(Instruction::Constrain {
            from,
            to,
            constraints: Box::new((constraints.into(), kinds.into())),
        });
        let source = Source::slot(to);
        Ok(Span { source, ..from })
    }

    /// The constraints on the result of an intrinsic, if there are any.
    pub(super) fn constrained_result(
        &self,
        op: &Op,
        (to, length): (u32, u32),
        attachments: &[Attachment],
    ) -> Option<Instruction> {
        let Op::Call(call) = op else { return None };
        let mut constraints = constraint::of_result(
            self.program,
            &self.body.constants,
            &call.result,
            attachments,
        );
        if self.intrinsic(call).is_none() {
            // A library function on floats is an intrinsic too.
            library::twin(self.library(call)?)?;
            let function = self.library_function(call)?;
            let declared = constraint::of_attributes(self.program, &function.result_attributes);
            constraints.extend(declared);
        }
        let kinds = match constraints.is_empty() {
            true => return None,
            false => self.program.result_of(call.ty),
        };
        let kinds = self.program.shapes.leaves(kinds).ok()?;
        let source = Source::slot(to);
        Some(Instruction::Constrain {
            from: Span { source, length },
            to,
            constraints: Box::new((constraints.into(), kinds.into())),
        })
    }

    /// A call of an intrinsic that is a function of its arguments; none for another call.
    pub(super) fn pure(
        &mut self,
        call: &Call,
        (to, length): (u32, u32),
    ) -> Result<Option<Instruction>, Stop> {
        let Some(base) = self.intrinsic(call) else {
            return Ok(None);
        };
        match base {
            "trap" | "ubsantrap" => return Err(Ended::Trap.into()),
            "vscale" => return self.vscale(call, to).map(Some),
            "is.constant" => return self.is_constant(call, to).map(Some),
            "convert.to.fp16" | "convert.from.fp16" => return self.half(call, to).map(Some),
            _ => {}
        }
        let Some(op) = Pure::of(base) else {
            return Ok(None);
        };
        without_bundles(call)?;
        let shapes = &self.program.shapes;
        let kinds = match self.program.result_of(call.ty) {
            Types::VOID => Vec::new(),
            ty => shapes.leaves(ty)?,
        };
        if kinds.len() != length as usize || kinds.is_empty() {
            return Err(Stop::IllFormed("an intrinsic of another type".into()));
        }
        let is_value = |argument: &&Argument| argument.value.ty != Types::METADATA;
        let first = match call.arguments.iter().find(is_value) {
            Some(argument) => shapes.leaves(argument.value.ty)?.first().copied(),
            None => None,
        };
        let scale = match (op, &call.arguments[..]) {
            (Pure::Vector(VectorOp::Insert), [_, part, _]) => shapes.scale(part.value.ty),
            (Pure::Vector(VectorOp::Extract), _) => shapes.scale(self.program.result_of(call.ty)),
            (Pure::Vector(VectorOp::Length), [_, _, scalable]) => {
                match (scalable.value.value, shapes.vscale) {
                    (Value::Int(0), _) => 1,
                    (_, Some(vscale)) => vscale,
                    (_, None) => return Err(self.without_vscale(call)),
                }
            }
            _ => 1,
        };
        let arguments = call.arguments.iter().filter(is_value);
        let arguments = arguments.map(|argument| self.argument(argument));
        Ok(Some(Instruction::Pure(Box::new(PureCall {
            op,
            arguments: arguments.collect::<Result<_, Stop>>()?,
            first,
            kinds: kinds.into(),
            scale,
            to,
        }))))
    }

    /// `is.constant`, which is true for constants without addresses and false for addresses. Anything else depends on the
    /// compiler.
    fn is_constant(&mut self, call: &Call, to: u32) -> Result<Instruction, Stop> {
        let [argument] = &call.arguments[..] else {
            return Err(Stop::IllFormed("an intrinsic on other operands".into()));
        };
        let is_constant = self.is_manifest(argument.value.value);
        let is_constant = is_constant.ok_or(Unspecified::CompileTime)?;
        Ok(self.leaf(Leaf::Int(is_constant.into()), to))
    }

    /// A leaf that is known.
    fn leaf(&mut self, leaf: Leaf, to: u32) -> Instruction {
        let first = self.code.constants.len() as u32;
        self.code.constants.push(leaf);
        let (source, length) = (Source::constant(first), 1);
        let parts = [Some(Span { source, length })].into();
        Instruction::Copy { to, parts }
    }

    /// `vscale`, which is poison if its type is too narrow.
    fn vscale(&mut self, call: &Call, to: u32) -> Result<Instruction, Stop> {
        let shapes = &self.program.shapes;
        let vscale = shapes.vscale.ok_or_else(|| self.without_vscale(call))?;
        let fits = match shapes.lanes(self.program.result_of(call.ty))? {
            (1, Scalar::Int(width)) => u128::from(vscale) <= mask(width),
            _ => return Err(Stop::IllFormed("an intrinsic of another type".into())),
        };
        let leaf = match fits {
            true => Leaf::Int(vscale.into()),
            false => Leaf::Poison(Origin::OUTSIDE),
        };
        Ok(self.leaf(leaf, to))
    }

    /// The refusal of an intrinsic that depends on `vscale` without one.
    fn without_vscale(&self, call: &Call) -> Stop {
        let name = match call.callee {
            Value::Global(name) => self.program.module.names.get(name),
            _ => "vscale",
        };
        Unsupported::Intrinsic { name: name.into() }.into()
    }

    fn is_manifest(&self, value: Value) -> Option<bool> {
        match value {
            Value::Int(_) | Value::Null | Value::Zero => Some(true),
            Value::Global(_) => Some(false),
            Value::Const(index) => match &self.body.constants[index as usize] {
                Const::Int(_) | Const::Float(..) | Const::Bytes(_) => Some(true),
                Const::Splat(element) => self.is_manifest(element.value),
                Const::Aggregate(_, elements) => {
                    let mut elements = elements.iter().map(|it| self.is_manifest(it.value));
                    elements.try_fold(true, |all, it| Some(all && it?))
                }
                _ => None,
            },
            // The reference does not say what undef is, and LLVM answers in both ways.
            Value::Undef | Value::Poison | Value::Local(_) | Value::None => None,
        }
    }

    /// A conversion from or to a `half` that is in an integer.
    fn half(&mut self, call: &Call, to: u32) -> Result<Instruction, Stop> {
        self.default_environment()?;
        let unfit = || Stop::IllFormed("an intrinsic on other operands".into());
        let [argument] = &call.arguments[..] else {
            return Err(unfit());
        };
        let operand = self.argument(argument)?.source;
        let half = Scalar::Float(FloatKind::Half);
        let shapes = &self.program.shapes;
        let into = shapes.lanes(self.program.result_of(call.ty))?;
        let (op, from, into, lanes) = match (shapes.lanes(argument.value.ty)?, into) {
            ((lanes, from @ Scalar::Float(_)), (_, Scalar::Int(16))) => {
                (CastOp::FpTrunc, from, half, lanes)
            }
            ((lanes, Scalar::Int(16)), (_, into @ Scalar::Float(_))) => {
                (CastOp::FpExt, half, into, lanes)
            }
            _ => return Err(unfit()),
        };
        Ok(Instruction::Cast {
            op,
            flags: call.flags,
            from,
            into,
            lanes,
            to,
            operand,
        })
    }
}

/// Refuses operand bundles.
pub(super) fn without_bundles(call: &Call) -> Result<(), Stop> {
    match call.bundles.is_empty() {
        true => Ok(()),
        false => Err(unsupported("call of this intrinsic with operand bundles")),
    }
}
