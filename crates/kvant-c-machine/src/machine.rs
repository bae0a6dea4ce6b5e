//! The machine itself: its state, how it is driven, and how it is taken back.

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

/// What a program may use up.
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

/// How deep expressions may lie inside of one another, over all calls that are running: each level takes some of our own
/// stack.
pub(crate) const NESTING: u32 = 1_000;

/// A running program.
///
/// The program itself is not part of the machine: each call takes it anew, so that it can grow while it runs. What was
/// executed once must not be edited, except after going back to before that. Types and records that were there once stay.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) limits: Limits,
    pub(crate) types: TypeTable,
    pub(crate) memory: Memory<Tag>,
    /// What each allocation is, by its number.
    pub(crate) objects: Vec<Object>,
    pub(crate) globals: Vec<Option<AllocId>>,
    pub(crate) statics: HashMap<(FnId, LocalId), AllocId>,
    pub(crate) literals: HashMap<Box<[u8]>, AllocId>,
    pub(crate) stack: Vec<Frame>,
    pub(crate) trace: Trace,
    pub(crate) steps: u64,
    pub(crate) finished: bool,
    pub(crate) changes: Journal<Change>,
    /// What the call that has just ended gives to the expression that made it.
    pub(crate) returned: Returned,
    /// The scalar in memory that was last read, while the right operand of an assignment is evaluated.
    pub(crate) last_read: Option<BitSpan>,
    /// The accesses of the expression that is being evaluated, while `logging`.
    pub(crate) log: Vec<Access>,
    pub(crate) logging: bool,
    /// Where in the log the call begins that is evaluated as part of an expression.
    pub(crate) call_log: usize,
    /// How many objects there were when it began.
    pub(crate) call_objects: usize,
    /// The arguments of a call that is about to begin.
    pub(crate) arguments: Vec<Slot>,
    pub(crate) nesting: u32,
    /// Where labels were found, to be checked before it is believed.
    pub(crate) labels: HashMap<(FnId, LabelId), Vec<(BlockId, u32)>>,
    /// What the variables of each function take, for as many as there were when it was last called.
    pub(crate) frame_sizes: Vec<(usize, u64)>,
    /// Slot tables and positions of frames that are gone, to be used again.
    pub(crate) spare: Vec<(Vec<Slot>, Position)>,
    /// The operand positions from the refused node up to its statement.
    pub(crate) path: Vec<u32>,
    fault: Option<Fault>,
}

/// Where in the text something was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The statement, in the innermost call.
    pub place: Place,
    /// From the statement's expression down to the node that was refused: which operand, in the order of
    /// [`Expr::operands`]. For a `for`, which of its three expressions comes first.
    pub path: Vec<u32>,
}

/// Why a machine that was not stopped is not going on.
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
            stop: Stop::ill_formed("a block is not written to its end"),
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

    /// Goes on to the end of the program, or of what is written of it.
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

    /// Where the top frame stands, if the program has begun.
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

    /// How many function calls are running.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// How many steps were executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the program may use up.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets what the program may use up from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// What the program has reported.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// After something was refused: where.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Begins a trial: everything from here on can be taken back, at the cost of what it touched.
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

    /// Takes back everything since `mark`.
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

    /// Takes in what was written since the last time, and forgets what a refusal left behind.
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

    /// Remembers where something was refused, unless a call inside has done so.
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
