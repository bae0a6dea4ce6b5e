//! The machine itself: its state, its steps, and undo.

use std::collections::HashMap;

use kvant_c::observation::Trace;
use kvant_c::{BlockId, CTarget, Expr, FnId, LabelId, LocalId, Place, Program, check};
use kvant_memory::{AllocId, Journal, Mark, Memory};

use crate::access::BitSpan;
use crate::call::Returned;
use crate::frame::{Change, Frame, Position, Slot};
use crate::object::Object;
use crate::outcome::Result;
use crate::sequence::Access;
use crate::types::TypeTable;
use crate::{Outcome, Run, Stop, Tag, Value};

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Statements and conditions executed.
    pub steps: u64,
    /// Functions called from one another.
    pub frames: u32,
    /// Bytes of all objects in memory.
    pub memory: u64,
    /// Values reported.
    pub observations: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 50_000_000,
            frames: 200,
            memory: 32 << 20,
            observations: 1_000_000,
        }
    }
}

/// The depth of nested expressions, over all calls that are running: each level takes some of our own stack.
pub(crate) const NESTING: u32 = 1_000;

/// A running program.
///
/// The program itself is not part of the machine: each call takes it anew, so that it can grow while it runs. Text
/// that was executed must not be edited, except after going back to before that. Types and records are never removed.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) limits: Limits,
    pub(crate) types: TypeTable,
    pub(crate) memory: Memory<Tag>,
    /// The object of each allocation, by its number.
    pub(crate) objects: Vec<Object>,
    pub(crate) globals: Vec<Option<AllocId>>,
    pub(crate) statics: HashMap<(FnId, LocalId), AllocId>,
    pub(crate) literals: HashMap<Box<[u8]>, AllocId>,
    pub(crate) stack: Vec<Frame>,
    pub(crate) trace: Trace,
    pub(crate) steps: u64,
    pub(crate) finished: bool,
    pub(crate) changes: Journal<Change>,
    /// The result of the call that has just ended, for the expression that made it.
    pub(crate) returned: Returned,
    /// The scalar in memory that was last read, while the right operand of an assignment is evaluated.
    pub(crate) last_read: Option<BitSpan>,
    /// The accesses of the expression that is being evaluated, while `logging`.
    pub(crate) log: Vec<Access>,
    pub(crate) logging: bool,
    /// The index in the log at which the call begins that is evaluated as part of an expression.
    pub(crate) call_log: usize,
    /// The number of objects when it began.
    pub(crate) call_objects: usize,
    /// The arguments of a call that is about to begin.
    pub(crate) arguments: Vec<Slot>,
    pub(crate) nesting: u32,
    /// A cache of the places of labels. The text may have changed, so an entry is checked before use.
    pub(crate) labels: HashMap<(FnId, LabelId), Vec<(BlockId, u32)>>,
    /// The bytes of the variables of each function, with their number when it was last called.
    pub(crate) frame_sizes: Vec<(usize, u64)>,
    /// Slot tables and positions of frames that are gone, to be used again.
    pub(crate) spare: Vec<(Vec<Slot>, Position)>,
    /// The operand positions from the refused node up to its statement.
    pub(crate) path: Vec<u32>,
    fault: Option<Fault>,
}

/// The place in the text at which something was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The statement, in the innermost call.
    pub place: Place,
    /// From the statement's expression down to the node that was refused: which operand, in the order of
    /// [`Expr::operands`]. For a `for`, which of its three expressions comes first.
    pub path: Vec<u32>,
}

/// The reason why a machine pauses that was not stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The entry function returned.
    Finished,
    /// The next statement is not written yet.
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
}

/// Checks a program and runs it to its end.
pub fn execute(program: &Program, target: &CTarget, limits: Limits) -> Run {
    let mut machine = Machine::new(*target, limits);
    if let Err(ill_formed) = check::program(program, target) {
        return Run {
            outcome: Outcome::Stopped {
                at: ill_formed.place,
                stop: Stop::ill_formed(&ill_formed.message),
            },
            trace: machine.trace,
            steps: 0,
        };
    }
    let ended = machine.start(program).and_then(|()| machine.run(program));
    let outcome = match ended {
        Ok(Pause::Finished) => Outcome::Finished,
        Ok(Pause::Frontier | Pause::Arrived) => Outcome::Stopped {
            stop: Stop::ill_formed("a function body is unfinished"),
            at: machine.place(),
        },
        Err(stop) => Outcome::Stopped {
            stop,
            at: machine.fault().map(|fault| fault.place),
        },
    };
    Run {
        outcome,
        steps: machine.steps,
        trace: machine.trace,
    }
}

