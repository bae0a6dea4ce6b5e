//! `kvant status`: how campaigns are going.

use std::collections::BTreeMap;

use kvant_campaign::store::{
    Campaign, FindingSummary, SessionState, SessionSummary, Store, Suspicion, TestCount,
};
use kvant_campaign::{Kind, LEFT_OUT};
use serde_json::{Value, json};

use super::findings::Standing;
use crate::calendar::{moment, timestamp};
use crate::cli::Status;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, line, one_line, table, text};

pub(super) fn execute(arguments: &Status) -> Ended {
    let store = Store::existing(&arguments.kept.store)?;
    let mut campaigns = store.campaigns()?;
    if !arguments.all {
        let last = campaigns.iter().max_by_key(|campaign| campaign.heard);
        campaigns = last.cloned().into_iter().collect();
    }
    let looks = campaigns
        .into_iter()
        .map(|campaign| Look::at(&store, campaign))
        .collect::<Result<Vec<_>, _>>()?;
    if arguments.json {
        line(json!({
            "store": store.folder().display().to_string(),
            "campaigns": looks.iter().map(Look::json).collect::<Vec<_>>(),
        }));
        return Ok(Found::Fine);
    }
    if looks.is_empty() {
        let folder = store.folder().display();
        line(format_args!(
            "nothing was tested in {folder} yet: `kvant fuzz` begins"
        ));
    }
    for (n, look) in looks.iter().enumerate() {
        if n > 0 {
            line("");
        }
        look.show();
    }
    Ok(Found::Fine)
}

/// So many unconfirmed disagreements are shown to people.
const SUSPICIONS: usize = 5;

/// What is known of a campaign.
struct Look {
    campaign: Campaign,
    sessions: Vec<SessionSummary>,
    backends: Vec<Backend>,
    /// Programs that something on the machine got in the way of.
    left_out: u64,
    /// By kind, disputes first.
    findings: Vec<(String, Findings)>,
    /// Unconfirmed disagreements.
    suspicions: Vec<Suspicion>,
}

/// What a backend said, and how often.
#[derive(Default)]
struct Backend {
    name: String,
    tests: u64,
    agrees: u64,
    cannot_say: u64,
}

impl Backend {
    fn bad(&self) -> u64 {
        self.tests - self.agrees - self.cannot_say
    }
}

/// How many findings of a kind a campaign has seen.
#[derive(Clone, Copy, Default)]
struct Findings {
    /// It was the first to see them.
    new: u64,
    /// Another campaign saw them before.
    known: u64,
    /// Nobody wants to hear of them.
    muted: u64,
}

impl Look {
    fn at(store: &Store, campaign: Campaign) -> Result<Look, Failure> {
        let id = campaign.id;
        let counts = store.counts(id)?;
        let left_out = counts.iter().filter(|count| count.backend == LEFT_OUT);
        Ok(Look {
            sessions: store.sessions(id)?,
            backends: backends(&campaign, &counts),
            left_out: left_out.map(|count| count.count).sum(),
            findings: by_kind(id, &store.findings(Some(id))?),
            suspicions: store.suspicions(id)?,
            campaign,
        })
    }

    fn tests(&self) -> u64 {
        self.backends.iter().map(|backend| backend.tests).sum()
    }

    fn at_work(&self) -> Vec<&SessionSummary> {
        let sessions = self.sessions.iter();
        let at_work = sessions.filter(|session| session.state == SessionState::Alive);
        at_work.collect()
    }

    /// How many programs an hour are tested by those who are at work, or were by the last one that was.
    fn programs_per_hour(&self) -> Option<f64> {
        let mut measured = self.at_work();
        if measured.is_empty() {
            measured.extend(self.sessions.iter().max_by_key(|session| session.heard));
        }
        let rates = measured.iter().map(|session| {
            let millis = session.heard - session.begun;
            (millis > 0).then(|| session.programs as f64 * 3_600_000.0 / millis as f64)
        });
        let rates: Vec<f64> = rates.flatten().collect();
        (!rates.is_empty()).then(|| rates.iter().sum())
    }

    /// Which share of the processor time compilers took.
    fn compiler_share(&self) -> Option<f64> {
        let campaign = &self.campaign;
        let all = campaign.own + campaign.compilers + campaign.ran;
        (!all.is_zero()).then(|| campaign.compilers.as_secs_f64() / all.as_secs_f64())
    }

