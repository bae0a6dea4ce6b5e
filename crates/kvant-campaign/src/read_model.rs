//! Read models: the contents of a store as records, which every display renders.

use std::collections::BTreeMap;
use std::ops::Range;

use kvant_record::{
    AnalysisSummary, BackendStatus, Bug, BugState, Bugs, CampaignStatus, CampaignSummary,
    FindingCounts, FindingDetail, FindingSummary, Findings, Kind, OnVersion, ProcessorSeconds,
    SeenIn, SessionState, SessionStatus, Standing, Status, VerdictKind,
};
use kvant_toolchain::{Channel, Version};

use crate::store::{self, BackendCount, BackendKey, Campaign, Store, StoreError};

/// Selection of campaigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Which {
    /// True for all campaigns, not only the last one that was worked on.
    pub all: bool,
    /// True for the rates of each minute too.
    pub rates: bool,
}

/// The state of the last campaign that was worked on, or of all.
pub fn status(store: &Store, which: Which) -> Result<Status, StoreError> {
    let mut campaigns = store.campaigns()?;
    if !which.all {
        let last = campaigns.iter().max_by_key(|campaign| campaign.heard);
        campaigns = last.cloned().into_iter().collect();
    }
    let mut shown = Vec::new();
    for campaign in campaigns {
        let mut status = campaign_status(store, campaign)?;
        if which.rates {
            status.rates = store.rates(status.about.id)?;
        }
        shown.push(status);
    }
    Ok(Status {
        store: folder(store),
        campaigns: shown,
    })
}

fn campaign_status(store: &Store, campaign: Campaign) -> Result<CampaignStatus, StoreError> {
    let id = campaign.id;
    let backends = backends(&campaign, &store.counts(id)?);
    let sessions = store.sessions(id)?;
    let at_work = at_work(&sessions).next().is_some();
    let all = campaign.own + campaign.compilers + campaign.ran;
    let inclusive = |seeds: &Range<u64>| [seeds.start, seeds.end - 1];
    Ok(CampaignStatus {
        first_seed: campaign.first_seed,
        tested_seeds: campaign.tested.iter().map(inclusive).collect(),
        begun: campaign.begun,
        heard: campaign.heard,
        at_work,
        programs: campaign.programs,
        unmade: campaign.unmade,
        left_out: campaign.left_out,
        tests: backends.iter().map(|backend| backend.tests).sum(),
        programs_per_hour: programs_per_hour(&sessions),
        processor_seconds: ProcessorSeconds {
            own: campaign.own.as_secs_f64(),
            compilers: campaign.compilers.as_secs_f64(),
            programs: campaign.ran.as_secs_f64(),
        },
        compiler_share: (!all.is_zero())
            .then(|| campaign.compilers.as_secs_f64() / all.as_secs_f64()),
        findings: by_kind(id, &store.findings(Some(id))?),
        suspected: store.suspicions(id)?,
        backends,
        sessions,
        rates: Vec::new(),
        about: summary(campaign),
    })
}

/// The sessions that are at work.
fn at_work(sessions: &[SessionStatus]) -> impl Iterator<Item = &SessionStatus> {
    let alive = |session: &&SessionStatus| session.state == SessionState::Alive;
    sessions.iter().filter(alive)
}

/// Programs an hour of the sessions at work, or of the last one.
fn programs_per_hour(sessions: &[SessionStatus]) -> Option<f64> {
    let mut measured: Vec<&SessionStatus> = at_work(sessions).collect();
    if measured.is_empty() {
        measured.extend(sessions.iter().max_by_key(|session| session.heard));
    }
    let rates = measured.iter().filter_map(|session| {
        let millis = session.heard.0 - session.begun.0;
        (millis > 0).then(|| session.programs as f64 * 3_600_000.0 / millis as f64)
    });
    let rates: Vec<f64> = rates.collect();
    (!rates.is_empty()).then(|| rates.iter().sum())
}

/// Tests of the backends of a campaign.
fn backends(campaign: &Campaign, counts: &[BackendCount]) -> Vec<BackendStatus> {
    let status = |key: &BackendKey| {
        let mut status = BackendStatus {
            name: key.name.clone(),
            identity: key.identity.clone(),
            ..BackendStatus::default()
        };
        for BackendCount { verdict, count, .. } in counts.iter().filter(|it| it.is_of(key)) {
            status.tests += count;
            *match verdict {
                VerdictKind::Agrees => &mut status.agrees,
                VerdictKind::CannotSay => &mut status.cannot_say,
                _ => &mut status.bad,
            } += count;
        }
        status
    };
    campaign.backends.iter().map(status).collect()
}

