//! The record of one run: the number of executions of each statement, the values that it reads and computes, and the
//! successors of each block.

use std::collections::BTreeMap;

use kvant_mir::{
    Block, BlockData, Callee, Constant, FnId, Function, Location, Operand, Place, Program, Rvalue,
    Statement, Terminator,
};
use kvant_mir_machine::{Limits, Machine, Pause, Resolver};

use super::peek::{parts, scalar, watched};
use super::text::operands_at;
use crate::TARGET;

/// Number of executions of a comparison whose operands are recorded.
const EARLY: u64 = 4;

/// Maximum number of blocks of a recorded path through a function.
const LONGEST_PATH: usize = 64;

/// A value over several executions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Value {
    /// Not seen yet.
    #[default]
    Unseen,
    /// Always this value: one constant, or the parts of a tuple or struct.
    Always(Vec<Constant>),
    /// Different values, or one that constants cannot express.
    Varies,
}

impl Value {
    fn meet(&mut self, now: Option<Vec<Constant>>) {
        *self = match (&*self, now) {
            (Value::Unseen, Some(now)) => Value::Always(now),
            (Value::Always(before), Some(now)) if *before == now => return,
            _ => Value::Varies,
        };
    }

    /// The constant that the value always was.
    pub(super) fn constant(&self) -> Option<Constant> {
        match self {
            Value::Always(parts) => parts.first().copied().filter(|_| parts.len() == 1),
            _ => None,
        }
    }
}

/// The record of one statement or terminator.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) runs: u64,
    /// Number of steps before its first execution.
    pub(super) first: u64,
    /// The call during which it was executed first, an index into [`Record::calls`].
    within: Option<usize>,
    /// The assigned value.
    pub(super) result: Value,
    /// The values of its operands.
    pub(super) operands: Vec<Value>,
    /// For a switch, the targets that it took, each once.
    pub(super) went: Vec<Block>,
    /// For a comparison, its operands in the first executions.
    pub(super) early: Vec<[Option<Constant>; 2]>,
    /// For a call, the functions that were called, each once.
    pub(super) called: Vec<FnId>,
}

/// The record of a run.
#[derive(Debug, Default)]
pub struct Record {
    /// By function, block and statement.
    seen: Vec<Vec<Vec<Seen>>>,
    /// The values of the arguments of each function.
    pub(super) arguments: Vec<Vec<Value>>,
    /// For calls of functions that were executed once: the changes that the caller can see, beside the result.
    pub(super) effects: BTreeMap<Location, Vec<(Place, Vec<Constant>)>>,
    /// For functions that were called once: the sequence of executed blocks.
    paths: Vec<Path>,
    /// The executed calls, each with the call during which it was executed.
    calls: Vec<(Option<usize>, Location)>,
    /// True if values are recorded, not only the path of the run.
    values: bool,
}

/// The blocks that were executed in calls of a function.
#[derive(Clone, Debug, Default)]
struct Path {
    calls: usize,
    blocks: Vec<Block>,
}

/// A call that is running.
struct Call {
    at: Location,
    /// Its index in [`Record::calls`].
    number: usize,
    /// The values of places of the caller before the call, if this is its first execution.
    before: Option<Vec<(Place, Option<Vec<Constant>>)>>,
}

impl Record {
    /// Runs a defined program. `steps` bounds the run.
    pub(super) fn of(program: &Program, steps: u64) -> Record {
        Record::watching(program, steps, true)
    }

    /// As [`Record::of`], without values.
    pub(super) fn of_paths(program: &Program, steps: u64) -> Record {
        Record::watching(program, steps, false)
    }

    fn watching(program: &Program, steps: u64, values: bool) -> Record {
        let mut record = Record {
            arguments: vec![Vec::new(); program.functions.len()],
            paths: vec![Path::default(); program.functions.len()],
            values,
            ..Record::default()
        };
        for function in &program.functions {
            let lines = |block: &BlockData| vec![Seen::default(); block.statements.len() + 1];
            record
                .seen
                .push(function.blocks.iter().map(lines).collect());
        }
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        let mut machine = Machine::new(TARGET, Resolver::default(), limits);
        if machine.start(program).is_ok() {
            record.entered(program, program.entry, &mut machine);
            record.follow(program, &mut machine);
        }
        record
    }

    /// The record of the statement or terminator at `at`.
    pub(super) fn at(&self, at: Location) -> Option<&Seen> {
        let block = self.seen.get(at.function.index())?.get(at.block.index())?;
        block.get(at.statement as usize)
    }

    fn at_mut(&mut self, at: Location) -> Option<&mut Seen> {
        let function = self.seen.get_mut(at.function.index())?;
        let block = function.get_mut(at.block.index())?;
        block.get_mut(at.statement as usize)
    }

    /// Number of executions of a statement or terminator.
    pub(super) fn runs(&self, at: Location) -> u64 {
        self.at(at).map_or(0, |seen| seen.runs)
    }

    /// The sequence of executed blocks of a function, if it was called once and the sequence is short.
    pub(super) fn path(&self, id: FnId) -> Option<&[Block]> {
        let path = self.paths.get(id.index())?;
        (path.calls == 1 && path.blocks.len() < LONGEST_PATH).then_some(&path.blocks)
    }

