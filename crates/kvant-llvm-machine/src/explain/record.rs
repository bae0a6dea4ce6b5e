//! The recorder of a run that is explained: for each slot and each byte the instruction that poison or undef in it comes from.

mod objects;
mod report;

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use kvant_llvm::syntax::Types;

use super::walk::{Seen, Watcher};
use super::{Names, Part, is_indefinite, locals};
use crate::journal::{Bytes, Touch};
use crate::leaf::{Leaf, Node, Origin};
use crate::program::Program;
use crate::run::Machine;

/// An event on the way of poison or undef. The first one stands for none.
struct Event {
    at: Origin,
    part: Part,
    /// The event before it; 0 if there is none.
    from: u32,
    /// The object whose bytes were read.
    read: Option<Bytes>,
    operands: Vec<(String, String)>,
}

/// The last write to a byte.
#[derive(Clone, Copy)]
struct LastWrite {
    at: Origin,
    /// The event of the poison or undef that was written.
    event: u32,
}

/// An object.
struct Object {
    size: u64,
    align: u64,
    made: Origin,
    /// For each byte; empty for large objects.
    writes: Vec<Option<LastWrite>>,
    ended: Option<Origin>,
}

/// This many events are kept. A run that makes more is explained as far as they go.
const MOST_EVENTS: usize = 1 << 20;

pub(super) struct Recorder<'p, 'm> {
    program: &'p Program<'m>,
    names: Names<'p, 'm>,
    events: Vec<Event>,
    /// For each slot of the machine its event.
    slots: Vec<u32>,
    objects: HashMap<Node, Object>,
    /// For each function the first slot and the number of leaves of its locals.
    spans: HashMap<u32, Rc<[(usize, usize)]>>,
    /// The events of leaves that are about to be returned or copied by phis.
    before: Vec<u32>,
}

impl<'p, 'm> Recorder<'p, 'm> {
    pub(super) fn new(program: &'p Program<'m>, given: &[(Node, String)]) -> Recorder<'p, 'm> {
        Recorder {
            program,
            names: Names::new(program, given),
            events: vec![Event {
                at: Origin::OUTSIDE,
                part: Part::Made,
                from: 0,
                read: None,
                operands: Vec::new(),
            }],
            slots: Vec::new(),
            objects: HashMap::new(),
            spans: HashMap::new(),
            before: Vec::new(),
        }
    }

    fn event(&mut self, event: Event) -> u32 {
        if self.events.len() >= MOST_EVENTS {
            return event.from;
        }
        self.events.push(event);
        self.events.len() as u32 - 1
    }

    fn passed(&mut self, at: Origin, part: Part, from: u32) -> u32 {
        self.event(Event {
            at,
            part,
            from,
            read: None,
            operands: Vec::new(),
        })
    }

    /// The slots of each local of a function, from the first of its frame on.
    fn spans(&mut self, function: u32) -> Rc<[(usize, usize)]> {
        let program = self.program;
        let spans = self.spans.entry(function).or_insert_with(|| {
            let body = program
                .function_at(function)
                .and_then(|it| it.body.as_ref());
            let mut first = 0;
            let span = |local: &kvant_llvm::syntax::LocalInfo| {
                let length = match local.ty {
                    Types::LABEL => 0,
                    ty => program.shapes.leaves(ty).map_or(0, |it| it.len()),
                };
                first += length;
                (first - length, length)
            };
            body.map(|body| body.locals.iter().map(span).collect())
                .unwrap_or_default()
        });
        spans.clone()
    }

