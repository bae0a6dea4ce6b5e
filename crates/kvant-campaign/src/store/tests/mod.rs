//! The store as a whole: those who work on it.

#![allow(clippy::single_range_in_vec_init)] // Seeds are a list of ranges, also if it is one.

mod analyses;
mod opening;

use kvant_record::{
    BatchResults, Kind, NewFinding, News, SessionState, Spent, TestCount, VerdictKind,
};
use tempfile::TempDir;

use super::*;

fn key(config: &str) -> CampaignKey {
    let backend = |name: &str| BackendKey {
        name: name.to_owned(),
        identity: format!("rustc of {name}"),
    };
    CampaignKey {
        language: "mir".to_owned(),
        generator: 7,
        config: config.to_owned(),
        backends: vec![backend("stable O3"), backend("nightly O3")],
    }
}

fn finding(signature: &str, seed: u64) -> NewFinding {
    NewFinding {
        finding: kvant_record::Finding {
            name: format!("seed-{seed}"),
            kind: Kind::WrongValue,
            signature: signature.to_owned(),
            outcomes: Vec::new(),
            failing: Vec::new(),
            suspects: Vec::new(),
        },
        fingerprint: String::new(),
        seed,
        headline: format!("seed {seed} is wrong"),
        files: vec![
            ("program.rs".to_owned(), format!("// {signature} {seed}\n")),
            ("expected.txt".to_owned(), "always the same\n".to_owned()),
        ],
    }
}

fn results(programs: u64, findings: Vec<NewFinding>) -> BatchResults {
    BatchResults {
        programs,
        own: Duration::from_millis(3),
        spent: Spent {
            compilers: Duration::from_secs(2),
            programs: Duration::from_micros(7),
            calls: 1,
        },
        tests: vec![TestCount {
            backend: "stable O3".to_owned(),
            verdict: VerdictKind::Agrees,
            count: programs,
        }],
        findings,
        ..BatchResults::default()
    }
}

#[test]
fn seeds_are_tested_once_and_a_campaign_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 100).unwrap();
    assert!(!session.resumed);
    let within = 100..1000;
    let first = store.claim(&session, &within, 8).unwrap().unwrap();
    let second = store.claim(&session, &within, 8).unwrap().unwrap();
    assert_eq!((first.clone(), second.clone()), (100..108, 108..116));
    store
        .finish(&session, &second, &results(8, vec![]))
        .unwrap();
    // Half of what is held is done, the rest is given back, and free for others.
    store
        .finish(&session, &(100..104), &results(4, vec![]))
        .unwrap();
    store.release(&session, &(106..108)).unwrap();
    assert_eq!(store.claim(&session, &within, 8).unwrap(), Some(106..108));
    store.end(session).unwrap();

    let mut other = key("a");
    other.backends.reverse();
    let session = store.begin(&other, 5).unwrap();
    assert!(session.resumed && session.lost.is_empty());
    assert_eq!((session.tested, session.first_seed), (12, 100));
    assert_eq!(store.claim(&session, &within, 100).unwrap(), Some(104..108));
    assert_eq!(store.claim(&session, &within, 100).unwrap(), Some(116..216));
    let tested = store.campaigns().unwrap()[0].tested.clone();
    assert_eq!(tested, [100..104, 108..116]);

    let session = store.begin(&key("b"), 0).unwrap();
    assert!(!session.resumed);
    assert_eq!(store.claim(&session, &within, 1).unwrap(), Some(100..101));
}

#[test]
fn what_the_dead_held_is_free_again() {
    use SessionState::*;

    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let (dies, lives) = (store.begin(&key("a"), 0), store.begin(&key("a"), 0));
    let (dies, lives) = (dies.unwrap(), lives.unwrap());
    assert_eq!(store.claim(&dies, &(0..20), 5).unwrap(), Some(0..5));
    assert_eq!(store.claim(&lives, &(0..20), 5).unwrap(), Some(5..10));
    assert_eq!(store.claim(&dies, &(0..20), 5).unwrap(), Some(10..15));
    drop(dies);
    let states = |store: &Store| {
        let sessions = store.sessions(1).unwrap();
        sessions.iter().map(|one| one.state).collect::<Vec<_>>()
    };
    assert_eq!(states(&store), [Died, Alive]);
    // Another campaign does not care.
    let other = store.begin(&key("b"), 0).unwrap();
    assert!(other.lost.is_empty());
    let next = store.begin(&key("a"), 0).unwrap();
    assert_eq!(next.lost, [0..5, 10..15]);
    assert_eq!(states(&store), [Died, Alive, Alive]);
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(0..5));
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(10..20));
    // Who finds nothing free looks for the dead again.
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), None);
    drop(lives);
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(5..10));
    store.end(next).unwrap();
    assert_eq!(states(&store), [Died, Died, Ended]);
}

