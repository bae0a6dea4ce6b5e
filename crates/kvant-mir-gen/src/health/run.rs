//! One run of a program with recording, and its results for each statement.

use std::collections::BTreeSet;

use kvant_mir::layout::{FieldOrder, Layouts};
use kvant_mir::{
    Block, Callee, FnId, Function, Local, Location, Place, Program, Statement, Terminator, Ty,
    check,
};
use kvant_mir_machine::{Limits, Machine, Pause, Resolver, Stop};

use super::graph::{Graph, NodeId, Step};
use super::writes_memory;
use crate::TARGET;

/// Counts for one statement or terminator.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) runs: u64,
    /// Number of executions whose result is read.
    pub(super) read: u64,
    /// Number of executions whose result is live.
    pub(super) live: u64,
    /// Number of executions that pass a live argument.
    pub(super) live_arguments: u64,
}

/// The statements and terminators of a program, numbered in the order of the text.
pub(super) struct Text {
    /// The number of the first statement of each block of each function.
    begins: Vec<Vec<u32>>,
    locations: Vec<Location>,
    pub(super) tallies: Vec<Tally>,
}

impl Text {
    fn of(program: &Program) -> Text {
        let mut text = Text {
            begins: Vec::new(),
            locations: Vec::new(),
            tallies: Vec::new(),
        };
        for (f, function) in program.functions.iter().enumerate() {
            let mut begins = Vec::new();
            for (b, block) in function.blocks.iter().enumerate() {
                begins.push(text.locations.len() as u32);
                for statement in 0..=block.statements.len() as u32 {
                    text.locations.push(Location {
                        function: FnId::new(f),
                        block: Block::new(b),
                        statement,
                    });
                }
            }
            text.begins.push(begins);
        }
        text.tallies = vec![Tally::default(); text.locations.len()];
        text
    }

    pub(super) fn len(&self) -> usize {
        self.locations.len()
    }

    pub(super) fn executed(&self) -> usize {
        self.tallies.iter().filter(|tally| tally.runs > 0).count()
    }

    pub(super) fn locations(&self) -> impl Iterator<Item = Location> + use<'_> {
        self.locations.iter().copied()
    }

    fn number(&self, at: Location) -> usize {
        (self.begins[at.function.index()][at.block.index()] + at.statement) as usize
    }

    pub(super) fn tally(&self, at: Location) -> Tally {
        self.tallies[self.number(at)]
    }
}

/// The results of a run.
pub(super) struct Run {
    pub(super) text: Text,
    pub(super) steps: u64,
    pub(super) observations: usize,
    /// Number of calls of each function.
    pub(super) entered: Vec<u64>,
    /// The functions that were called while they were running.
    pub(super) recursive: BTreeSet<FnId>,
    /// The blocks that one frame reached more than once.
    pub(super) repeated: BTreeSet<(FnId, Block)>,
    /// The locals whose storage began at two points of the text.
    pub(super) reused: BTreeSet<(FnId, Local)>,
    /// For each type, true if it has no bytes.
    pub(super) empty: Vec<bool>,
}

/// The data on a running function call.
struct Frame {
    function: FnId,
    /// The execution of the call, and the node of its destination.
    call: Option<(u32, NodeId)>,
    seen: Vec<bool>,
    /// The first `StorageLive` of each local.
    begun: Vec<(Local, Location)>,
}

impl Frame {
    fn new(program: &Program, function: FnId, call: Option<(u32, NodeId)>) -> Frame {
        let blocks = program.function(function).blocks.len();
        Frame {
            function,
            call,
            seen: vec![false; blocks],
            begun: Vec::new(),
        }
    }
}

impl Run {
    /// Runs a program to its end.
    pub(super) fn of(program: &Program) -> Result<Run, Stop> {
        check::program(program, &TARGET).map_err(Stop::IllFormed)?;
        let mut machine = Machine::new(TARGET, Resolver::default(), Limits::default());
        machine.start(program)?;
        machine.watch(true);
        let mut run = Run {
            text: Text::of(program),
            steps: 0,
            observations: 0,
            entered: vec![0; program.functions.len()],
            recursive: BTreeSet::new(),
            repeated: BTreeSet::new(),
            reused: BTreeSet::new(),
            empty: empty_types(program),
        };
        let mut graph = Graph::new();
        let mut frames = vec![Frame::new(program, program.entry, None)];
        let mut runs: Vec<u32> = Vec::new();
        run.entered[program.entry.index()] = 1;
        while let Some(at) = machine.location() {
            machine.clear_touched();
            let pause = machine.step(program)?;
            if pause == Some(Pause::Frontier) {
                // The text ends here. The executed part counts.
                break;
            }
            run.follow(program, at, &mut frames);
            let this = runs.len() as u32;
            runs.push(run.text.number(at) as u32);
            let block = &program.function(at.function).blocks[at.block.index()];
            let statement = block.statements.get(at.statement as usize);
            let terminator = match statement {
                Some(_) => None,
                None => block.terminator.as_ref(),
            };
            let arguments = called(terminator);
            let returns = match (terminator, frames.last()) {
                (Some(Terminator::Return), Some(frame)) => frame.call,
                _ => None,
            };
            let (owner, on) = returns.unwrap_or((this, 0));
            let step = Step {
                run: owner,
                is_call: arguments.is_some(),
                on,
            };
            graph.step(step, machine.touched());
            if decides(statement, terminator) {
                graph.root(this, |_| true);
            }
            if let Some(arguments) = arguments {
                // A function pointer decides which function is called. It follows the arguments.
                graph.root(this, |strand| strand == arguments as u32 + 1);
                let destination = graph.destination(this);
                if let Some(begun) = machine.location() {
                    run.enter(begun.function, &frames);
                    let call = Some((this, destination));
                    frames.push(Frame::new(program, begun.function, call));
                }
            }
            if matches!(terminator, Some(Terminator::Return)) {
                frames.pop();
                graph.truncate_frames(frames.len());
            }
            if pause == Some(Pause::Finished) {
                break;
            }
        }
        run.steps = machine.steps();
        run.observations = machine.trace().observations.len();
        let liveness = graph.liveness(runs.len());
        for (n, &at) in runs.iter().enumerate() {
            let tally = &mut run.text.tallies[at as usize];
            tally.runs += 1;
            tally.read += u64::from(liveness.read[n]);
            tally.live += u64::from(liveness.results[n]);
            tally.live_arguments += u64::from(liveness.arguments[n]);
        }
        Ok(run)
    }

