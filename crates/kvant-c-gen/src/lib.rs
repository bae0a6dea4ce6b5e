//! The taste for C: programs grown by execution.
//!
//! The generator proposes, and the machine decides. Nothing here says what is defined. It knows no compilers, files or
//! processes.

mod config;
mod feature;
mod grow;
mod health;
mod scope;
mod shrink;
mod stats;
mod universe;

use std::fmt;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program};

pub use config::{GenConfig, Weights};
pub use feature::Feature;
pub use health::features_of;
pub use shrink::{C, Candidate, Shrinker};
pub use stats::{Stats, Tally};

/// The version of the mapping from seeds to programs. It changes whenever a seed may give another program.
pub const VERSION: u32 = 3;

/// A grown program and what it must print.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The program, in canonical form.
    pub program: Program,
    /// What it reports, found while it was grown.
    pub trace: Trace,
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// What happened while it was grown.
    pub stats: Stats,
}

/// A program that could not be ended, and the rule that stood against it: a bug in the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unended {
    /// The rule's name.
    pub rule: &'static str,
}

impl fmt::Display for Unended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program could not be ended [{}]", self.rule)
    }
}

impl std::error::Error for Unended {}

/// Grows the program of `seed` for a target.
pub fn generate(seed: u64, config: &GenConfig, target: &CTarget) -> Result<Generated, Unended> {
    grow::generate(seed, config, target)
}
