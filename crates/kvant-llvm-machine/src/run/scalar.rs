//! Instructions on scalars and their conversions.

use super::{Machine, leaf, leaves};
use crate::cast;
use crate::choice;
use crate::code::{Code, Instruction, Span};
use crate::compare;
use crate::int::{self, Context};
use crate::leaf::{Leaf, Origin, Rich, mask};
use crate::outcome::{Stop, Ub, Unspecified};
use crate::shape::Scalar;

impl Machine<'_, '_> {
    /// An instruction without control flow.
    pub(super) fn plain(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        match instruction {
            Instruction::Binary { .. } | Instruction::Compare { .. } => {
                self.arithmetic(instruction, code, base)
            }
            Instruction::Cast { .. } | Instruction::Bitcast { .. } => {
                self.conversion(instruction, code, base)
            }
            Instruction::Select { .. }
            | Instruction::Freeze { .. }
            | Instruction::Copy { .. }
            | Instruction::ExtractElement { .. }
            | Instruction::InsertElement { .. } => self.parts(instruction, code, base),
            Instruction::Volatile(it) => self.volatile(it, code, base),
            Instruction::CmpXchg(op) => self.cmpxchg(op, code, base),
            Instruction::Rmw(rmw) => self.rmw(rmw, code, base),
            Instruction::Unreachable => Err(Ub::Unreachable.into()),
            Instruction::Refuse(stop) => Err((**stop).clone()),
            Instruction::Fence
            | Instruction::Float { .. }
            | Instruction::FloatCall(_)
            | Instruction::Pure(_)
            | Instruction::Predicated(_)
            | Instruction::Constrain { .. }
            | Instruction::Jump(_)
            | Instruction::Branch { .. }
            | Instruction::Switch { .. }
            | Instruction::WideSwitch(_)
            | Instruction::IndirectBranch { .. }
            | Instruction::Return { .. }
            | Instruction::Call(_) => Ok(()),
            Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Alloca { .. }
            | Instruction::Gep(_) => self.memory_step(instruction, code, base),
        }
    }

    /// The circumstances of the current instruction, and the slots.
    fn split(&mut self) -> (Context<'_>, &mut Vec<Leaf>) {
        let context = Context {
            origin: self.origin(),
            choices: &mut *self.choices,
        };
        (context, &mut self.slots)
    }

    /// Executes the most frequent instructions, on defined integers of up to 64 bits, and returns true. They make no poison, so
    /// that their place does not matter.
    fn is_simple(&mut self, instruction: &Instruction, code: &Code, base: usize) -> bool {
        let operand = |source| match leaf(&self.slots, code, base, source) {
            Leaf::Int(bits) => Some(*bits),
            _ => None,
        };
        let result = match instruction {
            Instruction::Binary {
                op,
                flags,
                width: width @ ..=64,
                lanes: 1,
                to,
                operands: [a, b],
            } if flags.is_empty() => operand(*a)
                .zip(operand(*b))
                .and_then(|(a, b)| int::simple(*op, *width, a as u64, b as u64))
                .map(|value| (*to, value.into())),
            Instruction::Compare {
                predicate,
                same_sign: false,
                width,
                lanes: 1,
                to,
                operands: [a, b],
            } => operand(*a)
                .zip(operand(*b))
                .map(|(a, b)| (*to, int::compares(*predicate, *width, a, b).into())),
            _ => None,
        };
        if let Some((to, value)) = result {
            self.slots[base + to as usize] = Leaf::Int(value);
        }
        result.is_some()
    }

