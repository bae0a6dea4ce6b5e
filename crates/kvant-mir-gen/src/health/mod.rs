//! How healthy a program is: what of it is executed, what of that matters, and which features matter in it.
//!
//! The program is run once more, from scratch, and the machine says what each step reads and writes. From that comes
//! the graph of what depends on what (`graph`), and from the graph and the text which features are live
//! (`features`), or why a program observed what it did (`explain`). This is a measure for whoever tends the generator's taste; nothing here decides what is grown.

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

/// What of a program is executed, and what of that is live.
///
/// A step is *live* if a value that it writes has a part in what the program reports or decides: if it is observed, switched
/// on, assumed or called as a function pointer, or is read by a live step, as an operand, as an index or as a pointer that is
/// followed. Values are told apart byte by byte, so copying a struct of which one field is used later does not make
/// the other fields live, and a parameter that nobody looks at does not make the argument live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// The statements and terminators of the text.
    pub statements: usize,
    /// Those that are executed at least once.
    pub executed: usize,
    /// Steps of the machine.
    pub steps: u64,
    /// Values reported.
    pub observations: usize,
    /// The assignments that are executed, in the order of the text: `Assign` and `SetDiscriminant` statements, calls
    /// of functions and of intrinsics. Those whose destination has no bytes are not among them, unless they are
    /// intrinsics that write memory.
    pub assignments: Vec<Assignment>,
    /// The features that are live, in the order of [`Feature::ALL`].
    pub features: Vec<Feature>,
}

/// What became of an executed assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Where it stands.
    pub at: Location,
    /// How often it is executed.
    pub runs: u64,
    /// How often anything reads what it wrote, live or not.
    pub read: u64,
    /// How often it is live.
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

/// A part of a whole; all of it, if the whole is nothing.
fn share(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 1.0,
        _ => part as f64 / whole as f64,
    }
}

/// Runs a program and says how healthy it is. What wrote its statements is for the features that the text does not show;
/// without it these count as not live. A program that is not defined has no health.
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

/// What sort of assignment stands at `at`, by the name of its rvalue or of what is called.
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

/// Whether an intrinsic gives nothing and writes to memory instead.
const fn writes_memory(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Copy | Intrinsic::CopyNonoverlapping | Intrinsic::WriteBytes
    )
}
