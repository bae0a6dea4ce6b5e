//! What all commands have in common when they speak: exit codes, errors, colours, tables.

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

/// The exit code of a command that could not do what it was asked to.
pub(crate) const COULD_NOT: u8 = 2;

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// All is well.
    Fine,
    /// Bad news: undefined behaviour, a difference.
    BadNews,
    /// Nothing: it could not be done, and that was said already.
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

/// Why a command could not do what it was asked to: what, where, and the way out.
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

/// How a command ends.
pub(crate) type Ended = Result<Found, Failure>;

pub(crate) const GOOD: Style = colour(AnsiColor::Green);
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();
pub(crate) const DIM: Style = Style::new().dimmed();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// True if standard output is for machines.
static JSON: AtomicBool = AtomicBool::new(false);

/// Says whether standard output is for machines.
pub(crate) fn set_json(wanted: bool) {
    JSON.store(wanted, Ordering::Relaxed);
}

/// True if standard output is for machines (`--json`).
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

/// Why standard output could not be written to, if it could not.
static OUTPUT_ERROR: OnceLock<io::Error> = OnceLock::new();

/// What went wrong with standard output. A reader who has gone away has seen enough: that is no error.
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

/// Writes a line about what is going on to standard error.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Writes a remark that needs nothing to be done to standard error.
pub(crate) fn remark(text: impl Display) {
    note(format_args!("{DIM}note: {text}{DIM:#}"));
}

/// Writes an error to standard error.
pub(crate) fn error(text: impl Display) {
    note(format_args!("{BAD}error{BAD:#}: {text}"));
}

/// Lines up the cells of each column but the last.
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

/// Text as one line of at most so many characters.
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

/// How large a program is, for people: `5 statements in 1 function`.
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
