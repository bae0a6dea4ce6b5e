//! The arguments of `kvant bench`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Compilers;
use super::values::{at_least_one, batch, jobs, statements};
use crate::generator_args::GeneratorArgs;

#[derive(Subcommand)]
pub(crate) enum Bench {
    /// LLVM instructions of the programs' own functions that are left after O3 with all MIR passes (each inlined copy
    /// counts), and distinct statements that are left
    Survival(BenchSample),
    /// Processor time and memory of generating programs of 100, 1,000, 7,500 and 30,000 statements
    Generate(BenchGenerate),
    /// Statements that the machine executes in a second of processor time, compared with rustc's compile-time interpreter
    #[command(mut_arg("count", |count| count.default_value("20")))]
    Machine(BenchSample),
    /// Optimisations that apply to the programs: MIR passes and LLVM passes that change their functions, and LLVM's
    /// optimisation remarks
    #[command(mut_arg("count", |count| count.default_value("200").help("Number of programs to measure")))]
    Passes(BenchSample),
    /// Programs, and executed statements, that are tested in a second of processor time, compared with one program per
    /// compilation, written with `mir!`, with the same builds and at O0
    Pipeline(BenchPipeline),
    /// Cost and result of reducing programs on which canaries misbehave, compared with line-wise reduction, which removes
    /// chunks of lines of decreasing size
    Reduce(BenchReduce),
    /// C programs compared with those of csmith: their cost, the parts that are executed and survive O2, and the agreement
    /// of all installed compilers and sanitizers
    C(BenchC),
    /// LLVM IR: speed and memory of reading, and speed of executing, compared with `llvm-as` and `lli -force-interpreter`, if they are
    /// found in PATH or in the zoo
    Llvm(BenchLlvm),
    /// Programs of MIR and C as LLVM IR, at O0 and O3: the machine of LLVM IR must make the observations that the machine of
    /// their language makes
    Witnesses(BenchWitnesses),
    /// Single edits of functions of LLVM IR that alter their behaviour: the share that refinement catches with a few inputs, by the kind of
    /// edit, and the reasons why it misses others
    Edits(BenchEdits),
    /// Functions of LLVM's tests before and after `opt`, on inputs that are found for them. Exits with 1 if a result does something
    /// that its function does not and that is not known
    Refine(BenchRefine),
}

#[derive(Args)]
pub(crate) struct BenchEdits {
    /// The modules, or folders with modules
    #[arg(value_name = "FILE", default_value = "tests/corpus-llvm")]
    pub(crate) files: Vec<PathBuf>,
    /// Edit the output of this `opt` instead of the modules: a version, a command or a path
    #[arg(long, value_name = "OPT")]
    pub(crate) opt: Option<String>,
    /// The passes that it runs, or its options
    #[arg(
        long,
        value_name = "PASSES",
        default_value = "default<O2>",
        allow_hyphen_values = true
    )]
    pub(crate) passes: String,
    /// Number of edits
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Number of inputs that must show an edit
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) inputs: usize,
    /// The seed of the edits and inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write the edits that are missed to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BenchLlvm {
    /// The modules to read [default: a text of 16 MB that is made of the loops]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Number of iterations of each loop
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Measure the memory for parsing this file in this process
    #[arg(long, hide = true, value_name = "FILE")]
    pub(crate) only: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct BenchWitnesses {
    /// Number of programs of each language
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Write the LLVM IR of programs that disagree or are refused to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct BenchRefine {
    /// The folder of the tests: all `.ll` files in it and below
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Leave functions out that are also in the `.ll` files of this folder, up to their names and comments
    #[arg(long, value_name = "FOLDER")]
    pub(crate) without: Option<PathBuf>,
    /// An optimiser: its version, command or path; several may be given [default: the newest]
    #[arg(long = "opt", value_name = "OPT")]
    pub(crate) opts: Vec<String>,
    /// A pipeline as `-passes=` takes it, options such as `-O3`, or `own` for those of the RUN lines; several may be given
    #[arg(
        long,
        value_name = "PASSES",
        default_value = "own",
        allow_hyphen_values = true
    )]
    pub(crate) passes: Vec<String>,
    /// Number of inputs for each function
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = at_least_one())]
    pub(crate) inputs: u64,
    /// Draw this many functions [default: all]
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    pub(crate) sample: Option<u64>,
    /// The seed of the inputs and of the sample
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write each finding to a folder of its own in this one: the texts before and after, the input and both behaviours
    #[arg(long, value_name = "DIR")]
    pub(crate) keep: Option<PathBuf>,
    /// A list of known findings: a reason, and below it, indented, lines `file | @function | options | versions`
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Number of threads [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
}

#[derive(Args)]
pub(crate) struct BenchC {
    /// Number of programs to measure
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) count: u64,
    /// Number of them to test with every installed compiler and sanitizer [default: all]
    #[arg(long, alias = "opinions", value_name = "N")]
    pub(crate) references: Option<u64>,
    /// Number of csmith programs to measure for comparison, if csmith is installed
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
    pub(crate) generator: GeneratorArgs,
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
    /// Number of programs in a batch [default: adapted to compile times]
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
    /// Skip line-wise reduction, which takes too long for large programs
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
