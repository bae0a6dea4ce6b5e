//! Results of commands.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{BugState, Kind, Mute, Schema, Size, VerdictKind};

/// The error of a command (all commands, with exit code 2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// The message, with a remedy where there is one.
    pub error: String,
}

impl Schema for Failed {}

/// No backend disagrees (`kvant bisect`, `kvant reduce`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoDisagreement {
    /// The program's name.
    pub program: String,
    /// Always null.
    pub disagrees: Option<String>,
}

impl Schema for NoDisagreement {}

/// One program through every compiler (`kvant diff`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diff {
    /// The program's name.
    pub program: String,
    /// Number of statements.
    pub statements: usize,
    /// The last line that it must print.
    pub expected: String,
    /// The first kind of the findings.
    pub kind: Option<Kind>,
    /// The findings.
    pub findings: Vec<DiffFinding>,
    /// The verdicts of the backends.
    pub backends: Vec<DiffBackend>,
}

impl Schema for Diff {}

/// A finding of `kvant diff`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffFinding {
    /// The kind.
    pub kind: Kind,
    /// Equal for findings that are one bug, as far as that can be known.
    pub signature: String,
    /// A line about it.
    pub headline: String,
    /// Passes or flags; without any one of them the backend agrees.
    pub suspects: Vec<String>,
}

/// The verdict of a backend in `kvant diff`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiffBackend {
    /// The backend's name.
    pub name: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The details, for people.
    pub detail: String,
    /// The verdicts of repetitions.
    pub again: Vec<VerdictKind>,
}

/// The cause of a disagreement (`kvant bisect`, and `bisection.json` of an analysis).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bisection {
    /// The program's name.
    pub program: String,
    /// The backend that disagrees.
    pub disagrees: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The details, for people.
    pub detail: String,
    /// The backend with the fewest flags that shows it.
    pub needed: Needed,
    /// The lowest of the levels O0 to O3 that shows it.
    pub level: Option<String>,
    /// The versions that show it, for people.
    pub since: String,
    /// The first version that shows it, if an older one does not.
    pub first_bad: Option<String>,
    /// The verdicts of all versions, from the oldest to the newest.
    pub versions: Vec<BisectedVersion>,
    /// True if the same question was answered in two different ways.
    pub flaky: bool,
    /// Number of tests by compilers.
    pub probes: usize,
    /// Processor time.
    pub cpu_seconds: f64,
    /// Each part of the compiler: `mir`, `llvm`, `gcc`.
    #[serde(flatten)]
    pub parts: BTreeMap<String, Blame>,
}

impl Schema for Bisection {}

/// A backend with its command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needed {
    /// The backend's name.
    pub backend: String,
    /// The command line.
    pub command: String,
}

/// The verdict of a version in a bisection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BisectedVersion {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release.
    pub release: String,
    /// True if that is the same fault.
    pub shows: bool,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// Flags that it does not know.
    pub left_out: Vec<String>,
}

/// The result of bisecting one part of a compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    /// The pass; null if none was found.
    pub culprit: Option<String>,
    /// The reason why there is no pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The function that the pass works on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// The number of the pass, if passes are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Number of passes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Other passes; without any one of them the backend agrees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also_right_without: Vec<String>,
    /// True if the answers are the same each time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firm: Option<bool>,
    /// The function whose code is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_of: Option<String>,
    /// The form of the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The code before the pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The code after the pass. Null if the pass does not complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The smallest program that shows a disagreement (`kvant reduce`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// The program's name.
    pub program: String,
    /// The backend that disagrees.
    pub disagrees: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The details, for people.
    pub detail: String,
    /// The kind, if the disagreement is a finding.
    pub kind: Option<Kind>,
    /// Size of the original program.
    pub original: Size,
    /// Size of the smallest program.
    pub size: Size,
    /// `smallest`, `budget`, `cancelled` or `trouble`.
    pub end: String,
    /// The error that ended the reduction, if `end` is `trouble`.
    pub trouble: Option<String>,
    /// True if it shows each time.
    pub firm: bool,
    /// The backend that agrees with the machine.
    pub witness: Option<String>,
    /// Number of candidates that compilers were asked about.
    pub asked: u64,
    /// Number of candidates that were accepted.
    pub accepted: u64,
    /// Number of candidates whose answer was in the cache.
    pub known: u64,
    /// Number of calls of compilers.
    pub calls: u64,
    /// Processor time.
    pub cpu_seconds: f64,
    /// The passes that it comes from, in a line; empty if unknown.
    pub culprit: String,
    /// True if the original program agrees without the culprit.
    pub same_cause: Option<bool>,
    /// Operations of the smallest program.
    pub shape: Vec<String>,
    /// True if it shows in ordinary code too.
    pub lifted: bool,
    /// The bisection.
    pub bisection: Option<Bisection>,
    /// The names of the files that were written.
    pub files: Vec<String>,
    /// The smallest program.
    pub text: String,
}

