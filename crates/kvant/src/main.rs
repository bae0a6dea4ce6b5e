//! `kvant`: the command line. Glue and display; what a program means is decided elsewhere.

mod bench;
mod cli;
mod command;
mod mir;
mod progress;
mod report;

use std::process::ExitCode;

use clap::Parser as _;

use crate::report::Failure;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match command::execute(cli.command) {
        Ok(end) => end.into(),
        Err(Failure { message }) => {
            report::error(&message);
            ExitCode::from(report::COULD_NOT)
        }
    }
}
