//! Rates of a campaign: the results recorded in each minute.

use std::time::Duration;

use kvant_record::{BatchResults, Moment, ProcessorSeconds, Rate};
use rusqlite::{Connection, params};

use super::error::{Problem, StoreError};
use super::{Store, now};

/// Milliseconds in a minute.
const MINUTE: i64 = 60_000;

impl Store {
    /// The rates of a campaign, one entry for each minute in which results were recorded.
    pub fn rates(&self, campaign: i64) -> Result<Vec<Rate>, StoreError> {
        self.look(|database| {
            let mut rates = database.prepare(
                "SELECT minute, programs, tests, own, compilers, ran FROM rate WHERE campaign = ?1 ORDER BY minute",
            )?;
            let rates = rates.query_map([campaign], |row| {
                let minute: i64 = row.get(0)?;
                let seconds = |column| -> rusqlite::Result<f64> {
                    Ok(Duration::from_micros(row.get(column)?).as_secs_f64())
                };
                Ok(Rate {
                    minute: Moment(minute * MINUTE),
                    programs: row.get(1)?,
                    tests: row.get(2)?,
                    processor_seconds: ProcessorSeconds {
                        own: seconds(3)?,
                        compilers: seconds(4)?,
                        programs: seconds(5)?,
                    },
                })
            })?;
            Ok(rates.collect::<Result<_, _>>()?)
        })
    }
}

/// Adds results to the current minute.
pub(super) fn add(
    database: &Connection,
    campaign: i64,
    results: &BatchResults,
) -> Result<(), Problem> {
    let mut add = database.prepare_cached(
        "INSERT INTO rate (campaign, minute, programs, tests, own, compilers, ran) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO UPDATE SET programs = programs + excluded.programs, tests = tests + excluded.tests,
         own = own + excluded.own, compilers = compilers + excluded.compilers, ran = ran + excluded.ran",
    )?;
    let tests: u64 = results.tests.iter().map(|count| count.count).sum();
    let micros = |duration: Duration| duration.as_micros() as i64;
    add.execute(params![
        campaign,
        now().div_euclid(MINUTE),
        results.programs,
        tests,
        micros(results.own),
        micros(results.spent.compilers),
        micros(results.spent.programs),
    ])?;
    Ok(())
}
