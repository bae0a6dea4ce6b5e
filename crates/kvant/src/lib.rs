//! The command line: glue and display. What a program means is decided elsewhere.
//!
//! It is a library too, so that tests can put programs through compilers as the commands do.

mod bench;
mod cli;
mod command;
pub mod mir;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser as _;

use crate::report::Failure;

/// Reads the arguments and does what they say.
pub fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match command::execute(cli.command) {
        Ok(end) => end.into(),
        Err(Failure { message }) => {
            report::error(&message);
            ExitCode::from(report::COULD_NOT)
        }
    }
}
