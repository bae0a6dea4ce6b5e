//! A cache of answers of compilers about themselves, so that each is queried once.
//!
//! An answer holds as long as the files it depends on look the same. The file that keeps the answers may be
//! lost, damaged or written by another version at any time: then all compilers are queried again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Map, Value, json};

use crate::error::ToolError;
use crate::gate::Job;
use crate::limits::Limits;
use crate::process::{self, Exit};

/// Raised when answers of an earlier version must not be believed any more.
const FORMAT: u64 = 2;

/// Answers of compilers about themselves, in this process and, if there is a file, in earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Cache(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    file: Option<PathBuf>,
    records: BTreeMap<String, Record>,
    changed: bool,
    /// Identity queries to scripts that this process has made: the key of the script, and its arguments.
    asked: BTreeSet<(String, String)>,
}

/// The answers of one compiler.
#[derive(Debug, Default)]
struct Record {
    /// The files that the answers depend on.
    stamps: Vec<Stamp>,
    /// From questions to answers.
    said: BTreeMap<String, String>,
}

/// The metadata by which a change of a file is noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) path: PathBuf,
    size: u64,
    inode: u64,
    /// Nanoseconds since 1970, as text because they are many.
    modified: String,
}

impl Stamp {
    pub(crate) fn of(path: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok()?;
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Stamp {
            path: path.to_owned(),
            size: metadata.len(),
            inode: metadata.ino(),
            modified: modified.as_nanos().to_string(),
        })
    }

    fn holds(&self) -> bool {
        Stamp::of(&self.path).is_some_and(|now| now == *self)
    }
}

impl Cache {
    /// The answers in the file, or an empty one. `fresh` begins anew.
    pub(crate) fn open(file: Option<&Path>, fresh: bool) -> Cache {
        let records = match (file, fresh) {
            (Some(file), false) => read(file).unwrap_or_default(),
            _ => BTreeMap::new(),
        };
        Cache(Arc::new(Mutex::new(Inner {
            file: file.map(Path::to_owned),
            records,
            ..Inner::default()
        })))
    }

    /// The standard output of a compiler for these arguments, now or when it was asked before.
    pub fn ask(
        &self,
        path: &Path,
        env: &[(String, String)],
        arguments: &[&str],
    ) -> Result<String, ToolError> {
        let compiler = Compiler { path, env };
        self.recall(&compiler, &arguments.join(" "), || {
            query(path, env, arguments)
        })
    }

    /// The answer of `compiler` to `question`: the remembered one, or else the result of `ask`. Failures
    /// are not remembered.
    pub(crate) fn recall(
        &self,
        compiler: &Compiler<'_>,
        question: &str,
        ask: impl FnOnce() -> Result<String, ToolError>,
    ) -> Result<String, ToolError> {
        let key = compiler.key();
        if IDENTITY.contains(&question) && is_script(compiler.path) {
            return self.ask_script(key, compiler, question, ask);
        }
        if let Some(answer) = self.locked(|inner| {
            let record = inner.records.get(&key)?;
            record.said.get(question).cloned()
        }) {
            return Ok(answer);
        }
        // The stamps are taken before the query: a change in between is noticed next time.
        let stamp = Stamp::of(compiler.path);
        let answer = ask()?;
        if let Some(stamp) = stamp {
            self.locked(|inner| {
                let record = inner.records.entry(key).or_default();
                record.add(stamp);
                record.said.insert(question.to_owned(), answer.clone());
                inner.changed = true;
            });
        }
        Ok(answer)
    }

    /// Identifies the compiler behind a script, once in each process: the script stays the same when that compiler is replaced.
    /// If it is another one than before, all cached answers are dropped.
    fn ask_script(
        &self,
        key: String,
        compiler: &Compiler<'_>,
        question: &str,
        ask: impl FnOnce() -> Result<String, ToolError>,
    ) -> Result<String, ToolError> {
        let asked = (key.clone(), question.to_owned());
        let known = self.locked(|inner| {
            let answer = inner.records.get(&key)?.said.get(question)?;
            inner.asked.contains(&asked).then(|| answer.clone())
        });
        if let Some(answer) = known {
            return Ok(answer);
        }
        let stamp = Stamp::of(compiler.path);
        let answer = ask()?;
        if let Some(stamp) = stamp {
            self.locked(|inner| {
                let record = inner.records.entry(key).or_default();
                let before = record.said.get(question);
                if before.is_some_and(|before| *before != answer) {
                    *record = Record::default();
                }
                let before = record.said.insert(question.to_owned(), answer.clone());
                inner.changed |= record.add(stamp) || before.as_ref() != Some(&answer);
                inner.asked.insert(asked);
            });
        }
        Ok(answer)
    }

    /// Makes the answers of `compiler` depend on this file or folder too.
    pub(crate) fn depends(&self, compiler: &Compiler<'_>, path: &Path) {
        let Some(stamp) = Stamp::of(path) else { return };
        self.locked(|inner| {
            if let Some(record) = inner.records.get_mut(&compiler.key()) {
                inner.changed |= record.add(stamp);
            }
        });
    }