    /// Arithmetic and comparisons of integers and pointers.
    fn arithmetic(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        if self.is_simple(instruction, code, base) {
            return Ok(());
        }
        if let Instruction::Binary {
            op,
            flags,
            width,
            lanes: 1,
            to,
            operands: [a, b],
        } = instruction
        {
            let operands = [a, b].map(|it| leaf(&self.slots, code, base, *it));
            if let Some(pointers) = compare::pair(operands)
                && let Some(value) = self.address(*op, *flags, *width, pointers)?
            {
                self.slots[base + *to as usize] = value;
                return Ok(());
            }
        }
        let (mut context, slots) = self.split();
        match instruction {
            Instruction::Binary {
                op,
                flags,
                width,
                lanes,
                to,
                operands: [a, b],
            } => {
                for n in 0..*lanes {
                    let operands = [
                        leaf(slots, code, base, a.after(n)),
                        leaf(slots, code, base, b.after(n)),
                    ];
                    let value = int::binary(&mut context, *op, *flags, *width, operands)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Compare {
                predicate,
                same_sign,
                width,
                lanes,
                to,
                operands: [a, b],
            } => {
                for n in 0..*lanes {
                    let operands = [
                        leaf(slots, code, base, a.after(n)),
                        leaf(slots, code, base, b.after(n)),
                    ];
                    if let Some(pointers) = compare::pair(operands) {
                        if *same_sign {
                            return Err(Unspecified::Address.into());
                        }
                        let rest = (n, *lanes, *to, [*a, *b]);
                        return self.compare_lanes(code, base, *predicate, pointers, rest);
                    }
                    let value =
                        int::compare(&mut context, *predicate, *same_sign, *width, operands)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Conversions.
    fn conversion(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        let pointer = self.program.pointer_bits();
        let is_big_endian = self.program.layout.is_big_endian;
        let (mut context, slots) = self.split();
        match instruction {
            Instruction::Cast {
                op,
                flags,
                from,
                into,
                lanes,
                to,
                operand,
            } => {
                for n in 0..*lanes {
                    let value = leaf(slots, code, base, operand.after(n));
                    let value = match (*from, *into) {
                        (Scalar::Int(from), Scalar::Int(into)) => {
                            cast::resize(&mut context, *op, *flags, from, into, value)?
                        }
                        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => {
                            crate::float::cast(&mut context, *op, *flags, *from, *into, value)?
                        }
                        (from, into) => {
                            cast::address(*op, value, from.bits(pointer), into, pointer)?
                        }
                    };
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Bitcast {
                from,
                into,
                to,
                operand,
            } => {
                let length = from.0;
                let span = Span {
                    source: *operand,
                    length,
                };
                let values = leaves(slots, code, base, span).to_vec();
                let result = cast::bitcast(values, *from, *into, is_big_endian)?;
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(result) {
                    *slot = value;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Selections, copies, and elements of vectors.
    fn parts(&mut self, instruction: &Instruction, code: &Code, base: usize) -> Result<(), Stop> {
        let (mut context, slots) = self.split();
        let origin = context.origin;
        match instruction {
            Instruction::Select {
                is_lanewise,
                length,
                to,
                condition,
                operands,
            } => {
                let one = leaf(slots, code, base, *condition);
                if !is_lanewise && !matches!(one, Leaf::Int(_) | Leaf::Poison(_)) {
                    // One choice for the whole value.
                    let chosen = context.choices.choose(2) as usize & 1;
                    for n in 0..*length {
                        let value = leaf(slots, code, base, operands[chosen].after(n)).clone();
                        slots[base + (to + n) as usize] = value;
                    }
                    return Ok(());
                }
                for n in 0..*length {
                    let condition = match is_lanewise {
                        true => condition.after(n),
                        false => *condition,
                    };
                    let value = match leaf(slots, code, base, condition) {
                        Leaf::Int(0) => leaf(slots, code, base, operands[1].after(n)).clone(),
                        Leaf::Int(_) => leaf(slots, code, base, operands[0].after(n)).clone(),
                        Leaf::Poison(origin) => Leaf::Poison(*origin),
                        _ => {
                            let chosen = context.choices.choose(2) as usize;
                            leaf(slots, code, base, operands[chosen & 1].after(n)).clone()
                        }
                    };
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Freeze {
                leaves,
                to,
                operand,
            } => {
                for (n, scalar) in (0..).zip(leaves) {
                    let value = leaf(slots, code, base, operand.after(n)).clone();
                    let value = freeze(&mut context, value, *scalar)?;
                    slots[base + (to + n) as usize] = value;
                }
            }
            Instruction::Copy { to, parts } => {
                let mut values = Vec::new();
                for part in parts {
                    match part {
                        Some(span) => values.extend_from_slice(leaves(slots, code, base, *span)),
                        None => values.push(Leaf::Poison(origin)),
                    }
                }
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(values) {
                    *slot = value;
                }
            }
            Instruction::ExtractElement {
                lanes,
                to,
                vector,
                index,
            } => {
                let index = leaf(slots, code, base, *index);
                let value = match element(&mut context, index, *lanes)? {
                    Ok(n) => leaf(slots, code, base, vector.after(n)).clone(),
                    Err(origin) => Leaf::Poison(origin),
                };
                slots[base + *to as usize] = value;
            }
            Instruction::InsertElement {
                lanes,
                to,
                vector,
                element,
                index,
            } => {
                let span = Span {
                    source: *vector,
                    length: *lanes,
                };
                let mut values = leaves(slots, code, base, span).to_vec();
                let element = leaf(slots, code, base, *element).clone();
                let index = leaf(slots, code, base, *index);
                match self::element(&mut context, index, *lanes)? {
                    Ok(n) => values[n as usize] = element,
                    Err(_) => values.fill(Leaf::Poison(origin)),
                }
                for (slot, value) in slots[base + *to as usize..].iter_mut().zip(values) {
                    *slot = value;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The index of an element, or the origin of the poison that it is, or is out of range.
fn element(
    context: &mut Context<'_>,
    index: &Leaf,
    lanes: u32,
) -> Result<Result<u32, Origin>, Stop> {
    let index = match index {
        Leaf::Int(n) => *n,
        Leaf::Ptr(_) => return Err(Unspecified::Address.into()),
        Leaf::Poison(origin) => return Ok(Err(*origin)),
        Leaf::Undef => return Ok(Err(context.origin)),
        Leaf::Rich(_) => match index.parts(128) {
            Some((bits, undef)) if bits | undef < u128::from(lanes) => {
                bits | choice::bits(context.choices, undef)
            }
            _ => return Ok(Err(context.origin)),
        },
    };
    Ok(match index < u128::from(lanes) {
        true => Ok(index as u32),
        false => Err(context.origin),
    })
}

fn freeze(context: &mut Context<'_>, value: Leaf, scalar: Scalar) -> Result<Leaf, Stop> {
    if !value.is_defined() && !matches!(scalar, Scalar::Ptr | Scalar::Far(_)) {
        let undef = match value.parts(128) {
            Some((_, undef)) => undef.count_ones().min(scalar.bits(64)),
            None => scalar.bits(64),
        };
        if context
            .choices
            .keeps_undef(1u128.checked_shl(undef).unwrap_or(0))
        {
            return Ok(match value {
                Leaf::Poison(_) => Leaf::Undef,
                value => value,
            });
        }
    }
    Ok(match (value, scalar) {
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Int(width)) if width > 128 => {
            let big = int::big(context, &Leaf::Undef, width);
            int::from_big(big, width)
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Int(width)) => {
            Leaf::Int(choice::bits(context.choices, mask(width)))
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Float(kind)) => {
            Leaf::Int(choice::bits(context.choices, mask(kind.bits())))
        }
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Ptr | Scalar::Far(_)) => {
            return Err(Unspecified::Address.into());
        }
        (Leaf::Rich(rich), _) => match *rich {
            Rich::Partial { bits, undef } => Leaf::Int(bits | choice::bits(context.choices, undef)),
            Rich::Wide(value) => Leaf::Rich(Box::new(Rich::Wide(value))),
        },
        (value, _) => value,
    })
}
