//! The arguments.

mod bench;
mod bugs;
mod reduce;
mod values;

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
use kvant_mir::print::Version;
use kvant_toolchain::Preset;

use crate::lang::{LanguageArgs, TargetArgs};
use crate::taste::GeneratorArgs;

pub(crate) use bench::{Bench, BenchC, BenchGenerate, BenchPipeline, BenchReduce, BenchSample};
pub(crate) use bugs::{Bugs, Bundle, Recheck};
pub(crate) use reduce::Reduce;

use values::{
    any_duration, at_least_one, batch, campaign_seed, canary, duration, finding_number, jobs,
    kinds, rustc_version, sample, seed, seeds, statements, target,
};

/// Finds compiler bugs: writes random programs that are well defined, knows what each must print, and
/// compares that with what real compilers make of them.
///
/// Exit codes: 0 all is well, 1 bad news was found, 2 it could not be done.
#[derive(Parser)]
#[command(name = "kvant", version, propagate_version = true)]
pub(crate) struct Cli {
    /// The file that names compilers and backends; without it, `kvant.toml` and `zoo/kvant.toml` of the current
    /// folder, where they exist
    #[arg(long, value_name = "FILE", global = true, display_order = 900)]
    pub(crate) settings: Option<PathBuf>,
    /// Print JSON, as docs/JSON.md describes it; `fuzz` prints one event a line
    #[arg(long, global = true, display_order = 901)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a program on the machine and say what it prints, or why it is not defined
    Run(Run),
    /// Write random programs, and say what they may be like
    Gen(Gen),
    /// Put one program through every compiler and compare
    Diff(Diff),
    /// Find out where a disagreement comes from: which flags and which pass on which function, since which version
    ///
    /// Exit codes: 0 nobody disagrees, 1 a culprit was found, 2 it could not be done.
    Bisect(Bisect),
    /// Make the program of a disagreement as small as it can be, and find out where it comes from
    ///
    /// Every program on the way is defined, prints what it must with a compiler that does not optimise, and shows the same
    /// fault. What comes of it is kept, and the same command goes on after an interruption.
    ///
    /// Exit codes: 0 nobody disagrees, 1 it was made smaller, 2 it could not be done.
    Reduce(Reduce),
    /// Run a campaign: put random programs through every compiler, and keep all on which one disagrees
    Fuzz(Fuzz),
    /// Say how a campaign is going: what was tested, how fast, and what each compiler said
    Status(Status),
    /// List what was found, or show one finding
    ///
    /// Exit codes of the list: 0 nothing that counts, 1 there are findings, 2 it could not be done. Muted findings do
    /// not count, nor do those that may be nobody's bug: flaky ones, and those that depend on rules of aliasing that
    /// are not settled.
    Findings(Findings),
    /// Write the files of a finding to a folder, with the commands that show it again
    Repro(Repro),
    /// List bugs: findings, each with all that are known to be the same
    Bugs(Bugs),
    /// Ask the compilers that are here now which bugs they still show
    ///
    /// Exit codes: 0 all were asked, 1 a bug that was held to be fixed is back, 2 it could not be done.
    Recheck(Recheck),
    /// Write a folder with all that is known of a bug: facts for a person who reports it
    ///
    /// Nothing is sent anywhere.
    Bundle(Bundle),
    /// Hear no more of a finding that is reported already
    ///
    /// What is muted is still counted, also if it was found before. It is not listed, and it is no bad news.
    Mute(Mute),
    /// Run short campaigns against compilers that misbehave on purpose, and see that everything is noticed
    Selftest(Selftest),
    /// List the compilers that are found, what each can do, and why others are left out
    Toolchains(Toolchains),
    /// Measure
    #[command(subcommand)]
    Bench(Bench),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Be a compiler that misbehaves on purpose, to show that somebody notices
    #[command(hide = true)]
    Canary(Canary),
    /// Say by the exit code whether the machine accepts a program and a backend gets it wrong: for other reducers
    #[command(hide = true)]
    Shows(Shows),
}

#[derive(Args)]
pub(crate) struct Run {
    /// The program, in custom MIR or, if its name ends in `.c`, in C; `-` reads MIR from standard input
    pub(crate) file: PathBuf,
    /// Print every observation, not only their digest
    #[arg(long)]
    pub(crate) trace: bool,
    /// Say step by step why the observation of this number, counted from 0, is what it is; without a number, the last
    #[arg(long, value_name = "N", num_args = 0..=1, conflicts_with = "json")]
    #[allow(clippy::option_option)] // Not asked for, without a number, with one.
    pub(crate) explain: Option<Option<usize>>,
    /// Give up after this many statements
    #[arg(long, value_name = "STEPS", default_value_t = 50_000_000)]
    pub(crate) budget: u64,
    /// The target whose pointers, alignments and byte order it has [default: what the first line of the file says, or `x86_64`]
    #[arg(long, value_name = "NAME", value_parser = target)]
    pub(crate) target: Option<Target>,
}

