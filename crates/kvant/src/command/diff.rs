//! `kvant diff`: one program through every compiler.

use std::path::Path;

use kvant_campaign::{Subject as _, Verdict, classify, test};
use kvant_mir_machine::{Limits, Outcome, Stop, execute_under_all};
use kvant_toolchain::{Backend, Limits as ProcessLimits, Scratch};
use serde_json::json;

use super::{Asked, opinions, optimising, read};
use crate::cli::Diff;
use crate::interrupt::on_interrupt;
use crate::mir::{MirSubject, TARGET, from_seed};
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, error, line};

pub(super) fn execute(arguments: &Diff, settings: Option<&Path>) -> Ended {
    let subject = match subject(arguments)? {
        Ok(subject) => subject,
        Err(found) => return Ok(found),
    };
    let asked = Asked::new(&arguments.matrix, settings)?;
    let mut backends = opinions(&asked.toolchains);
    let others = asked.backends(optimising);
    backends.retain(|backend| !others.contains(backend));
    backends.extend(others);
    backends.sort_by_key(|backend| {
        let same = |toolchain| std::sync::Arc::ptr_eq(toolchain, &backend.toolchain);
        asked.toolchains.iter().position(same)
    });

    let scratch = Scratch::new()?;
    let cancel = on_interrupt()?;
    let compiler = ProcessLimits::for_compiler().cancelled_by(&cancel);
    let program = ProcessLimits::for_program().cancelled_by(&cancel);
    let mut verdicts = Vec::new();
    let mut progress = Progress::new();
    for backend in backends {
        progress.show(|| format!("asking {}", backend.name()));
        let verdict = test(&subject, &backend, &scratch, &compiler, &program)?;
        verdicts.push((backend, verdict));
    }
    progress.clear();

    let kind = classify(verdicts.iter().map(|(backend, verdict)| (backend, verdict)));
    if arguments.json {
        line(json!({
            "program": subject.name,
            "statements": subject.program.statement_count(),
            "expected": subject.summary(),
            "kind": kind.map(kvant_campaign::Kind::name),
            "backends": verdicts.iter().map(|(backend, verdict)| json!({
                "name": backend.name(),
                "verdict": verdict.name(),
                "detail": verdict.detail(),
            })).collect::<Vec<_>>(),
        }));
    } else {
        show(&subject, &verdicts);
        if let Some(kind) = kind {
            line(format_args!("\n{BAD}{}{BAD:#}", kind.name()));
        }
    }
    Ok(match kind {
        None => Found::Fine,
        Some(_) => Found::BadNews,
    })
}

/// The program to ask about; or, if the machine does not accept it, what that amounts to.
fn subject(arguments: &Diff) -> Result<Result<MirSubject, Found>, Failure> {
    let Some(file) = &arguments.file else {
        let seed = arguments.seed.unwrap_or_default();
        return Ok(Ok(from_seed(seed, &arguments.taste.config()?)?));
    };
    let program = read(file)?.program;
    let run = execute_under_all(&program, &TARGET, Limits::default());
    let name = file.display().to_string();
    if let Outcome::Stopped { stop, .. } = &run.outcome {
        error(format_args!(
            "no compiler is asked, because the machine does not accept {name}: {stop}. `kvant run {name}` says where"
        ));
        return Ok(Err(match stop {
            Stop::Ub(_) | Stop::Unspecified(_) => Found::BadNews,
            Stop::IllFormed(_) | Stop::Unsupported(_) | Stop::Budget(_) => Found::Nothing,
        }));
    }
    Ok(Ok(MirSubject {
        head: format!("from {name}"),
        name,
        trace: run.trace,
        program,
    }))
}

fn show(subject: &MirSubject, verdicts: &[(Backend, Verdict)]) {
    let width = verdicts
        .iter()
        .map(|(backend, _)| backend.name().chars().count())
        .chain(["machine".len()])
        .max()
        .unwrap_or(0);
    line(format_args!(
        "{DIM}{}, {} statements, {} observations{DIM:#}",
        subject.name,
        subject.program.statement_count(),
        subject.trace.observations.len()
    ));
    line(format_args!("{:<width$}  {}", "machine", subject.summary()));
    for (backend, verdict) in verdicts {
        let style = match verdict {
            Verdict::Agrees => GOOD,
            Verdict::CannotSay { .. } => DIM,
            _ => BAD,
        };
        let (name, headline) = (verdict.name(), verdict.headline());
        let gap = if headline.is_empty() { "" } else { "  " };
        line(format_args!(
            "{:<width$}  {style}{name}{style:#}{gap}{headline}",
            backend.name()
        ));
    }
}
