//! From programs to findings: compile, run, compare, classify, keep.
//!
//! A program is seen as a [`Subject`]: text, and what it must print. Nothing here knows a language or
//! shows anything to anybody. This is the only crate that writes results to disk.

mod batch;
mod classify;
mod compare;
mod finding;
mod hunt;
mod soak;
pub mod store;
mod subject;

pub use batch::{BatchSize, Batched, test_batch};
pub use classify::{Kind, classify};
pub use compare::{Ask, InBatch, Spent, Verdict, WrongValue, test};
pub use finding::{Finding, KeepError};
pub use hunt::{End, Event, Hunt, HuntError, Kept, Source};
pub use soak::{Maker, Soak, Soaked, Tested};
pub use subject::{Form, Subject, TraceLine};
