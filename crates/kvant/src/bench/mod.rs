//! `kvant bench`: claims as commands.
//!
//! Processor time is counted, never the clock on the wall: machines are shared.

mod c;
mod fork;
mod generate;
mod lines_left;
mod machine;
mod passes;
mod pipeline;
mod reduce;
mod survival;
mod symbol;

use std::path::Path;

use kvant_languages::mir;
use kvant_mir_gen::GenConfig;

use crate::cli::Bench;
use crate::report::{Ended, Failure, remark};
use crate::taste::GeneratorArgs;

pub(crate) fn execute(which: &Bench, settings: Option<&Path>) -> Ended {
    match which {
        Bench::Survival(arguments) => survival::execute(arguments, settings),
        Bench::Generate(arguments) => generate::execute(arguments),
        Bench::Machine(arguments) => machine::execute(arguments, settings),
        Bench::Passes(arguments) => passes::execute(arguments, settings),
        Bench::Pipeline(arguments) => pipeline::execute(arguments, settings),
        Bench::Reduce(arguments) => reduce::execute(arguments, settings),
        Bench::C(arguments) => c::execute(arguments),
    }
}

/// The configuration of the MIR programs that are measured.
fn mir_config(arguments: &GeneratorArgs) -> Result<GenConfig, Failure> {
    let mut config = GenConfig::default();
    arguments.configure(&mut config)?;
    mir::splice_from(arguments.splice.as_deref(), &mut config, &mut remark)?;
    Ok(config)
}

/// Does something, and says how much processor time it took, in seconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let now = || {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
    };
    let begin = now();
    let result = work();
    (result, now() - begin)
}

/// The middle one of `values`.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
