//! Runs of MIR programs, for people and as JSON.

use kvant_borrows::{Action, BorrowKind, Event, Happening, Permission, Refusal, Violation};
use kvant_campaign::{Explain, NoExplanation, NotRun, Ran, RunOptions, Stopped, UnknownTarget};
use kvant_memory::Target;
use kvant_mir::{Location, parse, print};
use kvant_mir_gen::explain;
use kvant_mir_machine::{
    Budget, History, Limits, Observation, Outcome, Run, Stop, Ub, execute_under_all,
};
use kvant_record::listing;

/// Runs a program under every resolver.
pub(super) fn run(text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
    let target = Target::by_name(options.target).ok_or_else(|| {
        NotRun::Target(UnknownTarget {
            language: "MIR",
            target: options.target.to_owned(),
            known: Target::ALL.map(|target| target.name).to_vec(),
        })
    })?;
    let parsed = parse::program(text).map_err(|error| NotRun::Syntax(error.to_string()))?;
    let limits = Limits {
        steps: options.budget,
        ..Limits::default()
    };
    let run = execute_under_all(&parsed.program, &target, limits);
    let observations = run.trace.observations.iter().map(Observation::line);
    let mut printed: Vec<String> = observations.filter(|_| options.trace).collect();
    let (mut stopped, mut explanation) = (None, None);
    match &run.outcome {
        Outcome::Finished => {
            printed.push(format!("kvant {}", run.trace.digest()));
            let explained = |which| explained(&parsed, &target, &run, which);
            explanation = options.explain.map(explained);
        }
        Outcome::Stopped { stop, at } => stopped = Some(describe_stop(&parsed, &run, stop, *at)),
    }
    Ok(Ran {
        record: record(&parsed, &run, options.trace),
        printed,
        stopped,
        explanation,
    })
}

fn explained(
    parsed: &parse::Parsed,
    target: &Target,
    run: &Run,
    which: Explain,
) -> Result<String, NoExplanation> {
    let count = run.trace.observations.len();
    let number = match which {
        Explain::Last => count.saturating_sub(1),
        Explain::Number(number) => number,
    };
    let explanation = explain(&parsed.program, target, number);
    let explanation = explanation.map_err(|stop| NoExplanation(stop.to_string()))?;
    explanation.ok_or_else(|| {
        NoExplanation(format!(
            "it observes {count} values: --explain counts from 0"
        ))
    })
}

fn describe_stop(parsed: &parse::Parsed, run: &Run, stop: &Stop, at: Option<Location>) -> Stopped {
    let subject = match stop {
        Stop::IllFormed(_) | Stop::Unsupported(_) => "",
        Stop::Ub(_) | Stop::Unspecified(_) | Stop::Budget(_) => "the program ",
    };
    let mut details = Vec::new();
    if let Some(at) = at {
        details.push(format!("  at {}", place_of(parsed, at)));
    }
    if let Some(history) = &run.history {
        add_history(parsed, history, &mut details);
    }
    if let Stop::Ub(Ub::Borrow(_, violation)) = stop {
        add_violation(parsed, violation, &mut details);
    }
    details.push(format!(
        "  after {} steps and {} observations",
        run.steps,
        run.trace.observations.len()
    ));
    if let Stop::Budget(Budget::Steps(_)) = stop {
        details.push("  raise the limit with --budget".to_owned());
    }
    Stopped {
        kind: kind(stop).to_owned(),
        why: format!("{subject}{stop}"),
        rule: Some(stop.rule()),
        details,
        is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
    }
}

/// Adds the local that the memory belongs to, with its lifetime and its last write.
fn add_history(parsed: &parse::Parsed, history: &History, details: &mut Vec<String>) {
    let name = print::place(&parsed.program, history.function, &history.local.into());
    let function = &parsed.program.function(history.function).name;
    details.push(format!("  the memory is `{name}` of `{function}`"));
    details.push(format!("    since {}", place_of(parsed, history.born)));
    if let Some(written) = history.written {
        details.push(format!("    last written {}", place_of(parsed, written)));
    }
    if let Some(ended) = history.ended {
        details.push(format!("    until {}", place_of(parsed, ended)));
    }
}

/// Adds the histories of the references in a violation of the borrow rules.
fn add_violation(
    parsed: &parse::Parsed,
    violation: &Violation<Location>,
    details: &mut Vec<String>,
) {
    for ReferenceHistory { role, events, .. } in references(violation) {
        details.push(format!("  {role}"));
        for event in events {
            let (what, at) = (describe_event(&event.what), place_of(parsed, event.at));
            details.push(format!("    {what} at {at}"));
        }
    }
}

