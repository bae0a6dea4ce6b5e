//! `kvant findings`: what was found so far.

use kvant_campaign::store::{FindingDetail, FindingSummary, Store};
use kvant_campaign::{Kind, Size};
use kvant_toolchain::{Source, sources};
use serde_json::{Value, json};

use super::bugs::analysis_json;
use super::status::in_short;
use crate::calendar::{moment, timestamp};
use crate::cli::{Findings, WhichFinding};
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, line, one_line, table, text};

pub(super) fn execute(arguments: &Findings) -> Ended {
    match &arguments.which {
        Some(WhichFinding::Show { number, kept, json }) => {
            let store = Store::existing(&kept.store)?;
            let finding = by_number(&store, *number)?;
            match json {
                true => line(detail_json(&store, &finding)?),
                false => show(&store, &finding)?,
            }
            Ok(Found::Fine)
        }
        None => list(arguments),
    }
}

/// What somebody who reads a list should make of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Held to be our bug.
    Dispute,
    /// Held to be a compiler's bug.
    Counts,
    /// It may be nobody's bug.
    SetAside,
    /// Nobody wants to hear of it.
    Muted,
}

impl Standing {
    pub(super) fn of(finding: &FindingSummary) -> Standing {
        match (&finding.mute, Kind::named(&finding.kind)) {
            (Some(_), _) => Standing::Muted,
            (None, Some(Kind::MachineDispute)) => Standing::Dispute,
            (None, Some(kind)) if !kind.counts() => Standing::SetAside,
            (None, _) => Standing::Counts,
        }
    }

    /// Whether it is bad news.
    fn counts(self) -> bool {
        self <= Standing::Counts
    }

    fn name(self) -> &'static str {
        match self {
            Standing::Dispute => "dispute",
            Standing::Counts => "counts",
            Standing::SetAside => "set aside",
            Standing::Muted => "muted",
        }
    }
}

/// What is in a file of the first program that shows a finding, of those whose files were kept.
pub(super) fn kept_file(
    store: &Store,
    finding: &FindingDetail,
    name: &str,
) -> Result<Option<String>, Failure> {
    let mut files = finding.occurrences.iter().flat_map(|seen| &seen.files);
    let file = files.find(|file| file.name == name);
    Ok(file.map(|file| store.file(&file.object)).transpose()?)
}

/// The first program that shows a finding, of those whose files were kept: its language and its text.
pub(super) fn kept_program(
    store: &Store,
    finding: &FindingDetail,
) -> Result<Option<(Source, String)>, Failure> {
    for language in sources() {
        let text = kept_file(store, finding, &language.file("program"))?;
        if let Some(text) = text {
            return Ok(Some((language, text)));
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
    let store = Store::existing(&arguments.kept.store)?;
    let mut findings = store.findings(None)?;
    if let Some(kind) = &arguments.kind {
        findings.retain(|finding| finding.kind.replace(' ', "-") == *kind);
    }
    let all = findings.len();
    if !arguments.all {
        findings.retain(|finding| finding.mute.is_none());
    }
    let muted = all - findings.len();
    // Those of equal standing stay in the order in which they were found.
    findings.sort_by_key(Standing::of);
    if arguments.json {
        let findings = findings.iter().map(summary_json);
        line(json!({
            "store": store.folder().display().to_string(),
            "findings": findings.collect::<Vec<_>>(),
        }));
    } else {
        show_all(&findings, muted);
    }
    let counts = |finding: &FindingSummary| Standing::of(finding).counts();
    Ok(match findings.iter().any(counts) {
        true => Found::BadNews,
        false => Found::Fine,
    })
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
            let standing = Standing::of(finding);
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
            "\n{DIM}`kvant findings show N` says all about one, `kvant repro N` writes its files to a folder{DIM:#}"
        ));
    }
    if muted > 0 {
        let s = if muted == 1 { "is" } else { "are" };
        line(format_args!(
            "{DIM}{muted} more {s} muted: see --all{DIM:#}"
        ));
    }
}

