//! Opening of stores: new, old, foreign and damaged ones.

#![allow(clippy::single_range_in_vec_init)] // Seeds are a list of ranges, also if it is one.

use std::ops::Range;
use std::sync::Barrier;
use std::thread;

use kvant_record::{Donors, Exit, OptLevel, Request, SessionState, Verdict};
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
        INSERT INTO backend VALUES (1, 0, 'stable-O3', 'Build' || char(10) || 'rustc 1.95.0');
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

/// Campaigns of version 4 that differ only in their backends become one.
#[test]
fn old_campaigns_with_other_backends_are_merged() {
    let folder = TempDir::new().unwrap();
    let mut fourth = Connection::open(folder.path().join("kvant.db")).unwrap();
    let migrations = &schema::MIGRATIONS[..4];
    schema::migrate(&mut fourth, migrations, &Objects::below(folder.path())).unwrap();
    let rows = "
        INSERT INTO campaign VALUES
            (1, 'a', 'c', 3, 'size 1..2', 100, 1000),
            (2, 'b', 'c', 3, 'size 1..2', 40, 900),
            (3, 'c', 'c', 3, 'size 1..2, features +loops', 7, 3000),
            (4, 'd', 'c', 3, 'size 1..2, 12 backends for each program', 500, 4000);
        INSERT INTO backend VALUES (1, 0, 'a-O3', 'Build' || char(10) || 'a 1'), (1, 1, 'b-O3', 'Build' || char(10) || 'b 1'),
            (2, 0, 'b-O3', 'Build' || char(10) || 'b 1'), (2, 1, 'a-O3', 'Build' || char(10) || 'a 2'),
            (3, 0, 'a-O3', 'Build' || char(10) || 'a 1'),
            (4, 0, 'b-O3', 'Build' || char(10) || 'b 1'), (4, 1, 'a-O3', 'Build' || char(10) || 'a 1');
        INSERT INTO session VALUES (1, 1, 1000, 2000, 2000, 0, 10, 2, 3, 4, 5), (2, 2, 900, 2000, 2000, 0, 20, 0, 3, 4, 5),
            (3, 3, 3000, 3000, 3000, 0, 1, 0, 3, 4, 5), (4, 4, 4000, 4000, NULL, 0, 5, 0, 3, 4, 5);
        INSERT INTO tested VALUES (1, 100, 109), (2, 40, 59), (2, 105, 119), (2, 120, 129), (3, 7, 7), (4, 500, 504);
        INSERT INTO claim VALUES (4, 505, 506, 4);
        INSERT INTO test_count VALUES (1, 'b-O3', 'agrees', 10), (2, 'b-O3', 'agrees', 45), (2, 'b-O3', 'wrong value', 1),
            (2, 'left out', 'left out', 3), (4, 'left out', 'left out', 1);
        INSERT INTO death VALUES (1, 300, 1), (2, 300, 1), (2, 301, 1);
        INSERT INTO suspicion VALUES (1, 310, 'b-O3', 'wrong value', 1), (2, 310, 'b-O3', 'wrong value', 2);
        INSERT INTO finding VALUES (1, 'x', 'wrong value', 3, 2, NULL, 0, ''), (2, 'y', 'wrong value', 1, 0, NULL, 0, '');
        INSERT INTO occurrence VALUES (1, 1, 1, 107, '', 1500), (2, 1, 2, 107, '', 1600), (3, 1, 3, 107, '', 1700),
            (4, 2, 2, 41, '', 1500);
        INSERT INTO file VALUES (1, 0, 'program.c', 'e3'), (2, 0, 'program.c', 'e3');";
    fourth.execute_batch(rows).unwrap();
    drop(fourth);
    let mut store = Store::open(folder.path()).unwrap();
    let campaigns = store.campaigns().unwrap();
    let [first, other] = &campaigns[..] else {
        panic!("{campaigns:?}");
    };
    assert_eq!((first.id, first.first_seed, first.begun.0), (1, 40, 900));
    assert_eq!((first.programs, first.left_out, other.programs), (35, 4, 1));
    assert_eq!(first.backends.len(), 3);
    assert_eq!(first.tested, [40..60, 100..130, 500..505]);
    let counts = store.counts(1).unwrap();
    assert_eq!(
        counts.iter().map(|it| it.count).collect::<Vec<_>>(),
        [55, 1]
    );
    assert_eq!(store.suspicions(1).unwrap().len(), 1);
    let seen = |finding| store.finding(finding).unwrap().unwrap();
    let (x, y) = (seen(1), seen(2));
    assert_eq!((x.summary.occurrences, x.campaigns.len()), (2, 2));
    assert_eq!((x.occurrences[0].files.len(), y.campaigns[0].id), (1, 1));
    let with_files = "SELECT with_files FROM finding WHERE id = 1";
    let with_files: u64 = store
        .connection
        .query_row(with_files, [], |row| row.get(0))
        .unwrap();
    assert_eq!(with_files, 1);

    let backend = |name: &str, identity: &str| BackendKey {
        name: name.to_owned(),
        identity: identity.to_owned(),
        request: Request::build(OptLevel::O3),
    };
    // What the migrated ones were asked is known from their names.
    assert_eq!(first.backends[1], backend("b-O3", "b 1"));
    let (a, b) = (backend("a-O3", "a 1"), backend("b-O3", "b 1"));
    let description = first.record.to_string();
    assert_eq!(description, "c generator 3, size 1..2");
    // The same command resumes it. Descriptions of other campaigns change nothing.
    let key = key("1..2");
    for description in ["c generator 3", &*description, &*description] {
        store.adopt(description, &key).unwrap();
    }
    assert_eq!(store.campaigns().unwrap()[0].record, key);
    let session = store.begin(&key, &[a.clone(), b.clone()], 0).unwrap();
    assert_eq!((session.campaign, session.first_seed), (1, 40));
    assert_eq!(
        (session.resumed, &*session.lost),
        (true, &[300..302, 505..507][..])
    );
    let suspects = store.suspects(&session, &(300..310)).unwrap();
    assert_eq!(suspects, [300, 301]);
    // Of the sampled seeds, each is tested by one of the backends.
    let mut free = |backend: &BackendKey, within: Range<u64>| {
        let session = store.begin(&key, std::slice::from_ref(backend), 0).unwrap();
        let lease = store.claim(&session, &within, 1, Rule::Complete).unwrap();
        lease.map(|lease| lease.seeds.start)
    };
    assert_eq!((free(&a, 500..505), free(&b, 500..505)), (Some(500), None));
    assert_eq!((free(&a, 40..60), free(&b, 40..60)), (Some(40), None));
    assert_eq!((free(&a, 100..130), free(&b, 100..130)), (Some(110), None));
    assert_eq!(free(&backend("a-O3", "a 2"), 100..120), Some(100));
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

/// A record has the digest of donors in any case.
#[test]
fn too_large_donors_are_not_kept() {
    let folder = TempDir::new().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut record = key("a");
    record.languages[0].donors = Some(Donors::default());
    let half = "x".repeat(32 << 20);
    for (more, expected) in [("x", 0), ("", 2)] {
        let texts = [vec![half.clone(), format!("{half}{more}")]];
        store.keep_donors(&mut record, &texts).unwrap();
        let donors = record.languages[0].donors.as_ref().unwrap();
        assert_eq!(donors.objects.len(), expected);
    }
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
