//! The taste: programs grown by execution.
//!
//! The generator proposes one step at a time, and the machine decides. Nothing here says what is
//! defined: take the machine's verdict away and the generator writes nonsense. It knows no compilers,
//! files or processes.

mod config;
mod decoy;
mod draft;
mod grow;
mod rng;
mod scope;
mod stats;
mod universe;

use kvant_memory::Target;
use kvant_mir::Program;
use kvant_mir_machine::{Stop, Trace};

pub use config::{Feature, GenConfig};
pub use rng::Rng;
pub use stats::{Grown, Stats};

/// The version of the mapping from seeds to programs. It changes whenever a seed may give another
/// program.
pub const VERSION: u32 = 1;

/// The target programs are grown for.
const TARGET: Target = Target::X86_64;

/// A grown program and what it must print.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Grows the program of `seed`. An error is a bug in the generator: the program could not be ended.
pub fn generate(seed: u64, config: &GenConfig) -> Result<Generated, Stop> {
    grow::generate(seed, config)
}