    fn show(&self) {
        let campaign = &self.campaign;
        line(format_args!(
            "campaign {}: {}",
            campaign.id,
            in_short(campaign)
        ));
        self.show_workers();
        let mut sums = vec![
            format!("{} programs", campaign.programs),
            format!("{} tests", self.tests()),
        ];
        if campaign.unmade > 0 {
            sums.push(format!("{} seeds without a program", campaign.unmade));
        }
        if self.left_out > 0 {
            sums.push(format!("{} programs left out", self.left_out));
        }
        if let Some(rate) = self.programs_per_hour() {
            sums.push(format!("{rate:.0} programs an hour"));
        }
        if let Some(share) = self.compiler_share() {
            let share = share * 100.0;
            sums.push(format!("{share:.0} % of processor time inside compilers"));
        }
        line(sums.join(", "));
        line("");
        self.show_findings();
        line("");
        self.show_backends();
    }

    fn show_workers(&self) {
        let at_work = self.at_work();
        if let Some(since) = at_work.iter().map(|session| session.begun).min() {
            let others = match at_work.len() {
                1 => String::new(),
                count => format!(" by {count} processes"),
            };
            line(format_args!(
                "{GOOD}at work{others} since {} UTC{GOOD:#}",
                moment(since)
            ));
            return;
        }
        let last = self.sessions.iter().max_by_key(|session| session.heard);
        let died = last.is_some_and(|last| last.state == SessionState::Died);
        let how = if died { ", until it was killed" } else { "" };
        let heard = moment(self.campaign.heard);
        line(format_args!("nobody is at work; last on {heard} UTC{how}"));
    }

    fn show_findings(&self) {
        let when = match self.at_work().is_empty() {
            true => "the next run tests it again",
            false => "being confirmed",
        };
        for seen in self.suspicions.iter().take(SUSPICIONS) {
            let (since, backend, verdict) = (moment(seen.since), &seen.backend, &seen.verdict);
            let seed = seen.seed;
            line(format_args!(
                "seed {seed}: {backend} says {verdict} since {since} UTC; {when}"
            ));
        }
        let more = self.suspicions.len().saturating_sub(SUSPICIONS);
        if more > 0 {
            line(format_args!("and {more} more seeds"));
        }
        if self.findings.is_empty() {
            line(format_args!("{GOOD}no findings{GOOD:#}"));
            return;
        }
        let head = ["findings", "new", "known", "muted"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.findings.iter().map(|(kind, findings)| {
            let Findings { new, known, muted } = findings;
            let counts = [new, known, muted].map(ToString::to_string);
            [vec![kind.clone()], counts.to_vec()].concat()
        }));
        let rows = table(&rows);
        let mut rows = rows.lines();
        line(format_args!(
            "{DIM}{}{DIM:#}",
            rows.next().unwrap_or_default()
        ));
        for ((kind, findings), row) in self.findings.iter().zip(rows) {
            match Kind::named(kind) == Some(Kind::MachineDispute)
                && findings.new + findings.known > 0
            {
                true => line(format_args!(
                    "{BAD}{row}  held to be a bug of Kvant until shown otherwise{BAD:#}"
                )),
                false => line(row),
            }
        }
    }

    fn show_backends(&self) {
        let head = ["backend", "tests", "agrees", "cannot say", "bad"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.backends.iter().map(|backend| {
            let counts = [
                backend.tests,
                backend.agrees,
                backend.cannot_say,
                backend.bad(),
            ];
            let counts = counts.map(|count| count.to_string());
            [vec![backend.name.clone()], counts.to_vec()].concat()
        }));
        let rows = table(&rows);
        let (head, rows) = rows.split_once('\n').unwrap_or_default();
        line(format_args!("{DIM}{head}{DIM:#}"));
        text(rows);
    }

