//! What somebody said, read from where it was written down.

use crate::compare::VARIES;
use crate::{Verdict, WrongValue};

impl Verdict {
    /// The verdict with this name and these details, as far as it can be told from them: enough to know its
    /// [symptom](crate::bisect::Symptom). `None` for what is none, and for what was seen in a batch alone.
    pub fn written(name: &str, detail: &str) -> Option<Verdict> {
        if detail.starts_with("only in a batch") {
            return None;
        }
        let message = detail.to_owned();
        let all = [
            Verdict::Agrees,
            Verdict::WrongValue(WrongValue {
                // Which one it is does not matter, but whether it can be seen.
                index: detail.starts_with("observation").then_some(0),
                varies: detail.ends_with(VARIES),
                ..WrongValue::default()
            }),
            Verdict::ProgramCrash {
                exit: detail.split("; ").next().unwrap_or_default().to_owned(),
                first: WrongValue::default(),
            },
            Verdict::ProgramHang,
            Verdict::CompilerCrash {
                message: message.clone(),
            },
            Verdict::CompilerHang,
            Verdict::Rejected {
                message: message.clone(),
            },
            Verdict::Undefined {
                message: message.clone(),
            },
            Verdict::CannotSay { message },
        ];
        all.into_iter().find(|verdict| verdict.name() == name)
    }
}

/// What everybody said, of the text of a `verdicts.txt` that [`Finding::files`](crate::Finding::files) made: the name of each
/// backend, and its verdict.
pub fn verdicts(text: &str) -> Vec<(String, Verdict)> {
    let lines: Vec<&str> = text.lines().collect();
    // Each begins with its name, after a blank line and before the command.
    let begins = |n: &usize| {
        let before = n.checked_sub(1).and_then(|n| lines.get(n));
        let after = lines.get(n + 1);
        before.is_some_and(|line| line.is_empty())
            && after.is_some_and(|line| line.starts_with("$ "))
    };
    let starts: Vec<usize> = (0..lines.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let said = starts.iter().zip(ends).filter_map(|(start, end)| {
        let (backend, verdict) = lines[*start].rsplit_once(": ")?;
        let detail = lines.get(start + 2..end).unwrap_or_default();
        let detail = detail
            .iter()
            .filter(|line| !line.starts_with("Asked again: "));
        let detail = detail.copied().collect::<Vec<_>>().join("\n");
        let verdict = Verdict::written(verdict, detail.trim_end())?;
        Some((backend.to_owned(), verdict))
    });
    said.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bisect::Symptom;

    #[test]
    fn what_was_written_down_is_read() {
        let text = "seed-1: compiler crash\nsignature: x\nIt is not there without GVN (each alone).\n\n\
                    stable-O3 -Clto=fat: agrees\n$ A=1 rustc -x\n\n\
                    nightly-O3: compiler crash\n$ rustc\nerror: here\n\nnote: there\nAsked again: compiler crash.\n\n\
                    old-O2: wrong value\n$ rustc\nobservation 3: expected nothing more, got `x`\n\n\
                    b-O2: compiler crash\n$ rustc\nonly in a batch, where it is p1 of 2 programs; error\n\n\
                    c-O2: no such thing\n$ rustc\n";
        let crash = Verdict::CompilerCrash {
            message: "error: here\n\nnote: there".into(),
        };
        let expected = [
            ("stable-O3 -Clto=fat", Verdict::Agrees),
            ("nightly-O3", crash),
            (
                "old-O2",
                Verdict::WrongValue(WrongValue {
                    index: Some(0),
                    ..WrongValue::default()
                }),
            ),
        ];
        assert_eq!(
            verdicts(text),
            expected.map(|(who, said)| (who.to_owned(), said))
        );
        assert!(verdicts("").is_empty());
    }

    #[test]
    fn a_verdict_that_was_written_down_has_its_symptom() {
        let crash = |message: &str| Verdict::CompilerCrash {
            message: message.into(),
        };
        let ice = "thread 'rustc' panicked at a.rs:7:9:\nboom\nerror: internal compiler error: x";
        for verdict in [
            crash(ice),
            Verdict::ProgramHang,
            Verdict::CompilerHang,
            Verdict::Rejected {
                message: "error[E0308]: no".into(),
            },
        ] {
            let again = Verdict::written(verdict.name(), &verdict.detail()).unwrap();
            assert_eq!(again, verdict);
            assert!(Symptom::of(&again).unwrap().shows(&verdict));
        }
        assert!(!Symptom::of(&crash(ice)).unwrap().shows(&crash("error: y")));
    }
}
