//! The store and its sessions.

#![allow(clippy::single_range_in_vec_init)] // Seeds are a list of ranges, also if it is one.

mod analyses;
mod leases;
mod opening;

use kvant_record::{
    BatchResults, CampaignLanguage, CampaignRecord, Kind, NewFinding, News, OptLevel, Request,
    Spent, TestCount, VerdictKind,
};
use tempfile::TempDir;

use std::ops::Range;

use super::*;

fn key(config: &str) -> CampaignRecord {
    CampaignRecord {
        languages: vec![CampaignLanguage {
            language: "mir".to_owned(),
            generator: 7,
            config: vec![("statements".to_owned(), config.to_owned())],
            ..CampaignLanguage::default()
        }],
        old: None,
    }
}

fn backend(name: &str) -> BackendKey {
    BackendKey {
        name: name.to_owned(),
        identity: format!("rustc of {name}"),
        request: Request::build(OptLevel::O3).with_flags([name]),
    }
}

fn backends() -> Vec<BackendKey> {
    vec![backend("stable O3"), backend("nightly O3")]
}

/// The next lease on fresh seeds.
fn lease(store: &mut Store, session: &Session, within: &Range<u64>, most: u64) -> Option<Lease> {
    store.claim(session, within, most, Rule::Fresh).unwrap()
}

/// Finishes all of a lease.
fn finish(
    store: &mut Store,
    session: &Session,
    lease: &Lease,
    results: &BatchResults,
) -> Vec<kvant_record::Recorded> {
    store.finish(session, lease, &lease.seeds, results).unwrap()
}

/// The seeds of the next lease.
fn claim(
    store: &mut Store,
    session: &Session,
    within: &Range<u64>,
    most: u64,
) -> Option<Range<u64>> {
    lease(store, session, within, most).map(|lease| lease.seeds)
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
fn seeds_are_tested_once_and_a_campaign_is_resumed() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 100).unwrap();
    assert!(!session.resumed);
    let within = 100..1000;
    let first = lease(&mut store, &session, &within, 8).unwrap();
    let second = lease(&mut store, &session, &within, 8).unwrap();
    assert_eq!((&first.seeds, &second.seeds), (&(100..108), &(108..116)));
    finish(&mut store, &session, &second, &results(8, vec![]));
    // Half of the leased seeds are done; the rest is released, and free again.
    let half = results(4, vec![]);
    store.finish(&session, &first, &(100..104), &half).unwrap();
    store.release(&session, &first, &(106..108)).unwrap();
    assert_eq!(claim(&mut store, &session, &within, 8), Some(106..108));
    store.end(session).unwrap();

    let mut reversed = backends();
    reversed.reverse();
    let session = store.begin(&key("a"), &reversed, 5).unwrap();
    assert!(session.resumed && session.lost.is_empty());
    assert_eq!((session.tested, session.first_seed), (12, 100));
    assert_eq!(claim(&mut store, &session, &within, 100), Some(104..108));
    assert_eq!(claim(&mut store, &session, &within, 100), Some(116..216));
    let tested = store.campaigns().unwrap()[0].tested.clone();
    assert_eq!(tested, [100..104, 108..116]);

    let session = store.begin(&key("b"), &backends(), 0).unwrap();
    assert!(!session.resumed);
    assert_eq!(claim(&mut store, &session, &within, 1), Some(100..101));
}

/// An unconfirmed disagreement stays recorded until its seed is tested, also if the seed is released before.
#[test]
fn a_suspicion_stays_until_its_seed_is_tested() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let held = lease(&mut store, &session, &(0..9), 4).unwrap();
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
    store.release(&session, &held, &held.seeds).unwrap();
    assert_eq!(seen(&store).len(), 2);
    let held = lease(&mut store, &session, &(0..9), 3).unwrap();
    finish(&mut store, &session, &held, &BatchResults::default());
    assert_eq!(seen(&store), [second]);
}

