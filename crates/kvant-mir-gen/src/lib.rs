//! The generator of MIR programs, which are grown by execution, and their shrinker.
//!
//! The generator proposes one step at a time, and the machine decides. Nothing here knows what is defined; the
//! generator also knows no compilers, files or processes.
//!
//! [`Shrinker`] makes a program smaller while it keeps some property. It proposes only programs that the machine
//! accepts.

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

/// The target that programs are grown for.
const TARGET: Target = Target::X86_64;

/// A grown program and its expected output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The program, in canonical form.
    pub program: Program,
    /// Its observations, made while it was grown.
    pub trace: Trace,
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// Counts of the growth.
    pub stats: Stats,
    /// The construct that wrote each statement and terminator, in the order in which they were written.
    pub authors: Vec<Author>,
}

/// Grows the program of `seed`.
pub fn generate(seed: u64, config: &GenConfig) -> Result<Generated, Unended> {
    grow::generate(seed, config)
}
