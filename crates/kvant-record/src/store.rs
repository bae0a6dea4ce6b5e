//! Read models of a store, as `kvant status`, `findings` and `bugs` show them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::words::words;
use crate::{
    Analysis, CampaignRecord, Culprit, Finding, Kind, Moment, OnVersion, Request, Schema, Size,
    Standing, VerdictKind,
};

/// The state of campaigns (`kvant status`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// The folder of the store.
    pub store: String,
    /// The campaigns: the one that was active last, or all.
    pub campaigns: Vec<CampaignStatus>,
}

impl Schema for Status {}

/// The state of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CampaignStatus {
    /// Its identity.
    #[serde(flatten)]
    pub about: CampaignSummary,
    /// The first seed, as given when the campaign was created.
    pub first_seed: u64,
    /// Ranges of seeds that are tested, first and last.
    pub tested_seeds: Vec<[u64; 2]>,
    /// The time of its creation.
    pub begun: Moment,
    /// The time of the last activity of a session.
    pub heard: Moment,
    /// True if a session works on it.
    pub at_work: bool,
    /// Number of tested programs.
    pub programs: u64,
    /// Number of seeds without a program.
    pub unmade: u64,
    /// Number of programs that are not tested, after repeated failures of this machine.
    pub left_out: u64,
    /// Number of tests: one for each program and backend.
    pub tests: u64,
    /// Programs an hour of the sessions at work, or of the last one.
    pub programs_per_hour: Option<f64>,
    /// Processor time.
    pub processor_seconds: ProcessorSeconds,
    /// Share of compilers in the processor time.
    pub compiler_share: Option<f64>,
    /// Number of findings by kind.
    pub findings: BTreeMap<Kind, FindingCounts>,
    /// Disagreements that are not confirmed yet.
    pub suspected: Vec<Suspicion>,
    /// Tests by backend.
    pub backends: Vec<BackendStatus>,
    /// The sessions, in the order in which they began.
    pub sessions: Vec<SessionStatus>,
    /// The course of the campaign, one entry a minute in which results were recorded; with `--rates` only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rates: Vec<Rate>,
}

/// The identity of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignSummary {
    /// The campaign's number.
    #[serde(rename = "campaign")]
    pub id: i64,
    /// Everything that determines its programs.
    #[serde(flatten)]
    pub record: CampaignRecord,
}

/// Processor time, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProcessorSeconds {
    /// Of Kvant itself.
    pub own: f64,
    /// Of compilers.
    pub compilers: f64,
    /// Of compiled programs.
    pub programs: f64,
}

/// Number of findings of one kind that a campaign has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingCounts {
    /// Findings that this campaign saw first.
    pub new: u64,
    /// Findings that another campaign saw before.
    pub known: u64,
    /// Muted findings.
    pub muted: u64,
}

/// Tests of one backend.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendStatus {
    /// The backend's name.
    pub name: String,
    /// The compiler's exact version.
    pub identity: String,
    /// Number of tests.
    pub tests: u64,
    /// Tests that agreed.
    pub agrees: u64,
    /// Tests without an answer.
    pub cannot_say: u64,
    /// Tests that disagreed, before any repetition.
    pub bad: u64,
}

/// An unconfirmed disagreement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    /// The program's seed.
    pub seed: u64,
    /// The name of the backend that disagrees.
    pub backend: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// The time of the verdict.
    pub since: Moment,
}

/// A process that works or worked on a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionStatus {
    /// The session's number.
    #[serde(rename = "session")]
    pub id: i64,
    /// Its state.
    pub state: SessionState,
    /// The time of its start.
    pub begun: Moment,
    /// The time when it last claimed or finished work.
    pub heard: Moment,
    /// Number of programs that it tested.
    pub programs: u64,
    /// Number of seeds without a program.
    pub unmade: u64,
}

words! {
    /// The state of a session.
    pub enum SessionState {
        /// It is at work.
        Alive = "at work",
        /// It ended.
        Ended = "ended",
        /// It was killed, or its machine went down.
        Died = "died",
    }
}

/// The counts that a campaign recorded in one minute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// The beginning of the minute.
    pub minute: Moment,
    /// Number of programs.
    pub programs: u64,
    /// Number of tests.
    pub tests: u64,
    /// Processor time.
    pub processor_seconds: ProcessorSeconds,
}

/// Findings (`kvant findings`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// The folder of the store.
    pub store: String,
    /// The findings, by standing, and then in the order in which they were found.
    pub findings: Vec<FindingSummary>,
}

impl Schema for Findings {}

/// A finding in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingSummary {
    /// The finding's number.
    #[serde(rename = "finding")]
    pub id: i64,
    /// Its kind.
    pub kind: Kind,
    /// Its place in lists.
    pub standing: Standing,
    /// Equal for findings that are presumably one bug.
    pub signature: String,
    /// A line about its first occurrence.
    pub headline: String,
    /// Number of occurrences.
    pub occurrences: u64,
    /// The first occurrence.
    pub first_seen: Moment,
    /// The last occurrence.
    pub last_seen: Moment,
    /// The seed of the first occurrence.
    pub first_seed: u64,
    /// The campaign of the first occurrence.
    pub first_campaign: i64,
    /// The finding of which it is a duplicate. That one is itself not a duplicate.
    pub same_as: Option<i64>,
    /// True if it is presumed to be a duplicate without an investigation.
    pub presumed: bool,
    /// The mute that matches it.
    #[serde(rename = "muted")]
    pub mute: Option<Mute>,
}

/// A pattern of signatures that are not reported any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mute {
    /// The pattern: `*` matches any text, every other character itself.
    pub pattern: String,
    /// The link that says why.
    pub link: String,
    /// The time when it was muted.
    pub since: Moment,
}

