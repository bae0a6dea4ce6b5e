//! Ctrl-C, and a polite request to end.

use kvant_toolchain::Cancel;

use crate::report::Failure;

/// What shells say of a process that was interrupted.
const INTERRUPTED: i32 = 130;

/// A flag that is set by Ctrl-C, SIGTERM and SIGHUP from now on.
///
/// Compilers and what they make run in process groups of their own, so only we get the signal; whoever
/// waits for them looks at the flag, kills them, and removes its temporary files. Commands that start
/// nothing do not call this and simply end. Whoever asks twice does not want to wait for that: we end at once, and a guard
/// ends those that we started.
pub(crate) fn on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    let handler = cancel.clone();
    ctrlc::set_handler(move || {
        if handler.is_cancelled() {
            std::process::exit(INTERRUPTED);
        }
        handler.cancel();
    })?;
    Ok(cancel)
}
