//! The arguments of the commands about bugs.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::values::{finding_number, jobs};
use super::{Compilers, Kept, Matrix};

#[derive(Args)]
pub(crate) struct Bugs {
    /// List muted and fixed bugs too
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
pub(crate) struct Recheck {
    /// Test only these bugs [default: all]
    #[arg(value_name = "N", value_parser = finding_number())]
    pub(crate) numbers: Vec<i64>,
    #[command(flatten)]
    pub(crate) compilers: Compilers,
    /// Number of tests that run at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) kept: Kept,
}

#[derive(Args)]
pub(crate) struct Bundle {
    /// The bug's number
    #[arg(value_name = "N", value_parser = finding_number())]
    pub(crate) number: i64,
    /// The folder to write to, which must be empty or new [default: bug-N]
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Do not test the reduced program with all backends once more
    #[arg(long, conflicts_with = "backends")]
    pub(crate) no_matrix: bool,
    #[command(flatten)]
    pub(crate) matrix: Matrix,
    #[command(flatten)]
    pub(crate) kept: Kept,
}
