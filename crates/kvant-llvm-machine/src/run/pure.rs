//! Executes intrinsics that are functions of their arguments.

use super::{Machine, leaves};
use crate::code::Code;
use crate::int::Context;
use crate::leaf::Leaf;
use crate::outcome::Stop;
use crate::pure::{self, PureCall};

impl Machine<'_, '_> {
    pub(super) fn pure(&mut self, call: &PureCall, code: &Code, base: usize) -> Result<(), Stop> {
        let mut context = Context {
            origin: self.origin(),
            choices: self.choices,
        };
        let arguments = call.arguments.iter();
        let arguments: Vec<&[Leaf]> = arguments
            .map(|span| leaves(&self.slots, code, base, *span))
            .collect();
        let result = pure::call(&mut context, call, &arguments)?;
        let slots = &mut self.slots[base + call.to as usize..];
        for (slot, value) in slots.iter_mut().zip(result) {
            *slot = value;
        }
        Ok(())
    }
}
