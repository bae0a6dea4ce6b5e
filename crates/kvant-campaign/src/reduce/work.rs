//! The state of a reduction.
//!
//! Most steps are correct. So steps are made after a cheap test in a batch, and several of them are confirmed together. If the
//! confirmation fails, they are undone, and from then on every step is confirmed.

use super::CannotReduce;
use super::check::{Care, Checker};
use super::history::History;
use crate::{Form, Proposal, Shrink, Subject};

/// Number of unconfirmed steps before a confirmation.
const UNSETTLED: usize = 8;

/// The shrinker, and the last confirmed program.
pub(super) struct Work<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) shrink: Box<dyn Shrink>,
    care: Care,
    /// True if all guards were tested on the last confirmed program.
    pub(super) is_settled: bool,
    /// Number of unconfirmed steps.
    pub(super) likely: usize,
    /// Text of the last confirmed program, and the shrinker's token.
    certain: (String, String),
}

impl<'a> Work<'a> {
    pub(super) fn new(subject: &'a dyn Subject, shrink: Box<dyn Shrink>) -> Work<'a> {
        let mut work = Work {
            subject,
            shrink,
            care: Care::Little,
            is_settled: false,
            likely: 0,
            certain: (String::new(), String::new()),
        };
        work.mark_confirmed();
        work
    }

    /// Tests proposals, and returns the number of accepted ones.
    pub(super) fn ask(
        &mut self,
        proposals: &[Proposal],
        checker: &mut Checker<'_>,
        mut history: Option<&mut History>,
    ) -> Result<usize, CannotReduce> {
        let answers = checker.ask(proposals, self.care, history.as_deref_mut())?;
        self.shrink.learn(&answers);
        let accepted = answers.iter().filter(|answer| **answer).count();
        if accepted > 0 {
            checker.effort.accepted += 1;
            self.likely += 1;
        }
        if self.care == Care::Full {
            self.is_settled |= accepted > 0;
            self.mark_confirmed();
        } else if self.likely >= UNSETTLED {
            self.settle(checker, history)?;
        }
        Ok(accepted)
    }

    /// Marks the current program as confirmed.
    fn mark_confirmed(&mut self) {
        self.likely = 0;
        let text = self.shrink.best().text(Form::Readable, None);
        self.certain = (text, self.shrink.token());
    }

    /// Confirms the current program. If that fails, the reduction goes back to the last confirmed one, and confirms every step
    /// from there on.
    pub(super) fn settle(
        &mut self,
        checker: &mut Checker<'_>,
        history: Option<&mut History>,
    ) -> Result<usize, CannotReduce> {
        if checker.shows(self.shrink.best())? {
            self.mark_confirmed();
            self.is_settled = true;
            return Ok(0);
        }
        if let Some(history) = history {
            // A resumed run must not accept it again.
            checker.rejected(self.shrink.best(), history)?;
        }
        self.care = Care::Full;
        self.go_back();
        Ok(0)
    }

    fn go_back(&mut self) {
        let (text, token) = &self.certain;
        let back = self.subject.shrink_further(text, token);
        if let Some(back) = back.or_else(|| self.subject.shrink()) {
            self.shrink = back;
        }
        self.likely = 0;
    }

    /// The shrinker at the last confirmed program.
    pub(super) fn last_certain(mut self) -> Box<dyn Shrink> {
        if self.likely > 0 {
            self.go_back();
        }
        self.shrink
    }
}
