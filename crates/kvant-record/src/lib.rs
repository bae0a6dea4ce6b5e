//! Types of everything that Kvant keeps or sends: requests to compilers, verdicts, findings, events.
//!
//! All of them are serde types. The store keeps them as JSON, `--json` prints them, and workers exchange them. Text for people is
//! rendered from these types and never parsed. `docs/JSON.md` lists the fields of all types that are printed.
//!
//! **What is absent:** input and output, compilers, languages. A record names a compiler family or a language by a string that
//! some driver or language plug-in knows.

mod analysis;
mod backend;
pub mod bench;
mod campaign;
pub mod command;
mod dialect;
pub mod event;
mod exit;
mod finding;
mod kind;
mod level;
pub mod listing;
mod program;
mod reduction;
pub mod refine;
mod request;
mod results;
mod schema;
mod source;
mod store;
mod time;
mod verdict;
mod words;

pub use analysis::{Analysis, Culprit, OnVersion, Size, Spent, Symptom};
pub use backend::{Backend, Toolchain};
pub use campaign::{CampaignLanguage, CampaignRecord, Donors};
pub use dialect::Dialect;
pub use exit::Exit;
pub use finding::{Finding, Outcome};
pub use kind::{Kind, Standing};
pub use level::{OptLevel, UnknownLevel};
pub use program::{Generated, PROGRAM_SCHEMA, ProgramRef, UnknownHead};
pub use reduction::{Effort, ReductionAnswer, ReductionQuestion, ReductionState};
pub use request::{BUILD, Request};
pub use results::{BatchResults, NewFinding, News, Recorded, TestCount};
pub use schema::{Record, Schema};
pub use source::Source;
pub use store::{
    AnalysisSummary, BackendStatus, Bug, BugState, Bugs, CampaignStatus, CampaignSummary,
    Confirmation, FindingCounts, FindingDetail, FindingSummary, Findings, Mute, ProcessorSeconds,
    Rate, Recheck, SeenIn, SessionState, SessionStatus, Status, Suspicion,
};
pub use time::Moment;
pub use verdict::{Difference, InBatch, Verdict, VerdictKind};

pub(crate) use time::seconds;
