//! One question after the other: does it still show?

use kvant_toolchain::{Backend, Limits, Scratch, ToolError};

use super::{Bisector, Probed, Stage, Symptom};
use crate::compare::form;
use crate::{Ask, Spent, Subject, Verdict};

/// How often an answer is asked for where one is not enough.
const REPETITIONS: usize = 3;

/// A list of passes is longer than what compilers print otherwise.
const OUTPUT: usize = 256 << 20;

pub(super) struct Prober<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) symptom: Symptom,
    pub(super) scratch: Scratch,
    pub(super) compiler: Limits,
    program: &'a Limits,
    tell: &'a mut dyn FnMut(Probed<'_>),
    /// Whether the same question got two answers. From then on, every question is asked several times.
    pub(super) flaky: bool,
    pub(super) probes: usize,
    pub(super) spent: Spent,
}

impl<'a> Prober<'a> {
    pub(super) fn new(
        bisector: &'a Bisector<'_>,
        subject: &'a dyn Subject,
        symptom: Symptom,
        tell: &'a mut dyn FnMut(Probed<'_>),
    ) -> Result<Prober<'a>, ToolError> {
        Ok(Prober {
            subject,
            symptom,
            scratch: Scratch::new()?,
            compiler: Limits {
                output: OUTPUT,
                ..bisector.compiler.clone()
            },
            program: &bisector.program,
            tell,
            flaky: false,
            probes: 0,
            spent: Spent::default(),
        })
    }

    /// What this backend says, once.
    fn verdict(&mut self, stage: Stage, backend: &Backend) -> Result<Verdict, ToolError> {
        if self.compiler.cancel.is_cancelled() {
            return Err(ToolError::Cancelled);
        }
        // What a probe makes is of no use to the next one, and there are many.
        let scratch = Scratch::below(self.scratch.path())?;
        let ask = Ask {
            backend,
            scratch: &scratch,
            compiler: &self.compiler,
            program: self.program,
        };
        let verdict = ask.test(self.subject, form(backend), &mut self.spent)?;
        if self.compiler.cancel.is_cancelled() {
            return Err(ToolError::Cancelled);
        }
        self.probes += 1;
        (self.tell)(Probed {
            stage,
            backend,
            verdict: &verdict,
            shows: self.symptom.shows(&verdict),
        });
        Ok(verdict)
    }

    /// What this backend says: taken at its word, or, once an answer was not the same twice, the first of a few answers
    /// that shows the symptom.
    pub(super) fn ask(&mut self, stage: Stage, backend: &Backend) -> Result<Verdict, ToolError> {
        let mut verdict = self.verdict(stage, backend)?;
        for _ in 1..REPETITIONS {
            if !self.flaky || self.symptom.shows(&verdict) {
                break;
            }
            verdict = self.verdict(stage, backend)?;
        }
        Ok(verdict)
    }

    /// Whether this backend shows the symptom.
    pub(super) fn shows(&mut self, stage: Stage, backend: &Backend) -> Result<bool, ToolError> {
        let verdict = self.ask(stage, backend)?;
        Ok(self.symptom.shows(&verdict))
    }

    /// Asks a few times whether this backend shows the symptom, as it is said to. Whoever does not stay with it is flaky.
    pub(super) fn confirm(
        &mut self,
        stage: Stage,
        backend: &Backend,
        shows: bool,
    ) -> Result<bool, ToolError> {
        for _ in 0..REPETITIONS {
            let verdict = self.verdict(stage, backend)?;
            if self.symptom.shows(&verdict) != shows {
                self.flaky = true;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The text that this backend gets.
    pub(super) fn text(&self, backend: &Backend) -> String {
        let version = backend.toolchain.dialect().minor;
        self.subject.text(form(backend), Some(version))
    }
}
