//! `kvant run`: a program on the machine.

use kvant_mir::{Location, parse, print};
use kvant_mir_machine::{Limits, Observation, Outcome, Run, Stop};
use serde_json::{Value, json};

use super::read;
use crate::cli;
use crate::mir::run_under_all_resolvers;
use crate::report::{BAD, COULD_NOT, DIM, Ended, Failure, Found, line, note};

pub(super) fn execute(arguments: &cli::Run) -> Ended {
    let parsed = read(&arguments.file)?;
    let limits = Limits {
        steps: arguments.budget,
        ..Limits::default()
    };
    let run = run_under_all_resolvers(&parsed.program, limits);
    if arguments.json {
        line(to_json(&parsed, &run, arguments.trace));
    } else {
        show(&parsed, &run, arguments.trace);
    }
    match &run.outcome {
        Outcome::Finished => Ok(Found::Fine),
        Outcome::Stopped {
            stop: Stop::Ub(_) | Stop::Unspecified(_),
            ..
        } => Ok(Found::BadNews),
        Outcome::Stopped { stop, .. } if arguments.json => {
            debug_assert!(!matches!(stop, Stop::Ub(_)));
            std::process::exit(COULD_NOT.into())
        }
        Outcome::Stopped { stop, .. } => Err(Failure {
            message: could_not(stop, arguments.budget),
        }),
    }
}

fn show(parsed: &parse::Parsed, run: &Run, trace: bool) {
    if trace {
        for observation in &run.trace.observations {
            line(observation.line());
        }
    }
    match &run.outcome {
        Outcome::Finished => line(format_args!("kvant {}", run.trace.digest())),
        Outcome::Stopped { stop, at } => {
            let kind = kind(stop);
            note(format_args!(
                "{BAD}{kind}{BAD:#}: the program {stop} {DIM}[{}]{DIM:#}",
                stop.rule()
            ));
            if let Some(at) = at {
                note(format_args!("  at {}", place_of(parsed, *at)));
            }
            note(format_args!(
                "  after {} steps and {} observations",
                run.steps,
                run.trace.observations.len()
            ));
        }
    }
}

fn kind(stop: &Stop) -> &'static str {
    match stop {
        Stop::Ub(_) => "undefined behaviour",
        Stop::Unspecified(_) => "unspecified",
        Stop::IllFormed(_) => "ill-formed",
        Stop::Unsupported(_) => "unsupported",
        Stop::Budget(_) => "out of budget",
    }
}

fn could_not(stop: &Stop, budget: u64) -> String {
    match stop {
        Stop::IllFormed(_) => "the program makes no sense, so there is nothing to run".into(),
        Stop::Budget(_) => {
            format!("the program was stopped; --budget {budget} is the number of steps it may take")
        }
        Stop::Unsupported(_) | Stop::Ub(_) | Stop::Unspecified(_) => {
            "the machine cannot run this program".into()
        }
    }
}

fn place_of(parsed: &parse::Parsed, at: Location) -> String {
    let text = print::location(&parsed.program, at);
    match parsed.source.line(at) {
        Some(line) => format!("line {line}, {text}"),
        None => text,
    }
}

fn to_json(parsed: &parse::Parsed, run: &Run, trace: bool) -> Value {
    let digest = run.trace.digest();
    let mut value = json!({
        "outcome": "finished",
        "steps": run.steps,
        "observations": digest.count(),
        "digest": format!("{:016x}", digest.state()),
    });
    if let Outcome::Stopped { stop, at } = &run.outcome {
        value["outcome"] = kind(stop).into();
        value["rule"] = stop.rule().into();
        value["message"] = stop.to_string().into();
        if let Some(at) = at {
            value["at"] = print::location(&parsed.program, *at).into();
            value["line"] = parsed.source.line(*at).into();
        }
    }
    if trace {
        value["trace"] = run
            .trace
            .observations
            .iter()
            .map(Observation::line)
            .collect();
    }
    value
}
