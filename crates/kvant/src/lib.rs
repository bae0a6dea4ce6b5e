//! The command line: arguments and output. The meaning of programs is decided in other crates.
//!
//! It is a library too, so that tests can run its commands with plug-ins of their own.

mod bisection;
mod cli;
mod command;
mod config_file;
mod generator_args;
mod interrupt;
mod language_args;
mod line_diff;
mod live;
mod progress;
mod recipe;
mod report;
mod settings;
mod subject;

use std::process::ExitCode;

use clap::Parser as _;

use kvant_record::command::Failed;

use crate::report::Failure;

/// Reads the arguments and executes the command.
pub fn main() -> ExitCode {
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => return refused(&usage),
    };
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

/// Prints the help, or the error of arguments that cannot be understood.
fn refused(usage: &clap::Error) -> ExitCode {
    let _ = usage.print();
    let mut arguments = std::env::args_os().take_while(|argument| argument != "--");
    if usage.use_stderr() && arguments.any(|argument| argument == "--json") {
        let message = usage.to_string();
        let error = message.trim_start_matches("error: ").trim_end().to_owned();
        report::json(Failed { error });
    }
    ExitCode::from(usage.exit_code() as u8)
}
