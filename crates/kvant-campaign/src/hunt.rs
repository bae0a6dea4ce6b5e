//! The plain loop: one program after the other through all backends, until somebody disagrees.

use std::path::PathBuf;

use kvant_toolchain::{Backend, Cancel, Limits, Scratch, ToolError};

use crate::{Finding, KeepError, Subject, Verdict, classify, test};

/// What a hunt works with.
pub struct Hunt {
    /// Every program goes through all of these.
    pub backends: Vec<Backend>,
    /// These are asked too where one of the others disagrees.
    pub opinions: Vec<Backend>,
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
    /// A program is about to be tested.
    Begins(&'a str),
    /// A backend has spoken.
    Tested(&'a Backend, &'a Verdict),
    /// All backends have spoken about a program.
    Done,
}

/// How a hunt ended.
pub enum End {
    /// There were no more programs, and nobody disagreed.
    Clean,
    /// Somebody disagreed; the program is kept at this path.
    Found(Box<Finding>, PathBuf),
    /// It was told to.
    Cancelled,
}

/// Why a hunt could not go on.
#[derive(Debug)]
pub enum HuntError {
    /// A compiler or program could not be run.
    Tool(ToolError),
    /// A finding could not be kept.
    Keep(KeepError),
    /// A program could not be made.
    Source(String),
}

impl std::fmt::Display for HuntError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HuntError::Tool(error) => error.fmt(f),
            HuntError::Keep(error) => error.fmt(f),
            HuntError::Source(error) => write!(f, "cannot make a program: {error}"),
        }
    }
}

impl std::error::Error for HuntError {}

/// Runs a hunt to its end.
pub fn hunt(
    hunt: &Hunt,
    source: &mut dyn Source,
    tell: &mut dyn FnMut(Event<'_>),
) -> Result<End, HuntError> {
    while let Some(subject) = source.next() {
        let subject = subject.map_err(HuntError::Source)?;
        let name = subject.name();
        tell(Event::Begins(&name));
        let scratch = Scratch::new().map_err(HuntError::Tool)?;
        let mut verdicts = Vec::with_capacity(hunt.backends.len());
        let asked = hunt
            .ask(&*subject, &hunt.backends, &scratch, &mut verdicts, tell)
            .and_then(|()| match verdicts.iter().any(|(_, v)| v.is_bad()) {
                true => hunt.ask(&*subject, &hunt.opinions, &scratch, &mut verdicts, tell),
                false => Ok(()),
            });
        match asked {
            Ok(()) => tell(Event::Done),
            Err(ToolError::Cancelled) => return Ok(End::Cancelled),
            Err(error) => return Err(HuntError::Tool(error)),
        }
        if let Some(kind) = classify(verdicts.iter().map(|(backend, verdict)| (backend, verdict))) {
            let finding = Finding {
                name,
                kind,
                verdicts,
            };
            let path = finding
                .keep(&*subject, &hunt.folder)
                .map_err(HuntError::Keep)?;
            return Ok(End::Found(Box::new(finding), path));
        }
    }
    Ok(End::Clean)
}

impl Hunt {
    /// Puts a program through some backends.
    fn ask(
        &self,
        subject: &dyn Subject,
        backends: &[Backend],
        scratch: &Scratch,
        verdicts: &mut Vec<(Backend, Verdict)>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ToolError> {
        let compiler = Limits::for_compiler().cancelled_by(&self.cancel);
        let program = Limits::for_program().cancelled_by(&self.cancel);
        for backend in backends {
            if self.cancel.is_cancelled() {
                return Err(ToolError::Cancelled);
            }
            let verdict = test(subject, backend, scratch, &compiler, &program)?;
            tell(Event::Tested(backend, &verdict));
            verdicts.push((backend.clone(), verdict));
        }
        Ok(())
    }
}
