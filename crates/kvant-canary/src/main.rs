//! A canary as a program of its own: `kvant canary` for the tests of this crate.

use std::io::{self, Write as _};
use std::process::ExitCode;

use kvant_canary::Invocation;

fn main() -> ExitCode {
    // The script calls it with `canary --` and the words of an invocation.
    let words: Vec<_> = std::env::args_os().skip(3).collect();
    match Invocation::read(&words).and_then(Invocation::run) {
        Ok(code) => code.into(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
