//! Mutes: patterns of signatures whose findings are not reported.

use kvant_record::{Moment, Mute};
use rusqlite::{Connection, params};

use super::error::{Problem, StoreError};
use super::{Store, now};
use crate::signature::without_lines;

/// True if a pattern mutes findings with this signature. Patterns from old stores, with line numbers of the compiler's source,
/// still match.
pub fn matches(pattern: &str, signature: &str) -> bool {
    is_like(signature, pattern) || is_like(&without_lines(signature), &without_lines(pattern))
}

/// Matches a signature against a pattern in which `*` stands for any text.
fn is_like(signature: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == signature;
    };
    let Some(mut signature) = signature.strip_prefix(start) else {
        return false;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The leftmost match of a part between two `*` leaves the most text for the next parts.
    for part in middle.split('*') {
        match signature.split_once(part) {
            Some((_, after)) => signature = after,
            None => return false,
        }
    }
    signature.ends_with(end)
}

impl Store {
    /// All mutes, the oldest first.
    pub fn mutes(&self) -> Result<Vec<Mute>, StoreError> {
        self.look(|database| all(database))
    }

    /// Mutes findings, or changes the link of an existing pattern.
    pub fn mute(&mut self, pattern: &str, link: &str) -> Result<(), StoreError> {
        self.change(|database| {
            database.execute(
                "INSERT INTO mute (pattern, link, since) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET link = excluded.link",
                params![pattern, link, now()],
            )?;
            Ok(())
        })
    }

    /// Removes a mute. Returns true if there was one.
    pub fn unmute(&mut self, pattern: &str) -> Result<bool, StoreError> {
        self.change(|database| {
            let removed = database.execute("DELETE FROM mute WHERE pattern = ?1", [pattern])?;
            Ok(removed > 0)
        })
    }
}

pub(super) fn all(database: &Connection) -> Result<Vec<Mute>, Problem> {
    let sql = "SELECT pattern, link, since FROM mute ORDER BY since, pattern";
    let mut mutes = database.prepare_cached(sql)?;
    let mutes = mutes.query_map([], |row| {
        Ok(Mute {
            pattern: row.get(0)?,
            link: row.get(1)?,
            since: Moment(row.get(2)?),
        })
    })?;
    Ok(mutes.collect::<Result<_, _>>()?)
}

/// The mute of a signature.
pub(super) fn of<'a>(mutes: &'a [Mute], signature: &str) -> Option<&'a Mute> {
    mutes.iter().find(|mute| matches(&mute.pattern, signature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mute_with_a_line_number_still_matches() {
        let pattern = "crash: src/simplify.rs:131: expected*";
        assert!(matches(pattern, "crash: src/simplify.rs:131: expected N"));
        assert!(matches(pattern, "crash: src/simplify.rs: expected N"));
        assert!(!matches(pattern, "crash: src/gvn.rs: expected N"));
    }

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, signature) in [
            ("", ""),
            ("*", ""),
            ("*", "anything\nat all"),
            ("a?[b]", "a?[b]"),
            ("a*", "a"),
            ("*b", "ab"),
            ("a*b", "ab"),
            ("a*b*c", "a b b c c"),
            ("*b*", "abc"),
            ("a**b", "axb"),
            ("*ab*ab", "abxab"),
        ] {
            assert!(matches(pattern, signature), "{pattern} on {signature}");
        }
        for (pattern, signature) in [
            ("", "a"),
            ("a", "ab"),
            ("a", "A"),
            ("a?c", "abc"),
            ("a*", "ba"),
            ("*b", "ba"),
            ("a*a", "a"),
            ("a*b*c", "a c b"),
            ("*ab*ab", "ab"),
            ("*bb*b", "abb"),
        ] {
            assert!(!matches(pattern, signature), "{pattern} on {signature}");
        }
    }
}
