//! Seeds of a campaign: tested, leased and free ones.

use std::ops::Range;

use rusqlite::{Connection, params};

use super::Store;
use super::error::Problem;

/// Consecutive seeds, at least one. The database has signed numbers, so the last one is included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    first: i64,
    last: i64,
}

/// The first seed beyond the range of the database.
const TOO_LARGE: u64 = 1 << 63;

impl Store {
    /// The seeds that campaigns can have.
    pub const SEEDS: Range<u64> = 0..TOO_LARGE;
}

impl Span {
    /// These seeds; `None` if there are none.
    pub(super) fn new(seeds: &Range<u64>) -> Result<Option<Span>, Problem> {
        if seeds.is_empty() {
            return Ok(None);
        }
        Ok(Some(Span {
            first: seed(seeds.start)?,
            last: seed(seeds.end - 1)?,
        }))
    }

    pub(super) fn range(self) -> Range<u64> {
        self.first as u64..self.last as u64 + 1
    }
}

/// A seed, as it is stored.
pub(super) fn seed(seed: u64) -> Result<i64, Problem> {
    i64::try_from(seed).map_err(|_| Problem::SeedTooLarge(seed))
}

/// The rule by which seeds are free for a session with several backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Seeds that none of its backends has tested.
    Fresh,
    /// Seeds that some of its backends have not tested, for those backends.
    Complete,
}

/// The lowest free seeds in `within`, at most `most` consecutive ones, and the backends that are to test them.
pub(super) fn free(
    database: &Connection,
    backends: &[i64],
    within: &Range<u64>,
    most: u64,
    rule: Rule,
) -> Result<Option<(Span, Vec<i64>)>, Problem> {
    // A campaign without an end has one beyond the range of the database. That is an error only once it gets there.
    let possible = within.start..within.end.min(TOO_LARGE);
    let beyond = || match within.end > TOO_LARGE && !within.is_empty() {
        true => Err(Problem::SeedTooLarge(within.start.max(TOO_LARGE))),
        false => Ok(None),
    };
    let Some(within) = Span::new(&possible)? else {
        return beyond();
    };
    let mut taken: Vec<Vec<Span>> = Vec::new();
    for backend in backends {
        taken.push(taken_by(database, *backend, within)?);
    }
    if rule == Rule::Fresh {
        let mut all: Vec<Span> = taken.into_iter().flatten().collect();
        all.sort_by_key(|span| span.first);
        return match gap(&all, within, most) {
            Some(span) => Ok(Some((span, backends.to_vec()))),
            None => beyond(),
        };
    }
    let gaps: Vec<Option<Span>> = taken.iter().map(|taken| gap(taken, within, most)).collect();
    let Some(first) = gaps.iter().flatten().map(|gap| gap.first).min() else {
        return beyond();
    };
    // The backends have to be the same for all of the seeds.
    let last = |gap: &Span| match gap.first == first {
        true => gap.last,
        false => gap.first - 1,
    };
    let last = gaps.iter().flatten().map(last).min().unwrap_or(first);
    let lacking = backends.iter().zip(&gaps);
    let lacking = lacking.filter(|(_, gap)| gap.is_some_and(|gap| gap.first == first));
    let lacking = lacking.map(|(backend, _)| *backend).collect();
    Ok(Some((Span { first, last }, lacking)))
}

/// The first seeds between spans that are sorted by their first seed.
fn gap(taken: &[Span], within: Span, most: u64) -> Option<Span> {
    let (mut first, mut last) = (within.first, within.last);
    for span in taken {
        if span.first > first {
            last = span.first - 1;
            break;
        }
        first = first.max(span.last.checked_add(1)?);
    }
    let most = i64::try_from(most.max(1)).unwrap_or(i64::MAX);
    let last = last.min(first.saturating_add(most - 1));
    (first <= last).then_some(Span { first, last })
}

