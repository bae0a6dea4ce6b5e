//! Executes instructions on floats.

use super::{Machine, leaf, leaves};
use crate::code::{Code, Instruction};
use crate::float::{self, FloatCall};
use crate::int::Context;
use crate::leaf::Leaf;
use crate::outcome::{Stop, Unsupported};

impl Machine<'_, '_> {
    pub(super) fn float(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        let Instruction::Float {
            op,
            flags,
            kind,
            lanes,
            to,
            operands: [a, b],
        } = instruction
        else {
            return Ok(());
        };
        for n in 0..*lanes {
            let operands = [
                leaf(&self.slots, code, base, a.after(n)),
                leaf(&self.slots, code, base, b.after(n)),
            ];
            let value = match float::simple(*op, *flags, *kind, operands) {
                Some(value) => value,
                None => {
                    let mut context = Context {
                        origin: self.origin(),
                        choices: self.choices,
                    };
                    float::execute(&mut context, *op, *flags, *kind, operands)?
                }
            };
            self.slots[base + (to + n) as usize] = value;
        }
        Ok(())
    }

    pub(super) fn float_call(
        &mut self,
        call: &FloatCall,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        let mut context = Context {
            origin: self.origin(),
            choices: self.choices,
        };
        let arguments = call.arguments.iter();
        let arguments: Vec<&[Leaf]> = arguments
            .map(|span| leaves(&self.slots, code, base, *span))
            .collect();
        if call.sets_errno
            && let [[operand], ..] = arguments[..]
            && !float::is_of_sqrt(call.kind, operand)
        {
            let name = "sqrt of a negative number".into();
            return Err(Unsupported::Library { name }.into());
        }
        let result = float::call(&mut context, call, &arguments)?;
        let slots = &mut self.slots[base + call.to as usize..];
        for (slot, value) in slots.iter_mut().zip(result) {
            *slot = value;
        }
        Ok(())
    }
}