/// Ends a session as a crash does. A child that another test is about to start has a copy of the lock until it is executed.
fn die(session: Session) {
    drop(session);
    std::thread::sleep(std::time::Duration::from_millis(100));
}

/// Seeds in flight at a death are suspects until they are tested.
#[test]
fn seeds_in_flight_at_a_death_are_suspects() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = 0..20;
    let claim =
        |store: &mut Store, session: &Session| store.claim(session, &all, 4).unwrap().unwrap();
    for _ in 0..4 {
        let session = store.begin(&key("a"), 0).unwrap();
        assert_eq!(claim(&mut store, &session), 0..4);
        die(session);
    }
    let session = store.begin(&key("a"), 0).unwrap();
    assert_eq!(store.suspects(&session, &all).unwrap(), [0, 1, 2, 3]);
    assert_eq!(store.suspects(&session, &(2..3)).unwrap(), [2]);
    let other = store.begin(&key("b"), 0).unwrap();
    assert!(store.suspects(&other, &all).unwrap().is_empty());
    // However often that was, they are claimed together again.
    assert_eq!(claim(&mut store, &session), 0..4);
    store
        .finish(&session, &(0..3), &BatchResults::default())
        .unwrap();
    assert_eq!(store.suspects(&session, &all).unwrap(), [3]);
}

/// An unconfirmed disagreement stays recorded until its seed is tested, also if the seed is released before.
#[test]
fn a_suspicion_stays_until_its_seed_is_tested() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let seeds = store.claim(&session, &(0..9), 4).unwrap().unwrap();
    for (seed, verdict) in [
        (2, VerdictKind::CompilerHang),
        (2, VerdictKind::WrongValue),
        (3, VerdictKind::WrongValue),
    ] {
        store.suspect(&session, seed, "gcc-O3", verdict).unwrap();
    }
    let seen = |store: &Store| {
        let seen = store.suspicions(1).unwrap().into_iter();
        seen.map(|one| (one.seed, one.verdict)).collect::<Vec<_>>()
    };
    let first = (2, VerdictKind::CompilerHang);
    let second = (3, VerdictKind::WrongValue);
    assert_eq!(seen(&store), [first, second]);
    store.release(&session, &seeds).unwrap();
    assert_eq!(seen(&store).len(), 2);
    store.claim(&session, &(0..9), 3).unwrap().unwrap();
    store
        .finish(&session, &(0..3), &BatchResults::default())
        .unwrap();
    assert_eq!(seen(&store), [second]);
}

#[test]
fn findings_are_known_by_their_signature() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let finish = |store: &mut Store, findings: Vec<NewFinding>| {
        let seeds = store.claim(&session, &(0..100), 20).unwrap().unwrap();
        let recorded = store.finish(&session, &seeds, &results(20, findings));
        let recorded = recorded.unwrap();
        recorded
            .into_iter()
            .map(|one| (one.finding, one.news))
            .collect::<Vec<_>>()
    };
    let new = finish(
        &mut store,
        vec![finding("x", 3), finding("y", 4), finding("x", 5)],
    );
    assert_eq!(new, [(1, News::New), (2, News::New), (1, News::Known)]);
    store.mute("y*", "https://example.org/1").unwrap();
    let muted = News::Muted {
        link: "https://example.org/1".to_owned(),
    };
    let again = finish(
        &mut store,
        vec![finding("yes", 21), finding("x", 22), finding("x", 22)],
    );
    assert_eq!(again, [(3, muted), (1, News::Known), (1, News::Known)]);

    let findings = store.findings(None).unwrap();
    let short = findings
        .iter()
        .map(|one| (one.first_seed, one.occurrences, one.mute.is_some()));
    assert_eq!(
        short.collect::<Vec<_>>(),
        [(3, 3, false), (4, 1, true), (21, 1, true)]
    );
    let detail = store.finding(1).unwrap().unwrap();
    assert_eq!(detail.campaigns[0].generator, 7);
    let seeds = detail.occurrences.iter().map(|one| one.seed);
    assert_eq!(seeds.collect::<Vec<_>>(), [3, 5, 22]);
    let files = &detail.occurrences[0].files;
    assert_eq!(store.file(&files[0].object).unwrap(), "// x 3\n");
    assert_eq!(files[1].name, "expected.txt");
    assert_eq!(files[1].object, detail.occurrences[1].files[1].object);
    assert!(store.finding(9).unwrap().is_none());
    assert!(store.unmute("y*").unwrap() && !store.unmute("y*").unwrap());
    assert!(
        store
            .findings(Some(1))
            .unwrap()
            .iter()
            .all(|one| one.mute.is_none())
    );
}

