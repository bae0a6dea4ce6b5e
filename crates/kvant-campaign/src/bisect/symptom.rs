//! What bisection follows.

use crate::Verdict;
use crate::signature::{exact_message, message};

/// What is wrong with a program, as far as it must be the same in every probe.
///
/// A compiler that fails must fail with the same message. What a program does is one symptom, as it is one classification in
/// [`classify`](crate::classify): the value that a pass got wrong may make the program print it, crash or run on, and which of
/// that it is depends on the passes behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    name: &'static str,
    /// What the compiler says, or how the program ends.
    message: String,
    /// The same with the lines in the compiler's source.
    exact: String,
    of_the_program: bool,
    /// Whether the program prints something else each time.
    varies: bool,
}

impl Symptom {
    /// The symptom that a verdict speaks of; none if it has nothing against anybody, or against what is made of several
    /// programs at once.
    pub fn of(verdict: &Verdict) -> Option<Symptom> {
        let alone = !matches!(verdict, Verdict::OnlyInBatch(_));
        let says = |message: fn(&Verdict) -> String| match verdict {
            Verdict::ProgramCrash { exit, .. } => exit.clone(),
            Verdict::WrongValue(wrong) if wrong.index.is_none() => UNTRACED.to_owned(),
            verdict => message(verdict),
        };
        (alone && verdict.is_bad()).then(|| Symptom {
            name: verdict.name(),
            message: says(message),
            exact: says(exact_message),
            of_the_program: is_of_the_program(verdict),
            varies: matches!(verdict, Verdict::WrongValue(wrong) if wrong.varies),
        })
    }

    /// Whether somebody who says this shows it.
    pub fn shows(&self, verdict: &Verdict) -> bool {
        if self.of_the_program {
            return is_of_the_program(verdict);
        }
        let same = unnumbered(&self.message).eq(unnumbered(&message(verdict)));
        self.name == verdict.name() && same
    }

    /// Whether somebody who says this on the same compiler shows just this, in the same way. What is the same each time must
    /// stay so: a program that reads what nobody wrote is hard to look into.
    pub fn shows_exactly(&self, verdict: &Verdict) -> bool {
        Symptom::of(verdict).is_some_and(|seen| {
            let same = self.name == seen.name && self.exact == seen.exact;
            same && (self.varies || !seen.varies)
        })
    }

    /// Whether something does not end.
    pub fn is_a_hang(&self) -> bool {
        self.name == Verdict::CompilerHang.name() || self.name == Verdict::ProgramHang.name()
    }

    /// Whether it is the compiler that fails, and not the program.
    pub fn is_of_the_compiler(&self) -> bool {
        !self.of_the_program
    }
}

impl std::fmt::Display for Symptom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.message.is_empty() {
            true => f.write_str(self.name),
            false => write!(f, "{}: {}", self.name, self.message),
        }
    }
}

/// What is said of a value that is right as soon as it is printed.
const UNTRACED: &str = "not in trace mode";

/// A message without line numbers: other versions have other ones.
fn unnumbered(message: &str) -> impl Iterator<Item = char> {
    message.chars().filter(|c| !c.is_ascii_digit())
}

fn is_of_the_program(verdict: &Verdict) -> bool {
    matches!(
        verdict,
        Verdict::WrongValue(_) | Verdict::ProgramCrash { .. } | Verdict::ProgramHang
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WrongValue;

    fn crash(message: &str) -> Verdict {
        Verdict::CompilerCrash {
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

        let wrong = Symptom::of(&Verdict::WrongValue(WrongValue::default())).unwrap();
        assert!(wrong.shows(&Verdict::ProgramHang));
        assert!(!wrong.shows(&Verdict::Agrees) && !wrong.shows(&crash("error: x")));
        assert_eq!(Symptom::of(&Verdict::Agrees), None);

        let varying = Verdict::WrongValue(WrongValue {
            varies: true,
            ..WrongValue::default()
        });
        assert!(wrong.shows(&varying) && !wrong.shows_exactly(&varying));
        assert!(!wrong.shows_exactly(&Verdict::ProgramHang));
        let steady = Verdict::WrongValue(WrongValue::default());
        assert!(Symptom::of(&varying).unwrap().shows_exactly(&steady));
        let traced = Verdict::WrongValue(WrongValue {
            index: Some(3),
            ..WrongValue::default()
        });
        assert!(wrong.shows(&traced) && !wrong.shows_exactly(&traced));
    }
}
