//! From programs to findings: compile, run, compare, confirm, classify, record.
//!
//! A program is a [`Subject`]: text and expected output. A [`BackendSet`] tests programs, a [`Campaign`] tests one batch after
//! the other, and a [store](store::Store) keeps the results. This crate knows no language and displays nothing. It is the only
//! one that writes results to disk.

mod analysis;
mod backend_set;
mod batch;
pub mod bisect;
mod campaign;
mod classify;
mod compare;
mod confirm;
mod finding;
mod follow_up;
pub mod investigate;
mod judge;
mod language;
pub mod ledger;
mod lifted;
mod outcome;
pub mod read_model;
mod record;
pub mod reduce;
mod reproduce;
mod signature;
pub mod store;
mod subject;
mod tally;

pub use backend_set::{
    BackendSet, Examined, Heard, Suspicion, Told, Turns, all_references, references,
};
pub use batch::{BatchSize, Batched, test_batch};
pub use campaign::{Campaign, End, Ended, Event, Maker, Remake, Unmade, bounds};
pub use classify::{Classification, classify};
pub use compare::{Ask, completed, observed, test};
pub use finding::Finding;
pub use follow_up::{CannotFollow, FollowedUp};
pub use judge::{Answered, Batch, Judgement, Printing};
pub use kvant_record::{
    Analysis, Culprit, Difference, Exit, InBatch, Kind, OnVersion, Size, Spent, Verdict,
    VerdictKind,
};
pub use language::{
    BadOption, Call, Choose, Explain, Generator, Grown, Language, Machine, NoExplanation, NotRead,
    NotRun, OnlyRun, Ran, Refused, RunOptions, Section, Splice, Stopped, Support, Survey,
    UnknownTarget, Unsound, Versions, run_by_reading,
};
pub use outcome::Outcome;
pub use record::{backend_again, backend_record, is_repeatable, toolchain_record};
pub use signature::headline;
pub use subject::{Beyond, Form, InDialect, Proposal, Shrink, Subject, TraceLine};
pub use tally::{BackendTally, Tally};
