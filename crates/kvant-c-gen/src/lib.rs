//! Generator and shrinker passes of C: programs grown by execution.
//!
//! The generator proposes, and the machine decides. Nothing here decides what is defined. It does not use compilers, files or
//! processes.

mod config;
mod feature;
mod grow;
mod health;
mod scope;
mod shrink;
mod stats;
mod universe;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program};
use kvant_generate::Unended;

pub use config::{GenConfig, Weights};
pub use feature::Feature;
pub use health::features_of;
pub use shrink::{C, Candidate, Shrinker};
pub use stats::Stats;

/// The version of the mapping from seeds to programs. It changes whenever a seed may give another program.
pub const VERSION: u32 = 3;

/// A grown program and its expected observations.
#[derive(Clone, Debug, PartialEq)]
pub struct Generated {
    /// The program, in canonical form.
    pub program: Program,
    /// The observations of its execution while it was grown.
    pub trace: Trace,
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// Statistics of its growth.
    pub stats: Stats,
}

/// Grows the program of `seed` for a target.
pub fn generate(seed: u64, config: &GenConfig, target: &CTarget) -> Result<Generated, Unended> {
    grow::generate(seed, config, target)
}
