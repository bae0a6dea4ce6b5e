//! `kvant toolchains`: which compilers there are, and what each can do.

use std::path::Path;

use kvant_record::command::{self, CCompiler, RustCompiler, Skipped};
use kvant_toolchain::drivers::{C, RUST};
use kvant_toolchain::{Abilities, Surroundings, Toolchain, Toolchains};

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
    let mut described = |language| {
        let toolchains = all.of(language).iter();
        let described = toolchains.map(|toolchain| {
            progress.show(|| format!("asking {}", toolchain.name));
            let abilities = all.abilities(toolchain).map_err(|error| error.to_string());
            (&**toolchain, abilities)
        });
        described.collect::<Vec<_>>()
    };
    let (rust, c) = (described(RUST), described(C));
    progress.clear();
    match wants_json() {
        true => json(record(&all, &rust, &c, &surroundings)),
        false => show(&all, &rust, &c),
    }
    let is_empty = all.of(RUST).is_empty();
    if is_empty && !wants_json() {
        error("no rustc found: install one with rustup, set RUSTC, or name one in kvant.toml");
    }
    Ok(match is_empty {
        true => Found::Nothing,
        false => Found::Fine,
    })
}

/// A compiler, and what it can do or why that is not known.
type Described<'a> = (&'a Toolchain, Result<Abilities, String>);

fn show(all: &Toolchains, rust: &[Described<'_>], c: &[Described<'_>]) {
    if !rust.is_empty() {
        let head = ["name", "rustc", "LLVM", "date", "can", "where"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (toolchain, abilities) in rust {
            rows.push(vec![
                toolchain.name.clone(),
                toolchain.release.clone(),
                or_dash(toolchain.llvm.as_ref()),
                or_dash(toolchain.date.as_ref()),
                can(abilities),
                toolchain.path.display().to_string(),
            ]);
        }
        text(&table(&rows));
    }
    if !c.is_empty() {
        let head = ["C", "version", "target", "can", "where"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(c.iter().map(|(toolchain, abilities)| {
            vec![
                toolchain.name.clone(),
                toolchain.title(),
                target(toolchain),
                can(abilities),
                toolchain.path.display().to_string(),
            ]
        }));
        line("");
        text(&table(&rows));
    }
    let mut notes = Vec::new();
    for (toolchain, abilities) in rust.iter().chain(c) {
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
            Err(why) => notes.push(format!("{} cannot be tried: {why}", toolchain.name)),
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

/// What a compiler makes programs for, and what runs them if this machine cannot.
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

/// What a compiler can do, in a cell.
fn summary(abilities: &Abilities) -> String {
    let has = abilities.has().map(|ability| ability.short);
    has.collect::<Vec<_>>().join(" ")
}

fn or_dash(value: Option<&String>) -> String {
    value.map_or("-", String::as_str).to_owned()
}

fn record(
    all: &Toolchains,
    rust: &[Described<'_>],
    c: &[Described<'_>],
    surroundings: &Surroundings,
) -> command::Toolchains {
    let path = |path: &Path| path.display().to_string();
    let rust = rust.iter().map(|(toolchain, abilities)| RustCompiler {
        name: toolchain.name.clone(),
        aliases: toolchain.aliases.clone(),
        rustc: path(&toolchain.path),
        sysroot: path(&toolchain.sysroot),
        env: toolchain.env.iter().cloned().collect(),
        release: toolchain.release.clone(),
        channel: toolchain.version.channel.name().to_owned(),
        commit: toolchain.commit.clone(),
        date: toolchain.date.clone(),
        llvm: toolchain.llvm.clone(),
        host: toolchain.target.clone(),
        not_used: not_used(toolchain),
        abilities: abilities_record(abilities),
    });
    let c = c.iter().map(|(toolchain, abilities)| CCompiler {
        name: toolchain.name.clone(),
        aliases: toolchain.aliases.clone(),
        kind: toolchain.family().name.to_owned(),
        version: toolchain.release.clone(),
        target: toolchain.target.clone(),
        architecture: toolchain.architecture().to_owned(),
        emulator: toolchain.emulator.as_deref().map(path),
        path: path(&toolchain.path),
        abilities: abilities_record(abilities),
    });
    let skipped = all.skipped.iter();
    command::Toolchains {
        toolchains: rust.collect(),
        c_compilers: c.collect(),
        skipped: skipped
            .map(|skipped| Skipped {
                name: skipped.name.clone(),
                why: skipped.why.clone(),
            })
            .collect(),
        cache: surroundings.cache.as_deref().map(path),
    }
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
