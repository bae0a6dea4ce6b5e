//! The abstract machine of LLVM IR.
//!
//! It executes functions of a module exactly, with poison, undef and provenance, and stops where the language does.
//!
//! **Not in here:** syntax (`kvant-llvm`), the comparison of two runs, files and compilers.

mod bits;
mod cast;
mod choice;
mod code;
mod compare;
mod constraint;
mod contract;
mod decode;
mod environment;
mod explain;
mod external;
mod float;
mod int;
mod intrinsic;
mod journal;
mod leaf;
pub mod library;
pub mod meaning;
mod memory;
mod outcome;
mod permission;
mod program;
mod pure;
mod run;
mod shape;
mod signature;
pub mod strip;
mod text;
mod variadic;
mod walk;

pub use choice::{Choices, Every, First, FloatChoice};
pub use environment::{Access, Call, Effect, Environment, Event, Region, Seeded};
pub use explain::{Explanation, Flow, FlowStep, History, Part, Write, explain, trace};
pub use leaf::{Leaf, Node, Origin, Pointer, Rich, Tag};
pub use memory::Byte;
pub use outcome::{Budget, Ended, Stop, Ub, Unspecified, Unsupported};
pub use program::Program;
pub use run::{Fault, Limits, Machine, Mark, Observer, Stopped, call};
pub use shape::{Scalar, Space};
pub use signature::{Parameter, Signature};
pub use text::{Object, Objects, shown_byte};