/// Says what the findings that follow are.
fn announce(standing: Standing, before: Standing) {
    match standing {
        Standing::Dispute => line(format_args!(
            "{BAD}The machine is disputed: these are held to be bugs of Kvant until shown otherwise.{BAD:#}"
        )),
        Standing::Counts if before == Standing::Dispute => {
            line("The others are held to be bugs of compilers.");
        }
        Standing::Counts => {}
        Standing::SetAside => line(
            "Set aside, because these may be nobody's bug: they do not happen every time, or depend on rules of \
             aliasing that are not settled.",
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
        finding.kind.clone(),
        finding.occurrences.to_string(),
        moment(finding.first_seen),
        finding.first_seed.to_string(),
        what,
    ]
}

/// So much of a headline is shown in a list.
const WIDTH: usize = 100;

/// So many occurrences are shown to people.
const SHOWN: usize = 20;

fn show(store: &Store, finding: &FindingDetail) -> Result<(), Failure> {
    let summary = &finding.summary;
    let style = match Standing::of(summary) {
        Standing::SetAside | Standing::Muted => DIM,
        Standing::Dispute | Standing::Counts => BAD,
    };
    line(format_args!(
        "{style}finding {}: {}{style:#}",
        summary.id, summary.kind
    ));
    if Standing::of(summary) == Standing::Dispute {
        line("held to be a bug of Kvant until shown otherwise");
    }
    if !summary.headline.is_empty() {
        line(&summary.headline);
    }
    line(format_args!("signature: {}", summary.signature));
    if let Some(mute) = &summary.mute {
        let (pattern, since) = (&mute.pattern, moment(mute.since));
        line(format_args!(
            "muted by `{pattern}` since {since} UTC: {}",
            mute.link
        ));
    }
    let times = match summary.occurrences {
        1 => format!("once, on {} UTC", moment(summary.first_seen)),
        times => format!(
            "{times} times, first on {} and last on {} UTC",
            moment(summary.first_seen),
            moment(summary.last_seen)
        ),
    };
    line(format_args!("seen {times}"));
    show_bug(store, summary)?;
    if let Some(verdicts) = verdicts(store, finding)? {
        line("");
        text(&verdicts);
        if !verdicts.ends_with('\n') {
            line("");
        }
    }

    line("");
    let head = ["K", "seed", "campaign", "seen (UTC)", "files", "what"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let shown = finding.occurrences.iter().take(SHOWN).enumerate();
    rows.extend(shown.map(|(n, occurrence)| {
        vec![
            (n + 1).to_string(),
            occurrence.seed.to_string(),
            occurrence.campaign.to_string(),
            moment(occurrence.seen),
            occurrence.files.len().to_string(),
            one_line(&occurrence.headline, WIDTH),
        ]
    }));
    text(&table(&rows));
    let more = finding.occurrences.len().saturating_sub(SHOWN);
    if more > 0 {
        line(format_args!(
            "{DIM}and {more} more: --json lists all{DIM:#}"
        ));
    }
    for campaign in &finding.campaigns {
        line(format_args!(
            "{DIM}campaign {}: {}{DIM:#}",
            campaign.id,
            in_short(campaign)
        ));
    }

    let files = || finding.occurrences.iter().flat_map(|seen| &seen.files);
    if files().next().is_none() {
        line(format_args!(
            "\n{DIM}no files were kept of it; the campaign's configuration and the seed make the program again: see `kvant \
             gen --help`{DIM:#}"
        ));
        return Ok(());
    }
    line("\nto see it again:");
    let number = summary.id;
    line(format_args!("  kvant repro {number}{}", option(store)));
    let programs = sources().into_iter();
    let mut programs = programs.map(|language| language.file("program"));
    let program = programs.find(|name| files().any(|file| file.name == *name));
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

/// Which bug it is, and what is known of it.
fn show_bug(store: &Store, finding: &FindingSummary) -> Result<(), Failure> {
    let Some(bug) = store.bug(finding.id)? else {
        return Ok(());
    };
    if let Some(same_as) = finding.same_as {
        let how = match finding.presumed {
            true => "presumed to be the same",
            false => "the same",
        };
        line(format_args!("{how} as finding {same_as}"));
    }
    let others: Vec<String> = bug.findings[1..].iter().map(ToString::to_string).collect();
    if finding.same_as.is_none() && !others.is_empty() {
        let s = if others.len() == 1 { "" } else { "s" };
        line(format_args!(
            "the same as finding{s} {}, {} times in all",
            others.join(", "),
            bug.occurrences
        ));
    }
    if let Some(release) = bug.fixed_in {
        line(format_args!("{GOOD}fixed in {release}{GOOD:#}"));
    }
    if let Some(analysis) = store.analysis(finding.id)? {
        let statements = |size: Size| format!("{}/{}", size.statements, size.functions);
        line(format_args!(
            "reduced to {} statements/functions from {}{}{}",
            statements(analysis.size),
            statements(analysis.original),
            if analysis.is_smallest {
                ""
            } else {
                ", not to the end"
            },
            if analysis.is_lifted {
                "; shows in ordinary code too"
            } else {
                ""
            },
        ));
        let culprit = match &*analysis.culprit {
            "" => "not known",
            culprit => culprit,
        };
        line(format_args!("culprit: {culprit}"));
        line(format_args!("shown by {}", analysis.backend));
    }
    Ok(())
}

/// The `--store` that somebody has to say again.
pub(super) fn option(store: &Store) -> String {
    let folder = store.folder();
    match folder.as_os_str() == crate::cli::STORE {
        true => String::new(),
        false => format!(" --store {}", folder.display()),
    }
}

/// What was written down of what everybody said.
fn verdicts(store: &Store, finding: &FindingDetail) -> Result<Option<String>, Failure> {
    let mut files = finding.occurrences.iter().flat_map(|one| &one.files);
    let verdicts = files.find(|file| file.name == "verdicts.txt");
    let verdicts = verdicts.map(|file| store.file(&file.object)).transpose()?;
    Ok(verdicts)
}

/// A finding in short, for machines.
pub(super) fn summary_json(finding: &FindingSummary) -> Value {
    json!({
        "finding": finding.id,
        "kind": finding.kind,
        "standing": Standing::of(finding).name(),
        "signature": finding.signature,
        "headline": finding.headline,
        "occurrences": finding.occurrences,
        "first_seen": timestamp(finding.first_seen),
        "last_seen": timestamp(finding.last_seen),
        "first_seed": finding.first_seed,
        "first_campaign": finding.first_campaign,
        "same_as": finding.same_as,
        "presumed": finding.presumed,
        "muted": finding.mute.as_ref().map(|mute| json!({
            "pattern": mute.pattern,
            "link": mute.link,
            "since": timestamp(mute.since),
        })),
    })
}

/// All about a finding, for machines.
fn detail_json(store: &Store, finding: &FindingDetail) -> Result<Value, Failure> {
    let mut value = summary_json(&finding.summary);
    let analysis = store.analysis(finding.summary.id)?;
    value["analysis"] = analysis.as_ref().map(analysis_json).into();
    value["verdicts"] = verdicts(store, finding)?.into();
    let occurrences = finding.occurrences.iter().map(|occurrence| {
        let files = occurrence.files.iter().map(|file| &file.name);
        json!({
            "seed": occurrence.seed,
            "campaign": occurrence.campaign,
            "seen": timestamp(occurrence.seen),
            "headline": occurrence.headline,
            "files": files.collect::<Vec<_>>(),
        })
    });
    value["seen_in"] = occurrences.collect::<Vec<_>>().into();
    let campaigns = finding.campaigns.iter().map(|campaign| {
        json!({
            "campaign": campaign.id,
            "language": campaign.language,
            "generator": campaign.generator,
            "config": campaign.config,
        })
    });
    value["campaigns"] = campaigns.collect::<Vec<_>>().into();
    Ok(value)
}