impl Schema for Reduction {}

/// A folder with the files of a finding (`kvant repro`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repro {
    /// The finding's number.
    pub finding: i64,
    /// Its kind.
    pub kind: Kind,
    /// The program's seed.
    pub seed: u64,
    /// The folder.
    pub folder: String,
    /// The names of the files.
    pub files: Vec<String>,
    /// The script that shows it.
    pub run: Option<String>,
}

impl Schema for Repro {}

/// A folder with all facts about a bug (`kvant bundle`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// The bug's number.
    pub bug: i64,
    /// The folder.
    pub folder: String,
    /// The names of the files.
    pub files: Vec<String>,
}

impl Schema for Bundle {}

/// The verdict of a backend in `matrix.json` of a bundle, which is a list of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatrixEntry {
    /// The backend's name.
    pub backend: String,
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release.
    pub release: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The details, for people.
    pub detail: String,
    /// The command line.
    pub command: String,
}

/// Findings that were muted (`kvant mute SIGNATURE`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Muted {
    /// The pattern.
    pub pattern: String,
    /// The link that says why.
    pub link: String,
    /// The numbers of the findings that it matches.
    pub findings: Vec<i64>,
}

impl Schema for Muted {}

/// A mute that was removed (`kvant mute --remove`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unmuted {
    /// The pattern.
    pub removed: String,
}

impl Schema for Unmuted {}

/// All mutes (`kvant mute --list`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutes {
    /// The mutes, the oldest first.
    pub mutes: Vec<Mute>,
}

impl Schema for Mutes {}

/// Bugs, tested with the compilers that are installed now (`kvant recheck`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rechecked {
    /// The folder of the store.
    pub store: String,
    /// The compilers.
    pub toolchains: Vec<RecheckedWith>,
    /// The bugs.
    pub bugs: Vec<RecheckedBug>,
    /// Bugs that cannot be rechecked.
    pub not_asked: Vec<NotAsked>,
}

impl Schema for Rechecked {}

/// A compiler of `kvant recheck`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecheckedWith {
    /// The toolchain's name.
    pub name: String,
    /// Its release.
    pub release: String,
}

/// A bug of `kvant recheck`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecheckedBug {
    /// The bug's number.
    pub bug: i64,
    /// Its kind.
    pub kind: Kind,
    /// Its state now.
    pub state: BugState,
    /// The release in which it was considered fixed before.
    pub was_fixed_in: Option<String>,
    /// The release in which it is considered fixed now.
    pub fixed_in: Option<String>,
    /// True if it was considered fixed and is not.
    pub back: bool,
    /// The answers.
    pub answers: Vec<RecheckAnswer>,
}

/// The answer of a compiler in `kvant recheck`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecheckAnswer {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release.
    pub release: String,
    /// The backend's name.
    pub backend: String,
    /// Its verdict, as far as it is evidence.
    pub verdict: VerdictKind,
    /// True if that is the same fault.
    pub shows: bool,
    /// Flags that it does not know.
    pub left_out: Vec<String>,
}

/// A bug that cannot be rechecked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotAsked {
    /// The bug's number.
    pub bug: i64,
    /// The reason.
    pub why: String,
}

