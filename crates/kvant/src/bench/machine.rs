//! How many statements the machine executes in a second of processor time.

use kvant_mir_machine::{Limits, Outcome, Resolver, execute as run};
use serde_json::json;

use super::timed;
use crate::cli::BenchMachine;
use crate::mir::{TARGET, from_seed};
use crate::report::{Ended, Found, line, table};

/// A loop over integers in registers, as a program of the subset.
const INTEGER_LOOP: &str = include_str!("integer_loop.rs");
/// A loop over an array behind a pointer.
const MEMORY_LOOP: &str = include_str!("memory_loop.rs");

pub(super) fn execute(arguments: &BenchMachine) -> Ended {
    let mut rates = Vec::new();
    for (name, text) in [("integer loop", INTEGER_LOOP), ("memory loop", MEMORY_LOOP)] {
        let program = kvant_mir::parse::program(text)?.program;
        rates.push((name, rate([&program])?));
    }
    let config = arguments.taste.config();
    let mut programs = Vec::new();
    for seed in 0..arguments.sample.count {
        programs.push(from_seed(seed, &config)?.program);
    }
    rates.push(("generated programs", rate(&programs)?));
    if arguments.sample.json {
        let rates = rates
            .iter()
            .map(|(name, rate)| json!({ "program": name, "steps_per_cpu_second": rate }));
        line(json!({ "rates": rates.collect::<Vec<_>>() }));
    } else {
        let row = |(name, rate): &(&str, f64)| {
            vec![
                (*name).to_owned(),
                format!("{:.1} million steps a CPU second", rate / 1e6),
            ]
        };
        line(table(&rates.iter().map(row).collect::<Vec<_>>()).trim_end());
    }
    Ok(Found::Fine)
}

fn rate<'a>(programs: impl IntoIterator<Item = &'a kvant_mir::Program>) -> Result<f64, String> {
    let (mut steps, mut time) = (0, 0.0);
    for program in programs {
        let (ran, seconds) =
            timed(|| run(program, &TARGET, Resolver::default(), Limits::default()));
        time += seconds;
        steps += ran.steps;
        if let Outcome::Stopped { stop, .. } = ran.outcome {
            return Err(format!("a benchmark program {stop}"));
        }
    }
    Ok(steps as f64 / time)
}