#[derive(Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag that somebody may give.
pub(crate) struct Gen {
    /// The seed; the same seed gives the same program everywhere, and the same text for the same version of rustc. With
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
    pub(crate) taste: GeneratorArgs,
    /// How the text is written
    #[arg(long, value_enum, default_value_t = TextForm::Readable)]
    pub(crate) form: TextForm,
    /// The version of rustc that the text is for, such as `1.85`; without it, that of the first compiler that `fuzz` would use
    #[arg(long, value_name = "VERSION", value_parser = rustc_version)]
    pub(crate) rustc: Option<Version>,
    /// Write to this file instead of standard output; with --count, to this folder
    #[arg(long, short, value_name = "FILE|FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Write the programs of this many consecutive seeds as `seed-N.rs`, and `programs.json`, which
    /// says what each must print; with --stats, look at so many
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub(crate) count: Option<u64>,
    /// Print how healthy the programs are instead of the programs: what of them is executed and matters,
    /// which features matter, what was refused
    #[arg(long, conflicts_with_all = ["form", "out", "rustc"])]
    pub(crate) stats: bool,
    /// List the features, and in how many of 100 programs each is on
    #[arg(long = "features", conflicts_with_all = ["seed", "count", "stats", "form", "out", "rustc"])]
    pub(crate) list_features: bool,
    /// Make the program and every text of it, in a thread as a campaign does, and print nothing
    #[arg(long, hide = true, conflicts_with_all = ["count", "stats", "list_features", "form", "out", "rustc"])]
    pub(crate) rehearse: bool,
    /// Print the configuration that would be used, as a file for --config
    #[arg(
        long,
        conflicts_with_all = ["seed", "count", "stats", "list_features", "form", "out", "rustc"]
    )]
    pub(crate) show_config: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TextForm {
    /// With `mir!`, indented; `kvant run` and `kvant diff` read it
    Readable,
    /// What `mir!` expands to: the same program, a third cheaper to compile
    Fast,
    /// For rustc's compile-time interpreter: compiles only if it observes what it must
    Const,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "seed"]))]
pub(crate) struct Diff {
    /// The program, in custom MIR or, if its name ends in `.c`, in C; `-` reads MIR from standard input
    pub(crate) file: Option<PathBuf>,
    /// Generate the program from this seed instead
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) taste: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "seed", "finding"]))]
pub(crate) struct Bisect {
    /// The program, in custom MIR or, if its name ends in `.c`, in C; `-` reads MIR from standard input
    pub(crate) file: Option<PathBuf>,
    /// Generate the program from this seed instead
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Take the program of this finding of the store instead
    #[arg(long, value_name = "N", value_parser = finding_number())]
    pub(crate) finding: Option<i64>,
    #[command(flatten)]
    pub(crate) kept: Kept,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) taste: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
    /// Begin with these flags of the compiler, such as `-Copt-level=2 -Zinline-mir=yes`. Without them: with the first of O3,
    /// O3 with all MIR passes, and O2 that disagrees, on the newest compiler that does
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
    /// Ask all of them again, instead of believing what they said last time
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// Which compilers are asked, and for what.
#[derive(Args, Clone)]
pub(crate) struct Matrix {
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// How every compiler is asked: quick (O3, and O3 with all MIR passes), standard (also O2, and MIR passes without LLVM),
    /// or full (some thirty ways: all levels, single MIR passes off, LTO, compile-time evaluation, Cranelift and Miri…). Of compilers of C:
    /// quick (O2 and O3), standard (also O1, Os and what this processor knows), or full (all levels, sanitizers, LTO…).
    /// Without it, what the settings say, or what the command does by itself
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Preset::ALL.map(Preset::name))
        .try_map(|name| name.parse::<Preset>()))]
    pub(crate) backends: Option<Preset>,
}

/// Which compilers are asked.
#[derive(Args, Clone)]
pub(crate) struct Compilers {
    /// Use this toolchain: `stable`, `nightly`, `1.85`, or the path of a rustc; `gcc-12`, `clang`, or the path of one for
    /// programs in C; may be repeated. Without it: every one that is found
    #[arg(long = "toolchain", value_name = "NAME|PATH")]
    pub(crate) toolchains: Vec<String>,
}

