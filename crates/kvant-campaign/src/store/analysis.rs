//! Analyses of findings, and groups of findings that are one bug.
//!
//! `crate::analysis` decides which findings are the same. Here every finding refers to its bug directly, never to a finding
//! that refers to a third.

use std::path::PathBuf;

use kvant_record::{Analysis, Finding, Kind, Record};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::{Problem, StoreError};
use super::mute;
use super::report::{StoredFile, kind, read_record};
use super::session::Session;
use super::{Store, now};
use crate::analysis::{is_better, same_bug};

/// A finding without a complete analysis, and a program that shows it.
#[derive(Clone, Debug)]
pub struct Unexplained {
    /// The number of the finding.
    pub finding: i64,
    /// Its kind.
    pub kind: Kind,
    /// The fingerprint: properties that are known without an analysis.
    pub fingerprint: String,
    /// The program's seed.
    pub seed: u64,
    /// Its record.
    pub record: Finding,
}

/// Counts of the findings with one fingerprint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprinted {
    /// Number of findings.
    pub findings: u64,
    /// The bugs of the completely analysed ones, each with the number of its findings: the largest first.
    pub bugs: Vec<(i64, u64)>,
    /// Number of findings that are only presumed to be the same as another one.
    pub presumed: u64,
}

impl Store {
    /// Records the analysis of a finding, in the place of an earlier one. The finding becomes the same bug as `same_as`, or as
    /// the bug of that one; without it, it is a bug of its own.
    ///
    /// Findings that are the same as this one stay so.
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

    /// Records the analysis of a finding if it is better than an earlier one, and groups the finding with the known bugs.
    /// Returns the number of its bug, if it is not a bug of its own.
    pub fn keep_and_group(
        &mut self,
        finding: i64,
        kind: Kind,
        analysis: &Analysis,
    ) -> Result<Option<i64>, StoreError> {
        let objects = self.keep_analysis_files(analysis)?;
        self.change(|database| {
            let before = read(database, finding)?;
            if before.is_none_or(|before| is_better(analysis, &before)) {
                let mut others = all(database)?;
                others.retain(|(other, ..)| *other != finding);
                set_same(database, finding, same_bug(kind, analysis, &others), false)?;
                write(database, finding, analysis, &objects)?;
            }
            let bug = bug_of(database, finding)?;
            Ok((bug != finding).then_some(bug))
        })
    }

    /// The folder in which reductions keep answers of compilers, each in a folder with the number of its finding.
    pub fn reductions(&self) -> PathBuf {
        self.folder.join("reductions")
    }

    /// The analysis of a finding, with all its files.
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

    /// All analyses without their files: the number of each finding, its kind, its analysis.
    pub fn analyses(&self) -> Result<Vec<(i64, Kind, Analysis)>, StoreError> {
        self.look(|database| all(database))
    }

    /// Findings that a campaign saw first, that are not analysed completely and not presumed to be another bug. Muted ones and
    /// those without a record are left out.
    pub fn unexplained(&self, campaign: i64) -> Result<Vec<Unexplained>, StoreError> {
        self.open_findings(
            campaign,
            "same_as IS NULL AND NOT EXISTS (SELECT 1 FROM analysis WHERE finding = finding.id AND json ->> 'is_smallest')",
        )
    }

    /// Findings that another session of the campaign, which is running now, saw first, and that are not confirmed.
    pub fn unconfirmed(&self, session: &Session) -> Result<Vec<Unexplained>, StoreError> {
        let condition = format!(
            "occurrence.session <> {} AND NOT EXISTS (SELECT 1 FROM confirmation WHERE finding = finding.id)
             AND EXISTS (SELECT 1 FROM session WHERE id = occurrence.session AND ended IS NULL)",
            session.id
        );
        self.open_findings(session.campaign, &condition)
    }

