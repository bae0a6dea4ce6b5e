//! Instructions on scalars and their conversions.

use kvant_llvm::syntax::{CastOp, Flag};

use super::{Machine, leaf, leaves};
use crate::choice;
use crate::code::{Code, Instruction, Span};
use crate::int::{self, Context};
use crate::leaf::{Leaf, Origin, Pointer, Rich, mask, signed};
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
            Instruction::Unreachable => Err(Ub::Unreachable.into()),
            Instruction::Refuse(stop) => Err((**stop).clone()),
            Instruction::Float { .. }
            | Instruction::FloatCall(_)
            | Instruction::Pure(_)
            | Instruction::Predicated(_)
            | Instruction::Constrain { .. }
            | Instruction::Jump(_)
            | Instruction::Branch { .. }
            | Instruction::Switch { .. }
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
                    if let [Leaf::Ptr(x), Leaf::Ptr(y)] = operands {
                        let pointers = [*x, *y];
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
        let origin = context.origin;
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
                            resize(&mut context, *op, *flags, from, into, value)?
                        }
                        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => {
                            crate::float::cast(&mut context, *op, *flags, *from, *into, value)?
                        }
                        (from, into) => address(value, from.bits(pointer), into, pointer)?,
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
                let mut values = leaves(slots, code, base, span).to_vec();
                if is_big_endian {
                    values.reverse();
                }
                let mut result = bitcast(&values, *from, *into, origin)?;
                if is_big_endian {
                    result.reverse();
                }
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
                let value = match leaf(slots, code, base, *index) {
                    Leaf::Int(n) if *n < u128::from(*lanes) => {
                        leaf(slots, code, base, vector.after(*n as u32)).clone()
                    }
                    Leaf::Poison(origin) => Leaf::Poison(*origin),
                    _ => Leaf::Poison(origin),
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
                match leaf(slots, code, base, *index) {
                    Leaf::Int(n) if *n < u128::from(*lanes) => values[*n as usize] = element,
                    _ => values.fill(Leaf::Poison(origin)),
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

/// `ptrtoint`, `ptrtoaddr` or `inttoptr`. An integer of another width than a pointer is made of null only.
fn address(value: &Leaf, from: u32, into: Scalar, pointer: u32) -> Result<Leaf, Stop> {
    match (value, into) {
        (Leaf::Poison(_), _) => Ok(value.clone()),
        (Leaf::Ptr(it), Scalar::Int(width)) => match it.node {
            None => Ok(Leaf::Int(u128::from(it.offset as u64) & mask(width))),
            Some(_) if width == pointer => Ok(value.clone()),
            Some(_) => Err(Unspecified::Address.into()),
        },
        (Leaf::Ptr(_), _) if from == pointer => Ok(value.clone()),
        (Leaf::Int(bits), Scalar::Ptr) => Ok(Leaf::Ptr(Pointer::from_address(
            (bits & mask(pointer)) as i64,
        ))),
        _ => Err(Unspecified::Address.into()),
    }
}

/// `trunc`, `zext` or `sext`.
fn resize(
    context: &mut Context<'_>,
    op: CastOp,
    flags: kvant_llvm::syntax::Flags,
    from: u32,
    into: u32,
    value: &Leaf,
) -> Result<Leaf, Stop> {
    if let Leaf::Poison(_) = value {
        return Ok(value.clone());
    }
    if let Leaf::Ptr(_) = value {
        return Err(Unspecified::Address.into());
    }
    let poison = Leaf::Poison(context.origin);
    if from > 128 || into > 128 {
        let big = int::big(context, value, from);
        let signed = int::big_signed(&big, from);
        let leaf = match op {
            CastOp::SExt => int::from_big_signed(&signed, into),
            _ => int::from_big(big.clone(), into),
        };
        let is_poison = match op {
            CastOp::Trunc => {
                let unsigned = flags.has(Flag::Nuw) && big.bits() > u64::from(into);
                let fits = int::big_signed(&int::big(context, &leaf, into), into) == signed;
                unsigned || flags.has(Flag::Nsw) && !fits
            }
            CastOp::ZExt => flags.has(Flag::Nneg) && signed.sign() == num_bigint::Sign::Minus,
            _ => false,
        };
        return Ok(if is_poison { poison } else { leaf });
    }
    let Some((bits, undef)) = value.parts(from) else {
        return Err(Stop::IllFormed("an integer of another width".into()));
    };
    match op {
        CastOp::Trunc if flags.is_empty() => {
            let all = mask(into);
            Ok(Leaf::with_undef(bits & all, undef & all, into))
        }
        CastOp::ZExt if flags.is_empty() => Ok(Leaf::with_undef(bits, undef, into)),
        _ => {
            // The sign, or the bits that a flag is about, are chosen.
            let top = 1u128 << (from - 1);
            let chosen = match op {
                CastOp::SExt | CastOp::ZExt => choice::bits(context.choices, undef & top),
                _ => choice::bits(context.choices, undef),
            };
            let undef = match op {
                CastOp::Trunc => 0,
                _ => undef & !top,
            };
            let bits = bits | chosen;
            match op {
                CastOp::SExt => {
                    let value = signed(bits, from).cast_unsigned() & mask(into);
                    Ok(Leaf::with_undef(value, undef, into))
                }
                CastOp::ZExt if bits & top != 0 => Ok(poison),
                CastOp::ZExt => Ok(Leaf::with_undef(bits, undef, into)),
                _ => {
                    let value = bits & mask(into);
                    let unsigned = flags.has(Flag::Nuw) && value != bits;
                    let signs = flags.has(Flag::Nsw) && signed(value, into) != signed(bits, from);
                    Ok(if unsigned || signs {
                        poison
                    } else {
                        Leaf::Int(value)
                    })
                }
            }
        }
    }
}

fn freeze(context: &mut Context<'_>, value: Leaf, scalar: Scalar) -> Result<Leaf, Stop> {
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
        (Leaf::Poison(_) | Leaf::Undef, Scalar::Ptr) => return Err(Unspecified::Address.into()),
        (Leaf::Rich(rich), _) => match *rich {
            Rich::Partial { bits, undef } => Leaf::Int(bits | choice::bits(context.choices, undef)),
            Rich::Wide(value) => Leaf::Rich(Box::new(Rich::Wide(value))),
        },
        (value, _) => value,
    })
}