#[test]
fn only_the_first_occurrences_have_files() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    // Those of one batch, and those of later ones.
    for seeds in [0..7, 7..8, 8..20] {
        let claimed = store.claim(&session, &seeds, 100).unwrap();
        assert_eq!(claimed, Some(seeds.clone()));
        let findings = seeds.clone().map(|seed| finding("everywhere", seed));
        let findings = findings.chain([finding(&format!("at {}", seeds.start), seeds.start)]);
        let results = results(0, findings.collect());
        store.finish(&session, &seeds, &results).unwrap();
    }
    let detail = store.finding(1).unwrap().unwrap();
    assert_eq!(detail.summary.occurrences, 20);
    let with_files = detail.occurrences.iter().map(|one| !one.files.is_empty());
    let with_files: Vec<bool> = with_files.collect();
    let first = record::WITH_FILES as usize;
    assert!(with_files[..first].iter().all(|has| *has));
    assert!(with_files[first..].iter().all(|has| !has));
    for id in 2..=4 {
        let detail = store.finding(id).unwrap().unwrap();
        assert_eq!(detail.occurrences[0].files.len(), 2);
    }
    // One file for each that is different, and the one that is always the same.
    let mut objects = 0;
    for folder in fs::read_dir(folder.path().join("objects")).unwrap() {
        objects += fs::read_dir(folder.unwrap().path()).unwrap().count();
    }
    assert_eq!(objects, first + 3 + 1);
}

#[test]
fn of_two_files_with_one_name_the_last_counts() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let seeds = store.claim(&session, &(0..1), 1).unwrap().unwrap();
    let mut twice = finding("x", 0);
    twice
        .files
        .push(("program.rs".to_owned(), "last".to_owned()));
    let results = results(1, vec![twice]);
    store.finish(&session, &seeds, &results).unwrap();
    let files = &store.finding(1).unwrap().unwrap().occurrences[0].files;
    assert_eq!(files.len(), 2);
    assert_eq!(files[0].name, "program.rs");
    assert_eq!(store.file(&files[0].object).unwrap(), "last");
}

#[test]
fn threads_can_hand_a_store_on() {
    fn can_be_sent<T: Send>() {}
    can_be_sent::<Store>();
    can_be_sent::<Session>();
    can_be_sent::<StoreError>();
}

#[test]
fn all_that_was_counted_is_told() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    for _ in 0..2 {
        let session = store.begin(&key("a"), 40).unwrap();
        let seeds = store.claim(&session, &(40..100), 6).unwrap().unwrap();
        let mut results = results(5, vec![]);
        results.unmade = 1;
        store.finish(&session, &seeds, &results).unwrap();
        store.end(session).unwrap();
    }
    let other = store.begin(&key("b"), 3).unwrap();
    let campaigns = Store::existing(folder.path()).unwrap().campaigns().unwrap();
    let [first, second] = &campaigns[..] else {
        panic!("{campaigns:?}");
    };
    assert_eq!(
        (first.programs, first.unmade, first.first_seed),
        (10, 2, 40)
    );
    assert_eq!(
        (&*first.language, first.generator, &*first.config),
        ("mir", 7, "a")
    );
    assert_eq!(first.backends, key("a").backends);
    assert_eq!(first.tested, [40..52]);
    assert_eq!(
        (first.own, first.compilers, first.ran),
        (
            Duration::from_millis(6),
            Duration::from_secs(4),
            Duration::from_micros(14)
        )
    );
    assert_eq!((second.programs, second.first_seed), (0, 3));
    let agrees = TestCount {
        backend: "stable O3".to_owned(),
        verdict: VerdictKind::Agrees,
        count: 10,
    };
    assert_eq!(store.counts(first.id).unwrap(), [agrees]);
    assert_eq!(store.counts(second.id).unwrap(), []);
    let sessions = store.sessions(first.id).unwrap();
    let programs = sessions
        .iter()
        .map(|session| (session.programs, session.unmade));
    assert_eq!(programs.collect::<Vec<_>>(), [(5, 1), (5, 1)]);
    assert!(
        sessions
            .iter()
            .all(|one| first.begun <= one.begun && one.heard <= first.heard)
    );
    store.end(other).unwrap();
    let locks = fs::read_dir(folder.path().join("sessions")).unwrap();
    assert_eq!(locks.count(), 0);
}

