//! The arguments of all commands, with their help.

mod bench;
mod bugs;
pub(crate) mod help;
mod reduce;
mod refine;
mod values;
mod version_args;

use std::ffi::OsString;
use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use kvant_campaign::Kind;
use kvant_memory::Target;
use kvant_toolchain::Preset;

use crate::generator_args::GeneratorArgs;
use crate::language_args::{LanguageArgs, TargetArgs};

pub(crate) use bench::{
    Bench, BenchC, BenchEdits, BenchGenerate, BenchLlvm, BenchPipeline, BenchReduce, BenchRefine,
    BenchSample, BenchWitnesses,
};
pub(crate) use bugs::{Bugs, Bundle, Recheck};
pub(crate) use reduce::Reduce;
pub(crate) use refine::Refine;
pub(crate) use version_args::VersionArgs;

use values::{
    any_duration, at_least_one, batch, campaign_seed, canary, duration, finding_number, jobs,
    kinds, machine_name, sample, seed, seeds, statements, target,
};

/// Finds compiler bugs: generates random, well-defined programs, computes what each must print on an abstract machine, and
/// compares that with the behaviour of real compilers.
///
/// Exit codes: 0 no problem found, 1 a problem was found, 2 the command failed.
#[derive(Parser)]
#[command(name = "kvant", version, propagate_version = true)]
pub(crate) struct Cli {
    /// The settings file, which names compilers and backends [default: `kvant.toml` and `zoo/kvant.toml` in the current
    /// folder, if they exist]
    #[arg(long, value_name = "FILE", global = true, display_order = 900)]
    pub(crate) settings: Option<PathBuf>,
    /// Print JSON, as described in docs/JSON.md; `fuzz` prints one event in each line
    #[arg(long, global = true, display_order = 901)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a program on the abstract machine: print its output, or the rule that it breaks
    Run(Run),
    /// Judge a transformation of LLVM IR: is everything that a function does after it something that it could do before?
    ///
    /// Functions of both files are paired by their names and executed on inputs that are searched on the function before. With one
    /// file, `opt` makes the other one; things that the machine does not check, such as type-based alias metadata, are removed from
    /// the file before.
    ///
    /// Exit codes: 0 every function that could be judged is right, 1 some function is wrong or `opt` crashed, 2 the command failed
    /// or nothing could be judged.
    Refine(Refine),
    /// Generate random programs, or list the features and settings of the generator
    Gen(Gen),
    /// Compile and run one program with every compiler, and compare with the machine
    Diff(Diff),
    /// Find the cause of a disagreement: flags, pass, function, and the first version of the compiler
    ///
    /// Exit codes: 0 no backend disagrees, 1 a culprit was found, 2 the command failed or found no culprit.
    Bisect(Bisect),
    /// Reduce the program of a disagreement, and find the cause
    ///
    /// Every program on the way is well defined, prints what it must without optimisation, and shows the same fault. The answers
    /// of compilers are kept: after an interruption, the same command resumes the reduction.
    ///
    /// Exit codes: 0 no backend disagrees, 1 the program was reduced, 2 the command failed.
    Reduce(Reduce),
    /// Run a campaign: test random programs with every compiler, and record every disagreement
    Fuzz(Fuzz),
    /// Show the state of a campaign: programs, speed, findings, and the verdicts of each backend
    Status(Status),
    /// List findings, or show one in detail
    ///
    /// Exit codes of the list: 0 no finding counts, 1 some finding counts, 2 the command failed. Muted findings do not count, nor
    /// do those that may be no bugs: flaky ones, and those that need the compiler's assumptions about aliasing or signed overflow.
    Findings(Findings),
    /// Write the files of a finding to a folder, with a script that reproduces it
    Repro(Repro),
    /// List bugs: findings with the same cause count as one bug
    Bugs(Bugs),
    /// Test which bugs the installed compilers still show
    ///
    /// Exit codes: 0 all bugs were tested, 1 a bug that counted as fixed is back, 2 some test failed to run.
    Recheck(Recheck),
    /// Write a folder with everything known about a bug, for a person who reports it
    ///
    /// Nothing is sent anywhere.
    Bundle(Bundle),
    /// Mute findings that are known already
    ///
    /// Muted findings are still counted, but not listed, and they do not change exit codes. A mute applies to earlier findings
    /// too.
    Mute(Mute),
    /// Check Kvant itself: run short campaigns against compilers that misbehave on purpose (canaries)
    Selftest(Selftest),
    /// List the compilers that are found, their abilities, and why others are left out
    Toolchains(Toolchains),
    /// Run a benchmark
    #[command(subcommand)]
    Bench(Bench),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Act as a compiler that misbehaves on purpose; for `selftest`
    #[command(hide = true)]
    Canary(Canary),
    /// Exit with 0 if the machine accepts a program and a backend gets it wrong; the interestingness test of other reducers
    #[command(hide = true)]
    Shows(Shows),
}

