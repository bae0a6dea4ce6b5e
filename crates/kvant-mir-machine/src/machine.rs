//! The machine itself: its state, its steps, and undo.

use std::collections::HashMap;

use kvant_borrows::Tree;
use kvant_memory::{Journal, Mark, Memory, Target};
use kvant_mir::layout::Layouts;
use kvant_mir::{Block, FnId, Location, Program, check};

use crate::aliasing::Protected;
use crate::frame::{Change, Frame, Position, Slot};
use crate::outcome::Result;
use crate::{Budget, History, Outcome, Resolver, Run, Stop, Tag, Touch, Trace, Unspecified};

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Statements and terminators executed.
    pub steps: u64,
    /// Functions called from one another.
    pub frames: u32,
    /// Bytes of the locals of all functions that are running, used or not. Unoptimised programs need
    /// several times as much stack.
    pub memory: u64,
    /// Values reported.
    pub observations: u64,
    /// References to one allocation, dead ones included.
    pub borrows: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 50_000_000,
            frames: 200,
            memory: 32 << 20,
            observations: 1_000_000,
            borrows: 4_000,
        }
    }
}

/// A running program.
///
/// The program itself is not part of the machine: each call takes it anew, so that it can grow while
/// it runs. Text that was executed must not be edited, except after going back to before that.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) limits: Limits,
    pub(crate) resolver: Resolver,
    pub(crate) layouts: Layouts,
    pub(crate) memory: Memory<Tag>,
    pub(crate) stack: Vec<Frame>,
    pub(crate) trace: Trace,
    pub(crate) finished: bool,
    pub(crate) changes: Journal<Change>,
    /// Slot tables of frames that are gone, to be used again.
    pub(crate) spare_slots: Vec<Vec<Slot>>,
    /// The history of every allocation, by its number.
    pub(crate) histories: Vec<History>,
    /// The borrows of every allocation that ever had a reference to it, by its number.
    pub(crate) trees: Vec<Option<Box<Tree<Location>>>>,
    /// The references handed to a call that is about to begin.
    pub(crate) new_protected: Vec<Protected>,
    /// The bytes of the frame of a function, with the numbers of locals and blocks that were written then.
    pub(crate) frame_sizes: HashMap<FnId, ((usize, usize), u64)>,
    pub(crate) steps: u64,
    /// True if steps record the memory that they touch.
    pub(crate) watching: bool,
    pub(crate) touches: Vec<Touch>,
}

/// The reason why a machine pauses that was not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The entry function returned.
    Finished,
    /// The next statement or terminator is not written yet.
    Frontier,
    /// The place that was asked for is reached.
    Arrived,
}

/// A state of the machine to go back to. Marks nest.
#[derive(Debug)]
#[must_use = "a mark is rolled back or committed"]
pub struct MachineMark {
    memory: Mark,
    changes: Mark,
    position: Option<Position>,
    observations: usize,
    steps: u64,
    finished: bool,
    touches: usize,
}

/// Checks a program and runs it to its end.
pub fn execute(program: &Program, target: &Target, resolver: Resolver, limits: Limits) -> Run {
    let mut machine = Machine::new(*target, resolver, limits);
    let checked = check::program(program, target).map_err(Stop::IllFormed);
    let ended = checked
        .and_then(|()| machine.start(program))
        .and_then(|()| machine.run(program));
    let outcome = match ended {
        Ok(Pause::Finished) => Outcome::Finished,
        Ok(Pause::Frontier | Pause::Arrived) => Outcome::Stopped {
            stop: Stop::ill_formed("a block has no terminator"),
            at: machine.location(),
        },
        Err(Stop::IllFormed(ill_formed)) => Outcome::Stopped {
            at: ill_formed.location.or(machine.location()),
            stop: Stop::IllFormed(ill_formed),
        },
        Err(stop) => Outcome::Stopped {
            stop,
            at: machine.location(),
        },
    };
    let about = match &outcome {
        Outcome::Stopped { stop, .. } => stop.allocation(),
        Outcome::Finished => None,
    };
    Run {
        outcome,
        history: about.and_then(|alloc| machine.history(alloc)),
        steps: machine.steps,
        trace: machine.trace,
    }
}

/// Checks a program and runs it to its end under every standard resolver. All must agree: a program
/// whose trace depends on the choice is not deterministic.
pub fn execute_under_all(program: &Program, target: &Target, limits: Limits) -> Run {
    let [first, others @ ..] = Resolver::STANDARD;
    let run = execute(program, target, first, limits);
    if run.outcome != Outcome::Finished {
        return run;
    }
    for resolver in others {
        let other = execute(program, target, resolver, limits);
        if other.outcome != Outcome::Finished {
            return other;
        }
        let (a, b) = (&run.trace.observations, &other.trace.observations);
        if a != b {
            let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
            let at = a.get(same).or(b.get(same)).map(|observation| Location {
                function: observation.function,
                block: observation.block,
                statement: program.function(observation.function).blocks[observation.block.index()]
                    .statements
                    .len() as u32,
            });
            let observation = same as u64;
            return Run {
                outcome: Outcome::Stopped {
                    stop: Unspecified::DependsOnChoice { observation }.into(),
                    at,
                },
                ..run
            };
        }
    }
    run
}