/// Leaves of one size as leaves of another. The first leaf has the lowest bits, as in memory of a little-endian target. For a
/// big-endian one, both are in reverse order.
fn bitcast(
    values: &[Leaf],
    (_, from): (u32, Scalar),
    (count, into): (u32, Scalar),
    origin: Origin,
) -> Result<Vec<Leaf>, Stop> {
    if values.len() == count as usize {
        return Ok(values.to_vec());
    }
    let (from, into) = match (from, into) {
        (Scalar::Ptr, _) | (_, Scalar::Ptr) => {
            return Err(Stop::IllFormed("a cast of pointers to other leaves".into()));
        }
        (from, into) => (from.bits(64), into.bits(64)),
    };
    if from > 128 || into > 128 {
        return Err(Stop::IllFormed("a cast of wide integers".into()));
    }
    let mut result = Vec::with_capacity(count as usize);
    for n in 0..count {
        let (mut bits, mut undef, mut poison) = (0, 0, None);
        for bit in 0..into {
            let position = n * into + bit;
            let (index, at) = ((position / from) as usize, position % from);
            match &values[index] {
                Leaf::Poison(origin) => poison = Some(*origin),
                other => match other.parts(from) {
                    Some((value, open)) => {
                        bits |= (value >> at & 1) << bit;
                        undef |= (open >> at & 1) << bit;
                    }
                    None => poison = Some(origin),
                },
            }
        }
        result.push(match poison {
            Some(origin) => Leaf::Poison(origin),
            None => Leaf::with_undef(bits, undef, into),
        });
    }
    Ok(result)
}