    /// The slots of the locals that an instruction of the current frame uses.
    fn operands(&mut self, machine: &Machine<'_, '_>, at: Origin) -> Vec<(String, Range<usize>)> {
        let Some((body, instruction)) = self.program.instruction(at) else {
            return Vec::new();
        };
        let Some(frame) = machine.frames.last() else {
            return Vec::new();
        };
        let base = frame.base;
        let spans = self.spans(at.function);
        let names = &self.program.module.names;
        let locals = locals(body, instruction).into_iter();
        let slots = locals.filter_map(|local| {
            let (first, length) = spans.get(local.0 as usize)?;
            let range = base + first..base + first + length;
            let name = body.locals[local.0 as usize].name;
            let is_there = range.end <= machine.slots.len();
            is_there.then(|| (format!("%{}", names.symbol(name)), range))
        });
        slots.collect()
    }

    /// The values of locals that an instruction uses.
    fn values(&mut self, machine: &Machine<'_, '_>, at: Origin) -> Vec<(String, String)> {
        let operands = self.operands(machine, at);
        let Some((body, _)) = self.program.instruction(at) else {
            return Vec::new();
        };
        let spans = self.spans(at.function);
        let base = machine.frames.last().map_or(0, |frame| frame.base);
        let value = |(name, range): (String, Range<usize>)| {
            let is_it = |(first, length): &(usize, usize)| {
                base + first == range.start && *length == range.len()
            };
            let local = spans.iter().position(is_it);
            let ty = body.locals.get(local?)?.ty;
            Some((
                name,
                self.names.text(at.function, ty, &machine.slots[range]),
            ))
        };
        operands.into_iter().filter_map(value).collect()
    }

    /// Notes events of memory before the first instruction, and indefinite arguments.
    pub(super) fn begin(&mut self, machine: &Machine<'_, '_>, touches: &[Touch]) {
        self.memory(Origin::OUTSIDE, touches, &[]);
        self.slots.resize(machine.slots.len(), 0);
        let Some(frame) = machine.frames.last() else {
            return;
        };
        let function = self.program.function_at(frame.function);
        let parameters = function.map(|it| &it.parameters[..]).unwrap_or_default();
        let spans = self.spans(frame.function);
        for (parameter, (first, length)) in parameters.iter().zip(&*spans) {
            let slots = frame.base + first..frame.base + first + length;
            let name = parameter
                .name
                .map(|it| self.program.module.names.symbol(it));
            let name = format!("%{}", name.unwrap_or_default());
            let value =
                self.names
                    .text(frame.function, parameter.ty, &machine.slots[slots.clone()]);
            for slot in slots.filter(|slot| is_indefinite(&machine.slots[*slot])) {
                self.slots[slot] = self.event(Event {
                    at: Origin::OUTSIDE,
                    part: Part::Given,
                    from: 0,
                    read: None,
                    operands: vec![(name.clone(), value.clone())],
                });
            }
        }
    }

    /// Notes events of memory in the instruction that stopped.
    pub(super) fn last(&mut self, at: Origin, touches: &[Touch]) {
        self.memory(at, touches, &[]);
    }

    /// The event of poison or undef in the result of an instruction.
    fn result(
        &mut self,
        machine: &Machine<'_, '_>,
        at: Origin,
        (n, leaf): (usize, &Leaf),
        reads: &[Bytes],
    ) -> u32 {
        if let Some(bytes) = reads.get(n).or(reads.first()) {
            return self.loaded(machine, at, bytes);
        }
        // The operand's leaf that is most like the result: the same poison, in the same lane.
        // Poison that names this instruction does not come from other lanes.
        let operands = self.operands(machine, at);
        let is_new = *leaf == Leaf::Poison(at);
        let candidates = operands.iter().flat_map(|(_, range)| {
            let is_scalar = range.len() == 1;
            range.clone().enumerate().filter_map(move |(lane, slot)| {
                let operand = &machine.slots[slot];
                let likeness = (operand == leaf, lane == n);
                let is_possible = !is_new || is_scalar || lane == n;
                (is_possible && is_indefinite(operand)).then_some((likeness, slot))
            })
        });
        let from = candidates.max_by_key(|(likeness, _)| *likeness);
        match from {
            Some((_, slot)) => {
                let from = self.slots.get(slot).copied().unwrap_or(0);
                self.passed(at, Part::Passed, from)
            }
            None => {
                let operands = self.values(machine, at);
                self.event(Event {
                    at,
                    part: Part::Made,
                    from: 0,
                    read: None,
                    operands,
                })
            }
        }
    }

