//! Removal of unneeded computations. Dependences are not analysed: statements are removed, and the machine shows whether the
//! observations change.

use std::collections::HashSet;

use kvant_c::observation::{Observation, Trace};
use kvant_c::{CTarget, FnId, Place, Program, Stmt};
use kvant_c_machine::{Limits, Machine, Pause};

use super::node::{place, statements};
use super::tidy::tidy;
use super::{is_finished, run};

/// Maximal number of steps to find unneeded statements.
const EFFORT: u64 = 3_000_000;

/// Fixed cost of a run, in steps.
const BEGINNING: u64 = 1_000;

/// Removes all statements that do not change the observations. `None` if the program is not defined.
pub(super) fn lean(mut program: Program, target: &CTarget, steps: u64) -> Option<Program> {
    let mut effort = EFFORT;
    loop {
        let ran = run(&program, target, steps);
        if !is_finished(&ran) {
            return None;
        }
        let runner = Runner {
            target,
            steps,
            wanted: &ran.trace,
        };
        let gone = runner.unneeded(&program, &mut effort);
        if gone.is_empty() {
            return Some(program);
        }
        program = tidy(without(&program, &gone));
    }
}

/// Runs programs that should have the same observations.
struct Runner<'t> {
    target: &'t CTarget,
    steps: u64,
    wanted: &'t Trace,
}

impl Runner<'_> {
    /// The statements that are not needed.
    ///
    /// The search goes from the end of the text to its beginning, because later results have fewer uses, and takes larger
    /// chunks as long as it succeeds.
    fn unneeded(&self, program: &Program, effort: &mut u64) -> HashSet<Place> {
        let places = self.removable(program);
        let mut gone = HashSet::new();
        let (mut end, mut chunk) = (places.len(), places.len().div_ceil(4).max(1));
        while end > 0 && *effort > 0 {
            let begin = end.saturating_sub(chunk);
            let mut trial = gone.clone();
            trial.extend(&places[begin..end]);
            let (same, steps) = self.observes(&without(program, &trial));
            *effort = effort.saturating_sub(steps + BEGINNING);
            if same {
                gone = trial;
                end = begin;
                chunk *= 2;
            } else if end - begin == 1 {
                end = begin;
            } else {
                chunk = (end - begin).div_ceil(2).min(chunk / 2).max(1);
            }
        }
        gone
    }

    /// The statements that may be removed, in the order of the text.
    fn removable(&self, program: &Program) -> Vec<Place> {
        let observations = self.wanted.observations.iter();
        let reporting: HashSet<Place> = observations.map(|it| it.place).collect();
        let all = statements(program);
        let may_go = all.filter(|(place, statement)| {
            !matches!(statement, Stmt::Declare(..)) && !reporting.contains(place)
        });
        may_go.map(|(place, _)| place).collect()
    }

    /// Runs a program: true if it has the expected observations, and the number of steps that it took.
    fn observes(&self, program: &Program) -> (bool, u64) {
        let limits = Limits {
            steps: self.steps,
            ..Limits::default()
        };
        let mut machine = Machine::new(*self.target, limits);
        let wanted = &self.wanted.observations;
        let mut seen = 0;
        let mut ended = machine.start(program).map(|()| None);
        while let Ok(None) = ended {
            ended = machine.step(program);
            let now = &machine.trace().observations;
            let same = |n: usize| wanted.get(n).is_some_and(|old| is_same(old, &now[n]));
            if !(seen..now.len()).all(same) {
                return (false, machine.steps());
            }
            seen = now.len();
        }
        let finished = matches!(ended, Ok(Some(Pause::Finished)));
        (finished && seen == wanted.len(), machine.steps())
    }
}

fn is_same(one: &Observation, other: &Observation) -> bool {
    (one.site, one.bits) == (other.site, other.bits)
}

/// The program without these statements.
fn without(program: &Program, gone: &HashSet<Place>) -> Program {
    let mut program = program.clone();
    for (f, function) in program.functions.iter_mut().enumerate() {
        let f = FnId(f as u32);
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let mut n = 0;
            block.statements.retain(|_| {
                n += 1;
                !gone.contains(&place(f, b, n - 1))
            });
        }
    }
    program
}
