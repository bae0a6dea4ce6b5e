//! The semantics of the MIR subset: an abstract machine that executes a program and detects undefined and nondeterministic
//! behaviour.
//!
//! The machine does no input or output and never panics on any program. All of its answers are values of [`Outcome`] and
//! [`Stop`]. Not in here: generators.

mod access;
mod aliasing;
pub mod arithmetic;
mod explain;
pub mod float;
mod frame;
mod history;
pub mod integer_intrinsic;
mod intrinsic;
mod machine;
mod operand;
mod outcome;
mod place;
pub mod planted;
mod pointer;
mod probe;
mod resolver;
mod rvalue;
mod statement;
mod terminator;
mod touch;
mod trace;
mod value;
mod variant;

pub use history::History;
pub use machine::{Limits, Machine, MachineMark, Pause, execute, execute_under_all};
pub use outcome::{Budget, Outcome, Run, Stop, Ub, Unspecified, Unsupported};
pub use resolver::Resolver;
pub use touch::{Spot, Touch};
pub use trace::{Observation, Trace};
pub use value::{Extent, Pointer, Scalar, Tag};