    /// Records the position of the top frame.
    fn follow(&mut self, program: &Program, at: Location, frames: &mut [Frame]) {
        let Some(frame) = frames.last_mut() else {
            return;
        };
        if at.statement == 0 {
            let seen = &mut frame.seen[at.block.index()];
            if std::mem::replace(seen, true) {
                self.repeated.insert((at.function, at.block));
            }
        }
        let block = &program.function(at.function).blocks[at.block.index()];
        if let Some(Statement::StorageLive(local)) = block.statements.get(at.statement as usize) {
            let known = frame.begun.iter().find(|begun| begun.0 == *local);
            match known {
                Some((_, first)) if *first != at => {
                    self.reused.insert((at.function, *local));
                }
                Some(_) => {}
                None => frame.begun.push((*local, at)),
            }
        }
    }

    fn enter(&mut self, function: FnId, frames: &[Frame]) {
        self.entered[function.index()] += 1;
        if frames.iter().any(|frame| frame.function == function) {
            self.recursive.insert(function);
        }
    }

    /// Returns true if the statement or terminator at `at` assigns to a place that has bytes.
    pub(super) fn is_assignment(&self, program: &Program, at: Location) -> bool {
        let function = program.function(at.function);
        let block = &function.blocks[at.block.index()];
        let has_bytes = |place: &Place| {
            let ty = function.place_ty(&program.types, place);
            ty.is_some_and(|ty| !self.empty[ty.index()])
        };
        match block.statements.get(at.statement as usize) {
            Some(Statement::Assign(place, _)) => has_bytes(place),
            Some(Statement::SetDiscriminant(..)) => true,
            Some(Statement::StorageLive(_) | Statement::StorageDead(_) | Statement::Assume(_)) => {
                false
            }
            None => match &block.terminator {
                Some(Terminator::Call {
                    destination,
                    callee,
                    ..
                }) => match callee {
                    Callee::Intrinsic(intrinsic) if writes_memory(*intrinsic) => true,
                    Callee::Observe { .. } => false,
                    _ => has_bytes(destination),
                },
                _ => false,
            },
        }
    }

    /// Returns true if any assignment of a function is live.
    pub(super) fn is_function_live(&self, id: FnId, function: &Function) -> bool {
        let blocks = (0..function.blocks.len()).map(Block::new);
        blocks
            .into_iter()
            .any(|block| self.is_block_live(id, block, function))
    }

    /// Returns true if any assignment of a block is live.
    pub(super) fn is_block_live(&self, function: FnId, block: Block, body: &Function) -> bool {
        let statements = body.blocks[block.index()].statements.len() as u32;
        (0..=statements).any(|statement| {
            let at = Location {
                function,
                block,
                statement,
            };
            self.text.tally(at).live > 0
        })
    }
}

/// Number of arguments of a call of a function.
fn called(terminator: Option<&Terminator>) -> Option<usize> {
    match terminator {
        Some(Terminator::Call {
            callee: Callee::Function(_) | Callee::Pointer(_),
            arguments,
            ..
        }) => Some(arguments.len()),
        _ => None,
    }
}

/// Returns true if the operands are observed, or decide how the program continues.
fn decides(statement: Option<&Statement>, terminator: Option<&Terminator>) -> bool {
    match (statement, terminator) {
        (Some(statement), _) => matches!(statement, Statement::Assume(_)),
        (None, Some(Terminator::Switch { .. })) => true,
        (None, Some(Terminator::Call { callee, .. })) => matches!(callee, Callee::Observe { .. }),
        _ => false,
    }
}

/// For each type, true if it has no bytes.
fn empty_types(program: &Program) -> Vec<bool> {
    let mut layouts = Layouts::new(TARGET, FieldOrder::Declared);
    let types = program.types.iter().map(|(ty, _)| ty);
    let mut is_empty = |ty: Ty| {
        layouts
            .of(&program.types, ty)
            .is_ok_and(|layout| layout.size == 0)
    };
    types.map(&mut is_empty).collect()
}