#[derive(Args)]
pub(crate) struct Run {
    #[arg(help = help::program_to_run())]
    pub(crate) file: PathBuf,
    #[arg(long, value_name = "NAME", value_parser = machine_name, help = help::language_to_run())]
    pub(crate) lang: Option<String>,
    /// Print every observation, not only their digest; or, where the machine makes none, every executed instruction with its result
    #[arg(long)]
    pub(crate) trace: bool,
    /// Explain the value of an observation step by step: the one with this number, counted from 0, or the last one
    #[arg(long, value_name = "N", num_args = 0..=1, conflicts_with = "json")]
    #[allow(clippy::option_option)] // Without the option, without a number, with a number.
    pub(crate) explain: Option<Option<usize>>,
    #[arg(long, value_name = "FUNCTION", help = help::of_any_function("Call this function [default: `main`, or else the only one]"))]
    pub(crate) entry: Option<String>,
    #[arg(
        long = "args",
        value_name = "VALUE, …",
        allow_hyphen_values = true,
        help = help::of_any_function(
            "Call it with these values, such as `5, i32 -1, poison, <1, 2>, {1, 2}`; `alloc(16, align 8)` is a pointer to an object with \
             undef contents, `bytes(00 ff)` to one with these bytes, `bytes(00 ff) + 1` into it, `#0` to the first object that is \
             written, and `alloc(16, 8: #1)` has a pointer at offset 8"
        )
    )]
    pub(crate) arguments: Vec<String>,
    #[arg(long, value_name = "N", conflicts_with = "all", help = help::of_any_function("Draw nondeterministic results at random, from this seed [default: the first alternatives]"))]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "N", help = help::of_any_function("Draw the results of unknown functions from this seed, as `kvant refine` does; with an odd one also the contents of variables that others can change [default: that of --seed, or 0]"))]
    pub(crate) outside: Option<u64>,
    #[arg(
        long,
        value_name = "RUNS",
        num_args = 0..=1,
        default_missing_value = "10000",
        value_parser = at_least_one(),
        conflicts_with = "trace",
        help = help::of_any_function("Run with all nondeterministic results, at most this often [default: 10000], and print each outcome once")
    )]
    pub(crate) all: Option<u64>,
    /// Stop after this many statements or instructions
    #[arg(long, value_name = "STEPS", default_value_t = 50_000_000)]
    pub(crate) budget: u64,
    /// The target, which determines pointer size, alignments and byte order [default: that of the file's first line, or
    /// `x86_64`]
    #[arg(long, value_name = "NAME", value_parser = target)]
    pub(crate) target: Option<Target>,
}

#[derive(Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag of the command line.
pub(crate) struct Gen {
    /// The seed; the same seed gives the same program everywhere, and the same text for the same version of the compiler. With
    /// --count, the first one
    /// [default with --count or --stats: 0]
    #[arg(
        long,
        value_name = "N",
        value_parser = seed,
        allow_negative_numbers = true,
        required_unless_present_any = ["count", "stats", "list_features", "show_config"]
    )]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) generator: GeneratorArgs,
    /// The form of the text
    #[arg(long, value_enum, default_value_t = TextForm::Readable)]
    pub(crate) form: TextForm,
    #[command(flatten)]
    pub(crate) versions: VersionArgs,
    /// Write to this file instead of standard output; with --count, to this folder
    #[arg(long, short, value_name = "FILE|FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Write the programs of this many consecutive seeds, each to a file, and `programs.json` with the expected output of each;
    /// with --json, --out may be left out; with --stats, the number of programs
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub(crate) count: Option<u64>,
    /// Print statistics instead of the programs: executed and live statements, live features, refused proposals
    #[arg(long, conflicts_with_all = ["form", "out"])]
    pub(crate) stats: bool,
    /// List the features, with the percentage of programs in which each is on
    #[arg(long = "features", conflicts_with_all = ["seed", "count", "stats", "form", "out"])]
    pub(crate) list_features: bool,
    /// Generate the program and all its texts, in a thread as a campaign does, and print nothing
    #[arg(long, hide = true, conflicts_with_all = ["count", "stats", "list_features", "form", "out"])]
    pub(crate) rehearse: bool,
    /// Print the configuration of the generator, as a file for --config
    #[arg(
        long,
        conflicts_with_all = ["seed", "count", "stats", "list_features", "form", "out"]
    )]
    pub(crate) show_config: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TextForm {
    /// Indented, for people; `kvant run` and `kvant diff` read it
    Readable,
    /// The same program, cheaper to compile
    Fast,
    /// For the compiler's compile-time interpreter, if it has one: compiles only if it observes the expected values
    Const,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "seed"]))]
