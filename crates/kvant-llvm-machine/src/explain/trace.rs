//! A trace: every executed instruction, with its result.

use kvant_llvm::debug::without_debug;
use kvant_llvm::print;
use kvant_llvm::syntax::{Body, Function, Op};

use super::Names;
use super::walk::{Seen, Watcher, walk};
use crate::journal::Touch;
use crate::leaf::{Leaf, Origin};
use crate::program::Program;
use crate::run::{Machine, Stopped};

/// Executes until the first function returns, and hands on a line for each instruction, such as
/// `%x = add i32 %a, 1 => i32 5`, and for the beginning and the end of each function.
pub fn trace(
    machine: &mut Machine<'_, '_>,
    given: &[(crate::Node, String)],
    line: &mut dyn FnMut(String),
) -> Result<Vec<Leaf>, Stopped> {
    let program = machine.program;
    machine.memory.journal.open();
    let first = machine.frames.last().map(|frame| frame.function);
    let mut tracer = Tracer {
        program,
        names: Names::new(program, given),
        line,
    };
    if let Some(first) = first {
        tracer.entering(first);
    }
    walk(machine, &mut tracer)
}

struct Tracer<'t, 'p, 'm> {
    program: &'p Program<'m>,
    names: Names<'p, 'm>,
    line: &'t mut dyn FnMut(String),
}

impl Tracer<'_, '_, '_> {
    fn entering(&mut self, function: u32) {
        let name = self.program.name_of(function);
        (self.line)(format!("Entering function: {name}"));
    }

    fn exiting(&mut self, function: u32) {
        let name = self.program.name_of(function);
        (self.line)(format!("Exiting function: {name}"));
    }

    fn instruction(&mut self, at: Origin, result: Option<&[Leaf]>) {
        let Some((body, instruction)) = self.program.instruction(at) else {
            return;
        };
        let text = print::instruction(self.program.module, body, instruction);
        let mut text = format!("  {}", without_debug(&text));
        let ty = instruction.result.map(|it| body.locals[it.0 as usize].ty);
        if let (Some(leaves), Some(ty)) = (result, ty) {
            text.push_str(" => ");
            text.push_str(&self.names.text(at.function, ty, leaves));
        }
        (self.line)(text);
    }
}

impl Watcher for Tracer<'_, '_, '_> {
    fn after(&mut self, machine: &Machine<'_, '_>, at: Origin, seen: &Seen<'_>, touches: &[Touch]) {
        for touch in touches {
            self.names.touch(at, touch);
        }
        match seen {
            Seen::Result { slots } => self.instruction(at, Some(&machine.slots[slots.clone()])),
            Seen::Jump { phis } => {
                self.instruction(at, None);
                for phi in *phis {
                    let at = Origin {
                        instruction: phi.number,
                        ..at
                    };
                    self.instruction(at, Some(&machine.slots[phi.slots.clone()]));
                }
            }
            Seen::Entered { .. } => {
                if let Some(frame) = machine.frames.last() {
                    self.entering(frame.function);
                }
            }
            Seen::Left { call, slots, .. } => {
                self.instruction(at, None);
                self.exiting(at.function);
                self.instruction(*call, Some(&machine.slots[slots.clone()]));
            }
            Seen::Ended => {
                self.instruction(at, None);
                self.exiting(at.function);
            }
        }
    }
}

impl<'m> Program<'m> {
    /// The instruction at a place, in its body.
    pub fn instruction(
        &self,
        at: Origin,
    ) -> Option<(&'m Body, &'m kvant_llvm::syntax::Instruction)> {
        let body = self.function_at(at.function)?.body.as_ref()?;
        let instruction = body.instructions.get(at.instruction as usize)?;
        (!matches!(instruction.op, Op::DebugRecord(..))).then_some((body, instruction))
    }

    /// The function of this number.
    pub(crate) fn function_at(&self, number: u32) -> Option<&'m Function> {
        match self.symbols.get(number as usize)? {
            crate::program::Symbol::Function(function, _) => Some(function),
            _ => None,
        }
    }

    /// The name of the function of this number, without its sigil.
    pub fn name_of(&self, number: u32) -> String {
        match self.function_at(number) {
            Some(function) => self.module.names.symbol(function.name),
            None => "?".to_owned(),
        }
    }
}
