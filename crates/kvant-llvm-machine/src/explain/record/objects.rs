//! Objects of a run that is explained: for each byte its last write, and the event of poison or undef in it.

use std::ops::Range;

use kvant_llvm::syntax::{Op, Value};

use super::super::{Part, is_indefinite};
use super::{Event, LastWrite, Object, Recorder};
use crate::journal::{Bytes, Touch};
use crate::leaf::{Node, Origin};
use crate::run::Machine;

/// Writes to objects of up to this many bytes are kept.
const LARGEST_OBJECT: u64 = 1 << 20;

/// This many objects are kept, dead ones included.
const MOST_OBJECTS: usize = 1 << 16;

impl Recorder<'_, '_> {
    /// Notes events of memory. `stored` has the events of poison and undef in the leaves of the value that is written.
    pub(super) fn memory(&mut self, at: Origin, touches: &[Touch], stored: &[u32]) {
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
    pub(super) fn loaded(&mut self, machine: &Machine<'_, '_>, at: Origin, bytes: &Bytes) -> u32 {
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

    /// For each leaf that an instruction stores the event of writing poison or undef; 0 for other leaves.
    pub(super) fn stored(&mut self, machine: &Machine<'_, '_>, at: Origin) -> Vec<u32> {
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
