//! The evidence of a bug: a program, a request to a compiler, and the symptom that follows.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use kvant_campaign::bisect::Symptom;
use kvant_campaign::store::{Bug, Evidence, Store};
use kvant_campaign::{Subject, Verdict, is_repeatable, test};
use kvant_toolchain::{Backend, Cancel, Limits, Request, Scratch, ToolError, Toolchain};

use super::Sort;
use crate::report::Failure;
use crate::subject::{Kept, from_store, program_among};

/// The evidence of a bug.
pub(super) struct Case {
    /// The smallest program that is known to show it.
    pub(super) subject: Box<dyn Subject>,
    /// The family of the compiler that shows it; empty if unknown.
    pub(super) family: String,
    /// The request to the compiler.
    pub(super) request: Request,
    /// The symptom.
    pub(super) symptom: Symptom,
}

impl Case {
    /// Returns true if this compiler can be tested for the bug.
    pub(super) fn suits(&self, toolchain: &Toolchain) -> bool {
        let same = self.family.is_empty() || self.family == toolchain.family().name;
        Sort::of(&*self.subject).suits(toolchain) && same
    }

    /// The evidence of a bug as a store has it.
    pub(super) fn of(store: &Store, bug: &Bug) -> Result<Case, Failure> {
        Case::read(store.evidence(bug.finding.id)?)
    }

    /// The evidence of a bug with its program read.
    pub(super) fn read(evidence: Evidence) -> Result<Case, Failure> {
        let Evidence {
            bug: number,
            files,
            backend,
            verdict,
        } = evidence;
        let Some(program) = program_among(&files) else {
            return Err(format!("bug {number} has no program file").into());
        };
        let subject = parsed(number, &program)?;
        if !is_repeatable(&backend) {
            let name = backend.name();
            return Err(format!(
                "bug {number} was shown by `{name}`, which cannot be tested again"
            )
            .into());
        }
        let symptom = Symptom::of(&verdict).ok_or_else(|| {
            format!(
                "the recorded verdict of bug {number} is `{}`, which is no fault",
                verdict.name()
            )
        })?;
        Ok(Case {
            subject,
            family: backend.toolchain.family,
            request: backend.request,
            symptom,
        })
    }
}

/// The program of a bug, read from the store.
pub(super) fn parsed(number: i64, program: &Kept) -> Result<Box<dyn Subject>, Failure> {
    let what = format!("the program of bug {number}");
    let read = from_store(&format!("bug-{number}"), &what, program)?;
    Ok(read.map_err(|refused| format!("the machine does not accept {what}: {}", refused.why))?)
}

/// The content of the file with this name.
pub(super) fn named<'a>(files: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let file = files.iter().find(|(file, _)| file == name);
    file.map(|(_, content)| content.as_str())
}

/// Limits of a compiler on a small program. Beyond them, it counts as hanging.
pub(super) fn compiler_limits(cancel: &Cancel) -> Limits {
    Limits {
        cpu: Duration::from_secs(10),
        wall: Duration::from_secs(30),
        ..Limits::for_compiler().cancelled_by(cancel)
    }
}

/// A test of a program with a backend.
pub(super) struct Question<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) backend: Backend,
    /// The expected symptom, if there is one. If it does not show, the program is tested a second time.
    pub(super) symptom: Option<&'a Symptom>,
}

/// Runs many tests, several at the same time, and passes each answer on with the number of its question.
pub(super) fn ask_all(
    questions: &[Question<'_>],
    jobs: Option<NonZero<usize>>,
    cancel: &Cancel,
    mut tell: impl FnMut(usize, Result<Verdict, ToolError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let jobs = jobs.map_or_else(cores, NonZero::get).min(questions.len());
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let answered = thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((n, question)) = take(questions, next) {
                    let answer = match cancel.is_cancelled() {
                        true => Err(ToolError::Cancelled),
                        false => question.ask(cancel),
                    };
                    // After an error, the receiver is gone.
                    if sender.send((n, answer)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        answers
            .into_iter()
            .try_for_each(|(n, answer)| tell(n, answer))
    });
    if cancel.is_cancelled() {
        return Err(ToolError::Cancelled.into());
    }
    answered
}

fn take<'a, 'b>(
    questions: &'a [Question<'b>],
    next: &AtomicUsize,
) -> Option<(usize, &'a Question<'b>)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    Some((n, questions.get(n)?))
}

impl Question<'_> {
    fn ask(&self, cancel: &Cancel) -> Result<Verdict, ToolError> {
        let (compiler, program) = (
            compiler_limits(cancel),
            Limits::for_program().cancelled_by(cancel),
        );
        let once = || {
            let scratch = Scratch::new()?;
            test(self.subject, &self.backend, &scratch, &compiler, &program)
        };
        let verdict = once()?;
        match self.symptom {
            Some(symptom) if !symptom.shows(&verdict) => once(),
            _ => Ok(verdict),
        }
    }
}