/// Seeds that a backend has tested or that are leased for it, sorted by their first seed.
fn taken_by(database: &Connection, backend: i64, within: Span) -> Result<Vec<Span>, Problem> {
    let mut taken = database.prepare_cached(
        "SELECT first, last FROM tested WHERE backend = ?1 AND last >= ?2 AND first <= ?3
         UNION ALL
         SELECT first, last FROM lease_seeds JOIN lease_backend USING (lease)
         WHERE backend = ?1 AND last >= ?2 AND first <= ?3
         ORDER BY first",
    )?;
    let taken = taken.query_map(params![backend, within.first, within.last], span)?;
    Ok(taken.collect::<Result<_, _>>()?)
}

/// Adds seeds to a lease.
pub(super) fn hold(database: &Connection, lease: i64, span: Span) -> Result<(), Problem> {
    let sql = "INSERT INTO lease_seeds (lease, first, last) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql)?;
    insert.execute(params![lease, span.first, span.last])?;
    Ok(())
}

/// Removes seeds from a lease. A lease without seeds is over. False, without a change, if the lease does not contain all of them.
pub(super) fn take(database: &Connection, lease: i64, span: Span) -> Result<bool, Problem> {
    let overlap = params![lease, span.first, span.last];
    let mut held = database.prepare_cached(
        "SELECT first, last FROM lease_seeds WHERE lease = ?1 AND last >= ?2 AND first <= ?3 ORDER BY first",
    )?;
    let held = held.query_map(overlap, self::span)?;
    let held = held.collect::<Result<Vec<Span>, _>>()?;
    // The spans of a lease do not overlap, so they contain all of `span` if there is no gap between them and at the ends.
    let seamless = held
        .windows(2)
        .all(|pair| pair[0].last + 1 == pair[1].first);
    let (Some(low), Some(high)) = (held.first(), held.last()) else {
        return Ok(false);
    };
    if !seamless || low.first > span.first || high.last < span.last {
        return Ok(false);
    }
    let sql = "DELETE FROM lease_seeds WHERE lease = ?1 AND last >= ?2 AND first <= ?3";
    database.prepare_cached(sql)?.execute(overlap)?;
    if low.first < span.first {
        let (first, last) = (low.first, span.first - 1);
        hold(database, lease, Span { first, last })?;
    }
    if high.last > span.last {
        let (first, last) = (span.last + 1, high.last);
        hold(database, lease, Span { first, last })?;
    }
    let sql = "DELETE FROM lease WHERE id = ?1
               AND NOT EXISTS (SELECT 1 FROM lease_seeds WHERE lease = ?1)";
    database.prepare_cached(sql)?.execute([lease])?;
    Ok(true)
}

/// Marks seeds as suspects: a process died while it had leased them.
pub(super) fn died(
    database: &Connection,
    campaign: i64,
    seeds: &Range<u64>,
) -> Result<(), Problem> {
    let mut count = database.prepare_cached(
        "INSERT INTO death (campaign, seed, times) VALUES (?1, ?2, 1)
         ON CONFLICT DO UPDATE SET times = times + 1",
    )?;
    for each in seeds.clone() {
        count.execute(params![campaign, seed(each)?])?;
    }
    Ok(())
}

/// The suspects among these seeds, in ascending order.
pub(super) fn suspects(
    database: &Connection,
    campaign: i64,
    span: Span,
) -> Result<Vec<u64>, Problem> {
    let mut suspects = database.prepare_cached(
        "SELECT seed FROM death WHERE campaign = ?1 AND seed >= ?2 AND seed <= ?3 ORDER BY seed",
    )?;
    let parameters = params![campaign, span.first, span.last];
    let suspects = suspects.query_map(parameters, |row| row.get(0))?;
    Ok(suspects.collect::<Result<_, _>>()?)
}