pub(crate) struct Diff {
    #[arg(help = help::program())]
    pub(crate) file: Option<PathBuf>,
    /// Generate the program from this seed instead
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) generator: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "seed", "finding"]))]
pub(crate) struct Bisect {
    #[arg(help = help::program())]
    pub(crate) file: Option<PathBuf>,
    /// Generate the program from this seed instead
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Use the program of this finding of the store instead
    #[arg(long, value_name = "N", value_parser = finding_number())]
    pub(crate) finding: Option<i64>,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) generator: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
    /// Begin with the build that these flags of the compiler ask for, separated by blanks. Without them: with the first of the
    /// default builds and O2 that disagrees, highest level first, on the newest compiler that does
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        conflicts_with = "backends"
    )]
    pub(crate) flags: Option<String>,
}

#[derive(Args)]
pub(crate) struct Toolchains {
    /// Probe all compilers again instead of using cached answers
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// The choice of backends.
#[derive(Args, Clone)]
pub(crate) struct Matrix {
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    #[arg(long, value_name = "NAME", help = help::presets(), value_parser = PossibleValuesParser::new(Preset::ALL.map(Preset::name))
        .try_map(|name| name.parse::<Preset>()))]
    pub(crate) backends: Option<Preset>,
}

/// The choice of compilers.
#[derive(Args, Clone)]
pub(crate) struct Compilers {
    /// Use this compiler: its name as `kvant toolchains` lists it, its version if that is enough, or its path; may be
    /// repeated. Without it: all that are found
    #[arg(long = "toolchain", value_name = "NAME|PATH")]
    pub(crate) toolchains: Vec<String>,
}

/// The default folder of the store.
pub(crate) const STORE: &str = "kvant-store";

#[derive(Args)]
pub(crate) struct Fuzz {
    /// The seeds to test, such as `1000..2000` or `1000..`; seeds that were tested before are skipped. Without it: resume the
    /// campaign, or begin at a seed that depends on the time
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "seed")]
    pub(crate) seeds: Option<Range<u64>>,
    /// The first seed: the same as `--seeds N..`
    #[arg(long, value_name = "N", value_parser = campaign_seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Stop after this many programs [default: run until interrupted]
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub(crate) count: Option<u64>,
    /// Stop after this time, such as `90s`, `15m`, `8h` or `2d12h`. Reductions are interrupted at once, and batches 20 s later; the
    /// next run resumes them
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Number of batches that are tested at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) generator: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
    /// Test each batch with this many backends, those that have tested the fewest programs so far: more programs in the same
    /// time [default: all backends]
    #[arg(long, value_name = "N", value_parser = sample)]
    pub(crate) sample: Option<NonZero<usize>>,
    /// Also run O0 builds, sanitizers and compile-time evaluation on every program, not only after a disagreement
    #[arg(long, alias = "opinions")]
    pub(crate) references: bool,
    /// Number of programs that are compiled together; 1: each alone [default: adapted to the compilers]
    #[arg(long, value_name = "N", value_parser = batch)]
    pub(crate) batch: Option<NonZero<usize>>,
    /// Processor time for the reduction of each new finding, such as `10m`; `0s`: no reduction. After the first one, reductions
    /// wait until four times as much time was spent on testing
    #[arg(long, value_name = "TIME", value_parser = any_duration, default_value = "5m")]
    pub(crate) reduce: Duration,
    /// The folder of the store, which keeps findings and tested seeds. Campaigns may share a store
    #[arg(long, value_name = "FOLDER", default_value = STORE)]
    pub(crate) store: PathBuf,
}

