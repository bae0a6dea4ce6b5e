//! Executes intrinsics that are functions of their arguments.

use kvant_llvm::syntax::BinaryOp;

use super::{Machine, leaf, leaves};
use crate::code::{Code, Instruction, Predicated, PredicatedBody, Source, Span};
use crate::float::{self, FloatCall, FloatOp};
use crate::int::Context;
use crate::leaf::Leaf;
use crate::outcome::{Stop, Ub, Unspecified};
use crate::pure::{self, Fold, PureCall};

impl Machine<'_, '_> {
    /// An intrinsic that is a function of its arguments, or constraints on one.
    #[inline(never)]
    pub(super) fn pure_step(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        match instruction {
            Instruction::Pure(call) => self.pure(call, code, base),
            Instruction::Predicated(predicated) => self.predicated(predicated, code, base),
            Instruction::Constrain {
                from,
                to,
                constraints,
            } => {
                let mut values = leaves(&self.slots, code, base, *from).to_vec();
                let (constraints, kinds) = &**constraints;
                self.constrain(constraints, kinds, &mut values)?;
                self.set(base + *to as usize, values);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn pure(&mut self, call: &PureCall, code: &Code, base: usize) -> Result<(), Stop> {
        let mut context = Context {
            origin: self.origin(),
            choices: self.choices,
        };
        let arguments = call.arguments.iter();
        let arguments: Vec<&[Leaf]> = arguments
            .map(|span| leaves(&self.slots, code, base, *span))
            .collect();
        let result = pure::call(&mut context, call, &arguments)?;
        self.set(base + call.to as usize, result);
        Ok(())
    }

    /// Sets slots from this one on.
    pub(super) fn set(&mut self, first: usize, values: Vec<Leaf>) {
        for (slot, value) in self.slots[first..].iter_mut().zip(values) {
            *slot = value;
        }
    }

    /// An operation on the lanes that are enabled.
    pub(super) fn predicated(
        &mut self,
        predicated: &Predicated,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        let lanes = predicated.lanes as usize;
        let length = match predicated.length {
            None => lanes,
            Some(source) => match leaf(&self.slots, code, base, source) {
                Leaf::Int(length) if *length <= lanes as u128 => *length as usize,
                // The last argument of `vp.merge` is only compared.
                Leaf::Int(_) if !matches!(predicated.body, PredicatedBody::Merge { .. }) => {
                    return Err(Ub::TooManyLanes.into());
                }
                _ => return Err(Unspecified::Lanes.into()),
            },
        };
        let poison = Leaf::Poison(self.origin());
        let mut context = Context {
            origin: self.origin(),
            choices: self.choices,
        };
        // Each lane: enabled, disabled, or with a mask that is poison.
        let mut on: Vec<Result<bool, Leaf>> = Vec::with_capacity(lanes);
        for n in 0..lanes {
            on.push(match predicated.mask {
                _ if n >= length => Ok(false),
                None => Ok(true),
                Some(mask) => {
                    let lane = leaf(&self.slots, code, base, mask.after(n as u32));
                    pure::is_on(&mut context, lane)
                }
            });
        }
        let vector = |source: Source| Span {
            source,
            length: predicated.lanes,
        };
        let result = match &predicated.body {
            PredicatedBody::Lanes(instructions) => {
                return self.lanes(predicated, instructions, &on, code, base);
            }
            PredicatedBody::Merge {
                condition,
                operands: [yes, no],
            } => {
                let condition = leaves(&self.slots, code, base, vector(*condition));
                let yes = leaves(&self.slots, code, base, vector(*yes));
                let no = leaves(&self.slots, code, base, vector(*no));
                merged(&mut context, length, condition, [yes, no])?
            }
            PredicatedBody::Reverse { vector: source } => {
                let values = leaves(&self.slots, code, base, vector(*source));
                let lane = |(n, on): (usize, &Result<bool, Leaf>)| match on {
                    Ok(true) => values[length - 1 - n].clone(),
                    Ok(false) => poison.clone(),
                    Err(poison) => poison.clone(),
                };
                on.iter().enumerate().map(lane).collect()
            }
            PredicatedBody::Reduce {
                start,
                vector: source,
                fold,
            } => {
                let start = leaves(&self.slots, code, base, one(*start));
                let values = leaves(&self.slots, code, base, vector(*source));
                let mut enabled = Vec::new();
                for (value, on) in values.iter().zip(&on) {
                    match on {
                        Ok(true) => enabled.push(value.clone()),
                        Ok(false) => {}
                        Err(poison) => enabled.push(poison.clone()),
                    }
                }
                vec![reduced(&mut context, fold, &start[0], &enabled)?]
            }
            PredicatedBody::TrailingZeros {
                vector: source,
                flag,
            } => {
                // The reference does not say how lanes that the mask disables count.
                if on[..length].iter().any(|on| *on != Ok(true)) {
                    return Err(Unspecified::Lanes.into());
                }
                let values = leaves(&self.slots, code, base, vector(*source));
                let values = &values[..length];
                let is_zero_poison = *leaf(&self.slots, code, base, *flag) == Leaf::Int(1);
                vec![pure::trailing_zeros(&mut context, values, is_zero_poison)?]
            }
        };
        self.set(base + predicated.to as usize, result);
        Ok(())
    }

    /// An instruction for each lane that is enabled.
    fn lanes(
        &mut self,
        predicated: &Predicated,
        instructions: &[Instruction],
        on: &[Result<bool, Leaf>],
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        for (n, (instruction, on)) in instructions.iter().zip(on).enumerate() {
            let off = match on {
                Ok(true) => {
                    match instruction {
                        Instruction::Float { .. } => self.float(instruction, code, base)?,
                        Instruction::FloatCall(call) => self.float_call(call, code, base)?,
                        Instruction::Pure(call) => self.pure(call, code, base)?,
                        _ => self.plain(instruction, code, base)?,
                    }
                    continue;
                }
                Ok(false) => Leaf::Poison(self.origin()),
                Err(_) if divides(instruction) => return Err(Unspecified::Lanes.into()),
                Err(poison) => poison.clone(),
            };
            self.slots[base + predicated.to as usize + n] = off;
        }
        Ok(())
    }
}

/// `vp.merge`.
fn merged(
    context: &mut Context<'_>,
    length: usize,
    condition: &[Leaf],
    [yes, no]: [&[Leaf]; 2],
) -> Result<Vec<Leaf>, Stop> {
    let mut result = Vec::with_capacity(condition.len());
    for (n, (condition, (yes, no))) in condition.iter().zip(yes.iter().zip(no)).enumerate() {
        result.push(match condition {
            Leaf::Poison(_) if n >= length => return Err(Unspecified::Lanes.into()),
            _ if n >= length => no.clone(),
            condition => match pure::is_on(context, condition) {
                Ok(true) => yes.clone(),
                Ok(false) => no.clone(),
                Err(poison) => poison,
            },
        });
    }
    Ok(result)
}

/// A reduction of the lanes that are enabled.
fn reduced(
    context: &mut Context<'_>,
    fold: &Result<(Fold, u32), Box<FloatCall>>,
    start: &Leaf,
    enabled: &[Leaf],
) -> Result<Leaf, Stop> {
    match fold {
        Ok((fold, width)) => {
            let all = [start].into_iter().chain(enabled);
            pure::fold(context, *fold, *width, all)
        }
        // The start value, or any NaN if it is one.
        Err(call) if enabled.is_empty() => match start {
            Leaf::Int(bits) if float::is_nan(call.kind, *bits) => Err(Unspecified::Lanes.into()),
            start => {
                let (flags, kind) = (call.flags, call.kind);
                float::execute(context, FloatOp::Pass, flags, kind, [start; 2])
            }
        },
        Err(call) => {
            let start = std::slice::from_ref(start);
            let result = float::call(context, call, &[start, enabled])?;
            result
                .into_iter()
                .next()
                .ok_or_else(|| Stop::IllFormed("a reduction of nothing".into()))
        }
    }
}

fn one(source: Source) -> Span {
    Span { source, length: 1 }
}

fn divides(instruction: &Instruction) -> bool {
    use BinaryOp::{SDiv, SRem, UDiv, URem};
    let op = match instruction {
        Instruction::Binary { op, .. } => *op,
        _ => return false,
    };
    matches!(op, UDiv | SDiv | URem | SRem)
}
