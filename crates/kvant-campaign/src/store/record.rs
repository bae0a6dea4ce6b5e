//! Recording of results of seeds.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use kvant_record::{
    BatchResults, Kind, Moment, Mute, NewFinding, News, Record, Recorded, Suspicion, TestCount,
    VerdictKind,
};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::error::{Problem, StoreError};
use super::lease::{self, Lease};
use super::mute;
use super::report::verdict;
use super::seeds::{self, Span};
use super::session::Session;
use super::{Store, now, rate};

/// Number of occurrences of a finding whose files are kept. More would show nothing new, and a bug in every program would fill
/// the disk.
pub(super) const WITH_FILES: u64 = 10;

/// Number of findings of one kind whose files are kept. Findings without a message have a signature for each program, so a
/// compiler that is always wrong would fill the disk too.
const FINDINGS_WITH_FILES: u64 = 1000;

impl Store {
    /// Records an unconfirmed disagreement about a leased seed, until the seed is tested. Of several about one seed the first
    /// is kept.
    pub fn suspect(
        &mut self,
        session: &Session,
        seed: u64,
        backend: &str,
        verdict: VerdictKind,
    ) -> Result<(), StoreError> {
        self.change(|database| {
            let mut suspect = database.prepare_cached(
                "INSERT OR IGNORE INTO suspicion (campaign, seed, backend, verdict, since)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            let seed = seeds::seed(seed)?;
            suspect.execute(params![
                session.campaign,
                seed,
                backend,
                verdict.name(),
                now()
            ])?;
            Ok(())
        })
    }

    /// Unconfirmed disagreements of a campaign, oldest first.
    pub fn suspicions(&self, campaign: i64) -> Result<Vec<Suspicion>, StoreError> {
        self.look(|database| {
            let sql = "SELECT seed, backend, verdict, since FROM suspicion WHERE campaign = ?1 ORDER BY since, seed";
            let mut suspicions = database.prepare_cached(sql)?;
            let suspicions = suspicions.query_map([campaign], |row| {
                Ok(Suspicion {
                    seed: row.get(0)?,
                    backend: row.get(1)?,
                    verdict: verdict(row, 2)?,
                    since: Moment(row.get(3)?),
                })
            })?;
            Ok(suspicions.collect::<Result<_, _>>()?)
        })
    }

    /// Records the results of leased seeds in one transaction. The seeds are tested then. Returns the place of each finding.
    ///
    /// Findings are recorded even if the lease expired and another session has the seeds: that session may have other backends.
    /// Only the counts of such results, and of results that come twice, are not added again.
    pub fn finish(
        &mut self,
        session: &Session,
        lease: &Lease,
        seeds: &Range<u64>,
        results: &BatchResults,
    ) -> Result<Vec<Recorded>, StoreError> {
        let there = self.is_there();
        there.map_err(|problem| problem.at(&self.folder))?;
        let kept = self.keep_files(session, &results.findings)?;
        self.change(|database| {
            let mutes = mute::all(database)?;
            let counts = match Span::new(seeds)? {
                Some(span) => {
                    lease::finish(database, session, lease, span, results.backends.as_deref())?
                }
                None => true,
            };
            if counts {
                add_to_session(database, session, results)?;
                rate::add(database, session.campaign, results)?;
                add_tests(database, session, &results.tests)?;
            }
            let findings = results.findings.iter().zip(&kept);
            let recorded =
                findings.map(|(new, files)| record(database, session, new, files, &mutes));
            recorded.collect()
        })
    }

    /// Writes the files of findings that are among the first of their signature. Returns the objects of each.
    ///
    /// This is done before the transaction. If that fails, the files remain for another attempt.
    fn keep_files(
        &self,
        session: &Session,
        findings: &[NewFinding],
    ) -> Result<Vec<Vec<String>>, StoreError> {
        let mut counts = HashMap::new();
        let mut kept = Vec::new();
        for finding in findings {
            let signature = &finding.finding.signature;
            if !counts.contains_key(signature) {
                let count = self.look(|database| match with_files(database, signature)? {
                    0 if is_overrun(database, finding.finding.kind)? => Ok(WITH_FILES),
                    count => Ok(count),
                })?;
                counts.insert(signature, count);
            }
            let count = counts.entry(signature).or_default();
            if *count >= WITH_FILES {
                kept.push(Vec::new());
                continue;
            }
            *count += 1;
            let contents = finding.files.iter().map(|(_, content)| content.as_str());
            let objects = self.objects().keep(session.id, contents);
            kept.push(objects.map_err(|problem| problem.at(&self.folder))?);
        }
        Ok(kept)
    }
}

/// Number of occurrences with files of the finding with this signature.
fn with_files(database: &Connection, signature: &str) -> Result<u64, Problem> {
    let sql = "SELECT with_files FROM finding WHERE signature = ?1";
    let mut count = database.prepare_cached(sql)?;
    let count = count.query_row([signature], |row| row.get(0)).optional()?;
    Ok(count.unwrap_or(0))
}

/// True if enough findings of this kind have files.
fn is_overrun(database: &Connection, kind: Kind) -> Result<bool, Problem> {
    let sql = "SELECT count(*) FROM finding WHERE kind = ?1 AND with_files > 0";
    let mut count = database.prepare_cached(sql)?;
    let count: u64 = count.query_row([kind.name()], |row| row.get(0))?;
    Ok(count >= FINDINGS_WITH_FILES)
}

fn add_to_session(
    database: &Connection,
    session: &Session,
    results: &BatchResults,
) -> Result<(), Problem> {
    let mut add = database.prepare_cached(
        "UPDATE session SET heard = ?2, programs = programs + ?3, unmade = unmade + ?4,
         own = own + ?5, compilers = compilers + ?6, ran = ran + ?7, left_out = left_out + ?8 WHERE id = ?1",
    )?;
    let micros = |duration: Duration| duration.as_micros() as i64;
    add.execute(params![
        session.id,
        now(),
        results.programs,
        results.unmade,
        micros(results.own),
        micros(results.spent.compilers),
        micros(results.spent.programs),
        results.left_out,
    ])?;
    Ok(())
}

/// Adds tests to the counts of the session's backends.
fn add_tests(database: &Connection, session: &Session, tests: &[TestCount]) -> Result<(), Problem> {
    let mut name = database.prepare_cached("SELECT name FROM backend WHERE id = ?1")?;
    let mut add = database.prepare_cached(
        "INSERT INTO test_count (backend, verdict, count) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET count = count + excluded.count",
    )?;
    for backend in &session.backends {
        let name: String = name.query_row([backend], |row| row.get(0))?;
        for test in tests.iter().filter(|test| test.backend == name) {
            add.execute(params![backend, test.verdict.name(), test.count])?;
        }
    }
    Ok(())
}

/// Records a finding. One that is recorded with this seed stays as it is.
fn record(
    database: &Connection,
    session: &Session,
    new: &NewFinding,
    objects: &[String],
    mutes: &[Mute],
) -> Result<Recorded, Problem> {
    let signature = new.finding.signature.as_str();
    let sql = "SELECT id FROM finding WHERE signature = ?1";
    let known = database
        .prepare_cached(sql)?
        .query_row([signature], |row| row.get(0))
        .optional()?;
    let finding = if let Some(known) = known {
        known
    } else {
        let sql = "INSERT INTO finding (signature, kind, fingerprint) VALUES (?1, ?2, ?3)";
        let kind = new.finding.kind.name();
        database.execute(sql, [signature, kind, &new.fingerprint])?;
        database.last_insert_rowid()
    };
    let news = match (mute::of(mutes, signature), known) {
        (Some(mute), _) => News::Muted {
            link: mute.link.clone(),
        },
        (None, Some(_)) => News::Known,
        (None, None) => News::New,
    };
    let recorded = |occurrence| Recorded {
        finding,
        occurrence,
        seed: new.seed,
        news,
    };

    let seed = seeds::seed(new.seed)?;
    let sql = "SELECT id FROM occurrence WHERE finding = ?1 AND campaign = ?2 AND seed = ?3";
    let there = database
        .prepare_cached(sql)?
        .query_row(params![finding, session.campaign, seed], |row| row.get(0))
        .optional()?;
    if let Some(there) = there {
        return Ok(recorded(there));
    }
    database.execute(
        "INSERT INTO occurrence (finding, campaign, session, seed, headline, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![finding, session.campaign, session.id, seed, new.headline, now()],
    )?;
    let occurrence = database.last_insert_rowid();
    // Another process may have recorded the last occurrences with files meanwhile.
    let is_full = with_files(database, signature)? >= WITH_FILES;
    let files = new.files.iter().zip(objects);
    let files: Vec<_> = files.filter(|_| !is_full).collect();
    for (position, ((name, _), object)) in files.iter().enumerate() {
        database.execute(
            "INSERT INTO file (occurrence, position, name, object) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (occurrence, name) DO UPDATE SET object = excluded.object",
            params![occurrence, position, name, object],
        )?;
    }
    if !files.is_empty() {
        let json = serde_json::to_string(&Record::new(&new.finding))?;
        let sql = "INSERT INTO record (occurrence, json) VALUES (?1, ?2)";
        database.execute(sql, params![occurrence, json])?;
    }
    database.execute(
        "UPDATE finding SET occurrences = occurrences + 1, with_files = with_files + ?2 WHERE id = ?1",
        params![finding, !files.is_empty()],
    )?;
    Ok(recorded(occurrence))
}
