//! Undo restores the state of a machine.
//!
//! The programs of the corpus are run with trials that are taken back.

use kvant_c::{BlockId, CTarget, Expr, ExprKind, LocalId, Place, Program};
use kvant_c_machine::{Limits, Machine, MachineMark, Pause, Stop, Trace, Value};
use kvant_testing::undo::{Undo, assert_marks_nest, assert_trials_leave_no_trace};

use crate::corpus_files;

/// The visible state of a machine, its variables included.
#[derive(Clone, Debug, PartialEq)]
struct State {
    place: Option<Place>,
    entered: Vec<BlockId>,
    steps: u64,
    depth: usize,
    trace: Trace,
    locals: Vec<(bool, Result<Value, Stop>)>,
}

fn state(machine: &mut Machine, program: &Program) -> State {
    let place = machine.place();
    let count = place.map_or(0, |at| program.function(at.function).locals.len());
    State {
        place,
        entered: machine.entered(),
        steps: machine.steps(),
        depth: machine.depth(),
        trace: machine.trace().clone(),
        locals: (0..count as u32)
            .map(LocalId)
            .map(|local| {
                (
                    machine.is_alive(program, local),
                    peek(machine, program, local),
                )
            })
            .collect(),
    }
}

/// The value of a variable, and nothing changed by looking.
fn peek(machine: &mut Machine, program: &Program, local: LocalId) -> Result<Value, Stop> {
    let function = machine.place().unwrap().function;
    let e = Expr {
        kind: ExprKind::Local(local),
        ty: program.function(function).local(local).ty,
    };
    let mark = machine.mark();
    let value = machine.evaluate(program, &e);
    machine.rollback(mark);
    value
}

/// A machine with its program.
struct Running<'p> {
    machine: Machine,
    program: &'p Program,
}

impl Undo for Running<'_> {
    type State = State;
    type Step = Result<Option<Pause>, Stop>;
    type Mark = MachineMark;

    fn state(&mut self) -> State {
        state(&mut self.machine, self.program)
    }

    fn step(&mut self) -> Self::Step {
        self.machine.step(self.program)
    }

    fn goes_on(step: &Self::Step) -> bool {
        *step == Ok(None)
    }

    fn mark(&mut self) -> MachineMark {
        self.machine.mark()
    }

    fn rollback(&mut self, mark: MachineMark) {
        self.machine.rollback(mark);
    }

    fn commit(&mut self, mark: MachineMark) {
        self.machine.commit(mark);
    }
}

fn machine() -> Machine {
    let limits = Limits {
        steps: 3000,
        ..Limits::default()
    };
    Machine::new(CTarget::X86_64, limits)
}

/// A machine that has started a program.
fn begin(program: &Program) -> Running<'_> {
    let mut machine = machine();
    machine.start(program).unwrap();
    Running { machine, program }
}

#[test]
fn trials_leave_no_trace() {
    for (seed, case) in (0..).zip(corpus_files::all()) {
        let begin = || begin(&case.parsed.program);
        assert_trials_leave_no_trace(begin, seed, &case.to_string());
    }
}

#[test]
fn marks_are_taken_back_in_any_depth() {
    for case in corpus_files::all() {
        assert_marks_nest(begin(&case.parsed.program), &case.to_string());
    }
}

/// From the end back to before the beginning, and once more.
#[test]
fn a_whole_run_can_be_taken_back() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let mut machine = machine();
        let run = |machine: &mut Machine| {
            machine.start(program).unwrap();
            let end = machine.run(program);
            (end, machine.trace().clone(), machine.steps())
        };
        let mark = machine.mark();
        let first = run(&mut machine);
        machine.rollback(mark);
        assert_eq!((machine.depth(), machine.steps()), (0, 0), "{case}");
        assert_eq!(run(&mut machine), first, "{case}");
    }
}
