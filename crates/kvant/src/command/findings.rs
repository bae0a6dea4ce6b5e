//! `kvant findings`: the findings of a store, and one of them in detail.

use kvant_campaign::read_model;
use kvant_campaign::store::{FindingDetail, Store};
use kvant_record::{FindingSummary, Standing};

use super::status::in_short;
use crate::cli::{Findings, WhichFinding};
use crate::report::{
    BAD, DIM, Ended, Failure, Found, GOOD, json, line, one_line, sized, table, text, wants_json,
};
use crate::subject::{Kept, program_files};

pub(super) fn execute(arguments: &Findings) -> Ended {
    match &arguments.which {
        Some(WhichFinding::Show { number, kept }) => {
            let store = Store::read_only(&kept.store)?;
            let finding = by_number(&store, *number)?;
            match wants_json() {
                true => json(read_model::finding(&store, finding)?),
                false => show(&store, finding)?,
            }
            Ok(Found::Fine)
        }
        None => list(arguments),
    }
}

/// The contents of a file of the first program with kept files that shows a finding.
fn kept_file(
    store: &Store,
    finding: &FindingDetail,
    name: &str,
) -> Result<Option<String>, Failure> {
    let mut files = finding.occurrences.iter().flat_map(|seen| &seen.files);
    let file = files.find(|file| file.name == name);
    Ok(file.map(|file| store.file(&file.object)).transpose()?)
}

/// The first program with kept files that shows a finding.
pub(super) fn kept_program(
    store: &Store,
    finding: &FindingDetail,
) -> Result<Option<Kept>, Failure> {
    for file in program_files() {
        if let Some(text) = kept_file(store, finding, &file)? {
            return Ok(Some(Kept { file, text }));
        }
    }
    Ok(None)
}

/// The finding with this number.
pub(super) fn by_number(store: &Store, number: i64) -> Result<FindingDetail, Failure> {
    store.finding(number)?.ok_or_else(|| {
        let folder = store.folder().display();
        format!("there is no finding {number} in {folder}: `kvant findings --all` lists them")
            .into()
    })
}

fn list(arguments: &Findings) -> Ended {
    let store = Store::read_only(&arguments.kept.store)?;
    let (listed, muted) = read_model::findings(&store, arguments.kind, arguments.all)?;
    let counts = |finding: &FindingSummary| finding.standing.counts();
    let found = match listed.findings.iter().any(counts) {
        true => Found::BadNews,
        false => Found::Fine,
    };
    match wants_json() {
        true => json(listed),
        false => show_all(&listed.findings, muted),
    }
    Ok(found)
}

