//! What is known of findings beyond that they are there, and which of them are one bug.
//!
//! Who is the same as whom is decided elsewhere. Here it is seen to that every finding leads to its bug in one step.

use std::path::PathBuf;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::error::{Problem, StoreError};
use super::mute;
use super::objects::Objects;
use super::report::StoredFile;
use super::session;
use super::{Store, now};
use crate::analysis::same_bug;
use crate::{Analysis, Size, Version};

/// A finding of which not all is known, and a program in which it was found.
#[derive(Clone, Debug)]
pub struct Unexplained {
    /// The number of the finding.
    pub finding: i64,
    /// What it is held to be.
    pub kind: String,
    /// What is known without looking closer.
    pub fingerprint: String,
    /// The program's seed.
    pub seed: u64,
    /// The names of those who show it, those with the fewest flags first.
    pub failing: String,
    /// What everybody said, as [`verdicts`](crate::verdicts) reads it.
    pub verdicts: String,
}

/// What is known of those findings that have a fingerprint in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprinted {
    /// How many there are.
    pub findings: u64,
    /// The bugs that those are of which all is known, and how many of them are that bug: the largest first.
    pub bugs: Vec<(i64, u64)>,
    /// How many are only presumed to be the same as another one.
    pub presumed: u64,
}

impl Store {
    /// Keeps what is known of a finding, in the place of what was known before. From now on it is the same bug as
    /// another finding, or as whatever that one is the same as; without one, it is a bug of its own.
    ///
    /// All who were the same as this one stay so.
    pub fn keep_analysis(
        &mut self,
        finding: i64,
        analysis: &Analysis,
        same_as: Option<i64>,
    ) -> Result<(), StoreError> {
        let objects = self.keep_analysis_files(analysis)?;
        self.change(|database| {
            set_same(database, finding, same_as, false)?;
            write(database, finding, analysis, &objects)
        })
    }

    /// Keeps what is known of a finding if that is more than before, and finds out which bug it is among those that are
    /// known. Tells the number of that, if it is not a bug of its own.
    pub fn keep_and_group(
        &mut self,
        finding: i64,
        kind: &str,
        analysis: &Analysis,
    ) -> Result<Option<i64>, StoreError> {
        let objects = self.keep_analysis_files(analysis)?;
        self.change(|database| {
            let before = read(database, finding)?;
            if before.is_none_or(|before| analysis.is_better_than(&before)) {
                let mut others = all(database)?;
                others.retain(|(other, ..)| *other != finding);
                set_same(database, finding, same_bug(kind, analysis, &others), false)?;
                write(database, finding, analysis, &objects)?;
            }
            let bug = bug_of(database, finding)?;
            Ok((bug != finding).then_some(bug))
        })
    }

    /// The folder in which it is kept what was asked to make the program of a finding smaller.
    pub fn reduction(&self, finding: i64) -> PathBuf {
        self.folder.join("reductions").join(finding.to_string())
    }

    /// What is known of a finding, with all its files.
    pub fn analysis(&self, finding: i64) -> Result<Option<Analysis>, StoreError> {
        let found = self.look(|database| {
            let Some(analysis) = read(database, finding)? else {
                return Ok(None);
            };
            Ok(Some((analysis, files(database, finding)?)))
        })?;
        let Some((mut analysis, files)) = found else {
            return Ok(None);
        };
        for StoredFile { name, object } in files {
            analysis.files.push((name, self.file(&object)?));
        }
        Ok(Some(analysis))
    }

    /// What is known of all findings that somebody looked at, without the files: the number of each, its kind, its analysis.
    pub fn analyses(&self) -> Result<Vec<(i64, String, Analysis)>, StoreError> {
        self.look(|database| all(database))
    }

