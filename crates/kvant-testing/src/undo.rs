//! Checks that undo restores the state of a machine.
//!
//! A program is run once undisturbed. A second machine runs it too, but before each step it marks its state, runs ahead on
//! trial (and on trials within the trial), and is taken back. After each step both must stand alike.

use std::fmt::Debug;

use kvant_generate::Rng;

/// A machine with the program that it runs.
pub trait Undo {
    /// Everything that can be seen of the machine from outside, the locals included.
    type State: PartialEq + Debug;
    /// The result of a step.
    type Step: PartialEq + Debug;
    /// A place to go back to.
    type Mark;

    /// The present state.
    fn state(&mut self) -> Self::State;

    /// Makes one step.
    fn step(&mut self) -> Self::Step;

    /// True if there is another step after one with this result.
    fn goes_on(step: &Self::Step) -> bool;

    /// Marks the present state.
    fn mark(&mut self) -> Self::Mark;

    /// Goes back to a mark.
    fn rollback(&mut self, mark: Self::Mark);

    /// Keeps what happened since a mark.
    fn commit(&mut self, mark: Self::Mark);
}

/// The state before each step and its result, up to the last one.
pub fn history<M: Undo>(machine: &mut M) -> Vec<(M::State, M::Step)> {
    let mut history = Vec::new();
    loop {
        let before = machine.state();
        let step = machine.step();
        let ends = !M::goes_on(&step);
        history.push((before, step));
        if ends {
            return history;
        }
    }
}

/// Runs a program with trials before each step, and fails if they leave a trace. `begin` starts the program.
///
/// # Panics
///
/// With the states that differ.
#[track_caller]
pub fn assert_trials_leave_no_trace<M: Undo>(begin: impl Fn() -> M, seed: u64, name: &str) {
    let expected = history(&mut begin());
    let mut rng = Rng::new(seed);
    let mut machine = begin();
    // Marks that stay out over several steps, and are kept in the end.
    let mut kept: Vec<M::Mark> = Vec::new();
    for (before, result) in &expected {
        assert_eq!(machine.state(), *before, "{name}");
        if rng.one_in(8) {
            kept.push(machine.mark());
        }
        trial(&mut machine, &mut rng, 2, name);
        let mark = machine.mark();
        assert_eq!(machine.step(), *result, "{name}");
        machine.rollback(mark);
        assert_eq!(machine.state(), *before, "{name}");
        assert_eq!(machine.step(), *result, "{name}, again");
        if rng.one_in(8)
            && let Some(mark) = kept.pop()
        {
            machine.commit(mark);
        }
    }
    while let Some(mark) = kept.pop() {
        machine.commit(mark);
    }
}

/// Runs ahead some steps, marking, taking back and keeping on the way, and takes everything back.
fn trial<M: Undo>(machine: &mut M, rng: &mut Rng, depth: usize, name: &str) {
    let before = machine.state();
    let mark = machine.mark();
    let steps = if rng.one_in(40) { 400 } else { rng.below(9) };
    for _ in 0..steps {
        if depth > 0 && rng.one_in(6) {
            trial(machine, rng, depth - 1, name);
        }
        let inner = rng.one_in(5).then(|| machine.mark());
        let ends = !M::goes_on(&machine.step());
        if let Some(inner) = inner {
            // After a refusal the machine may be in the middle of the step: only going back helps.
            machine.commit(inner);
        }
        if ends {
            break;
        }
    }
    machine.rollback(mark);
    assert_eq!(machine.state(), before, "{name}");
}

/// Marks every tenth state, all at once, goes back from the last to the first, and fails if one is not as it was.
///
/// # Panics
///
/// With the states that differ.
#[track_caller]
pub fn assert_marks_nest<M: Undo>(mut machine: M, name: &str) {
    let mut marks = Vec::new();
    for n in 0.. {
        if n % 10 == 0 {
            let before = machine.state();
            marks.push((machine.mark(), before));
        }
        if !M::goes_on(&machine.step()) {
            break;
        }
    }
    while let Some((mark, before)) = marks.pop() {
        machine.rollback(mark);
        assert_eq!(machine.state(), before, "{name}");
    }
}
