//! `kvant bench`: claims as commands.
//!
//! Processor time is counted, never the clock on the wall: machines are shared.

mod generate;
mod machine;
mod survival;

use std::time::Duration;

use crate::cli::Bench;
use crate::report::Ended;

pub(crate) fn execute(which: &Bench) -> Ended {
    match which {
        Bench::Survival(arguments) => survival::execute(arguments),
        Bench::Generate(arguments) => generate::execute(arguments),
        Bench::Machine(arguments) => machine::execute(arguments),
    }
}

/// The processor time this thread has used.
fn cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The middle one of `values`.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