/// Where a campaign keeps what it knows, if nobody says otherwise.
pub(crate) const STORE: &str = "kvant-store";

#[derive(Args)]
pub(crate) struct Fuzz {
    /// The seeds to test, such as `1000..2000` or `1000..`; those that were tested before are not tested again. Without
    /// it: go on where the campaign was, or begin at one that depends on the time
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "seed")]
    pub(crate) seeds: Option<Range<u64>>,
    /// The first seed: the same as `--seeds N..`
    #[arg(long, value_name = "N", value_parser = campaign_seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Stop after this many programs; without it, go on until interrupted
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub(crate) count: Option<u64>,
    /// Begin nothing new after this long, such as `90s`, `15m`, `8h` or `2d12h`. A reduction is interrupted then, and batches
    /// after 20 s more; the next run resumes them
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// How many batches are tested at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) language: LanguageArgs,
    #[command(flatten)]
    pub(crate) taste: GeneratorArgs,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
    /// Put each batch of programs through so many of the backends, drawn anew for each: more programs in the same time.
    /// Without it: through all of them
    #[arg(long, value_name = "N", value_parser = sample)]
    pub(crate) sample: Option<NonZero<usize>>,
    /// Also run O0 builds, sanitizers and compile-time evaluation on every program, not only after a disagreement
    #[arg(long, alias = "opinions")]
    pub(crate) references: bool,
    /// Compile so many programs at once; 1: each alone. Without it: as many as pays
    #[arg(long, value_name = "N", value_parser = batch)]
    pub(crate) batch: Option<NonZero<usize>>,
    /// Spend about so much processor time at most on making the program of a new finding smaller, such as `10m`; `0s`:
    /// none. Beyond the first, findings wait until four times as much was spent on testing
    #[arg(long, value_name = "TIME", value_parser = any_duration, default_value = "5m")]
    pub(crate) reduce: Duration,
    /// The folder that keeps findings and remembers what was tested. Several campaigns may share one
    #[arg(long, value_name = "FOLDER", default_value = STORE)]
    pub(crate) store: PathBuf,
}

#[derive(Args)]
pub(crate) struct Selftest {
    /// Try only this canary; may be repeated. Without it: all
    #[arg(long = "canary", value_name = "NAME", value_parser = canary())]
    pub(crate) canaries: Vec<kvant_canary::Canary>,
    /// Make what is found smaller too, and see whether the bugs of different canaries are told apart. This takes a while
    #[arg(long)]
    pub(crate) reduce: bool,
    /// How many statements the programs have that are made smaller
    #[arg(long, value_name = "N", default_value_t = 5000, requires = "reduce", value_parser = statements())]
    pub(crate) size: usize,
    /// How many are tried at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}

/// Where campaigns keep what they tested and found.
#[derive(Args)]
pub(crate) struct Kept {
    /// The folder in which campaigns keep what they tested and found
    #[arg(long, value_name = "FOLDER", default_value = STORE)]
    pub(crate) store: PathBuf,
}

#[derive(Args)]
pub(crate) struct Status {
    /// Show every campaign, not only the one that was worked on last
    #[arg(long)]
    pub(crate) all: bool,
    /// Tell the course of the campaign too, minute by minute: what was tested, and the processor time; with --json
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
    /// List muted ones too
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Subcommand)]
pub(crate) enum WhichFinding {
    /// Show all about one finding: what everybody said, where it was seen, how to see it again
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
    /// Take the K-th program that showed it, as `kvant findings show` counts them; without it, the first
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
    /// Where it is said why: a bug report, a discussion
    #[arg(long, value_name = "URL", requires = "signature")]
    pub(crate) link: Option<String>,
    /// List what is muted
    #[arg(long)]
    pub(crate) list: bool,
    /// Hear of it again; the pattern is said as it is listed
    #[arg(long, value_name = "PATTERN")]
    pub(crate) remove: Option<String>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
pub(crate) struct Shows {
    /// The program
    pub(crate) file: PathBuf,
    /// Who gets it wrong
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: String,
    /// In which way, such as `wrong value`
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
    fn versions() {
        assert_eq!(rustc_version("1.85"), Ok(Version(85)));
        assert_eq!(rustc_version("1.97.0-nightly"), Ok(Version(97)));
        for bad in [
            "", "1", "1.84", "2.85", "0.90", "1.x", "1.85.0.0", "stable", "-1.90",
        ] {
            let error = rustc_version(bad).unwrap_err();
            assert!(error.contains("1.85 and later"), "{bad}: {error}");
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
