//! The abstract machine of the C subset: executes programs and decides whether they are defined and deterministic.
//!
//! The machine does no input or output and never panics on any program. All its answers are in [`Outcome`] and [`Stop`]. It
//! does not depend on how programs are generated. Numbers such as 6.5p2 in the comments are paragraphs of C17.

mod access;
mod aliasing;
pub mod arithmetic;
mod bit_field;
mod builtin;
mod call;
mod conversion;
mod expr;
#[cfg(test)]
mod fingerprint;
mod frame;
mod goto;
mod init;
mod lvalue;
mod machine;
mod object;
mod outcome;
mod pointer;
mod promise;
mod record;
mod sequence;
mod statement;
mod types;
mod unions;
mod value;
mod variadic;

pub use kvant_c::observation::{Observation, Trace};
pub use machine::{Fault, Limits, Machine, MachineMark, Pause, execute};
pub use outcome::{Budget, IllFormed, Outcome, Run, Stop, Ub, Unspecified, Unsupported};
pub use promise::Restricted;
pub use value::{Extent, Pointer, Tag, Value};
