//! The command line: glue and display. What a program means is decided elsewhere.
//!
//! It is a library too, so that tests can put programs through compilers as the commands do.

mod bisection;
mod cli;
mod command;
mod config_file;
mod interrupt;
mod lang;
mod line_diff;
mod live;
mod progress;
mod report;
mod settings;
mod subject;
mod taste;

use std::process::ExitCode;

use clap::Parser as _;

use kvant_record::command::Failed;

use crate::report::Failure;

/// Reads the arguments and does what they say.
pub fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    report::set_json(cli.json);
    let ended = command::execute(cli.command, cli.settings.as_deref());
    match ended.and_then(|found| report::output_error().map_or(Ok(found), Err)) {
        Ok(found) => found.into(),
        Err(Failure { message }) => {
            report::error(&message);
            if report::wants_json() {
                report::json(Failed { error: message });
            }
            ExitCode::from(report::COULD_NOT)
        }
    }
}
