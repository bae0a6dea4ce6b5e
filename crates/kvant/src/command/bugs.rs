//! `kvant bugs`: findings, each with all that are known to be the same.

use std::collections::BTreeMap;

use kvant_campaign::store::{Bug, Said, State, Store};
use kvant_campaign::{Analysis, Size};
use kvant_toolchain::{Channel, Version};
use serde_json::{Value, json};

use super::findings::Standing;
use crate::calendar::{moment, timestamp};
use crate::cli::Bugs;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, line, one_line, table};

/// What stands where nothing is known.
const UNKNOWN: &str = "–";

/// So much of a culprit is shown in a list.
const WIDTH: usize = 50;

pub(super) fn execute(arguments: &Bugs) -> Ended {
    let store = Store::existing(&arguments.kept.store)?;
    let mut bugs = store.bugs()?;
    let all = bugs.len();
    if !arguments.all {
        bugs.retain(|bug| matches!(bug.state, State::New | State::Known));
    }
    let hidden = all - bugs.len();
    // Those in one state stay in the order in which they were found.
    bugs.sort_by_key(order);
    if arguments.json {
        line(json!({
            "store": store.folder().display().to_string(),
            "bugs": bugs.iter().map(bug_json).collect::<Vec<_>>(),
        }));
        return Ok(Found::Fine);
    }
    show(&bugs);
    if hidden > 0 {
        let are = if hidden == 1 { "is" } else { "are" };
        line(format_args!(
            "{DIM}{hidden} more {are} muted or fixed: see --all{DIM:#}"
        ));
    }
    Ok(Found::Fine)
}

/// The bug that the finding with this number is.
pub(super) fn by_number(store: &Store, number: i64) -> Result<Bug, Failure> {
    store.bug(number)?.ok_or_else(|| {
        let folder = store.folder().display();
        format!("there is no bug {number} in {folder}: `kvant bugs --all` lists them").into()
    })
}

fn order(bug: &Bug) -> (u8, Standing) {
    let state = match bug.state {
        State::New => 0,
        State::Known => 1,
        State::Fixed { .. } => 2,
        State::Muted { .. } => 3,
    };
    (state, Standing::of(&bug.finding))
}

