//! One observation, sooner: of an intermediate value of the present observation. If that value is already wrong, the
//! rest of the program is irrelevant.

use std::collections::HashSet;

use kvant_mir::{
    Block, BlockData, Callee, Constant, Local, LocalDecl, Location, Operand, Place, Program,
    Rewrite, Rvalue, Statement, Terminator, TyKind,
};

use super::constants::constant_of;
use super::edit::{Act, Edit};
use super::peek::leaves;
use super::record::Record;
use super::text::{Line, locations, operands_at};

/// Observes each assigned number, in the order of their first execution, and ends the program there.
pub(super) fn at_last(program: &Program, record: &Record) -> Vec<Edit> {
    numbers(program, record, |at, place| {
        Act::Observe(place, record.callers(at))
    })
}

/// Observes each assigned number, in the order of their first execution, whenever it is assigned.
pub(super) fn sooner(program: &Program, record: &Record) -> Vec<Edit> {
    numbers(program, record, |_, place| Act::ObserveOn(place))
}

fn numbers(program: &Program, record: &Record, act: impl Fn(Location, Place) -> Act) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let place = match line {
            Line::Statement(Statement::Assign(place, _)) => place,
            Line::Terminator(Terminator::Call {
                destination,
                callee: Callee::Function(_) | Callee::Pointer(_) | Callee::Intrinsic(_),
                ..
            }) => destination,
            _ => continue,
        };
        let Some(seen) = record.at(at).filter(|seen| seen.runs > 0) else {
            continue;
        };
        let mut places = Vec::new();
        let function = program.function(at.function);
        leaves(&program.types, function, place.clone(), &mut places);
        for place in places {
            edits.push((seen.first, Edit::new(at, act(at, place))));
        }
    }
    edits.sort_by_key(|(first, _)| *first);
    edits.into_iter().map(|(_, edit)| edit).collect()
}

/// Replaces an observed value by another one in the function.
pub(super) fn others(program: &Program, _: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        let Line::Terminator(Terminator::Call {
            callee: Callee::Observe { .. },
            arguments,
            ..
        }) = line
        else {
            continue;
        };
        let function = program.function(at.function);
        let mut places: Vec<Place> = Vec::new();
        for (of, _) in locations(program).filter(|(of, _)| of.function == at.function) {
            let operands = operands_at(program, of).into_iter();
            places.extend(operands.filter_map(Operand::place).cloned());
        }
        for n in 0..function.locals.len() {
            let local = Place::local(Local::new(n));
            leaves(&program.types, function, local, &mut places);
        }
        let mut seen = HashSet::new();
        for place in places {
            let ty = function.place_ty(&program.types, &place);
            if !ty.is_some_and(|ty| program.types.is_observable(ty)) || !seen.insert(place.clone())
            {
                continue;
            }
            if arguments.first().and_then(Operand::place) != Some(&place) {
                edits.push(Edit::new(at, Act::Operand(0, place.into())));
            }
        }
    }
    edits
}

/// Makes blocks return from their function.
pub(super) fn returns(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in locations(program) {
        if let Line::Terminator(terminator) = line
            && *terminator != Terminator::Return
            && record.runs(at) > 0
            && !is_observation(terminator)
        {
            edits.push(Edit::new(at, Act::Return));
        }
    }
    edits
}

fn is_observation(terminator: &Terminator) -> bool {
    let is_observer = |callee: &Callee| matches!(callee, Callee::Observe { .. });
    matches!(terminator, Terminator::Call { callee, .. } if is_observer(callee))
}

/// Observes `place` after the assignment at `at`, and nothing else. With callers, the program ends there: the
/// function returns, and so does each of them.
pub(super) fn only(
    program: &mut Program,
    at: Location,
    place: &Place,
    callers: Option<&Vec<Location>>,
) {
    let ending = callers.is_some();
    for caller in callers.into_iter().flatten() {
        end_behind(program, *caller);
    }
    let end = ending.then(|| end_of(program, at)).flatten();
    let unit = program.types.unit();
    let mut last = LastSite(0);
    for function in &mut program.functions {
        last.function(function);
        for block in &mut function.blocks {
            if let Some(Terminator::Call {
                callee: Callee::Observe { .. },
                target,
                ..
            }) = block.terminator
            {
                block.terminator = Some(Terminator::Goto(target));
            }
        }
    }
    let function = program.function_mut(at.function);
    let nothing = Local::new(function.locals.len());
    function.locals.push(LocalDecl {
        ty: unit,
        name: None,
        marked: false,
    });
    let (observing, behind) = (
        Block::new(function.blocks.len()),
        Block::new(function.blocks.len() + 1),
    );
    let block = &mut function.blocks[at.block.index()];
    let n = at.statement as usize;
    let mut rest = BlockData::default();
    if n < block.statements.len() {
        rest.statements = block.statements.split_off(n + 1);
        rest.terminator = block.terminator.replace(Terminator::Goto(observing));
    } else if let Some(Terminator::Call { target, .. }) = &mut block.terminator {
        rest.terminator = Some(Terminator::Goto(*target));
        *target = observing;
    }
    if let Some(end) = end {
        // Nothing after this point can be observed any more.
        rest = end;
    }
    function.blocks.push(BlockData {
        statements: Vec::new(),
        terminator: Some(Terminator::Call {
            destination: nothing.into(),
            callee: Callee::Observe { site: last.0 + 1 },
            arguments: vec![place.clone().into()],
            target: behind,
        }),
        name: None,
    });
    function.blocks.push(rest);
    function.locals.iter_mut().for_each(|decl| decl.name = None);
    function
        .blocks
        .iter_mut()
        .for_each(|block| block.name = None);
}

/// A block that returns from a function, with 0 as the result; `None` if the result is not a number.
fn end_of(program: &Program, at: Location) -> Option<BlockData> {
    let ty = program.function(at.function).return_ty();
    let unit = matches!(program.types.kind(ty), TyKind::Tuple(parts) if parts.is_empty());
    let result = match unit {
        true => None,
        false => Some(constant_of(&program.types, ty, 0)?),
    };
    let set = |value: Constant| {
        let value = Rvalue::Use(value.into());
        Statement::Assign(Local::RETURN.into(), value)
    };
    Some(BlockData {
        statements: result.map(set).into_iter().collect(),
        terminator: Some(Terminator::Return),
        name: None,
    })
}

/// Makes a function return right after a call in it, if it can.
fn end_behind(program: &mut Program, call: Location) {
    let Some(end) = end_of(program, call) else {
        return;
    };
    let function = program.function_mut(call.function);
    let behind = Block::new(function.blocks.len());
    if let Some(Terminator::Call { target, .. }) =
        &mut function.blocks[call.block.index()].terminator
    {
        *target = behind;
        function.blocks.push(end);
    }
}

/// Finds the highest number of an observation.
struct LastSite(u32);

impl Rewrite for LastSite {
    fn site(&mut self, site: &mut u32) {
        self.0 = self.0.max(*site);
    }
}
