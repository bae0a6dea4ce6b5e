//! The law: what a program of the MIR subset does, and whether it is defined and deterministic.
//!
//! The machine does no input or output and never panics on any program. Everything it can say is in
//! [`Outcome`] and [`Stop`]. It knows nothing about how programs are made.

pub mod arithmetic;
pub mod float;
mod frame;
mod history;
mod machine;
mod operand;
mod outcome;
mod place;
pub mod planted;
mod resolver;
mod rvalue;
mod statement;
mod terminator;
mod trace;
mod value;

pub use history::History;
pub use machine::{Limits, Machine, MachineMark, Pause, execute, execute_under_all};
pub use outcome::{Budget, Outcome, Run, Stop, Ub, Unspecified, Unsupported};
pub use resolver::Resolver;
pub use trace::{Observation, Trace};
pub use value::{Pointer, Scalar, Tag};
