//! The symptom that reduction and bisection follow.

use crate::signature::{exact_message, message};
use crate::{Difference, Verdict, VerdictKind};

/// The part of a verdict that must be the same in every probe.
///
/// A compiler must fail with the same message. Wrong values, crashes and hangs of a program are one symptom, as they are one
/// classification in [`classify`](crate::classify): a wrong value of one pass may be printed, or make the program crash or run
/// on, depending on later passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom(kvant_record::Symptom);

impl Symptom {
    /// The symptom of a verdict. `None` if the verdict is not bad, or only in a batch.
    pub fn of(verdict: &Verdict) -> Option<Symptom> {
        let alone = !matches!(verdict, Verdict::OnlyInBatch(_));
        let says = |message: fn(&Verdict) -> String| match verdict {
            Verdict::ProgramCrash { exit, .. } => exit.to_string(),
            Verdict::WrongValue(wrong) if wrong.index.is_none() => UNTRACED.to_owned(),
            verdict => message(verdict),
        };
        (alone && verdict.is_bad()).then(|| {
            Symptom(kvant_record::Symptom {
                verdict: verdict.kind(),
                message: says(message),
                exact: match verdict {
                    Verdict::WrongValue(Difference {
                        class: Some(class), ..
                    }) => class.clone(),
                    _ => says(exact_message),
                },
                varies: matches!(verdict, Verdict::WrongValue(wrong) if wrong.varies),
            })
        })
    }

    /// The record.
    pub fn record(&self) -> kvant_record::Symptom {
        self.0.clone()
    }

    /// Returns true if a verdict, maybe of another compiler, shows the symptom.
    pub fn shows(&self, verdict: &Verdict) -> bool {
        if self.0.verdict.is_of_the_program() {
            return is_of_the_program(verdict);
        }
        let same = unnumbered(&self.0.message).eq(unnumbered(&message(verdict)));
        self.0.verdict == verdict.kind() && same
    }

    /// Returns true if a verdict of the same compiler shows the symptom in the same way. A symptom that does not vary from run
    /// to run must not begin to: reads of uninitialised memory are hard to analyse.
    pub fn shows_exactly(&self, verdict: &Verdict) -> bool {
        Symptom::of(verdict).is_some_and(|seen| {
            let (own, seen) = (&self.0, &seen.0);
            let same = own.verdict == seen.verdict && own.exact == seen.exact;
            same && (own.varies || !seen.varies)
        })
    }

    /// Returns true for a hang of the compiler or the program.
    pub fn is_a_hang(&self) -> bool {
        let verdict = self.0.verdict;
        verdict == VerdictKind::CompilerHang || verdict == VerdictKind::ProgramHang
    }

    /// Returns true if the compiler fails, and not the program.
    pub fn is_of_the_compiler(&self) -> bool {
        !self.0.verdict.is_of_the_program()
    }
}

impl std::fmt::Display for Symptom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Message for a value that is correct as soon as trace mode prints it.
const UNTRACED: &str = "not in trace mode";

/// A message without line numbers, which differ between versions.
fn unnumbered(message: &str) -> impl Iterator<Item = char> {
    message.chars().filter(|c| !c.is_ascii_digit())
}

fn is_of_the_program(verdict: &Verdict) -> bool {
    let alone = !matches!(verdict, Verdict::OnlyInBatch(_));
    alone && verdict.kind().is_of_the_program()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Difference;

    fn crash(message: &str) -> Verdict {
        Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        }
    }

    #[test]
    fn crashes_are_told_apart_and_wrong_programs_are_not() {
        let here = Symptom::of(&crash("error: internal compiler error: a.rs:3: here")).unwrap();
        assert!(here.shows(&crash(
            "BISECT: running\nerror: internal compiler error: a.rs:4: here"
        )));
        assert!(!here.shows(&crash("error: internal compiler error: a.rs:3: there")));
        assert!(!here.shows(&Verdict::ProgramHang) && here.is_of_the_compiler());

        let wrong = Symptom::of(&Verdict::WrongValue(Difference::default())).unwrap();
        assert!(wrong.shows(&Verdict::ProgramHang));
        assert!(!wrong.shows(&Verdict::Agrees) && !wrong.shows(&crash("error: x")));
        assert_eq!(Symptom::of(&Verdict::Agrees), None);

        let varying = Verdict::WrongValue(Difference {
            varies: true,
            class: None,
            ..Difference::default()
        });
        assert!(wrong.shows(&varying) && !wrong.shows_exactly(&varying));
        assert!(!wrong.shows_exactly(&Verdict::ProgramHang));
        let steady = Verdict::WrongValue(Difference::default());
        assert!(Symptom::of(&varying).unwrap().shows_exactly(&steady));
        let traced = Verdict::WrongValue(Difference {
            index: Some(3),
            ..Difference::default()
        });
        assert!(wrong.shows(&traced) && !wrong.shows_exactly(&traced));
    }
}
