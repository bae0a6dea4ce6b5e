//! `kvant run`: a program on the machine.

use kvant_mir::{Location, Mutability, parse, print};
use kvant_mir_gen::explain;
use kvant_mir_machine::borrows::{Action, Event, Happening, Permission, Refusal, Violation};
use kvant_mir_machine::{
    Budget, History, Limits, Observation, Outcome, Run, Stop, Ub, execute_under_all,
};
use kvant_toolchain::drivers::C;
use kvant_toolchain::source_of_file;
use serde_json::{Value, json};

use super::{read, run_c};
use crate::cli;
use crate::report::{BAD, DIM, Ended, Found, line, note, text};

pub(super) fn execute(arguments: &cli::Run) -> Ended {
    let name = arguments.file.display().to_string();
    if source_of_file(&name) == Some(C) {
        return run_c::run(arguments);
    }
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
    if let (Some(number), Outcome::Finished) = (arguments.explain, &run.outcome) {
        let count = run.trace.observations.len();
        let number = number.unwrap_or(count.saturating_sub(1));
        let explanation = explain(&parsed.program, &arguments.target, number);
        match explanation.map_err(|stop| stop.to_string())? {
            Some(explanation) => text(&explanation),
            None => {
                return Err(format!("it observes {count} values: --explain counts from 0").into());
            }
        }
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
            if let Stop::Ub(Ub::Borrow(_, violation)) = stop {
                tell_borrow(parsed, violation);
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

/// The lives of the references that a verdict on borrowing is about.
fn tell_borrow(parsed: &parse::Parsed, violation: &Violation) {
    for Told { role, events, .. } in references(violation) {
        note(format_args!("  {role}"));
        for event in events {
            let (what, at) = (happening(&event.what), place_of(parsed, event.at));
            note(format_args!("    {what} at {at}"));
        }
    }
}

/// A reference in a verdict on borrowing, and what happened to it.
struct Told<'v> {
    /// What it has to do with the verdict, in words and as a key.
    role: String,
    key: &'static str,
    events: &'v [Event],
}

/// The reference that was used, if it was one, and the one that stood against it, if that is another.
fn references(violation: &Violation) -> Vec<Told<'_>> {
    let byte = violation.byte();
    let mut references = Vec::new();
    let refused_itself = violation.accessed() == violation.refuser();
    if let (Some(made), false) = (violation.accessed_made(), refused_itself) {
        references.push(Told {
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
    references.push(Told {
        role: format!("{role}, as to byte {byte} of the memory"),
        key: "against",
        events: violation.history(),
    });
    references
}

/// What happened to a reference, in words.
fn happening(what: &Happening) -> String {
    let (permission, by) = match what {
        Happening::Made {
            mutability,
            protected,
            range,
        } => {
            let made = match protected {
                true => "handed to the function",
                false => "made",
            };
            let kind = match mutability {
                Mutability::Const => "&",
                Mutability::Mut => "&mut",
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
        Action::Read => "what is read behind its back",
        Action::Write => "what is written behind its back",
        Action::Reborrow => "what is borrowed behind its back",
        Action::ExitRead => "the read at a function's end",
        Action::ExitWrite => "the write at a function's end",
        Action::Free => "the end of the memory",
    };
    match permission {
        Permission::Reserved => "not written through yet".to_owned(),
        Permission::Unique => "written through".to_owned(),
        Permission::Conflicted => {
            format!("lost its right to write, while the function runs, by {by}")
        }
        Permission::Frozen => format!("lost its right to write by {by}"),
        Permission::Disabled => format!("lost all its rights by {by}"),
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
    if let Outcome::Stopped {
        stop: Stop::Ub(Ub::Borrow(_, violation)),
        ..
    } = &run.outcome
    {
        value["borrow"] = borrow_to_json(parsed, violation);
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

/// The lives of the references that a verdict on borrowing is about, by what they have to do with it.
fn borrow_to_json(parsed: &parse::Parsed, violation: &Violation) -> Value {
    let mut value = json!({ "byte": violation.byte() });
    for Told { key, events, .. } in references(violation) {
        let events = events.iter().map(|event| {
            json!({
                "what": happening(&event.what),
                "at": print::location(&parsed.program, event.at),
                "line": parsed.source.line(event.at),
            })
        });
        value[key] = events.collect();
    }
    value
}
