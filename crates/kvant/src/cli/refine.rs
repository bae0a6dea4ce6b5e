//! The arguments of `kvant refine`.

use std::path::PathBuf;

use clap::Args;

use super::values::{at_least_one, seed};

#[derive(Args)]
pub(crate) struct Refine {
    /// The file before the transformation, and the one after it unless `opt` makes it. `-` reads standard input
    #[arg(value_name = "BEFORE.ll", required = true, num_args = 1..=2)]
    pub(crate) files: Vec<PathBuf>,
    /// The `opt` that transforms the file: its version, such as `19`, its command, or its path [default: the newest one in PATH and
    /// in the zoo]
    #[arg(long, value_name = "OPT")]
    pub(crate) opt: Option<String>,
    /// The passes, as `-passes=` of `opt` takes them, or its options, such as `-O2` [default: default<O3>]
    #[arg(long, value_name = "PASSES", allow_hyphen_values = true)]
    pub(crate) passes: Option<String>,
    /// Report only functions that this `opt` does not get wrong
    #[arg(long, value_name = "OLD_OPT")]
    pub(crate) against: Option<String>,
    /// Count differences that involve undef, uninitialised memory or a nondeterministic choice as wrong
    #[arg(long)]
    pub(crate) undef: bool,
    /// Ask this `alive-tv` about functions that are wrong, and show its answer [default: the one in PATH, if there is one]
    #[arg(long, value_name = "PATH")]
    pub(crate) alive_tv: Option<PathBuf>,
    /// Judge only this function
    #[arg(long, value_name = "NAME")]
    pub(crate) function: Option<String>,
    /// Number of inputs of each function
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one())]
    pub(crate) inputs: u64,
    /// The seed of the search for inputs
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
}
