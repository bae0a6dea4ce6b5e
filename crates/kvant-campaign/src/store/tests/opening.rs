//! Opening of stores: new, old, foreign and damaged ones.

#![allow(clippy::single_range_in_vec_init)] // Seeds are a list of ranges, also if it is one.

use std::sync::Barrier;
use std::thread;

use kvant_record::{Exit, SessionState, Verdict};
use tempfile::TempDir;

use super::{backends, key};
use crate::store::*;

#[test]
fn several_processes_can_create_one_store() {
    for _ in 0..10 {
        let folder = TempDir::new().unwrap();
        let begin = Barrier::new(8);
        let open = || {
            begin.wait();
            let mut store = Store::open(&folder.path().join("deep/down")).unwrap();
            store.begin(&key("a"), &backends(), 0).unwrap().campaign
        };
        thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            for one in all {
                assert_eq!(one.join().unwrap(), 1);
            }
        });
    }
}

#[test]
fn foreign_files_are_recognised() {
    let folder = TempDir::new().unwrap();
    let problems = |folder: &Path| {
        [Store::open(folder), Store::existing(folder)].map(|opened| opened.err().unwrap().problem)
    };
    let missing = Store::existing(&folder.path().join("nowhere"));
    let missing = missing.err().unwrap();
    assert!(matches!(missing.problem, Problem::Missing), "{missing}");
    assert!(
        missing.to_string().contains("`kvant fuzz` makes one"),
        "{missing}"
    );
    assert!(!folder.path().join("nowhere").exists());

    let file = folder.path().join("kvant.db");
    let text = "some text that somebody needs\n".repeat(1000);
    fs::write(&file, &text).unwrap();
    let found = problems(folder.path());
    assert!(
        matches!(found, [Problem::Foreign, Problem::Foreign]),
        "{found:?}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), text);

    fs::remove_file(&file).unwrap();
    let theirs = Connection::open(&file).unwrap();
    theirs.execute_batch("CREATE TABLE theirs (x)").unwrap();
    let found = problems(folder.path());
    assert!(
        matches!(found, [Problem::Foreign, Problem::Foreign]),
        "{found:?}"
    );
    drop(theirs);

    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let found = problems(folder.path());
    assert!(
        matches!(found, [Problem::Sql(_), Problem::Sql(_)]),
        "{found:?}"
    );
}

#[test]
fn a_damaged_store_is_recognised() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    store.end(session).unwrap();
    drop(store);
    // The header stays, and the rest is noise.
    let file = folder.path().join("kvant.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes[100..].fill(0x5a);
    fs::write(&file, bytes).unwrap();
    for opened in [Store::open(folder.path()), Store::existing(folder.path())] {
        let error = opened.err().unwrap();
        assert!(matches!(error.problem, Problem::Damaged(_)), "{error}");
        assert!(error.to_string().contains("kvant.db is damaged"), "{error}");
    }
}

#[test]
fn a_store_of_a_later_version_is_not_changed() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let later = schema::MIGRATIONS.len() + 1;
    store
        .connection
        .pragma_update(None, "user_version", later)
        .unwrap();
    for opened in [Store::open(folder.path()), Store::existing(folder.path())] {
        let error = opened.err().unwrap();
        assert!(matches!(error.problem, Problem::Newer { .. }), "{error}");
        assert!(error.to_string().contains("a later kvant"), "{error}");
    }
}

#[test]
fn a_store_of_the_first_version_is_migrated() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("kvant.db");
    let mut first = Connection::open(&file).unwrap();
    schema::migrate(
        &mut first,
        &schema::MIGRATIONS[..1],
        &Objects::below(folder.path()),
    )
    .unwrap();
    // As the first version wrote it: this text never changes.
    let rows = "
        INSERT INTO campaign VALUES (1, 'digest', 'mir', 7, 'size = 3', 40, 1000);
        INSERT INTO backend VALUES (1, 0, 'stable O3', 'rustc 1.95.0 -O3');
        INSERT INTO session VALUES (1, 1, 1000, 2000, 2000, 0, 10, 2, 3, 4, 5);
        INSERT INTO tested VALUES (1, 40, 51);
        INSERT INTO test_count VALUES (1, 'stable O3', 'agrees', 9);
        INSERT INTO finding VALUES (1, 'x', 'wrong value', 1, 1);
        INSERT INTO occurrence VALUES (1, 1, 1, 42, 'it is wrong', 1500);
        INSERT INTO file VALUES (1, 0, 'program.rs', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
        INSERT INTO mute VALUES ('x*', 'https://example.org', 1600);";
    first.execute_batch(rows).unwrap();
    drop(first);
    let store = Store::open(folder.path()).unwrap();
    let campaign = &store.campaigns().unwrap()[0];
    assert_eq!((campaign.programs, &*campaign.tested), (10, &[40..52][..]));
    let finding = store.finding(1).unwrap().unwrap();
    assert!(finding.summary.mute.is_some());
    assert_eq!(finding.occurrences[0].files[0].name, "program.rs");
    assert_eq!(store.sessions(1).unwrap()[0].state, SessionState::Ended);
    assert_eq!(
        schema::version(&store.connection).unwrap() as usize,
        schema::MIGRATIONS.len()
    );
}