fn show(bugs: &[Bug]) {
    if bugs.is_empty() {
        line(format_args!("{GOOD}no bugs{GOOD:#}"));
        return;
    }
    let head = [
        "N",
        "state",
        "kind",
        "culprit",
        "affected",
        "seen",
        "size",
        "first (UTC)",
        "last (UTC)",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(bugs.iter().map(row));
    let rows = table(&rows);
    let mut rows = rows.lines();
    let head = rows.next().unwrap_or_default();
    line(format_args!("{DIM}{head}{DIM:#}"));
    for (bug, row) in bugs.iter().zip(rows) {
        match (&bug.state, Standing::of(&bug.finding)) {
            (State::Fixed { .. }, _) => line(format_args!("{GOOD}{row}{GOOD:#}")),
            (_, Standing::Dispute) => line(format_args!("{BAD}{row}{BAD:#}")),
            (_, Standing::Counts) => line(row),
            (_, Standing::SetAside | Standing::Muted) => line(format_args!("{DIM}{row}{DIM:#}")),
        }
    }
    line(format_args!(
        "\n{DIM}`kvant findings show N` says all about one, `kvant bundle N` writes what is known to a folder{DIM:#}"
    ));
}

fn row(bug: &Bug) -> Vec<String> {
    let state = match &bug.state {
        State::Fixed { release } => format!("fixed in {release}"),
        State::Muted { link } => format!("muted ({link})"),
        state => state.name().to_owned(),
    };
    let analysis = bug.analysis.as_ref();
    let culprit = analysis.map(|analysis| one_line(&analysis.culprit, WIDTH));
    vec![
        bug.finding.id.to_string(),
        state,
        bug.finding.kind.clone(),
        culprit
            .filter(|culprit| !culprit.is_empty())
            .unwrap_or_else(|| UNKNOWN.to_owned()),
        affected(&bug.said()),
        bug.occurrences.to_string(),
        analysis.map_or_else(|| UNKNOWN.to_owned(), size),
        moment(bug.first_seen),
        moment(bug.last_seen),
    ]
}

/// Statements and functions, and whether it can be lifted.
fn size(analysis: &Analysis) -> String {
    let Size {
        statements,
        functions,
    } = analysis.size;
    let most = if analysis.is_smallest { "" } else { "≤" };
    let lifted = if analysis.is_lifted { " lifted" } else { "" };
    format!("{most}{statements}/{functions}{lifted}")
}

/// The releases that show a bug, in short: those between which none was asked that does not are one range.
pub(super) fn affected(said: &[Said<'_>]) -> String {
    let mut releases: BTreeMap<Version, BTreeMap<&str, bool>> = BTreeMap::new();
    for said in said {
        if let Some(version) = Version::parse(said.release) {
            let answers = releases.entry(version).or_default();
            answers.insert(said.toolchain, said.shows);
        }
    }
    let mut runs: Vec<(Version, Version)> = Vec::new();
    let mut before = false;
    for (version, answers) in releases {
        let shows = answers.values().any(|shows| *shows);
        match runs.last_mut() {
            Some((_, last)) if shows && before => *last = version,
            _ if shows => runs.push((version, version)),
            _ => {}
        }
        before = shows;
    }
    let runs = runs.iter().map(|(first, last)| match first == last {
        true => release(*first),
        false => format!("{}–{}", release(*first), release(*last)),
    });
    match runs.collect::<Vec<_>>() {
        runs if runs.is_empty() => UNKNOWN.to_owned(),
        runs => runs.join(", "),
    }
}

/// A release as people call it.
fn release(version: Version) -> String {
    let Version {
        major,
        minor,
        patch,
        channel,
    } = version;
    let patch = match patch {
        0 => String::new(),
        patch => format!(".{patch}"),
    };
    let channel = match channel {
        Channel::Stable => String::new(),
        channel => format!("-{}", channel.name()),
    };
    format!("{major}.{minor}{patch}{channel}")
}

/// A bug, for machines.
pub(super) fn bug_json(bug: &Bug) -> Value {
    let answers = bug.said().into_iter().map(|said| {
        json!({
            "toolchain": said.toolchain,
            "release": said.release,
            "verdict": said.verdict,
            "shows": said.shows,
        })
    });
    let rechecked = bug.rechecked.iter().map(|again| {
        json!({
            "toolchain": again.toolchain,
            "release": again.release,
            "identity": again.identity,
            "verdict": again.verdict,
            "shows": again.shows,
            "at": timestamp(again.at),
        })
    });
    json!({
        "bug": bug.finding.id,
        "state": bug.state.name(),
        "fixed_in": bug.fixed_in,
        "muted": bug.finding.mute.as_ref().map(|mute| &mute.link),
        "kind": bug.finding.kind,
        "signature": bug.finding.signature,
        "headline": bug.finding.headline,
        "affected": affected(&bug.said()),
        "said": answers.collect::<Vec<_>>(),
        "rechecked": rechecked.collect::<Vec<_>>(),
        "occurrences": bug.occurrences,
        "findings": bug.findings,
        "presumed": bug.presumed,
        "first_seen": timestamp(bug.first_seen),
        "last_seen": timestamp(bug.last_seen),
        "analysis": bug.analysis.as_ref().map(analysis_json),
    })
}

/// What is known of a finding, for machines: all but the files.
pub(super) fn analysis_json(analysis: &Analysis) -> Value {
    let size = |size: Size| json!({ "statements": size.statements, "functions": size.functions });
    json!({
        "culprit": Some(&analysis.culprit).filter(|culprit| !culprit.is_empty()),
        "backend": analysis.backend,
        "original": size(analysis.original),
        "size": size(analysis.size),
        "is_smallest": analysis.is_smallest,
        "is_lifted": analysis.is_lifted,
        "shape": analysis.shape,
        "versions": analysis.versions.iter().map(|version| json!({
            "toolchain": version.toolchain,
            "release": version.release,
            "verdict": version.verdict,
            "shows": version.shows,
        })).collect::<Vec<_>>(),
        "calls": analysis.calls,
        "cpu_seconds": analysis.spent.as_secs_f64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_in_a_row_are_a_range() {
        for (row, expected) in [
            ("", "–"),
            ("1.85.0-", "–"),
            ("1.85.0+", "1.85"),
            ("1.85.0+ 1.90.0+ 1.97.0-nightly+", "1.85–1.97-nightly"),
            ("1.85.0+ 1.90.0- 1.97.0-nightly+", "1.85, 1.97-nightly"),
            ("1.100.0- 1.99.1+ 1.9.0+", "1.9–1.99.1"),
            ("a=1.90.0- b=1.90.0+ a=1.91.0+", "1.90–1.91"),
            // The last answer counts.
            ("a=1.90.0+ a=1.90.0- 1.91.0+", "1.91"),
            ("who=knows+", "–"),
        ] {
            let said = row.split_whitespace().map(|word| {
                let (word, shows) = word.split_at(word.len() - 1);
                let (toolchain, release) = word.split_once('=').unwrap_or((word, word));
                Said {
                    toolchain,
                    release,
                    verdict: "",
                    shows: shows == "+",
                }
            });
            assert_eq!(affected(&said.collect::<Vec<_>>()), expected, "{row}");
        }
    }
}
