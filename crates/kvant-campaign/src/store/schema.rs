//! The tables and their migrations.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::error::Problem;
use super::legacy;
use super::objects::Objects;

/// Migrations to each version of the schema from the previous one. Released ones never change.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
    include_str!("schema/5.sql"),
    include_str!("schema/6.sql"),
];

/// The application id in the file's head: `KVNT`.
const APPLICATION: i32 = 0x4b56_4e54;

/// The version of the schema of a database, which is 0 for an empty one.
pub(super) fn version(connection: &Connection) -> Result<u32, Problem> {
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let application: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables = "SELECT count(*) FROM sqlite_schema";
    let tables: u64 = connection.query_row(tables, [], |row| row.get(0))?;
    match application {
        APPLICATION => Ok(version),
        0 if version == 0 && tables == 0 => Ok(0),
        _ => Err(Problem::Foreign),
    }
}

/// The version since which findings and analyses are records.
const RECORDS: u32 = 5;

/// Migrates a database to the newest version of the schema. `objects` are those of its store.
pub(super) fn migrate(
    connection: &mut Connection,
    migrations: &[&str],
    objects: &Objects,
) -> Result<(), Problem> {
    loop {
        // Another process may have migrated it during the wait for the lock.
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let version = version(&transaction)?;
        let Some(migration) = migrations.get(version as usize) else {
            return Ok(());
        };
        transaction.execute_batch(migration)?;
        if version + 1 == RECORDS {
            legacy::make_records(&transaction, objects)?;
            transaction.execute_batch(legacy::DROP)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", version + 1)?;
        transaction.commit()?;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const NEXT: &str = "ALTER TABLE mute ADD COLUMN by TEXT;";

    fn nothing() -> Objects {
        Objects::below(Path::new("/nowhere"))
    }

    fn with(migrations: &[&str]) -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, migrations, &nothing()).unwrap();
        connection
    }

    #[test]
    fn each_version_is_made_of_the_one_before() {
        let mut connection = with(&MIGRATIONS[..1]);
        assert_eq!(version(&connection).unwrap(), 1);
        let sql = "INSERT INTO mute (pattern, link, since) VALUES ('a', 'b', 3)";
        connection.execute(sql, []).unwrap();
        migrate(&mut connection, &[MIGRATIONS[0], NEXT], &nothing()).unwrap();
        assert_eq!(version(&connection).unwrap(), 2);
        let sql = "SELECT pattern || link || since || coalesce(by, '?') FROM mute";
        let row: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(row, "ab3?");
    }

    #[test]
    fn a_migration_that_fails_changes_nothing() {
        let mut connection = with(&MIGRATIONS[..1]);
        let fails = format!("{NEXT} SELECT no_such_thing;");
        assert!(migrate(&mut connection, &[MIGRATIONS[0], &fails], &nothing()).is_err());
        assert_eq!(version(&connection).unwrap(), 1);
        migrate(&mut connection, &[MIGRATIONS[0], NEXT], &nothing()).unwrap();
        assert_eq!(version(&connection).unwrap(), 2);
    }

    #[test]
    fn foreign_databases_are_not_changed() {
        for sql in [
            "CREATE TABLE theirs (x)",
            "PRAGMA user_version = 1",
            "PRAGMA application_id = 7",
        ] {
            let mut connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(sql).unwrap();
            let problem = migrate(&mut connection, MIGRATIONS, &nothing()).unwrap_err();
            assert!(matches!(problem, Problem::Foreign), "{sql}: {problem:?}");
        }
    }
}
