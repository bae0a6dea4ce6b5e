//! A program on the way to the smallest.
//!
//! Most steps are right, so most are made after one look, and a few of them together are looked at with all care. If
//! that does not go well, they are taken back, and from there on every step is.

use super::CannotReduce;
use super::check::{Care, Checker};
use super::history::History;
use crate::{Form, Proposal, Shrink, Subject};

/// After so many steps it is made certain that they were right.
const UNSETTLED: usize = 8;

/// A program that is made smaller, and how certain that is.
pub(super) struct Work<'a> {
    pub(super) subject: &'a dyn Subject,
    pub(super) shrink: Box<dyn Shrink>,
    care: Care,
    /// Whether all guards were asked about the smallest program that is certain.
    pub(super) is_settled: bool,
    /// How many steps were made that are only likely to be right.
    pub(super) likely: usize,
    /// The text of the program before those, and how far it had come.
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
        work.is_certain();
        work
    }

    /// Asks about programs, and tells how many of them are interesting.
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
            self.is_certain();
        } else if self.likely >= UNSETTLED {
            self.settle(checker, history)?;
        }
        Ok(accepted)
    }

    /// Takes note that the smallest program shows it, and all guards hold.
    fn is_certain(&mut self) {
        self.likely = 0;
        let text = self.shrink.best().text(Form::Readable, None);
        self.certain = (text, self.shrink.token());
    }

    /// Makes certain that the smallest program shows it. If not, it goes back to the last one of which that is known, and
    /// from there on step by step.
    pub(super) fn settle(
        &mut self,
        checker: &mut Checker<'_>,
        history: Option<&mut History>,
    ) -> Result<usize, CannotReduce> {
        if checker.shows(self.shrink.best())? {
            self.is_certain();
            self.is_settled = true;
            return Ok(0);
        }
        if let Some(history) = history {
            // So that whoever goes on does not come here again.
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

    /// As far as it is certain.
    pub(super) fn last_certain(mut self) -> Box<dyn Shrink> {
        if self.likely > 0 {
            self.go_back();
        }
        self.shrink
    }
}
