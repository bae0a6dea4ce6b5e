//! Results of `kvant bench`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Schema;

/// The share of programs that survives optimisation (`kvant bench survival`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survival {
    /// The backend's name.
    pub backend: String,
    /// Number of programs.
    pub programs: u64,
    /// LLVM instructions before optimisation.
    pub instructions_before: u64,
    /// LLVM instructions after it.
    pub instructions_after: u64,
    /// The quotient of both.
    pub share: f64,
    /// The median of the quotients of each program.
    pub median_share: f64,
    /// Statements with an instruction before optimisation.
    pub statements_before: usize,
    /// Statements with an instruction after it.
    pub statements_after: usize,
    /// The quotient of both.
    pub statement_share: f64,
    /// Observations that are left.
    pub observations_after: u64,
    /// The share of them whose value is a constant.
    pub constant_observations_share: f64,
}

impl Schema for Survival {}

/// Time and memory for generating programs (`kvant bench generate`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generate {
    /// The measurements of each size.
    pub sizes: Vec<GenerateSize>,
    /// The time for 30000 statements, divided by that for 7500.
    pub growth_30000_by_7500: Option<f64>,
}

impl Schema for Generate {}

/// The measurement of one size (`kvant bench generate --only`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerateSize {
    /// Statements that are asked for.
    pub size: usize,
    /// Number of programs.
    pub programs: u64,
    /// Processor time of a program.
    pub median_cpu_ms: f64,
    /// The most for one program.
    pub max_cpu_ms: f64,
    /// The same with printing, parsing and another run.
    pub median_checked_cpu_ms: f64,
    /// Processor time in proportion to size.
    pub cpu_ms_per_1000_statements: f64,
    /// Memory, where the system reports it.
    pub peak_memory_bytes: Option<u64>,
    /// Statements of a program.
    pub median_statements: f64,
    /// Steps of the machine.
    pub median_steps: f64,
    /// Steps that were undone.
    pub median_undone_steps: f64,
}

impl Schema for GenerateSize {}

/// The speed of the machine (`kvant bench machine`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The backend that evaluates at compile time.
    pub const_eval: String,
    /// The speed of both with each program.
    pub rates: Vec<MachineRate>,
    /// The cost of trial steps.
    pub forks: Vec<Fork>,
}

impl Schema for Machine {}

/// The speed of the machine with one program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineRate {
    /// The program.
    pub program: String,
    /// Steps of the machine in a second of processor time.
    pub steps_per_cpu_second: f64,
    /// The same of rustc's interpreter.
    pub const_eval_steps_per_cpu_second: Option<f64>,
    /// The quotient of both.
    pub speedup: Option<f64>,
}

/// The cost of undoing a trial step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fork {
    /// Bytes of memory that the program has.
    pub live_bytes: u64,
    /// Bytes that are written on trial.
    pub touched_bytes: u64,
    /// Time to undo the writes.
    pub nanoseconds: f64,
}

/// The passes of the compiler that do something (`kvant bench passes`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passes {
    /// The backend's name.
    pub backend: String,
    /// Number of programs.
    pub programs: u64,
    /// Passes on MIR.
    pub mir_passes: Vec<PassCount>,
    /// Passes of LLVM.
    pub llvm_passes: Vec<PassCount>,
    /// Passes of code generation.
    pub codegen_passes: Vec<PassCount>,
    /// Remarks of LLVM.
    pub llvm_remarks: Vec<RemarkCount>,
}

impl Schema for Passes {}

/// The effect of a pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassCount {
    /// The pass.
    pub name: String,
    /// Number of programs in which it changes something.
    pub programs: u64,
    /// Number of functions that it changes.
    pub changed_functions: u64,
}

/// The number of a remark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemarkCount {
    /// The remark.
    pub name: String,
    /// Number of programs with it.
    pub programs: u64,
    /// Its number.
    pub remarks: u64,
}

/// Programs an hour, in batches and one by one (`kvant bench pipeline`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pipeline {
    /// The names of the backends.
    pub backends: Vec<String>,
    /// Share of compilers in the processor time.
    pub compiler_share: f64,
    /// The measurements of each size.
    pub sizes: Vec<PipelineSize>,
    /// The speedups of `sizes`, by name: `speedup_300`.
    #[serde(flatten)]
    pub speedups: BTreeMap<String, f64>,
}

impl Schema for Pipeline {}

/// The measurement of programs of one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipelineSize {
    /// Statements of a program.
    pub size: usize,
    /// Number of programs.
    pub programs: u64,
    /// Statements that are executed, each once.
    pub statements: u64,
    /// Programs in the largest batch.
    pub largest_batch: usize,
    /// Number of batches that were split.
    pub splits: u32,
    /// Number of disagreements.
    pub disagreements: u64,
    /// Processor time one by one, divided by that in batches.
    pub speedup: f64,
    /// Share of compilers in the processor time.
    pub compiler_share: f64,
    /// The cost in batches.
    pub batched: PipelineCost,
    /// The cost one by one.
    pub plain: PipelineCost,
}