impl Machine {
    /// A machine that has not begun.
    pub fn new(target: Target, resolver: Resolver, limits: Limits) -> Machine {
        Machine {
            limits,
            resolver,
            layouts: Layouts::new(target, resolver.field_order),
            memory: Memory::new(&target, resolver.fill),
            stack: Vec::new(),
            trace: Trace::default(),
            finished: false,
            changes: Journal::default(),
            spare_slots: Vec::new(),
            histories: Vec::new(),
            trees: Vec::new(),
            new_protected: Vec::new(),
            frame_sizes: HashMap::new(),
            steps: 0,
            watching: false,
            touches: Vec::new(),
        }
    }

    /// Enters the program's entry function.
    pub fn start(&mut self, program: &Program) -> Result {
        self.enter(program)
    }

    /// Executes one statement or terminator. After a refusal the machine may be left in the middle
    /// of the step: go back to a mark before using it further.
    #[inline]
    pub fn step(&mut self, program: &Program) -> Result<Option<Pause>> {
        let Some(frame) = self.stack.last_mut() else {
            return Err(Stop::ill_formed("nothing is running"));
        };
        if self.finished {
            return Ok(Some(Pause::Finished));
        }
        let function = program.functions.get(frame.function.index());
        let block = function.and_then(|f| f.blocks.get(frame.block.index()));
        let (Some(function), Some(block)) = (function, block) else {
            return Err(Stop::ill_formed("a block does not exist"));
        };
        if self.steps >= self.limits.steps {
            let written = block.statements.len() as u32 > frame.statement;
            if written || block.terminator.is_some() {
                return Err(Budget::Steps(self.limits.steps).into());
            }
            return Ok(Some(Pause::Frontier));
        }
        if let Some(statement) = block.statements.get(frame.statement as usize) {
            self.statement(program, function, statement)?;
            if let Some(frame) = self.stack.last_mut() {
                frame.statement += 1;
            }
        } else if let Some(terminator) = &block.terminator {
            if !self.terminator(program, function, terminator)? {
                self.steps += 1;
                return Ok(Some(Pause::Finished));
            }
        } else {
            return Ok(Some(Pause::Frontier));
        }
        self.steps += 1;
        Ok(None)
    }

    /// Goes on to the end of the program, or of the text that is written so far.
    pub fn run(&mut self, program: &Program) -> Result<Pause> {
        loop {
            if let Some(pause) = self.step(program)? {
                return Ok(pause);
            }
        }
    }

    /// Goes on at least one step, until the frame at `depth` is the top one and stands at the
    /// beginning of `block`.
    pub fn run_to(&mut self, program: &Program, depth: usize, block: Block) -> Result<Pause> {
        loop {
            if let Some(pause) = self.step(program)? {
                return Ok(pause);
            }
            if self.stack.len() == depth
                && let Some(frame) = self.stack.last()
                && frame.statement == 0
                && frame.block == block
            {
                return Ok(Pause::Arrived);
            }
        }
    }

    /// The position of the machine, if it has begun.
    pub fn location(&self) -> Option<Location> {
        let frame = self.stack.last()?;
        Some(Location {
            function: frame.function,
            block: frame.block,
            statement: frame.statement,
        })
    }

    /// The number of function calls that are running.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The number of executed steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Counts the copying of many bytes as more than one step, so that steps bound the work, if not
    /// tightly. Where a layout is not promised its padding is not counted: a program takes as many steps under
    /// every layout.
    pub(crate) fn charge(&mut self, bytes: u64) {
        self.steps += bytes / 4096;
    }

    /// The limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The observations so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Begins a trial: everything from here on can be undone, in time proportional to the changes.
    pub fn mark(&mut self) -> MachineMark {
        MachineMark {
            memory: self.memory.mark(),
            changes: self.changes.mark(),
            position: self.stack.last().map(Frame::position),
            observations: self.trace.observations.len(),
            steps: self.steps,
            finished: self.finished,
            touches: self.touches.len(),
        }
    }

    /// Undoes everything since `mark`.
    pub fn rollback(&mut self, mark: MachineMark) {
        self.memory.rollback(mark.memory);
        while let Some(change) = self.changes.pop(&mark.changes) {
            self.undo(change);
        }
        self.changes.close(mark.changes);
        if let (Some(frame), Some(position)) = (self.stack.last_mut(), mark.position) {
            frame.jump(position);
        }
        self.trace.observations.truncate(mark.observations);
        self.steps = mark.steps;
        self.finished = mark.finished;
        self.touches.truncate(mark.touches);
    }

    /// Keeps everything since `mark`.
    pub fn commit(&mut self, mark: MachineMark) {
        self.memory.commit(mark.memory);
        self.changes.close(mark.changes);
    }
}
