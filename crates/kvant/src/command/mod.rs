//! One file for each command.

mod asked;
mod batch;
mod bench;
mod bisect;
mod bugs;
mod bundle;
mod canary;
mod completions;
mod diff;
mod evidence;
mod faithful;
mod findings;
mod fuzz;
mod generate;
mod mute;
mod polish;
mod recheck;
mod reduce;
mod refine;
mod repro;
mod run;
mod selftest;
mod stats;
mod status;
mod text_compilers;
mod toolchains;

use std::ops::Range;
use std::path::Path;

use crate::cli::Command;
use crate::report::{Ended, Failure};

use asked::{Asked, chosen, found_in, not_used, optimising, too_new, usable};
pub(crate) use asked::{Sort, toolchains};

/// Executes a command. `settings` is the file that was named.
pub(crate) fn execute(command: Command, settings: Option<&Path>) -> Ended {
    match command {
        Command::Run(arguments) => run::execute(&arguments),
        Command::Gen(arguments) => generate::execute(&arguments, settings),
        Command::Diff(arguments) => diff::execute(&arguments, settings),
        Command::Bisect(arguments) => bisect::execute(&arguments, settings),
        Command::Refine(arguments) => refine::execute(&arguments),
        Command::Reduce(arguments) => reduce::execute(&arguments, settings),
        Command::Fuzz(arguments) => fuzz::execute(&arguments, settings),
        Command::Status(arguments) => status::execute(&arguments),
        Command::Findings(arguments) => findings::execute(&arguments),
        Command::Repro(arguments) => repro::execute(&arguments),
        Command::Bugs(arguments) => bugs::execute(&arguments),
        Command::Recheck(arguments) => recheck::execute(&arguments, settings),
        Command::Bundle(arguments) => bundle::execute(&arguments, settings),
        Command::Mute(arguments) => mute::execute(&arguments),
        Command::Selftest(arguments) => selftest::execute(&arguments, settings),
        Command::Toolchains(arguments) => toolchains::execute(&arguments, settings),
        Command::Bench(which) => bench::execute(&which, settings),
        Command::Completions { shell } => completions::execute(shell),
        Command::Canary(arguments) => canary::execute(&arguments),
        Command::Shows(arguments) => polish::execute(&arguments, settings),
    }
}

/// `count` seeds in a row.
fn seeds_from(first: u64, count: u64) -> Result<Range<u64>, Failure> {
    let end = first.checked_add(count);
    let end = end.ok_or("there are not that many seeds: take a smaller --seed or --count")?;
    Ok(first..end)
}
