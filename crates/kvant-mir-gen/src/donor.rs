//! Programs whose functions may be spliced into others.

use std::collections::BTreeSet;

use kvant_mir::observation::Digest;
use kvant_mir::print::{self, Form, Version};
use kvant_mir::{Callee, FnId, Function, Program, Rvalue, Statement, Terminator};
use kvant_mir_machine::{Limits, Outcome, Stop, execute_under_all};

use crate::TARGET;

/// Maximum number of steps of a donor. A trial has far fewer.
const MAX_STEPS: u64 = 1_000_000;

/// A program whose functions may be spliced into others: any of the MIR subset that is well defined by
/// itself, such as a regression test or an earlier finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Donor {
    program: Program,
    digest: u64,
    steps: u64,
}

impl Donor {
    /// Accepts a program that the machine runs to its end; otherwise returns the reason of the machine.
    pub fn new(program: Program) -> Result<Donor, Stop> {
        let limits = Limits {
            steps: MAX_STEPS,
            ..Limits::default()
        };
        let run = execute_under_all(&program, &TARGET, limits);
        match run.outcome {
            Outcome::Finished => Ok(Donor {
                digest: digest(&program),
                steps: run.steps,
                program,
            }),
            Outcome::Stopped { stop, .. } => Err(stop),
        }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program's text, without a head.
    pub fn text(&self) -> String {
        text(&self.program)
    }

    /// A hash of the program's text.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// Number of steps that the program takes by itself.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The functions that a function needs: its callees, the functions that it points to, and those that they need.
    /// It is one of them only if it is recursive.
    pub(crate) fn needed_by(&self, id: FnId) -> BTreeSet<FnId> {
        let mut needed = BTreeSet::new();
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            for callee in callees(self.program.function(id)) {
                if needed.insert(callee) {
                    todo.push(callee);
                }
            }
        }
        needed
    }
}

fn text(program: &Program) -> String {
    print::program(program, &Form::Readable, Version::NEWEST, "")
}

fn digest(program: &Program) -> u64 {
    let text = text(program);
    let mut digest = Digest::new();
    for word in text.as_bytes().chunks(16) {
        let mut bytes = [0; 16];
        bytes[..word.len()].copy_from_slice(word);
        digest.fold(word.len() as u32, u128::from_le_bytes(bytes));
    }
    digest.state()
}

/// The functions that a function calls or points to.
fn callees(function: &Function) -> impl Iterator<Item = FnId> {
    function.blocks.iter().flat_map(|block| {
        let pointed_to = block.statements.iter().filter_map(|each| match each {
            Statement::Assign(_, Rvalue::FnPointer(id)) => Some(*id),
            _ => None,
        });
        let called = match &block.terminator {
            Some(Terminator::Call {
                callee: Callee::Function(id),
                ..
            }) => Some(*id),
            _ => None,
        };
        pointed_to.chain(called)
    })
}
