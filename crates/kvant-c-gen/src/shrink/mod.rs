//! C programs as the [shrinker](kvant_generate::shrink) sees them.
//!
//! The passes (`pass`) find edits (`edit`) with the help of a record of one run of the program (`record`).

mod clean;
mod control;
mod counted;
mod declaration;
mod edit;
mod form;
mod forward;
mod inline;
mod lean;
mod node;
mod pass;
mod record;
mod record_type;
mod rename;
mod renumber;
mod retype;
mod signature;
mod size;
mod tidy;
mod values;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program, canonical, check, parse, print};
use kvant_c_machine::{Limits, Outcome, Run, execute};
use kvant_generate::shrink::{Pass, Ran, ShrinkLanguage};

use clean::Care;
use edit::Edit;
use pass::{Find, Known, PASSES};
use record::Record;

/// Makes C programs smaller.
pub type Shrinker = kvant_generate::shrink::Shrinker<C>;

/// A C program to ask about.
pub type Candidate = kvant_generate::shrink::Candidate<Program, Trace>;

/// C for one target, for the shrinker.
#[derive(Clone, Copy, Debug)]
pub struct C {
    /// The target.
    pub target: CTarget,
}

impl ShrinkLanguage for C {
    type Program = Program;
    type Trace = Trace;
    type Record = Record;
    type Edit = Edit;
    type Care = Care;
    type Find = Find;

    const PASSES: &'static [Pass<Find>] = PASSES;

    fn step_limit(&self) -> u64 {
        Limits::default().steps
    }

    fn run(&self, program: Program, steps: u64) -> Option<Ran<C>> {
        let program = canonical(program);
        check::program(&program, &self.target).ok()?;
        let text = print::program(&program, &print::Form::Readable, "");
        if parse::program(&text, &self.target).ok()?.program != program {
            return None;
        }
        let run = run(&program, &self.target, steps);
        if !is_finished(&run) || run.trace.observations.is_empty() {
            return None;
        }
        Some(Ran {
            program,
            text,
            trace: run.trace,
            steps: run.steps,
        })
    }

    fn size(program: &Program) -> (u64, u64) {
        size::size(program)
    }

    fn statements(program: &Program) -> usize {
        program.statement_count()
    }

    fn record(&self, program: &Program, steps: u64) -> Record {
        Record::of(program, &self.target, steps)
    }

    fn find(&self, find: Find, program: &Program, record: &Record) -> Vec<Edit> {
        find(&Known {
            program,
            target: &self.target,
            record,
        })
    }

    fn apply(&self, program: &Program, edits: &[&Edit]) -> Option<Program> {
        edit::apply(program, &self.target, edits)
    }

    fn mend(&self, program: Program, steps: u64) -> Option<Program> {
        clean::mend(program, &self.target, steps)
    }

    fn clean(&self, program: Program, care: Care, steps: u64) -> Option<Program> {
        clean::clean(program, &self.target, care, steps)
    }

    fn rename(program: Program) -> Program {
        rename::rename(program)
    }
}

/// Runs a program, for at most so many steps.
fn run(program: &Program, target: &CTarget, steps: u64) -> Run {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    execute(program, target, limits)
}

fn is_finished(run: &Run) -> bool {
    matches!(run.outcome, Outcome::Finished)
}