/// All suspects of a campaign that are not leased.
pub(super) fn lost(database: &Connection, campaign: i64) -> Result<Vec<Range<u64>>, Problem> {
    let mut lost = database.prepare_cached(
        "SELECT seed, seed FROM death WHERE campaign = ?1
         AND NOT EXISTS (SELECT 1 FROM lease JOIN lease_seeds ON lease = lease.id
                         WHERE lease.campaign = ?1 AND first <= seed AND last >= seed)
         ORDER BY seed",
    )?;
    let lost = lost.query_map([campaign], span)?;
    merged(lost)
}

/// Removes suspicions of seeds, whose results are recorded now.
pub(super) fn settled(database: &Connection, campaign: i64, span: Span) -> Result<(), Problem> {
    for table in ["suspicion", "death"] {
        let sql = format!("DELETE FROM {table} WHERE campaign = ?1 AND seed >= ?2 AND seed <= ?3");
        let mut settled = database.prepare_cached(&sql)?;
        settled.execute(params![campaign, span.first, span.last])?;
    }
    Ok(())
}

/// Marks seeds as tested by a backend, merged with adjacent ones.
pub(super) fn tested(database: &Connection, backend: i64, span: Span) -> Result<(), Problem> {
    let mut neighbours = database.prepare_cached(
        "DELETE FROM tested WHERE backend = ?1 AND last >= ?2 AND first <= ?3
         RETURNING first, last",
    )?;
    let around = params![
        backend,
        span.first.saturating_sub(1),
        span.last.saturating_add(1)
    ];
    let mut merged = span;
    for neighbour in neighbours.query_map(around, self::span)? {
        let neighbour = neighbour?;
        merged.first = merged.first.min(neighbour.first);
        merged.last = merged.last.max(neighbour.last);
    }
    let sql = "INSERT INTO tested (backend, first, last) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql)?;
    insert.execute(params![backend, merged.first, merged.last])?;
    Ok(())
}

/// True if a backend has tested none of these seeds, and none of them is leased for it.
pub(super) fn is_free(database: &Connection, backend: i64, span: Span) -> Result<bool, Problem> {
    Ok(taken_by(database, backend, span)?.is_empty())
}

/// Number of seeds in `within` that are not free by this rule because backends have tested them.
pub(super) fn count_tested(
    database: &Connection,
    backends: &[i64],
    within: Span,
    rule: Rule,
) -> Result<u64, Problem> {
    let mut ends: Vec<(i64, i64)> = Vec::new();
    let sql = "SELECT max(first, ?2), min(last, ?3) FROM tested WHERE backend = ?1 AND last >= ?2 AND first <= ?3";
    let mut tested = database.prepare_cached(sql)?;
    for backend in backends {
        for span in tested.query_map(params![backend, within.first, within.last], span)? {
            let Span { first, last } = span?;
            ends.extend([(first, 1), (last.saturating_add(1), -1)]);
        }
    }
    ends.sort_unstable();
    let needed = match rule {
        Rule::Fresh => 1,
        Rule::Complete => backends.len() as i64,
    };
    let (mut count, mut depth, mut since) = (0, 0, 0);
    for (at, change) in ends {
        if depth >= needed {
            count += (at - since) as u64;
        }
        depth += change;
        since = at;
    }
    Ok(count)
}

/// All seeds of a campaign that some backend has tested.
pub(super) fn all_tested(database: &Connection, campaign: i64) -> Result<Vec<Range<u64>>, Problem> {
    let mut tested = database.prepare_cached(
        "SELECT first, last FROM tested JOIN backend ON backend.id = backend
         WHERE campaign = ?1 ORDER BY first",
    )?;
    let tested = tested.query_map([campaign], span)?;
    merged(tested)
}

/// The seeds of spans that are sorted by their first seed.
fn merged(spans: impl Iterator<Item = rusqlite::Result<Span>>) -> Result<Vec<Range<u64>>, Problem> {
    let mut merged: Vec<Range<u64>> = Vec::new();
    for span in spans {
        let seeds = span?.range();
        match merged.last_mut() {
            Some(last) if seeds.start <= last.end => last.end = last.end.max(seeds.end),
            _ => merged.push(seeds),
        }
    }
    Ok(merged)
}

