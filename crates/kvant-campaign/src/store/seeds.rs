//! Which seeds of a campaign are tested, which are held, and which are free.

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

/// The first seed that cannot be kept.
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

/// A seed, as it is kept.
pub(super) fn seed(seed: u64) -> Result<i64, Problem> {
    i64::try_from(seed).map_err(|_| Problem::SeedTooLarge(seed))
}

/// The lowest seeds in `within` that nobody tested or holds, at most so many in a row.
pub(super) fn free(
    database: &Connection,
    campaign: i64,
    within: &Range<u64>,
    most: u64,
) -> Result<Option<Span>, Problem> {
    // Whoever goes on without an end has an end beyond what can be kept. That matters only to those who come there.
    let possible = within.start..within.end.min(TOO_LARGE);
    let beyond = || match within.end > TOO_LARGE && !within.is_empty() {
        true => Err(Problem::SeedTooLarge(within.start.max(TOO_LARGE))),
        false => Ok(None),
    };
    let Some(within) = Span::new(&possible)? else {
        return beyond();
    };
    let mut taken = database.prepare_cached(
        "SELECT first, last FROM tested WHERE campaign = ?1 AND last >= ?2 AND first <= ?3
         UNION ALL
         SELECT first, last FROM claim WHERE campaign = ?1 AND last >= ?2 AND first <= ?3
         ORDER BY first",
    )?;
    let taken = taken.query_map(params![campaign, within.first, within.last], span)?;
    let (mut first, mut last) = (within.first, within.last);
    for span in taken {
        let span = span?;
        if span.first > first {
            last = span.first - 1;
            break;
        }
        match span.last.checked_add(1) {
            Some(next) => first = first.max(next),
            None => return beyond(),
        }
    }
    if first > last {
        return beyond();
    }
    let most = i64::try_from(most.max(1)).unwrap_or(i64::MAX);
    let last = last.min(first.saturating_add(most - 1));
    Ok(Some(Span { first, last }))
}

/// Lets a session hold seeds that are free.
pub(super) fn hold(
    database: &Connection,
    campaign: i64,
    session: i64,
    span: Span,
) -> Result<(), Problem> {
    let sql = "INSERT INTO claim (campaign, first, last, session) VALUES (?1, ?2, ?3, ?4)";
    let mut insert = database.prepare_cached(sql)?;
    insert.execute(params![campaign, span.first, span.last, session])?;
    Ok(())
}

/// Takes seeds from a session, which must hold all of them. The rest of what it holds stays with it.
pub(super) fn take(
    database: &Connection,
    campaign: i64,
    session: i64,
    span: Span,
) -> Result<(), Problem> {
    let mut held = database.prepare_cached(
        "DELETE FROM claim WHERE campaign = ?1 AND session = ?2 AND last >= ?3 AND first <= ?4
         RETURNING first, last",
    )?;
    let held = held.query_map(
        params![campaign, session, span.first, span.last],
        self::span,
    )?;
    let mut held = held.collect::<Result<Vec<Span>, _>>()?;
    held.sort_by_key(|held| held.first);
    // Claims do not overlap, so they hold all of it if nothing is missing between them and at the ends.
    let seamless = held
        .windows(2)
        .all(|pair| pair[0].last + 1 == pair[1].first);
    let (Some(low), Some(high)) = (held.first(), held.last()) else {
        return Err(Problem::NotHeld(span.range()));
    };
    if !seamless || low.first > span.first || high.last < span.last {
        return Err(Problem::NotHeld(span.range()));
    }
    if low.first < span.first {
        let (first, last) = (low.first, span.first - 1);
        hold(database, campaign, session, Span { first, last })?;
    }
    if high.last > span.last {
        let (first, last) = (span.last + 1, high.last);
        hold(database, campaign, session, Span { first, last })?;
    }
    Ok(())
}

/// Takes everything from a session, and tells what that was.
pub(super) fn take_all(database: &Connection, session: i64) -> Result<Vec<Range<u64>>, Problem> {
    let sql = "DELETE FROM claim WHERE session = ?1 RETURNING first, last";
    let mut held = database.prepare_cached(sql)?;
    let held = held.query_map([session], self::span)?;
    let mut held = held
        .map(|span| span.map(Span::range))
        .collect::<Result<Vec<_>, _>>()?;
    held.sort_by_key(|seeds| seeds.start);
    Ok(held)
}

/// Marks seeds as suspects: a process died while it held them.
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

/// Forgets what was suspected of seeds: it is known now.
pub(super) fn settled(database: &Connection, campaign: i64, span: Span) -> Result<(), Problem> {
    let sql = "DELETE FROM suspicion WHERE campaign = ?1 AND seed >= ?2 AND seed <= ?3";
    let mut settled = database.prepare_cached(sql)?;
    settled.execute(params![campaign, span.first, span.last])?;
    Ok(())
}

/// Counts seeds as tested, in one row with their neighbours.
pub(super) fn tested(database: &Connection, campaign: i64, span: Span) -> Result<(), Problem> {
    let mut neighbours = database.prepare_cached(
        "DELETE FROM tested WHERE campaign = ?1 AND last >= ?2 AND first <= ?3
         RETURNING first, last",
    )?;
    let around = params![
        campaign,
        span.first.saturating_sub(1),
        span.last.saturating_add(1)
    ];
    let sql = "DELETE FROM death WHERE campaign = ?1 AND seed >= ?2 AND seed <= ?3";
    let mut survived = database.prepare_cached(sql)?;
    survived.execute(params![campaign, span.first, span.last])?;
    let mut merged = span;
    for neighbour in neighbours.query_map(around, self::span)? {
        let neighbour = neighbour?;
        merged.first = merged.first.min(neighbour.first);
        merged.last = merged.last.max(neighbour.last);
    }
    let sql = "INSERT INTO tested (campaign, first, last) VALUES (?1, ?2, ?3)";
    let mut insert = database.prepare_cached(sql)?;
    insert.execute(params![campaign, merged.first, merged.last])?;
    Ok(())
}

