//! `kvant mute`: findings that nobody wants to hear of.

use kvant_campaign::store::{Mute, Store};
use serde_json::json;

use super::findings::by_number;
use crate::calendar::{moment, timestamp};
use crate::cli;
use crate::report::{DIM, Ended, Failure, Found, line, note, table, text};

pub(super) fn execute(arguments: &cli::Mute) -> Ended {
    let mut store = Store::existing(&arguments.kept.store)?;
    if let Some(pattern) = &arguments.remove {
        return remove(&mut store, pattern, arguments.json);
    }
    match (&arguments.signature, &arguments.link) {
        (Some(signature), Some(link)) => add(&mut store, signature, link, arguments.json),
        _ => list(&store, arguments.json),
    }
}

fn add(store: &mut Store, signature: &str, link: &str, json: bool) -> Ended {
    let pattern = pattern(store, signature)?;
    if link.trim().is_empty() {
        return Err("whoever reads it later wants to know why: say where with --link".into());
    }
    store.mute(&pattern, link)?;
    let findings = store.findings(None)?;
    let muted = findings
        .iter()
        .filter(|finding| matches(&pattern, &finding.signature));
    let muted: Vec<i64> = muted.map(|finding| finding.id).collect();
    if json {
        line(json!({ "pattern": pattern, "link": link, "findings": muted }));
        return Ok(Found::Fine);
    }
    line(format_args!("muted {pattern}"));
    let numbers: Vec<String> = muted.iter().map(ToString::to_string).collect();
    match numbers.len() {
        0 => line("nothing that was found so far has such a signature"),
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

/// What was typed, or the signature of the finding whose number it is.
fn pattern(store: &Store, signature: &str) -> Result<String, Failure> {
    if signature.is_empty() {
        return Err("a signature is not empty: `kvant findings` lists what was found".into());
    }
    match signature.parse() {
        Ok(number) => Ok(by_number(store, number)?.summary.signature),
        Err(_) => Ok(signature.to_owned()),
    }
}

fn matches(pattern: &str, signature: &str) -> bool {
    let mute = Mute {
        pattern: pattern.to_owned(),
        link: String::new(),
        since: 0,
    };
    mute.matches(signature)
}

fn remove(store: &mut Store, pattern: &str, json: bool) -> Ended {
    if !store.unmute(pattern)? {
        return Err(format!("`{pattern}` is not muted: `kvant mute --list` lists what is").into());
    }
    match json {
        true => line(json!({ "removed": pattern })),
        false => line(format_args!("{pattern} is heard of again")),
    }
    Ok(Found::Fine)
}

fn list(store: &Store, json: bool) -> Ended {
    let mutes = store.mutes()?;
    if json {
        let mutes = mutes.iter().map(|mute| {
            json!({
                "pattern": mute.pattern,
                "link": mute.link,
                "since": timestamp(mute.since),
            })
        });
        line(json!({ "mutes": mutes.collect::<Vec<_>>() }));
    } else if mutes.is_empty() {
        line("nothing is muted");
    } else {
        let head = ["since (UTC)", "link", "pattern"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(
            mutes
                .into_iter()
                .map(|mute| vec![moment(mute.since), mute.link, mute.pattern]),
        );
        text(&table(&rows));
    }
    Ok(Found::Fine)
}
