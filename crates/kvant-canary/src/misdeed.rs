//! Misbehaviour of the compiler itself, in contrast to that of the programs that it makes.
//!
//! All of this is harmless where no limits are enforced. Amounts exceed the limits of a compiler by little; they are released
//! after some seconds, and the real compiler goes on.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use kvant_toolchain::{Crowd, Limits};

use crate::call::Call;

/// A kind of misbehaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misdeed {
    /// Reports an internal compiler error and ends with its exit code.
    Crash,
    /// Sleeps.
    Sleep,
    /// Reports an error in the program.
    Reject,
    /// Reports success without an output file.
    Nothing,
    /// Allocates memory.
    Memory,
    /// Starts processes.
    Processes,
    /// Prints warnings.
    Output,
    /// Creates a large file.
    Disk,
    /// Removes its temporary folder.
    Delete,
}

/// Duration of a state that is polled.
const LONG_ENOUGH: Duration = Duration::from_secs(10);
/// More than any time limit of a compiler, even an extended one.
const AN_HOUR: Duration = Duration::from_hours(1);
const MEBIBYTE: usize = 1 << 20;

/// Misbehaves over the construct in `function`. Returns an exit code, or `None` if the real compiler goes on.
pub(crate) fn commit(misdeed: Misdeed, function: &str, call: &Call) -> io::Result<Option<u8>> {
    let limits = Limits::for_compiler();
    match misdeed {
        Misdeed::Crash => {
            io::stderr().write_all(crash(function).as_bytes())?;
            return Ok(Some(101));
        }
        Misdeed::Sleep => sleep(AN_HOUR),
        Misdeed::Reject => {
            io::stderr().write_all(rejection(function).as_bytes())?;
            return Ok(Some(1));
        }
        Misdeed::Nothing => return Ok(Some(0)),
        Misdeed::Memory => {
            let most = limits.resident.unwrap_or(0) as usize / MEBIBYTE;
            take_memory(most + most / 4);
        }
        Misdeed::Processes => {
            let crowd = Crowd::start(limits.processes + limits.processes / 4)?;
            sleep(LONG_ENOUGH);
            drop(crowd);
        }
        Misdeed::Output => {
            let line = format!("warning: `{function}` has pointer arithmetic in it\n");
            let mut stderr = io::stderr();
            for _ in 0..=4 * limits.output / line.len() {
                stderr.write_all(line.as_bytes())?;
            }
        }
        Misdeed::Disk => {
            // A sparse file takes no space on the disk.
            let path = call.folder().join("canary.tmp");
            let most = limits.file_size.unwrap_or(0);
            fs::File::create(&path)?.set_len(most + 1)?;
            fs::remove_file(path)?;
        }
        Misdeed::Delete => delete_own_folder(call)?,
    }
    Ok(None)
}

/// Allocates so many mebibytes. If they are refused, the process aborts, as compilers do.
fn take_memory(most: usize) {
    // Only pages that are written to are resident.
    let taken: Vec<Vec<u8>> = (0..most).map(|_| vec![1; MEBIBYTE]).collect();
    sleep(LONG_ENOUGH);
    drop(taken);
}

/// Removes the source and its folder, which must have been made for this compiler and contain nothing else.
fn delete_own_folder(call: &Call) -> io::Result<()> {
    let folder = fs::canonicalize(call.folder())?;
    let temporary = fs::canonicalize(std::env::temp_dir())?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    if folder != temporary || !name.starts_with("kvant-") {
        let message = format!("{} was not made for a compiler alone", folder.display());
        return Err(io::Error::other(message));
    }
    fs::remove_file(folder.join(call.source().unwrap_or(Path::new(""))))?;
    fs::remove_dir(folder)
}

/// The message of a rustc that crashes.
fn crash(function: &str) -> String {
    format!(
        "\
error: internal compiler error: compiler/rustc_mir_transform/src/gvn.rs:131:22: no value for checked arithmetic in `{function}`

thread 'rustc' panicked at compiler/rustc_mir_transform/src/gvn.rs:131:22:
Box<dyn Any>
stack backtrace:
   0: std::panicking::begin_panic::<rustc_errors::ExplicitBug>
   1: <rustc_errors::diagnostic::BugAbort as rustc_errors::diagnostic::EmissionGuarantee>::emit_producing_guarantee
   2: rustc_middle::util::bug::bug_fmt
   3: <rustc_mir_transform::gvn::VnState>::simplify_rvalue
   4: <rustc_mir_transform::gvn::GVN as rustc_mir_transform::pass_manager::MirPass>::run_pass
   5: rustc_mir_transform::optimized_mir
      [... omitted 2 frames ...]
   6: rustc_interface::passes::run_required_analyses
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.

note: we would appreciate a bug report: https://github.com/rust-lang/rust/issues/new?labels=C-bug%2C+I-ICE%2C+T-compiler&template=ice.md

note: this compiler is a canary of kvant, so there is nothing to report

query stack during panic:
#0 [optimized_mir] optimizing MIR for `{function}`
#1 [collect_and_partition_mono_items] collect_and_partition_mono_items
end of query stack
error: aborting due to 1 previous error

"
    )
}

/// The message of a rustc that rejects a program.
fn rejection(function: &str) -> String {
    format!(
        "\
error[E0600]: pointer arithmetic is not for canaries
 --> program.rs:1:1
  |
  = note: it is in `{function}`

error: aborting due to 1 previous error

For more information about this error, try `rustc --explain E0600`.
"
    )
}
