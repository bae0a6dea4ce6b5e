//! Probes: tests of the program with one backend after the other.

use kvant_toolchain::{Backend, Limits, Scratch, ToolError};

use super::{Bisector, Probed, Stage, Symptom};
use crate::compare::{form, text_for};
use crate::{Ask, Spent, Subject, Verdict};

/// Number of repetitions where one answer is not enough.
const REPETITIONS: usize = 3;

/// Output limit of a compiler, since lists of passes are long.
const OUTPUT: usize = 256 << 20;

pub(super) struct Prober<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) symptom: Symptom,
    pub(super) scratch: Scratch,
    pub(super) compiler: Limits,
    program: &'a Limits,
    tell: &'a mut dyn FnMut(Probed<'_>),
    /// True if a repeated probe had two results. From then on, every probe is repeated.
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

    /// The verdict of a backend, from a single test.
    fn verdict(&mut self, stage: Stage, backend: &Backend) -> Result<Verdict, ToolError> {
        if self.compiler.cancel.is_cancelled() {
            return Err(ToolError::Cancelled);
        }
        // Files of one probe are removed before the next, since there are many.
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

    /// The verdict of a backend: from a single test, or, if the symptom is flaky, the first of several that shows it.
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

    /// Returns true if a backend shows the symptom.
    pub(super) fn shows(&mut self, stage: Stage, backend: &Backend) -> Result<bool, ToolError> {
        let verdict = self.ask(stage, backend)?;
        Ok(self.symptom.shows(&verdict))
    }

    /// Tests a backend several times, and returns true if `shows` holds each time. Otherwise the symptom is flaky.
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

    /// The text of the program for a backend.
    pub(super) fn text(&self, backend: &Backend) -> String {
        text_for(self.subject, backend)
    }
}
