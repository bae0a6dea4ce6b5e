//! The taste: programs grown by execution.
//!
//! The generator proposes one step at a time, and the machine decides. Nothing here says what is
//! defined: take the machine's verdict away and the generator writes nonsense. It knows no compilers,
//! files or processes.
//!
//! [`Shrinker`] goes the other way: it makes a program smaller that shows something, and here too the machine decides what may
//! be proposed.

mod config;
mod decoy;
mod donor;
mod draft;
mod facts;
mod feature;
mod grow;
mod health;
mod interest;
mod path;
mod scope;
mod shadow;
mod shrink;
mod stats;
mod universe;

use kvant_generate::Unended;
use kvant_memory::Target;
use kvant_mir::Program;
use kvant_mir_machine::Trace;

pub use config::{GenConfig, Weights};
pub use donor::Donor;
pub use feature::Feature;
pub use health::{Assignment, Health, assess, explain, sort_of};
pub use shrink::{Candidate, Mir, Shrinker};
pub use stats::{Author, Grown, Stats};

/// The version of the mapping from seeds to programs. It changes whenever a seed may give another
/// program.
pub const VERSION: u32 = 5;

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
    /// Which construct wrote each statement and terminator, in the order in which they were written.
    pub authors: Vec<Author>,
}

/// Grows the program of `seed`.
pub fn generate(seed: u64, config: &GenConfig) -> Result<Generated, Unended> {
    grow::generate(seed, config)
}