    fn slot_event(&self, slot: Option<usize>) -> u32 {
        slot.and_then(|slot| self.slots.get(slot))
            .copied()
            .unwrap_or(0)
    }

    /// Sets the events of slots whose leaves were copied from leaves with these events.
    fn copied(
        &mut self,
        machine: &Machine<'_, '_>,
        at: Origin,
        part: Part,
        slots: Range<usize>,
        events: &[u32],
    ) {
        for (n, slot) in slots.enumerate() {
            self.slots[slot] = match is_indefinite(&machine.slots[slot]) {
                true => match events.get(n) {
                    // The leaf of a constant, or one that violates a constraint.
                    None | Some(0) => self.passed(at, Part::Made, 0),
                    Some(from) => self.passed(at, part, *from),
                },
                false => 0,
            };
        }
    }
}

impl Watcher for Recorder<'_, '_> {
    fn before(&mut self, machine: &Machine<'_, '_>, _at: Origin) {
        // Slots of the first frame, and of frames whose call was seen.
        self.slots.resize(machine.slots.len(), 0);
    }

    fn after(&mut self, machine: &Machine<'_, '_>, at: Origin, seen: &Seen<'_>, touches: &[Touch]) {
        if let Seen::Left { returned, .. } = seen {
            self.before.clear();
            for slot in *returned {
                self.before.push(self.slot_event(*slot));
            }
        }
        let mut stored = Vec::new();
        if touches.iter().any(|it| matches!(it, Touch::Wrote(_))) {
            stored = self.stored(machine, at);
        }
        self.memory(at, touches, &stored);
        self.slots.resize(machine.slots.len(), 0);
        match seen {
            Seen::Result { slots } => {
                let leaves = &machine.slots[slots.clone()];
                if !leaves.iter().any(is_indefinite) {
                    self.slots[slots.clone()].fill(0);
                    return;
                }
                let reads = touches.iter().filter_map(|touch| match touch {
                    Touch::Read(bytes) => Some(bytes.clone()),
                    _ => None,
                });
                let reads: Vec<Bytes> = reads.collect();
                for (n, slot) in slots.clone().enumerate() {
                    self.slots[slot] = match is_indefinite(&machine.slots[slot]) {
                        true => self.result(machine, at, (n, &machine.slots[slot]), &reads),
                        false => 0,
                    };
                }
            }
            Seen::Jump { phis } => {
                let from = phis.iter().flat_map(|phi| {
                    let slots = 0..phi.slots.len();
                    slots.map(|n| self.slot_event(phi.from.map(|from| from + n)))
                });
                let events: Vec<u32> = from.collect();
                let mut rest = &events[..];
                for phi in *phis {
                    let (own, others) = rest.split_at(phi.slots.len());
                    rest = others;
                    let at = Origin {
                        instruction: phi.number,
                        ..at
                    };
                    self.copied(machine, at, Part::Passed, phi.slots.clone(), own);
                }
            }
            Seen::Entered { arguments } => {
                let Some(frame) = machine.frames.last() else {
                    return;
                };
                let events: Vec<u32> = arguments.iter().map(|it| self.slot_event(*it)).collect();
                // Arguments behind the last parameter are not in slots.
                let parameters = frame.code.parameters.iter().map(|it| it.length as usize);
                let length = parameters.sum::<usize>().min(events.len());
                let slots = frame.base..frame.base + length;
                self.copied(machine, at, Part::Argument, slots, &events);
            }
            Seen::Left { slots, .. } => {
                let events = std::mem::take(&mut self.before);
                self.copied(machine, at, Part::Returned, slots.clone(), &events);
                self.before = events;
            }
            Seen::Ended => {}
        }
    }
}
