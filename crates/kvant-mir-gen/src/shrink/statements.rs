//! Statements, and rvalues that can be replaced by one of their operands.

use std::collections::BTreeSet;

use kvant_mir::{Callee, FnId, Local, Location, Program, Rvalue, Statement, Terminator, TyKind};
use kvant_mir_machine::Outcome;

use super::edit::{Act, Edit, apply};
use super::needs;
use super::record::Record;
use super::run_once;
use super::text::{Line, locations, operands_at};
use crate::health::assess;

/// The smallest groups in which dead statements are removed if they cannot all go at once are this fraction of all.
const SMALLEST_SHARE: usize = 16;

/// Removes statements, and calls except for observations.
pub(super) fn all(program: &Program, _: &Record) -> Vec<Edit> {
    let lines = locations(program).filter(|(_, line)| match line {
        Line::Statement(_) => true,
        Line::Terminator(Terminator::Call { callee, .. }) => {
            !matches!(callee, Callee::Observe { .. })
        }
        Line::Terminator(_) => false,
    });
    lines.map(|(at, _)| Edit::new(at, Act::Remove)).collect()
}

/// Removes the storage markers of each local that has some.
pub(super) fn markers(program: &Program, _: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (n, function) in program.functions.iter().enumerate() {
        for (local, decl) in function.locals.iter().enumerate() {
            if decl.marked {
                let act = Act::Unmark(Local::new(local));
                edits.push(Edit::of_function(FnId::new(n), act));
            }
        }
    }
    edits
}

/// Replaces rvalues and intrinsics by one of their operands.
pub(super) fn operands(program: &Program, _: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let place = match line {
            Line::Statement(Statement::Assign(_, Rvalue::Use(_))) => continue,
            Line::Statement(Statement::Assign(place, _)) => place,
            Line::Terminator(Terminator::Call {
                destination,
                callee: Callee::Intrinsic(_) | Callee::Function(_),
                ..
            }) => destination,
            _ => continue,
        };
        for operand in operands_at(program, at) {
            let assignment = (place.clone(), Rvalue::Use(operand.clone()));
            edits.push(Edit::new(at, Act::Assign(vec![assignment])));
        }
    }
    edits
}

/// Removes dead assignments, as far as the program stays defined.
pub(super) fn without_dead(program: Program, steps: u64) -> Program {
    let Ok(health) = assess(&program, &[]) else {
        return program;
    };
    let dead = health.assignments.iter().filter(|each| each.live == 0);
    // A call without a result is no assignment, and so is added here.
    let empty_calls = locations(&program).filter_map(|(at, line)| match line {
        Line::Terminator(Terminator::Call {
            callee: Callee::Function(id),
            destination,
            ..
        }) => {
            let ty = program
                .function(at.function)
                .place_ty(&program.types, destination)?;
            let unit = matches!(program.types.kind(ty), TyKind::Tuple(parts) if parts.is_empty());
            (unit && does_nothing(&program, *id)).then_some(at)
        }
        _ => None,
    });
    let mut going: BTreeSet<Location> = dead
        .map(|each| each.at)
        .chain(empty_calls)
        .filter(|at| is_plain(&program, *at))
        .collect();
    if going.is_empty() {
        return program;
    }
    needs::keep_needed(&program, steps, &mut going);
    let edits: Vec<Edit> = going
        .into_iter()
        .map(|at| Edit::new(at, Act::Remove))
        .collect();
    let trace = run_once(&program, steps).trace;
    let smallest = (edits.len() / SMALLEST_SHARE).max(1);
    // From the last to the first, so that the locations of later removals stay valid.
    let mut todo: Vec<&[Edit]> = vec![&edits];
    let mut program = program;
    while let Some(some) = todo.pop() {
        if some.is_empty() {
            continue;
        }
        let mut smaller = apply(&program, some);
        for function in &mut smaller.functions {
            function.find_marked();
        }
        let run = run_once(&smaller, steps);
        let same = |(a, b): (
            &kvant_mir_machine::Observation,
            &kvant_mir_machine::Observation,
        )| { a.site == b.site && a.value == b.value };
        let (a, b) = (&run.trace.observations, &trace.observations);
        if run.outcome == Outcome::Finished && a.len() == b.len() && a.iter().zip(b).all(same) {
            program = smaller;
        } else if some.len() > smallest {
            let (first, second) = some.split_at(some.len() / 2);
            todo.push(first);
            todo.push(second);
        }
    }
    program
}

/// Returns true if the only effect of a location is on its destination: a statement, an intrinsic, a function that
/// does nothing.
fn is_plain(program: &Program, at: Location) -> bool {
    let block = &program.function(at.function).blocks[at.block.index()];
    match &block.terminator {
        _ if (at.statement as usize) < block.statements.len() => true,
        Some(Terminator::Call { callee, .. }) => match callee {
            Callee::Intrinsic(_) => true,
            Callee::Function(id) => does_nothing(program, *id),
            Callee::Pointer(_) | Callee::Observe { .. } => false,
        },
        _ => false,
    }
}

/// Returns true if a function returns at once and assigns only its result.
fn does_nothing(program: &Program, id: FnId) -> bool {
    let first = &program.function(id).blocks[0];
    let sets_result = |statement: &Statement| matches!(statement, Statement::Assign(to, _) if to.local == Local::RETURN && !to.is_indirect());
    first.terminator == Some(Terminator::Return) && first.statements.iter().all(sets_result)
}
