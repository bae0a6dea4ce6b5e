//! Runs of C programs, for people and as JSON.

use kvant_c::observation::Observation;
use kvant_c::{Place, parse, print};
use kvant_c_machine::{Budget, Limits, Outcome, Run, Stop, execute};
use kvant_campaign::{NoExplanation, NotRun, Ran, RunOptions, Stopped};
use kvant_record::listing;

use super::language::target;

/// Runs a program.
pub(super) fn run(text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
    let target = target(options.target).map_err(NotRun::Target)?;
    if options.explain.is_some() {
        let why = "--explain is for MIR programs; --trace shows what a C program observes";
        return Err(NotRun::Explanation(NoExplanation(why.to_owned())));
    }
    let parsed =
        parse::program(text, &target).map_err(|error| NotRun::Syntax(error.to_string()))?;
    let limits = Limits {
        steps: options.budget,
        ..Limits::default()
    };
    let run = execute(&parsed.program, &target, limits);
    let observations = run.trace.observations.iter().map(Observation::line);
    let mut printed: Vec<String> = observations.filter(|_| options.trace).collect();
    let stopped = match &run.outcome {
        Outcome::Finished => {
            printed.push(format!("kvant {}", run.trace.digest()));
            None
        }
        Outcome::Stopped { stop, at } => Some(describe_stop(&parsed, &run, stop, *at)),
    };
    Ok(Ran {
        record: record(&parsed, &run, options.trace),
        printed,
        stopped,
        explanation: None,
    })
}

fn describe_stop(parsed: &parse::Parsed, run: &Run, stop: &Stop, at: Option<Place>) -> Stopped {
    let said = stop.to_string();
    // The kind precedes the colon, the reason follows it.
    let (what, why) = said.split_once(": ").unwrap_or((kind(stop), &said));
    let is_ill_formed = matches!(stop, Stop::IllFormed(_));
    let mut details = Vec::new();
    if let Some(at) = at {
        details.push(format!("  at {}", place_of(parsed, at)));
    }
    if !is_ill_formed {
        details.push(format!(
            "  after {} steps and {} observations",
            run.steps,
            run.trace.observations.len()
        ));
    }
    if let Stop::Budget(Budget::Steps(_)) = stop {
        details.push("  raise the limit with --budget".to_owned());
    }
    Stopped {
        kind: what.to_owned(),
        why: why.to_owned(),
        rule: (!is_ill_formed).then(|| stop.rule()),
        details,
        is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
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

fn record(parsed: &parse::Parsed, run: &Run, trace: bool) -> listing::Run {
    let mut record = listing::Run {
        outcome: "finished".to_owned(),
        steps: run.steps,
        observations: run.trace.observations.len() as u64,
        digest: run.trace.digest().to_string(),
        ..listing::Run::default()
    };
    if let Outcome::Stopped { stop, at } = &run.outcome {
        kind(stop).clone_into(&mut record.outcome);
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