impl Machine {
    /// A machine that has not begun.
    pub fn new(target: CTarget, limits: Limits) -> Machine {
        Machine {
            limits,
            types: TypeTable::new(target),
            memory: Memory::new(&target.scalars, 0),
            objects: Vec::new(),
            globals: Vec::new(),
            statics: HashMap::new(),
            literals: HashMap::new(),
            stack: Vec::new(),
            trace: Trace::default(),
            steps: 0,
            finished: false,
            changes: Journal::default(),
            returned: Returned::Void,
            last_read: None,
            log: Vec::new(),
            logging: false,
            call_log: 0,
            call_objects: 0,
            arguments: Vec::new(),
            nesting: 0,
            labels: HashMap::new(),
            frame_sizes: Vec::new(),
            spare: Vec::new(),
            path: Vec::new(),
            fault: None,
        }
    }

    /// Enters the program's entry function.
    pub fn start(&mut self, program: &Program) -> Result {
        self.prepare(program);
        let Some(entry) = program.entry() else {
            return Err(Stop::ill_formed("there is no function to begin with"));
        };
        if program.function(entry).parameters != 0 {
            return Err(Stop::ill_formed("the entry function takes nothing"));
        }
        self.push_frame(program, entry, false)
    }

    /// Executes one statement, one condition or step of a loop, or leaves a block. After a refusal the machine may be left in
    /// the middle of the step: go back to a mark before using it further.
    #[inline]
    pub fn step(&mut self, program: &Program) -> Result<Option<Pause>> {
        self.prepare(program);
        let step = self.advance(program);
        if step.is_err() {
            self.locate();
        }
        step
    }

    /// Goes on to the end of the program, or of the text that is written so far.
    pub fn run(&mut self, program: &Program) -> Result<Pause> {
        loop {
            if let Some(pause) = self.step(program)? {
                return Ok(pause);
            }
        }
    }

    /// Goes on until no more than `depth` function calls are running.
    pub fn run_to_depth(&mut self, program: &Program, depth: usize) -> Result<Pause> {
        while self.stack.len() > depth {
            if let Some(pause) = self.step(program)? {
                return Ok(pause);
            }
        }
        Ok(Pause::Arrived)
    }

    /// Evaluates a full expression in the top frame, with its effects.
    pub fn evaluate(&mut self, program: &Program, e: &Expr) -> Result<Value> {
        self.prepare(program);
        let value = self.full_expression(program, e);
        if value.is_err() {
            self.locate();
        }
        value
    }

    /// The position of the top frame, if the program has begun.
    pub fn place(&self) -> Option<Place> {
        let frame = self.stack.last()?;
        let cursor = frame.position.cursors.last()?;
        Some(Place {
            function: frame.function,
            block: cursor.block,
            statement: cursor.statement,
        })
    }

    /// The blocks that the top frame is inside of, outermost first.
    pub fn entered(&self) -> Vec<BlockId> {
        let cursors = self.stack.last().map(|frame| &frame.position.cursors);
        cursors
            .into_iter()
            .flatten()
            .map(|cursor| cursor.block)
            .collect()
    }

    /// The number of function calls that are running.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The number of executed steps.
    pub fn steps(&self) -> u64 {
        self.steps
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

    /// The place of the last refusal.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Begins a trial: everything from here on can be undone, in time proportional to the changes.
    pub fn mark(&mut self) -> MachineMark {
        MachineMark {
            memory: self.memory.mark(),
            changes: self.changes.mark(),
            position: self.stack.last().map(|frame| frame.position.clone()),
            observations: self.trace.observations.len(),
            steps: self.steps,
            finished: self.finished,
        }
    }

    /// Undoes everything since `mark`.
    pub fn rollback(&mut self, mark: MachineMark) {
        while let Some(change) = self.changes.pop(&mark.changes) {
            self.undo(change);
        }
        self.changes.close(mark.changes);
        self.memory.rollback(mark.memory);
        self.objects.truncate(self.memory.allocation_count());
        if let (Some(frame), Some(position)) = (self.stack.last_mut(), mark.position) {
            frame.position = position;
        }
        self.trace.observations.truncate(mark.observations);
        self.steps = mark.steps;
        self.finished = mark.finished;
    }

    /// Keeps everything since `mark`.
    pub fn commit(&mut self, mark: MachineMark) {
        self.memory.commit(mark.memory);
        self.changes.close(mark.changes);
    }

    /// Reads types that were added since the last call, and clears the state that a refusal left behind.
    #[inline]
    fn prepare(&mut self, program: &Program) {
        self.types.refresh(program);
        self.fault = None;
        self.path.clear();
        self.log.clear();
        self.logging = false;
        self.nesting = 0;
        self.call_log = 0;
        self.call_objects = 0;
        self.arguments.clear();
    }

    /// Records the place of a refusal, unless a call inside has done so.
    #[cold]
    pub(crate) fn locate(&mut self) {
        if self.fault.is_none()
            && let Some(place) = self.place()
        {
            let path = self.path.iter().rev().copied().collect();
            self.fault = Some(Fault { place, path });
        }
    }
}