/// A store of version 4: a finding and its analysis as texts.
fn fourth(folder: &Path) {
    fs::create_dir_all(folder.join("objects")).unwrap();
    let verdicts = "seed-42: compiler crash\nx\n\nstable-O3: compiler crash\n$ rustc -Zmir-opt-level=4 fast.rs\n\
        too much memory\nLLVM ERROR: out of memory\nAsked again: compiler crash, compiler crash.\n\n\
        stable-O0: agrees\n$ rustc fast.rs\n";
    let reduced = verdicts.replace("stable-O3:", "stable-O2:");
    let texts = ["fn f() {}", verdicts, "stable-O3\n", &reduced];
    let objects = Objects::below(folder).keep(session::NONE, texts).unwrap();
    let mut fourth = Connection::open(folder.join("kvant.db")).unwrap();
    fourth.pragma_update(None, "journal_mode", "WAL").unwrap();
    schema::migrate(
        &mut fourth,
        &schema::MIGRATIONS[..4],
        &Objects::below(folder),
    )
    .unwrap();
    // As the fourth version wrote it: this text never changes.
    let rows = format!("
        INSERT INTO campaign VALUES (1, 'digest', 'mir', 7, 'size = 3', 40, 1000);
        INSERT INTO session VALUES (1, 1, 1000, 2000, 2000, 0, 10, 2, 3, 4, 5);
        INSERT INTO test_count VALUES (1, 'stable-O3', 'agrees', 9), (1, 'left out', 'left out', 3);
        INSERT INTO finding VALUES (1, 'x', 'compiler crash', 1, 1, NULL, 0, '');
        INSERT INTO occurrence VALUES (1, 1, 1, 42, 'it is wrong', 1500);
        INSERT INTO file VALUES (1, 0, 'program.rs', '{0}'), (1, 1, 'verdicts.txt', '{1}'), (1, 2, 'accused.txt', '{2}');
        INSERT INTO dossier VALUES (1, 1700, 300, 12, 5, 1, 1, 1, 0, 'compiler crash: out of memory',
            'stable-O2 -Clto=fat', 'MIR GVN (unsure)', 'add' || char(10) || 'loop', 1, 77, 1234567);
        INSERT INTO dossier_version VALUES (1, 0, 'stable', '1.95.0', 'compiler crash', 1);
        INSERT INTO dossier_file VALUES (1, 0, 'verdicts.txt', '{3}');
        INSERT INTO recheck VALUES (1, 'stable', '1.95.0', 'rustc 1.95.0', 'agrees', 0, 1800);
        INSERT INTO suspicion VALUES (1, 44, 'stable-O3', 'wrong value', 1900);",
        objects[0], objects[1], objects[2], objects[3]);
    fourth.execute_batch(&rows).unwrap();
}

/// Asserts that everything of [`fourth`] was migrated to records.
#[track_caller]
fn has_records(store: &Store) {
    let record = store.record(1).unwrap().unwrap();
    assert_eq!((&*record.name, &*record.signature), ("seed-42", "x"));
    assert_eq!((record.outcomes.len(), &*record.failing), (2, &[0][..]));
    let shown = record.failing()[0];
    assert_eq!(shown.backend.name(), "stable-O3-mir4");
    let crash = Verdict::CompilerCrash {
        exit: Some(Exit::MemoryLimit),
        message: "LLVM ERROR: out of memory".into(),
    };
    assert_eq!((&shown.verdict, shown.again.len()), (&crash, 2));
    let analysis = store.analysis(1).unwrap().unwrap();
    assert_eq!(analysis.verdict, Some(crash));
    assert_eq!(analysis.backend.unwrap().name(), "stable-O2 -Clto=fat");
    assert_eq!(analysis.culprit.unwrap().to_string(), "MIR GVN (unsure)");
    assert_eq!(
        analysis.symptom.unwrap().to_string(),
        "compiler crash: out of memory"
    );
    assert_eq!(
        (
            analysis.shape.len(),
            analysis.versions.len(),
            analysis.files.len()
        ),
        (2, 1, 1)
    );
    assert!(analysis.is_smallest && analysis.is_firm && analysis.is_lifted);
    let bug = store.bug(1).unwrap().unwrap();
    assert_eq!(bug.rechecked.len(), 1);
    let campaign = &store.campaigns().unwrap()[0];
    assert_eq!((campaign.left_out, store.counts(1).unwrap().len()), (3, 1));
    assert_eq!(store.suspicions(1).unwrap().len(), 1);
    assert!(store.rates(1).unwrap().is_empty());
}

#[test]
fn the_texts_of_an_old_store_become_records() {
    let folder = TempDir::new().unwrap();
    fourth(folder.path());
    has_records(&Store::existing(folder.path()).unwrap());
    has_records(&Store::open(folder.path()).unwrap());
}

