//! One observation, sooner: of a value on the way to what is observed now. Where that is wrong, everything behind it is
//! beside the point.

use kvant_mir::{
    Block, BlockData, Callee, Local, LocalDecl, Location, Place, Program, Rewrite, Statement,
    Terminator,
};

use super::edit::{Act, Edit};
use super::record::{Record, leaves};
use super::text::{Line, locations};

/// Every number that is assigned, in the order of the first execution.
pub(super) fn sooner(program: &Program, record: &Record) -> Vec<Edit> {
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
            edits.push((seen.first, Edit::new(at, Act::Observe(place))));
        }
    }
    edits.sort_by_key(|(first, _)| *first);
    edits.into_iter().map(|(_, edit)| edit).collect()
}

/// Blocks that end their function.
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

/// Observes `place` behind the assignment at `at`, and nothing else.
pub(super) fn only(program: &mut Program, at: Location, place: &Place) {
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
    let is_entry = at.function == program.entry;
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
    if is_entry {
        // Nothing that comes now can be seen any more.
        rest.statements.clear();
        rest.terminator = Some(Terminator::Return);
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

/// Finds the highest number of an observation.
struct LastSite(u32);

impl Rewrite for LastSite {
    fn site(&mut self, site: &mut u32) {
        self.0 = self.0.max(*site);
    }
}
