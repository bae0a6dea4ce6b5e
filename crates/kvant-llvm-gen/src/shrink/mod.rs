//! Tests in LLVM IR as the [shrinker](kvant_generate::shrink) sees them.
//!
//! The passes (`pass`) find edits (`edit`, `change`) with the help of a record of one run of the test (`record`): constants are
//! those that the machine saw, and branches go where they went. The machine accepts a candidate if it is well-formed, survives
//! printing and parsing, and is defined on at least one of its inputs; others are dropped.

mod change;
mod clean;
mod control;
mod detail;
mod edit;
mod input;
mod literal;
mod pass;
mod record;
mod rename;
mod retype;
mod size;
mod symbol;
mod value;

use std::fmt::Write as _;

use kvant_generate::shrink::{NotShrinkable, Pass, Ran, ShrinkLanguage};
use kvant_llvm::{check, parse, print};
use kvant_llvm_machine::Program;
use kvant_llvm_refine::{Expectation, Input, Limits, Options, Side, find};

use crate::{Test, VSCALE};
use clean::Care;
use edit::Edit;
use pass::{Find, Known, PASSES};
use record::Record;

/// Makes tests smaller.
pub type Shrinker = kvant_generate::shrink::Shrinker<Llvm>;

/// A test to ask about.
pub type Candidate = kvant_generate::shrink::Candidate<Test, ()>;

/// LLVM IR, for the shrinker.
#[derive(Clone, Copy, Debug)]
pub struct Llvm;

/// A search for inputs of a candidate stops after so many.
const SEARCHED: usize = 2;

impl Llvm {
    /// A shrinker of an interesting test.
    pub fn shrinker(test: Test) -> Result<Shrinker, NotShrinkable> {
        let test = clean::bare(test).ok_or(NotShrinkable)?;
        Shrinker::new(Llvm, test)
    }

    /// Continues from the best test of an earlier shrinker and its token.
    pub fn resume(test: Test, token: &str) -> Result<Shrinker, NotShrinkable> {
        let test = clean::bare(test).ok_or(NotShrinkable)?;
        Shrinker::resume(Llvm, test, token)
    }
}

/// The number of instructions of a test, in all its functions.
pub fn instructions(test: &Test) -> usize {
    size::instructions(test)
}

impl ShrinkLanguage for Llvm {
    type Program = Test;
    type Trace = ();
    type Record = Record;
    type Edit = Edit;
    type Care = Care;
    type Find = Find;

    const PASSES: &'static [Pass<Find>] = PASSES;

    fn step_limit(&self) -> u64 {
        Limits::default().steps
    }

    fn run(&self, mut test: Test, steps: u64) -> Option<Ran<Llvm>> {
        let mut text = print::module(&test.module);
        test.module = parse::module(&text).ok()?;
        check::module(&test.module).ok()?;
        if print::module(&test.module) != text {
            return None;
        }
        let steps = retain_defined(&mut test, steps)?;
        // Writing to a string does not fail.
        let _ = write!(text, "{} {:?}", test.function, test.inputs);
        Some(Ran {
            program: test,
            text,
            trace: (),
            steps,
        })
    }

    fn size(test: &Test) -> (u64, u64) {
        size::size(test)
    }

    fn statements(test: &Test) -> usize {
        size::instructions(test)
    }

    fn record(&self, test: &Test, steps: u64) -> Record {
        Record::of(test, steps)
    }

    fn find(&self, find: Find, test: &Test, record: &Record) -> Vec<Edit> {
        find(&Known { test, record })
    }

    fn apply(&self, test: &Test, edits: &[&Edit]) -> Option<Test> {
        edit::apply(test, edits)
    }

    /// Finds new inputs for a test that is not defined on any of its own.
    fn mend(&self, mut test: Test, steps: u64) -> Option<Test> {
        if check::module(&test.module).is_err() {
            return None;
        }
        if retain_defined(&mut test.clone(), steps).is_none() {
            test.inputs = searched(&test, steps);
        }
        (!test.inputs.is_empty()).then_some(test)
    }

    fn clean(&self, test: Test, care: Care, steps: u64) -> Option<Test> {
        clean::clean(test, care, steps)
    }

    fn rename(test: Test) -> Test {
        rename::rename(test)
    }
}

fn limits(steps: u64) -> Limits {
    Limits {
        steps,
        ..Limits::default()
    }
}

/// Keeps the inputs on which a test is defined. Returns the number of steps of the longest run; `None` if there is no such input.
fn retain_defined(test: &mut Test, steps: u64) -> Option<u64> {
    let layout = test.layout();
    let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let side = Side {
        program: &program,
        function: &test.function,
    };
    let mut most = None;
    test.inputs.retain(|input| {
        let expectation = Expectation::new(side, input, limits(steps));
        let taken = expectation.ok().map(|it| it.steps());
        most = most.max(taken);
        taken.is_some()
    });
    most
}

fn searched(test: &Test, steps: u64) -> Vec<Input> {
    let layout = test.layout();
    let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
    let side = Side {
        program: &program,
        function: &test.function,
    };
    let options = Options {
        inputs: SEARCHED,
        seed: 0,
        limits: limits(steps),
    };
    find(side, &options).inputs
}