/// The processor time of tests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipelineCost {
    /// The sum.
    pub cpu_seconds: f64,
    /// Of Kvant itself.
    pub own_cpu_seconds: f64,
    /// Of compilers.
    pub compiler_cpu_seconds: f64,
    /// Of programs.
    pub program_cpu_seconds: f64,
    /// Programs in a second.
    pub programs_per_cpu_second: f64,
    /// Statements in a second.
    pub statements_per_cpu_second: f64,
}

/// Reduction by Kvant, compared with removal of lines (`kvant bench reduce`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduce {
    /// The compiler that the canaries wrap.
    pub toolchain: String,
    /// Statements of the programs.
    pub size: usize,
    /// The programs.
    pub cases: Vec<ReduceCase>,
    /// The sums of Kvant.
    pub ours: ReduceWay,
    /// The sums of removal of lines.
    pub lines: Option<ReduceWay>,
    /// Calls of compilers: `lines` divided by `ours`.
    pub calls_ratio: Option<f64>,
    /// Questions: `lines` divided by `ours`.
    pub questions_ratio: Option<f64>,
    /// Statements that are left: `lines` divided by `ours`.
    pub size_ratio: Option<f64>,
    /// Calls until `ours` is as small as the result of `lines`: `lines` divided by `ours`.
    pub calls_ratio_until_as_small: Option<f64>,
    /// Number of programs of which `ours` leaves fewer statements.
    pub smaller: usize,
}

impl Schema for Reduce {}

/// The reduction of one program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReduceCase {
    /// The canary.
    pub canary: String,
    /// The program's name.
    pub program: String,
    /// Statements of the original program.
    pub statements: usize,
    /// Functions of the original program.
    pub functions: usize,
    /// Reduction by Kvant.
    pub ours: ReduceWay,
    /// Removal of lines.
    pub lines: Option<ReduceWay>,
    /// Calls until `ours` is as small as the result of `lines`.
    pub calls_until_as_small: Option<u64>,
}

/// The cost and result of a reduction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReduceWay {
    /// Statements that are left.
    pub statements: usize,
    /// Functions that are left.
    pub functions: usize,
    /// Candidates that compilers were asked about.
    pub questions: u64,
    /// Candidates, with those that no compiler was asked about.
    pub candidates: Option<u64>,
    /// Calls of compilers.
    pub compiler_calls: u64,
    /// Processor time of compilers.
    pub compiler_cpu_seconds: f64,
    /// Processor time of programs.
    pub program_cpu_seconds: f64,
    /// Processor time of Kvant itself.
    pub own_cpu_seconds: f64,
    /// True if it stopped before its end.
    pub gave_up: bool,
}

/// Programs in C, compared with those of csmith (`kvant bench c`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct C {
    /// The programs of Kvant.
    pub kvant: CSums,
    /// The programs of csmith.
    pub csmith: CSums,
    /// The speed of Kvant with printing, parsing and another run.
    pub kvant_kilobytes_a_cpu_second_checked: f64,
    /// The speed of Kvant, divided by that of csmith.
    pub generation_ratio: f64,
    /// The share of operators with a guard.
    pub guarded_percent: f64,
    /// The rarest features, and the share of programs with each.
    pub features_percent: BTreeMap<String, f64>,
    /// The verdicts of other compilers on Kvant's programs.
    pub references: Vec<CReference>,
    /// The verdicts of Frama-C on Kvant's programs.
    pub frama_c: FramaC,
}

impl Schema for C {}

/// Measurements of programs in C.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CSums {
    /// Number of programs.
    pub programs: u64,
    /// Their size.
    pub kilobytes_a_program: f64,
    /// Processor time for generating them.
    pub generation_cpu_seconds: f64,
    /// The speed of generating them.
    pub kilobytes_a_cpu_second: f64,
    /// The share that terminates.
    pub terminate_percent: f64,
    /// The share that does nothing.
    pub trivial_percent: f64,
    /// The share of lines that are executed.
    pub lines_executed_percent: f64,
    /// The median of that share.
    pub lines_executed_median_percent: f64,
    /// The share of LLVM instructions that survives optimisation.
    pub survival_percent: f64,
    /// Operators with a guard.
    pub wrapped_a_program: f64,
}

/// The verdicts of a reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CReference {
    /// The backend's name.
    pub backend: String,
    /// Programs on which it agrees.
    pub agrees: u64,
    /// Programs without an answer.
    pub cannot_say: u64,
    /// Seeds with its complaints.
    pub against: Vec<(u64, String)>,
}

