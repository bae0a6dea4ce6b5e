//! Decodes operations on the lanes that a mask and a vector length enable: `llvm.vp.*` and masked divisions.

use kvant_llvm::syntax::{
    BinaryOp, Call, CastOp, Const, FloatPredicate, IntPredicate, Metadata, Value,
};

use super::pure::without_bundles;
use super::{Decoder, unsupported};
use crate::code::{Instruction, Predicated, PredicatedBody, Source, Span};
use crate::float::{FloatCall, FloatIntrinsic, FloatOp};
use crate::outcome::Stop;
use crate::pure::{Pure, PureCall};
use crate::shape::Scalar;

/// The operands before the mask: the leaves, their kind, and one for each lane or one for all.
struct Operand {
    span: Span,
    scalar: Scalar,
}

impl Operand {
    /// The leaf for a lane.
    fn lane(&self, n: u32) -> Source {
        match self.span.length {
            1 => self.span.source,
            _ => self.span.source.after(n),
        }
    }
}

/// The name of an operation without `vp.`; none for other intrinsics, and for accesses to memory.
pub(super) fn operation(base: &str) -> Option<&str> {
    let masked = base.strip_prefix("masked.");
    if let Some(name @ ("udiv" | "sdiv" | "urem" | "srem")) = masked {
        return Some(name);
    }
    let experimental = base.strip_prefix("experimental.vp.");
    if let Some(name @ ("reverse" | "splat")) = experimental {
        return Some(name);
    }
    let name = base.strip_prefix("vp.")?;
    let is_of_memory = matches!(name, "load" | "load.ff" | "store" | "gather" | "scatter");
    (!is_of_memory).then_some(name)
}

