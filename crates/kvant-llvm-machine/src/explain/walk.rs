//! Execution step by step, seen from outside.

use std::ops::Range;

use crate::code::{Code, Instruction, Source};
use crate::journal::Touch;
use crate::leaf::{Leaf, Origin};
use crate::run::{Machine, Stopped};

/// An executed step. Slots are those of the whole machine.
pub(crate) enum Seen<'s> {
    /// An instruction without control flow, or the return of a call: the slots of the result.
    Result { slots: Range<usize> },
    /// A jump: for each phi its number, its slots, and the slots of the value that it got unless that is a constant.
    Jump { phis: &'s [Phi] },
    /// A call of a function with a body: the slots of the arguments, none for constants, one for each leaf.
    Entered { arguments: &'s [Option<usize>] },
    /// A return to the call at `call`: the slots of the result there, and what `returned` says of its leaves.
    Left {
        call: Origin,
        slots: Range<usize>,
        returned: &'s [Option<usize>],
    },
    /// The end of the first function.
    Ended,
}

pub(crate) struct Phi {
    pub(crate) number: u32,
    pub(crate) slots: Range<usize>,
    pub(crate) from: Option<usize>,
}

/// Sees the steps of a machine.
pub(crate) trait Watcher {
    /// The step at `at` is about to be executed.
    fn before(&mut self, _machine: &Machine<'_, '_>, _at: Origin) {}
    /// It was executed.
    fn after(&mut self, machine: &Machine<'_, '_>, at: Origin, seen: &Seen<'_>, touches: &[Touch]);
}

/// Executes until the first function returns, and shows every step to a watcher.
pub(crate) fn walk(
    machine: &mut Machine<'_, '_>,
    watcher: &mut dyn Watcher,
) -> Result<Vec<Leaf>, Stopped> {
    loop {
        let depth = machine.frames.len();
        let Some(frame) = machine.frames.last() else {
            return machine.run();
        };
        let (code, base, current, function) = (frame.code, frame.base, frame.next, frame.function);
        let at = Origin {
            function,
            instruction: code.numbers.get(current).copied().unwrap_or(u32::MAX),
        };
        watcher.before(machine, at);
        let ended = machine.step()?;
        let touches = machine.memory.journal.take();
        let spread = |source: Source, length: u32| {
            let first = source.split().ok().map(|slot| base + slot);
            (0..length as usize).map(move |n| first.map(|first| first + n))
        };
        let instruction = code.instructions.get(current);
        if let Some(result) = ended {
            watcher.after(machine, at, &Seen::Ended, &touches);
            return Ok(result);
        }
        let now = machine.frames.last();
        match (machine.frames.len().cmp(&depth), instruction, now) {
            (std::cmp::Ordering::Greater, instruction, _) => {
                let arguments: Vec<Option<usize>> = match instruction {
                    Some(Instruction::Call(call)) => call
                        .arguments
                        .iter()
                        .flat_map(|span| spread(span.source, span.length))
                        .collect(),
                    _ => Vec::new(),
                };
                let arguments = &arguments[..];
                watcher.after(machine, at, &Seen::Entered { arguments }, &touches);
            }
            (std::cmp::Ordering::Less, instruction, Some(caller)) => {
                let index = caller.next.saturating_sub(1);
                let call = Origin {
                    function: caller.function,
                    instruction: caller.code.numbers.get(index).copied().unwrap_or(u32::MAX),
                };
                let slots = result_slots(caller.code, caller.base, index);
                let returned: Vec<Option<usize>> = match instruction {
                    Some(Instruction::Return { value: Some(span) }) => {
                        spread(span.source, span.length).collect()
                    }
                    _ => Vec::new(),
                };
                let seen = Seen::Left {
                    call,
                    slots,
                    returned: &returned,
                };
                watcher.after(machine, at, &seen, &touches);
            }
            (_, instruction, Some(now)) => {
                if let Some(edges) = instruction.and_then(edges) {
                    let phis = phis(code, base, &edges, now.next);
                    watcher.after(machine, at, &Seen::Jump { phis: &phis }, &touches);
                    continue;
                }
                // Fast-math flags are applied by another instruction of the same number.
                if code.numbers.get(now.next) == Some(&at.instruction) {
                    continue;
                }
                let slots = result_slots(code, base, current);
                watcher.after(machine, at, &Seen::Result { slots }, &touches);
            }
            _ => {}
        }
    }
}

fn result_slots(code: &Code, base: usize, index: usize) -> Range<usize> {
    let (slot, length) = code.results.get(index).copied().unwrap_or_default();
    let first = base + slot as usize;
    first..first + length as usize
}

/// The edges that a terminator may take.
fn edges(instruction: &Instruction) -> Option<Vec<u32>> {
    Some(match instruction {
        Instruction::Jump(edge) => vec![*edge],
        Instruction::Branch { edges, .. } => edges.to_vec(),
        Instruction::Switch { default, cases, .. } => {
            let cases = cases.iter().map(|(_, edge)| *edge);
            cases.chain([*default]).collect()
        }
        Instruction::WideSwitch(switch) => {
            let cases = switch.cases.iter().map(|(_, edge)| *edge);
            cases.chain([switch.default]).collect()
        }
        Instruction::IndirectBranch { targets, .. } => targets.iter().map(|it| it.1).collect(),
        _ => return None,
    })
}

/// The phis behind the edge that was taken. Edges from one block to another give phis the same values.
fn phis(code: &Code, base: usize, edges: &[u32], next: usize) -> Vec<Phi> {
    let mut edges = edges.iter().filter_map(|it| code.edges.get(*it as usize));
    let Some(edge) = edges.find(|edge| edge.target as usize == next) else {
        return Vec::new();
    };
    let phis = edge.phis.iter().zip(&edge.copies);
    let phis = phis.map(|(number, (slot, span))| {
        let first = base + *slot as usize;
        Phi {
            number: *number,
            slots: first..first + span.length as usize,
            from: span.source.split().ok().map(|slot| base + slot),
        }
    });
    phis.collect()
}
