//! The arguments of `kvant reduce`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values::{duration, jobs};
use super::{Compilers, Kept};
use crate::lang::TargetArgs;

#[derive(Args)]
pub(crate) struct Reduce {
    /// The number of a finding, or a file with a program in custom MIR or, if its name ends in `.c`, in C
    #[arg(value_name = "FINDING|FILE")]
    pub(crate) what: PathBuf,
    /// The backend that shows it, as `kvant diff` and `kvant findings` name it, such as `nightly-O3 -Ctarget-cpu=native`.
    /// Without it: for a finding the backend that showed it, for a file the first of O3, O3-mir4 and O2 that disagrees, on the
    /// newest compiler that does
    #[arg(long, value_name = "NAME")]
    pub(crate) backend: Option<String>,
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// Spend at most so much processor time on making it smaller, such as `90s` or `10m`. What is there then is kept, and
    /// the same command goes on
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) budget: Option<Duration>,
    /// How many programs are tested at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Let cvise or creduce have a go at a C program in the end, if one is installed. The machine judges all that they try
    #[arg(long)]
    pub(crate) polish: bool,
    /// Begin anew, whatever was asked before
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The folder for what comes of it [default: for a file, its name with `-reduced`; a finding's go into the store]
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}
