//! What was asked so far, on disk.
//!
//! `history` has a line for each answer, and `best` the smallest program so far with how far it has come. Both begin with what
//! they are about; what is about something else is begun anew.

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
    /// Says what all of it is about.
    head: String,
    log: File,
    known: HashMap<String, bool>,
    /// The smallest program of an earlier reduction, and how far it had come.
    pub(super) best: Option<(String, String)>,
    /// What that took.
    pub(super) effort: Effort,
}

impl History {
    /// What is known of a question, and in a file called `best`: a program, and all that the answers depend on. What is known of another one is
    /// forgotten; and all, if it is to begin anew.
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
            let taken = |_| io::Error::new(io::ErrorKind::WouldBlock, "somebody else works in it");
            log.try_lock().map_err(taken)?;
            let text = fs::read_to_string(&path).unwrap_or_default();
            let is_same = !anew && text.lines().next() == Some(head.as_str());
            let mut known = HashMap::new();
            if is_same {
                known.extend(text.lines().skip(1).filter_map(answer));
            }
            match is_same {
                // Somebody may have been killed in the middle of a line.
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

    /// Whether the program with this digest shows it, if somebody asked before.
    pub(super) fn known(&self, program: &str) -> Option<bool> {
        self.known.get(program).copied()
    }

    /// Takes note of an answer.
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

    /// Forgets everything: what it says turned out not to hold.
    pub(super) fn forget(&self) {
        // If it cannot be forgotten, the next one finds out the same.
        let _ = self.log.set_len(0);
        let _ = fs::remove_file(&self.best_path);
    }

    /// Takes note of how far it has come.
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

/// How the lines begin that say how far it has come. They are comments in the language of the programs.
const MARK: &str = "//~ REDUCTION: ";

/// What a line of the history says.
fn answer(line: &str) -> Option<(String, bool)> {
    let mut words = line.split(' ');
    let (program, says) = (words.next()?, words.next()?);
    let shows = match says {
        "shows" => true,
        "does-not" => false,
        _ => return None,
    };
    // A line that was cut off says nothing.
    words.nth(1)?;
    Some((program.to_owned(), shows))
}

/// The program, how far it had come, and what that took.
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
