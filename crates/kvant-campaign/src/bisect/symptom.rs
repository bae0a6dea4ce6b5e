//! What bisection follows.

use crate::signature::{exact_message, message};
use crate::{Verdict, VerdictKind};

/// What is wrong with a program, as far as it must be the same in every probe.
///
/// A compiler that fails must fail with the same message. What a program does is one symptom, as it is one classification in
/// [`classify`](crate::classify): the value that a pass got wrong may make the program print it, crash or run on, and which of
/// that it is depends on the passes behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom(kvant_record::Symptom);

impl Symptom {
    /// The symptom that a verdict speaks of; none if it has nothing against anybody, or against what is made of several
    /// programs at once.
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
                exact: says(exact_message),
                varies: matches!(verdict, Verdict::WrongValue(wrong) if wrong.varies),
            })
        })
    }

    /// The record of it.
    pub fn record(&self) -> kvant_record::Symptom {
        self.0.clone()
    }

    /// Whether somebody who says this shows it.
    pub fn shows(&self, verdict: &Verdict) -> bool {
        if self.0.verdict.is_of_the_program() {
            return is_of_the_program(verdict);
        }
        let same = unnumbered(&self.0.message).eq(unnumbered(&message(verdict)));
        self.0.verdict == verdict.kind() && same
    }

    /// Whether somebody who says this on the same compiler shows just this, in the same way. What is the same each time must
    /// stay so: a program that reads what nobody wrote is hard to look into.
    pub fn shows_exactly(&self, verdict: &Verdict) -> bool {
        Symptom::of(verdict).is_some_and(|seen| {
            let (own, seen) = (&self.0, &seen.0);
            let same = own.verdict == seen.verdict && own.exact == seen.exact;
            same && (own.varies || !seen.varies)
        })
    }

    /// Whether something does not end.
    pub fn is_a_hang(&self) -> bool {
        let verdict = self.0.verdict;
        verdict == VerdictKind::CompilerHang || verdict == VerdictKind::ProgramHang
    }

    /// Whether it is the compiler that fails, and not the program.
    pub fn is_of_the_compiler(&self) -> bool {
        !self.0.verdict.is_of_the_program()
    }
}

impl std::fmt::Display for Symptom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What is said of a value that is right as soon as it is printed.
const UNTRACED: &str = "not in trace mode";

/// A message without line numbers: other versions have other ones.
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
