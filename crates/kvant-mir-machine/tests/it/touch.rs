//! The record of touches is complete, and recording changes nothing else.

use std::collections::BTreeMap;

use kvant_memory::{AllocId, Target};
use kvant_mir::{Local, Operand, Program, Statement};
use kvant_mir_machine::{Limits, Machine, Resolver, Scalar, Spot, Touch};

use crate::corpus_files;

fn machine() -> Machine {
    let limits = Limits {
        steps: 3000,
        ..Limits::default()
    };
    Machine::new(Target::X86_64, Resolver::default(), limits)
}

/// The values of the top frame's scalar locals.
fn locals(machine: &mut Machine, program: &Program) -> Vec<Option<Scalar>> {
    let at = machine.location();
    let count = at.map_or(0, |at| program.function(at.function).locals.len());
    (0..count)
        .map(|n| machine.peek(program, &Operand::from(Local::new(n))))
        .collect()
}

/// The allocation of each local that has one, according to the record.
type Homes = BTreeMap<(u32, Local), AllocId>;

/// True if the record contains a write to a local.
fn is_written(touches: &[Touch], depth: u32, local: Local, homes: &Homes) -> bool {
    let home = homes.get(&(depth, local));
    let is_here = |spot: &Spot| match spot {
        Spot::Slot { depth: d, local: l } => (*d, *l) == (depth, local),
        Spot::Bytes { alloc, .. } => Some(alloc) == home,
    };
    touches.iter().any(|touch| match touch {
        Touch::Write(spot) | Touch::Clear(spot) => is_here(spot),
        Touch::Copy { to, .. } => Some(to) == home,
        Touch::Read(_) | Touch::Promote { .. } | Touch::Strand(_) => false,
    })
}

#[test]
fn changes_of_locals_are_recorded() {
    let (mut changes, mut values) = (0, 0);
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let mut machine = machine();
        machine.watch(true);
        machine.start(program).unwrap();
        let mut homes = Homes::new();
        loop {
            let (at, depth) = (machine.location(), machine.depth());
            let before = locals(&mut machine, program);
            machine.clear_touched();
            let step = machine.step(program);
            let touches = machine.touched().to_vec();
            if step != Ok(None) {
                break;
            }
            for touch in &touches {
                match *touch {
                    Touch::Promote {
                        depth, local, to, ..
                    } => {
                        homes.insert((depth, local), to);
                    }
                    Touch::Clear(Spot::Slot { depth, local }) => {
                        homes.remove(&(depth, local));
                    }
                    _ => {}
                }
            }
            let after = locals(&mut machine, program);
            homes.retain(|(of, _), _| (*of as usize) < machine.depth());
            let Some(at) = at.filter(|_| machine.depth() == depth) else {
                continue;
            };
            let block = &program.function(at.function).blocks[at.block.index()];
            let statement = block.statements.get(at.statement as usize);
            let assigns = matches!(statement, Some(Statement::Assign(..)));
            for (n, (before, after)) in before.iter().zip(&after).enumerate() {
                let changed = match (before, after) {
                    (Some(before), Some(after)) => before != after,
                    (None, Some(_)) => assigns,
                    // A value can become unreadable by a change of the borrows alone.
                    (_, None) => false,
                };
                values += 1;
                if changed {
                    changes += 1;
                    let written = is_written(&touches, depth as u32 - 1, Local::new(n), &homes);
                    assert!(written, "{} {at:?} {n}: {touches:?}", case.name);
                }
            }
        }
    }
    assert!(changes > 1000, "{changes} of {values}");
}

#[test]
fn recording_changes_nothing() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let run = |watch: bool| {
            let mut machine = machine();
            machine.watch(watch);
            machine.start(program).unwrap();
            let end = machine.run(program);
            assert!(watch || machine.touched().is_empty());
            (end, machine.steps(), machine.trace().clone())
        };
        assert_eq!(run(true), run(false), "{}", case.name);
    }
}

#[test]
fn undone_touches_are_removed() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let mut machine = machine();
        machine.watch(true);
        machine.start(program).unwrap();
        for _ in 0..20 {
            let before = machine.touched().to_vec();
            let mark = machine.mark();
            let _ = machine.step(program);
            machine.rollback(mark);
            assert_eq!(machine.touched(), before, "{}", case.name);
            if machine.step(program) != Ok(None) {
                break;
            }
        }
    }
}
