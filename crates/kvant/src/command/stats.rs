//! `kvant gen --stats`: statistics on the programs of many seeds.

use std::fmt::Write as _;

use kvant_campaign::{Generator, Section, Survey};

use super::seeds_from;
use crate::cli::Gen;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Found, line, note, table, text, wants_json};

pub(super) fn execute(arguments: &Gen, generator: &dyn Generator) -> Ended {
    let cancel = on_interrupt()?;
    let count = arguments.looks();
    let seeds = seeds_from(arguments.first_seed(), count)?;
    let mut progress = Progress::new();
    let survey = generator.survey(seeds, &cancel, &mut |seen| {
        progress.show(|| format!("{seen} of {count} programs"));
    });
    progress.clear();
    if cancel.is_cancelled() {
        let seen = survey.programs + survey.failures.len();
        note(format_args!("stopped after {seen} of {count} programs"));
    }
    match wants_json() {
        true => line(&survey.json),
        false => text(&shown(&survey)),
    }
    Ok(match survey.failures.is_empty() {
        true => Found::Fine,
        false => Found::BadNews,
    })
}

fn shown(survey: &Survey) -> String {
    let failures = survey.failures.iter();
    let failures = failures.map(|failure| vec![format!("{BAD}{failure}{BAD:#}")]);
    let failures = Section {
        title: "failures".to_owned(),
        rows: failures.collect(),
    };
    let (summary, others) = survey.sections.split_at(survey.sections.len().min(1));
    let mut shown = String::new();
    for Section { title, rows } in summary.iter().chain([&failures]).chain(others) {
        if rows.is_empty() {
            continue;
        }
        if !title.is_empty() {
            let _ = write!(shown, "\n{DIM}{title}{DIM:#}\n");
        }
        shown.push_str(&table(rows));
    }
    shown
}
