//! What all commands have in common when they speak: exit codes, errors, colours, tables.

use std::fmt::{Display, Write as _};
use std::process::ExitCode;

use anstyle::{AnsiColor, Color, Style};

/// The exit code of a command that could not do what it was asked to.
pub(crate) const COULD_NOT: u8 = 2;

/// What a command found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// All is well.
    Fine,
    /// Bad news: undefined behaviour, a difference.
    BadNews,
}

impl From<Found> for ExitCode {
    fn from(found: Found) -> ExitCode {
        match found {
            Found::Fine => ExitCode::SUCCESS,
            Found::BadNews => ExitCode::FAILURE,
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

/// Writes a line to standard output. A reader who has gone away has seen enough.
pub(crate) fn line(text: impl Display) {
    use std::io::Write as _;
    if writeln!(anstream::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Writes text to standard output as it is.
pub(crate) fn text(text: &str) {
    use std::io::Write as _;
    if anstream::stdout().write_all(text.as_bytes()).is_err() {
        std::process::exit(0);
    }
}

/// Writes a line about what is going on to standard error.
pub(crate) fn note(text: impl Display) {
    use std::io::Write as _;
    let _ = writeln!(anstream::stderr(), "{text}");
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
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:<width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
