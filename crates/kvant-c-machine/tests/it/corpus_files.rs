//! The programs of `tests/corpus-c`.

use kvant_c::CTarget;
use kvant_c::parse::{self, Parsed};
use kvant_testing::corpus;

pub(crate) type Case = corpus::Case<Parsed>;

/// Every program, in the order of folders and names.
pub(crate) fn all() -> Vec<Case> {
    corpus::read("corpus-c", |text| parse::program(text, &CTarget::X86_64))
}
