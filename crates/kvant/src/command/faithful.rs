//! Check that Kvant reads a file as compilers do: the file itself and Kvant's own text of it are compiled and compared.

use std::sync::Arc;

use kvant_campaign::bisect::Symptom;
use kvant_campaign::{Subject, Verdict, headline, test};
use kvant_toolchain::{Backend, Cancel, Limits, OptLevel, Scratch, ToolError, Toolchain};

use crate::report::Failure;

/// Fails if at O0 only one of the file and Kvant's own text of it does what the machine says. Then the result of the machine,
/// which runs the parsed program, does not apply to the file.
pub(super) fn is_read_as_written(
    subject: &dyn Subject,
    toolchains: &[Arc<Toolchain>],
    cancel: &Cancel,
) -> Result<(), Failure> {
    let Some(reprint) = subject.reprinted() else {
        return Ok(());
    };
    let suited = toolchains
        .iter()
        .filter(|toolchain| subject.in_dialect(&toolchain.dialect()).is_ok());
    // Compilers that do not optimise are simple ones with more bugs at O0: the last choice.
    let Some(toolchain) = suited.min_by_key(|toolchain| !toolchain.optimises()) else {
        return Ok(());
    };
    let backend = Backend::build(Arc::clone(toolchain), OptLevel::O0);
    let written = asked(subject, &backend, cancel)?;
    let printed = asked(reprint, &backend, cancel)?;
    match (written == Verdict::Agrees) == (printed == Verdict::Agrees) {
        true => Ok(()),
        false => Err(differs(subject, &backend, &written, &printed).into()),
    }
}

/// Fails if Kvant's own text does not show the symptom of the file on this backend: no program derived from it would.
pub(super) fn shows_reprinted(
    subject: &dyn Subject,
    backend: &Backend,
    verdict: &Verdict,
    cancel: &Cancel,
) -> Result<(), Failure> {
    let (Some(reprint), Some(symptom)) = (subject.reprinted(), Symptom::of(verdict)) else {
        return Ok(());
    };
    let printed = asked(reprint, backend, cancel)?;
    match symptom.shows(&printed) {
        true => Ok(()),
        false => Err(differs(subject, backend, verdict, &printed).into()),
    }
}

fn asked(subject: &dyn Subject, backend: &Backend, cancel: &Cancel) -> Result<Verdict, ToolError> {
    let compiler = Limits::for_compiler().cancelled_by(cancel);
    let program = Limits::for_program().cancelled_by(cancel);
    test(subject, backend, &Scratch::new()?, &compiler, &program)
}

fn differs(
    subject: &dyn Subject,
    backend: &Backend,
    written: &Verdict,
    printed: &Verdict,
) -> String {
    let said = |verdict: &Verdict| match headline(verdict) {
        headline if headline.is_empty() => verdict.name().to_owned(),
        headline => format!("{} ({headline})", verdict.name()),
    };
    format!(
        "{} and kvant's own text of it differ on {backend}: the file gives `{}`, kvant's text `{}`. The file uses something \
         outside of the supported subset, or kvant reads it wrongly",
        subject.name(),
        said(written),
        said(printed)
    )
}
