//! `kvant run`: a program on the machine.

use kvant_mir::{Location, parse, print};
use kvant_mir_machine::{
    Budget, History, Limits, Observation, Outcome, Run, Stop, execute_under_all,
};
use serde_json::{Value, json};

use super::read;
use crate::cli;
use crate::report::{BAD, DIM, Ended, Found, line, note};

pub(super) fn execute(arguments: &cli::Run) -> Ended {
    let parsed = read(&arguments.file)?;
    let limits = Limits {
        steps: arguments.budget,
        ..Limits::default()
    };
    let run = execute_under_all(&parsed.program, &arguments.target, limits);
    if arguments.json {
        line(to_json(&parsed, &run, arguments.trace));
    } else {
        show(&parsed, &run, arguments.trace);
    }
    Ok(match &run.outcome {
        Outcome::Finished => Found::Fine,
        Outcome::Stopped {
            stop: Stop::Ub(_) | Stop::Unspecified(_),
            ..
        } => Found::BadNews,
        Outcome::Stopped { .. } => Found::Nothing,
    })
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
            let subject = match stop {
                Stop::IllFormed(_) | Stop::Unsupported(_) => "",
                Stop::Ub(_) | Stop::Unspecified(_) | Stop::Budget(_) => "the program ",
            };
            note(format_args!(
                "{BAD}{}{BAD:#}: {subject}{stop} {DIM}[{}]{DIM:#}",
                kind(stop),
                stop.rule()
            ));
            if let Some(at) = at {
                note(format_args!("  at {}", place_of(parsed, *at)));
            }
            if let Some(history) = &run.history {
                tell_history(parsed, history);
            }
            note(format_args!(
                "  after {} steps and {} observations",
                run.steps,
                run.trace.observations.len()
            ));
            if let Stop::Budget(Budget::Steps(_)) = stop {
                note("  --budget gives it more steps");
            }
        }
    }
}

/// Whose the memory is, since when, and until when.
fn tell_history(parsed: &parse::Parsed, history: &History) {
    let name = print::place(&parsed.program, history.function, &history.local.into());
    let function = &parsed.program.function(history.function).name;
    note(format_args!("  the memory is `{name}` of `{function}`"));
    note(format_args!("    since {}", place_of(parsed, history.born)));
    if let Some(written) = history.written {
        note(format_args!(
            "    last written {}",
            place_of(parsed, written)
        ));
    }
    if let Some(ended) = history.ended {
        note(format_args!("    until {}", place_of(parsed, ended)));
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
    if let Some(history) = &run.history {
        value["memory"] = json!({
            "function": parsed.program.function(history.function).name,
            "local": print::place(&parsed.program, history.function, &history.local.into()),
            "since": place_of(parsed, history.born),
            "written": history.written.map(|written| place_of(parsed, written)),
            "until": history.ended.map(|ended| place_of(parsed, ended)),
        });
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
