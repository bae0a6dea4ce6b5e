//! Answers of backends, and the judgement of a language about them.
//!
//! A language owns the oracle: it builds a [`Batch`] of its programs, and the batch judges answers. [`Printing`] is the batch
//! of programs that print their observations.

use kvant_record::{Dialect, Request};
use kvant_toolchain::ConstVerdict;

use crate::{Difference, Form, Subject, Verdict};

/// An answer about a batch of programs. Programs are numbered from 0.
#[derive(Clone, Copy, Debug)]
pub enum Answered<'a> {
    /// Output of the executable, which ran all programs in order.
    Printed(&'a str),
    /// Output of the executable when it ran one of the programs, and maybe others.
    PrintedBy {
        /// The number of the program.
        program: usize,
        /// The output.
        output: &'a str,
    },
    /// Output of the executable when it ran one of the programs in trace mode.
    Traced {
        /// The number of the program.
        program: usize,
        /// The output.
        output: &'a str,
    },
    /// Output of an interpreter, in trace mode.
    Interpreted(&'a str),
    /// The compiler's own evaluation.
    Evaluated(&'a ConstVerdict),
    /// The text of the batch after a transformation.
    Transformed(&'a str),
}

/// The judgement of an answer about one program of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The answer contains nothing about the program: the process ended before it, or ran another one.
    Unanswered,
    /// The answer agrees with the machine, or differs.
    Judged(Verdict),
}

/// Programs of one language in one text. A single program is a batch of one.
pub trait Batch {
    /// The text; `None` if the programs cannot be in one text in this form.
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String>;

    /// Compares the answer to a request with the machine: one judgement for each program, in order. Programs without a
    /// judgement count as unanswered.
    fn judge(&self, request: &Request, answered: &Answered<'_>) -> Vec<Judgement>;
}

/// The verdict on one program of a batch. An answer without the program differs.
pub(crate) fn verdict(
    batch: &dyn Batch,
    program: usize,
    request: &Request,
    answered: &Answered<'_>,
) -> Verdict {
    match batch.judge(request, answered).into_iter().nth(program) {
        Some(Judgement::Judged(verdict)) => verdict,
        Some(Judgement::Unanswered) | None => Verdict::WrongValue(Difference::default()),
    }
}

/// Programs that print a summary of their observations, and every observation in trace mode.
///
/// A batch of several prints each summary after `p`, the number of its program and a blank.
pub struct Printing<'a> {
    programs: Vec<&'a dyn Subject>,
}

impl<'a> Printing<'a> {
    /// The batch of these programs, which are of one language.
    pub fn new(programs: &[&'a dyn Subject]) -> Printing<'a> {
        let programs = programs.to_vec();
        Printing { programs }
    }

    /// The judgement of the line with a program's summary.
    fn summary(&self, n: usize, said: Option<&str>) -> Judgement {
        let expected = self.programs[n].summary();
        let expected = match self.programs.len() {
            1 => expected,
            _ => format!("{}{expected}", prefix(n)),
        };
        match said {
            None | Some("") => Judgement::Unanswered,
            Some(said) if said == expected => Judgement::Judged(Verdict::Agrees),
            Some(_) => Judgement::Judged(Verdict::WrongValue(Difference::default())),
        }
    }

    fn judged(&self, n: usize, answered: &Answered<'_>) -> Judgement {
        let subject = self.programs[n];
        let verdict = match answered {
            Answered::Printed(output) => {
                let line = match self.programs.len() {
                    1 => Some(output.trim_end()),
                    _ => output.lines().nth(n),
                };
                return self.summary(n, line);
            }
            Answered::PrintedBy { program, output } if *program == n => {
                let mut lines = output.lines();
                return self.summary(n, lines.find(|line| line.starts_with(&prefix(n))));
            }
            Answered::Traced { program, output } if *program == n => traced(subject, output),
            Answered::PrintedBy { .. } | Answered::Traced { .. } => return Judgement::Unanswered,
            // Interpreters and compile-time evaluation get programs one by one.
            Answered::Interpreted(_) | Answered::Evaluated(_) if self.programs.len() > 1 => {
                return Judgement::Unanswered;
            }
            Answered::Interpreted(output) => match output.lines().next_back() {
                Some(last) if last == subject.summary() => Verdict::Agrees,
                _ => Verdict::WrongValue(first_difference(subject, output)),
            },
            Answered::Evaluated(verdict) => evaluated(subject, verdict),
            Answered::Transformed(_) => Verdict::CannotSay {
                message: "transformed text does not show the output of a program".to_owned(),
            },
        };
        Judgement::Judged(verdict)
    }
}

impl Batch for Printing<'_> {
    fn text(&self, form: Form, dialect: &Dialect) -> Option<String> {
        let parts: Vec<String> = match self.programs[..] {
            [] => return None,
            [alone] => return Some(alone.text(form, Some(dialect))),
            ref several => {
                let parts = several.iter().enumerate();
                let parts = parts.map(|(n, subject)| subject.part(n, Some(dialect)));
                parts.collect::<Option<_>>()?
            }
        };
        Some(self.programs[0].joined(&parts))
    }

    fn judge(&self, _: &Request, answered: &Answered<'_>) -> Vec<Judgement> {
        let all = 0..self.programs.len();
        all.map(|n| self.judged(n, answered)).collect()
    }
}

/// The beginning of the line with the summary of a program in a batch.
fn prefix(n: usize) -> String {
    format!("p{n} ")
}

fn traced(subject: &dyn Subject, output: &str) -> Verdict {
    match first_difference(subject, output) {
        Difference { index: None, .. } => Verdict::Agrees,
        first => Verdict::WrongValue(first),
    }
}

/// The first line of a trace that differs from the expected one.
fn first_difference(subject: &dyn Subject, printed: &str) -> Difference {
    // Observations begin with the number of their site, and the summary does not.
    let is_observation = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let mut actual = printed.lines().filter(is_observation);
    let mut expected = subject.trace().into_iter();
    for index in 0.. {
        match (expected.next(), actual.next()) {
            (None, None) => break,
            (Some(expected), Some(actual)) if expected.text == actual => {}
            (expected, actual) => {
                let (place, expected) = expected.map(|line| (line.origin, line.text)).unzip();
                return Difference {
                    index: Some(index),
                    place,
                    expected,
                    actual: actual.map(str::to_owned),
                    varies: false,
                    class: None,
                };
            }
        }
    }
    Difference::default()
}

fn evaluated(subject: &dyn Subject, verdict: &ConstVerdict) -> Verdict {
    match verdict.clone() {
        ConstVerdict::Agrees => Verdict::Agrees,
        ConstVerdict::Differs { observation, .. } => {
            let expected = observation.and_then(|n| subject.trace().into_iter().nth(n as usize));
            let (place, expected) = expected.map(|line| (line.origin, line.text)).unzip();
            Verdict::WrongValue(Difference {
                index: observation,
                place,
                expected,
                actual: observation.map(|_| "another value".to_owned()),
                varies: false,
                class: None,
            })
        }
        ConstVerdict::Undefined { message } => Verdict::Undefined { message },
        ConstVerdict::CannotSay { message } => Verdict::CannotSay { message },
        ConstVerdict::Unrecognised { message } => Verdict::Rejected { message },
    }
}

#[cfg(test)]
mod tests {
    use kvant_record::OptLevel;

    use super::*;
    use crate::compare::tests::Fixed;

    fn request() -> Request {
        Request::build(OptLevel::O3)
    }

    fn alone(answered: &Answered<'_>) -> Verdict {
        verdict(&Printing::new(&[&Fixed]), 0, &request(), answered)
    }

    #[test]
    fn the_first_wrong_value_is_named() {
        for (output, says) in [
            ("0 u8 1\n1 u8 2\nkvant 2 00\n", ""),
            (
                "0 u8 1\n1 u8 7\nkvant 2 11\n",
                "observation 1 (f bb1: _2): expected `1 u8 2`, got `1 u8 7`",
            ),
            (
                "0 u8 1\nkvant 1 22\n",
                "observation 1 (f bb1: _2): expected `1 u8 2`, got nothing",
            ),
            (
                "0 u8 1\n1 u8 2\n1 u8 3\nkvant 3 33\n",
                "observation 2: expected nothing more, got `1 u8 3`",
            ),
            (
                "",
                "observation 0 (f bb1: _2): expected `0 u8 1`, got nothing",
            ),
        ] {
            let verdict = alone(&Answered::Traced { program: 0, output });
            assert_eq!(verdict.detail(), says);
        }
    }

    #[test]
    fn output_of_an_interpreter_is_compared_as_a_whole() {
        let fine = alone(&Answered::Interpreted("0 u8 1\n1 u8 2\nkvant 2 00\n"));
        assert_eq!(fine, Verdict::Agrees);
        let wrong = alone(&Answered::Interpreted("0 u8 1\n1 u8 7\nkvant 2 11\n"));
        assert!(wrong.detail().contains("got `1 u8 7`"), "{wrong:?}");
        assert!(alone(&Answered::Interpreted("")).is_bad());
    }

    #[test]
    fn every_program_of_a_batch_is_judged_by_its_own_line() {
        let batch = Printing::new(&[&Fixed, &Fixed, &Fixed]);
        let differs = Judgement::Judged(Verdict::WrongValue(Difference::default()));
        let agrees = Judgement::Judged(Verdict::Agrees);
        let nothing = Judgement::Unanswered;
        let judged = batch.judge(
            &request(),
            &Answered::Printed("p0 kvant 2 00\np1 kvant 2 01\n"),
        );
        assert_eq!(judged, [agrees.clone(), differs, nothing.clone()]);
        // The process may have run others before.
        let output = "p0 kvant 2 01\np1 kvant 2 00\n";
        let judged = batch.judge(&request(), &Answered::PrintedBy { program: 1, output });
        assert_eq!(judged, [nothing.clone(), agrees, nothing]);
    }
}
