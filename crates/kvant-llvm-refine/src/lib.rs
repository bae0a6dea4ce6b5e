//! Refinement: is everything that a function does after a transformation something that it could do before?
//!
//! A function is executed before and after on the same input. Choices that the language leaves open make a set of behaviours of
//! the source; one behaviour of the target that lies outside of it is a difference. The set of the source may be too large, that
//! of the target only too small: otherwise the answer is that nothing can be said.
//!
//! **Not in here:** the machine (`kvant-llvm-machine`), compilers, files.

mod behaviour;
mod choices;
mod claim;
mod compare;
mod concrete;
mod dispute;
mod event;
mod float;
mod input;
mod judge;
mod reach;
mod search;
pub mod text;

pub use behaviour::{Behaviour, Ran, Site, run};
pub use choices::{FloatChoices, TargetChoices, WAYS};
pub use compare::{Class, Compared, Difference, Place, compare};
pub use dispute::{DISPUTES, Dispute};
pub use input::{Given, Input, Kind, Link};
pub use judge::{Expectation, Finding, Limits, Side, Silence, Verdict, judge};
pub use reach::reached;
pub use search::{Coverage, Found, Options, find};
