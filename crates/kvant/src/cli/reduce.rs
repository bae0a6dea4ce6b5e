//! The arguments of `kvant reduce`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{duration, jobs};
use super::{Compilers, Kept, help};
use crate::language_args::TargetArgs;

#[derive(Args)]
pub(crate) struct Reduce {
    #[arg(value_name = "FINDING|FILE", help = help::finding_or_program())]
    pub(crate) what: PathBuf,
    /// The backend that shows it, as `kvant diff` and `kvant findings` name it, such as `nightly-O3`. Without it: for a finding
    /// the backend that showed it; for a file the first of the default builds and O2 that disagrees, on the newest compiler that
    /// does
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// Processor time for the reduction, such as `90s` or `10m`. The smallest program so far is kept, and the same command resumes
    /// the reduction
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) budget: Option<Duration>,
    /// Number of programs that are tested at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[arg(long, help = help::polishers())]
    pub(crate) polish: bool,
    /// Begin from scratch instead of resuming an earlier reduction
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The folder for the results [default: for a file, its name with `-reduced`; for a finding, the store]
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}