/// The verdicts of Frama-C.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FramaC {
    /// True if it is not installed.
    pub absent: bool,
    /// Programs on which it agrees.
    pub agrees: u64,
    /// Programs without an answer.
    pub cannot_say: u64,
    /// Seeds with its complaints.
    pub against: Vec<(u64, String)>,
}

/// LLVM IR beside LLVM's own tools (`kvant bench llvm`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Llvm {
    /// The assembler, `llvm-as`, with its version; null if none was found.
    pub assembler: Option<String>,
    /// The interpreter, `lli`, with its version; null if none was found.
    pub interpreter: Option<String>,
    /// The texts that were read.
    pub texts: Vec<LlvmText>,
    /// The loops that were executed.
    pub loops: Vec<LlvmLoop>,
}

impl Schema for Llvm {}

/// The speed of reading a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LlvmText {
    /// The file, or a description.
    pub text: String,
    /// Its size.
    pub bytes: u64,
    /// Million bytes that are indexed in a second of processor time.
    pub index_megabytes_per_cpu_second: f64,
    /// Million bytes that are parsed.
    pub parse_megabytes_per_cpu_second: f64,
    /// Million bytes that `llvm-as` reads; it writes nothing.
    pub llvm_as_megabytes_per_cpu_second: Option<f64>,
    /// The speed of the index divided by that of `llvm-as`.
    pub index_speedup: Option<f64>,
    /// The speed of the parser divided by that of `llvm-as`.
    pub parse_speedup: Option<f64>,
    /// Peak memory of parsing, the text included, divided by the size of the text, for texts of at least 1 MiB and where the system
    /// reports it.
    pub peak_memory_by_text: Option<f64>,
}

/// The memory for parsing a text (`kvant bench llvm --only`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LlvmMemory {
    /// The size of the text.
    pub text_bytes: u64,
    /// Peak memory of parsing, the text included, where the system reports it.
    pub peak_memory_bytes: Option<u64>,
}

impl Schema for LlvmMemory {}

/// The speed of executing a loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LlvmLoop {
    /// The instructions that it consists of.
    pub program: String,
    /// Number of executed instructions.
    pub instructions: u64,
    /// Instructions of the machine in a second of processor time.
    pub instructions_per_cpu_second: f64,
    /// The same of `lli -force-interpreter`.
    pub lli_instructions_per_cpu_second: Option<f64>,
    /// The quotient of both.
    pub speedup: Option<f64>,
}

/// Programs of MIR and C that the machine of LLVM IR executed (`kvant bench witnesses`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witnesses {
    /// Number of programs of each language.
    pub programs: u64,
    /// The counts of each compiler and level.
    pub witnesses: Vec<Witness>,
}

impl Schema for Witnesses {}

/// The programs of one backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// The backend's name.
    pub backend: String,
    /// Programs with the same observations.
    pub agree: u64,
    /// Programs that the machine refused, by the reason.
    pub refused: BTreeMap<String, u64>,
    /// Programs with other observations or undefined behaviour: the seed, and what the machine said.
    pub against: Vec<(u64, String)>,
}

/// Single edits of functions of LLVM IR, and the share of them that refinement catches (`kvant bench edits`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edits {
    /// Number of edits.
    pub edits: u64,
    /// Edits that alter the behaviour on some input.
    pub altering: u64,
    /// Altering edits that a few inputs show.
    pub caught: u64,
    /// The quotient of both.
    pub share: Option<f64>,
    /// The counts of each kind of edit.
    pub kinds: Vec<EditKind>,
    /// Number of edits that are missed, by the reason.
    pub reasons: BTreeMap<String, u64>,
    /// Edits that are missed.
    pub missed: Vec<MissedEdit>,
    /// Number of functions that were drawn.
    pub functions: u64,
    /// Functions without an input on which they are defined. They are not edited.
    pub without_input: u64,
    /// Their number by the rule that stopped most of their runs.
    pub stops: BTreeMap<String, u64>,
    /// Functions that differ before they are edited: the file, the function and the kind of the difference.
    pub differing: Vec<String>,
    /// Files that cannot be read or transformed.
    pub unread: u64,
    /// Processor time.
    pub cpu_seconds: f64,
}

impl Schema for Edits {}

/// Edits of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EditKind {
    /// The kind.
    pub kind: String,
    /// Number of edits.
    pub drawn: u64,
    /// Edits that alter the behaviour on some input.
    pub altering: u64,
    /// Altering edits that a few inputs show.
    pub caught: u64,
    /// The quotient of both.
    pub share: Option<f64>,
    /// Edits about which nothing can be said on any of the few inputs.
    pub silent: u64,
}

