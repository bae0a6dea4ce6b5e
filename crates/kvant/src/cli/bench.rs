//! The arguments of `kvant bench`.

use std::num::NonZero;

use clap::{Args, Subcommand};

use super::Compilers;
use super::values::{at_least_one, batch, statements};
use crate::generator_args::GeneratorArgs;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// How many LLVM instructions of the programs' own functions are left after O3 with all MIR passes, with
    /// each inlined copy counted, and how many distinct statements are
    Survival(BenchSample),
    /// How much processor time and memory it takes to generate programs of 100, 1,000, 7,500 and
    /// 30,000 statements
    Generate(BenchGenerate),
    /// How many statements the machine executes in a second of processor time, beside the interpreter
    /// inside rustc
    #[command(mut_arg("count", |count| count.default_value("20")))]
    Machine(BenchSample),
    /// Which optimisations find something to do in the programs: MIR passes and LLVM passes that change
    /// their functions, and what LLVM remarks on
    #[command(mut_arg("count", |count| count.default_value("200").help("How many programs to look at")))]
    Passes(BenchSample),
    /// How many programs, and how many statements that are executed, are tested in a second of processor time, beside
    /// the plain way: each program alone, written with `mir!`, with the same builds and at O0
    Pipeline(BenchPipeline),
    /// What it takes to make programs small on which compilers misbehave on purpose, beside the plain way: lines taken
    /// out, many at once, then half as many, and so on
    Reduce(BenchReduce),
    /// C programs beside those of csmith: what they cost, what of them is executed and survives O2, and whether every
    /// compiler and sanitizer here agrees
    C(BenchC),
}

#[derive(Args)]
pub(crate) struct BenchC {
    /// How many programs to measure
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// How many of them to put through every compiler and sanitizer here [default: all]
    #[arg(long, alias = "opinions", value_name = "N")]
    pub(crate) references: Option<u64>,
    /// How many programs of csmith to measure beside them, if it is there
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) csmith: u64,
    /// How many programs to have Frama-C execute, if it is there
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) frama_c: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The programs of a benchmark. The default count is that of `survival`; the others change it.
#[derive(Args)]
pub(crate) struct BenchSample {
    /// How many programs to measure
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) taste: GeneratorArgs,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}

#[derive(Args)]
pub(crate) struct BenchGenerate {
    /// How many programs of each size; of the largest, half as many
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Measure programs of this size in this process
    #[arg(long, hide = true, value_name = "STATEMENTS")]
    pub(crate) only: Option<usize>,
}

#[derive(Args)]
pub(crate) struct BenchPipeline {
    /// How many programs of 300 statements; of those of 7,500, an eighth as many
    #[arg(long, value_name = "N", default_value_t = 96, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Compile so many programs at once. Without it: as many as pays
    #[arg(long, value_name = "N", value_parser = batch)]
    pub(crate) batch: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) source: SeedAndCompilers,
}

#[derive(Args)]
pub(crate) struct BenchReduce {
    /// How many programs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// How many statements they have. With as many as programs of a campaign have it takes an hour
    #[arg(long, value_name = "N", default_value_t = 1200, value_parser = statements())]
    pub(crate) size: usize,
    /// Without the plain way, which takes too long for large programs
    #[arg(long)]
    pub(crate) no_lines: bool,
    #[command(flatten)]
    pub(crate) source: SeedAndCompilers,
}

#[derive(Args)]
pub(crate) struct SeedAndCompilers {
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
}
