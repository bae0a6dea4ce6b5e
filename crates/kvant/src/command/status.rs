//! `kvant status`: the state of campaigns.

use kvant_campaign::read_model::{self, Which};
use kvant_campaign::store::Store;
use kvant_record::{
    CampaignStatus, CampaignSummary, FindingCounts, Kind, SessionState, SessionStatus, Status,
};

use crate::cli;
use crate::report::{BAD, DIM, Ended, Found, GOOD, json, line, one_line, table, text, wants_json};

pub(super) fn execute(arguments: &cli::Status) -> Ended {
    if arguments.rates && !wants_json() {
        return Err("--rates needs --json".into());
    }
    let store = Store::read_only(&arguments.kept.store)?;
    let which = Which {
        all: arguments.all,
        rates: arguments.rates,
    };
    let status = read_model::status(&store, which)?;
    match wants_json() {
        true => json(status),
        false => show_all(&status),
    }
    Ok(Found::Fine)
}

fn show_all(status: &Status) {
    if status.campaigns.is_empty() {
        let folder = &status.store;
        line(format_args!(
            "nothing was tested in {folder} yet: `kvant fuzz` begins a campaign"
        ));
    }
    for (n, campaign) in status.campaigns.iter().enumerate() {
        if n > 0 {
            line("");
        }
        show(campaign);
    }
}

/// Number of unconfirmed disagreements that are shown.
const SUSPICIONS: usize = 5;

fn show(campaign: &CampaignStatus) {
    let names: Vec<&str> = campaign
        .backends
        .iter()
        .map(|backend| &*backend.name)
        .collect();
    line(format_args!(
        "campaign {}: {}",
        campaign.about.id,
        in_short(&campaign.about, &names)
    ));
    show_workers(campaign);
    let mut sums = vec![
        format!("{} programs", campaign.programs),
        format!("{} tests", campaign.tests),
    ];
    if campaign.unmade > 0 {
        sums.push(format!("{} programs could not be made", campaign.unmade));
    }
    if campaign.left_out > 0 {
        sums.push(format!("{} programs skipped", campaign.left_out));
    }
    if let Some(rate) = campaign.programs_per_hour {
        sums.push(format!("{rate:.0} programs an hour"));
    }
    if let Some(share) = campaign.compiler_share {
        let share = share * 100.0;
        sums.push(format!("{share:.0} % of processor time inside compilers"));
    }
    line(sums.join(", "));
    line("");
    show_findings(campaign);
    line("");
    show_backends(campaign);
}

fn show_workers(campaign: &CampaignStatus) {
    let alive = |session: &&SessionStatus| session.state == SessionState::Alive;
    let at_work: Vec<&SessionStatus> = campaign.sessions.iter().filter(alive).collect();
    if let Some(since) = at_work.iter().map(|session| session.begun).min() {
        let others = match at_work.len() {
            1 => String::new(),
            count => format!(" by {count} processes"),
        };
        line(format_args!(
            "{GOOD}running{others} since {since} UTC{GOOD:#}"
        ));
        return;
    }
    let last = campaign.sessions.iter().max_by_key(|session| session.heard);
    let died = last.is_some_and(|last| last.state == SessionState::Died);
    let how = if died { ", when it was killed" } else { "" };
    let heard = campaign.heard;
    line(format_args!("not running; last active on {heard} UTC{how}"));
}

fn show_findings(campaign: &CampaignStatus) {
    let when = match campaign.at_work {
        false => "the next run tests it again",
        true => "being confirmed",
    };
    for seen in campaign.suspected.iter().take(SUSPICIONS) {
        let (since, backend, verdict) = (seen.since, &seen.backend, seen.verdict);
        let seed = seen.seed;
        line(format_args!(
            "seed {seed}: {verdict} on {backend} since {since} UTC; {when}"
        ));
    }
    let more = campaign.suspected.len().saturating_sub(SUSPICIONS);
    if more > 0 {
        line(format_args!("and {more} more seeds"));
    }
    if campaign.findings.is_empty() {
        line(format_args!("{GOOD}no findings{GOOD:#}"));
        return;
    }
    let head = ["findings", "new", "known", "muted"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(campaign.findings.iter().map(|(kind, findings)| {
        let FindingCounts { new, known, muted } = findings;
        let counts = [new, known, muted].map(ToString::to_string);
        [vec![kind.to_string()], counts.to_vec()].concat()
    }));
    let rows = table(&rows);
    let mut rows = rows.lines();
    line(format_args!(
        "{DIM}{}{DIM:#}",
        rows.next().unwrap_or_default()
    ));
    for ((kind, findings), row) in campaign.findings.iter().zip(rows) {
        match *kind == Kind::MachineDispute && findings.new + findings.known > 0 {
            true => line(format_args!(
                "{BAD}{row}  counts as a bug of Kvant until shown otherwise{BAD:#}"
            )),
            false => line(row),
        }
    }
}

fn show_backends(campaign: &CampaignStatus) {
    let head = ["backend", "tests", "agrees", "cannot say", "bad"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(campaign.backends.iter().map(|backend| {
        let counts = [
            backend.tests,
            backend.agrees,
            backend.cannot_say,
            backend.bad,
        ];
        let counts = counts.map(|count| count.to_string());
        [vec![backend.name.clone()], counts.to_vec()].concat()
    }));
    let rows = table(&rows);
    let (head, rows) = rows.split_once('\n').unwrap_or_default();
    line(format_args!("{DIM}{head}{DIM:#}"));
    text(rows);
}

/// The generator and the backends of a campaign, in a line.
pub(super) fn in_short(campaign: &CampaignSummary, backends: &[&str]) -> String {
    // If there are more, the table below lists them.
    let names = match backends.len() {
        ..=6 => backends.join(", "),
        many => format!("{many} backends"),
    };
    format!("{}; {names}", one_line(&campaign.record.to_string(), 140))
}
