//! The arguments, and how they are read.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use kvant_memory::Target;
use kvant_mir_gen::{Feature, GenConfig};

use crate::donors;
use crate::report::Failure;

/// Finds compiler bugs: writes random programs that are well defined, knows what each must print, and
/// compares that with what real compilers make of them.
///
/// Exit codes: 0 all is well, 1 bad news was found, 2 it could not be done.
#[derive(Parser)]
#[command(name = "kvant", version, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a program on the machine and say what it prints, or why it is not defined
    Run(Run),
    /// Write a random program
    Gen(Gen),
    /// Put one program through every compiler and compare
    Diff(Diff),
    /// Put random programs through every compiler until one disagrees
    Fuzz(Fuzz),
    /// Measure
    #[command(subcommand)]
    Bench(Bench),
    /// Print a completion script for a shell
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
}

#[derive(Args)]
pub(crate) struct Run {
    /// The program, in custom MIR; `-` reads standard input
    pub(crate) file: PathBuf,
    /// Print every observation, not only their digest
    #[arg(long)]
    pub(crate) trace: bool,
    /// Give up after this many statements
    #[arg(long, value_name = "STEPS", default_value_t = 50_000_000)]
    pub(crate) budget: u64,
    /// The target whose pointers, alignments and byte order it has
    #[arg(long, value_name = "NAME", value_parser = target, default_value = Target::X86_64.name)]
    pub(crate) target: Target,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is generated.
#[derive(Args, Clone)]
pub(crate) struct Taste {
    /// How many statements a program has: a number, or a range such as `200..500`
    #[arg(long, value_name = "N|A..B", value_parser = size, default_value = "200..500")]
    pub(crate) size: RangeInclusive<usize>,
    /// Features to switch on or off, such as `+loops,-division`; the others are drawn by the seed
    #[arg(
        long = "feature",
        value_name = "±NAME",
        value_delimiter = ',',
        allow_hyphen_values = true,
        value_parser = feature
    )]
    pub(crate) features: Vec<(Feature, bool)>,
    /// Splice functions of the programs in this folder in: regression tests, earlier findings. A program
    /// depends on what is in the folder then, and bugs that those programs show are found again
    #[arg(long, value_name = "DIR")]
    pub(crate) splice: Option<PathBuf>,
}

impl Taste {
    /// What the generator is told. Reads the programs that are to be spliced in.
    pub(crate) fn config(&self) -> Result<GenConfig, Failure> {
        Ok(GenConfig {
            statements: self.size.clone(),
            fixed: self.features.clone(),
            splices: match &self.splice {
                Some(folder) => donors::read(folder)?,
                None => Arc::default(),
            },
            ..GenConfig::default()
        })
    }
}

#[derive(Args)]
pub(crate) struct Gen {
    /// The seed, or the first of several; the same seed gives the same program everywhere
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) taste: Taste,
    /// How the text is written
    #[arg(long, value_enum, default_value_t = TextForm::Readable)]
    pub(crate) form: TextForm,
    /// Write to this file instead of standard output
    #[arg(long, short)]
    pub(crate) out: Option<PathBuf>,
    /// Print how healthy the programs are instead of a program: what of them is executed and matters, which features
    /// matter, what was refused
    #[arg(long, conflicts_with_all = ["form", "out"])]
    pub(crate) stats: bool,
    /// How many programs to look at, of as many seeds
    #[arg(long, requires = "stats", default_value_t = 1)]
    pub(crate) count: u64,
    /// Print JSON
    #[arg(long, requires = "stats")]
    pub(crate) json: bool,
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
    /// The program, in custom MIR; `-` reads standard input
    pub(crate) file: Option<PathBuf>,
    /// Generate the program from this seed instead
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) taste: Taste,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which compilers are asked.
#[derive(Args, Clone)]
pub(crate) struct Compilers {
    /// Use this toolchain: `stable`, `nightly`, `1.85`, or the path of a rustc; may be repeated.
    /// Without it: every one that is found
    #[arg(long = "toolchain", value_name = "NAME|PATH")]
    pub(crate) toolchains: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Fuzz {
    /// Stop after this many programs; without it, go on until interrupted
    #[arg(long)]
    pub(crate) count: Option<u64>,
    /// The first seed; without it, one that depends on the time
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) taste: Taste,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// Ask those who do not optimise about every program, not only where somebody disagrees
    #[arg(long)]
    pub(crate) opinions: bool,
    /// Where programs on which somebody disagrees are kept
    #[arg(long, short, default_value = "findings")]
    pub(crate) out: PathBuf,
    /// Print JSON, one event a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// How many LLVM instructions of the programs' own functions are left after O3. What is inlined
    /// is counted in each copy
    Survival(BenchSurvival),
    /// How much processor time it takes to generate programs of several sizes
    Generate(BenchGenerate),
    /// How many statements the machine executes in a second of processor time, beside the interpreter
    /// inside rustc
    Machine(BenchMachine),
}