fn by_kind(campaign: i64, findings: &[FindingSummary]) -> BTreeMap<Kind, FindingCounts> {
    let mut kinds: BTreeMap<Kind, FindingCounts> = BTreeMap::new();
    for finding in findings {
        let counts = kinds.entry(finding.kind).or_default();
        match finding.standing {
            Standing::Muted => counts.muted += 1,
            _ if finding.first_campaign == campaign => counts.new += 1,
            _ => counts.known += 1,
        }
    }
    kinds
}

fn summary(campaign: Campaign) -> CampaignSummary {
    CampaignSummary {
        id: campaign.id,
        record: campaign.record,
    }
}

/// The findings, by standing and then in the order in which they were found: of this kind if one is given, and muted ones if
/// `all` is set. Also returns the number of muted ones that are not listed.
pub fn findings(
    store: &Store,
    kind: Option<Kind>,
    all: bool,
) -> Result<(Findings, usize), StoreError> {
    let mut findings = store.findings(None)?;
    findings.retain(|finding| kind.is_none_or(|kind| finding.kind == kind));
    let before = findings.len();
    findings.retain(|finding| all || finding.mute.is_none());
    let muted = before - findings.len();
    findings.sort_by_key(|finding| finding.standing);
    let listed = Findings {
        store: folder(store),
        findings,
    };
    Ok((listed, muted))
}

/// All about a finding.
pub fn finding(store: &Store, finding: store::FindingDetail) -> Result<FindingDetail, StoreError> {
    let number = finding.summary.id;
    let analysis = store.analysis(number)?;
    let mut files = finding.occurrences.iter().flat_map(|seen| &seen.files);
    let verdicts = files.find(|file| file.name == "verdicts.txt");
    let verdicts = verdicts.map(|file| store.file(&file.object)).transpose()?;
    let seen_in = finding.occurrences.into_iter().map(|seen| SeenIn {
        seed: seen.seed,
        campaign: seen.campaign,
        seen: seen.seen,
        headline: seen.headline,
        files: seen.files.into_iter().map(|file| file.name).collect(),
    });
    Ok(FindingDetail {
        summary: finding.summary,
        analysis: analysis.as_ref().map(AnalysisSummary::from),
        verdicts,
        record: store.record(number)?,
        confirmations: store.confirmations(number)?,
        seen_in: seen_in.collect(),
        campaigns: finding.campaigns.into_iter().map(summary).collect(),
    })
}

/// The bugs, by state and standing and then in the order in which they were found: muted and fixed ones if `all` is set. Also
/// returns the number of bugs that are not listed.
pub fn bugs(store: &Store, all: bool) -> Result<(Bugs, usize), StoreError> {
    let mut bugs: Vec<Bug> = store.bugs()?.iter().map(bug).collect();
    let before = bugs.len();
    bugs.retain(|bug| all || matches!(bug.state, BugState::New | BugState::Known));
    let hidden = before - bugs.len();
    bugs.sort_by_key(|bug| (bug.state, Standing::of(bug.kind, bug.muted.is_some())));
    let listed = Bugs {
        store: folder(store),
        bugs,
    };
    Ok((listed, hidden))
}

/// A bug.
pub fn bug(bug: &store::Bug) -> Bug {
    let finding = &bug.finding;
    let said = bug.said();
    Bug {
        id: finding.id,
        state: bug.state.kind(),
        fixed_in: bug.fixed_in.clone(),
        muted: finding.mute.as_ref().map(|mute| mute.link.clone()),
        kind: finding.kind,
        signature: finding.signature.clone(),
        headline: finding.headline.clone(),
        affected: affected(&said),
        said,
        rechecked: bug.rechecked.clone(),
        occurrences: bug.occurrences,
        findings: bug.findings.clone(),
        presumed: bug.presumed,
        first_seen: bug.first_seen,
        last_seen: bug.last_seen,
        analysis: bug.analysis.as_ref().map(AnalysisSummary::from),
    }
}

fn folder(store: &Store) -> String {
    store.folder().display().to_string()
}

/// The releases that show a bug, in short. Releases without a tested one between them that does not show it are one range. A
/// dash if there are none.
pub fn affected(said: &[OnVersion]) -> String {
    let mut releases: BTreeMap<Version, BTreeMap<&str, bool>> = BTreeMap::new();
    for said in said {
        if let Some(version) = Version::parse(&said.release) {
            let answers = releases.entry(version).or_default();
            answers.insert(&said.toolchain, said.shows);
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
        runs if runs.is_empty() => "–".to_owned(),
        runs => runs.join(", "),
    }
}

/// The usual name of a release.
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
                OnVersion {
                    toolchain: toolchain.to_owned(),
                    release: release.to_owned(),
                    verdict: VerdictKind::Agrees,
                    shows: shows == "+",
                }
            });
            assert_eq!(affected(&said.collect::<Vec<_>>()), expected, "{row}");
        }
    }
}