    /// Findings that a campaign saw first and that satisfy this condition on `finding` and their first `occurrence`.
    fn open_findings(
        &self,
        campaign: i64,
        condition: &str,
    ) -> Result<Vec<Unexplained>, StoreError> {
        self.look(|database| {
            let mut found = database.prepare(&format!(
                "SELECT finding.id, signature, kind, fingerprint, seed, json
                 FROM finding
                 JOIN occurrence ON occurrence.id =
                     (SELECT min(id) FROM occurrence WHERE finding = finding.id)
                 JOIN record ON record.occurrence = occurrence.id
                 WHERE campaign = ?1 AND kind <> 'flaky' AND {condition} ORDER BY finding.id"
            ))?;
            let mut found = found.query([campaign])?;
            let mutes = mute::all(database)?;
            let mut heard = Vec::new();
            while let Some(row) = found.next()? {
                let signature: String = row.get(1)?;
                if mute::of(&mutes, &signature).is_some() {
                    continue;
                }
                let json: String = row.get(5)?;
                heard.push(Unexplained {
                    finding: row.get(0)?,
                    kind: kind(row, 2)?,
                    fingerprint: row.get(3)?,
                    seed: row.get(4)?,
                    record: read_record(&json)?,
                });
            }
            Ok(heard)
        })
    }

    /// Presumes that a finding is the same bug as another, without an analysis.
    pub fn presume(&mut self, finding: i64, same_as: i64) -> Result<(), StoreError> {
        self.change(|database| set_same(database, finding, Some(same_as), true))
    }

    /// Counts of the findings with this fingerprint.
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
                 WHERE fingerprint = ?1 AND json ->> 'is_smallest' AND NOT json ->> 'has_strayed' GROUP BY bug ORDER BY times DESC, bug",
            )?;
            let bugs = bugs.query_map([fingerprint], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(Fingerprinted {
                findings,
                bugs: bugs.collect::<Result<_, _>>()?,
                presumed,
            })
        })
    }

    /// Writes the files of an analysis before the transaction that references them, and returns their objects.
    fn keep_analysis_files(&self, analysis: &Analysis) -> Result<Vec<String>, StoreError> {
        let contents = analysis.files.iter().map(|(_, content)| content.as_str());
        self.keep_objects(contents)
    }
}

/// All analyses without their files.
fn all(database: &Connection) -> Result<Vec<(i64, Kind, Analysis)>, Problem> {
    let mut all = database.prepare(
        "SELECT finding.id, kind FROM analysis JOIN finding ON finding.id = analysis.finding
         ORDER BY finding.id",
    )?;
    let all = all.query_map([], |row| Ok((row.get(0)?, kind(row, 1)?)))?;
    let all = all.collect::<Result<Vec<(i64, Kind)>, _>>()?;
    let mut analyses = Vec::new();
    for (finding, kind) in all {
        if let Some(analysis) = read(database, finding)? {
            analyses.push((finding, kind, analysis));
        }
    }
    Ok(analyses)
}

/// The bug of a finding.
pub(super) fn bug_of(database: &Connection, finding: i64) -> Result<i64, Problem> {
    let sql = "SELECT coalesce(same_as, id) FROM finding WHERE id = ?1";
    let mut bug = database.prepare_cached(sql)?;
    let bug = bug.query_row([finding], |row| row.get(0)).optional()?;
    bug.ok_or(Problem::NoFinding(finding))
}

/// Sets the bug of a finding, and of all findings that are the same as it.
fn set_same(
    database: &Connection,
    finding: i64,
    same_as: Option<i64>,
    presumed: bool,
) -> Result<(), Problem> {
    bug_of(database, finding)?;
    let bug = same_as.map(|other| bug_of(database, other)).transpose()?;
    // A finding that is the same as one of its own group stays the bug of the group.
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
    for table in ["analysis_file", "analysis"] {
        let sql = format!("DELETE FROM {table} WHERE finding = ?1");
        database.execute(&sql, [finding])?;
    }
    let json = serde_json::to_string(&Record::new(analysis))?;
    let sql = "INSERT INTO analysis (finding, made, json) VALUES (?1, ?2, ?3)";
    database.execute(sql, params![finding, now(), json])?;
    for (position, ((name, _), object)) in analysis.files.iter().zip(objects).enumerate() {
        database.execute(
            "INSERT INTO analysis_file (finding, position, name, object) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (finding, name) DO UPDATE SET object = excluded.object",
            params![finding, position, name, object],
        )?;
    }
    Ok(())
}

/// The analysis of a finding, without the files.
pub(super) fn read(database: &Connection, finding: i64) -> Result<Option<Analysis>, Problem> {
    let sql = "SELECT json FROM analysis WHERE finding = ?1";
    let mut analysis = database.prepare_cached(sql)?;
    let json: Option<String> = analysis.query_row([finding], |row| row.get(0)).optional()?;
    let record = json.map(|json| serde_json::from_str::<Record<Analysis>>(&json));
    Ok(record.transpose()?.map(|record| record.value))
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
