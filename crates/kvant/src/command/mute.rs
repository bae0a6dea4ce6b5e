//! `kvant mute`: findings that are known and not reported again.

use kvant_campaign::store::{Store, matches};
use kvant_record::command::{Muted, Mutes, Unmuted};

use super::findings::by_number;
use crate::cli;
use crate::report::{DIM, Ended, Failure, Found, json, line, note, table, text, wants_json};

pub(super) fn execute(arguments: &cli::Mute) -> Ended {
    let folder = &arguments.kept.store;
    if let Some(pattern) = &arguments.remove {
        return remove(&mut Store::existing(folder)?, pattern);
    }
    match (&arguments.signature, &arguments.link) {
        (Some(signature), Some(link)) => add(&mut Store::existing(folder)?, signature, link),
        _ => list(&Store::read_only(folder)?),
    }
}

fn add(store: &mut Store, signature: &str, link: &str) -> Ended {
    let pattern = pattern(store, signature)?;
    if link.trim().is_empty() {
        return Err("--link is empty: give the address of a bug report or a discussion".into());
    }
    store.mute(&pattern, link)?;
    let findings = store.findings(None)?;
    let muted = findings
        .iter()
        .filter(|finding| matches(&pattern, &finding.signature));
    let muted: Vec<i64> = muted.map(|finding| finding.id).collect();
    if wants_json() {
        json(Muted {
            pattern,
            link: link.to_owned(),
            findings: muted,
        });
        return Ok(Found::Fine);
    }
    line(format_args!("muted {pattern}"));
    let numbers: Vec<String> = muted.iter().map(ToString::to_string).collect();
    match numbers.len() {
        0 => line("no finding has such a signature so far"),
        1 => line(format_args!("that is finding {}", numbers[0])),
        _ => line(format_args!("that is findings {}", numbers.join(", "))),
    }
    if signature != pattern && pattern.contains('*') {
        note(format_args!(
            "{DIM}note: each `*` in the signature stands for anything{DIM:#}"
        ));
    }
    Ok(Found::Fine)
}

/// The signature that was given, or that of the finding with the given number.
fn pattern(store: &Store, signature: &str) -> Result<String, Failure> {
    if signature.is_empty() {
        return Err("the signature is empty: `kvant findings` lists the findings".into());
    }
    match signature.parse() {
        Ok(number) => Ok(by_number(store, number)?.summary.signature),
        Err(_) => Ok(signature.to_owned()),
    }
}

fn remove(store: &mut Store, pattern: &str) -> Ended {
    if !store.unmute(pattern)? {
        return Err(format!(
            "`{pattern}` is not muted: `kvant mute --list` lists the muted patterns"
        )
        .into());
    }
    match wants_json() {
        true => json(Unmuted {
            removed: pattern.to_owned(),
        }),
        false => line(format_args!("{pattern} is no longer muted")),
    }
    Ok(Found::Fine)
}

fn list(store: &Store) -> Ended {
    let mutes = store.mutes()?;
    if wants_json() {
        json(Mutes { mutes });
    } else if mutes.is_empty() {
        line("nothing is muted");
    } else {
        let head = ["since (UTC)", "link", "pattern"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(
            mutes
                .into_iter()
                .map(|mute| vec![mute.since.to_string(), mute.link, mute.pattern]),
        );
        text(&table(&rows));
    }
    Ok(Found::Fine)
}