/// An edit that alters behaviour and is not caught.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MissedEdit {
    /// The file.
    pub file: String,
    /// The kind of the edit.
    pub kind: String,
    /// The function, the place and the change.
    pub edit: String,
    /// The kind of the difference.
    pub class: String,
    /// The kind of an input that shows it: plain, poison or undef.
    pub input: String,
    /// The reason why the few inputs do not.
    pub reason: String,
}

/// Functions of LLVM's tests before and after `opt` (`kvant bench refine`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refinement {
    /// The optimisers.
    pub opts: Vec<String>,
    /// Number of files.
    pub files: u64,
    /// Files and RUN lines that are not used, by the reason.
    pub skipped: BTreeMap<String, u64>,
    /// The functions and their inputs.
    pub functions: RefinedFunctions,
    /// The judgements, for each optimiser and pipeline that was asked for.
    pub runs: Vec<RefinedRun>,
    /// The findings, in groups.
    pub groups: Vec<RefinedGroup>,
    /// Functions that an optimiser did not transform.
    pub failures: Vec<RefinedFailure>,
    /// Number of findings that need no undef and are not in the list of known ones.
    pub unexpected: u64,
    /// Lines of that list whose finding was not seen, although its function was judged.
    pub vanished: Vec<String>,
    /// Processor time, without that of the optimisers.
    pub cpu_seconds: RefinedSeconds,
    /// Functions that were judged in a second of processor time, once for each optimiser and pipeline. Of the first look at the files,
    /// the share of the functions that were drawn is counted.
    pub functions_per_cpu_second: f64,
}

impl Schema for Refinement {}

/// The functions that can be seen outside of their modules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedFunctions {
    /// Number of functions with a body.
    pub seen: u64,
    /// The functions that call no intrinsic of a target.
    pub without_target_intrinsics: u64,
    /// The functions among these in which nothing is refused before they are executed.
    pub supported: u64,
    /// The others, by the first reason.
    pub refused: BTreeMap<String, u64>,
    /// Supported functions that are also in the folder of `--without`, and are left out.
    pub left_out: u64,
    /// Supported functions that are equal to others up to their names, and are left out.
    pub duplicates: u64,
    /// Supported functions that inputs were looked for.
    pub searched: u64,
    /// Functions with a defined run.
    pub defined: u64,
    /// Functions with defined runs that execute at least half of the function.
    pub half_executed: u64,
    /// The other reasons why runs ended, for functions without a defined run.
    pub stops: BTreeMap<String, u64>,
    /// Blocks of functions that inputs were looked for.
    pub blocks: u64,
    /// The blocks that are reached.
    pub blocks_reached: u64,
    /// Inputs.
    pub inputs: u64,
}

/// The judgements about the results of one optimiser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedRun {
    /// The optimiser.
    pub opt: String,
    /// The pipeline, or `own` for those of the RUN lines.
    pub passes: String,
    /// Functions that were to be transformed.
    pub functions: u64,
    /// Functions that this version cannot read.
    pub beyond: u64,
    /// Functions whose options this version refuses.
    pub options_refused: u64,
    /// Functions that are not there any more.
    pub gone: u64,
    /// Functions that were judged on at least one input.
    pub judged: u64,
    /// Functions by the verdict: `refines`, `silent`, `disputed`, or the class of the difference.
    pub verdicts: BTreeMap<String, u64>,
    /// Inputs about which nothing can be said, by the reason.
    pub silences: BTreeMap<String, u64>,
}

/// Findings of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedGroup {
    /// The optimiser.
    pub opt: String,
    /// The pipeline.
    pub passes: String,
    /// The class of the difference; `undef-only` if it was only seen with undef or a choice.
    pub class: String,
    /// The rule that the target violates, if it is undefined.
    pub rule: Option<String>,
    /// The findings.
    pub findings: Vec<RefinedFinding>,
}

/// A function whose result does something that the function does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedFinding {
    /// The file, below the folder of the tests.
    pub file: String,
    /// The function.
    pub function: String,
    /// The arguments of `opt`.
    pub options: String,
    /// The kind of the input: `plain`, `poison` or `undef`.
    pub input: String,
    /// The reason in the list of known findings.
    pub known: Option<String>,
    /// The folder with the texts, if they are kept.
    pub kept: Option<String>,
}

/// A function that an optimiser did not transform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefinedFailure {
    /// The optimiser.
    pub opt: String,
    /// The arguments of `opt`.
    pub options: String,
    /// The file, below the folder of the tests.
    pub file: String,
    /// The function.
    pub function: String,
    /// The message.
    pub failure: String,
}

/// Processor time of the parts of a comparison, in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RefinedSeconds {
    /// Reading all files for the first time.
    pub look: f64,
    /// Taking functions out of them.
    pub extract: f64,
    /// Printing functions together, and reading the results.
    pub text: f64,
    /// Finding inputs.
    pub search: f64,
    /// Executing and comparing.
    pub judge: f64,
}
