//! The readers of written values, as one run shows them.
//!
//! A value that is read must have been written, even if the result is dead. So a dead statement can be removed only
//! if no remaining statement reads its result, or if the earlier value of the same place is good enough.

use std::collections::{BTreeSet, HashMap, HashSet};

use kvant_mir::{Callee, Location, Program, Rvalue, Statement, Terminator};
use kvant_mir_machine::{Machine, Pause, Resolver, Touch};

use super::limits;
use crate::TARGET;
use crate::shadow::Shadow;

/// Removes from `going` all statements that a statement which is not among them needs. `steps` bounds the run that
/// shows it.
pub(super) fn keep_needed(program: &Program, steps: u64, going: &mut BTreeSet<Location>) {
    let mut watch = Watch::default();
    let mut machine = Machine::new(TARGET, Resolver::default(), limits(steps));
    if machine.start(program).is_ok() {
        machine.watch(true);
        watch.follow(program, &mut machine);
    }
    let mut goes: Vec<bool> = watch
        .locations
        .iter()
        .map(|at| going.contains(at))
        .collect();
    watch.keep_needed(&mut goes);
    for (at, goes) in watch.locations.iter().zip(goes) {
        if !goes {
            going.remove(at);
        }
    }
}

/// Stands for bytes that no statement wrote.
const UNWRITTEN: u32 = 0;

/// The data of the run. Locations are numbered from 1, in the order of their first execution.
#[derive(Default)]
struct Watch {
    locations: Vec<Location>,
    numbers: HashMap<Location, u32>,
    /// The writer of each slot and each byte. A call is the writer of its result.
    writers: Shadow<u32>,
    /// Pairs of a writer and a reader.
    reads: HashSet<(u32, u32)>,
    /// Pairs of a writer and an earlier writer whose value it overwrote.
    covers: HashSet<(u32, u32)>,
    copied: Vec<u32>,
}

impl Watch {
    fn follow(&mut self, program: &Program, machine: &mut Machine) {
        let mut calls: Vec<u32> = Vec::new();
        while let Some(at) = machine.location() {
            machine.clear_touched();
            let this = self.number(at);
            let block = &program.function(at.function).blocks[at.block.index()];
            let statement = block.statements.get(at.statement as usize);
            // All of an enum must be valid where its discriminant is read.
            if let Some(Statement::Assign(_, Rvalue::Discriminant(place))) = statement
                && let Some(spot) = machine.spot_of(program, place)
            {
                self.touch(&Touch::Read(spot), this, this);
            }
            let Ok(pause) = machine.step(program) else {
                return;
            };
            let terminator = match statement {
                Some(_) => None,
                None => block.terminator.as_ref(),
            };
            let writer = match terminator {
                Some(Terminator::Return) => calls.pop().unwrap_or(this),
                _ => this,
            };
            for touch in machine.touched() {
                self.touch(touch, this, writer);
            }
            match terminator {
                Some(Terminator::Call {
                    callee: Callee::Function(_) | Callee::Pointer(_),
                    ..
                }) => calls.push(this),
                Some(Terminator::Return) => self.writers.truncate_frames(machine.depth()),
                _ => {}
            }
            if let Some(Pause::Finished | Pause::Frontier | Pause::Arrived) = pause {
                return;
            }
        }
    }

    fn number(&mut self, at: Location) -> u32 {
        let next = self.locations.len() as u32 + 1;
        let number = *self.numbers.entry(at).or_insert(next);
        if number == next {
            self.locations.push(at);
        }
        number
    }

    fn touch(&mut self, touch: &Touch, reader: u32, writer: u32) {
        match *touch {
            Touch::Read(spot) => {
                for by in distinct(self.writers.of(spot)) {
                    self.reads.insert((by, reader));
                }
            }
            Touch::Write(spot) => {
                let spot = self.writers.of(spot);
                for by in distinct(spot) {
                    self.covers.insert((writer, by));
                }
                spot.fill(writer);
            }
            Touch::Clear(spot) => self.writers.of(spot).fill(UNWRITTEN),
            Touch::Copy {
                from,
                from_start,
                to,
                to_start,
                length,
            } => {
                self.copied.clear();
                let sources = self.writers.bytes(from, from_start, length);
                self.copied.extend_from_slice(sources);
                for by in distinct(sources) {
                    self.reads.insert((by, reader));
                }
                let targets = self.writers.bytes(to, to_start, length);
                for by in distinct(targets) {
                    self.covers.insert((writer, by));
                }
                for (target, source) in targets.iter_mut().zip(&self.copied) {
                    *target = if *source == UNWRITTEN {
                        UNWRITTEN
                    } else {
                        writer
                    };
                }
            }
            Touch::Promote {
                depth,
                local,
                to,
                length,
            } => {
                let by = std::mem::take(self.writers.slot(depth, local));
                self.writers.bytes(to, 0, length).fill(by);
            }
            Touch::Strand(_) => {}
        }
    }

    /// Keeps statements that a remaining statement needs. A statement that overwrote an earlier value may go if the
    /// earlier writer stays instead.
    fn keep_needed(&self, goes: &mut [bool]) {
        let mut below: HashMap<u32, Vec<u32>> = HashMap::new();
        for &(writer, by) in &self.covers {
            if writer != by {
                below.entry(writer).or_default().push(by);
            }
        }
        let stays = |goes: &[bool], n: u32| n != UNWRITTEN && !goes[n as usize - 1];
        let mut todo: Vec<(u32, u32)> = self.reads.iter().copied().collect();
        todo.sort_unstable();
        let mut known: HashSet<(u32, u32)> = todo.iter().copied().collect();
        loop {
            let mut changed = false;
            let mut n = 0;
            while let Some(&(writer, reader)) = todo.get(n) {
                n += 1;
                if writer == UNWRITTEN || !stays(goes, reader) || stays(goes, writer) {
                    continue;
                }
                match below.get(&writer) {
                    Some(below) if !below.contains(&UNWRITTEN) => {
                        let new = below.iter().map(|by| (*by, reader));
                        todo.extend(new.filter(|pair| known.insert(*pair)));
                    }
                    _ => {
                        goes[writer as usize - 1] = false;
                        changed = true;
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }
}

/// The writers of a piece of the state, without repetitions of neighbours.
fn distinct(writers: &[u32]) -> impl Iterator<Item = u32> {
    let starts = writers.chunk_by(|a, b| a == b);
    starts.filter_map(|same| same.first().copied())
}