    /// The findings that a campaign saw first, of which not all is known and nothing is presumed. Those that nobody wants to
    /// hear of are not among them, nor those whose files cannot be read.
    pub fn unexplained(&self, campaign: i64) -> Result<Vec<Unexplained>, StoreError> {
        let found = self.look(|database| {
            let mut found = database.prepare(
                "SELECT finding.id, signature, kind, fingerprint, seed, failing.object, verdicts.object
                 FROM finding
                 JOIN occurrence ON occurrence.id =
                     (SELECT min(id) FROM occurrence WHERE finding = finding.id)
                 JOIN file AS failing ON failing.occurrence = occurrence.id AND failing.name = 'accused.txt'
                 JOIN file AS verdicts ON verdicts.occurrence = occurrence.id AND verdicts.name = 'verdicts.txt'
                 WHERE campaign = ?1 AND same_as IS NULL AND kind <> 'flaky'
                 AND NOT EXISTS (SELECT 1 FROM analysis WHERE finding = finding.id AND is_smallest)
                 ORDER BY finding.id",
            )?;
            let found = found.query_map([campaign], |row| {
                let signature: String = row.get(1)?;
                Ok((signature, Unexplained {
                    finding: row.get(0)?,
                    kind: row.get(2)?,
                    fingerprint: row.get(3)?,
                    seed: row.get(4)?,
                    failing: row.get(5)?,
                    verdicts: row.get(6)?,
                }))
            })?;
            let mutes = mute::all(database)?;
            let mut heard = Vec::new();
            for found in found {
                let (signature, found) = found?;
                if mute::of(&mutes, &signature).is_none() {
                    heard.push(found);
                }
            }
            Ok(heard)
        })?;
        let readable = found.into_iter().filter_map(|found| {
            Some(Unexplained {
                failing: self.file(&found.failing).ok()?,
                verdicts: self.file(&found.verdicts).ok()?,
                ..found
            })
        });
        Ok(readable.collect())
    }

    /// Holds a finding to be the same bug as another, although nobody looked.
    pub fn presume(&mut self, finding: i64, same_as: i64) -> Result<(), StoreError> {
        self.change(|database| set_same(database, finding, Some(same_as), true))
    }

