//! The answers of a reduction on disk.
//!
//! `history` has a line for each answer, and `best` the smallest program so far with the shrinker's progress. Both begin with a
//! digest of the question; files of another question are discarded.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{CannotReduce, Effort};
use crate::store::digest;
use crate::{Form, Shrink, Size, Spent};

pub(super) struct History {
    folder: PathBuf,
    /// The file with the smallest program.
    best_path: PathBuf,
    /// The first line of both files, which identifies the question.
    head: String,
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
            let head = format!(
                "kvant reduction 2, question {}",
                digest(question.as_bytes())
            );
            let path = folder.join("history");
            let mut log = OpenOptions::new().create(true).append(true).open(&path)?;
            let taken = |_| io::Error::new(io::ErrorKind::WouldBlock, "another process uses it");
            log.try_lock().map_err(taken)?;
            let text = fs::read_to_string(&path).unwrap_or_default();
            let is_same = !anew && text.lines().next() == Some(head.as_str());
            let mut known = HashMap::new();
            if is_same {
                known.extend(text.lines().skip(1).filter_map(answer));
            }
            match is_same {
                // A process may have been killed in the middle of a line.
                true if !text.ends_with('\n') => writeln!(log)?,
                true => {}
                false => {
                    log.set_len(0)?;
                    match fs::remove_file(&best_path) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                        _ => writeln!(log, "{head}")?,
                    }
                }
            }
            let best = fs::read_to_string(&best_path).ok();
            let best = best
                .filter(|_| is_same)
                .and_then(|best| earlier(&best, &head));
            let (best, effort) = best.map_or((None, Effort::default()), |(best, token, effort)| {
                (Some((best, token)), effort)
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
        let says = if shows { "shows" } else { "does-not" };
        let (statements, functions) = (size.statements, size.functions);
        let noted = writeln!(self.log, "{program} {says} {statements} {functions}");
        noted.map_err(|error| self.failed(error))?;
        self.known.insert(program.to_owned(), shows);
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
        let Effort {
            asked,
            accepted,
            known,
            spent,
        } = effort;
        let numbers = [
            asked,
            accepted,
            known,
            spent.calls,
            spent.compilers.as_micros() as u64,
            spent.programs.as_micros() as u64,
        ];
        let numbers = numbers.map(|number| number.to_string()).join(" ");
        let token = shrink.token();
        let head = &self.head;
        let written = format!("{MARK}{head}\n{MARK}{token}\n{MARK}{numbers}\n{text}");
        let new = self.folder.join("best.new");
        let noted = fs::write(&new, written).and_then(|()| fs::rename(&new, &self.best_path));
        noted.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> CannotReduce {
        CannotReduce::Folder(self.folder.clone(), error)
    }
}

/// Beginning of the lines before the program. They are comments in its language.
const MARK: &str = "//~ REDUCTION: ";

/// The digest and the answer in a line of the history.
fn answer(line: &str) -> Option<(String, bool)> {
    let mut words = line.split(' ');
    let (program, says) = (words.next()?, words.next()?);
    let shows = match says {
        "shows" => true,
        "does-not" => false,
        _ => return None,
    };
    // A line that was cut off is ignored.
    words.nth(1)?;
    Some((program.to_owned(), shows))
}

/// The program, the shrinker's token and the cost in the text of `best`.
fn earlier(text: &str, head: &str) -> Option<(String, String, Effort)> {
    let (about, text) = text.split_once('\n')?;
    if about.strip_prefix(MARK) != Some(head) {
        return None;
    }
    let (token, rest) = text.split_once('\n')?;
    let (numbers, program) = rest.split_once('\n')?;
    let token = token.strip_prefix(MARK)?;
    let numbers = numbers.strip_prefix(MARK)?.split(' ');
    let numbers: Vec<u64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
    let [asked, accepted, known, calls, compilers, programs] = numbers[..] else {
        return None;
    };
    let effort = Effort {
        asked,
        accepted,
        known,
        spent: Spent {
            compilers: Duration::from_micros(compilers),
            programs: Duration::from_micros(programs),
            calls,
        },
    };
    Some((program.to_owned(), token.to_owned(), effort))
}
