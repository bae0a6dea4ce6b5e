//! `kvant gen`: a random program.

use kvant_campaign::{Form, Subject as _};

use super::stats;
use crate::cli::{Gen, TextForm};
use crate::mir::from_seed;
use crate::report::{Ended, Found, text};

pub(super) fn execute(arguments: &Gen) -> Ended {
    if arguments.stats {
        return stats::execute(arguments);
    }
    let subject = from_seed(arguments.seed, &arguments.taste.config()?)?;
    let form = match arguments.form {
        TextForm::Readable => Form::Readable,
        TextForm::Fast => Form::Fast,
        TextForm::Const => Form::ConstEval,
    };
    let program = subject.text(form, None);
    match &arguments.out {
        Some(path) => std::fs::write(path, program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        None => text(&program),
    }
    Ok(Found::Fine)
}
