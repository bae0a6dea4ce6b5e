//! `kvant gen`: a random program.

use kvant_campaign::{Form, Subject as _};

use crate::cli::{Gen, TextForm};
use crate::mir::from_seed;
use crate::report::{Ended, Found, text};

pub(super) fn execute(arguments: &Gen) -> Ended {
    let subject = from_seed(arguments.seed, &arguments.taste.config())?;
    let program = subject.text(match arguments.form {
        TextForm::Readable => Form::Readable,
        TextForm::Fast => Form::Fast,
        TextForm::Const => Form::ConstEval,
    });
    match &arguments.out {
        Some(path) => std::fs::write(path, program)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
        None => text(&program),
    }
    Ok(Found::Fine)
}