    /// The calls that were running at the first execution of a location, the innermost first.
    pub(super) fn callers(&self, at: Location) -> Vec<Location> {
        let mut call = self.at(at).and_then(|seen| seen.within);
        let mut callers = Vec::new();
        while let Some((outer, at)) = call.and_then(|n| self.calls.get(n)) {
            callers.push(*at);
            call = *outer;
        }
        callers
    }

    fn follow(&mut self, program: &Program, machine: &mut Machine) {
        let mut calls: Vec<Call> = Vec::new();
        while let Some(at) = machine.location() {
            let function = program.function(at.function);
            let block = &function.blocks[at.block.index()];
            let statement = block.statements.get(at.statement as usize);
            let path = &mut self.paths[at.function.index()].blocks;
            if at.statement == 0 && path.len() < LONGEST_PATH {
                path.push(at.block);
            }
            self.read(program, at, calls.last().map(|call| call.number), machine);
            let call = match (statement, &block.terminator) {
                (None, Some(Terminator::Call { callee, .. })) => {
                    matches!(callee, Callee::Function(_) | Callee::Pointer(_))
                }
                _ => false,
            };
            if call {
                let first = self.values && self.runs(at) == 1;
                let before = first.then(|| watched(program, function, machine));
                let outer = calls.last().map(|call| call.number);
                let number = self.calls.len();
                self.calls.push((outer, at));
                calls.push(Call { at, number, before });
            }
            let returns = statement.is_none() && block.terminator == Some(Terminator::Return);
            match machine.step(program) {
                Ok(None) => {}
                Ok(Some(Pause::Finished | Pause::Frontier | Pause::Arrived)) | Err(_) => break,
            }
            match (statement, &block.terminator) {
                (Some(Statement::Assign(place, _)), _) => {
                    self.result(program, at, place, machine);
                }
                (None, Some(Terminator::Switch { .. })) => {
                    if let (Some(now), Some(seen)) = (machine.location(), self.at_mut(at))
                        && !seen.went.contains(&now.block)
                    {
                        seen.went.push(now.block);
                    }
                }
                (None, Some(Terminator::Call { destination, .. })) if !call => {
                    self.result(program, at, destination, machine);
                }
                _ => {}
            }
            if call && let Some(now) = machine.location() {
                if let Some(seen) = self.at_mut(at)
                    && !seen.called.contains(&now.function)
                {
                    seen.called.push(now.function);
                }
                self.entered(program, now.function, machine);
            }
            if returns && let Some(call) = calls.pop() {
                self.returned(program, call, machine);
            }
        }
    }

    /// Records the values of the operands of the next step.
    fn read(
        &mut self,
        program: &Program,
        at: Location,
        within: Option<usize>,
        machine: &mut Machine,
    ) {
        let function = program.function(at.function);
        let values = self.values;
        let Some(seen) = self.at_mut(at) else {
            return;
        };
        seen.runs += 1;
        if seen.runs == 1 {
            seen.first = machine.steps();
            seen.within = within;
        }
        if !values {
            return;
        }
        if seen.runs <= EARLY
            && let Some((x, y)) = comparison(function, at)
        {
            let pair = [x, y].map(|operand| scalar(program, function, machine, operand));
            seen.early.push(pair);
        }
        for (n, operand) in operands_at(program, at).into_iter().enumerate() {
            if seen.operands.len() <= n {
                seen.operands.push(Value::Unseen);
            }
            if seen.operands[n] != Value::Varies {
                let value = scalar(program, function, machine, operand);
                seen.operands[n].meet(value.map(|value| vec![value]));
            }
        }
    }

    /// Records the value of a place that was just assigned.
    fn result(&mut self, program: &Program, at: Location, place: &Place, machine: &mut Machine) {
        let values = self.values;
        if let Some(seen) = self.at_mut(at)
            && values
            && seen.result != Value::Varies
        {
            let function = program.function(at.function);
            seen.result.meet(parts(program, function, machine, place));
        }
    }

    fn entered(&mut self, program: &Program, id: FnId, machine: &mut Machine) {
        self.paths[id.index()].calls += 1;
        if !self.values {
            return;
        }
        let function = program.function(id);
        for (n, local) in function.argument_locals().enumerate() {
            let value = scalar(program, function, machine, &local.into());
            let known = &mut self.arguments[id.index()];
            if known.len() <= n {
                known.push(Value::Unseen);
            }
            known[n].meet(value.map(|value| vec![value]));
        }
    }

    fn returned(&mut self, program: &Program, call: Call, machine: &mut Machine) {
        let function = program.function(call.at.function);
        let block = &function.blocks[call.at.block.index()];
        if let Some(Terminator::Call { destination, .. }) = &block.terminator {
            self.result(program, call.at, destination, machine);
        }
        let Some(before) = call.before else {
            self.effects.remove(&call.at);
            return;
        };
        let mut changes = Vec::new();
        for (place, old) in before {
            if let Some(now) = parts(program, function, machine, &place)
                && old.as_ref() != Some(&now)
            {
                changes.push((place, now));
            }
        }
        self.effects.insert(call.at, changes);
    }
}

/// The operands of the comparison at a location, if there is one.
fn comparison(function: &Function, at: Location) -> Option<(&Operand, &Operand)> {
    let block = function.blocks.get(at.block.index())?;
    match block.statements.get(at.statement as usize)? {
        Statement::Assign(_, Rvalue::Binary(op, x, y)) if op.is_comparison() => Some((x, y)),
        _ => None,
    }
}
