//! Interruption by Ctrl-C and other signals.

use kvant_toolchain::Cancel;

use crate::report::Failure;

/// The exit code of a process that was interrupted, as shells report it.
const INTERRUPTED: i32 = 130;

/// A flag that is set by Ctrl-C, SIGTERM and SIGHUP from now on.
///
/// Compilers and their programs run in process groups of their own, so only this process gets the signal. The thread that waits
/// for a child checks the flag, kills the child and removes its temporary files. Commands that start no processes do not call
/// this and end at once. A second signal ends this process at once too; a guard process then ends its children.
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
