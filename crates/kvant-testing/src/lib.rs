//! Support for the tests of several crates. Only tests depend on it, and it knows no language and no compiler.

pub mod config;
pub mod corpus;
mod require;
pub mod shrink;
pub mod undo;

pub use require::skip;