/// The compilers that were found (`kvant toolchains`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Toolchains {
    /// Compilers of Rust.
    pub toolchains: Vec<RustCompiler>,
    /// Compilers of C.
    pub c_compilers: Vec<Compiler>,
    /// Compilers of other languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_compilers: Vec<Compiler>,
    /// Compilers that cannot be used.
    pub skipped: Vec<Skipped>,
    /// The file that caches the versions and abilities of compilers.
    pub cache: Option<String>,
}

impl Schema for Toolchains {}

/// A compiler of Rust.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RustCompiler {
    /// Its name.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Its path.
    pub rustc: String,
    /// The folder of its libraries.
    pub sysroot: String,
    /// Environment variables that it is started with.
    pub env: BTreeMap<String, String>,
    /// Its release.
    pub release: String,
    /// `stable`, `beta`, `nightly` or `dev`.
    pub channel: String,
    /// The commit that it was built from.
    pub commit: Option<String>,
    /// The day of that commit.
    pub date: Option<String>,
    /// The version of its LLVM.
    pub llvm: Option<String>,
    /// Its target.
    pub host: String,
    /// The reason why it is not used, if it is not.
    pub not_used: Option<String>,
    /// Its abilities.
    #[serde(flatten)]
    pub abilities: Abilities,
}

/// A compiler of another language than Rust.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiler {
    /// Its name.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Its family: `gcc`, `clang`, `tcc`.
    pub kind: String,
    /// Its release.
    pub version: String,
    /// Its target.
    pub target: String,
    /// The processor architecture of the target.
    pub architecture: String,
    /// The program that runs its executables, if they are for another architecture.
    pub emulator: Option<String>,
    /// Its path.
    pub path: String,
    /// Its abilities.
    #[serde(flatten)]
    pub abilities: Abilities,
}

/// The abilities of a compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abilities {
    /// The abilities that it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has: Option<Vec<String>>,
    /// The abilities that it lacks, each with the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<BTreeMap<String, String>>,
    /// The reason why they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A compiler that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Its name.
    pub name: String,
    /// The reason.
    pub why: String,
}

/// Campaigns against compilers that misbehave on purpose (`kvant selftest`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selftest {
    /// The compiler that the canaries wrap.
    pub toolchain: String,
    /// The canaries.
    pub canaries: Vec<CanaryTrial>,
    /// Number of canaries that failed.
    pub failed: usize,
}

impl Schema for Selftest {}

/// The result of one canary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CanaryTrial {
    /// Its name.
    pub canary: String,
    /// Its misbehaviour.
    pub about: String,
    /// The kind that it must be found as.
    pub expected: Option<Kind>,
    /// Number of findings by kind.
    pub found: BTreeMap<Kind, u64>,
    /// Number of programs.
    pub programs: u64,
    /// The deviation from the expected result. Null if there is none.
    pub complaint: Option<String>,
}

/// Campaigns against canaries, with reduction of the findings (`kvant selftest --reduce`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelftestReduce {
    /// The compiler that the canaries wrap.
    pub toolchain: String,
    /// The canaries.
    pub canaries: Vec<CanaryReduced>,
    /// Canaries whose bugs were taken for one bug.
    pub mixed: Vec<String>,
    /// Number of failures.
    pub failed: usize,
}

impl Schema for SelftestReduce {}

/// The result of one canary with reduction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanaryReduced {
    /// Its name.
    pub canary: String,
    /// The deviation from the expected result. Null if there is none.
    pub complaint: Option<String>,
    /// Number of occurrences.
    pub occurrences: u64,
    /// The numbers of its bugs.
    pub bugs: Vec<i64>,
    /// Its findings.
    pub findings: Vec<CanaryFinding>,
}

/// A finding of a canary.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanaryFinding {
    /// Statements of the program in which it was found.
    pub original_statements: usize,
    /// Statements of the smallest program.
    pub statements: usize,
    /// Functions of the smallest program.
    pub functions: usize,
    /// The symptom, in a line.
    pub symptom: String,
    /// The passes that it comes from, in a line; empty if unknown.
    pub culprit: String,
    /// Operations of the smallest program.
    pub shape: Vec<String>,
    /// True if it shows in ordinary code too.
    pub lifted: bool,
    /// Number of calls of compilers.
    pub calls: u64,
    /// Processor time.
    pub cpu_seconds: f64,
}
