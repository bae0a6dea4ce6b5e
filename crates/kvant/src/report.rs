//! Output of all commands: exit codes, errors, colours, tables.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anstyle::{AnsiColor, Color, Style};
use kvant_campaign::Size;
use kvant_record::{Record, Schema};
use serde::Serialize;

/// The exit code of a command that failed.
pub(crate) const COULD_NOT: u8 = 2;

/// The result of a command that did not fail, as its exit code shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// All is well.
    Fine,
    /// A problem was found: undefined behaviour, a difference.
    BadNews,
    /// The command could not do its work, and has printed the reason.
    Nothing,
}

impl From<Found> for ExitCode {
    fn from(found: Found) -> ExitCode {
        match found {
            Found::Fine => ExitCode::SUCCESS,
            Found::BadNews => ExitCode::FAILURE,
            Found::Nothing => ExitCode::from(COULD_NOT),
        }
    }
}

/// The reason why a command failed: the thing, the place and the way out.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
}

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure {
            message: error.to_string(),
        }
    }
}

/// The end of a command.
pub(crate) type Ended = Result<Found, Failure>;

pub(crate) const GOOD: Style = colour(AnsiColor::Green);
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
pub(crate) const DIM: Style = Style::new().dimmed();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// True if standard output is JSON.
static JSON: AtomicBool = AtomicBool::new(false);

/// Selects JSON or text for standard output.
pub(crate) fn set_json(wanted: bool) {
    JSON.store(wanted, Ordering::Relaxed);
}

/// True if standard output is JSON (`--json`).
pub(crate) fn wants_json() -> bool {
    JSON.load(Ordering::Relaxed)
}

/// Writes a record to standard output, in a line.
pub(crate) fn json<T: Schema + Serialize>(value: T) {
    let record = Record::new(value);
    // Records have nothing that JSON cannot express.
    let text = serde_json::to_string(&record);
    line(text.unwrap_or_else(|error| error.to_string()));
}

/// The first error of writing to standard output.
static OUTPUT_ERROR: OnceLock<io::Error> = OnceLock::new();

/// The error of writing to standard output. A closed pipe is no error: its reader wants no more.
pub(crate) fn output_error() -> Option<Failure> {
    let error = OUTPUT_ERROR.get()?;
    match error.kind() {
        io::ErrorKind::BrokenPipe => None,
        _ => Some(format!("cannot write to standard output: {error}").into()),
    }
}

/// Writes a line to standard output.
pub(crate) fn line(text: impl Display) {
    self::text(&format!("{text}\n"));
}

/// Writes text to standard output as it is.
pub(crate) fn text(text: &str) {
    if OUTPUT_ERROR.get().is_some() {
        return;
    }
    let mut stdout = anstream::stdout();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    if let Err(error) = written {
        let _ = OUTPUT_ERROR.set(error);
    }
}

/// Writes a line to standard error.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Writes a remark to standard error that asks for no action.
pub(crate) fn remark(text: impl Display) {
    note(format_args!("{DIM}note: {text}{DIM:#}"));
}

/// Writes an error to standard error.
pub(crate) fn error(text: impl Display) {
    note(format_args!("{BAD}error{BAD:#}: {text}"));
}

/// Aligns the cells of each column except the last one.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| {
        let cells = rows.iter().filter_map(|row| row.get(n));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:<width$}"))
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// The text in one line of at most `width` characters.
pub(crate) fn one_line(text: &str, width: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(width) {
        Some(_) => line.chars().take(width - 1).chain(['…']).collect(),
        None => line,
    }
}

/// A duration for people: `45 s`, `12 min 5 s`, `3 h 20 min`.
pub(crate) fn readable(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (0, hours, minutes) => format!("{hours} h {minutes} min"),
        (days, hours, _) => format!("{days} d {hours} h"),
    }
}

/// A number for people: `1,234,567`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The size of a program: `5 statements in 1 function`.
pub(crate) fn sized(size: Size) -> String {
    let functions = match size.functions {
        1 => "1 function".to_owned(),
        many => format!("{many} functions"),
    };
    let statements = thousands(size.statements as u64);
    format!("{statements} statements in {functions}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_numbers_are_for_people() {
        for (seconds, says) in [
            (0, "0 s"),
            (59, "59 s"),
            (61, "1 min 1 s"),
            (7_384, "2 h 3 min"),
            (200_000, "2 d 7 h"),
        ] {
            assert_eq!(readable(Duration::from_secs(seconds)), says);
        }
        for (number, says) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(thousands(number), says);
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(one_line("a\n b\t c ", 5), "a b c");
        assert_eq!(one_line("äöü ß", 5), "äöü ß");
        assert_eq!(one_line("äöü ßx", 5), "äöü …");
    }
}
