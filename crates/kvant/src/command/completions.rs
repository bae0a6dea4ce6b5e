//! `kvant completions`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::report::{Ended, Found, text, wants_json};

pub(super) fn execute(shell: Shell) -> Ended {
    if wants_json() {
        return Err("a completion script is for a shell: leave out --json".into());
    }
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "kvant", &mut script);
    text(&String::from_utf8_lossy(&script));
    Ok(Found::Fine)
}
