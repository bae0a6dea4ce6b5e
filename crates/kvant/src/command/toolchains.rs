//! `kvant toolchains`: the compilers that are found, and their abilities.

use std::path::Path;

use kvant_languages::languages;
use kvant_record::command::{self, Skipped};
use kvant_toolchain::{Abilities, Surroundings, Toolchain, Toolchains, sources};

use super::asked::commands;
use super::{found_in, not_used, too_new};
use crate::cli;
use crate::progress::Progress;
use crate::report::{DIM, Ended, Found, error, json, line, table, text, wants_json};
use crate::settings::Settings;

pub(super) fn execute(arguments: &cli::Toolchains, settings: Option<&Path>) -> Ended {
    let mut surroundings = found_in(&Settings::read(settings)?);
    surroundings.fresh = arguments.fresh;
    let mut progress = Progress::new();
    progress.show(|| "looking for compilers".to_owned());
    let all = Toolchains::discover_in(&surroundings);
    let described = all.found.iter().map(|toolchain| {
        progress.show(|| format!("asking {}", toolchain.name));
        let abilities = all.abilities(toolchain).map_err(|error| error.to_string());
        (&**toolchain, abilities)
    });
    let described: Vec<Described<'_>> = described.collect();
    progress.clear();
    match wants_json() {
        true => json(record(&all, &described, &surroundings)),
        false => show(&all, &described),
    }
    let default = languages()[0].source();
    if !all.of(default).is_empty() {
        return Ok(Found::Fine);
    }
    if !wants_json() {
        error(format_args!(
            "no compiler of {} found: put {} on PATH, or name one in kvant.toml",
            default.name,
            commands(default)
        ));
    }
    Ok(Found::Nothing)
}

/// A compiler, and its abilities or the reason why they are not known.
type Described<'a> = (&'a Toolchain, Result<Abilities, String>);

fn show(all: &Toolchains, described: &[Described<'_>]) {
    let mut is_first = true;
    for source in sources() {
        let of_source = described.iter().filter(|(it, _)| it.source() == source);
        let head = [
            source.name,
            "version",
            "LLVM",
            "date",
            "target",
            "abilities",
            "where",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(of_source.map(|(toolchain, abilities)| {
            vec![
                toolchain.name.clone(),
                toolchain.title(),
                or_dash(toolchain.llvm.as_ref()),
                or_dash(toolchain.date.as_ref()),
                target(toolchain),
                can(abilities),
                toolchain.path.display().to_string(),
            ]
        }));
        if rows.len() == 1 {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            line("");
        }
        text(&table(&without_empty_columns(rows)));
    }
    let mut notes = Vec::new();
    for (toolchain, abilities) in described {
        if let Some(why) = not_used(toolchain) {
            notes.push(format!("{} is not used: {why}", toolchain.name));
        }
        notes.extend(too_new(toolchain));
        match abilities {
            Ok(abilities) => {
                let lacks = abilities.lacks();
                for (ability, why) in lacks.filter(|(ability, _)| ability.is_needed) {
                    notes.push(format!("{} lacks {}: {why}", toolchain.name, ability.name));
                }
            }
            Err(why) => notes.push(format!(
                "the abilities of {} are not known: {why}",
                toolchain.name
            )),
        }
        if !toolchain.aliases.is_empty() {
            let aliases = toolchain.aliases.join(", ");
            notes.push(format!("{} is also called {aliases}", toolchain.name));
        }
    }
    notes.extend(all.skipped.iter().map(ToString::to_string));
    if !notes.is_empty() {
        line("");
    }
    for note in notes {
        line(format_args!("{DIM}{note}{DIM:#}"));
    }
}

/// The target of a compiler, and the emulator of its programs if they are for another machine.
fn target(toolchain: &Toolchain) -> String {
    let emulator = toolchain.emulator.as_ref();
    let emulator = emulator.and_then(|path| path.file_name());
    match emulator {
        Some(emulator) => format!("{} ({})", toolchain.target, emulator.display()),
        None => toolchain.target.clone(),
    }
}

fn can(abilities: &Result<Abilities, String>) -> String {
    match abilities {
        Ok(abilities) => summary(abilities),
        Err(_) => "?".to_owned(),
    }
}

/// The abilities of a compiler, in a cell.
fn summary(abilities: &Abilities) -> String {
    let has = abilities.has().map(|ability| ability.short);
    has.collect::<Vec<_>>().join(" ")
}

fn or_dash(value: Option<&String>) -> String {
    value.map_or("-", String::as_str).to_owned()
}

/// The table without the columns that have a dash in every row below the head.
fn without_empty_columns(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(0, Vec::len);
    for column in (0..columns).rev() {
        if rows.iter().skip(1).all(|row| row[column] == "-") {
            for row in &mut rows {
                row.remove(column);
            }
        }
    }
    rows
}

fn record(
    all: &Toolchains,
    described: &[Described<'_>],
    surroundings: &Surroundings,
) -> command::Toolchains {
    let skipped = all.skipped.iter().map(|skipped| Skipped {
        name: skipped.name.clone(),
        why: skipped.why.clone(),
    });
    let cache = surroundings.cache.as_deref();
    let mut list = command::Toolchains {
        skipped: skipped.collect(),
        cache: cache.map(|path| path.display().to_string()),
        ..command::Toolchains::default()
    };
    for (toolchain, abilities) in described {
        let (not_used, abilities) = (not_used(toolchain), abilities_record(abilities));
        let driver = toolchain.driver;
        driver.list(toolchain, not_used, abilities, &mut list);
    }
    list
}

fn abilities_record(abilities: &Result<Abilities, String>) -> command::Abilities {
    match abilities {
        Ok(abilities) => {
            let has = abilities.has().map(|it| it.name.to_owned());
            let lacks = abilities.lacks();
            let lacks = lacks.map(|(it, why)| (it.name.to_owned(), why.to_string()));
            command::Abilities {
                has: Some(has.collect()),
                lacks: Some(lacks.collect()),
                error: None,
            }
        }
        Err(why) => command::Abilities {
            error: Some(why.clone()),
            ..command::Abilities::default()
        },
    }
}
