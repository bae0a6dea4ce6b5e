//! `kvant canary`: a compiler that misbehaves on purpose. It is called by the script that `Canary::install` writes.

use crate::canary;
use crate::cli::Canary;
use crate::report::Ended;

pub(super) fn execute(arguments: &Canary) -> Ended {
    let Canary {
        name,
        rustc,
        state,
        args,
    } = arguments;
    Err(canary::run(*name, rustc, state.as_deref(), args))
}
