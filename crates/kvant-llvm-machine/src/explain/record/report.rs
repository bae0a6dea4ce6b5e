//! The explanation that a recorder gives at the end.

use std::collections::HashSet;
use std::ops::Range;

use kvant_llvm::syntax::{Op, Value};

use super::super::{Explanation, Flow, FlowStep, History, Part, Write, is_indefinite, target};
use super::Recorder;
use crate::journal::Bytes;
use crate::leaf::{Node, Origin};
use crate::memory::Memory;
use crate::outcome::{Stop, Ub};
use crate::run::{Machine, Stopped};

/// A way of more steps than these at both ends is shortened.
const ENDS: usize = 8;

impl Recorder<'_, '_> {
    pub(in crate::explain) fn explanation(
        mut self,
        machine: &Machine<'_, '_>,
        stopped: Stopped,
    ) -> Explanation {
        let at = stopped.at;
        let frames = machine.frames.iter().rev().skip(1);
        let calls = frames.map(|frame| Origin {
            function: frame.function,
            instruction: frame
                .code
                .numbers
                .get(frame.next.saturating_sub(1))
                .copied()
                .unwrap_or(u32::MAX),
        });
        let calls = calls.collect();
        let operands = self.operands(machine, at);
        let (mut flows, mut memory) = (Vec::new(), Vec::new());
        for (name, range) in &operands {
            let slot = range
                .clone()
                .find(|slot| is_indefinite(&machine.slots[*slot]));
            let Some(slot) = slot else { continue };
            let event = self.slots.get(slot).copied().unwrap_or(0);
            let (steps, read) = self.way(event);
            flows.push(Flow {
                operand: name.clone(),
                is_poison: machine.slots[slot].is_poison(),
                steps,
            });
            if let Some((node, bytes)) = read {
                memory.extend(self.history(node, None, bytes));
            }
        }
        if is_about_memory(&stopped.stop) {
            let size = self.accessed(at);
            let slots = operands.iter().flat_map(|(_, range)| range.clone());
            let pointers = slots.filter_map(|slot| target(&machine.slots[slot]));
            for (node, offset) in pointers.chain(self.globals(at)) {
                let first = usize::try_from(offset).unwrap_or(0);
                let bytes = first..first.saturating_add(size);
                let history = self.history(node, Some(offset), bytes);
                memory.extend(history.filter(|it| !memory.contains(it)));
            }
        }
        Explanation {
            calls,
            operands: self.values(machine, at),
            flows,
            memory,
            stopped,
        }
    }

    /// The variables that an instruction uses.
    fn globals(&self, at: Origin) -> Vec<(Node, i64)> {
        let mut globals = Vec::new();
        if let Some((_, instruction)) = self.program.instruction(at) {
            instruction.op.values(|_, value| {
                if let Value::Global(name) = value
                    && let Some(number) = self.program.symbol_number(name)
                    && self.program.function_at(number).is_none()
                {
                    globals.push((Memory::symbol(number), 0));
                }
            });
        }
        globals
    }

    /// The number of bytes that an instruction accesses; of others, some.
    fn accessed(&self, at: Origin) -> usize {
        const SOME: usize = 16;
        let ty = match self.program.instruction(at).map(|(_, it)| &it.op) {
            Some(Op::Load(load)) => load.ty,
            Some(Op::Store(store)) => store.value.ty,
            Some(Op::CmpXchg(parts)) => parts.operands[1].ty,
            Some(Op::AtomicRmw(parts)) => parts.operands[1].ty,
            _ => return SOME,
        };
        self.program
            .pieces(ty)
            .map_or(SOME, |(_, bytes)| bytes as usize)
    }

    /// The way to an event, and the bytes that were read at its origin.
    fn way(&self, mut event: u32) -> (Vec<FlowStep>, Option<Bytes>) {
        let mut steps = Vec::new();
        let mut read = None;
        while let Some(here) = self.events.get(event as usize).filter(|_| event != 0) {
            steps.push(FlowStep {
                at: here.at,
                part: here.part,
                operands: here.operands.clone(),
            });
            read.clone_from(&here.read);
            event = here.from;
        }
        steps.reverse();
        // The way through a loop is shown once.
        let mut seen = HashSet::new();
        steps.retain(|step| seen.insert(step.at));
        if steps.len() > 2 * ENDS + 1 {
            let last = steps.len() - ENDS;
            let left_out = FlowStep {
                at: steps[last - 1].at,
                part: Part::LeftOut,
                operands: Vec::new(),
            };
            steps.splice(ENDS..last, [left_out]);
        }
        (steps, read)
    }

    fn history(&self, node: Node, offset: Option<i64>, bytes: Range<usize>) -> Option<History> {
        let object = self.objects.get(&node)?;
        let in_object = |at: usize| at.min(object.writes.len());
        let bytes = in_object(bytes.start)..in_object(bytes.end);
        let mut writes: Vec<Write> = Vec::new();
        let mut has_unwritten = false;
        for byte in bytes {
            match object.writes[byte] {
                None => has_unwritten = true,
                Some(write) => match writes.last_mut() {
                    Some(last) if last.at == write.at && last.bytes.end == byte => {
                        last.bytes.end += 1;
                    }
                    _ => writes.push(Write {
                        at: write.at,
                        bytes: byte..byte + 1,
                    }),
                },
            }
        }
        let is_symbol = self.program.symbol_of(node).is_some();
        Some(History {
            name: self.names.of(node, u32::MAX),
            size: object.size,
            align: object.align,
            offset,
            made: Some(object.made).filter(|made| !is_symbol && *made != Origin::OUTSIDE),
            writes,
            has_unwritten,
            ended: object.ended,
        })
    }
}

/// True for stops that the history of memory explains.
fn is_about_memory(stop: &Stop) -> bool {
    match stop {
        Stop::Ub(ub) => !matches!(
            ub,
            Ub::DivisionByZero
                | Ub::UndefinedDivisor
                | Ub::DivisionOverflow
                | Ub::UndefinedBranch
                | Ub::Unreachable
                | Ub::NoUndef
        ),
        Stop::Unspecified(_) => true,
        _ => false,
    }
}
