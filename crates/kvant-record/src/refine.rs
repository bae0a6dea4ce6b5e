//! Judgements about transformations (`kvant refine`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Schema;
use crate::listing::ObjectBytes;

/// A transformation, judged function by function (`kvant refine`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refine {
    /// The file before the transformation.
    pub before: String,
    /// The file after it; null if an optimiser made it.
    pub after: Option<String>,
    /// The optimiser.
    pub optimiser: Option<Optimiser>,
    /// The optimiser that it is compared with (`--against`).
    pub against: Option<Optimiser>,
    /// Number of things that were removed before the optimiser got the text, because the machine does not check them, by their
    /// description: `metadata tbaa`.
    pub removed: BTreeMap<String, usize>,
    /// The functions that were judged, in the order of the file.
    pub functions: Vec<RefinedFunction>,
    /// The functions that were not judged.
    pub left_out: Vec<LeftOut>,
    /// Number of functions that are right on all inputs.
    pub right: usize,
    /// Number of functions that are wrong. With `--against`: those that the older optimiser does not get wrong.
    pub wrong: usize,
    /// With `--against`: number of functions that both get wrong.
    pub wrong_before: usize,
    /// Number of functions whose differences all involve undef or a nondeterministic choice. With `--undef`, these are counted as wrong.
    pub undef_only: usize,
    /// Number of functions about which nothing can be said.
    pub unknown: usize,
    /// False if it was interrupted.
    pub is_complete: bool,
}

impl Schema for Refine {}

/// An optimiser.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Optimiser {
    /// Its name: `opt 19.1.7`.
    pub name: String,
    /// Its file.
    pub path: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The reason why it made no text.
    pub failure: Option<OptimiserFailure>,
}

/// The reason why an optimiser made no text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptimiserFailure {
    /// `crash` or `broken module`.
    pub kind: String,
    /// The message.
    pub message: String,
    /// The pass that ran.
    pub pass: Option<String>,
    /// Of a crash: a line that is the same for crashes with the same cause.
    pub signature: Option<String>,
}

/// A function that was not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The function.
    pub function: String,
    /// The reason.
    pub why: String,
}

/// The judgement about a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedFunction {
    /// The function.
    pub function: String,
    /// The verdict.
    pub verdict: RefineVerdict,
    /// With `--against`: the verdict about the older optimiser.
    pub old: Option<RefineVerdict>,
    /// The class of the difference, if there is one: `wrong value`.
    pub class: Option<String>,
    /// The reason why nothing can be said.
    pub reason: Option<String>,
    /// Number of inputs on which the function is defined before the transformation.
    pub inputs: usize,
    /// Number of inputs with an answer.
    pub answered: usize,
    /// Number of inputs with a difference.
    pub different: usize,
    /// Number of inputs without an answer, by the rule or limit.
    pub silent: BTreeMap<String, usize>,
    /// The parts that the inputs reach.
    pub coverage: RefineCoverage,
    /// The difference.
    pub finding: Option<Box<RefineFinding>>,
}

/// The verdict about a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefineVerdict {
    /// Everything that it does on these inputs is something that it could do before.
    Right,
    /// It does something that it could not do before.
    Wrong,
    /// It does, but all differences involve undef, uninitialised memory or a nondeterministic choice.
    UndefOnly,
    /// Nothing can be said.
    CannotSay,
}

/// The parts of a function that inputs reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefineCoverage {
    /// Number of blocks.
    pub blocks: u32,
    /// Number of those that are reached.
    pub reached: u32,
    /// Number of instructions.
    pub instructions: u32,
    /// Number of those in blocks that are reached.
    pub executed: u32,
}

/// A difference between a function before and after, on one input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefineFinding {
    /// The arguments, as `kvant run --args` takes them.
    pub arguments: String,
    /// The seed of unknown functions and variables, as `kvant run --outside` takes it; null if nothing depends on it.
    pub outside: Option<u64>,
    /// `plain`, or `poison` or `undef` if some of the input is that.
    pub input_kind: String,
    /// True if undef is in the input, or the function uses it or makes a choice before the transformation.
    pub needs_undef: bool,
    /// The first difference, in a sentence.
    pub difference: String,
    /// The behaviours before, at most eight of them.
    pub expected: Vec<RefineBehaviour>,
    /// Number of all behaviours before.
    pub expected_count: usize,
    /// The behaviour after.
    pub actual: RefineBehaviour,
    /// The text of the function before.
    pub before: String,
    /// The text of the function after.
    pub after: String,
    /// The executed instructions before, with their results. Of a long run, the first and the last ones.
    pub run_before: Vec<String>,
    /// The executed instructions after.
    pub run_after: Vec<String>,
    /// The answer of `alive-tv`, if it was asked: `correct`, or `incorrect: Value mismatch`.
    pub alive_tv: Option<String>,
}

/// A behaviour: everything that can be seen of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefineBehaviour {
    /// The result, or the way in which the program ended itself. Null if the run was stopped.
    pub result: Option<String>,
    /// The rule that stopped it.
    pub rule: Option<String>,
    /// The reason why it stopped.
    pub stopped: Option<String>,
    /// Calls of unknown functions and volatile accesses.
    pub events: Vec<String>,
    /// The objects of the input and variables, at the end.
    pub memory: Vec<ObjectBytes>,
}
