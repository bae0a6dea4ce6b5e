//! Verdicts of backends on programs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Exit;
use crate::words::words;

/// Verdict of one backend on one program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict")]
pub enum Verdict {
    /// The program prints the expected output.
    #[serde(rename = "agrees")]
    Agrees,
    /// The program prints something else.
    #[serde(rename = "wrong value")]
    WrongValue(Difference),
    /// The program ends in another way than by returning.
    #[serde(rename = "program crash")]
    ProgramCrash {
        /// The end of its process.
        exit: Exit,
        /// The first difference in its output.
        first: Difference,
    },
    /// The program does not end.
    #[serde(rename = "program hang")]
    ProgramHang,
    /// The compiler crashes.
    #[serde(rename = "compiler crash")]
    CompilerCrash {
        /// The signal that ended it or the limit that it exceeded. `None` if it ended by itself.
        exit: Option<Exit>,
        /// Its messages.
        message: String,
    },
    /// The compiler does not end.
    #[serde(rename = "compiler hang")]
    CompilerHang,
    /// The compiler rejects the program: a bug of the printer, or of the compiler.
    #[serde(rename = "rejected")]
    Rejected {
        /// Its messages.
        message: String,
    },
    /// A reference reports undefined behaviour.
    #[serde(rename = "undefined")]
    Undefined {
        /// Its report.
        message: String,
    },
    /// A reference does not support something in the program.
    #[serde(rename = "cannot say")]
    CannotSay {
        /// The reason.
        message: String,
    },
    /// The program agrees when compiled alone, and disagrees in a batch.
    #[serde(rename = "only in a batch")]
    OnlyInBatch(Box<InBatch>),
}

words! {
    /// A verdict without its details.
    pub enum VerdictKind {
        /// The program prints the expected output.
        Agrees = "agrees",
        /// The program prints something else.
        WrongValue = "wrong value",
        /// The program ends in another way than by returning.
        ProgramCrash = "program crash",
        /// The program does not end.
        ProgramHang = "program hang",
        /// The compiler crashes.
        CompilerCrash = "compiler crash",
        /// The compiler does not end.
        CompilerHang = "compiler hang",
        /// The compiler rejects the program.
        Rejected = "rejected",
        /// A reference reports undefined behaviour.
        Undefined = "undefined",
        /// A reference does not support something in the program.
        CannotSay = "cannot say",
    }
}

impl VerdictKind {
    /// True for verdicts that are evidence against the compiler or the machine.
    pub fn is_bad(self) -> bool {
        !matches!(self, VerdictKind::Agrees | VerdictKind::CannotSay)
    }

    /// True for verdicts on the behaviour of the compiled program.
    pub fn is_of_the_program(self) -> bool {
        use VerdictKind::{ProgramCrash, ProgramHang, WrongValue};
        matches!(self, WrongValue | ProgramCrash | ProgramHang)
    }
}

/// A verdict on a program that occurs only in a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InBatch {
    /// The verdict.
    #[serde(rename = "seen")]
    pub verdict: Verdict,
    /// The text of the batch. Empty in the record of a finding, whose files have it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The number of the program in it, from 0.
    pub part: usize,
    /// The number of programs.
    pub parts: usize,
}

/// The first observation that differs from the expected one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Its class, for languages in which programs are wrong in several ways: `new poison`. Such a program is judged on several inputs,
    /// and the number is that of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Its number, from 0. `None` if the difference did not occur again in trace mode.
    pub index: Option<u64>,
    /// Its place in the program, in terms of the language.
    pub place: Option<String>,
    /// The expected observation; `None` if the program reports too many.
    pub expected: Option<String>,
    /// The actual observation; `None` if the program reports too few.
    pub actual: Option<String>,
    /// True if the value differs from run to run, as that of uninitialised memory may.
    #[serde(default)]
    pub varies: bool,
}

impl Verdict {
    /// True if this verdict is evidence against the compiler or the machine.
    pub fn is_bad(&self) -> bool {
        self.kind().is_bad()
    }

    /// The verdict, in a batch or alone.
    pub fn seen(&self) -> &Verdict {
        match self {
            Verdict::OnlyInBatch(seen) => seen.verdict.seen(),
            alone => alone,
        }
    }

