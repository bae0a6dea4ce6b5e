//! The recorder of a run that is explained: for each slot and each byte the instruction that poison or undef in it comes from.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use kvant_llvm::syntax::{Op, Types, Value};

use super::walk::{Seen, Watcher};
use super::{
    Explanation, Flow, FlowStep, History, Names, Part, Write, is_indefinite, locals, target,
};
use crate::journal::{Bytes, Touch};
use crate::leaf::{Leaf, Node, Origin};
use crate::memory::Memory;
use crate::outcome::{Stop, Ub};
use crate::program::Program;
use crate::run::{Machine, Stopped};

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

/// Writes to objects of up to this many bytes are kept.
const LARGEST_OBJECT: u64 = 1 << 20;

/// This many objects are kept, dead ones included.
const MOST_OBJECTS: usize = 1 << 16;

/// A way of more steps than these at both ends is shortened.
const ENDS: usize = 8;

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

    /// Notes events of memory. `stored` has the events of poison and undef in the leaves of the value that is written.
    fn memory(&mut self, at: Origin, touches: &[Touch], stored: &[u32]) {
        let writes = touches.iter().filter(|it| matches!(it, Touch::Wrote(_)));
        let writes = writes.count();
        let mut nth = 0;
        for touch in touches {
            self.names.touch(at, touch);
            match touch {
                Touch::Made { node, size, align } => {
                    if self.objects.len() >= MOST_OBJECTS {
                        self.objects.retain(|_, object| object.ended.is_none());
                    }
                    let is_small = *size <= LARGEST_OBJECT;
                    let object = Object {
                        size: *size,
                        align: *align,
                        made: at,
                        writes: vec![None; if is_small { *size as usize } else { 0 }],
                        ended: None,
                    };
                    self.objects.insert(*node, object);
                }
                Touch::Initialised(node) => {
                    if let Some(object) = self.objects.get_mut(node) {
                        let outside = LastWrite {
                            at: Origin::OUTSIDE,
                            event: 0,
                        };
                        object.writes.fill(Some(outside));
                    }
                    nth = 0;
                }
                Touch::Freed(node) | Touch::Ended(node) => {
                    if let Some(object) = self.objects.get_mut(node) {
                        object.ended = Some(at);
                    }
                }
                Touch::Began(node) => {
                    if let Some(object) = self.objects.get_mut(node) {
                        object.ended = None;
                        object.writes.fill(None);
                    }
                }
                Touch::Wrote((node, range)) => {
                    // The padding of a value with several leaves is written first.
                    let leaf = (nth + stored.len()).checked_sub(writes);
                    nth += 1;
                    let event = leaf.and_then(|leaf| stored.get(leaf)).copied();
                    let event = event.or_else(|| stored.iter().copied().find(|it| *it != 0));
                    let write = LastWrite {
                        at,
                        event: event.unwrap_or(0),
                    };
                    self.write(*node, range, write);
                }
                Touch::Copied { from, to } => {
                    let source = self.objects.get(&from.0);
                    let copied: Vec<u32> = from
                        .1
                        .clone()
                        .map(|byte| {
                            let written = source.and_then(|it| it.writes.get(byte).copied());
                            written.flatten().map_or(0, |it| it.event)
                        })
                        .collect();
                    let (mut last, mut event) = (0, 0);
                    for (n, old) in copied.into_iter().enumerate() {
                        if old != last {
                            last = old;
                            event = match old {
                                0 => 0,
                                old => self.passed(at, Part::Stored, old),
                            };
                        }
                        let byte = to.1.start + n;
                        self.write(to.0, &(byte..byte + 1), LastWrite { at, event });
                    }
                }
                Touch::Read(_) => {}
            }
        }
    }

    fn write(&mut self, node: Node, range: &Range<usize>, write: LastWrite) {
        if let Some(object) = self.objects.get_mut(&node)
            && let Some(writes) = object.writes.get_mut(range.clone())
        {
            writes.fill(Some(write));
        }
    }

    /// The event of a leaf that was loaded from memory.
    fn loaded(&mut self, machine: &Machine<'_, '_>, at: Origin, bytes: &Bytes) -> u32 {
        let written = self.objects.get(&bytes.0).and_then(|object| {
            let writes = object.writes.get(bytes.1.clone())?;
            let mut events = writes.iter().flatten().filter(|it| it.event != 0);
            let event = events.next().map_or(0, |it| it.event);
            Some((event, writes.iter().any(Option::is_none)))
        });
        let (from, part) = match written {
            Some((0, true)) => (0, Part::Uninitialised),
            Some((0, false)) | None => (0, Part::Made),
            Some((event, _)) => (event, Part::Passed),
        };
        let operands = match from {
            0 => self.values(machine, at),
            _ => Vec::new(),
        };
        self.event(Event {
            at,
            part,
            from,
            read: Some(bytes.clone()),
            operands,
        })
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

    pub(super) fn explanation(
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
                let slots = frame.base..frame.base + events.len();
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

impl Recorder<'_, '_> {
    /// For each leaf that an instruction stores the event of writing poison or undef; 0 for other leaves.
    fn stored(&mut self, machine: &Machine<'_, '_>, at: Origin) -> Vec<u32> {
        let Some((_, instruction)) = self.program.instruction(at) else {
            return Vec::new();
        };
        let value = match &instruction.op {
            Op::Store(store) => store.value,
            Op::Call(_) | Op::Invoke(..) | Op::AtomicRmw(_) | Op::CmpXchg(_) => {
                // Of these, all operands count.
                let operands = self.operands(machine, at);
                let slots = operands.into_iter().flat_map(|(_, range)| range);
                let bad = slots.filter(|slot| is_indefinite(&machine.slots[*slot]));
                let bad: Vec<usize> = bad.collect();
                return bad
                    .into_iter()
                    .map(|slot| self.stored_leaf(at, slot))
                    .collect();
            }
            _ => return Vec::new(),
        };
        let Value::Local(local) = value.value else {
            // A constant: it is written here.
            let leaves = self.program.shapes.leaves(value.ty);
            let is_indefinite = matches!(value.value, Value::Undef | Value::Poison);
            let event = match is_indefinite {
                true => self.passed(at, Part::Made, 0),
                false => 0,
            };
            return vec![event; leaves.map_or(0, |it| it.len())];
        };
        let spans = self.spans(at.function);
        let base = machine.frames.last().map_or(0, |frame| frame.base);
        let (first, length) = spans.get(local.0 as usize).copied().unwrap_or_default();
        let slots = base + first..base + first + length;
        slots
            .map(
                |slot| match machine.slots.get(slot).is_some_and(is_indefinite) {
                    true => self.stored_leaf(at, slot),
                    false => 0,
                },
            )
            .collect()
    }

    fn stored_leaf(&mut self, at: Origin, slot: usize) -> u32 {
        let from = self.slot_event(Some(slot));
        self.passed(at, Part::Stored, from)
    }
}
