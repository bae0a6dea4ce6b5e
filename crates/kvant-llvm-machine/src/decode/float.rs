//! Decodes instructions on floats.

use kvant_llvm::syntax::{
    Argument, Attribute, BinaryOp, Call, CastOp, Flag, FloatKind, Function, Op, Type, Value,
};

use super::{Decoder, predicated};
use crate::code::{Instruction, Source};
use crate::float::{FloatCall, FloatIntrinsic, FloatOp};
use crate::library;
use crate::outcome::{Stop, Unspecified};
use crate::program::Program;
use crate::shape::Scalar;

impl Decoder<'_, '_> {
    /// An instruction on floats, or none if it is another one.
    pub(super) fn float(&mut self, op: &Op, to: u32) -> Result<Option<Instruction>, Stop> {
        use BinaryOp::{FAdd, FDiv, FMul, FRem, FSub};
        use CastOp::{FpExt, FpToSi, FpToUi, FpTrunc, SiToFp, UiToFp};
        let (op, flags, ty, operands) = match op {
            Op::Binary(op @ (FAdd | FSub | FMul | FDiv | FRem), flags, ty, [a, b]) => {
                let operands = [self.value(*ty, *a)?, self.value(*ty, *b)?];
                (FloatOp::Binary(*op), *flags, *ty, operands)
            }
            Op::FCmp(predicate, flags, ty, [a, b]) => {
                let operands = [self.value(*ty, *a)?, self.value(*ty, *b)?];
                (FloatOp::Compare(*predicate), *flags, *ty, operands)
            }
            Op::FNeg(flags, value) => {
                let operand = self.typed(*value)?;
                (FloatOp::Negate, *flags, value.ty, [operand, operand])
            }
            Op::Cast(
                op @ (FpTrunc | FpExt | UiToFp | SiToFp | FpToUi | FpToSi),
                flags,
                value,
                ty,
            ) => {
                self.default_environment()?;
                let (lanes, from) = self.program.shapes.lanes(value.ty)?;
                let (results, into) = self.program.shapes.lanes(*ty)?;
                if lanes != results {
                    return Err(Stop::IllFormed("a cast to other lanes".into()));
                }
                return Ok(Some(Instruction::Cast {
                    op: *op,
                    flags: *flags,
                    from,
                    into,
                    lanes,
                    to,
                    operand: self.typed(*value)?,
                }));
            }
            Op::Call(call) => return self.float_call(call, to),
            _ => return Ok(None),
        };
        self.default_environment()?;
        let (lanes, kind) = self.float_lanes(ty)?;
        Ok(Some(Instruction::Float {
            op,
            flags,
            kind,
            lanes,
            to,
            operands,
        }))
    }

    /// The effect of fast-math flags on a value that a `phi`, `select` or `call` of a function passes on.
    pub(super) fn float_flags(&self, op: &Op, (to, lanes): (u32, u32)) -> Option<Instruction> {
        let (flags, ty) = match op {
            Op::Phi(flags, ty, _) => (*flags, *ty),
            Op::Select(flags, operands) => (*flags, operands[1].ty),
            Op::Call(call) if !self.has_own_flags(call) => {
                (call.flags, self.program.result_of(call.ty))
            }
            _ => return None,
        };
        if flags.is_empty() {
            return None;
        }
        let leaves = self.program.shapes.leaves(ty).ok()?;
        let Some(Scalar::Float(kind)) = leaves.first() else {
            return None;
        };
        Some(Instruction::Float {
            op: FloatOp::Pass,
            flags,
            kind: *kind,
            lanes,
            to,
            operands: [Source::slot(to); 2],
        })
    }

    /// True for calls that apply their fast-math flags themselves.
    fn has_own_flags(&self, call: &Call) -> bool {
        let base = self.intrinsic(call);
        let operation = base.and_then(predicated::operation);
        self.float_intrinsic(call).is_some()
            || operation.is_some_and(|it| !matches!(it, "select" | "merge"))
    }