#[derive(Args)]
pub(crate) struct BenchSurvival {
    #[command(flatten)]
    pub(crate) sample: Sample,
    #[command(flatten)]
    pub(crate) taste: Taste,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}

#[derive(Args)]
pub(crate) struct BenchGenerate {
    #[command(flatten)]
    pub(crate) sample: Sample,
}

#[derive(Args)]
pub(crate) struct BenchMachine {
    #[command(flatten)]
    pub(crate) sample: Sample,
    #[command(flatten)]
    pub(crate) taste: Taste,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}

/// How much is measured, and how it is shown.
#[derive(Args)]
pub(crate) struct Sample {
    /// How many programs to measure
    #[arg(long, default_value_t = 20)]
    pub(crate) count: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Command {
    /// Whether the output is for machines.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Command::Run(arguments) => arguments.json,
            Command::Diff(arguments) => arguments.json,
            Command::Fuzz(arguments) => arguments.json,
            Command::Bench(Bench::Survival(arguments)) => arguments.sample.json,
            Command::Bench(Bench::Generate(arguments)) => arguments.sample.json,
            Command::Bench(Bench::Machine(arguments)) => arguments.sample.json,
            Command::Gen(arguments) => arguments.json,
            Command::Completions { .. } => false,
        }
    }
}

/// Reads `300` or `200..500`.
fn size(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .map_err(|_| format!("`{text}` is not a number"))
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low)?, number(high.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    let possible = GenConfig::MIN_STATEMENTS..=GenConfig::MAX_STATEMENTS;
    if low > high || !possible.contains(&low) || !possible.contains(&high) {
        return Err(format!(
            "a program has between {} and {} statements, the smaller number first",
            possible.start(),
            possible.end()
        ));
    }
    Ok(low..=high)
}

/// Reads the name of a target, such as `i686`, or a triple that begins with one.
fn target(text: &str) -> Result<Target, String> {
    let architecture = text.split('-').next().unwrap_or(text);
    Target::by_name(architecture).ok_or_else(|| {
        let names = Target::ALL.map(|target| target.name);
        format!("the machine knows {}", names.join(", "))
    })
}

/// Reads `+loops` or `-loops`.
fn feature(text: &str) -> Result<(Feature, bool), String> {
    let (on, name) = match text.split_at_checked(1) {
        Some(("+", name)) => (true, name),
        Some(("-", name)) => (false, name),
        _ => return Err("write +NAME to switch a feature on, -NAME to switch it off".into()),
    };
    let names = || {
        let names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
        names.join(", ")
    };
    match Feature::from_name(name) {
        Some(feature) => Ok((feature, on)),
        None => Err(format!(
            "there is no feature `{name}`; there are {}",
            names()
        )),
    }
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
    fn sizes() {
        assert_eq!(size("300"), Ok(300..=300));
        assert_eq!(size("200..500"), Ok(200..=500));
        for bad in ["", "x", "5", "500..200", "1..300", "100..1000000000"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn features() {
        assert_eq!(feature("+loops"), Ok((Feature::Loops, true)));
        assert_eq!(
            feature("-sibling-copies"),
            Ok((Feature::SiblingCopies, false))
        );
        for bad in ["", "loops", "+", "+nothing", "ä"] {
            assert!(feature(bad).is_err(), "{bad}");
        }
    }
}
