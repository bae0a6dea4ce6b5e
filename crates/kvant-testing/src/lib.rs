//! Support for the tests of several crates. Only tests depend on it, and it knows no language and no compiler.

pub mod corpus;
pub mod undo;