/// All about a finding (`kvant findings show`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingDetail {
    /// The finding in short.
    #[serde(flatten)]
    pub summary: FindingSummary,
    /// The result of its investigation.
    pub analysis: Option<AnalysisSummary>,
    /// The verdicts of all backends, as a text for people.
    pub verdicts: Option<String>,
    /// The record of its first occurrence that has one.
    pub record: Option<Finding>,
    /// The verdicts of other processes than the first that were asked to confirm it.
    pub confirmations: Vec<Confirmation>,
    /// The occurrences.
    pub seen_in: Vec<SeenIn>,
    /// The campaigns that saw it.
    pub campaigns: Vec<CampaignSummary>,
}

impl Schema for FindingDetail {}

/// The verdict of a process that was asked to confirm a finding of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// The name of the failing backend.
    pub backend: String,
    /// Its verdict there.
    pub verdict: VerdictKind,
    /// True if that is the same fault.
    pub shows: bool,
}

/// An occurrence of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenIn {
    /// The program's seed.
    pub seed: u64,
    /// The number of the campaign.
    pub campaign: i64,
    /// The time of the occurrence.
    pub seen: Moment,
    /// A line about it.
    pub headline: String,
    /// The names of its files, if they were kept.
    pub files: Vec<String>,
}

/// The result of an investigation, for display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // The flags are independent of each other.
pub struct AnalysisSummary {
    /// The passes that it comes from, in a line. `None` if unknown.
    pub culprit: Option<String>,
    /// The same as a list.
    pub passes: Vec<String>,
    /// True if evidence contradicts the culprit.
    pub unsure: bool,
    /// The symptom, in a line.
    pub symptom: String,
    /// The name of the backend with the fewest flags that shows it.
    pub backend: String,
    /// The request to that backend.
    pub request: Option<Request>,
    /// Size of the program in which it was found.
    pub original: Size,
    /// Size of the smallest program that shows it.
    pub size: Size,
    /// True if nothing smaller was left to try.
    pub is_smallest: bool,
    /// True if it shows each time.
    pub is_firm: bool,
    /// True if the smallest program may show another fault than the one that was found.
    pub has_strayed: bool,
    /// True if it shows in ordinary code too.
    pub is_lifted: bool,
    /// Operations of the smallest program.
    pub shape: Vec<String>,
    /// Verdicts of each version of the compiler.
    pub versions: Vec<OnVersion>,
    /// Number of calls of compilers.
    pub calls: u64,
    /// Processor time.
    pub cpu_seconds: f64,
}

impl From<&Analysis> for AnalysisSummary {
    fn from(analysis: &Analysis) -> AnalysisSummary {
        let Culprit { passes, unsure } = analysis.culprit.clone().unwrap_or_default();
        let text = |value: Option<String>| value.unwrap_or_default();
        AnalysisSummary {
            culprit: analysis.culprit.as_ref().map(ToString::to_string),
            passes,
            unsure,
            symptom: text(analysis.symptom.as_ref().map(ToString::to_string)),
            backend: text(analysis.backend.as_ref().map(ToString::to_string)),
            request: analysis.backend.as_ref().map(|it| it.request.clone()),
            original: analysis.original,
            size: analysis.size,
            is_smallest: analysis.is_smallest,
            is_firm: analysis.is_firm,
            has_strayed: analysis.has_strayed,
            is_lifted: analysis.is_lifted,
            shape: analysis.shape.clone(),
            versions: analysis.versions.clone(),
            calls: analysis.calls,
            cpu_seconds: analysis.spent.as_secs_f64(),
        }
    }
}

/// Bugs (`kvant bugs`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bugs {
    /// The folder of the store.
    pub store: String,
    /// The bugs, by state and standing, and then in the order in which they were found.
    pub bugs: Vec<Bug>,
}

impl Schema for Bugs {}

/// A finding that is not known to be a duplicate, and all of its duplicates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bug {
    /// The number of its first finding.
    #[serde(rename = "bug")]
    pub id: i64,
    /// Its state.
    pub state: BugState,
    /// The first release without it, muted or not.
    pub fixed_in: Option<String>,
    /// The link of the mute that matches it.
    pub muted: Option<String>,
    /// Its kind.
    pub kind: Kind,
    /// The signature of its first finding.
    pub signature: String,
    /// A line about its first finding.
    pub headline: String,
    /// The releases that show it, in short.
    pub affected: String,
    /// Verdicts of compilers, the last ones at the end.
    pub said: Vec<OnVersion>,
    /// The answers to `kvant recheck`.
    pub rechecked: Vec<Recheck>,
    /// Number of occurrences of all its findings.
    pub occurrences: u64,
    /// The numbers of its findings, its own first.
    pub findings: Vec<i64>,
    /// Number of findings that are only presumed to be this bug.
    pub presumed: u64,
    /// The first occurrence.
    pub first_seen: Moment,
    /// The last occurrence.
    pub last_seen: Moment,
    /// The result of the investigation of its first finding.
    pub analysis: Option<AnalysisSummary>,
}

words! {
    /// The state of a bug. The order is that of lists.
    pub enum BugState {
        /// It was found, and not investigated yet.
        New = "new",
        /// It was investigated.
        Known = "known",
        /// Compilers used to show it, and the newest does not.
        Fixed = "fixed",
        /// It is muted.
        Muted = "muted",
    }
}

/// The answer of a compiler to `kvant recheck`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recheck {
    /// The toolchain's name.
    pub toolchain: String,
    /// Its release, such as `1.95.0`.
    pub release: String,
    /// Its exact version.
    pub identity: String,
    /// Its verdict, as far as it is evidence.
    pub verdict: VerdictKind,
    /// True if that is the same fault.
    pub shows: bool,
    /// The time of the verdict.
    pub at: Moment,
}