/// All seeds of a campaign that are tested.
pub(super) fn all_tested(database: &Connection, campaign: i64) -> Result<Vec<Range<u64>>, Problem> {
    let sql = "SELECT first, last FROM tested WHERE campaign = ?1 ORDER BY first";
    let mut tested = database.prepare_cached(sql)?;
    let tested = tested.query_map([campaign], span)?;
    let tested = tested.map(|span| span.map(Span::range));
    Ok(tested.collect::<Result<_, _>>()?)
}

fn span(row: &rusqlite::Row<'_>) -> rusqlite::Result<Span> {
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

    fn database() -> Connection {
        let mut database = Connection::open_in_memory().unwrap();
        let objects = Objects::below("/nowhere".as_ref());
        schema::migrate(&mut database, schema::MIGRATIONS, &objects).unwrap();
        database
            .execute_batch(
                "INSERT INTO campaign VALUES (1, 'key', 'mir', 1, '', 0, 0);
                 INSERT INTO session (id, campaign, begun, heard) VALUES (1, 1, 0, 0), (2, 1, 0, 0)",
            )
            .unwrap();
        database
    }

    fn span(seeds: Range<u64>) -> Span {
        Span::new(&seeds).unwrap().unwrap()
    }

    /// Random numbers that are the same every time.
    fn random(state: &mut u64, below: u64) -> u64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 33) % below
    }

    #[test]
    fn the_seeds_are_those_of_a_plain_set() {
        let database = database();
        let (mut state, within) = (1, 10..90);
        let (mut tested, mut held) = (BTreeSet::new(), [BTreeSet::new(), BTreeSet::new()]);
        for _ in 0..2000 {
            let session = random(&mut state, 2);
            let id = session as i64 + 1;
            let first = random(&mut state, 100);
            let some = first..first + 1 + random(&mut state, 8);
            let has_it = some
                .clone()
                .all(|seed| held[session as usize].contains(&seed));
            match random(&mut state, 4) {
                0 => {
                    let most = 1 + random(&mut state, 6);
                    let taken = |seed: &u64| {
                        tested.contains(seed) || held.iter().any(|held| held.contains(seed))
                    };
                    let low = within.clone().find(|seed| !taken(seed));
                    let run = low.into_iter().flat_map(|low| low..within.end);
                    let run = run.take_while(|seed| !taken(seed)).take(most as usize);
                    let run: Vec<u64> = run.collect();
                    let free = free(&database, 1, &within, most).unwrap();
                    let seeds = free.map_or(Vec::new(), |free| free.range().collect());
                    assert_eq!(seeds, run);
                    if let Some(free) = free {
                        hold(&database, 1, id, free).unwrap();
                        held[session as usize].extend(seeds);
                    }
                }
                1 | 2 if has_it => {
                    take(&database, 1, id, span(some.clone())).unwrap();
                    held[session as usize].retain(|seed| !some.contains(seed));
                    if random(&mut state, 2) == 0 {
                        self::tested(&database, 1, span(some.clone())).unwrap();
                        tested.extend(some);
                    }
                }
                1 | 2 => {
                    // What fails is rolled back by those who call this.
                    let transaction = database.unchecked_transaction().unwrap();
                    let problem = take(&transaction, 1, id, span(some.clone())).unwrap_err();
                    assert!(matches!(problem, Problem::NotHeld(seeds) if seeds == some));
                }
                _ if random(&mut state, 20) == 0 => {
                    let all = take_all(&database, id).unwrap();
                    let all = all.into_iter().flatten().collect::<BTreeSet<u64>>();
                    assert_eq!(all, std::mem::take(&mut held[session as usize]));
                }
                _ => {}
            }
            let rows = all_tested(&database, 1).unwrap();
            assert!(
                rows.windows(2).all(|pair| pair[0].end < pair[1].start),
                "{rows:?}"
            );
            assert_eq!(
                rows.into_iter().flatten().collect::<BTreeSet<u64>>(),
                tested
            );
        }
        assert!(tested.len() > 40, "{tested:?}");
    }

    #[test]
    fn seeds_end_where_the_database_does() {
        let database = database();
        let end = TOO_LARGE;
        assert!(matches!(
            Span::new(&(end - 1..end + 1)),
            Err(Problem::SeedTooLarge(seed)) if seed == end
        ));
        assert_eq!(Span::new(&(7..7)).unwrap(), None);
        // Who goes on without an end is told when there are no more, not before.
        let within = end - 3..u64::MAX;
        for seeds in [end - 3..end - 1, end - 1..end] {
            let free = free(&database, 1, &within, 2).unwrap().unwrap();
            assert_eq!(free.range(), seeds);
            tested(&database, 1, free).unwrap();
        }
        let rows = all_tested(&database, 1).unwrap();
        assert_eq!((rows.len(), rows[0].clone()), (1, end - 3..end));
        for within in [
            within,
            end..end + 1,
            end - 1..end + 7,
            u64::MAX - 1..u64::MAX,
        ] {
            let problem = free(&database, 1, &within, 2).unwrap_err();
            assert!(matches!(problem, Problem::SeedTooLarge(_)), "{problem:?}");
        }
        assert_eq!(free(&database, 1, &(end - 2..end), 2).unwrap(), None);
        assert_eq!(free(&database, 1, &(5..5), 2).unwrap(), None);
        let all = free(&database, 1, &(0..u64::MAX), u64::MAX).unwrap();
        assert_eq!(all.unwrap().range(), 0..end - 3);
    }
}