#[test]
fn campaigns_are_the_same_if_all_of_their_key_is() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let same = key("a");
    let mut others = vec![key("b"); 5];
    others[1].language = "c".to_owned();
    others[2].generator = 8;
    others[3].backends[0].identity.push_str(" -Zmore");
    others[4].backends.pop();
    for (n, other) in [same.clone()].iter().chain(&others).enumerate() {
        let session = store.begin(other, 0).unwrap();
        assert_eq!((session.campaign, session.resumed), (n as i64 + 1, false));
    }
    // Texts that are divided elsewhere are other texts.
    let mut shifted = same.clone();
    shifted.backends[0].name.push_str("rustc");
    shifted.backends[0].identity = " of stable O3".to_owned();
    assert!(!store.begin(&shifted, 0).unwrap().resumed);
    assert!(store.begin(&same, 0).unwrap().resumed);
}

#[test]
fn the_course_of_a_campaign_is_kept_by_the_minute() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    for seeds in [0..4, 4..9] {
        let count = seeds.end - seeds.start;
        store.claim(&session, &seeds, count).unwrap().unwrap();
        let results = results(count, vec![]);
        store.finish(&session, &seeds, &results).unwrap();
    }
    // One row, unless a minute ends in between.
    let rates = store.rates(1).unwrap();
    assert!((1..=2).contains(&rates.len()), "{rates:?}");
    let sum = |of: fn(&kvant_record::Rate) -> f64| rates.iter().map(of).sum::<f64>();
    assert_eq!(sum(|rate| rate.programs as f64), 9.0);
    assert_eq!(sum(|rate| rate.tests as f64), 9.0);
    assert_eq!(sum(|rate| rate.processor_seconds.compilers), 4.0);
    assert!(rates[0].minute.0 % 60_000 == 0 && rates[0].minute.0 > 0);
    assert!(store.rates(2).unwrap().is_empty());
}

#[test]
fn what_a_session_does_not_hold_it_cannot_finish() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let other = store.begin(&key("a"), 0).unwrap();
    assert_eq!(store.claim(&session, &(0..9), 4).unwrap(), Some(0..4));
    let before = dump(&store);
    let new = results(4, vec![finding("x", 3)]);
    for (session, seeds) in [(&other, 0..4), (&session, 3..5), (&session, 8..9)] {
        let error = store.finish(session, &seeds, &new).unwrap_err();
        assert!(matches!(error.problem, Problem::NotHeld(_)), "{error}");
        assert!(store.release(session, &seeds).is_err());
    }
    assert_eq!(dump(&store), before);
    store.finish(&session, &(0..4), &new).unwrap();
}