    /// Forgets an answer.
    pub(crate) fn forget(&self, compiler: &Compiler<'_>, question: &str) {
        self.locked(|inner| {
            if let Some(record) = inner.records.get_mut(&compiler.key()) {
                record.said.remove(question);
                inner.changed = true;
            }
        });
    }

    /// Writes all answers to the file. If that fails, they are queried again next time.
    pub(crate) fn save(&self) {
        self.locked(|inner| {
            if let (Some(file), true) = (&inner.file, inner.changed) {
                let _ = write(file, &inner.records);
                inner.changed = false;
            }
        });
    }

    fn locked<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        // The map is valid even if a thread panicked while it held the lock.
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The standard output of a compiler for these arguments, which ask for a fact about itself.
pub fn query(
    path: &Path,
    env: &[(String, String)],
    arguments: &[&str],
) -> Result<String, ToolError> {
    let not_a_compiler = |why: String| ToolError::NotACompiler {
        path: path.to_owned(),
        why,
    };
    let mut job = Job::new(path);
    // Looking around must not make rustup's shim download anything.
    let command = &mut job.command;
    command.args(arguments).env("RUSTUP_AUTO_INSTALL", "0");
    command.env("RUSTC_BOOTSTRAP", "1");
    command.envs(env.iter().map(|(name, value)| (name, value)));
    let limits = Limits {
        wall: Duration::from_mins(1),
        ..Limits::for_compiler()
    };
    let run = process::finish(&mut job, &limits)?;
    if run.exit != Exit::Code(0) {
        let stderr = String::from_utf8_lossy(&run.stderr);
        let first = stderr.lines().next().unwrap_or("and no word");
        let question = arguments.join(" ");
        return Err(not_a_compiler(format!(
            "`{question}` ended with {} ({first})",
            run.exit
        )));
    }
    String::from_utf8(run.stdout).map_err(|_| not_a_compiler("it prints no UTF-8".to_owned()))
}

/// Arguments of the queries that identify a compiler.
const IDENTITY: [&str; 4] = ["-vV", "-v", "--version", "--print sysroot"];

/// True if a file is a script (`#!`), which may start any compiler.
pub(crate) fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"#!"
}

/// A compiler to query: its executable, and the environment variables it is started with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compiler<'a> {
    pub(crate) path: &'a Path,
    pub(crate) env: &'a [(String, String)],
}

impl Compiler<'_> {
    fn key(&self) -> String {
        let mut key = self.path.to_string_lossy().into_owned();
        for (name, value) in self.env {
            let _ = write!(key, "\n{name}={value}");
        }
        key
    }
}

impl Record {
    /// Adds a stamp. True if it was not known.
    fn add(&mut self, stamp: Stamp) -> bool {
        let new = !self.stamps.contains(&stamp);
        if new {
            self.stamps.retain(|known| known.path != stamp.path);
            self.stamps.push(stamp);
        }
        new
    }
}

/// Reads the records that still hold.
fn read(file: &Path) -> Option<BTreeMap<String, Record>> {
    let value: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    if value.get("format")?.as_u64()? != FORMAT {
        return None;
    }
    let records = value.get("compilers")?.as_object()?.iter();
    let records = records.filter_map(|(key, value)| Some((key.clone(), record(value)?)));
    let holds = |(_, record): &(String, Record)| record.stamps.iter().all(Stamp::holds);
    Some(records.filter(holds).collect())
}

fn record(value: &Value) -> Option<Record> {
    let stamp = |value: &Value| {
        Some(Stamp {
            path: value.get("path")?.as_str()?.into(),
            size: value.get("size")?.as_u64()?,
            inode: value.get("inode")?.as_u64()?,
            modified: value.get("modified")?.as_str()?.to_owned(),
        })
    };
    let stamps = value.get("files")?.as_array()?.iter().map(stamp);
    let said = value.get("said")?.as_object()?.iter();
    let said = said.map(|(question, answer)| Some((question.clone(), answer.as_str()?.to_owned())));
    let record = Record {
        stamps: stamps.collect::<Option<_>>()?,
        said: said.collect::<Option<_>>()?,
    };
    // Without a file to look at, nothing would ever make it forget.
    (!record.stamps.is_empty()).then_some(record)
}

/// Writes the file so that it is there in full or not at all.
fn write(file: &Path, records: &BTreeMap<String, Record>) -> std::io::Result<()> {
    let mut compilers = Map::new();
    for (key, record) in records {
        let files = record.stamps.iter().map(|stamp| {
            json!({
                "path": stamp.path.to_string_lossy(),
                "size": stamp.size,
                "inode": stamp.inode,
                "modified": stamp.modified,
            })
        });
        let files: Vec<Value> = files.collect();
        compilers.insert(key.clone(), json!({ "files": files, "said": record.said }));
    }
    let text = json!({ "format": FORMAT, "compilers": compilers }).to_string();
    let folder = file.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let begun = tempfile::NamedTempFile::new_in(folder)?;
    fs::write(begun.path(), text)?;
    begun.persist(file)?;
    Ok(())
}
