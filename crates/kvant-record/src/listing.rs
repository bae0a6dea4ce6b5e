//! Results of running and generating programs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ProgramRef, Schema};

/// The run of a program on the machine (`kvant run`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// `finished`, or the category of the reason why it stopped.
    pub outcome: String,
    /// Number of statements that were executed.
    pub steps: u64,
    /// Number of observations.
    pub observations: u64,
    /// The digest of the observations.
    pub digest: String,
    /// The rule that it breaks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The statement at which it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The function of that statement, in C.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The line of that statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The history of the memory that the rule is about, for MIR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<MemoryHistory>,
    /// The history of the references that the rule is about, for MIR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub borrow: Option<BorrowHistory>,
    /// The observations, or the executed instructions with their results, with `--trace`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<String>>,
    /// The call, in LLVM IR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<Call>,
    /// The explanation of the stop, in LLVM IR.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
}

impl Schema for Run {}

/// A call of a function on the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The function.
    pub entry: String,
    /// The result as text, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Number of nondeterministic results that were chosen.
    pub choices: u64,
    /// Calls of unknown functions and volatile accesses, as text.
    pub events: Vec<String>,
    /// The objects behind pointers among the arguments, at the end.
    pub objects: Vec<ObjectBytes>,
    /// The distinct outcomes, with `--all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Outcomes>,
}

/// An object at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectBytes {
    /// The parameter whose argument points to it.
    pub name: String,
    /// Two digits for each byte: `??` is undef, `**` poison, `->` a part of a pointer, and one `?` an undef half. Null if the
    /// object was freed.
    pub bytes: Option<String>,
}

/// The outcomes of all choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcomes {
    /// Number of runs.
    pub runs: u64,
    /// True if all choices were made.
    pub is_complete: bool,
    /// The outcomes, each with the number of runs that had it.
    pub outcomes: Vec<OutcomeCount>,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeCount {
    /// Its text.
    pub outcome: String,
    /// Number of runs.
    pub runs: u64,
}

/// The explanation of a stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// The places of the source, by debug information: that of the instruction, then those of inlined calls.
    pub source: Vec<String>,
    /// The locals that the instruction uses.
    pub operands: Vec<NamedValue>,
    /// The calls that led to it, from the inside out.
    pub calls: Vec<CodePlace>,
    /// The ways of poison and undef to it.
    pub flows: Vec<Flow>,
    /// The histories of memory.
    pub memory: Vec<ObjectHistory>,
}

/// A local with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValue {
    /// The local.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodePlace {
    /// The function.
    pub function: String,
    /// The text.
    pub text: String,
    /// The line.
    pub line: Option<u32>,
    /// The places of the source, by debug information.
    pub source: Vec<String>,
}

/// The way of poison or undef to an operand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// The operand.
    pub operand: String,
    /// `poison` or `undef`.
    pub kind: String,
    /// The steps, from the origin on.
    pub steps: Vec<FlowStep>,
}

/// A step on the way of poison or undef.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowStep {
    /// The part of the instruction: `given`, `made`, `uninitialised`, `passed`, `argument`, `returned`, `stored`, `left out`.
    pub part: String,
    /// The instruction; null for an argument of the first function.
    pub at: Option<CodePlace>,
    /// At the origin: the locals that the instruction used.
    pub operands: Vec<NamedValue>,
}

/// The history of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectHistory {
    /// The object.
    pub name: String,
    /// Its number of bytes.
    pub size: u64,
    /// Its alignment.
    pub align: u64,
    /// The offset of the pointer in question.
    pub offset: Option<i64>,
    /// The instruction that allocated it.
    pub allocated: Option<CodePlace>,
    /// The line of its definition, if it is a variable of the module.
    pub defined: Option<u32>,
    /// The last writes to the bytes in question.
    pub writes: Vec<ObjectWrite>,
    /// True if some of these bytes were never written.
    pub has_unwritten: bool,
    /// The instruction that freed it or ended its lifetime.
    pub ended: Option<CodePlace>,
}

/// A write to an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectWrite {
    /// The first byte, and the one behind the last.
    pub bytes: [u64; 2],
    /// The instruction; null for the initial value.
    pub at: Option<CodePlace>,
}

/// The lifetime of a local.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryHistory {
    /// Its function.
    pub function: String,
    /// The local.
    pub local: String,
    /// The statement that began its storage.
    pub since: String,
    /// The last statement that wrote to it.
    pub written: Option<String>,
    /// The statement that ended its storage.
    pub until: Option<String>,
}

/// The lifetimes of references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BorrowHistory {
    /// The byte of the allocation.
    pub byte: u64,
    /// The events of references, by the role of the reference.
    #[serde(flatten)]
    pub references: BTreeMap<String, Vec<BorrowEvent>>,
}

/// An event in the lifetime of a reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BorrowEvent {
    /// The event.
    pub what: String,
    /// The statement.
    pub at: String,
    /// The line of that statement.
    pub line: Option<u32>,
}

/// A generated program (`kvant gen`, and each line of `kvant gen --count` without `--out`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratedProgram {
    /// Its origin, as the first line of the text has it.
    pub origin: Option<ProgramRef>,
    /// The expected last line of output.
    pub expected: String,
    /// The file that it was written to.
    pub file: Option<String>,
    /// The text.
    pub text: String,
}

impl Schema for GeneratedProgram {}

/// The configuration of a generator (`kvant gen --show-config`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratorConfig {
    /// The language.
    pub language: String,
    /// The settings, weights included.
    pub settings: Vec<Setting>,
    /// The features.
    pub features: Vec<Feature>,
}

impl Schema for GeneratorConfig {}