#[test]
fn two_processes_share_the_work() {
    let folder = TempDir::new().unwrap();
    let (end, begin) = (400, std::sync::Barrier::new(4));
    let work = || {
        begin.wait();
        // All of them find nothing there, and one of them makes it.
        let mut store = Store::open(folder.path()).unwrap();
        let session = store.begin(&key("a"), 0).unwrap();
        let mut mine = Vec::new();
        while let Some(seeds) = store.claim(&session, &(0..end), 3).unwrap() {
            let findings = vec![finding("x", seeds.start)];
            let programs = seeds.end - seeds.start;
            let recorded = store.finish(&session, &seeds, &results(programs, findings));
            mine.push((seeds, recorded.unwrap().remove(0).news));
        }
        store.end(session).unwrap();
        mine
    };
    let mut all = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().unwrap());
        done.flatten().collect::<Vec<_>>()
    });
    all.sort_by_key(|(seeds, _)| seeds.start);
    let seeds: Vec<u64> = all.iter().flat_map(|(seeds, _)| seeds.clone()).collect();
    assert_eq!(seeds, (0..end).collect::<Vec<_>>());
    let new = all.iter().filter(|(_, news)| *news == News::New);
    assert_eq!(new.count(), 1);
    let store = Store::existing(folder.path()).unwrap();
    let campaign = &store.campaigns().unwrap()[0];
    assert_eq!((campaign.programs, &*campaign.tested), (end, &[0..end][..]));
    let detail = store.finding(1).unwrap().unwrap();
    assert_eq!(detail.occurrences.len(), all.len());
    let with_files = detail
        .occurrences
        .iter()
        .filter(|one| !one.files.is_empty());
    assert_eq!(with_files.count() as u64, record::WITH_FILES);
}

/// Everything in the database but when sessions were heard of.
fn dump(store: &Store) -> Vec<String> {
    let mut rows = Vec::new();
    for (table, columns) in [
        ("campaign", "*"),
        ("backend", "*"),
        (
            "session",
            "id, ended, died, programs, unmade, own, compilers, ran",
        ),
        ("claim", "*"),
        ("tested", "*"),
        ("test_count", "*"),
        ("finding", "*"),
        ("occurrence", "*"),
        ("file", "*"),
        ("mute", "*"),
        ("analysis", "*"),
        ("record", "*"),
        ("rate", "*"),
        ("analysis_file", "*"),
        ("recheck", "*"),
    ] {
        let sql = format!("SELECT {columns} FROM {table}");
        let mut query = store.connection.prepare(&sql).unwrap();
        let width = query.column_count();
        let found = query.query_map([], |row| {
            let cells = (0..width).map(|n| row.get::<_, rusqlite::types::Value>(n));
            cells.collect::<Result<Vec<_>, _>>()
        });
        rows.extend(
            found
                .unwrap()
                .map(|row| format!("{table} {:?}", row.unwrap())),
        );
    }
    rows
}

#[test]
fn a_full_disk_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let claimed = store.claim(&session, &(0..1000), 1000).unwrap();
    assert_eq!(claimed, Some(0..1000));
    let limit = |store: &Store, pages: u32| {
        let limit = store
            .connection
            .pragma_update(None, "max_page_count", pages);
        limit.unwrap();
    };
    let pages = "PRAGMA page_count";
    let pages = store
        .connection
        .query_row(pages, [], |row| row.get::<_, u32>(0));
    // There is room for a little more, so that it fails when much is done already.
    limit(&store, pages.unwrap() + 5);
    let before = dump(&store);
    let findings = (0..1000).map(|seed| finding("x", seed)).collect();
    let much = results(1000, findings);
    let error = store.finish(&session, &(0..1000), &much).unwrap_err();
    assert!(matches!(error.problem, Problem::Full), "{error}");
    let place = folder.path().display().to_string();
    assert!(error.to_string().contains(&place), "{error}");
    assert_eq!(dump(&store), before);
    assert_eq!(dump(&Store::open(folder.path()).unwrap()), before);

    // A store that is full can still be ended, and there is nothing to tidy up before going on.
    limit(&store, u32::MAX - 1);
    let recorded = store.finish(&session, &(0..1000), &much).unwrap();
    assert_eq!(recorded.len(), 1000);
    let file = &store.finding(1).unwrap().unwrap().occurrences[9].files[0];
    assert_eq!(store.file(&file.object).unwrap(), "// x 9\n");
}

#[test]
fn nothing_is_recorded_whose_files_could_not_be_kept() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let seeds = store.claim(&session, &(0..9), 9).unwrap().unwrap();
    let before = dump(&store);
    let objects = folder.path().join("objects");
    fs::remove_dir(&objects).unwrap();
    let new = results(9, vec![finding("x", 3)]);
    let error = store.finish(&session, &seeds, &new).unwrap_err();
    assert!(matches!(error.problem, Problem::Io { .. }), "{error}");
    assert_eq!(dump(&store), before);
    fs::create_dir(&objects).unwrap();
    store.finish(&session, &seeds, &new).unwrap();
}
