//! `kvant canary`: a compiler that misbehaves on purpose, started by the script of an installed canary.

use kvant_canary::Invocation;

use crate::cli::Canary;
use crate::report::Ended;

pub(super) fn execute(arguments: &Canary) -> Ended {
    let code = Invocation::read(&arguments.words)?.run()?;
    std::process::exit(code.into())
}