    /// What is known of those findings that have this fingerprint.
    pub fn fingerprinted(&self, fingerprint: &str) -> Result<Fingerprinted, StoreError> {
        if fingerprint.is_empty() {
            return Ok(Fingerprinted::default());
        }
        self.look(|database| {
            let (findings, presumed) = database.query_row(
                "SELECT count(*), coalesce(sum(presumed), 0) FROM finding WHERE fingerprint = ?1",
                [fingerprint],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            let mut bugs = database.prepare(
                "SELECT coalesce(same_as, finding.id) AS bug, count(*) AS times
                 FROM finding JOIN analysis ON analysis.finding = finding.id
                 WHERE fingerprint = ?1 AND is_smallest AND NOT has_strayed GROUP BY bug ORDER BY times DESC, bug",
            )?;
            let bugs = bugs.query_map([fingerprint], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(Fingerprinted {
                findings,
                bugs: bugs.collect::<Result<_, _>>()?,
                presumed,
            })
        })
    }

    /// Keeps the files of a analysis and tells their objects, before the database speaks of them. There may be no session
    /// whose life says that they are still being written, so there is a lock for those who have none.
    fn keep_analysis_files(&self, analysis: &Analysis) -> Result<Vec<String>, StoreError> {
        let keep = || {
            let lock = session::lock(&self.folder, session::NONE)?;
            let contents = analysis.files.iter().map(|(_, content)| content.as_str());
            let objects = Objects::below(&self.folder).keep(session::NONE, contents)?;
            drop(lock);
            Ok(objects)
        };
        keep().map_err(|problem: Problem| problem.at(&self.folder))
    }
}

/// What is known of all findings that somebody looked at, without the files.
fn all(database: &Connection) -> Result<Vec<(i64, String, Analysis)>, Problem> {
    let mut all = database.prepare(
        "SELECT finding.id, kind FROM analysis JOIN finding ON finding.id = analysis.finding
         ORDER BY finding.id",
    )?;
    let all = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let all = all.collect::<Result<Vec<(i64, String)>, _>>()?;
    let mut analyses = Vec::new();
    for (finding, kind) in all {
        if let Some(analysis) = read(database, finding)? {
            analyses.push((finding, kind, analysis));
        }
    }
    Ok(analyses)
}

/// The bug that a finding is.
pub(super) fn bug_of(database: &Connection, finding: i64) -> Result<i64, Problem> {
    let sql = "SELECT coalesce(same_as, id) FROM finding WHERE id = ?1";
    let mut bug = database.prepare_cached(sql)?;
    let bug = bug.query_row([finding], |row| row.get(0)).optional()?;
    bug.ok_or(Problem::NoFinding(finding))
}

/// Says which bug a finding is. It takes along all that are the same as it.
fn set_same(
    database: &Connection,
    finding: i64,
    same_as: Option<i64>,
    presumed: bool,
) -> Result<(), Problem> {
    bug_of(database, finding)?;
    let bug = same_as.map(|other| bug_of(database, other)).transpose()?;
    // Whoever is said to be the same as those that are the same as it is what they are already.
    let bug = bug.filter(|bug| *bug != finding);
    database.execute(
        "UPDATE finding SET same_as = ?2, presumed = ?3 WHERE id = ?1",
        params![finding, bug, presumed && bug.is_some()],
    )?;
    if let Some(bug) = bug {
        let sql = "UPDATE finding SET same_as = ?2 WHERE same_as = ?1";
        database.execute(sql, [finding, bug])?;
    }
    Ok(())
}

fn write(
    database: &Connection,
    finding: i64,
    analysis: &Analysis,
    objects: &[String],
) -> Result<(), Problem> {
    for table in ["analysis_version", "analysis_file", "analysis"] {
        let sql = format!("DELETE FROM {table} WHERE finding = ?1");
        database.execute(&sql, [finding])?;
    }
    database.execute(
        "INSERT INTO analysis (finding, made, original_statements, original_functions, statements, functions,
         is_smallest, backend, culprit, shape, is_lifted, calls, spent, symptom, is_firm,
         has_strayed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)",
        params![
            finding,
            now(),
            analysis.original.statements,
            analysis.original.functions,
            analysis.size.statements,
            analysis.size.functions,
            analysis.is_smallest,
            analysis.backend,
            analysis.culprit,
            analysis.shape.join("\n"),
            analysis.is_lifted,
            analysis.calls,
            analysis.spent.as_micros() as i64,
            analysis.symptom,
            analysis.is_firm,
            analysis.has_strayed,
        ],
    )?;
    for (position, version) in analysis.versions.iter().enumerate() {
        let Version {
            toolchain,
            release,
            verdict,
            shows,
        } = version;
        database.execute(
            "INSERT INTO analysis_version (finding, position, toolchain, release, verdict, shows)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![finding, position, toolchain, release, verdict, shows],
        )?;
    }
    for (position, ((name, _), object)) in analysis.files.iter().zip(objects).enumerate() {
        database.execute(
            "INSERT INTO analysis_file (finding, position, name, object) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (finding, name) DO UPDATE SET object = excluded.object",
            params![finding, position, name, object],
        )?;
    }
    Ok(())
}

/// What is known of a finding, without the files.
pub(super) fn read(database: &Connection, finding: i64) -> Result<Option<Analysis>, Problem> {
    let mut analysis = database.prepare_cached(
        "SELECT original_statements, original_functions, statements, functions, is_smallest, backend, culprit, shape,
         is_lifted, calls, spent, symptom, is_firm, has_strayed FROM analysis WHERE finding = ?1",
    )?;
    let analysis = analysis.query_row([finding], without_lists).optional()?;
    let Some(mut analysis) = analysis else {
        return Ok(None);
    };
    let mut versions = database.prepare_cached(
        "SELECT toolchain, release, verdict, shows FROM analysis_version WHERE finding = ?1 ORDER BY position",
    )?;
    let versions = versions.query_map([finding], |row| {
        Ok(Version {
            toolchain: row.get(0)?,
            release: row.get(1)?,
            verdict: row.get(2)?,
            shows: row.get(3)?,
        })
    })?;
    analysis.versions = versions.collect::<Result<_, _>>()?;
    Ok(Some(analysis))
}

fn without_lists(row: &Row<'_>) -> rusqlite::Result<Analysis> {
    let size = |first: usize| -> rusqlite::Result<Size> {
        Ok(Size {
            statements: row.get(first)?,
            functions: row.get(first + 1)?,
        })
    };
    let shape: String = row.get(7)?;
    Ok(Analysis {
        original: size(0)?,
        size: size(2)?,
        is_smallest: row.get(4)?,
        backend: row.get(5)?,
        culprit: row.get(6)?,
        shape: shape.lines().map(str::to_owned).collect(),
        is_lifted: row.get(8)?,
        calls: row.get(9)?,
        spent: Duration::from_micros(row.get(10)?),
        symptom: row.get(11)?,
        is_firm: row.get(12)?,
        has_strayed: row.get(13)?,
        ..Analysis::default()
    })
}

fn files(database: &Connection, finding: i64) -> Result<Vec<StoredFile>, Problem> {
    let sql = "SELECT name, object FROM analysis_file WHERE finding = ?1 ORDER BY position";
    let mut files = database.prepare_cached(sql)?;
    let files = files.query_map([finding], |row| {
        Ok(StoredFile {
            name: row.get(0)?,
            object: row.get(1)?,
        })
    })?;
    Ok(files.collect::<Result<_, _>>()?)
}
