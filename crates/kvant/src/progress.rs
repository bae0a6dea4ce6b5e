//! A line about the progress of a long command: rewritten on a terminal, printed every ten seconds elsewhere.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Progress of one command on standard error.
pub(crate) struct Progress {
    terminal: bool,
    last: Option<Instant>,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress {
            terminal: std::io::stderr().is_terminal(),
            last: None,
            shown: false,
        }
    }

    /// Shows `text` if the last one was shown long enough ago.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        let pause = Duration::from_millis(if self.terminal { 200 } else { 10_000 });
        let began = *self.last.get_or_insert_with(Instant::now);
        if began.elapsed() < pause {
            return;
        }
        self.last = Some(Instant::now());
        self.shown = true;
        let mut stderr = std::io::stderr();
        let _ = match self.terminal {
            true => write!(stderr, "\r\x1b[K{}", text()),
            false => writeln!(stderr, "{}", text()),
        };
        let _ = stderr.flush();
    }

    /// Erases the line, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.terminal && self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
        self.shown = false;
    }
}
