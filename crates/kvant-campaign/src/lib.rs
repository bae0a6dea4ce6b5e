//! From programs to findings: compile, run, compare, doubt, classify, keep.
//!
//! A program is seen as a [`Subject`]: text, and what it must print. A [`Panel`] of backends is asked about programs, a
//! [`Campaign`] puts one batch after the other before it, and a [store](store::Store) remembers what came of it. Nothing here
//! knows a language or shows anything to anybody. This is the only crate that writes results to disk.

mod batch;
pub mod bisect;
mod campaign;
mod classify;
mod compare;
mod dossier;
mod doubt;
mod finding;
mod follow_up;
pub mod investigate;
mod lifted;
mod panel;
pub mod reduce;
mod reproduce;
mod signature;
pub mod store;
mod subject;
mod switches;
mod tally;
mod testimony;
mod written;

pub use batch::{BatchSize, Batched, test_batch};
pub use campaign::{Campaign, End, Ended, Event, LEFT_OUT, Maker, Remake};
pub use classify::{Charge, Kind, classify};
pub use compare::{Ask, InBatch, Spent, Verdict, WrongValue, observed, test};
pub use dossier::{Dossier, Version};
pub use finding::Finding;
pub use follow_up::FollowedUp;
pub use panel::{Examined, Heard, Panel, Suspicion, Told, Turns};
pub use subject::{Form, Proposal, Shrink, Size, Subject, TraceLine};
pub use tally::{BackendTally, Tally};
pub use testimony::Testimony;
pub use written::verdicts;
