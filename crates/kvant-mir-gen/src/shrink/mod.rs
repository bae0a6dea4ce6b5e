//! MIR programs as the [shrinker](kvant_generate::shrink) sees them.
//!
//! The passes (`pass`) find edits (`edit`) with the help of a record of one run of the program (`record`).

mod calls;
mod clean;
mod constants;
mod control;
mod edit;
mod fields;
mod forward;
mod inline;
mod lengths;
mod loops;
mod mend;
mod narrow;
mod needs;
mod observe;
mod pass;
mod peek;
mod record;
mod rename;
mod retype;
mod signature;
mod size;
mod statements;
mod text;
mod tidy;
mod unwrap;
mod values;
mod variants;

#[cfg(test)]
mod tests;

use kvant_generate::shrink::{Pass, Ran, ShrinkLanguage};
use kvant_mir::print::{Form, Version};
use kvant_mir::{Program, check, parse, print};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, Trace, execute, execute_under_all};

use crate::TARGET;
use clean::Care;
use edit::Edit;
use pass::{Find, PASSES};
use record::Record;

/// Makes MIR programs smaller.
pub type Shrinker = kvant_generate::shrink::Shrinker<Mir>;

/// A MIR program to ask about.
pub type Candidate = kvant_generate::shrink::Candidate<Program, Trace>;

/// MIR, for the shrinker.
#[derive(Clone, Copy, Debug)]
pub struct Mir;

impl ShrinkLanguage for Mir {
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

    fn run(&self, program: Program, steps: u64) -> Option<Ran<Mir>> {
        let program = program.canonical_without_unused(0);
        check::program(&program, &TARGET).ok()?;
        let text = print::program(&program, &Form::Readable, Version::NEWEST, "");
        if parse::program(&text).ok()?.program != program {
            return None;
        }
        let run = execute_under_all(&program, &TARGET, limits(steps));
        if run.outcome != Outcome::Finished || run.trace.observations.is_empty() {
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
        Record::of(program, steps)
    }

    fn find(&self, find: Find, program: &Program, record: &Record) -> Vec<Edit> {
        find(program, record)
    }

    fn apply(&self, program: &Program, edits: &[&Edit]) -> Option<Program> {
        Some(edit::apply(program, edits.iter().copied()))
    }

    fn mend(&self, mut program: Program, steps: u64) -> Option<Program> {
        for function in &mut program.functions {
            function.find_marked();
        }
        mend::mend(program, steps)
    }

    fn clean(&self, program: Program, care: Care, steps: u64) -> Option<Program> {
        clean::clean(program, care, steps)
    }

    fn rename(program: Program) -> Program {
        rename::rename(program)
    }
}

/// The limits of a candidate's run.
fn limits(steps: u64) -> Limits {
    Limits {
        steps,
        ..Limits::default()
    }
}

/// Checks a program and runs it under one resolver.
fn run_once(program: &Program, steps: u64) -> Run {
    execute(program, &TARGET, Resolver::default(), limits(steps))
}
