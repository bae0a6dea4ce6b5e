//! The C subset: its syntax, types and layout, a type checker, a printer and a parser.
//!
//! Nothing here executes programs: `kvant-c-machine` does, and decides whether they are defined.

mod canonical;
pub mod check;
pub mod constant;
pub mod layout;
mod library;
pub mod observation;
pub mod parse;
pub mod parts;
pub mod print;
mod shape;
pub mod syntax;
pub mod target;
pub mod typing;
mod variadic;
mod visit;

pub use canonical::canonical;
pub use shape::shape;
pub use syntax::*;
pub use target::CTarget;