/// A missing or damaged text is left out of the records. After another error, the next try may be able to read it.
#[test]
fn an_old_store_whose_texts_cannot_be_read_is_not_migrated() {
    let folder = TempDir::new().unwrap();
    fourth(folder.path());
    let objects = folder.path().join("objects");
    let away = folder.path().join("away");
    fs::rename(&objects, &away).unwrap();
    // A loop of links, as an error of the disk is hard to get.
    std::os::unix::fs::symlink(&objects, &objects).unwrap();
    let error = Store::existing(folder.path()).err().unwrap();
    assert!(matches!(error.problem, Problem::Io { .. }), "{error}");
    fs::remove_file(&objects).unwrap();
    fs::rename(&away, &objects).unwrap();
    has_records(&Store::existing(folder.path()).unwrap());

    let folder = TempDir::new().unwrap();
    fourth(folder.path());
    fs::remove_dir_all(folder.path().join("objects")).unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert!(store.record(1).unwrap().is_none());
}

#[test]
fn reading_takes_no_lock_and_changes_nothing() {
    let folder = TempDir::new().unwrap();
    fourth(folder.path());
    let before = fs::read(folder.path().join("kvant.db")).unwrap();
    let lock = File::open(folder.path()).unwrap();
    lock.lock().unwrap();
    let mut store = Store::read_only(folder.path()).unwrap();
    has_records(&store);
    let error = store.mute("x", "y").unwrap_err();
    assert!(matches!(error.problem, Problem::ReadOnly), "{error}");
    drop(store);
    assert_eq!(fs::read(folder.path().join("kvant.db")).unwrap(), before);
    drop(lock);

    let mut writes = Store::open(folder.path()).unwrap();
    let reads = Store::read_only(folder.path()).unwrap();
    has_records(&reads);
    writes.mute("x", "y").unwrap();
    assert_eq!(reads.mutes().unwrap().len(), 1);
    let missing = Store::read_only(&folder.path().join("nowhere"))
        .err()
        .unwrap();
    assert!(matches!(missing.problem, Problem::Missing), "{missing}");
}

/// A killed process leaves a log that is not part of the database yet.
#[test]
fn reading_leaves_the_log_of_a_killed_process() {
    let folder = TempDir::new().unwrap();
    let (original, killed) = (folder.path().join("a"), folder.path().join("b"));
    let mut store = Store::open(&original).unwrap();
    store.mute("x", "y").unwrap();
    fs::create_dir(&killed).unwrap();
    let contents = |folder: &Path, name: &str| fs::read(folder.join(name)).unwrap();
    let files = ["kvant.db", "kvant.db-wal"];
    let before = files.map(|name| contents(&original, name));
    for (name, bytes) in files.iter().zip(&before) {
        fs::write(killed.join(name), bytes).unwrap();
    }
    for _ in 0..2 {
        let reads = Store::read_only(&killed).unwrap();
        assert_eq!(reads.mutes().unwrap().len(), 1);
        drop(reads);
        assert!(before == files.map(|name| contents(&killed, name)));
    }
    drop(store);
    let at_rest = || {
        let entries = fs::read_dir(&original).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        (names, contents(&original, "kvant.db"))
    };
    let before = at_rest();
    let reads = Store::read_only(&original).unwrap();
    assert_eq!(reads.mutes().unwrap().len(), 1);
    drop(reads);
    assert!(before == at_rest());
}

#[test]
fn only_files_of_dead_sessions_are_swept() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let lives = store.begin(&key("a"), &backends(), 0).unwrap();
    let dies = store.begin(&key("a"), &backends(), 0).unwrap();
    let unfinished = [&lives, &dies].map(|session| {
        let path = folder.path().join(format!("objects/tmp-{}-0", session.id));
        fs::write(&path, "half").unwrap();
        path
    });
    drop(dies);
    let _other = Store::open(folder.path()).unwrap();
    assert_eq!(unfinished.map(|path| path.exists()), [true, false]);
    // The next session removes the lock of the dead one.
    let _next = store.begin(&key("a"), &backends(), 0).unwrap();
    let locks = fs::read_dir(folder.path().join("sessions")).unwrap();
    assert_eq!(locks.count(), 2);
}

#[test]
fn a_store_can_be_read_without_permission_to_write() {
    let folder = TempDir::new().unwrap();
    let strange = folder.path().join("100% #1?");
    let mut store = Store::open(&strange).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    store.end(session).unwrap();
    // While it is in use, the latest changes are in the log.
    assert!(!is_at_rest(&strange));
    drop(store);
    assert!(is_at_rest(&strange));
    let mut store = Store {
        connection: immutable(&strange).unwrap(),
        folder: strange.clone(),
        identity: super::super::identity(&strange),
    };
    assert_eq!(store.campaigns().unwrap().len(), 1);
    let error = store.mute("x", "y").unwrap_err();
    assert!(matches!(error.problem, Problem::ReadOnly), "{error}");
    let beside = fs::read_dir(&strange).unwrap();
    assert_eq!(beside.count(), 3, "nothing was made");
}