#[test]
fn findings_are_identified_by_their_signature() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let finish = |store: &mut Store, findings: Vec<NewFinding>| {
        let held = lease(store, &session, &(0..100), 20).unwrap();
        let recorded = finish(store, &session, &held, &results(20, findings));
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
    assert_eq!(detail.campaigns[0].record.languages[0].generator, 7);
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
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    // Occurrences of one batch, and of later ones.
    for seeds in [0..7, 7..8, 8..20] {
        let held = lease(&mut store, &session, &seeds, 100).unwrap();
        assert_eq!(held.seeds, seeds);
        let findings = seeds.clone().map(|seed| finding("everywhere", seed));
        let findings = findings.chain([finding(&format!("at {}", seeds.start), seeds.start)]);
        let results = results(0, findings.collect());
        finish(&mut store, &session, &held, &results);
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
    // One object for each distinct content.
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
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let held = lease(&mut store, &session, &(0..1), 1).unwrap();
    let mut twice = finding("x", 0);
    twice
        .files
        .push(("program.rs".to_owned(), "last".to_owned()));
    finish(&mut store, &session, &held, &results(1, vec![twice]));
    let files = &store.finding(1).unwrap().unwrap().occurrences[0].files;
    assert_eq!(files.len(), 2);
    assert_eq!(files[0].name, "program.rs");
    assert_eq!(store.file(&files[0].object).unwrap(), "last");
}

#[test]
fn a_store_can_be_sent_to_another_thread() {
    fn can_be_sent<T: Send>() {}
    can_be_sent::<Store>();
    can_be_sent::<Session>();
    can_be_sent::<StoreError>();
}

#[test]
fn counts_are_reported() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    for _ in 0..2 {
        let session = store.begin(&key("a"), &backends(), 40).unwrap();
        let held = lease(&mut store, &session, &(40..100), 6).unwrap();
        let mut results = results(5, vec![]);
        results.unmade = 1;
        finish(&mut store, &session, &held, &results);
        store.end(session).unwrap();
    }
    let other = store.begin(&key("b"), &backends(), 3).unwrap();
    let campaigns = Store::existing(folder.path()).unwrap().campaigns().unwrap();
    let [first, second] = &campaigns[..] else {
        panic!("{campaigns:?}");
    };
    assert_eq!(
        (first.programs, first.unmade, first.first_seed),
        (10, 2, 40)
    );
    assert_eq!(first.record, key("a"));
    assert_eq!(first.backends, backends());
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
    let agrees = BackendCount {
        name: "stable O3".to_owned(),
        identity: "rustc of stable O3".to_owned(),
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
fn the_whole_key_identifies_a_campaign() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let same = key("a");
    let mut others = vec![key("b"); 3];
    others[1].languages[0].language = "c".to_owned();
    others[2].languages[0].generator = 8;
    for (n, other) in [same.clone()].iter().chain(&others).enumerate() {
        let session = store.begin(other, &backends(), 0).unwrap();
        assert_eq!((session.campaign, session.resumed), (n as i64 + 1, false));
    }
    assert!(store.begin(&same, &[], 0).unwrap().resumed);
}

#[test]
fn rates_are_recorded_by_the_minute() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    for seeds in [0..4, 4..9] {
        let count = seeds.end - seeds.start;
        let held = lease(&mut store, &session, &seeds, count).unwrap();
        finish(&mut store, &session, &held, &results(count, vec![]));
    }
    // One row, unless a minute ends in between.
    let rates = store.rates(1).unwrap();
    assert!((1..=2).contains(&rates.len()), "{rates:?}");
    let sum = |of: fn(&kvant_record::Rate) -> u64| rates.iter().map(of).sum::<u64>();
    assert_eq!(sum(|rate| rate.programs), 9);
    assert_eq!(sum(|rate| rate.tests), 9);
    assert_eq!(sum(|rate| rate.processor_seconds.compilers as u64), 4);
    assert!(rates[0].minute.0 % 60_000 == 0 && rates[0].minute.0 > 0);
    assert!(store.rates(2).unwrap().is_empty());
}

#[test]
fn two_processes_share_the_work() {
    let folder = TempDir::new().unwrap();
    let (end, begin) = (400, std::sync::Barrier::new(4));
    let work = || {
        begin.wait();
        // All of them find no store, and one of them creates it.
        let mut store = Store::open(folder.path()).unwrap();
        let session = store.begin(&key("a"), &backends(), 0).unwrap();
        let mut mine = Vec::new();
        while let Some(held) = lease(&mut store, &session, &(0..end), 3) {
            let seeds = held.seeds.clone();
            let findings = vec![finding("x", seeds.start)];
            let results = results(seeds.end - seeds.start, findings);
            let mut recorded = finish(&mut store, &session, &held, &results);
            mine.push((seeds, recorded.remove(0).news));
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

/// Everything in the database except the times of heartbeats.
fn dump(store: &Store) -> Vec<String> {
    let mut rows = Vec::new();
    for (table, columns) in [
        ("campaign", "*"),
        ("backend", "*"),
        (
            "session",
            "id, ended, died, programs, unmade, own, compilers, ran",
        ),
        ("lease", "id, campaign, session, work, finding"),
        ("lease_seeds", "*"),
        ("lease_backend", "*"),
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
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let held = lease(&mut store, &session, &(0..1000), 1000).unwrap();
    assert_eq!(held.seeds, 0..1000);
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
    // A few pages are left, so that it fails in the middle.
    limit(&store, pages.unwrap() + 5);
    let before = dump(&store);
    let findings = (0..1000).map(|seed| finding("x", seed)).collect();
    let much = results(1000, findings);
    let failed = store.finish(&session, &held, &held.seeds, &much);
    let error = failed.unwrap_err();
    assert!(matches!(error.problem, Problem::Full), "{error}");
    let place = folder.path().display().to_string();
    assert!(error.to_string().contains(&place), "{error}");
    assert_eq!(dump(&store), before);
    assert_eq!(dump(&Store::open(folder.path()).unwrap()), before);

    // After space is freed, the same results can be recorded.
    limit(&store, u32::MAX - 1);
    let recorded = finish(&mut store, &session, &held, &much);
    assert_eq!(recorded.len(), 1000);
    let file = &store.finding(1).unwrap().unwrap().occurrences[9].files[0];
    assert_eq!(store.file(&file.object).unwrap(), "// x 9\n");
}

#[test]
fn a_finding_without_its_files_is_not_recorded() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let held = lease(&mut store, &session, &(0..9), 9).unwrap();
    let before = dump(&store);
    let objects = folder.path().join("objects");
    fs::remove_dir(&objects).unwrap();
    let new = results(9, vec![finding("x", 3)]);
    let failed = store.finish(&session, &held, &held.seeds, &new);
    let error = failed.unwrap_err();
    assert!(matches!(error.problem, Problem::Io { .. }), "{error}");
    assert_eq!(dump(&store), before);
    fs::create_dir(&objects).unwrap();
    finish(&mut store, &session, &held, &new);
}
