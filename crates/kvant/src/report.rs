//! What all commands have in common when they speak: exit codes, errors, colours, tables.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::OnceLock;

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

/// A moment for people, in UTC: `2026-11-15 12:26`. It is told in milliseconds since 1970.
pub(crate) fn moment(millis: i64) -> String {
    let (year, month, day) = date(millis.div_euclid(DAY));
    let minutes = millis.rem_euclid(DAY) / 60_000;
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// A moment for machines, as RFC 3339 has it: `2026-11-15T12:26:51.017Z`.
pub(crate) fn timestamp(millis: i64) -> String {
    let minute = moment(millis).replace(' ', "T");
    let rest = millis.rem_euclid(60_000);
    format!("{minute}:{:02}.{:03}Z", rest / 1000, rest % 1000)
}

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Year, month and day of a day that is told by its distance from 1 January 1970.
fn date(days: i64) -> (i64, i64, i64) {
    // Years begin in March here, so that the day that some years have more is their last. 400 years have always the
    // same number of days, and the months from March on are 31, 30, 31, 30, 31 days long, again and again.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (era * 400 + year + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_told_by_the_calendar() {
        for (seconds, says) in [
            (0, "1970-01-01 00:00"),
            (-1, "1969-12-31 23:59"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (951_868_800, "2000-03-01 00:00"),
            (1_735_689_599, "2024-12-31 23:59"),
            (1_763_209_611, "2025-11-15 12:26"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(moment(seconds * 1000), says);
        }
        assert_eq!(timestamp(1_763_209_611_017), "2025-11-15T12:26:51.017Z");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(one_line("a\n b\t c ", 5), "a b c");
        assert_eq!(one_line("äöü ß", 5), "äöü ß");
        assert_eq!(one_line("äöü ßx", 5), "äöü …");
    }

    #[test]
    fn every_day_comes_after_the_one_before() {
        let mut before = date(-200_000);
        for days in -199_999..200_000 {
            let (year, month, day) = date(days);
            let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
            let expected = match (month, day) {
                (1, 1) => (year - 1, 12, 31),
                (3, 1) => (year, 2, if leap { 29 } else { 28 }),
                (5 | 7 | 10 | 12, 1) => (year, month - 1, 30),
                (_, 1) => (year, month - 1, 31),
                _ => (year, month, day - 1),
            };
            assert_eq!(before, expected);
            before = (year, month, day);
        }
    }
}
