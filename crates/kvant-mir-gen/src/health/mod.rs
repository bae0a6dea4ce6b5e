//! The health of a program: how much of it is executed, how much of that is live, and which features are live.
//!
//! The program is run once more, from scratch, and the machine reports the reads and writes of each step. They give a
//! graph of dependences (`graph`), which with the text shows which features are live (`features`), and explains
//! observations (`explain`). These figures are for the maintenance of the generator; they have no influence on
//! growth.

mod control;
mod explain;
mod features;
mod graph;
mod run;

pub use explain::explain;

use kvant_mir::{Callee, Intrinsic, Location, Program, Rvalue, Statement, Terminator};
use kvant_mir_machine::Stop;

use crate::feature::Feature;
use crate::stats::Author;

/// The executed and the live parts of a program.
///
/// A step is *live* if a value that it writes contributes to an observation or a decision: if it is observed,
/// switched on, assumed or called as a function pointer, or is read by a live step, as an operand, as an index or as
/// a pointer that is dereferenced. Values are tracked byte by byte, so copying a struct of which one field is used
/// later does not make the other fields live, and an unused parameter does not make the argument live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Number of statements and terminators in the text.
    pub statements: usize,
    /// Number of them that are executed at least once.
    pub executed: usize,
    /// Steps of the machine.
    pub steps: u64,
    /// Values reported.
    pub observations: usize,
    /// The assignments that are executed, in the order of the text: `Assign` and `SetDiscriminant` statements, calls
    /// of functions and of intrinsics. Assignments to a destination without bytes do not count, except for intrinsics
    /// that write memory.
    pub assignments: Vec<Assignment>,
    /// The features that are live, in the order of [`Feature::ALL`].
    pub features: Vec<Feature>,
}

/// The fate of an executed assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its location.
    pub at: Location,
    /// Number of executions.
    pub runs: u64,
    /// Number of executions whose result is read, live or not.
    pub read: u64,
    /// Number of live executions.
    pub live: u64,
}

impl Health {
    /// The share of the text that is executed at least once.
    pub fn executed_share(&self) -> f64 {
        share(self.executed as u64, self.statements as u64)
    }

    /// The share of the executed assignments of which at least one execution is live.
    pub fn live_share(&self) -> f64 {
        let live = self.assignments.iter().filter(|each| each.live > 0);
        share(live.count() as u64, self.assignments.len() as u64)
    }

    /// The share of the executions of assignments that are live.
    pub fn live_run_share(&self) -> f64 {
        let runs = self.assignments.iter().map(|each| each.runs).sum();
        share(self.assignments.iter().map(|each| each.live).sum(), runs)
    }
}

/// A part of a whole; 1 if the whole is empty.
fn share(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 1.0,
        _ => part as f64 / whole as f64,
    }
}

/// Runs a program and determines its health. The authors of its statements show features that the text does not show;
/// without them these count as not live. A program that is not defined has no health.
pub fn assess(program: &Program, authors: &[Author]) -> Result<Health, Stop> {
    let run = run::Run::of(program)?;
    let mut health = Health {
        statements: run.text.len(),
        executed: run.text.executed(),
        steps: run.steps,
        observations: run.observations,
        assignments: Vec::new(),
        features: features::live(program, &run, authors),
    };
    for (n, at) in run.text.locations().enumerate() {
        let tally = run.text.tallies[n];
        if tally.runs > 0 && run.is_assignment(program, at) {
            health.assignments.push(Assignment {
                at,
                runs: tally.runs,
                read: tally.read,
                live: tally.live,
            });
        }
    }
    Ok(health)
}

/// The sort of the assignment at `at`: the name of its rvalue or of its callee.
pub fn sort_of(program: &Program, at: Location) -> &'static str {
    let block = &program.function(at.function).blocks[at.block.index()];
    match block.statements.get(at.statement as usize) {
        Some(Statement::Assign(_, rvalue)) => rvalue_name(rvalue),
        Some(Statement::SetDiscriminant(..)) => "set-discriminant",
        Some(_) => "other",
        None => match &block.terminator {
            Some(Terminator::Call { callee, .. }) => match callee {
                Callee::Function(_) => "call",
                Callee::Pointer(_) => "call-pointer",
                Callee::Intrinsic(intrinsic) if writes_memory(*intrinsic) => "memory-intrinsic",
                Callee::Intrinsic(_) => "intrinsic",
                Callee::Observe { .. } => "observe",
            },
            _ => "other",
        },
    }
}

const fn rvalue_name(rvalue: &Rvalue) -> &'static str {
    match rvalue {
        Rvalue::Use(_) => "use",
        Rvalue::Unary(..) => "unary",
        Rvalue::Binary(..) => "binary",
        Rvalue::Checked(..) => "checked",
        Rvalue::Cast(..) => "cast",
        Rvalue::Transmute(..) => "transmute",
        Rvalue::RawRef(..) => "raw-ref",
        Rvalue::Ref(..) => "ref",
        Rvalue::FnPointer(_) => "fn-pointer",
        Rvalue::Offset(..) => "offset",
        Rvalue::Discriminant(_) => "discriminant",
        Rvalue::Aggregate(..) => "aggregate",
        Rvalue::Variant(..) => "variant",
        Rvalue::Union(..) => "union",
        Rvalue::Repeat(..) => "repeat",
    }
}

/// Returns true if an intrinsic has no result and writes memory instead.
const fn writes_memory(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Copy | Intrinsic::CopyNonoverlapping | Intrinsic::WriteBytes
    )
}
