//! `kvant diff`: one program compiled by every compiler and compared.

use std::path::Path;

use kvant_campaign::{BackendSet, BatchSize, Examined, Outcome, Told, Verdict, headline};
use kvant_record::command;

use super::faithful::is_read_as_written;
use super::{Asked, Sort, optimising};
use crate::cli::Diff;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, json, line, wants_json};
use crate::subject::{Accepted, from_file};

pub(super) fn execute(arguments: &Diff, settings: Option<&Path>) -> Ended {
    let subject = match subject(arguments)? {
        Ok(subject) => subject,
        Err(found) => return Ok(found),
    };
    let asked = Asked::new(&arguments.matrix, settings, &[Sort::of(&*subject)])?;
    let mut backends = asked.references();
    let others = asked.backends(optimising);
    backends.retain(|backend| !others.contains(backend));
    backends.extend(others);
    backends.sort_by_key(|backend| {
        let same = |toolchain| std::sync::Arc::ptr_eq(toolchain, &backend.toolchain);
        asked.toolchains.iter().position(same)
    });

    let cancel = on_interrupt()?;
    is_read_as_written(&*subject, &asked.toolchains, &cancel)?;
    let set = BackendSet::new(backends, Vec::new(), &cancel);
    let name = subject.name();
    let statements = subject.size().statements;
    let (observations, expected) = (subject.trace().len(), subject.summary());
    let subjects = [subject];
    let mut progress = Progress::new();
    let mut asked = 0;
    let examined = set.examine(&subjects, &mut BatchSize::new(None), &mut |told| {
        let Told::Heard(heard) = told else { return };
        asked += 1;
        progress.show(|| format!("{asked} tests, the last one by {}", heard.backend.name()));
    })?;
    progress.clear();

    let Examined { outcomes, findings } = examined.into_iter().next().unwrap_or_default();
    let kind = findings.iter().map(|finding| finding.kind).min();
    if wants_json() {
        let found = findings.iter().map(|finding| command::DiffFinding {
            kind: finding.kind,
            signature: finding.signature.clone(),
            headline: finding.headline(),
            suspects: finding.suspects.clone(),
        });
        let backends = outcomes.iter().map(|outcome| command::DiffBackend {
            name: outcome.backend.name(),
            verdict: outcome.verdict.kind(),
            detail: outcome.verdict.detail(),
            again: outcome.again.iter().map(Verdict::kind).collect(),
        });
        json(command::Diff {
            program: name,
            statements,
            expected,
            kind,
            findings: found.collect(),
            backends: backends.collect(),
        });
    } else {
        line(format_args!(
            "{DIM}{name}, {statements} statements, {observations} observations{DIM:#}"
        ));
        show(&expected, &outcomes);
        for finding in &findings {
            let kind = finding.kind.name();
            line(format_args!("\n{BAD}{kind}{BAD:#}: {}", finding.headline()));
            if !finding.suspects.is_empty() {
                let suspects = finding.suspects.join(", ");
                line(format_args!(
                    "it does not show without {suspects} (each alone)"
                ));
            }
        }
    }
    Ok(match findings.iter().any(|finding| finding.kind.counts()) {
        true => Found::BadNews,
        false => Found::Fine,
    })
}

/// The program; or the result of the command, if the machine does not accept it.
fn subject(arguments: &Diff) -> Result<Accepted, Failure> {
    let Some(file) = &arguments.file else {
        let seed = arguments.seed.unwrap_or_default();
        let recipe = Recipe::new(&arguments.language, &arguments.generator)?;
        return Ok(Ok(recipe.made(seed)?.subject));
    };
    from_file(file, &arguments.language.wanted())
}

fn show(expected: &str, outcomes: &[Outcome]) {
    let width = outcomes
        .iter()
        .map(|outcome| outcome.backend.name().chars().count())
        .chain(["machine".len()])
        .max()
        .unwrap_or(0);
    line(format_args!("{:<width$}  {expected}", "machine"));
    for outcome in outcomes {
        let verdict = &outcome.verdict;
        let style = match verdict {
            Verdict::Agrees => GOOD,
            Verdict::CannotSay { .. } => DIM,
            _ => BAD,
        };
        let flaky = if outcome.is_flaky() { ", flaky" } else { "" };
        let (name, headline) = (verdict.name(), headline(verdict));
        let gap = if headline.is_empty() { "" } else { "  " };
        line(format_args!(
            "{:<width$}  {style}{name}{flaky}{style:#}{gap}{headline}",
            outcome.backend.name()
        ));
    }
}
