//! `kvant fuzz`: random programs, until somebody disagrees.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use kvant_campaign::{End, Event, Hunt, Kept};
use serde_json::{Value, json};

use super::{Asked, hunt_with, opinions, optimising};
use crate::cli::Fuzz;
use crate::mir::Seeds;
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, error, line, note};

/// Who is asked about every program, and who only where somebody disagrees.
fn hunt(arguments: &Fuzz, asked: &Asked) -> Result<Hunt, Failure> {
    let mut backends = asked.backends(optimising);
    if arguments.opinions {
        let mut more = opinions(&asked.toolchains);
        more.retain(|backend| !backends.contains(backend));
        backends.extend(more);
    }
    hunt_with(backends, asked, &arguments.testing)
}

pub(super) fn execute(arguments: &Fuzz, settings: Option<&Path>) -> Ended {
    let asked = Asked::new(&arguments.testing.matrix, settings)?;
    let work = hunt(arguments, &asked)?;
    let mut seeds = Seeds {
        next: arguments.seed.unwrap_or_else(seed_of_now),
        left: arguments.count,
        config: arguments.taste.config()?,
    };
    if !arguments.json {
        note(format_args!(
            "{DIM}{}; seeds from {}; Ctrl-C ends{DIM:#}",
            asked.about("O3"),
            seeds.next
        ));
    }

    let mut progress = Progress::new();
    let (mut programs, mut tests, mut current) = (0_u64, 0_u64, String::new());
    let end = work.run(&mut seeds, &mut |event| {
        match event {
            Event::Begins(name, 0) => name.clone_into(&mut current),
            Event::Begins(name, more) => current = format!("{name} and {more} more"),
            Event::Tested(name, backend, verdict) => {
                tests += 1;
                if arguments.json {
                    line(json!({
                        "event": "tested",
                        "program": name,
                        "backend": backend.name(),
                        "verdict": verdict.name(),
                        "detail": verdict.detail(),
                    }));
                }
            }
            Event::Done => programs += 1,
        }
        progress.show(|| format!("{programs} programs, {tests} tests, now {current}"));
    })?;
    progress.clear();

    let found = matches!(end, End::Found(..));
    let next = match end {
        End::Cancelled(untested) => seeds.next.wrapping_sub(untested),
        End::Clean | End::Found(..) => seeds.next,
    };
    if arguments.json {
        let mut event = json!({
            "event": "end",
            "programs": programs,
            "tests": tests,
            "next_seed": next,
            "end": match &end {
                End::Clean => "clean",
                End::Cancelled(_) => "cancelled",
                End::Found(..) => "found",
            },
        });
        if let End::Found(found) = &end {
            let findings: Vec<Value> = found.iter().map(finding_json).collect();
            // The first one stands in the event itself too, for those who want no more than that.
            if let (Some(event), Some(Value::Object(first))) =
                (event.as_object_mut(), findings.first().cloned())
            {
                event.extend(first);
            }
            event["findings"] = findings.into();
        }
        line(event);
    } else {
        match &end {
            End::Clean => line(format_args!(
                "{GOOD}{programs} programs, {tests} tests, no difference{GOOD:#}"
            )),
            End::Cancelled(_) => line(format_args!(
                "stopped after {programs} programs and {tests} tests; no difference so far. Go on with --seed {next}"
            )),
            End::Found(found) => found.iter().for_each(show),
        }
    }
    Ok(if found { Found::BadNews } else { Found::Fine })
}

/// A finding for people.
fn show((finding, kept): &Kept) {
    line(format_args!(
        "{BAD}{}{BAD:#}: {}",
        finding.kind.name(),
        finding.name
    ));
    for (backend, verdict) in &finding.verdicts {
        let said = format!(
            "  {}: {} {}",
            backend.name(),
            verdict.name(),
            verdict.headline()
        );
        line(said.trim_end());
    }
    match kept {
        Ok(path) => line(format_args!("kept as {}", path.display())),
        Err(failed) => error(failed),
    }
}

/// A finding for machines.
fn finding_json((finding, kept): &Kept) -> Value {
    let mut told = json!({ "kind": finding.kind.name(), "program": finding.name });
    match kept {
        Ok(path) => told["kept"] = path.display().to_string().into(),
        Err(error) => told["error"] = error.to_string().into(),
    }
    told
}

/// A first seed that two campaigns are not likely to share.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // Some 10,000 seeds a second, so that a campaign begun later hardly meets an earlier one.
    now.map_or(0, |now| now.as_millis() as u64 * 10)
}
