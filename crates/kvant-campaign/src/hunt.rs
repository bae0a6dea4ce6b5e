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
    /// Somebody disagreed. The program is kept at this path, if it could be.
    Found(Box<Finding>, Result<PathBuf, KeepError>),
    /// It was told to.
    Cancelled,
}

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
    /// Tests one program after the other, and tells what happens.
    pub fn run(
        &self,
        source: &mut dyn Source,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<End, HuntError> {
        while let Some(subject) = source.next() {
            let subject = subject.map_err(HuntError::Source)?;
            let name = subject.name();
            tell(Event::Begins(&name));
            let finding = match self.examine(&*subject, tell) {
                Ok(finding) => finding,
                Err(ToolError::Cancelled) => return Ok(End::Cancelled),
                Err(error) => return Err(HuntError::Tool(name, error)),
            };
            tell(Event::Done);
            if let Some(finding) = finding {
                let kept = finding.keep(&*subject, &self.folder);
                return Ok(End::Found(Box::new(finding), kept));
            }
        }
        Ok(End::Clean)
    }

    /// Puts a program through all backends, asks for second opinions if one disagrees, and says what that
    /// amounts to.
    pub(crate) fn examine(
        &self,
        subject: &dyn Subject,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Finding>, ToolError> {
        let scratch = Scratch::new()?;
        let mut verdicts = Vec::with_capacity(self.backends.len());
        self.ask(subject, &self.backends, &scratch, &mut verdicts, tell)?;
        if verdicts.iter().any(|(_, verdict)| verdict.is_bad()) {
            self.ask(subject, &self.opinions, &scratch, &mut verdicts, tell)?;
        }
        let kind = classify(verdicts.iter().map(|(backend, verdict)| (backend, verdict)));
        Ok(kind.map(|kind| Finding {
            name: subject.name(),
            kind,
            verdicts,
        }))
    }

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
