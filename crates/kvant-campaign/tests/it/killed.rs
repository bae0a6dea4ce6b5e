//! Stores whose processes are killed.

#![allow(clippy::print_stderr)] // The worker reports its progress.

use std::collections::BTreeSet;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use kvant_campaign::store::{BackendKey, Rule, Store};
use kvant_record::{
    BatchResults, CampaignRecord, Finding, Kind, NewFinding, OptLevel, Request, SessionState,
};
use tempfile::TempDir;

/// Environment variable with the store of a worker.
const STORE: &str = "KVANT_TEST_STORE";
const SEEDS: Range<u64> = 0..100_000;

fn backends() -> Vec<BackendKey> {
    vec![BackendKey {
        name: "none".to_owned(),
        identity: String::new(),
        request: Request::build(OptLevel::O3),
    }]
}

/// Works on the store that the environment names, until it is killed or done. Does nothing without one, when it runs as a test.
#[test]
fn a_worker() {
    let Some(folder) = env::var_os(STORE) else {
        return;
    };
    let mut store = Store::open(Path::new(&folder)).unwrap();
    let session = store
        .begin(&CampaignRecord::default(), &backends(), 0)
        .unwrap();
    while let Some(lease) = store.claim(&session, &SEEDS, 3, Rule::Fresh).unwrap() {
        let seeds = &lease.seeds;
        // Reports progress. Each batch has one finding that is always the same, and a new one.
        eprintln!("claimed {}", seeds.start);
        let finding = |signature: String| NewFinding {
            files: vec![
                ("program.rs".to_owned(), format!("{seeds:?} {signature}")),
                ("large.txt".to_owned(), signature.repeat(2000)),
            ],
            finding: Finding {
                name: String::new(),
                kind: Kind::WrongValue,
                signature,
                outcomes: Vec::new(),
                failing: Vec::new(),
                suspects: Vec::new(),
            },
            fingerprint: String::new(),
            seed: seeds.start,
            headline: String::new(),
        };
        let results = BatchResults {
            programs: seeds.end - seeds.start,
            findings: vec![
                finding("always".to_owned()),
                finding(seeds.start.to_string()),
            ],
            ..BatchResults::default()
        };
        store.finish(&session, &lease, seeds, &results).unwrap();
    }
    store.end(session).unwrap();
}

fn worker(folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed::a_worker", "--nocapture"])
        .env(STORE, folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until a worker has made this number of claims. Its output stays open, so that it does not end before it is killed.
fn wait_for_claims(worker: &mut Child, count: usize) {
    let mut output = BufReader::new(worker.stderr.as_mut().unwrap());
    let mut claims = 0;
    while claims < count {
        let mut line = String::new();
        assert_ne!(output.read_line(&mut line).unwrap(), 0, "it ended");
        claims += usize::from(line.starts_with("claimed"));
    }
}

/// Checks that records are complete: counts match the contents. Returns the tested seeds.
fn check(store: &Store) -> BTreeSet<u64> {
    let campaign = &store.campaigns().unwrap()[0];
    let tested: BTreeSet<u64> = campaign.tested.iter().cloned().flatten().collect();
    assert_eq!(campaign.programs, tested.len() as u64);
    let mut seen = BTreeSet::new();
    for summary in store.findings(None).unwrap() {
        let finding = store.finding(summary.id).unwrap().unwrap();
        assert_eq!(finding.occurrences.len() as u64, summary.occurrences);
        for occurrence in finding.occurrences {
            assert!(tested.contains(&occurrence.seed));
            if summary.signature != "always" {
                assert_eq!(occurrence.seed.to_string(), summary.signature);
                assert_eq!(occurrence.files.len(), 2);
                seen.insert(occurrence.seed);
            }
            for file in occurrence.files {
                let content = store.file(&file.object).unwrap();
                match &*file.name {
                    "program.rs" => assert!(content.ends_with(&summary.signature)),
                    _ => assert_eq!(content, summary.signature.repeat(2000)),
                }
            }
        }
    }
    let batches = tested.iter().filter(|seed| *seed % 3 == 0);
    assert_eq!(seen, batches.copied().collect::<BTreeSet<u64>>());
    tested
}

#[test]
fn only_seeds_in_flight_are_lost() {
    let folder = TempDir::new().unwrap();
    let mut before = BTreeSet::new();
    for round in 0..12 {
        let mut workers = [worker(folder.path()), worker(folder.path())];
        for (n, worker) in workers.iter_mut().enumerate() {
            wait_for_claims(worker, 3 + n);
        }
        // They are killed at an arbitrary point.
        thread::sleep(Duration::from_micros(700 * round));
        for worker in &mut workers {
            worker.kill().unwrap();
            worker.wait().unwrap();
        }
        let mut store = Store::open(folder.path()).unwrap();
        let tested = check(&store);
        assert!(tested.is_superset(&before) && tested.len() > before.len());
        before = tested;
        let sessions = store.sessions(1).unwrap();
        let died = |state| state == SessionState::Died || state == SessionState::Ended;
        assert!(sessions.iter().all(|session| died(session.state)));
        let session = store
            .begin(&CampaignRecord::default(), &backends(), 0)
            .unwrap();
        assert!(session.lost.len() <= 2, "{:?}", session.lost);
        assert!(
            session
                .lost
                .iter()
                .cloned()
                .flatten()
                .all(|seed| !before.contains(&seed))
        );
        // The missing seeds come next.
        let missing = SEEDS.clone().find(|seed| !before.contains(seed)).unwrap();
        let next = store
            .claim(&session, &SEEDS, 1, Rule::Fresh)
            .unwrap()
            .unwrap();
        assert_eq!(next.seeds.start, missing);
        store.release(&session, &next, &next.seeds).unwrap();
        store.release(&session, &next, &next.seeds).unwrap();
        store.end(session).unwrap();
    }
    // No files of the killed processes are left.
    let store = Store::open(folder.path()).unwrap();
    let mut names = std::fs::read_dir(folder.path().join("objects")).unwrap();
    assert!(names.all(|entry| {
        !entry
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with("tmp-")
    }));
    let mut locks = std::fs::read_dir(folder.path().join("sessions")).unwrap();
    assert!(locks.next().is_none());
    drop(store);
}
