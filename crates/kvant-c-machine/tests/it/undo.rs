//! A machine that is taken back is the machine it was.
//!
//! The programs of the corpus are run once undisturbed. A second machine runs them too, but before each step it marks its
//! state, runs ahead on trial (and on trials within the trial), and is taken back. After each step both must stand alike.

use kvant_c::{BlockId, CTarget, Expr, ExprKind, LocalId, Place, Program};
use kvant_c_machine::{Limits, Machine, MachineMark, Pause, Stop, Trace, Value};

use crate::corpus_files::{self, Case};

/// What can be seen of a machine from outside, its variables included.
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

/// Small random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

fn machine() -> Machine {
    let limits = Limits {
        steps: 3000,
        ..Limits::default()
    };
    Machine::new(CTarget::X86_64, limits)
}

type Step = Result<Option<Pause>, Stop>;

/// The state before each step and what came of it, up to the one after which there is no other.
fn undisturbed(program: &Program) -> Vec<(State, Step)> {
    let mut machine = machine();
    machine.start(program).unwrap();
    let mut history = Vec::new();
    loop {
        let before = state(&mut machine, program);
        let step = machine.step(program);
        let ends = step != Ok(None);
        history.push((before, step));
        if ends {
            return history;
        }
    }
}

/// Runs ahead some steps, marking, taking back and keeping on the way, and takes everything back.
fn trial(machine: &mut Machine, program: &Program, random: &mut Random, depth: usize) {
    let before = state(machine, program);
    let mark = machine.mark();
    let steps = if random.one_in(40) {
        200
    } else {
        random.below(9)
    };
    for _ in 0..steps {
        if depth > 0 && random.one_in(6) {
            trial(machine, program, random, depth - 1);
        }
        let inner = random.one_in(5).then(|| machine.mark());
        let ends = machine.step(program) != Ok(None);
        if let Some(inner) = inner {
            machine.commit(inner);
        }
        if ends {
            break;
        }
    }
    machine.rollback(mark);
    assert_eq!(state(machine, program), before);
}

fn disturbed(case: &Case, seed: u64) {
    let program = &case.parsed.program;
    let expected = undisturbed(program);
    let mut random = Random(seed);
    let mut machine = machine();
    machine.start(program).unwrap();
    // Marks that stay out over several steps, and are kept in the end.
    let mut kept: Vec<MachineMark> = Vec::new();
    for (before, result) in &expected {
        assert_eq!(state(&mut machine, program), *before, "{case}");
        if random.one_in(8) {
            kept.push(machine.mark());
        }
        trial(&mut machine, program, &mut random, 2);
        let mark = machine.mark();
        assert_eq!(machine.step(program), *result, "{case}");
        machine.rollback(mark);
        assert_eq!(state(&mut machine, program), *before, "{case}");
        assert_eq!(machine.step(program), *result, "{case}, again");
        if random.one_in(8)
            && let Some(mark) = kept.pop()
        {
            machine.commit(mark);
        }
    }
    while let Some(mark) = kept.pop() {
        machine.commit(mark);
    }
}

#[test]
fn trials_leave_no_trace() {
    for (seed, case) in (0..).zip(corpus_files::all()) {
        disturbed(&case, seed);
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
