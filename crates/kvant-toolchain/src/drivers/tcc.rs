//! tcc, which does not optimise.

use super::c::{CDriver, LINKER, family};
use super::has_word;
use crate::driver::Family;

/// The driver of tcc.
pub static TCC: CDriver = CDriver {
    family: &Family {
        is_command: |name| has_word(name, "tcc"),
        optimises: |_| false,
        ..family("tcc")
    },
    has_targets: false,
    has_levels: false,
    size_level_since: None,
    c17_since: 0,
    sanitizers: &[],
    trials: &[(LINKER, &[])],
};