fn show_all(findings: &[FindingSummary], muted: usize) {
    if findings.is_empty() {
        line(format_args!("{GOOD}no findings{GOOD:#}"));
    } else {
        let head = ["N", "kind", "seen", "first (UTC)", "first seed", "what"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(findings.iter().map(row));
        let rows = table(&rows);
        let mut rows = rows.lines();
        line(format_args!(
            "{DIM}{}{DIM:#}",
            rows.next().unwrap_or_default()
        ));
        let mut before = Standing::Counts;
        for (finding, row) in findings.iter().zip(rows) {
            let standing = finding.standing;
            if standing != before {
                announce(standing, before);
                before = standing;
            }
            match standing {
                Standing::Dispute => line(format_args!("{BAD}{row}{BAD:#}")),
                Standing::Counts => line(row),
                Standing::SetAside | Standing::Muted => line(format_args!("{DIM}{row}{DIM:#}")),
            }
        }
        line(format_args!(
            "\n{DIM}`kvant findings show N` shows one in detail, `kvant repro N` writes its files to a folder{DIM:#}"
        ));
    }
    if muted > 0 {
        let s = if muted == 1 { "is" } else { "are" };
        line(format_args!(
            "{DIM}{muted} more {s} muted: see --all{DIM:#}"
        ));
    }
}

/// Prints a heading above findings of another standing.
fn announce(standing: Standing, before: Standing) {
    match standing {
        Standing::Dispute => line(format_args!(
            "{BAD}The machine is disputed: these count as bugs of Kvant until shown otherwise.{BAD:#}"
        )),
        Standing::Counts if before == Standing::Dispute => {
            line("The others count as bugs of compilers.");
        }
        Standing::Counts => {}
        Standing::SetAside => line(
            "Set aside, because these may be no bugs: they are flaky, or need the compiler's assumptions about aliasing or \
             signed overflow.",
        ),
        Standing::Muted => line("Muted:"),
    }
}

fn row(finding: &FindingSummary) -> Vec<String> {
    let mut what = match finding.headline.is_empty() {
        true => one_line(&finding.signature, WIDTH),
        false => one_line(&finding.headline, WIDTH),
    };
    if let Some(mute) = &finding.mute {
        what = format!("{what} ({})", mute.link);
    }
    vec![
        finding.id.to_string(),
        finding.kind.to_string(),
        finding.occurrences.to_string(),
        finding.first_seen.to_string(),
        finding.first_seed.to_string(),
        what,
    ]
}

/// Width of a headline in the list.
const WIDTH: usize = 100;

/// Number of occurrences that are shown.
const SHOWN: usize = 20;

fn show(store: &Store, finding: FindingDetail) -> Result<(), Failure> {
    let campaigns: Vec<Vec<String>> = finding
        .campaigns
        .iter()
        .map(|campaign| {
            campaign
                .backends
                .iter()
                .map(|key| key.name.clone())
                .collect()
        })
        .collect();
    let finding = read_model::finding(store, finding)?;
    let summary = &finding.summary;
    let style = match summary.standing {
        Standing::SetAside | Standing::Muted => DIM,
        Standing::Dispute | Standing::Counts => BAD,
    };
    line(format_args!(
        "{style}finding {}: {}{style:#}",
        summary.id, summary.kind
    ));
    if summary.standing == Standing::Dispute {
        line("counts as a bug of Kvant until shown otherwise");
    }
    if !summary.headline.is_empty() {
        line(&summary.headline);
    }
    line(format_args!("signature: {}", summary.signature));
    if let Some(mute) = &summary.mute {
        let (pattern, since) = (&mute.pattern, mute.since);
        line(format_args!(
            "muted by `{pattern}` since {since} UTC: {}",
            mute.link
        ));
    }
    let times = match summary.occurrences {
        1 => format!("once, on {} UTC", summary.first_seen),
        times => format!(
            "{times} times, first on {} and last on {} UTC",
            summary.first_seen, summary.last_seen
        ),
    };
    line(format_args!("seen {times}"));
    for other in &finding.confirmations {
        let confirmed = match other.shows {
            true => "confirmed",
            false => "not confirmed",
        };
        let (backend, verdict) = (&other.backend, other.verdict);
        line(format_args!(
            "{confirmed} by another process: {verdict} on {backend}"
        ));
    }
    show_bug(store, &finding)?;
    if let Some(verdicts) = &finding.verdicts {
        line("");
        text(verdicts);
        if !verdicts.ends_with('\n') {
            line("");
        }
    }

    show_occurrences(&finding, &campaigns);
    let files = || finding.seen_in.iter().flat_map(|seen| &seen.files);
    if files().next().is_none() {
        line(format_args!(
            "\n{DIM}its files were not kept; `kvant gen` with the campaign's configuration and the seed makes the program \
             again{DIM:#}"
        ));
        return Ok(());
    }
    line("\nto reproduce it:");
    let number = summary.id;
    line(format_args!("  kvant repro {number}{}", option(store)));
    let program = program_files().find(|name| files().any(|file| file == name));
    match program {
        Some(program) => line(format_args!(
            "  kvant diff finding-{number}/{program}  {DIM}# after that{DIM:#}"
        )),
        None => line(format_args!(
            "  finding-{number}/reproduce.sh  {DIM}# after that{DIM:#}"
        )),
    }
    Ok(())
}

/// Prints the occurrences, and the campaigns with the names of their backends.
fn show_occurrences(finding: &kvant_record::FindingDetail, campaigns: &[Vec<String>]) {
    line("");
    let head = ["K", "seed", "campaign", "seen (UTC)", "files", "what"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let shown = finding.seen_in.iter().take(SHOWN).enumerate();
    rows.extend(shown.map(|(n, occurrence)| {
        vec![
            (n + 1).to_string(),
            occurrence.seed.to_string(),
            occurrence.campaign.to_string(),
            occurrence.seen.to_string(),
            occurrence.files.len().to_string(),
            one_line(&occurrence.headline, WIDTH),
        ]
    }));
    text(&table(&rows));
    let more = finding.seen_in.len().saturating_sub(SHOWN);
    if more > 0 {
        line(format_args!(
            "{DIM}and {more} more: --json lists all{DIM:#}"
        ));
    }
    for (campaign, backends) in finding.campaigns.iter().zip(campaigns) {
        let backends: Vec<&str> = backends.iter().map(String::as_str).collect();
        line(format_args!(
            "{DIM}campaign {}: {}{DIM:#}",
            campaign.id,
            in_short(campaign, &backends)
        ));
    }
}

/// Prints the bug that a finding belongs to, and its analysis.
fn show_bug(store: &Store, finding: &kvant_record::FindingDetail) -> Result<(), Failure> {
    let analysis = &finding.analysis;
    let finding = &finding.summary;
    let Some(bug) = store.bug(finding.id)? else {
        return Ok(());
    };
    if let Some(same_as) = finding.same_as {
        let how = match finding.presumed {
            true => "presumed to be the same bug",
            false => "the same bug",
        };
        line(format_args!("{how} as finding {same_as}"));
    }
    let others: Vec<String> = bug.findings[1..].iter().map(ToString::to_string).collect();
    if finding.same_as.is_none() && !others.is_empty() {
        let s = if others.len() == 1 { "" } else { "s" };
        line(format_args!(
            "the same bug as finding{s} {}; seen {} times in all",
            others.join(", "),
            bug.occurrences
        ));
    }
    if let Some(release) = bug.fixed_in {
        line(format_args!("{GOOD}fixed in {release}{GOOD:#}"));
    }
    if let Some(analysis) = analysis {
        line(format_args!(
            "reduced from {} to {}{}{}",
            sized(analysis.original),
            sized(analysis.size),
            if analysis.is_smallest { "" } else { " so far" },
            if analysis.is_lifted {
                "; shows in ordinary code too"
            } else {
                ""
            },
        ));
        let culprit = analysis.culprit.as_deref().unwrap_or("not known");
        line(format_args!("culprit: {culprit}"));
        line(format_args!("shown by {}", analysis.backend));
    }
    Ok(())
}

/// The option `--store` for a command about the same store.
pub(super) fn option(store: &Store) -> String {
    let folder = store.folder();
    match folder.as_os_str() == crate::cli::STORE {
        true => String::new(),
        false => format!(" --store {}", folder.display()),
    }
}
