//! The arguments of `kvant bench`.

use std::num::NonZero;

use clap::{Args, Subcommand};

use super::Compilers;
use super::values::{at_least_one, batch, statements};
use crate::generator_args::GeneratorArgs;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// LLVM instructions of the programs' own functions that are left after O3 with all MIR passes (each inlined copy
    /// counts), and distinct statements that are left
    Survival(BenchSample),
    /// Processor time and memory of generating programs of 100, 1,000, 7,500 and 30,000 statements
    Generate(BenchGenerate),
    /// Statements that the machine executes in a second of processor time, beside the interpreter inside rustc
    #[command(mut_arg("count", |count| count.default_value("20")))]
    Machine(BenchSample),
    /// Optimisations that apply to the programs: MIR passes and LLVM passes that change
    /// their functions, and what LLVM remarks on
    #[command(mut_arg("count", |count| count.default_value("200").help("Number of programs to measure")))]
    Passes(BenchSample),
    /// Programs, and executed statements, that are tested in a second of processor time, beside the plain way: each
    /// program alone, written with `mir!`, with the same builds and at O0
    Pipeline(BenchPipeline),
    /// Cost and result of reducing programs on which canaries misbehave, beside the plain way: removing lines, many at
    /// once, then half as many, and so on
    Reduce(BenchReduce),
    /// C programs beside those of csmith: their cost, the parts that are executed and survive O2, and whether every
    /// compiler and sanitizer here agrees
    C(BenchC),
}

#[derive(Args)]
pub(crate) struct BenchC {
    /// Number of programs to measure
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Number of them to test with every installed compiler and sanitizer [default: all]
    #[arg(long, alias = "opinions", value_name = "N")]
    pub(crate) references: Option<u64>,
    /// Number of csmith programs to measure beside them, if csmith is installed
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) csmith: u64,
    /// Number of programs that Frama-C executes, if it is installed
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) frama_c: u64,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The programs of a benchmark. The default count is that of `survival`; the others change it.
#[derive(Args)]
pub(crate) struct BenchSample {
    /// Number of programs to measure
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
    /// Number of programs of each size; half as many of the largest
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
    /// Number of programs of 300 statements; an eighth as many of 7,500
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
    /// Number of programs
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Number of statements of each. With the size of a campaign's programs it takes an hour
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
