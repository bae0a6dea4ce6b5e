//! Undo restores the state of a machine.
//!
//! The programs of the corpus are run with trials that are taken back, and while they grow.

use kvant_generate::Rng;
use kvant_memory::Target;
use kvant_mir::{BlockData, Local, LocalDecl, Location, Operand, Program, parse};
use kvant_mir_machine::{Limits, Machine, MachineMark, Pause, Resolver, Scalar, Stop, Trace, Ub};
use kvant_testing::undo::{Undo, assert_marks_nest, assert_trials_leave_no_trace, history};

use crate::corpus_files;

/// The visible state of a machine, its locals included.
#[derive(Clone, Debug, PartialEq)]
struct State {
    location: Option<Location>,
    steps: u64,
    depth: usize,
    trace: Trace,
    locals: Vec<Option<Scalar>>,
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

fn state(machine: &mut Machine, program: &Program) -> State {
    let location = machine.location();
    let count = location.map_or(0, |at| program.function(at.function).locals.len());
    State {
        location,
        steps: machine.steps(),
        depth: machine.depth(),
        trace: machine.trace().clone(),
        locals: (0..count)
            .map(Local::new)
            .map(|local| machine.peek(program, &Operand::from(local)))
            .collect(),
    }
}

fn limits() -> Limits {
    Limits {
        steps: 3000,
        ..Limits::default()
    }
}

fn machine(resolver: Resolver) -> Machine {
    Machine::new(Target::X86_64, resolver, limits())
}

/// A machine that has started a program.
fn begin(program: &Program, resolver: Resolver) -> Running<'_> {
    let mut machine = machine(resolver);
    machine.start(program).unwrap();
    Running { machine, program }
}

#[test]
fn trials_leave_no_trace() {
    for (seed, case) in (0..).zip(corpus_files::all()) {
        for resolver in [Resolver::STANDARD[0], Resolver::STANDARD[3]] {
            let begin = || begin(&case.parsed.program, resolver);
            assert_trials_leave_no_trace(begin, seed, &case.to_string());
        }
    }
}

/// From the end back to before the beginning, and once more.
#[test]
fn a_whole_run_can_be_taken_back() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let mut machine = machine(Resolver::default());
        let empty = state(&mut machine, program);
        let run = |machine: &mut Machine| {
            machine.start(program).unwrap();
            let end = machine.run(program);
            (end, machine.trace().clone(), machine.steps())
        };
        let mark = machine.mark();
        let first = run(&mut machine);
        machine.rollback(mark);
        assert_eq!(state(&mut machine, program), empty, "{case}");
        let mark = machine.mark();
        assert_eq!(run(&mut machine), first, "{case}");
        machine.commit(mark);
        if first.0 == Ok(Pause::Finished) {
            assert_eq!(machine.step(program), Ok(Some(Pause::Finished)), "{case}");
        }
    }
}

#[test]
fn marks_are_taken_back_in_any_depth() {
    for case in corpus_files::all() {
        let begun = begin(&case.parsed.program, Resolver::default());
        assert_marks_nest(begun, &case.to_string());
    }
}

/// Runs to one place in the program and goes on from there as if nothing had been.
#[test]
fn running_to_a_block_stops_at_its_beginning() {
    for case in corpus_files::all() {
        let program = &case.parsed.program;
        let all = history(&mut begin(program, Resolver::default()));
        let mut random = Rng::new(7);
        for _ in 0..4 {
            let (from, to) = (random.below(all.len()), random.below(all.len()));
            let goal = &all[to].0;
            let Some(Location {
                block,
                statement: 0,
                ..
            }) = goal.location
            else {
                continue;
            };
            let arrives = |state: &State| {
                state.depth == goal.depth
                    && state
                        .location
                        .is_some_and(|at| at.block == block && at.statement == 0)
            };
            let expected = all[from + 1..]
                .iter()
                .map(|(state, _)| state)
                .find(|s| arrives(s));
            let mut machine = machine(Resolver::default());
            machine.start(program).unwrap();
            for _ in 0..from {
                machine.step(program).unwrap();
            }
            let reached = machine.run_to(program, goal.depth, block);
            assert_eq!(reached == Ok(Pause::Arrived), expected.is_some(), "{case}");
            if let Some(expected) = expected {
                assert_eq!(state(&mut machine, program), *expected, "{case}");
            }
        }
    }
}

/// A program that is written while it runs behaves as the finished one. Each statement is first
/// tried and taken back; the locals of a function appear when its first call has already begun.
#[test]
fn programs_may_grow_while_they_run() {
    for case in corpus_files::all() {
        let finished = &case.parsed.program;
        let mut draft = finished.clone();
        for function in &mut draft.functions {
            function.locals.truncate(function.arguments as usize + 1);
            for block in &mut function.blocks {
                *block = BlockData::default();
            }
        }
        let expected = history(&mut begin(finished, Resolver::default()));
        let mut machine = machine(Resolver::default());
        machine.start(&draft).unwrap();
        for (before, result) in &expected {
            let at = before.location.unwrap();
            if write(&mut draft, finished, at) {
                let mark = machine.mark();
                assert_eq!(machine.step(&draft), *result, "{case}");
                machine.rollback(mark);
            }
            assert_eq!(state(&mut machine, &draft), *before, "{case}");
            assert_eq!(machine.step(&draft), *result, "{case}");
        }
    }
}

/// A local that was declared on trial is forgotten with the trial: when there is another one of the
/// same number, it begins as that one does.
#[test]
fn locals_of_a_trial_are_forgotten() {
    let text = "
        fn start(x: u8) {
            mir! {
                let tried: u8;
                { tried = x; Return() }
            }
        }
        fn main() { kvant::run(|| start(kvant::hide(1))) }
    ";
    let mut program = parse::program(text).unwrap().program;
    let tried = program.functions[0].locals.pop().unwrap();
    let mut machine = machine(Resolver::default());
    machine.start(&program).unwrap();
    program.functions[0].locals.push(tried.clone());
    let mark = machine.mark();
    assert_eq!(machine.step(&program), Ok(None));
    machine.rollback(mark);
    program.functions[0].locals[2] = LocalDecl {
        marked: true,
        ..tried
    };
    let dead = Ub::DeadLocal { local: Local(2) };
    assert_eq!(machine.step(&program), Err(dead.into()));
}

/// Copies the statement or terminator at a point of the finished program to the draft, if it is not there yet.
fn write(draft: &mut Program, finished: &Program, at: Location) -> bool {
    let source = finished.function(at.function);
    let target = draft.function_mut(at.function);
    target.locals.clone_from(&source.locals);
    let source = &source.blocks[at.block.index()];
    let target = &mut target.blocks[at.block.index()];
    match source.statements.get(at.statement as usize) {
        Some(_) if target.statements.len() > at.statement as usize => false,
        Some(statement) => {
            target.statements.push(statement.clone());
            true
        }
        None if target.terminator.is_some() => false,
        None => {
            target.terminator.clone_from(&source.terminator);
            true
        }
    }
}

/// Without the next statement there is nothing to do, which is no refusal.
#[test]
fn the_end_of_what_is_written_is_no_error() {
    for case in corpus_files::all() {
        let mut draft = case.parsed.program.clone();
        for function in &mut draft.functions {
            for block in &mut function.blocks {
                block.terminator = None;
            }
        }
        let mut machine = machine(Resolver::default());
        machine.start(&draft).unwrap();
        match machine.run(&draft) {
            Ok(pause) => assert_eq!(pause, Pause::Frontier, "{case}"),
            Err(stop) => assert!(case.stopped.is_some_and(|s| s.rule == stop.rule())),
        }
    }
}
