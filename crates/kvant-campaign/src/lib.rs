//! From programs to findings: compile, run, compare, doubt, classify, keep.
//!
//! A program is seen as a [`Subject`]: text, and what it must print. A [`BackendSet`] of backends is asked about programs, a
//! [`Campaign`] puts one batch after the other before it, and a [store](store::Store) remembers what came of it. Nothing here
//! knows a language or shows anything to anybody. This is the only crate that writes results to disk.

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
mod lifted;
mod outcome;
pub mod reduce;
mod reproduce;
mod signature;
pub mod store;
mod subject;
mod tally;
mod written;

pub use analysis::{Analysis, Version};
pub use backend_set::{BackendSet, Examined, Heard, Suspicion, Told, Turns};
pub use batch::{BatchSize, Batched, test_batch};
pub use campaign::{Campaign, End, Ended, Event, LEFT_OUT, Maker, Remake};
pub use classify::{Classification, Kind, classify};
pub use compare::{Ask, InBatch, Spent, Verdict, WrongValue, observed, test};
pub use finding::Finding;
pub use follow_up::FollowedUp;
pub use outcome::Outcome;
pub use subject::{Form, Proposal, Shrink, Size, Subject, TraceLine};
pub use tally::{BackendTally, Tally};
pub use written::verdicts;