pub(super) fn span(row: &rusqlite::Row<'_>) -> rusqlite::Result<Span> {
    Ok(Span {
        first: row.get(0)?,
        last: row.get(1)?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::store::objects::Objects;
    use crate::store::schema;

    /// A database with one campaign, two backends, and a lease for each set of them: 1 has the first, 2 the second, 3 both.
    fn database() -> Connection {
        let mut database = Connection::open_in_memory().unwrap();
        let objects = Objects::below("/nowhere".as_ref());
        schema::migrate(&mut database, schema::MIGRATIONS, &objects).unwrap();
        database
            .execute_batch(
                "INSERT INTO campaign VALUES (1, 'key', 0, 0, '{}');
                 INSERT INTO session (id, campaign, begun, heard) VALUES (1, 1, 0, 0);
                 INSERT INTO backend VALUES (1, 1, 'a', '', '{}'), (2, 1, 'b', '', '{}')",
            )
            .unwrap();
        database
    }

    /// A new lease for some backends.
    fn lease(database: &Connection, backends: &[i64]) -> i64 {
        let sql = "INSERT INTO lease (campaign, session, work, expires) VALUES (1, 1, 'test', 0)";
        database.execute(sql, []).unwrap();
        let id = database.last_insert_rowid();
        for backend in backends {
            let sql = "INSERT INTO lease_backend VALUES (?1, ?2)";
            database.execute(sql, [id, *backend]).unwrap();
        }
        id
    }

    fn span(seeds: Range<u64>) -> Span {
        Span::new(&seeds).unwrap().unwrap()
    }

    /// Reproducible random numbers.
    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 33) % below
    }

    /// A model of the database: sets of single seeds.
    #[derive(Default)]
    struct Model {
        /// Tested or leased seeds, for each backend.
        taken: [BTreeSet<u64>; 2],
        tested: [BTreeSet<u64>; 2],
    }

    impl Model {
        fn free(
            &self,
            backends: &[i64],
            within: &Range<u64>,
            most: u64,
            rule: Rule,
        ) -> Option<(Vec<u64>, Vec<i64>)> {
            let lacking = |seed: u64| -> Vec<i64> {
                let lacks = |backend: &&i64| !self.taken[**backend as usize - 1].contains(&seed);
                let lacking: Vec<i64> = backends.iter().filter(lacks).copied().collect();
                match rule {
                    Rule::Fresh if lacking.len() < backends.len() => Vec::new(),
                    _ => lacking,
                }
            };
            let first = within.clone().find(|seed| !lacking(*seed).is_empty())?;
            let same = lacking(first);
            let run = (first..within.end).take_while(|seed| lacking(*seed) == same);
            Some((run.take(most as usize).collect(), same))
        }
    }

    #[test]
    fn the_database_agrees_with_a_model() {
        let database = database();
        let (mut state, within) = (1, 10..90);
        let mut model = Model::default();
        let mut leases: Vec<(i64, Vec<i64>, BTreeSet<u64>)> = Vec::new();
        let sets: [&[i64]; 3] = [&[1], &[2], &[1, 2]];
        for _ in 0..2000 {
            let backends = sets[random(&mut state, 3) as usize];
            let rule = match random(&mut state, 2) {
                0 => Rule::Fresh,
                _ => Rule::Complete,
            };
            let most = 1 + random(&mut state, 6);
            if random(&mut state, 3) == 0 {
                let free = free(&database, backends, &within, most, rule).unwrap();
                let expected = model.free(backends, &within, most, rule);
                let seeds = free
                    .clone()
                    .map(|(span, lacking)| (span.range().collect(), lacking));
                assert_eq!(seeds, expected, "{rule:?} {backends:?}");
                if let Some((span, lacking)) = free {
                    let id = lease(&database, &lacking);
                    hold(&database, id, span).unwrap();
                    for backend in &lacking {
                        model.taken[*backend as usize - 1].extend(span.range());
                    }
                    leases.push((id, lacking, span.range().collect()));
                }
            } else if !leases.is_empty() {
                let n = random(&mut state, leases.len() as u64) as usize;
                let (id, lacking, held) = &mut leases[n];
                let first = *held.first().unwrap() + random(&mut state, 4);
                let some = first..first + 1 + random(&mut state, 4);
                if !some.clone().all(|seed| held.contains(&seed)) {
                    assert!(!take(&database, *id, span(some)).unwrap());
                    continue;
                }
                assert!(take(&database, *id, span(some.clone())).unwrap());
                held.retain(|seed| !some.contains(seed));
                let is_tested = random(&mut state, 2) == 0;
                for backend in &*lacking {
                    let at = *backend as usize - 1;
                    if is_tested {
                        tested(&database, *backend, span(some.clone())).unwrap();
                        model.tested[at].extend(some.clone());
                    } else {
                        model.taken[at].retain(|seed| !some.contains(seed));
                    }
                    let is_free = is_free(&database, *backend, span(some.clone())).unwrap();
                    assert_eq!(is_free, !is_tested);
                }
                if held.is_empty() {
                    leases.remove(n);
                }
            }
            let rows = all_tested(&database, 1).unwrap();
            assert!(
                rows.windows(2).all(|pair| pair[0].end < pair[1].start),
                "{rows:?}"
            );
            let both: BTreeSet<u64> = model.tested.iter().flatten().copied().collect();
            assert_eq!(rows.into_iter().flatten().collect::<BTreeSet<u64>>(), both);
            let count = |rule| count_tested(&database, &[1, 2], span(within.clone()), rule);
            assert_eq!(count(Rule::Fresh).unwrap(), both.len() as u64);
            let [first, second] = &model.tested;
            let all = first.intersection(second).count() as u64;
            assert_eq!(count(Rule::Complete).unwrap(), all);
        }
        let open = "SELECT count(*) FROM lease";
        let open: usize = database.query_row(open, [], |row| row.get(0)).unwrap();
        assert_eq!(open, leases.len());
        assert!(model.tested.iter().all(|tested| tested.len() > 40));
    }

    #[test]
    fn seeds_end_with_the_range_of_the_database() {
        let database = database();
        let end = TOO_LARGE;
        assert!(matches!(
            Span::new(&(end - 1..end + 1)),
            Err(Problem::SeedTooLarge(seed)) if seed == end
        ));
        assert_eq!(Span::new(&(7..7)).unwrap(), None);
        for rule in [Rule::Fresh, Rule::Complete] {
            let backend = 1 + i64::from(rule == Rule::Complete);
            let free = |within: &Range<u64>, most: u64| {
                let free = free(&database, &[backend], within, most, rule);
                free.map(|free| free.map(|(span, _)| span))
            };
            // A range without an end fails only when no seeds are left.
            let within = end - 3..u64::MAX;
            for seeds in [end - 3..end - 1, end - 1..end] {
                let free = free(&within, 2).unwrap().unwrap();
                assert_eq!(free.range(), seeds);
                tested(&database, backend, free).unwrap();
            }
            let rows = all_tested(&database, 1).unwrap();
            assert_eq!((rows.len(), rows[0].clone()), (1, end - 3..end));
            for within in [
                within,
                end..end + 1,
                end - 1..end + 7,
                u64::MAX - 1..u64::MAX,
            ] {
                let problem = free(&within, 2).unwrap_err();
                assert!(matches!(problem, Problem::SeedTooLarge(_)), "{problem:?}");
            }
            assert_eq!(free(&(end - 2..end), 2).unwrap(), None);
            assert_eq!(free(&(5..5), 2).unwrap(), None);
            let all = free(&(0..u64::MAX), u64::MAX).unwrap();
            assert_eq!(all.unwrap().range(), 0..end - 3);
        }
    }
}