/// A reference in a violation of the borrow rules, with its history.
struct ReferenceHistory<'v> {
    /// Its role in the violation, in words and as a key.
    role: String,
    key: &'static str,
    events: &'v [Event<Location>],
}

/// The reference of the access, if there is one, and the reference that refused the access, if that is another one.
fn references(violation: &Violation<Location>) -> Vec<ReferenceHistory<'_>> {
    let byte = violation.byte();
    let mut references = Vec::new();
    let refused_itself = violation.accessed() == violation.refuser();
    if let (Some(made), false) = (violation.accessed_made(), refused_itself) {
        references.push(ReferenceHistory {
            role: "the reference that is used".to_owned(),
            key: "used",
            events: std::slice::from_ref(made),
        });
    }
    let role = match violation.refusal() {
        Refusal::NotPermitted if refused_itself => "the reference that is used",
        Refusal::NotPermitted => "the reference that it was made from",
        Refusal::Protected => "the reference of a running function",
    };
    references.push(ReferenceHistory {
        role: format!("{role}: its state for byte {byte}"),
        key: "against",
        events: violation.history(),
    });
    references
}

/// An event in the history of a reference, in words.
fn describe_event(what: &Happening) -> String {
    let (permission, by) = match what {
        Happening::Made {
            kind,
            protected,
            range,
        } => {
            let made = match protected {
                true => "passed to the function",
                false => "made",
            };
            let kind = match kind {
                BorrowKind::Shared => "&",
                BorrowKind::Mutable => "&mut",
            };
            let bytes = match range.end - range.start {
                0 => "no bytes".to_owned(),
                1 => format!("byte {}", range.start),
                _ => format!("bytes {} to {}", range.start, range.end - 1),
            };
            return format!("{made} as `{kind}` to {bytes}");
        }
        Happening::Became { permission, by } => (permission, by),
    };
    let by = match by {
        Action::Read => "a foreign read",
        Action::Write => "a foreign write",
        Action::Reborrow => "a foreign reborrow",
        Action::ExitRead => "the read at a function's end",
        Action::ExitWrite => "the write at a function's end",
        Action::Free => "the deallocation",
    };
    match permission {
        Permission::Reserved => "reserved".to_owned(),
        Permission::Unique => "written through".to_owned(),
        Permission::Conflicted => {
            format!("became conflicted (frozen until the function returns) by {by}")
        }
        Permission::Frozen => format!("became frozen by {by}"),
        Permission::Disabled => format!("became disabled by {by}"),
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

fn record(parsed: &parse::Parsed, run: &Run, trace: bool) -> listing::Run {
    let digest = run.trace.digest();
    let mut record = listing::Run {
        outcome: "finished".to_owned(),
        steps: run.steps,
        observations: digest.count(),
        digest: format!("{:016x}", digest.state()),
        ..listing::Run::default()
    };
    if let Outcome::Stopped { stop, at } = &run.outcome {
        kind(stop).clone_into(&mut record.outcome);
        record.rule = Some(stop.rule().to_owned());
        record.message = Some(stop.to_string());
        record.at = at.map(|at| print::location(&parsed.program, at));
        record.line = at.and_then(|at| parsed.source.line(at));
    }
    record.memory = run.history.as_ref().map(|history| listing::MemoryHistory {
        function: parsed.program.function(history.function).name.clone(),
        local: print::place(&parsed.program, history.function, &history.local.into()),
        since: place_of(parsed, history.born),
        written: history.written.map(|written| place_of(parsed, written)),
        until: history.ended.map(|ended| place_of(parsed, ended)),
    });
    if let Outcome::Stopped {
        stop: Stop::Ub(Ub::Borrow(_, violation)),
        ..
    } = &run.outcome
    {
        record.borrow = Some(borrow_record(parsed, violation));
    }
    if trace {
        let lines = run.trace.observations.iter().map(Observation::line);
        record.trace = Some(lines.collect());
    }
    record
}

/// The histories of the references in a violation of the borrow rules.
fn borrow_record(
    parsed: &parse::Parsed,
    violation: &Violation<Location>,
) -> listing::BorrowHistory {
    let histories = references(violation).into_iter().map(|reference| {
        let events = reference.events.iter().map(|event| listing::BorrowEvent {
            what: describe_event(&event.what),
            at: print::location(&parsed.program, event.at),
            line: parsed.source.line(event.at),
        });
        (reference.key.to_owned(), events.collect())
    });
    listing::BorrowHistory {
        byte: violation.byte(),
        references: histories.collect(),
    }
}
