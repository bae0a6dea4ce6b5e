//! `kvant diff`: one program through every compiler.

use kvant_campaign::{Subject as _, Verdict, classify, test};
use kvant_mir_machine::{Limits, Outcome};
use kvant_toolchain::{Backend, Limits as ProcessLimits, Scratch};
use serde_json::json;

use super::{opinions, optimising, read, toolchains};
use crate::cli::Diff;
use crate::mir::{MirSubject, from_seed, run_under_all_resolvers};
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, line};

pub(super) fn execute(arguments: &Diff) -> Ended {
    let subject = subject(arguments)?;
    let toolchains = toolchains(&arguments.compilers)?;
    let mut backends = opinions(&toolchains);
    backends.extend(optimising(&toolchains));
    backends.sort_by_key(|backend| {
        let same = |toolchain| std::sync::Arc::ptr_eq(toolchain, &backend.toolchain);
        toolchains.iter().position(same)
    });

    let scratch = Scratch::new()?;
    let (compiler, program) = (ProcessLimits::for_compiler(), ProcessLimits::for_program());
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

fn subject(arguments: &Diff) -> Result<MirSubject, Failure> {
    let Some(file) = &arguments.file else {
        return Ok(from_seed(
            arguments.seed.unwrap_or_default(),
            &arguments.taste.config(),
        )?);
    };
    let program = read(file)?.program;
    let run = run_under_all_resolvers(&program, Limits::default());
    if let Outcome::Stopped { stop, .. } = &run.outcome {
        return Err(Failure {
            message: format!(
                "the machine does not accept {name}: the program {stop}. `kvant run {name}` says where",
                name = file.display()
            ),
        });
    }
    Ok(MirSubject {
        name: file.display().to_string(),
        head: format!("from {}", file.display()),
        trace: run.trace,
        program,
    })
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
        let detail = verdict.detail();
        let first = detail.lines().next().unwrap_or_default();
        line(format_args!(
            "{:<width$}  {style}{}{style:#}  {first}",
            backend.name(),
            verdict.name()
        ));
    }
}
