//! One file for each command.

mod batch;
mod completions;
mod diff;
mod fuzz;
mod generate;
mod run;
mod soak;
mod stats;

use std::io::Read as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kvant_mir::parse;
use kvant_mir::print::Version;
use kvant_toolchain::{Backend, OptLevel, Toolchain, Toolchains};

use crate::bench;
use crate::cli::{Command, Compilers};
use crate::report::{DIM, Ended, Failure, note};

pub(crate) fn execute(command: Command) -> Ended {
    match command {
        Command::Run(arguments) => run::execute(&arguments),
        Command::Gen(arguments) => generate::execute(&arguments),
        Command::Diff(arguments) => diff::execute(&arguments),
        Command::Fuzz(arguments) => fuzz::execute(&arguments),
        Command::Soak(arguments) => soak::execute(&arguments),
        Command::Bench(which) => bench::execute(&which),
        Command::Completions { shell } => Ok(completions::execute(shell)),
    }
}

/// Reads and parses a program.
fn read(file: &Path) -> Result<parse::Parsed, Failure> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Ok(parse::program(&text).map_err(|error| format!("{}:{error}", file.display()))?)
}

/// `count` seeds in a row.
fn seeds_from(first: u64, count: u64) -> Result<Range<u64>, Failure> {
    let end = first.checked_add(count);
    let end = end.ok_or("there are not that many seeds: take a smaller --seed or --count")?;
    Ok(first..end)
}

/// The toolchains that were asked for, or all that are found.
pub(crate) fn toolchains(wanted: &Compilers) -> Result<Vec<Arc<Toolchain>>, Failure> {
    let all = Toolchains::discover();
    for skipped in &all.skipped {
        note(format_args!("{DIM}note: {skipped}{DIM:#}"));
    }
    if wanted.toolchains.is_empty() {
        let (usable, old): (Vec<_>, Vec<_>) = all
            .found
            .into_iter()
            .partition(|found| takes_custom_mir(found));
        for toolchain in old {
            note(format_args!(
                "{DIM}note: {toolchain} is too old for our custom MIR{DIM:#}"
            ));
        }
        if usable.is_empty() {
            return Err(
                "no usable rustc found: put one from 1.85 on PATH, or name one with --toolchain"
                    .into(),
            );
        }
        return Ok(usable);
    }
    let mut chosen: Vec<Arc<Toolchain>> = Vec::new();
    for name in &wanted.toolchains {
        let toolchain = all.select(name)?;
        if !chosen.contains(&toolchain) {
            chosen.push(toolchain);
        }
    }
    Ok(chosen)
}

/// What we print, such as a pointer to a function as a constant block, is understood from 1.85 on.
fn takes_custom_mir(toolchain: &Toolchain) -> bool {
    (toolchain.version.major, toolchain.version.minor) >= (1, Version::OLDEST.0)
}

/// Those who optimise: what is tested.
fn optimising(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let backend = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O3);
    toolchains.iter().map(backend).collect()
}

/// Those who do not optimise: second opinions on the machine.
fn opinions(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let both = |toolchain: &Arc<Toolchain>| {
        [
            Backend::const_eval(toolchain.clone()),
            Backend::build(toolchain.clone(), OptLevel::O0),
        ]
    };
    toolchains.iter().flat_map(both).collect()
}

/// What is asked about a program on which somebody disagrees: those who do not optimise, and those who do
/// it as a release build does. O3 here includes MIR passes that are off by default.
fn all_opinions(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let release = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O2);
    let mut all = opinions(toolchains);
    all.extend(toolchains.iter().map(release));
    all
}
