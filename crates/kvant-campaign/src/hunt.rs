//! The plain loop: one batch of programs after the other through all backends, until somebody disagrees.

use std::num::NonZero;
use std::path::PathBuf;

use kvant_toolchain::{Backend, Cancel, Limits, Scratch, ToolError};

use crate::{
    Ask, BatchSize, Finding, KeepError, Spent, Subject, Verdict, classify, test, test_batch,
};

/// What a hunt works with.
pub struct Hunt {
    /// Every program goes through all of these.
    pub backends: Vec<Backend>,
    /// These are asked too where one of the others disagrees.
    pub opinions: Vec<Backend>,
    /// How many programs are compiled at once; without it, as many as seems good.
    pub batch: Option<NonZero<usize>>,
    /// Where findings are kept.
    pub folder: PathBuf,
    /// Set by somebody who wants it to end.
    pub cancel: Cancel,
}

/// Where the programs of a hunt come from.
pub trait Source {
    /// The next program; `None` when there are no more. An error is a bug of whoever makes programs.
    fn next(&mut self) -> Option<Result<Box<dyn Subject>, String>>;
}

/// Something that happened in a hunt.
pub enum Event<'a> {
    /// This program is about to be tested, together with so many after it.
    Begins(&'a str, usize),
    /// A backend has spoken about the program of this name.
    Tested(&'a str, &'a Backend, &'a Verdict),
    /// All backends have spoken about a program.
    Done,
}

/// How a hunt ended.
pub enum End {
    /// There were no more programs, and nobody disagreed.
    Clean,
    /// Somebody disagreed: on one program, or on some that were compiled together.
    Found(Vec<Kept>),
    /// It was told to, when the last so many programs from the source had not been tested.
    Cancelled(u64),
}

/// A finding, and the path where its program is kept, if it could be.
pub type Kept = (Finding, Result<PathBuf, KeepError>);

/// Why a hunt could not go on.
#[derive(Debug)]
pub enum HuntError {
    /// A compiler or what it made could not be run, while testing the program of this name.
    Tool(String, ToolError),
    /// A program could not be made.
    Source(String),
}

impl std::fmt::Display for HuntError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HuntError::Tool(name, error) => write!(f, "{name}: {error}"),
            HuntError::Source(error) => write!(f, "cannot make a program: {error}"),
        }
    }
}

impl std::error::Error for HuntError {}

impl Hunt {
    /// Tests one batch of programs after the other, and tells what happens.
    pub fn run(
        &self,
        source: &mut dyn Source,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<End, HuntError> {
        let mut size = BatchSize::new(self.batch);
        loop {
            let mut subjects = Vec::with_capacity(size.get());
            let mut unmade = None;
            while subjects.len() < size.get() && unmade.is_none() && !self.cancel.is_cancelled() {
                match source.next() {
                    Some(Ok(subject)) => subjects.push(subject),
                    Some(Err(why)) => unmade = Some(why),
                    None => break,
                }
            }
            let untested = subjects.len() as u64;
            if self.cancel.is_cancelled() {
                return Ok(End::Cancelled(untested));
            }
            if let Some(first) = subjects.first() {
                let name = first.name();
                tell(Event::Begins(&name, subjects.len() - 1));
                let findings = match self.examine(&subjects, &mut size, tell) {
                    Ok(findings) => findings,
                    Err(ToolError::Cancelled) => return Ok(End::Cancelled(untested)),
                    Err(error) => return Err(HuntError::Tool(name, error)),
                };
                let kept: Vec<Kept> = subjects
                    .iter()
                    .zip(findings)
                    .filter_map(|(subject, finding)| {
                        let finding = finding?;
                        let kept = finding.keep(&**subject, &self.folder);
                        Some((finding, kept))
                    })
                    .collect();
                if !kept.is_empty() {
                    return Ok(End::Found(kept));
                }
            }
            if let Some(why) = unmade {
                return Err(HuntError::Source(why));
            }
            if subjects.is_empty() {
                return Ok(End::Clean);
            }
        }
    }

    /// Puts programs through all backends, asks for second opinions where one disagrees, and says what that
    /// amounts to for each.
    pub(crate) fn examine(
        &self,
        subjects: &[Box<dyn Subject>],
        size: &mut BatchSize,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Vec<Option<Finding>>, ToolError> {
        let scratch = Scratch::new()?;
        let compiler = Limits::for_compiler().cancelled_by(&self.cancel);
        let program = Limits::for_program().cancelled_by(&self.cancel);
        let together: Vec<&dyn Subject> = subjects.iter().map(AsRef::as_ref).collect();
        let mut verdicts = vec![Vec::with_capacity(self.backends.len()); subjects.len()];
        for backend in &self.backends {
            if self.cancel.is_cancelled() {
                return Err(ToolError::Cancelled);
            }
            let ask = Ask {
                backend,
                scratch: &scratch,
                compiler: &compiler,
                program: &program,
            };
            let batched = test_batch(&together, &ask, &mut Spent::default())?;
            size.learn(subjects.len(), &batched);
            for (verdicts, verdict) in verdicts.iter_mut().zip(batched.verdicts) {
                verdicts.push((backend.clone(), verdict));
            }
        }
        let mut findings = Vec::with_capacity(subjects.len());
        for (subject, mut verdicts) in together.into_iter().zip(verdicts) {
            if verdicts.iter().any(|(_, verdict)| verdict.is_bad()) {
                for backend in &self.opinions {
                    let verdict = test(subject, backend, &scratch, &compiler, &program)?;
                    verdicts.push((backend.clone(), verdict));
                }
            }
            let name = subject.name();
            for (backend, verdict) in &verdicts {
                tell(Event::Tested(&name, backend, verdict));
            }
            tell(Event::Done);
            let kind = classify(verdicts.iter().map(|(backend, verdict)| (backend, verdict)));
            findings.push(kind.map(|kind| Finding {
                name,
                kind,
                verdicts,
            }));
        }
        Ok(findings)
    }
}