#[derive(Args)]
pub(crate) struct Selftest {
    /// Test only this canary; may be repeated [default: all]
    #[arg(long = "canary", value_name = "NAME", value_parser = canary())]
    pub(crate) canaries: Vec<kvant_canary::Canary>,
    /// Also reduce the findings, and check that different canaries become different bugs. This takes a while
    #[arg(long)]
    pub(crate) reduce: bool,
    /// Number of statements of the programs that are reduced
    #[arg(long, value_name = "N", default_value_t = 5000, requires = "reduce", value_parser = statements())]
    pub(crate) size: usize,
    /// Number of canaries that are tested at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}

/// The store.
#[derive(Args)]
pub(crate) struct Kept {
    /// The folder of the store, which keeps findings and tested seeds
    #[arg(long, value_name = "FOLDER", default_value = STORE)]
    pub(crate) store: PathBuf,
}

#[derive(Args)]
pub(crate) struct Status {
    /// Show all campaigns, not only the last one
    #[arg(long)]
    pub(crate) all: bool,
    /// With --json: add the number of programs and the processor time of each minute
    #[arg(long)]
    pub(crate) rates: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Findings {
    #[command(subcommand)]
    pub(crate) which: Option<WhichFinding>,
    /// List only findings of this kind
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub(crate) kind: Option<Kind>,
    /// List muted findings too
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Subcommand)]
pub(crate) enum WhichFinding {
    /// Show one finding in detail: all verdicts, its occurrences, and the commands that reproduce it
    Show {
        /// The finding's number
        #[arg(value_name = "N", value_parser = finding_number())]
        number: i64,
        #[command(flatten)]
        kept: Kept,
    },
}

#[derive(Args)]
pub(crate) struct Repro {
    /// The finding's number
    #[arg(value_name = "N", value_parser = finding_number())]
    pub(crate) number: i64,
    /// The folder to write to, which must be empty or new [default: finding-N]
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Use the K-th occurrence, as numbered by `kvant findings show` [default: the first]
    #[arg(long, value_name = "K", value_parser = at_least_one())]
    pub(crate) occurrence: Option<u64>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["signature", "list", "remove"]))]
pub(crate) struct Mute {
    /// The signature, in which `*` stands for anything; or the number of a finding
    #[arg(value_name = "SIGNATURE|N", requires = "link")]
    pub(crate) signature: Option<String>,
    /// The address of the reason: a bug report, a discussion
    #[arg(long, value_name = "URL", requires = "signature")]
    pub(crate) link: Option<String>,
    /// List the muted patterns
    #[arg(long)]
    pub(crate) list: bool,
    /// Remove this pattern, as --list shows it
    #[arg(long, value_name = "PATTERN")]
    pub(crate) remove: Option<String>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
pub(crate) struct Shows {
    /// The program
    pub(crate) file: PathBuf,
    /// The backend that gets it wrong
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: String,
    /// Its verdict, such as `wrong value`
    #[arg(long, value_name = "VERDICT")]
    pub(crate) verdict: String,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
}

#[derive(Args)]
pub(crate) struct Canary {
    /// The words of its script
    #[arg(last = true)]
    pub(crate) words: Vec<OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_arguments_make_sense() {
        Cli::command().debug_assert();
    }

    #[test]
    fn benchmarks_have_counts_of_their_own() {
        for (name, count) in [
            ("survival", "50"),
            ("generate", "20"),
            ("machine", "20"),
            ("passes", "200"),
            ("pipeline", "96"),
        ] {
            let help = Cli::try_parse_from(["kvant", "bench", name, "--help"]).err();
            let help = help.map(|help| help.to_string()).unwrap_or_default();
            // Where lines are broken does not matter.
            let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(help.contains(&format!("[default: {count}]")), "{help}");
        }
    }

    #[test]
    fn a_seed_is_needed_where_there_is_one_program() {
        let reads = |arguments: &[&str]| {
            Cli::try_parse_from([&["kvant", "gen"][..], arguments].concat()).is_ok()
        };
        assert!(reads(&["--seed", "18446744073709551615"]));
        assert!(reads(&["--count", "3", "--out", "x"]));
        assert!(reads(&["--features", "--json"]));
        assert!(reads(&[
            "--show-config",
            "--size",
            "tiny",
            "--feature=-loops"
        ]));
        assert!(!reads(&[]));
        assert!(!reads(&["--seed", "-1"]));
    }
}