    fn json(&self) -> Value {
        let campaign = &self.campaign;
        let backends = self.backends.iter().map(|backend| {
            json!({
                "name": backend.name,
                "identity": identity(campaign, &backend.name),
                "tests": backend.tests,
                "agrees": backend.agrees,
                "cannot_say": backend.cannot_say,
                "bad": backend.bad(),
            })
        });
        let findings = self.findings.iter().map(|(kind, findings)| {
            let Findings { new, known, muted } = findings;
            (
                kind.clone(),
                json!({ "new": new, "known": known, "muted": muted }),
            )
        });
        let sessions = self.sessions.iter().map(|session| {
            json!({
                "session": session.id,
                "state": match session.state {
                    SessionState::Alive => "at work",
                    SessionState::Ended => "ended",
                    SessionState::Died => "died",
                },
                "begun": timestamp(session.begun),
                "heard": timestamp(session.heard),
                "programs": session.programs,
                "unmade": session.unmade,
            })
        });
        let suspected = self.suspicions.iter().map(|seen| {
            json!({
                "seed": seen.seed,
                "backend": seen.backend,
                "verdict": seen.verdict,
                "since": timestamp(seen.since),
            })
        });
        let tested = campaign.tested.iter();
        let tested = tested.map(|seeds| json!([seeds.start, seeds.end - 1]));
        json!({
            "campaign": campaign.id,
            "language": campaign.language,
            "generator": campaign.generator,
            "config": campaign.config,
            "first_seed": campaign.first_seed,
            "tested_seeds": tested.collect::<Vec<_>>(),
            "begun": timestamp(campaign.begun),
            "heard": timestamp(campaign.heard),
            "at_work": !self.at_work().is_empty(),
            "programs": campaign.programs,
            "unmade": campaign.unmade,
            "left_out": self.left_out,
            "tests": self.tests(),
            "programs_per_hour": self.programs_per_hour(),
            "processor_seconds": {
                "own": campaign.own.as_secs_f64(),
                "compilers": campaign.compilers.as_secs_f64(),
                "programs": campaign.ran.as_secs_f64(),
            },
            "compiler_share": self.compiler_share(),
            "findings": findings.collect::<serde_json::Map<_, _>>(),
            "suspected": suspected.collect::<Vec<_>>(),
            "backends": backends.collect::<Vec<_>>(),
            "sessions": sessions.collect::<Vec<_>>(),
        })
    }
}

/// What a campaign tests, in a line.
pub(super) fn in_short(campaign: &Campaign) -> String {
    let mut said = vec![format!(
        "{} generator {}",
        campaign.language, campaign.generator
    )];
    said.push(one_line(&campaign.config, 120));
    let names: Vec<&str> = campaign
        .backends
        .iter()
        .map(|backend| &*backend.name)
        .collect();
    // More of them stand in a table, where they can be read.
    let names = match names.len() {
        ..=6 => names.join(", "),
        many => format!("{many} backends"),
    };
    format!("{}; {names}", said.join(", "))
}

/// What everybody said about the programs that went through all.
fn backends(campaign: &Campaign, counts: &[TestCount]) -> Vec<Backend> {
    let named = |name: &str| Backend {
        name: name.to_owned(),
        ..Backend::default()
    };
    let names = campaign.backends.iter();
    let mut backends: Vec<Backend> = names.map(|backend| named(&backend.name)).collect();
    for TestCount {
        backend,
        verdict,
        count,
    } in counts.iter().filter(|count| count.backend != LEFT_OUT)
    {
        let place = backends.iter().position(|other| other.name == *backend);
        let place = place.unwrap_or_else(|| {
            backends.push(named(backend));
            backends.len() - 1
        });
        let backend = &mut backends[place];
        backend.tests += count;
        match verdict.as_str() {
            "agrees" => backend.agrees += count,
            "cannot say" => backend.cannot_say += count,
            _ => {}
        }
    }
    backends
}

fn by_kind(campaign: i64, findings: &[FindingSummary]) -> Vec<(String, Findings)> {
    let mut kinds: BTreeMap<&str, Findings> = BTreeMap::new();
    for finding in findings {
        let counts = kinds.entry(&finding.kind).or_default();
        match Standing::of(finding) {
            Standing::Muted => counts.muted += 1,
            _ if finding.first_campaign == campaign => counts.new += 1,
            _ => counts.known += 1,
        }
    }
    let mut kinds: Vec<_> = kinds
        .into_iter()
        .map(|(kind, counts)| (kind.to_owned(), counts))
        .collect();
    kinds.sort_by_key(|(kind, _)| Kind::named(kind));
    kinds
}

fn identity<'a>(campaign: &'a Campaign, name: &str) -> Option<&'a str> {
    let mut backends = campaign.backends.iter();
    let backend = backends.find(|backend| backend.name == name);
    backend.map(|backend| &*backend.identity)
}
