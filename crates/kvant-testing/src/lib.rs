//! Support for the tests of several crates. Only tests depend on it, and it knows no language and no compiler.

mod require;

pub use require::skip;