    /// The verdict without its details, in a batch or alone.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Agrees => VerdictKind::Agrees,
            Verdict::WrongValue(_) => VerdictKind::WrongValue,
            Verdict::ProgramCrash { .. } => VerdictKind::ProgramCrash,
            Verdict::ProgramHang => VerdictKind::ProgramHang,
            Verdict::CompilerCrash { .. } => VerdictKind::CompilerCrash,
            Verdict::CompilerHang => VerdictKind::CompilerHang,
            Verdict::Rejected { .. } => VerdictKind::Rejected,
            Verdict::Undefined { .. } => VerdictKind::Undefined,
            Verdict::CannotSay { .. } => VerdictKind::CannotSay,
            Verdict::OnlyInBatch(seen) => seen.verdict.kind(),
        }
    }

    /// The verdict's name in tables and files.
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// The details beside the name, in one line or more.
    pub fn detail(&self) -> String {
        match self {
            Verdict::Agrees | Verdict::ProgramHang | Verdict::CompilerHang => String::new(),
            Verdict::WrongValue(first) => first.to_string(),
            Verdict::ProgramCrash { exit, first } => format!("{exit}; {first}"),
            Verdict::CompilerCrash {
                exit: Some(exit),
                message,
            } => format!("{exit}\n{message}"),
            Verdict::CompilerCrash { message, .. }
            | Verdict::Rejected { message }
            | Verdict::Undefined { message }
            | Verdict::CannotSay { message } => message.clone(),
            Verdict::OnlyInBatch(seen) => {
                let said = format!(
                    "only in a batch, where it is p{} of {} programs; {}",
                    seen.part,
                    seen.parts,
                    seen.verdict.detail()
                );
                said.trim_end_matches("; ").to_owned()
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(index) = self.index else {
            return f.write_str("the difference does not show in trace mode");
        };
        match &self.class {
            Some(class) => write!(f, "{class} on input {index}")?,
            None => write!(f, "observation {index}")?,
        }
        if let Some(place) = &self.place {
            write!(f, " ({place})")?;
        }
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) => {
                write!(f, ": expected `{expected}`, got `{actual}`")?;
                match self.varies {
                    true => f.write_str(", another value each time"),
                    false => Ok(()),
                }
            }
            (Some(expected), None) => write!(f, ": expected `{expected}`, got nothing"),
            (None, Some(actual)) => write!(f, ": expected nothing more, got `{actual}`"),
            (None, None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_survive_json_under_their_names() {
        let first = Difference {
            class: Some("new poison".into()),
            index: Some(3),
            place: Some("f bb1: _2".into()),
            expected: Some("3 u8 1".into()),
            actual: Some("3 u8 2".into()),
            varies: true,
        };
        let message = || "error: here".to_owned();
        let crash = Verdict::CompilerCrash {
            exit: Some(Exit::MemoryLimit),
            message: message(),
        };
        let batch = InBatch {
            verdict: crash.clone(),
            text: String::new(),
            part: 1,
            parts: 2,
        };
        let exit = Exit::Signal("SIGSEGV".into());
        for verdict in [
            Verdict::Agrees,
            Verdict::WrongValue(first.clone()),
            Verdict::ProgramCrash { exit, first },
            Verdict::ProgramHang,
            crash,
            Verdict::CompilerHang,
            Verdict::Rejected { message: message() },
            Verdict::Undefined { message: message() },
            Verdict::CannotSay { message: message() },
        ] {
            let json = serde_json::to_value(&verdict).unwrap();
            assert_eq!(json["verdict"], verdict.name());
            assert_eq!(serde_json::from_value::<Verdict>(json).unwrap(), verdict);
        }
        let batch = Verdict::OnlyInBatch(Box::new(batch));
        let json = serde_json::to_value(&batch).unwrap();
        assert_eq!(json["verdict"], "only in a batch");
        assert_eq!(json["seen"]["exit"], "memory_limit");
        assert_eq!(serde_json::from_value::<Verdict>(json).unwrap(), batch);
        let detail = "only in a batch, where it is p1 of 2 programs; too much memory\nerror: here";
        assert_eq!(batch.detail(), detail);
    }
}
