//! What may be asked about: programs that are well formed, defined, deterministic, and say something.

use std::hash::{DefaultHasher, Hash, Hasher};

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program, canonical, check, parse, print};
use kvant_c_machine::{Limits, Outcome, Run, execute};

use super::size::size;

/// A program that may be asked about.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The program, in canonical form. Its text, printed, parses back to it.
    pub program: Program,
    /// What it reports.
    pub trace: Trace,
    /// How many steps that takes.
    pub steps: u64,
    /// The pass that made it, for whoever watches.
    pub pass: &'static str,
}

impl Candidate {
    /// How much there is of it. Of several that are interesting, the one with the least is the best.
    pub fn weight(&self) -> (u64, u64) {
        size(&self.program)
    }

    /// The program if it may be asked about, with a number that stands for its text. `steps` bounds its run.
    pub(super) fn of(
        program: Program,
        target: &CTarget,
        steps: u64,
        pass: &'static str,
    ) -> Option<(Candidate, u64)> {
        let program = canonical(program);
        check::program(&program, target).ok()?;
        let text = print::program(&program, &print::Form::Readable, "");
        if parse::program(&text, target).ok()?.program != program {
            return None;
        }
        let run = run(&program, target, steps);
        if !is_finished(&run) || run.trace.observations.is_empty() {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let candidate = Candidate {
            program,
            trace: run.trace,
            steps: run.steps,
            pass,
        };
        Some((candidate, hasher.finish()))
    }
}

/// Runs a program, for at most so many steps.
pub(super) fn run(program: &Program, target: &CTarget, steps: u64) -> Run {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    execute(program, target, limits)
}

pub(super) fn is_finished(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Finished)
}