/// A setting of a generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Its name: `steps`, `weights.switch`.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// The minimum and the maximum, between which each program draws. They are equal for a setting that is not drawn.
    pub value: [u64; 2],
    /// The default.
    pub default: [u64; 2],
}

/// The features of programs (`kvant gen --features`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Features {
    /// The language.
    pub language: String,
    /// The features.
    pub features: Vec<Feature>,
}

impl Schema for Features {}

/// A feature of programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// Percentage of programs that have it.
    pub percent: u32,
    /// True or false if it is on or off in every program; null if it is drawn for each program.
    pub fixed: Option<bool>,
    /// Families of compilers, or modes of them, that do not support it: `tcc`, `const`.
    pub beyond: Vec<String>,
}

/// The number of programs of a language without statistics of its own (`kvant gen --stats`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramCount {
    /// Number of programs.
    pub programs: usize,
    /// The seeds without a program.
    pub failures: Vec<FailedSeed>,
}

impl Schema for ProgramCount {}

/// The health of programs in MIR (`kvant gen --stats`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stats {
    /// The first seed.
    pub seed: u64,
    /// Number of programs.
    pub programs: usize,
    /// Number of seeds without a program.
    pub failures: usize,
    /// The seeds without a program.
    pub failed: Vec<FailedSeed>,
    /// Programs that observe something.
    pub observing: usize,
    /// Share of statements that are executed: the median.
    pub executed_share: f64,
    /// The minimum.
    pub executed_share_min: Option<f64>,
    /// The maximum.
    pub executed_share_max: Option<f64>,
    /// Share of statements whose result matters: the median.
    pub live_share: f64,
    /// The minimum.
    pub live_share_min: Option<f64>,
    /// The maximum.
    pub live_share_max: Option<f64>,
    /// Share of executions whose result matters.
    pub live_run_share: f64,
    /// Statements of a program.
    pub median_statements: f64,
    /// Steps of a program.
    pub median_steps: f64,
    /// Share of programs in which each feature matters.
    pub features: BTreeMap<String, f64>,
    /// Number of statements that were proposed.
    pub proposed: u64,
    /// Number of those that the machine accepted.
    pub accepted: u64,
    /// Number of those that it refused, by rule.
    pub refused: BTreeMap<String, u64>,
    /// Number of steps.
    pub steps: u64,
    /// Number of steps that were undone.
    pub undone_steps: u64,
    /// Counts of compound constructs.
    pub grown: Grown,
    /// The constructs.
    pub constructs: BTreeMap<String, Construct>,
    /// The assignments, by operator.
    pub assignments: BTreeMap<String, Assignments>,
}

impl Schema for Stats {}

/// A seed without a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedSeed {
    /// The seed.
    pub seed: u64,
    /// The reason.
    pub error: String,
}

/// Counts of compound constructs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grown {
    /// Loops.
    pub loops: u64,
    /// Arms that a later execution reached.
    pub late_arms: u64,
    /// Arms that no execution reached.
    pub decoys: u64,
    /// Calls of a function that was called before.
    pub repeated_calls: u64,
    /// Calls of a function by itself.
    pub recursive_calls: u64,
}

/// Counts of one construct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Construct {
    /// Number of times that it was begun.
    pub begun: u64,
    /// Number of times that it was written.
    pub written: u64,
    /// Executed assignments in it.
    pub assignments: u64,
    /// Executed assignments whose result does not matter.
    pub dead: u64,
    /// Executed assignments whose result is never read.
    pub unread: u64,
}

/// Counts of the assignments with one operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignments {
    /// Executed assignments.
    pub executed: u64,
    /// Executed assignments whose result does not matter.
    pub dead: u64,
    /// Executed assignments whose result is never read.
    pub unread: u64,
}

/// The health of programs in C (`kvant gen --lang c --stats`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatsC {
    /// Number of programs.
    pub programs: u64,
    /// Number of statements.
    pub statements: u64,
    /// Number of observations.
    pub observations: u64,
    /// Number of steps.
    pub steps: u64,
    /// Number of steps that were undone.
    pub undone_steps: u64,
    /// Number of guards.
    pub guards: u64,
    /// Number of programs with each feature.
    pub features: BTreeMap<String, u64>,
    /// Number of times that each construct was written, and begun.
    pub constructs: BTreeMap<String, [u64; 2]>,
    /// Number of proposals that the machine refused, by rule.
    pub refused: BTreeMap<String, u64>,
    /// The reasons of seeds without a program.
    pub failures: Vec<String>,
}

impl Schema for StatsC {}

/// Programs in a folder (`programs.json` of `kvant gen --count`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of Kvant.
    pub kvant: String,
    /// The language.
    pub language: String,
    /// The version of the generator.
    pub generator: u32,
    /// `readable`, `fast` or `const`.
    pub form: String,
    /// The version of each family of compilers that texts are for, if they depend on it; null if no program is for the family.
    #[serde(flatten)]
    pub versions: BTreeMap<String, Option<String>>,
    /// The minimum and the maximum number of statements.
    pub size: Option<[usize; 2]>,
    /// The parts of the configuration that differ from the default.
    pub other_than_default: Vec<String>,
    /// The programs.
    pub programs: Vec<ManifestEntry>,
}

impl Schema for Manifest {}

/// A program in a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestEntry {
    /// The file.
    pub file: String,
    /// The seed.
    pub seed: u64,
    /// The expected last line of output.
    pub expected: String,
    /// Number of statements.
    pub statements: usize,
    /// Number of observations.
    pub observations: usize,
    /// The features that were drawn for it.
    pub features: Vec<String>,
}
