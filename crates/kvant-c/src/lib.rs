//! The C subset: its syntax, types and layout, a type checker, a printer and a parser.
//!
//! Nothing here executes anything: what a program does, and whether it is defined, is the business of
//! `kvant-c-machine`.

pub mod layout;
pub mod observation;
pub mod parts;
pub mod print;
pub mod syntax;
pub mod target;
pub mod typing;

pub use syntax::*;
pub use target::CTarget;
