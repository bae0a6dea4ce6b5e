//! LLVM IR in its textual form: syntax trees, an index, a parser, a printer and a checker; control flow; the dialects of LLVM's versions; data
//! layouts; modules put together from symbols of others.
//!
//! The text of LLVM 15 to 24 is read without LLVM. Everything in a module survives reading and printing, also metadata, debug
//! records, comdats, and attributes and intrinsics that are not known here.
//!
//! **Not in here:** the meaning of a module (`kvant-llvm-machine`), files and compilers.

pub mod check;
pub mod combine;
pub mod debug;
pub mod dialect;
pub mod float;
pub mod graph;
pub mod index;
pub mod layout;
mod lexer;
mod names;
pub mod parse;
pub mod print;
pub mod syntax;

pub use kvant_text::ParseError;
pub use names::{Name, Names, escaped, unescaped};
