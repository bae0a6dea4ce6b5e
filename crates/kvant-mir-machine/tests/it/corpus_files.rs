//! The programs of `tests/corpus`.

use kvant_mir::parse::{self, Parsed};
use kvant_testing::corpus;

pub(crate) type Case = corpus::Case<Parsed>;

/// Every program, in the order of folders and names.
pub(crate) fn all() -> Vec<Case> {
    corpus::read("corpus", parse::program)
}
