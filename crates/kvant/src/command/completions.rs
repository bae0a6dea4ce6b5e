//! `kvant completions`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::report::{Found, text};

pub(super) fn execute(shell: Shell) -> Found {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "kvant", &mut script);
    text(&String::from_utf8_lossy(&script));
    Found::Fine
}
