//! Executes atomic operations, of which there is one at a time.

use kvant_llvm::syntax::{BinaryOp, Flags, IntPredicate, RmwOp};

use super::{Machine, leaf};
use crate::choice;
use crate::code::{CmpXchg, Code, Rmw};
use crate::float::{self, FloatOp};
use crate::int::{self, Context};
use crate::leaf::{Leaf, Rich, mask, signed};
use crate::memory::Place;
use crate::outcome::{Stop, Unspecified, Unsupported};
use crate::shape::Scalar;

impl Machine<'_, '_> {
    /// `cmpxchg`. A failure is a load, also of constants.
    pub(super) fn cmpxchg(&mut self, op: &CmpXchg, code: &Code, base: usize) -> Result<(), Stop> {
        let pointer = leaf(&self.slots, code, base, op.pointer).clone();
        let to = base + op.to as usize;
        self.load_pieces(
            std::slice::from_ref(&op.piece),
            (op.bytes, op.align),
            to,
            &pointer,
        )?;
        let [expected, new] = op
            .operands
            .map(|it| leaf(&self.slots, code, base, it).clone());
        let old = self.slots[to].clone();
        let is_equal = match (&old, &expected) {
            (Leaf::Ptr(old), Leaf::Ptr(expected)) => {
                self.compare_pointers(IntPredicate::Eq, [*old, *expected])?
            }
            (Leaf::Int(old), Leaf::Int(expected)) => Leaf::Int((old == expected).into()),
            (Leaf::Rich(old), Leaf::Rich(expected)) if is_wide(old) && is_wide(expected) => {
                Leaf::Int((old == expected).into())
            }
            // LangRef does not say what a store that depends on poison or undef is.
            _ => {
                let name = "cmpxchg on poison or undef".into();
                return Err(Unsupported::Instruction { name }.into());
            }
        };
        let mut succeeds = is_equal == Leaf::Int(1);
        if succeeds && op.is_weak {
            succeeds = self.choices.choose(2) == 0;
        }
        if succeeds {
            let Place { node, range, .. } = self.access(&pointer, op.bytes, op.align, true)?;
            self.memory.store(node, range, op.piece.scalar, &new)?;
        }
        self.slots[to + 1] = Leaf::Int(succeeds.into());
        Ok(())
    }

    /// `atomicrmw`.
    pub(super) fn rmw(&mut self, rmw: &Rmw, code: &Code, base: usize) -> Result<(), Stop> {
        let pointer = leaf(&self.slots, code, base, rmw.pointer).clone();
        let Place { node, range, .. } = self.access(&pointer, rmw.bytes, rmw.align, true)?;
        let values: Vec<Leaf> = (0..rmw.lanes)
            .map(|n| leaf(&self.slots, code, base, rmw.value.after(n)).clone())
            .collect();
        let to = base + rmw.to as usize;
        self.load_pieces(&rmw.pieces, (rmw.bytes, rmw.align), to, &pointer)?;
        let mut new = Vec::with_capacity(values.len());
        for (n, value) in values.iter().enumerate() {
            let mut context = Context {
                origin: self.origin(),
                choices: &mut *self.choices,
            };
            new.push(modified(&mut context, rmw, &self.slots[to + n], value)?);
        }
        self.memory
            .store_pieces(node, range.start, &rmw.pieces, &new)
    }
}

fn is_wide(rich: &Rich) -> bool {
    matches!(rich, Rich::Wide(_))
}

/// The new value in memory, for one lane.
fn modified(context: &mut Context<'_>, rmw: &Rmw, old: &Leaf, value: &Leaf) -> Result<Leaf, Stop> {
    let none = Flags::default();
    let binary = match rmw.op {
        RmwOp::Xchg => return Ok(value.clone()),
        RmwOp::Add => Some(BinaryOp::Add),
        RmwOp::Sub => Some(BinaryOp::Sub),
        RmwOp::And | RmwOp::Nand => Some(BinaryOp::And),
        RmwOp::Or => Some(BinaryOp::Or),
        RmwOp::Xor => Some(BinaryOp::Xor),
        RmwOp::FAdd => Some(BinaryOp::FAdd),
        RmwOp::FSub => Some(BinaryOp::FSub),
        _ => None,
    };
    match (binary, &rmw.extremum, rmw.scalar) {
        (Some(op), _, Scalar::Float(kind)) => {
            float::execute(context, FloatOp::Binary(op), none, kind, [old, value])
        }
        (_, Some(call), _) => {
            let operands = [std::slice::from_ref(old), std::slice::from_ref(value)];
            let result = float::call(context, call, &operands)?;
            let result = result.into_iter().next();
            result.ok_or_else(|| Stop::IllFormed("an operation without a result".into()))
        }
        (Some(op), _, Scalar::Int(width)) => {
            let result = int::binary(context, op, none, width, [old, value])?;
            match rmw.op {
                RmwOp::Nand => {
                    let ones = int::from_big_signed(&(-1).into(), width);
                    int::binary(context, BinaryOp::Xor, none, width, [&result, &ones])
                }
                _ => Ok(result),
            }
        }
        (None, _, Scalar::Int(width)) if width <= 128 => {
            let mut known = |leaf: &Leaf| match leaf.parts(width) {
                Some((bits, undef)) => Ok(bits | choice::bits(context.choices, undef)),
                None => Err(leaf.clone()),
            };
            match known(old).and_then(|old| Ok((old, known(value)?))) {
                Ok((old, value)) => Ok(Leaf::Int(of_ints(rmw.op, width, old, value))),
                Err(poison @ Leaf::Poison(_)) => Ok(poison),
                // An integer that was made of a pointer.
                Err(_) => Err(Unspecified::Address.into()),
            }
        }
        _ => {
            let name = format!("atomicrmw {} of this type", rmw.op.text()).into();
            Err(Unsupported::Instruction { name }.into())
        }
    }
}

fn of_ints(op: RmwOp, width: u32, old: u128, value: u128) -> u128 {
    let is_greater = signed(old, width) > signed(value, width);
    let result = match op {
        RmwOp::Max if is_greater => old,
        RmwOp::Min if !is_greater => old,
        RmwOp::UMax => old.max(value),
        RmwOp::UMin => old.min(value),
        RmwOp::UIncWrap if old >= value => 0,
        RmwOp::UIncWrap => old + 1,
        RmwOp::UDecWrap if old == 0 || old > value => value,
        RmwOp::UDecWrap => old - 1,
        RmwOp::USubCond if old < value => old,
        RmwOp::USubCond => old - value,
        RmwOp::USubSat => old.saturating_sub(value),
        _ => value,
    };
    result & mask(width)
}
