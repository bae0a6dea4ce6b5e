//! `kvant run FILE.c`: a C program on its machine.

use kvant_c::observation::Observation;
use kvant_c::{CTarget, Place, parse, print};
use kvant_c_machine::{Budget, Limits, Outcome, Run, Stop, execute};
use kvant_record::program;

use crate::cli;
use crate::report::{BAD, DIM, Ended, Found, json, line, note, wants_json};

pub(super) fn run(arguments: &cli::Run) -> Ended {
    let name = arguments.target.name;
    let Some(target) = CTarget::by_name(name) else {
        let known: Vec<&str> = CTarget::all().iter().map(|t| t.scalars.name).collect();
        return Err(format!("C is not run for {name}; it is for {}", known.join(", ")).into());
    };
    if arguments.explain.is_some() {
        return Err(
            "--explain is for MIR programs; --trace shows what a C program observes".into(),
        );
    }
    let path = &arguments.file;
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let parsed =
        parse::program(&text, &target).map_err(|error| format!("{}:{error}", path.display()))?;
    let limits = Limits {
        steps: arguments.budget,
        ..Limits::default()
    };
    let run = execute(&parsed.program, &target, limits);
    match wants_json() {
        true => json(record(&parsed, &run, arguments.trace)),
        false => show(&parsed, &run, arguments.trace),
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
    let Outcome::Stopped { stop, at } = &run.outcome else {
        return line(format_args!("kvant {}", run.trace.digest()));
    };
    let said = stop.to_string();
    // What it is stands before the colon, why behind it.
    let (what, why) = said.split_once(": ").unwrap_or((kind(stop), &said));
    let rule = match stop {
        Stop::IllFormed(_) => String::new(),
        _ => format!(" {DIM}[{}]{DIM:#}", stop.rule()),
    };
    note(format_args!("{BAD}{what}{BAD:#}: {why}{rule}"));
    if let Some(at) = at {
        note(format_args!("  at {}", place_of(parsed, *at)));
    }
    if let Stop::IllFormed(_) = stop {
        return;
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

fn kind(stop: &Stop) -> &'static str {
    match stop {
        Stop::Ub(_) => "undefined behaviour",
        Stop::Unspecified(_) => "unspecified",
        Stop::IllFormed(_) => "ill-formed",
        Stop::Unsupported(_) => "unsupported",
        Stop::Budget(_) => "out of budget",
    }
}

fn place_of(parsed: &parse::Parsed, at: Place) -> String {
    let function = parsed.lines.name(&parsed.program, at.function);
    let statement = print::statement(&parsed.program, at);
    match parsed.lines.line(at) {
        Some(line) => format!("line {line}, in `{function}`: {statement}"),
        None => format!("in `{function}`: {statement}"),
    }
}

fn record(parsed: &parse::Parsed, run: &Run, trace: bool) -> program::Run {
    let mut record = program::Run {
        outcome: "finished".to_owned(),
        steps: run.steps,
        observations: run.trace.observations.len() as u64,
        digest: run.trace.digest().to_string(),
        ..program::Run::default()
    };
    if let Outcome::Stopped { stop, at } = &run.outcome {
        record.outcome = kind(stop).to_owned();
        record.rule = Some(stop.rule().to_owned());
        record.message = Some(stop.to_string());
        if let Some(at) = at {
            record.at = Some(print::statement(&parsed.program, *at));
            record.function = Some(parsed.lines.name(&parsed.program, at.function).to_owned());
            record.line = parsed.lines.line(*at);
        }
    }
    if trace {
        let lines = run.trace.observations.iter().map(Observation::line);
        record.trace = Some(lines.collect());
    }
    record
}
