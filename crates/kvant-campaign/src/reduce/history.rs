//! The answers of a reduction on disk.
//!
//! `history` has records in JSON, one in each line: the question, then the answers. `best` is the smallest program so far; its
//! last line is a comment with the state of the reduction. Files of another question or in another form are discarded.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use kvant_record::{Effort, Record, ReductionAnswer, ReductionQuestion, ReductionState};

use super::CannotReduce;
use crate::store::digest;
use crate::{Form, Shrink, Size};

pub(super) struct History {
    folder: PathBuf,
    /// The file with the smallest program.
    best_path: PathBuf,
    /// The first line of the answers.
    head: Record<ReductionQuestion>,
    log: File,
    known: HashMap<String, bool>,
    /// The smallest program of an earlier run, and the shrinker's token.
    pub(super) best: Option<(String, String)>,
    /// Cost of the earlier run.
    pub(super) effort: Effort,
}

impl History {
    /// Opens the answers to a question: the program and everything that answers depend on. The smallest program is in the file
    /// `best`. Answers to another question are discarded, and all of them if `anew` is set.
    pub(super) fn open(
        folder: &Path,
        best: &str,
        question: &str,
        anew: bool,
    ) -> Result<History, CannotReduce> {
        let best_path = folder.join(best);
        let open = || {
            fs::create_dir_all(folder)?;
            let question = digest(question.as_bytes());
            let head = Record::new(ReductionQuestion { question });
            let path = folder.join("history");
            let mut log = OpenOptions::new().create(true).append(true).open(&path)?;
            let taken = |_| io::Error::new(io::ErrorKind::WouldBlock, "another process uses it");
            log.try_lock().map_err(taken)?;
            let text = fs::read_to_string(&path).unwrap_or_default();
            let mut lines = text.lines();
            let first = lines.next().and_then(|it| serde_json::from_str(it).ok());
            let is_same = !anew && first.as_ref() == Some(&head);
            let mut known = HashMap::new();
            if is_same {
                // A line that was cut off is ignored.
                let answers = lines.filter_map(|it| serde_json::from_str(it).ok());
                known.extend(answers.map(|it: ReductionAnswer| (it.program, it.shows)));
            }
            match is_same {
                // A process may have been killed in the middle of a line.
                true if !text.ends_with('\n') => writeln!(log)?,
                true => {}
                false => {
                    log.set_len(0)?;
                    match fs::remove_file(&best_path) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                        _ => writeln!(log, "{}", serde_json::to_string(&head)?)?,
                    }
                }
            }
            let best = fs::read_to_string(&best_path).ok();
            let best = best
                .filter(|_| is_same)
                .and_then(|best| earlier(&best, &head));
            let (best, effort) = best.map_or((None, Effort::default()), |(best, state)| {
                (Some((best, state.token)), state.effort)
            });
            Ok(History {
                folder: folder.to_owned(),
                best_path: best_path.clone(),
                head,
                log,
                known,
                best,
                effort,
            })
        };
        open().map_err(|error| CannotReduce::Folder(folder.to_owned(), error))
    }

    /// The recorded answer about the program with this digest.
    pub(super) fn known(&self, program: &str) -> Option<bool> {
        self.known.get(program).copied()
    }

    /// Records an answer.
    pub(super) fn answered(
        &mut self,
        program: &str,
        shows: bool,
        size: Size,
    ) -> Result<(), CannotReduce> {
        let answer = ReductionAnswer {
            program: program.to_owned(),
            shows,
            size,
        };
        let line = serde_json::to_string(&answer).map_err(io::Error::from);
        let noted = line.and_then(|line| writeln!(self.log, "{line}"));
        noted.map_err(|error| self.failed(error))?;
        self.known.insert(answer.program, shows);
        Ok(())
    }

    /// Discards everything, since it turned out to be wrong.
    pub(super) fn forget(&self) {
        // If this fails, the next run finds the same contradiction.
        let _ = self.log.set_len(0);
        let _ = fs::remove_file(&self.best_path);
    }

    /// Records the smallest program, the shrinker's token and the cost.
    pub(super) fn note(&self, shrink: &dyn Shrink, effort: Effort) -> Result<(), CannotReduce> {
        let text = shrink.best().text(Form::Readable, None);
        let state = Record::new(ReductionState {
            question: self.head.value.question.clone(),
            token: shrink.token(),
            effort,
        });
        let written = || {
            let state = serde_json::to_string(&state)?;
            let new = self.folder.join("best.new");
            fs::write(&new, format!("{}\n{MARK}{state}\n", text.trim_end()))?;
            fs::rename(&new, &self.best_path)
        };
        written().map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> CannotReduce {
        CannotReduce::Folder(self.folder.clone(), error)
    }
}

/// Beginning of the line after the program. It is a comment in its language.
const MARK: &str = "//~ REDUCTION: ";

/// The program and the state in the text of `best`.
fn earlier(text: &str, head: &Record<ReductionQuestion>) -> Option<(String, ReductionState)> {
    let (program, state) = text.rsplit_once(MARK)?;
    let state: Record<ReductionState> = serde_json::from_str(state).ok()?;
    let is_same = state.value.question == head.value.question;
    is_same.then(|| (program.to_owned(), state.value))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::compare::tests::Fixed;
    use crate::{Proposal, Subject};

    struct Finished;

    impl Shrink for Finished {
        fn best(&self) -> &dyn Subject {
            &Fixed
        }

        fn token(&self) -> String {
            "the \"end\"".to_owned()
        }

        fn propose(&mut self, _: usize) -> Vec<Proposal> {
            Vec::new()
        }

        fn learn(&mut self, _: &[bool]) {}
    }

    /// Answers and the best program are read again; those to another question or in the form of an older version are not.
    #[test]
    fn a_reduction_is_resumed_or_begun_anew() {
        let folder = TempDir::new().unwrap();
        let (history, best) = (folder.path().join("history"), folder.path().join("best.rs"));
        let open = |question| History::open(folder.path(), "best.rs", question, false).unwrap();
        let effort = Effort {
            asked: 3,
            ..Effort::default()
        };
        let mut first = open("question");
        first.answered("a", true, Size::default()).unwrap();
        first.answered("b", false, Size::default()).unwrap();
        first.note(&Finished, effort).unwrap();
        drop(first);
        let written = fs::read_to_string(&history).unwrap();
        // A process was killed in the middle of a line.
        fs::write(&history, format!("{written}{{\"program\":\"c\",\"sho")).unwrap();
        let second = open("question");
        let known = ["a", "b", "c"].map(|program| second.known(program));
        assert_eq!(known, [Some(true), Some(false), None]);
        let expected = ("Readable\n".to_owned(), "the \"end\"".to_owned());
        assert_eq!(
            (second.best.as_ref(), second.effort),
            (Some(&expected), effort)
        );
        drop(second);

        let head = format!("kvant reduction 2, question {}", digest(b"question"));
        let numbers = "3 0 0 0 0 0";
        for (question, old) in [("other", None), ("question", Some(head))] {
            if let Some(head) = old {
                fs::write(&history, format!("{head}\na shows 1 1\n")).unwrap();
                let lines = format!("{MARK}{head}\n{MARK}token\n{MARK}{numbers}\nReadable\n");
                fs::write(&best, lines).unwrap();
            }
            let anew = open(question);
            assert_eq!((anew.known("a"), &anew.best), (None, &None));
            assert_eq!(anew.effort, Effort::default());
            assert!(!best.exists());
            let head = fs::read_to_string(&history).unwrap();
            assert!(serde_json::from_str::<Record<ReductionQuestion>>(&head).is_ok());
        }
    }
}
