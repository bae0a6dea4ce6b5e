//! `kvant gen`: a random program.

use std::collections::BTreeMap;

use kvant_campaign::{Form, Subject as _};
use kvant_mir_gen::Feature;
use serde_json::{Value, json};

use crate::cli::{Gen, TextForm};
use crate::mir::from_seed;
use crate::report::{Ended, Failure, Found, line, text};

pub(super) fn execute(arguments: &Gen) -> Ended {
    if arguments.stats {
        line(stats(arguments)?);
        return Ok(Found::Fine);
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

/// The health counters of one program.
fn stats(arguments: &Gen) -> Result<Value, Failure> {
    let grown = kvant_mir_gen::generate(arguments.seed, &arguments.taste.config()?)?;
    let stats = &grown.stats;
    Ok(json!({
        "seed": arguments.seed,
        "statements": grown.program.statement_count(),
        "functions": grown.program.functions.len(),
        "observations": grown.trace.observations.len(),
        "steps": stats.steps,
        "undone_steps": stats.undone_steps,
        "proposed": stats.proposed,
        "accepted": stats.accepted,
        "refused": stats.refused,
        "constructs": stats.constructs.iter().map(|(name, tally)| {
            (*name, json!({ "begun": tally.begun, "written": tally.written }))
        }).collect::<BTreeMap<_, _>>(),
        "loops": stats.grown.loops,
        "late_arms": stats.grown.late_arms,
        "decoys": stats.grown.decoys,
        "repeated_calls": stats.grown.repeated_calls,
        "recursive_calls": stats.grown.recursive_calls,
        "features": grown.features.iter().map(|feature| Feature::name(*feature)).collect::<Vec<_>>(),
    }))
}
