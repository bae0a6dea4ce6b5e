//! The C subset: its syntax, types and layout, a type checker, a printer and a parser.
//!
//! Nothing here executes anything: what a program does, and whether it is defined, is the business of
//! `kvant-c-machine`.

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