impl<'m> Decoder<'_, 'm> {
    /// A predicated operation; none for another call.
    pub(super) fn predicated(
        &mut self,
        call: &Call,
        (to, length): (u32, u32),
    ) -> Result<Option<Instruction>, Stop> {
        let Some(base) = self.intrinsic(call) else {
            return Ok(None);
        };
        let Some(name) = operation(base) else {
            return Ok(None);
        };
        without_bundles(call)?;
        let (mut operands, predicate) = self.operands(call)?;
        let unfit = || Stop::IllFormed("an intrinsic on other operands".into());
        let mut last = || operands.pop().ok_or_else(unfit).map(|it| it.span);
        let vector_length = match base.starts_with("masked.") {
            true => None,
            false => Some(last()?),
        };
        let mask = match name {
            "select" | "merge" => None,
            _ => Some(last()?),
        };
        let [first, ..] = &operands[..] else {
            return Err(unfit());
        };
        // All vectors have as many lanes as the mask, and a result that is no vector is one leaf.
        let lanes = mask.map_or(first.span.length, |mask| mask.length);
        let is_vector = |length: u32| length == lanes;
        let is_reduction = name.starts_with("reduce.") || name == "cttz.elts";
        let fits = operands.iter().enumerate().all(|(n, it)| match name {
            _ if is_reduction && n == usize::from(name != "cttz.elts") => is_vector(it.span.length),
            "merge" | "select" | "reverse" => is_vector(it.span.length),
            _ => it.span.length == 1 || is_vector(it.span.length),
        }) && vector_length.is_none_or(|it| it.length == 1);
        if !fits || length != if is_reduction { 1 } else { lanes } {
            return Err(unfit());
        }
        let vector_length = vector_length.map(|it| it.source);
        let mask = mask.map(|it| it.source);
        let is_float = operands
            .iter()
            .any(|it| matches!(it.scalar, Scalar::Float(_)));
        if is_float {
            self.default_environment()?;
        }
        let sources: Vec<Source> = operands.iter().map(|it| it.span.source).collect();
        let body = match (name, &sources[..]) {
            ("merge", [condition, yes, no]) => PredicatedBody::Merge {
                condition: *condition,
                operands: [*yes, *no],
            },
            ("reverse", [vector]) => PredicatedBody::Reverse { vector: *vector },
            ("cttz.elts", [vector, flag]) => PredicatedBody::TrailingZeros {
                vector: *vector,
                flag: *flag,
            },
            (_, [start, vector]) if name.starts_with("reduce.") => {
                let base = format!("llvm.vector.{name}");
                let fold = match (FloatIntrinsic::of(&base), first.scalar) {
                    (Some(intrinsic), Scalar::Float(kind)) => {
                        Err(float_call(intrinsic, call, kind, 1, Vec::new(), to))
                    }
                    _ => match (Pure::of(&base["llvm.".len()..]), first.scalar) {
                        (Some(Pure::Reduce(fold)), Scalar::Int(width)) => Ok((fold, width)),
                        _ => return Ok(None),
                    },
                };
                PredicatedBody::Reduce {
                    start: *start,
                    vector: *vector,
                    fold: fold.map_err(Box::new),
                }
            }
            _ => {
                let mut instructions = Vec::new();
                let into = self.program.result_of(call.ty);
                let into = self.program.shapes.lanes(into)?.1;
                for n in 0..length {
                    let lane = self.lane(call, name, predicate, &operands, (n, to + n), into)?;
                    let Some(lane) = lane else {
                        return Ok(None);
                    };
                    instructions.push(lane);
                }
                PredicatedBody::Lanes(instructions.into())
            }
        };
        Ok(Some(Instruction::Predicated(Box::new(Predicated {
            mask,
            length: vector_length,
            lanes,
            to,
            body,
        }))))
    }

    /// The operands of a call, and the predicate among them.
    fn operands(&mut self, call: &Call) -> Result<(Vec<Operand>, Option<&'m str>), Stop> {
        let (mut operands, mut predicate) = (Vec::new(), None);
        for argument in &call.arguments {
            if let Value::Const(index) = argument.value.value
                && let Const::Metadata(node) = &self.body.constants[index as usize]
            {
                predicate = match &**node {
                    Metadata::String(text) => Some(self.program.module.names.get(*text)),
                    _ => None,
                };
                continue;
            }
            let scalar = self.program.shapes.lanes(argument.value.ty)?.1;
            let span = self.argument(argument)?;
            operands.push(Operand { span, scalar });
        }
        Ok((operands, predicate))
    }

    /// The operation on one lane; none if there is no such operation.
    fn lane(
        &self,
        call: &Call,
        name: &str,
        predicate: Option<&str>,
        operands: &[Operand],
        (n, to): (u32, u32),
        into: Scalar,
    ) -> Result<Option<Instruction>, Stop> {
        let sources: Vec<Source> = operands.iter().map(|it| it.lane(n)).collect();
        let from = operands.first().map(|it| it.scalar);
        let flags = call.flags;
        let lanes = 1;
        if let (Some(op), [a, b]) = (BinaryOp::from_text(name), &sources[..]) {
            let operands = [*a, *b];
            return Ok(Some(match from {
                Some(Scalar::Int(width)) => Instruction::Binary {
                    op,
                    flags,
                    width,
                    lanes,
                    to,
                    operands,
                },
                Some(Scalar::Float(kind)) => Instruction::Float {
                    op: FloatOp::Binary(op),
                    flags,
                    kind,
                    lanes,
                    to,
                    operands,
                },
                _ => return Err(unsupported(name)),
            }));
        }
        if let (Some(op), [operand], Some(from)) = (CastOp::from_text(name), &sources[..], from)
            // `vp.trunc` of floats has another name.
            && !matches!((op, from), (CastOp::Trunc, Scalar::Float(_)))
        {
            return Ok(Some(Instruction::Cast {
                op,
                flags,
                from,
                into,
                lanes,
                to,
                operand: *operand,
            }));
        }
        let text = predicate.unwrap_or_default();
        let instruction = match (name, &sources[..], from) {
            ("icmp", [a, b], Some(from)) => {
                IntPredicate::from_text(text).map(|predicate| Instruction::Compare {
                    predicate,
                    same_sign: false,
                    width: from.bits(self.program.pointer_bits()),
                    lanes,
                    to,
                    operands: [*a, *b],
                })
            }
            ("fcmp", [a, b], Some(Scalar::Float(kind))) => {
                FloatPredicate::from_text(text).map(|predicate| Instruction::Float {
                    op: FloatOp::Compare(predicate),
                    flags,
                    kind,
                    lanes,
                    to,
                    operands: [*a, *b],
                })
            }
            ("fneg", [a], Some(Scalar::Float(kind))) => Some(Instruction::Float {
                op: FloatOp::Negate,
                flags,
                kind,
                lanes,
                to,
                operands: [*a, *a],
            }),
            ("select", [condition, yes, no], _) => Some(Instruction::Select {
                is_lanewise: true,
                length: 1,
                to,
                condition: *condition,
                operands: [*yes, *no],
            }),
            ("splat", [value], _) => Some(Instruction::Copy {
                to,
                parts: [Some(one(*value))].into(),
            }),
            _ => None,
        };
        if instruction.is_some() {
            return Ok(instruction);
        }
        Ok(self.intrinsic_lane(call, name, operands, &sources, to, into))
    }

    /// A lane of an intrinsic; none if it has no lanes.
    fn intrinsic_lane(
        &self,
        call: &Call,
        name: &str,
        operands: &[Operand],
        sources: &[Source],
        to: u32,
        into: Scalar,
    ) -> Option<Instruction> {
        let arguments: Vec<Span> = sources.iter().map(|source| one(*source)).collect();
        let name = match name {
            "roundtozero" => "trunc",
            name => name,
        };
        let kind = operands.iter().find_map(|it| match it.scalar {
            Scalar::Float(kind) => Some(kind),
            _ => None,
        });
        if let (Some(intrinsic), Some(kind)) = (FloatIntrinsic::of(&format!("llvm.{name}")), kind) {
            if intrinsic.arity() != arguments.len() {
                return None;
            }
            let width = into.bits(self.program.pointer_bits());
            let call = float_call(intrinsic, call, kind, width, arguments, to);
            return Some(Instruction::FloatCall(Box::new(call)));
        }
        match Pure::of(name) {
            Some(op @ Pure::Lane(_)) => Some(Instruction::Pure(Box::new(PureCall {
                op,
                arguments: arguments.into(),
                first: operands.first().map(|it| it.scalar),
                kinds: [into].into(),
                scale: 1,
                to,
            }))),
            _ => None,
        }
    }
}

fn one(source: Source) -> Span {
    Span { source, length: 1 }
}

fn float_call(
    intrinsic: FloatIntrinsic,
    call: &Call,
    kind: kvant_llvm::syntax::FloatKind,
    width: u32,
    arguments: Vec<Span>,
    to: u32,
) -> FloatCall {
    FloatCall {
        intrinsic,
        flags: call.flags,
        sets_errno: false,
        kind,
        width,
        arguments: arguments.into(),
        to,
    }
}