    fn float_intrinsic(&self, call: &Call) -> Option<FloatIntrinsic> {
        let Value::Global(name) = call.callee else {
            return None;
        };
        let name = self.program.module.names.get(name);
        FloatIntrinsic::of(name).or_else(|| {
            let twin = library::twin(self.library(call)?);
            twin.and_then(FloatIntrinsic::of)
        })
    }

    fn float_call(&mut self, call: &Call, to: u32) -> Result<Option<Instruction>, Stop> {
        let Some(intrinsic) = self.float_intrinsic(call) else {
            return Ok(None);
        };
        self.default_environment()?;
        let unfit = || Stop::IllFormed("an intrinsic on other operands".into());
        if call.arguments.len() != intrinsic.arity() {
            return Err(unfit());
        }
        let (mut arguments, mut scalars) = (Vec::new(), Vec::new());
        let declaration = self.library_function(call);
        for (n, argument) in call.arguments.iter().enumerate() {
            let parameter = declaration.and_then(|it| it.parameters.get(n));
            let declared = parameter.map_or(&[][..], |it| &it.attributes[..]);
            arguments.push(self.argument(&Argument {
                value: argument.value,
                attributes: [&argument.attributes[..], declared].concat().into(),
            })?);
            scalars.push(self.program.shapes.lanes(argument.value.ty)?.1);
        }
        let leaves = self
            .program
            .shapes
            .leaves(self.program.result_of(call.ty))?;
        scalars.extend(leaves.last());
        let kind = scalars.iter().find_map(|scalar| match scalar {
            Scalar::Float(kind) => Some(*kind),
            _ => None,
        });
        let width = scalars.iter().find_map(|scalar| match scalar {
            Scalar::Int(width) => Some(*width),
            _ => None,
        });
        let library = self.library(call);
        // `fmin` and `fmax` do not distinguish zeros.
        let is_signless =
            library.is_some_and(|it| ["fmin", "fmax"].contains(&it.trim_end_matches(['f', 'l'])));
        Ok(Some(Instruction::FloatCall(Box::new(FloatCall {
            intrinsic,
            sets_errno: library.is_some() && intrinsic == FloatIntrinsic::Sqrt,
            flags: match is_signless {
                true => call.flags.with(Flag::Nsz),
                false => call.flags,
            },
            kind: kind.ok_or_else(unfit)?,
            width: width.unwrap_or(1),
            arguments: arguments.into(),
            to,
        }))))
    }

    /// The number of lanes and the type of floats.
    fn float_lanes(&self, ty: Type) -> Result<(u32, FloatKind), Stop> {
        match self.program.shapes.lanes(ty)? {
            (lanes, Scalar::Float(kind)) => Ok((lanes, kind)),
            _ => Err(Stop::IllFormed(
                "a float instruction on another type".into(),
            )),
        }
    }

    /// Refuses functions whose attributes change the results of floats.
    pub(super) fn default_environment(&mut self) -> Result<(), Stop> {
        let (program, function) = (self.program, self.function);
        let is_default = || has_default_environment(program, function);
        match *self.has_default_floats.get_or_insert_with(is_default) {
            true => Ok(()),
            false => Err(Unspecified::FloatEnvironment.into()),
        }
    }
}

fn has_default_environment(program: &Program<'_>, function: &Function) -> bool {
    let names = &program.module.names;
    let is_default = |attribute: &Attribute| match attribute {
        Attribute::Word(name) => names.get(*name) != "strictfp",
        Attribute::Text(name, text) => {
            names.get(*name) != "denormal_fpenv"
                || matches!(names.get(*text), "ieee" | "ieee | ieee")
        }
        Attribute::String(key, value) => {
            let value = value.map_or("", |value| names.get(value));
            match names.get(*key) {
                "denormal-fp-math" | "denormal-fp-math-f32" => {
                    matches!(value, "ieee" | "ieee,ieee")
                }
                "unsafe-fp-math"
                | "no-nans-fp-math"
                | "no-infs-fp-math"
                | "no-signed-zeros-fp-math"
                | "approx-func-fp-math" => value != "true",
                _ => true,
            }
        }
        _ => true,
    };
    program.attributes(&function.attributes).all(is_default)
}
