//! Observations and calls of functions.

use kvant_mir::{Callee, Location, Program, Terminator, TyKind};

use super::edit::{Act, Edit};
use super::record::{Record, Value};
use super::text::terminators;
use super::values;

/// Removes observations.
pub(super) fn observations(program: &Program, _: &Record) -> Vec<Edit> {
    let all = terminators(program).filter(|(_, terminator)| {
        let is_observation = |callee: &Callee| matches!(callee, Callee::Observe { .. });
        matches!(terminator, Terminator::Call { callee, .. } if is_observation(callee))
    });
    all.map(|(at, _)| Edit::new(at, Act::Remove)).collect()
}

/// Removes calls of functions.
pub(super) fn functions(program: &Program, _: &Record) -> Vec<Edit> {
    let edits = calls(program).map(|(at, _)| Edit::new(at, Act::Remove));
    edits.collect()
}

/// Replaces calls of functions by assignments of their results, and of everything else that they changed for the
/// caller.
pub(super) fn effects(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, destination) in calls(program) {
        let Some(seen) = record.at(at) else { continue };
        let function = program.function(at.function);
        let Some(ty) = function.place_ty(&program.types, destination) else {
            continue;
        };
        let unit = matches!(program.types.kind(ty), TyKind::Tuple(parts) if parts.is_empty());
        let result = values::rvalue(program, ty, &seen.result);
        if seen.runs == 0 || (!unit && result.is_none() && seen.result != Value::Varies) {
            continue;
        }
        let changes = record.effects.get(&at).into_iter().flatten();
        let mut assignments: Vec<_> = changes
            .filter(|(place, _)| place != destination)
            .filter_map(|(place, parts)| {
                let ty = function.place_ty(&program.types, place)?;
                Some((place.clone(), values::made_of(program, ty, parts)?))
            })
            .collect();
        assignments.extend(result.map(|value| (destination.clone(), value)));
        edits.push(Edit::new(at, Act::Assign(assignments)));
    }
    edits
}

/// Replaces calls through a pointer that always led to one function by direct calls.
pub(super) fn direct(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        if let Terminator::Call {
            callee: Callee::Pointer(_),
            ..
        } = terminator
            && let Some([only]) = record.at(at).map(|seen| &*seen.called)
        {
            edits.push(Edit::new(at, Act::Call(*only)));
        }
    }
    edits
}

fn calls(program: &Program) -> impl Iterator<Item = (Location, &kvant_mir::Place)> {
    terminators(program).filter_map(|(at, terminator)| match terminator {
        Terminator::Call {
            callee: Callee::Function(_) | Callee::Pointer(_),
            destination,
            ..
        } => Some((at, destination)),
        _ => None,
    })
}
